/* gemv: y = alpha op(a) x + beta y. A stream of a, and sums that many work-items share. */
#include "clsmem/kernel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PLAIN, TRANSPOSED };

static const struct clsmem_mode modes[] = {
    [PLAIN] = { "n", "y = a x: an output is the sum along a row" },
    [TRANSPOSED] = { "t", "y = a^T x: an output is the sum down a column" },
};

static bool accepts(const struct clsmem_problem *problem, char *reason, size_t reason_bytes)
{
    if (problem->extent[2] >= problem->extent[1])
        return true;
    snprintf(reason, reason_bytes, "a pitch of %zu elements is less than a row of %zu", problem->extent[2],
             problem->extent[1]);
    return false;
}

/* Outputs, and terms of each. */
static size_t output_count(const struct clsmem_problem *problem)
{
    return problem->extent[problem->mode == TRANSPOSED ? 1 : 0];
}

static size_t term_count(const struct clsmem_problem *problem)
{
    return problem->extent[problem->mode == TRANSPOSED ? 0 : 1];
}

/*
 * What all variants share: a, x, y, and the arguments that every kernel begins with. y begins with data even where
 * beta is 0, since CLBlast multiplies it by that: what is poisoned would stay so.
 */
static struct clsmem_plan common_plan(const char *entry, const struct clsmem_problem *problem)
{
    const size_t rows = problem->extent[0], cols = problem->extent[1], pitch = problem->extent[2];

    return (struct clsmem_plan){
        .buffers = { { rows * pitch, CLSMEM_IN, problem->type },
                     { term_count(problem), CLSMEM_IN, problem->type },
                     { output_count(problem), CLSMEM_IN_OUT, problem->type } },
        .passes = { { .entry = entry,
                      .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_buffer(2),
                                clsmem_arg_uint(rows), clsmem_arg_uint(cols), clsmem_arg_uint(pitch),
                                clsmem_arg_real(problem->alpha), clsmem_arg_real(problem->beta) } } },
        .params = { { "TRANSPOSED", problem->mode == TRANSPOSED } },
    };
}

/* After the common arguments and parameters. */
#define FIRST_OWN_ARG 8
#define FIRST_OWN_PARAM 1

/* One work-item an output. */
static void plan_items(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t group = (size_t)clsmem_param(variant, "GROUP");

    (void)limits;
    *plan = common_plan(variant->entry, problem);
    plan->passes[0].global[0] = clsmem_groups(output_count(problem), group) * group;
    plan->passes[0].local[0] = group;
    plan->local_bytes = clsmem_param_or(variant, "TILED", 0) ? group * clsmem_type_bytes(problem->type) : 0;
}

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* How sums are cut into parts: terms of one part, and parts. */
struct split {
    size_t length, count;
};

/*
 * Into as many parts as make up to `wanted` work-groups of the `blocks` that there are without, but none shorter than
 * `shortest`; their lengths are multiples of `unit`.
 */
static struct split split_for(size_t terms, size_t blocks, size_t wanted, size_t shortest, size_t unit)
{
    const size_t most = terms / shortest, fill = wanted / blocks, parts = fill < most ? fill : most;
    const size_t length = round_up(clsmem_groups(terms, parts > 1 ? parts : 1), unit);

    return (struct split){ length, clsmem_groups(terms, length) };
}

/* Parts need a place for their sums, and a pass that adds them. */
static void add_split(const struct clsmem_problem *problem, const struct split *split, size_t group,
                      struct clsmem_plan *plan)
{
    const size_t outputs = output_count(problem);
    const bool is_cut = split->count > 1;

    plan->passes[0].args[FIRST_OWN_ARG] = clsmem_arg_buffer(is_cut ? 3 : 2); /* not looked at where nothing is cut */
    plan->passes[0].args[FIRST_OWN_ARG + 1] = clsmem_arg_uint(split->length);
    if (!is_cut)
        return;
    plan->buffers[3] = (struct clsmem_buffer){ split->count * outputs, CLSMEM_SCRATCH, problem->type };
    plan->passes[1] = (struct clsmem_pass){
        .entry = "gemv_add_parts",
        .global = { group > 1 ? clsmem_groups(outputs, group) * group : 1 },
        .local = { group },
        .args = { clsmem_arg_buffer(3), clsmem_arg_buffer(2), clsmem_arg_uint(outputs),
                  clsmem_arg_real(problem->alpha), clsmem_arg_real(problem->beta) },
    };
}

