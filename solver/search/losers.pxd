# Quick bounds where a lone seat, the hero, wants few tricks and there are no trumps. A bound is never wrong, only weak.
#
# README.md of this folder proves each.
from libc.stdint cimport uint64_t

from ..rules.position cimport CardSet, State, bit, suit_cards
from .bits cimport highest, lowest, popcount
from .bounds cimport Sure, larger, smaller


cdef inline int lower_than(CardSet ducks, CardSet over) noexcept nogil:
    # The most cards of `ducks` that can be matched each with a higher one of `over`, no card used twice; one suit.
    cdef int matched = 0
    while ducks and over:
        if lowest(over) > lowest(ducks):
            matched += 1
            ducks &= ducks - 1
        over &= over - 1
    return matched


cdef inline Sure hero_loses_to(const State* state, int hero, int other, bint hero_leads, int need) noexcept nogil:
    # Tricks the hero can make sure to lose to one opponent: in each suit the hero has cards that opponent cannot duck
    # under; the opponent gets rid of his cards there at best one a trick.
    cdef Sure sure
    cdef CardSet mine, theirs
    cdef int suit, matched, halves, total = 0
    sure.relevant = 0
    for suit in range(4):
        mine = state.hand[hero] & suit_cards(suit)
        theirs = state.hand[other] & suit_cards(suit)
        if not mine or not theirs:
            continue
        matched = lower_than(theirs, mine)
        halves = smaller(2 * (popcount(mine) - matched), popcount(theirs) - matched)
        if halves:
            total += halves
            sure.relevant |= bit(larger(lowest(mine), lowest(theirs)))
            if total + hero_leads >= 2 * need:
                break
    sure.tricks = (total + hero_leads) // 2
    return sure


cdef inline Sure hero_takes_nothing(const State* state, int hero, CardSet in_play) noexcept nogil:
    # tricks: 1 if the hero, not on lead, can duck for ever, suit by suit below the opponents' cards; else 0.
    cdef Sure sure
    cdef CardSet mine, theirs
    cdef int suit
    sure.tricks = 0
    sure.relevant = 0
    for suit in range(4):
        mine = state.hand[hero] & suit_cards(suit)
        theirs = in_play & suit_cards(suit) & ~mine
        if not mine or not theirs:
            continue
        sure.relevant |= bit(larger(lowest(theirs), lowest(mine)))
        while mine and theirs:
            if lowest(mine) > lowest(theirs):
                return sure
            mine &= mine - 1
            theirs &= theirs - 1
    sure.tricks = 1
    return sure


cdef inline Sure hero_takes_all(const State* state, int hero, int seats, CardSet in_play) noexcept nogil:
    # tricks: 1 if every opponent can duck under each card the hero, on lead, has to lead; else 0.
    cdef Sure sure
    cdef CardSet mine, theirs, all_mine
    cdef int suit, other
    sure.tricks = 0
    sure.relevant = 0
    for suit in range(4):
        all_mine = state.hand[hero] & suit_cards(suit)
        if not all_mine or not in_play & suit_cards(suit) & ~all_mine:
            continue
        sure.relevant |= bit(lowest(all_mine))
        for other in range(seats):
            mine = all_mine
            theirs = state.hand[other] & suit_cards(suit) if other != hero else 0
            while mine and theirs:
                if lowest(theirs) > lowest(mine):
                    return sure
                mine &= mine - 1
                theirs &= theirs - 1
    sure.tricks = 1
    return sure
