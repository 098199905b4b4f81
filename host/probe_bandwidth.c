/* Bandwidth: of one compute unit alone, and of the whole device; free of conflicts, and at each degree. */
#include <stdio.h>
#include <stdlib.h>

#include "jump.h"
#include "probe_access.h"

static const struct {
    enum clsmem_bank_op op;
    unsigned bytes;
    const char *name;
} streams[] = {
    { CLSMEM_LOAD, 4, "load4" },   { CLSMEM_LOAD, 8, "load8" },   { CLSMEM_LOAD, 16, "load16" },
    { CLSMEM_STORE, 4, "store4" }, { CLSMEM_STORE, 8, "store8" }, { CLSMEM_STORE, 16, "store16" },
};

static struct clsmem_figure named(const char *quantity, const char *of, unsigned at, const char *unit)
{
    struct clsmem_figure figure = { .probe = CLSMEM_PROBE_BANDWIDTH, .at = at };

    snprintf(figure.quantity, sizeof figure.quantity, "%s", quantity);
    snprintf(figure.of, sizeof figure.of, "%s", of);
    snprintf(figure.unit, sizeof figure.unit, "%s", unit);
    return figure;
}

/* Bytes over ns are GB/s. */
static enum clsmem_status add_unit(struct clsmem_prober *prober, const struct clsmem_access_stream *stream,
                                   const char *of, unsigned degree, const struct clsmem_slope *slope)
{
    enum clsmem_status status = CLSMEM_OK;
    const double per_ns = prober->profile->clock.cycles_per_ns;
    const double bytes = stream->accesses * stream->lanes * stream->bytes;
    const struct clsmem_slope rate = clsmem_slope_rate(slope, bytes);
    const struct clsmem_figure cost = named("cost", of, degree, ""), cycle = named("rate", of, degree, "B/cycle"),
                               second = named("unit_rate", of, degree, "GB/s");

    CHECK(clsmem_prober_time_figures(prober, &cost, slope, stream->accesses));
    CHECK(clsmem_prober_figure(prober, &cycle, &rate, slope->in_ticks ? 1 : per_ns > 0 ? 1 / per_ns : 0));
    CHECK(clsmem_prober_figure(prober, &second, &rate, slope->in_ticks ? per_ns : 1));
out:
    return status;
}

static enum clsmem_status add_device(struct clsmem_prober *prober, struct clsmem_access_stream *stream, const char *of,
                                     unsigned degree)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_slope_rule rule = clsmem_slope_rule_figure(prober);
    const struct clsmem_figure figure = named("device_rate", of, degree, "GB/s");
    struct clsmem_launch_rounds launch = stream->launch;
    struct clsmem_slope slope, rate;

    launch.groups = prober->device.info.limits.compute_units;
    launch.on_events = true;
    CHECK(clsmem_prober_slope(prober, &launch, &rule, &slope));
    rate = clsmem_slope_rate(&slope, stream->accesses * stream->lanes * stream->bytes * (double)launch.groups);
    CHECK(clsmem_prober_figure(prober, &figure, &rate, 1));
out:
    return status;
}

static enum clsmem_status time_stream(struct clsmem_prober *prober, enum clsmem_bank_op op, unsigned bytes,
                                      const char *of)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_slope_rule rule = clsmem_slope_rule_figure(prober);
    const bool every = bytes == 4 && op == CLSMEM_LOAD && !prober->options->quick;
    struct clsmem_access_stream stream = { 0 };
    struct clsmem_slope slope;
    uint32_t *addresses = NULL;
    cl_mem buffer = NULL;
    size_t count;

    CHECK(clsmem_degrees_make(prober, bytes, every, &addresses, &buffer, &count));
    CHECK(clsmem_access_stream_open(prober, op, bytes, buffer, &stream));
    if (prober->device.info.limits.local_is_global)
        count = 1; /* nothing has banks there */
    for (size_t i = 0; i < count; i++) {
        const unsigned degree = clsmem_degree_at(i, every);

        clsmem_access_stream_aim(&stream, i * prober->lanes, addresses + i * prober->lanes);
        CHECK(clsmem_prober_slope(prober, &stream.launch, &rule, &slope));
        CHECK(add_unit(prober, &stream, of, degree, &slope));
        if ((degree & (degree - 1)) == 0)
            CHECK(add_device(prober, &stream, of, degree));
    }
out:
    clsmem_access_stream_close(&stream);
    free(addresses);
    if (buffer)
        clReleaseMemObject(buffer);
    return status;
}

enum clsmem_status clsmem_probe_bandwidth(struct clsmem_prober *prober)
{
    enum clsmem_status status = CLSMEM_OK;

    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
        CHECK(time_stream(prober, streams[i].op, streams[i].bytes, streams[i].name));
out:
    return status;
}
