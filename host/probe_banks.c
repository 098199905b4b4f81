/* The times that banks are found from: every pattern of timing.h, by independent accesses of many sub-groups. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "jump.h"
#include "probe_access.h"
#include "probe_device.h"

static enum clsmem_status upload(struct clsmem_prober *prober, const struct clsmem_timings *timings, cl_mem *addresses)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t lanes = timings->lanes;
    cl_uint *words;

    CHECK_ALLOC(words, timings->count * lanes * sizeof *words);
    for (size_t i = 0; i < timings->count; i++)
        memcpy(words + i * lanes, timings->rows[i].addresses, lanes * sizeof *words);
    status = clsmem_prober_buffer(prober, words, timings->count * lanes, addresses);
    free(words);
out:
    return status;
}

/* The rows from `first` on that are of the same operation and width. */
static enum clsmem_status time_rows(struct clsmem_prober *prober, struct clsmem_timings *timings, cl_mem addresses,
                                    size_t first, size_t *end)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_timing *const kind = &timings->rows[first];
    const struct clsmem_slope_rule rule = clsmem_slope_rule_timing(prober);
    struct clsmem_access_stream stream = { 0 };
    struct clsmem_slope slope;
    size_t i = first;

    CHECK(clsmem_access_stream_open(prober, kind->op, kind->bytes, addresses, &stream));
    for (; i < timings->count && timings->rows[i].op == kind->op && timings->rows[i].bytes == kind->bytes; i++) {
        struct clsmem_timing *const row = &timings->rows[i];

        clsmem_access_stream_aim(&stream, i * timings->lanes, row->addresses);
        CHECK(clsmem_prober_slope(prober, &stream.launch, &rule, &slope));
        row->time = slope.doubt ? NAN : slope.median / stream.accesses;
        row->doubt = slope.doubt ? 0 : (slope.high - slope.low) / 2 / slope.median;
        timings->in_cycles = slope.in_ticks;
    }
    *end = i;
out:
    clsmem_access_stream_close(&stream);
    return status;
}

enum clsmem_status clsmem_probe_banks(struct clsmem_prober *prober)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_profile *const profile = prober->profile;
    /* Cached memory has no banks whose every pair of lanes were worth the time. */
    const bool brief = prober->options->quick || prober->device.info.limits.local_is_global;
    const enum clsmem_timing_scale scale = brief ? CLSMEM_TIMING_QUICK : CLSMEM_TIMING_FULL;
    cl_mem addresses = NULL;

    clsmem_timings_release(&profile->timings);
    profile->has_geometry = false;
    CHECK(clsmem_timings_make(prober->lanes, prober->array_bytes, scale, &profile->timings));
    CHECK(upload(prober, &profile->timings, &addresses));
    for (size_t first = 0; first < profile->timings.count;)
        CHECK(time_rows(prober, &profile->timings, addresses, first, &first));
    CHECK(clsmem_geometry_infer(&profile->timings, &profile->geometry));
    profile->has_geometry = true;
out:
    if (addresses)
        clReleaseMemObject(addresses);
    return status;
}
