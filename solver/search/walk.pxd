# What one question carries through the tree: nothing is global.
from libc.stdint cimport int16_t, uint32_t, uint64_t

from ..rules.position cimport MAX_SEATS, CardSet, RuleTable, State
from .bounds cimport Pairs
from .losers cimport Hopeless
from .ordering cimport CutCards
from .recent cimport Recents
from .stop cimport forehand_flag
from .tunables cimport FEATURES
from .table cimport Table
from .trumps cimport TrumpGame

cdef enum:
    STOPPED_AT_LIMIT = 1
    STOPPED_BY_FLAG = 2
    STOPPED_BY_SIGNAL = 3
    LOOK_EVERY = 1 << 8       # nodes, some fifty microseconds
    SIGNALS_EVERY = 1 << 16   # nodes, some ten milliseconds
    MAX_SINGLES = 3           # cards with points of their own the keys of patterns have room for, 4 bits each ...
    MAX_CONTEXTS = 1 << 18    # ... beside 2 bits for the leader and 18 for the question

# The switches of SearchOptions, and what they come to for this question.
cdef struct Switches:
    bint use_table
    bint use_patterns      # off also where points or the duty to beat make every rank matter
    bint use_recent_answers
    bint use_broadest
    bint use_last_runs
    bint use_touching
    bint use_low_card_skip
    bint use_bound_entries
    bint use_bounds        # whether any of these may be asked:
    bint use_fast_tricks
    bint use_sure_trumps
    bint use_ruffs
    bint use_crossruff
    bint use_guarded_trumps
    bint use_trump_game
    bint use_control
    bint use_held_tops
    bint use_joint_tops
    bint use_sure_losers
    bint use_answered_discards
    bint use_ducking
    bint use_hopeless_leads
    bint use_cut_cards
    bint use_ordering

cdef struct Walk:
    State state
    RuleTable rules
    Switches switches
    Table* table
    Recents* recents
    CutCards* cut_cards
    TrumpGame* trump_game
    const int16_t (*weights)[FEATURES]
    int roles[MAX_SEATS]
    uint32_t context       # number of the question (rules, trumps, both maps), for the table
    bint by_rank           # whether cards of a suit differ in nothing but their rank, except:
    CardSet singles        # cards with points of their own, where they are always matters
    unsigned int counts    # bit per seat: whose points are counted
    unsigned int wants     # bit per seat: who wants many of them
    bint is_helped         # all seats want the points of the one that is counted, the hero
    bint is_misere         # the counted seats do not want their points
    Hopeless hopeless      # of the trick about to begin
    int hero               # the first counted seat; in a misère the only one
    Pairs pairs[MAX_SEATS] # who sits with whom, seen from each leader
    uint64_t nodes
    uint64_t node_limit
    uint64_t look_at       # the number of nodes at which to look whether to stop
    forehand_flag* stop
    bint (*is_interrupted)() noexcept nogil   # asks Python for signals; NULL but in the main thread
    int stopped            # 0, or why the search ended early

# value >= target: the counted seats reach at least value; value < target: they cannot get more than value.
# relevant: the cards the proof depended on.
cdef struct Answer:
    int value
    CardSet relevant
