/* Common functions: clamp, mix, step and the like, of floating-point numbers. */
#include "builtin_build.h"

static bool emit_extreme(struct lint_builder *builder)
{
    return lint_result(builder, (enum lint_op)builder->builtin->number, lint_operand(builder, 0),
                       lint_operand(builder, 1), LINT_NONE);
}

static uint32_t clamp(const struct lint_builder *builder, uint32_t x, uint32_t least, uint32_t most)
{
    return lint_op(builder, LINT_MIN_F, lint_op(builder, LINT_MAX_F, x, least, LINT_NONE), most, LINT_NONE);
}

static bool emit_clamp(struct lint_builder *builder)
{
    return lint_result(builder, LINT_COPY,
                       clamp(builder, lint_operand(builder, 0), lint_operand(builder, 1), lint_operand(builder, 2)),
                       LINT_NONE, LINT_NONE);
}

#define DEGREES_IN_RADIAN 57.295779513082320877
#define RADIANS_IN_DEGREE 0.017453292519943295769

static bool emit_degrees(struct lint_builder *builder)
{
    return lint_result(builder, LINT_MUL_F, lint_operand(builder, 0), lint_real(builder, DEGREES_IN_RADIAN),
                       LINT_NONE);
}

static bool emit_radians(struct lint_builder *builder)
{
    return lint_result(builder, LINT_MUL_F, lint_operand(builder, 0), lint_real(builder, RADIANS_IN_DEGREE),
                       LINT_NONE);
}

/* x + (y - x) * a */
static bool emit_mix(struct lint_builder *builder)
{
    const uint32_t x = lint_operand(builder, 0);
    const uint32_t distance = lint_op(builder, LINT_SUB_F, lint_operand(builder, 1), x, LINT_NONE);

    return lint_result(builder, LINT_MULADD_F, distance, lint_operand(builder, 2), x);
}

/* x < edge ? 0 : 1 */
static bool emit_step(struct lint_builder *builder)
{
    const uint32_t is_below = lint_compare(builder, LINT_LESS, lint_operand(builder, 1), lint_operand(builder, 0));

    return lint_result(builder, LINT_SELECT, is_below, lint_real(builder, 0), lint_real(builder, 1));
}

/* t * t * (3 - 2 * t) of the place t between the edges */
static bool emit_smoothstep(struct lint_builder *builder)
{
    const uint32_t low = lint_operand(builder, 0), high = lint_operand(builder, 1), x = lint_operand(builder, 2);
    const uint32_t place = lint_op(builder, LINT_DIV_F, lint_op(builder, LINT_SUB_F, x, low, LINT_NONE),
                                   lint_op(builder, LINT_SUB_F, high, low, LINT_NONE), LINT_NONE);
    const uint32_t t = clamp(builder, place, lint_real(builder, 0), lint_real(builder, 1));
    const uint32_t rest = lint_op(builder, LINT_MULADD_F, t, lint_real(builder, -2), lint_real(builder, 3));

    return lint_result(builder, LINT_MUL_F, lint_op(builder, LINT_MUL_F, t, t, LINT_NONE), rest, LINT_NONE);
}

static bool emit_sign(struct lint_builder *builder)
{
    return lint_result(builder, LINT_COPY,
                       lint_math_op(builder, "sign", lint_operand(builder, 0), LINT_NONE, LINT_NONE), LINT_NONE,
                       LINT_NONE);
}

const struct lint_builtin lint_builtins_common[] = {
    { "clamp", "g:fss", emit_clamp, 0, 0 },
    { "degrees", "g:f", emit_degrees, 0, 0 },
    { "max", "g:fs", emit_extreme, LINT_MAX_F, 0 },
    { "min", "g:fs", emit_extreme, LINT_MIN_F, 0 },
    { "mix", "g:ffs", emit_mix, 0, 0 },
    { "radians", "g:f", emit_radians, 0, 0 },
    { "sign", "g:f", emit_sign, 0, 0 },
    { "smoothstep", "g:ssf", emit_smoothstep, 0, 0 },
    { "step", "g:sf", emit_step, 0, 0 },
};

LINT_BUILTIN_COUNT(common);
