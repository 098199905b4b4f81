/* How long an access takes whose address is known when the one before it has come. */
#include <stdio.h>
#include <stdlib.h>

#include "jump.h"
#include "probe_access.h"

static const struct {
    enum clsmem_bank_op op;
    unsigned bytes;
    const char *name;
} chains[] = {
    { CLSMEM_LOAD, 4, "load4" },
    { CLSMEM_LOAD, 8, "load8" },
    { CLSMEM_LOAD, 16, "load16" },
    { CLSMEM_ATOMIC, 4, "atomic_add" },
};

static struct clsmem_figure named(const char *quantity, const char *of, unsigned at)
{
    struct clsmem_figure figure = { .probe = CLSMEM_PROBE_LATENCY, .at = at };

    snprintf(figure.quantity, sizeof figure.quantity, "%s", quantity);
    snprintf(figure.of, sizeof figure.of, "%s", of);
    return figure;
}

/*
 * What each further pass adds: from half of the lanes in one bank to all of them, where no floor hides any. Of words all lane
 * groups together take a pass for each lane then; wider accesses do not: their groups are full before.
 */
static enum clsmem_status add_pass(struct clsmem_prober *prober, const char *of, const struct clsmem_slope *half,
                                   const struct clsmem_slope *whole, double accesses)
{
    const double passes = accesses * prober->lanes / 2;
    const struct clsmem_figure figure = named("pass", of, 0);
    struct clsmem_slope apart = *whole;

    apart.median = whole->median - half->median;
    apart.low = whole->low - half->high;
    apart.high = whole->high - half->low;
    if (half->doubt || whole->doubt || apart.median <= 0)
        return CLSMEM_OK;
    return clsmem_prober_time_figures(prober, &figure, &apart, passes);
}

static enum clsmem_status add_latencies(struct clsmem_prober *prober, const char *of, unsigned degree,
                                        const struct clsmem_slope *slope, double accesses)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_figure each = named("latency_at", of, degree), first = named("latency", of, 0);

    CHECK(clsmem_prober_time_figures(prober, &each, slope, accesses));
    if (degree == 1)
        CHECK(clsmem_prober_time_figures(prober, &first, slope, accesses));
out:
    return status;
}

static enum clsmem_status time_chain(struct clsmem_prober *prober, enum clsmem_bank_op op, unsigned bytes,
                                     const char *of)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_slope_rule rule = clsmem_slope_rule_figure(prober);
    const bool has_degrees = !prober->device.info.limits.is_cpu; /* there a chain is one work-item */
    struct clsmem_access_stream chain = { 0 };
    struct clsmem_slope slope = { 0 }, before = { 0 };
    uint32_t *addresses = NULL;
    cl_mem buffer = NULL;
    size_t count;

    CHECK(clsmem_degrees_make(prober, bytes, false, &addresses, &buffer, &count));
    CHECK(clsmem_access_chain_open(prober, op, bytes, buffer, &chain));
    for (size_t i = 0; i < (has_degrees ? count : 1); i++) {
        before = slope;
        clsmem_access_stream_aim(&chain, i * prober->lanes, addresses + i * prober->lanes);
        CHECK(clsmem_prober_slope(prober, &chain.launch, &rule, &slope));
        CHECK(add_latencies(prober, of, clsmem_degree_at(i, false), &slope, chain.accesses));
    }
    if (has_degrees && bytes == 4)
        CHECK(add_pass(prober, of, &before, &slope, chain.accesses));
out:
    clsmem_access_stream_close(&chain);
    free(addresses);
    if (buffer)
        clReleaseMemObject(buffer);
    return status;
}

enum clsmem_status clsmem_probe_latency(struct clsmem_prober *prober)
{
    enum clsmem_status status = CLSMEM_OK;

    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++)
        CHECK(time_chain(prober, chains[i].op, chains[i].bytes, chains[i].name));
out:
    return status;
}
