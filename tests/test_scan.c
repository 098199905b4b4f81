/*
 * scan where its single pass is in trouble: every group waits in vain for the ones before it, or never waits, and must
 * add their tiles up itself. On a device that runs groups side by side that hardly ever happens by itself.
 */
#include <CUnit/CUnit.h>

#include <string.h>

#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "expect.h"
#include "session.h"

#define MOST_VARIANTS 16

/* The family with another SPIN: how often a group looks for the word of a tile before it adds that up. */
static struct clsmem_kernel impatient;
static struct clsmem_variant impatient_variants[MOST_VARIANTS];

static void make_impatient(long spin)
{
    const struct clsmem_kernel *scan = clsmem_kernel_find("scan");

    impatient = *scan;
    impatient.variants = impatient_variants;
    if (!EXPECT(scan->variant_count <= MOST_VARIANTS))
        impatient.variant_count = MOST_VARIANTS;
    memcpy(impatient_variants, scan->variants, impatient.variant_count * sizeof *impatient_variants);
    for (size_t v = 0; v < impatient.variant_count; v++)
        for (size_t p = 0; p < CLSMEM_MAX_PARAMS && impatient_variants[v].params[p].name; p++)
            if (strcmp(impatient_variants[v].params[p].name, "SPIN") == 0)
                impatient_variants[v].params[p].value = spin;
}

/* Every variant that looks back, or is skipped for want of 64-bit atomics. A row launches it several times. */
static void expect_right_rows(long spin)
{
    static const size_t counts[] = { 1, 4096, 4097, 40009, 131073, 300007 };
    struct clsmem_session *session = session_shared();

    make_impatient(spin);
    for (size_t c = 0; session && c < 2 * sizeof counts / sizeof *counts; c++) {
        struct clsmem_problem problem = { .extent = { counts[c / 2], 1, 1, 1 }, .mode = c % 2, .alpha = 1 };

        problem.type = c % 3 ? CLSMEM_U32 : CLSMEM_F32;
        for (size_t v = 0; v < impatient.variant_count; v++) {
            const struct clsmem_variant *variant = &impatient_variants[v];
            struct clsmem_result result;

            if (clsmem_param_or(variant, "SPIN", -1) != spin)
                continue;
            session_run(session, &impatient, variant, &problem, &result);
            if (!EXPECT(result.status == CLSMEM_OK || result.status == CLSMEM_SKIPPED))
                expect_note("scan.%s, %zu elements, SPIN %ld: %s", variant->name, problem.extent[0], spin,
                            result.reason);
            clsmem_result_release(&result);
        }
    }
}

static void groups_that_never_wait_add_all_tiles_before_them_up(void)
{
    expect_right_rows(0);
}

/* Words of the launch before lie there still, and those of this one come while others are made up for. */
static void groups_that_look_once_mix_what_they_find_with_what_they_add_up(void)
{
    expect_right_rows(1);
}

static void the_longest_scan_has_a_plan(void)
{
    const struct clsmem_limits limits = {
        .max_group_items = 256,
        .max_items = { 256, 256, 64 },
        .local_bytes = 32 << 10,
        .compute_units = 1,
        .vector_f32 = 1,
    };
    const struct clsmem_problem problem = { .extent = { CLSMEM_MAX_EXTENT, 1, 1, 1 }, .alpha = 1 };
    const struct clsmem_kernel *scan = clsmem_kernel_find("scan");

    for (size_t v = 0; v < scan->variant_count; v++) {
        struct clsmem_plan plan;

        clsmem_plan_make(scan, &scan->variants[v], &problem, &limits, &plan);
        EXPECT(clsmem_plan_buffer_count(&plan) < CLSMEM_MAX_BUFFERS);
        /* Work-items are numbered in 32 bits. */
        for (size_t p = 0; p < clsmem_plan_pass_count(&plan); p++)
            if (!EXPECT(plan.passes[p].global[0] < (size_t)1 << 32))
                expect_note("scan.%s, pass %zu", scan->variants[v].name, p);
    }
}

CU_TestInfo scan_tests[] = {
    TEST(groups_that_never_wait_add_all_tiles_before_them_up),
    TEST(groups_that_look_once_mix_what_they_find_with_what_they_add_up),
    TEST(the_longest_scan_has_a_plan),
    CU_TEST_INFO_NULL,
};
