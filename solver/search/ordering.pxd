# Which plays to try first. Ordering changes the nodes, never the answer.
#
# A play's weight is a sum of features, each times a tuned number (tunables.pxd); what last cut in a like situation goes first of all.
from libc.stdint cimport int16_t, uint8_t, uint64_t

from ..rules.position cimport NO_SUIT, CardSet, RuleTable, State, Trick, beats, bit, suit_cards
from .bits cimport highest, lowest, popcount
from .bounds cimport Pairs, suit_length
from .tunables cimport *

cdef enum:
    CUT_CARD_BITS = 16
    NO_CARD = 255

# The card that last cut in a situation like this one.
cdef struct CutCards:
    uint8_t card[1 << CUT_CARD_BITS]

# Heaviest first: each a weight times 64, and the card.
cdef struct Plays:
    int count
    int play[16]

# What the mover sees of the trick so far.
cdef struct View:
    const State* state
    const RuleTable* rules
    const Trick* trick
    const Pairs* pairs       # from the mover's seat
    const int16_t* weights
    CardSet in_play
    CardSet theirs           # the other pair's cards
    int left                 # of the other pair, to a lead: the next, and the last where it matters who is which
    int right
    CardSet to_come          # cards of those opponents who have yet to play to this trick


cdef inline uint8_t* cut_card_of(CutCards* cut_cards, const Trick* trick, CardSet hand) noexcept nogil:
    # Situations alike: the same hand to lead; the same suit to follow and card to beat; the same void hand and winner.
    cdef CardSet word = hand
    if trick.place:
        if word & suit_cards(trick.led >> 4):
            word &= suit_cards(trick.led >> 4)
        word += <uint64_t>(trick.best + 1) * <uint64_t>0x9E3779B97F4A7C15
    word = (word ^ word >> 32 ^ <uint64_t>(trick.seat << 2 | trick.place)) * <uint64_t>0xD6E8FEB86659FD93
    return &cut_cards.card[word >> (64 - CUT_CARD_BITS)]


cdef inline void add_play(Plays* plays, int card, int weight) noexcept nogil:
    # Insertion by weight, heaviest first; equal weights keep their order.
    cdef int place = plays.count
    plays.count += 1
    weight *= 64
    while place > 0 and plays.play[place - 1] < weight:
        plays.play[place] = plays.play[place - 1]
        place -= 1
    plays.play[place] = weight | card


cdef inline void list_head(Plays* plays, CardSet moves, int card) noexcept nogil:
    # The card alone, or what of the moves heads its touching group.
    cdef CardSet heads = moves & suit_cards(card >> 4) & ~(bit(card) - 1)
    if heads:
        plays.play[plays.count] = lowest(heads)
        plays.count += 1


cdef inline void list_plays(Plays* plays, CardSet cards) noexcept nogil:
    # Without ordering: as the bits come.
    plays.count = 0
    while cards:
        plays.play[plays.count] = lowest(cards)
        plays.count += 1
        cards &= cards - 1


cdef inline bint can_ruff(const View* view, int seat, int suit) noexcept nogil:
    cdef int trump = view.rules.trump
    return (
        trump != NO_SUIT and trump != suit
        and not suit_length(view.state.shape, seat, suit) and suit_length(view.state.shape, seat, trump) > 0
    )


cdef inline CardSet higher(int card) noexcept nogil:
    # The places above card in its suit.
    return suit_cards(card >> 4) & ~((bit(card) << 1) - 1) if (card & 15) != 15 else 0


cdef inline int rank_of(const View* view, int card) noexcept nogil:
    # How many cards of the suit that others hold, or have just played, are below: the same for touching cards.
    return popcount((view.in_play & ~view.state.hand[view.pairs.leader]) & suit_cards(card >> 4) & (bit(card) - 1))


cdef inline int tops_of(const View* view, int suit) noexcept nogil:
    # Who has the two top cards of the suit: 0 the leader, 1 the left enemy, 2 the partner, 3 the right one; 4: there is no second.
    cdef CardSet cards = view.in_play & suit_cards(suit)
    cdef int top = side_of(view, bit(highest(cards)))
    cards ^= bit(highest(cards))
    return 5 * top + (side_of(view, bit(highest(cards))) if cards else 4)


cdef inline int side_of(const View* view, CardSet card) noexcept nogil:
    if view.state.hand[view.pairs.leader] & card:
        return 0
    if view.state.hand[view.left] & card:
        return 1
    return 2 if view.state.hand[view.pairs.partner] & card else 3


