/* The device's clocks: whether its events can be believed, and how fast its counter of cycles goes. */
#include <math.h>
#include <stdio.h>

#include "clock_trial.h"
#include "jump.h"
#include "probe_device.h"

#define TRIAL_GROUPS 16
#define ITEMS 32
#define RATE_NS 10e6
#define RATE_SAMPLES 7

struct chain {
    struct clsmem_prober *prober;
    struct clsmem_launch_rounds launch;
};

static cl_uint chained(const struct clsmem_launch_rounds *launch, size_t item)
{
    return clsmem_scramble(launch->seed + (cl_uint)item, launch->rounds);
}

static enum clsmem_status run_chain(void *context, size_t steps, struct clsmem_batch *batch)
{
    enum clsmem_status status = CLSMEM_OK;
    struct chain *const chain = context;
    struct clsmem_launch_time time;

    chain->launch.rounds = (cl_uint)steps;
    CHECK(clsmem_prober_launch(chain->prober, &chain->launch, &time));
    *batch = (struct clsmem_batch){ .event_ns = time.event_ns, .host_ns = time.host_ns };
out:
    return status;
}

static enum clsmem_status judge_events(struct chain *chain)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_probe_clock *const clock = &chain->prober->profile->clock;
    struct clsmem_clock_trial trial;

    CHECK(clsmem_clock_try(run_chain, chain, &trial));
    clock->event = trial.verdict;
    clock->event_step_ns = trial.step_ns;
    snprintf(clock->event_reason, sizeof clock->event_reason, "%s", trial.reason);
    if (chain->prober->options->timer == CLSMEM_PROBE_TIMER_HOST) {
        clock->event = CLSMEM_CLOCK_UNUSABLE;
        snprintf(clock->event_reason, sizeof clock->event_reason, "the host's clock was asked for");
    }
out:
    return status;
}

static double best_ns(const struct clsmem_probe_clock *clock, const struct clsmem_launch_time *time)
{
    return clock->event == CLSMEM_CLOCK_UNUSABLE ? time->host_ns : time->event_ns;
}

/* Ticks a ns, between R and 2R rounds; 0 in *rate where the counter stands still. */
static enum clsmem_status take_rate(struct chain *chain, cl_uint rounds, double *rate)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_probe_clock *const clock = &chain->prober->profile->clock;
    struct clsmem_launch_time once, twice;

    chain->launch.rounds = rounds;
    CHECK(clsmem_prober_launch(chain->prober, &chain->launch, &once));
    chain->launch.rounds = 2 * rounds;
    CHECK(clsmem_prober_launch(chain->prober, &chain->launch, &twice));
    *rate = once.ticks > 0 && twice.ticks > once.ticks
                ? (twice.ticks - once.ticks) / (best_ns(clock, &twice) - best_ns(clock, &once))
                : 0;
out:
    return status;
}

/* Rounds that take long enough for the rate to be exact. */
static enum clsmem_status find_rounds(struct chain *chain, cl_uint *rounds)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_launch_time time = { 0 };

    for (*rounds = 1u << 16; *rounds < 1u << 26; *rounds *= 2) {
        chain->launch.rounds = *rounds;
        CHECK(clsmem_prober_launch(chain->prober, &chain->launch, &time));
        if (time.host_ns > RATE_NS)
            break;
    }
out:
    return status;
}

static enum clsmem_status find_counter(struct chain *chain)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_prober *const prober = chain->prober;
    struct clsmem_probe_clock *const clock = &prober->profile->clock;
    const struct clsmem_limits *const limits = &prober->device.info.limits;
    struct clsmem_figure figure = { .probe = CLSMEM_PROBE_CLOCK, .quantity = "clock", .unit = "GHz" };
    double rates[RATE_SAMPLES];
    cl_uint rounds;

    clock->counter[0] = '\0';
    clock->cycles_per_ns = prober->device.info.clock_mhz * 1e-3;
    prober->has_counter =
        (limits->is_nv_compiler || limits->has_kernel_clock) && prober->options->timer == CLSMEM_PROBE_TIMER_BEST;
    if (!prober->has_counter)
        return CLSMEM_OK;
    chain->launch.groups = 1;
    CHECK(find_rounds(chain, &rounds));
    for (size_t i = 0; i < RATE_SAMPLES; i++) {
        CHECK(take_rate(chain, rounds, &rates[i]));
        prober->has_counter = prober->has_counter && rates[i] > 0 && isfinite(rates[i]);
    }
    if (!prober->has_counter)
        goto out;
    snprintf(clock->counter, sizeof clock->counter, "%s", limits->is_nv_compiler ? "%clock64" : "cl_khr_kernel_clock");
    clock->cycles_per_ns = figure.value = clsmem_median(rates, RATE_SAMPLES);
    (void)clsmem_median_interval(rates, RATE_SAMPLES, &figure.low, &figure.high);
    CHECK(clsmem_profile_add(prober->profile, &figure));
out:
    return status;
}

enum clsmem_status clsmem_probe_clock(struct clsmem_prober *prober)
{
    enum clsmem_status status = CLSMEM_OK;
    struct chain chain = { .prober = prober,
                           .launch = { .what = "multiply-adds in a register",
                                       .groups = TRIAL_GROUPS,
                                       .items = clsmem_prober_items(prober, ITEMS),
                                       .seed = 12345,
                                       .check = { .expected = chained } } };

    CHECK(clsmem_prober_kernel(prober, 0, "register_chain", &chain.launch.kernel));
    CHECK(judge_events(&chain));
    CHECK(find_counter(&chain));
out:
    if (chain.launch.kernel)
        clReleaseKernel(chain.launch.kernel);
    return status;
}
