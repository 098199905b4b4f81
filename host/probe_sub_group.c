/* The lanes of a sub-group: from what it costs when neighbours part ways. */
#include <stdio.h>

#include "jump_cl.h"
#include "probe_device.h"

#define MOST_ITEMS 1024
#define LONGEST_RUN 256
#define MOST_RUNS 9 /* 1 to LONGEST_RUN */

static cl_uint looped(const struct clsmem_launch_rounds *launch, size_t item)
{
    const cl_uint value = launch->seed + (cl_uint)item;

    return item / launch->first % 2 == 0 ? clsmem_scramble(value, launch->rounds)
                                         : clsmem_repeat(value, launch->rounds, 22695477u, 1);
}

/* What compilers say of a kernel of theirs, where no vendor's query gives the lanes. */
static enum clsmem_status ask_kernel(struct clsmem_prober *prober, cl_kernel kernel)
{
    enum clsmem_status status = CLSMEM_OK;
    size_t multiple = 0;

    if (prober->profile->lanes_said > 0)
        return CLSMEM_OK;
    CHECK_CL(clGetKernelWorkGroupInfo(kernel, prober->device.info.device_id,
                                      CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof multiple, &multiple, NULL),
             prober->device.info.name, "asking for a kernel's preferred work-group size");
    prober->profile->lanes_said = (unsigned)multiple;
out:
    return status;
}

static enum clsmem_status add_lanes(struct clsmem_prober *prober, const char *of, unsigned lanes)
{
    struct clsmem_figure figure = { .probe = CLSMEM_PROBE_SUB_GROUP, .quantity = "lanes", .unit = "count" };

    if (lanes == 0)
        return CLSMEM_OK;
    snprintf(figure.of, sizeof figure.of, "%s", of);
    figure.value = figure.low = figure.high = lanes;
    return clsmem_profile_add(prober->profile, &figure);
}

static enum clsmem_status time_runs(struct clsmem_prober *prober, struct clsmem_launch_rounds *launch,
                                    struct clsmem_sub_group_time *times, size_t *count)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_slope_rule rule = clsmem_slope_rule_figure(prober);
    struct clsmem_figure figure = { .probe = CLSMEM_PROBE_SUB_GROUP, .quantity = "time" };
    struct clsmem_slope slope;

    *count = 0;
    for (unsigned run = 1; run <= LONGEST_RUN && 2 * run <= launch->items; run *= 2) {
        launch->first = run;
        CHECK(clsmem_prober_slope(prober, launch, &rule, &slope));
        if (slope.doubt)
            continue;
        times[(*count)++] = (struct clsmem_sub_group_time){ run, slope.median };
        figure.at = run;
        snprintf(figure.unit, sizeof figure.unit, "%s", slope.in_ticks ? "cycles" : "ns");
        CHECK(clsmem_prober_figure(prober, &figure, &slope, 1));
    }
out:
    return status;
}

enum clsmem_status clsmem_probe_sub_group(struct clsmem_prober *prober)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_sub_group_time times[MOST_RUNS];
    struct clsmem_launch_rounds launch = { .what = "two loops",
                                           .groups = 1,
                                           .items = clsmem_prober_items(prober, MOST_ITEMS),
                                           .seed = 99,
                                           .check = { .expected = looped } };
    size_t count;
    unsigned found;

    if (prober->device.info.limits.is_cpu)
        return clsmem_fail(CLSMEM_SKIPPED, "a CPU has no sub-groups of its own: its compiler makes them");
    CHECK(clsmem_prober_kernel(prober, 0, "two_loops", &launch.kernel));
    CHECK(ask_kernel(prober, launch.kernel));
    CHECK(time_runs(prober, &launch, times, &count));
    found = clsmem_geometry_lanes(times, count);
    CHECK(add_lanes(prober, "measured", found));
    CHECK(add_lanes(prober, "said", prober->profile->lanes_said));
    /* The driver knows what it compiles for; time tells where it says nothing. */
    clsmem_prober_use_lanes(prober, prober->profile->lanes_said ? prober->profile->lanes_said : found);
out:
    if (launch.kernel)
        clReleaseKernel(launch.kernel);
    return status;
}
