/* copy: the roof of everything that reads global memory once and writes it once. */
#include "clsmem/kernel.h"

#include <string.h>

static const struct clsmem_variant variants[] = {
    { "scalar", "one element a work-item", .params = { { "GROUP", 256 }, { "IN_FLIGHT", 1 } } },
    { "vector", "16 bytes a work-item in one access",
      .params = { { "GROUP", 256 }, { "ACCESS_BYTES", 16 }, { "IN_FLIGHT", 1 } } },
    { "unrolled", "four accesses of 16 bytes in flight a work-item",
      .params = { { "GROUP", 256 }, { "ACCESS_BYTES", 16 }, { "IN_FLIGHT", 4 } } },
    { "cpu", "one work-item a strip of 65536 elements, streaming stores", .entry = "copy_cpu",
      .needs = CLSMEM_NEEDS_CPU, .params = { { "STRIP", 65536 } } },
};

static void plan(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                 const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t count = problem->extent[0];
    const size_t group = (size_t)clsmem_param_or(variant, "GROUP", 1);
    const long bytes = (long)clsmem_type_bytes(problem->type);
    const size_t width = (size_t)(clsmem_param_or(variant, "ACCESS_BYTES", bytes) / bytes);
    const size_t in_flight = (size_t)clsmem_param_or(variant, "IN_FLIGHT", 1);
    const size_t chunk = (size_t)clsmem_param_or(variant, "STRIP", (long)(group * width * in_flight));

    (void)limits;
    *plan = (struct clsmem_plan){
        .buffers = { { count, CLSMEM_IN, problem->type }, { count, CLSMEM_OUT, problem->type } },
        .passes = { { .entry = variant->entry ? variant->entry : "copy",
                      .global = { clsmem_groups(count, chunk) * group },
                      .local = { group },
                      .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_uint(count) } } },
        .params = { { "CHUNK", (long)chunk }, { "WIDTH", (long)width } },
    };
}

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    return (struct clsmem_work){
        .bytes = 2.0 * (double)problem->extent[0] * (double)clsmem_type_bytes(problem->type),
    };
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    memcpy(expected, in[0], problem->extent[0] * sizeof *expected);
}

const struct clsmem_kernel clsmem_kernel_copy = {
    .name = "copy",
    .order = -10,
    .summary = "global memory read once and written once: the roof of transpose and its like",
    .lesson = "The most that this device moves, half of it reads and half of it writes: the roof of "
              "transpose, scan and stencil.\n"
              "On processors a plain store reads the line of cache that it writes to first, so a third "
              "of the traffic is not in the figure; streaming stores leave it out, which is what "
              "copy.cpu shows. The working set is four times the last-level cache, or the row says that "
              "it is cached.",
    .extents = { "count" },
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GB_PER_S,
    .roof = CLSMEM_ROOF_COPY,
    .sizes = { .cpu = { { 1 << 22 }, { 1 << 22 }, { 1 << 24 } }, .gpu = { { 1 << 25 }, { 1 << 26 }, { 1 << 27 } } },
    .streams = 2,
    .plan = plan,
    .work = work,
    .reference = reference,
};
