/*
 * Uniform slots by a fixed point over all instructions, from the ids down. Of a slot that is written in several places
 * the flow of control decides which value it has: it is uniform only if no branch between these places divides lanes.
 * Blocks are in an order in which loops are contiguous, so "between" is by number.
 */
#include "uniform.h"

#include <stdlib.h>
#include <string.h>

#include "jump.h"

/* Lanes of a sub-group on NVIDIA's hardware, whose compiler this is about. */
#define LANES 32

struct search {
    const struct lint_program *program;
    uint8_t *uniform;
    struct span {
        uint32_t first, last; /* blocks that write a slot */
        bool is_written, is_written_twice;
    } * spans;
    bool has_changed;
};

enum lint_uniform lint_uniform_of(const uint8_t *uniform, uint32_t slot)
{
    return slot >= LINT_FIRST_CONSTANT ? LINT_UNIFORM : (enum lint_uniform)uniform[slot];
}

static void lift(struct search *search, uint32_t slot, enum lint_uniform to)
{
    if (slot >= search->program->slot_count || search->uniform[slot] >= to)
        return;
    search->uniform[slot] = (uint8_t)to;
    search->has_changed = true;
}

static uint64_t constant_of(const struct search *search, uint32_t slot)
{
    return slot >= LINT_FIRST_CONSTANT && slot != LINT_NONE ? search->program->constants[slot - LINT_FIRST_CONSTANT]
                                                            : 0;
}

/* Whether the operation drops the bits of a local id in which lanes of a sub-group differ. */
static bool drops_lane(const struct search *search, const struct lint_instruction *instruction)
{
    const uint64_t number = constant_of(search, instruction->b);

    switch (instruction->op) {
    case LINT_LSHR:
    case LINT_ASHR:
        return number >= 5;
    case LINT_DIV_U:
    case LINT_DIV_S:
        return number >= LANES && number % LANES == 0;
    case LINT_AND:
        return number != 0 && number % LANES == 0;
    default:
        return false;
    }
}

static enum lint_uniform worst(enum lint_uniform a, enum lint_uniform b)
{
    return a > b ? a : b;
}

static enum lint_uniform worst_of_slots(const struct search *search, uint32_t first, uint32_t count)
{
    enum lint_uniform all = LINT_UNIFORM;

    /* An operand that the operation lacks may be any slot, or have fewer elements than the result. */
    for (uint32_t e = 0; first < LINT_FIRST_CONSTANT && e < count && first + e < search->program->slot_count; e++)
        all = worst(all, lint_uniform_of(search->uniform, first + e));
    return all;
}

static void look_at_instruction(struct search *search, const struct lint_instruction *instruction)
{
    const uint32_t count = instruction->count > 0 ? instruction->count : 1;
    const enum lint_uniform a = worst_of_slots(search, instruction->a, instruction->op == LINT_LOAD ? 1 : count);
    const enum lint_uniform b = worst_of_slots(search, instruction->b, count);
    const enum lint_uniform c = worst_of_slots(search, instruction->c, count);
    enum lint_uniform result = worst(worst(a, b), c);
    uint32_t results = count;

    if (instruction->op == LINT_STORE || instruction->result == LINT_NONE)
        return;
    switch (instruction->op) {
    case LINT_COPY:
    case LINT_MASK:
    case LINT_SIGN_EXTEND:
    case LINT_CONVERT:
    case LINT_LOAD:
        break;
    case LINT_EXTRACT:
        results = 1;
        break;
    case LINT_ATOMIC:
    case LINT_COMPARE_EXCHANGE:
    case LINT_SUB_GROUP:
    case LINT_CLOCK:
        result = LINT_VARYING;
        results = 2;
        break;
    default:
        if (result == LINT_ITEM)
            result = a == LINT_ITEM && drops_lane(search, instruction) ? LINT_UNIFORM : LINT_VARYING;
    }
    if (instruction->op == LINT_LOAD && result == LINT_ITEM)
        result = LINT_VARYING;
    for (uint32_t e = 0; e < results; e++)
        lift(search, instruction->result + e, result);
}

static void note_write(struct search *search, uint32_t slot, uint32_t block)
{
    struct span *const span = slot < search->program->slot_count ? &search->spans[slot] : NULL;

    if (!span)
        return;
    if (!span->is_written)
        *span = (struct span){ .first = block, .last = block };
    else
        span->is_written_twice = true;
    span->is_written = true;
    if (block < span->first)
        span->first = block;
    if (block > span->last)
        span->last = block;
}

