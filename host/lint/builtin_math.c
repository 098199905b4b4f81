/* Functions of floating-point numbers, element by element. */
#include <string.h>

#include "builtin_build.h"
#include "math_table.h"

static uint32_t of_one(const struct lint_builder *builder, const char *function, uint32_t x)
{
    return lint_math_op(builder, function, x, LINT_NONE, LINT_NONE);
}

/* The row's number is the op. */
static bool emit_op(struct lint_builder *builder)
{
    const size_t count = builder->call->argument_count;

    return lint_result(builder, (enum lint_op)builder->builtin->number, lint_operand(builder, 0),
                       count > 1 ? lint_operand(builder, 1) : LINT_NONE,
                       count > 2 ? lint_operand(builder, 2) : LINT_NONE);
}

/* A function of the table has the row's name, without native_ or half_: ours are no less exact than they may be. */
static bool emit_function(struct lint_builder *builder)
{
    const char *name = builder->builtin->name;
    const char *const behind = strchr(name, '_');

    if (strncmp(name, "native_", 7) == 0 || strncmp(name, "half_", 5) == 0)
        name = behind + 1;
    return lint_result(builder, LINT_COPY,
                       lint_math_op(builder, name, lint_operand(builder, 0),
                                    builder->call->argument_count > 1 ? lint_operand(builder, 1) : LINT_NONE,
                                    LINT_NONE),
                       LINT_NONE, LINT_NONE);
}

static bool emit_reciprocal(struct lint_builder *builder)
{
    return lint_result(builder, LINT_DIV_F, lint_real(builder, 1), lint_operand(builder, 0), LINT_NONE);
}

/* From a number of the builder's floating-point type to ints, or back; these fit, but for those that must not. */
static uint32_t int_of(const struct lint_builder *builder, uint32_t value)
{
    const struct lint_conversion conversion = { LINT_FLOAT, LINT_SIGNED, builder->bits, 32, LINT_TO_ZERO, true };

    return lint_conversion_op(builder, &conversion, value);
}

static uint32_t real_of(const struct lint_builder *builder, uint32_t value)
{
    const struct lint_conversion conversion = { LINT_SIGNED, LINT_FLOAT, 32, builder->bits, LINT_TO_NEAREST, false };

    return lint_conversion_op(builder, &conversion, value);
}

/* Stores a value of the builder's floating-point type as int where the argument points. */
static void store_as_int(const struct lint_builder *builder, size_t pointer, uint32_t value)
{
    const struct lint_builder ints = lint_shaped(builder, 32, builder->count);

    lint_store_result(&ints, pointer, int_of(builder, value));
}

/* Between half and float, by way of which half's functions of ints go: half cannot hold the ints. */
static uint32_t resized(const struct lint_builder *builder, unsigned from_bits, unsigned to_bits, uint32_t value)
{
    const struct lint_conversion conversion = { LINT_FLOAT, LINT_FLOAT, from_bits, to_bits, LINT_TO_NEAREST, false };

    return from_bits == to_bits ? value : lint_conversion_op(builder, &conversion, value);
}

/* ldexp, pown, rootn of (x, n): the table's take n as floating point, in as many parts as the row's number says. */
static bool emit_with_int(struct lint_builder *builder)
{
    const unsigned bits = builder->bits;
    const struct lint_builder wide = lint_shaped(builder, bits == 16 ? 32 : bits, builder->count);
    const struct lint_builder ints = lint_shaped(builder, 32, builder->count);
    const uint32_t x = resized(builder, bits, wide.bits, lint_operand(builder, 0)), n = lint_operand(&ints, 1);
    uint32_t value;

    if (builder->builtin->number == 1) {
        value = lint_math_op(&wide, builder->builtin->name, x, real_of(&wide, n), LINT_NONE);
    } else {
        const uint32_t high = lint_op(&ints, LINT_ASHR, n, lint_number(&ints, 16), LINT_NONE);
        const uint32_t low = lint_op(&ints, LINT_AND, n, lint_number(&ints, 0xffff), LINT_NONE);

        value = lint_math_op(&wide, builder->builtin->name, x, real_of(&wide, high), real_of(&wide, low));
    }
    return lint_result(builder, LINT_COPY, resized(builder, wide.bits, bits, value), LINT_NONE, LINT_NONE);
}

static bool emit_ilogb(struct lint_builder *builder)
{
    return lint_result(builder, LINT_COPY, int_of(builder, of_one(builder, "ilogb", lint_operand(builder, 0))),
                       LINT_NONE, LINT_NONE);
}

