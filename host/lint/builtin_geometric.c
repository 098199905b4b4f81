/* Geometric functions, of one to four elements. */
#include "builtin_build.h"

static struct lint_builder one_element(const struct lint_builder *builder)
{
    return lint_shaped(builder, builder->bits, 1);
}

static uint32_t dot(const struct lint_builder *builder, uint32_t a, uint32_t b)
{
    const struct lint_builder element = one_element(builder);
    uint32_t sum = lint_op(&element, LINT_MUL_F, a, b, LINT_NONE);

    for (unsigned i = 1; i < builder->count; i++)
        sum = lint_op(&element, LINT_MULADD_F, a + i, b + i, sum);
    return sum;
}

static uint32_t length(const struct lint_builder *builder, uint32_t a)
{
    const struct lint_builder element = one_element(builder);

    if (builder->count == 1)
        return lint_op(builder, LINT_ABS_F, a, LINT_NONE, LINT_NONE);
    return lint_op(&element, LINT_SQRT_F, dot(builder, a, a), LINT_NONE, LINT_NONE);
}

static bool give_element(struct lint_builder *builder, uint32_t slot)
{
    const struct lint_builder element = one_element(builder);

    return lint_result(&element, LINT_COPY, slot, LINT_NONE, LINT_NONE);
}

static bool is_geometric(const struct lint_builder *builder)
{
    return builder->count <= 4;
}

static bool emit_dot(struct lint_builder *builder)
{
    return is_geometric(builder) &&
           give_element(builder, dot(builder, lint_operand(builder, 0), lint_operand(builder, 1)));
}

static bool emit_length(struct lint_builder *builder)
{
    return is_geometric(builder) && give_element(builder, length(builder, lint_operand(builder, 0)));
}

static bool emit_distance(struct lint_builder *builder)
{
    return is_geometric(builder) &&
           give_element(builder, length(builder, lint_op(builder, LINT_SUB_F, lint_operand(builder, 0),
                                                         lint_operand(builder, 1), LINT_NONE)));
}

/* A vector of no length stays as it is. */
static bool emit_normalize(struct lint_builder *builder)
{
    const struct lint_builder element = one_element(builder);
    const uint32_t a = lint_operand(builder, 0);
    uint32_t size, is_zero;

    if (!is_geometric(builder))
        return false;
    size = length(builder, a);
    is_zero = lint_compare(&element, LINT_EQUAL, size, lint_real(&element, 0));
    size = lint_op(&element, LINT_SELECT, is_zero, lint_real(&element, 1), size);
    return lint_result(builder, LINT_DIV_F, a, lint_spread(builder, size), LINT_NONE);
}

/* Of the first three elements; a fourth one is 0. */
static bool emit_cross(struct lint_builder *builder)
{
    const struct lint_builder element = one_element(builder);
    const uint32_t a = lint_operand(builder, 0), b = lint_operand(builder, 1);
    const uint32_t result = builder->call->result.slot;

    if (builder->count != 3 && builder->count != 4)
        return false;
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
        const uint32_t right = lint_op(&element, LINT_MUL_F, a + k, b + j, LINT_NONE);
        const uint32_t negative = lint_op(&element, LINT_NEG_F, right, LINT_NONE, LINT_NONE);

        lint_copy_slot(builder, result + i, lint_op(&element, LINT_MULADD_F, a + j, b + k, negative));
    }
    if (builder->count == 4)
        lint_copy_slot(builder, result + 3, lint_real(&element, 0));
    return true;
}

const struct lint_builtin lint_builtins_geometric[] = {
    { "cross", "g:ff", emit_cross, 0, 0 },        { "dot", "1:ff", emit_dot, 0, 0 },
    { "distance", "1:ff", emit_distance, 0, 0 },  { "length", "1:f", emit_length, 0, 0 },
    { "normalize", "g:f", emit_normalize, 0, 0 }, { "fast_distance", "1:ff", emit_distance, 0, 0 },
    { "fast_length", "1:f", emit_length, 0, 0 },  { "fast_normalize", "g:f", emit_normalize, 0, 0 },
};

LINT_BUILTIN_COUNT(geometric);
