/* gemm: c = alpha a b + beta c. From the plain loop to register blocks, each step beside the one it improves on. */
#include "clsmem/kernel.h"
#include "clsmem/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Shape of gemm_blocked: the tile of c a work-group makes, the step along k, the outputs of one work-item. */
struct block {
    long tile_m, tile_n, tile_k, item_m, item_n;
};

/* Registers decide: 128 sums of four bytes or 64 of eight, and both leave room for the operands. */
static const struct block blocks[] = {
    [CLSMEM_F32] = { 128, 64, 8, 16, 8 },
    [CLSMEM_F64] = { 64, 64, 8, 8, 8 },
    [CLSMEM_F16] = { 128, 64, 8, 16, 8 }, /* sums are floats */
};

/* Halves become floats on their way to local memory. */
static size_t real_bytes(const struct clsmem_problem *problem)
{
    return clsmem_type_bytes(clsmem_type_computed(problem->type));
}

/* Elements of `count` tiles of rows x cols in the variant's layout, whose pad is `pad` where it has one. */
static size_t tile_elements(const struct clsmem_variant *variant, size_t pad, size_t count, size_t rows, size_t cols)
{
    const struct clsmem_layout layout = {
        .kind = (enum clsmem_layout_kind)clsmem_param(variant, "LAYOUT"),
        .cols = cols,
        .pad = pad,
    };

    return count * clsmem_layout_elements(&layout, rows);
}

/* What all variants share: the matrices and the arguments that every kernel begins with. */
static struct clsmem_plan common_plan(const char *entry, const struct clsmem_problem *problem)
{
    const size_t m = problem->extent[0], n = problem->extent[1], k = problem->extent[2];

    return (struct clsmem_plan){
        .buffers = { { m * k, CLSMEM_IN, problem->type },
                     { k * n, CLSMEM_IN, problem->type },
                     { m * n, problem->beta == 0 ? CLSMEM_OUT : CLSMEM_IN_OUT, problem->type } },
        .passes = { { .entry = entry,
                      .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_buffer(2), clsmem_arg_uint(m),
                                clsmem_arg_uint(n), clsmem_arg_uint(k), clsmem_arg_real(problem->alpha),
                                clsmem_arg_real(problem->beta) } } },
    };
}

/* After the common arguments. */
#define FIRST_OWN_ARG 8

/* One work-item an output. */
static void plan_naive(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t width = (size_t)clsmem_param(variant, "TILE"), height = (size_t)clsmem_param(variant, "STEP");

    (void)limits;
    *plan = common_plan(variant->entry, problem);
    plan->passes[0].global[0] = clsmem_groups(problem->extent[1], width) * width;
    plan->passes[0].global[1] = clsmem_groups(problem->extent[0], height) * height;
    plan->passes[0].local[0] = width;
    plan->passes[0].local[1] = height;
}

/* One tile of c a work-group, TILE / STEP outputs a work-item. */
static void plan_tiled(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t tile = (size_t)clsmem_param(variant, "TILE"), step = (size_t)clsmem_param(variant, "STEP");
    const size_t buffers = (size_t)clsmem_param_or(variant, "BUFFERS", 1);
    const size_t pad = (size_t)clsmem_param_or(variant, "PAD", 0);

    (void)limits;
    *plan = common_plan(variant->entry, problem);
    plan->passes[0].global[0] = clsmem_groups(problem->extent[1], tile) * tile;
    plan->passes[0].global[1] = clsmem_groups(problem->extent[0], tile) * step;
    plan->passes[0].local[0] = tile;
    plan->passes[0].local[1] = step;
    plan->local_bytes = tile_elements(variant, pad, 2 * buffers, tile, tile) * real_bytes(problem);
}

static void plan_tiled_dynamic(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                               const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    plan_tiled(variant, problem, limits, plan);
    plan->passes[0].args[FIRST_OWN_ARG] = clsmem_arg_local(plan->local_bytes / 2);
    plan->passes[0].args[FIRST_OWN_ARG + 1] = clsmem_arg_local(plan->local_bytes / 2);
}

