# The search itself: can the counted seats reach this many points from here?
#
# Zero-window alpha-beta over one trick at a time, with partition search at the start of each; see README.md here.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from ..rules.position cimport (
    NO_SUIT, CardSet, State, Trick, bit, legal_plays, new_trick, suit_cards, take_out, trick_points, with_card,
)
from .bits cimport lowest, pdep, pext, popcount
from .ordering cimport NO_CARD, Plays, View, cut_card_of, list_head, list_plays, order_plays
from .partition cimport cards_in_play, owners_of, touching_cards, touching_heads, upward, without_last_runs
from .quick cimport find_hopeless_leads, quick_answer
from .recent cimport probe_with_recents
from .stop cimport forehand_flag_is_set
from .table cimport Key, Known, table_probe, table_store
from .walk cimport LOOK_EVERY, SIGNALS_EVERY, STOPPED_AT_LIMIT, STOPPED_BY_FLAG, STOPPED_BY_SIGNAL, Answer, Walk


cdef inline Answer search_trick(Walk* walk, int leader, int target) noexcept nogil:
    # Step 1. Limits: once stopped, answers mean nothing and nobody keeps them.
    cdef Answer answer
    cdef Known known
    cdef Key key
    cdef Trick trick
    cdef int rest
    cdef bint is_worth_storing
    cdef CardSet in_play = cards_in_play(&walk.state)
    answer.relevant = 0
    answer.value = 0
    if walk.nodes >= walk.look_at:
        look_around(walk)
        if walk.stopped:
            return answer
    walk.nodes += 1
    if target <= 0 or not in_play:
        return answer

    # Step 2. Is there enough left at all?
    rest = points_in(walk, leader, in_play)
    if target > rest:
        answer.value = rest
        return answer

    # Step 3. What is already proved here, or in a position like it?
    if walk.switches.use_table:
        key.context = walk.context << 2 | <uint32_t>leader
        if walk.singles:
            key.context |= places_of(walk.singles, in_play)
        key.shape = walk.state.shape if walk.switches.use_patterns else in_play
        key.owners = owners_of(&walk.state, in_play)
        if walk.switches.use_recent_answers:
            known = probe_with_recents(walk.recents, walk.table, &key, target)
        else:
            known = table_probe(walk.table, &key, target)
        if known.is_known:
            answer.value = known.lower if known.lower >= target else known.upper
            answer.relevant = pdep(known.mask, in_play)
            return answer

    # Step 4. Tricks nobody can stop; else search.
    answer.value = -1
    if walk.switches.use_bounds:
        answer = quick_answer(walk, leader, rest, target)
    is_worth_storing = walk.switches.use_table and (answer.value < 0 or walk.switches.use_bound_entries)
    if answer.value < 0:
        if walk.switches.use_hopeless_leads:
            walk.hopeless = find_hopeless_leads(walk, leader, rest - target + 1)
        trick = new_trick(leader)
        answer = search_play(walk, &trick, in_play, target)
        if walk.stopped:
            return answer

    # Step 5. Keep what was proved.
    if walk.switches.use_patterns:
        if walk.switches.use_last_runs:
            answer.relevant = without_last_runs(&walk.state, in_play, answer.relevant)
        answer.relevant = upward(answer.relevant) & in_play
    else:
        answer.relevant = in_play
    if is_worth_storing:
        known.lower = answer.value if answer.value >= target else 0
        known.upper = answer.value if answer.value < target else rest
        known.mask = pext(answer.relevant, in_play)
        table_store(walk.table, &key, known)
    return answer


cdef inline void look_around(Walk* walk) noexcept nogil:
    # Whether a limit is reached, somebody wants the search to end, or a signal came; and when to look again.
    if walk.nodes >= walk.node_limit:
        walk.stopped = STOPPED_AT_LIMIT
    elif forehand_flag_is_set(walk.stop):
        walk.stopped = STOPPED_BY_FLAG
    elif walk.is_interrupted != NULL and walk.nodes % SIGNALS_EVERY < LOOK_EVERY and walk.is_interrupted():
        walk.stopped = STOPPED_BY_SIGNAL
    walk.look_at = walk.nodes + LOOK_EVERY if walk.node_limit - walk.nodes > LOOK_EVERY else walk.node_limit


cdef inline Answer search_play(Walk* walk, const Trick* trick, CardSet in_play, int target) noexcept nogil:
    # in_play: the cards in play when this trick began.
    cdef State* state = &walk.state
    cdef int seat = trick.seat
    cdef bint wants = walk.wants >> seat & 1
    cdef CardSet hand = state.hand[seat], moves = legal_plays(&walk.rules, trick, hand)
    cdef uint8_t* cut_card
    cdef Plays plays
    cdef Answer answer, failed           # of one play, and of all that failed
    cdef int place, card

    if not moves & (moves - 1):
        return play_card(walk, trick, lowest(moves), in_play, target)
    cut_card = cut_card_of(walk.cut_cards, trick, hand)
    if walk.switches.use_touching and not walk.switches.use_patterns:
        moves = touching_heads(moves & ~walk.singles, in_play, walk.rules.copy_shift, walk.by_rank) | moves & walk.singles
    plays.count = 0
    if walk.switches.use_cut_cards and cut_card[0] != NO_CARD and hand & bit(cut_card[0]):
        # What cut last time, or the head of its group, goes first, before the rest is even weighed.
        list_head(&plays, moves, cut_card[0])
    failed.value = -1
    failed.relevant = 0
    if trick.place == 0 and walk.hopeless.leads:
        moves &= ~walk.hopeless.leads
        failed.relevant = walk.hopeless.relevant
        failed.value = target - 1
    place = 0
    while True:
        if place == plays.count:
            if moves and walk.switches.use_patterns and walk.switches.use_touching:
                moves &= ~fail_alike(hand & ~moves, hand & ~walk.singles, failed.relevant, in_play)
            if not moves:
                return failed
            # Of touching cards first the strongest: its mates seldom do what it could not.
            weigh(walk, &plays, touching_heads(moves, in_play, 0, True) if walk.switches.use_patterns else moves, in_play, trick)
            place = 0
        card = plays.play[place] & 63
        place += 1
        if not moves & bit(card):
            continue                     # as low as a card that failed
        moves ^= bit(card)
        answer = play_card(walk, trick, card, in_play, target)
        if walk.stopped:
            return answer
        if (answer.value >= target) == wants:
            cut_card[0] = <uint8_t>card
            return answer
        failed.relevant |= answer.relevant
        if failed.value < 0 or (answer.value > failed.value) == wants:
            failed.value = answer.value
        if walk.switches.use_patterns and walk.switches.use_low_card_skip:
            moves &= ~as_low(card, answer.relevant)


