/* histogram: how often each key occurs. Atomics in local memory, and where the bins lie that they meet in. */
#include "clsmem/kernel.h"
#include "clsmem/layout.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define LEAST_BINS 16
#define MOST_BINS 4096
#define MOST_BINS_U8 256

/* Bytes that a work-item fetches at once, KEYS of the kernel, and how many such vectors it has in flight. */
#define ACCESS_BYTES 16
#define IN_FLIGHT 4

/* Work-groups of each compute unit: few, so that adding up their bins costs little. */
#define GROUPS_A_UNIT 4

/* Work-items that clear the counts: every device has a work-group of so many. */
#define CLEARERS 64

enum { UNIFORM, CONSTANT, SKEWED, SORTED };

static const struct clsmem_mode modes[] = {
    [UNIFORM] = { "uniform", "all keys alike" },
    [CONSTANT] = { "constant", "one key alone: every increment is of the same bin" },
    [SKEWED] = { "skewed", "key k about in proportion to 1 / (k + 1), like words of a text" },
    [SORTED] = { "sorted", "rising keys: neighbours are equal" },
};

static size_t bins_of(const struct clsmem_problem *problem)
{
    return problem->extent[1];
}

static bool accepts(const struct clsmem_problem *problem, char *reason, size_t reason_bytes)
{
    const size_t most = problem->type == CLSMEM_U8 ? MOST_BINS_U8 : MOST_BINS;

    if (bins_of(problem) >= LEAST_BINS && bins_of(problem) <= most)
        return true;
    snprintf(reason, reason_bytes, "%zu bins of %s keys are not within %d and %zu", bins_of(problem),
             clsmem_type_word(problem->type), LEAST_BINS, most);
    return false;
}

/* What all variants share: keys, counts, and the pass that clears the counts. */
static struct clsmem_plan common_plan(const struct clsmem_problem *problem)
{
    return (struct clsmem_plan){
        .buffers = { { problem->extent[0], CLSMEM_IN, problem->type }, { bins_of(problem), CLSMEM_OUT, CLSMEM_U32 } },
        .passes = { { .entry = "histogram_clear",
                      .global = { CLEARERS },
                      .local = { CLEARERS },
                      .args = { clsmem_arg_buffer(1) } } },
        .params = { { "BINS", (long)bins_of(problem) } },
    };
}

/* As many work-items as all GPUs can run together, or twice as many. */
static size_t group_items(const struct clsmem_limits *limits)
{
    return limits->max_group_items >= 512 ? 512 : 256;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Work-groups take turns in steps of so many keys; none is without a step but where there is less than one. */
static size_t groups_for(const struct clsmem_problem *problem, const struct clsmem_limits *limits)
{
    const size_t keys_a_step = group_items(limits) * IN_FLIGHT * (ACCESS_BYTES / clsmem_type_bytes(problem->type));

    return least(clsmem_groups(problem->extent[0], keys_a_step), GROUPS_A_UNIT * (size_t)limits->compute_units);
}

static void plan_on_gpu(const char *entry, const struct clsmem_problem *problem, const struct clsmem_limits *limits,
                        struct clsmem_plan *plan)
{
    const size_t items = group_items(limits);

    *plan = common_plan(problem);
    plan->params[1] = (struct clsmem_param){ "GROUP", (long)items };
    plan->params[2] = (struct clsmem_param){ "IN_FLIGHT", IN_FLIGHT };
    plan->passes[1] = (struct clsmem_pass){
        .entry = entry,
        .global = { groups_for(problem, limits) * items },
        .local = { items },
        .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_uint(problem->extent[0]) },
    };
}

static void plan_global(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                        const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    plan_on_gpu(variant->entry, problem, limits, plan);
}

/* Dead bins after a set of them, so that the next one begins a bank further. */
static size_t pad_of(const struct clsmem_variant *variant, const struct clsmem_problem *problem)
{
    const size_t banks = 32;

    return clsmem_param(variant, "LAYOUT") == CLSMEM_PADDED ? (banks + 1 - bins_of(problem) % banks) % banks : 0;
}

static size_t counter_bytes(const struct clsmem_variant *variant, const struct clsmem_problem *problem, size_t copies)
{
    const bool side_by_side = clsmem_param_or(variant, "COPIES_SIDE_BY_SIDE", 0) != 0;
    const struct clsmem_layout layout = {
        .kind = (enum clsmem_layout_kind)clsmem_param(variant, "LAYOUT"),
        .cols = side_by_side ? copies : bins_of(problem),
        .pad = pad_of(variant, problem),
    };

    return clsmem_layout_elements(&layout, side_by_side ? bins_of(problem) : copies) * sizeof(uint32_t);
}