/* Vectors are 16 bytes, the widest access that local memory has. Layouts pad by one, or swizzle one whole. */
static void plan_blocked(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                         const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const struct block *block = &blocks[problem->type];
    const size_t tile_m = (size_t)block->tile_m, tile_n = (size_t)block->tile_n, tile_k = (size_t)block->tile_k;
    const size_t items = tile_m / (size_t)block->item_m * (tile_n / (size_t)block->item_n);
    const size_t width = 16 / real_bytes(problem);
    /* No element outside the matrices, and all rows start at a vector's boundary. */
    const bool whole =
        problem->extent[0] % tile_m == 0 && problem->extent[1] % tile_n == 0 && problem->extent[2] % tile_k == 0;
    const struct clsmem_param params[CLSMEM_MAX_PARAMS] = {
        { "TILE_M", block->tile_m }, { "TILE_N", block->tile_n },
        { "TILE_K", block->tile_k }, { "ITEM_M", block->item_m },
        { "ITEM_N", block->item_n }, { "WHOLE", whole },
        { "WIDTH", (long)width },    { "PAD", (long)width },
        { "ACCESS", (long)width },   { "SHIFT", 0 },
    };

    (void)limits;
    *plan = common_plan(variant->entry, problem);
    memcpy(plan->params, params, sizeof params);
    plan->passes[0].global[0] = clsmem_groups(problem->extent[1], tile_n) * items;
    plan->passes[0].global[1] = clsmem_groups(problem->extent[0], tile_m);
    plan->passes[0].local[0] = items;
    plan->passes[0].local[1] = 1;
    plan->local_bytes =
        (tile_elements(variant, width, 2, tile_k, tile_m) + tile_elements(variant, width, 2, tile_k, tile_n)) *
        real_bytes(problem);
}

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* Shape of gemm_cpu_packed, for a register of `width` elements. */
struct packing {
    size_t width, rows, tile_m, tile_n, tile_k;
};

/* Packed panel, strip and block. */
static size_t packed_bytes(const struct packing *packing, enum clsmem_type type)
{
    return (packing->tile_k * (packing->tile_n + packing->rows) + packing->rows * 2 * packing->width) *
           clsmem_type_bytes(type);
}

/*
 * Two rows of vectors for each of `rows` need 2 rows + 3 registers: AVX-512 has 32 of them, and they are 64 bytes wide.
 * A panel fills most of a second-level cache of 512 KiB, and a strip a quarter of a first-level one. Local memory that
 * is smaller shortens the panel; small matrices are cut so that every compute unit has two tiles where that can be.
 */
static struct packing packing_for(const struct clsmem_problem *problem, const struct clsmem_limits *limits)
{
    const size_t m = problem->extent[0], n = problem->extent[1];
    const size_t native = problem->type == CLSMEM_F64 ? limits->vector_f64 : limits->vector_f32;
    const size_t widest = 64 / clsmem_type_bytes(problem->type);
    const size_t width = native >= widest ? widest : native >= widest / 2 ? widest / 2 : 4;
    struct packing packing = {
        .width = width,
        .rows = width == widest ? 12 : 6,
        .tile_n = 2048 / clsmem_type_bytes(problem->type),
        .tile_k = width == widest && problem->type == CLSMEM_F32 ? 240 : 192,
    };
    const size_t tiles_wanted = 2 * limits->compute_units;
    size_t row_tiles = clsmem_groups(m, 516);

    while (packed_bytes(&packing, problem->type) > limits->local_bytes && packing.tile_n > 2 * width)
        packing.tile_n = round_up(packing.tile_n / 2, 2 * width);
    while (row_tiles * clsmem_groups(n, packing.tile_n) < tiles_wanted && m / row_tiles > 4 * packing.rows)
        row_tiles++;
    while (row_tiles * clsmem_groups(n, packing.tile_n) < tiles_wanted && packing.tile_n > 4 * width)
        packing.tile_n = round_up(packing.tile_n / 2, 2 * width);
    packing.tile_m = round_up(clsmem_groups(m, row_tiles), packing.rows);
    return packing;
}

