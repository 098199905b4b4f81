/* transpose: the plainest place to see banks. Same kernel text for three layouts, so only the layout is measured. */
#include "clsmem/kernel.h"
#include "clsmem/layout.h"

#include <string.h>

/* The edge of a work-group's tile, and the work-items along it. */
static size_t tile(const struct clsmem_variant *variant)
{
    return (size_t)clsmem_param_or(variant, "TILE", 1);
}

static size_t local_bytes(const struct clsmem_variant *variant, enum clsmem_type type)
{
    const struct clsmem_layout layout = {
        .kind = (enum clsmem_layout_kind)clsmem_param_or(variant, "LAYOUT", CLSMEM_PLAIN),
        .cols = tile(variant),
        .pad = (size_t)clsmem_param_or(variant, "PAD", 0),
    };
    const bool has_tile = clsmem_param_or(variant, "LAYOUT", -1) >= 0;

    return has_tile ? clsmem_layout_elements(&layout, tile(variant)) * clsmem_type_bytes(type) : 0;
}

/* What all variants share: the matrices and the arguments of every kernel. */
static struct clsmem_plan common_plan(const char *entry, const struct clsmem_problem *problem)
{
    const size_t rows = problem->extent[0], cols = problem->extent[1];

    return (struct clsmem_plan){
        .buffers = { { rows * cols, CLSMEM_IN, problem->type }, { rows * cols, CLSMEM_OUT, problem->type } },
        .passes = { { .entry = entry,
                      .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_uint(rows),
                                clsmem_arg_uint(cols) } } },
    };
}

/* One tile a work-group. */
static void plan(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                 const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t edge = tile(variant), width = (size_t)clsmem_param_or(variant, "WIDTH", 1);
    const size_t group[2] = { edge / width, (size_t)clsmem_param(variant, "STEP") };

    (void)limits;
    *plan = common_plan(variant->entry ? variant->entry : "transpose", problem);
    plan->local_bytes = local_bytes(variant, problem->type);
    plan->passes[0].global[0] = clsmem_groups(problem->extent[1], edge) * group[0];
    plan->passes[0].global[1] = clsmem_groups(problem->extent[0], edge) * group[1];
    plan->passes[0].local[0] = group[0];
    plan->passes[0].local[1] = group[1];
}

/* Buffers alone: the launch is CLBlast's. */
static void plan_clblast(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                         const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)variant;
    (void)limits;
    *plan = common_plan(NULL, problem);
}

/* Elements of a strip that one work-item walks along; whole tiles of either width. */
#define STRIP_COLS 2048

/* A third of a second-level cache of 512 KiB, or, where local memory is smaller, a tile of a quarter of the width. */
static void plan_cpu(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                     const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t bytes = clsmem_type_bytes(problem->type);
    const size_t tile_rows = 256 / bytes, pitch = tile_rows + 8;
    const size_t tile_cols = 512 * pitch * bytes <= limits->local_bytes ? 512 : 128;
    const struct clsmem_param params[CLSMEM_MAX_PARAMS] = {
        { "TURN", problem->type == CLSMEM_F64 ? 4 : 8 }, /* elements that fit a register of 32 bytes */
        { "TILE_ROWS", (long)tile_rows },
        { "TILE_COLS", (long)tile_cols },
        { "STRIP_COLS", STRIP_COLS },
    };

    *plan = common_plan(variant->entry, problem);
    memcpy(plan->params, params, sizeof params);
    plan->passes[0].global[0] = clsmem_groups(problem->extent[1], STRIP_COLS);
    plan->passes[0].global[1] = clsmem_groups(problem->extent[0], tile_rows);
    plan->passes[0].local[0] = 1;
    plan->passes[0].local[1] = 1;
    plan->local_bytes = tile_cols * pitch * bytes;
}

