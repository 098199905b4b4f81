/* From PTX to the engine's program: what the lanes of a sub-group do together. */
#include "ptx_translate.h"

static const struct ptx_type predicate = { PTX_PREDICATE, 1 };
static const struct ptx_type word32 = { PTX_UNSIGNED, 32 };

/*
 * Operand `number` is the mask of the lanes that take part. It is trusted: those that are there are those that it
 * names, unless it names all of them.
 */
static bool is_partial(const struct ptx_translator *t, uint32_t number)
{
    const struct ptx_operand *const mask = lint_ptx_operand(t, number);

    return mask->kind != PTX_INTEGER || (uint32_t)mask->value != UINT32_MAX;
}

static uint32_t add_call(struct ptx_translator *t, enum lint_collective what, enum lint_atomic combine)
{
    const uint32_t mask = lint_ptx_count(t) == 0 ? 0 : lint_ptx_count(t) - 1;

    return lint_program_group_call(t->program, &(struct lint_group_call){ what, combine, is_partial(t, mask) });
}

static uint32_t collective(struct ptx_translator *t, enum lint_collective what, enum lint_atomic combine,
                           unsigned bits, uint32_t a, uint32_t b)
{
    const uint32_t result = lint_program_slots(t->program, what == LINT_BALLOT ? 4 : 1);

    lint_ptx_emit(t, &(struct lint_instruction){ .op = LINT_SUB_GROUP,
                                                 .bits = (uint8_t)bits,
                                                 .result = result,
                                                 .a = a,
                                                 .b = b,
                                                 .c = LINT_NONE,
                                                 .detail = add_call(t, what, combine) });
    return result;
}

static uint32_t vote(struct ptx_translator *t, enum lint_collective what, uint32_t value)
{
    return collective(t, what, LINT_ATOMIC_ADD, 32, value, LINT_NONE);
}

static uint32_t negated(struct ptx_translator *t, uint32_t value)
{
    return lint_ptx_do2(t, LINT_XOR, 1, value, lint_ptx_constant(t, 1));
}

void lint_ptx_op_vote(struct ptx_translator *t)
{
    static const char *const words[] = { ".all", ".any", ".uni", ".ballot" };
    const bool is_sync = lint_ptx_take(t, ".sync");
    const int which = lint_ptx_take_one(t, words, PTX_COUNT(words));
    const struct ptx_type type = lint_ptx_take_type(t);
    const uint32_t value = lint_ptx_value(t, 1, predicate), result = lint_ptx_result(t, 0, type);

    if (which < 0 || (which == 3) != (type.kind == PTX_BITS) || is_sync != (lint_ptx_count(t) == 3))
        lint_ptx_refuse(t, "we know .all, .any, .uni of predicates and .ballot.b32");
    if (which == 3)
        lint_ptx_put1(t, result, LINT_COPY, 32, vote(t, LINT_BALLOT, value));
    else if (which == 2)
        lint_ptx_put2(t, result, LINT_OR, 1, vote(t, LINT_ALL, value), vote(t, LINT_ALL, negated(t, value)));
    else
        lint_ptx_put1(t, result, LINT_COPY, 1, vote(t, which == 0 ? LINT_ALL : LINT_ANY, value));
}

void lint_ptx_op_activemask(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    lint_ptx_put1(t, lint_ptx_result(t, 0, type), LINT_COPY, 32, vote(t, LINT_BALLOT, lint_ptx_constant(t, 1)));
}

/* How shfl finds the lane to read from: `bound` is the last lane of the own part of the sub-group (".up": the first). */
struct shuffle {
    uint32_t lane, first, bound, distance;
};

static struct shuffle read_shuffle(struct ptx_translator *t)
{
    const uint32_t five = lint_ptx_constant(t, 31), ones = lint_ptx_constant(t, UINT32_MAX);
    const uint32_t control = lint_ptx_value(t, 3, word32);
    const uint32_t lane = lint_program_scalar_id(t->program, LINT_LANE);
    const uint32_t mask =
        lint_ptx_do2(t, LINT_AND, 32, lint_ptx_do2(t, LINT_LSHR, 32, control, lint_ptx_constant(t, 8)), five);
    const uint32_t clamp = lint_ptx_do2(t, LINT_AND, 32, control, five);
    const uint32_t first = lint_ptx_do2(t, LINT_AND, 32, lane, mask);
    const uint32_t others = lint_ptx_do2(t, LINT_XOR, 32, mask, ones);

    return (struct shuffle){
        .lane = lane,
        .first = first,
        .bound = lint_ptx_do2(t, LINT_OR, 32, first, lint_ptx_do2(t, LINT_AND, 32, clamp, others)),
        .distance = lint_ptx_do2(t, LINT_AND, 32, lint_ptx_value(t, 2, word32), five),
    };
}

