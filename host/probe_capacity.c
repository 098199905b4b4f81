/*
 * How much local memory a compute unit has: from how many work-groups of so many bytes stay on the device at the same time.
 * One more than fit has to wait until another ends, and then all of them together take about twice as long.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "jump.h"
#include "probe_device.h"

#define ITEMS 32
#define STAY_NS 150e3
#define STAY_STEPS 100
#define MOST_GROUPS 64
#define STEP_BYTES 4u /* the finest division that is looked for */
#define SMALLEST_BYTES 256u
/* Between 1, where all stay together, and 2. Work-groups that share a compute unit slow each other a little. */
#define APART 1.3
#define READINGS 3

/* Work-items look at places `seed` further on, round and round. */
static cl_uint stayed(const struct clsmem_launch_rounds *launch, size_t item)
{
    const unsigned long long way = (unsigned long long)launch->rounds * launch->seed + item;

    return (cl_uint)(way % launch->items);
}

/* The least of some times: what disturbs only ever lengthens one. */
static enum clsmem_status time_stay(struct clsmem_prober *prober, struct clsmem_launch_rounds *launch, unsigned groups,
                                    size_t bytes, double *ns)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_launch_time time;

    launch->groups = (size_t)groups * prober->device.info.limits.compute_units;
    launch->held_bytes = bytes;
    *ns = INFINITY;
    for (int i = 0; i < READINGS; i++) {
        CHECK(clsmem_prober_launch(prober, launch, &time));
        *ns = fmin(*ns, prober->profile->clock.event == CLSMEM_CLOCK_UNUSABLE ? time.host_ns : time.event_ns);
    }
out:
    return status;
}

static enum clsmem_status find_rounds(struct clsmem_prober *prober, struct clsmem_launch_rounds *launch)
{
    enum clsmem_status status = CLSMEM_OK;
    const double least = fmax(STAY_NS, STAY_STEPS * prober->profile->clock.event_step_ns);
    double ns = 0;

    for (launch->rounds = 1024; launch->rounds < 1u << 26; launch->rounds *= 2) {
        CHECK(time_stay(prober, launch, 1, SMALLEST_BYTES, &ns));
        if (ns > least)
            break;
    }
out:
    return status;
}

/* Whether so many of that size stay together: they take no longer than as many of the smallest, or as one alone. */
static enum clsmem_status stay_together(struct clsmem_prober *prober, struct clsmem_launch_rounds *launch,
                                        unsigned groups, size_t bytes, double together_ns, bool *fit)
{
    double ns;
    const enum clsmem_status status = time_stay(prober, launch, groups, bytes, &ns);

    *fit = status == CLSMEM_OK && ns < APART * together_ns;
    return status;
}

/* The largest number of the smallest work-groups that stay together, and how long each number of them takes. */
static enum clsmem_status find_most_groups(struct clsmem_prober *prober, struct clsmem_launch_rounds *launch,
                                           double together_ns[MOST_GROUPS + 1], unsigned *most)
{
    enum clsmem_status status = CLSMEM_OK;

    *most = 0;
    for (unsigned groups = 1; groups <= MOST_GROUPS; groups++) {
        CHECK(time_stay(prober, launch, groups, SMALLEST_BYTES, &together_ns[groups]));
        if (groups > 1 && together_ns[groups] > APART * together_ns[groups - 1])
            break;
        *most = groups;
    }
out:
    return status;
}

/* The most bytes of which so many stay together, by halving; 0 where the largest work-group fits as often. */
static enum clsmem_status find_most_bytes(struct clsmem_prober *prober, struct clsmem_launch_rounds *launch,
                                          unsigned groups, double together_ns, size_t *most_bytes)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t local_bytes = prober->device.info.limits.local_bytes;
    size_t fits = SMALLEST_BYTES, too_many = local_bytes / STEP_BYTES * STEP_BYTES - 1024;
    bool fit;

    *most_bytes = 0;
    CHECK(stay_together(prober, launch, groups, too_many, together_ns, &fit));
    if (fit)
        goto out;
    while (too_many - fits > STEP_BYTES) {
        const size_t middle = (fits + too_many) / 2 / STEP_BYTES * STEP_BYTES;

        CHECK(stay_together(prober, launch, groups, middle, together_ns, &fit));
        if (fit)
            fits = middle;
        else
            too_many = middle;
    }
    *most_bytes = fits;
out:
    return status;
}

static enum clsmem_status add(struct clsmem_prober *prober, const char *quantity, unsigned at, const char *unit,
                              double value)
{
    struct clsmem_figure figure = { .probe = CLSMEM_PROBE_CAPACITY, .at = at, .value = value };

    snprintf(figure.quantity, sizeof figure.quantity, "%s", quantity);
    snprintf(figure.unit, sizeof figure.unit, "%s", unit);
    figure.low = figure.high = value;
    return clsmem_profile_add(prober->profile, &figure);
}

static enum clsmem_status add_steps(struct clsmem_prober *prober, const struct clsmem_local_capacity_step *steps,
                                    size_t count, unsigned most_groups)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_local_capacity capacity;

    for (size_t i = 0; i < count; i++)
        CHECK(add(prober, "most_bytes", (unsigned)steps[i].groups, "bytes", (double)steps[i].bytes));
    CHECK(add(prober, "most_groups", 0, "count", most_groups));
    capacity = clsmem_local_capacity_fit(steps, count, STEP_BYTES, most_groups);
    if (capacity.unit_bytes == 0)
        goto out;
    CHECK(add(prober, "unit_bytes", 0, "bytes", (double)capacity.unit_bytes));
    CHECK(add(prober, "block_bytes", 0, "bytes", (double)capacity.block_bytes));
    CHECK(add(prober, "reserved_bytes", 0, "bytes", (double)capacity.reserved_bytes));
out:
    return status;
}

enum clsmem_status clsmem_probe_capacity(struct clsmem_prober *prober)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_launch_rounds launch = { .what = "work-groups that hold local memory",
                                           .items = clsmem_prober_items(prober, ITEMS),
                                           .seed = 1,
                                           .check = { .expected = stayed },
                                           .on_events = true };
    struct clsmem_local_capacity_step steps[MOST_GROUPS];
    double together_ns[MOST_GROUPS + 1];
    unsigned most_groups;
    size_t count = 0;

    if (prober->device.info.limits.local_is_global)
        return clsmem_fail(CLSMEM_SKIPPED, "its local memory is cached memory: compute units have no share of it");
    CHECK(clsmem_prober_kernel(prober, 0, "stay", &launch.kernel));
    CHECK(find_rounds(prober, &launch));
    CHECK(find_most_groups(prober, &launch, together_ns, &most_groups));
    for (unsigned groups = 1; groups <= most_groups; groups++) {
        size_t bytes;

        CHECK(find_most_bytes(prober, &launch, groups, together_ns[groups], &bytes));
        if (bytes > 0)
            steps[count++] = (struct clsmem_local_capacity_step){ groups, bytes };
    }
    CHECK(add_steps(prober, steps, count, most_groups));
out:
    if (launch.kernel)
        clReleaseKernel(launch.kernel);
    return status;
}
