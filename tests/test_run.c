/*
 * Every variant of every family on the device under test, at sizes that tiles do not divide, in both types; and what a
 * row says when it cannot run. A row is ok, or skipped for a reason that this file knows too.
 */
#include <CUnit/CUnit.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "clblast.h"
#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "expect.h"
#include "launch.h"
#include "session.h"

/* A launch of more operations than this takes longer on a CPU than a test may: the shape is left out. */
#define MOST_OPERATIONS 5e8

/* By number of extents: one, odd and prime sizes, tile edges (8 to 128) and one beside them, long and flat, whole. */
static const size_t shapes_0[][CLSMEM_MAX_EXTENTS] = { { 1, 1, 1, 1 } };
static const size_t shapes_1[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1, 1 },    { 2, 1, 1, 1 },    { 255, 1, 1, 1 },   { 256, 1, 1, 1 },   { 257, 1, 1, 1 },   { 1021, 1, 1, 1 },
    { 4095, 1, 1, 1 }, { 4096, 1, 1, 1 }, { 4097, 1, 1, 1 }, { 16383, 1, 1, 1 }, { 16384, 1, 1, 1 }, { 65537, 1, 1, 1 },
};
static const size_t shapes_2[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1, 1 },   { 1, 67, 1, 1 },  { 67, 1, 1, 1 },  { 31, 33, 1, 1 },   { 32, 32, 1, 1 },
    { 65, 63, 1, 1 }, { 36, 68, 1, 1 }, { 61, 97, 1, 1 }, { 128, 192, 1, 1 }, { 259, 5, 1, 1 },
};
static const size_t shapes_3[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1, 1 },    { 1, 67, 5, 1 },     { 67, 1, 9, 1 },     { 31, 33, 32, 1 },
    { 33, 31, 1, 1 },  { 127, 63, 7, 1 },   { 129, 65, 17, 1 },  { 128, 128, 8, 1 },
    { 64, 64, 64, 1 }, { 132, 68, 12, 1 },  { 61, 97, 101, 1 },
};

struct shape_list {
    const size_t (*shapes)[CLSMEM_MAX_EXTENTS];
    size_t count;
};

static const struct shape_list shape_lists[] = {
    { shapes_0, sizeof shapes_0 / sizeof *shapes_0 },
    { shapes_1, sizeof shapes_1 / sizeof *shapes_1 },
    { shapes_2, sizeof shapes_2 / sizeof *shapes_2 },
    { shapes_3, sizeof shapes_3 / sizeof *shapes_3 },
};

static size_t extent_count(const struct clsmem_kernel *kernel)
{
    size_t count = 0;

    while (count < CLSMEM_MAX_EXTENTS && kernel->extents[count])
        count++;
    return count;
}

/* Whether beta reaches the family: only then its output is an input too. */
static bool takes_factors(const struct clsmem_kernel *kernel, const struct clsmem_problem *problem,
                          const struct clsmem_limits *limits)
{
    struct clsmem_problem with_beta = *problem;
    struct clsmem_plan plan;

    with_beta.beta = 1;
    clsmem_plan_make(kernel, &kernel->variants[0], &with_beta, limits, &plan);
    return plan.buffers[clsmem_plan_output(&plan)].role == CLSMEM_IN_OUT;
}

/* What the variant's needs and the device's limits say, put together apart from the library. */
static bool is_expected_to_run(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                               const struct clsmem_problem *problem, const struct clsmem_limits *limits)
{
    const size_t *most = limits->max_items;
    struct clsmem_plan plan;

    clsmem_plan_make(kernel, variant, problem, limits, &plan);
    for (size_t p = 0; p < clsmem_plan_pass_count(&plan); p++) {
        const size_t *local = plan.passes[p].local;
        const size_t items = local[0] * (local[1] ? local[1] : 1) * (local[2] ? local[2] : 1);

        if (local[0] > most[0] || local[1] > most[1] || local[2] > most[2] || items > limits->max_group_items)
            return false;
    }
    return plan.local_bytes <= limits->local_bytes && (!(variant->needs & CLSMEM_NEEDS_CPU) || limits->is_cpu) &&
           (!(variant->needs & CLSMEM_NEEDS_SUBGROUPS) || limits->has_subgroups) &&
           (!(variant->needs & CLSMEM_NEEDS_NV_COMPILER) || limits->is_nv_compiler) &&
           (!(variant->needs & CLSMEM_NEEDS_CLBLAST) || clsmem_clblast_available()) &&
           (problem->type != CLSMEM_F64 || limits->vector_f64 > 0);
}

