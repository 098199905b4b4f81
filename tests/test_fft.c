/* The fft family's own right results and roots, held against sums that follow the definition. */
#include <CUnit/CUnit.h>

#include <math.h>
#include <stdlib.h>

#include "clsmem/registry.h"
#include "expect.h"

enum { IN, ROOTS };

#define BATCH 3
#define MOST 4096

static const struct clsmem_kernel *fft(void)
{
    const struct clsmem_kernel *const kernel = clsmem_kernel_find("fft");

    EXPECT(kernel != NULL);
    return kernel;
}

static struct clsmem_problem problem_of(size_t length, enum clsmem_type type, size_t mode)
{
    return (struct clsmem_problem){ .extent = { length, BATCH, 1, 1 }, .type = type, .mode = mode };
}

/* Numbers in [-0.5, 0.5). */
static void fill(double *values, size_t count)
{
    unsigned state = 1;

    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        values[i] = (double)(state >> 8) / (1 << 24) - 0.5;
    }
}

/* out[k] = sum over j of in[j] exp(-2 pi i j k / length). */
static void transform_by_definition(const double *in, size_t length, double *out)
{
    const double turn = 2 * acos(-1);

    for (size_t k = 0; k < length; k++) {
        out[2 * k] = out[2 * k + 1] = 0;
        for (size_t j = 0; j < length; j++) {
            const double angle = -turn * (double)(j * k % length) / (double)length;

            out[2 * k] += in[2 * j] * cos(angle) - in[2 * j + 1] * sin(angle);
            out[2 * k + 1] += in[2 * j] * sin(angle) + in[2 * j + 1] * cos(angle);
        }
    }
}

static void expect_reference(size_t length)
{
    static double in[2 * BATCH * MOST], expected[2 * BATCH * MOST], actual[2 * BATCH * MOST];
    const struct clsmem_problem problem = problem_of(length, CLSMEM_F64, 0);
    const double *const inputs[CLSMEM_MAX_BUFFERS] = { in };
    double worst = 0;

    fill(in, 2 * BATCH * length);
    for (size_t i = 0; i < BATCH; i++)
        transform_by_definition(in + 2 * i * length, length, expected + 2 * i * length);
    fft()->reference(&problem, inputs, actual);
    for (size_t i = 0; i < 2 * BATCH * length; i++)
        worst = fmax(worst, fabs(actual[i] - expected[i]));
    if (!EXPECT_NEAR(worst, 0, 1e-15 * (double)length))
        expect_note("length %zu", length);
}

static void the_reference_is_the_sum_of_the_definition(void)
{
    for (size_t length = 64; length <= 1024; length *= 2)
        expect_reference(length);
}

static void a_round_trip_leads_back_to_the_input(void)
{
    static double in[2 * BATCH * 64], actual[2 * BATCH * 64];
    const struct clsmem_problem problem = problem_of(64, CLSMEM_F32, 1);
    const double *const inputs[CLSMEM_MAX_BUFFERS] = { in };

    fill(in, 2 * BATCH * 64);
    EXPECT_EQ_STR(fft()->modes[1].name, "round_trip");
    fft()->reference(&problem, inputs, actual);
    for (size_t i = 0; i < 2 * BATCH * 64; i++)
        EXPECT(actual[i] == in[i]);
}

/* The family's roots of one length, in a list that the caller frees. */
static double *roots_of(size_t length, enum clsmem_type type, size_t *count)
{
    const struct clsmem_problem problem = problem_of(length, type, 0);
    const struct clsmem_limits limits = { .compute_units = 1 };
    struct clsmem_plan *const plan = calloc(1, sizeof *plan);
    double *roots;

    fft()->variants[0].plan(&fft()->variants[0], &problem, &limits, plan);
    *count = plan->buffers[ROOTS].count;
    roots = malloc(*count * sizeof *roots);
    fft()->data(&problem, ROOTS, roots, *count);
    free(plan);
    return roots;
}

