/* sort: a bitonic network, where local memory hands keys from work-item to work-item between rounds in registers. */
#include "clsmem/kernel.h"
#include "clsmem/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Work-items of a group, and their keys, as in the kernel file. */
#define FAR_GROUP 128
#define OWN_BITS 5
#define LOG2_TILE 12
#define TILE_ROW 32
#define TILE ((size_t)1 << LOG2_TILE)
#define TILE_ITEMS (TILE / TILE_ROW)

/* Bits of a key that one round of dealing looks at. */
#define DIGIT_BITS 8
#define DIGITS ((size_t)1 << DIGIT_BITS)
#define ROUNDS (32 / DIGIT_BITS)

/* Parts of the keys that are dealt out side by side, at most. */
#define MOST_PARTS 256

enum mode { RANDOM, FEW, SORTED };

static const struct clsmem_mode modes[] = {
    [RANDOM] = { "random", "keys anywhere in their range" },
    [FEW] = { "few", "sixteen different keys" },
    [SORTED] = { "sorted", "keys in rising order" },
};

/* Merges up to the one that makes a run of all keys; at least one. */
static unsigned merges(size_t count)
{
    unsigned log2_count = 1;

    while ((size_t)1 << log2_count < count)
        log2_count++;
    return log2_count;
}

static struct clsmem_plan common_plan(const struct clsmem_problem *problem)
{
    return (struct clsmem_plan){
        .buffers = { { problem->extent[0], CLSMEM_IN, problem->type },
                     { problem->extent[0], CLSMEM_OUT, problem->type } },
    };
}

/* Steps of the merge that makes runs of 2^top keys, the one at bit rest - 1 first, by 2^own_bits keys a work-item. */
static struct clsmem_pass far_pass(const struct clsmem_problem *problem, unsigned own_bits, unsigned top,
                                   unsigned rest)
{
    const size_t count = problem->extent[0];
    const unsigned low = rest > own_bits ? rest - own_bits : 0;
    const size_t items = clsmem_groups(count, (size_t)1 << (low + own_bits)) << low;

    return (struct clsmem_pass){
        .entry = rest == top ? "sort_far_mirrored" : "sort_far",
        .global = { clsmem_groups(items, FAR_GROUP) * FAR_GROUP },
        .local = { FAR_GROUP },
        .args = { clsmem_arg_buffer(1), clsmem_arg_uint(count), clsmem_arg_uint(low) },
    };
}

/* So many merges take no more launches than a plan has. */
#define MOST_MERGES_STEP_BY_STEP 22

static void plan_naive(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const unsigned last = merges(problem->extent[0]), own_bits = last > MOST_MERGES_STEP_BY_STEP ? 2 : 1;
    struct clsmem_pass *pass = plan->passes;

    (void)variant;
    (void)limits;
    *plan = common_plan(problem);
    plan->params[0] = (struct clsmem_param){ "OWN_BITS", own_bits };
    plan->params[1] = (struct clsmem_param){ "FAR_STEPS", own_bits };
    *pass = far_pass(problem, own_bits, 1, 1);
    pass->entry = "sort_pairs";
    pass->args[0] = clsmem_arg_buffer(0);
    pass->args[1] = clsmem_arg_buffer(1);
    pass->args[2] = clsmem_arg_uint(problem->extent[0]);
    pass++;
    for (unsigned top = 2; top <= last; top++)
        for (unsigned rest = top; rest > 0; rest -= rest < own_bits ? rest : own_bits)
            *pass++ = far_pass(problem, own_bits, top, rest);
}

static size_t tile_bytes(const struct clsmem_variant *variant, enum clsmem_type type)
{
    const struct clsmem_layout layout = {
        .kind = (enum clsmem_layout_kind)clsmem_param(variant, "LAYOUT"),
        .cols = TILE_ROW,
        .pad = (size_t)clsmem_param_or(variant, "PAD", 0),
    };

    return clsmem_layout_elements(&layout, TILE / TILE_ROW) * clsmem_type_bytes(type);
}

