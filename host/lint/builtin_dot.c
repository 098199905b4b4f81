/* Dot products of small integers (cl_khr_integer_dot_product), each element extended to 32 bits. */
#include <string.h>

#include "builtin_build.h"

/* One of the two vectors. */
struct factor {
    uint32_t slot; /* of elements, or of one word that holds four bytes */
    unsigned bits; /* of an element */
    bool is_signed;
};

static struct factor argument_factor(const struct lint_builder *builder, size_t argument)
{
    const struct lint_type *const type = &builder->signature->parameters[argument];

    return (struct factor){ builder->call->arguments[argument].slot, lint_type_bits(type),
                            lint_type_kind(type) == LINT_SIGNED };
}

static uint32_t extended(const struct lint_builder *builder, uint32_t slot, const struct factor *factor)
{
    const struct lint_conversion widen = {
        factor->is_signed ? LINT_SIGNED : LINT_UNSIGNED, LINT_SIGNED, factor->bits, 32, LINT_TO_ZERO, false
    };

    return lint_conversion_op(builder, &widen, slot);
}

/* Byte i of a word, as the lowest one. */
static uint32_t byte_of(const struct lint_builder *builder, uint32_t word, unsigned i)
{
    const uint32_t moved = lint_op(builder, LINT_LSHR, word, lint_number(builder, 8 * i), LINT_NONE);

    return lint_op(builder, LINT_AND, moved, lint_number(builder, 0xff), LINT_NONE);
}

/* The sum of products, and where there is one more argument that sum added to it, saturated. */
static bool give_dot(const struct lint_builder *builder, const struct factor *a, const struct factor *b,
                     unsigned count, bool is_packed)
{
    const struct lint_builder word = lint_shaped(builder, 32, 1);
    const bool is_signed = a->is_signed || b->is_signed, has_sum = builder->call->argument_count == 3;
    uint32_t sum = lint_number(&word, 0);

    for (unsigned i = 0; i < count; i++) {
        const uint32_t x = extended(&word, is_packed ? byte_of(&word, a->slot, i) : a->slot + i, a);
        const uint32_t y = extended(&word, is_packed ? byte_of(&word, b->slot, i) : b->slot + i, b);

        sum = lint_op(&word, LINT_ADD, sum, lint_op(&word, LINT_MUL, x, y, LINT_NONE), LINT_NONE);
    }
    if (!has_sum)
        return lint_result(&word, LINT_COPY, sum, LINT_NONE, LINT_NONE);
    return lint_result(&word, is_signed ? LINT_ADD_SAT_S : LINT_ADD_SAT_U, sum, builder->call->arguments[2].slot,
                       LINT_NONE);
}

/* (char4, uchar4), or any other mix; short2 likewise. */
static bool emit_dot(struct lint_builder *builder)
{
    const struct factor a = argument_factor(builder, 0), b = argument_factor(builder, 1);

    if (!(builder->bits == 8 && builder->count == 4) && !(builder->bits == 16 && builder->count == 2))
        return false;
    return give_dot(builder, &a, &b, builder->count, false);
}

/* "dot_4x8packed_su_int": the two letters say which factor is signed. */
static bool emit_packed_dot(struct lint_builder *builder)
{
    const char *const letters = strstr(builder->signature->name, "packed_");
    struct factor a = argument_factor(builder, 0), b = argument_factor(builder, 1);

    a.bits = b.bits = 8;
    a.is_signed = letters && letters[7] == 's';
    b.is_signed = letters && letters[7] && letters[8] == 's';
    return builder->bits == 32 && give_dot(builder, &a, &b, 4, true);
}

const struct lint_builtin lint_builtins_dots[] = {
    { "dot", "k:zc", emit_dot, 0, 0 },
    { "dot_acc_sat", "k:zcx", emit_dot, 0, 0 },
    { "dot_4x8packed_*", "k:ll", emit_packed_dot, 0, 0 },
    { "dot_acc_sat_4x8packed_*", "k:llx", emit_packed_dot, 0, 0 },
};

LINT_BUILTIN_COUNT(dots);
