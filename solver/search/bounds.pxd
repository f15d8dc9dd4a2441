# Quick bounds: what a side is sure of without a search. A bound is never wrong, only weak.
#
# All of them are written for two pairs; a lone seat's partner, and whatever else is missing, is an empty hand.
# README.md of this folder gives the argument for each.
from libc.stdint cimport uint64_t

from ..rules.position cimport NO_SUIT, CardSet, State, bit, suit_cards
from .bits cimport highest, lowest, popcount
from .runs cimport Run, larger, run_of, smaller, weakest

# At least `tricks` to the pair it speaks of; relevant: the cards that make it so.
cdef struct Sure:
    int tricks
    CardSet relevant

# The trump suit (or NO_SUIT) and the four hands as the leader sees them.
cdef struct Pairs:
    int trump
    int leader
    int partner
    int left
    int right

# What the leader's pair may still cash, suit by suit, while fast tricks are counted.
cdef struct Plan:
    uint64_t shape
    int trump
    const Pairs* pairs
    CardSet leaders[4]
    CardSet partners[4]
    CardSet theirs         # the opponents' cards, of all suits
    int longest[4]         # the most cards an opponent has
    int rounds[4]          # rounds cashed so far
    CardSet relevant

cdef inline int suit_length(uint64_t shape, int seat, int suit) noexcept nogil:
    return <int>(shape >> ((seat << 4) + (suit << 2))) & 15


cdef inline int cash(Plan* plan, int suit, bint by_partner, int limit) noexcept nogil:
    # How many rounds of a suit one hand can lead and win (run_of); takes the cards of those rounds out of both hands.
    cdef CardSet* mine = &plan.partners[suit] if by_partner else &plan.leaders[suit]
    cdef CardSet* partners = &plan.leaders[suit] if by_partner else &plan.partners[suit]
    cdef Run run = run_of(mine[0], partners[0], plan.theirs & suit_cards(suit), plan.longest[suit] - plan.rounds[suit], limit)
    plan.relevant |= run.relevant
    mine[0] ^= run.winners
    partners[0] ^= run.dropped
    plan.rounds[suit] += run.rounds
    return run.rounds


cdef inline bint can_cash(const Plan* plan, int suit, CardSet mine) noexcept nogil:
    # Whether a hand that holds these cards of a suit wins at least its first round, as far as the opponents go.
    return mine != 0 and (plan.longest[suit] <= plan.rounds[suit] or mine > plan.theirs & suit_cards(suit))


cdef inline int rounds_before_ruff(const Plan* plan, int drawn, int suit) noexcept nogil:
    # Rounds of a plain suit that no opponent can ruff once `drawn` rounds of trumps are gone.
    cdef int rounds = 16
    if plan.trump == NO_SUIT:
        return rounds
    if suit_length(plan.shape, plan.pairs.left, plan.trump) > drawn:
        rounds = suit_length(plan.shape, plan.pairs.left, suit)
    if suit_length(plan.shape, plan.pairs.right, plan.trump) > drawn:
        rounds = smaller(rounds, suit_length(plan.shape, plan.pairs.right, suit))
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


cdef inline Sure better(Sure one, Sure other) noexcept nogil:
    return other if other.tricks > one.tricks else one


cdef inline Sure fast_tricks(const State* state, const Pairs* pairs, int rest, int need) noexcept nogil:
    # Tricks the leader's pair takes at once: the leader cashes, then crosses once to his partner, who cashes too.
    # Stops counting at `need`.
    cdef Plan plan
    cdef Sure sure, surest
    cdef int suit, drawn = 0, plain = 0, most_plain = rest, trump = pairs.trump
    open_plan(&plan, state, pairs)
    surest.tricks = 0
    if trump != NO_SUIT:
        surest = sure_trumps(plan.leaders[trump], plan.theirs & suit_cards(trump), need)
        if can_cash(&plan, trump, plan.leaders[trump]):
            drawn = cash(&plan, trump, False, need)
        if surest.tricks > drawn:
            plan.relevant |= surest.relevant
        if suit_length(plan.shape, pairs.partner, trump) > drawn:
            most_plain = rest - suit_length(plan.shape, pairs.partner, trump)
    for suit in range(4):
        if larger(drawn, surest.tricks) + smaller(plain, most_plain) >= need:
            break
        if suit != trump and can_cash(&plan, suit, plan.leaders[suit]):
            plain += cash(&plan, suit, False, rounds_before_ruff(&plan, drawn, suit))
    sure.tricks = smaller(larger(drawn, surest.tricks) + smaller(plain, most_plain), rest)
    sure.relevant = plan.relevant
    if sure.tricks < need and state.hand[pairs.partner]:
        sure = better(sure, cross(&plan, rest, drawn, plain))
    return sure


