/* barrier: what a barrier costs by the size of the work-group, and what a second buffer saves by the work between. */
#include "clsmem/kernel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_ITEMS 4096
#define MOST_STEPS (1 << 24) /* of all work-items: the reference takes each of them on the host */

enum { BARE, LIGHT, HEAVY, MODE_COUNT };

/* Multiply-adds a step. */
static const long work_of_mode[MODE_COUNT] = { [BARE] = 1, [LIGHT] = 16, [HEAVY] = 128 };

static const struct clsmem_mode modes[] = {
    { "bare", "one multiply-add a step: the barrier alone" },
    { "light", "16 multiply-adds between barriers" },
    { "heavy", "128 multiply-adds between barriers: the work hides what it can" },
};

/* One work-group alone on the device: nobody else's work fills the time in which it waits. */
static void plan(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                 const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t items = problem->extent[0];

    (void)limits;
    *plan = (struct clsmem_plan){
        .buffers = { { items, CLSMEM_IN, CLSMEM_U32 }, { items, CLSMEM_OUT, CLSMEM_U32 } },
        .passes = { { .entry = variant->entry,
                      .global = { items },
                      .local = { items },
                      .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1), clsmem_arg_uint(problem->extent[1]) } } },
        .params = { { "ITEMS", (long)items }, { "WORK", work_of_mode[problem->mode] } },
        .local_bytes = (size_t)clsmem_param_or(variant, "TILES", 0) * items * sizeof(uint32_t),
    };
}

static bool accepts(const struct clsmem_problem *problem, char *reason, size_t reason_bytes)
{
    if (problem->extent[0] <= MOST_ITEMS && problem->extent[0] * problem->extent[1] <= MOST_STEPS)
        return true;
    if (problem->extent[0] <= MOST_ITEMS) {
        snprintf(reason, reason_bytes, "%zu steps of %zu work-items; the most are %d together", problem->extent[1],
                 problem->extent[0], MOST_STEPS);
        return false;
    }
    snprintf(reason, reason_bytes, "a work-group of %zu work-items; the most that this family looks at is %d",
             problem->extent[0], MOST_ITEMS);
    return false;
}

static const struct clsmem_variant variants[] = {
    { "none", "no barrier: the work of a step alone, which the others have to do as well", .entry = "barrier_bare",
      .params = { { "BARRIERS", 0 } } },
    { "one", "one barrier a step: what it costs over the row before is the price of a barrier",
      .entry = "barrier_bare", .params = { { "BARRIERS", 1 } } },
    { "two", "two barriers a step: the second costs less where the first has just lined everyone up",
      .entry = "barrier_bare", .versus = "one", .params = { { "BARRIERS", 2 } } },
    { "two_barriers", "an exchange through one tile: a barrier before the reads and one after",
      .entry = "barrier_exchange", .params = { { "BY_TWO_BARRIERS", 1 }, { "TILES", 1 } } },
    { "double_buffer", "the same exchange through two tiles in turn: one barrier a step",
      .entry = "barrier_double_buffer", .versus = "two_barriers",
      .params = { { "BY_TWO_TILES", 1 }, { "TILES", 2 } } },
    { "sub_group", "an exchange among neighbours: only their sub-group waits", .entry = "barrier_sub_group",
      .versus = "two_barriers", .needs = CLSMEM_NEEDS_SHUFFLE, .params = { { "BY_SUB_GROUPS", 1 }, { "TILES", 1 } } },
};

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    return (struct clsmem_work){ .items = (double)problem->extent[1] };
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    for (size_t i = 0; i < problem->extent[0]; i++) {
        uint32_t value = (uint32_t)in[0][i];

        for (size_t step = 0; step < problem->extent[1]; step++) {
            for (long n = 0; n < work_of_mode[problem->mode]; n++)
                value = value * 1664525u + 1013904223u;
            value += (uint32_t)step;
        }
        expected[i] = (double)value;
    }
}

/* Powers of two, a point or two of them in a quick run. */
static size_t sweep(const struct clsmem_limits *limits, enum clsmem_scale scale, size_t values[CLSMEM_MAX_SWEEP])
{
    const size_t most = limits->is_cpu ? 256 : limits->max_group_items, factor = scale == CLSMEM_QUICK ? 8 : 2;
    size_t count = 0;

    for (size_t items = 32; items <= most && count < CLSMEM_MAX_SWEEP; items *= factor)
        values[count++] = items;
    if (count == 0)
        values[count++] = most;
    return count;
}

