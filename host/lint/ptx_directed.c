/*
 * From PTX to the engine's program: arithmetic that rounds up, down or to zero. The engine rounds to the nearest; what
 * is left over tells by its sign whether that was the right one or its neighbour is.
 *
 * Floats are computed as doubles, and both roundings go the same way, so that their result is the one of a single
 * rounding.
 */
#include "ptx_translate.h"

static uint32_t do_double(struct ptx_translator *t, enum lint_op op, uint32_t a, uint32_t b)
{
    return lint_ptx_do2(t, op, 64, a, b);
}

/* a - b * c, exact but for its one rounding. */
static uint32_t rest_of_product(struct ptx_translator *t, uint32_t a, uint32_t b, uint32_t c)
{
    return lint_ptx_do3(t, LINT_FMA_F, 64, lint_ptx_do1(t, LINT_NEG_F, 64, b), c, a);
}

/* The exact rest of a + b, by Knuth's two-sum. */
static uint32_t rest_of_sum(struct ptx_translator *t, uint32_t a, uint32_t b, uint32_t sum)
{
    const uint32_t own_b = do_double(t, LINT_SUB_F, sum, a);
    const uint32_t own_a = do_double(t, LINT_SUB_F, sum, own_b);

    return do_double(t, LINT_ADD_F, do_double(t, LINT_SUB_F, a, own_a), do_double(t, LINT_SUB_F, b, own_b));
}

/* The nearest double's next neighbour where the rest says that it was on the wrong side. */
static uint32_t corrected(struct ptx_translator *t, uint32_t nearest, uint32_t rest, enum lint_rounding rounding)
{
    const uint32_t zero = lint_ptx_constant(t, 0), one = lint_ptx_constant(t, 1);
    const uint32_t is_above = lint_ptx_compare_float(t, 64, LINT_LESS, rest, zero); /* nearest > exact */
    const uint32_t is_below = lint_ptx_compare_float(t, 64, LINT_GREATER, rest, zero);
    const uint32_t is_negative = lint_ptx_compare_float(t, 64, LINT_LESS, nearest, zero);
    const uint32_t is_positive = lint_ptx_do2(t, LINT_XOR, 1, is_negative, one);
    const uint32_t larger = do_double(t, LINT_ADD, nearest, one), smaller = do_double(t, LINT_SUB, nearest, one);
    uint32_t to_larger, to_smaller;

    /* Numbers of one sign are ordered as their bits are, by magnitude. */
    if (rounding == LINT_UP) {
        to_larger = lint_ptx_do2(t, LINT_AND, 1, is_below, is_positive);
        to_smaller = lint_ptx_do2(t, LINT_AND, 1, is_below, is_negative);
    } else if (rounding == LINT_DOWN) {
        to_larger = lint_ptx_do2(t, LINT_AND, 1, is_above, is_negative);
        to_smaller = lint_ptx_do2(t, LINT_AND, 1, is_above, is_positive);
    } else {
        to_larger = zero;
        to_smaller = lint_ptx_do2(t, LINT_OR, 1, lint_ptx_do2(t, LINT_AND, 1, is_above, is_positive),
                                  lint_ptx_do2(t, LINT_AND, 1, is_below, is_negative));
    }
    return lint_ptx_do3(t, LINT_SELECT, 64, to_larger, larger,
                        lint_ptx_do3(t, LINT_SELECT, 64, to_smaller, smaller, nearest));
}

/* On doubles. A product of two floats is exact, so that theirs with a sum has one rest only. */
static uint32_t directed_double(struct ptx_translator *t, enum lint_op op, bool are_floats,
                                enum lint_rounding rounding, const uint32_t *sources)
{
    const uint32_t a = sources[0], b = sources[1];
    uint32_t nearest, rest, factor;

    switch (op) {
    case LINT_FMA_F:
        if (!are_floats)
            lint_ptx_refuse(t, "only an fma of floats can be rounded in a direction");
        factor = do_double(t, LINT_MUL_F, a, b);
        return directed_double(t, LINT_ADD_F, true, rounding, (const uint32_t[]){ factor, sources[2] });
    case LINT_SUB_F:
        factor = lint_ptx_do1(t, LINT_NEG_F, 64, b);
        return directed_double(t, LINT_ADD_F, are_floats, rounding, (const uint32_t[]){ a, factor });
    case LINT_ADD_F:
        nearest = do_double(t, LINT_ADD_F, a, b);
        rest = rest_of_sum(t, a, b, nearest);
        break;
    case LINT_MUL_F:
        nearest = do_double(t, LINT_MUL_F, a, b);
        rest = lint_ptx_do1(t, LINT_NEG_F, 64, rest_of_product(t, nearest, a, b));
        break;
    case LINT_DIV_F:
        nearest = do_double(t, LINT_DIV_F, a, b);
        rest = rest_of_product(t, a, nearest, b);
        rest =
            do_double(t, LINT_MUL_F, rest, do_double(t, LINT_COPYSIGN_F, lint_ptx_constant(t, 0x3ff0000000000000), b));
        break;
    case LINT_SQRT_F:
        nearest = lint_ptx_do1(t, LINT_SQRT_F, 64, a);
        rest = rest_of_product(t, a, nearest, nearest);
        break;
    default:
        lint_ptx_refuse(t, "it cannot be rounded in a direction");
        return 0;
    }
    return corrected(t, nearest, rest, rounding);
}

uint32_t lint_ptx_directed(struct ptx_translator *t, enum lint_op op, unsigned bits, enum lint_rounding rounding,
                           const uint32_t sources[3])
{
    const struct lint_conversion up = { .from = LINT_FLOAT, .to = LINT_FLOAT, .from_bits = bits, .to_bits = 64 };
    const struct lint_conversion down = {
        .from = LINT_FLOAT, .to = LINT_FLOAT, .from_bits = 64, .to_bits = bits, .rounding = rounding
    };
    uint32_t wide[3] = { sources[0], sources[1], sources[2] };

    if (bits == 64)
        return directed_double(t, op, false, rounding, wide);
    for (unsigned i = 0; i < 3; i++)
        if (sources[i] != LINT_NONE)
            wide[i] = lint_ptx_convert(t, &up, sources[i]);
    return lint_ptx_convert(t, &down, directed_double(t, op, true, rounding, wide));
}