static void find_spans(struct search *search)
{
    const struct lint_program *const program = search->program;

    for (uint32_t b = 0; b < program->block_count; b++) {
        const struct lint_block *const block = &program->blocks[b];

        for (uint32_t i = block->first; i < block->first + block->count; i++) {
            const struct lint_instruction *const instruction = &program->instructions[i];

            for (uint32_t e = 0; instruction->op != LINT_STORE && instruction->result != LINT_NONE &&
                                 e < (instruction->count > 0 ? instruction->count : 1);
                 e++)
                note_write(search, instruction->result + e, b);
        }
        for (uint32_t e = block->first_edge; e < block->first_edge + block->edge_count; e++) {
            const struct lint_edge *const edge = &program->edges[e];

            for (uint32_t m = edge->first_move; m < edge->first_move + edge->move_count; m++)
                note_write(search, program->moves[m].to, b);
        }
    }
}

/* Whether a branch may send lanes different ways through these blocks: one in them, or one that enters them late. */
static bool divides(const struct search *search, const struct span *span)
{
    const struct lint_program *const program = search->program;

    for (uint32_t b = 0; b <= span->last; b++) {
        const struct lint_block *const block = &program->blocks[b];

        if ((block->end != LINT_BRANCH && block->end != LINT_SWITCH) ||
            lint_uniform_of(search->uniform, block->value) == LINT_UNIFORM)
            continue;
        if (b >= span->first)
            return true;
        for (uint32_t e = block->first_edge; e < block->first_edge + block->edge_count; e++)
            if (program->edges[e].target > span->first && program->edges[e].target <= span->last)
                return true;
    }
    return false;
}

/* Slots that something outside of the instructions sets. */
static void set_roots(struct search *search)
{
    static const enum lint_scalar_id varying[] = { LINT_LOCAL_LINEAR_ID, LINT_GLOBAL_LINEAR_ID, LINT_LANE };
    const struct lint_program *const program = search->program;
    const uint64_t *const local = program->required_local;
    const bool has_whole_rows = local[0] % LANES == 0 && local[0] > 0;

    for (unsigned d = 0; d < 3; d++) {
        const bool is_item = d == 0 && (has_whole_rows || (local[1] <= 1 && local[2] <= 1));

        if (program->ids[LINT_LOCAL_ID][d] != LINT_NONE && !(d > 0 && has_whole_rows))
            lift(search, program->ids[LINT_LOCAL_ID][d], is_item ? LINT_ITEM : LINT_VARYING);
        if (program->ids[LINT_GLOBAL_ID][d] != LINT_NONE && !(d > 0 && has_whole_rows))
            lift(search, program->ids[LINT_GLOBAL_ID][d], LINT_VARYING);
    }
    for (size_t i = 0; i < sizeof varying / sizeof *varying; i++)
        if (program->scalar_ids[varying[i]] != LINT_NONE)
            lift(search, program->scalar_ids[varying[i]], LINT_VARYING);
    for (size_t i = 0; i < program->barrier_count; i++)
        for (uint32_t e = 0; program->barriers[i].call.collective != LINT_COLLECTIVE_NONE &&
                             program->barriers[i].result != LINT_NONE && e < program->barriers[i].count;
             e++)
            lift(search, program->barriers[i].result + e, LINT_VARYING);
}

enum clsmem_status lint_uniform_find(const struct lint_program *program, uint8_t **uniform)
{
    enum clsmem_status status = CLSMEM_OK;
    struct search search = { .program = program };

    *uniform = NULL;
    CHECK_ALLOC(search.uniform, program->slot_count + 1);
    CHECK_ALLOC(search.spans, (program->slot_count + 1) * sizeof *search.spans);
    memset(search.uniform, LINT_UNIFORM, program->slot_count + 1);
    memset(search.spans, 0, (program->slot_count + 1) * sizeof *search.spans);
    find_spans(&search);
    set_roots(&search);
    do {
        search.has_changed = false;
        for (size_t i = 0; i < program->instruction_count; i++)
            look_at_instruction(&search, &program->instructions[i]);
        for (size_t i = 0; i < program->move_count; i++)
            lift(&search, program->moves[i].to, lint_uniform_of(search.uniform, program->moves[i].from));
        for (uint32_t slot = 0; slot < program->slot_count; slot++)
            if (search.spans[slot].is_written_twice && search.uniform[slot] != LINT_VARYING &&
                divides(&search, &search.spans[slot]))
                lift(&search, slot, LINT_VARYING);
    } while (search.has_changed);
    *uniform = search.uniform;
    search.uniform = NULL;
out:
    free(search.uniform);
    free(search.spans);
    return status;
}
