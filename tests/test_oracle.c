/*
 * What is right and how that is known: the oracle of small and of costly problems, a CLBlast that disagrees, and
 * Freivalds' check of a matrix product, which needs no device.
 */
#include <CUnit/CUnit.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clblast.h"
#include "clsmem/registry.h"
#include "expect.h"
#include "oracle.h"
#include "session.h"

/* 6.0e8 operations: more than a reference loop may take. */
#define COSTLY                                                                                                        \
    {                                                                                                                 \
        671, 669, 667, 1                                                                                              \
    }
#define SMALL                                                                                                         \
    {                                                                                                                 \
        33, 31, 65, 1                                                                                                 \
    }

static const struct clsmem_kernel *gemm(void)
{
    return clsmem_kernel_find("gemm");
}

/* NULL, and a failed expectation, without an oracle. The caller releases it. */
static struct clsmem_oracle *make(const struct clsmem_kernel *kernel, const struct clsmem_problem *problem)
{
    struct clsmem_session *session = session_shared();
    struct clsmem_oracle *oracle = NULL;

    if (session &&
        !EXPECT_EQ_INT(clsmem_oracle_create(&session->device, session->checker, 1, kernel, problem, &oracle),
                       CLSMEM_OK)) {
        expect_note("%s: %s", kernel->name, clsmem_error_text());
        clsmem_oracle_release(oracle);
        oracle = NULL;
    }
    return oracle;
}

static void a_small_product_rests_on_the_reference_and_clblast(void)
{
    const struct clsmem_problem problem = { .extent = SMALL, .alpha = 0.5, .beta = -0.25 };
    struct clsmem_oracle *oracle = make(gemm(), &problem);

    if (!oracle)
        return;
    EXPECT_EQ_STR(oracle->name, clsmem_clblast_available() ? "reference+clblast" : "reference");
    if (!session_is_cbs()) /* there CLBlast is wrong, and rightly noted as suspect: test_run.c says more */
        EXPECT_EQ_STR(oracle->note, "");
    clsmem_oracle_release(oracle);
}

static void a_family_without_a_rival_rests_on_the_reference(void)
{
    const struct clsmem_problem problem = { .extent = { 1000, 1, 1, 1 } };
    struct clsmem_oracle *oracle = make(clsmem_kernel_find("copy"), &problem);

    if (!oracle)
        return;
    EXPECT_EQ_STR(oracle->name, "reference");
    EXPECT_EQ_SIZE(oracle->dataset_count, 1);
    EXPECT_EQ_INT(oracle->datasets[0].data, CLSMEM_UNIFORM);
    EXPECT(oracle->datasets[0].tolerance.data == NULL);
    clsmem_oracle_release(oracle);
}

static void a_costly_product_rests_on_a_producer_and_freivalds(void)
{
    const struct clsmem_problem problem = { .extent = COSTLY, .alpha = 1 };
    struct clsmem_oracle *oracle = make(gemm(), &problem);

    if (!oracle)
        return;
    EXPECT_EQ_STR(oracle->name, clsmem_clblast_available() ? "clblast+freivalds" : "naive+freivalds");
    EXPECT_EQ_STR(oracle->note, "");
    clsmem_oracle_release(oracle);
}

/* Random data are timed, so they come last; lattice data are compared exactly, with factors that keep them exact. */
static void lattice_data_come_first_and_tolerate_nothing(void)
{
    const struct clsmem_problem problem = { .extent = SMALL, .alpha = 0.7, .beta = 1e-9 };
    struct clsmem_oracle *oracle = make(gemm(), &problem);

    if (!oracle)
        return;
    EXPECT_EQ_SIZE(oracle->dataset_count, 2);
    EXPECT_EQ_INT(oracle->datasets[0].data, CLSMEM_LATTICE);
    EXPECT(oracle->datasets[0].tolerance.data == NULL);
    EXPECT_NEAR(oracle->datasets[0].problem.alpha, 0.75, 0);
    EXPECT_NEAR(oracle->datasets[0].problem.beta, 0.125, 0);
    EXPECT_EQ_INT(oracle->datasets[1].data, CLSMEM_UNIFORM);
    EXPECT(oracle->datasets[1].tolerance.data != NULL);
    EXPECT_NEAR(oracle->datasets[1].problem.alpha, 0.7, 0);
    EXPECT_NEAR(oracle->datasets[1].problem.beta, 1e-9, 0);
    clsmem_oracle_release(oracle);
}

