"""The search: can the counted seats reach this many points from here?

Zero-window alpha-beta over one trick at a time, with partition search at the start of each. See README.md here.
"""

from libc.stdint cimport UINT64_MAX, int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from ..rules.position cimport (
    MUST_BEAT, NO_SUIT, CardSet, Position, RuleTable, State, Trick, bit, legal_plays, new_trick, put_back, suit_cards,
    take_out, trick_points, with_card,
)
from .bits cimport cpu_has_x86_64_v3, highest, lowest, pdep, pext, popcount
from .bounds cimport Pairs, Sure, better, fast_tricks, held_tops, trump_tricks
from .losers cimport hero_loses_to, hero_takes_all, hero_takes_nothing
from .ordering cimport NO_CARD, CutCards, Plays, View, cut_card_of, list_plays, order_plays
from .partition cimport cards_in_play, owners_of, touching_end, touching_heads, upward, without_last_runs
from .stop cimport StopFlag, forehand_flag_is_set
from .tunables cimport (
    COALITION_MISERE, COALITION_NO_TRUMP, DEFAULT_WEIGHTS, FEATURES, LONE_MISERE, LONE_NO_TRUMP, PAIRS_NO_TRUMP, ROLES,
)
from .table cimport Block, Key, Known, Table, table_close, table_open, table_probe, table_store
from .walk cimport Answer, Walk


def has_x86_64_v3():
    """Whether this machine runs code built for x86-64-v3."""
    return bool(cpu_has_x86_64_v3())


cdef Answer search_trick(Walk* walk, int leader, int target) noexcept nogil:
    # Step 1. Limits: once stopped, answers mean nothing and nobody keeps them.
    cdef Answer answer
    cdef Known known
    cdef Key key
    cdef Trick trick
    cdef int rest
    cdef CardSet in_play = cards_in_play(&walk.state)
    answer.relevant = 0
    answer.value = 0
    walk.nodes += 1
    if walk.nodes > walk.node_limit:
        walk.stopped = 1
    elif forehand_flag_is_set(walk.stop):
        walk.stopped = 2
    if walk.stopped or target <= 0 or not in_play:
        return answer

    # Step 2. Is there enough left at all?
    rest = points_in(walk, leader, in_play)
    if target > rest:
        answer.value = rest
        return answer

    # Step 3. What is already proved here, or in a position like it?
    if walk.switches.use_table:
        key.context = walk.context << 2 | <uint32_t>leader
        key.shape = walk.state.shape if walk.switches.use_patterns else in_play
        key.owners = owners_of(&walk.state, in_play)
        known = table_probe(walk.table, &key, target)
        if known.is_known:
            answer.value = known.lower if known.lower >= target else known.upper
            answer.relevant = pdep(known.mask, in_play)
            return answer

    # Step 4. Tricks nobody can stop.
    if walk.switches.use_quick_tricks:
        if walk.is_misere:
            answer = quick_misere_answer(walk, leader, in_play, rest, target)
        else:
            answer = quick_answer(walk, leader, in_play, rest, target)
        if answer.value >= 0:
            answer.relevant = without_last_runs(&walk.state, in_play, answer.relevant)
            return answer

    # Step 5. Search, and keep what was proved.
    trick = new_trick(leader)
    answer = search_play(walk, &trick, in_play, target)
    if walk.switches.use_table and not walk.stopped:
        known.lower = answer.value if answer.value >= target else 0
        known.upper = answer.value if answer.value < target else rest
        if walk.switches.use_patterns:
            answer.relevant = upward(without_last_runs(&walk.state, in_play, answer.relevant)) & in_play
        else:
            answer.relevant = in_play
        known.mask = pext(answer.relevant, in_play)
        table_store(walk.table, &key, known)
    return answer