cdef inline void order_leads(Plays* plays, CardSet cards, View* view) noexcept nogil:
    cdef int suit, weight
    cdef const Pairs* pairs = view.pairs
    cdef bint is_early
    view.left = pairs.leader + 1 if pairs.leader + 1 < view.rules.seats else 0
    view.right = (pairs.leader if pairs.leader else view.rules.seats) - 1
    if view.right == pairs.partner or view.right == view.left:
        view.right = 3
    if view.left == pairs.partner:
        view.left = 3
    is_early = popcount(view.state.hand[pairs.leader]) >= view.weights[EARLY_CARDS]
    if is_early:
        view.weights += EARLY_FROM
    for suit in range(4):
        if cards & suit_cards(suit):
            weight = weight_of_suit(view, suit)
            if is_early:
                weight += view.weights[LEAD_TOPS + tops_of(view, suit)]
            add_leads(plays, cards & suit_cards(suit), view, weight)


cdef inline int weight_of_suit(const View* view, int suit) noexcept nogil:
    cdef const Pairs* pairs = view.pairs
    cdef const int16_t* w = view.weights
    cdef int left = view.left, right = view.right
    cdef uint64_t shape = view.state.shape
    cdef CardSet theirs = view.theirs & suit_cards(suit)
    cdef int mine = suit_length(shape, pairs.leader, suit)
    cdef int weight = w[LEAD_MY_LENGTH] * mine + w[LEAD_PARTNERS_LENGTH] * suit_length(shape, pairs.partner, suit)
    weight += w[LEAD_LEFT_LENGTH] * suit_length(shape, left, suit) + w[LEAD_RIGHT_LENGTH] * suit_length(shape, right, suit)
    if suit == view.rules.trump:
        weight += w[LEAD_TRUMP]
    if can_ruff(view, left, suit):
        weight += w[LEAD_LEFT_RUFFS]
    if can_ruff(view, right, suit):
        weight += w[LEAD_RIGHT_RUFFS]
    if can_ruff(view, pairs.partner, suit):
        weight += w[LEAD_PARTNER_RUFFS]
    if not theirs:
        weight += w[LEAD_THEY_ARE_OUT]
    elif theirs > view.state.hand[pairs.partner] & suit_cards(suit) and theirs > view.state.hand[pairs.leader] & suit_cards(suit):
        weight += w[LEAD_LEFT_HAS_TOP] if view.state.hand[left] & bit(highest(theirs)) else w[LEAD_RIGHT_HAS_TOP]
    if mine == 1 and view.rules.trump != NO_SUIT and suit_length(shape, pairs.leader, view.rules.trump):
        weight += w[LEAD_SINGLETON]
    return weight


cdef inline void add_leads(Plays* plays, CardSet cards, const View* view, int suit_weight) noexcept nogil:
    # The cards of one suit.
    cdef int suit = lowest(cards) >> 4
    cdef const int16_t* w = view.weights
    cdef CardSet suit_mask = suit_cards(suit)
    cdef CardSet mine = view.state.hand[view.pairs.leader] & suit_mask
    cdef CardSet partners = view.state.hand[view.pairs.partner] & suit_mask
    cdef CardSet theirs = view.theirs & suit_mask
    cdef bint they_ruff = can_ruff(view, view.left, suit) or can_ruff(view, view.right, suit)
    cdef int card, weight, above
    while cards:
        card = highest(cards)
        cards ^= bit(card)
        above = popcount(theirs & higher(card))
        weight = suit_weight
        if above == 0 and not they_ruff:
            weight += w[LEAD_WINS]
            weight += w[LEAD_WINNER_UNDER_PARTNER] if partners > bit(card) else 0
            weight += w[LEAD_WINNER_LOW] * popcount(theirs)
        elif partners > theirs:
            weight += w[LEAD_PARTNER_WINS]
            weight += w[LEAD_LOW_TO_PARTNER] * rank_of(view, card)
        else:
            weight += w[LEAD_ABOVE] * above + w[LEAD_RANK] * rank_of(view, card)
            if mine & bit(card) - 1 and bit(highest(mine & bit(card) - 1)) > (view.in_play & ~mine & suit_mask & bit(card) - 1):
                weight += w[LEAD_SEQUENCE]
        add_play(plays, card, weight)