/* c = alpha a b in the plainest way, and the sum of all |a| |b| in it. */
static void multiply(const struct clsmem_problem *problem, const double *a, const double *b, size_t row, size_t col,
                     double *product, double *magnitude)
{
    const size_t n = problem->extent[1], k = problem->extent[2];

    *product = *magnitude = 0;
    for (size_t l = 0; l < k; l++) {
        *product += problem->alpha * a[row * k + l] * b[l * n + col];
        *magnitude += fabs(problem->alpha * a[row * k + l] * b[l * n + col]);
    }
}

/* Expected outputs are right, and no tolerance is below what k roundings may cost, nor far above it. */
static void the_tolerance_of_a_product_is_its_rounding_bound(void)
{
    const struct clsmem_problem problem = { .extent = SMALL, .alpha = 2 };
    const size_t m = 33, n = 31, k = 65;
    const double u = clsmem_type_unit_roundoff(CLSMEM_F32);
    struct clsmem_oracle *oracle = make(gemm(), &problem);
    double *values = malloc((m * k + k * n + 2 * m * n) * sizeof *values);
    double *b = values + m * k, *expected = b + k * n, *tolerance = expected + m * n;

    if (oracle && EXPECT(values != NULL)) {
        const struct clsmem_dataset *dataset = &oracle->datasets[1];
        const struct clsmem_device *device = &session_shared()->device;

        EXPECT_EQ_INT(clsmem_array_read(device, &dataset->inputs[0], values), CLSMEM_OK);
        EXPECT_EQ_INT(clsmem_array_read(device, &dataset->inputs[1], b), CLSMEM_OK);
        EXPECT_EQ_INT(clsmem_array_read(device, &dataset->expected, expected), CLSMEM_OK);
        EXPECT_EQ_INT(clsmem_array_read(device, &dataset->tolerance, tolerance), CLSMEM_OK);
        for (size_t i = 0; i < m * n; i++) {
            double product, magnitude;

            multiply(&problem, values, b, i / n, i % n, &product, &magnitude);
            EXPECT_NEAR(expected[i], product, u * fabs(product));
            EXPECT(tolerance[i] >= (double)(k + 2) * u * magnitude * (1 - 1e-6));
            EXPECT(tolerance[i] <= 4 * (double)k * u * magnitude);
        }
    }
    free(values);
    clsmem_oracle_release(oracle);
}

/* A CLBlast that computes something else: twice the product, as a wrong leading dimension or factor might. */
static void twice_the_product(const struct clsmem_problem *problem, struct clsmem_blas_call *call)
{
    gemm()->blas(problem, call);
    call->alpha *= 2;
}

static struct clsmem_kernel misled;

static const struct clsmem_kernel *misled_gemm(void)
{
    misled = *gemm();
    misled.blas = twice_the_product;
    return &misled;
}

static void a_clblast_that_differs_from_the_reference_is_the_suspect(void)
{
    const struct clsmem_problem problem = { .extent = SMALL, .alpha = 1 };
    struct clsmem_result result = { 0 };
    struct clsmem_oracle *oracle;

    if (!clsmem_clblast_available() || !(oracle = make(misled_gemm(), &problem)))
        return;
    EXPECT_CONTAINS(oracle->note, "CLBlast differs from the double reference in ");
    EXPECT_CONTAINS(oracle->note, " of 1023 elements: CLBlast is suspect");
    EXPECT_CONTAINS(oracle->name, "reference");
    clsmem_oracle_release(oracle);

    /* Variants are held to the reference: the right one passes with the note, and the rival is wrong. */
    session_run(session_shared(), &misled, clsmem_variant_find(&misled, "naive"), &problem, &result);
    EXPECT_EQ_INT(result.status, CLSMEM_OK);
    EXPECT_CONTAINS(result.check.note, "CLBlast is suspect");
    clsmem_result_release(&result);
    session_run(session_shared(), &misled, clsmem_variant_find(&misled, "clblast"), &problem, &result);
    EXPECT_EQ_INT(result.status, CLSMEM_WRONG);
    clsmem_result_release(&result);
}

