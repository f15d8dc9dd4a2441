"""Where a position ends when every seat plays for itself alone: backward induction over all plays to the end."""

import time
from threading import current_thread, main_thread

from libc.stdint cimport UINT64_MAX, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from ..rules.position cimport (
    MAX_SEATS, CardSet, Position, RuleTable, State, Trick, bit, legal_plays, new_trick, put_back, suit_cards, take_out,
    trick_points, with_card,
)
from ..search.bits cimport highest, pext
from ..search.stop cimport StopFlag, forehand_flag, forehand_flag_is_set
from ..search.table cimport Block
from .outcome_table cimport (
    KEY_WORDS, Outcome, Outcomes, OutcomeTable, outcomes_reserve, table_close, table_open, table_probe, table_store,
)

cdef enum Ties:
    FIRST_CARD
    HELP_LEFT
    HURT_LEADER_MOST
    ALL_OUTCOMES

cdef enum:
    MAX_PLIES = 64
    STOPPED_AT_LIMIT = 1
    STOPPED_BY_FLAG = 2
    STOPPED_BY_SIGNAL = 3
    STOPPED_BY_MEMORY = 4
    SIGNALS_EVERY = 1 << 14   # nodes, some ten milliseconds

BLOCK_BYTES = sizeof(Block)

_TIES = {
    "first_card": FIRST_CARD, "help_left": HELP_LEFT, "hurt_leader_most": HURT_LEADER_MOST, "all_outcomes": ALL_OUTCOMES,
}
_REASONS = ("", "node_limit", "cancelled", "", "memory")

# found[ply] are the outcomes of the position `ply` cards on; points of outcomes are those won from that position on.
cdef struct Walk:
    State state
    RuleTable rules
    Ties ties
    int sign                  # +1, or -1 where seats want few points
    int tally[MAX_SEATS]      # points won before the root
    CardSet valuable          # cards with points
    OutcomeTable table
    Outcomes found[MAX_PLIES + 2]
    Outcomes spare
    uint64_t nodes
    uint64_t node_limit
    forehand_flag* stop
    bint asks_signals         # Python runs signal handlers in its main thread only
    int stopped


def find(Position position, str tie_rule, nodes_left, memory_bytes, StopFlag stop):
    """(outcomes in ascending order or None, nodes, CPU seconds, why it stopped) of a position with a will a seat."""
    cdef Walk walk
    started = time.thread_time()
    _prepare(&walk, position, _TIES[tie_rule])
    walk.node_limit = UINT64_MAX if nodes_left is None else nodes_left
    walk.stop = &stop.flag
    if not table_open(&walk.table, memory_bytes):
        walk.stopped = STOPPED_BY_MEMORY
    try:
        with nogil:
            search_root(&walk, &position.trick_so_far, position.table)
        if walk.stopped == STOPPED_BY_SIGNAL:
            raise_pending()
        found = None if walk.stopped else _unpacked(&walk.found[0], walk.rules.seats)
        return found, walk.nodes, time.thread_time() - started, _REASONS[walk.stopped]
    finally:
        _release(&walk)


cdef void _prepare(Walk* walk, Position position, Ties ties):
    memset(walk, 0, sizeof(Walk))
    walk.state = position.state
    walk.rules = position.rules
    walk.ties = ties
    walk.sign = -1 if position.contract.is_misere else 1
    walk.asks_signals = current_thread() is main_thread()
    for seat, points in enumerate(position.tally):
        walk.tally[seat] = points
    for card in range(64):
        if walk.rules.has_card_points and walk.rules.points[card]:
            walk.valuable |= bit(card)


cdef void _release(Walk* walk):
    table_close(&walk.table)
    free(walk.spare.items)
    for ply in range(MAX_PLIES + 2):
        free(walk.found[ply].items)


cdef _unpacked(const Outcomes* outcomes, int seats):
    found = [[outcomes.items[place] >> (seat << 4) & 0xFFFF for seat in range(seats)] for place in range(outcomes.count)]
    return sorted(map(tuple, found))


cdef extern from "Python.h":
    int check_signals "PyErr_CheckSignals"() noexcept


cdef bint signals_pending() noexcept nogil:
    with gil:
        return check_signals() != 0


cdef int raise_pending() except -1:
    return -1


cdef void search_root(Walk* walk, const Trick* trick, CardSet table) noexcept nogil:
    cdef CardSet in_play = cards_in_play(&walk.state)
    if walk.stopped:
        return
    if trick.place == 0:
        search_trick(walk, trick.seat, 0, 0)
    elif may_go_on(walk):
        search_play(walk, trick, in_play | table, 0, 0)