/* The lane to read from, and whether there is such a one. */
static void aim(struct ptx_translator *t, int mode, const struct shuffle *shuffle, uint32_t *from, uint32_t *is_there)
{
    switch (mode) {
    case 0:
        *from = lint_ptx_do2(t, LINT_SUB, 32, shuffle->lane, shuffle->distance);
        *is_there = lint_ptx_do2(t, LINT_LE_S, 32, shuffle->bound, *from);
        return;
    case 1:
        *from = lint_ptx_do2(t, LINT_ADD, 32, shuffle->lane, shuffle->distance);
        break;
    case 2:
        *from = lint_ptx_do2(t, LINT_XOR, 32, shuffle->lane, shuffle->distance);
        break;
    default: {
        const uint32_t mask = lint_ptx_do2(t, LINT_LSHR, 32, lint_ptx_value(t, 3, word32), lint_ptx_constant(t, 8));
        const uint32_t others = lint_ptx_do2(t, LINT_XOR, 32, mask, lint_ptx_constant(t, UINT32_MAX));

        *from = lint_ptx_do2(t, LINT_OR, 32, shuffle->first, lint_ptx_do2(t, LINT_AND, 32, shuffle->distance, others));
    }
    }
    *is_there = lint_ptx_do2(t, LINT_LE_S, 32, *from, shuffle->bound);
}

void lint_ptx_op_shfl(struct ptx_translator *t)
{
    static const char *const words[] = { ".up", ".down", ".bfly", ".idx" };
    const bool is_sync = lint_ptx_take(t, ".sync");
    const int mode = lint_ptx_take_one(t, words, PTX_COUNT(words));
    const struct ptx_type type = lint_ptx_take_type(t);
    const struct ptx_operand *const results = lint_ptx_operand(t, 0);
    const bool is_pair = results->kind == PTX_PAIR;
    const struct shuffle shuffle = read_shuffle(t);
    uint32_t from, is_there, value;

    if (mode < 0 || type.bits != 32 || is_sync != (lint_ptx_count(t) == 5))
        lint_ptx_refuse(t, "we know .up, .down, .bfly and .idx of 32 bits");
    aim(t, mode, &shuffle, &from, &is_there);
    from = lint_ptx_do3(t, LINT_SELECT, 32, is_there, from, shuffle.lane);
    value = collective(t, LINT_SHUFFLE, LINT_ATOMIC_ADD, 32, lint_ptx_value(t, 1, type), from);
    lint_ptx_put1(t, lint_ptx_result_of(t, is_pair ? lint_ptx_element(t, results, 0) : results, type), LINT_COPY, 32,
                  value);
    if (is_pair)
        lint_ptx_put1(t, lint_ptx_result_of(t, lint_ptx_element(t, results, 1), predicate), LINT_COPY, 1, is_there);
}

void lint_ptx_op_redux(struct ptx_translator *t)
{
    static const char *const words[] = { ".add", ".and", ".or", ".xor", ".min", ".max" };
    static const enum lint_atomic of_unsigned[] = { LINT_ATOMIC_ADD, LINT_ATOMIC_AND,   LINT_ATOMIC_OR,
                                                    LINT_ATOMIC_XOR, LINT_ATOMIC_MIN_U, LINT_ATOMIC_MAX_U };
    static const enum lint_atomic of_signed[] = { LINT_ATOMIC_ADD, LINT_ATOMIC_AND,   LINT_ATOMIC_OR,
                                                  LINT_ATOMIC_XOR, LINT_ATOMIC_MIN_S, LINT_ATOMIC_MAX_S };
    const bool is_sync = lint_ptx_take(t, ".sync");
    const int which = lint_ptx_take_one(t, words, PTX_COUNT(words));
    const struct ptx_type type = lint_ptx_take_type(t);

    if (!is_sync || which < 0 || type.bits != 32 || type.kind == PTX_FLOAT) {
        lint_ptx_refuse(t, "we know .add, .and, .or, .xor, .min and .max of integers of 32 bits");
        return;
    }
    lint_ptx_put1(t, lint_ptx_result(t, 0, type), LINT_COPY, 32,
                  collective(t, LINT_REDUCE, type.kind == PTX_SIGNED ? of_signed[which] : of_unsigned[which], 32,
                             lint_ptx_value(t, 1, type), LINT_NONE));
}

/* elect.sync d|p, mask: p is set in the lowest lane, and d is its number in all. */
void lint_ptx_op_elect(struct ptx_translator *t)
{
    const struct ptx_operand *const results = lint_ptx_operand(t, 0);
    const uint32_t lane = lint_program_scalar_id(t->program, LINT_LANE);

    if (!lint_ptx_take(t, ".sync") || results->kind != PTX_PAIR) {
        lint_ptx_refuse(t, "we know elect.sync d|p");
        return;
    }
    lint_ptx_put1(t, lint_ptx_result_of(t, lint_ptx_element(t, results, 0), word32), LINT_COPY, 32,
                  collective(t, LINT_REDUCE, LINT_ATOMIC_MIN_U, 32, lane, LINT_NONE));
    lint_ptx_put1(t, lint_ptx_result_of(t, lint_ptx_element(t, results, 1), predicate), LINT_COPY, 1,
                  collective(t, LINT_ELECT, LINT_ATOMIC_ADD, 32, lint_ptx_constant(t, 1), LINT_NONE));
}

void lint_ptx_put_sub_group_barrier(struct ptx_translator *t)
{
    lint_ptx_emit(t, &(struct lint_instruction){ .op = LINT_SUB_GROUP_BARRIER,
                                                 .result = LINT_NONE,
                                                 .a = LINT_NONE,
                                                 .b = LINT_NONE,
                                                 .c = LINT_NONE,
                                                 .detail = add_call(t, LINT_COLLECTIVE_NONE, LINT_ATOMIC_ADD) });
}