/* As many copies as the variant wants, or as half of local memory holds: two work-groups should have room. */
static size_t copies_for(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                         const struct clsmem_limits *limits)
{
    size_t copies = (size_t)clsmem_param(variant, "COPIES_WANTED");

    if (clsmem_param_or(variant, "COPIES_SIDE_BY_SIDE", 0))
        return copies;
    while (copies > 1 && counter_bytes(variant, problem, copies) > limits->local_bytes / 2)
        copies /= 2;
    return copies;
}

/* A list of the bins that have a count, in 16 bits each, and its length. */
static size_t list_bytes(const struct clsmem_problem *problem)
{
    return clsmem_groups(bins_of(problem), 2) * 2 * sizeof(uint16_t) + sizeof(uint32_t);
}

static void plan(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                 const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t copies = copies_for(variant, problem, limits);
    const bool lists = clsmem_param_or(variant, "LISTS_USED", 0) != 0;

    plan_on_gpu("histogram", problem, limits, plan);
    plan->params[3] = (struct clsmem_param){ "COPIES", (long)copies };
    plan->params[4] = (struct clsmem_param){ "PAD", (long)pad_of(variant, problem) };
    plan->local_bytes = counter_bytes(variant, problem, copies) + (lists ? list_bytes(problem) : 0);
}

/* Four, or where these would not fit a first-level cache of 32 KiB two. */
static size_t tables_for(const struct clsmem_problem *problem)
{
    return bins_of(problem) > 2048 ? 2 : 4;
}

/* A share is long against the bins that are cleared and added up for it, and whole lines of cache. */
static void plan_cpu(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                     const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t n = problem->extent[0], tables = tables_for(problem), line = 64;
    const size_t fair = clsmem_groups(n, GROUPS_A_UNIT * (size_t)limits->compute_units);
    const size_t short_of = 16 * tables * bins_of(problem);
    const size_t share = clsmem_groups(fair > short_of ? fair : short_of, line) * line;

    *plan = common_plan(problem);
    plan->params[1] = (struct clsmem_param){ "TABLES", (long)tables };
    plan->passes[1] = (struct clsmem_pass){
        .entry = variant->entry,
        .global = { clsmem_groups(n, share) },
        .local = { 1 },
        .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_uint(n), clsmem_arg_uint(share) },
    };
    plan->local_bytes = tables * bins_of(problem) * sizeof(uint32_t);
}

static void plan_host(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)variant;
    (void)limits;
    *plan = common_plan(problem);
    plan->passes[0] = (struct clsmem_pass){ 0 };
}

/* The first phase clears the counts; in the second each thread counts for itself, and adds what it has. */
static void count_on_host(const struct clsmem_host_part *part)
{
    const size_t n = part->problem->extent[0], bins = bins_of(part->problem);
    const size_t first = n * part->part / part->parts, end = n * (part->part + 1) / part->parts;
    uint32_t *const counts = part->buffers[1];
    uint32_t own[MOST_BINS] = { 0 };

    if (part->phase == 0) {
        if (part->part == 0)
            memset(counts, 0, bins * sizeof *counts);
        return;
    }
    if (part->problem->type == CLSMEM_U8) {
        const uint8_t *const keys = part->buffers[0];

        for (size_t i = first; i < end; i++)
            own[keys[i]]++;
    } else {
        const uint32_t *const keys = part->buffers[0];

        for (size_t i = first; i < end; i++)
            own[keys[i]]++;
    }
    for (size_t bin = 0; bin < bins; bin++)
        __atomic_fetch_add(&counts[bin], own[bin], __ATOMIC_RELAXED);
}

static const struct clsmem_variant variants[] = {
    { "global_atomic", "no local memory: every key is an atomic increment of global memory",
      .entry = "histogram_global", .plan = plan_global },
    { "shared_result",
      "the wound: the increment's result is used, to list bins at their first key; equal keys collide one by one",
      .params = { { "LAYOUT", CLSMEM_PLAIN }, { "COPIES_WANTED", 1 }, { "LISTS_USED", 1 } } },
    { "shared", "one set of bins a work-group, results unused: equal keys may share a pass, others collide by chance",
      .versus = "shared_result", .params = { { "LAYOUT", CLSMEM_PLAIN }, { "COPIES_WANTED", 1 } } },
    { "replicated_plain",
      "the wound: eight sets of bins, by lane, against equal keys; but all begin in one bank, where these collide "
      "again",
      .versus = "shared", .params = { { "LAYOUT", CLSMEM_PLAIN }, { "COPIES_WANTED", 8 } } },
    { "replicated", "the same, each set a bank further: equal keys fall into eight banks, others collide by chance",
      .versus = "replicated_plain", .params = { { "LAYOUT", CLSMEM_PADDED }, { "COPIES_WANTED", 8 } } },
    { "lane_private", "a bank for each lane, 128 bytes a bin: conflict-free whatever the keys are", .versus = "shared",
      .params = { { "LAYOUT", CLSMEM_PLAIN }, { "COPIES_WANTED", 32 }, { "COPIES_SIDE_BY_SIDE", 1 } } },
    { "host_c", "a plain C loop on all of the host's cores, a table each: the rival",
      .needs = CLSMEM_NEEDS_CPU | CLSMEM_NEEDS_HOST, .plan = plan_host, .host = count_on_host, .host_phases = 2 },
    { "cpu", "one work-item a group, four tables in turn: equal neighbours do not wait for each other",
      .entry = "histogram_cpu", .versus = "host_c", .needs = CLSMEM_NEEDS_CPU, .plan = plan_cpu },
};

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    const double n = (double)problem->extent[0];

    return (struct clsmem_work){ .bytes = n * (double)clsmem_type_bytes(problem->type), .items = n };
}

