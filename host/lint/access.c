/* Loads and stores of a sub-group: all lanes at once where nothing is wrong, else lane by lane. */
#include "access.h"

#include <assert.h>
#include <string.h>

#include "lanes.h"

/* Bytes of a lane's elements as they lie in memory; the host is little-endian. */
static void pack(const uint64_t *slots, size_t lanes, uint32_t count, unsigned element_bytes, uint8_t *bytes)
{
    for (uint32_t e = 0; e < count; e++)
        lint_copy_bytes(bytes + e * element_bytes, &slots[e * lanes], element_bytes);
}

static void unpack(uint64_t *slots, size_t lanes, uint32_t count, unsigned element_bytes, const uint8_t *bytes)
{
    for (uint32_t e = 0; e < count; e++) {
        uint64_t value = 0;

        lint_copy_bytes(&value, bytes + e * element_bytes, element_bytes);
        slots[e * lanes] = value;
    }
}

/* The widest access is a long16. */
#define MOST_BYTES 128

/* A load or a store, as the ways to do it see it. */
struct transfer {
    struct lint_worker *worker;
    const struct lint_instruction *instruction;
    const struct lint_access *access;
    uint32_t record;
    unsigned element_bytes;
    uint32_t bytes;
    const uint64_t *addresses;
    uint64_t *values;
    const uint8_t *reads; /* of a load's elements, enum lint_read; NULL: all are read */
    bool is_store;
};

/* Lane by lane, with all that can go wrong. */
static void transfer_slowly(const struct transfer *transfer)
{
    struct lint_worker *const worker = transfer->worker;
    const size_t lanes = worker->engine->lanes;
    const uint32_t count = transfer->instruction->count;
    struct lint_visit visit;
    uint8_t bytes[MOST_BYTES];

    lint_visit_begin(&visit, worker, transfer->instruction->site, transfer->record);
    visit.space = transfer->access->space;
    visit.align = transfer->access->align ? transfer->access->align : 1;
    visit.bytes = transfer->bytes;
    visit.is_write = transfer->is_store;
    visit.is_atomic = transfer->access->is_atomic;
    visit.reads = transfer->reads;
    visit.element_bytes = transfer->element_bytes;
    for (unsigned l = 0; l < lanes; l++) {
        if (!worker->lane_mask[l])
            continue;
        if (transfer->is_store)
            pack(transfer->values + l, lanes, count, transfer->element_bytes, bytes);
        else
            memset(bytes, 0, visit.bytes);
        (void)lint_visit_lane(&visit, l, transfer->addresses[l], bytes);
        if (!transfer->is_store)
            unpack(transfer->values + l, lanes, count, transfer->element_bytes, bytes);
    }
    lint_visit_end(&visit, transfer->is_store ? CLSMEM_STORE : CLSMEM_LOAD);
}

/* Where lanes that all go to one object go; what fits none of these ways is done slowly. */
struct target {
    struct lint_place place; /* of the first active lane */
    uint8_t *bytes;          /* of the object's memory, from offset 0 */
    uint8_t *written;        /* NULL: nothing to mark */
    uint64_t base;           /* of the object, for addresses that are counted and watched */
    uint64_t size;
    struct lint_shadow *shadow;
    uint32_t epoch, barrier;
    uint32_t offsets[LINT_MOST_LANES]; /* from the object's start */
};

/* Offsets of all lanes; false where one leaves the object, or the space for offsets, or is misaligned. */
FOR_WIDE_VECTORS
static bool find_offsets(const struct transfer *transfer, struct target *target)
{
    const struct lint_worker *const worker = transfer->worker;
    const uint64_t first = lint_address(target->place.space, target->place.object, 0);
    /* Pointers that are known to be local or private may be held in 32 bits; others tell by their tag where they point. */
    const bool is_short = transfer->access->space == LINT_LOCAL || transfer->access->space == LINT_PRIVATE;
    const uint64_t tag_mask = is_short ? UINT32_MAX : UINT64_MAX;
    const uint64_t limit = target->size - transfer->bytes;
    const uint64_t step = transfer->access->align ? transfer->access->align - 1 : 0;
    uint64_t bad = 0;

    for (unsigned l = 0; l < worker->engine->lanes; l++) {
        const uint64_t offset = (transfer->addresses[l] - first) & tag_mask;

        bad |= worker->lane_mask[l] & (0 - (uint64_t)(offset > limit || ((offset + target->base) & step) != 0));
        target->offsets[l] = (uint32_t)offset;
    }
    return bad == 0;
}