/* The argument's bits in a quiet NaN. */
static bool emit_nan(struct lint_builder *builder)
{
    const unsigned bits = builder->call->result.bits;
    const uint64_t quiet = bits == 16 ? 0x7e00 : bits == 32 ? 0x7fc00000 : UINT64_C(0x7ff8000000000000);
    const uint64_t payload = bits == 16 ? 0x1ff : bits == 32 ? 0x3fffff : UINT64_C(0x7ffffffffffff);

    if (!builder->call->result.is_float)
        return false;
    return lint_result(builder, LINT_OR, lint_number(builder, quiet),
                       lint_op(builder, LINT_AND, lint_operand(builder, 0), lint_number(builder, payload), LINT_NONE),
                       LINT_NONE);
}

/* The number behind the point; a half that rounds up to 1 is held below it, as the others are in the table. */
static bool emit_fract(struct lint_builder *builder)
{
    const uint32_t x = lint_operand(builder, 0);
    const uint32_t fraction = of_one(builder, "fract", x);
    const uint32_t one = lint_real(builder, 1);

    lint_store_result(builder, 1, lint_op(builder, LINT_FLOOR_F, x, LINT_NONE, LINT_NONE));
    if (builder->bits != 16)
        return lint_result(builder, LINT_COPY, fraction, LINT_NONE, LINT_NONE);
    return lint_result(builder, LINT_SELECT, lint_compare(builder, LINT_EQUAL, fraction, one),
                       lint_real(builder, 0x1.ffcp-1), fraction);
}

static bool emit_modf(struct lint_builder *builder)
{
    const uint32_t x = lint_operand(builder, 0);

    lint_store_result(builder, 1, lint_op(builder, LINT_TRUNC_F, x, LINT_NONE, LINT_NONE));
    return lint_result(builder, LINT_COPY, of_one(builder, "modf_fraction", x), LINT_NONE, LINT_NONE);
}

static bool emit_sincos(struct lint_builder *builder)
{
    const uint32_t x = lint_operand(builder, 0);

    lint_store_result(builder, 1, of_one(builder, "cos", x));
    return lint_result(builder, LINT_COPY, of_one(builder, "sin", x), LINT_NONE, LINT_NONE);
}

static bool emit_frexp(struct lint_builder *builder)
{
    const uint32_t x = lint_operand(builder, 0);

    store_as_int(builder, 1, of_one(builder, "frexp_exponent", x));
    return lint_result(builder, LINT_COPY, of_one(builder, "frexp_fraction", x), LINT_NONE, LINT_NONE);
}

static bool emit_lgamma_r(struct lint_builder *builder)
{
    const uint32_t x = lint_operand(builder, 0);

    store_as_int(builder, 1, of_one(builder, "lgamma_sign", x));
    return lint_result(builder, LINT_COPY, of_one(builder, "lgamma", x), LINT_NONE, LINT_NONE);
}

static bool emit_remquo(struct lint_builder *builder)
{
    const uint32_t x = lint_operand(builder, 0), y = lint_operand(builder, 1);

    store_as_int(builder, 2, lint_math_op(builder, "remquo_quotient", x, y, LINT_NONE));
    return lint_result(builder, LINT_COPY, lint_math_op(builder, "remainder", x, y, LINT_NONE), LINT_NONE, LINT_NONE);
}

/*
 * The next half, which a wider type would step over. As integers, halves of one sign are in order of magnitude:
 * away from 0 is one more.
 */
static bool emit_next_half(struct lint_builder *builder)
{
    const uint32_t x = lint_operand(builder, 0), y = lint_operand(builder, 1), zero = lint_number(builder, 0);
    const uint32_t one = lint_number(builder, 1), sign = lint_number(builder, 0x8000);
    const uint32_t is_up = lint_compare(builder, LINT_LESS, x, y);
    const uint32_t is_negative = lint_op(builder, LINT_LSHR, x, lint_number(builder, 15), LINT_NONE);
    const uint32_t is_away = lint_op(builder, LINT_XOR, is_up, is_negative, LINT_NONE);
    const uint32_t step = lint_op(builder, LINT_SELECT, is_away, one, lint_number(builder, 0xffff));
    const uint32_t moved = lint_op(builder, LINT_ADD, x, step, LINT_NONE);
    /* From either 0 the next one is the smallest number on y's side. */
    const uint32_t smallest =
        lint_op(builder, LINT_OR, lint_op(builder, LINT_AND, y, sign, LINT_NONE), one, LINT_NONE);
    const uint32_t from_any =
        lint_op(builder, LINT_SELECT, lint_compare(builder, LINT_EQUAL, x, zero), smallest, moved);
    const uint32_t or_there = lint_op(builder, LINT_SELECT, lint_compare(builder, LINT_EQUAL, x, y), y, from_any);

    return lint_result(builder, LINT_SELECT, lint_compare(builder, LINT_UNORDERED, x, y),
                       lint_op(builder, LINT_ADD_F, x, y, LINT_NONE), or_there);
}

static bool emit_nextafter(struct lint_builder *builder)
{
    return builder->bits == 16 ? emit_next_half(builder) : emit_function(builder);
}