cdef CardSet cards_in_play(const State* state) noexcept nogil:
    return state.hand[0] | state.hand[1] | state.hand[2] | state.hand[3]


cdef bint may_go_on(Walk* walk) noexcept nogil:
    # Counts one node; False, and why noted, if none may be searched any more.
    if walk.nodes >= walk.node_limit:
        walk.stopped = STOPPED_AT_LIMIT
    elif forehand_flag_is_set(walk.stop):
        walk.stopped = STOPPED_BY_FLAG
    elif walk.asks_signals and walk.nodes % SIGNALS_EVERY == SIGNALS_EVERY - 1 and signals_pending():
        walk.stopped = STOPPED_BY_SIGNAL
    else:
        walk.nodes += 1
        return True
    return False


cdef void search_trick(Walk* walk, int leader, Outcome won, int ply) noexcept nogil:
    # The outcomes from the start of a trick, into found[ply]. `won`: points won since the root.
    cdef uint64_t key[KEY_WORDS]
    cdef CardSet in_play = cards_in_play(&walk.state)
    cdef Trick trick
    cdef const Outcome* known
    cdef int count
    if not in_play or not (walk.rules.per_trick or walk.rules.last_trick or in_play & walk.valuable):
        keep(walk, ply, &NOTHING, 1)
        return
    fill_key(walk, key, leader, won, in_play)
    count = table_probe(&walk.table, key, &known)
    if count:
        keep(walk, ply, known, count)
    elif may_go_on(walk):
        trick = new_trick(leader)
        search_play(walk, &trick, in_play, won, ply)
        if not walk.stopped and not table_store(&walk.table, key, &walk.found[ply]):
            walk.stopped = STOPPED_BY_MEMORY


cdef Outcome NOTHING = 0


cdef void keep(Walk* walk, int ply, const Outcome* outcomes, int count) noexcept nogil:
    cdef Outcomes* found = &walk.found[ply]
    if outcomes_reserve(found, count):
        memcpy(found.items, outcomes, count * sizeof(Outcome))
        found.count = count
    else:
        walk.stopped = STOPPED_BY_MEMORY


cdef void fill_key(const Walk* walk, uint64_t* key, int leader, Outcome won, CardSet in_play) noexcept nogil:
    # Two positions with the same key have the same outcomes. Lengths, owners in order of rank, and the suits' very
    # cards where more than their order counts; who leads; what is won so far only if the rule looks at it.
    cdef const State* state = &walk.state
    key[0] = state.shape
    key[1] = pext(state.hand[1] | state.hand[3], in_play)
    key[2] = pext(state.hand[2] | state.hand[3], in_play)
    key[3] = (won if walk.ties == HURT_LEADER_MOST else 0) | <uint64_t>(leader & 1) << 15 | <uint64_t>(leader >> 1) << 31
    key[4] = in_play & ~ranked_suits(&walk.rules, in_play)


cdef CardSet ranked_suits(const RuleTable* rules, CardSet in_play) noexcept nogil:
    # The suits in which only the order of the cards still in play counts.
    cdef CardSet suits = 0
    cdef int suit
    if rules.copy_shift or (rules.has_card_points and not rules.points_by_suit):
        return 0
    for suit in range(4):
        if not in_play & rules.single_cards & suit_cards(suit):
            suits |= suit_cards(suit)
    return suits


cdef CardSet different_plays(const Walk* walk, CardSet moves, CardSet in_play) noexcept nogil:
    # The first card of each group that makes no difference: touching cards, and identical ones.
    cdef CardSet ranked = ranked_suits(&walk.rules, in_play), rest = in_play & ranked, heads = moves & ~ranked
    cdef CardSet above = 0, card
    cdef int suit = 4
    if walk.rules.copy_shift:
        return moves & ~((moves & <CardSet>0x5555555555555555) << 1)
    while rest:
        card = bit(highest(rest))
        rest ^= card
        if highest(card) >> 4 != suit:
            suit = highest(card) >> 4
            above = 0
        if card & moves and not above & moves:
            heads |= card
        above = card
    return heads


cdef void search_play(Walk* walk, const Trick* trick, CardSet in_play, Outcome won, int ply) noexcept nogil:
    # The same with cards on the table. in_play: the cards in play when this trick began.
    cdef State* state = &walk.state
    cdef int seat = trick.seat, suit, card
    cdef CardSet moves = legal_plays(&walk.rules, trick, state.hand[seat]), cards
    cdef Outcome gain
    cdef Trick after
    if moves & (moves - 1):
        moves = different_plays(walk, moves, in_play)
    walk.found[ply].count = 0
    for suit in range(4):
        cards = moves & suit_cards(suit)
        while cards:
            card = highest(cards)
            cards ^= bit(card)
            take_out(state, seat, card)
            after = with_card(&walk.rules, trick, card)
            gain = 0
            if after.place == walk.rules.seats:
                gain = <Outcome>trick_points(&walk.rules, state, &after) << (after.winner << 4)
                search_trick(walk, after.winner, won + gain, ply + 1)
            else:
                search_play(walk, &after, in_play, won, ply + 1)
            put_back(state, seat, card)
            if walk.stopped:
                return
            if walk.ties == ALL_OUTCOMES:
                add_outcomes(walk, seat, ply, gain)
            else:
                take_better(walk, seat, ply, walk.found[ply + 1].items[0] + gain, won)


