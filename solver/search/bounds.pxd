# Quick bounds: what a side is sure of without a search. A bound is never wrong, only weak.
#
# All of them are written for two pairs; a lone seat's partner, and whatever else is missing, is an empty hand.
# README.md of this folder gives the argument for each.
from libc.stdint cimport uint64_t

from ..rules.position cimport NO_SUIT, CardSet, RuleTable, State, bit, suit_cards
from .bits cimport highest, lowest, popcount

# At least `tricks` to the pair it speaks of; relevant: the cards that make it so.
cdef struct Sure:
    int tricks
    CardSet relevant

# The four hands as the leader sees them.
cdef struct Pairs:
    int leader
    int partner
    int left
    int right


cdef inline int suit_length(uint64_t shape, int seat, int suit) noexcept nogil:
    return <int>(shape >> ((seat << 4) + (suit << 2))) & 15


cdef inline int larger(int one, int other) noexcept nogil:
    return one if one > other else other


cdef inline int smaller(int one, int other) noexcept nogil:
    return one if one < other else other


cdef inline CardSet weakest(CardSet cards, int count) noexcept nogil:
    # The `count` weakest cards of one suit, or all of them.
    cdef CardSet rest = cards
    while count > 0 and rest:
        rest &= rest - 1
        count -= 1
    return cards ^ rest


cdef inline bint stays_under(CardSet partners, CardSet mine) noexcept nogil:
    # Whether the partner can get rid of these cards in rounds that `mine` win: strongest under strongest.
    while partners:
        if highest(partners) > highest(mine):
            return False
        partners ^= bit(highest(partners))
        mine ^= bit(highest(mine))
    return True


cdef inline int cash(CardSet* mine, CardSet* partners, CardSet theirs, int longest, int limit, CardSet* relevant) noexcept nogil:
    # How many rounds of a suit one hand can lead and win while the partner stays under its cards (unblocking where he
    # must); takes the cards of those rounds out of both hands. longest: the most cards an opponent has in the suit.
    cdef CardSet winners = mine[0], dropped
    cdef int rounds
    if longest > 0:
        winners &= ~((bit(highest(theirs)) << 1) - 1)
    rounds = popcount(winners)
    if rounds >= longest:                # after `longest` rounds the opponents are out of the suit
        winners = mine[0]
        rounds = popcount(winners)
    rounds = smaller(rounds, limit)
    while rounds > 0:
        winners ^= weakest(winners, popcount(winners) - rounds)
        dropped = weakest(partners[0], rounds)
        if stays_under(dropped, winners):
            break
        rounds -= 1
    if rounds <= 0:
        return 0
    relevant[0] |= winners ^ weakest(winners, rounds - larger(smaller(longest, rounds), popcount(dropped)))
    mine[0] ^= winners
    partners[0] ^= dropped
    return rounds


cdef inline int rounds_before_ruff(uint64_t shape, const Pairs* pairs, int trump, int drawn, int suit) noexcept nogil:
    # Rounds of a plain suit that no opponent can ruff once `drawn` rounds of trumps are gone.
    cdef int rounds = 16
    if suit_length(shape, pairs.left, trump) > drawn:
        rounds = suit_length(shape, pairs.left, suit)
    if suit_length(shape, pairs.right, trump) > drawn:
        rounds = smaller(rounds, suit_length(shape, pairs.right, suit))
    return rounds


cdef inline Sure sure_trumps(CardSet mine, CardSet theirs, int need) noexcept nogil:
    # Trumps of one hand that take a trick whatever is played: each loses only to a higher trump of the other pair in the
    # same trick, so at most as many are lost as can be matched with higher ones.
    cdef Sure sure
    cdef int higher = 0, card
    sure.tricks = 0
    sure.relevant = 0
    while mine and sure.tricks < need:
        card = highest(mine)
        mine ^= bit(card)
        while theirs > bit(card):
            theirs ^= bit(highest(theirs))
            higher += 1
        if higher:
            higher -= 1
        else:
            sure.tricks += 1
            sure.relevant = bit(card)
    return sure


