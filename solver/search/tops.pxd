# What the pair that is not on lead takes with the top cards of both its hands. README.md here gives the arguments.
from ..rules.position cimport CardSet, State, bit, suit_cards
from .bits cimport highest, popcount
from .bounds cimport Pairs, Sure, suit_length
from .runs cimport Run, larger, run_of, smaller

# The suits of which the pair not on lead has the top, each with the hand that holds it; of others rounds is 0.
cdef struct Tops:
    const State* state
    const Pairs* on_lead
    const Pairs* pair
    int rest
    int need
    int holder[4]              # 0: pair.leader, 1: pair.partner
    int rounds[4]
    int longest[4]             # the most cards a hand of the pair on lead has
    bint is_link[4]            # the holder's partner has a card of the suit
    CardSet cards[4]           # the holder's
    CardSet relevant[4]

# What is_enough and its like add up, for each of the two hands.
cdef struct Side:
    int kept                   # rounds it holds
    int suits                  # ... in how many suits
    int guards                 # suits in which it keeps its best card behind lower ones
    int beyond                 # rounds the others may win in its suits once it has cashed
    bint is_linked             # it can lead to its partner's tops


cdef inline Tops new_tops(const State* state, const Pairs* pair, const Pairs* on_lead, int rest, int need) noexcept nogil:
    cdef Tops tops
    tops.state = state
    tops.on_lead = on_lead
    tops.pair = pair
    tops.rest = rest
    tops.need = need
    return tops


cdef inline CardSet cards_of(const State* state, const Pairs* pair, int suit) noexcept nogil:
    return (state.hand[pair.leader] | state.hand[pair.partner]) & suit_cards(suit)


cdef inline int hand_of(const Pairs* pair, int side) noexcept nogil:
    return pair.partner if side else pair.leader


cdef inline CardSet from_top(CardSet cards, int count) noexcept nogil:
    # The count-th highest.
    while count > 1:
        cards ^= bit(highest(cards))
        count -= 1
    return bit(highest(cards))


cdef inline void find_run(Tops* tops, int suit) noexcept nogil:
    # Who of the pair holds the suit, and for how many rounds.
    cdef CardSet one = tops.state.hand[tops.pair.leader] & suit_cards(suit)
    cdef CardSet other = tops.state.hand[tops.pair.partner] & suit_cards(suit)
    cdef CardSet theirs = cards_of(tops.state, tops.on_lead, suit)
    cdef int longest = tops.longest[suit], holder = one <= theirs
    cdef Run run, second
    if holder:
        one, other = other, one
    run = run_of(one, other, theirs, longest, 16)
    if other > theirs:
        second = run_of(other, one, theirs, longest, 16)
        if second.rounds > run.rounds:
            run = second
            one, other = other, one
            holder = 1 - holder
    tops.holder[suit] = holder
    tops.rounds[suit] = run.rounds
    tops.relevant[suit] = run.relevant & -run.relevant
    tops.cards[suit] = one
    tops.is_link[suit] = other != 0


cdef inline void set_longest(Tops* tops) noexcept nogil:
    cdef int suit
    for suit in range(4):
        tops.longest[suit] = larger(
            suit_length(tops.state.shape, tops.on_lead.leader, suit), suit_length(tops.state.shape, tops.on_lead.partner, suit)
        )
        tops.rounds[suit] = 0
        tops.relevant[suit] = 0


cdef inline void add_up(const Tops* tops, Side* sides) noexcept nogil:
    cdef int suit, side
    for side in range(2):
        sides[side].kept = sides[side].suits = sides[side].guards = sides[side].beyond = 0
        sides[side].is_linked = False
    for suit in range(4):
        if tops.rounds[suit]:
            side = tops.holder[suit]
            sides[side].kept += tops.rounds[suit]
            sides[side].suits += 1
            sides[side].beyond += larger(tops.longest[suit] - tops.rounds[suit], 0)
            sides[1 - side].is_linked |= tops.is_link[suit]


cdef inline Sure joint_tops(Tops* tops) noexcept nogil:
    # No trumps: each hand keeps its tops until one gets in, cashes, and leads to the other if it can.
    cdef Sure sure
    cdef int suit
    sure.tricks = 0
    sure.relevant = 0
    set_longest(tops)
    for suit in range(4):
        if cards_of(tops.state, tops.pair, suit) > cards_of(tops.state, tops.on_lead, suit):
            find_run(tops, suit)
    if is_enough(tops):
        for suit in range(4):
            if tops.relevant[suit]:
                keep_fewest(tops, suit)
            sure.relevant |= tops.relevant[suit]
        sure.tricks = tops.need
    elif is_enough_with_guards(tops, &sure.relevant):
        sure.tricks = tops.need
    return sure


