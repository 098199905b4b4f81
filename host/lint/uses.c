/* Uses by a fixed point backwards: an element operation uses its operands as far as its results are used. */
#include "uses.h"

#include <string.h>

struct search {
    const struct lint_program *program;
    uint8_t *uses;
    bool has_changed;
};

static void use(struct search *search, uint32_t first, uint32_t count, unsigned how)
{
    if (first >= LINT_FIRST_CONSTANT)
        return;
    for (uint32_t slot = first; slot < first + count && slot < search->program->slot_count; slot++) {
        search->has_changed |= (search->uses[slot] & how) != how;
        search->uses[slot] |= (uint8_t)how;
    }
}

static unsigned use_of(const struct search *search, uint32_t slot)
{
    return slot < search->program->slot_count ? search->uses[slot] : 0u;
}

static bool is_element_op(enum lint_op op)
{
    return op < LINT_EXTRACT;
}

/* Whether an operand of 16 bits is only made wider by zeros, which a load can do. */
static bool extends_by_zeros(const struct lint_instruction *instruction)
{
    const struct lint_conversion conversion = lint_conversion_unpack(instruction->immediate);

    switch (instruction->op) {
    case LINT_MASK:
        return true;
    case LINT_CONVERT:
        return conversion.from == LINT_UNSIGNED && conversion.to != LINT_FLOAT;
    default:
        return false;
    }
}

/* The results of an element operation, one by one: COPY hands on how they are used. */
static void look_at_elements(struct search *search, const struct lint_instruction *instruction)
{
    const unsigned narrow =
        instruction->bits == 16 && !extends_by_zeros(instruction) ? LINT_IS_USED | LINT_USED_NARROW : LINT_IS_USED;

    for (uint32_t e = 0; e < instruction->count; e++) {
        const unsigned result = use_of(search, instruction->result + e);
        const unsigned how = instruction->op == LINT_COPY ? result : narrow;

        if (!result)
            continue;
        if (instruction->a != LINT_NONE)
            use(search, instruction->op == LINT_SELECT_ONE ? instruction->a : instruction->a + e, 1, how);
        if (instruction->b != LINT_NONE)
            use(search, instruction->b + e, 1, how);
        if (instruction->c != LINT_NONE)
            use(search, instruction->c + e, 1, how);
    }
}

static void look_at_instruction(struct search *search, const struct lint_instruction *instruction)
{
    const uint32_t count = instruction->count > 0 ? instruction->count : 1;
    unsigned results = 0;

    if (is_element_op(instruction->op)) {
        look_at_elements(search, instruction);
        return;
    }
    switch (instruction->op) {
    case LINT_STORE:
        use(search, instruction->a, 1, LINT_IS_USED);
        use(search, instruction->b, count, instruction->bits == 16 ? LINT_IS_USED | LINT_USED_NARROW : LINT_IS_USED);
        break;
    case LINT_LOAD:
    case LINT_EXTRACT:
    case LINT_INSERT:
        for (uint32_t e = 0; e < (instruction->op == LINT_EXTRACT ? 1 : count); e++)
            results |= use_of(search, instruction->result + e);
        if (!results)
            break;
        use(search, instruction->a, instruction->op == LINT_LOAD ? 1 : count, results);
        use(search, instruction->b, 1, results);
        use(search, instruction->c, 1, LINT_IS_USED);
        break;
    default:
        use(search, instruction->a, count, LINT_IS_USED);
        use(search, instruction->b, count, LINT_IS_USED);
        use(search, instruction->c, count, LINT_IS_USED);
    }
}

/* Whatever the flow of control, barriers and copies need. */
static void look_at_rest(struct search *search)
{
    const struct lint_program *const program = search->program;

    for (size_t i = 0; i < program->block_count; i++)
        if (program->blocks[i].end == LINT_BRANCH || program->blocks[i].end == LINT_SWITCH)
            use(search, program->blocks[i].value, 1, LINT_IS_USED);
    for (size_t i = 0; i < program->barrier_count; i++) {
        use(search, program->barriers[i].value, program->barriers[i].count, LINT_IS_USED);
        use(search, program->barriers[i].other, 3, LINT_IS_USED);
    }
    for (size_t i = 0; i < program->copy_count; i++)
        use(search, program->copies[i].stride, 1, LINT_IS_USED);
}

void lint_uses_find(const struct lint_program *program, uint8_t *uses)
{
    struct search search = { .program = program, .uses = uses };

    memset(uses, 0, program->slot_count);
    look_at_rest(&search);
    do {
        search.has_changed = false;
        for (size_t i = program->instruction_count; i-- > 0;)
            look_at_instruction(&search, &program->instructions[i]);
        for (size_t i = program->move_count; i-- > 0;) {
            const unsigned how = use_of(&search, program->moves[i].to);

            if (how)
                use(&search, program->moves[i].from, 1, how);
        }
    } while (search.has_changed);
}
