/* Local atomics: what they cost when lanes meet at words of their own, at one word, or in one bank. */
#include <stdio.h>

#include "jump.h"
#include "probe_access.h"

enum { DISTINCT, SAME_WORD, SAME_BANK, PLACES };

static const char *const places[PLACES] = { "distinct", "same_word", "same_bank" };

static struct clsmem_figure named(const char *quantity, const char *operation, unsigned place)
{
    struct clsmem_figure figure = { .probe = CLSMEM_PROBE_ATOMICS };

    snprintf(figure.quantity, sizeof figure.quantity, "%s", quantity);
    snprintf(figure.of, sizeof figure.of, "%s_%s", operation, places[place]);
    return figure;
}

static enum clsmem_status time_places(struct clsmem_prober *prober, struct clsmem_access_stream *stream,
                                      const uint32_t *addresses, const char *quantity, const char *operation)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_slope_rule rule = clsmem_slope_rule_figure(prober);
    struct clsmem_slope slope;

    for (unsigned place = 0; place < PLACES; place++) {
        const struct clsmem_figure figure = named(quantity, operation, place);

        clsmem_access_stream_aim(stream, (size_t)place * prober->lanes, addresses + (size_t)place * prober->lanes);
        CHECK(clsmem_prober_slope(prober, &stream->launch, &rule, &slope));
        CHECK(clsmem_prober_time_figures(prober, &figure, &slope, stream->accesses));
    }
out:
    return status;
}

static enum clsmem_status time_stream(struct clsmem_prober *prober, enum clsmem_bank_op op, const uint32_t *addresses,
                                      cl_mem buffer, const char *operation)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_access_stream stream = { 0 };

    CHECK(clsmem_access_stream_open(prober, op, 4, buffer, &stream));
    CHECK(time_places(prober, &stream, addresses, "cost", operation));
out:
    clsmem_access_stream_close(&stream);
    return status;
}

static enum clsmem_status time_chain(struct clsmem_prober *prober, const uint32_t *addresses, cl_mem buffer)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_access_stream chain = { 0 };

    CHECK(clsmem_access_chain_open(prober, CLSMEM_ATOMIC, 4, buffer, &chain));
    CHECK(time_places(prober, &chain, addresses, "latency", "add"));
out:
    clsmem_access_stream_close(&chain);
    return status;
}

enum clsmem_status clsmem_probe_atomics(struct clsmem_prober *prober)
{
    enum clsmem_status status = CLSMEM_OK;
    const unsigned lanes = prober->lanes;
    uint32_t addresses[PLACES * CLSMEM_MAX_LANES];
    cl_mem buffer = NULL;

    for (unsigned lane = 0; lane < lanes; lane++) {
        addresses[DISTINCT * lanes + lane] = lane * 4;
        addresses[SAME_WORD * lanes + lane] = 0;
        addresses[SAME_BANK * lanes + lane] = lane * prober->pitch_bytes;
    }
    CHECK(clsmem_prober_buffer(prober, addresses, (size_t)PLACES * lanes, &buffer));
    CHECK(time_chain(prober, addresses, buffer));
    CHECK(time_stream(prober, CLSMEM_ATOMIC, addresses, buffer, "add"));
    CHECK(time_stream(prober, CLSMEM_INCREMENT, addresses, buffer, "increment"));
out:
    if (buffer)
        clReleaseMemObject(buffer);
    return status;
}
