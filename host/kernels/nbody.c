/*
 * nbody: everyone pulls everyone. A tile of bodies that all lanes read at once, and what it costs when they do not.
 */
#include "clsmem/kernel.h"
#include "clsmem/layout.h"

#include <math.h>

/* Square of the softening length, as in the kernel. */
#define SOFTENING (1.0 / 64)

/* As such rates are counted: 3 for the way, 6 for its square, 4 for the root and its cube, 7 for mass and sums. */
#define OPERATIONS_A_PAIR 20

static size_t bodies_of(const struct clsmem_problem *problem)
{
    return problem->extent[0];
}

/* What all variants share: places with masses, accelerations with potentials. */
static struct clsmem_plan common_plan(const char *entry, const struct clsmem_problem *problem)
{
    const size_t n = bodies_of(problem);

    return (struct clsmem_plan){
        .buffers = { { 4 * n, CLSMEM_IN, problem->type }, { 4 * n, CLSMEM_OUT, problem->type } },
        .passes = { { .entry = entry, .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_uint(n) } } },
    };
}

static size_t body_bytes(const struct clsmem_problem *problem)
{
    return 4 * clsmem_type_bytes(problem->type);
}

/* One or several bodies a work-item. */
static void plan_items(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t group = (size_t)clsmem_param(variant, "GROUP"),
                 bodies = (size_t)clsmem_param_or(variant, "BODIES", 0);

    (void)limits;
    *plan = common_plan(variant->entry, problem);
    plan->passes[0].global[0] = clsmem_groups(bodies_of(problem), group * (bodies ? bodies : 1)) * group;
    plan->passes[0].local[0] = group;
    plan->local_bytes = bodies ? group * body_bytes(problem) : 0;
}

/* Several work-items a body. */
static void plan_parts(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t group = (size_t)clsmem_param(variant, "GROUP"), parts = (size_t)clsmem_param(variant, "PARTS");
    const struct clsmem_layout layout = {
        .kind = (enum clsmem_layout_kind)clsmem_param(variant, "LAYOUT"),
        .cols = group / parts,
        .pad = (size_t)clsmem_param_or(variant, "PAD", 0),
    };

    (void)limits;
    *plan = common_plan(variant->entry, problem);
    plan->passes[0].global[0] = clsmem_groups(bodies_of(problem), group / parts) * group;
    plan->passes[0].local[0] = group;
    plan->local_bytes = clsmem_layout_elements(&layout, parts) * body_bytes(problem);
}

/* Two vectors of bodies at a time, and several times that for a work-item where there are enough. */
static void plan_cpu(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                     const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t bytes = clsmem_type_bytes(problem->type), widest = 64 / bytes;
    const size_t native = problem->type == CLSMEM_F64 ? limits->vector_f64 : limits->vector_f32;
    const size_t width = native >= widest ? widest : native >= widest / 2 ? widest / 2 : 4, at_once = 2 * width;
    const size_t fair = clsmem_groups(bodies_of(problem), 4 * (size_t)limits->compute_units);
    const size_t share = clsmem_groups(fair, at_once) * at_once;

    *plan = common_plan(variant->entry, problem);
    plan->params[0] = (struct clsmem_param){ "WIDTH", (long)width };
    plan->params[1] = (struct clsmem_param){ "SHARE", (long)share };
    plan->passes[0].global[0] = clsmem_groups(bodies_of(problem), share);
    plan->passes[0].local[0] = 1;
    plan->local_bytes = 4 * at_once * bytes;
}

/* Buffers alone: the loop is the host's. */
static void plan_host(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)variant;
    (void)limits;
    *plan = common_plan(NULL, problem);
}

/* Bodies of one thread of the host, in type `real`. */
#define PULL_ON_HOST(real, root)                                                                                      \
    static void pull_##real(const real *body, real *out, size_t n, size_t first, size_t end)                          \
    {                                                                                                                 \
        for (size_t i = first; i < end; i++) {                                                                        \
            const real *const own = body + 4 * i;                                                                     \
            real sum[4] = { 0 };                                                                                      \
                                                                                                                      \
            for (const real *other = body; other < body + 4 * n; other += 4) {                                        \
                const real dx = other[0] - own[0], dy = other[1] - own[1], dz = other[2] - own[2];                    \
                const real inverse = 1 / root(dx * dx + dy * dy + dz * dz + (real)SOFTENING);                         \
                const real factor = other[3] * inverse * inverse * inverse;                                           \
                                                                                                                      \
                sum[0] += factor * dx;                                                                                \
                sum[1] += factor * dy;                                                                                \
                sum[2] += factor * dz;                                                                                \
                sum[3] += other[3] * inverse;                                                                         \
            }                                                                                                         \
            for (size_t c = 0; c < 3; c++)                                                                            \
                out[4 * i + c] = sum[c];                                                                              \
            out[4 * i + 3] = own[3] / root((real)SOFTENING) - sum[3];                                                 \
        }                                                                                                             \
    }

