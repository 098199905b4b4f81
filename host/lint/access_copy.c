/* Copies and fills: those of one work-item (memcpy, structs) and those that a whole work-group does together. */
#include "access.h"

#include <string.h>

/* Lanes whose piece `first .. first + bytes` lies within what each of them copies. */
static uint64_t lanes_with_more(const struct lint_worker *worker, const uint64_t *lengths, uint64_t first,
                                uint64_t bytes)
{
    uint64_t mask = 0;

    for (unsigned l = 0; l < worker->engine->lanes; l++)
        if (worker->lane_mask[l] && first + bytes <= lengths[l])
            mask |= (uint64_t)1 << l;
    return mask;
}

#define WIDEST 16

struct piece {
    uint8_t data[LINT_MOST_LANES][WIDEST], marks[LINT_MOST_LANES][WIDEST];
};

/* One side of one piece, by all lanes of the mask. */
static void visit_piece(struct lint_visit *visit, uint64_t mask, const uint64_t *addresses, uint64_t offset,
                        struct piece *piece)
{
    for (unsigned l = 0; mask >> l; l++) {
        if (!(mask >> l & 1))
            continue;
        visit->marks = piece->marks[l];
        (void)lint_visit_lane(visit, l, addresses[l] + offset, piece->data[l]);
    }
    lint_visit_end(visit, visit->is_write ? CLSMEM_STORE : CLSMEM_LOAD, false);
}

/* The widest piece at `offset` that the promised alignment allows and that some lane still needs whole. */
static unsigned piece_width(const struct lint_worker *worker, const uint64_t *lengths, uint64_t offset, unsigned align)
{
    unsigned width = align < WIDEST ? align : WIDEST;

    while (width > 1 && (offset % width != 0 || !lanes_with_more(worker, lengths, offset, width)))
        width /= 2;
    return width;
}

static uint64_t longest(const struct lint_worker *worker, const uint64_t *lengths)
{
    uint64_t most = 0;

    for (unsigned l = 0; l < worker->engine->lanes; l++)
        if (worker->lane_mask[l] && lengths[l] > most)
            most = lengths[l];
    return most;
}

/* memcpy, memmove and memset: record is the load's, record + 1 the store's. */
static void copy_or_set(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record)
{
    static const struct lint_access unknown = { .space = LINT_GENERIC, .align = 1 };
    const struct lint_access *const access =
        instruction->detail == LINT_NONE ? &unknown : &worker->engine->program->accesses[instruction->detail];
    const bool is_copy = instruction->op == LINT_MEMORY_COPY;
    const uint64_t *const to = lint_slot(worker, instruction->a);
    const uint64_t *const from = lint_slot(worker, instruction->b);
    const uint64_t *const lengths = lint_slot(worker, instruction->c);
    const uint64_t end = longest(worker, lengths);
    struct piece piece;

    for (uint64_t offset = 0; offset < end;) {
        const unsigned width = piece_width(worker, lengths, offset, access->align ? access->align : 1);
        const uint64_t mask = lanes_with_more(worker, lengths, offset, width);
        struct lint_visit visit;

        for (unsigned l = 0; l < worker->engine->lanes; l++) {
            memset(piece.data[l], is_copy ? 0 : (int)(from[l] & 255), WIDEST);
            memset(piece.marks[l], 1, WIDEST);
        }
        for (int side = is_copy ? 0 : 1; side < 2; side++) {
            lint_visit_begin(&visit, worker, instruction->site, record + (uint32_t)side);
            visit.is_write = side == 1;
            visit.bytes = width;
            visit.align = width;
            /* The access's space is that of the destination; the source's address tells its own. */
            visit.space = visit.is_write ? access->space : LINT_GENERIC;
            visit_piece(&visit, mask, visit.is_write ? to : from, offset, &piece);
        }
        if (lint_engine_must_halt(worker->engine, instruction->site)) /* a wild length */
            break;
        offset += width;
    }
}

/*
 * async_work_group_copy: item i of the group copies elements i, i + items, ... as every implementation on GPUs that we
 * know does; the work-items' wait_group_events is a barrier.
 */
static void copy_together(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record)
{
    struct lint_engine *const engine = worker->engine;
    const struct lint_copy *const copy = &engine->program->copies[instruction->detail];
    const uint64_t *const to = lint_slot(worker, instruction->a);
    const uint64_t *const from = lint_slot(worker, instruction->b);
    const uint64_t *const count = lint_slot(worker, instruction->c);
    const uint64_t *const stride = copy->stride == LINT_NONE ? NULL : lint_slot(worker, copy->stride);
    const uint64_t most = longest(worker, count);
    struct piece piece;

    for (uint64_t round = 0; round < most && !lint_engine_must_halt(engine, instruction->site);
         round += engine->group_items)
        for (unsigned byte = 0; byte < copy->bytes; byte += WIDEST) {
            const unsigned width = copy->bytes - byte < WIDEST ? copy->bytes - byte : WIDEST;
            uint64_t sources[LINT_MOST_LANES] = { 0 }, targets[LINT_MOST_LANES] = { 0 }, mask = 0;
            struct lint_visit visit;

            for (unsigned l = 0; l < engine->lanes; l++) {
                const uint64_t index = round + worker->current->first_item + l;
                const uint64_t far = index * (stride ? stride[l] : 1);

                if (!worker->lane_mask[l] || index >= count[l])
                    continue;
                mask |= (uint64_t)1 << l;
                sources[l] = from[l] + (copy->strides_to ? index : far) * copy->bytes + byte;
                targets[l] = to[l] + (copy->strides_to ? far : index) * copy->bytes + byte;
            }
            memset(&piece, 0, sizeof piece);
            for (int side = 0; side < 2; side++) {
                lint_visit_begin(&visit, worker, instruction->site, record + (uint32_t)side);
                visit.is_write = side == 1;
                visit.bytes = width;
                visit.align = width & (width - 1) ? 1 : width;
                visit.space = visit.is_write ? copy->to : copy->from;
                visit_piece(&visit, mask, visit.is_write ? targets : sources, 0, &piece);
            }
        }
}

void lint_copy_execute(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record)
{
    if (instruction->op == LINT_ASYNC_COPY)
        copy_together(worker, instruction, record);
    else
        copy_or_set(worker, instruction, record);
}