cdef inline void keep_fewest(Tops* tops, int suit) noexcept nogil:
    # Of a suit only as many tops as it takes.
    cdef int rounds = tops.rounds[suit]
    tops.rounds[suit] = 0
    while tops.rounds[suit] < rounds and not is_enough(tops):
        tops.rounds[suit] += 1
    if not tops.rounds[suit]:
        tops.relevant[suit] = 0
    elif tops.rounds[suit] < popcount(tops.cards[suit] & ~(tops.relevant[suit] - 1)):
        tops.relevant[suit] = from_top(tops.cards[suit], tops.rounds[suit])


cdef inline bint is_enough(const Tops* tops) noexcept nogil:
    # Whether what both hands hold comes to the need, and the pair on lead cannot win too many rounds before, so that each
    # hand keeps as many cards as are needed, and a top of each suit it holds.
    cdef Side sides[2]
    cdef int suit, side, mine, his, leaders = 0, elsewhere = 0, beyond = 0, left
    cdef bint is_shared = False
    add_up(tops, sides)
    if sides[0].kept + sides[1].kept < tops.need:
        return False
    for suit in range(4):
        if not tops.rounds[suit]:
            mine = suit_length(tops.state.shape, tops.on_lead.leader, suit)
            his = suit_length(tops.state.shape, tops.on_lead.partner, suit)
            leaders += mine
            elsewhere += larger(mine, his)
            is_shared |= mine and his
    for side in range(2):
        # Once in, this hand takes enough or leads to the other; one that does not exist never gets in.
        sides[side].is_linked |= sides[side].kept >= tops.need or not tops.state.hand[hand_of(tops.pair, side)]
    if not is_shared and sides[0].is_linked and sides[1].is_linked:
        elsewhere = leaders
    elif sides[0].kept and sides[1].kept:
        for side in range(2):
            if not sides[side].is_linked:
                beyond = larger(beyond, sides[side].beyond)
    left = tops.rest - elsewhere - beyond
    return left >= tops.need and left >= sides[0].suits and left >= sides[1].suits


cdef inline bint is_enough_with_guards(const Tops* tops, CardSet* relevant) noexcept nogil:
    # The same where each hand also keeps its best card of other suits, with lower ones to play to the rounds it cannot win.
    cdef Side sides[2]
    cdef int suit, side, guard, least, rounds, left = tops.rest, entry
    cdef CardSet mine, best = 0
    add_up(tops, sides)
    for suit in range(4):
        least = tops.longest[suit]
        if tops.rounds[suit] or not least:
            relevant[0] |= tops.relevant[suit]
            continue
        guard = -1
        for side in range(2):
            mine = tops.state.hand[hand_of(tops.pair, side)] & suit_cards(suit)
            rounds = rounds_past(tops, hand_of(tops.pair, side), mine) if mine else least
            if rounds < least and popcount(mine) > rounds:
                least = rounds
                guard = side
                best = bit(highest(mine))
        if guard >= 0:
            sides[guard].guards += 1
            relevant[0] |= best
        left -= least
    if sides[0].guards + sides[1].guards == 0 or left <= 0:
        return False
    for side in range(2):
        if not tops.state.hand[hand_of(tops.pair, side)]:
            continue
        if left < sides[side].guards + sides[side].suits:
            return False
        entry = first_in(&sides[side], &sides[1 - side], left)
        if entry + (not sides[side].suits) < tops.need:
            return False
    return True


cdef inline int first_in(const Side* side, const Side* other, int left) noexcept nogil:
    # What the hand that gets in first takes, with all its guards kept and no fewer than `left` cards: its tops and, with a
    # card kept to lead to them, the other's; the trick with which it got in not counted if it was none of these.
    cdef int tricks = smaller(side.kept, left - side.guards)
    if side.is_linked and (not side.guards or left > side.guards + side.suits):
        if side.guards:
            tricks = smaller(tricks, left - side.guards - 1)
        tricks += smaller(other.kept, left - other.guards)
    return smaller(tricks, left)


cdef inline int rounds_past(const Tops* tops, int seat, CardSet mine) noexcept nogil:
    # At most how many rounds of a suit the pair on lead wins before this hand's best card does: it plays lower ones to
    # rounds that are lost. Cards before it win only if they are higher, those of the hand that may play after it, the next
    # enemy in turn, any if that has one that is.
    cdef const State* state = tops.state
    cdef int best = highest(mine), next_seat = seat + 1 if seat < 3 and state.hand[seat + 1] else 0
    cdef CardSet theirs = cards_of(state, tops.on_lead, best >> 4), after = 0
    if next_seat == tops.pair.leader + tops.pair.partner - seat:
        next_seat = (next_seat + 1) & 3
    if state.hand[tops.on_lead.partner]:
        after = theirs & state.hand[next_seat]
    return popcount(theirs & ~after & ~(bit(best) - 1)) + (popcount(after) if after > bit(best) else 0)