PULL_ON_HOST(float, sqrtf)
PULL_ON_HOST(double, sqrt)

static void pull_on_host(const struct clsmem_host_part *part)
{
    const size_t n = bodies_of(part->problem);
    const size_t first = n * part->part / part->parts, end = n * (part->part + 1) / part->parts;

    if (part->problem->type == CLSMEM_F64)
        pull_double(part->buffers[0], part->buffers[1], n, first, end);
    else
        pull_float(part->buffers[0], part->buffers[1], n, first, end);
}

static const struct clsmem_variant variants[] = {
    { "naive", "no local memory: each work-item fetches every body from global memory", .entry = "nbody_naive",
      .plan = plan_items, .params = { { "GROUP", 128 } } },
    { "tiled", "tiles in local memory, all lanes read the same body at a time: one read serves the sub-group",
      .entry = "nbody_tiled", .params = { { "GROUP", 128 }, { "BODIES", 1 } } },
    { "rotated",
      "the same, each lane at a body of its own: none collide, but it takes twice the passes; those of f64 collide in "
      "twos",
      .entry = "nbody_tiled", .versus = "tiled", .params = { { "GROUP", 128 }, { "BODIES", 1 }, { "ROTATED", 1 } } },
    { "blocked", "two bodies a work-item: one read of the tile serves two pulls; for many bodies",
      .entry = "nbody_tiled", .versus = "tiled", .params = { { "GROUP", 128 }, { "BODIES", 2 } } },
    { "parts", "the wound: eight lanes share a body, for few bodies; their segments of the tile collide in one bank",
      .entry = "nbody_parts", .plan = plan_parts, .versus = "tiled",
      .params = { { "GROUP", 256 }, { "PARTS", 8 }, { "LAYOUT", CLSMEM_PLAIN } } },
    { "parts_padded", "cure of parts by one dead body a segment; those of f64 collide two by two",
      .entry = "nbody_parts", .plan = plan_parts, .versus = "parts",
      .params = { { "GROUP", 256 }, { "PARTS", 8 }, { "LAYOUT", CLSMEM_PADDED }, { "PAD", 1 } } },
    { "parts_swizzled", "cure of parts by XOR with the segment; those of f64 collide two by two here too",
      .entry = "nbody_parts", .plan = plan_parts, .versus = "parts",
      .params = { { "GROUP", 256 }, { "PARTS", 8 }, { "LAYOUT", CLSMEM_SWIZZLED }, { "ACCESS", 1 }, { "SHIFT", 0 } } },
    { "host_c", "a plain C loop on all of the host's cores: the rival", .needs = CLSMEM_NEEDS_CPU | CLSMEM_NEEDS_HOST,
      .plan = plan_host, .host = pull_on_host },
    { "cpu", "one work-item a group, two vectors of bodies at a time, turned in local memory, which is cache there",
      .entry = "nbody_cpu", .versus = "host_c", .needs = CLSMEM_NEEDS_CPU, .plan = plan_cpu },
};

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    const double n = (double)bodies_of(problem);

    return (struct clsmem_work){
        .bytes = 2 * n * (double)body_bytes(problem),
        .operations = OPERATIONS_A_PAIR * n * n,
        .items = n * n,
    };
}

/* Masses from 0 to 1. */
static void data(const struct clsmem_problem *problem, unsigned buffer, double *values, size_t count)
{
    (void)problem;
    (void)buffer;
    for (size_t i = 3; i < count; i += 4)
        values[i] += 0.5;
}

/* What all bodies do to number i. */
static void pull(const double *body, size_t n, size_t i, double sum[4])
{
    const double *const own = body + 4 * i;

    sum[0] = sum[1] = sum[2] = 0;
    sum[3] = own[3] / sqrt(SOFTENING);
    for (const double *other = body; other < body + 4 * n; other += 4) {
        const double dx = other[0] - own[0], dy = other[1] - own[1], dz = other[2] - own[2];
        const double square = dx * dx + dy * dy + dz * dz + SOFTENING;
        const double potential = other[3] / sqrt(square), factor = potential / square;

        sum[0] += factor * dx;
        sum[1] += factor * dy;
        sum[2] += factor * dz;
        sum[3] -= potential;
    }
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    for (size_t i = 0; i < bodies_of(problem); i++)
        pull(in[0], bodies_of(problem), i, expected + 4 * i);
}

