/* What accesses cost: passes over the banks, sectors of global memory, floating-point operations. */
#include "worker.h"

#include <stdlib.h>
#include <string.h>

#include "fuse.h"
#include "join.h"
#include "lanes.h"

#define SECTOR_BYTES 32

/* An access whose cost is known, by the addresses of its lanes from that of the first active one on. */
struct lint_pattern {
    uint64_t mask;
    enum clsmem_bank_op op;
    unsigned bytes;
    uint32_t rest; /* of the first address */
    uint32_t relative[LINT_MOST_LANES];
    struct clsmem_bank_cost cost;
};

#define PATTERNS 1024

struct lint_patterns {
    uint32_t period; /* accesses whose addresses differ by a multiple of it cost the same */
    struct lint_pattern list[PATTERNS];
};

/*
 * Where all rules of a class have whole rows of banks, a shift by one word only turns the banks round. Other classes
 * pair rows: there, two of the widest rows.
 */
static uint32_t period_of(const struct clsmem_bank_class *bank_class)
{
    uint32_t period = 4;

    for (size_t i = 0; i < bank_class->rule_count; i++) {
        const struct clsmem_bank_geometry *const geometry = &bank_class->rules[i].geometry;
        const uint32_t whole = geometry->banks * geometry->bank_bytes;
        const uint32_t own = geometry->row_bytes == whole ? geometry->bank_bytes : 2 * geometry->row_bytes;

        if (own > period)
            period = own;
    }
    return period;
}

struct lint_patterns *lint_patterns_new(const struct clsmem_bank_class *bank_class)
{
    struct lint_patterns *const patterns = calloc(1, sizeof *patterns);

    if (patterns)
        patterns->period = period_of(bank_class);
    return patterns;
}

FOR_WIDE_VECTORS
static uint32_t make_relative(const struct clsmem_bank_access *access, uint32_t *relative)
{
    const uint32_t first = access->addresses[lint_first_lane(access->active)];

    for (unsigned l = 0; l < access->lanes; l++)
        relative[l] = (0 - (uint32_t)(access->active >> l & 1)) & (access->addresses[l] - first);
    return first;
}

/* The cost of an access; most repeat the one before at the same place, moved. `place` tells places apart. */
static const struct clsmem_bank_cost *cost_of(const struct lint_worker *worker,
                                              const struct clsmem_bank_access *access, uint32_t place)
{
    struct lint_patterns *const patterns = worker->patterns;
    struct lint_pattern *const known = &patterns->list[place % PATTERNS];
    uint32_t relative[LINT_MOST_LANES];
    const uint32_t rest = make_relative(access, relative) & (patterns->period - 1);

    if (known->mask == access->active && known->op == access->op && known->bytes == access->bytes &&
        known->rest == rest && memcmp(known->relative, relative, access->lanes * sizeof *relative) == 0)
        return &known->cost;
    known->mask = access->active;
    known->op = access->op;
    known->bytes = access->bytes;
    known->rest = rest;
    memcpy(known->relative, relative, access->lanes * sizeof *relative);
    known->cost = clsmem_bank_cost(worker->engine->bank_class, access, NULL);
    return &known->cost;
}

/* Adds one instruction's passes to `cost`; false where the class says nothing of it. */
static bool add_cost(const struct lint_worker *worker, const struct clsmem_bank_access *access, uint32_t place,
                     struct clsmem_lint_cost *cost, struct clsmem_bank_cost *one)
{
    *one = *cost_of(worker, access, place);
    cost->instructions++;
    cost->lanes += lint_lane_count(access->active);
    cost->passes += one->passes;
    cost->ideal += one->ideal;
    cost->conflicts += one->conflicts;
    return one->known;
}

static void note_worst(struct lint_worker *worker, struct lint_record *record, const struct clsmem_bank_cost *cost,
                       uint64_t mask)
{
    const double degree = cost->ideal ? (double)cost->passes / cost->ideal : 0;

    if (degree <= record->worst)
        return;
    record->worst = degree;
    record->worst_passes = cost->passes;
    record->worst_ideal = cost->ideal;
    record->worst_group = worker->group_number;
    record->worst_item = lint_group_item(worker, worker->current->first_item + lint_first_lane(mask));
}

