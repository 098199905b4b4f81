/* conv2d: correlation with a small square of coefficients. Reuse that local memory cannot feed, and registers can. */
#include "clsmem/kernel.h"
#include "clsmem/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROWS, COLS, EDGE };

#define LEAST_EDGE 3
#define MOST_EDGE 15

static bool accepts(const struct clsmem_problem *problem, char *reason, size_t reason_bytes)
{
    const size_t edge = problem->extent[EDGE];

    if (edge >= LEAST_EDGE && edge <= MOST_EDGE && edge % 2 == 1)
        return true;
    snprintf(reason, reason_bytes, "edge is odd and %d to %d, not %zu", LEAST_EDGE, MOST_EDGE, edge);
    return false;
}

/* What all variants share: buffers, arguments, and the edge as a macro, so that loops over it unroll. */
static struct clsmem_plan common_plan(const char *entry, const struct clsmem_problem *problem)
{
    const size_t rows = problem->extent[ROWS], cols = problem->extent[COLS], edge = problem->extent[EDGE];

    return (struct clsmem_plan){
        .buffers = { { rows * cols, CLSMEM_IN, problem->type },
                     { edge * edge, CLSMEM_IN, problem->type },
                     { rows * cols, CLSMEM_OUT, problem->type } },
        .passes = { { .entry = entry,
                      .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_buffer(2),
                                clsmem_arg_uint(rows), clsmem_arg_uint(cols) } } },
        .params = { { "EDGE", (long)edge } },
    };
}

/* Behind the parameters that are there. */
static void add_param(struct clsmem_plan *plan, const char *name, size_t value)
{
    size_t place = 0;

    while (plan->params[place].name)
        place++;
    plan->params[place] = (struct clsmem_param){ name, (long)value };
}

/* Work-groups of lanes x lines over tiles of rows x cols. */
static void set_range(struct clsmem_plan *plan, const struct clsmem_problem *problem, size_t lanes, size_t lines,
                      size_t rows, size_t cols)
{
    struct clsmem_pass *const pass = &plan->passes[0];

    pass->global[0] = clsmem_groups(problem->extent[COLS], cols) * lanes;
    pass->global[1] = clsmem_groups(problem->extent[ROWS], rows) * lines;
    pass->local[0] = lanes;
    pass->local[1] = lines;
}

/* One work-item an output. */
static void plan_naive(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t lanes = (size_t)clsmem_param(variant, "LANES"), lines = (size_t)clsmem_param(variant, "LINES");

    (void)limits;
    *plan = common_plan("conv2d_naive", problem);
    set_range(plan, problem, lanes, lines, lines, lanes);
}

/* Where the coefficients of a tile are read from, and what its kernel is called then. */
enum { FROM_GLOBAL, FROM_CONSTANT, FROM_LOCAL };

static const char *const tile_entries[] = {
    [FROM_GLOBAL] = "conv2d_tile",
    [FROM_CONSTANT] = "conv2d_tile_constant",
    [FROM_LOCAL] = "conv2d_tile_local",
};

/* One tile of outputs a work-group. */
static void plan_tile(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t rows = (size_t)clsmem_param(variant, "TILE_ROWS"), cols = (size_t)clsmem_param(variant, "TILE_COLS");
    const size_t edge = problem->extent[EDGE];
    const struct clsmem_layout layout = {
        .kind = (enum clsmem_layout_kind)clsmem_param(variant, "LAYOUT"),
        .cols = cols + edge - 1,
        .pad = (size_t)clsmem_param_or(variant, "PAD", 0),
    };
    const long from = clsmem_param(variant, "COEFFICIENTS");
    const size_t factors = from == FROM_LOCAL ? edge * edge : 0;

    (void)limits;
    *plan = common_plan(tile_entries[from], problem);
    set_range(plan, problem, (size_t)clsmem_param(variant, "LANES"), (size_t)clsmem_param(variant, "LINES"), rows,
              cols);
    plan->local_bytes =
        (clsmem_layout_elements(&layout, rows + edge - 1) + factors) * clsmem_type_bytes(problem->type);
}