cdef inline Sure fast_tricks(const State* state, const RuleTable* rules, const Pairs* pairs, int rest, int need) noexcept nogil:
    # Tricks the leader's pair takes at once: the leader cashes, then crosses once to his partner, who cashes too.
    # Stops counting at `need`.
    cdef Sure sure, surest
    cdef CardSet mine[4]
    cdef CardSet partners[4]
    cdef CardSet theirs
    cdef int longest[4]
    cdef int rounds[4]
    cdef int suit, limit, trump = rules.trump, drawn = 0, plain = 0, most_plain = rest
    cdef uint64_t shape = state.shape
    sure.relevant = 0
    surest.tricks = 0
    for suit in range(4):
        mine[suit] = state.hand[pairs.leader] & suit_cards(suit)
        partners[suit] = state.hand[pairs.partner] & suit_cards(suit)
        longest[suit] = larger(suit_length(shape, pairs.left, suit), suit_length(shape, pairs.right, suit))
    if trump != NO_SUIT:
        theirs = (state.hand[pairs.left] | state.hand[pairs.right]) & suit_cards(trump)
        surest = sure_trumps(mine[trump], theirs, need)
        drawn = rounds[trump] = cash(&mine[trump], &partners[trump], theirs, longest[trump], need, &sure.relevant)
        if surest.tricks > drawn:
            sure.relevant |= surest.relevant
        if suit_length(shape, pairs.partner, trump) > drawn:
            most_plain = rest - suit_length(shape, pairs.partner, trump)
    for suit in range(4):
        if suit != trump:
            limit = 16 if trump == NO_SUIT else rounds_before_ruff(shape, pairs, trump, drawn, suit)
            theirs = (state.hand[pairs.left] | state.hand[pairs.right]) & suit_cards(suit)
            rounds[suit] = cash(&mine[suit], &partners[suit], theirs, longest[suit], limit, &sure.relevant)
            plain += rounds[suit]
            if larger(drawn, surest.tricks) + smaller(plain, most_plain) >= need:
                break
    sure.tricks = smaller(larger(drawn, surest.tricks) + smaller(plain, most_plain), rest)
    if sure.tricks < need and state.hand[pairs.partner]:
        cross(state, rules, pairs, mine, partners, longest, rounds, &sure, rest, plain)
    return sure


cdef inline void cross(const State* state, const RuleTable* rules, const Pairs* pairs, CardSet* mine, CardSet* partners, int* longest, int* rounds, Sure* sure, int rest, int plain) noexcept nogil:
    # Adds what the partner cashes once the leader has no more winners and leads to him.
    cdef uint64_t shape = state.shape
    cdef CardSet theirs, relevant = sure.relevant
    cdef CardSet led
    cdef int suit, limit, more, trump = rules.trump, drawn = 0, most_plain = rest
    cdef bint can_cross = False
    if trump != NO_SUIT:
        led = mine[trump]
        theirs = (state.hand[pairs.left] | state.hand[pairs.right]) & suit_cards(trump)
        more = cash(&partners[trump], &mine[trump], theirs, longest[trump] - rounds[trump], 16, &relevant)
        can_cross = more and led
        drawn = rounds[trump] + more
        if suit_length(shape, pairs.partner, trump) > rounds[trump]:
            most_plain = rest - suit_length(shape, pairs.partner, trump)
        if suit_length(shape, pairs.leader, trump) > drawn:
            most_plain = smaller(most_plain, rest - suit_length(shape, pairs.leader, trump))
    for suit in range(4):
        if suit == trump:
            continue
        led = mine[suit]
        limit = 16
        if trump != NO_SUIT:
            limit = rounds_before_ruff(shape, pairs, trump, drawn, suit)
        theirs = (state.hand[pairs.left] | state.hand[pairs.right]) & suit_cards(suit)
        more = cash(&partners[suit], &mine[suit], theirs, longest[suit] - rounds[suit], limit - rounds[suit], &relevant)
        plain += more
        if more and led and not can_cross:
            can_cross = trump == NO_SUIT or rounds[suit] < rounds_before_ruff(shape, pairs, trump, rounds[trump], suit)
    if can_cross:
        sure.tricks = smaller(drawn + smaller(plain, most_plain), rest)
        sure.relevant = relevant


cdef inline Sure better(Sure one, Sure other) noexcept nogil:
    return other if other.tricks > one.tricks else one


cdef inline Sure trump_tricks(const State* state, const RuleTable* rules, int seat, int partner, CardSet others, int need) noexcept nogil:
    # The trump tricks one hand of a pair is sure of; others: the other pair's cards.
    cdef CardSet trumps = suit_cards(rules.trump)
    return better(
        sure_trumps(state.hand[seat] & trumps, others & trumps, need),
        sure_trumps(state.hand[partner] & trumps, others & trumps, need),
    )


cdef inline Sure held_tops(const State* state, CardSet in_play, const Pairs* pairs, int seat, int rest, int need) noexcept nogil:
    # Where the pair on lead has no trumps: the tops of one hand of the other pair. It keeps them until it gets in, and
    # until then the pair on lead can win no more rounds than the lengths of the suits in which it has no top.
    cdef Sure sure
    cdef CardSet mine, others
    cdef int suit, elsewhere = 0, tops, longest, other
    sure.tricks = 0
    sure.relevant = 0
    for suit in range(4):
        mine = state.hand[seat] & suit_cards(suit)
        others = in_play & suit_cards(suit) & ~mine
        if not mine or others > bit(highest(mine)):
            elsewhere += larger(suit_length(state.shape, pairs.leader, suit), suit_length(state.shape, pairs.partner, suit))
            continue
        if not others:
            sure.tricks += popcount(mine)
            continue
        longest = 0
        for other in range(4):
            if other != seat:
                longest = larger(longest, suit_length(state.shape, other, suit))
        tops = 0
        while mine and tops < longest and others < bit(highest(mine)) and (tops == 0 or sure.tricks + tops < need):
            sure.relevant = sure.relevant & ~suit_cards(suit) | bit(highest(mine))
            mine ^= bit(highest(mine))
            tops += 1
        sure.tricks += tops + (popcount(mine) if tops >= longest else 0)
    sure.tricks = smaller(sure.tricks, larger(rest - elsewhere, 0))
    return sure
