/* One device under the probes: slopes over rounds, and figures from them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "jump.h"
#include "probe_device.h"

/* A reading of the counter can be off by a few ticks, whatever the distance. */
#define LEAST_TICKS 50000.0
/* Shorter differences drown in what a host does beside. */
#define TIMING_NS 200e3
#define FIGURE_NS 1e6
#define LEAST_STEPS 1000.0
#define MOST_ROUNDS (UINT32_C(1) << 27)
#define LONGEST_LAUNCH_NS 1e9
#define MOST_SAMPLES 31

struct clsmem_slope_rule clsmem_slope_rule_timing(const struct clsmem_prober *prober)
{
    return (struct clsmem_slope_rule){ prober->has_counter ? 3 : 5, 9, 0.002, TIMING_NS };
}

struct clsmem_slope_rule clsmem_slope_rule_figure(const struct clsmem_prober *prober)
{
    if (prober->options->quick)
        return (struct clsmem_slope_rule){ 7, MOST_SAMPLES / 2, 0.02, FIGURE_NS };
    return (struct clsmem_slope_rule){ 7, MOST_SAMPLES, 0.001, FIGURE_NS };
}

bool clsmem_prober_counts(const struct clsmem_prober *prober, const struct clsmem_launch_rounds *launch)
{
    return prober->has_counter && launch->groups == 1 && !launch->on_events;
}

/* What a difference of two times is to be at least, by the clock that the launch is timed with. */
static double least_difference(const struct clsmem_prober *prober, const struct clsmem_slope_rule *rule, bool in_ticks)
{
    const struct clsmem_probe_clock *const clock = &prober->profile->clock;
    const double step = clock->event == CLSMEM_CLOCK_UNUSABLE ? 100 : clock->event_step_ns;

    return in_ticks ? LEAST_TICKS : fmax(rule->least_ns, LEAST_STEPS * step);
}

static double time_of(const struct clsmem_prober *prober, const struct clsmem_launch_time *time, bool in_ticks)
{
    if (in_ticks)
        return time->ticks;
    return prober->profile->clock.event == CLSMEM_CLOCK_UNUSABLE || time->event_ns < 0 ? time->host_ns
                                                                                       : time->event_ns;
}

/* One difference of times: R and 2R rounds, one after the other. */
static enum clsmem_status take_difference(struct clsmem_prober *prober, struct clsmem_launch_rounds *launch,
                                          bool in_ticks, double *difference, double *longest_ns)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_launch_time once, twice;
    const cl_uint rounds = launch->rounds;

    CHECK(clsmem_prober_launch(prober, launch, &once));
    launch->rounds = 2 * rounds;
    status = clsmem_prober_launch(prober, launch, &twice);
    launch->rounds = rounds;
    CHECK(status);
    *difference = time_of(prober, &twice, in_ticks) - time_of(prober, &once, in_ticks);
    *longest_ns = twice.host_ns;
out:
    return status;
}

/* Finds rounds whose difference is long enough, and what one of them costs by it: NAN where there are none. */
static enum clsmem_status find_rounds(struct clsmem_prober *prober, struct clsmem_launch_rounds *launch,
                                      const struct clsmem_slope_rule *rule, bool in_ticks, double *sample)
{
    enum clsmem_status status = CLSMEM_OK;
    const double least = least_difference(prober, rule, in_ticks);
    double difference = 0, longest_ns = 0;

    launch->rounds = launch->rounds ? launch->rounds : 16;
    *sample = NAN;
    for (;;) {
        CHECK(take_difference(prober, launch, in_ticks, &difference, &longest_ns));
        if (difference >= least)
            break;
        if (launch->rounds >= MOST_ROUNDS / 2 || longest_ns > LONGEST_LAUNCH_NS)
            goto out;
        launch->rounds *= difference > least / 64 ? (cl_uint)fmax(2, ceil(1.2 * least / difference)) : 16;
        launch->rounds = launch->rounds < MOST_ROUNDS / 2 ? launch->rounds : MOST_ROUNDS / 2;
    }
    *sample = difference / launch->rounds;
    /* A pattern that costs more than the one before it needs fewer. */
    while (difference > 2 * least && launch->rounds >= 8) {
        launch->rounds /= 2;
        difference /= 2;
    }
out:
    return status;
}