/* A tile is sorted in local memory; merges of more keys have their first steps in global memory. */
static void plan_tiles(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t count = problem->extent[0];
    const unsigned last = merges(count), steps = (unsigned)clsmem_param(variant, "FAR_STEPS");
    const struct clsmem_pass tiles = {
        .global = { clsmem_groups(count, TILE) * TILE_ITEMS },
        .local = { TILE_ITEMS },
        .args = { clsmem_arg_buffer(1), clsmem_arg_uint(count) },
    };
    struct clsmem_pass *pass = plan->passes;

    (void)limits;
    *plan = common_plan(problem);
    plan->local_bytes = tile_bytes(variant, problem->type);
    *pass = tiles;
    pass->entry = "sort_tile";
    pass->args[0] = clsmem_arg_buffer(0);
    pass->args[1] = clsmem_arg_buffer(1);
    pass->args[2] = clsmem_arg_uint(count);
    pass++;
    for (unsigned top = LOG2_TILE + 1; top <= last; top++) {
        /* The last far pass may do steps that the near one repeats: they change nothing twice. */
        for (unsigned rest = top; rest > LOG2_TILE; rest -= steps)
            *pass++ = far_pass(problem, OWN_BITS, top, rest);
        *pass = tiles;
        pass->entry = "sort_near";
        pass++;
    }
}

/* Four parts a compute unit, so that none waits long for the last; each of some thousand keys. */
static size_t cpu_parts(size_t count, const struct clsmem_limits *limits)
{
    size_t parts = 4 * limits->compute_units;

    if (parts > clsmem_groups(count, 4096))
        parts = clsmem_groups(count, 4096);
    return parts < MOST_PARTS ? parts : MOST_PARTS;
}

/* Buffers behind the output: keys after every other round, and places. */
enum { KEYS_BUFFER = 2, PLACES_BUFFER };

static void plan_cpu(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                     const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t count = problem->extent[0], parts = cpu_parts(count, limits);
    const size_t line = (size_t)clsmem_param_or(variant, "LINE", 0);
    struct clsmem_pass *pass = plan->passes;

    *plan = common_plan(problem);
    plan->buffers[KEYS_BUFFER] = (struct clsmem_buffer){ count, CLSMEM_SCRATCH, problem->type };
    plan->buffers[PLACES_BUFFER] = (struct clsmem_buffer){ DIGITS * parts, CLSMEM_SCRATCH, CLSMEM_U32 };
    plan->params[0] = (struct clsmem_param){ "PARTS", (long)parts };
    plan->local_bytes = DIGITS * clsmem_type_bytes(CLSMEM_U32);
    if (line > 0)
        plan->local_bytes += plan->local_bytes + DIGITS * line * clsmem_type_bytes(problem->type);
    for (unsigned round = 0; round < ROUNDS; round++) {
        const struct clsmem_arg from = clsmem_arg_buffer(round == 0 ? 0 : round % 2 ? KEYS_BUFFER : 1);
        const struct clsmem_arg to = clsmem_arg_buffer(round % 2 ? 1 : KEYS_BUFFER);
        const struct clsmem_arg places = clsmem_arg_buffer(PLACES_BUFFER);
        const struct clsmem_arg shift = clsmem_arg_uint(round * DIGIT_BITS);

        *pass++ = (struct clsmem_pass){ .entry = round == 0 ? "sort_cpu_count_first" : "sort_cpu_count",
                                        .global = { parts },
                                        .local = { 1 },
                                        .args = { from, places, clsmem_arg_uint(count), shift } };
        *pass++ = (struct clsmem_pass){ .entry = "sort_cpu_add", .global = { 1 }, .local = { 1 }, .args = { places } };
        *pass++ = (struct clsmem_pass){ .entry = round == 0 ? "sort_cpu_deal_first" : "sort_cpu_deal",
                                        .global = { parts },
                                        .local = { 1 },
                                        .args = { from, to, places, clsmem_arg_uint(count), shift } };
    }
}

static void plan_host(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)variant;
    (void)limits;
    *plan = common_plan(problem);
    plan->buffers[KEYS_BUFFER] = (struct clsmem_buffer){ problem->extent[0], CLSMEM_SCRATCH, problem->type };
    plan->buffers[PLACES_BUFFER] = (struct clsmem_buffer){ DIGITS * MOST_PARTS, CLSMEM_SCRATCH, CLSMEM_U32 };
}

/*
 * Where this part's first key of each digit belongs: behind all lesser digits, and behind those of the parts before.
 */