static void a_clblast_that_fails_freivalds_is_replaced(void)
{
    const struct clsmem_problem problem = { .extent = COSTLY, .alpha = 1 };
    struct clsmem_oracle *oracle;

    if (!clsmem_clblast_available() || !(oracle = make(misled_gemm(), &problem)))
        return;
    EXPECT_EQ_STR(oracle->name, "naive+freivalds");
    EXPECT_CONTAINS(oracle->note, "CLBlast is suspect: gemm.clblast fails its family's probe");
    clsmem_oracle_release(oracle);
}

static enum clsmem_status confirm_nothing(const struct clsmem_problem *problem, const double *const in[],
                                          const double *output)
{
    (void)problem;
    (void)in;
    (void)output;
    return CLSMEM_WRONG;
}

static void without_a_confirmed_output_there_is_no_oracle(void)
{
    const struct clsmem_problem problem = { .extent = COSTLY, .alpha = 1 };
    struct clsmem_session *session = session_shared();
    struct clsmem_kernel doubted = *gemm();
    struct clsmem_oracle *oracle = NULL;

    doubted.confirm = confirm_nothing;
    if (!session)
        return;
    EXPECT_EQ_INT(clsmem_oracle_create(&session->device, session->checker, 1, &doubted, &problem, &oracle),
                  CLSMEM_WRONG);
    EXPECT_CONTAINS(clsmem_error_text(), "gemm.naive fails its family's probe");
    clsmem_oracle_release(oracle);
}

/* Reads input `i` of both datasets, one behind the other; each has fewer than 4096 elements. */
static void read_inputs(const struct clsmem_oracle *oracle, size_t i, double *values)
{
    for (size_t set = 0; set < 2; set++) {
        const struct clsmem_array *input = &oracle->datasets[set].inputs[i];

        EXPECT(input->count < 4096);
        EXPECT_EQ_INT(clsmem_array_read(&session_shared()->device, input, values + 4096 * set), CLSMEM_OK);
    }
}

static void refilled_inputs_are_the_ones_before(void)
{
    const struct clsmem_problem problem = { .extent = SMALL, .alpha = 1, .beta = 1 };
    struct clsmem_oracle *oracle = make(gemm(), &problem);
    static double before[3][2 * 4096], after[3][2 * 4096];

    if (!oracle)
        return;
    const struct clsmem_device *device = &session_shared()->device;

    for (size_t i = 0; i < 3; i++) {
        read_inputs(oracle, i, before[i]);
        for (size_t set = 0; set < 2; set++)
            EXPECT_EQ_INT(clsmem_array_begin(device, CLSMEM_OUT, &oracle->datasets[set].inputs[i]), CLSMEM_OK);
    }
    EXPECT_EQ_INT(clsmem_oracle_refill(device, oracle), CLSMEM_OK);
    for (size_t i = 0; i < 3; i++) {
        read_inputs(oracle, i, after[i]);
        EXPECT_EQ_INT(memcmp(before[i], after[i], sizeof before[i]), 0);
    }
    clsmem_oracle_release(oracle);
}

/* A product on the host for Freivalds' check: lattice data, and c by the family's reference. */
struct product {
    struct clsmem_problem problem;
    const double *in[3];
    double *values, *c;
};

