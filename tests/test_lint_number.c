/* Numbers: conversions at the edges of their types, and the functions of the math table where they are not C's own. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "convert.h"
#include "expect.h"
#include "math_table.h"

static uint64_t bits_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_of_single(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void expect_bits(uint64_t actual, uint64_t expected, const char *words)
{
    if (!EXPECT(actual == expected))
        expect_note("%s: %llx instead of %llx", words, (unsigned long long)actual, (unsigned long long)expected);
}

/* X(value, rounding, half) */
#define HALVES(X)                                                                                                     \
    X(1.0, LINT_TO_NEAREST, 0x3c00)                                                                                   \
    X(-0.0, LINT_TO_NEAREST, 0x8000)                                                                                  \
    X(65504.0, LINT_TO_NEAREST, 0x7bff)                                                                               \
    X(65519.999, LINT_TO_NEAREST, 0x7bff)                                                                             \
    X(65520.0, LINT_TO_NEAREST, 0x7c00)                                                                               \
    X(65520.0, LINT_TO_ZERO, 0x7bff)                                                                                  \
    X(1e300, LINT_DOWN, 0x7bff)                                                                                       \
    X(-1e300, LINT_DOWN, 0xfc00)                                                                                      \
    X(-1e300, LINT_UP, 0xfbff)                                                                                        \
    X(65504.1, LINT_UP, 0x7c00)                                                                                       \
    X(0x1p-24, LINT_TO_NEAREST, 0x0001)                                                                               \
    X(0x1p-25, LINT_TO_NEAREST, 0x0000)                                                                               \
    X(0x1.0000001p-25, LINT_TO_NEAREST, 0x0001)                                                                       \
    X(0x1.8p-24, LINT_TO_NEAREST, 0x0002)                                                                             \
    X(1e-300, LINT_UP, 0x0001)                                                                                        \
    X(-1e-300, LINT_UP, 0x8000)                                                                                       \
    X(0x1.ffep-15, LINT_TO_NEAREST, 0x0400)                                                                           \
    X(0x1.ff8p-15, LINT_TO_NEAREST, 0x03ff)                                                                           \
    X(1 + 0x1p-11, LINT_TO_NEAREST, 0x3c00)                                                                           \
    X(1 + 0x1.8p-10, LINT_TO_NEAREST, 0x3c02)                                                                         \
    X((double)INFINITY, LINT_TO_ZERO, 0x7c00)                                                                         \
    X((double)NAN, LINT_TO_NEAREST, 0x7e00)                                                                           \
    /* By way of float this would be a tie, and 1. */                                                                 \
    X(1 + 0x1p-11 + 0x1p-40, LINT_TO_NEAREST, 0x3c01)

static void halves_are_rounded_once(void)
{
#define EXPECT_HALF(value, rounding, half) expect_bits(lint_half_from_double(value, rounding), half, #value);
    HALVES(EXPECT_HALF)
#undef EXPECT_HALF
}

static void every_half_survives_the_way_to_double_and_back(void)
{
    unsigned wrong = 0;

    for (uint32_t half = 0; half < 0x10000; half++) {
        const bool is_nan = (half & 0x7c00) == 0x7c00 && (half & 0x3ff) != 0;

        wrong +=
            lint_half_from_double(lint_half_to_double((uint16_t)half), LINT_DOWN) != (is_nan ? half | 0x200 : half);
    }
    EXPECT_EQ_INT(wrong, 0);
}

#define U LINT_UNSIGNED
#define S LINT_SIGNED
#define F LINT_FLOAT