static bool aim_at_local(const struct transfer *transfer, struct target *target)
{
    struct lint_worker *const worker = transfer->worker;
    const struct lint_object *const object = &worker->engine->local_layout.objects[target->place.object];

    if (target->place.object >= worker->engine->local_layout.count)
        return false;
    target->base = object->base;
    target->size = object->bytes;
    target->bytes = worker->local_bytes + object->base;
    target->written = worker->local_written + object->base;
    target->shadow = &worker->local_shadow;
    target->epoch = worker->local_epoch;
    target->barrier = worker->local_barrier;
    return true;
}

static bool aim_at_global(const struct transfer *transfer, struct target *target)
{
    struct lint_worker *const worker = transfer->worker;
    const struct lint_buffer *const buffer = &worker->engine->memory.buffers[target->place.object];

    if (target->place.object >= worker->engine->memory.count || !buffer->data || buffer->bytes > UINT32_MAX ||
        (transfer->is_store && buffer->is_read_only))
        return false;
    target->base = 0;
    target->size = buffer->bytes;
    target->bytes = buffer->data;
    target->written = NULL;
    target->shadow = NULL;
    target->epoch = worker->global_epoch;
    target->barrier = worker->global_barrier;
    return true;
}

static bool is_all_written(const struct transfer *transfer, const struct target *target)
{
    for (unsigned l = 0; l < transfer->worker->engine->lanes; l++)
        if (transfer->worker->lane_mask[l] &&
            !lint_access_is_marked(target->written + target->offsets[l], transfer->bytes) &&
            !lint_access_is_written(target->written + target->offsets[l], transfer->bytes, transfer->reads,
                                    transfer->element_bytes, LINT_LOCAL))
            return false;
    return true;
}

/* Watches all lanes in one shadow; false where one clashes. */
static bool watch_lanes(const struct transfer *transfer, const struct target *target, struct lint_shadow *shadow,
                        const uint32_t *offsets)
{
    struct lint_worker *const worker = transfer->worker;
    const struct lint_lanes_watch lanes = {
        .watch = { .touch = lint_touch_pack(target->epoch, worker->current->sub_epoch, 0, transfer->record,
                                            transfer->access->is_atomic),
                   .step = ++worker->step,
                   .lanes = worker->engine->lanes },
        .first_item = worker->current->first_item,
        .mask = worker->mask,
        .offsets = offsets,
        .bytes = transfer->bytes,
    };
    bool *const needed = target->barrier == LINT_NONE ? NULL : &worker->barriers[target->barrier].is_needed;
    bool ignored = true;
    uint64_t clashing;

    clashing = transfer->is_store ? lint_shadow_write_lanes(shadow, &lanes, needed ? needed : &ignored)
                                  : lint_shadow_read_lanes(shadow, &lanes, needed ? needed : &ignored);
    return clashing == 0;
}

static bool watch_local_lanes(const struct transfer *transfer, struct target *target)
{
    uint32_t offsets[LINT_MOST_LANES];

    if (target->shadow->shift != 0 && (transfer->bytes & 3) != 0)
        return false;
    for (unsigned l = 0; l < transfer->worker->engine->lanes; l++)
        offsets[l] = (uint32_t)target->base + target->offsets[l];
    if (target->shadow->shift != 0 && (transfer->access->align & 3) != 0)
        return false;
    return watch_lanes(transfer, target, target->shadow, offsets);
}

static bool watch_global_lanes(const struct transfer *transfer, const struct target *target)
{
    const struct lint_worker *const worker = transfer->worker;
    uint32_t offsets[LINT_MOST_LANES], page = UINT32_MAX;
    struct lint_shadow *shadow;

    if (worker->engine->memory.buffers[target->place.object].is_read_only)
        return true;
    for (unsigned l = 0; l < worker->engine->lanes; l++) {
        offsets[l] = target->offsets[l] % LINT_PAGE_BYTES;
        if (!worker->lane_mask[l])
            continue;
        if (page == UINT32_MAX)
            page = target->offsets[l] / LINT_PAGE_BYTES;
        if (page != target->offsets[l] / LINT_PAGE_BYTES || offsets[l] + transfer->bytes > LINT_PAGE_BYTES)
            return false;
    }
    shadow = lint_page_shadow(worker->pages, target->place.object, page);
    if (!shadow || transfer->access->is_atomic ||
        (shadow->shift != 0 && ((transfer->bytes | transfer->access->align) & 3) != 0))
        return false;
    return watch_lanes(transfer, target, shadow, offsets);
}

