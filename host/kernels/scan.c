/* scan: sums of everything before each element. Trees in a work-group, and three ways across work-groups. */
#include "clsmem/kernel.h"
#include "clsmem/layout.h"

#include <math.h>

enum mode { INCLUSIVE, EXCLUSIVE };

static const struct clsmem_mode modes[] = {
    [INCLUSIVE] = { "inclusive", "each output has its own input in it" },
    [EXCLUSIVE] = { "exclusive", "each output has only the inputs before its own: places for a list of counts" },
};

/*
 * Levels of blocks: elements, totals of blocks, totals of blocks of those, ... With blocks of 256 or more, four of them
 * reach beyond 2^31 elements.
 */
#define MOST_LEVELS 4

struct levels {
    size_t depth;                   /* of which the last has one block */
    size_t counts[MOST_LEVELS + 1]; /* numbers on each level; counts[depth] is 1 */
    unsigned source[MOST_LEVELS];   /* the buffer that holds a level's numbers */
    unsigned target[MOST_LEVELS];   /* the buffer that they are scanned into */
    size_t exclusive[MOST_LEVELS];  /* totals always, for they become offsets */
};

/* The elements' buffers, then one of totals for each level. */
static struct levels make_levels(const struct clsmem_problem *problem, size_t block, struct clsmem_plan *plan)
{
    struct levels levels = { .counts = { problem->extent[0] } };

    do {
        const size_t level = levels.depth++;

        levels.counts[level + 1] = clsmem_groups(levels.counts[level], block);
        levels.source[level] = level == 0 ? 0 : (unsigned)level + 1;
        levels.target[level] = (unsigned)level + 1;
        levels.exclusive[level] = level > 0 || problem->mode == EXCLUSIVE;
        plan->buffers[level + 2] = (struct clsmem_buffer){ levels.counts[level + 1], CLSMEM_SCRATCH, problem->type };
    } while (levels.counts[levels.depth] > 1);
    return levels;
}

static struct clsmem_plan common_plan(const struct clsmem_problem *problem)
{
    return (struct clsmem_plan){
        .buffers = { { problem->extent[0], CLSMEM_IN, problem->type },
                     { problem->extent[0], CLSMEM_OUT, problem->type } },
    };
}

/* A pass over one level, a work-group a block: `entry` scans it and leaves its blocks' totals, or begins with offsets. */
static struct clsmem_pass scan_pass(const char *entry, const struct levels *levels, size_t level, size_t group)
{
    return (struct clsmem_pass){
        .entry = entry,
        .global = { levels->counts[level + 1] * group },
        .local = { group },
        .args = { clsmem_arg_buffer(levels->source[level]), clsmem_arg_buffer(levels->target[level]),
                  clsmem_arg_buffer((unsigned)level + 2), clsmem_arg_uint(levels->counts[level]),
                  clsmem_arg_uint(levels->exclusive[level]) },
    };
}

/* Blocks are scanned alone, level after level; then, down again, they are lifted by what comes before them. */
static void plan_blocks(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                        const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t group = (size_t)clsmem_param(variant, "GROUP"), block = (size_t)clsmem_param(variant, "BLOCK");
    size_t pass = 0;

    (void)limits;
    *plan = common_plan(problem);

    const struct levels levels = make_levels(problem, block, plan);

    for (size_t level = 0; level < levels.depth; level++)
        plan->passes[pass++] = scan_pass(variant->entry, &levels, level, group);
    for (size_t level = levels.depth - 1; level-- > 0;)
        plan->passes[pass++] = (struct clsmem_pass){
            .entry = "scan_lift",
            .global = { levels.counts[level + 1] * group },
            .local = { group },
            .args = { clsmem_arg_buffer(levels.target[level]), clsmem_arg_buffer((unsigned)level + 2),
                      clsmem_arg_uint(levels.counts[level]) },
        };
}

