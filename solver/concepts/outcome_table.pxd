# What the walk of outcomes.pyx remembers: the outcomes of each position, found again by an exact key.
from libc.stdint cimport UINT32_MAX, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy

# Points of each seat, 16 bits a seat, seat 0 lowest; at most MAX_POINTS each, so that the highest bit of each is free.
ctypedef uint64_t Outcome

cdef enum:
    KEY_WORDS = 5
    FIRST_SLOTS = 1 << 12
    MOST_OUTCOMES = (1 << 16) - 1   # of one position

# A set of outcomes in ascending order.
cdef struct Outcomes:
    Outcome* items
    int count
    int room

# A position and its outcomes: `count` of them from `start` in the pool, as start << 16 | count.
cdef struct Entry:
    uint64_t key[KEY_WORDS]
    uint64_t where

# `slots` are the numbers of the entries, from 1, by open addressing; at most half of them are taken. All arrays grow as
# long as `bytes_left` allows.
cdef struct OutcomeTable:
    uint32_t* slots
    uint64_t slot_count
    Entry* entries
    uint64_t used
    uint64_t room
    Outcome* pool
    uint64_t pool_used
    uint64_t pool_room
    uint64_t bytes_left


cdef inline bint outcomes_reserve(Outcomes* outcomes, int count) noexcept nogil:
    # Room for so many; False if there is no memory.
    cdef Outcome* items
    if count > outcomes.room:
        items = <Outcome*>realloc(outcomes.items, 2 * count * sizeof(Outcome))
        if items == NULL:
            return False
        outcomes.items = items
        outcomes.room = 2 * count
    return True


cdef inline bint table_open(OutcomeTable* table, uint64_t memory_bytes) noexcept nogil:
    # False if there is no memory for it.
    table.entries = NULL
    table.pool = NULL
    table.slots = NULL
    table.used = table.room = table.pool_used = table.pool_room = table.slot_count = 0
    table.bytes_left = memory_bytes
    return grow_slots(table)


cdef inline void table_close(OutcomeTable* table) noexcept nogil:
    free(table.slots)
    free(table.entries)
    free(table.pool)


cdef inline uint32_t* slot_of(const OutcomeTable* table, const uint64_t* key) noexcept nogil:
    # Where this key's entry is numbered, or the empty slot where it belongs.
    cdef uint64_t hashed = 0, mask = table.slot_count - 1
    cdef int word
    for word in range(KEY_WORDS):
        hashed = (hashed ^ key[word]) * <uint64_t>0x9E3779B97F4A7C15
        hashed ^= hashed >> 29
    hashed &= mask
    while table.slots[hashed] and not has_key(&table.entries[table.slots[hashed] - 1], key):
        hashed = (hashed + 1) & mask
    return &table.slots[hashed]


cdef inline bint has_key(const Entry* entry, const uint64_t* key) noexcept nogil:
    cdef int word
    for word in range(KEY_WORDS):
        if entry.key[word] != key[word]:
            return False
    return True


cdef inline int table_probe(const OutcomeTable* table, const uint64_t* key, const Outcome** outcomes) noexcept nogil:
    # How many outcomes are known for this key, and the first of them; 0 if none.
    cdef uint32_t number = slot_of(table, key)[0]
    if number == 0:
        return 0
    outcomes[0] = table.pool + (table.entries[number - 1].where >> 16)
    return table.entries[number - 1].where & MOST_OUTCOMES


cdef inline bint table_store(OutcomeTable* table, const uint64_t* key, const Outcomes* found) noexcept nogil:
    # Keeps outcomes that are not there yet; False if there is no room for them.
    cdef Entry* entry
    if found.count > MOST_OUTCOMES or not has_room(table, found.count):
        return False
    entry = &table.entries[table.used]
    memcpy(entry.key, key, sizeof(entry.key))
    entry.where = table.pool_used << 16 | <uint64_t>found.count
    memcpy(table.pool + table.pool_used, found.items, found.count * sizeof(Outcome))
    table.used += 1
    slot_of(table, key)[0] = <uint32_t>table.used
    table.pool_used += found.count
    return True


cdef inline bint has_room(OutcomeTable* table, int outcomes) noexcept nogil:
    # Whether one more entry with so many outcomes has a place, made where there is none.
    if 2 * table.used >= table.slot_count and not grow_slots(table):
        return False
    if table.used == table.room and not grow(table, <void**>&table.entries, &table.room, 0, sizeof(Entry)):
        return False
    return table.pool_used + outcomes <= table.pool_room or grow(
        table, <void**>&table.pool, &table.pool_room, outcomes, sizeof(Outcome)
    )


cdef inline bint grow_slots(OutcomeTable* table) noexcept nogil:
    cdef uint64_t count = 2 * table.slot_count if table.slot_count else FIRST_SLOTS, number
    if count > UINT32_MAX or table.bytes_left < count * sizeof(uint32_t):
        return False
    free(table.slots)
    table.bytes_left -= (count - table.slot_count) * sizeof(uint32_t)
    table.slot_count = count
    table.slots = <uint32_t*>calloc(count, sizeof(uint32_t))
    if table.slots == NULL:
        return False
    for number in range(table.used):
        slot_of(table, table.entries[number].key)[0] = <uint32_t>(number + 1)
    return True


cdef inline bint grow(OutcomeTable* table, void** items, uint64_t* room, uint64_t needed, size_t size) noexcept nogil:
    # A quarter more room for items of this size, and what is needed now; False if there is no memory.
    cdef uint64_t more = room[0] // 4 + FIRST_SLOTS + needed
    cdef void* moved
    if table.bytes_left < more * size:
        return False
    moved = realloc(items[0], (room[0] + more) * size)
    if moved == NULL:
        return False
    items[0] = moved
    room[0] += more
    table.bytes_left -= more * size
    return True
