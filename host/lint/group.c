/* One work-group: its sub-groups take turns until all wait or have ended, then barriers are looked at. */
#include "worker.h"

#include <stdio.h>
#include <string.h>

#include "access.h"
#include "lanes.h"

/* Blocks that a sub-group runs before another one may: code that waits for another sub-group without a barrier ends. */
#define BLOCKS_A_TURN (1u << 20)

struct clsmem_lint_item lint_group_item(const struct lint_worker *worker, uint32_t item)
{
    const struct lint_engine *const engine = worker->engine;
    const uint64_t row = engine->local[0], plane = row * engine->local[1];

    return (struct clsmem_lint_item){
        .group = { worker->group[0], worker->group[1], worker->group[2] },
        .local = { (uint32_t)(item % row), (uint32_t)(item / row % engine->local[1]), (uint32_t)(item / plane) },
        .lane = item % engine->lanes,
        .sub_group = item / engine->lanes,
    };
}

static void fill_slot(struct lint_worker *worker, uint32_t slot, uint64_t value)
{
    uint64_t *const lanes = lint_slot(worker, slot);

    for (unsigned l = 0; l < worker->engine->lanes; l++)
        lanes[l] = value;
}

/* Ids of one dimension. */
static void set_ids(struct lint_worker *worker, unsigned dimension)
{
    const struct lint_engine *const engine = worker->engine;
    const struct lint_program *const program = engine->program;
    const uint64_t group = worker->group[dimension], size = engine->local[dimension];
    const uint64_t uniform[LINT_ID_COUNT] = {
        [LINT_GROUP_ID] = group,
        [LINT_LOCAL_SIZE] = size,
        [LINT_GROUP_COUNT] = engine->groups[dimension],
        [LINT_GLOBAL_SIZE] = engine->global[dimension],
        [LINT_GLOBAL_OFFSET] = engine->offset[dimension],
    };

    for (int id = 0; id < LINT_ID_COUNT; id++) {
        const uint32_t slot = program->ids[id][dimension];

        if (slot == LINT_NONE)
            continue;
        if (id != LINT_LOCAL_ID && id != LINT_GLOBAL_ID) {
            fill_slot(worker, slot, uniform[id]);
            continue;
        }
        for (unsigned l = 0; l < engine->lanes; l++) {
            const uint64_t local = lint_group_item(worker, worker->current->first_item + l).local[dimension];

            lint_slot(worker, slot)[l] =
                id == LINT_LOCAL_ID ? local : engine->offset[dimension] + group * size + local;
        }
    }
}

/* Ids that are one number: across all dimensions, or of sub-groups. */
static uint64_t scalar_id(const struct lint_worker *worker, enum lint_scalar_id id, unsigned lane)
{
    const struct lint_engine *const engine = worker->engine;
    const uint32_t item = worker->current->first_item + lane;
    const struct clsmem_lint_item where = lint_group_item(worker, item);
    uint64_t linear = 0;

    switch (id) {
    case LINT_WORK_DIM:
        return engine->dimensions;
    case LINT_LOCAL_LINEAR_ID:
        return item;
    case LINT_GLOBAL_LINEAR_ID:
        for (unsigned d = 3; d-- > 0;)
            linear = linear * engine->global[d] + worker->group[d] * engine->local[d] + where.local[d];
        return linear;
    case LINT_SUB_GROUP_ID:
        return worker->current->number;
    case LINT_SUB_GROUP_COUNT:
        return engine->sub_groups;
    case LINT_SUB_GROUP_SIZE:
        return worker->current->item_count;
    case LINT_SUB_GROUP_MAX_SIZE:
        return engine->lanes;
    case LINT_LANE:
        return lane;
    case LINT_SCALAR_ID_COUNT:
        break;
    }
    return 0;
}

static uint64_t part_of(const uint8_t *bytes, const struct lint_parameter_slot *part)
{
    uint64_t value = 0;

    memcpy(&value, bytes + part->offset, (part->bits + 7u) / 8);
    return value;
}

static void set_arguments(struct lint_worker *worker)
{
    const struct lint_engine *const engine = worker->engine;
    const struct lint_program *const program = engine->program;
    size_t local = 0;

    for (size_t i = 0; i < program->array_count; i++)
        local += program->arrays[i].space == LINT_LOCAL;
    for (size_t i = 0; i < program->parameter_slot_count; i++) {
        const struct lint_parameter_slot *const part = &program->parameter_slots[i];
        const struct lint_argument *const argument = &engine->arguments.list[part->parameter];
        uint64_t value = 0;

        if (argument->kind == LINT_SCALAR) {
            value = part_of(argument->bytes, part);
        } else if (argument->kind == LINT_BUFFER) {
            value = argument->buffer == LINT_NONE ? 0 : lint_address(LINT_GLOBAL, argument->buffer, 0);
        } else {
            uint32_t object = (uint32_t)local;

            for (uint32_t before = 0; before < part->parameter; before++)
                object += program->parameters[before].kind == LINT_LOCAL_BUFFER;
            value = lint_address(LINT_LOCAL, object, 0);
        }
        fill_slot(worker, part->slot, value);
    }
}

