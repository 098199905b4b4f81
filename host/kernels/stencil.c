/* stencil: weighted sums of neighbourhoods, step after step: who fetches an element that many outputs need. */
#include "clsmem/kernel.h"
#include "clsmem/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS, COLS, RADIUS, STEPS };
enum { CROSS, BOX };

#define MOST_RADIUS 4
#define MOST_STEPS 7
#define MOST_TERMS ((2 * MOST_RADIUS + 1) * (2 * MOST_RADIUS + 1))

static const struct clsmem_mode modes[] = {
    [CROSS] = { "cross", "neighbours in the same row and column: 5 points at radius 1" },
    [BOX] = { "box", "all neighbours in the square: 9 points at radius 1" },
};

/*
 * Weight 2^-shift by mode, radius and distance. The centre has a half, the others together a half or a little less, so
 * values stay bounded; and since a step adds no more bits than the greatest shift, a few steps on lattice data are exact.
 */
static const int shifts[][MOST_RADIUS + 1][MOST_RADIUS + 1] = {
    [CROSS] = { [1] = { 1, 3 }, [2] = { 1, 4, 4 }, [3] = { 1, 4, 5, 5 }, [4] = { 1, 4, 5, 6, 6 } },
    [BOX] = { [1] = { 1, 4 }, [2] = { 1, 5, 6 }, [3] = { 1, 5, 7, 8 }, [4] = { 1, 5, 7, 9, 9 } },
};

/* Steps that lattice data, multiples of 1/16 below 1/2, go through without a rounding: each adds the last shift's bits. */
static size_t exact_steps(const struct clsmem_problem *problem)
{
    const size_t radius = problem->extent[RADIUS], precision = problem->type == CLSMEM_F64 ? 53 : 24;

    return (precision - 3) / (size_t)shifts[problem->mode][radius][radius];
}

static bool accepts(const struct clsmem_problem *problem, char *reason, size_t reason_bytes)
{
    const size_t radius = problem->extent[RADIUS], steps = problem->extent[STEPS];

    if (radius < 1 || radius > MOST_RADIUS) {
        snprintf(reason, reason_bytes, "radius is 1 to %d, not %zu", MOST_RADIUS, radius);
        return false;
    }
    if (steps < 1 || steps > MOST_STEPS) {
        snprintf(reason, reason_bytes, "steps are 1 to %d, not %zu", MOST_STEPS, steps);
        return false;
    }
    if (steps > exact_steps(problem)) {
        snprintf(reason, reason_bytes, "%s of radius %zu in %s: at most %zu steps, or the exact check would round",
                 modes[problem->mode].name, radius, clsmem_type_word(problem->type), exact_steps(problem));
        return false;
    }
    return true;
}

/* A neighbour and its weight. */
struct term {
    long dy, dx;
    double weight;
};

static size_t make_terms(const struct clsmem_problem *problem, struct term terms[MOST_TERMS])
{
    const long radius = (long)problem->extent[RADIUS];
    size_t count = 0;

    for (long dy = -radius; dy <= radius; dy++)
        for (long dx = -radius; dx <= radius; dx++) {
            const long distance = labs(dy) > labs(dx) ? labs(dy) : labs(dx);

            if (problem->mode == BOX || dy == 0 || dx == 0)
                terms[count++] = (struct term){ dy, dx, ldexp(1, -shifts[problem->mode][radius][distance]) };
        }
    return count;
}

/* Places in the plan of what a step reads and writes: scratch and output by turns, so that the last writes the output. */
static unsigned target_of(const struct clsmem_problem *problem, size_t step)
{
    return (problem->extent[STEPS] - step) % 2 == 1 ? 1 : 2;
}

static unsigned source_of(const struct clsmem_problem *problem, size_t step)
{
    return step == 0 ? 0 : target_of(problem, step - 1);
}

/* What all variants share: buffers, weights, and a pass a step, alike but for what it reads and writes. */
static struct clsmem_plan common_plan(const struct clsmem_problem *problem, const struct clsmem_pass *pass)
{
    const size_t rows = problem->extent[ROWS], cols = problem->extent[COLS];
    const int *const shift = shifts[problem->mode][problem->extent[RADIUS]];
    struct clsmem_plan plan = {
        .buffers = { { rows * cols, CLSMEM_IN, problem->type }, { rows * cols, CLSMEM_OUT, problem->type } },
        .params = { { "RADIUS", (long)problem->extent[RADIUS] },
                    { "BOX", problem->mode == BOX },
                    { "SHIFT_1", shift[1] },
                    { "SHIFT_2", shift[2] },
                    { "SHIFT_3", shift[3] },
                    { "SHIFT_4", shift[4] } },
    };