static bool product_make(struct product *product, size_t m, size_t n, size_t k, double beta)
{
    double *values = malloc((m * k + k * n + 2 * m * n) * sizeof *values);

    if (!EXPECT(values != NULL))
        return false;
    *product = (struct product){
        .problem = { .extent = { m, n, k, 1 }, .alpha = -0.5, .beta = beta },
        .in = { values, values + m * k, values + m * k + k * n },
        .values = values,
        .c = values + m * k + k * n + m * n,
    };
    clsmem_fill(CLSMEM_LATTICE, CLSMEM_F32, 1, 0, values, m * k);
    clsmem_fill(CLSMEM_LATTICE, CLSMEM_F32, 1, 1, values + m * k, k * n);
    clsmem_fill(CLSMEM_LATTICE, CLSMEM_F32, 1, 2, values + m * k + k * n, m * n);
    gemm()->reference(&product->problem, product->in, product->c);
    return true;
}

static enum clsmem_status confirm(const struct product *product)
{
    return gemm()->confirm(&product->problem, product->in, product->c);
}

static void freivalds_confirms_a_right_product(void)
{
    static const size_t shapes[][3] = { { 1, 1, 1 }, { 1, 700, 3 }, { 300, 1, 2 }, { 301, 203, 199 } };
    struct product product;

    for (size_t i = 0; i < 2 * sizeof shapes / sizeof *shapes; i++) {
        const size_t *shape = shapes[i / 2];

        if (!product_make(&product, shape[0], shape[1], shape[2], i % 2 ? 0.375 : 0))
            return;
        EXPECT_EQ_INT(confirm(&product), CLSMEM_OK);
        free(product.values);
    }
}

/* By the least that lattice data can be wrong by, in each column and in many rows of a large product. */
static void freivalds_finds_one_wrong_element(void)
{
    const size_t m = 301, n = 503, k = 199;
    struct product product;
    size_t missed = 0;

    if (!product_make(&product, m, n, k, 0))
        return;
    for (size_t col = 0; col < n; col++) {
        double *element = &product.c[col * 7 % m * n + col];
        const double right = *element;

        *element += 1.0 / 512;
        missed += confirm(&product) != CLSMEM_WRONG;
        *element = right;
    }
    EXPECT_EQ_SIZE(missed, 0);
    product.c[m * n - 1] = NAN;
    EXPECT_EQ_INT(confirm(&product), CLSMEM_WRONG);
    free(product.values);
}

static void freivalds_finds_exchanged_rows_and_forgotten_factors(void)
{
    struct product product;

    if (!product_make(&product, 64, 64, 64, 0.375))
        return;
    const double first = product.c[0];

    product.c[0] = product.c[64];
    product.c[64] = first;
    EXPECT_EQ_INT(confirm(&product), CLSMEM_WRONG);
    product.c[64] = product.c[0];
    product.c[0] = first;
    EXPECT_EQ_INT(confirm(&product), CLSMEM_OK);
    product.problem.beta = 0.25;
    EXPECT_EQ_INT(confirm(&product), CLSMEM_WRONG);
    product.problem.beta = 0;
    EXPECT_EQ_INT(confirm(&product), CLSMEM_WRONG);
    product.problem.beta = 0.375;
    product.problem.alpha = 0.5;
    EXPECT_EQ_INT(confirm(&product), CLSMEM_WRONG);
    free(product.values);
}

CU_TestInfo oracle_tests[] = {
    TEST(freivalds_confirms_a_right_product),
    TEST(freivalds_finds_one_wrong_element),
    TEST(freivalds_finds_exchanged_rows_and_forgotten_factors),
    TEST(a_small_product_rests_on_the_reference_and_clblast),
    TEST(a_family_without_a_rival_rests_on_the_reference),
    TEST(a_costly_product_rests_on_a_producer_and_freivalds),
    TEST(lattice_data_come_first_and_tolerate_nothing),
    TEST(the_tolerance_of_a_product_is_its_rounding_bound),
    TEST(a_clblast_that_differs_from_the_reference_is_the_suspect),
    TEST(a_clblast_that_fails_freivalds_is_replaced),
    TEST(without_a_confirmed_output_there_is_no_oracle),
    TEST(refilled_inputs_are_the_ones_before),
    CU_TEST_INFO_NULL,
};
