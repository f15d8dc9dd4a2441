# What the quick bounds say about the question asked.
from libc.stdint cimport uint64_t

from ..rules.position cimport NO_SUIT, CardSet, suit_cards
from .bits cimport popcount
from .bounds cimport Pairs, Sure, suit_length, control, crossruff, fast_tricks, guarded_trump, held_tops, ruffs, sure_trumps, trump_tricks
from .losers cimport Duel, Hopeless, hero_loses_each, hero_loses_to, hero_takes_all, hero_takes_nothing, hopeless_leads
from .partition cimport cards_in_play, upward
from .tops cimport Tops, joint_tops, new_tops
from .trumps cimport longest_trumps, sure_in_trump_game
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


cdef inline void keep_broader(const Walk* walk, Answer* best, Answer answer) noexcept nogil:
    # Of two answers that decide, the one that fewer cards make so.
    cdef CardSet in_play = cards_in_play(&walk.state)
    if answer.value >= 0 and (
        best.value < 0
        or walk.switches.use_broadest
        and popcount(upward(answer.relevant) & in_play) < popcount(upward(best.relevant) & in_play)
    ):
        best[0] = answer


cdef inline Answer quick_plain_answer(Walk* walk, int leader, int rest, int target) noexcept nogil:
    # What lengths alone decide; else the broadest of what decides for the leader's pair, or for the other.
    cdef const Pairs* ours = &walk.pairs[leader]
    cdef const Pairs* theirs = &walk.pairs[ours.left]
    cdef bint leader_counts = walk.counts >> leader & 1
    cdef Answer answer
    answer.value = -1
    if walk.switches.use_crossruff:
        answer = decide(crossruff(&walk.state, ours, rest), leader_counts, rest, target)
        if answer.value < 0:
            answer = decide(crossruff(&walk.state, theirs, rest), not leader_counts, rest, target)
    if answer.value < 0:
        answer = pair_answer(walk, ours, leader, rest, target)
    if answer.value < 0:
        answer = pair_answer(walk, theirs, leader, rest, target)
    if answer.value < 0 and walk.switches.use_trump_game:
        # It rests on all trumps, so it comes last.
        answer = trump_game_answer(walk, theirs, leader, rest, target)
        if answer.value < 0:
            answer = trump_game_answer(walk, ours, leader, rest, target)
    return answer


cdef inline int tricks_needed(bint counted, int rest, int target) noexcept nogil:
    # By the counted seats for a yes, by the others for a no.
    return target if counted else rest - target + 1


cdef inline Answer trump_game_answer(Walk* walk, const Pairs* pair, int leader, int rest, int target) noexcept nogil:
    cdef bint counted = walk.counts >> pair.leader & 1
    cdef int need = tricks_needed(counted, rest, target)
    return decide(sure_in_trump_game(walk.trump_game, &walk.state, pair, leader, need), counted, rest, target)


cdef inline Answer pair_answer(Walk* walk, const Pairs* pair, int leader, int rest, int target) noexcept nogil:
    # The broadest of what decides for one pair, on lead or not.
    cdef const Pairs* on_lead = &walk.pairs[leader]
    cdef bint leads = pair.leader == leader
    cdef bint counted = walk.counts >> pair.leader & 1
    cdef int need = tricks_needed(counted, rest, target)
    cdef Tops tops
    cdef Answer best
    best.value = -1
    if walk.switches.use_sure_trumps and longest_trumps(&walk.state, pair) >= need:
        keep_broader(walk, &best, decide(trump_tricks(&walk.state, pair, need), counted, rest, target))
    if leads and walk.switches.use_fast_tricks:
        keep_broader(walk, &best, decide(fast_tricks(&walk.state, pair, rest, need), counted, rest, target))
    if leads and walk.switches.use_ruffs:
        keep_broader(walk, &best, decide(ruffs(&walk.state, pair, rest), counted, rest, target))
    if walk.switches.use_guarded_trumps:
        keep_broader(walk, &best, guarded_answer(walk, pair.leader, leader, rest, target))
        keep_broader(walk, &best, guarded_answer(walk, pair.partner, leader, rest, target))
    if walk.switches.use_control and counted:
        keep_broader(walk, &best, decide(control(&walk.state, pair, leads, target), True, rest, target))
    if not leads and walk.switches.use_joint_tops:
        tops = new_tops(&walk.state, pair, on_lead, rest, need)
        keep_broader(walk, &best, decide(joint_tops(&tops), counted, rest, target))
    if not leads and walk.switches.use_held_tops and not has_trumps(walk.state.shape, on_lead):
        keep_broader(walk, &best, decide(held_tops(&walk.state, on_lead, pair.leader, rest, need), counted, rest, target))
        keep_broader(walk, &best, decide(held_tops(&walk.state, on_lead, pair.partner, rest, need), counted, rest, target))
    return best


