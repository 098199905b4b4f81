/*
 * A sum takes in a product of its block that nobody else uses. Twice a number is a sum. A division is a reciprocal and a product; sine and cosine
 * scale their angle by a product, which those of one angle share.
 */
#include "fuse.h"

#include <stdlib.h>
#include <string.h>

#include "jump.h"
#include "math_table.h"
#include "reach.h"

struct search {
    const struct lint_program *program;
    struct lint_reach reach;
    uint8_t *fuses;
    uint8_t *readers; /* per slot: how often it is read, up to 2 */
    int sine, cosine; /* numbers in the table of functions */
};

static void read_slots(struct search *search, uint32_t first, uint32_t count)
{
    if (first >= LINT_FIRST_CONSTANT)
        return;
    for (uint32_t slot = first; slot < first + count && slot < search->program->slot_count; slot++)
        search->readers[slot] = search->readers[slot] > 0 ? 2 : 1;
}

static void count_readers(struct search *search)
{
    const struct lint_program *const program = search->program;

    for (uint32_t b = 0; b < program->block_count; b++) {
        const struct lint_block *const block = &program->blocks[b];

        for (uint32_t i = block->first; i < block->first + block->count; i++) {
            const struct lint_instruction *const instruction = &program->instructions[i];
            const uint32_t count = instruction->count > 0 ? instruction->count : 1;

            read_slots(search, instruction->a, count);
            read_slots(search, instruction->b, count);
            read_slots(search, instruction->c, count);
        }
        read_slots(search, block->value, 1);
    }
    for (size_t m = 0; m < program->move_count; m++)
        read_slots(search, program->moves[m].from, 1);
}

static bool is_product_for(const struct search *search, uint32_t number, const struct lint_instruction *sum)
{
    const struct lint_instruction *product;

    if (number == LINT_NONE)
        return false;
    product = &search->program->instructions[number];
    if (product->op != LINT_MUL_F || product->bits != sum->bits || product->count != sum->count)
        return false;
    for (uint32_t e = 0; e < product->count; e++)
        if (search->readers[product->result + e] != 1)
            return false;
    return true;
}

static void look_at_sum(const struct search *search, uint32_t number)
{
    const struct lint_instruction *const sum = &search->program->instructions[number];

    for (unsigned which = 0; which < 2; which++) {
        const uint32_t maker = search->reach.operands[number][which];

        if (!is_product_for(search, maker, sum) ||
            search->program->instructions[maker].result != (which ? sum->b : sum->a))
            continue;
        search->fuses[maker] = LINT_FUSE_TAKEN;
        search->fuses[number] = LINT_FUSE_TAKES;
        return;
    }
}

static bool is_two(const struct search *search, uint32_t slot)
{
    static const float two = 2.0f;
    uint32_t bits;

    memcpy(&bits, &two, sizeof bits);
    return slot >= LINT_FIRST_CONSTANT && slot != LINT_NONE &&
           search->program->constants[slot - LINT_FIRST_CONSTANT] == bits;
}

static bool is_turn(const struct search *search, const struct lint_instruction *instruction)
{
    return instruction->op == LINT_MATH &&
           (instruction->immediate == search->sine || instruction->immediate == search->cosine);
}

/* Whether an earlier sine or cosine of the block has the same angle. */
static bool shares_angle(const struct search *search, uint32_t number)
{
    const struct lint_program *const program = search->program;
    const uint32_t first = program->blocks[search->reach.blocks[number]].first;

    for (uint32_t i = first; i < number; i++)
        if (is_turn(search, &program->instructions[i]) &&
            program->instructions[i].a == program->instructions[number].a &&
            search->reach.operands[i][0] == search->reach.operands[number][0])
            return true;
    return false;
}

enum clsmem_status lint_fuse_find(const struct lint_program *program, uint8_t **fuses)
{
    enum clsmem_status status = CLSMEM_OK;
    struct search search = { .program = program, .sine = lint_math_find("sin"), .cosine = lint_math_find("cos") };

    *fuses = NULL;
    CHECK(lint_reach_find(program, &search.reach));
    CHECK_ALLOC(search.fuses, program->instruction_count + 1);
    CHECK_ALLOC(search.readers, program->slot_count + 1);
    memset(search.fuses, LINT_FUSE_NONE, program->instruction_count + 1);
    memset(search.readers, 0, program->slot_count + 1);
    count_readers(&search);
    for (uint32_t i = 0; i < program->instruction_count; i++) {
        const struct lint_instruction *const instruction = &program->instructions[i];

        if (instruction->op == LINT_ADD_F || instruction->op == LINT_SUB_F)
            look_at_sum(&search, i);
        else if (instruction->op == LINT_MUL_F && (is_two(&search, instruction->a) || is_two(&search, instruction->b)))
            search.fuses[i] = LINT_FUSE_ADDS;
        else if ((instruction->op == LINT_DIV_F && instruction->bits == 32) ||
                 (is_turn(&search, instruction) && !shares_angle(&search, i)))
            search.fuses[i] = LINT_FUSE_ONE_PRODUCT;
    }
    *fuses = search.fuses;
    search.fuses = NULL;
out:
    free(search.fuses);
    free(search.readers);
    lint_reach_release(&search.reach);
    return status;
}