/* Bins in octaves of 1, 2, 4 .., each as probable as any other: a bin is the rarer the further back it lies. */
static double skewed_key(double random, size_t bins)
{
    const double octave = random * log2((double)bins);
    const double start = (double)(1u << (unsigned)octave), place = octave - floor(octave);

    return fmin(floor(start * (1 + place)) - 1, (double)(bins - 1));
}

/* Values come over the whole range of their type. */
static void data(const struct clsmem_problem *problem, unsigned buffer, double *values, size_t count)
{
    const double range = problem->type == CLSMEM_U8 ? 0x1p8 : 0x1p32;
    const size_t bins = bins_of(problem);

    (void)buffer;
    for (size_t i = 0; i < count; i++)
        switch (problem->mode) {
        case CONSTANT:
            values[i] = (double)(bins / 2);
            break;
        case SKEWED:
            values[i] = skewed_key(values[i] / range, bins);
            break;
        case SORTED:
            values[i] = (double)(i * bins / count);
            break;
        default:
            values[i] = floor(values[i] / range * (double)bins);
        }
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    for (size_t bin = 0; bin < bins_of(problem); bin++)
        expected[bin] = 0;
    for (size_t i = 0; i < problem->extent[0]; i++)
        expected[(size_t)in[0][i]]++;
}

/* Bins at and around multiples of the banks, keys at and around whole vectors and whole steps of a work-group. */
static const size_t test_shapes[][CLSMEM_MAX_EXTENTS] = {
    { 1, 16 },     { 17, 33 },      { 255, 100 },    { 4099, 255 },   { 32769, 256 }, { 262161, 253 },
    { 5000, 257 }, { 65537, 1000 }, { 33333, 2049 }, { 70000, 4096 }, { 0 },
};

const struct clsmem_kernel clsmem_kernel_histogram = {
    .name = "histogram",
    .summary = "how often each key occurs: atomics in local memory, and the bins that they meet in",
    .lesson =
        "Which lanes of a sub-group meet depends on the keys here, so no layout of one set of bins is free of "
        "conflicts: look at how much slower than uniform keys a row becomes with others.\n"
        "An atomic whose result is used has to hand each lane another number, and lanes of one word wait in a "
        "line: constant keys are the worst that can happen to shared_result. Without the result, hardware may "
        "count the lanes of one word at once (an H200 does, for increments by one), and constant keys become the "
        "best case of shared. What is left there is chance: 32 random words in 32 banks, three or four of them in "
        "the fullest. A fetch of 16 bytes holds four keys of 32 bits, whose atomics hide behind global memory; or "
        "sixteen of 8 bits, and then that factor is the limit.\n"
        "Copies of the bins help where equal words take turns, but only if they begin in different banks "
        "(replicated_plain, replicated). The end of that road is lane_private: the copies of a bin lie side by "
        "side, one a lane, so that the key chooses the row and the lane the bank. It is the one layout whose time "
        "does not depend on the keys, and it costs 32 times the memory. Its bins are added up along rows turned "
        "against each other: in a column all of them would lie in one bank.\n"
        "On a processor the same cause has another name: an increment waits for the store of the one before it, if "
        "that was of the same bin. Several tables in turn keep them apart.\n"
        "It is the seed of counting and radix sort, of sparse sums and of every scatter with addition. Shams and "
        "Kennedy 2007 (sets of bins for a sub-group), Podlozhnyuk 2007 (bins for a lane), Gomez-Luna and others "
        "2013 (copies, padding, and the cost of equal words).",
    .extents = { "n", "bins" },
    .types = CLSMEM_IN_TYPE(U8) | CLSMEM_IN_TYPE(U32),
    .modes = modes,
    .mode_count = sizeof modes / sizeof *modes,
    .quick_modes = 2,
    .compares_modes = true,
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GB_PER_S,
    .roof = CLSMEM_ROOF_READ,
    .sizes = { .cpu = { { 1 << 20, 256 }, { 1 << 24, 256 }, { 1 << 26, 256 } },
               .gpu = { { 1 << 26, 256 }, { 1 << 27, 256 }, { 1 << 28, 256 } } },
    .test_shapes = test_shapes,
    .small = { 40000, 256 },
    .accepts = accepts,
    .plan = plan,
    .work = work,
    .data = data,
    .reference = reference,
};
