/* The probes of one device, one after the other. */
#include "clsmem/probe.h"

#include <stdio.h>

#include "jump.h"
#include "probe_device.h"

static enum clsmem_status (*const functions[])(struct clsmem_prober *prober) = {
    [CLSMEM_PROBE_CLOCK] = clsmem_probe_clock,         [CLSMEM_PROBE_SUB_GROUP] = clsmem_probe_sub_group,
    [CLSMEM_PROBE_BANKS] = clsmem_probe_banks,         [CLSMEM_PROBE_LATENCY] = clsmem_probe_latency,
    [CLSMEM_PROBE_BANDWIDTH] = clsmem_probe_bandwidth, [CLSMEM_PROBE_ATOMICS] = clsmem_probe_atomics,
    [CLSMEM_PROBE_BARRIER] = clsmem_probe_barrier,     [CLSMEM_PROBE_STAGING] = clsmem_probe_staging,
    [CLSMEM_PROBE_CAPACITY] = clsmem_probe_capacity,   [CLSMEM_PROBE_CACHE] = clsmem_probe_cache,
};

/* Whether the device still does what it is told. */
static bool is_alive(struct clsmem_prober *prober)
{
    const cl_uint word = 0;

    return clEnqueueWriteBuffer(prober->device.queue, prober->word, CL_TRUE, 0, sizeof word, &word, 0, NULL, NULL) ==
           CL_SUCCESS;
}

static enum clsmem_status run_one(struct clsmem_prober *prober, enum clsmem_probe probe)
{
    const struct clsmem_probe_options *const options = prober->options;
    struct clsmem_probe_state *const state = &prober->profile->probes[probe];
    const double start = clsmem_host_ns();
    enum clsmem_status status;

    if (options->begin)
        options->begin(options->context, probe);
    status = functions[probe](prober);
    state->seconds = (clsmem_host_ns() - start) * 1e-9;
    state->end = status == CLSMEM_OK        ? CLSMEM_PROBE_OK
                 : status == CLSMEM_SKIPPED ? CLSMEM_PROBE_SKIPPED
                                            : CLSMEM_PROBE_FAILED;
    snprintf(state->reason, sizeof state->reason, "%s", status == CLSMEM_OK ? "" : clsmem_error_text());
    if (status == CLSMEM_INTERRUPTED)
        state->end = CLSMEM_PROBE_NOT_RUN;
    if (options->end && status != CLSMEM_INTERRUPTED)
        options->end(options->context, prober->profile, probe);
    if (status == CLSMEM_INTERRUPTED || status == CLSMEM_NO_MEMORY)
        return status;
    if (status == CLSMEM_DEVICE_FAILED && !is_alive(prober))
        return clsmem_fail(CLSMEM_DEVICE_FAILED, "%s no longer answers: %s", prober->device.info.name, state->reason);
    return CLSMEM_OK;
}

/* Probes that others build on come first, unless they ended, well or badly, before. */
static unsigned with_prerequisites(const struct clsmem_profile *profile, unsigned asked)
{
    const unsigned needs_lanes = 1u << CLSMEM_PROBE_BANKS | 1u << CLSMEM_PROBE_LATENCY | 1u << CLSMEM_PROBE_BANDWIDTH |
                                 1u << CLSMEM_PROBE_ATOMICS;
    unsigned probes = asked;

    if (asked != 0 && profile->probes[CLSMEM_PROBE_CLOCK].end == CLSMEM_PROBE_NOT_RUN)
        probes |= 1u << CLSMEM_PROBE_CLOCK;
    if ((asked & needs_lanes) != 0 && profile->lanes_said == 0 &&
        profile->probes[CLSMEM_PROBE_SUB_GROUP].end == CLSMEM_PROBE_NOT_RUN)
        probes |= 1u << CLSMEM_PROBE_SUB_GROUP;
    return probes;
}

/* Without a clock that was judged the host's has to do, and the report is to say so. */
static void note_clock(struct clsmem_profile *profile)
{
    struct clsmem_probe_clock *const clock = &profile->clock;

    if (profile->probes[CLSMEM_PROBE_CLOCK].end == CLSMEM_PROBE_OK ||
        profile->probes[CLSMEM_PROBE_CLOCK].end == CLSMEM_PROBE_NOT_RUN)
        return;
    clock->event = CLSMEM_CLOCK_UNUSABLE;
    snprintf(clock->event_reason, sizeof clock->event_reason,
             "the clock probe did not end well, so all times are the host's");
}

enum clsmem_status clsmem_probe_run(const struct clsmem_device_info *info, const struct clsmem_probe_options *options,
                                    struct clsmem_profile *profile)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_prober prober;

    CHECK(clsmem_prober_open(info, options, profile, &prober));
    for (unsigned probe = 0; probe < CLSMEM_PROBE_COUNT; probe++) {
        if (probe > CLSMEM_PROBE_CLOCK)
            note_clock(profile);
        if (with_prerequisites(profile, options->probes) & 1u << probe)
            CHECK(run_one(&prober, (enum clsmem_probe)probe));
    }
out:
    clsmem_prober_release(&prober);
    return status;
}
