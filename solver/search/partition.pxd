# Partition search: which cards a proof depended on, and the pattern that stands for every position it holds in.
# README.md of this folder explains the idea and argues why each step is sound.
from libc.stdint cimport uint64_t

from ..rules.position cimport MAX_SEATS, CardSet, State, suit_cards
from .bits cimport pext

# Where every card still in play is, relative to the others in its suit: the owner's seat number, bit by bit,
# packed so that the cards of a suit stand side by side. With the shape this is the whole position.
cdef struct Owners:
    uint64_t low
    uint64_t high


cdef inline CardSet cards_in_play(const State* state) noexcept nogil:
    return state.hand[0] | state.hand[1] | state.hand[2] | state.hand[3]


cdef inline Owners owners_of(const State* state, CardSet cards) noexcept nogil:
    cdef Owners owners
    owners.low = pext(state.hand[1] | state.hand[3], cards)
    owners.high = pext(state.hand[2] | state.hand[3], cards)
    return owners


cdef inline CardSet upward(CardSet relevant) noexcept nogil:
    # Every place at or above a relevant card, suit by suit: a rank matters together with all ranks above it.
    relevant |= (relevant << 1) & <CardSet>0xFFFEFFFEFFFEFFFE
    relevant |= (relevant << 2) & <CardSet>0xFFFCFFFCFFFCFFFC
    relevant |= (relevant << 4) & <CardSet>0xFFF0FFF0FFF0FFF0
    relevant |= (relevant << 8) & <CardSet>0xFF00FF00FF00FF00
    return relevant


cdef inline CardSet without_last_runs(const State* state, CardSet in_play, CardSet relevant) noexcept nogil:
    # If the weakest cards of a suit are all one hand's, the shape and the cards above them tell as much: the least card
    # that must be relevant is the weakest of another hand, or none.
    cdef int suit, seat
    cdef CardSet cards, low, others
    for suit in range(4):
        cards = in_play & suit_cards(suit)
        if not relevant & cards:
            continue
        low = cards & -cards
        for seat in range(MAX_SEATS):
            if state.hand[seat] & low:
                break
        others = cards & ~state.hand[seat]
        low = others & -others
        if not others:
            relevant &= ~cards
        elif relevant & cards & (low - 1):
            relevant = relevant & ~(cards & (low - 1)) | low
    return relevant


cdef inline CardSet spread_down(CardSet cards, CardSet way) noexcept nogil:
    # The cards, and every place of their suits below them as far as the way goes (13 ranks a suit: the three places above
    # them are never on it).
    way &= <CardSet>0x1FFF1FFF1FFF1FFF
    cards |= way & (cards >> 1)
    way &= way >> 1
    cards |= way & (cards >> 2)
    way &= way >> 2
    cards |= way & (cards >> 4)
    way &= way >> 4
    return cards | way & (cards >> 8)


cdef inline CardSet spread_up(CardSet cards, CardSet way) noexcept nogil:
    # The same above them.
    way &= <CardSet>0x1FFF1FFF1FFF1FFF
    cards |= way & (cards << 1)
    way &= way << 1
    cards |= way & (cards << 2)
    way &= way << 2
    cards |= way & (cards << 4)
    way &= way << 4
    return cards | way & (cards << 8)


cdef inline CardSet touching_heads(CardSet plays, CardSet in_play, int copy_shift, bint by_rank) noexcept nogil:
    # One card of each group of equal plays: the strongest of touching cards where ranks alone count (by_rank), else one
    # of two identical cards. Cards on the table are still in play, so they separate their neighbors until the trick is over.
    if not by_rank:
        return plays & ~((plays & <CardSet>0x5555555555555555) << 1) if copy_shift else plays
    # A card is no head if the next card in play above it is the same hand's: see what each meets below.
    return plays & ~(spread_down(plays, ~in_play) >> 1)


cdef inline CardSet touching_cards(CardSet cards, CardSet hand, CardSet in_play) noexcept nogil:
    # The cards of the hand with nothing but its own cards, and ranks out of play, between them and one of these.
    return (spread_down(cards, ~in_play | hand) | spread_up(cards, ~in_play | hand)) & hand