cdef inline void open_plan(Plan* plan, const State* state, const Pairs* pairs) noexcept nogil:
    cdef int suit
    plan.shape = state.shape
    plan.trump = pairs.trump
    plan.pairs = pairs
    plan.theirs = state.hand[pairs.left] | state.hand[pairs.right]
    plan.relevant = 0
    for suit in range(4):
        plan.leaders[suit] = state.hand[pairs.leader] & suit_cards(suit)
        plan.partners[suit] = state.hand[pairs.partner] & suit_cards(suit)
        plan.longest[suit] = larger(suit_length(state.shape, pairs.left, suit), suit_length(state.shape, pairs.right, suit))
        plan.rounds[suit] = 0


cdef inline Sure cross(Plan* plan, int rest, int led_trumps, int plain) noexcept nogil:
    # With what the partner cashes once the leader has no more winners and leads to him; no tricks if he cannot.
    cdef Sure sure
    cdef CardSet led
    cdef int suit, more, before, trump = plan.trump, drawn = led_trumps, most_plain = rest
    cdef bint can_cross = False
    if trump != NO_SUIT:
        led = plan.leaders[trump]
        if can_cash(plan, trump, plan.partners[trump]):
            more = cash(plan, trump, True, 16)
            can_cross = more and led
            drawn += more
        if suit_length(plan.shape, plan.pairs.partner, trump) > led_trumps:
            most_plain = rest - suit_length(plan.shape, plan.pairs.partner, trump)
        if suit_length(plan.shape, plan.pairs.leader, trump) > drawn:
            most_plain = smaller(most_plain, rest - suit_length(plan.shape, plan.pairs.leader, trump))
    for suit in range(4):
        if suit != trump and can_cash(plan, suit, plan.partners[suit]):
            led = plan.leaders[suit]
            before = plan.rounds[suit]
            more = cash(plan, suit, True, rounds_before_ruff(plan, drawn, suit) - before)
            plain += more
            if more and led and not can_cross:
                can_cross = before < rounds_before_ruff(plan, led_trumps, suit)
    sure.tricks = smaller(drawn + smaller(plain, most_plain), rest) if can_cross else 0
    sure.relevant = plan.relevant
    return sure


cdef inline bint has_ruff(uint64_t shape, const Pairs* pairs) noexcept nogil:
    # Whether the leader or his partner is out of a plain suit that the other has.
    cdef int suit
    for suit in range(4):
        if suit != pairs.trump and (suit_length(shape, pairs.leader, suit) > 0) != (suit_length(shape, pairs.partner, suit) > 0):
            return True
    return False


