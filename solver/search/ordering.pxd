# Which plays to try first. Ordering changes the nodes, never the answer.
from libc.stdint cimport uint8_t, uint64_t

from ..rules.position cimport NO_SUIT, CardSet, RuleTable, State, Trick, beats, bit, suit_cards
from .bits cimport highest, lowest, popcount

cdef enum:
    CUT_CARD_BITS = 16
    NO_CARD = 255

# The card that last cut in a situation like this one.
cdef struct CutCards:
    uint8_t card[1 << CUT_CARD_BITS]

cdef struct Plays:
    int count
    int card[16]
    int weight[16]


cdef inline uint8_t* cut_card_of(CutCards* cut_cards, const State* state, const RuleTable* rules, int seat) noexcept nogil:
    # Situations alike: the same hand to lead; the same suit to follow and card to beat; the same void hand and winner.
    cdef const Trick* trick = &state.trick[state.depth]
    cdef uint64_t word = state.hand[seat]
    cdef int best
    if trick.count:
        best = trick.card[trick.best[trick.count - 1]]
        if word & suit_cards(trick.card[0] >> 4):
            word &= suit_cards(trick.card[0] >> 4)
        word += <uint64_t>(best + 1) * <uint64_t>0x9E3779B97F4A7C15
    word = (word ^ <uint64_t>(seat << 2 | trick.count) << 58) * <uint64_t>0xD6E8FEB86659FD93
    word ^= word >> 32
    return &cut_cards.card[(word * <uint64_t>0xD6E8FEB86659FD93) >> (64 - CUT_CARD_BITS)]


cdef inline void add_play(Plays* plays, int card, int weight) noexcept nogil:
    # Insertion by weight, heaviest first; equal weights keep their order.
    cdef int place = plays.count
    plays.count += 1
    while place > 0 and plays.weight[place - 1] < weight:
        plays.card[place] = plays.card[place - 1]
        plays.weight[place] = plays.weight[place - 1]
        place -= 1
    plays.card[place] = card
    plays.weight[place] = weight


cdef inline void list_plays(Plays* plays, CardSet cards) noexcept nogil:
    # Without ordering: as the bits come.
    plays.count = 0
    while cards:
        plays.card[plays.count] = lowest(cards)
        plays.count += 1
        cards &= cards - 1


cdef inline int lead_weight(const State* state, const RuleTable* rules, CardSet in_play, int seat, unsigned int side, int card) noexcept nogil:
    cdef int suit = card >> 4, rank = card & 15, other
    cdef CardSet all_suit = in_play & suit_cards(suit), theirs = 0, ours = 0
    cdef int weight = 0
    cdef bint ruff_danger = False
    for other in range(rules.seats):
        if other == seat:
            continue
        if side >> other & 1:
            ours |= state.hand[other] & suit_cards(suit)
        else:
            theirs |= state.hand[other] & suit_cards(suit)
            if rules.trump != NO_SUIT and suit != rules.trump and not state.hand[other] & suit_cards(suit) and state.hand[other] & suit_cards(rules.trump):
                ruff_danger = True
    if not ruff_danger and bit(card) > theirs:
        weight += 30                     # wins by itself
        if suit == rules.trump:
            weight += 10
    elif not ruff_danger and ours > theirs:
        weight += 20 - rank              # partner wins
    else:
        weight -= rank
        if ruff_danger:
            weight -= 20
    weight += popcount(state.hand[seat] & suit_cards(suit)) - popcount(theirs)
    return weight


cdef inline int follow_weight(const State* state, const RuleTable* rules, CardSet in_play, int seat, unsigned int side, int card) noexcept nogil:
    cdef const Trick* trick = &state.trick[state.depth]
    cdef int best = trick.card[trick.best[trick.count - 1]]
    cdef int winner = trick.leader + trick.best[trick.count - 1]
    cdef int rank = card & 15
    if winner >= rules.seats:
        winner -= rules.seats
    cdef bint follows = card >> 4 == trick.card[0] >> 4
    if beats(rules, card, best):
        if side >> winner & 1:
            return 5 - rank              # over a partner
        return 40 - rank
    if not follows:
        return -rank - (20 if card >> 4 == rules.trump else 0) + popcount(state.hand[seat] & suit_cards(card >> 4))
    return 20 - rank


cdef inline void order_plays(Plays* plays, CardSet cards, const State* state, const RuleTable* rules, CardSet in_play, int seat, unsigned int side, bint seeks_tricks) noexcept nogil:
    # side: the seats that share this seat's will.
    cdef int card, weight
    cdef bint leads = state.trick[state.depth].count == 0
    plays.count = 0
    while cards:
        card = highest(cards)
        cards ^= bit(card)
        if leads:
            weight = lead_weight(state, rules, in_play, seat, side, card)
        else:
            weight = follow_weight(state, rules, in_play, seat, side, card)
        add_play(plays, card, weight if seeks_tricks else -weight)


cdef inline void try_first(Plays* plays, int card) noexcept nogil:
    # Moves card, if it is among the plays, to the front.
    cdef int place
    for place in range(plays.count):
        if plays.card[place] == card:
            while place > 0:
                plays.card[place] = plays.card[place - 1]
                place -= 1
            plays.card[0] = card
            return
