# What the table said lately of positions taken exactly: most questions come again soon, by the same tricks in another
# order.
#
# Contract: as the table's, of one position instead of a pattern. It holds copies of answers, so it never says more than
# the table did; an answer may be gone at the next look.
from libc.stdint cimport int16_t, uint32_t, uint64_t

from .partition cimport Owners
from .table cimport Key, Known, Table, table_probe

cdef enum:
    RECENT_BITS = 11         # few enough to stay in a near cache

# 40 bytes each; no position has shape 0.
cdef struct Recent:
    uint64_t shape
    Owners owners
    uint64_t mask
    uint32_t context
    int16_t lower
    int16_t upper

cdef struct Recents:
    Recent recent[1 << RECENT_BITS]


cdef inline Recent* recent_of(Recents* recents, const Key* key) noexcept nogil:
    cdef uint64_t mixed = (key.shape ^ key.owners.low * <uint64_t>0x9E3779B97F4A7C15) * <uint64_t>0xD6E8FEB86659FD93
    mixed ^= mixed >> 32
    mixed = (mixed ^ key.owners.high ^ <uint64_t>key.context << 48) * <uint64_t>0x9E3779B97F4A7C15
    return &recents.recent[mixed >> (64 - RECENT_BITS)]


cdef inline Known probe_with_recents(Recents* recents, Table* table, const Key* key, int target) noexcept nogil:
    # As table_probe: what was answered lately, else what the table says.
    cdef Recent* recent = recent_of(recents, key)
    cdef Known known
    known.is_known = (
        recent.shape == key.shape and recent.context == key.context
        and recent.owners.low == key.owners.low and recent.owners.high == key.owners.high
        and (recent.lower >= target or recent.upper < target)
    )
    if known.is_known:
        known.lower = recent.lower
        known.upper = recent.upper
        known.mask = recent.mask
        return known
    known = table_probe(table, key, target)
    if known.is_known:
        recent.shape = key.shape
        recent.owners = key.owners
        recent.context = key.context
        recent.mask = known.mask
        recent.lower = <int16_t>known.lower
        recent.upper = <int16_t>known.upper
    return known