cdef inline void order_follows(Plays* plays, CardSet cards, const View* view) noexcept nogil:
    # All cards follow suit.
    cdef int best = view.trick.best
    cdef bint partner_wins = view.trick.winner == view.pairs.partner
    cdef const int16_t* w = view.weights + FOLLOWS_FROM + (view.trick.place - 1) * FOLLOW_FEATURES
    cdef int suit = lowest(cards) >> 4, card, weight
    cdef CardSet to_come = view.to_come & suit_cards(suit)
    cdef CardSet partners = view.state.hand[view.pairs.partner] & suit_cards(suit)
    cdef bint ruff_to_come = False
    cdef bint best_holds
    if view.state.hand[view.pairs.left] & view.to_come:
        ruff_to_come = can_ruff(view, view.pairs.left, suit)
    if view.state.hand[view.pairs.right] & view.to_come:
        ruff_to_come |= can_ruff(view, view.pairs.right, suit)
    best_holds = partner_wins and not ruff_to_come and (best >> 4 != suit or not to_come & higher(best))
    while cards:
        card = highest(cards)
        cards ^= bit(card)
        if beats(view.rules, card, best):
            weight = w[FOLLOW_WINS] + w[FOLLOW_WIN_RANK] * rank_of(view, card)
            if not ruff_to_come and not to_come & higher(card):
                weight += w[FOLLOW_WINS_FOR_SURE]
            if best_holds:
                weight += w[FOLLOW_OVERTAKES]
            elif partner_wins:
                weight += w[FOLLOW_OVER_PARTNER]
            if partners > to_come:
                weight += w[FOLLOW_PARTNER_CAN]
        else:
            weight = w[FOLLOW_LOSE_RANK] * rank_of(view, card)
        weight += w[FOLLOW_ABOVE] * popcount(to_come & higher(card))
        add_play(plays, card, weight)


cdef inline CardSet answers_of(const View* view, int enemy) noexcept nogil:
    # What an enemy who has yet to play can play.
    cdef CardSet cards = view.state.hand[enemy] & view.to_come
    cdef CardSet follows = cards & suit_cards(view.trick.led >> 4)
    return follows if follows else cards


cdef inline bint is_partners_trick(const View* view, CardSet answers) noexcept nogil:
    # Whether the partner's card holds against the answers to come, or one he has yet to play can.
    cdef int best = view.trick.best, suit = best >> 4
    cdef CardSet partners = view.state.hand[view.pairs.partner]
    if suit != view.rules.trump and view.rules.trump != NO_SUIT and answers & suit_cards(view.rules.trump):
        return False
    if view.trick.winner == view.pairs.partner:
        return not answers & higher(best)
    return (
        suit == view.trick.led >> 4 and popcount(partners) == popcount(view.state.hand[view.pairs.leader])
        and partners & suit_cards(suit) > (answers & suit_cards(suit) | bit(best))
    )


cdef inline void order_discards(Plays* plays, CardSet cards, const View* view) noexcept nogil:
    # The mover is out of the suit led: ruffs and discards.
    cdef int best = view.trick.best
    cdef bint partner_wins = view.trick.winner == view.pairs.partner
    cdef const int16_t* w = view.weights + DISCARDS_FROM + (view.trick.place - 1) * DISCARD_FEATURES
    cdef CardSet mine, others, answers = 0
    cdef int card, weight, suit, length, partners_trick = 0
    if view.rules.trump != NO_SUIT and cards & suit_cards(view.rules.trump):
        answers = answers_of(view, view.pairs.left) | answers_of(view, view.pairs.right)
        if is_partners_trick(view, answers):
            partners_trick = w[RUFF_PARTNERS_TRICK]
    while cards:
        card = highest(cards)
        cards ^= bit(card)
        suit = card >> 4
        if suit == view.rules.trump:
            if beats(view.rules, card, best):
                weight = w[RUFF_WINS] + w[RUFF_RANK] * rank_of(view, card) + partners_trick
                if partner_wins:
                    weight += w[RUFF_OVER_PARTNER]
                if not answers & higher(card):
                    weight += w[RUFF_HOLDS]
            else:
                weight = w[RUFF_UNDER] + w[DISCARD_RANK] * rank_of(view, card)
        else:
            mine = view.state.hand[view.pairs.leader] & suit_cards(suit)
            others = view.theirs & suit_cards(suit)
            length = popcount(mine)
            weight = w[DISCARD_RANK] * rank_of(view, card) + w[DISCARD_LENGTH] * length
            weight += w[DISCARD_PARTNERS_LENGTH] * suit_length(view.state.shape, view.pairs.partner, suit)
            weight += w[DISCARD_THEIR_LENGTH] * popcount(others) + w[DISCARD_ABOVE] * popcount(others & higher(card))
            if not others & higher(card):
                weight += w[DISCARD_TOP]
            elif length >= 2 and popcount(others & higher(highest(mine))) == length - 1:
                weight += w[DISCARD_GUARD]
        add_play(plays, card, weight)


cdef inline void order_plays(Plays* plays, CardSet cards, View* view) noexcept nogil:
    plays.count = 0
    if view.trick.place == 0:
        order_leads(plays, cards, view)
    elif lowest(cards) >> 4 == view.trick.led >> 4:
        order_follows(plays, cards, view)
    else:
        order_discards(plays, cards, view)
