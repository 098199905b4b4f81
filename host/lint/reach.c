/* One walk over each block. */
#include "reach.h"

#include <stdlib.h>
#include <string.h>

#include "jump.h"

struct search {
    const struct lint_program *program;
    struct lint_reach *reach;
    uint32_t *last; /* per slot: the latest instruction of the block that wrote it; LINT_NONE */
};

static uint32_t last_of(const struct search *search, uint32_t slot)
{
    return slot < search->program->slot_count ? search->last[slot] : LINT_NONE;
}

static uint32_t results_of(const struct lint_instruction *instruction)
{
    if (instruction->op == LINT_STORE || instruction->result == LINT_NONE)
        return 0;
    if (instruction->op == LINT_COMPARE_EXCHANGE)
        return 2;
    return instruction->op == LINT_EXTRACT || instruction->count == 0 ? 1 : instruction->count;
}

/* Notes what an instruction writes, or forgets it when its block is done. */
static void write(struct search *search, uint32_t number, uint32_t by)
{
    const struct lint_instruction *const instruction = &search->program->instructions[number];
    const uint32_t count = results_of(instruction);

    for (uint32_t slot = instruction->result; slot < instruction->result + count; slot++)
        if (slot < search->program->slot_count)
            search->last[slot] = by;
}

static void look_at_edges(struct search *search, uint32_t number)
{
    const struct lint_block *const block = &search->program->blocks[number];

    for (uint32_t e = block->first_edge; e < block->first_edge + block->edge_count; e++) {
        const struct lint_edge *const edge = &search->program->edges[e];

        for (uint32_t m = edge->first_move; m < edge->first_move + edge->move_count; m++) {
            const uint32_t overwritten = last_of(search, search->program->moves[m].to);

            if (overwritten != LINT_NONE)
                search->reach->is_last[overwritten] = false;
            search->reach->moves[m] = last_of(search, search->program->moves[m].from);
            search->reach->move_blocks[m] = number;
        }
    }
}

static void look_at_block(struct search *search, uint32_t number)
{
    const struct lint_program *const program = search->program;
    const struct lint_block *const block = &program->blocks[number];
    const uint32_t end = block->first + block->count;

    for (uint32_t i = block->first; i < end; i++) {
        search->reach->blocks[i] = number;
        search->reach->operands[i][0] = last_of(search, program->instructions[i].a);
        search->reach->operands[i][1] = last_of(search, program->instructions[i].b);
        write(search, i, i);
    }
    for (uint32_t i = block->first; i < end; i++)
        search->reach->is_last[i] = last_of(search, program->instructions[i].result) == i;
    look_at_edges(search, number);
    for (uint32_t i = block->first; i < end; i++)
        write(search, i, LINT_NONE);
}

enum clsmem_status lint_reach_find(const struct lint_program *program, struct lint_reach *reach)
{
    enum clsmem_status status = CLSMEM_OK;
    struct search search = { .program = program, .reach = reach };

    *reach = (struct lint_reach){ 0 };
    CHECK_ALLOC(search.last, (program->slot_count + 1) * sizeof *search.last);
    CHECK_ALLOC(reach->operands, (program->instruction_count + 1) * sizeof *reach->operands);
    CHECK_ALLOC(reach->moves, (program->move_count + 1) * sizeof *reach->moves);
    CHECK_ALLOC(reach->blocks, (program->instruction_count + 1) * sizeof *reach->blocks);
    CHECK_ALLOC(reach->move_blocks, (program->move_count + 1) * sizeof *reach->move_blocks);
    CHECK_ALLOC(reach->is_last, (program->instruction_count + 1) * sizeof *reach->is_last);
    memset(search.last, 0xff, (program->slot_count + 1) * sizeof *search.last);
    /* Instructions and moves of blocks that were dropped stand in none. */
    memset(reach->operands, 0xff, (program->instruction_count + 1) * sizeof *reach->operands);
    memset(reach->blocks, 0, (program->instruction_count + 1) * sizeof *reach->blocks);
    memset(reach->is_last, 0, (program->instruction_count + 1) * sizeof *reach->is_last);
    memset(reach->moves, 0xff, (program->move_count + 1) * sizeof *reach->moves);
    memset(reach->move_blocks, 0xff, (program->move_count + 1) * sizeof *reach->move_blocks);
    for (uint32_t b = 0; b < program->block_count; b++)
        look_at_block(&search, b);
out:
    free(search.last);
    return status;
}

void lint_reach_release(struct lint_reach *reach)
{
    free(reach->operands);
    free(reach->moves);
    free(reach->blocks);
    free(reach->move_blocks);
    free(reach->is_last);
    *reach = (struct lint_reach){ 0 };
}