    if (problem->extent[STEPS] > 1)
        plan.buffers[2] = (struct clsmem_buffer){ rows * cols, CLSMEM_SCRATCH, problem->type };
    for (size_t step = 0; pass && step < problem->extent[STEPS]; step++) {
        plan.passes[step] = *pass;
        plan.passes[step].args[0] = clsmem_arg_buffer(source_of(problem, step));
        plan.passes[step].args[1] = clsmem_arg_buffer(target_of(problem, step));
        plan.passes[step].args[2] = clsmem_arg_uint(rows);
        plan.passes[step].args[3] = clsmem_arg_uint(cols);
    }
    return plan;
}

/* Behind the parameters that all have. */
static void add_param(struct clsmem_plan *plan, const char *name, size_t value)
{
    size_t place = 0;

    while (plan->params[place].name)
        place++;
    plan->params[place] = (struct clsmem_param){ name, (long)value };
}

/* Work-groups of lanes x lines over tiles of rows x cols. */
static struct clsmem_pass tile_pass(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                                    size_t rows, size_t cols)
{
    const size_t lanes = (size_t)clsmem_param(variant, "LANES"), lines = (size_t)clsmem_param_or(variant, "LINES", 1);

    return (struct clsmem_pass){
        .entry = variant->entry,
        .global = { clsmem_groups(problem->extent[COLS], cols) * lanes,
                    clsmem_groups(problem->extent[ROWS], rows) * lines },
        .local = { lanes, lines },
    };
}

/* One work-item an output. */
static void plan_naive(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t lanes = (size_t)clsmem_param(variant, "LANES"), lines = (size_t)clsmem_param(variant, "LINES");
    const struct clsmem_pass pass = tile_pass(variant, problem, lines, lanes);

    (void)limits;
    *plan = common_plan(problem, &pass);
}

/* One tile of outputs a work-group. Where the variant leaves the pad open, it puts rows half the banks apart. */
static void plan_tile(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t rows = (size_t)clsmem_param(variant, "TILE_ROWS"), cols = (size_t)clsmem_param(variant, "TILE_COLS");
    const size_t halo = 2 * problem->extent[RADIUS], half_banks = 16;
    const struct clsmem_layout layout = {
        .kind = (enum clsmem_layout_kind)clsmem_param(variant, "LAYOUT"),
        .cols = cols + halo,
        .pad = (size_t)clsmem_param_or(variant, "PAD", (long)(3 * half_banks - halo - cols)),
    };
    const struct clsmem_pass pass = tile_pass(variant, problem, rows, cols);

    (void)limits;
    *plan = common_plan(problem, &pass);
    if (layout.kind == CLSMEM_PADDED && clsmem_param_or(variant, "PAD", 0) == 0)
        add_param(plan, "PAD", layout.pad);
    plan->local_bytes = clsmem_layout_elements(&layout, rows + halo) * clsmem_type_bytes(problem->type);
}

/* Vectors of 16 bytes. A work-group's rows are fetched with whole vectors beside them. */
struct vectors {
    size_t width, reach, cols; /* of a vector; beside the outputs; outputs of a work-group's row */
};

static struct vectors vectors_of(const struct clsmem_variant *variant, const struct clsmem_problem *problem)
{
    const size_t width = 16 / clsmem_type_bytes(problem->type);

    return (struct vectors){
        .width = width,
        .reach = clsmem_groups(problem->extent[RADIUS], width) * width,
        .cols = (size_t)clsmem_param(variant, "LANES") * width,
    };
}

static void add_vector_params(const struct vectors *vectors, const struct clsmem_problem *problem,
                              struct clsmem_plan *plan)
{
    add_param(plan, "WIDTH", vectors->width);
    add_param(plan, "REACH", vectors->reach);
    add_param(plan, "WHOLE", problem->extent[COLS] % vectors->width == 0);
}

static void plan_block(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const struct vectors vectors = vectors_of(variant, problem);
    const size_t rows = (size_t)(clsmem_param(variant, "LINES") * clsmem_param(variant, "ITEM_ROWS"));
    const struct clsmem_pass pass = tile_pass(variant, problem, rows, vectors.cols);

    (void)limits;
    *plan = common_plan(problem, &pass);
    add_vector_params(&vectors, problem, plan);
    plan->local_bytes =
        (rows + 2 * problem->extent[RADIUS]) * (vectors.cols + 2 * vectors.reach) * clsmem_type_bytes(problem->type);
}