static void mark_written(struct lint_worker *worker, uint8_t *written, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++) {
        worker->local_unwritten -= !written[i];
        written[i] = 1;
    }
}

/* The usual access, of four bytes. */
static void load_words(const struct transfer *transfer, const struct target *target)
{
    for (uint64_t rest = transfer->worker->mask, l = 0; rest; rest >>= 1, l++) {
        uint32_t word;

        if (!(rest & 1))
            continue;
        memcpy(&word, target->bytes + target->offsets[l], sizeof word);
        transfer->values[l] = word;
    }
}

static void move_lanes(const struct transfer *transfer, const struct target *target)
{
    struct lint_worker *const worker = transfer->worker;
    const size_t lanes = worker->engine->lanes;
    const uint32_t count = transfer->instruction->count;

    if (!transfer->is_store && transfer->bytes == 4 && count == 1) {
        load_words(transfer, target);
        return;
    }
    for (unsigned l = 0; l < lanes; l++) {
        uint8_t *const bytes = target->bytes + target->offsets[l];

        if (!worker->lane_mask[l])
            continue;
        if (!transfer->is_store) {
            unpack(transfer->values + l, lanes, count, transfer->element_bytes, bytes);
            continue;
        }
        pack(transfer->values + l, lanes, count, transfer->element_bytes, bytes);
        if (target->written && worker->local_unwritten > 0)
            mark_written(worker, target->written + target->offsets[l], transfer->bytes);
    }
}

static void count_lanes(const struct transfer *transfer, const struct target *target)
{
    struct lint_worker *const worker = transfer->worker;
    const bool is_local = target->place.space == LINT_LOCAL;
    const uint64_t first = is_local ? target->base : lint_address(LINT_GLOBAL, target->place.object, 0);
    uint64_t addresses[LINT_MOST_LANES];
    const struct lint_count count = {
        .op = transfer->is_store ? CLSMEM_STORE : CLSMEM_LOAD,
        .space = target->place.space,
        .bytes = transfer->bytes,
        .align = transfer->access->align ? transfer->access->align : 1,
        .mask = worker->mask,
        .addresses = addresses,
    };

    for (unsigned l = 0; l < worker->engine->lanes; l++)
        addresses[l] = first + target->offsets[l];
    lint_count_access(worker, transfer->record, &count);
}

/* Where a lane's bytes of a private object are in the sub-group's private memory. */
static uint64_t private_place(const struct transfer *transfer, const struct target *target, unsigned lane)
{
    return lane * transfer->worker->engine->private_layout.bytes + target->base + target->offsets[lane];
}

static bool is_private_written(const struct transfer *transfer, const struct target *target)
{
    const struct lint_worker *const worker = transfer->worker;

    for (uint64_t rest = worker->mask, l = 0; rest; rest >>= 1, l++) {
        const uint8_t *const written = worker->current->private_written + private_place(transfer, target, (unsigned)l);

        if (rest & 1 && !lint_access_is_marked(written, transfer->bytes) &&
            !lint_access_is_written(written, transfer->bytes, transfer->reads, transfer->element_bytes, LINT_PRIVATE))
            return false;
    }
    return true;
}

static void move_private(const struct transfer *transfer, const struct target *target)
{
    const struct lint_sub_group *const sub_group = transfer->worker->current;
    const size_t lanes = transfer->worker->engine->lanes;
    const uint32_t count = transfer->instruction->count;

    for (uint64_t rest = transfer->worker->mask, l = 0; rest; rest >>= 1, l++) {
        const uint64_t at = private_place(transfer, target, (unsigned)l);

        if (!(rest & 1))
            continue;
        if (!transfer->is_store) {
            unpack(transfer->values + l, lanes, count, transfer->element_bytes, sub_group->private_bytes + at);
            continue;
        }
        pack(transfer->values + l, lanes, count, transfer->element_bytes, sub_group->private_bytes + at);
        memset(sub_group->private_written + at, 1, transfer->bytes);
    }
}

