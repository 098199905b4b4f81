/* Where local memory is cached memory: what a walk through it costs, by the distance of its steps. */
#include "jump.h"
#include "probe_device.h"

#define PLACES 32 /* more than a set of a first-level cache has room for */
#define LEAST_PITCH 64
#define MOST_PITCH 8192
#define LINE_BYTES 64

static cl_uint walked(const struct clsmem_launch_rounds *launch, size_t item)
{
    (void)item;
    return launch->rounds % launch->first * launch->step + launch->seed;
}

/* A power of two, and the same with a line of cache more, which spreads the places over all sets. */
static enum clsmem_status time_pitch(struct clsmem_prober *prober, struct clsmem_launch_rounds *launch, unsigned pitch)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_slope_rule rule = clsmem_slope_rule_figure(prober);
    const struct clsmem_figure figure = {
        .probe = CLSMEM_PROBE_CACHE, .quantity = "walk_ns", .unit = "ns", .at = pitch
    };
    struct clsmem_slope slope;

    launch->step = pitch / 4;
    launch->held_bytes = (size_t)PLACES * pitch;
    if (launch->held_bytes > prober->device.info.limits.local_bytes / 2)
        return CLSMEM_OK;
    CHECK(clsmem_prober_slope(prober, launch, &rule, &slope));
    CHECK(clsmem_prober_figure(prober, &figure, &slope, 1));
out:
    return status;
}

enum clsmem_status clsmem_probe_cache(struct clsmem_prober *prober)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_launch_rounds launch = { .what = "a walk through local memory",
                                           .groups = 1,
                                           .items = 1,
                                           .first = PLACES,
                                           .seed = 5,
                                           .check = { .expected = walked },
                                           .on_events = true };

    if (!prober->device.info.limits.local_is_global)
        return clsmem_fail(CLSMEM_SKIPPED, "its local memory is not cached memory");
    CHECK(clsmem_prober_kernel(prober, 0, "walk", &launch.kernel));
    for (unsigned pitch = LEAST_PITCH; pitch <= MOST_PITCH; pitch *= 2) {
        CHECK(time_pitch(prober, &launch, pitch));
        CHECK(time_pitch(prober, &launch, pitch + LINE_BYTES));
    }
out:
    if (launch.kernel)
        clReleaseKernel(launch.kernel);
    return status;
}