cdef inline Sure ruffs(const State* state, const Pairs* pairs, int rest) noexcept nogil:
    # The leader's plain winners, and then ruffs by his partner and by himself in turn, in suits that each opponent who
    # has trumps must follow: no rank of a trump matters. No trumps are drawn.
    cdef Plan plan
    cdef Sure sure
    cdef int suit, follow, plain = 0, his = 0, mine = 0
    cdef int trump = pairs.trump, partners_trumps = suit_length(state.shape, pairs.partner, trump)
    sure.tricks = 0
    sure.relevant = 0
    if not partners_trumps or not has_ruff(state.shape, pairs):
        return sure
    open_plan(&plan, state, pairs)
    for suit in range(4):
        if suit != trump:
            follow = rounds_before_ruff(&plan, 0, suit)
            if can_cash(&plan, suit, plan.leaders[suit]):
                plain += cash(&plan, suit, False, follow)
            follow -= plan.rounds[suit]
            if not plan.partners[suit]:
                his += smaller(popcount(plan.leaders[suit]), follow)
            elif not plan.leaders[suit]:
                mine += smaller(popcount(plan.partners[suit]), follow)
    if plain > rest - partners_trumps:
        return sure                      # the partner would have to ruff a winner
    his = smaller(his, partners_trumps)
    mine = smaller(smaller(mine, suit_length(state.shape, pairs.leader, trump)), rest - partners_trumps - plain)
    sure.tricks = plain + smaller(2 * his, 2 * mine + 1)
    sure.relevant = plan.relevant
    return sure


cdef inline Sure trump_tricks(const State* state, const Pairs* pairs, int need) noexcept nogil:
    # The trump tricks the better of two partners' trumps is sure of.
    cdef CardSet trumps = suit_cards(pairs.trump), theirs = (state.hand[pairs.left] | state.hand[pairs.right]) & trumps
    return better(
        sure_trumps(state.hand[pairs.leader] & trumps, theirs, need), sure_trumps(state.hand[pairs.partner] & trumps, theirs, need)
    )


cdef inline Sure crossruff(const State* state, const Pairs* pairs, int rest) noexcept nogil:
    # Trumps in both hands of a pair, whoever leads: each takes a trick of its own but for two for each enemy trump, or
    # the pair loses only rounds in which both must follow suit, and one for each enemy trump. No rank matters.
    cdef Sure sure
    cdef int mine = suit_length(state.shape, pairs.leader, pairs.trump), his = suit_length(state.shape, pairs.partner, pairs.trump)
    cdef int enemies = suit_length(state.shape, pairs.left, pairs.trump) + suit_length(state.shape, pairs.right, pairs.trump)
    cdef int suit, rounds
    sure.tricks = 0
    sure.relevant = 0
    if not mine or not his:
        return sure
    rest -= enemies
    for suit in range(4):
        if suit != pairs.trump:
            rounds = smaller(suit_length(state.shape, pairs.leader, suit), suit_length(state.shape, pairs.partner, suit))
            rest -= smaller(rounds, larger(suit_length(state.shape, pairs.left, suit), suit_length(state.shape, pairs.right, suit)))
    sure.tricks = larger(smaller(mine + his - 2 * enemies, rest), 0)
    return sure


cdef inline Sure guarded_trump(CardSet mine, CardSet before, CardSet after) noexcept nogil:
    # The trumps of a hand that is not on lead, of the enemy who plays just before it, and of those who play after it: its
    # top trumps and one trick more, if nobody after it can beat its next trump, and it has more trumps besides the tops
    # than the enemy before it has higher ones.
    cdef Sure sure
    sure.tricks = 0
    sure.relevant = 0
    while mine and mine > (before | after):
        mine ^= bit(highest(mine))
        sure.tricks += 1
    if mine and after < mine and popcount(before & ~((bit(highest(mine)) << 1) - 1)) < popcount(mine):
        sure.tricks += 1
        sure.relevant = bit(highest(mine))
    else:
        sure.tricks = 0
    return sure


cdef inline Sure held_tops(const State* state, const Pairs* pairs, int seat, int rest, int need) noexcept nogil:
    # Where the pair on lead has no trumps: the tops of one hand of the other pair. It keeps them until it gets in, and
    # until then the pair on lead can win no more rounds than the lengths of the suits in which it has no top, and if it
    # has a trump no more than it must follow to.
    cdef bint has_trump = pairs.trump != NO_SUIT and suit_length(state.shape, seat, pairs.trump) > 0
    cdef Sure sure
    cdef CardSet mine, others
    cdef int suit, elsewhere = 0, tops, longest, other
    sure.tricks = 0
    sure.relevant = 0
    for suit in range(4):
        mine = state.hand[seat] & suit_cards(suit)
        others = (state.hand[0] | state.hand[1] | state.hand[2] | state.hand[3]) & suit_cards(suit) & ~mine
        if not mine or others > bit(highest(mine)):
            longest = larger(suit_length(state.shape, pairs.leader, suit), suit_length(state.shape, pairs.partner, suit))
            elsewhere += smaller(longest, popcount(mine)) if has_trump else longest
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