/* One work-item a tile of c. */
static void plan_packed(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                        const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const struct packing packing = packing_for(problem, limits);
    const struct clsmem_param params[CLSMEM_MAX_PARAMS] = {
        { "WIDTH", (long)packing.width },   { "ROWS", (long)packing.rows },     { "TILE_M", (long)packing.tile_m },
        { "TILE_N", (long)packing.tile_n }, { "TILE_K", (long)packing.tile_k },
    };

    *plan = common_plan(variant->entry, problem);
    memcpy(plan->params, params, sizeof params);
    plan->passes[0].global[0] = clsmem_groups(problem->extent[1], packing.tile_n);
    plan->passes[0].global[1] = clsmem_groups(problem->extent[0], packing.tile_m);
    plan->passes[0].local[0] = 1;
    plan->passes[0].local[1] = 1;
    plan->local_bytes = packed_bytes(&packing, problem->type);
}

/* Buffers alone: the launch is CLBlast's. */
static void plan_clblast(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                         const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)variant;
    (void)limits;
    *plan = common_plan(NULL, problem);
}

/* A 32 x 32 tile and 32 x 8 work-items: 256, which every GPU can run. */
#define TILED                                                                                                         \
    { "TILE", 32 },                                                                                                   \
    {                                                                                                                 \
        "STEP", 8                                                                                                     \
    }

/* For what takes elements as they lie in global memory. */
#define UNCONVERTED (CLSMEM_IN_TYPE(F32) | CLSMEM_IN_TYPE(F64))

static const struct clsmem_variant variants[] = {
    { "naive", "no local memory: each product fetches both factors from global memory", .entry = "gemm_naive",
      .plan = plan_naive, .params = { { "TILE", 32 }, { "STEP", 8 } } },
    { "clblast", "CLBlast's GEMM: the rival", .needs = CLSMEM_NEEDS_CLBLAST, .types = UNCONVERTED,
      .plan = plan_clblast },
    { "tiled", "tiles in static local arrays: 32 times less global traffic, two barriers a tile",
      .entry = "gemm_tiled", .params = { TILED, { "LAYOUT", CLSMEM_PLAIN } } },
    { "tiled_dynamic", "the same tiles in __local arguments", .entry = "gemm_tiled_dynamic", .versus = "tiled",
      .plan = plan_tiled_dynamic, .params = { TILED, { "LAYOUT", CLSMEM_PLAIN } } },
    { "tiled_column", "the wound: b's tile lies turned, and reads down its columns collide in one bank",
      .entry = "gemm_tiled", .versus = "tiled", .params = { TILED, { "LAYOUT", CLSMEM_PLAIN }, { "BY_COLUMN", 1 } } },
    { "tiled_padded", "cure of tiled_column by one dead element a row", .entry = "gemm_tiled",
      .versus = "tiled_column", .params = { TILED, { "LAYOUT", CLSMEM_PADDED }, { "PAD", 1 }, { "BY_COLUMN", 1 } } },
    { "tiled_swizzled", "cure of tiled_column by XOR with the row", .entry = "gemm_tiled", .versus = "tiled_column",
      .params = { TILED, { "LAYOUT", CLSMEM_SWIZZLED }, { "ACCESS", 1 }, { "SHIFT", 0 }, { "BY_COLUMN", 1 } } },
    { "two_barriers", "next tile prefetched to registers, one buffer: two barriers a tile", .entry = "gemm_prefetch",
      .versus = "tiled", .params = { TILED, { "LAYOUT", CLSMEM_PLAIN }, { "BUFFERS", 1 } } },
    { "one_barrier", "the same with two buffers: one barrier a tile", .entry = "gemm_prefetch",
      .versus = "two_barriers", .params = { TILED, { "LAYOUT", CLSMEM_PLAIN }, { "BUFFERS", 2 } } },
    { "async", "tiles fetched by async_work_group_copy: slower than no tile where that is a loop, as on an H200",
      .entry = "gemm_async", .versus = "tiled", .types = UNCONVERTED,
      .params = { TILED, { "LAYOUT", CLSMEM_PLAIN } } },
    { "blocked", "register blocks and vectors; stores of the turned tile collide", .entry = "gemm_blocked",
      .plan = plan_blocked, .versus = "clblast", .params = { { "LAYOUT", CLSMEM_PLAIN } } },
    { "blocked_padded", "the same, padded by a whole vector: free of conflicts", .entry = "gemm_blocked",
      .plan = plan_blocked, .versus = "blocked", .params = { { "LAYOUT", CLSMEM_PADDED } } },
    { "blocked_swizzled", "the same, swizzled by whole vectors", .entry = "gemm_blocked", .plan = plan_blocked,
      .versus = "blocked", .params = { { "LAYOUT", CLSMEM_SWIZZLED } } },
    { "cpu_packed", "one work-item a tile, both matrices packed in local memory, which is cache there",
      .entry = "gemm_cpu_packed", .versus = "clblast", .needs = CLSMEM_NEEDS_CPU, .types = UNCONVERTED,
      .plan = plan_packed },
};

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    const double m = (double)problem->extent[0], n = (double)problem->extent[1], k = (double)problem->extent[2];
    const double c_accesses = problem->beta == 0 ? 1 : 2;

    return (struct clsmem_work){
        .bytes = (m * k + k * n + c_accesses * m * n) * (double)clsmem_type_bytes(problem->type),
        .operations = 2 * m * n * k,
    };
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    const size_t m = problem->extent[0], n = problem->extent[1], k = problem->extent[2];

    for (size_t i = 0; i < m; i++) {
        double *row = expected + i * n;

        for (size_t j = 0; j < n; j++)
            row[j] = problem->beta == 0 ? 0 : problem->beta * in[2][i * n + j];
        for (size_t l = 0; l < k; l++)
            for (size_t j = 0; j < n; j++)
                row[j] += problem->alpha * in[0][i * k + l] * in[1][l * n + j];
    }
}