static double total_mass(const struct clsmem_problem *problem, const double *body)
{
    double mass = 0;

    for (size_t i = 0; i < bodies_of(problem); i++)
        mass += body[4 * i + 3];
    return mass;
}

/*
 * An upper bound, as the sum itself would cost as much as the reference: no mass m pulls by more than m 2 / (sqrt(27)
 * softening), which is d / (d^2 + softening)^(3/2) where that is greatest, nor has more potential than m /
 * sqrt(softening).
 */
static void magnitude(const struct clsmem_problem *problem, const double *const in[], double *magnitude)
{
    const double mass = total_mass(problem, in[0]);

    for (size_t i = 0; i < bodies_of(problem); i++) {
        for (size_t c = 0; c < 3; c++)
            magnitude[4 * i + c] = mass * 2 / (sqrt(27) * SOFTENING);
        magnitude[4 * i + 3] = (mass + in[0][4 * i + 3]) / sqrt(SOFTENING);
    }
}

/*
 * Relative errors of one pull, in u, where OpenCL promises rsqrt to 2 ulp, which is 4 u at most, and 1 / sqrt() of a
 * host comes to less: a difference 1, its square 3, the sum of four terms 6, the root halves that to 3 and adds 4: 7.
 * Its third power has 3 x 7 and two roundings, mass and distance 3 more: 26. Then the sum over all bodies.
 */
static double roundings(const struct clsmem_problem *problem)
{
    return 26 + (double)bodies_of(problem);
}

/* A sample: each of its bodies costs as much as one row of the whole. */
static enum clsmem_status confirm(const struct clsmem_problem *problem, const double *const in[], const double *output)
{
    const size_t n = bodies_of(problem), samples = 256;
    const double mass = total_mass(problem, in[0]);
    const double factor = 2 * (roundings(problem) + 2) * clsmem_type_unit_roundoff(problem->type);
    uint32_t state = 12345;

    for (size_t s = 0; s < samples; s++) {
        const size_t i = s == 0 ? 0 : s == 1 ? n - 1 : (state = state * 1664525u + 1013904223u) % n;
        double expected[4];

        pull(in[0], n, i, expected);
        for (size_t c = 0; c < 4; c++) {
            const double most = c < 3 ? mass * 2 / (sqrt(27) * SOFTENING) : (mass + 1) / sqrt(SOFTENING);

            if (!(fabs(output[4 * i + c] - expected[c]) <= factor * most))
                return CLSMEM_WRONG;
        }
    }
    return CLSMEM_OK;
}

/* Tiles, segments and vectors that are cut. */
static const size_t test_shapes[][CLSMEM_MAX_EXTENTS] = {
    { 1 }, { 2 }, { 31 }, { 33 }, { 64 }, { 127 }, { 129 }, { 257 }, { 1009 }, { 0 },
};

const struct clsmem_kernel clsmem_kernel_nbody = {
    .name = "nbody",
    .summary = "everyone pulls everyone: a tile of bodies that all lanes read at once",
    .lesson =
        "Lanes that read the same word share a pass, so a tile that all of them go through in step costs next to "
        "nothing: compare tiled with rotated, where each lane is at another body. Neither has a conflict, but 32 "
        "lanes with 16 bytes each are 512 bytes and take four passes at the least, and one body for all of them "
        "takes two or fewer. Conflicts are not all that local memory costs: the bytes that have to travel are the "
        "other half. blocked makes them fewer still, since what a register holds serves several bodies.\n"
        "Fewer bodies than the device has lanes leave most of it idle. parts gives each body to eight lanes, a "
        "segment of the tile for each, and segments of 32 bodies begin in the same bank. The cures are the same "
        "kernel with another layout: a dead body after each segment, or an XOR. A third one is to number the lanes "
        "otherwise: where all lanes of a sub-group look at the same segment, they read the same body again.\n"
        "Rates count 20 operations a pair, whatever the device makes of the root; they compare devices and "
        "publications, and may not reach the roof. It is the seed of all-pairs work of any kind, from molecules to "
        "nearest neighbours and attention. Nyland, Harris and Prins 2007 (tiles and the count of 20), Hamada and "
        "Iitaka 2007, Bedorf, Gaburov and Portegies Zwart 2012 (trees on top of it).",
    .extents = { "bodies" },
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GFLOP_PER_S,
    .roof = CLSMEM_ROOF_MULTIPLY_ADD,
    .sizes = { .cpu = { { 2048 }, { 8192 }, { 16384 } }, .gpu = { { 16384 }, { 65536 }, { 262144 } } },
    .test_shapes = test_shapes,
    .small = { 260 },
    .plan = plan_items,
    .work = work,
    .data = data,
    .reference = reference,
    .magnitude = magnitude,
    .roundings = roundings,
    .rounds_always = true,
    .confirm = confirm,
};
