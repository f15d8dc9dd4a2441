# How many rounds of a suit one hand of a pair wins in a row.
from ..rules.position cimport CardSet, bit
from .bits cimport highest, popcount

# Rounds of a suit one hand can lead and win while its partner stays under its cards (unblocking where he must): what wins
# them, what he drops, and the cards that make it so.
cdef struct Run:
    int rounds
    CardSet winners
    CardSet dropped
    CardSet relevant


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


cdef inline Run run_of(CardSet mine, CardSet partners, CardSet theirs, int longest, int limit) noexcept nogil:
    # theirs: the other pair's cards of the suit, of which one hand has `longest`.
    cdef Run run
    run.winners = mine
    run.relevant = run.dropped = 0
    if longest > 0:
        run.winners &= ~((bit(highest(theirs)) << 1) - 1)
        if popcount(run.winners) >= longest:
            run.winners = mine           # after `longest` rounds they are out of the suit
    run.rounds = smaller(popcount(run.winners), limit)
    while run.rounds > 0:
        run.winners ^= weakest(run.winners, popcount(run.winners) - run.rounds)
        run.dropped = weakest(partners, run.rounds)
        if stays_under(run.dropped, run.winners):
            run.relevant = run.winners ^ weakest(run.winners, run.rounds - larger(smaller(longest, run.rounds), popcount(run.dropped)))
            return run
        run.rounds -= 1
    run.rounds = 0
    run.winners = run.dropped = 0
    return run