cdef inline bint has_trumps(uint64_t shape, const Pairs* pair) noexcept nogil:
    return pair.trump != NO_SUIT and suit_length(shape, pair.leader, pair.trump) + suit_length(shape, pair.partner, pair.trump) > 0


cdef inline Answer guarded_answer(Walk* walk, int seat, int leader, int rest, int target) noexcept nogil:
    # A guarded trump of one hand, of the leader's if he can lead something else.
    cdef CardSet trumps = suit_cards(walk.rules.trump), before = 0, after
    cdef int previous = (seat if seat else walk.rules.seats) - 1
    cdef bint counted = walk.counts >> seat & 1
    cdef Answer answer
    answer.value = -1
    # It must have two trumps besides its tops.
    if suit_length(walk.state.shape, seat, walk.rules.trump) <= tricks_needed(counted, rest, target):
        return answer
    if seat == leader and not walk.state.hand[seat] & ~trumps:
        return answer
    after = walk.state.hand[walk.pairs[seat].left] | walk.state.hand[walk.pairs[seat].right]
    if (walk.counts >> previous & 1) != counted:
        before = walk.state.hand[previous]
    return decide(guarded_trump(walk.state.hand[seat] & trumps, before & trumps, after & ~before & trumps), counted, rest, target)


cdef inline Answer quick_misere_answer(Walk* walk, int leader, int rest, int target) noexcept nogil:
    # The same where the lone counted seat, the hero, wants few tricks.
    cdef int hero = walk.hero, need = rest - target + 1
    cdef bint hero_leads = leader == hero
    cdef Duel duel = new_duel(walk)
    cdef Answer answer
    cdef Sure sure
    answer.value = -1
    if walk.switches.use_sure_losers:
        for duel.other in range(walk.rules.seats):
            if duel.other != hero:
                answer = decide(hero_loses_to(&duel, hero_leads, need), False, rest, target)
                if answer.value >= 0:
                    return answer
    if walk.switches.use_answered_discards:
        duel.other = (hero if hero else walk.rules.seats) - 1
        answer = decide(hero_loses_each(&duel, need), False, rest, target)
    if answer.value >= 0 or not walk.switches.use_ducking:
        return answer
    if hero_leads:
        sure = hero_takes_all(&walk.state, hero, walk.rules.seats, cards_in_play(&walk.state))
    else:
        sure = hero_takes_nothing(&walk.state, hero, cards_in_play(&walk.state))
    sure.tricks *= rest
    return decide(sure, hero_leads, rest, target)


cdef inline Duel new_duel(const Walk* walk) noexcept nogil:
    cdef Duel duel
    duel.state = &walk.state
    duel.seats = walk.rules.seats
    duel.hero = duel.other = walk.hero
    return duel


cdef inline Hopeless find_hopeless_leads(const Walk* walk, int leader, int need) noexcept nogil:
    # In a misère no bound decided, those it decides of after the lead: by the opponent they are most by.
    cdef Hopeless most, found
    cdef Duel duel = new_duel(walk)
    most.leads = most.relevant = 0
    if leader == walk.hero:
        return most
    for duel.other in range(walk.rules.seats):
        if duel.other != walk.hero:
            found = hopeless_leads(&duel, leader, need)
            if popcount(found.leads) > popcount(most.leads):
                most = found
    return most


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
