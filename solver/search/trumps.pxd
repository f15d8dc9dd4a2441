# The trump game: how many tricks the trumps of a pair (or a lone seat) are sure of, whatever the plain suits bring.
#
# Everything about plain suits is left to the enemies: who follows, who discards, who wins a trick without trumps, when
# one of our hands has nothing but trumps left ("bare"). What remains is a small game on the trumps alone, solved once for
# each set of trumps still in play. README.md of this folder says why its value is a bound.
from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from ..rules.position cimport MAX_SEATS, CardSet, RuleTable, State, bit, suit_cards
from .bits cimport highest, lowest
from .bounds cimport Pairs, Sure, suit_length, sure_trumps
from .runs cimport larger, smaller

cdef enum:
    TRUMP_RANKS = 13
    ENEMY = 2                 # who leads: our first hand, our second, or an enemy of their choice
    ENDLESS = 99              # a trick without a trump leads nowhere

# The trumps of each seat when the game was set up, in the low bits, and what is known of the sets that can be left: by
# side (whether it wants points), set, bare hands and leader; 0, or one more than the tricks.
cdef struct TrumpGame:
    int seats
    unsigned int wants
    CardSet hands[MAX_SEATS]
    uint8_t known[2][1 << TRUMP_RANKS][4][4]

# One side's view of it: its seats (the second is -1 for a lone seat), whose each seat is, and its trumps.
cdef struct TrumpSide:
    TrumpGame* game
    bint wants
    int seat[2]
    int hand_at[MAX_SEATS]
    CardSet trumps

# A trick: the trumps in play when it began and now, the best on the table, and whose it is.
cdef struct TrumpTrick:
    CardSet start
    CardSet left
    int bare               # bit per hand of the side
    bint is_trump_led
    int seat
    int to_play
    CardSet best
    int winner


cdef inline TrumpSide side_of(TrumpGame* game, int seat) noexcept nogil:
    cdef TrumpSide side
    cdef int other, hand = 0
    side.game = game
    side.wants = game.wants >> seat & 1
    side.seat[1] = -1
    side.trumps = 0
    for other in range(game.seats):
        side.hand_at[other] = ENEMY
        if (game.wants >> other & 1) == side.wants:
            side.seat[hand] = other
            side.hand_at[other] = hand
            side.trumps |= game.hands[other]
            hand += 1
    return side


cdef inline int least_tricks(const TrumpSide* side, CardSet left, int bare, int leader) noexcept nogil:
    # The tricks the side takes with these trumps left at least.
    cdef uint8_t* known = side.game.known[side.wants][left][bare]
    if not known[leader]:
        if not known[ENEMY]:
            solve_enemies_lead(side, left, bare, known)
        if not known[leader]:
            solve_our_lead(side, left, bare, leader, known)
    return known[leader] - 1


cdef inline bint must_ruff(const TrumpSide* side, CardSet left, int bare) noexcept nogil:
    # Whether a hand of the side has nothing but trumps.
    return (bare & 1 and left & side.game.hands[side.seat[0]]) or (bare & 2 and left & side.game.hands[side.seat[1]])


cdef inline int when_bare(const TrumpSide* side, CardSet left, int bare, int leader) noexcept nogil:
    # With one hand more that has nothing but trumps.
    cdef int least = ENDLESS, hand
    for hand in range(2):
        if side.seat[hand] >= 0 and not bare >> hand & 1 and left & side.game.hands[side.seat[hand]]:
            least = smaller(least, least_tricks(side, left, bare | 1 << hand, leader))
    return least


