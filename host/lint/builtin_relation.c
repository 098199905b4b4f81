/* Relations, which give 1 for scalars and -1 for elements of vectors, and selections by sign bits. */
#include <math.h>

#include "builtin_build.h"

/* What a relation gives, from elements that are 0 or 1. */
static bool give_truth(struct lint_builder *builder, uint32_t truth)
{
    if (builder->count == 1)
        return lint_result(builder, LINT_COPY, truth, LINT_NONE, LINT_NONE);
    return lint_result(builder, LINT_SUB, lint_number(builder, 0), truth, LINT_NONE);
}

/* The row's number is the outcomes that count as true. */
static bool emit_comparison(struct lint_builder *builder)
{
    return give_truth(
        builder, lint_compare(builder, builder->builtin->number, lint_operand(builder, 0), lint_operand(builder, 1)));
}

static uint32_t magnitude(const struct lint_builder *builder)
{
    return lint_op(builder, LINT_ABS_F, lint_operand(builder, 0), LINT_NONE, LINT_NONE);
}

/* isnan, isinf, isfinite: of |x| against infinity; a NaN is no number that compares. */
static bool emit_class(struct lint_builder *builder)
{
    return give_truth(builder, lint_compare(builder, builder->builtin->number, magnitude(builder),
                                            lint_real(builder, (double)INFINITY)));
}

static bool emit_is_normal(struct lint_builder *builder)
{
    const double least = builder->bits == 16 ? 0x1p-14 : builder->bits == 32 ? 0x1p-126 : 0x1p-1022;
    const uint32_t size = magnitude(builder);
    const uint32_t is_large = lint_compare(builder, LINT_GREATER | LINT_EQUAL, size, lint_real(builder, least));
    const uint32_t is_finite = lint_compare(builder, LINT_LESS, size, lint_real(builder, (double)INFINITY));

    return give_truth(builder, lint_op(builder, LINT_AND, is_large, is_finite, LINT_NONE));
}

/* The uppermost bit of each element, as 0 or 1. */
static uint32_t sign_bits(const struct lint_builder *builder, uint32_t slot)
{
    return lint_op(builder, LINT_LSHR, slot, lint_number(builder, builder->bits - 1), LINT_NONE);
}

static bool emit_signbit(struct lint_builder *builder)
{
    return give_truth(builder, sign_bits(builder, lint_operand(builder, 0)));
}

/* any and all; the row's number is what joins two elements. */
static bool emit_vote(struct lint_builder *builder)
{
    const struct lint_builder element = lint_shaped(builder, builder->bits, 1);
    uint32_t joined = lint_operand(builder, 0);

    for (unsigned i = 1; i < builder->count; i++)
        joined = lint_op(&element, (enum lint_op)builder->builtin->number, joined,
                         builder->call->arguments[0].slot + i, LINT_NONE);
    return lint_result(&element, LINT_COPY, sign_bits(&element, joined), LINT_NONE, LINT_NONE);
}

/* a ^ ((a ^ b) & c) */
static bool emit_bitselect(struct lint_builder *builder)
{
    const uint32_t a = lint_operand(builder, 0);
    const uint32_t difference = lint_op(builder, LINT_XOR, a, lint_operand(builder, 1), LINT_NONE);

    return lint_result(builder, LINT_XOR, a,
                       lint_op(builder, LINT_AND, difference, lint_operand(builder, 2), LINT_NONE), LINT_NONE);
}

/* Vectors: b where the uppermost bit of c is set; scalars: b where c is not 0. */
static bool emit_select(struct lint_builder *builder)
{
    const uint32_t c = lint_operand(builder, 2);

    return lint_result(builder, LINT_SELECT, builder->count == 1 ? c : sign_bits(builder, c), lint_operand(builder, 1),
                       lint_operand(builder, 0));
}

const struct lint_builtin lint_builtins_relations[] = {
    { "isequal", "b:ff", emit_comparison, LINT_EQUAL, 0 },
    { "isnotequal", "b:ff", emit_comparison, LINT_LESS | LINT_GREATER | LINT_UNORDERED, 0 },
    { "isgreater", "b:ff", emit_comparison, LINT_GREATER, 0 },
    { "isgreaterequal", "b:ff", emit_comparison, LINT_GREATER | LINT_EQUAL, 0 },
    { "isless", "b:ff", emit_comparison, LINT_LESS, 0 },
    { "islessequal", "b:ff", emit_comparison, LINT_LESS | LINT_EQUAL, 0 },
    { "islessgreater", "b:ff", emit_comparison, LINT_LESS | LINT_GREATER, 0 },
    { "isordered", "b:ff", emit_comparison, LINT_LESS | LINT_GREATER | LINT_EQUAL, 0 },
    { "isunordered", "b:ff", emit_comparison, LINT_UNORDERED, 0 },
    { "isfinite", "b:f", emit_class, LINT_LESS, 0 },
    { "isinf", "b:f", emit_class, LINT_EQUAL, 0 },
    { "isnan", "b:f", emit_class, LINT_UNORDERED, 0 },
    { "isnormal", "b:f", emit_is_normal, 0, 0 },
    { "signbit", "b:f", emit_signbit, 0, 0 },
    { "any", "k:z", emit_vote, LINT_OR, 0 },
    { "all", "k:z", emit_vote, LINT_AND, 0 },
    { "bitselect", "g:ggg", emit_bitselect, 0, 0 },
    { "select", "g:ggc", emit_select, 0, 0 },
};

LINT_BUILTIN_COUNT(relations);
