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

/* Samples of every row, and the rounds that each was found to need. */
struct sweep {
    struct clsmem_timings *timings;
    size_t first, end; /* rows of one operation and width */
    double *samples;   /* of each row, one after the other */
    cl_uint *rounds;
    size_t count; /* of samples of a row */
};

/* The rows from `first` on that are of the same operation and width. */
static size_t end_of_kind(const struct clsmem_timings *timings, size_t first)
{
    size_t end = first;

    while (end < timings->count && timings->rows[end].op == timings->rows[first].op &&
           timings->rows[end].bytes == timings->rows[first].bytes)
        end++;
    return end;
}

static void note(struct clsmem_timing *row, const struct clsmem_slope *slope, double accesses)
{
    row->time = slope->doubt ? NAN : slope->median / accesses;
    row->doubt = slope->doubt ? 0 : (slope->high - slope->low) / 2 / slope->median;
}

/* A counter is not disturbed by what else goes on: each row's samples one after the other, as many as it takes. */
static enum clsmem_status time_by_counter(struct clsmem_prober *prober, struct clsmem_access_stream *stream,
                                          struct sweep *sweep)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_slope_rule rule = clsmem_slope_rule_timing(prober);
    struct clsmem_slope slope;

    for (size_t i = sweep->first; i < sweep->end; i++) {
        struct clsmem_timing *const row = &sweep->timings->rows[i];

        clsmem_access_stream_aim(stream, i * sweep->timings->lanes, row->addresses);
        CHECK(clsmem_prober_slope(prober, &stream->launch, &rule, &slope));
        note(row, &slope, stream->accesses);
    }
out:
    return status;
}

/*
 * Other clocks go on while a host or a device is busy with others. So every row gets one sample, then every row a second
 * one: what disturbs for a while touches one sample of many rows, and not all samples of one.
 */
static enum clsmem_status time_by_sweeps(struct clsmem_prober *prober, struct clsmem_access_stream *stream,
                                         struct sweep *sweep)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_slope_rule rule = clsmem_slope_rule_timing(prober);
    struct clsmem_slope slope;

    for (size_t s = 0; s < sweep->count; s++) {
        for (size_t i = sweep->first; i < sweep->end; i++) {
            const size_t place = i - sweep->first;

            clsmem_access_stream_aim(stream, i * sweep->timings->lanes, sweep->timings->rows[i].addresses);
            if (s > 0)
                stream->launch.rounds = sweep->rounds[place];
            CHECK(clsmem_prober_sample(prober, &stream->launch, &rule, &sweep->samples[place * sweep->count + s]));
            sweep->rounds[place] = stream->launch.rounds;
        }
    }
    for (size_t i = sweep->first; i < sweep->end; i++) {
        clsmem_slope_from(&sweep->samples[(i - sweep->first) * sweep->count], sweep->count, false, &slope);
        note(&sweep->timings->rows[i], &slope, stream->accesses);
    }
out:
    return status;
}

static enum clsmem_status time_kind(struct clsmem_prober *prober, struct clsmem_timings *timings, cl_mem addresses,
                                    size_t first, size_t end)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_timing *const kind = &timings->rows[first];
    struct sweep sweep = { .timings = timings, .first = first, .end = end };
    struct clsmem_access_stream stream = { 0 };

    sweep.count = clsmem_slope_rule_timing(prober).least;
    CHECK_ALLOC(sweep.samples, (end - first) * sweep.count * sizeof *sweep.samples);
    CHECK_ALLOC(sweep.rounds, (end - first) * sizeof *sweep.rounds);
    CHECK(clsmem_access_stream_open(prober, kind->op, kind->bytes, addresses, &stream));
    timings->in_cycles = clsmem_prober_counts(prober, &stream.launch);
    if (timings->in_cycles)
        CHECK(time_by_counter(prober, &stream, &sweep));
    else
        CHECK(time_by_sweeps(prober, &stream, &sweep));
out:
    clsmem_access_stream_close(&stream);
    free(sweep.samples);
    free(sweep.rounds);
    return status;
}

enum clsmem_status clsmem_probe_banks(struct clsmem_prober *prober)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_profile *const profile = prober->profile;
    struct clsmem_timings *const timings = &profile->timings;
    /* Cached memory has no banks whose every pair of lanes were worth the time. */
    const bool brief = prober->options->quick || prober->device.info.limits.local_is_global;
    cl_mem addresses = NULL;

    clsmem_timings_release(timings);
    profile->has_geometry = false;
    CHECK(clsmem_timings_make(prober->lanes, prober->array_bytes, brief ? CLSMEM_TIMING_QUICK : CLSMEM_TIMING_FULL,
                              timings));
    CHECK(upload(prober, timings, &addresses));
    for (size_t first = 0, end; first < timings->count; first = end) {
        end = end_of_kind(timings, first);
        CHECK(time_kind(prober, timings, addresses, first, end));
    }
    CHECK(clsmem_profile_infer(profile));
out:
    if (addresses)
        clReleaseMemObject(addresses);
    return status;
}
