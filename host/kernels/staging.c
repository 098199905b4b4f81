/* staging: how elements come from global to local memory, and whether the next ones come while these are worked on. */
#include "clsmem/kernel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Work-items of a group, and the elements of a tile that each of them works on. */
#define GROUP ((size_t)256)
#define OWN ((size_t)8)
#define TILE (GROUP * OWN)

/* Few, as where tiles are large: with many groups a compute unit hides the wait of one behind the work of others. */
#define GROUPS_PER_UNIT 2

#define NV_LANES 32
#define COLUMN_SHIFT_BYTES 128 /* that all columns of a tile are shifted by together */

/* x -> 0.25 - x, but a compiler that knows neither cannot shorten a chain of them. */
#define FACTOR (-1.0)
#define ADDEND 0.25

static size_t tiles(const struct clsmem_problem *problem)
{
    return clsmem_groups(problem->extent[0], TILE);
}

static struct clsmem_plan common_plan(const char *entry, const struct clsmem_problem *problem, size_t groups,
                                      size_t items)
{
    return (struct clsmem_plan){
        .buffers = { { problem->extent[0], CLSMEM_IN, problem->type },
                     { tiles(problem) * GROUP, CLSMEM_OUT, problem->type } },
        .passes = { { .entry = entry,
                      .global = { groups * items },
                      .local = { items },
                      .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_uint(problem->extent[0]),
                                clsmem_arg_real(FACTOR), clsmem_arg_real(ADDEND) } } },
        .params = { { "GROUP", (long)GROUP }, { "OWN", (long)OWN }, { "WORK", (long)problem->extent[1] } },
    };
}

/* One tile a work-group. */
static void plan_direct(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                        const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)limits;
    *plan = common_plan(variant->entry, problem, tiles(problem), GROUP);
}

/* Few work-groups that take turns at the tiles, each with one tile or several in local memory. */
static void plan_staged(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                        const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t whole = problem->extent[0] / TILE, most = GROUPS_PER_UNIT * limits->compute_units;
    const size_t groups = whole < 1 ? 1 : whole < most ? whole : most;
    const size_t buffers = (size_t)clsmem_param_or(variant, "BUFFERS", clsmem_param_or(variant, "NV_STAGES", 0));
    const size_t barriers = (size_t)clsmem_param_or(variant, "NV_BARRIERS", 0);
    const size_t shift = clsmem_param_or(variant, "COLUMNS", 0) ? COLUMN_SHIFT_BYTES : 0;
    const size_t items = GROUP + (size_t)clsmem_param_or(variant, "NV_PRODUCERS", 0);

    *plan = common_plan(variant->entry, problem, groups, items);
    plan->local_bytes = buffers * (TILE * clsmem_type_bytes(problem->type) + shift) + barriers * sizeof(uint64_t);
}

/* Four shares of the tiles a compute unit, so that none waits long for the last. */
static void plan_cpu(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                     const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t wanted = 4 * limits->compute_units;
    const size_t shares = wanted < tiles(problem) ? wanted : tiles(problem);

    *plan = common_plan(variant->entry, problem, shares, 1);
    plan->params[3] = (struct clsmem_param){ "SHARES", (long)shares };
    plan->params[4] = (struct clsmem_param){ "LANES", limits->vector_f32 >= 16 ? 16 : 8 };
}

static void plan_host(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)variant;
    (void)limits;
    *plan = common_plan(NULL, problem, 1, 1);
    plan->passes[0] = (struct clsmem_pass){ 0 };
}

/* A part of the tiles. Of each, GROUP elements at a time, so that the compiler sees how many are worked on alike. */
static void host_loop(const struct clsmem_host_part *share)
{
    const size_t count = share->problem->extent[0], work = share->problem->extent[1];
    const float *const in = share->buffers[0], factor = (float)FACTOR, addend = (float)ADDEND;
    const size_t end = tiles(share->problem) * (share->part + 1) / share->parts;

    for (size_t i = tiles(share->problem) * share->part / share->parts; i < end; i++) {
        float *const out = (float *)share->buffers[1] + i * GROUP;

        memset(out, 0, GROUP * sizeof *out);
        for (size_t j = 0; j < OWN && i * TILE + j * GROUP < count; j++) {
            const size_t start = i * TILE + j * GROUP, length = count - start < GROUP ? count - start : GROUP;
            float x[GROUP];

            memcpy(x, in + start, length * sizeof *x);
            for (size_t w = 0; w < work; w++)
                for (size_t k = 0; k < length; k++)
                    x[k] = x[k] * factor + addend;
            for (size_t k = 0; k < length; k++)
                out[GROUP - 1 - k] += x[k];
        }
    }
}