/* Work-items of gemv_wide along the rows and across them; in mode n the latter is the rows of each lane. */
struct shape {
    size_t lanes, lines;
};

static const struct shape shapes[] = { [PLAIN] = { 128, 4 }, [TRANSPOSED] = { 32, 8 } };

/* Work-groups that a compute unit is to have where sums are cut, and terms that a work-item should have at least. */
#define GROUPS_A_UNIT 16
#define CPU_GROUPS_A_UNIT 4
#define TERMS_AN_ITEM 8

static void plan_wide(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const bool transposed = problem->mode == TRANSPOSED, cuts = clsmem_param_or(variant, "CUTS", 0) != 0;
    const size_t bytes = clsmem_type_bytes(problem->type), outputs = output_count(problem);
    const struct shape *shape = &shapes[problem->mode];
    /* Vectors of 16 bytes, if all rows begin at one. */
    const size_t width = problem->extent[2] * bytes % 16 == 0 ? 16 / bytes : 1;
    const size_t blocks = clsmem_groups(outputs, transposed ? shape->lanes * width : shape->lines);
    const size_t items_along = transposed ? shape->lines : shape->lanes;
    const size_t wanted = cuts ? GROUPS_A_UNIT * (size_t)limits->compute_units : 1;
    const struct split split =
        split_for(term_count(problem), blocks, wanted, TERMS_AN_ITEM * items_along, transposed ? shape->lines : width);
    const struct clsmem_param params[] = {
        { "LANES", (long)shape->lanes },
        { "LINES", (long)shape->lines },
        { "WIDTH", (long)width },
        { "SPLITS", (long)split.count },
    };

    *plan = common_plan("gemv_wide", problem);
    memcpy(plan->params + FIRST_OWN_PARAM, params, sizeof params);
    plan->passes[0].global[0] = blocks * shape->lanes;
    plan->passes[0].global[1] = split.count * (transposed ? shape->lines : 1);
    plan->passes[0].local[0] = shape->lanes;
    plan->passes[0].local[1] = transposed ? shape->lines : 1;
    plan->local_bytes = shape->lines * (transposed ? shape->lanes * width : shape->lanes + 1) * bytes;
    add_split(problem, &split, 128, plan);
}

/* Columns whose sums fit a quarter of a first-level cache and are long runs of a row; or whole fours of rows. */
static size_t strip_for(const struct clsmem_problem *problem, const struct clsmem_limits *limits)
{
    const size_t most_groups = 64 * (size_t)limits->compute_units;
    const size_t rows = round_up(clsmem_groups(problem->extent[0], most_groups), 4);

    return problem->mode == TRANSPOSED ? 8192 / clsmem_type_bytes(problem->type) : rows > 16 ? rows : 16;
}

static void plan_cpu(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                     const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const bool transposed = problem->mode == TRANSPOSED;
    const size_t bytes = clsmem_type_bytes(problem->type), strip = strip_for(problem, limits);
    const size_t native = problem->type == CLSMEM_F64 ? limits->vector_f64 : limits->vector_f32;
    const size_t widest = 64 / bytes, width = native >= widest ? widest : native >= widest / 2 ? widest / 2 : 4;
    const size_t blocks = clsmem_groups(output_count(problem), strip);
    const struct split split =
        split_for(term_count(problem), blocks, CPU_GROUPS_A_UNIT * (size_t)limits->compute_units,
                  transposed ? 64 : 4096, widest);
    const struct clsmem_param params[] = {
        { "STRIP", (long)strip },
        { "WIDTH", (long)width },
        { "SPLITS", (long)split.count },
    };

    *plan = common_plan(variant->entry, problem);
    memcpy(plan->params + FIRST_OWN_PARAM, params, sizeof params);
    plan->passes[0].global[0] = blocks;
    plan->passes[0].global[1] = split.count;
    plan->passes[0].local[0] = 1;
    plan->passes[0].local[1] = 1;
    plan->local_bytes = transposed ? strip * bytes : 0;
    add_split(problem, &split, 1, plan);
}

/* Buffers alone: the launch is CLBlast's, or the host's. */
static void plan_rival(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)variant;
    (void)limits;
    *plan = common_plan(NULL, problem);
}

