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

#define MOST_DEGREES 7 /* powers of two up to CLSMEM_MAX_LANES */

/*
 * Passes of the pattern, by the banks that were found. Without these, words of all lanes in one bank take a pass each,
 * whatever the lane groups; of wider accesses nothing is known then: 0.
 */
static double passes_of(const struct clsmem_prober *prober, const struct clsmem_access_stream *chain, unsigned degree)
{
    const struct clsmem_bank_access access = { .op = chain->op,
                                               .bytes = chain->bytes,
                                               .lanes = chain->lanes,
                                               .active = UINT64_MAX,
                                               .addresses = chain->addresses };
    struct clsmem_bank_rule rules[CLSMEM_GEOMETRY_MAX_RULES];
    struct clsmem_bank_class found;

    if (prober->profile->has_geometry &&
        clsmem_geometry_class(&prober->profile->geometry, "probed", "", "", rules, &found)) {
        const struct clsmem_bank_cost cost = clsmem_bank_cost(&found, &access, NULL);

        if (cost.known)
            return cost.passes;
    }
    return chain->bytes == 4 ? degree : 0;
}

/* One slope for each degree, and the passes of its pattern; 0: not known. */
struct ladder {
    struct clsmem_slope slopes[MOST_DEGREES];
    double passes[MOST_DEGREES];
    size_t count;
};

/* What each further pass adds: from about half of the most passes to the most, where no floor hides any. */
static enum clsmem_status add_pass(struct clsmem_prober *prober, const char *of, const struct ladder *ladder,
                                   double accesses)
{
    const struct clsmem_figure figure = named("pass", of, 0);
    struct clsmem_slope apart;
    size_t most = 0, half = 0;

    for (size_t i = 0; i < ladder->count; i++)
        most = ladder->passes[i] > ladder->passes[most] ? i : most;
    for (size_t i = 0; i < most; i++)
        half = ladder->passes[i] <= ladder->passes[most] / 2 ? i : half;

    const double passes = ladder->passes[most] - ladder->passes[half];
    const struct clsmem_slope *const high = &ladder->slopes[most], *const low = &ladder->slopes[half];

    if (high->doubt || low->doubt || passes <= 0 || ladder->passes[half] <= 0 || high->median <= low->median)
        return CLSMEM_OK;
    apart = *high;
    apart.median = high->median - low->median;
    apart.low = high->low - low->high;
    apart.high = high->high - low->low;
    return clsmem_prober_time_figures(prober, &figure, &apart, accesses * passes);
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
    struct ladder ladder = { 0 };
    uint32_t *addresses = NULL;
    cl_mem buffer = NULL;
    size_t count;

    CHECK(clsmem_degrees_make(prober, bytes, false, &addresses, &buffer, &count));
    CHECK(clsmem_access_chain_open(prober, op, bytes, buffer, &chain));
    for (size_t i = 0; i < (has_degrees ? count : 1); i++) {
        struct clsmem_slope *const slope = &ladder.slopes[i];

        clsmem_access_stream_aim(&chain, i * prober->lanes, addresses + i * prober->lanes);
        CHECK(clsmem_prober_slope(prober, &chain.launch, &rule, slope));
        ladder.passes[i] = passes_of(prober, &chain, clsmem_degree_at(i, false));
        ladder.count++;
        CHECK(add_latencies(prober, of, clsmem_degree_at(i, false), slope, chain.accesses));
    }
    CHECK(add_pass(prober, of, &ladder, chain.accesses));
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