/* The same as move_private for the usual access, of four bytes. */
static void move_private_words(const struct transfer *transfer, const struct target *target)
{
    static const uint8_t marks[4] = { 1, 1, 1, 1 };
    const struct lint_sub_group *const sub_group = transfer->worker->current;

    for (uint64_t rest = transfer->worker->mask, l = 0; rest; rest >>= 1, l++) {
        const uint64_t at = private_place(transfer, target, (unsigned)l);
        uint32_t word = (uint32_t)transfer->values[l];

        if (!(rest & 1))
            continue;
        if (!transfer->is_store) {
            memcpy(&word, sub_group->private_bytes + at, sizeof word);
            transfer->values[l] = word;
            continue;
        }
        memcpy(sub_group->private_bytes + at, &word, sizeof word);
        memcpy(sub_group->private_written + at, marks, sizeof marks);
    }
}

/* Private memory: every lane has an object of its own, and nobody to race with. */
static bool transfer_privately(const struct transfer *transfer, struct target *target)
{
    const struct lint_worker *const worker = transfer->worker;
    const struct lint_layout *const layout = &worker->engine->private_layout;

    if (target->place.object >= layout->count)
        return false;
    target->base = layout->objects[target->place.object].base;
    target->size = layout->objects[target->place.object].bytes;
    if (target->size < transfer->bytes || !find_offsets(transfer, target))
        return false;
    if (!transfer->is_store && !is_private_written(transfer, target))
        return false;
    lint_access_note_object(transfer->worker, transfer->record, &target->place);
    if (transfer->bytes == 4 && transfer->instruction->count == 1)
        move_private_words(transfer, target);
    else
        move_private(transfer, target);
    return true;
}

/* All lanes at once, where all of them go to one object and nothing is wrong; false: nothing was done. */
static bool transfer_quickly(const struct transfer *transfer)
{
    struct lint_worker *const worker = transfer->worker;
    struct target target;

    if (transfer->access->is_atomic)
        return false;
    target.place = lint_place_of(transfer->addresses[lint_first_lane(worker->mask)], transfer->access->space);
    if (target.place.space == LINT_PRIVATE)
        return transfer_privately(transfer, &target);
    if (target.place.space == LINT_LOCAL ? !aim_at_local(transfer, &target)
                                         : target.place.space != LINT_GLOBAL || !aim_at_global(transfer, &target))
        return false;
    if (target.size < transfer->bytes || !find_offsets(transfer, &target))
        return false;
    if (!transfer->is_store && target.written && worker->local_unwritten > 0 && !is_all_written(transfer, &target))
        return false;
    if (target.place.space == LINT_LOCAL ? !watch_local_lanes(transfer, &target)
                                         : !watch_global_lanes(transfer, &target))
        return false;
    lint_access_note_object(worker, transfer->record, &target.place);
    move_lanes(transfer, &target);
    count_lanes(transfer, &target);
    return true;
}

static void load_or_store(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record)
{
    const bool is_store = instruction->op == LINT_STORE;
    const struct transfer transfer = {
        .worker = worker,
        .instruction = instruction,
        .access = &worker->engine->program->accesses[instruction->detail],
        .record = record,
        .element_bytes = instruction->bits / 8u,
        .bytes = instruction->count * (instruction->bits / 8u),
        .addresses = lint_slot(worker, instruction->a),
        .values = lint_slot(worker, is_store ? instruction->b : instruction->result),
        .reads = is_store || instruction->result >= LINT_FIRST_CONSTANT ? NULL
                                                                        : worker->engine->reads + instruction->result,
        .is_store = is_store,
    };

    assert(transfer.bytes <= MOST_BYTES);
    if (!transfer_quickly(&transfer))
        transfer_slowly(&transfer);
}

void lint_access_execute(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record)
{
    switch (instruction->op) {
    case LINT_LOAD:
    case LINT_STORE:
        load_or_store(worker, instruction, record);
        break;
    case LINT_ATOMIC:
    case LINT_COMPARE_EXCHANGE:
        lint_atomic_execute(worker, instruction, record);
        break;
    default:
        lint_copy_execute(worker, instruction, record);
    }
}
