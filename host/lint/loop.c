/* What a loop counts: its condition and its variable, looked through from the end of the block to its beginning. */
#include "loop.h"

#include <string.h>

/* Loops that go round more often are none that anyone unrolls. */
#define MOST_ROUNDS 4096
#define MOST_DEPTH 16

struct loop_search {
    const struct lint_program *program;
    const struct lint_reach *reach;
    uint32_t block;
};

/* A value as one that a slot has where the block begins, and a constant. */
struct shifted {
    uint32_t slot; /* LINT_NONE: the constant alone */
    uint64_t offset;
};

static bool is_constant(uint32_t slot)
{
    return slot >= LINT_FIRST_CONSTANT && slot != LINT_NONE;
}

static uint64_t cut(uint64_t value, unsigned bits)
{
    return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

/* Looks through copies and sums with constants; `maker` is the instruction of the block that makes the value. */
static bool look_through(const struct loop_search *search, uint32_t slot, uint32_t maker, struct shifted *value)
{
    uint64_t offset = 0;

    for (unsigned depth = 0; depth < MOST_DEPTH; depth++) {
        const struct lint_instruction *instruction;

        if (is_constant(slot)) {
            *value = (struct shifted){ LINT_NONE, offset + search->program->constants[slot - LINT_FIRST_CONSTANT] };
            return true;
        }
        if (maker == LINT_NONE) {
            *value = (struct shifted){ slot, offset };
            return true;
        }
        instruction = &search->program->instructions[maker];
        if (instruction->count != 1)
            return false;
        if (instruction->op == LINT_ADD || instruction->op == LINT_SUB) {
            if (!is_constant(instruction->b))
                return false;
            offset += (instruction->op == LINT_ADD ? 1 : UINT64_MAX) *
                      search->program->constants[instruction->b - LINT_FIRST_CONSTANT];
        } else if (instruction->op != LINT_COPY) {
            return false;
        }
        slot = instruction->a;
        maker = search->reach->operands[maker][0];
    }
    return false;
}

static uint32_t last_writer(const struct loop_search *search, uint32_t slot)
{
    const struct lint_block *const block = &search->program->blocks[search->block];

    for (uint32_t i = block->first + block->count; i-- > block->first;) {
        const struct lint_instruction *const instruction = &search->program->instructions[i];

        if (instruction->op != LINT_STORE && instruction->result != LINT_NONE && slot >= instruction->result &&
            slot < instruction->result + (instruction->count > 2 ? instruction->count : 2) &&
            (slot == instruction->result || slot < instruction->result + instruction->count ||
             instruction->op == LINT_COMPARE_EXCHANGE))
            return i;
    }
    return LINT_NONE;
}

static const struct lint_move *move_to(const struct lint_program *program, uint32_t edge, uint32_t slot)
{
    for (uint32_t m = program->edges[edge].first_move;
         m < program->edges[edge].first_move + program->edges[edge].move_count; m++)
        if (program->moves[m].to == slot)
            return &program->moves[m];
    return NULL;
}

/* What a slot has when the next round begins. */
static bool next_value(const struct loop_search *search, uint32_t self_edge, uint32_t slot, struct shifted *value)
{
    const struct lint_move *const move = move_to(search->program, self_edge, slot);
    const uint32_t from = move ? move->from : slot;

    return look_through(search, from, last_writer(search, from), value);
}

static bool is_written(const struct loop_search *search, uint32_t self_edge, uint32_t slot)
{
    return last_writer(search, slot) != LINT_NONE || move_to(search->program, self_edge, slot) != NULL;
}

static enum lint_op negated(enum lint_op op)
{
    switch (op) {
    case LINT_EQ:
        return LINT_NE;
    case LINT_NE:
        return LINT_EQ;
    case LINT_LT_U:
        return LINT_LE_U;
    case LINT_LE_U:
        return LINT_LT_U;
    case LINT_LT_S:
        return LINT_LE_S;
    default:
        return LINT_LT_S;
    }
}

/* The left (0) or the right side of a condition that may have been negated: not (a < b) is b <= a. */
static uint32_t operand_of(const struct lint_instruction *compare, bool is_negated, enum lint_op op, unsigned side)
{
    const bool is_turned = is_negated && op != LINT_NE;

    return (side == 1) != is_turned ? compare->b : compare->a;
}

/* The condition with the loop's variable on the left or, where it falls, on the right. */
static bool read_condition(const struct loop_search *search, struct lint_loop *loop)
{
    const struct lint_program *const program = search->program;
    const struct lint_block *const block = &program->blocks[search->block];
    const uint32_t maker = last_writer(search, block->value);
    const bool goes_on_if_false = loop->self_edge != block->first_edge;
    const struct lint_instruction *compare;
    struct shifted sides[2], next;

    if (maker == LINT_NONE)
        return false;
    compare = &program->instructions[maker];
    if (compare->count != 1 || compare->op < LINT_EQ || compare->op > LINT_LE_S)
        return false;
    loop->op = goes_on_if_false ? negated(compare->op) : compare->op;
    loop->bits = compare->bits;
    if (loop->op == LINT_EQ)
        return false;
    for (unsigned side = 0; side < 2; side++) {
        const uint32_t slot = operand_of(compare, goes_on_if_false, loop->op, side);
        const unsigned operand = slot == compare->a ? 0 : 1;

        if (!look_through(search, slot, search->reach->operands[maker][operand], &sides[side]))
            return false;
    }
    for (unsigned side = 0; side < 2; side++) {
        const struct shifted *const own = &sides[side], *const other = &sides[1 - side];

        if (own->slot == LINT_NONE || !next_value(search, loop->self_edge, own->slot, &next) ||
            next.slot != own->slot || cut(next.offset, loop->bits) == 0)
            continue;
        if (other->slot != LINT_NONE && (other->offset != 0 || is_written(search, loop->self_edge, other->slot)))
            continue;
        if (other->slot == LINT_NONE && !is_constant(operand_of(compare, goes_on_if_false, loop->op, 1 - side)))
            continue;
        loop->slot = own->slot;
        loop->offset = (int64_t)own->offset;
        loop->step =
            loop->bits >= 64 ? (int64_t)next.offset : (int64_t)(next.offset << (64 - loop->bits)) >> (64 - loop->bits);
        loop->bound =
            other->slot == LINT_NONE ? operand_of(compare, goes_on_if_false, loop->op, 1 - side) : other->slot;
        return loop->op == LINT_NE || (loop->step > 0) == (side == 0);
    }
    return false;
}

/* The one instruction that writes a slot; LINT_NONE: none does, or several, or an edge. */
static uint32_t only_writer(const struct lint_program *program, uint32_t slot)
{
    uint32_t only = LINT_NONE;

    for (size_t m = 0; m < program->move_count; m++)
        if (program->moves[m].to == slot)
            return LINT_NONE;
    for (uint32_t i = 0; i < program->instruction_count; i++) {
        if (program->instructions[i].op == LINT_STORE || program->instructions[i].result != slot)
            continue;
        if (only != LINT_NONE)
            return LINT_NONE;
        only = i;
    }
    return only;
}

/* The one block that comes before another; LINT_NONE: there are several, or it sets the slot on its way. */
static uint32_t block_before(const struct lint_program *program, uint32_t block, uint32_t slot)
{
    uint32_t before = LINT_NONE;

    for (uint32_t b = 0; b < program->block_count; b++)
        for (uint32_t e = program->blocks[b].first_edge;
             e < program->blocks[b].first_edge + program->blocks[b].edge_count; e++) {
            if (program->edges[e].target != block)
                continue;
            if (before != LINT_NONE || b == block || move_to(program, e, slot))
                return LINT_NONE;
            before = b;
        }
    return before;
}

/* The constant that a slot has at the end of a block; false where that cannot be told. */
static bool value_at_end(const struct lint_program *program, const struct lint_reach *reach, uint32_t block,
                         uint32_t slot, uint64_t *value)
{
    uint64_t offset = 0;

    for (unsigned depth = 0; depth < MOST_DEPTH; depth++) {
        const struct loop_search search = { program, reach, block };
        const uint32_t writer = last_writer(&search, slot), only = only_writer(program, slot);
        struct shifted found;

        if (!look_through(&search, slot, only != LINT_NONE ? only : writer, &found))
            return false;
        offset += found.offset;
        if (found.slot == LINT_NONE) {
            *value = offset;
            return true;
        }
        slot = found.slot;
        block = only != LINT_NONE ? reach->blocks[only] : block;
        if (only_writer(program, slot) == LINT_NONE)
            block = block_before(program, block, slot);
        if (block == LINT_NONE)
            return false;
    }
    return false;
}

/* The constant that a slot has on every way into the loop. */
static bool start_of(const struct loop_search *search, const struct lint_loop *loop, uint32_t slot, uint64_t *start)
{
    const struct lint_program *const program = search->program;
    bool is_known = false;

    for (uint32_t b = 0; b < program->block_count; b++)
        for (uint32_t e = program->blocks[b].first_edge;
             e < program->blocks[b].first_edge + program->blocks[b].edge_count; e++) {
            const struct lint_move *move;
            uint64_t value;

            if (program->edges[e].target != loop->block || e == loop->self_edge)
                continue;
            move = move_to(program, e, slot);
            if (!value_at_end(program, search->reach, b, move ? move->from : slot, &value) ||
                (is_known && value != *start))
                return false;
            *start = value;
            is_known = true;
        }
    return is_known;
}

static bool goes_on(const struct lint_loop *loop, uint64_t value, uint64_t bound)
{
    const unsigned shift = 64 - (loop->bits < 64 ? loop->bits : 64);
    const bool falls = loop->step < 0;
    const uint64_t a = falls ? bound : value, b = falls ? value : bound;

    switch (loop->op) {
    case LINT_NE:
        return value != bound;
    case LINT_LT_U:
        return a < b;
    case LINT_LE_U:
        return a <= b;
    case LINT_LT_S:
        return (int64_t)(a << shift) < (int64_t)(b << shift);
    default:
        return (int64_t)(a << shift) <= (int64_t)(b << shift);
    }
}

static uint64_t count_rounds(const struct loop_search *search, const struct lint_loop *loop)
{
    uint64_t value, bound, rounds = 1;

    if (is_constant(loop->bound))
        bound = search->program->constants[loop->bound - LINT_FIRST_CONSTANT];
    else if (!start_of(search, loop, loop->bound, &bound))
        return 0;
    if (!start_of(search, loop, loop->slot, &value))
        return 0;
    bound = cut(bound, loop->bits);
    value = cut(value + (uint64_t)loop->offset, loop->bits);
    while (goes_on(loop, value, bound)) {
        value = cut(value + (uint64_t)loop->step, loop->bits);
        if (++rounds > MOST_ROUNDS)
            return 0;
    }
    return rounds;
}

bool lint_loop_find(const struct lint_program *program, const struct lint_reach *reach, uint32_t block,
                    struct lint_loop *loop)
{
    const struct loop_search search = { program, reach, block };
    const struct lint_block *const own = &program->blocks[block];
    bool is_self[2];

    if (own->end != LINT_BRANCH)
        return false;
    for (unsigned e = 0; e < 2; e++)
        is_self[e] = program->edges[own->first_edge + e].target == block;
    if (is_self[0] == is_self[1])
        return false;
    *loop = (struct lint_loop){
        .block = block,
        .self_edge = own->first_edge + (is_self[0] ? 0u : 1u),
        .exit_edge = own->first_edge + (is_self[0] ? 1u : 0u),
    };
    if (!read_condition(&search, loop))
        return false;
    loop->rounds = count_rounds(&search, loop);
    return true;
}