/* Rows, or columns, of one thread of the host, in type `real`. */
#define MULTIPLY_ON_HOST(real)                                                                                        \
    static void multiply_##real(const struct clsmem_problem *problem, const real *a, const real *x, real *y,          \
                                size_t first, size_t end)                                                             \
    {                                                                                                                 \
        const size_t rows = problem->extent[0], cols = problem->extent[1], pitch = problem->extent[2];                \
        const real alpha = (real)problem->alpha, beta = (real)problem->beta;                                          \
                                                                                                                      \
        if (problem->mode == PLAIN)                                                                                   \
            for (size_t i = first; i < end; i++) {                                                                    \
                real sum = 0;                                                                                         \
                                                                                                                      \
                for (size_t j = 0; j < cols; j++)                                                                     \
                    sum += a[i * pitch + j] * x[j];                                                                   \
                y[i] = alpha * sum + (beta == 0 ? 0 : beta * y[i]);                                                   \
            }                                                                                                         \
        else {                                                                                                        \
            for (size_t j = first; j < end; j++)                                                                      \
                y[j] = beta == 0 ? 0 : beta * y[j];                                                                   \
            for (size_t i = 0; i < rows; i++)                                                                         \
                for (size_t j = first; j < end; j++)                                                                  \
                    y[j] += alpha * x[i] * a[i * pitch + j];                                                          \
        }                                                                                                             \
    }

MULTIPLY_ON_HOST(float)
MULTIPLY_ON_HOST(double)

static void multiply_on_host(const struct clsmem_host_part *part)
{
    const size_t outputs = output_count(part->problem);
    const size_t first = outputs * part->part / part->parts, end = outputs * (part->part + 1) / part->parts;
    void *const *const buffers = part->buffers;

    if (part->problem->type == CLSMEM_F64)
        multiply_double(part->problem, buffers[0], buffers[1], buffers[2], first, end);
    else
        multiply_float(part->problem, buffers[0], buffers[1], buffers[2], first, end);
}

static const struct clsmem_variant variants[] = {
    { "naive", "a work-item an output: columns are read side by side, but rows each lane on its own",
      .entry = "gemv_naive", .plan = plan_items, .params = { { "GROUP", 128 } } },
    { "local_x",
      "x by tiles through local memory, one read for all lanes: but x was never what cost: slower than naive",
      .entry = "gemv_local_x", .plan = plan_items, .params = { { "GROUP", 128 }, { "TILED", 1 } } },
    { "clblast", "CLBlast's GEMV: the rival", .needs = CLSMEM_NEEDS_CLBLAST, .plan = plan_rival },
    { "wide", "a work-group goes along the rows in vectors; its sums meet in local memory", .versus = "clblast" },
    { "split", "the same, each sum cut into parts, so that few outputs keep all compute units busy", .versus = "wide",
      .params = { { "CUTS", 1 } } },
    { "host_c", "a plain C loop on all of the host's cores: the rival", .versus = "clblast",
      .needs = CLSMEM_NEEDS_CPU | CLSMEM_NEEDS_HOST, .plan = plan_rival, .host = multiply_on_host },
    { "cpu", "one work-item a strip, four rows at a time in wide vectors, sums in local memory, which is cache there",
      .entry = "gemv_cpu", .versus = "clblast", .needs = CLSMEM_NEEDS_CPU, .plan = plan_cpu },
};

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    const double rows = (double)problem->extent[0], cols = (double)problem->extent[1];
    const double y_accesses = problem->beta == 0 ? 1 : 2;
    const double elements = rows * cols + (double)term_count(problem) + y_accesses * (double)output_count(problem);

    return (struct clsmem_work){
        .bytes = elements * (double)clsmem_type_bytes(problem->type),
        .operations = 2 * rows * cols,
    };
}

/* What must not be looked at is not a number. */
static void data(const struct clsmem_problem *problem, unsigned buffer, double *values, size_t count)
{
    const size_t cols = problem->extent[1], pitch = problem->extent[2];

    if (buffer == 0 && pitch > cols)
        for (size_t i = 0; i < count; i++)
            if (i % pitch >= cols)
                values[i] = NAN;
}

