/* null: what a launch costs when there is nothing to do. It measures the harness and the driver, not the device. */
#include "clsmem/kernel.h"

#define GROUPS_OF_MANY 1024

static const struct clsmem_variant variants[] = {
    { "one", "one work-group: the price of a launch", .params = { { "GROUP", 64 }, { "GROUPS", 1 } } },
    { "many", "1024 work-groups: what starting them adds",
      .params = { { "GROUP", 64 }, { "GROUPS", GROUPS_OF_MANY } } },
};

static void plan(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                 const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t group = (size_t)clsmem_param(variant, "GROUP");

    (void)limits;
    *plan = (struct clsmem_plan){
        .buffers = { { 1, CLSMEM_IN, problem->type }, { 1, CLSMEM_OUT, problem->type } },
        .passes = { { .entry = "null",
                      .global = { group * (size_t)clsmem_param(variant, "GROUPS") },
                      .local = { group },
                      .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1) } } },
    };
}

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    return (struct clsmem_work){ .bytes = 2.0 * (double)clsmem_type_bytes(problem->type) };
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    (void)problem;
    expected[0] = in[0][0];
}

const struct clsmem_kernel clsmem_kernel_null = {
    .name = "null",
    .order = -40,
    .summary = "an empty launch: what harness and driver add to every row",
    .lesson = "A launch costs microseconds before the first instruction runs, and every row of every "
              "family pays it. Look at null.one: a row whose median is not far above it measures the "
              "driver. null.many adds what it costs to hand out many work-groups that do nothing.",
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_NONE,
    .roof = CLSMEM_ROOF_NONE,
    .plan = plan,
    .work = work,
    .reference = reference,
};
