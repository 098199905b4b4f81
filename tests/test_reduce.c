/*
 * reduce on numbers that are no ordinary ones: zeros with a sign, infinities, NaN, denormal and huge numbers. Each
 * variant of our own is launched by hand, since the families' checks are on tame data. CLBlast's rows are not ours.
 */
#include <CUnit/CUnit.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "array.h"
#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "expect.h"
#include "launch.h"
#include "session.h"

/* A prime: no tile, vector or share is whole, and there are several groups of each variant. */
#define COUNT 40009

/* Places that different work-items, vectors, groups and leftovers come upon. */
static const size_t places[] = { 0, 1, 3, 255, 256, 4095, 8192, 20000, COUNT - 2, COUNT - 1 };

#define PLACES (sizeof places / sizeof *places)

/* What is expected: a number, an interval of them, or NaN. */
struct answer {
    double least, most; /* NAN: the result must be NaN */
};

static struct answer exactly(double value)
{
    return (struct answer){ value, value };
}

static bool is_answer(double result, struct answer answer)
{
    return isnan(answer.least) ? isnan(result) : result >= answer.least && result <= answer.most;
}

/* One variant, built for one mode and one type, and its buffers. */
struct trial {
    struct clsmem_launch launch;
    struct clsmem_array arrays[CLSMEM_MAX_BUFFERS];
    const char *variant, *mode, *type;
};

static void trial_release(struct trial *trial)
{
    clsmem_launch_release(&trial->launch);
    for (size_t i = 0; i < CLSMEM_MAX_BUFFERS; i++)
        clsmem_array_release(&trial->arrays[i]);
}

/* False where something failed, and that is counted. The caller releases the trial. */
static bool trial_make(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                       const struct clsmem_problem *problem, struct trial *trial)
{
    const struct clsmem_device *device = &session_shared()->device;
    const struct clsmem_sources embedded = { NULL };
    cl_mem buffers[CLSMEM_MAX_BUFFERS] = { 0 };

    *trial = (struct trial){ .variant = variant->name,
                             .mode = kernel->modes[problem->mode].name,
                             .type = clsmem_type_word(problem->type) };
    if (!EXPECT_EQ_INT(clsmem_launch_prepare(device, &embedded, kernel, variant, problem, &trial->launch), CLSMEM_OK))
        return false;
    for (size_t i = 0; i < clsmem_plan_buffer_count(&trial->launch.plan); i++) {
        const struct clsmem_buffer *buffer = &trial->launch.plan.buffers[i];

        if (!EXPECT_EQ_INT(clsmem_array_create(device, buffer->type, buffer->count, &trial->arrays[i]), CLSMEM_OK) ||
            !EXPECT_EQ_INT(clsmem_array_begin(device, buffer->role, &trial->arrays[i]), CLSMEM_OK))
            return false;
        buffers[i] = trial->arrays[i].data;
    }
    return EXPECT_EQ_INT(clsmem_launch_bind(&trial->launch, problem, buffers), CLSMEM_OK);
}

/* Launches it on these elements (and for dot on those of b), and holds the result against the answer. */
static void try_on(struct trial *trial, const char *what, const double *a, const double *b, struct answer answer)
{
    const struct clsmem_device *device = &session_shared()->device;
    const size_t out = clsmem_plan_output(&trial->launch.plan);
    double result = 0;
    bool held = EXPECT_EQ_INT(clsmem_array_write(device, &trial->arrays[0], a), CLSMEM_OK);

    if (out > 1)
        held &= EXPECT_EQ_INT(clsmem_array_write(device, &trial->arrays[1], b), CLSMEM_OK);
    held &= EXPECT_EQ_INT(clsmem_array_begin(device, CLSMEM_OUT, &trial->arrays[out]), CLSMEM_OK);
    held &= EXPECT_EQ_INT(clsmem_launch_execute(&trial->launch, 1, NULL), CLSMEM_OK);
    held &= EXPECT_EQ_INT(clsmem_array_read(device, &trial->arrays[out], &result), CLSMEM_OK);
    if (!held || !EXPECT(is_answer(result, answer)))
        expect_note("reduce.%s, %s, %s, %s: %g instead of %g to %g", trial->variant, trial->mode, trial->type, what,
                    result, answer.least, answer.most);
}

static double elements[COUNT], others[COUNT];

static void fill(double *values, double value)
{
    for (size_t i = 0; i < COUNT; i++)
        values[i] = value;
}