/* y = alpha op(a) x + beta y, or the sum of the absolute values of all terms. */
static void multiply(const struct clsmem_problem *problem, const double *const in[], bool magnitudes, double *y)
{
    const size_t rows = problem->extent[0], cols = problem->extent[1], pitch = problem->extent[2];
    const bool transposed = problem->mode == TRANSPOSED;

    for (size_t i = 0; i < output_count(problem); i++) {
        y[i] = problem->beta == 0 ? 0 : problem->beta * in[2][i];
        y[i] = magnitudes ? fabs(y[i]) : y[i];
    }
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++) {
            const double term = problem->alpha * in[0][i * pitch + j] * in[1][transposed ? i : j];

            y[transposed ? j : i] += magnitudes ? fabs(term) : term;
        }
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    multiply(problem, in, false, expected);
}

static void magnitude(const struct clsmem_problem *problem, const double *const in[], double *magnitude)
{
    multiply(problem, in, true, magnitude);
}

/* The products and their sum, then alpha, beta and the last addition. */
static double roundings(const struct clsmem_problem *problem)
{
    return (double)term_count(problem) + 3;
}

static void blas(const struct clsmem_problem *problem, struct clsmem_blas_call *call)
{
    *call = (struct clsmem_blas_call){
        .routine = CLSMEM_BLAS_GEMV,
        .m = problem->extent[0],
        .n = problem->extent[1],
        .pitch = problem->extent[2],
        .transposes = problem->mode == TRANSPOSED,
        .in = { 0, 1 },
        .out = 2,
        .alpha = problem->alpha,
        .beta = problem->beta,
    };
}

/* Rows that begin at vectors and others, one output or one term alone, and strips, tiles and parts that are cut. */
static const size_t test_shapes[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1 },
    { 3, 5, 8 },
    { 4, 20000, 20004 },
    { 20000, 5, 8 },
    { 1, 9973, 9973 },
    { 9973, 1, 3 },
    { 131, 513, 520 },
    { 130, 2050, 2052 },
    { 513, 2050, 2055 },
    { 2049, 257, 260 },
    { 17, 31, 33 },
    { 65, 127, 128 },
    { 0 },
};

const struct clsmem_kernel clsmem_kernel_gemv = {
    .name = "gemv",
    .summary = "matrix times vector, plain or transposed: one stream, and sums that many work-items share",
    .lesson =
        "Two operations for each element of the matrix: it has to stream, and nothing else matters. Compare the "
        "modes of one row: naive reads columns side by side (t) as every GPU likes it, and rows (n) with a "
        "distance of a whole row between lanes. The cure is to let neighbours share an output instead of having "
        "one each: wide. Then their sums have to meet, which takes a moment of local memory for each output, a "
        "tree in mode n and a column of partial sums in mode t.\n"
        "local_x is what a book on local memory would suggest first, since x is what all outputs share. But x lies "
        "in a cache anyway; what is read once cannot be saved by local memory. Ask what the traffic is made of "
        "first.\n"
        "A matrix with few outputs makes few work-groups, and an empty compute unit reads nothing: split cuts the "
        "sums, and pays a second pass. Where a's rows do not begin at 16 bytes (an odd pitch) there are no "
        "vectors, and the price of that is in the row as well.\n"
        "It is the seed of iterative solvers, and of generating text with a language model, where one token after "
        "another reads all weights once. Bell and Garland 2008 (lanes of a row), Nath, Tomov and Dongarra 2011 "
        "(symmetric products with partial sums in local memory), Williams, Waterman and Patterson 2009 (the roof).",
    .extents = { "rows", "cols", "pitch" },
    .modes = modes,
    .mode_count = sizeof modes / sizeof *modes,
    .quick_modes = 2,
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GB_PER_S,
    .roof = CLSMEM_ROOF_READ,
    .sizes = { .cpu = { { 1024, 2048, 2048 }, { 6144, 6144, 6144 }, { 8192, 8192, 8192 } },
               .gpu = { { 4096, 4096, 4096 }, { 8192, 8192, 8192 }, { 16384, 16384, 16384 } } },
    .test_shapes = test_shapes,
    .small = { 128, 2048, 2052 },
    .accepts = accepts,
    .plan = plan_wide,
    .work = work,
    .data = data,
    .reference = reference,
    .magnitude = magnitude,
    .roundings = roundings,
    .blas = blas,
};