#define FUNCTION(name)                                                                                                \
    {                                                                                                                 \
        name, "g:f", emit_function, 0, 0                                                                              \
    }
#define FUNCTION_OF_TWO(name)                                                                                         \
    {                                                                                                                 \
        name, "g:ff", emit_function, 0, 0                                                                             \
    }
/* Also as native_ and half_. */
#define FUNCTIONS(name) FUNCTION(name), FUNCTION("native_" name), FUNCTION("half_" name)

const struct lint_builtin lint_builtins_math[] = {
    { "ceil", "g:f", emit_op, LINT_CEIL_F, 0 },
    { "copysign", "g:ff", emit_op, LINT_COPYSIGN_F, 0 },
    { "fabs", "g:f", emit_op, LINT_ABS_F, 0 },
    { "floor", "g:f", emit_op, LINT_FLOOR_F, 0 },
    { "fma", "g:fff", emit_op, LINT_FMA_F, 0 },
    { "fmax", "g:fs", emit_op, LINT_MAX_F, 0 },
    { "fmin", "g:fs", emit_op, LINT_MIN_F, 0 },
    { "fmod", "g:ff", emit_op, LINT_REM_F, 0 },
    { "half_divide", "g:ff", emit_op, LINT_DIV_F, 0 },
    { "half_sqrt", "g:f", emit_op, LINT_SQRT_F, 0 },
    { "mad", "g:fff", emit_op, LINT_MULADD_F, 0 },
    { "native_divide", "g:ff", emit_op, LINT_DIV_F, 0 },
    { "native_sqrt", "g:f", emit_op, LINT_SQRT_F, 0 },
    { "rint", "g:f", emit_op, LINT_RINT_F, 0 },
    { "sqrt", "g:f", emit_op, LINT_SQRT_F, 0 },
    { "trunc", "g:f", emit_op, LINT_TRUNC_F, 0 },
    { "half_recip", "g:f", emit_reciprocal, 0, 0 },
    { "native_recip", "g:f", emit_reciprocal, 0, 0 },
    FUNCTION("acos"),
    FUNCTION("acosh"),
    FUNCTION("acospi"),
    FUNCTION("asin"),
    FUNCTION("asinh"),
    FUNCTION("asinpi"),
    FUNCTION("atan"),
    FUNCTION_OF_TWO("atan2"),
    FUNCTION_OF_TWO("atan2pi"),
    FUNCTION("atanh"),
    FUNCTION("atanpi"),
    FUNCTION("cbrt"),
    FUNCTIONS("cos"),
    FUNCTION("cosh"),
    FUNCTION("cospi"),
    FUNCTION("erf"),
    FUNCTION("erfc"),
    FUNCTIONS("exp"),
    FUNCTIONS("exp10"),
    FUNCTIONS("exp2"),
    FUNCTION("expm1"),
    FUNCTION_OF_TWO("fdim"),
    FUNCTION_OF_TWO("hypot"),
    FUNCTION("lgamma"),
    FUNCTIONS("log"),
    FUNCTIONS("log10"),
    FUNCTION("log1p"),
    FUNCTIONS("log2"),
    FUNCTION("logb"),
    FUNCTION_OF_TWO("maxmag"),
    FUNCTION_OF_TWO("minmag"),
    { "nextafter", "g:ff", emit_nextafter, 0, 0 },
    FUNCTION_OF_TWO("pow"),
    FUNCTION_OF_TWO("powr"),
    FUNCTION_OF_TWO("native_powr"),
    FUNCTION_OF_TWO("half_powr"),
    FUNCTION_OF_TWO("remainder"),
    FUNCTION("round"),
    FUNCTIONS("rsqrt"),
    FUNCTIONS("sin"),
    FUNCTION("sinh"),
    FUNCTION("sinpi"),
    FUNCTIONS("tan"),
    FUNCTION("tanh"),
    FUNCTION("tanpi"),
    FUNCTION("tgamma"),
    { "ldexp", "g:fn", emit_with_int, 1, 0 },
    { "pown", "g:fi", emit_with_int, 2, 0 },
    { "rootn", "g:fi", emit_with_int, 2, 0 },
    { "ilogb", "i:f", emit_ilogb, 0, 0 },
    { "nan", "g:z", emit_nan, 0, 0 },
    { "fract", "g:fP", emit_fract, 0, 0 },
    { "modf", "g:fP", emit_modf, 0, 0 },
    { "sincos", "g:fP", emit_sincos, 0, 0 },
    { "frexp", "g:fQ", emit_frexp, 0, 0 },
    { "lgamma_r", "g:fQ", emit_lgamma_r, 0, 0 },
    { "remquo", "g:ffQ", emit_remquo, 0, 0 },
};

LINT_BUILTIN_COUNT(math);
