/* Functions of a whole sub-group or work-group: broadcasts, reductions, scans, votes, shuffles. */
#include <string.h>

#include "access.h"
#include "lanes.h"
#include "worker.h"

/* What an exclusive scan begins with: it changes nothing that it is combined with. */
static uint64_t start_of(enum lint_atomic combine, unsigned bits)
{
    const uint64_t low = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1, sign = (uint64_t)1 << (bits - 1);
    const uint64_t infinity = bits == 64 ? 0x7ff0000000000000u : bits == 32 ? 0x7f800000u : 0x7c00u;

    switch (combine) {
    case LINT_ATOMIC_AND:
    case LINT_ATOMIC_MIN_U:
        return low;
    case LINT_ATOMIC_MIN_S:
        return sign - 1;
    case LINT_ATOMIC_MAX_S:
        return sign;
    case LINT_ATOMIC_MIN_F:
        return infinity;
    case LINT_ATOMIC_MAX_F:
        return infinity | sign;
    default:
        return 0;
    }
}

static void scan(struct lint_members *members, const struct lint_group_call *call, unsigned bits)
{
    uint64_t sum = start_of(call->combine, bits);

    for (uint32_t i = 0; i < members->count; i++) {
        if (call->collective == LINT_SCAN_EXCLUSIVE)
            members->results[i] = sum;
        sum = lint_atomic_combine(call->combine, bits, sum, *members->values[i]);
        if (call->collective == LINT_SCAN_INCLUSIVE)
            members->results[i] = sum;
    }
    if (call->collective == LINT_REDUCE)
        for (uint32_t i = 0; i < members->count; i++)
            members->results[i] = sum;
}

static void vote(struct lint_members *members, bool is_all)
{
    uint64_t answer = is_all;

    for (uint32_t i = 0; i < members->count; i++)
        if ((*members->values[i] != 0) != is_all)
            answer = !is_all;
    for (uint32_t i = 0; i < members->count; i++)
        members->results[i] = answer;
}

/* Reductions, scans and votes, which work-groups and sub-groups have in common; false for all others. */
static bool combine(struct lint_members *members, const struct lint_group_call *call, unsigned bits)
{
    switch (call->collective) {
    case LINT_REDUCE:
    case LINT_SCAN_INCLUSIVE:
    case LINT_SCAN_EXCLUSIVE:
        scan(members, call, bits);
        return true;
    case LINT_ALL:
    case LINT_ANY:
        vote(members, call->collective == LINT_ALL);
        return true;
    default:
        return false;
    }
}

/* The lane that a shuffle reads in `lane`; `lane` itself where there is none. */
static unsigned source_lane(enum lint_collective collective, unsigned lane, uint64_t operand, unsigned lanes)
{
    uint64_t source = lane;

    switch (collective) {
    case LINT_BROADCAST:
    case LINT_SHUFFLE:
        source = operand;
        break;
    case LINT_SHUFFLE_XOR:
        source = lane ^ operand;
        break;
    case LINT_SHUFFLE_UP:
        source = operand <= lane ? lane - operand : lane;
        break;
    case LINT_SHUFFLE_DOWN:
        source = lane + operand;
        break;
    default:
        break;
    }
    return source < lanes ? (unsigned)source : lane;
}

static void shuffle(struct lint_worker *worker, const struct lint_instruction *instruction,
                    enum lint_collective collective)
{
    const size_t lanes = worker->engine->lanes;
    const uint64_t *const operand = lint_slot(worker, instruction->b);
    uint64_t copy[LINT_MOST_LANES];

    for (uint32_t e = 0; e < instruction->count; e++) {
        const uint64_t *const values = lint_slot(worker, instruction->a) + e * lanes;
        uint64_t *const result = lint_slot(worker, instruction->result) + e * lanes;

        memcpy(copy, values, lanes * sizeof *copy);
        for (unsigned l = 0; l < lanes; l++)
            if (worker->lane_mask[l])
                result[l] = copy[source_lane(collective, l, operand[l], (unsigned)lanes)];
    }
}

static void ballot(struct lint_worker *worker, const struct lint_instruction *instruction)
{
    const size_t lanes = worker->engine->lanes;
    const uint64_t *const values = lint_slot(worker, instruction->a);
    uint64_t *const result = lint_slot(worker, instruction->result);
    uint64_t votes = 0;

    for (unsigned l = 0; l < lanes; l++)
        votes |= (uint64_t)(worker->lane_mask[l] && values[l]) << l;
    for (unsigned l = 0; l < lanes; l++) {
        if (!worker->lane_mask[l])
            continue;
        result[l] = votes & UINT32_MAX;
        result[lanes + l] = votes >> 32;
        result[2 * lanes + l] = result[3 * lanes + l] = 0;
    }
}