static void plan_march(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const struct vectors vectors = vectors_of(variant, problem);
    const size_t rows = (size_t)clsmem_param(variant, "MARCH_ROWS");
    const struct clsmem_pass pass = tile_pass(variant, problem, rows, vectors.cols);

    (void)limits;
    *plan = common_plan(problem, &pass);
    add_vector_params(&vectors, problem, plan);
    plan->local_bytes = 2 * (vectors.cols + 2 * vectors.reach) * clsmem_type_bytes(problem->type);
}

/*
 * Strips whose rows, as many as a sum spans, fill most of a first-level cache; as many of them one below the other as
 * keep the compute units busy. What is larger than the last cache is stored past it.
 */
static void plan_cpu(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                     const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t bytes = clsmem_type_bytes(problem->type), rows = problem->extent[ROWS], cols = problem->extent[COLS];
    const size_t native = (problem->type == CLSMEM_F64 ? limits->vector_f64 : limits->vector_f32) * bytes;
    const size_t strip_cols = 24576 / bytes / (2 * problem->extent[RADIUS] + 1) / 64 * 64;
    const size_t strips = clsmem_groups(cols, strip_cols);
    const size_t wanted = clsmem_groups(8 * limits->compute_units, strips), strip_rows = clsmem_groups(rows, wanted);
    const struct clsmem_pass pass = {
        .entry = variant->entry,
        .global = { strips, clsmem_groups(rows, strip_rows) },
        .local = { 1, 1 },
        .args = { [4] = clsmem_arg_uint(strip_rows) },
    };

    *plan = common_plan(problem, &pass);
    add_param(plan, "WIDTH", (native >= 64 ? 64 : native >= 32 ? 32 : 16) / bytes);
    add_param(plan, "STRIP_COLS", strip_cols);
    add_param(plan, "STREAM", 2 * rows * cols * bytes > limits->cache_bytes);
}

/* Buffers alone: the host has its own loop. */
static void plan_host(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)variant;
    (void)limits;
    *plan = common_plan(problem, NULL);
}

/* Row `row` of the next step, one term after the other, each over all columns where its neighbour exists. */
#define DEFINE_HOST_ROW(name, type)                                                                                   \
    static void name(const struct clsmem_problem *problem, const struct term *terms, size_t count,                    \
                     const type *restrict in, type *restrict out, long row)                                           \
    {                                                                                                                 \
        const long rows = (long)problem->extent[ROWS], cols = (long)problem->extent[COLS];                            \
                                                                                                                      \
        memset(out + row * cols, 0, (size_t)cols * sizeof *out);                                                      \
        for (size_t i = 0; i < count; i++) {                                                                          \
            const long y = row + terms[i].dy, dx = terms[i].dx;                                                       \
            const long first = dx < 0 ? -dx : 0, end = dx > 0 ? cols - dx : cols;                                     \
            const type weight = (type)terms[i].weight;                                                                \
                                                                                                                      \
            for (long x = first; y >= 0 && y < rows && x < end; x++)                                                  \
                out[row * cols + x] += weight * in[y * cols + x + dx];                                                \
        }                                                                                                             \
    }

DEFINE_HOST_ROW(host_row_f32, float)
DEFINE_HOST_ROW(host_row_f64, double)

/* A phase a step. */
static void host(const struct clsmem_host_part *part)
{
    const struct clsmem_problem *const problem = part->problem;
    const size_t rows = problem->extent[ROWS];
    struct term terms[MOST_TERMS];
    const size_t count = make_terms(problem, terms);

    if (part->phase >= problem->extent[STEPS])
        return;
    for (size_t row = rows * part->part / part->parts; row < rows * (part->part + 1) / part->parts; row++) {
        const void *const in = part->buffers[source_of(problem, part->phase)];
        void *const out = part->buffers[target_of(problem, part->phase)];

        if (problem->type == CLSMEM_F64)
            host_row_f64(problem, terms, count, in, out, (long)row);
        else
            host_row_f32(problem, terms, count, in, out, (long)row);
    }
}

/* Work-groups of 256. */
#define GROUP_32_8                                                                                                    \
    { "LANES", 32 },                                                                                                  \
    {                                                                                                                 \
        "LINES", 8                                                                                                    \
    }
#define GROUP_16_16                                                                                                   \
    { "LANES", 16 },                                                                                                  \
    {                                                                                                                 \
        "LINES", 16                                                                                                   \
    }