/* A work-item has some rows of outputs, each of some vectors of 16 bytes that are spread over the tile. */
static void plan_block(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t lanes = (size_t)clsmem_param(variant, "LANES"), lines = (size_t)clsmem_param(variant, "LINES");
    const size_t item_rows = (size_t)clsmem_param(variant, "ITEM_ROWS");
    const size_t spread = (size_t)clsmem_param(variant, "SPREAD");
    const size_t edge = problem->extent[EDGE], width = 16 / clsmem_type_bytes(problem->type);
    const size_t reach = clsmem_groups(edge / 2, width) * width;
    const size_t rows = lines * item_rows, cols = lanes * spread * width;

    (void)limits;
    *plan = common_plan("conv2d_block", problem);
    set_range(plan, problem, lanes, lines, rows, cols);
    add_param(plan, "WIDTH", width);
    add_param(plan, "REACH", reach);
    add_param(plan, "WHOLE", problem->extent[COLS] % width == 0);
    plan->local_bytes = ((rows + edge - 1) * (cols + 2 * reach) + edge * clsmem_groups(edge, width) * width) *
                        clsmem_type_bytes(problem->type);
}

/* A tile with its halo, and a block. */
static size_t cpu_elements(size_t rows, size_t cols, size_t edge, size_t block)
{
    return (rows + edge - 1) * (cols + edge - 1) + block;
}

/*
 * Registers of 64 bytes come in twice the number: 6 vectors of 4 rows of outputs instead of 3. A tile is so wide that the
 * rows that a block reads fill most of a first-level cache, and smaller where local memory is; small matrices are cut so
 * that every compute unit has two tiles where that can be.
 */
static void plan_cpu(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                     const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t bytes = clsmem_type_bytes(problem->type), edge = problem->extent[EDGE];
    const size_t native = (problem->type == CLSMEM_F64 ? limits->vector_f64 : limits->vector_f32) * bytes;
    const size_t width = (native >= 64 ? 64 : native >= 32 ? 32 : 16) / bytes, vectors = native >= 64 ? 6 : 3;
    const size_t block_rows = 4, block_cols = vectors * width;
    size_t rows = 64, cols = 24576 / bytes / (block_rows + edge - 1) / block_cols * block_cols;

    (void)variant;
    while (cols > block_cols && cpu_elements(rows, cols, edge, block_rows * block_cols) * bytes > limits->local_bytes)
        cols -= block_cols;
    while (rows > 2 * block_rows &&
           clsmem_groups(problem->extent[ROWS], rows) * clsmem_groups(problem->extent[COLS], cols) <
               2 * limits->compute_units)
        rows /= 2;
    *plan = common_plan("conv2d_cpu", problem);
    set_range(plan, problem, 1, 1, rows, cols);
    add_param(plan, "WIDTH", width);
    add_param(plan, "VECTORS", vectors);
    add_param(plan, "BLOCK_ROWS", block_rows);
    add_param(plan, "TILE_ROWS", rows);
    add_param(plan, "TILE_COLS", cols);
    plan->local_bytes = cpu_elements(rows, cols, edge, block_rows * block_cols) * bytes;
}

/* Buffers alone: CLBlast launches its own kernels, and the host has its own loop. */
static void plan_foreign(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                         const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)variant;
    (void)limits;
    *plan = common_plan(NULL, problem);
}

/* Row `row` of the output: one coefficient after the other, each over all columns where its input exists. */
#define DEFINE_HOST_ROW(name, type)                                                                                   \
    static void name(const struct clsmem_problem *problem, const type *restrict in, const type *restrict factors,     \
                     type *restrict out, long row)                                                                    \
    {                                                                                                                 \
        const long rows = (long)problem->extent[ROWS], cols = (long)problem->extent[COLS];                            \
        const long edge = (long)problem->extent[EDGE], half = edge / 2;                                               \
                                                                                                                      \
        memset(out + row * cols, 0, (size_t)cols * sizeof *out);                                                      \
        for (long i = 0; i < edge; i++)                                                                               \
            for (long j = 0; j < edge; j++) {                                                                         \
                const long y = row + i - half, dx = j - half;                                                         \
                const long first = dx < 0 ? -dx : 0, end = dx > 0 ? cols - dx : cols;                                 \
                                                                                                                      \
                for (long x = first; y >= 0 && y < rows && x < end; x++)                                              \
                    out[row * cols + x] += factors[i * edge + j] * in[y * cols + x + dx];                             \
            }                                                                                                         \
    }