/*
 * One instruction as hardware can execute it: at most 16 bytes a lane and no wider than the promised alignment, else
 * pieces of it one after the other.
 */
static unsigned piece_bytes(unsigned rest, unsigned align)
{
    unsigned piece = 16;

    while (piece > rest || (piece > align && piece > 1))
        piece /= 2;
    return piece;
}

static void count_pieces(struct lint_worker *worker, struct lint_record *record, const struct lint_count *count,
                         struct clsmem_lint_cost *cost, bool is_noted)
{
    uint32_t addresses[LINT_MOST_LANES];
    struct clsmem_bank_access access = {
        .op = count->op,
        .lanes = worker->engine->lanes,
        .active = count->mask,
        .addresses = addresses,
    };

    /* Records are far apart in the table; joined accesses of one of them are told apart by their distance. */
    const uint32_t place = (uint32_t)(record - worker->records) * 37 + (uint32_t)count->distance / 4;

    for (unsigned done = 0; done < count->bytes; done += access.bytes) {
        struct clsmem_bank_cost one;

        access.bytes = piece_bytes(count->bytes - done, count->align);
        for (unsigned l = 0; l < access.lanes; l++)
            addresses[l] = (uint32_t)count->addresses[l] + done;
        if (!add_cost(worker, &access, place + done, cost, &one))
            record->is_unknown = true;
        if (is_noted)
            note_worst(worker, record, &one, count->mask);
    }
}

/* Of how many bytes units can be joined. */
static unsigned chunk_bytes(unsigned unit_bytes)
{
    return unit_bytes == 2 ? 8 : 16;
}

/* One access of `bytes` at `distance` from the leader's address. */
static void count_joined_access(struct lint_worker *worker, struct lint_record *record, const struct lint_count *count,
                                int64_t distance, unsigned bytes)
{
    uint64_t addresses[LINT_MOST_LANES];
    struct lint_count joined = *count;

    for (unsigned l = 0; l < worker->engine->lanes; l++)
        addresses[l] = count->addresses[l] + (uint64_t)distance;
    joined.addresses = addresses;
    joined.bytes = bytes;
    joined.align = bytes;
    joined.distance = (int32_t)distance;
    if (bytes > record->joined_bytes)
        record->joined_bytes = bytes;
    count_pieces(worker, record, &joined, &record->joined, false);
}

/* The largest power of two up to `most` by which the addresses of all active lanes leave the same rest. */
static unsigned common_align(const struct lint_worker *worker, const struct lint_count *count, unsigned most)
{
    const uint64_t first = count->addresses[lint_first_lane(count->mask)];
    uint64_t differing = 0;

    for (unsigned l = 0; l < worker->engine->lanes; l++)
        if (count->mask >> l & 1)
            differing |= count->addresses[l] ^ first;
    while (most > 1 && differing & (most - 1))
        most /= 2;
    return most;
}

/*
 * The units of one aligned chunk of 16 bytes (units of 2: of 8 bytes): all of them, or three of four of a load, in one
 * access; else aligned pairs, then single units. `units` has a bit for each of the chunk's.
 */
static void count_chunk(struct lint_worker *worker, struct lint_record *record, const struct lint_count *count,
                        int64_t distance, unsigned units, unsigned unit_bytes, unsigned align)
{
    const unsigned in_chunk = chunk_bytes(unit_bytes) / unit_bytes, used = lint_lane_count(units);

    if (align >= chunk_bytes(unit_bytes) &&
        (used == in_chunk || (used == 3 && in_chunk == 4 && count->op == CLSMEM_LOAD))) {
        count_joined_access(worker, record, count, distance, chunk_bytes(unit_bytes));
        return;
    }
    for (unsigned first = 0; first < in_chunk; first += 2) {
        const unsigned own = units >> first & 3;
        const int64_t place = distance + (int64_t)(first * unit_bytes);

        if (own == 3 && in_chunk == 4 && align >= 2 * unit_bytes) {
            count_joined_access(worker, record, count, place, 2 * unit_bytes);
            continue;
        }
        if (own & 1)
            count_joined_access(worker, record, count, place, unit_bytes);
        if (own & 2)
            count_joined_access(worker, record, count, place + (int64_t)unit_bytes, unit_bytes);
    }
}