static const struct clsmem_variant variants[] = {
    { "direct", "no local memory, one tile a work-group: as much as the device hides by itself",
      .entry = "staging_direct", .plan = plan_direct, .params = { { "DIRECT", 1 } } },
    { "plain", "element by element through registers; each tile is waited for, then worked on: slower than direct",
      .entry = "staging_through_registers", .params = { { "WIDTH", 1 }, { "BUFFERS", 1 } } },
    { "plain_double",
      "two buffers: the next tile's loads are under way while this one is worked on; a little slower than direct",
      .entry = "staging_through_registers", .versus = "plain", .params = { { "WIDTH", 1 }, { "BUFFERS", 2 } } },
    { "vector", "four elements an access through registers, waited for: slower than direct",
      .entry = "staging_through_registers", .versus = "plain", .params = { { "WIDTH", 4 }, { "BUFFERS", 1 } } },
    { "vector_double", "the same with two buffers, a little slower than direct", .entry = "staging_through_registers",
      .versus = "vector", .params = { { "WIDTH", 4 }, { "BUFFERS", 2 } } },
    { "async",
      "async_work_group_copy: a promise that a device may keep with an engine, or by a slower loop, as an H200",
      .entry = "staging_async", .versus = "plain", .params = { { "ASYNC", 1 }, { "BUFFERS", 1 } } },
    { "async_double",
      "the same with two buffers: does the copy go on while this tile is worked on? slower than direct where not",
      .entry = "staging_async", .versus = "async", .params = { { "ASYNC", 1 }, { "BUFFERS", 2 } } },
    { "strided",
      "async_work_group_strided_copy: every fourth element into a column of its own; by a slower loop likewise",
      .entry = "staging_async", .versus = "async", .params = { { "ASYNC", 1 }, { "COLUMNS", 4 }, { "BUFFERS", 1 } } },
    { "strided_double", "the same with two buffers, and the same slower loop", .entry = "staging_async",
      .versus = "strided", .params = { { "ASYNC", 1 }, { "COLUMNS", 4 }, { "BUFFERS", 2 } } },
    { "nv_async_2",
      "cp.async, past the registers: one tile on its way while another is worked on; a little slower than direct",
      .entry = "staging_nv_async", .versus = "vector_double",
      .needs = CLSMEM_NEEDS_NV_COMPILER | CLSMEM_NEEDS_NV_ASYNC,
      .params = { { "NV_STAGES", 2 }, { "NV_PENDING", 0 } } },
    { "nv_async_3", "cp.async with two tiles on their way", .entry = "staging_nv_async", .versus = "nv_async_2",
      .needs = CLSMEM_NEEDS_NV_COMPILER | CLSMEM_NEEDS_NV_ASYNC,
      .params = { { "NV_STAGES", 3 }, { "NV_PENDING", 1 } } },
    { "nv_async_4", "cp.async with three tiles on their way", .entry = "staging_nv_async", .versus = "nv_async_2",
      .needs = CLSMEM_NEEDS_NV_COMPILER | CLSMEM_NEEDS_NV_ASYNC,
      .params = { { "NV_STAGES", 4 }, { "NV_PENDING", 2 } } },
    { "nv_bulk", "the copy engine fetches whole tiles, three on their way, and tells a barrier in local memory",
      .entry = "staging_nv_bulk", .versus = "nv_async_4", .needs = CLSMEM_NEEDS_NV_COMPILER | CLSMEM_NEEDS_NV_BULK,
      .params = { { "NV_STAGES", 4 }, { "NV_BULK", 1 }, { "NV_BARRIERS", 4 } } },
    { "nv_pipeline", "one sub-group asks the copy engine for tiles, the others work: no barrier of the work-group",
      .entry = "staging_nv_pipeline", .versus = "nv_bulk", .needs = CLSMEM_NEEDS_NV_COMPILER | CLSMEM_NEEDS_NV_BULK,
      .params = { { "NV_STAGES", 4 }, { "NV_BULK", 1 }, { "NV_BARRIERS", 8 }, { "NV_PRODUCERS", NV_LANES } } },
    { "cpu", "no staging: one work-item a share of the tiles, vectors straight from cache", .entry = "staging_cpu",
      .needs = CLSMEM_NEEDS_CPU, .plan = plan_cpu },
    { "host_c", "the same as a plain C loop on the host: the rival of cpu",
      .needs = CLSMEM_NEEDS_CPU | CLSMEM_NEEDS_HOST, .plan = plan_host, .host = host_loop },
};

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    const double count = (double)problem->extent[0], results = (double)(tiles(problem) * GROUP);

    return (struct clsmem_work){
        .bytes = (count + results) * (double)clsmem_type_bytes(problem->type),
        .operations = 2 * count * (double)problem->extent[1],
    };
}

/* For each result, the sum over its elements x of x, or of 0.25 - x; or of a bound of all values on the way. */
static void add_elements(const struct clsmem_problem *problem, const double *in, bool bounds, double *sums)
{
    const bool turns = problem->extent[1] % 2 == 1;

    for (size_t i = 0; i < tiles(problem) * GROUP; i++)
        sums[i] = 0;
    for (size_t i = 0; i < problem->extent[0]; i++) {
        double *const sum = &sums[i / TILE * GROUP + GROUP - 1 - i % GROUP];

        *sum += bounds ? fabs(in[i]) + ADDEND : turns ? ADDEND - in[i] : in[i];
    }
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    add_elements(problem, in[0], false, expected);
}

