# Quick bounds where a lone seat, the hero, wants few tricks and there are no trumps. A bound is never wrong, only weak.
#
# README.md of this folder proves each.
from libc.stdint cimport uint64_t

from ..rules.position cimport CardSet, State, bit, suit_cards
from .bits cimport highest, lowest, popcount
from .bounds cimport Sure
from .runs cimport larger, smaller
from .partition cimport cards_in_play


# The hero and one opponent.
cdef struct Duel:
    const State* state
    int seats
    int hero
    int other

# Cards of the hero the opponent has to beat, added up over the suits.
cdef struct Stuck:
    int total
    int suits              # that add to it
    int held[4]            # what each adds
    CardSet relevant

# Leads that fail whatever follows, and the cards that make it so.
cdef struct Hopeless:
    CardSet leads
    CardSet relevant


cdef inline Stuck stuck_cards(const Duel* duel, int each, int enough) noexcept nogil:
    # In a suit where the opponent has `tops` cards at or above one of his, and `ducks` below, and the hero `low` cards
    # below it, that is min(each * (low - ducks), tops): for the card where it is most. No more suits than it takes.
    cdef Stuck stuck
    cdef CardSet mine, theirs
    cdef int suit, card, found = 0, length, tops, most, held
    stuck.total = stuck.suits = 0
    stuck.relevant = 0
    for suit in range(4):
        mine = duel.state.hand[duel.hero] & suit_cards(suit)
        theirs = duel.state.hand[duel.other] & suit_cards(suit)
        stuck.held[suit] = 0
        if not mine or not theirs:
            continue
        length = popcount(theirs)
        tops = most = 0
        while theirs:
            card = highest(theirs)
            theirs ^= bit(card)
            tops += 1
            held = smaller(each * (popcount(mine & (bit(card) - 1)) - (length - tops)), tops)
            if held > most:
                most = held
                found = card
        if most:
            stuck.held[suit] = most
            stuck.total += most
            stuck.suits += 1
            stuck.relevant |= bit(found)
            if stuck.total >= enough:
                break
    return stuck


cdef inline Sure hero_loses_to(const Duel* duel, bint hero_leads, int need) noexcept nogil:
    # Tricks the hero can make sure to lose to one opponent, who gets rid of what he has to beat them with at one card a trick
    # at best: so that is counted in halves.
    cdef Stuck stuck = stuck_cards(duel, 2, 2 * need - hero_leads)
    cdef Sure sure
    cdef CardSet ducked = 0
    sure.relevant = stuck.relevant
    sure.tricks = (stuck.total + hero_leads) // 2
    if not hero_leads and stuck.total == 2 * need - 1 and has_no_discard(duel, &stuck, &ducked):
        sure.tricks += 1
        sure.relevant |= ducked
    return sure


cdef inline bint has_no_discard(const Duel* duel, const Stuck* stuck, CardSet* ducked) noexcept nogil:
    # Whether that opponent has nothing to gain in suits he is out of, if another leads them: the hero takes no such trick.
    # ducked: the others' lowest cards where he can stay below them.
    cdef CardSet in_play = cards_in_play(duel.state), mine, others
    cdef int suit
    for suit in range(4):
        mine = duel.state.hand[duel.hero] & suit_cards(suit)
        others = in_play & suit_cards(suit) & ~mine
        if not others or duel.state.hand[duel.other] & others:
            continue
        if mine:
            if lowest(mine) > lowest(others):
                return False
            ducked[0] |= others & -others
        elif stuck.total == 3 and stuck.suits == 3 and not plays_before(duel):
            return False
    return True


cdef inline bint plays_before(const Duel* duel) noexcept nogil:
    # Whether the hero is next after that opponent.
    return (duel.other + 1 if duel.other + 1 < duel.seats else 0) == duel.hero


cdef inline bint hero_can_answer(const Duel* duel) noexcept nogil:
    # Whether that opponent, just before the hero, never runs out of a suit before the hero while another still has cards of
    # it: then he discards only where the hero can answer with a card of the same suit.
    cdef CardSet in_play = cards_in_play(duel.state), mine, theirs
    cdef int suit
    if not plays_before(duel):
        return False
    for suit in range(4):
        mine = duel.state.hand[duel.hero] & suit_cards(suit)
        theirs = duel.state.hand[duel.other] & suit_cards(suit)
        if popcount(mine) > popcount(theirs) and in_play & suit_cards(suit) & ~mine & ~theirs:
            return False
    return True


cdef inline Sure hero_loses_each(const Duel* duel, int need) noexcept nogil:
    # The same for the opponent just before the hero, if he can answer his discards: then all of it counts.
    cdef Sure sure
    cdef Stuck stuck
    sure.tricks = 0
    sure.relevant = 0
    if hero_can_answer(duel):
        stuck = stuck_cards(duel, 1, need)
        sure.tricks = stuck.total
        sure.relevant = stuck.relevant
    return sure


cdef inline Hopeless hopeless_leads(const Duel* duel, int leader, int need) noexcept nogil:
    # Leads of an opponent's with which the hero gains the half, or the two, that he misses to lose `need` tricks to the other.
    cdef Hopeless hopeless
    cdef Stuck stuck = stuck_cards(duel, 2, 2 * need)
    cdef int suit, missing = 2 * need - stuck.total
    cdef CardSet mine, theirs, leads
    hopeless.leads = hopeless.relevant = 0
    if missing > 2 and hero_can_answer(duel):
        stuck = stuck_cards(duel, 1, need)
        missing = 2 * (need - stuck.total)
    if missing < 1 or missing > 2:
        return hopeless
    hopeless.relevant = stuck.relevant
    for suit in range(4):
        leads = duel.state.hand[leader] & suit_cards(suit)
        if not leads:
            continue
        mine = duel.state.hand[duel.hero] & suit_cards(suit)
        theirs = duel.state.hand[duel.other] & suit_cards(suit)
        if not mine:
            if theirs or (missing == 1 and (stuck.total != 3 or stuck.suits != 3 or plays_before(duel))):
                hopeless.leads |= leads
        elif missing == 1 and theirs and (stuck.held[suit] & 1 or not stuck.held[suit]):
            hopeless.leads |= leads
        elif (missing == 1 and not theirs) or (missing == 2 and theirs and not stuck.held[suit]):
            # He stays below it.
            leads &= ~((mine & -mine) - 1)
            hopeless.leads |= leads
            hopeless.relevant |= mine & -mine if leads else 0
    return hopeless


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
