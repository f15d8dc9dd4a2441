# The transposition table.
#
# Contract: an entry says "in every position of this context and shape whose owners agree with mine wherever my mask is
# set, the value lies between lower and upper". Nothing else is promised: an entry may be gone at the next probe, and no
# pointer into the table outlives the call that made it.
#
# A bucket chains the roots of shapes. A root is a list of blocks with seven entries each, or, once the list is long, a
# fork: it asks who owns the card at one place and has a branch for each owner and one for the entries that do not
# care, each branch again a list or a fork. A probe follows two of the five branches, so long lists cost little.
# At the memory cap whole shapes make way, in turn, those used since the last round being spared once (the clock algorithm).
from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from .bits cimport lowest, popcount
from .partition cimport Owners

cdef enum:
    BLOCK_ENTRIES = 7
    NO_BLOCK = 0             # blocks[0] is never handed out
    LIST = -1                # Block.place of a list, any other number is the place a fork asks about
    UNUSED = -2
    BRANCHES = 5
    DONT_CARE = 4

# 32 bytes each.
cdef struct Entry:
    uint64_t mask
    Owners owners
    int16_t lower
    int16_t upper
    uint8_t size             # places in the mask: in a list those with fewer, which hold in more positions, come first

cdef union Body:
    Entry entries[BLOCK_ENTRIES]
    uint32_t branch[BRANCHES]

cdef struct Block:
    uint64_t shape
    uint32_t context         # which question, and who leads
    uint32_t next            # root of the next shape in this bucket
    uint32_t more            # next block of this list, or of the unused ones
    uint8_t count            # entries in this block
    int8_t place
    uint8_t was_used         # of a root: since the clock's hand last passed
    uint8_t attempts         # of a list's first block: how often no fork would have helped
    Body body

cdef struct Table:
    Block* blocks
    uint32_t* buckets
    uint32_t capacity        # blocks there are
    uint32_t bucket_mask
    uint32_t fresh           # the first block never handed out
    uint32_t unused          # blocks handed back
    uint32_t hand            # of the clock
    uint32_t fork_at         # entries in a list that make it worth a fork
    bint broadest_first      # whether entries are kept in that order, else in that of their making
    uint64_t entries         # entries ever made
    uint64_t replaced        # shapes that made way

# What is proved of a position, and which places of the packed cards the proof needs.
cdef struct Known:
    bint is_known
    int lower
    int upper
    uint64_t mask

cdef struct Key:
    uint64_t shape
    uint32_t context
    Owners owners