static const struct clsmem_variant variants[] = {
    { "naive", "no local memory: each output fetches all of its neighbours, mostly from the cache",
      .entry = "stencil_naive", .plan = plan_naive, .params = { GROUP_32_8 } },
    { "tile",
      "tile and halo in local memory, each element fetched once; lanes read along rows: no conflict to cure; slower "
      "than a good cache",
      .entry = "stencil_tile",
      .params = { GROUP_32_8, { "TILE_ROWS", 32 }, { "TILE_COLS", 32 }, { "LAYOUT", CLSMEM_PLAIN } } },
    { "tile_column",
      "the wound: lanes go down columns and collide; the halo pads the rows, but evenly: two-way at radius 1, slower "
      "than naive",
      .entry = "stencil_tile", .versus = "tile",
      .params = { GROUP_32_8,
                  { "TILE_ROWS", 32 },
                  { "TILE_COLS", 32 },
                  { "LAYOUT", CLSMEM_PLAIN },
                  { "BY_COLUMN", 1 } } },
    { "tile_padded",
      "cure of tile_column: one more dead element a row makes their distance odd; columns stay slower than naive",
      .entry = "stencil_tile", .versus = "tile_column",
      .params = { GROUP_32_8,
                  { "TILE_ROWS", 32 },
                  { "TILE_COLS", 32 },
                  { "LAYOUT", CLSMEM_PADDED },
                  { "PAD", 1 },
                  { "BY_COLUMN", 1 } } },
    { "square",
      "the wound of square work-groups: a sub-group holds two rows of 16, which collide where they overlap; slower "
      "than naive",
      .entry = "stencil_tile", .versus = "tile",
      .params = { GROUP_16_16, { "TILE_ROWS", 64 }, { "TILE_COLS", 16 }, { "LAYOUT", CLSMEM_PLAIN } } },
    { "square_padded",
      "cure of square: rows padded until they begin half the banks apart; slower than naive at radius 1",
      .entry = "stencil_tile", .versus = "square",
      .params = { GROUP_16_16, { "TILE_ROWS", 64 }, { "TILE_COLS", 16 }, { "LAYOUT", CLSMEM_PADDED } } },
    { "register_block",
      "4 rows of vectors of outputs a work-item; single elements beside a vector collide, a stride of vectors apart",
      .entry = "stencil_block", .plan = plan_block, .versus = "tile", .params = { GROUP_32_8, { "ITEM_ROWS", 4 } } },
    { "block_planes", "cure of register_block: first elements of all vectors side by side, then second ones",
      .entry = "stencil_block", .plan = plan_block, .versus = "register_block",
      .params = { GROUP_32_8, { "ITEM_ROWS", 4 }, { "PLANES", 1 } } },
    { "register_march", "sums of whole columns in registers, one row in local memory: a work-group marches down",
      .entry = "stencil_march", .plan = plan_march, .versus = "tile",
      .params = { { "LANES", 64 }, { "MARCH_ROWS", 32 }, { "PLANES", 1 } } },
    { "cpu", "one work-item a strip that stays in the first cache, overlapping vector loads", .entry = "stencil_cpu",
      .needs = CLSMEM_NEEDS_CPU, .plan = plan_cpu },
    { "host_c", "a plain C loop, one term after the other over each row: the rival",
      .needs = CLSMEM_NEEDS_CPU | CLSMEM_NEEDS_HOST, .plan = plan_host, .host = host, .host_phases = MOST_STEPS },
};

/* Terms of an output. */
static double points(const struct clsmem_problem *problem)
{
    const double radius = (double)problem->extent[RADIUS];

    return problem->mode == BOX ? (2 * radius + 1) * (2 * radius + 1) : 4 * radius + 1;
}

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    const double outputs =
        (double)problem->extent[ROWS] * (double)problem->extent[COLS] * (double)problem->extent[STEPS];

    return (struct clsmem_work){
        .bytes = 2 * outputs * (double)clsmem_type_bytes(problem->type),
        .operations = 2 * outputs * points(problem),
    };
}