static void numbers_out_of_range_saturate_and_integers_wrap_otherwise(void)
{
    static const struct {
        struct lint_conversion conversion;
        uint64_t value, expected;
    } cases[] = {
        { { F, S, 32, 32, LINT_TO_ZERO, true }, 0x4f32d05e, 0x7fffffff },                  /* 3e9 */
        { { F, S, 32, 32, LINT_TO_ZERO, false }, 0xcf32d05e, 0x80000000 },                 /* -3e9 */
        { { F, S, 32, 32, LINT_TO_ZERO, true }, 0xcf000000, 0x80000000 },                  /* -2^31 */
        { { F, U, 32, 32, LINT_TO_ZERO, true }, 0xbf800000, 0 },                           /* -1 */
        { { F, U, 32, 8, LINT_TO_ZERO, true }, 0x7f800000, 255 },                          /* infinity */
        { { F, S, 32, 8, LINT_TO_ZERO, true }, 0xff800000, 0x80 },                         /* -infinity */
        { { F, S, 64, 64, LINT_TO_ZERO, true }, 0x43e0000000000000, 0x7fffffffffffffff },  /* 2^63 */
        { { F, S, 64, 64, LINT_TO_ZERO, true }, 0xc3e0000000000000, 0x8000000000000000u }, /* -2^63 */
        { { F, U, 64, 64, LINT_TO_ZERO, true }, 0x43e0000000000000, 0x8000000000000000u }, /* 2^63 */
        { { F, U, 64, 64, LINT_TO_ZERO, true }, 0x43f0000000000000, UINT64_MAX },          /* 2^64 */
        { { F, S, 32, 32, LINT_TO_ZERO, true }, 0x7fc00000, 0 },                           /* NaN */
        { { F, S, 16, 32, LINT_TO_ZERO, false }, 0xfbff, (uint32_t)-65504 },
        { { S, S, 32, 8, LINT_TO_NEAREST, true }, 0xffffff00, 0x80 },
        { { S, S, 32, 8, LINT_TO_NEAREST, false }, 300, 44 },
        { { S, U, 32, 8, LINT_TO_NEAREST, true }, 0xffffffff, 0 },
        { { S, U, 8, 64, LINT_TO_NEAREST, false }, 0xff, UINT64_MAX },
        { { U, S, 64, 64, LINT_TO_NEAREST, true }, UINT64_MAX, 0x7fffffffffffffff },
        { { S, U, 64, 64, LINT_TO_NEAREST, true }, 0x8000000000000000u, 0 },
        { { U, S, 32, 16, LINT_TO_NEAREST, true }, 40000, 0x7fff },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[16];

        snprintf(words, sizeof words, "case %zu", i);
        expect_bits(lint_convert(&cases[i].conversion, cases[i].value), cases[i].expected, words);
    }
}

static void every_rounding_goes_its_way(void)
{
    static const struct {
        struct lint_conversion conversion;
        uint64_t value, expected[4]; /* nearest, to zero, up, down */
    } cases[] = {
        { { F, S, 32, 32, 0, false }, 0x3f000000, { 0, 0, 1, 0 } }, /* 0.5 */
        { { F, S, 32, 32, 0, false }, 0x3fc00000, { 2, 1, 2, 1 } }, /* 1.5 */
        { { F, S, 32, 32, 0, false }, 0xc0200000, { (uint32_t)-2, (uint32_t)-2, (uint32_t)-2, (uint32_t)-3 } },
        { { F, U, 32, 8, 0, false }, 0xbf000000, { 0, 0, 0, 0 } }, /* -0.5, down: -1 */
        { { F, S, 64, 32, 0, false }, 1, { 0, 0, 1, 0 } },         /* the least double */
        { { U, F, 64, 32, 0, false }, UINT64_MAX, { 0x5f800000, 0x5f7fffff, 0x5f800000, 0x5f7fffff } },
        { { S, F, 32, 32, 0, false }, (uint32_t)-16777217, { 0xcb800000, 0xcb800000, 0xcb800000, 0xcb800001 } },
        { { S, F, 32, 32, 0, false }, 16777219, { 0x4b800002, 0x4b800001, 0x4b800002, 0x4b800001 } },
        { { S, F, 64, 64, 0, false },
          0x8000000000000000u,
          { 0xc3e0000000000000, 0xc3e0000000000000, 0xc3e0000000000000, 0xc3e0000000000000 } },
        { { U, F, 64, 16, 0, false }, UINT64_MAX, { 0x7c00, 0x7bff, 0x7c00, 0x7bff } },
        { { F, F, 64, 32, 0, false }, 0x47efffffffffffff, { 0x7f800000, 0x7f7fffff, 0x7f800000, 0x7f7fffff } },
        { { F, F, 64, 32, 0, false }, 0x3690000000000000, { 0, 0, 1, 0 } }, /* 2^-150 */
        { { F, F, 32, 64, 0, false },
          1,
          { 0x36a0000000000000, 0x36a0000000000000, 0x36a0000000000000, 0x36a0000000000000 } },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned r = 0; r < 4; r++) {
            struct lint_conversion conversion = cases[i].conversion;
            char words[32];

            conversion.rounding = (enum lint_rounding)r;
            snprintf(words, sizeof words, "case %zu, rounding %u", i, r);
            expect_bits(lint_convert(&conversion, cases[i].value), cases[i].expected[r], words);
        }
}