/* The time of a step in ns; NAN where there is no such row. */
static double time_of(const struct clsmem_outcome *rows, size_t count, const char *variant, size_t items, size_t mode)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].variant->name, variant) == 0 && rows[i].problem.extent[0] == items &&
            rows[i].problem.mode == mode)
            return rows[i].rate;
    return NAN;
}

static size_t append(char *text, size_t used, size_t text_bytes, const char *words)
{
    return used < text_bytes ? used + (size_t)snprintf(text + used, text_bytes - used, "%s", words) : used;
}

/* "14.2 ns at 256 work-items": the row with one barrier less the row without, by work-group size. */
static size_t conclude_cost(const struct clsmem_outcome *rows, size_t count, char *text, size_t text_bytes)
{
    size_t used = 0;

    for (size_t items = 1; items <= MOST_ITEMS; items++) {
        const double cost = time_of(rows, count, "one", items, BARE) - time_of(rows, count, "none", items, BARE);
        char words[64];

        if (!(cost > 0)) /* a CPU's compiler may do better by a barrier, which tells it where to vectorize */
            continue;
        snprintf(words, sizeof words, "%s%.1f ns at %zu", used ? ", " : "a barrier costs ", cost, items);
        used = append(text, used, text_bytes, words);
    }
    return used > 0 ? append(text, used, text_bytes, " work-items") : 0;
}

/* What the second tile saves, at the largest work-group, by the work between barriers. */
static size_t conclude_savings(const struct clsmem_outcome *rows, size_t count, size_t used, char *text,
                               size_t text_bytes)
{
    size_t items = 0;
    bool is_first = true;

    for (size_t i = 0; i < count; i++)
        items = rows[i].problem.extent[0] > items ? rows[i].problem.extent[0] : items;
    for (size_t mode = 0; mode < MODE_COUNT; mode++) {
        const double saved =
            1 - time_of(rows, count, "double_buffer", items, mode) / time_of(rows, count, "two_barriers", items, mode);
        char words[96];

        if (!isfinite(saved))
            continue;
        snprintf(words, sizeof words, "%s%s %.0f %% of a step with %ld multiply-adds between barriers",
                 !is_first ? ", "
                 : used    ? "; a second buffer "
                           : "a second buffer ",
                 saved < 0 ? "costs" : "saves", 100 * fabs(saved), work_of_mode[mode]);
        used = append(text, used, text_bytes, words);
        is_first = false;
    }
    return used;
}

static void conclude(const struct clsmem_limits *limits, const struct clsmem_outcome *rows, size_t count, char *text,
                     size_t text_bytes)
{
    (void)limits;
    text[0] = '\0';
    conclude_savings(rows, count, conclude_cost(rows, count, text, text_bytes), text, text_bytes);
}

static const size_t test_shapes[][CLSMEM_MAX_EXTENTS] = {
    { 64, 33, 1, 1 }, { 1, 7, 1, 1 }, { 2, 1, 1, 1 }, { 33, 9, 1, 1 }, { 256, 64, 1, 1 }, { 0 },
};

const struct clsmem_kernel clsmem_kernel_barrier = {
    .name = "barrier",
    .summary = "what a barrier costs by the size of the work-group, and what a second buffer saves",
    .lesson =
        "The time is that of one step, from the difference between kernels of twice as many steps and of as many, "
        "with one work-group alone on the device. The row none is the work of a step; what row one costs more is "
        "a barrier.\n"
        "On a GPU a barrier waits until every sub-group of the work-group has arrived, so its price grows with "
        "their number: small groups wait less. A sub-group's own barrier costs almost nothing, which is why "
        "exchanges are best kept among its lanes. On a CPU a work-group is a loop over work-items, a barrier "
        "cuts that loop in two, and everything that lives across the cut goes through memory.\n"
        "two_barriers and double_buffer are the two ways to exchange through local memory step after step. The "
        "second buffer saves a barrier and costs local memory, and with it work-groups that fit: look at how "
        "the saving fades from mode bare to heavy before you pay that.",
    .extents = { "items", "steps" },
    .types = CLSMEM_IN_TYPE(U32),
    .modes = modes,
    .mode_count = MODE_COUNT,
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_NS,
    .sizes = { .cpu = { { 32, 1000 }, { 64, 2000 }, { 64, 4000 } },
               .gpu = { { 256, 2000 }, { 256, 2000 }, { 256, 4000 } } },
    .test_shapes = test_shapes,
    .small = { 64, 5 },
    .is_slope = true,
    .sweep = sweep,
    .accepts = accepts,
    .plan = plan,
    .work = work,
    .reference = reference,
    .conclude = conclude,
};
