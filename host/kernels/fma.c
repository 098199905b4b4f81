/* fma: the arithmetic roof, chains of multiply-adds in registers. */
#include "clsmem/kernel.h"

#include <math.h>

#define CHAINS 8

static const struct clsmem_variant variants[] = {
    { "scalar", "one element a work-item", .params = { { "GROUP", 256 }, { "WIDTH", 1 } } },
    { "vector", "vectors of four", .params = { { "GROUP", 64 }, { "WIDTH", 4 } } },
    { "cpu", "one work-item a group, vectors as wide as the device's", .needs = CLSMEM_NEEDS_CPU,
      .params = { { "GROUP", 1 } } },
};

/* The extent counts blocks of elements: whole vectors and whole work-groups for every width. */
#define BLOCK 4096
#define WIDEST 16

static size_t elements(const struct clsmem_problem *problem)
{
    return problem->extent[0] * BLOCK;
}

/* Multiply-adds of one chain: eight a step and one at the end. */
static double chain_length(const struct clsmem_problem *problem)
{
    return 8 * (double)problem->extent[1] + 1;
}

static long native_width(const struct clsmem_problem *problem, const struct clsmem_limits *limits)
{
    const unsigned width = problem->type == CLSMEM_F64 ? limits->vector_f64 : limits->vector_f32;

    return width >= WIDEST ? WIDEST : width > 1 ? (long)width : 4;
}

static void plan(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                 const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t group = (size_t)clsmem_param(variant, "GROUP");
    const long width = clsmem_param_or(variant, "WIDTH", native_width(problem, limits));
    const size_t count = elements(problem);

    *plan = (struct clsmem_plan){
        .buffers = { { count, CLSMEM_IN, problem->type }, { count, CLSMEM_OUT, problem->type } },
        .passes = { { .entry = "fma_chains",
                      .global = { count / (size_t)width },
                      .local = { group },
                      .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_uint(problem->extent[1]),
                                clsmem_arg_real(-1.0), clsmem_arg_real(0.25) } } },
        .params = { { "CHAINS", CHAINS } },
    };
    if (group == 1)
        plan->params[1] = (struct clsmem_param){ "WIDTH", width };
}

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    const double count = (double)elements(problem);

    return (struct clsmem_work){
        .bytes = 2.0 * count * (double)clsmem_type_bytes(problem->type),
        .operations = 2.0 * CHAINS * chain_length(problem) * count,
    };
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    for (size_t i = 0; i < elements(problem); i++) {
        expected[i] = 0;
        for (int j = 0; j < CHAINS; j++)
            expected[i] += 0.25 - (in[0][i] + j);
    }
}

static void magnitude(const struct clsmem_problem *problem, const double *const in[], double *magnitude)
{
    for (size_t i = 0; i < elements(problem); i++) {
        magnitude[i] = 0;
        for (int j = 0; j < CHAINS; j++)
            magnitude[i] += 0.25 + fabs(in[0][i]) + j;
    }
}

static double roundings(const struct clsmem_problem *problem)
{
    return chain_length(problem) + CHAINS;
}

const struct clsmem_kernel clsmem_kernel_fma = {
    .name = "fma",
    .order = -30,
    .summary = "chains of multiply-adds in registers: the arithmetic roof",
    .lesson = "Multiply-adds in independent chains, with no memory at all: the most that this device "
              "computes. Rows of gemm, conv2d and nbody are shown as shares of it. Where scalar and "
              "vector differ, the compiler does not put work-items side by side into vector registers, "
              "and kernels have to be written in vectors there.\n"
              "Too few chains show the latency of an instruction instead of its rate: a multiply-add "
              "waits for the one before it in its own chain.",
    .extents = { "blocks", "steps" },
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GFLOP_PER_S,
    .roof = CLSMEM_ROOF_MULTIPLY_ADD,
    .sizes = { .cpu = { { 16, 128 }, { 16, 128 }, { 64, 128 } },
               .gpu = { { 1024, 128 }, { 1024, 128 }, { 1024, 512 } } },
    .plan = plan,
    .work = work,
    .reference = reference,
    .magnitude = magnitude,
    .roundings = roundings,
};