cdef int liking(const Walk* walk, Outcome outcome, int seat) noexcept nogil:
    # How much a seat likes an outcome: more is better.
    return walk.sign * <int>(outcome >> (seat << 4) & 0xFFFF)


cdef void take_better(Walk* walk, int seat, int ply, Outcome outcome, Outcome won) noexcept nogil:
    # Makes `outcome` the one of found[ply] if the seat to move prefers it; of equal ones the first stays.
    cdef Outcomes* found = &walk.found[ply]
    if found.count == 0:
        keep(walk, ply, &outcome, 1)
    elif prefers(walk, seat, outcome, found.items[0], won):
        found.items[0] = outcome


cdef bint prefers(const Walk* walk, int seat, Outcome one, Outcome other, Outcome won) noexcept nogil:
    cdef int after, left, difference = liking(walk, one, seat) - liking(walk, other, seat)
    if difference or walk.ties == FIRST_CARD:
        return difference > 0
    if walk.ties == HURT_LEADER_MOST:
        return hurts_leader_more(walk, seat, one + won, other + won)
    for after in range(1, walk.rules.seats):
        left = (seat + after) % walk.rules.seats
        difference = liking(walk, one, left) - liking(walk, other, left)
        if difference:
            return difference > 0
    return False


cdef bint hurts_leader_more(const Walk* walk, int seat, Outcome one, Outcome other) noexcept nogil:
    # Whether, at the end, the best placed of the other seats stands worse; if equal the next, and so on.
    cdef int ones[MAX_SEATS]
    cdef int others[MAX_SEATS]
    cdef int place
    best_first(walk, seat, one, ones)
    best_first(walk, seat, other, others)
    for place in range(walk.rules.seats - 1):
        if ones[place] != others[place]:
            return ones[place] < others[place]
    return False


cdef void best_first(const Walk* walk, int seat, Outcome totals, int* standings) noexcept nogil:
    # How the other seats stand in the end, the best placed first.
    cdef int other, place, count = 0, standing
    memset(standings, 0, MAX_SEATS * sizeof(int))
    for other in range(walk.rules.seats):
        if other == seat:
            continue
        standing = liking(walk, totals, other) + walk.sign * walk.tally[other]
        place = count
        while place and standings[place - 1] < standing:
            standings[place] = standings[place - 1]
            place -= 1
        standings[place] = standing
        count += 1


cdef void add_outcomes(Walk* walk, int seat, int ply, Outcome gain) noexcept nogil:
    # Joins found[ply + 1], shifted by `gain`, to found[ply]. The seat to move may choose a play for one of its outcomes
    # unless some play is better for it however ties are broken: what it likes less than that goes.
    cdef Outcomes* mine = &walk.found[ply]
    cdef Outcomes* more = &walk.found[ply + 1]
    cdef Outcomes joined
    cdef int at = 0, there = 0, floor
    cdef Outcome outcome
    if not outcomes_reserve(&walk.spare, mine.count + more.count):
        walk.stopped = STOPPED_BY_MEMORY
        return
    floor = least_liking(walk, more, seat, gain)
    if mine.count and least_liking(walk, mine, seat, 0) > floor:
        floor = least_liking(walk, mine, seat, 0)
    joined = walk.spare
    joined.count = 0
    while at < mine.count or there < more.count:
        if there == more.count or (at < mine.count and mine.items[at] < more.items[there] + gain):
            outcome = mine.items[at]
            at += 1
        else:
            outcome = more.items[there] + gain
            at += at < mine.count and mine.items[at] == outcome
            there += 1
        if liking(walk, outcome, seat) >= floor:
            joined.items[joined.count] = outcome
            joined.count += 1
    walk.spare = mine[0]
    mine[0] = joined


cdef int least_liking(const Walk* walk, const Outcomes* outcomes, int seat, Outcome gain) noexcept nogil:
    cdef int place, least = liking(walk, outcomes.items[0] + gain, seat)
    for place in range(1, outcomes.count):
        least = min(least, liking(walk, outcomes.items[place] + gain, seat))
    return least
