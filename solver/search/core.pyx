"""The search, one transposition table at a time; the tree itself is in tree.pxd."""

from threading import current_thread, main_thread

from libc.stdint cimport UINT64_MAX, int16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from ..rules.position cimport FOLLOW_ONLY, MUST_BEAT, NO_SUIT, Position
from .bits cimport cpu_has_x86_64_v3, lowest, popcount
from .guess cimport guess_tricks
from .ordering cimport NO_CARD, CutCards
from .partition cimport cards_in_play, upward
from .quick cimport quick_answer
from .recent cimport Recents
from .stop cimport StopFlag, forehand_flag_is_set
from .table cimport Block, Table, table_clear, table_close, table_open
from .tree cimport search_play, search_trick
from .trumps cimport TrumpGame, set_up_trumps
from .tunables cimport (
    COALITION_MISERE, COALITION_NO_TRUMP, DEFAULT_WEIGHTS, FEATURES, LONE_MISERE, LONE_NO_TRUMP, PAIRS_NO_TRUMP, ROLES,
)
from .walk cimport (
    MAX_CONTEXTS, MAX_SINGLES, STOPPED_AT_LIMIT, STOPPED_BY_FLAG, STOPPED_BY_SIGNAL, Answer, Switches, Walk,
)


def has_x86_64_v3():
    """Whether this machine runs code built for x86-64-v3."""
    return bool(cpu_has_x86_64_v3())