cdef Answer search_play(Walk* walk, const Trick* trick, CardSet in_play, int target) noexcept nogil:
    # in_play: the cards in play when this trick began.
    cdef State* state = &walk.state
    cdef int seat = trick.seat
    cdef Trick after
    cdef bint wants = walk.wants >> seat & 1
    cdef CardSet hand = state.hand[seat], moves = legal_plays(&walk.rules, trick, hand), low, ends = 0, low_suits = 0
    cdef bint by_rank = not walk.rules.has_card_points and walk.rules.copy_shift == 0
    cdef uint8_t* cut_card = cut_card_of(walk.cut_cards, trick, hand)
    cdef Plays plays
    cdef Answer best, answer
    cdef int place, card

    if walk.switches.use_touching and moves & (moves - 1):
        moves = touching_heads(moves, in_play, walk.rules.copy_shift, by_rank)
    plays.count = 0
    if walk.switches.use_ordering and not walk.is_misere and cut_card[0] != NO_CARD and hand & bit(cut_card[0]):
        # What cut last time, or the head of its group, goes first, before the rest is even weighed.
        low = moves & suit_cards(cut_card[0] >> 4) & ~(bit(cut_card[0]) - 1)
        if low:
            plays.card[0] = lowest(low)
            plays.count = 1
    best.relevant = 0
    best.value = -1
    place = 0
    while True:
        if place == plays.count:
            if not moves:
                best.relevant |= ends & ~low_suits
                return best
            weigh(walk, &plays, moves, in_play, trick)
            place = 0
        card = plays.card[place]
        place += 1
        if not moves & bit(card):
            continue                     # as low as a card that failed
        moves ^= bit(card)
        take_out(state, seat, card)
        after = with_card(&walk.rules, trick, card)
        answer = finish_trick(walk, &after, target) if after.place == walk.rules.seats else search_play(walk, &after, in_play, target)
        put_back(state, seat, card)
        if walk.stopped:
            return answer
        if (answer.value >= target) == wants:
            cut_card[0] = <uint8_t>card
            return answer
        if best.value < 0 or (answer.value > best.value) == wants:
            best.value = answer.value
        if not walk.switches.use_patterns:
            continue
        low = answer.relevant & suit_cards(card >> 4)
        low = (low & -low) - 1 if low else ~<CardSet>0
        if bit(card) & low:
            # Its rank did not matter: every card of the suit as low as this fails alike, here and in the pattern.
            low_suits |= suit_cards(card >> 4)
            if walk.switches.use_low_card_skip:
                moves &= ~(low & suit_cards(card >> 4))
        elif walk.switches.use_touching:
            # It mattered: unless low cards are dealt with, an equal card of its group must not be lower elsewhere.
            ends |= touching_end(card, hand, in_play)
        best.relevant |= answer.relevant


cdef inline void weigh(Walk* walk, Plays* plays, CardSet moves, CardSet in_play, const Trick* trick) noexcept nogil:
    # Lists the moves, in order if that is asked.
    cdef View view
    if not walk.switches.use_ordering or not moves & (moves - 1):
        list_plays(plays, moves)
        return
    view.state = &walk.state
    view.rules = &walk.rules
    view.trick = trick
    view.pairs = &walk.pairs[trick.seat]
    view.weights = walk.weights[walk.roles[trick.seat]]
    view.in_play = in_play
    view.theirs = walk.state.hand[view.pairs.left] | walk.state.hand[view.pairs.right]
    view.to_come = opponents_to_come(walk, trick)
    order_plays(plays, moves, &view)


cdef inline CardSet opponents_to_come(const Walk* walk, const Trick* trick) noexcept nogil:
    # The cards of the seats of the other will that play to this trick after the mover.
    cdef CardSet cards = 0
    cdef int after, seat = trick.seat
    cdef unsigned int mine = walk.wants >> seat & 1
    for after in range(trick.place + 1, walk.rules.seats):
        seat = seat + 1 if seat + 1 < walk.rules.seats else 0
        if (walk.wants >> seat & 1) != mine:
            cards |= walk.state.hand[seat]
    return cards