/* `first` alone at each of the places in turn, the rest being `rest`. */
static void try_at_each_place(struct trial *trial, const char *what, double rest, double first, struct answer answer)
{
    fill(elements, rest);
    for (size_t i = 0; i < PLACES; i++) {
        elements[places[i]] = first;
        try_on(trial, what, elements, others, answer);
        elements[places[i]] = rest;
    }
}

/* Two numbers far apart, the rest being `rest`. */
static void try_two(struct trial *trial, const char *what, double rest, double first, double second,
                    struct answer answer)
{
    fill(elements, rest);
    elements[places[1]] = first;
    elements[places[PLACES - 1]] = second;
    try_on(trial, what, elements, others, answer);
}

static void try_all(struct trial *trial, const char *what, double value, struct answer answer)
{
    fill(elements, value);
    try_on(trial, what, elements, others, answer);
}

/* The least and the greatest number of the type. */
static double least_of(const struct trial *trial)
{
    return strcmp(trial->type, "f64") == 0 ? 0x1p-1074 : 0x1p-149;
}

static double greatest_of(const struct trial *trial)
{
    return strcmp(trial->type, "f64") == 0 ? DBL_MAX : (double)FLT_MAX;
}

/* Sums, and dot products with ones: what holds for the terms holds for these, too. */
static void try_sums(struct trial *trial)
{
    const double least = least_of(trial), greatest = greatest_of(trial);

    fill(others, 1);
    try_all(trial, "negative zeros", -0.0, exactly(0));
    try_all(trial, "equal numbers", 0.25, exactly(0.25 * COUNT));
    try_two(trial, "zeros of both signs", 0.0, -0.0, 0.0, exactly(0));
    try_two(trial, "a number and its negative", 0.0, 1.5, -1.5, exactly(0));
    try_at_each_place(trial, "one number among zeros", -0.0, -1.5, exactly(-1.5));
    try_at_each_place(trial, "infinity", 0.25, (double)INFINITY, exactly((double)INFINITY));
    try_at_each_place(trial, "negative infinity", 0.25, (double)-INFINITY, exactly((double)-INFINITY));
    try_at_each_place(trial, "NaN", 0.25, (double)NAN, exactly((double)NAN));
    try_two(trial, "infinities of one sign", 0.25, (double)INFINITY, (double)INFINITY, exactly((double)INFINITY));
    try_two(trial, "infinities of both signs", 0.25, (double)INFINITY, (double)-INFINITY, exactly((double)NAN));
    try_two(trial, "NaN and infinity", 0.25, (double)INFINITY, (double)NAN, exactly((double)NAN));
    try_two(trial, "too much", 0.0, greatest, greatest, exactly((double)INFINITY));
    try_two(trial, "the greatest and its negative", 0.0, greatest, -greatest, exactly(0));
    /* They may be flushed to zero, as elements or as sums; else they are as exact as others. */
    try_all(trial, "denormal numbers", 3 * least, (struct answer){ 0, 3 * least * COUNT });
    try_at_each_place(trial, "a denormal number among others", 1024, 3 * least, exactly(1024.0 * (COUNT - 1)));
}

static void try_products(struct trial *trial)
{
    const double greatest = greatest_of(trial);

    fill(others, 0);
    try_all(trial, "times zero", 0.25, exactly(0));
    try_at_each_place(trial, "infinity times zero", 0.25, (double)INFINITY, exactly((double)NAN));
    try_at_each_place(trial, "NaN times zero", 0.25, (double)NAN, exactly((double)NAN));
    fill(others, -2);
    try_all(trial, "equal products", 0.25, exactly(-0.5 * COUNT));
    try_at_each_place(trial, "infinity times a negative number", 0.25, (double)INFINITY, exactly((double)-INFINITY));
    try_at_each_place(trial, "a product beyond the type", 0.0, greatest, exactly((double)-INFINITY));
}

