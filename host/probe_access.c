/* Streams and chains of local accesses, and what has to come of them. */
#include "probe_access.h"

#include <stdlib.h>

#include "jump.h"

#define MOST_ITEMS 1024

static cl_uint in_all_lanes(const struct clsmem_access_stream *stream, size_t item)
{
    return stream->addresses[item % stream->lanes];
}

/* What an access brings from words that begin as scramble(place + seed): the sum of its words, or a part of one. */
static cl_uint brought(const struct clsmem_access_stream *stream, cl_uint seed, cl_uint address)
{
    const cl_uint word = clsmem_scramble(address / 4 + seed, 1);
    cl_uint sum = 0;

    if (stream->bytes == 1)
        return word >> address % 4 * 8 & 0xff;
    if (stream->bytes == 2)
        return word >> address % 4 * 8 & 0xffff;
    for (unsigned i = 0; i < stream->bytes / 4; i++)
        sum += clsmem_scramble(address / 4 + i + seed, 1);
    return sum;
}

static cl_uint loaded(const struct clsmem_launch_rounds *launch, size_t item)
{
    const struct clsmem_access_stream *const stream = launch->context;
    cl_uint sum = 0;

    for (unsigned i = 0; i < CLSMEM_ROUND_ACCESSES; i++)
        sum += brought(stream, launch->seed, in_all_lanes(stream, item) + i * stream->pitch_bytes);
    return sum * launch->rounds;
}

/* Where access `i` of a round goes, counted over all lanes. */
static cl_uint place_of(const struct clsmem_access_stream *stream, unsigned i)
{
    return stream->addresses[i / CLSMEM_ROUND_ACCESSES] + i % CLSMEM_ROUND_ACCESSES * stream->pitch_bytes;
}

/* Words that the accesses of a round touch; some do so several times. */
static cl_uint distinct_words(const struct clsmem_access_stream *stream)
{
    cl_uint distinct = 0;

    for (unsigned i = 0; i < stream->lanes * CLSMEM_ROUND_ACCESSES; i++) {
        bool is_new = true;

        for (unsigned other = 0; other < i && is_new; other++)
            is_new = place_of(stream, other) != place_of(stream, i);
        distinct += is_new;
    }
    return distinct * (stream->bytes / 4);
}

/* Every word that anyone wrote has the number of the last round. */
static cl_uint stored_in_all(const struct clsmem_launch_rounds *launch)
{
    const struct clsmem_access_stream *const stream = launch->context;

    return (launch->rounds - 1 + launch->seed) * stream->distinct_words;
}

static cl_uint added_in_all(const struct clsmem_launch_rounds *launch)
{
    return (cl_uint)launch->items * launch->rounds * CLSMEM_ROUND_ACCESSES;
}

/* A chain comes back to where it began. */
static cl_uint returned(const struct clsmem_launch_rounds *launch, size_t item)
{
    return in_all_lanes(launch->context, item);
}

static const char *word_for(enum clsmem_bank_op op, unsigned bytes)
{
    switch (op) {
    case CLSMEM_STORE:
        return bytes == 4 ? "stores of 4 bytes" : bytes == 8 ? "stores of 8 bytes" : "stores of 16 bytes";
    case CLSMEM_ATOMIC:
        return "atomic additions";
    case CLSMEM_INCREMENT:
        return "atomic increments";
    default:
        return bytes == 1   ? "loads of 1 byte"
               : bytes == 2 ? "loads of 2 bytes"
               : bytes == 4 ? "loads of 4 bytes"
               : bytes == 8 ? "loads of 8 bytes"
                            : "loads of 16 bytes";
    }
}

static const char *stream_kernel(enum clsmem_bank_op op)
{
    return op == CLSMEM_STORE       ? "store_stream"
           : op == CLSMEM_ATOMIC    ? "atomic_stream"
           : op == CLSMEM_INCREMENT ? "increment_stream"
                                    : "load_stream";
}

static void begin(struct clsmem_prober *prober, enum clsmem_bank_op op, unsigned bytes, cl_mem buffer,
                  struct clsmem_access_stream *stream)
{
    *stream = (struct clsmem_access_stream){
        .launch = { .what = word_for(op, bytes), .groups = 1, .in = buffer, .seed = 1 },
        .op = op,
        .bytes = bytes,
        .lanes = prober->lanes,
        .pitch_bytes = prober->pitch_bytes,
    };
}

/*
 * That the last round was stored says nothing of those before it. So once a single work-item goes on by one access each
 * round, from address 0, and all rounds are to be found.
 */
static cl_uint stored_in_a_row(const struct clsmem_launch_rounds *launch)
{
    const struct clsmem_access_stream *const stream = launch->context;
    cl_uint sum = 0;

    for (cl_uint round = 0; round < launch->rounds; round++)
        sum += (round + launch->seed) * (stream->bytes / 4) * CLSMEM_ROUND_ACCESSES;
    return sum;
}

/* Alone, and from address 0, which is the prober's one word. */
static struct clsmem_launch_rounds proof_of(const struct clsmem_access_stream *stream)
{
    struct clsmem_launch_rounds launch = stream->launch;