/* Structs that are passed by value lie in private memory. */
static void set_value_arrays(struct lint_worker *worker)
{
    const struct lint_engine *const engine = worker->engine;
    const struct lint_program *const program = engine->program;
    const size_t frame = engine->private_layout.bytes;

    for (size_t i = 0; i < program->value_array_count; i++) {
        const struct lint_argument *const argument = &engine->arguments.list[program->value_arrays[i][0]];
        const struct lint_place place =
            lint_place_of(engine->array_addresses[program->value_arrays[i][1]], LINT_PRIVATE);
        const struct lint_object *const object = &engine->private_layout.objects[place.object];
        const uint64_t bytes = program->parameters[program->value_arrays[i][0]].bytes;

        for (unsigned l = 0; l < engine->lanes; l++) {
            memcpy(worker->current->private_bytes + l * frame + object->base, argument->bytes, bytes);
            memset(worker->current->private_written + l * frame + object->base, 1, object->bytes);
        }
    }
}

static void start_sub_group(struct lint_worker *worker)
{
    const struct lint_engine *const engine = worker->engine;
    const struct lint_program *const program = engine->program;
    struct lint_sub_group *const sub_group = worker->current;
    const size_t private_bytes = engine->private_layout.bytes * engine->lanes;

    for (unsigned d = 0; d < 3; d++)
        set_ids(worker, d);
    for (int id = 0; id < LINT_SCALAR_ID_COUNT; id++)
        if (program->scalar_ids[id] != LINT_NONE)
            for (unsigned l = 0; l < engine->lanes; l++)
                lint_slot(worker, program->scalar_ids[id])[l] = scalar_id(worker, (enum lint_scalar_id)id, l);
    for (size_t i = 0; i < program->array_slot_count; i++)
        fill_slot(worker, program->array_slots[i][1], engine->array_addresses[program->array_slots[i][0]]);
    set_arguments(worker);
    if (private_bytes > 0) {
        memset(sub_group->private_bytes, 0, private_bytes);
        memset(sub_group->private_written, 0, private_bytes);
        set_value_arrays(worker);
    }
    sub_group->sub_epoch = 0;
    sub_group->parked_count = 0;
    sub_group->waiting_count = 0;
    lint_step_park(sub_group, 0, lint_lanes_below(sub_group->item_count));
}

/* Spans of one group must not look like those that follow the spans of another one: one number is left out. */
static void start_group(struct lint_worker *worker, uint64_t number)
{
    const struct lint_engine *const engine = worker->engine;

    worker->group_number = number;
    worker->group[0] = number % engine->groups[0];
    worker->group[1] = number / engine->groups[0] % engine->groups[1];
    worker->group[2] = number / engine->groups[0] / engine->groups[1];
    worker->local_barrier = worker->global_barrier = LINT_NONE;
    worker->local_epoch += 2;
    worker->global_epoch += 2;
    worker->local_unwritten = engine->local_layout.bytes;
    if (engine->local_layout.bytes > 0) {
        memset(worker->local_bytes, 0, engine->local_layout.bytes);
        memset(worker->local_written, 0, engine->local_layout.bytes);
    }
    for (uint32_t i = 0; i < engine->sub_groups; i++) {
        worker->current = &worker->sub_groups[i];
        start_sub_group(worker);
    }
}

/* Runs every sub-group until it waits or ends. */
static void run_sub_groups(struct lint_worker *worker)
{
    bool all_rest = false;

    while (!all_rest && atomic_load(&worker->engine->halt) == LINT_GO_ON) {
        all_rest = true;
        for (uint32_t i = 0; i < worker->engine->sub_groups; i++) {
            worker->current = &worker->sub_groups[i];
            if (worker->current->parked_count > 0 && !lint_step_run(worker, BLOCKS_A_TURN))
                all_rest = false;
        }
    }
}

/* What waits after run_sub_groups. */
struct crowd {
    uint32_t barrier, item, count;         /* the first barrier, its first work-item, how many wait there */
    uint32_t other, other_item, all_count; /* another barrier; LINT_NONE: all wait at the same */
    uint32_t absent;                       /* first work-item that does not wait; LINT_NONE: all do */
};