cdef inline Answer finish_trick(Walk* walk, const Trick* trick, int target) noexcept nogil:
    # All have played: count the trick, and search on from the next. A winner matters by its rank if one of its suit lost to it.
    cdef int points = trick_points(&walk.rules, &walk.state, trick) if walk.counts >> trick.winner & 1 else 0
    cdef Answer answer = search_trick(walk, trick.winner, target - points)
    answer.value += points
    if trick.by_rank:
        answer.relevant |= bit(trick.best)
    return answer


cdef Answer quick_answer(Walk* walk, int leader, CardSet in_play, int rest, int target) noexcept nogil:
    # A bound that decides; value -1 if none does.
    cdef const Pairs* pairs = &walk.pairs[leader]
    cdef bint leader_counts = walk.counts >> pairs.leader & 1
    cdef int need = target if leader_counts else rest - target + 1
    cdef CardSet ours = walk.state.hand[pairs.leader] | walk.state.hand[pairs.partner]
    cdef Answer answer = decide(fast_tricks(&walk.state, &walk.rules, pairs, rest, need), leader_counts, rest, target)
    cdef Sure sure
    if answer.value >= 0:
        return answer
    cdef CardSet trumps = suit_cards(walk.rules.trump) if walk.rules.trump != NO_SUIT else 0
    cdef int needed = rest - target + 1 if leader_counts else target
    if trumps:
        sure = trump_tricks(&walk.state, &walk.rules, pairs.leader, pairs.partner, in_play & ~ours, need)
        answer = decide(sure, leader_counts, rest, target)
        if answer.value >= 0:
            return answer
        sure = trump_tricks(&walk.state, &walk.rules, pairs.left, pairs.right, ours, needed)
        answer = decide(sure, not leader_counts, rest, target)
        if answer.value >= 0:
            return answer
    if not ours & trumps:
        sure = better(
            held_tops(&walk.state, in_play, pairs, pairs.left, rest, needed),
            held_tops(&walk.state, in_play, pairs, pairs.right, rest, needed),
        )
        return decide(sure, not leader_counts, rest, target)
    return answer


cdef Answer quick_misere_answer(Walk* walk, int leader, CardSet in_play, int rest, int target) noexcept nogil:
    # The same where the lone counted seat, the hero, wants few tricks.
    cdef int hero = walk.hero, other
    cdef bint hero_leads = leader == hero
    cdef Answer answer
    cdef Sure sure
    for other in range(walk.rules.seats):
        if other != hero:
            sure = hero_loses_to(&walk.state, hero, other, hero_leads, rest - target + 1)
            answer = decide(sure, False, rest, target)
            if answer.value >= 0:
                return answer
    if hero_leads:
        sure = hero_takes_all(&walk.state, hero, walk.rules.seats, in_play)
        sure.tricks *= rest
        return decide(sure, True, rest, target)
    sure = hero_takes_nothing(&walk.state, hero, in_play)
    sure.tricks *= rest
    return decide(sure, False, rest, target)


cdef inline Answer decide(Sure sure, bint counted, int rest, int target) noexcept nogil:
    # What tricks that are sure for the counted seats, or for the others, say about the target.
    cdef Answer answer
    answer.value = sure.tricks if counted else rest - sure.tricks
    answer.relevant = sure.relevant
    if (answer.value >= target) != counted:
        answer.value = -1
    return answer


cdef int points_in(Walk* walk, int leader, CardSet in_play) noexcept nogil:
    cdef int points = walk.rules.last_trick
    cdef CardSet cards
    if walk.rules.per_trick:
        points += walk.rules.per_trick * popcount(walk.state.hand[leader])
    if walk.rules.has_card_points:
        cards = in_play
        while cards:
            points += walk.rules.points[lowest(cards)]
            cards &= cards - 1
    return points


