/* From PTX to the engine's program: floating-point arithmetic and functions. */
#include "math_table.h"
#include "ptx_translate.h"

/*
 * Of the words of floating point only the directed roundings and ".sat" change what we compute: subnormal numbers are
 * kept where hardware may flush them (".ftz"), and approximations are as good as the host's functions.
 */
static const char *const without_effect[] = { ".rn", ".ftz", ".approx", ".full", ".noftz" };

static bool take_rounding(struct ptx_translator *t, enum lint_rounding *rounding)
{
    static const char *const words[] = { ".rz", ".rm", ".rp" };
    static const enum lint_rounding roundings[] = { LINT_TO_ZERO, LINT_DOWN, LINT_UP };
    const int which = lint_ptx_take_one(t, words, PTX_COUNT(words));

    if (which >= 0)
        *rounding = roundings[which];
    return which >= 0;
}

uint32_t lint_ptx_saturate_float(struct ptx_translator *t, unsigned bits, uint32_t value)
{
    const uint64_t one = bits == 16 ? 0x3c00 : bits == 32 ? 0x3f800000 : 0x3ff0000000000000;

    return lint_ptx_do2(t, LINT_MIN_F, bits, lint_ptx_do2(t, LINT_MAX_F, bits, value, lint_ptx_constant(t, 0)),
                        lint_ptx_constant(t, one));
}

/* min.NaN: a NaN wins. */
static uint32_t with_nan(struct ptx_translator *t, unsigned bits, const uint32_t sources[3], uint32_t value)
{
    const uint64_t nan = bits == 16 ? 0x7fff : bits == 32 ? 0x7fffffff : 0x7fffffffffffffff;
    const uint32_t is_nan = lint_ptx_compare_float(t, bits, LINT_UNORDERED, sources[0], sources[1]);

    return lint_ptx_do3(t, LINT_SELECT, bits, is_nan, lint_ptx_constant(t, nan), value);
}

/* An operation of up to three sources with all words that may go with it. */
static void float_op(struct ptx_translator *t, enum lint_op op, struct ptx_type type, const uint32_t sources[3])
{
    const bool saturates = lint_ptx_take(t, ".sat");
    const bool keeps_nan = (op == LINT_MIN_F || op == LINT_MAX_F) && lint_ptx_take(t, ".NaN");
    enum lint_rounding rounding;
    uint32_t value;

    lint_ptx_ignore(t, without_effect, PTX_COUNT(without_effect));
    if (take_rounding(t, &rounding)) {
        value = lint_ptx_directed(t, op, type.bits, rounding, sources);
    } else if (!saturates && !keeps_nan) {
        lint_ptx_put3(t, lint_ptx_result(t, 0, type), op, type.bits, sources[0], sources[1], sources[2]);
        return;
    } else {
        value = lint_ptx_do3(t, op, type.bits, sources[0], sources[1], sources[2]);
    }
    if (keeps_nan)
        value = with_nan(t, type.bits, sources, value);
    if (saturates)
        value = lint_ptx_saturate_float(t, type.bits, value);
    lint_ptx_put1(t, lint_ptx_result(t, 0, type), LINT_COPY, type.bits, value);
}

void lint_ptx_float_op(struct ptx_translator *t, enum lint_op op, struct ptx_type type, unsigned sources)
{
    uint32_t values[3] = { LINT_NONE, LINT_NONE, LINT_NONE };

    if (lint_ptx_count(t) != sources + 1)
        lint_ptx_refuse(t, "%lu operands", (unsigned long)lint_ptx_count(t));
    for (uint32_t i = 0; i < sources; i++)
        values[i] = lint_ptx_value(t, i + 1, type);
    float_op(t, op, type, values);
}

static struct ptx_type take_float(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    if (type.kind != PTX_FLOAT)
        lint_ptx_refuse(t, "it is for real numbers");
    return type;
}

void lint_ptx_op_fma(struct ptx_translator *t)
{
    lint_ptx_float_op(t, LINT_FMA_F, take_float(t), 3);
}

void lint_ptx_op_sqrt(struct ptx_translator *t)
{
    lint_ptx_float_op(t, LINT_SQRT_F, take_float(t), 1);
}

void lint_ptx_op_rcp(struct ptx_translator *t)
{
    const struct ptx_type type = take_float(t);
    const uint64_t one = type.bits == 64 ? 0x3ff0000000000000 : 0x3f800000;
    const uint32_t sources[3] = { lint_ptx_constant(t, one), lint_ptx_value(t, 1, type), LINT_NONE };

    float_op(t, LINT_DIV_F, type, sources);
}