/* Where C defines a conversion, and the host rounds to nearest, both agree on whatever bits there are. */
static void conversions_agree_with_those_of_c(void)
{
    static const struct lint_conversion narrow = { F, F, 64, 32, LINT_TO_NEAREST, false },
                                        widen = { F, F, 32, 64, LINT_TO_NEAREST, false },
                                        of_long = { S, F, 64, 32, LINT_TO_NEAREST, false },
                                        of_ulong = { U, F, 64, 64, LINT_TO_NEAREST, false },
                                        to_long = { F, S, 64, 64, LINT_TO_ZERO, false };
    uint64_t bits = 1;
    unsigned wrong = 0;

    for (unsigned i = 0; i < 20000; i++) {
        double value;
        float single;
        uint32_t low;

        bits = bits * 6364136223846793005u + 1442695040888963407u;
        low = (uint32_t)(bits >> 32);
        memcpy(&value, &bits, sizeof value);
        memcpy(&single, &low, sizeof single);
        wrong += lint_convert(&of_long, bits) != bits_of_single((float)(int64_t)bits);
        wrong += lint_convert(&of_ulong, bits) != bits_of((double)bits);
        if (!isnan(value))
            wrong += lint_convert(&narrow, bits) != bits_of_single((float)value);
        if (!isnan(single))
            wrong += lint_convert(&widen, low) != bits_of((double)single);
        if (fabs(value) < 0x1p63)
            wrong += lint_convert(&to_long, bits) != (uint64_t)(int64_t)value;
    }
    EXPECT_EQ_INT(wrong, 0);
}

static double call(const char *name, double a, double b, double c)
{
    const struct lint_math_function *const function = lint_math_at(lint_math_find(name));

    if (EXPECT(function != NULL))
        return function->dbl(a, b, c);
    expect_note("%s", name);
    return NAN;
}