cdef inline Sure control(const State* state, const Pairs* pairs, bint on_lead, int need) noexcept nogil:
    # A seat alone, pairs.leader: each of its trumps and plain winners takes a trick but for one each that a trump of the
    # others can take, while it has a trump to get in with whenever it lost the lead. Top trumps may draw theirs first.
    cdef Sure sure
    cdef CardSet mine = state.hand[pairs.leader], trump_cards = suit_cards(pairs.trump), top
    cdef CardSet theirs = state.hand[pairs.left] | state.hand[pairs.right]
    cdef int suit, drawn = 0, spare = popcount(mine & trump_cards) - (not on_lead), left = popcount(theirs & trump_cards)
    sure.tricks = 0
    sure.relevant = 0
    if spare < 0 or (spare >= left and popcount(mine) - left < need):
        return sure
    if spare < left and not on_lead:
        # To draw trumps it must get in at once: by a top trump, or a winner nobody can ruff.
        top = top_of(mine & trump_cards, theirs)
        if not top or not gets_in(state, pairs, &sure.relevant):
            return sure
        sure.relevant |= top
        mine ^= top
    while spare < left:
        top = top_of(mine & trump_cards, theirs)
        if not top:
            return sure
        sure.relevant |= top
        mine ^= top
        drawn += 1
        spare -= 1
        left = larger(suit_length(state.shape, pairs.left, pairs.trump) - drawn, 0) + larger(suit_length(state.shape, pairs.right, pairs.trump) - drawn, 0)
    sure.tricks = suit_length(state.shape, pairs.leader, pairs.trump) - left
    for suit in range(4):
        if suit != pairs.trump and sure.tricks < need:
            add_winners(&sure, mine & suit_cards(suit), theirs & suit_cards(suit), larger(suit_length(state.shape, pairs.left, suit), suit_length(state.shape, pairs.right, suit)))
    return sure


cdef inline CardSet top_of(CardSet mine, CardSet theirs) noexcept nogil:
    # The highest card of one suit, if it is above all of theirs in the suit; else none.
    if not mine or theirs & suit_cards(highest(mine) >> 4) > mine:
        return 0
    return bit(highest(mine))


cdef inline bint gets_in(const State* state, const Pairs* pairs, CardSet* relevant) noexcept nogil:
    # Whether the seat alone wins whatever plain suit is led next, as long as it has a top trump.
    cdef CardSet mine, theirs = state.hand[pairs.left] | state.hand[pairs.right]
    cdef int suit
    for suit in range(4):
        mine = state.hand[pairs.leader] & suit_cards(suit)
        if suit == pairs.trump or not mine:
            continue
        if not top_of(mine, theirs):
            return False
        relevant[0] |= top_of(mine, theirs)
        if suit_length(state.shape, pairs.left, pairs.trump) and not suit_length(state.shape, pairs.left, suit):
            return False
        if suit_length(state.shape, pairs.right, pairs.trump) and not suit_length(state.shape, pairs.right, suit):
            return False
    return True


cdef inline void add_winners(Sure* sure, CardSet mine, CardSet theirs, int longest) noexcept nogil:
    # The cards of one suit that win whenever it is led while nobody ruffs; `longest` is the most cards one of them has.
    cdef CardSet tops = mine
    if theirs:
        tops &= ~((bit(highest(theirs)) << 1) - 1)
        if popcount(tops) < longest:
            mine = tops
        elif popcount(tops) > longest:
            tops ^= weakest(tops, popcount(tops) - longest)
        if tops:
            sure.relevant |= tops & -tops
    sure.tricks += popcount(mine)