/* Two halves that take turns. */
static void plan_hillis_steele(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                               const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    plan_blocks(variant, problem, limits, plan);
    plan->local_bytes = 2 * (size_t)clsmem_param(variant, "GROUP") * clsmem_type_bytes(problem->type);
}

static void plan_tree(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t block = (size_t)clsmem_param(variant, "BLOCK");
    const bool padded = clsmem_param(variant, "PADDED");
    const size_t nodes =
        padded ? clsmem_layout_tree_index(block - 1, (unsigned)clsmem_param(variant, "LOG2_BANKS")) + 1 : block;

    plan_blocks(variant, problem, limits, plan);
    plan->local_bytes = nodes * clsmem_type_bytes(problem->type);
}

/* Rows of totals in scan_sums, and the row length of the layout between vectors and runs: as in cl/scan.cl. */
#define ROWS 32
#define ROW 32

/* Of a tile of runs: itself, a sum a work-item, the rows' totals and that of all. */
static size_t tile_bytes(const struct clsmem_variant *variant, const struct clsmem_problem *problem)
{
    const size_t group = (size_t)clsmem_param(variant, "GROUP"), run = (size_t)clsmem_param(variant, "RUN");
    const struct clsmem_layout layout = {
        .kind = (enum clsmem_layout_kind)clsmem_param(variant, "LAYOUT"),
        .cols = ROW,
        .access = (size_t)clsmem_param(variant, "ACCESS"),
        .shift = (unsigned)clsmem_param(variant, "SHIFT"),
    };

    return (clsmem_layout_elements(&layout, group * run / ROW) + clsmem_layout_elements(&layout, group / ROW) + ROWS +
            1) *
           clsmem_type_bytes(problem->type);
}

static void plan_blocked(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                         const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    plan_blocks(variant, problem, limits, plan);
    plan->local_bytes = tile_bytes(variant, problem);
}

/* Totals up to the level of one block, which is scanned; then each level below, given its blocks' offsets. */
static void plan_reduce_then_scan(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                                  const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t group = (size_t)clsmem_param(variant, "GROUP"), block = (size_t)clsmem_param(variant, "BLOCK");
    size_t pass = 0;

    (void)limits;
    *plan = common_plan(problem);
    plan->local_bytes = tile_bytes(variant, problem);

    const struct levels levels = make_levels(problem, block, plan);

    for (size_t level = 0; level + 1 < levels.depth; level++)
        plan->passes[pass++] = (struct clsmem_pass){
            .entry = "scan_totals",
            .global = { levels.counts[level + 1] * group },
            .local = { group },
            .args = { clsmem_arg_buffer(levels.source[level]), clsmem_arg_buffer((unsigned)level + 2),
                      clsmem_arg_uint(levels.counts[level]) },
        };
    plan->passes[pass++] = scan_pass("scan_blocked", &levels, levels.depth - 1, group);
    for (size_t level = levels.depth - 1; level-- > 0;)
        plan->passes[pass++] = scan_pass("scan_with_offsets", &levels, level, group);
}

/* In local memory: a window of words, what was found in it, the ticket. */
static size_t look_back_bytes(const struct clsmem_variant *variant, const struct clsmem_problem *problem)
{
    return (size_t)clsmem_param(variant, "WINDOW") * 8 + clsmem_type_bytes(problem->type) + 8 + 8;
}

/* One pass: a counter that tiles are drawn from, and a word for each tile. */
static struct clsmem_plan single_pass(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                                      size_t group, size_t tile)
{
    const size_t tiles = clsmem_groups(problem->extent[0], tile);
    struct clsmem_plan plan = common_plan(problem);

    plan.buffers[2] = (struct clsmem_buffer){ 1, CLSMEM_STATE, CLSMEM_U64 };
    plan.buffers[3] = (struct clsmem_buffer){ tiles, CLSMEM_STATE, CLSMEM_U64 };
    plan.passes[0] = (struct clsmem_pass){
        .entry = variant->entry,
        .global = { tiles * group },
        .local = { group },
        .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_buffer(2), clsmem_arg_buffer(3),
                  clsmem_arg_uint(problem->extent[0]), clsmem_arg_uint(problem->mode == EXCLUSIVE) },
    };
    return plan;
}