cdef class Search:
    """One transposition table and what goes with it; the driver's Solver is its Python face."""

    cdef Table table
    cdef CutCards* cut_cards
    cdef object options
    cdef dict contexts
    cdef int16_t weights[ROLES][FEATURES]

    def __cinit__(self, memory_mib, options):
        if not 1 <= memory_mib <= MAX_MEMORY_MIB:
            raise ValueError(f"memory cap of {memory_mib} MiB: it must be from 1 to {MAX_MEMORY_MIB}")
        self.options = options
        self.contexts = {}
        memcpy(self.weights, DEFAULT_WEIGHTS, sizeof(self.weights))
        self.cut_cards = <CutCards*>calloc(1, sizeof(CutCards))
        if not table_open(&self.table, (<uint64_t>memory_mib << 20) - sizeof(CutCards), FORK_AT) or self.cut_cards == NULL:
            raise MemoryError(f"no {memory_mib} MiB for the transposition table")

    def __dealloc__(self):
        table_close(&self.table)
        free(self.cut_cards)

    def ask(self, Position position, objective, int target, nodes_left, StopFlag stop):
        """((lower, upper), nodes, stopped) for "do the counted seats win at least target points?"."""
        cdef Walk walk
        cdef Answer answer
        self._prepare(&walk, position, objective)
        walk.node_limit = UINT64_MAX if nodes_left is None else nodes_left
        walk.stop = &stop.flag
        with nogil:
            memset(self.cut_cards, NO_CARD, sizeof(CutCards))
            if position.trick_so_far.place:
                answer = search_play(&walk, &position.trick_so_far, cards_in_play(&walk.state) | position.table, target)
            else:
                answer = search_trick(&walk, position.trick_so_far.seat, target)
        rest = position.points_left
        bounds = (answer.value, rest) if answer.value >= target else (0, answer.value)
        return bounds, walk.nodes, ("", "node_limit", "cancelled")[walk.stopped]

    cdef void _prepare(self, Walk* walk, Position position, objective):
        cdef bint ranks_suffice
        walk.state = position.state
        walk.rules = position.rules
        walk.table = &self.table
        walk.cut_cards = self.cut_cards
        walk.counts = seat_bits(objective.counts)
        walk.wants = seat_bits(objective.wants)
        walk.is_misere = walk.counts != walk.wants
        walk.hero = lowest(walk.counts)
        walk.nodes = 0
        walk.stopped = 0
        has_pairs = self._pair_up(walk)
        walk.weights = self.weights
        for seat in range(position.rules.seats):
            walk.roles[seat] = role_of(walk, seat)
        question = (position.variant, position.contract.trump, objective)
        walk.context = self.contexts.setdefault(question, len(self.contexts))
        ranks_suffice = not walk.rules.has_card_points and walk.rules.copy_shift == 0 and walk.rules.follow != MUST_BEAT
        walk.switches.use_table = self.options.use_table
        walk.switches.use_patterns = self.options.use_patterns and ranks_suffice
        walk.switches.use_touching = self.options.use_touching
        walk.switches.use_low_card_skip = self.options.use_low_card_skip
        walk.switches.use_quick_tricks = (
            self.options.use_quick_tricks and ranks_suffice
            and (walk.rules.trump == NO_SUIT and popcount(walk.counts) == 1 if walk.is_misere else has_pairs)
            and walk.rules.per_trick == 1 and walk.rules.last_trick == 0
        )
        walk.switches.use_ordering = self.options.use_ordering

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
            walk.pairs[seat].leader = seat
            walk.pairs[seat].partner = seen[0] if friends else 3
            walk.pairs[seat].left = seen[1] if foes else 3
            walk.pairs[seat].right = seen[2] if foes > 1 else 3 if friends else 2
        return has_pairs

    def first_guess(self, Position position, objective):
        """Where to begin looking for the value: the counted seats' even share."""
        return position.points_left * len(objective.counts) // position.rules.seats

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


MAX_MEMORY_MIB = 1 << 20
FORK_AT = 24  # entries in a list; fewer are read through as fast as a fork is followed


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