static void magnitude(const struct clsmem_problem *problem, const double *const in[], double *magnitude)
{
    add_elements(problem, in[0], true, magnitude);
}

/* A product by -1 has none, so each multiply-add has one. */
static double roundings(const struct clsmem_problem *problem)
{
    return (double)problem->extent[1] + (double)OWN;
}

static const struct clsmem_outcome *outcome_of(const char *name, const struct clsmem_outcome *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].variant->name, name) == 0)
            return &rows[i];
    return NULL;
}

/* A row, and the one that is the same but waits for each tile before it works on it. */
static const struct {
    const char *waits, *hides;
} pairs[] = {
    { "plain", "plain_double" },     { "vector", "vector_double" }, { "async", "async_double" },
    { "strided", "strided_double" }, { "vector", "nv_async_2" },    { "vector", "nv_async_3" },
    { "vector", "nv_async_4" },      { "vector", "nv_bulk" },       { "vector", "nv_pipeline" },
};

/* What direct takes is what is left when nothing waits: so its gain over the row that waits is the most there is. */
static void conclude(const struct clsmem_limits *limits, const struct clsmem_outcome *rows, size_t count, char *text,
                     size_t text_bytes)
{
    const struct clsmem_outcome *const direct = outcome_of("direct", rows, count);
    size_t used = 0;

    (void)limits;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs && direct && used < text_bytes; i++) {
        const struct clsmem_outcome *const waits = outcome_of(pairs[i].waits, rows, count);
        const struct clsmem_outcome *const hides = outcome_of(pairs[i].hides, rows, count);
        const char *const before = used ? ", " : "of the wait for tiles, where direct has none: ";
        double gain, most;

        if (!waits || !hides)
            continue;
        gain = waits->median_ns / hides->median_ns;
        most = waits->median_ns / direct->median_ns;
        if (most < 1.02) /* noise */
            used += (size_t)snprintf(text + used, text_bytes - used, "%s%s has nothing to hide (x%.2f)", before,
                                     pairs[i].hides, gain);
        else
            used +=
                (size_t)snprintf(text + used, text_bytes - used, "%s%s hides %.0f %% (x%.2f of x%.2f)", before,
                                 pairs[i].hides, 100 * fmax(0, fmin(1, (1 - 1 / gain) / (1 - 1 / most))), gain, most);
    }
}

static const size_t test_shapes[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1, 1 },    { 257, 2, 1, 1 },  { 2047, 3, 1, 1 },  { 2048, 1, 1, 1 },
    { 2049, 2, 1, 1 }, { 4099, 3, 1, 1 }, { 70001, 1, 1, 1 }, { 0 },
};

const struct clsmem_kernel clsmem_kernel_staging = {
    .name = "staging",
    .summary = "a stream of tiles through local memory, worked on there: how it gets in, and what that hides",
    .lesson =
        "A tile has to be fetched before it can be worked on. With one buffer a work-group waits for memory, works, "
        "and waits again, and only other work-groups can fill the gaps: here there are two a compute unit, as where "
        "tiles are large. With two buffers the next tile is on its way meanwhile, and with more also the ones "
        "behind it. Compare each row with its _double, and both with direct, which stages nothing and has as many "
        "work-groups as fit: the lines below the rows say how much of the fetch is hidden.\n"
        "What fetches matters as much. Through registers a compiler must issue the loads early and keep their "
        "values alive for the whole work. async_work_group_copy promises a copy beside the work, and most devices "
        "keep that promise with a loop of the work-items, or with one of them. NVIDIA's cp.async copies past the "
        "registers and is waited for by the group of copies; the bulk copy of compute capability 9.0 takes one "
        "instruction for a whole tile and tells a barrier in local memory that so many bytes have come; on such "
        "barriers, full and empty, one sub-group can fetch for the others, and nobody ever waits for the whole "
        "work-group.\n"
        "A stream of which each element is used once gains nothing from local memory: direct is the roof here, and "
        "the rows show what staging costs. What is used many times pays it once, as in gemm. The seed of software "
        "pipelines and of producers and consumers in libraries for matrix products. Sources: M. Bauer, H. Cook, B. "
        "Khailany, 'CudaDMA' (2011); NVIDIA, 'Parallel Thread Execution ISA', on cp.async, cp.async.bulk and "
        "mbarrier.",
    .extents = { "n", "work" },
    .types = CLSMEM_IN_TYPE(F32),
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GB_PER_S,
    .roof = CLSMEM_ROOF_READ,
    .sizes = { .cpu = { { 1 << 21, 16 }, { 1 << 23, 16 }, { 1 << 25, 16 } },
               .gpu = { { 1 << 26, 32 }, { 1 << 27, 32 }, { 1 << 28, 32 } } },
    .test_shapes = test_shapes,
    .small = { 20000, 3 },
    .plan = plan_staged,
    .work = work,
    .reference = reference,
    .magnitude = magnitude,
    .roundings = roundings,
    .conclude = conclude,
};
