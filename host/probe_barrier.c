/* A barrier of one work-group that is alone, by its size. */
#include "jump.h"
#include "probe_device.h"

#define LEAST_ITEMS 32
#define MOST_ITEMS 1024
#define GPU_ROUND_BARRIERS 8

/* On a processor a value goes through the rounds, or there would be nothing to cut in two. */
static cl_uint carried(const struct clsmem_launch_rounds *launch, size_t item)
{
    return clsmem_scramble(launch->seed + (cl_uint)item, launch->rounds);
}

static cl_uint kept(const struct clsmem_launch_rounds *launch, size_t item)
{
    return launch->seed + (cl_uint)item;
}

enum clsmem_status clsmem_probe_barrier(struct clsmem_prober *prober)
{
    enum clsmem_status status = CLSMEM_OK;
    const bool is_cpu = prober->device.info.limits.is_cpu;
    const struct clsmem_slope_rule rule = clsmem_slope_rule_figure(prober);
    const size_t most = clsmem_prober_items(prober, MOST_ITEMS);
    struct clsmem_launch_rounds launch = {
        .what = "barriers", .groups = 1, .seed = 7, .check = { .expected = is_cpu ? carried : kept }
    };
    struct clsmem_slope slope;

    CHECK(clsmem_prober_kernel(prober, 0, "barriers", &launch.kernel));
    for (size_t items = LEAST_ITEMS < most ? LEAST_ITEMS : most; items <= most; items *= 2) {
        const struct clsmem_figure figure = { .probe = CLSMEM_PROBE_BARRIER,
                                              .quantity = "barrier",
                                              .at = (unsigned)items };

        launch.items = items;
        CHECK(clsmem_prober_slope(prober, &launch, &rule, &slope));
        CHECK(clsmem_prober_time_figures(prober, &figure, &slope, is_cpu ? 1 : GPU_ROUND_BARRIERS));
    }
out:
    if (launch.kernel)
        clReleaseKernel(launch.kernel);
    return status;
}