/* One step in place. Rows are overwritten from the first on, and `old` keeps the last radius + 1 of them as they were. */
static void step_in_place(const struct clsmem_problem *problem, double *matrix, double *old)
{
    const long rows = (long)problem->extent[ROWS], cols = (long)problem->extent[COLS];
    const long kept = (long)problem->extent[RADIUS] + 1;
    struct term terms[MOST_TERMS];
    const size_t count = make_terms(problem, terms);

    for (long row = 0; row < rows; row++) {
        double *const target = matrix + row * cols;

        memcpy(old + row % kept * cols, target, (size_t)cols * sizeof *old);
        memset(target, 0, (size_t)cols * sizeof *target);
        for (size_t i = 0; i < count; i++) {
            const long y = row + terms[i].dy, dx = terms[i].dx;
            const long first = dx < 0 ? -dx : 0, end = dx > 0 ? cols - dx : cols;
            const double *const source = y <= row ? old + y % kept * cols : matrix + y * cols;

            for (long x = first; y >= 0 && y < rows && x < end; x++)
                target[x] += terms[i].weight * source[x + dx];
        }
    }
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    const size_t rows = problem->extent[ROWS], cols = problem->extent[COLS];
    double *const old = malloc((problem->extent[RADIUS] + 1) * cols * sizeof *old);

    memcpy(expected, in[0], rows * cols * sizeof *expected);
    for (size_t step = 0; old && step < problem->extent[STEPS]; step++)
        step_in_place(problem, expected, old);
    /* Without memory nothing shall pass for right. */
    for (size_t i = 0; !old && i < rows * cols; i++)
        expected[i] = NAN;
    free(old);
}

/* Weights add up to one or less, so no sum of absolute terms, in any step, exceeds the greatest input. */
static void magnitude(const struct clsmem_problem *problem, const double *const in[], double *magnitude)
{
    const size_t count = problem->extent[ROWS] * problem->extent[COLS];
    double greatest = 0;

    for (size_t i = 0; i < count; i++)
        greatest = fmax(greatest, fabs(in[0][i]));
    for (size_t i = 0; i < count; i++)
        magnitude[i] = greatest;
}

/* Products with powers of two are exact; a sum rounds with each of its terms, step after step. */
static double roundings(const struct clsmem_problem *problem)
{
    return points(problem) * (double)problem->extent[STEPS];
}

/* Smaller than the radius, edges of tiles, rows that are no whole vectors, odd and even numbers of steps. */
static const size_t test_shapes[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1, 1 },    { 2, 3, 4, 2 },     { 31, 33, 1, 5 },
    { 33, 31, 3, 2 },  { 64, 16, 2, 3 },   { 65, 257, 1, 2 },
    { 37, 520, 4, 1 }, { 130, 260, 2, 1 }, { 0 },
};

const struct clsmem_kernel clsmem_kernel_stencil = {
    .name = "stencil",
    .summary = "weighted sums of each element's neighbourhood, zero outside: elements that many outputs need",
    .lesson =
        "An output of radius 1 needs 5 elements (a cross) or 9 (a box), and each element is needed by as many "
        "outputs. "
        "Fetched once and written once is all that global memory must do, and the roof is measured against that: "
        "naive "
        "leaves the sharing to the cache, tile does it by hand, with a halo of neighbours around the outputs.\n"
        "Lanes that read along a row of the tile never collide, whatever its pitch; there is nothing to pad, and the "
        "rows say so. Two habits break that. Lanes that go down a column (tile_column) find in the halo a pad by "
        "accident: 2 elements at radius 1, 4 at radius 2, 8 at radius 4, and so many lanes share a bank. And a square "
        "work-group of 16 x 16 (square) makes a sub-group read two rows at once, which overlap in as many banks as "
        "the "
        "halo is wide. At radius 1 local memory has so much time to spare that global memory may hide a two-way "
        "conflict: look at the box, and at --size stencil=8192x8192x4x1.\n"
        "Then registers: register_block reads a row of the tile once for all outputs of a work-item. Whole vectors do "
        "not collide, but an element at the end of each is a stride of a vector; block_planes sorts the tile's "
        "elements "
        "so that these lie side by side. register_march keeps partial sums in registers instead of inputs in local "
        "memory: one row there is enough, since each input, as it passes, is added to every output that it is part "
        "of. "
        "That is the seed of 2.5-D blocking (Micikevicius, 2009; Nguyen and others, 2010). Several steps are launched "
        "one after the other; to fuse them within a tile is the next idea (AN5D, Matsumura and others, 2020).",
    .extents = { "rows", "cols", "radius", "steps" },
    .modes = modes,
    .mode_count = sizeof modes / sizeof *modes,
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GB_PER_S,
    .roof = CLSMEM_ROOF_COPY,
    .sizes = { .cpu = { { 1024, 2048, 1, 1 }, { 4096, 4096, 1, 1 }, { 8192, 8192, 1, 1 } },
               .gpu = { { 4096, 4096, 1, 1 }, { 8192, 16384, 1, 1 }, { 16384, 16384, 1, 2 } } },
    .test_shapes = test_shapes,
    .small = { 32, 256, 1, 1 },
    .accepts = accepts,
    .plan = plan_tile,
    .work = work,
    .reference = reference,
    .magnitude = magnitude,
    .roundings = roundings,
};
