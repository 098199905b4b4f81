/* A barrier of one work-group that is alone, by its size. */
#include "jump.h"
#include "probe_device.h"

#define LEAST_ITEMS 32
#define MOST_ITEMS 1024
#define ROUND_BARRIERS 8
#define PROVING_ROUNDS 33

/* Each round has brought the value of the next neighbour. */
static cl_uint handed_on(const struct clsmem_launch_rounds *launch, size_t item)
{
    const cl_uint from = (cl_uint)((item + launch->rounds) % launch->items);

    return clsmem_scramble(launch->seed + from, launch->rounds);
}

static cl_uint kept(const struct clsmem_launch_rounds *launch, size_t item)
{
    (void)item;
    return launch->seed;
}

static struct clsmem_launch_rounds launch_of(cl_kernel kernel, size_t items, bool between)
{
    return (struct clsmem_launch_rounds){
        .kernel = kernel,
        .what = "barriers",
        .groups = 1,
        .items = items,
        .seed = 7,
        .rounds = between ? PROVING_ROUNDS : 0,
        .held_bytes = between ? 2 * items * sizeof(cl_uint) : 0,
        .check = { .expected = between ? handed_on : kept },
    };
}

/*
 * Barriers that order nothing leave no trace but their time. So at each size those that something hangs on are run too, and
 * have to be right; and that bare ones are there at all shows in time that grows with the rounds.
 */
static enum clsmem_status time_size(struct clsmem_prober *prober, cl_kernel bare, cl_kernel between, size_t items)
{
    enum clsmem_status status = CLSMEM_OK;
    const bool is_cpu = prober->device.info.limits.is_cpu;
    const struct clsmem_slope_rule rule = clsmem_slope_rule_figure(prober);
    const struct clsmem_figure figure = { .probe = CLSMEM_PROBE_BARRIER,
                                          .quantity = "barrier",
                                          .at = (unsigned)items };
    struct clsmem_launch_rounds proof = launch_of(between, items, true);
    struct clsmem_launch_rounds timed = is_cpu ? proof : launch_of(bare, items, false);
    struct clsmem_launch_time time;
    struct clsmem_slope slope;

    CHECK(clsmem_prober_launch(prober, &proof, &time));
    CHECK(clsmem_prober_slope(prober, &timed, &rule, &slope));
    CHECK(clsmem_prober_time_figures(prober, &figure, &slope, is_cpu ? 1 : ROUND_BARRIERS));
out:
    return status;
}

enum clsmem_status clsmem_probe_barrier(struct clsmem_prober *prober)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t most = clsmem_prober_items(prober, MOST_ITEMS);
    cl_kernel bare = NULL, between = NULL;

    CHECK(clsmem_prober_kernel(prober, 0, "barriers", &bare));
    CHECK(clsmem_prober_kernel(prober, 0, "barriers_between", &between));
    for (size_t items = LEAST_ITEMS < most ? LEAST_ITEMS : most; items <= most; items *= 2)
        CHECK(time_size(prober, bare, between, items));
out:
    if (bare)
        clReleaseKernel(bare);
    if (between)
        clReleaseKernel(between);
    return status;
}
