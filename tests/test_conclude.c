/* What families say of their rows, on rows that are made up. */
#include <CUnit/CUnit.h>

#include "clsmem/registry.h"
#include "expect.h"

static char text[1024];

/* A curve of occupancy.one_chain from 1 KiB on, whose time follows from `groups_at` by the number of work-groups. */
static const char *conclude_curve(const struct clsmem_local_capacity *truth,
                                  const struct clsmem_local_capacity *believed, double disturbance)
{
    const struct clsmem_kernel *const occupancy = clsmem_kernel_find("occupancy");
    const struct clsmem_limits limits = { .capacity = *believed };
    struct clsmem_outcome rows[2 * 24];
    size_t count = 0;

    for (size_t i = 0; i < 24; i++)
        for (size_t v = 0; v < occupancy->variant_count; v++) {
            const size_t bytes = 2048 * (i + 1), groups = clsmem_local_capacity_groups(truth, bytes);

            rows[count++] = (struct clsmem_outcome){
                .variant = &occupancy->variants[v],
                .problem = { .extent = { bytes, 1, 1, 1 } },
                .median_ns = 1e6 / (double)(groups ? groups : 1) * (i == 10 ? disturbance : 1),
            };
        }
    occupancy->conclude(&limits, rows, count, text, sizeof text);
    return text;
}

static void each_rise_stands_beside_its_prediction(void)
{
    const struct clsmem_local_capacity h200 = clsmem_local_capacity_of(9, 0, 0, 0);

    EXPECT_CONTAINS(conclude_curve(&h200, &h200, 1), "44.0 to 46.0 KiB x1.25 (predicted: 5 to 4 above 44.5 KiB)");
    EXPECT_CONTAINS(text, "36.0 to 38.0 KiB x1.20 (predicted: 6 to 5 above 37.0 KiB)");
}

static void a_rise_that_passes_is_no_step(void)
{
    const struct clsmem_local_capacity endless = { .unit_bytes = 1 << 30, .block_bytes = 128, .most_groups = 8 };

    EXPECT_EQ_STR(conclude_curve(&endless, &endless, 1.5), "no step: the time does not depend on the local memory");
}

static void a_step_that_the_tables_do_not_have_is_said_to_be_unexpected(void)
{
    const struct clsmem_local_capacity h200 = clsmem_local_capacity_of(9, 0, 0, 0), none = { 0 };
    const struct clsmem_local_capacity endless = { .unit_bytes = 1 << 30, .block_bytes = 128, .most_groups = 8 };

    EXPECT_CONTAINS(conclude_curve(&h200, &endless, 1), "x1.25 (not predicted: 8 fit)");
    EXPECT_CONTAINS(conclude_curve(&h200, &none, 1), "x1.25 (nothing is predicted)");
}

/* Rows of the family barrier at two sizes, in ns a step: without a barrier 10, and with one 10 and what it costs. */
static const char *conclude_barriers(double cost_of_32, double cost_of_256)
{
    const struct clsmem_kernel *const barrier = clsmem_kernel_find("barrier");
    const struct clsmem_limits limits = { 0 };
    const struct {
        const char *variant;
        size_t items;
        double rate;
    } made[] = {
        { "none", 32, 10 },          { "one", 32, 10 + cost_of_32 },
        { "two_barriers", 32, 40 },  { "double_buffer", 32, 30 },
        { "none", 256, 10 },         { "one", 256, 10 + cost_of_256 },
        { "two_barriers", 256, 50 }, { "double_buffer", 256, 40 },
    };
    struct clsmem_outcome rows[sizeof made / sizeof *made];

    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        rows[i] = (struct clsmem_outcome){
            .variant = clsmem_variant_find(barrier, made[i].variant),
            .problem = { .extent = { made[i].items, 100, 1, 1 } },
            .rate = made[i].rate,
        };
    barrier->conclude(&limits, rows, sizeof rows / sizeof *rows, text, sizeof text);
    return text;
}

static void a_barrier_costs_what_its_row_takes_longer(void)
{
    EXPECT_EQ_STR(
        conclude_barriers(7.2, 14.3),
        "a barrier costs 7.2 ns at 32, 14.3 ns at 256 work-items; a second buffer saves 20 % of a step with 1 "
        "multiply-adds between barriers");
    EXPECT_EQ_STR(conclude_barriers(-3, -4),
                  "a second buffer saves 20 % of a step with 1 multiply-adds between barriers");
}

static void families_say_nothing_of_too_few_rows(void)
{
    const struct clsmem_limits limits = { 0 };
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++) {
        const struct clsmem_outcome row = { .variant = kernels[k]->variants, .problem.extent = { 1, 1, 1, 1 }, 1, 1 };

        if (!kernels[k]->conclude)
            continue;
        kernels[k]->conclude(&limits, &row, 1, text, sizeof text);
        if (!EXPECT_EQ_STR(text, ""))
            expect_note("%s", kernels[k]->name);
    }
}

CU_TestInfo conclude_tests[] = {
    TEST(each_rise_stands_beside_its_prediction),
    TEST(a_rise_that_passes_is_no_step),
    TEST(a_step_that_the_tables_do_not_have_is_said_to_be_unexpected),
    TEST(a_barrier_costs_what_its_row_takes_longer),
    TEST(families_say_nothing_of_too_few_rows),
    CU_TEST_INFO_NULL,
};
