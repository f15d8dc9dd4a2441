# The position and the rules of play as C: what the search walks on. Bodies that are hot are here, inline,
# so that every build of the search compiles them itself; the Python face is in position.pyx.
from libc.stdint cimport uint64_t

cdef enum:
    MAX_SEATS = 4
    MAX_TRICKS = 16
    NO_SUIT = -1

cdef enum Follow:
    FOLLOW_ONLY
    FOLLOW_OR_TRUMP
    MUST_BEAT

# A set of cards is one word, 16 bits a suit (spades lowest), a stronger card a higher bit. Two packs use two
# neighbouring bits for the copies of a card, so strength is bit >> copy_shift.
ctypedef uint64_t CardSet

cdef struct RuleTable:
    int seats
    int trump              # suit 0..3, or NO_SUIT
    Follow follow
    int copy_shift         # 1 with two packs, else 0
    int per_trick          # points of every trick ...
    int last_trick         # ... more for the last ...
    bint has_card_points   # ... and, if so, more by card:
    int points[64]

cdef struct Trick:
    int leader
    int count              # cards on the table
    int card[MAX_SEATS]    # in order of play
    int best[MAX_SEATS]    # best[k]: place in card[] of the card that wins after k + 1 cards

cdef struct State:
    CardSet hand[MAX_SEATS]
    uint64_t shape         # length of hand h in suit s at bits 16h + 4s
    int depth              # tricks completed since the start; trick[depth] is the current one
    Trick trick[MAX_TRICKS + 1]


cdef inline CardSet suit_cards(int suit) noexcept nogil:
    return <CardSet>0xFFFF << (suit << 4)


cdef inline CardSet bit(int card) noexcept nogil:
    return <CardSet>1 << card


cdef inline int to_move(const State* state, const RuleTable* rules) noexcept nogil:
    cdef int seat = state.trick[state.depth].leader + state.trick[state.depth].count
    return seat - rules.seats if seat >= rules.seats else seat


cdef inline bint beats(const RuleTable* rules, int card, int best) noexcept nogil:
    # An equal card does not beat: of two identical cards the one played first wins.
    if card >> 4 == best >> 4:
        return card >> rules.copy_shift > best >> rules.copy_shift
    return card >> 4 == rules.trump


cdef inline CardSet beating_cards(const RuleTable* rules, CardSet cards, int suit, int best) noexcept nogil:
    # Those of cards (all of one suit) that beat best.
    if suit == best >> 4:
        return cards & (~<CardSet>0 << (((best >> rules.copy_shift) + 1) << rules.copy_shift)) if (best & 15) < 15 - rules.copy_shift else 0
    return cards if suit == rules.trump else 0


cdef inline CardSet legal_plays(const State* state, const RuleTable* rules) noexcept nogil:
    cdef const Trick* trick = &state.trick[state.depth]
    cdef CardSet hand = state.hand[to_move(state, rules)]
    if trick.count == 0:
        return hand
    cdef int suit = trick.card[0] >> 4
    cdef CardSet cards = hand & suit_cards(suit)
    if rules.follow == FOLLOW_ONLY:
        return cards if cards else hand
    if not cards and rules.trump != NO_SUIT:
        suit = rules.trump
        cards = hand & suit_cards(suit)
    if not cards:
        return hand
    if rules.follow == FOLLOW_OR_TRUMP:
        return cards
    cdef CardSet beating = beating_cards(rules, cards, suit, trick.card[trick.best[trick.count - 1]])
    return beating if beating else cards


cdef inline void play(State* state, const RuleTable* rules, int card) noexcept nogil:
    # Plays card for the seat to move; a full trick stays current until next_trick.
    cdef Trick* trick = &state.trick[state.depth]
    cdef int seat = to_move(state, rules)
    state.hand[seat] ^= bit(card)
    state.shape -= <uint64_t>1 << ((seat << 4) + ((card >> 4) << 2))
    trick.card[trick.count] = card
    if trick.count == 0:
        trick.best[0] = 0
    else:
        trick.best[trick.count] = trick.best[trick.count - 1]
        if beats(rules, card, trick.card[trick.best[trick.count]]):
            trick.best[trick.count] = trick.count
    trick.count += 1


cdef inline void unplay(State* state, const RuleTable* rules) noexcept nogil:
    cdef Trick* trick = &state.trick[state.depth]
    trick.count -= 1
    cdef int seat = to_move(state, rules)
    cdef int card = trick.card[trick.count]
    state.hand[seat] ^= bit(card)
    state.shape += <uint64_t>1 << ((seat << 4) + ((card >> 4) << 2))


cdef inline int trick_winner(const State* state, const RuleTable* rules) noexcept nogil:
    # The seat that takes the current trick, which must be full.
    cdef const Trick* trick = &state.trick[state.depth]
    cdef int seat = trick.leader + trick.best[rules.seats - 1]
    return seat - rules.seats if seat >= rules.seats else seat


cdef inline int trick_points(const State* state, const RuleTable* rules) noexcept nogil:
    # What the current trick, which must be full, is worth.
    cdef const Trick* trick = &state.trick[state.depth]
    cdef int points = rules.per_trick
    cdef int place
    if rules.has_card_points:
        for place in range(rules.seats):
            points += rules.points[trick.card[place]]
    if not state.hand[trick.leader]:
        points += rules.last_trick
    return points


cdef inline void next_trick(State* state, int leader) noexcept nogil:
    state.depth += 1
    state.trick[state.depth].leader = leader
    state.trick[state.depth].count = 0


cdef class Position:
    cdef readonly object variant
    cdef readonly object contract
    cdef readonly tuple tally
    cdef RuleTable rules
    cdef State state
    cdef tuple card_of_bit
    cdef tuple _cards(self, CardSet cards)
    cdef int _find(self, object card, CardSet among)
    cdef Position _copy(self)
