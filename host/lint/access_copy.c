/* Copies and fills of single work-items: memcpy, structs. */
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

/* One side of one piece, by all lanes of the mask. */
void lint_visit_piece(struct lint_visit *visit, uint64_t mask, const uint64_t *addresses, uint64_t offset,
                      struct lint_piece *piece)
{
    for (unsigned l = 0; l < visit->worker->engine->lanes; l++) {
        if (!(mask >> l & 1))
            continue;
        visit->marks = piece->marks[l];
        (void)lint_visit_lane(visit, l, addresses[l] + offset, piece->data[l]);
    }
    lint_visit_end(visit, visit->is_write ? CLSMEM_STORE : CLSMEM_LOAD);
}

/* The widest piece at `offset` that the promised alignment allows and that some lane still needs whole. */
static unsigned piece_width(const struct lint_worker *worker, const uint64_t *lengths, uint64_t offset, unsigned align)
{
    unsigned width = align < LINT_WIDEST_PIECE ? align : LINT_WIDEST_PIECE;

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
    struct lint_piece piece;

    for (uint64_t offset = 0; offset < end;) {
        const unsigned width = piece_width(worker, lengths, offset, access->align ? access->align : 1);
        const uint64_t mask = lanes_with_more(worker, lengths, offset, width);
        struct lint_visit visit;

        for (unsigned l = 0; l < worker->engine->lanes; l++) {
            memset(piece.data[l], is_copy ? 0 : (int)(from[l] & 255), LINT_WIDEST_PIECE);
            memset(piece.marks[l], 1, LINT_WIDEST_PIECE);
        }
        for (int side = is_copy ? 0 : 1; side < 2; side++) {
            lint_visit_begin(&visit, worker, instruction->site, record + (uint32_t)side);
            visit.is_write = side == 1;
            visit.bytes = width;
            visit.align = width;
            /* The access's space is that of the destination; the source's address tells its own. */
            visit.space = visit.is_write ? access->space : LINT_GENERIC;
            lint_visit_piece(&visit, mask, visit.is_write ? to : from, offset, &piece);
        }
        if (lint_engine_must_halt(worker->engine, instruction->site)) /* a wild length */
            break;
        offset += width;
    }
}

void lint_copy_execute(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record)
{
    if (instruction->op == LINT_ASYNC_COPY)
        lint_async_execute(worker, instruction, record);
    else
        copy_or_set(worker, instruction, record);
}