/* All accesses of a group at once, where its first one is executed. Its units come by rising distance. */
static void count_group(struct lint_worker *worker, struct lint_record *record, const struct lint_count *count,
                        const struct lint_join_group *group)
{
    const int64_t *const units = worker->engine->joins->units + group->first_unit;
    const unsigned align = common_align(worker, count, group->known_align);
    const int64_t shift = (int64_t)(count->addresses[lint_first_lane(count->mask)] & (align - 1));
    const int64_t bytes = chunk_bytes(group->unit_bytes);
    int64_t chunk = 0;
    unsigned in_chunk = 0;

    for (uint32_t i = 0; i < group->unit_count; i++) {
        const int64_t place = units[i] + shift, own = (place - (place & (bytes - 1))) / bytes;

        if (own != chunk && in_chunk)
            count_chunk(worker, record, count, bytes * chunk - shift, in_chunk, group->unit_bytes, align);
        if (own != chunk)
            in_chunk = 0;
        chunk = own;
        in_chunk |= 1u << ((place & (bytes - 1)) / group->unit_bytes);
    }
    count_chunk(worker, record, count, bytes * chunk - shift, in_chunk, group->unit_bytes, align);
}

/* An atomic whose lanes are combined before one of them goes to memory. */
static void count_together(struct lint_worker *worker, struct lint_record *record, const struct lint_count *count)
{
    struct lint_count one = *count;

    one.mask &= 0 - one.mask;
    count_pieces(worker, record, &one, &record->joined, false);
}

/* What is alone costs the same after joining. */
static void add_difference(struct clsmem_lint_cost *sum, const struct clsmem_lint_cost *before,
                           const struct clsmem_lint_cost *after)
{
    sum->instructions += after->instructions - before->instructions;
    sum->lanes += after->lanes - before->lanes;
    sum->passes += after->passes - before->passes;
    sum->ideal += after->ideal - before->ideal;
    sum->conflicts += after->conflicts - before->conflicts;
}

static bool goes_together(const struct lint_worker *worker, uint32_t instruction, uint64_t mask)
{
    const uint8_t *const lanes = worker->engine->joins->lanes;

    return lanes && (lanes[instruction] == LINT_LANES_TOGETHER || (lanes[instruction] == LINT_LANES_TOGETHER_IF_ALL &&
                                                                   lint_lane_count(mask) == worker->engine->lanes));
}

static void count_local(struct lint_worker *worker, uint32_t number, const struct lint_count *count)
{
    const struct lint_engine *const engine = worker->engine;
    const uint32_t instruction = engine->record_instructions[number];
    struct lint_record *const record = &worker->records[number];
    const uint32_t group = engine->joins->group_of ? engine->joins->group_of[instruction] : LINT_NONE;
    const struct clsmem_lint_cost before = record->cost;

    count_pieces(worker, record, count, &record->cost, true);
    if (goes_together(worker, instruction, count->mask))
        count_together(worker, record, count);
    else if (group == LINT_NONE)
        add_difference(&record->joined, &before, &record->cost);
    else if (group != LINT_JOINED)
        count_group(worker, record, count, &engine->joins->groups[group]);
}

/* A set of numbers, emptied by its owner's counter. */
#define SET_CELLS 512

struct number_set {
    uint64_t cells[SET_CELLS];
    bool is_used[SET_CELLS];
    unsigned count;
};

static void set_add(struct number_set *set, uint64_t number)
{
    size_t place = (size_t)(number * 0x9e3779b97f4a7c15u >> 50) % SET_CELLS;

    while (set->is_used[place] && set->cells[place] != number)
        place = (place + 1) % SET_CELLS;
    if (!set->is_used[place]) {
        set->is_used[place] = true;
        set->cells[place] = number;
        set->count++;
    }
}