static void add_counts(const uint32_t *counts, unsigned part, unsigned parts, uint32_t *places)
{
    uint32_t sum = 0;

    for (size_t digit = 0; digit < DIGITS; digit++) {
        for (unsigned p = 0; p < parts; p++) {
            if (p == part)
                places[digit] = sum;
            sum += counts[p * DIGITS + digit];
        }
    }
}

/* Keys are dealt out digit by digit, the lowest first. Even phases count a round's digits, odd ones deal. */
static void host_loop(const struct clsmem_host_part *share)
{
    const unsigned round = share->phase / 2, shift = round * DIGIT_BITS;
    const unsigned parts = share->parts < MOST_PARTS ? share->parts : MOST_PARTS;
    const uint32_t *from = share->buffers[round == 0 ? 0 : round % 2 ? KEYS_BUFFER : 1];
    uint32_t *to = share->buffers[round % 2 ? 1 : KEYS_BUFFER];
    uint32_t *counts = share->buffers[PLACES_BUFFER], *own = counts + share->part * DIGITS, places[DIGITS];
    const size_t count = share->problem->extent[0];
    const size_t start = share->part * count / parts, end = (share->part + 1) * count / parts;

    if (share->part >= parts)
        return;
    if (share->phase % 2 == 0) {
        memset(own, 0, DIGITS * sizeof *own);
        for (size_t i = start; i < end; i++)
            own[from[i] >> shift & (DIGITS - 1)]++;
    } else {
        add_counts(counts, share->part, parts, places);
        for (size_t i = start; i < end; i++)
            to[places[from[i] >> shift & (DIGITS - 1)]++] = from[i];
    }
}

#define TILED                                                                                                         \
    { "GROUP", FAR_GROUP }, { "OWN_BITS", OWN_BITS },                                                                 \
    {                                                                                                                 \
        "LOG2_TILE", LOG2_TILE                                                                                        \
    }

static const struct clsmem_variant variants[] = {
    { "naive", "global memory alone: each step of the network is a launch, or every two beyond 4 million keys",
      .plan = plan_naive, .params = { { "GROUP", FAR_GROUP } } },
    { "plain", "the wound: exchanges within a tile of 4096 keys, where a row of keys a work-item collides in one bank",
      .params = { TILED, { "FAR_STEPS", OWN_BITS }, { "LAYOUT", CLSMEM_PLAIN } } },
    { "padded", "cure of plain by one dead key a row", .versus = "plain",
      .params = { TILED, { "FAR_STEPS", OWN_BITS }, { "LAYOUT", CLSMEM_PADDED }, { "PAD", 1 } } },
    { "swizzled", "cure of plain by XOR with the row", .versus = "plain",
      .params = { TILED, { "FAR_STEPS", OWN_BITS }, { "LAYOUT", CLSMEM_SWIZZLED }, { "ACCESS", 1 }, { "SHIFT", 0 } } },
    { "one_step", "padded, but a launch for each step in global memory instead of five: five times the traffic",
      .versus = "padded", .params = { TILED, { "FAR_STEPS", 1 }, { "LAYOUT", CLSMEM_PADDED }, { "PAD", 1 } } },
    { "cpu", "no network: keys are dealt out by eight bits at a time, one work-item a part, counts in local memory",
      .needs = CLSMEM_NEEDS_CPU, .plan = plan_cpu },
    { "cpu_lines", "the same by whole lines of cache, gathered in local memory: slower, but not with sorted keys",
      .versus = "cpu", .needs = CLSMEM_NEEDS_CPU, .plan = plan_cpu, .params = { { "LINE", 16 } } },
    { "host_c", "the same dealing as a plain C loop on the host: the rival of cpu",
      .needs = CLSMEM_NEEDS_CPU | CLSMEM_NEEDS_HOST, .plan = plan_host, .host = host_loop, .host_phases = 2 * ROUNDS },
};

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    return (struct clsmem_work){
        .bytes = 2.0 * (double)problem->extent[0] * (double)clsmem_type_bytes(problem->type),
        .items = (double)problem->extent[0],
    };
}

#define KEY_VALUES 4294967296.0

/* Sorted keys are still as different as there is room for: each is random within a range of its own. */
static void data(const struct clsmem_problem *problem, unsigned buffer, double *values, size_t count)
{
    const double width = floor(KEY_VALUES / (double)count);

    (void)buffer;
    for (size_t i = 0; i < count; i++) {
        if (problem->mode == FEW)
            values[i] = floor(values[i] / 0x10000000) * 0x11111111;
        if (problem->mode == SORTED)
            values[i] = (double)i * width + fmod(values[i], width);
    }
}