static void try_greatest(struct trial *trial)
{
    const double least = least_of(trial), greatest = greatest_of(trial);
    const double infinity = (double)INFINITY, nan = (double)NAN;

    try_all(trial, "negative zeros", -0.0, exactly(0));
    try_all(trial, "equal numbers", -0.25, exactly(-0.25));
    try_two(trial, "zeros of both signs", -0.0, 0.0, -0.0, exactly(0));
    try_at_each_place(trial, "one above the others", -0.25, -0.125, exactly(-0.125));
    try_at_each_place(trial, "zero above negative numbers", -0.25, -0.0, exactly(0));
    try_at_each_place(trial, "the greatest", 0.25, greatest, exactly(greatest));
    try_all(trial, "the most negative", -greatest, exactly(-greatest));
    try_at_each_place(trial, "infinity", 0.25, infinity, exactly(infinity));
    try_at_each_place(trial, "negative infinity", -0.25, -infinity, exactly(-0.25));
    try_at_each_place(trial, "a number among negative infinities", -infinity, -0.25, exactly(-0.25));
    try_all(trial, "negative infinities", -infinity, exactly(-infinity));
    /* As fmax() has it: NaN is passed over. */
    try_at_each_place(trial, "NaN", -0.25, nan, exactly(-0.25));
    try_at_each_place(trial, "a number among NaN", nan, -0.25, exactly(-0.25));
    try_at_each_place(trial, "negative infinity among NaN", nan, -infinity, exactly(-infinity));
    try_two(trial, "NaN and infinity", 0.25, nan, infinity, exactly(infinity));
    try_all(trial, "nothing but NaN", nan, exactly(nan));
    /* Denormal numbers may count as zeros. */
    try_all(trial, "denormal numbers", 3 * least, (struct answer){ 0, 3 * least });
    try_all(trial, "negative denormal numbers", -3 * least, (struct answer){ -3 * least, 0 });
    try_at_each_place(trial, "a denormal number among negative ones", -0.25, 3 * least,
                      (struct answer){ 0, 3 * least });
    try_at_each_place(trial, "a negative denormal number", -0.25, -3 * least, (struct answer){ -3 * least, 0 });
}

/* Every variant that is ours and that the device has what it needs for, in both types. */
static void try_every_variant(const char *mode, void (*try)(struct trial *trial))
{
    const struct clsmem_kernel *kernel = clsmem_kernel_find("reduce");
    struct clsmem_problem problem = { .extent = { COUNT, 1, 1, 1 }, .alpha = 1 };
    struct clsmem_session *session = session_shared();

    while (strcmp(kernel->modes[problem.mode].name, mode) != 0)
        problem.mode++;
    for (size_t v = 0; session && v < 2 * kernel->variant_count; v++) {
        const struct clsmem_variant *variant = &kernel->variants[v / 2];
        struct trial trial;
        char reason[160];

        problem.type = v % 2 ? CLSMEM_F64 : CLSMEM_F32;
        if ((variant->needs & CLSMEM_NEEDS_CLBLAST) ||
            !clsmem_variant_applies(kernel, variant, &problem, &session->device.info.limits, reason, sizeof reason))
            continue;
        if (trial_make(kernel, variant, &problem, &trial))
            try(&trial);
        else
            expect_note("reduce.%s: %s", variant->name, clsmem_error_text());
        trial_release(&trial);
    }
}

static void sums_of_special_numbers_are_those_of_ieee(void)
{
    try_every_variant("sum", try_sums);
}

static void products_with_one_add_up_like_sums(void)
{
    try_every_variant("dot", try_sums);
}

static void products_of_special_numbers_are_those_of_ieee(void)
{
    try_every_variant("dot", try_products);
}

static void the_greatest_of_special_numbers_is_that_of_fmax(void)
{
    try_every_variant("max", try_greatest);
}

/* The reference by which variants are checked means the same. */
static void the_reference_passes_over_nan_too(void)
{
    const struct clsmem_kernel *kernel = clsmem_kernel_find("reduce");
    struct clsmem_problem problem = { .extent = { 3, 1, 1, 1 } };
    double values[3] = { (double)NAN, -2, (double)NAN }, greatest = 0;
    const double *in[] = { values };

    while (strcmp(kernel->modes[problem.mode].name, "max") != 0)
        problem.mode++;
    kernel->reference(&problem, in, &greatest);
    EXPECT_NEAR(greatest, -2, 0);
    values[1] = (double)NAN;
    kernel->reference(&problem, in, &greatest);
    EXPECT(isnan(greatest));
}

CU_TestInfo reduce_tests[] = {
    TEST(sums_of_special_numbers_are_those_of_ieee),
    TEST(products_with_one_add_up_like_sums),
    TEST(products_of_special_numbers_are_those_of_ieee),
    TEST(the_greatest_of_special_numbers_is_that_of_fmax),
    TEST(the_reference_passes_over_nan_too),
    CU_TEST_INFO_NULL,
};