void clsmem_slope_from(const double *samples, size_t count, bool in_ticks, struct clsmem_slope *slope)
{
    *slope = (struct clsmem_slope){ .in_ticks = in_ticks, .count = count };
    for (size_t i = 0; i < count; i++)
        if (!isfinite(samples[i]))
            slope->doubt = "its time does not grow with the rounds";
    if (slope->doubt)
        return;
    slope->median = clsmem_median(samples, count);
    (void)clsmem_median_interval(samples, count, &slope->low, &slope->high);
    if (slope->median <= 0 || slope->low <= 0)
        slope->doubt = "its time grows less than the noise";
}

enum clsmem_status clsmem_prober_slope(struct clsmem_prober *prober, struct clsmem_launch_rounds *launch,
                                       const struct clsmem_slope_rule *rule, struct clsmem_slope *slope)
{
    enum clsmem_status status = CLSMEM_OK;
    const bool in_ticks = clsmem_prober_counts(prober, launch);
    double samples[MOST_SAMPLES], difference, longest_ns;
    size_t count = 1;

    CHECK(find_rounds(prober, launch, rule, in_ticks, &samples[0]));
    for (; isfinite(samples[0]) && count < rule->most; count++) {
        if (count >= rule->least) {
            clsmem_slope_from(samples, count, in_ticks, slope);
            if (slope->high - slope->low <= 2 * rule->precision * slope->median)
                break;
        }
        CHECK(take_difference(prober, launch, in_ticks, &difference, &longest_ns));
        samples[count] = difference / launch->rounds;
    }
    clsmem_slope_from(samples, count, in_ticks, slope);
out:
    return status;
}

enum clsmem_status clsmem_prober_sample(struct clsmem_prober *prober, struct clsmem_launch_rounds *launch,
                                        const struct clsmem_slope_rule *rule, double *sample)
{
    return find_rounds(prober, launch, rule, clsmem_prober_counts(prober, launch), sample);
}

struct clsmem_slope clsmem_slope_rate(const struct clsmem_slope *slope, double amount)
{
    struct clsmem_slope rate = *slope;

    if (slope->doubt)
        return rate;
    rate.median = amount / slope->median;
    rate.low = amount / slope->high;
    rate.high = amount / slope->low;
    return rate;
}

enum clsmem_status clsmem_prober_figure(struct clsmem_prober *prober, const struct clsmem_figure *named,
                                        const struct clsmem_slope *slope, double scale)
{
    struct clsmem_figure figure = *named;

    if (slope->doubt || scale <= 0)
        return CLSMEM_OK;
    figure.value = slope->median * scale;
    figure.low = slope->low * scale;
    figure.high = slope->high * scale;
    return clsmem_profile_add(prober->profile, &figure);
}

enum clsmem_status clsmem_prober_time_figures(struct clsmem_prober *prober, const struct clsmem_figure *named,
                                              const struct clsmem_slope *slope, double parts)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_figure figure = *named;
    const double rate = prober->profile->clock.cycles_per_ns;

    snprintf(figure.unit, sizeof figure.unit, "cycles");
    CHECK(clsmem_prober_figure(prober, &figure, slope, (slope->in_ticks ? 1 : rate) / parts));
    snprintf(figure.quantity, sizeof figure.quantity, "%.*s_ns", (int)sizeof figure.quantity - 4, named->quantity);
    snprintf(figure.unit, sizeof figure.unit, "ns");
    CHECK(clsmem_prober_figure(prober, &figure, slope, (!slope->in_ticks ? 1 : rate > 0 ? 1 / rate : 0) / parts));
out:
    return status;
}