DEFINE_HOST_ROW(host_row_f32, float)
DEFINE_HOST_ROW(host_row_f64, double)

static void host(const struct clsmem_host_part *part)
{
    const struct clsmem_problem *const problem = part->problem;
    const size_t rows = problem->extent[ROWS];

    for (size_t row = rows * part->part / part->parts; row < rows * (part->part + 1) / part->parts; row++) {
        if (problem->type == CLSMEM_F64)
            host_row_f64(problem, part->buffers[0], part->buffers[1], part->buffers[2], (long)row);
        else
            host_row_f32(problem, part->buffers[0], part->buffers[1], part->buffers[2], (long)row);
    }
}

/* Tiles of 32 x 32, work-groups of 256. */
#define TILED                                                                                                         \
    { "LANES", 32 }, { "LINES", 8 }, { "TILE_ROWS", 32 },                                                             \
    {                                                                                                                 \
        "TILE_COLS", 32                                                                                               \
    }

static const struct clsmem_variant variants[] = {
    { "naive", "no local memory: each product fetches its input from the cache, and looks whether it is there",
      .plan = plan_naive, .params = { { "LANES", 32 }, { "LINES", 8 } } },
    { "clblast", "CLBlast's convgemm, one channel: the rival", .needs = CLSMEM_NEEDS_CLBLAST, .plan = plan_foreign },
    { "tile", "tile and halo in local memory; lanes read along rows without conflict, but every product is a read",
      .params = { TILED, { "LAYOUT", CLSMEM_PLAIN }, { "COEFFICIENTS", FROM_GLOBAL } } },
    { "tile_column", "the wound: lanes go down columns; a halo of edge - 1 is an even pad, and they collide",
      .versus = "tile",
      .params = { TILED, { "LAYOUT", CLSMEM_PLAIN }, { "COEFFICIENTS", FROM_GLOBAL }, { "BY_COLUMN", 1 } } },
    { "tile_padded", "cure of tile_column: one more dead element a row makes their distance odd",
      .versus = "tile_column",
      .params = { TILED,
                  { "LAYOUT", CLSMEM_PADDED },
                  { "PAD", 1 },
                  { "COEFFICIENTS", FROM_GLOBAL },
                  { "BY_COLUMN", 1 } } },
    { "constant", "tile with coefficients in constant memory: made for what all lanes read at once", .versus = "tile",
      .params = { TILED, { "LAYOUT", CLSMEM_PLAIN }, { "COEFFICIENTS", FROM_CONSTANT } } },
    { "local", "tile with coefficients in local memory: one word for all lanes, but one more read of four",
      .versus = "tile", .params = { TILED, { "LAYOUT", CLSMEM_PLAIN }, { "COEFFICIENTS", FROM_LOCAL } } },
    { "register_block", "4 rows of 2 vectors of outputs a work-item: a row of inputs, read once, serves all of them",
      .versus = "clblast", .plan = plan_block,
      .params = { { "LANES", 16 }, { "LINES", 8 }, { "ITEM_ROWS", 4 }, { "SPREAD", 2 } } },
    { "cpu", "one work-item a tile that is copied to the cache with its zeros; blocks of sums in vector registers",
      .versus = "clblast", .needs = CLSMEM_NEEDS_CPU, .plan = plan_cpu },
    { "host_c", "a plain C loop, one coefficient after the other over each row: the rival",
      .needs = CLSMEM_NEEDS_CPU | CLSMEM_NEEDS_HOST, .plan = plan_foreign, .host = host },
};

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    const double outputs = (double)problem->extent[ROWS] * (double)problem->extent[COLS];
    const double factors = (double)problem->extent[EDGE] * (double)problem->extent[EDGE];

    return (struct clsmem_work){
        .bytes = (2 * outputs + factors) * (double)clsmem_type_bytes(problem->type),
        .operations = 2 * outputs * factors,
    };
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    for (size_t row = 0; row < problem->extent[ROWS]; row++)
        host_row_f64(problem, in[0], in[1], expected, (long)row);
}