/* A function of OpenCL's library. */
static void function(struct ptx_translator *t, const char *name)
{
    const struct ptx_type type = take_float(t);
    const int number = lint_math_find(name);

    lint_ptx_ignore(t, without_effect, PTX_COUNT(without_effect));
    if (number < 0)
        lint_ptx_refuse(t, "the engine has no function \"%s\"", name);
    lint_ptx_emit(t, &(struct lint_instruction){ .op = LINT_MATH,
                                                 .bits = (uint8_t)type.bits,
                                                 .result = lint_ptx_result(t, 0, type),
                                                 .a = lint_ptx_value(t, 1, type),
                                                 .b = LINT_NONE,
                                                 .c = LINT_NONE,
                                                 .detail = LINT_NONE,
                                                 .immediate = number });
}

void lint_ptx_op_rsqrt(struct ptx_translator *t)
{
    function(t, "rsqrt");
}

void lint_ptx_op_sin(struct ptx_translator *t)
{
    function(t, "sin");
}

void lint_ptx_op_cos(struct ptx_translator *t)
{
    function(t, "cos");
}

void lint_ptx_op_lg2(struct ptx_translator *t)
{
    function(t, "log2");
}

void lint_ptx_op_ex2(struct ptx_translator *t)
{
    function(t, "exp2");
}

void lint_ptx_op_tanh(struct ptx_translator *t)
{
    function(t, "tanh");
}

/* The sign of the first source, the rest of the second one. */
void lint_ptx_op_copysign(struct ptx_translator *t)
{
    const struct ptx_type type = take_float(t);

    lint_ptx_put2(t, lint_ptx_result(t, 0, type), LINT_COPYSIGN_F, type.bits, lint_ptx_value(t, 2, type),
                  lint_ptx_value(t, 1, type));
}

/* By comparing the value without its sign. Zeros count as normal. */
void lint_ptx_op_testp(struct ptx_translator *t)
{
    static const char *const words[] = { ".finite", ".infinite", ".number", ".notanumber", ".normal", ".subnormal" };
    const int which = lint_ptx_take_one(t, words, PTX_COUNT(words));
    const struct ptx_type type = take_float(t);
    const bool is_double = type.bits == 64;
    const uint32_t value = lint_ptx_do1(t, LINT_ABS_F, type.bits, lint_ptx_value(t, 1, type));
    const uint32_t infinity = lint_ptx_constant(t, is_double ? 0x7ff0000000000000 : 0x7f800000);
    const uint32_t least = lint_ptx_constant(t, is_double ? 0x0010000000000000 : 0x00800000);
    const uint32_t zero = lint_ptx_constant(t, 0);
    const uint32_t is_finite = lint_ptx_compare_float(t, type.bits, LINT_LESS, value, infinity);
    const uint32_t is_small = lint_ptx_compare_float(t, type.bits, LINT_LESS, value, least);
    const uint32_t is_zero = lint_ptx_compare_float(t, type.bits, LINT_EQUAL, value, zero);
    const uint32_t is_not_zero = lint_ptx_do2(t, LINT_XOR, 1, is_zero, lint_ptx_constant(t, 1));
    const uint32_t is_subnormal = lint_ptx_do2(t, LINT_AND, 1, is_small, is_not_zero);
    const uint32_t is_not_subnormal = lint_ptx_do2(t, LINT_XOR, 1, is_subnormal, lint_ptx_constant(t, 1));
    uint32_t answer = is_subnormal;

    if (which < 0)
        lint_ptx_refuse(t, "it does not say what to test");
    if (which == 0)
        answer = is_finite;
    else if (which == 1)
        answer = lint_ptx_compare_float(t, type.bits, LINT_EQUAL, value, infinity);
    else if (which == 2 || which == 3)
        answer = lint_ptx_compare_float(t, type.bits, which == 3 ? LINT_UNORDERED : LINT_EQUAL, value, value);
    else if (which == 4)
        answer = lint_ptx_do2(t, LINT_AND, 1, is_finite, is_not_subnormal);
    lint_ptx_put1(t, lint_ptx_result(t, 0, (struct ptx_type){ PTX_PREDICATE, 1 }), LINT_COPY, 1, answer);
}