cdef inline bint table_open(Table* table, uint64_t memory_bytes, uint32_t fork_at, bint broadest_first) noexcept nogil:
    # False if the memory cannot be had. Buckets and blocks together stay within memory_bytes.
    cdef uint64_t buckets = 1
    while buckets * 2 * (sizeof(Block) + sizeof(uint32_t)) <= memory_bytes:
        buckets *= 2
    table.capacity = <uint32_t>((memory_bytes - buckets * sizeof(uint32_t)) // sizeof(Block))
    table.bucket_mask = <uint32_t>(buckets - 1)
    table.fork_at = fork_at
    table.broadest_first = broadest_first
    table.buckets = <uint32_t*>calloc(buckets, sizeof(uint32_t))
    table.blocks = <Block*>malloc(<uint64_t>table.capacity * sizeof(Block))
    forget_blocks(table)
    return table.buckets != NULL and table.blocks != NULL


cdef inline void forget_blocks(Table* table) noexcept nogil:
    table.fresh = 1
    table.unused = NO_BLOCK
    table.hand = 0
    table.entries = table.replaced = 0


cdef inline void table_clear(Table* table) noexcept nogil:
    # As just opened, but for memory the system has handed over already.
    memset(table.buckets, 0, (<uint64_t>table.bucket_mask + 1) * sizeof(uint32_t))
    forget_blocks(table)


cdef inline void table_close(Table* table) noexcept nogil:
    free(table.buckets)
    free(table.blocks)
    table.buckets = NULL
    table.blocks = NULL


cdef inline uint32_t* bucket_of(Table* table, uint64_t shape, uint32_t context) noexcept nogil:
    cdef uint64_t mixed = (shape ^ <uint64_t>context * <uint64_t>0x9E3779B97F4A7C15) * <uint64_t>0xD6E8FEB86659FD93
    mixed ^= mixed >> 32
    return &table.buckets[(mixed * <uint64_t>0xD6E8FEB86659FD93 >> 32) & table.bucket_mask]


cdef inline uint32_t find_root(Table* table, uint64_t shape, uint32_t context) noexcept nogil:
    cdef uint32_t number = bucket_of(table, shape, context)[0]
    while number and not (table.blocks[number].shape == shape and table.blocks[number].context == context):
        number = table.blocks[number].next
    return number


cdef inline int owner_at(Owners owners, int place) noexcept nogil:
    return <int>((owners.low >> place & 1) | (owners.high >> place & 1) << 1)


cdef inline Known table_probe(Table* table, const Key* key, int target) noexcept nogil:
    # An entry that answers "at least target?", else nothing known.
    cdef Known known
    cdef uint32_t root = find_root(table, key.shape, key.context)
    known.is_known = False
    if root:
        table.blocks[root].was_used = 1
        if table.blocks[root].place < 0:
            probe_list(table, root, key, target, &known)
        else:
            probe_branch(table, root, key, target, &known)
    return known


cdef inline bint agree(const Entry* entry, Owners owners) noexcept nogil:
    return (((owners.low ^ entry.owners.low) | (owners.high ^ entry.owners.high)) & entry.mask) == 0


cdef inline void probe_branch(Table* table, uint32_t number, const Key* key, int target, Known* known) noexcept nogil:
    cdef Block* block
    while number and table.blocks[number].place >= 0:
        block = &table.blocks[number]
        if block.body.branch[DONT_CARE]:
            probe_branch(table, block.body.branch[DONT_CARE], key, target, known)
            if known.is_known:
                return
        number = block.body.branch[owner_at(key.owners, block.place)]
    probe_list(table, number, key, target, known)


cdef inline void probe_list(Table* table, uint32_t number, const Key* key, int target, Known* known) noexcept nogil:
    cdef Block* block
    cdef const Entry* entry
    cdef const Entry* end
    while number:
        block = &table.blocks[number]
        entry = block.body.entries
        end = entry + block.count
        while entry != end:
            if agree(entry, key.owners) and (entry.lower >= target or entry.upper < target):
                known.is_known = True
                known.lower = entry.lower
                known.upper = entry.upper
                known.mask = entry.mask
                return
            entry += 1
        number = block.more


cdef inline void table_store(Table* table, const Key* key, Known proof) noexcept nogil:
    # Tightens the entry of the same pattern, or makes a new one.
    cdef uint32_t number = find_root(table, key.shape, key.context)
    cdef uint32_t* bucket
    cdef Owners owners
    owners.low = key.owners.low & proof.mask
    owners.high = key.owners.high & proof.mask
    if not number:
        number = new_list(table, key)
        if not number:
            return
        bucket = bucket_of(table, key.shape, key.context)
        table.blocks[number].next = bucket[0]
        bucket[0] = number
    store_in(table, number, key, owners, proof)


cdef inline void store_in(Table* table, uint32_t number, const Key* key, Owners owners, Known proof) noexcept nogil:
    cdef Block* block = &table.blocks[number]
    cdef int branch
    while block.place >= 0:
        branch = owner_at(owners, block.place) if proof.mask >> block.place & 1 else DONT_CARE
        if not block.body.branch[branch]:
            block.body.branch[branch] = new_list(table, key)
            if not block.body.branch[branch]:
                return
        number = block.body.branch[branch]
        block = &table.blocks[number]
    store_in_list(table, number, key, owners, proof)


cdef inline void store_in_list(Table* table, uint32_t first, const Key* key, Owners owners, Known proof) noexcept nogil:
    cdef uint32_t number = first, last = first, place = NO_BLOCK, length = 0
    cdef Block* block
    cdef Entry* entry
    cdef Entry carried
    cdef int number_in_block
    carried.mask = proof.mask
    carried.owners = owners
    carried.lower = <int16_t>proof.lower
    carried.upper = <int16_t>proof.upper
    carried.size = <uint8_t>popcount(proof.mask) if table.broadest_first else 0
    while number:
        block = &table.blocks[number]
        for number_in_block in range(block.count):
            entry = &block.body.entries[number_in_block]
            if entry.mask == proof.mask and entry.owners.low == owners.low and entry.owners.high == owners.high:
                if proof.lower > entry.lower:
                    entry.lower = <int16_t>proof.lower
                if proof.upper < entry.upper:
                    entry.upper = <int16_t>proof.upper
                return
        length += block.count
        if not place and (block.count < BLOCK_ENTRIES or block.body.entries[BLOCK_ENTRIES - 1].size > carried.size):
            place = number
        last = number
        number = block.more
    if table.blocks[last].count == BLOCK_ENTRIES:
        if length >= table.fork_at << table.blocks[first].attempts and fork_list(table, first, key):
            store_in(table, first, key, owners, proof)
            return
        number = new_list(table, key)
        if not number:
            return
        table.blocks[last].more = number
        if not place:
            place = number
    table.entries += 1
    while not insert(&table.blocks[place], &carried):
        place = table.blocks[place].more


cdef inline bint insert(Block* block, Entry* carried) noexcept nogil:
    # Puts an entry where its size belongs; False if that pushed out the last one, which is carried on.
    cdef Entry* entries = block.body.entries
    cdef bint has_room = block.count < BLOCK_ENTRIES
    cdef int place = block.count - (not has_room)
    cdef Entry pushed_out
    if not has_room:
        pushed_out = entries[place]
    while place > 0 and entries[place - 1].size > carried.size:
        entries[place] = entries[place - 1]
        place -= 1
    entries[place] = carried[0]
    block.count += has_room
    if not has_room:
        carried[0] = pushed_out
    return has_room


cdef inline int best_place(Table* table, uint32_t first, int length) noexcept nogil:
    # The place whose fork leaves a probe the fewest entries to look at, or LIST if none is worth it.
    cdef int place, owner, entry, caring, found = LIST
    cdef int squares, cost, best = length * length * 3 // 4
    cdef int owned[4]
    cdef uint64_t places = 0
    cdef uint32_t number = first
    cdef const Entry* entries
    while number:
        for entry in range(table.blocks[number].count):
            places |= table.blocks[number].body.entries[entry].mask
        number = table.blocks[number].more
    while places:
        place = lowest(places)
        places &= places - 1
        owned[0] = owned[1] = owned[2] = owned[3] = 0
        number = first
        while number:
            entries = table.blocks[number].body.entries
            for entry in range(table.blocks[number].count):
                if entries[entry].mask >> place & 1:
                    owned[owner_at(entries[entry].owners, place)] += 1
            number = table.blocks[number].more
        caring = owned[0] + owned[1] + owned[2] + owned[3]
        if caring:
            squares = owned[0] * owned[0] + owned[1] * owned[1] + owned[2] * owned[2] + owned[3] * owned[3]
            cost = (length - caring) * length + squares * length // caring
            if cost < best:
                best = cost
                found = place
    return found


cdef inline bint fork_list(Table* table, uint32_t first, const Key* key) noexcept nogil:
    # Turns a long list into a fork and deals its entries out to the branches; False if that would not help.
    cdef int length = 0, place, entry, branch
    cdef uint32_t number = first
    cdef Block copy
    cdef Known proof
    while number:
        length += table.blocks[number].count
        number = table.blocks[number].more
    place = best_place(table, first, length)
    if place == LIST:
        table.blocks[first].attempts += 1
        return False
    number = first
    while number:
        copy = table.blocks[number]
        if number == first:
            table.blocks[first].place = <int8_t>place
            table.blocks[first].more = NO_BLOCK
            for branch in range(BRANCHES):
                table.blocks[first].body.branch[branch] = NO_BLOCK
        else:
            hand_back(table, number)
        table.entries -= copy.count
        for entry in range(copy.count):
            proof.mask = copy.body.entries[entry].mask
            proof.lower = copy.body.entries[entry].lower
            proof.upper = copy.body.entries[entry].upper
            store_in(table, first, key, copy.body.entries[entry].owners, proof)
        number = copy.more
    return True


cdef inline void hand_back(Table* table, uint32_t number) noexcept nogil:
    table.blocks[number].place = UNUSED
    table.blocks[number].more = table.unused
    table.unused = number


cdef inline uint32_t new_list(Table* table, const Key* key) noexcept nogil:
    # An empty list of one block, or NO_BLOCK if every block belongs to this very shape.
    cdef uint32_t number
    cdef Block* block
    if not table.unused and table.fresh < table.capacity:
        number = table.fresh
        table.fresh += 1
    else:
        if not table.unused:
            make_room(table, key)
        number = table.unused
        if not number:
            return NO_BLOCK
        table.unused = table.blocks[number].more
    block = &table.blocks[number]
    block.shape = key.shape
    block.context = key.context
    block.next = block.more = NO_BLOCK
    block.count = block.was_used = block.attempts = 0
    block.place = LIST
    return number


cdef inline void make_room(Table* table, const Key* key) noexcept nogil:
    # Hands back the blocks of the next shape that was not used lately; the shape of key is spared.
    cdef uint64_t looked
    cdef uint32_t root
    cdef const Block* block
    for looked in range(2 * <uint64_t>table.capacity):
        table.hand = table.hand + 1 if table.hand + 1 < table.capacity else 1
        block = &table.blocks[table.hand]
        if block.place == UNUSED or (block.shape == key.shape and block.context == key.context):
            continue
        root = find_root(table, block.shape, block.context)
        if table.blocks[root].was_used:
            table.blocks[root].was_used = 0
            continue
        remove_shape(table, root)
        return


cdef inline void remove_shape(Table* table, uint32_t root) noexcept nogil:
    cdef uint32_t* link = bucket_of(table, table.blocks[root].shape, table.blocks[root].context)
    while link[0] != root:
        link = &table.blocks[link[0]].next
    link[0] = table.blocks[root].next
    table.replaced += 1
    hand_back_branch(table, root)


cdef inline void hand_back_branch(Table* table, uint32_t number) noexcept nogil:
    cdef uint32_t more
    cdef int branch
    if table.blocks[number].place >= 0:
        for branch in range(BRANCHES):
            if table.blocks[number].body.branch[branch]:
                hand_back_branch(table, table.blocks[number].body.branch[branch])
        hand_back(table, number)
        return
    while number:
        more = table.blocks[number].more
        hand_back(table, number)
        number = more