cdef inline void solve_enemies_lead(const TrumpSide* side, CardSet left, int bare, uint8_t* known) noexcept nogil:
    # A hand that is not bare yet will be; and unless a hand must ruff, a trick without a trump can give us the lead, which
    # costs the enemies a trick: that pays only if they had more than one to save.
    cdef int least, seat, floor = sure_of_hands(side, left)
    if not left & side.trumps:
        known[0] = known[1] = known[ENEMY] = 1
        return
    least = when_bare(side, left, bare, ENEMY)
    for seat in range(side.game.seats):
        if least > floor and side.hand_at[seat] == ENEMY:
            least = smaller(least, lead_plain(side, left, bare, seat))
            if least > floor and left & side.game.hands[seat]:
                least = smaller(least, lead_trump(side, left, bare, seat))
    known[ENEMY] = <uint8_t>(least + 1)
    if least > floor + 1 and not must_ruff(side, left, bare):
        solve_together(side, left, bare, known)


cdef inline void solve_our_lead(const TrumpSide* side, CardSet left, int bare, int hand, uint8_t* known) noexcept nogil:
    # Where a trick without a trump that gives us the lead makes neither this nor the enemies' lead worse.
    cdef bint has_trump = (left & side.game.hands[side.seat[hand]]) != 0
    cdef int least = when_bare(side, left, bare, hand), ours = -1
    if least > sure_of_hands(side, left):
        if not has_trump or not bare >> hand & 1:
            ours = lead_plain(side, left, bare, side.seat[hand])
            if not must_ruff(side, left, bare):
                ours = smaller(ours, known[ENEMY] - 1)
        if ours < least and has_trump:
            ours = larger(ours, lead_trump(side, left, bare, side.seat[hand]))
        least = smaller(least, ours)
    known[hand] = <uint8_t>(least + 1)


cdef inline void solve_together(const TrumpSide* side, CardSet left, int bare, uint8_t* known) noexcept nogil:
    # A trick without a trump changes who leads and nothing else, so the values of a set hang on each other: begin with
    # what tricks with trumps say, and lower it until all agree. No hand must ruff.
    cdef int led[2]
    cdef int plain[2]
    cdef int value[3]
    cdef int hand, ours, before = -1
    value[ENEMY] = known[ENEMY] - 1
    for hand in range(2):
        value[hand] = ENDLESS
        led[hand] = -1
        if side.seat[hand] >= 0:
            value[hand] = when_bare(side, left, bare, hand)
            plain[hand] = lead_plain(side, left, bare, side.seat[hand])
            if left & side.game.hands[side.seat[hand]]:
                led[hand] = lead_trump(side, left, bare, side.seat[hand])
    while value[0] + value[1] + value[ENEMY] != before:
        before = value[0] + value[1] + value[ENEMY]
        for hand in range(2):
            if side.seat[hand] >= 0:
                ours = smaller(smaller(plain[hand], value[ENEMY]), 1 + value[1 - hand])
                value[hand] = smaller(value[hand], larger(led[hand], ours))
                value[ENEMY] = smaller(value[ENEMY], 1 + value[hand])
    for hand in range(3):
        known[hand] = <uint8_t>(value[hand] + 1)


cdef inline int sure_of_hands(const TrumpSide* side, CardSet left) noexcept nogil:
    # What one hand cannot lose anyway.
    cdef int hand, sure = 0
    cdef CardSet mine
    for hand in range(2):
        if side.seat[hand] >= 0:
            mine = left & side.game.hands[side.seat[hand]]
            sure = larger(sure, sure_trumps(mine, left & ~side.trumps, TRUMP_RANKS).tricks)
    return sure


cdef inline TrumpTrick trump_trick(CardSet left, int bare, int seat, int seats) noexcept nogil:
    cdef TrumpTrick trick
    trick.start = trick.left = left
    trick.bare = bare
    trick.is_trump_led = False
    trick.seat = trick.winner = seat
    trick.to_play = seats
    trick.best = 0
    return trick


cdef inline int lead_trump(const TrumpSide* side, CardSet left, int bare, int seat) noexcept nogil:
    cdef TrumpTrick trick = trump_trick(left, bare, seat, side.game.seats)
    trick.is_trump_led = True
    return play_trumps(side, &trick)