static void elect(struct lint_worker *worker, const struct lint_instruction *instruction)
{
    uint64_t *const result = lint_slot(worker, instruction->result);

    for (unsigned l = 0; l < worker->engine->lanes; l++)
        if (worker->lane_mask[l])
            result[l] = (worker->mask & (((uint64_t)1 << l) - 1)) == 0;
}

static void report_divergence(struct lint_worker *worker, uint32_t site)
{
    const struct lint_sub_group *const sub_group = worker->current;
    struct lint_fault fault = {
        .kind = CLSMEM_LINT_DIVERGENT_SUB_GROUP,
        .site = site,
        .other_site = LINT_NONE,
        .has_items = true,
        .text = "not all work-items of the sub-group reach this sub-group function together",
    };

    for (unsigned l = 0; l < sub_group->item_count; l++)
        if (worker->mask >> l & 1) {
            fault.item = lint_group_item(worker, sub_group->first_item + l);
            break;
        }
    lint_fault_add(worker, &fault);
}

static bool is_whole(const struct lint_worker *worker)
{
    return worker->mask == lint_lanes_below(worker->current->item_count);
}

void lint_collective_sub_group(struct lint_worker *worker, const struct lint_instruction *instruction)
{
    const struct lint_group_call *const call = &worker->engine->program->group_calls[instruction->detail];
    const size_t lanes = worker->engine->lanes;
    struct lint_members *const members = worker->members;

    switch (call->collective) {
    case LINT_BALLOT:
        ballot(worker, instruction);
        return;
    case LINT_ELECT:
        elect(worker, instruction);
        return;
    case LINT_BROADCAST:
    case LINT_SHUFFLE:
    case LINT_SHUFFLE_XOR:
    case LINT_SHUFFLE_UP:
    case LINT_SHUFFLE_DOWN:
        shuffle(worker, instruction, call->collective);
        return;
    default:
        break;
    }
    if (!call->is_partial && !is_whole(worker))
        report_divergence(worker, instruction->site);
    for (uint32_t e = 0; e < instruction->count; e++) {
        uint64_t *const values = lint_slot(worker, instruction->a) + e * lanes;
        uint64_t *const result = lint_slot(worker, instruction->result) + e * lanes;
        uint32_t next = 0;

        members->count = 0;
        for (unsigned l = 0; l < lanes; l++)
            if (worker->lane_mask[l])
                members->values[members->count++] = &values[l];
        (void)combine(members, call, instruction->bits);
        for (unsigned l = 0; l < lanes; l++)
            if (worker->lane_mask[l])
                result[l] = members->results[next++];
    }
}

void lint_collective_sub_group_barrier(struct lint_worker *worker, const struct lint_instruction *instruction)
{
    const struct lint_group_call *const call =
        instruction->detail == LINT_NONE ? NULL : &worker->engine->program->group_calls[instruction->detail];

    if (!(call && call->is_partial) && !is_whole(worker))
        report_divergence(worker, instruction->site);
    worker->current->sub_epoch++;
}

/* Values of one element, of all work-items of the group; the current sub-group ends up as the last one. */
static void gather(struct lint_worker *worker, uint32_t slot, uint32_t element, struct lint_members *members)
{
    const size_t lanes = worker->engine->lanes;

    members->count = 0;
    for (uint32_t i = 0; i < worker->engine->sub_groups; i++) {
        worker->current = &worker->sub_groups[i];
        for (uint32_t l = 0; l < worker->current->item_count; l++)
            members->values[members->count++] = lint_slot(worker, slot) + element * lanes + l;
    }
}

/* The member whose local ids are given from the slot on. */
static void broadcast(struct lint_worker *worker, const struct lint_barrier *barrier, struct lint_members *members)
{
    const struct lint_engine *const engine = worker->engine;
    uint64_t item = 0;

    worker->current = &worker->sub_groups[0];
    for (unsigned d = 3; d-- > 0;)
        item = item * engine->local[d] +
               (d < engine->dimensions ? lint_slot(worker, barrier->other)[d * engine->lanes] : 0);
    for (uint32_t i = 0; i < members->count; i++)
        members->results[i] = item < members->count ? *members->values[item] : 0;
}

void lint_collective_group(struct lint_worker *worker, const struct lint_barrier *barrier)
{
    struct lint_members *const members = worker->members;

    for (uint32_t e = 0; e < barrier->count; e++) {
        gather(worker, barrier->value, e, members);
        if (barrier->call.collective == LINT_BROADCAST)
            broadcast(worker, barrier, members);
        else
            (void)combine(members, &barrier->call, barrier->bits);
        gather(worker, barrier->result, e, members);
        for (uint32_t i = 0; i < members->count; i++)
            *members->values[i] = members->results[i];
    }
}
