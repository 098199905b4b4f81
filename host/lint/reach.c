/* One walk over each block. */
#include "reach.h"

#include <stdlib.h>
#include <string.h>

#include "jump.h"

#define MANY (LINT_NONE - 1)

struct search {
    const struct lint_program *program;
    struct lint_reach *reach;
    uint32_t *last;    /* per slot: the latest instruction of the block that wrote it; LINT_NONE */
    uint32_t *readers; /* per slot: the one block that reads the value it begins with; LINT_NONE: none does; MANY */
    uint32_t *writers; /* per slot: the one block that writes it; LINT_NONE; MANY */
};

static uint32_t last_of(const struct search *search, uint32_t slot)
{
    return slot < search->program->slot_count ? search->last[slot] : LINT_NONE;
}

static void note(uint32_t *blocks, uint32_t slot, uint32_t block)
{
    blocks[slot] = blocks[slot] == LINT_NONE || blocks[slot] == block ? block : MANY;
}

static void read_slots(struct search *search, uint32_t first, uint32_t count, uint32_t block)
{
    if (first >= LINT_FIRST_CONSTANT)
        return;
    for (uint32_t slot = first; slot < first + (count > 0 ? count : 1) && slot < search->program->slot_count; slot++)
        if (search->last[slot] == LINT_NONE)
            note(search->readers, slot, block);
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
            read_slots(search, search->program->moves[m].from, 1, number);
            if (search->program->moves[m].to < search->program->slot_count)
                search->writers[search->program->moves[m].to] = MANY;
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
        read_slots(search, program->instructions[i].a, program->instructions[i].count, number);
        read_slots(search, program->instructions[i].b, program->instructions[i].count, number);
        read_slots(search, program->instructions[i].c, program->instructions[i].count, number);
        write(search, i, i);
        if (results_of(&program->instructions[i]) > 0 && program->instructions[i].result < program->slot_count)
            note(search->writers, program->instructions[i].result, number);
    }
    read_slots(search, block->value, 1, number);
    for (uint32_t i = block->first; i < end; i++)
        search->reach->is_last[i] = last_of(search, program->instructions[i].result) == i;
    look_at_edges(search, number);
    for (uint32_t i = block->first; i < end; i++)
        write(search, i, LINT_NONE);
}

static bool goes_round(const struct lint_program *program, uint32_t number)
{
    const struct lint_block *const block = &program->blocks[number];

    for (uint32_t e = block->first_edge; e < block->first_edge + block->edge_count; e++)
        if (program->edges[e].target == number)
            return true;
    return false;
}

/*
 * What a block leaves in a slot comes to nothing where the block alone reads the slot, is no loop by itself, and others
 * set it before: the variable of a loop that was written out.
 */
static void drop_dead(struct search *search)
{
    const struct lint_program *const program = search->program;

    for (uint32_t i = 0; i < program->instruction_count; i++) {
        const uint32_t slot = program->instructions[i].result, block = search->reach->blocks[i];

        if (search->reach->is_last[i] && search->writers[slot] == MANY && search->readers[slot] == block &&
            !goes_round(program, block))
            search->reach->is_last[i] = false;
    }
}

enum clsmem_status lint_reach_find(const struct lint_program *program, struct lint_reach *reach)
{
    enum clsmem_status status = CLSMEM_OK;
    struct search search = { .program = program, .reach = reach };

    *reach = (struct lint_reach){ 0 };
    CHECK_ALLOC(search.last, (program->slot_count + 1) * sizeof *search.last);
    CHECK_ALLOC(search.readers, (program->slot_count + 1) * sizeof *search.readers);
    CHECK_ALLOC(search.writers, (program->slot_count + 1) * sizeof *search.writers);
    CHECK_ALLOC(reach->operands, (program->instruction_count + 1) * sizeof *reach->operands);
    CHECK_ALLOC(reach->moves, (program->move_count + 1) * sizeof *reach->moves);
    CHECK_ALLOC(reach->blocks, (program->instruction_count + 1) * sizeof *reach->blocks);
    CHECK_ALLOC(reach->move_blocks, (program->move_count + 1) * sizeof *reach->move_blocks);
    CHECK_ALLOC(reach->is_last, (program->instruction_count + 1) * sizeof *reach->is_last);
    memset(search.last, 0xff, (program->slot_count + 1) * sizeof *search.last);
    memset(search.readers, 0xff, (program->slot_count + 1) * sizeof *search.readers);
    memset(search.writers, 0xff, (program->slot_count + 1) * sizeof *search.writers);
    /* Instructions and moves of blocks that were dropped stand in none. */
    memset(reach->operands, 0xff, (program->instruction_count + 1) * sizeof *reach->operands);
    memset(reach->blocks, 0, (program->instruction_count + 1) * sizeof *reach->blocks);
    memset(reach->is_last, 0, (program->instruction_count + 1) * sizeof *reach->is_last);
    memset(reach->moves, 0xff, (program->move_count + 1) * sizeof *reach->moves);
    memset(reach->move_blocks, 0xff, (program->move_count + 1) * sizeof *reach->move_blocks);
    for (uint32_t b = 0; b < program->block_count; b++)
        look_at_block(&search, b);
    drop_dead(&search);
out:
    free(search.last);
    free(search.readers);
    free(search.writers);
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