/* A value of NAN is expected as such, zeros with their sign. */
static const struct {
    const char *name;
    double a, b, c, value;
} special_values[] = {
    { "sinpi", 0.5, 0, 0, 1 },
    { "sinpi", 1.5, 0, 0, -1 },
    { "sinpi", -3.0, 0, 0, -0.0 },
    { "sinpi", 1e300, 0, 0, 0 },
    { "cospi", 1.0, 0, 0, -1 },
    { "cospi", -2.5, 0, 0, 0 },
    { "cospi", (double)INFINITY, 0, 0, (double)NAN },
    { "tanpi", 0.5, 0, 0, (double)INFINITY },
    { "tanpi", 1.5, 0, 0, -(double)INFINITY },
    { "tanpi", -0.5, 0, 0, -(double)INFINITY },
    { "tanpi", 3.0, 0, 0, -0.0 },
    { "tanpi", -2.0, 0, 0, -0.0 },
    { "acospi", -1.0, 0, 0, 1 },
    { "atan2pi", 1.0, -1.0, 0, 0.75 },
    { "exp10", 3.0, 0, 0, 1000 },
    { "rsqrt", 4.0, 0, 0, 0.5 },
    { "rsqrt", 0.0, 0, 0, (double)INFINITY },
    { "powr", -1.0, 2.0, 0, (double)NAN },
    { "powr", 0.0, 0.0, 0, (double)NAN },
    { "powr", 1.0, (double)INFINITY, 0, (double)NAN },
    { "powr", -0.0, -1.0, 0, (double)INFINITY },
    { "pown", -2.0, 0, 3, -8 },
    { "pown", -1.0, 256, 1, -1 },
    { "rootn", -27.0, 0, 3, -3 },
    { "rootn", -4.0, 0, 2, (double)NAN },
    { "rootn", 4.0, 0, 0, (double)NAN },
    { "rootn", -0.0, -1, 65533, -(double)INFINITY },
    { "rootn", -0.0, 0, 2, 0 },
    { "rootn", 8.0, -1, 65533, 0.5 },
    { "fract", -2.5, 0, 0, 0.5 },
    { "fract", -1e-300, 0, 0, 0x1.fffffffffffffp-1 },
    { "fract", -(double)INFINITY, 0, 0, -0.0 },
    { "ilogb", 0.0, 0, 0, -(double)INFINITY },
    { "ilogb", 0x1p-1074, 0, 0, -1074 },
    { "frexp_exponent", 8.0, 0, 0, 4 },
    { "frexp_exponent", (double)INFINITY, 0, 0, 0 },
    { "frexp_fraction", -8.0, 0, 0, -0.5 },
    { "modf_fraction", -2.25, 0, 0, -0.25 },
    { "modf_fraction", -2.0, 0, 0, -0.0 },
    { "lgamma_sign", -0.5, 0, 0, -1 },
    { "lgamma_sign", -1.5, 0, 0, 1 },
    { "maxmag", -3.0, 2.0, 0, -3 },
    { "minmag", -3.0, 3.0, 0, -3 },
    { "ldexp", 1.0, 1e9, 0, (double)INFINITY },
    { "ldexp", 1.0, -3, 0, 0.125 },
    { "remquo_quotient", 10.0, 3.0, 0, 3 },
    { "remquo_quotient", -11.0, 3.0, 0, -4 },
    { "remquo_quotient", 129.0, 1.0, 0, 1 },
    { "remquo_quotient", 127.6, 1.0, 0, 0 },
    { "remquo_quotient", 1e300, 0.0, 0, 0 },
    { "remquo_quotient", 0x1.fp1023, 0x1p1023, 0, 2 },
};

static void special_values_are_those_of_the_standard(void)
{
    for (size_t i = 0; i < sizeof special_values / sizeof *special_values; i++) {
        const double a = special_values[i].a, b = special_values[i].b, c = special_values[i].c;
        const double expected = special_values[i].value, actual = call(special_values[i].name, a, b, c);

        if (!EXPECT(isnan(expected) ? isnan(actual) : bits_of(actual) == bits_of(expected)))
            expect_note("%s(%g, %g, %g) is %.17g", special_values[i].name, a, b, c, actual);
    }
}

static void both_precisions_agree_wherever_they_can(void)
{
    static const double operands[] = { 0.25, 0.75, 1.5, 3.25 };

    for (int f = 0; lint_math_at(f); f++)
        for (size_t a = 0; a < 4; a++)
            for (size_t b = 0; b < 4; b++) {
                const struct lint_math_function *const function = lint_math_at(f);
                const double x = operands[a], y = operands[b];
                const double exact = function->dbl(x, y, 2);
                const float single = function->single((float)x, (float)y, 2);

                if (strcmp(function->name, "nextafter") == 0 || (isnan(exact) && isnan(single)))
                    continue;
                if (!EXPECT_NEAR((double)single, exact, 2e-6 * fmax(1, fabs(exact))))
                    expect_note("%s(%g, %g)", function->name, x, y);
            }
}

static void a_name_that_no_function_has_is_not_found(void)
{
    EXPECT_EQ_INT(lint_math_find("nosuch"), -1);
    EXPECT_EQ_INT(lint_math_find(""), -1);
    EXPECT(lint_math_at(-1) == NULL);
    EXPECT_EQ_STR(lint_math_at(lint_math_find("sin"))->name, "sin");
}

CU_TestInfo lint_number_tests[] = {
    TEST(halves_are_rounded_once),
    TEST(every_half_survives_the_way_to_double_and_back),
    TEST(numbers_out_of_range_saturate_and_integers_wrap_otherwise),
    TEST(every_rounding_goes_its_way),
    TEST(conversions_agree_with_those_of_c),
    TEST(special_values_are_those_of_the_standard),
    TEST(both_precisions_agree_wherever_they_can),
    TEST(a_name_that_no_function_has_is_not_found),
    CU_TEST_INFO_NULL,
};
