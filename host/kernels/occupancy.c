/* occupancy: the same work with more and more local memory a work-group, until fewer of them fit a compute unit. */
#include "clsmem/kernel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ITEMS 64 /* few, so that local memory is what limits the number of work-groups */
#define WORD_BYTES sizeof(uint32_t)

static size_t groups_of(const struct clsmem_problem *problem)
{
    return problem->extent[1];
}

static void plan(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                 const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t items = groups_of(problem) * ITEMS;

    (void)variant;
    (void)limits;
    *plan = (struct clsmem_plan){
        .buffers = { { ITEMS, CLSMEM_IN, CLSMEM_U32 }, { items, CLSMEM_OUT, CLSMEM_U32 } },
        .passes = { { .entry = "occupancy",
                      .global = { items },
                      .local = { ITEMS },
                      .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_uint(problem->extent[2]),
                                clsmem_arg_local(problem->extent[0]) } } },
        .params = { { "ITEMS", ITEMS } },
        .local_bytes = problem->extent[0],
    };
}

static bool accepts(const struct clsmem_problem *problem, char *reason, size_t reason_bytes)
{
    const size_t least = ITEMS * WORD_BYTES;

    if (problem->extent[0] >= least && problem->extent[0] % WORD_BYTES == 0)
        return true;
    snprintf(reason, reason_bytes, "%zu bytes of local memory: it has to be a multiple of %zu, and at least %zu",
             problem->extent[0], WORD_BYTES, least);
    return false;
}

static const struct clsmem_variant variants[] = {
    { "one_chain", "one load at a time from each work-item: only more work-groups beside each other help",
      .params = { { "CHAINS", 1 } } },
    { "four_chains",
      "four times the loads, four at a time: slower, but less than four times where work-groups are few",
      .params = { { "CHAINS", 4 } } },
};

/* Loads of a work-item's first chain. */
static struct clsmem_work work(const struct clsmem_problem *problem)
{
    return (struct clsmem_work){ .items = (double)(groups_of(problem) * ITEMS) * (double)problem->extent[2] };
}

/* A ring: every place leads to the next. */
static void data(const struct clsmem_problem *problem, unsigned buffer, double *values, size_t count)
{
    (void)problem;
    (void)buffer;
    for (size_t i = 0; i < count; i++)
        values[i] = (double)((i + 1) % count);
}

/* A chain moves on by one place a step. */
static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    (void)in;
    for (size_t i = 0; i < groups_of(problem) * ITEMS; i++)
        expected[i] = (double)((i + problem->extent[2]) % ITEMS);
}

/*
 * From 1 KiB in even steps up to what a work-group may have, less what the driver takes of it for itself; for a CPU no
 * further than its cache would hold anyway.
 */
static size_t sweep(const struct clsmem_limits *limits, enum clsmem_scale scale, size_t values[CLSMEM_MAX_SWEEP])
{
    static const size_t points[CLSMEM_SCALE_COUNT] = { 6, 24, 47 };
    const size_t least = 1 << 10, largest = (size_t)48 << 10, drivers_own = 1 << 10;
    const size_t limit = limits->is_cpu && limits->local_bytes > largest ? largest : limits->local_bytes;
    const size_t most = limit > least + drivers_own ? limit - drivers_own : least;

    for (size_t i = 0; i < points[scale]; i++)
        values[i] = (least + (most - least) * i / (points[scale] - 1)) / WORD_BYTES * WORD_BYTES;
    return most > least ? points[scale] : 1;
}

/* A rise of less is noise, or one work-group fewer among many. */
#define STEP 1.06

static size_t append(char *text, size_t used, size_t text_bytes, const char *words)
{
    return used < text_bytes ? used + (size_t)snprintf(text + used, text_bytes - used, "%s", words) : used;
}