/* Distinct addresses and sectors where addresses do not grow from lane to lane. */
static void count_scattered(const struct lint_worker *worker, const struct lint_count *count, unsigned bytes,
                            unsigned done, unsigned *addresses, unsigned *sectors)
{
    struct number_set set;

    memset(&set.is_used, 0, sizeof set.is_used);
    set.count = 0;
    for (unsigned l = 0; l < worker->engine->lanes; l++)
        if (count->mask >> l & 1)
            set_add(&set, count->addresses[l] + done);
    *addresses = set.count;
    memset(&set.is_used, 0, sizeof set.is_used);
    set.count = 0;
    for (unsigned l = 0; l < worker->engine->lanes; l++) {
        const uint64_t first = count->addresses[l] + done;

        if (!(count->mask >> l & 1))
            continue;
        set_add(&set, first / SECTOR_BYTES);
        set_add(&set, (first + bytes - 1) / SECTOR_BYTES);
    }
    *sectors = set.count;
}

/* The same where they do, which most accesses are like; false where they do not. */
static bool count_growing(const struct lint_worker *worker, const struct lint_count *count, unsigned bytes,
                          unsigned done, unsigned *addresses, unsigned *sectors)
{
    uint64_t last = 0, last_sector = UINT64_MAX;

    *addresses = *sectors = 0;
    for (unsigned l = 0; l < worker->engine->lanes; l++) {
        const uint64_t first = count->addresses[l] + done, end_sector = (first + bytes - 1) / SECTOR_BYTES;

        if (!(count->mask >> l & 1))
            continue;
        if (first < last)
            return false;
        *addresses += first != last;
        *sectors += first / SECTOR_BYTES != last_sector;
        *sectors += end_sector != first / SECTOR_BYTES;
        last = first;
        last_sector = end_sector;
    }
    return true;
}

static void count_global(struct lint_worker *worker, struct lint_record *record, const struct lint_count *count)
{
    const unsigned lanes = lint_lane_count(count->mask);

    for (unsigned done = 0, bytes; done < count->bytes; done += bytes) {
        unsigned addresses, sectors;

        bytes = piece_bytes(count->bytes - done, count->align);
        if (!count_growing(worker, count, bytes, done, &addresses, &sectors))
            count_scattered(worker, count, bytes, done, &addresses, &sectors);
        record->traffic.requests++;
        record->traffic.bytes += (uint64_t)lanes * bytes;
        record->traffic.sectors += sectors;
        record->traffic.ideal += (addresses * bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
    }
}

void lint_count_access(struct lint_worker *worker, uint32_t record, const struct lint_count *count)
{
    if (count->space == LINT_GLOBAL)
        count_global(worker, &worker->records[record], count);
    else if (clsmem_bank_class_has_banks(worker->engine->bank_class))
        count_local(worker, record, count);
}

void lint_count_flops(struct lint_worker *worker, const struct lint_instruction *instruction)
{
    const struct lint_engine *const engine = worker->engine;
    struct clsmem_lint_flops *const flops = &worker->flops[instruction->bits == 64 ? 2 : instruction->bits == 32];
    const size_t number = (size_t)(instruction - engine->program->instructions);
    const uint64_t elements = engine->joins->elements ? engine->joins->elements[number] : instruction->count;
    const uint64_t done = (uint64_t)lint_lane_count(worker->mask) * elements;
    const uint8_t fuse = engine->joins->fuses ? engine->joins->fuses[number] : LINT_FUSE_NONE;

    switch (fuse) {
    case LINT_FUSE_TAKEN:
        return;
    case LINT_FUSE_TAKES:
        flops->multiply_adds += done;
        return;
    case LINT_FUSE_ADDS:
        flops->additions += done;
        return;
    case LINT_FUSE_ONE_PRODUCT:
        flops->multiplications += done;
        return;
    default:
        break;
    }
    switch (instruction->op) {
    case LINT_ADD_F:
    case LINT_SUB_F:
        flops->additions += done;
        break;
    case LINT_MUL_F:
        flops->multiplications += done;
        break;
    case LINT_FMA_F:
    case LINT_MULADD_F:
        flops->multiply_adds += done;
        break;
    default:
        flops->others += done;
    }
}
