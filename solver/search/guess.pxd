# Where to begin looking for a value: a guess costs nothing if wrong but the nodes of one question more.
from ..rules.position cimport NO_SUIT, CardSet, bit, suit_cards
from .bits cimport highest, popcount
from .partition cimport cards_in_play
from .walk cimport Walk

cdef enum:
    HONORS = 4               # cards of a suit that weigh: 4 for the highest in play, then 3, 2 and 1

# The share of the tricks in 1/1000: a constant, and what the counted seats' share of the honors, their share of the
# trumps and the lead are worth. Least squares over random deals of 9 to 15 cards a hand.
cdef extern from *:
    """
    static const int FOREHAND_GUESS[4][4] = {
        {-353, 1642, 0, 107},    // pairs, no trump
        {-668, 1149, 1138, 46},  // pairs, trump
        {-197, 1111, 0, 83},     // one seat, no trump
        {-315, 871, 728, 25},    // one seat, trump
    };
    """
    const int SHARES "FOREHAND_GUESS"[4][4]


cdef inline int guess_tricks(const Walk* walk, int leader, int tricks) noexcept nogil:
    cdef CardSet in_play = cards_in_play(&walk.state), counted = 0, cards
    cdef int suit, seat, weight, honors = 0, all_honors = 0, trump = walk.rules.trump, row, share
    for seat in range(walk.rules.seats):
        if walk.counts >> seat & 1:
            counted |= walk.state.hand[seat]
    for suit in range(4):
        cards = in_play & suit_cards(suit)
        weight = HONORS
        while cards and weight:
            all_honors += weight
            if counted & bit(highest(cards)):
                honors += weight
            cards ^= bit(highest(cards))
            weight -= 1
    row = (0 if popcount(walk.counts) > 1 else 2) + (trump != NO_SUIT)
    share = SHARES[row][0] + SHARES[row][3] * (walk.counts >> leader & 1)
    if all_honors:
        share += SHARES[row][1] * honors // all_honors
    if trump != NO_SUIT and in_play & suit_cards(trump):
        share += SHARES[row][2] * popcount(counted & suit_cards(trump)) // popcount(in_play & suit_cards(trump))
    return (tricks * share + 500) // 1000
