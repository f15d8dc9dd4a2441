# The position and the rules of play as C: what the search walks on. Bodies that are hot are here, inline,
# so that every build of the search compiles them itself; the Python face is in position.pyx.
from libc.stdint cimport uint64_t

cdef enum:
    MAX_SEATS = 4
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
    CardSet single_cards   # those with points of their own
    bint points_by_suit    # whether all other card points are the same for every card of a suit

cdef struct State:
    CardSet hand[MAX_SEATS]
    uint64_t shape         # length of hand h in suit s at bits 16h + 4s

# A trick in progress: a value, replaced card by card.
cdef struct Trick:
    int seat               # whose turn it is
    int place              # cards on the table
    int led                # the first of them
    int best               # the one that wins so far ...
    int winner             # ... and who played it
    bint by_rank           # whether a card of its own suit lost to it
    int points             # points of the cards on the table


cdef inline CardSet suit_cards(int suit) noexcept nogil:
    return <CardSet>0xFFFF << (suit << 4)


cdef inline CardSet bit(int card) noexcept nogil:
    return <CardSet>1 << card


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


cdef inline CardSet legal_plays(const RuleTable* rules, const Trick* trick, CardSet hand) noexcept nogil:
    if trick.place == 0:
        return hand
    cdef int suit = trick.led >> 4
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
    cdef CardSet beating = beating_cards(rules, cards, suit, trick.best)
    return beating if beating else cards


cdef inline void take_out(State* state, int seat, int card) noexcept nogil:
    state.hand[seat] ^= bit(card)
    state.shape -= <uint64_t>1 << ((seat << 4) + ((card >> 4) << 2))


cdef inline void put_back(State* state, int seat, int card) noexcept nogil:
    state.hand[seat] ^= bit(card)
    state.shape += <uint64_t>1 << ((seat << 4) + ((card >> 4) << 2))


cdef inline Trick new_trick(int leader) noexcept nogil:
    cdef Trick trick
    trick.seat = trick.winner = leader
    trick.place = trick.led = trick.best = trick.points = 0
    trick.by_rank = False
    return trick


cdef inline Trick with_card(const RuleTable* rules, const Trick* trick, int card) noexcept nogil:
    # The trick once the seat to move has played card.
    cdef Trick after = trick[0]
    if trick.place == 0:
        after.led = after.best = card
    elif card >> 4 == trick.best >> 4:
        # An equal card does not beat: of two identical cards the one played first wins.
        after.by_rank = True
        if card >> rules.copy_shift > trick.best >> rules.copy_shift:
            after.best = card
            after.winner = trick.seat
    elif card >> 4 == rules.trump:
        after.by_rank = False
        after.best = card
        after.winner = trick.seat
    if rules.has_card_points:
        after.points += rules.points[card]
    after.place += 1
    after.seat = trick.seat + 1 if trick.seat + 1 < rules.seats else 0
    return after


cdef inline int trick_points(const RuleTable* rules, const State* state, const Trick* trick) noexcept nogil:
    # What a full trick is worth to its winner.
    return rules.per_trick + trick.points + (0 if state.hand[trick.winner] else rules.last_trick)


cdef class Position:
    cdef readonly object variant
    cdef readonly object contract
    cdef readonly tuple tally
    cdef RuleTable rules
    cdef State state
    cdef Trick trick_so_far
    cdef CardSet table       # the cards on it
    cdef readonly int leader
    cdef readonly tuple trick
    cdef tuple card_of_bit
    cdef tuple _cards(self, CardSet cards)
    cdef CardSet _legal(self)
    cdef void _deal(self, object held, int leader)
    cdef void _lead_from(self, int leader)
    cdef void _put_on_table(self, object card)
    cdef int _find(self, object card, CardSet among)
    cdef Position _copy(self)
