# What the quick bounds say about the question asked.
from ..rules.position cimport NO_SUIT, CardSet, suit_cards
from .bounds cimport Pairs, Sure, suit_length, control, crossruff, fast_tricks, guarded_trump, held_tops, ruffs, sure_trumps, trump_tricks
from .losers cimport hero_loses_to, hero_takes_all, hero_takes_nothing
from .partition cimport cards_in_play
from .walk cimport Answer, Walk


cdef inline Answer quick_answer(Walk* walk, int leader, int rest, int target) noexcept nogil:
    # A bound that decides; value -1 if none does.
    if walk.is_helped:
        return quick_helped_answer(walk, rest, target)
    if walk.is_misere:
        return quick_misere_answer(walk, leader, rest, target)
    return quick_plain_answer(walk, leader, rest, target)


cdef inline Answer decide(Sure sure, bint counted, int rest, int target) noexcept nogil:
    # What tricks that are sure for the counted seats, or for the others, say about the target.
    cdef Answer answer
    answer.value = sure.tricks if counted else rest - sure.tricks
    answer.relevant = sure.relevant
    if (answer.value >= target) != counted:
        answer.value = -1
    return answer


cdef inline Answer quick_plain_answer(Walk* walk, int leader, int rest, int target) noexcept nogil:
    # The bounds in the order of what they find for what they cost.
    cdef const Pairs* pairs = &walk.pairs[leader]
    cdef const Pairs* theirs = &walk.pairs[pairs.left]
    cdef bint leader_counts = walk.counts >> leader & 1
    cdef int need = target if leader_counts else rest - target + 1, their_need = rest + 1 - need
    cdef CardSet trumps = suit_cards(walk.rules.trump) if walk.rules.trump != NO_SUIT else 0
    cdef CardSet ours = walk.state.hand[pairs.leader] | walk.state.hand[pairs.partner]
    cdef Answer answer
    answer.value = -1
    if walk.switches.use_fast_tricks:
        answer = decide(fast_tricks(&walk.state, pairs, rest, need), leader_counts, rest, target)
        if answer.value >= 0:
            return answer
    if walk.switches.use_sure_trumps:
        answer = decide(trump_tricks(&walk.state, pairs, need), leader_counts, rest, target)
        if answer.value >= 0:
            return answer
    if walk.switches.use_ruffs:
        answer = decide(ruffs(&walk.state, pairs, rest), leader_counts, rest, target)
        if answer.value >= 0:
            return answer
    if walk.switches.use_sure_trumps:
        answer = decide(trump_tricks(&walk.state, theirs, their_need), not leader_counts, rest, target)
        if answer.value >= 0:
            return answer
    if walk.switches.use_crossruff:
        answer = decide(crossruff(&walk.state, pairs, rest), leader_counts, rest, target)
        if answer.value < 0:
            answer = decide(crossruff(&walk.state, theirs, rest), not leader_counts, rest, target)
        if answer.value >= 0:
            return answer
    if walk.switches.use_guarded_trumps:
        answer = quick_guarded_answer(walk, leader, rest, target)
        if answer.value >= 0:
            return answer
    if walk.switches.use_control:
        answer = decide(control(&walk.state, &walk.pairs[walk.hero], leader_counts, target), True, rest, target)
        if answer.value >= 0:
            return answer
    if walk.switches.use_held_tops and not ours & trumps:
        answer = decide(held_tops(&walk.state, pairs, pairs.left, rest, their_need), not leader_counts, rest, target)
        if answer.value < 0:
            answer = decide(held_tops(&walk.state, pairs, pairs.right, rest, their_need), not leader_counts, rest, target)
    return answer


cdef inline Answer quick_guarded_answer(Walk* walk, int leader, int rest, int target) noexcept nogil:
    # A guarded trump of any hand, of the leader's if he can lead something else.
    cdef CardSet trumps = suit_cards(walk.rules.trump), before, after
    cdef Answer answer
    cdef int seat, previous
    cdef bint counted
    answer.value = -1
    for seat in range(walk.rules.seats):
        counted = walk.counts >> seat & 1
        # It must have two trumps besides its tops.
        if suit_length(walk.state.shape, seat, walk.rules.trump) <= (target if counted else rest - target + 1):
            continue
        if seat == leader and not walk.state.hand[seat] & ~trumps:
            continue
        previous = (seat if seat else walk.rules.seats) - 1
        after = walk.state.hand[walk.pairs[seat].left] | walk.state.hand[walk.pairs[seat].right]
        before = 0
        if (walk.counts >> previous & 1) != counted:
            before = walk.state.hand[previous]
        answer = decide(guarded_trump(walk.state.hand[seat] & trumps, before & trumps, after & ~before & trumps), counted, rest, target)
        if answer.value >= 0:
            break
    return answer


cdef inline Answer quick_misere_answer(Walk* walk, int leader, int rest, int target) noexcept nogil:
    # The same where the lone counted seat, the hero, wants few tricks.
    cdef int hero = walk.hero, other
    cdef bint hero_leads = leader == hero
    cdef Answer answer
    cdef Sure sure
    answer.value = -1
    if walk.switches.use_sure_losers:
        for other in range(walk.rules.seats):
            if other != hero:
                sure = hero_loses_to(&walk.state, hero, other, hero_leads, rest - target + 1)
                answer = decide(sure, False, rest, target)
                if answer.value >= 0:
                    return answer
    if not walk.switches.use_ducking:
        return answer
    if hero_leads:
        sure = hero_takes_all(&walk.state, hero, walk.rules.seats, cards_in_play(&walk.state))
    else:
        sure = hero_takes_nothing(&walk.state, hero, cards_in_play(&walk.state))
    sure.tricks *= rest
    return decide(sure, hero_leads, rest, target)


cdef inline Answer quick_helped_answer(Walk* walk, int rest, int target) noexcept nogil:
    # The same where all seats help the hero: another hand plays each trump to a trick of its own, and the hero wins such
    # a trick only with a higher one.
    cdef CardSet trumps = suit_cards(walk.rules.trump), his = walk.state.hand[walk.hero] & trumps
    cdef int other
    cdef Answer answer
    answer.value = -1
    for other in range(walk.rules.seats):
        if other != walk.hero and answer.value < 0 and walk.switches.use_sure_trumps:
            answer = decide(sure_trumps(walk.state.hand[other] & trumps, his, rest - target + 1), False, rest, target)
    return answer
