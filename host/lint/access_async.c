/*
 * async_work_group_copy: item i of the group copies elements i, i + items, ... as every implementation on GPUs that we
 * know does. The bytes move at once, but as the deed of somebody outside the group: from the start of the copy to
 * wait_group_events, which is a barrier, work-items that touch them race with it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "lanes.h"

/* What a copy that nobody has waited for touches. */
struct lint_pending {
    struct lint_place place;
    uint32_t bytes, record;
    bool is_write;
};

static void remember(struct lint_visit *visit, uint64_t mask, const uint64_t *addresses)
{
    struct lint_worker *const worker = visit->worker;

    for (unsigned l = 0; l < worker->engine->lanes; l++) {
        const struct lint_place place = lint_place_of(addresses[l], visit->space);

        if (!(mask >> l & 1))
            continue;
        if (worker->pending_count == worker->pending_capacity) {
            const size_t capacity = worker->pending_capacity ? 2 * worker->pending_capacity : 256;
            struct lint_pending *const grown = realloc(worker->pending, capacity * sizeof *grown);

            if (!grown) {
                lint_engine_halt(worker->engine, LINT_HALT_MEMORY, visit->site);
                return;
            }
            worker->pending = grown;
            worker->pending_capacity = capacity;
        }
        /* What went nowhere was reported, and is not watched. */
        if ((place.space == LINT_LOCAL ? visit->local_mask : visit->global_mask) >> l & 1)
            worker->pending[worker->pending_count++] =
                (struct lint_pending){ place, (uint32_t)visit->bytes, visit->record, visit->is_write };
    }
}

/* One round of a copy: every lane of the mask moves one piece. */
struct round {
    uint64_t mask;
    uint64_t sources[LINT_MOST_LANES], targets[LINT_MOST_LANES];
    unsigned width;
};

static void make_round(const struct lint_worker *worker, const struct lint_instruction *instruction, uint64_t first,
                       unsigned byte, struct round *round)
{
    const struct lint_engine *const engine = worker->engine;
    const struct lint_copy *const copy = &engine->program->copies[instruction->detail];
    const uint64_t *const to = lint_slot(worker, instruction->a);
    const uint64_t *const from = lint_slot(worker, instruction->b);
    const uint64_t *const count = lint_slot(worker, instruction->c);
    const uint64_t *const stride = copy->stride == LINT_NONE ? NULL : lint_slot(worker, copy->stride);
    const unsigned rest = copy->bytes - byte;

    memset(round, 0, sizeof *round);
    round->width = rest < LINT_WIDEST_PIECE ? rest : LINT_WIDEST_PIECE;
    for (unsigned l = 0; l < engine->lanes; l++) {
        const uint64_t index = first + worker->current->first_item + l;
        const uint64_t far = index * (stride ? stride[l] : 1);

        if (!worker->lane_mask[l] || index >= count[l])
            continue;
        round->mask |= (uint64_t)1 << l;
        round->sources[l] = from[l] + (copy->strides_to ? index : far) * copy->bytes + byte;
        round->targets[l] = to[l] + (copy->strides_to ? far : index) * copy->bytes + byte;
    }
}

static void move_round(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record,
                       const struct round *round)
{
    const struct lint_copy *const copy = &worker->engine->program->copies[instruction->detail];
    struct lint_piece piece;

    memset(&piece, 0, sizeof piece);
    for (int side = 0; side < 2; side++) {
        const uint64_t *const addresses = side ? round->targets : round->sources;
        struct lint_visit visit;

        lint_visit_begin(&visit, worker, instruction->site, record + (uint32_t)side);
        visit.is_write = side == 1;
        visit.is_async = true;
        visit.bytes = round->width;
        visit.align = round->width & (round->width - 1) ? 1 : round->width;
        visit.space = visit.is_write ? copy->to : copy->from;
        lint_visit_piece(&visit, round->mask, addresses, 0, &piece);
        remember(&visit, round->mask, addresses);
    }
}

static uint64_t most_elements(const struct lint_worker *worker, const uint64_t *counts)
{
    uint64_t most = 0;

    for (unsigned l = 0; l < worker->engine->lanes; l++)
        if (worker->lane_mask[l] && counts[l] > most)
            most = counts[l];
    return most;
}

void lint_async_execute(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record)
{
    struct lint_engine *const engine = worker->engine;
    const struct lint_copy *const copy = &engine->program->copies[instruction->detail];
    const uint64_t most = most_elements(worker, lint_slot(worker, instruction->c));

    if (worker->copy_starts)
        worker->copy_starts[record] += lint_lane_count(worker->mask);
    for (uint64_t first = 0; first < most && !lint_engine_must_halt(engine, instruction->site);
         first += engine->group_items)
        for (unsigned byte = 0; byte < copy->bytes; byte += LINT_WIDEST_PIECE) {
            struct round round;

            make_round(worker, instruction, first, byte, &round);
            move_round(worker, instruction, record, &round);
        }
}

void lint_async_renew(struct lint_worker *worker)
{
    for (size_t i = 0; i < worker->pending_count; i++) {
        const struct lint_pending *const pending = &worker->pending[i];
        struct lint_visit visit;

        lint_visit_begin(&visit, worker, LINT_NONE, pending->record);
        visit.is_write = pending->is_write;
        visit.is_async = true;
        visit.bytes = pending->bytes;
        lint_visit_watch(&visit, 0, &pending->place);
    }
}

void lint_async_forget(struct lint_worker *worker)
{
    worker->pending_count = 0;
}

void lint_async_finish(struct lint_worker *worker)
{
    const struct lint_engine *const engine = worker->engine;

    worker->pending_count = 0;
    for (uint32_t r = 0; worker->copy_starts && r < engine->record_count; r++) {
        const uint32_t missing = worker->copy_starts[r] % engine->group_items;
        struct lint_fault fault = {
            .kind = CLSMEM_LINT_DIVERGENT_BARRIER,
            .site = engine->program->instructions[engine->record_instructions[r]].site,
            .other_site = LINT_NONE,
        };

        worker->copy_starts[r] = 0;
        if (missing == 0)
            continue;
        snprintf(fault.text, sizeof fault.text,
                 "only %u of %u work-items start this copy, which is one of all of them", missing,
                 engine->group_items);
        lint_fault_add(worker, &fault);
    }
}
