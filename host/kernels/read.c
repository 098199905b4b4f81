/* read: the roof of everything that only reads global memory. */
#include "clsmem/kernel.h"

#include <math.h>

/* Elements that one sum covers; large enough that writing the sums costs nothing. */
#define CHUNK 16384

static const struct clsmem_variant variants[] = {
    { "scalar", "one element an access", .params = { { "GROUP", 256 } } },
    { "vector", "16 bytes an access", .params = { { "GROUP", 256 }, { "ACCESS_BYTES", 16 } } },
    { "cpu", "one work-item a sum, 32 bytes an access", .entry = "read_cpu", .needs = CLSMEM_NEEDS_CPU,
      .params = { { "GROUP", 1 }, { "ACCESS_BYTES", 32 } } },
};

static size_t chunks(const struct clsmem_problem *problem)
{
    return clsmem_groups(problem->extent[0], CHUNK);
}

static void plan(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                 const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t group = (size_t)clsmem_param(variant, "GROUP");
    const long bytes = (long)clsmem_type_bytes(problem->type);

    (void)limits;
    *plan = (struct clsmem_plan){
        .buffers = { { problem->extent[0], CLSMEM_IN, problem->type },
                     { chunks(problem), CLSMEM_OUT, problem->type } },
        .passes = { { .entry = variant->entry ? variant->entry : "read",
                      .global = { chunks(problem) * group },
                      .local = { group },
                      .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_uint(problem->extent[0]) } } },
        .params = { { "CHUNK", CHUNK }, { "WIDTH", clsmem_param_or(variant, "ACCESS_BYTES", bytes) / bytes } },
        .local_bytes = group > 1 ? group * clsmem_type_bytes(problem->type) : 0,
    };
}

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    return (struct clsmem_work){ .bytes = (double)problem->extent[0] * (double)clsmem_type_bytes(problem->type) };
}

/* Adds up each chunk, of the elements themselves or of their magnitudes. */
static void add_chunks(const struct clsmem_problem *problem, const double *in, bool magnitudes, double *sums)
{
    for (size_t chunk = 0; chunk < chunks(problem); chunk++)
        sums[chunk] = 0;
    for (size_t i = 0; i < problem->extent[0]; i++)
        sums[i / CHUNK] += magnitudes ? fabs(in[i]) : in[i];
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    add_chunks(problem, in[0], false, expected);
}

static void magnitude(const struct clsmem_problem *problem, const double *const in[], double *magnitude)
{
    add_chunks(problem, in[0], true, magnitude);
}

static double roundings(const struct clsmem_problem *problem)
{
    return problem->extent[0] < CHUNK ? (double)problem->extent[0] : (double)CHUNK;
}

const struct clsmem_kernel clsmem_kernel_read = {
    .name = "read",
    .order = -20,
    .summary = "global memory read once, one sum a chunk: the roof of reductions and their like",
    .lesson = "The most that this device reads: each element once, added to one sum a chunk so that no "
              "load can be left out. Reductions, histograms and matrix-vector products cannot be "
              "faster, and are shown as shares of it.\n"
              "Neighbouring work-items read neighbouring elements: a sub-group then asks for whole "
              "lines. Where the vector row beats the scalar one, the device wants more bytes in flight "
              "from each work-item; Little's law tells how many: bandwidth times latency.",
    .extents = { "count" },
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GB_PER_S,
    .roof = CLSMEM_ROOF_READ,
    .sizes = { .cpu = { { 1 << 22 }, { 1 << 22 }, { 1 << 24 } }, .gpu = { { 1 << 26 }, { 1 << 27 }, { 1 << 28 } } },
    .streams = 1,
    .plan = plan,
    .work = work,
    .reference = reference,
    .magnitude = magnitude,
    .roundings = roundings,
};