/* Euclidean length. */
static double length(const double *elements, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += elements[i] * elements[i];
    return sqrt(sum);
}

/* By Cauchy and Schwarz: the sum of |a| |b| along k is at most the length of a's row times that of b's column. */
static void magnitude(const struct clsmem_problem *problem, const double *const in[], double *magnitude)
{
    const size_t m = problem->extent[0], n = problem->extent[1], k = problem->extent[2];

    /* b's columns first, into the first row, which is overwritten last. */
    for (size_t j = 0; j < n; j++)
        magnitude[j] = 0;
    for (size_t l = 0; l < k; l++)
        for (size_t j = 0; j < n; j++)
            magnitude[j] += in[1][l * n + j] * in[1][l * n + j];
    for (size_t j = 0; j < n; j++)
        magnitude[j] = sqrt(magnitude[j]);
    for (size_t i = m; i-- > 0;) {
        const double row = fabs(problem->alpha) * length(in[0] + i * k, k);

        for (size_t j = 0; j < n; j++) {
            const double c = problem->beta == 0 ? 0 : fabs(problem->beta * in[2][i * n + j]);

            magnitude[i * n + j] = row * magnitude[j] + c;
        }
    }
}

/* k products and their sum, then alpha, beta and the last addition; of halves only the store rounds to the full unit. */
static double roundings(const struct clsmem_problem *problem)
{
    const double sums = (double)problem->extent[2] + 3;

    return problem->type == CLSMEM_F16 ? 1 + sums * 0x1p-24 / 0x1p-11 : sums;
}

/* y = matrix x, for a row-major matrix. */
static void multiply_vector(const double *matrix, size_t rows, size_t cols, const double *x, double *y)
{
    for (size_t i = 0; i < rows; i++) {
        y[i] = 0;
        for (size_t j = 0; j < cols; j++)
            y[i] += matrix[i * cols + j] * x[j];
    }
}

/* What a row's product with x may be off by: nothing, or the rounding of each element that was stored as a half. */
static double slack(const struct clsmem_problem *problem, const double *row, const double *x)
{
    double sum = 0;

    for (size_t j = 0; problem->type == CLSMEM_F16 && j < problem->extent[1]; j++)
        sum += fabs(row[j]) * x[j];
    return sum * 1.001 * clsmem_type_unit_roundoff(problem->type);
}