static const struct clsmem_variant variants[] = {
    { "naive", "no local memory: reads run along rows, writes jump by a row", .entry = "transpose_naive",
      .params = { { "TILE", 32 }, { "STEP", 8 } } },
    { "tile", "the wound: a column of a plain tile lies in one bank, every read of it is a full conflict",
      .params = { { "TILE", 32 }, { "STEP", 8 }, { "LAYOUT", CLSMEM_PLAIN } } },
    { "padded", "one dead element a row shears the columns across all banks", .versus = "tile",
      .params = { { "TILE", 32 }, { "STEP", 8 }, { "LAYOUT", CLSMEM_PADDED }, { "PAD", 1 } } },
    { "swizzled", "columns permuted by the row: conflict-free without a dead element", .versus = "tile",
      .params = { { "TILE", 32 }, { "STEP", 8 }, { "LAYOUT", CLSMEM_SWIZZLED }, { "ACCESS", 1 }, { "SHIFT", 0 } } },
    { "diagonal", "padded, and work-groups take tiles along diagonals: writes spread over the memory channels",
      .versus = "padded",
      .params = { { "TILE", 32 }, { "STEP", 8 }, { "LAYOUT", CLSMEM_PADDED }, { "PAD", 1 }, { "DIAGONAL", 1 } } },
    { "vector_plain", "vectors of four, but stores down a plain tile collide", .entry = "transpose_vector",
      .versus = "tile", .params = { { "TILE", 64 }, { "STEP", 16 }, { "WIDTH", 4 }, { "LAYOUT", CLSMEM_PLAIN } } },
    { "vector", "4 x 4 blocks turned in registers, vectors of four swizzled whole; those of f64 collide two by two",
      .entry = "transpose_vector", .versus = "vector_plain",
      .params = { { "TILE", 64 },
                  { "STEP", 16 },
                  { "WIDTH", 4 },
                  { "LAYOUT", CLSMEM_SWIZZLED },
                  { "ACCESS", 4 },
                  { "SHIFT", 2 } } },
    { "clblast", "CLBlast's omatcopy: the rival", .needs = CLSMEM_NEEDS_CLBLAST, .plan = plan_clblast },
    { "cpu_blocked", "one work-item a strip of tiles: long runs both ways, streaming stores",
      .entry = "transpose_cpu_blocked", .versus = "clblast", .needs = CLSMEM_NEEDS_CPU, .plan = plan_cpu },
};

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    return (struct clsmem_work){
        .bytes =
            2.0 * (double)problem->extent[0] * (double)problem->extent[1] * (double)clsmem_type_bytes(problem->type),
    };
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    const size_t rows = problem->extent[0], cols = problem->extent[1];

    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < cols; c++)
            expected[c * rows + r] = in[0][r * cols + c];
}

static void blas(const struct clsmem_problem *problem, struct clsmem_blas_call *call)
{
    *call = (struct clsmem_blas_call){
        .routine = CLSMEM_BLAS_OMATCOPY,
        .m = problem->extent[0],
        .n = problem->extent[1],
        .in = { 0 },
        .out = 1,
        .alpha = 1,
    };
}

const struct clsmem_kernel clsmem_kernel_transpose = {
    .name = "transpose",
    .summary = "out-of-place matrix transpose: a tile written by rows and read by columns",
    .lesson = "A transpose does no arithmetic and moves every element once, so anything below the copy "
              "roof is lost to how memory is walked through. Naive reads along rows and writes down "
              "columns: each write touches a line of its own.\n"
              "A tile in local memory makes both sides run along rows, but then one of them reads the "
              "tile down its columns: with rows as long as there are banks, a column lies in one bank, "
              "and a sub-group is served one lane after the other. Look at tile against padded and "
              "swizzled: the same kernel text, one layout function apart. The degree column has what "
              "the bank model predicts of it.\n"
              "The row padded against padded_dynamic, where it is there, asks whether an array that the "
              "host sizes costs anything. Sources: Ruetsch and Micikevicius, 2009 (diagonal order too); "
              "the bank rules are in clsmem-banks --lesson.",
    .extents = { "rows", "cols" },
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GB_PER_S,
    .roof = CLSMEM_ROOF_COPY,
    .sizes = { .cpu = { { 2048, 2048 }, { 4096, 4096 }, { 8192, 8192 } },
               .gpu = { { 4096, 4096 }, { 8192, 8192 }, { 16384, 16384 } } },
    .plan = plan,
    .work = work,
    .reference = reference,
    .blas = blas,
};