cdef class Search:
    """One transposition table and what goes with it; the driver's Solver is its Python face."""

    cdef Table table
    cdef Recents* recents
    cdef CutCards* cut_cards
    cdef TrumpGame* trump_game
    cdef object options
    cdef dict contexts
    cdef bint is_busy
    cdef int16_t weights[ROLES][FEATURES]
    cdef Walk prepared       # set up for the question asked last, which most often is asked again of another position:
    cdef object asked_variant, asked_contract, asked_objective

    def __cinit__(self, memory_mib, options, fork_at):
        if not 1 <= memory_mib <= MAX_MEMORY_MIB:
            raise ValueError(f"memory cap of {memory_mib} MiB: it must be from 1 to {MAX_MEMORY_MIB}")
        if not 1 <= fork_at <= 1 << 20:
            raise ValueError(f"fork at {fork_at} entries: it must be from 1 to {1 << 20}")
        self.options = options
        self.contexts = {}
        memcpy(self.weights, DEFAULT_WEIGHTS, sizeof(self.weights))
        self.recents = <Recents*>calloc(1, sizeof(Recents))
        self.cut_cards = <CutCards*>calloc(1, sizeof(CutCards))
        self.trump_game = <TrumpGame*>calloc(1, sizeof(TrumpGame))
        memory = (<uint64_t>memory_mib << 20) - sizeof(Recents) - sizeof(CutCards) - sizeof(TrumpGame)
        is_open = table_open(&self.table, memory, fork_at, options.use_broadest)
        if not is_open or self.recents == NULL or self.cut_cards == NULL or self.trump_game == NULL:
            raise MemoryError(f"no {memory_mib} MiB for the transposition table")

    def __dealloc__(self):
        table_close(&self.table)
        free(self.recents)
        free(self.cut_cards)
        free(self.trump_game)

    def clear(self):
        """Forget all that was found, keeping the memory."""
        self._begin()
        table_clear(&self.table)
        memset(self.recents, 0, sizeof(Recents))
        self.contexts.clear()
        self.asked_variant = None
        self.is_busy = False

    def ask(self, Position position, objective, int target, nodes_left, StopFlag stop):
        """((lower, upper), nodes, "") for "do the counted seats win at least target points?"."""
        self._begin()
        try:
            return self._ask(position, objective, target, UINT64_MAX if nodes_left is None else nodes_left, stop)
        finally:
            self.is_busy = False

    cdef int _begin(self) except -1:
        # One question at a time, also from other threads and signal handlers: what one keeps would be wrong for the other.
        if self.is_busy:
            raise RuntimeError("this solver is answering another question; use one for each thread")
        self.is_busy = True
        return 0

    cdef tuple _ask(self, Position position, objective, int target, uint64_t node_limit, StopFlag stop):
        cdef Walk walk
        cdef Answer answer
        answer.value = 0
        self._prepare(&walk, position, objective)
        walk.node_limit = node_limit
        walk.stop = &stop.flag
        # Python runs signal handlers in its main thread only, and not while that is in here: so ask now and then.
        walk.is_interrupted = NULL
        if current_thread() is main_thread():
            walk.is_interrupted = signals_pending
        with nogil:
            if walk.switches.use_cut_cards:
                memset(self.cut_cards, NO_CARD, sizeof(CutCards))
            if position.trick_so_far.place == 0:
                answer = search_trick(&walk, position.trick_so_far.seat, target)
            elif walk.node_limit == 0:
                walk.stopped = STOPPED_AT_LIMIT
            elif forehand_flag_is_set(walk.stop):
                walk.stopped = STOPPED_BY_FLAG
            else:
                walk.nodes = 1
                answer = search_play(&walk, &position.trick_so_far, cards_in_play(&walk.state) | position.table, target)
        if walk.stopped == STOPPED_BY_SIGNAL:
            raise_pending()
        if walk.stopped:
            return None, walk.nodes, "node_limit" if walk.stopped == STOPPED_AT_LIMIT else "cancelled"
        rest = position.points_left
        return (answer.value, rest) if answer.value >= target else (0, answer.value), walk.nodes, ""

    cdef int _prepare(self, Walk* walk, Position position, objective) except -1:
        # Makes walk ready for this question of this position.
        is_same = position.variant is self.asked_variant and position.contract is self.asked_contract
        if not is_same or (objective is not self.asked_objective and objective != self.asked_objective):
            self.asked_variant = None
            self._set_up(&self.prepared, position, objective)
            self.asked_variant, self.asked_contract, self.asked_objective = position.variant, position.contract, objective
        walk[0] = self.prepared
        walk.state = position.state
        if walk.switches.use_trump_game:
            walk.switches.use_trump_game = set_up_trumps(walk.trump_game, &walk.state, &walk.rules, walk.wants)
        return 0

    cdef int _set_up(self, Walk* walk, Position position, objective) except -1:
        # All but the cards: what variant, contract and objective say.
        cdef unsigned int everyone
        walk.rules = position.rules
        walk.table = &self.table
        walk.recents = self.recents
        walk.cut_cards = self.cut_cards
        walk.trump_game = self.trump_game
        walk.counts = seat_bits(objective.counts)
        walk.wants = seat_bits(objective.wants)
        everyone = (1 << walk.rules.seats) - 1
        walk.is_helped = walk.wants == everyone and popcount(walk.counts) == 1
        walk.is_misere = walk.wants == everyone & ~walk.counts
        walk.hero = lowest(walk.counts)
        walk.hopeless.leads = 0
        walk.nodes = walk.look_at = 0
        walk.stopped = 0
        has_pairs = self._pair_up(walk)
        walk.weights = self.weights
        for seat in range(position.rules.seats):
            walk.roles[seat] = role_of(walk, seat)
        walk.context = self._context(position, objective)
        walk.singles = walk.rules.single_cards
        walk.by_rank = walk.rules.copy_shift == 0 and (
            not walk.rules.has_card_points or (walk.rules.points_by_suit and popcount(walk.singles) <= MAX_SINGLES)
        )
        if not walk.by_rank:
            walk.singles = 0
        self._set_switches(walk, walk.by_rank and walk.rules.follow != MUST_BEAT, has_pairs)
        return 0

    cdef void _set_switches(self, Walk* walk, bint ranks_suffice, bint has_pairs):
        cdef Switches* switches = &walk.switches
        cdef bint has_trump = walk.rules.trump != NO_SUIT, has_bounds, alone = popcount(walk.counts) == 1
        options = self.options
        switches.use_table = options.use_table
        switches.use_patterns = options.use_patterns and ranks_suffice
        # Elsewhere a node does more than look into the table, and a narrower answer costs what a quicker one saves.
        switches.use_recent_answers = options.use_recent_answers and walk.is_misere
        switches.use_broadest = options.use_broadest
        switches.use_last_runs = options.use_last_runs
        switches.use_bound_entries = options.use_bound_entries and switches.use_patterns
        switches.use_touching = options.use_touching
        switches.use_low_card_skip = options.use_low_card_skip
        has_bounds = ranks_suffice and not walk.rules.has_card_points and walk.rules.per_trick == 1 and walk.rules.last_trick == 0
        if walk.is_helped:
            has_bounds &= has_trump
        elif walk.is_misere:
            has_bounds &= not has_trump and alone
        else:
            # A duty to ruff could make a partner ruff a winner.
            has_bounds &= has_pairs and walk.wants == walk.counts and (not has_trump or walk.rules.follow == FOLLOW_ONLY)
        switches.use_fast_tricks = has_bounds and options.use_fast_tricks
        switches.use_sure_trumps = has_bounds and has_trump and options.use_sure_trumps
        switches.use_ruffs = has_bounds and has_trump and options.use_ruffs
        switches.use_crossruff = has_bounds and has_trump and options.use_crossruff
        switches.use_guarded_trumps = has_bounds and has_trump and options.use_guarded_trumps
        # With four hands there are too many ways to play the trumps: it costs what it saves.
        switches.use_trump_game = has_bounds and has_trump and alone and not walk.is_helped and options.use_trump_game
        switches.use_control = has_bounds and has_trump and alone and walk.rules.seats == 3 and options.use_control
        switches.use_held_tops = has_bounds and options.use_held_tops
        switches.use_joint_tops = has_bounds and not has_trump and options.use_joint_tops
        switches.use_sure_losers = has_bounds and options.use_sure_losers
        switches.use_answered_discards = has_bounds and options.use_answered_discards
        switches.use_ducking = has_bounds and options.use_ducking
        switches.use_hopeless_leads = has_bounds and walk.is_misere and options.use_hopeless_leads
        switches.use_bounds = has_bounds and any([getattr(options, name) for name in options.bounds()])
        switches.use_cut_cards = options.use_cut_cards and options.use_ordering and not walk.is_misere
        switches.use_ordering = options.use_ordering

    cdef uint32_t _context(self, Position position, objective) except? 0:
        # The number of a question for the keys of the table: what the answer depends on beside the cards.
        question = (position.variant, position.contract.trump, position.variant.value_of(position.contract), objective)
        number = self.contexts.setdefault(question, len(self.contexts))
        if number >= MAX_CONTEXTS:
            raise RuntimeError(f"this solver has answered {MAX_CONTEXTS} kinds of questions; take another")
        return number

    cdef bint _pair_up(self, Walk* walk):
        # Who sits with whom, from each seat; False if more than two share a will. Seats that do not exist are empty hands.
        cdef int seat, other, friends, foes
        cdef int seen[4]
        cdef bint has_pairs = True
        for seat in range(walk.rules.seats):
            friends = foes = 0
            for other in range(walk.rules.seats):
                if other != seat and (walk.wants >> other & 1) == (walk.wants >> seat & 1):
                    seen[0] = other
                    friends += 1
                elif other != seat:
                    seen[1 + (foes & 1)] = other
                    foes += 1
            has_pairs &= friends <= 1 and foes <= 2
            walk.pairs[seat].trump = walk.rules.trump
            walk.pairs[seat].leader = seat
            walk.pairs[seat].partner = seen[0] if friends else 3
            walk.pairs[seat].left = seen[1] if foes else 3
            walk.pairs[seat].right = seen[2] if foes > 1 else 3 if friends else 2
        return has_pairs

    def quick_claim(self, Position position, objective, int target):
        """What the quick bounds say of "at least target?" at the start of a trick: ((lower, upper), relevant cards)."""
        if position.trick_so_far.place:
            raise ValueError("quick bounds are for the start of a trick")
        self._begin()
        try:
            return self._quick_claim(position, objective, target)
        finally:
            self.is_busy = False

    cdef object _quick_claim(self, Position position, objective, int target):
        cdef Walk walk
        cdef Answer answer
        cdef int rest = position.points_left
        self._prepare(&walk, position, objective)
        if not walk.switches.use_bounds or not 1 <= target <= rest:
            return None
        answer = quick_answer(&walk, position.trick_so_far.seat, rest, target)
        if answer.value < 0:
            return None
        relevant = position._cards(upward(answer.relevant) & cards_in_play(&walk.state))
        return (answer.value if answer.value >= target else 0, rest if answer.value >= target else answer.value), relevant

    def first_guess(self, Position position, objective):
        """Where to begin looking for the value: from the cards where tricks are counted, else the even share."""
        cdef Walk walk
        if not self.options.use_first_guess or position.rules.has_card_points or position.rules.per_trick != 1 or position.rules.last_trick or objective.counts != objective.wants:
            return position.points_left * len(objective.counts) // position.rules.seats
        self._begin()
        try:
            self._prepare(&walk, position, objective)
        finally:
            self.is_busy = False
        return guess_tricks(&walk, position.trick_so_far.seat, position.points_left)

    def get_weights(self):
        """The numbers of the ordering, a list a role."""
        return [[self.weights[role][feature] for feature in range(FEATURES)] for role in range(ROLES)]

    def set_weights(self, weights):
        """Replace the numbers of the ordering; for tuning."""
        for role in range(ROLES):
            for feature in range(FEATURES):
                self.weights[role][feature] = weights[role][feature]

    def table_usage(self):
        """Bytes and counters of the table."""
        return {
            "bytes": self.table.capacity * sizeof(Block) + (self.table.bucket_mask + 1) * sizeof(uint32_t),
            "blocks": self.table.fresh - 1,
            "entries": self.table.entries,
            "replaced_shapes": self.table.replaced,
        }


MAX_MEMORY_MIB = 512 * 1024  # blocks are numbered with 32 bits, 256 bytes each


cdef extern from "Python.h":
    int check_signals "PyErr_CheckSignals"() noexcept


cdef bint signals_pending() noexcept nogil:
    # Runs Python's signal handlers; an exception one raises (Ctrl-C's) stays set until raise_pending.
    with gil:
        return check_signals() != 0


cdef int raise_pending() except -1:
    return -1


cdef unsigned int seat_bits(seats):
    cdef unsigned int bits = 0
    for seat in seats:
        bits |= 1 << <int>seat
    return bits


cdef int role_of(const Walk* walk, int seat) noexcept nogil:
    cdef bint lone = popcount(walk.counts) == 1 and walk.counts >> seat & 1
    if walk.is_misere:
        return LONE_MISERE if lone else COALITION_MISERE
    cdef int role = PAIRS_NO_TRUMP if walk.rules.seats == 4 else LONE_NO_TRUMP if lone else COALITION_NO_TRUMP
    return role + (walk.rules.trump != NO_SUIT)