static void plan_look_back(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                           const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t group = (size_t)clsmem_param(variant, "GROUP"), run = (size_t)clsmem_param(variant, "RUN");

    (void)limits;
    *plan = single_pass(variant, problem, group, group * run);
    plan->local_bytes = tile_bytes(variant, problem) + look_back_bytes(variant, problem);
}

/*
 * Tiles that a second-level cache holds: 2048 of the processor's vectors, 128 KiB at most, so that none of the sums in
 * them is long.
 */
static void plan_cpu(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                     const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t width = limits->vector_f32 >= 16 ? 16 : limits->vector_f32 >= 8 ? 8 : 4, tile = 2048 * width;

    *plan = single_pass(variant, problem, 1, tile);
    plan->params[0] = (struct clsmem_param){ "WIDTH", (long)width };
    plan->params[1] = (struct clsmem_param){ "TILE", (long)tile };
    plan->local_bytes = look_back_bytes(variant, problem);
}

/* Parts of the host's loops leave a total each; more threads than that would have nothing to do. */
#define MOST_PARTS 512

static void plan_host(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)variant;
    (void)limits;
    *plan = common_plan(problem);
    plan->buffers[2] = (struct clsmem_buffer){ MOST_PARTS, CLSMEM_SCRATCH, CLSMEM_U64 };
}

/*
 * The parts' totals first; then each part adds up those before it and goes on from there. Sums of floats are kept in
 * double, which costs a loop that waits for its additions nothing.
 */
#define HOST_LOOP(name, number, accumulator)                                                                          \
    static void name(const number *in, number *out, accumulator *totals, const struct clsmem_host_part *part,         \
                     size_t start, size_t end)                                                                        \
    {                                                                                                                 \
        const bool exclusive = part->problem->mode == EXCLUSIVE;                                                      \
        accumulator sum = 0;                                                                                          \
                                                                                                                      \
        if (part->phase == 0) {                                                                                       \
            for (size_t i = start; i < end; i++)                                                                      \
                sum += in[i];                                                                                         \
            totals[part->part] = sum;                                                                                 \
            return;                                                                                                   \
        }                                                                                                             \
        for (unsigned before = 0; before < part->part; before++)                                                      \
            sum += totals[before];                                                                                    \
        for (size_t i = start; i < end; i++) {                                                                        \
            const accumulator next = sum + in[i];                                                                     \
                                                                                                                      \
            out[i] = (number)(exclusive ? sum : next);                                                                \
            sum = next;                                                                                               \
        }                                                                                                             \
    }

HOST_LOOP(host_f32, float, double)
HOST_LOOP(host_u32, uint32_t, uint32_t) /* int too: what leaves 32 bits is dropped in both */

static void host(const struct clsmem_host_part *part)
{
    const size_t n = part->problem->extent[0];
    const unsigned parts = part->parts < MOST_PARTS ? part->parts : MOST_PARTS;
    const size_t start = n * part->part / parts, end = n * (part->part + 1) / parts;

    if (part->part >= parts)
        return;
    if (part->problem->type == CLSMEM_F32)
        host_f32(part->buffers[0], part->buffers[1], part->buffers[2], part, start, end);
    else
        host_u32(part->buffers[0], part->buffers[1], part->buffers[2], part, start, end);
}

/* Runs of 16 elements, exchanged in vectors of four. */
#define RUNS                                                                                                          \
    { "GROUP", 256 }, { "RUN", 16 }, { "LAYOUT", CLSMEM_SWIZZLED }, { "ACCESS", 4 },                                  \
    {                                                                                                                 \
        "SHIFT", 0                                                                                                    \
    }