    launch.items = 1;
    launch.in = NULL;
    launch.rounds = 3;
    launch.context = stream;
    return launch;
}

static enum clsmem_status prove_stores(struct clsmem_prober *prober, const struct clsmem_access_stream *stream)
{
    struct clsmem_launch_rounds launch = proof_of(stream);
    struct clsmem_launch_time time;

    launch.step = stream->bytes;
    launch.check.expected_in_all = stored_in_a_row;
    return clsmem_prober_launch(prober, &launch, &time);
}

enum clsmem_status clsmem_access_stream_open(struct clsmem_prober *prober, enum clsmem_bank_op op, unsigned bytes,
                                             cl_mem buffer, struct clsmem_access_stream *stream)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_launch_rounds *const launch = &stream->launch;
    /* A processor runs one work-item after the other: one sub-group is as good as many. */
    const size_t most = prober->device.info.limits.is_cpu ? prober->lanes : MOST_ITEMS;

    begin(prober, op, bytes, buffer, stream);
    launch->items = clsmem_prober_items(prober, most);
    stream->accesses = (double)CLSMEM_ROUND_ACCESSES * (double)launch->items / prober->lanes;
    if (op == CLSMEM_LOAD)
        launch->check.expected = loaded;
    else if (op == CLSMEM_STORE)
        launch->check.expected_in_all = stored_in_all;
    else
        launch->check.expected_in_all = added_in_all;
    CHECK(clsmem_prober_kernel(prober, bytes, stream_kernel(op), &launch->kernel));
    if (op == CLSMEM_STORE)
        CHECK(prove_stores(prober, stream));
out:
    return status;
}

/*
 * That a chain returns to where it began shows that all it loaded was right, but not how often it did. So once it goes on by
 * one access each time: a single work-item, from address 0.
 */
static cl_uint walked(const struct clsmem_launch_rounds *launch, size_t item)
{
    const struct clsmem_access_stream *const stream = launch->context;

    (void)item;
    return launch->rounds * CLSMEM_ROUND_ACCESSES * stream->bytes;
}

static enum clsmem_status prove_chain(struct clsmem_prober *prober, const struct clsmem_access_stream *stream)
{
    struct clsmem_launch_rounds launch = proof_of(stream);
    struct clsmem_launch_time time;

    launch.step -= stream->bytes;
    launch.check.expected = walked;
    return clsmem_prober_launch(prober, &launch, &time);
}

enum clsmem_status clsmem_access_chain_open(struct clsmem_prober *prober, enum clsmem_bank_op op, unsigned bytes,
                                            cl_mem buffer, struct clsmem_access_stream *stream)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_launch_rounds *const launch = &stream->launch;

    begin(prober, op, bytes, buffer, stream);
    launch->items = prober->device.info.limits.is_cpu ? 1 : clsmem_prober_items(prober, prober->lanes);
    launch->seed = 0x10000; /* what every word holds; `step` is what a load then brings */
    launch->step = launch->seed * (bytes < 4 ? 1 : bytes / 4);
    launch->check.expected = returned;
    stream->accesses = CLSMEM_ROUND_ACCESSES;
    CHECK(clsmem_prober_kernel(prober, bytes, op == CLSMEM_LOAD ? "load_chain" : "atomic_chain", &launch->kernel));
    CHECK(prove_chain(prober, stream));
out:
    return status;
}

void clsmem_access_stream_close(struct clsmem_access_stream *stream)
{
    if (stream->launch.kernel)
        clReleaseKernel(stream->launch.kernel);
    *stream = (struct clsmem_access_stream){ 0 };
}

void clsmem_access_stream_aim(struct clsmem_access_stream *stream, size_t first, const uint32_t *addresses)
{
    stream->launch.first = (cl_uint)first;
    stream->launch.context = stream;
    stream->addresses = addresses;
    stream->distinct_words = stream->op == CLSMEM_STORE ? distinct_words(stream) : 0;
}

unsigned clsmem_degree_at(size_t place, bool every)
{
    return every ? (unsigned)place + 1 : 1u << place;
}

enum clsmem_status clsmem_degrees_make(struct clsmem_prober *prober, unsigned bytes, bool every, uint32_t **addresses,
                                       cl_mem *buffer, size_t *count)
{
    enum clsmem_status status = CLSMEM_OK;
    const unsigned lanes = prober->lanes;

    *count = 0;
    *addresses = NULL;
    *buffer = NULL;
    while (clsmem_degree_at(*count, every) <= lanes)
        (*count)++;
    CHECK_ALLOC(*addresses, *count * lanes * sizeof **addresses);
    for (size_t i = 0; i < *count; i++) {
        const unsigned degree = clsmem_degree_at(i, every);

        for (unsigned lane = 0; lane < lanes; lane++)
            (*addresses)[i * lanes + lane] = lane % degree * prober->pitch_bytes + lane / degree * bytes;
    }
    CHECK(clsmem_prober_buffer(prober, *addresses, *count * lanes, buffer));
out:
    return status;
}