static struct crowd look_at_crowd(const struct lint_worker *worker)
{
    struct crowd crowd = { .barrier = LINT_NONE, .other = LINT_NONE, .absent = LINT_NONE };

    for (uint32_t i = 0; i < worker->engine->sub_groups; i++) {
        const struct lint_sub_group *const sub_group = &worker->sub_groups[i];
        uint64_t present = 0;

        for (size_t w = 0; w < sub_group->waiting_count; w++) {
            const struct lint_waiting *const waiting = &sub_group->waiting[w];
            const uint32_t item = sub_group->first_item + lint_first_lane(waiting->mask);

            if (crowd.barrier == LINT_NONE) {
                crowd.barrier = waiting->barrier;
                crowd.item = item;
            } else if (crowd.other == LINT_NONE && waiting->barrier != crowd.barrier) {
                crowd.other = waiting->barrier;
                crowd.other_item = item;
            }
            if (waiting->barrier == crowd.barrier)
                crowd.count += lint_lane_count(waiting->mask);
            crowd.all_count += lint_lane_count(waiting->mask);
            present |= waiting->mask;
        }
        for (uint32_t l = 0; l < sub_group->item_count && crowd.absent == LINT_NONE; l++)
            if (!(present >> l & 1))
                crowd.absent = sub_group->first_item + l;
    }
    return crowd;
}

static void report_crowd(struct lint_worker *worker, const struct crowd *crowd)
{
    const struct lint_program *const program = worker->engine->program;
    struct lint_fault fault = {
        .site = program->barriers[crowd->barrier].site,
        .other_site = LINT_NONE,
        .has_items = true,
        .item = lint_group_item(worker, crowd->item),
        .has_other = true,
    };

    if (crowd->other != LINT_NONE) {
        fault.kind = CLSMEM_LINT_DIFFERENT_BARRIERS;
        fault.other_site = program->barriers[crowd->other].site;
        fault.other_item = lint_group_item(worker, crowd->other_item);
        snprintf(fault.text, sizeof fault.text, "%u of %u work-items wait here while others wait at another barrier",
                 crowd->count, worker->engine->group_items);
    } else {
        fault.kind = CLSMEM_LINT_DIVERGENT_BARRIER;
        fault.other_item = lint_group_item(worker, crowd->absent);
        snprintf(fault.text, sizeof fault.text,
                 "only %u of %u work-items reach this barrier: the others have ended the kernel", crowd->count,
                 worker->engine->group_items);
    }
    lint_fault_add(worker, &fault);
}

/* A new span begins for the memory that the barrier orders. */
static void begin_span(struct lint_worker *worker, uint32_t barrier)
{
    const unsigned fence = worker->engine->program->barriers[barrier].fence;

    worker->barriers[barrier].executions++;
    if (fence & LINT_FENCE_LOCAL) {
        worker->local_epoch++;
        worker->local_barrier = barrier;
    }
    if (fence & LINT_FENCE_GLOBAL) {
        worker->global_epoch++;
        worker->global_barrier = barrier;
    }
    if (worker->engine->program->barriers[barrier].waits_for_copies)
        lint_async_forget(worker);
    else
        lint_async_renew(worker);
}

/* Everyone that waits goes on, as hardware would let them where not all of them should. */
static void release_all(struct lint_worker *worker)
{
    for (uint32_t i = 0; i < worker->engine->sub_groups; i++) {
        struct lint_sub_group *const sub_group = &worker->sub_groups[i];

        for (size_t w = 0; w < sub_group->waiting_count; w++)
            lint_step_park(sub_group, sub_group->waiting[w].next, sub_group->waiting[w].mask);
        sub_group->waiting_count = 0;
    }
}

void lint_group_run(struct lint_worker *worker, uint64_t number)
{
    const struct lint_program *const program = worker->engine->program;

    start_group(worker, number);
    for (;;) {
        struct crowd crowd;

        run_sub_groups(worker);
        if (atomic_load(&worker->engine->halt) != LINT_GO_ON)
            return;
        crowd = look_at_crowd(worker);
        if (crowd.barrier == LINT_NONE) {
            lint_async_finish(worker);
            return;
        }
        if (crowd.other != LINT_NONE || crowd.absent != LINT_NONE)
            report_crowd(worker, &crowd);
        begin_span(worker, crowd.barrier);
        if (crowd.other == LINT_NONE && program->barriers[crowd.barrier].call.collective != LINT_COLLECTIVE_NONE)
            lint_collective_group(worker, &program->barriers[crowd.barrier]);
        release_all(worker);
    }
}