static const struct clsmem_variant variants[] = {
    { "hillis_steele",
      "each work-item adds at each step, neighbours side by side: n log n additions, each in a step of its own",
      .entry = "scan_hillis_steele", .plan = plan_hillis_steele, .params = { { "GROUP", 256 }, { "BLOCK", 256 } } },
    { "tree",
      "the wound: a tree in place needs 2 n additions, but its levels lie 2, 4, 8, ... words apart and collide: "
      "slower than hillis_steele",
      .entry = "scan_tree", .plan = plan_tree, .params = { { "GROUP", 256 }, { "BLOCK", 512 }, { "PADDED", 0 } } },
    { "tree_padded", "cure of tree: a dead word after every 32, and one more after every 1024", .entry = "scan_tree",
      .versus = "tree", .plan = plan_tree,
      .params = { { "GROUP", 256 }, { "BLOCK", 512 }, { "PADDED", 1 }, { "LOG2_BANKS", 5 } } },
    { "blocked",
      "runs of 16 elements in registers, swizzled by vectors in local memory, conflict-free: there is no tree any "
      "more",
      .entry = "scan_blocked", .versus = "tree_padded", .plan = plan_blocked, .params = { RUNS, { "BLOCK", 4096 } } },
    { "reduce_then_scan",
      "totals first, then blocks that begin with their offsets: three accesses an element, not four",
      .versus = "blocked", .plan = plan_reduce_then_scan, .params = { RUNS, { "BLOCK", 4096 } } },
    { "look_back", "a single pass: each group looks back at the sums of those before it; two accesses an element",
      .entry = "scan_look_back", .versus = "reduce_then_scan", .needs = CLSMEM_NEEDS_ATOMICS_64,
      .plan = plan_look_back, .params = { RUNS, { "WINDOW", 32 }, { "SPIN", 1024 } } },
    { "host_c", "a plain C loop on each of the host's processors, totals first: the rival",
      .needs = CLSMEM_NEEDS_CPU | CLSMEM_NEEDS_HOST, .plan = plan_host, .host = host, .host_phases = 2 },
    { "cpu", "the single pass by one work-item a tile, in the processor's own vectors; tiles lie in its cache",
      .entry = "scan_cpu", .versus = "host_c", .needs = CLSMEM_NEEDS_CPU | CLSMEM_NEEDS_ATOMICS_64, .plan = plan_cpu,
      .params = { { "GROUP", 1 }, { "WINDOW", 1 }, { "SPIN", 8192 } } },
};

/* Each element read and written once; variants that need more pay for it. */
static struct clsmem_work work(const struct clsmem_problem *problem)
{
    return (struct clsmem_work){ .bytes =
                                     2.0 * (double)problem->extent[0] * (double)clsmem_type_bytes(problem->type) };
}

static void reference_real(const struct clsmem_problem *problem, const double *in, double *expected)
{
    double sum = 0;

    for (size_t i = 0; i < problem->extent[0]; i++) {
        const double next = sum + in[i];

        expected[i] = problem->mode == EXCLUSIVE ? sum : next;
        sum = next;
    }
}

/* What leaves 32 bits is dropped; as int, the upper half of what is left is negative. */
static void reference_integer(const struct clsmem_problem *problem, const double *in, double *expected)
{
    const bool is_signed = problem->type == CLSMEM_I32;
    uint32_t sum = 0;

    for (size_t i = 0; i < problem->extent[0]; i++) {
        const uint32_t next = sum + (uint32_t)(int64_t)in[i], value = problem->mode == EXCLUSIVE ? sum : next;

        expected[i] = (double)value - (is_signed && value > INT32_MAX ? 4294967296.0 : 0);
        sum = next;
    }
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    if (problem->type == CLSMEM_F32)
        reference_real(problem, in[0], expected);
    else
        reference_integer(problem, in[0], expected);
}

/* For exclusive outputs it has one term too many. */
static void magnitude(const struct clsmem_problem *problem, const double *const in[], double *magnitude)
{
    double sum = 0;

    for (size_t i = 0; i < problem->extent[0]; i++)
        magnitude[i] = sum += fabs(in[0][i]);
}