/* Dealt out by sixteen bits, twice. */
static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    const size_t count = problem->extent[0], digits = 1 << 16;
    uint32_t *const memory = malloc((2 * count + digits) * sizeof *memory);
    uint32_t *from = memory, *to = memory + count, *const places = memory + 2 * count;

    for (size_t i = 0; i < count; i++)
        expected[i] = NAN; /* that is what results are held against if there is no memory */
    if (!memory)
        return;
    for (size_t i = 0; i < count; i++)
        from[i] = (uint32_t)in[0][i];
    for (unsigned shift = 0; shift < 32; shift += 16) {
        uint32_t sum = 0, *const sorted = to;

        memset(places, 0, digits * sizeof *places);
        for (size_t i = 0; i < count; i++)
            places[from[i] >> shift & (digits - 1)]++;
        for (size_t digit = 0; digit < digits; digit++) {
            const uint32_t own = places[digit];

            places[digit] = sum;
            sum += own;
        }
        for (size_t i = 0; i < count; i++)
            to[places[from[i] >> shift & (digits - 1)]++] = from[i];
        to = from;
        from = sorted;
    }
    for (size_t i = 0; i < count; i++)
        expected[i] = from[i];
    free(memory);
}

static const size_t test_shapes[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1, 1 },
    { 2, 1, 1, 1 },
    { 3, 1, 1, 1 },
    { 31, 1, 1, 1 },
    { 1021, 1, 1, 1 },
    { 4095, 1, 1, 1 },
    { 4096, 1, 1, 1 },
    { 4097, 1, 1, 1 },
    { 8193, 1, 1, 1 },
    { 70001, 1, 1, 1 },
    { 0 },
};

const struct clsmem_kernel clsmem_kernel_sort = {
    .name = "sort",
    .summary =
        "sorting by a bitonic network: rounds in registers, exchanges through local memory, launches in between",
    .lesson =
        "A network compares the same places whatever the keys are, so its time does not depend on them: compare the "
        "modes. What it does depend on is who can reach which key. naive moves all keys through global memory for "
        "each of the k (k + 1) / 2 steps that 2^k keys take. A work-item that holds 32 keys does five steps without "
        "any memory, and a tile of 4096 keys in local memory hands keys over for the next five. Only the far steps "
        "of later merges go through global memory, by fives as well: one_step shows what they cost one by one.\n"
        "In plain a work-item's 32 keys are a row of 32 words: a sub-group that takes its rows key by key reads one "
        "bank 32 times. In the exchanges in between it is 16, 8, 4 or 2 times. One dead word a row, or an XOR with "
        "the row's number, cures all of them, since work-items that lie 2^k rows apart are then 2^k banks apart: "
        "with as many keys a work-item as there are banks, there is no other case.\n"
        "On a processor sorted keys are the worst for cpu and host_c: as many keys have one value of a digit as "
        "another, so the 256 places that keys are dealt out to lie a power of two apart, in one set of the cache. "
        "That is its kind of bank conflict. cpu_lines gathers a line for each place in local memory first, pays for "
        "it with random keys, and gets it back with sorted ones.\n"
        "The seed of the sorts within a sub-group and a work-group in GPU libraries, and of the register blocking "
        "in merge and radix sorts, which do less work: O(n) for each digit, as cpu and host_c do. Networks: K. E. "
        "Batcher, 'Sorting networks and their applications' (1968); D. E. Knuth, The Art of Computer Programming, "
        "vol. 3, 5.3.4.",
    .extents = { "n" },
    .types = CLSMEM_IN_TYPE(U32),
    .modes = modes,
    .mode_count = sizeof modes / sizeof *modes,
    .quick_modes = 1,
    .compares_modes = true,
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GKEY_PER_S,
    .roof = CLSMEM_ROOF_COPY,
    .sizes = { .cpu = { { 1 << 18 }, { 1 << 19 }, { 1 << 21 } }, .gpu = { { 1 << 22 }, { 1 << 24 }, { 1 << 26 } } },
    .test_shapes = test_shapes,
    .small = { 4097 },
    .plan = plan_tiles,
    .work = work,
    .data = data,
    .reference = reference,
};
