# Quick bounds: what a side is sure of without a search. A bound is never wrong, only weak.
from libc.stdint cimport uint64_t

from ..rules.position cimport NO_SUIT, CardSet, RuleTable, State, bit, suit_cards
from .bits cimport highest, lowest, popcount

# At least `tricks` to the one it speaks of; relevant: the cards that make it so.
cdef struct Sure:
    int tricks
    CardSet relevant


cdef inline int suit_length(uint64_t shape, int seat, int suit) noexcept nogil:
    return <int>(shape >> ((seat << 4) + (suit << 2))) & 15


cdef inline int longest_other(const State* state, int seats, int seat, int suit) noexcept nogil:
    cdef int other, length, longest = 0
    for other in range(seats):
        if other != seat:
            length = suit_length(state.shape, other, suit)
            if length > longest:
                longest = length
    return longest


cdef inline int shortest_ruffer(const State* state, const RuleTable* rules, int seat, int suit) noexcept nogil:
    # How many rounds of a plain suit pass before another seat that holds trumps can ruff; partners count too,
    # for a partner with nothing but trumps would have to ruff and so take the lead away.
    cdef int other, length, shortest = 16
    for other in range(rules.seats):
        if other != seat and suit_length(state.shape, other, rules.trump):
            length = suit_length(state.shape, other, suit)
            if length < shortest:
                shortest = length
    return shortest


cdef inline Sure top_run(CardSet mine, CardSet others, int longest) noexcept nogil:
    # The winners of one hand in a suit that it leads again and again; longest: most cards another seat holds in it.
    cdef Sure sure
    cdef CardSet run = mine
    sure.relevant = 0
    if others:
        run &= ~((bit(highest(others)) << 1) - 1)
    sure.tricks = popcount(run)
    if others and run:
        if sure.tricks >= longest:      # after `longest` rounds nobody else has the suit
            sure.tricks = popcount(mine)
            while popcount(run) > longest:
                run &= run - 1
        sure.relevant = run & -run
    return sure


cdef inline Sure quick_tricks(const State* state, const RuleTable* rules, CardSet in_play, int leader) noexcept nogil:
    # Tricks the leader takes by cashing his own top cards, trumps first; everybody else may discard as he likes.
    cdef Sure total, sure
    cdef CardSet mine, others
    cdef int suit, longest, rounds
    cdef bint can_ruff = False
    total.tricks = 0
    total.relevant = 0
    if rules.trump != NO_SUIT:
        longest = longest_other(state, rules.seats, leader, rules.trump)
        mine = state.hand[leader] & suit_cards(rules.trump)
        total = top_run(mine, in_play & suit_cards(rules.trump) & ~mine, longest)
        can_ruff = longest > total.tricks
    for suit in range(4):
        mine = state.hand[leader] & suit_cards(suit)
        if suit == rules.trump or not mine:
            continue
        others = in_play & suit_cards(suit) & ~mine
        sure = top_run(mine, others, longest_other(state, rules.seats, leader, suit))
        if can_ruff:
            rounds = shortest_ruffer(state, rules, leader, suit)
            if sure.tricks > rounds:
                sure.tricks = rounds
                if not rounds:
                    continue
        total.tricks += sure.tricks
        total.relevant |= sure.relevant
    return total


cdef inline Sure top_trumps(const State* state, const RuleTable* rules, CardSet in_play, unsigned int seats) noexcept nogil:
    # The top trumps of the seat of this side that has most of them: each takes a trick whoever leads.
    cdef Sure best, sure
    cdef CardSet mine
    cdef int seat
    best.tricks = 0
    best.relevant = 0
    for seat in range(rules.seats):
        if seats >> seat & 1:
            mine = state.hand[seat] & suit_cards(rules.trump)
            sure = top_run(mine, in_play & suit_cards(rules.trump) & ~mine, 16)
            if sure.tricks > best.tricks:
                best = sure
    return best