cdef inline int lead_plain(const TrumpSide* side, CardSet left, int bare, int seat) noexcept nogil:
    # Without those tricks in which nobody plays a trump.
    cdef TrumpTrick trick = trump_trick(left, bare, seat, side.game.seats)
    return after_play(side, &trick, 0)


cdef inline int play_trumps(const TrumpSide* side, const TrumpTrick* trick) noexcept nogil:
    # All others have trumps led to follow to. To a plain card an enemy may ruff; a hand of the side ruffs if it must.
    cdef CardSet mine = trick.left & side.game.hands[trick.seat], below, cards
    cdef int hand = side.hand_at[trick.seat], card, value = ENDLESS if hand == ENEMY else -1
    if not mine or (not trick.is_trump_led and hand != ENEMY and not trick.bare >> hand & 1):
        return after_play(side, trick, 0)
    if not trick.is_trump_led and hand == ENEMY:
        value = after_play(side, trick, 0)
    cards = mine
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        below = trick.start & (bit(card) - 1)
        if below and mine & bit(highest(below)):
            continue                     # touches the last one
        if hand == ENEMY:
            value = smaller(value, after_play(side, trick, bit(card)))
        else:
            value = larger(value, after_play(side, trick, bit(card)))
    return value


cdef inline int after_play(const TrumpSide* side, const TrumpTrick* trick, CardSet card) noexcept nogil:
    cdef TrumpTrick after = trick[0]
    cdef int hand
    after.left ^= card
    if card > after.best:
        after.best = card
        after.winner = trick.seat
    after.seat = trick.seat + 1 if trick.seat + 1 < side.game.seats else 0
    after.to_play -= 1
    if after.to_play:
        return play_trumps(side, &after)
    if not after.best:
        return ENDLESS
    hand = side.hand_at[after.winner]
    return (hand != ENEMY) + least_tricks(side, after.left, after.bare, hand)


cdef inline bint set_up_trumps(TrumpGame* game, const State* state, const RuleTable* rules, unsigned int wants) noexcept nogil:
    # What is known stays if only trumps have been played since; False if there are too many ranks.
    cdef CardSet hands[MAX_SEATS]
    cdef int seat
    cdef bint is_known = game.seats == rules.seats and game.wants == wants
    for seat in range(MAX_SEATS):
        hands[seat] = state.hand[seat] >> (rules.trump << 4) & 0xFFFF
        if hands[seat] >> TRUMP_RANKS:
            return False
        is_known &= (hands[seat] & ~game.hands[seat]) == 0
    if not is_known:
        memset(game, 0, sizeof(TrumpGame))
        game.seats = rules.seats
        game.wants = wants
        memcpy(game.hands, hands, sizeof(hands))
    return True


cdef inline int longest_trumps(const State* state, const Pairs* pairs) noexcept nogil:
    # The trumps of that of two partners who has more of them.
    return larger(suit_length(state.shape, pairs.leader, pairs.trump), suit_length(state.shape, pairs.partner, pairs.trump))


cdef inline Sure sure_in_trump_game(TrumpGame* game, const State* state, const Pairs* pairs, int leader, int need) noexcept nogil:
    # Of pairs' leader and his partner, where it could be as many as they need.
    cdef TrumpSide side
    cdef CardSet trumps = suit_cards(pairs.trump), left
    cdef int hand, bare = 0
    cdef Sure sure
    sure.tricks = 0
    sure.relevant = 0
    # Hands with nothing else lose trumps to each other.
    if longest_trumps(state, pairs) < need:
        return sure
    left = (state.hand[pairs.leader] | state.hand[pairs.partner] | state.hand[pairs.left] | state.hand[pairs.right]) & trumps
    side = side_of(game, pairs.leader)
    for hand in range(2):
        if side.seat[hand] >= 0 and state.hand[side.seat[hand]] and not state.hand[side.seat[hand]] & ~trumps:
            bare |= 1 << hand
    sure.relevant = left & -left
    sure.tricks = least_tricks(&side, left >> (pairs.trump << 4), bare, side.hand_at[leader])
    return sure