/* What an ok row must say. */
static bool is_whole(const struct clsmem_result *result)
{
    return EXPECT_EQ_SIZE(result->check.wrong, 0) & EXPECT(result->check.worst <= 1) &
           EXPECT(result->check.oracle[0] != '\0') & EXPECT_EQ_STR(result->check.note, "") &
           EXPECT_EQ_STR(result->reason, "") & EXPECT(result->time.count > 0) & EXPECT(result->time.median_ns > 0) &
           EXPECT((result->rate > 0) == (result->kernel->unit != CLSMEM_UNIT_NONE));
}

static void expect_row(struct clsmem_session *session, const struct clsmem_kernel *kernel,
                       const struct clsmem_variant *variant, const struct clsmem_problem *problem)
{
    const bool runs = is_expected_to_run(kernel, variant, problem, &session->device.info.limits);
    struct clsmem_result result;
    bool held;

    session_run(session, kernel, variant, problem, &result);
    held = EXPECT_EQ_STR(clsmem_status_word(result.status), runs ? "ok" : "skipped");
    held &= runs ? is_whole(&result) : EXPECT_CONTAINS(result.reason, "needs ") & EXPECT_EQ_SIZE(result.time.count, 0);
    if (!held)
        expect_note("%s.%s, %s, %zu x %zu x %zu, alpha %g, beta %g: %s\n%s", kernel->name, variant->name,
                    clsmem_type_word(problem->type), problem->extent[0], problem->extent[1], problem->extent[2],
                    problem->alpha, problem->beta, result.reason, result.build_log ? result.build_log : "");
    clsmem_result_release(&result);
}

/* All variants at one problem share one oracle. Every second shape of a family that takes factors gets some. */
static void expect_shape(struct clsmem_session *session, const struct clsmem_kernel *kernel,
                         const struct clsmem_problem *problem)
{
    const bool factors = takes_factors(kernel, problem, &session->device.info.limits);

    for (size_t f = 0; f < (factors ? 2 : 1); f++) {
        struct clsmem_problem this = *problem;

        if (f == 1) {
            this.alpha = 0.5;
            this.beta = -0.25;
        }
        for (size_t v = 0; v < kernel->variant_count; v++)
            expect_row(session, kernel, &kernel->variants[v], &this);
    }
}

static void expect_every_variant(enum clsmem_type type)
{
    struct clsmem_session *session = session_shared();
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; session && k < count; k++) {
        const size_t extents = extent_count(kernels[k]);
        size_t ran = 0;

        if (!EXPECT(extents < sizeof shape_lists / sizeof *shape_lists))
            continue;
        for (size_t s = 0; s < shape_lists[extents].count; s++) {
            struct clsmem_problem problem = { .type = type, .alpha = 1 };

            memcpy(problem.extent, shape_lists[extents].shapes[s], sizeof problem.extent);
            if (kernels[k]->work(&problem).operations > MOST_OPERATIONS)
                continue;
            expect_shape(session, kernels[k], &problem);
            ran++;
        }
        if (!EXPECT(ran >= 4 || ran == shape_lists[extents].count))
            expect_note("%s: %zu shapes", kernels[k]->name, ran);
    }
}

static void every_variant_is_right_in_f32_at_sizes_that_tiles_do_not_divide(void)
{
    expect_every_variant(CLSMEM_F32);
}

/* On a device without doubles every row is skipped, and says why. */
static void every_variant_is_right_in_f64_at_sizes_that_tiles_do_not_divide(void)
{
    expect_every_variant(CLSMEM_F64);
}