/*
 * Additions behind one another, in the worst variant at the worst place. cpu: 512 within a tile for its sum and 512 for
 * its scan, and a few in a vector; one more for each tile of 8192 or more. look_back: one for each tile of 4096, and 16,
 * 8, 32 and a few in a tile. host_c rounds once, in effect; the others have the depth of their levels. Integers do not
 * round.
 */
static double roundings(const struct clsmem_problem *problem)
{
    const double n = (double)problem->extent[0], longest = 1152 + n / 4096;

    return problem->type == CLSMEM_F32 ? n < longest ? n : longest : 0;
}

/* One; a block of each variant and one off it; primes; two levels and three of them; more tiles than a window has. */
static const size_t test_shapes[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1, 1 },     { 2, 1, 1, 1 },      { 255, 1, 1, 1 },    { 256, 1, 1, 1 },
    { 257, 1, 1, 1 },   { 511, 1, 1, 1 },    { 513, 1, 1, 1 },    { 1021, 1, 1, 1 },
    { 4095, 1, 1, 1 },  { 4096, 1, 1, 1 },   { 4097, 1, 1, 1 },   { 32767, 1, 1, 1 },
    { 65537, 1, 1, 1 }, { 140001, 1, 1, 1 }, { 262147, 1, 1, 1 }, { 0 },
};

const struct clsmem_kernel clsmem_kernel_scan = {
    .name = "scan",
    .summary = "prefix sums: trees in local memory, runs in registers, and three ways across work-groups",
    .lesson =
        "Look first at what a work-group does. hillis_steele adds log n times as much as it must, and tree only "
        "twice, yet tree's levels share banks: 2, 4, 8, 16 lanes collide, and down again. tree_padded moves the "
        "levels apart, for one word in 32. blocked shows that this was the wrong place to save: 16 elements in a "
        "row are added in registers, and local memory turns vectors that neighbours load into runs that one work- "
        "item keeps; what is left to be scanned by the group is a sixteenth. Its rows are swizzled by whole "
        "vectors, since a pad of one word would tear them apart. This is the seed of every exchange between how "
        "memory wants elements and how an algorithm does.\n"
        "Then at what lies between work-groups, by the share of the roof, which counts two accesses an element. "
        "blocked has four: it scans, and lifts what it wrote. reduce_then_scan has three. look_back has two, and no "
        "pass between: a group says its sum in one 64-bit word, flag and value together, and adds up its "
        "predecessors' words in windows of 32. OpenCL promises no progress between groups, so waiting is bounded, and "
        "whoever has waited in vain adds the missing tile up itself. It is the seed of compaction, radix sort, and "
        "run-length coding in one pass.\n"
        "Integers wrap and are compared bit by bit; sums of floats stay within roundings x u x sum |x|.\n"
        "After Hillis and Steele, Data Parallel Algorithms (1986); Blelloch, Prefix Sums and Their Applications "
        "(1990); Harris, Sengupta and Owens, Parallel Prefix Sum with CUDA (2007); Merrill and Garland, Single-pass "
        "Parallel Prefix Scan with Decoupled Look-back (2016); Smith, Levien and Owens, Decoupled Fallback (2025).",
    .extents = { "n" },
    .types = CLSMEM_IN_TYPE(F32) | CLSMEM_IN_TYPE(U32) | CLSMEM_IN_TYPE(I32),
    .modes = modes,
    .mode_count = sizeof modes / sizeof *modes,
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GB_PER_S,
    .roof = CLSMEM_ROOF_COPY,
    .sizes = { .cpu = { { 1 << 20 }, { 1 << 24 }, { 1 << 26 } }, .gpu = { { 1 << 26 }, { 1 << 27 }, { 1 << 28 } } },
    .test_shapes = test_shapes,
    .small = { 10000 },
    .plan = plan_look_back,
    .work = work,
    .reference = reference,
    .magnitude = magnitude,
    .roundings = roundings,
};