/* No output has more than the sum of all coefficients' absolute values times the greatest input. */
static void magnitude(const struct clsmem_problem *problem, const double *const in[], double *magnitude)
{
    const size_t count = problem->extent[ROWS] * problem->extent[COLS];
    const size_t factors = problem->extent[EDGE] * problem->extent[EDGE];
    double greatest = 0, sum = 0;

    for (size_t i = 0; i < count; i++)
        greatest = fmax(greatest, fabs(in[0][i]));
    for (size_t i = 0; i < factors; i++)
        sum += fabs(in[1][i]);
    for (size_t i = 0; i < count; i++)
        magnitude[i] = greatest * sum;
}

/* A product, and a sum of edge^2 of them. */
static double roundings(const struct clsmem_problem *problem)
{
    return (double)problem->extent[EDGE] * (double)problem->extent[EDGE] + 1;
}

static void blas(const struct clsmem_problem *problem, struct clsmem_blas_call *call)
{
    *call = (struct clsmem_blas_call){
        .routine = CLSMEM_BLAS_CONVGEMM,
        .m = problem->extent[ROWS],
        .n = problem->extent[COLS],
        .k = problem->extent[EDGE],
        .in = { 0, 1 },
        .out = 2,
        .alpha = 1,
    };
}

/* Smaller than the edge, edges of tiles, rows that are no whole vectors; every edge once. */
static const size_t test_shapes[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 15 },   { 2, 5, 7 },    { 31, 33, 3 },  { 32, 128, 5 }, { 33, 31, 11 },
    { 37, 260, 9 }, { 64, 17, 13 }, { 65, 132, 3 }, { 0 },
};

const struct clsmem_kernel clsmem_kernel_conv2d = {
    .name = "conv2d",
    .summary = "correlation with an edge x edge square of coefficients, zero outside, one channel",
    .lesson =
        "Each output takes edge^2 multiply-adds and shares nearly all of its inputs with its neighbours, so from an "
        "edge "
        "of about 7 on a device's arithmetic should be the limit. tile shows why it is not yet: a product needs a "
        "read "
        "of local memory, and local memory delivers one word a lane where the arithmetic wants four. Against that "
        "limit "
        "every conflict counts in full. Lanes along rows have none. tile_column goes down columns, where the halo of "
        "edge - 1 is a pad by accident: two lanes a bank at edge 3, 7, 11 and 15, four at 5 and 13, eight at 9. One "
        "more element makes the distance odd and ends it.\n"
        "constant and local move the coefficients, which all lanes read at once. register_block takes the load off "
        "local memory: all outputs of a work-item share what it reads, a vector of inputs serves four rows of them, "
        "and "
        "what remains is the multiply-add. The same step leads from gemm.tiled to gemm.blocked; here inputs overlap "
        "too, "
        "so that even the rows of one block share them.\n"
        "It is the seed of direct convolution in neural networks, where the alternative is a matrix product of "
        "unrolled "
        "neighbourhoods (Chellapilla and others, 2006; CLBlast's convgemm is one), and of image filters (Podlozhnyuk, "
        "2007, on halo and constant memory).",
    .extents = { "rows", "cols", "edge" },
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GFLOP_PER_S,
    .roof = CLSMEM_ROOF_MULTIPLY_ADD,
    .sizes = { .cpu = { { 256, 256, 9 }, { 1024, 1024, 9 }, { 2048, 4096, 9 } },
               .gpu = { { 2048, 2048, 9 }, { 4096, 8192, 9 }, { 8192, 8192, 9 } } },
    .test_shapes = test_shapes,
    .small = { 32, 128, 9 },
    .accepts = accepts,
    .plan = plan_tile,
    .work = work,
    .reference = reference,
    .magnitude = magnitude,
    .roundings = roundings,
    .blas = blas,
};