cdef inline CardSet as_low(int card, CardSet relevant) noexcept nogil:
    # If the rank of a card that failed did not matter: every card of the suit as low fails alike, here and in the pattern.
    cdef CardSet low = relevant & suit_cards(card >> 4)
    low = ((low & -low) - 1 if low else ~<CardSet>0) & suit_cards(card >> 4)
    return low if low & bit(card) else 0


cdef inline CardSet fail_alike(CardSet tried, CardSet hand, CardSet relevant, CardSet in_play) noexcept nogil:
    # The cards that touch one that failed, in every position of the pattern: where it has both in their places.
    cdef CardSet placed = upward(relevant)
    return touching_cards(tried & hand & placed, hand, in_play) & placed


cdef inline Answer play_card(Walk* walk, const Trick* trick, int card, CardSet in_play, int target) noexcept nogil:
    # What the question comes to if the seat to move plays this card.
    cdef Trick after = with_card(&walk.rules, trick, card)
    cdef Answer answer
    cdef CardSet hand = walk.state.hand[trick.seat]
    cdef uint64_t shape = walk.state.shape
    take_out(&walk.state, trick.seat, card)
    if after.place == walk.rules.seats:
        answer = finish_trick(walk, &after, in_play, target)
    else:
        answer = search_play(walk, &after, in_play, target)
    walk.state.hand[trick.seat] = hand
    walk.state.shape = shape
    return answer


cdef inline void weigh(Walk* walk, Plays* plays, CardSet moves, CardSet in_play, const Trick* trick) noexcept nogil:
    # Lists the moves, in order if that is asked.
    cdef View view
    if not walk.switches.use_ordering or not moves & (moves - 1):
        list_plays(plays, moves)
        return
    view.state = &walk.state
    view.rules = &walk.rules
    view.trick = trick
    view.pairs = &walk.pairs[trick.seat]
    view.weights = walk.weights[walk.roles[trick.seat]]
    view.in_play = in_play
    view.theirs = walk.state.hand[view.pairs.left] | walk.state.hand[view.pairs.right]
    view.to_come = opponents_to_come(walk, trick) if trick.place else 0
    order_plays(plays, moves, &view)


cdef inline CardSet opponents_to_come(const Walk* walk, const Trick* trick) noexcept nogil:
    # The cards of the seats of the other will that play to this trick after the mover.
    cdef CardSet cards = 0
    cdef int after, seat = trick.seat
    cdef unsigned int mine = walk.wants >> seat & 1
    for after in range(trick.place + 1, walk.rules.seats):
        seat = seat + 1 if seat + 1 < walk.rules.seats else 0
        if (walk.wants >> seat & 1) != mine:
            cards |= walk.state.hand[seat]
    return cards


cdef inline Answer finish_trick(Walk* walk, const Trick* trick, CardSet in_play, int target) noexcept nogil:
    # All have played: count the trick, and search on from the next. A winner matters by its rank if one of its suit lost to
    # it, and a card with points of its own by where it is.
    cdef int points = trick_points(&walk.rules, &walk.state, trick) if walk.counts >> trick.winner & 1 else 0
    cdef Answer answer = search_trick(walk, trick.winner, target - points)
    answer.value += points
    answer.relevant |= walk.singles & in_play
    if trick.by_rank:
        answer.relevant |= bit(trick.best)
    return answer


cdef inline uint32_t places_of(CardSet singles, CardSet in_play) noexcept nogil:
    # For each of these cards its place in its suit, or that it is gone: positions that differ here are worth different points.
    cdef uint32_t places = 0
    cdef int shift = 32, card
    while singles:
        card = lowest(singles)
        singles &= singles - 1
        shift -= 4
        if in_play & bit(card):
            places |= <uint32_t>(1 + popcount(in_play & suit_cards(card >> 4) & (bit(card) - 1))) << shift
    return places


cdef inline int points_in(Walk* walk, int leader, CardSet in_play) noexcept nogil:
    cdef int points = walk.rules.last_trick
    cdef CardSet cards
    if walk.rules.per_trick:
        points += walk.rules.per_trick * popcount(walk.state.hand[leader])
    if walk.rules.has_card_points:
        cards = in_play
        while cards:
            points += walk.rules.points[lowest(cards)]
            cards &= cards - 1
    return points