static void expect_root(const double *root, double turns, double tolerance)
{
    const double angle = -2 * acos(-1) * turns;

    EXPECT_NEAR(root[0], cos(angle), tolerance);
    EXPECT_NEAR(root[1], sin(angle), tolerance);
}

/* Behind those of radix 2: `radix` times n roots, the j-th n being powers of exp(-2 pi i j / (radix n)). */
static void expect_pass(const double *roots, size_t radix, size_t n, double tolerance)
{
    for (size_t j = 0; j < radix; j++)
        for (size_t k = 0; k < n; k++)
            expect_root(roots + 2 * (j * n + k), (double)(j * k) / (double)(radix * n), tolerance);
}

static void roots_lie_in_the_order_of_the_passes(void)
{
    size_t count;
    double *const roots = roots_of(2048, CLSMEM_F64, &count);

    EXPECT_EQ_SIZE(count, 2 * (2048 + 32 * 32 + 2 * 1024));
    for (size_t n = 1; n < 2048; n *= 2)
        for (size_t k = 0; k < n; k++)
            expect_root(roots + 2 * (n + k), (double)k / (double)(2 * n), 4e-16);
    expect_pass(roots + 2 * 2048, 32, 32, 4e-15);
    expect_pass(roots + 2 * (2048 + 1024), 2, 1024, 4e-15);
    free(roots);
}

static void roots_are_exact_in_their_type(void)
{
    size_t count, rounded = 0;
    double *const singles = roots_of(64, CLSMEM_F32, &count), *const doubles = roots_of(64, CLSMEM_F64, &count);

    for (size_t i = 0; i < count; i++) {
        EXPECT(singles[i] == (double)(float)singles[i]);
        EXPECT_NEAR(singles[i], doubles[i], 0x1p-25);
        rounded += singles[i] != doubles[i];
    }
    EXPECT(rounded > 0);
    free(singles);
    free(doubles);
}

static void lengths_are_powers_of_two_from_64_to_4096(void)
{
    static const size_t refused[] = { 1, 32, 63, 65, 96, 1023, 4095, 4097, 8192 };
    char reason[256] = "";

    for (size_t length = 64; length <= 4096; length *= 2) {
        const struct clsmem_problem problem = problem_of(length, CLSMEM_F32, 0);

        EXPECT(fft()->accepts(&problem, reason, sizeof reason));
    }
    EXPECT_EQ_STR(reason, "");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct clsmem_problem problem = problem_of(refused[i], CLSMEM_F32, 0);

        if (!EXPECT(!fft()->accepts(&problem, reason, sizeof reason)))
            expect_note("length %zu", refused[i]);
    }
    EXPECT_EQ_STR(reason, "the length of a transform is a power of two from 64 to 4096, not 8192");
}

/* A transform of n ones is n at place 0 and nothing elsewhere: the bound is tight. */
static void the_magnitude_bounds_every_result(void)
{
    static double ones[2 * BATCH * 64], result[2 * BATCH * 64], bound[2 * BATCH * 64];
    const struct clsmem_problem problem = problem_of(64, CLSMEM_F32, 0);
    const double *const inputs[CLSMEM_MAX_BUFFERS] = { ones };

    for (size_t i = 0; i < 2 * BATCH * 64; i += 2)
        ones[i] = 1;
    fft()->reference(&problem, inputs, result);
    fft()->magnitude(&problem, inputs, bound);
    EXPECT_NEAR(result[0], 64, 1e-12);
    EXPECT_NEAR(bound[0], 64, 1e-12);
    for (size_t i = 0; i < 2 * BATCH * 64; i++)
        EXPECT(fabs(result[i]) <= bound[i] * (1 + 1e-14));
}

CU_TestInfo fft_tests[] = {
    TEST(the_reference_is_the_sum_of_the_definition),
    TEST(a_round_trip_leads_back_to_the_input),
    TEST(roots_lie_in_the_order_of_the_passes),
    TEST(roots_are_exact_in_their_type),
    TEST(lengths_are_powers_of_two_from_64_to_4096),
    TEST(the_magnitude_bounds_every_result),
    CU_TEST_INFO_NULL,
};
