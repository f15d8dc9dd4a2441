# The transposition table.
#
# Contract: an entry says "in every position of this context, leader and shape whose owners agree with mine wherever my
# mask is set, the value lies between lower and upper". Nothing else is promised: an entry may be gone at the next probe.
# No pointer into the table outlives the call that made it. Entries of one shape stand in blocks of eight, so that a
# scan runs through neighboring memory. When the memory cap is reached the blocks make way in turn, each getting a
# second chance if it was used since the hand last passed (the clock algorithm).
from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from .partition cimport Owners

cdef enum:
    BLOCK_ENTRIES = 8

cdef struct Block:
    uint64_t shape
    uint32_t context                # which question, and who leads
    uint32_t next                   # next block of this bucket; 0 ends the chain
    uint8_t count
    uint8_t was_used
    int16_t lower[BLOCK_ENTRIES]
    int16_t upper[BLOCK_ENTRIES]
    uint64_t mask[BLOCK_ENTRIES]
    Owners owners[BLOCK_ENTRIES]

cdef struct Table:
    Block* blocks                   # blocks[0] is not used: 0 means none
    uint32_t* buckets
    uint32_t capacity               # blocks there are
    uint32_t bucket_mask
    uint32_t used                   # blocks handed out so far
    uint32_t hand                   # of the clock
    uint64_t entries                # entries ever made
    uint64_t replaced               # blocks that made way

# What is proved of a position, and which places of the packed cards the proof needs.
cdef struct Known:
    bint is_known
    int lower
    int upper
    uint64_t mask


cdef inline bint table_open(Table* table, uint64_t memory_bytes) noexcept nogil:
    # False if the memory cannot be had. Buckets and blocks together stay within memory_bytes.
    cdef uint64_t buckets = 1
    while buckets * 2 * (sizeof(Block) + sizeof(uint32_t)) <= memory_bytes:
        buckets *= 2
    table.capacity = <uint32_t>((memory_bytes - buckets * sizeof(uint32_t)) // sizeof(Block))
    table.bucket_mask = <uint32_t>(buckets - 1)
    table.used = 1
    table.hand = 0
    table.entries = table.replaced = 0
    table.buckets = <uint32_t*>calloc(buckets, sizeof(uint32_t))
    table.blocks = <Block*>malloc(<uint64_t>table.capacity * sizeof(Block))
    return table.buckets != NULL and table.blocks != NULL


cdef inline void table_close(Table* table) noexcept nogil:
    free(table.buckets)
    free(table.blocks)
    table.buckets = NULL
    table.blocks = NULL


cdef inline uint32_t* bucket_of(Table* table, uint64_t shape, uint32_t context) noexcept nogil:
    cdef uint64_t mixed = (shape ^ <uint64_t>context * <uint64_t>0x9E3779B97F4A7C15) * <uint64_t>0xD6E8FEB86659FD93
    mixed ^= mixed >> 32
    return &table.buckets[(mixed * <uint64_t>0xD6E8FEB86659FD93 >> 32) & table.bucket_mask]


cdef inline Known table_probe(Table* table, uint64_t shape, uint32_t context, Owners owners, int target) noexcept nogil:
    # The first entry that answers "at least target?", else nothing known.
    cdef Known known
    cdef uint32_t number = bucket_of(table, shape, context)[0]
    cdef Block* block
    cdef int entry
    known.is_known = False
    while number:
        block = &table.blocks[number]
        if block.shape == shape and block.context == context:
            for entry in range(block.count):
                if (((owners.low ^ block.owners[entry].low) | (owners.high ^ block.owners[entry].high)) & block.mask[entry]) == 0:
                    if block.lower[entry] >= target or block.upper[entry] < target:
                        block.was_used = 1
                        known.is_known = True
                        known.lower = block.lower[entry]
                        known.upper = block.upper[entry]
                        known.mask = block.mask[entry]
                        return known
        number = block.next
    return known


cdef inline void table_store(Table* table, uint64_t shape, uint32_t context, Owners owners, Known proof) noexcept nogil:
    # Tightens the entry of the same pattern, or makes a new one.
    cdef uint32_t* bucket = bucket_of(table, shape, context)
    cdef uint32_t number = bucket[0], room = 0
    cdef Block* block
    cdef int entry
    owners.low &= proof.mask
    owners.high &= proof.mask
    while number:
        block = &table.blocks[number]
        if block.shape == shape and block.context == context:
            for entry in range(block.count):
                if block.mask[entry] == proof.mask and block.owners[entry].low == owners.low and block.owners[entry].high == owners.high:
                    if proof.lower > block.lower[entry]:
                        block.lower[entry] = <int16_t>proof.lower
                    if proof.upper < block.upper[entry]:
                        block.upper[entry] = <int16_t>proof.upper
                    return
            if block.count < BLOCK_ENTRIES:
                room = number
        number = block.next
    if not room:
        room = new_block(table)
        if not room:
            return
        block = &table.blocks[room]
        block.shape = shape
        block.context = context
        block.count = 0
        block.was_used = 0
        block.next = bucket[0]
        bucket[0] = room
    block = &table.blocks[room]
    entry = block.count
    block.lower[entry] = <int16_t>proof.lower
    block.upper[entry] = <int16_t>proof.upper
    block.mask[entry] = proof.mask
    block.owners[entry] = owners
    block.count += 1
    table.entries += 1


cdef inline uint32_t new_block(Table* table) noexcept nogil:
    # A block to fill: a fresh one while there are any, then the next that was not used lately, taken out of its chain.
    cdef uint32_t* link
    cdef Block* block
    if table.used < table.capacity:
        table.used += 1
        return table.used - 1
    if table.capacity < 2:
        return 0
    while True:
        table.hand = table.hand + 1 if table.hand + 1 < table.capacity else 1
        block = &table.blocks[table.hand]
        if not block.was_used:
            break
        block.was_used = 0
    link = bucket_of(table, block.shape, block.context)
    while link[0] != table.hand:
        link = &table.blocks[link[0]].next
    link[0] = block.next
    table.replaced += 1
    return table.hand