static void describe_step(const struct clsmem_local_capacity *capacity, const struct clsmem_outcome *before,
                          const struct clsmem_outcome *after, char *words, size_t words_bytes)
{
    const size_t from = before->problem.extent[0], to = after->problem.extent[0];
    const size_t groups = clsmem_local_capacity_groups(capacity, from);
    const size_t left = clsmem_local_capacity_groups(capacity, to);
    const double factor = after->median_ns / before->median_ns;
    const int used =
        snprintf(words, words_bytes, "%.1f to %.1f KiB x%.2f (", (double)from / 1024, (double)to / 1024, factor);
    char *const rest = words + used;
    const size_t room = words_bytes - (size_t)used;

    if (groups == 0)
        snprintf(rest, room, "nothing is predicted)");
    else if (groups == left)
        snprintf(rest, room, "not predicted: %zu fit)", groups);
    else
        snprintf(rest, room, "predicted: %zu to %zu above %.1f KiB)", groups, left,
                 (double)clsmem_local_capacity_bytes(capacity, groups) / 1024);
}

/* Whether everything from row `i` on is slower than everything before: a disturbance passes, a step stays. */
static bool is_step(const struct clsmem_outcome *const *curve, size_t count, size_t i)
{
    double most_before = 0;

    for (size_t k = 0; k < i; k++)
        most_before = fmax(most_before, curve[k]->median_ns);
    for (size_t k = i; k < count; k++)
        if (curve[k]->median_ns <= STEP * most_before)
            return false;
    return true;
}

/* Whether a row carries the curve on: more local memory for the same work. */
static bool is_next(const struct clsmem_outcome *last, const struct clsmem_outcome *row)
{
    const size_t *const before = last->problem.extent, *const after = row->problem.extent;

    return after[0] > before[0] && after[1] == before[1] && after[2] == before[2];
}

/* Steps between neighbouring points of the curve with one chain. */
static void conclude(const struct clsmem_limits *limits, const struct clsmem_outcome *rows, size_t count, char *text,
                     size_t text_bytes)
{
    const struct clsmem_outcome *curve[CLSMEM_MAX_SWEEP];
    size_t used = 0, points = 0;

    for (size_t i = 0; i < count && points < CLSMEM_MAX_SWEEP; i++)
        if (rows[i].variant == &variants[0] && (points == 0 || is_next(curve[points - 1], &rows[i])))
            curve[points++] = &rows[i];
    text[0] = '\0';
    if (points < 2)
        return;
    for (size_t i = 1; i < points; i++) {
        char words[128];

        if (!is_step(curve, points, i))
            continue;
        describe_step(&limits->capacity, curve[i - 1], curve[i], words, sizeof words);
        used = append(text, used, text_bytes, used ? ", " : "fewer work-groups fit a compute unit: ");
        used = append(text, used, text_bytes, words);
    }
    if (used == 0)
        snprintf(text, text_bytes, "no step: the time does not depend on the local memory");
}

static const size_t test_shapes[][CLSMEM_MAX_EXTENTS] = {
    { 256, 3, 5, 1 }, { 260, 1, 1, 1 }, { 1024, 7, 64, 1 }, { 16384, 2, 33, 1 }, { 32768, 2, 100, 1 }, { 0 },
};

const struct clsmem_kernel clsmem_kernel_occupancy = {
    .name = "occupancy",
    .summary = "the same work with more and more local memory a work-group, until fewer of them fit a compute unit",
    .lesson =
        "Work-groups run beside each other on a compute unit, and while one waits for memory or for a barrier, "
        "another computes. Local memory is what they share: a tile twice as large may halve their number. The "
        "kernel does the same whatever it is given, so each rise of the time is one work-group fewer.\n"
        "Look where the rises are: they stand where the local memory of a compute unit, divided by the number of "
        "work-groups, falls below what one takes, rounded up to the block that the hardware hands out. The line "
        "at the end puts what was seen beside what the vendor's tables say.\n"
        "Then look at four_chains: with four independent loads from each work-item a quarter of the work-groups "
        "does as well, so occupancy is not a goal in itself. Source: Volkov, 2010 and 2016.",
    .extents = { "bytes", "groups", "steps" },
    .types = CLSMEM_IN_TYPE(U32),
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_NONE, /* the time itself is the curve */
    .sizes = { .cpu = { { 1024, 512, 64 }, { 1024, 1024, 200 }, { 1024, 2048, 400 } },
               .gpu = { { 1024, 32768, 200 }, { 1024, 65536, 500 }, { 1024, 65536, 1000 } } },
    .test_shapes = test_shapes,
    .small = { 512, 2, 4 },
    .sweep = sweep,
    .accepts = accepts,
    .plan = plan,
    .work = work,
    .data = data,
    .reference = reference,
    .conclude = conclude,
};