/*
 * Freivalds: c x = alpha a (b x) + beta c0 x for a random x. Lattice data and small integers in x keep every sum below
 * 2^53 units, so a right c passes exactly. A wrong row passes one probe with a chance of at most 1/256. Where c was
 * stored as halves, each of its elements may be off by its rounding.
 */
static enum clsmem_status confirm(const struct clsmem_problem *problem, const double *const in[], const double *output)
{
    const size_t m = problem->extent[0], n = problem->extent[1], k = problem->extent[2];
    double *const vectors = malloc((n + k + 3 * m) * sizeof *vectors);
    double *const x = vectors, *const bx = x + n, *const abx = bx + k, *const cx = abx + m, *const c0x = cx + m;
    unsigned state = 12345;
    bool right = true;

    if (!vectors)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the vectors of Freivalds' check");
    for (int probe = 0; right && probe < 2; probe++) {
        for (size_t j = 0; j < n; j++) {
            state = state * 1664525u + 1013904223u;
            x[j] = (double)(state >> 24);
        }
        multiply_vector(in[1], k, n, x, bx);
        multiply_vector(in[0], m, k, bx, abx);
        multiply_vector(output, m, n, x, cx);
        if (problem->beta != 0)
            multiply_vector(in[2], m, n, x, c0x);
        for (size_t i = 0; right && i < m; i++) {
            const double expected = problem->alpha * abx[i] + (problem->beta == 0 ? 0 : problem->beta * c0x[i]);

            right = fabs(cx[i] - expected) <= slack(problem, output + i * n, x);
        }
    }
    free(vectors);
    return right ? CLSMEM_OK : CLSMEM_WRONG;
}

static void blas(const struct clsmem_problem *problem, struct clsmem_blas_call *call)
{
    *call = (struct clsmem_blas_call){
        .routine = CLSMEM_BLAS_GEMM,
        .m = problem->extent[0],
        .n = problem->extent[1],
        .k = problem->extent[2],
        .in = { 0, 1 },
        .out = 2,
        .alpha = problem->alpha,
        .beta = problem->beta,
    };
}

const struct clsmem_kernel clsmem_kernel_gemm = {
    .name = "gemm",
    .summary = "matrix product c = alpha a b + beta c: from the plain loop to register blocks",
    .lesson = "Each element of a and b is needed by a whole row or column of c. The naive row reads it "
              "from global memory every time; a tile of edge T in local memory divides that traffic by "
              "T, and the intensity in the result file says so. Then local memory is what limits: each "
              "multiply-add of a tiled row reads two elements of it.\n"
              "The pair tiled_column and tiled_padded shows what banks cost: the same text, but lanes "
              "run down the columns of a tile, so that all of them want one bank. One dead element a "
              "row, or a swizzle, cures it. The rows two_barriers and one_barrier ask whether a second "
              "buffer is worth the barrier that it saves; tiled and tiled_dynamic whether an array that "
              "the host sizes costs anything.\n"
              "The blocked rows are the way out: each work-item keeps a block of c in registers, so "
              "that each element that it reads from local memory serves a row or column of that block. "
              "Sources: Volkov and Demmel, 2008; Nath, Tomov and Dongarra, 2010; Nugteren, 2018 "
              "(CLBlast); Goto and van de Geijn, 2008, for cpu_packed.",
    .extents = { "m", "n", "k" },
    .types = CLSMEM_IN_TYPE(F32) | CLSMEM_IN_TYPE(F64) | CLSMEM_IN_TYPE(F16),
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GFLOP_PER_S,
    .roof = CLSMEM_ROOF_MULTIPLY_ADD,
    .sizes = { .cpu = { { 256, 256, 256 }, { 512, 512, 512 }, { 1024, 1024, 1024 } },
               .gpu = { { 1024, 1024, 1024 }, { 4096, 4096, 4096 }, { 8192, 8192, 8192 } } },
    .plan = plan_tiled,
    .work = work,
    .reference = reference,
    .magnitude = magnitude,
    .roundings = roundings,
    .confirm = confirm,
    .blas = blas,
};
