/* Streams and chains of local accesses: the launches that banks, latency, bandwidth and atomics are probed by. */
#ifndef CLSMEM_PROBE_ACCESS_H
#define CLSMEM_PROBE_ACCESS_H

#include "probe_device.h"

/* Accesses in a round of probe.cl's kernels. */
#define CLSMEM_ROUND_ACCESSES 8

/* Accesses by lanes of many sub-groups, none of which waits for another; or by one sub-group, each after the other. */
struct clsmem_access_stream {
    struct clsmem_launch_rounds launch;
    enum clsmem_bank_op op;
    unsigned bytes, lanes, pitch_bytes;
    const uint32_t *addresses; /* of the pattern aimed at; borrowed */
    cl_uint distinct_words;    /* that a round of stores writes */
    double accesses;           /* of sub-groups of one work-group, in a round */
};

/* `buffer` has the addresses of patterns, one after the other. The caller closes the stream, also after a failure. */
enum clsmem_status clsmem_access_stream_open(struct clsmem_prober *prober, enum clsmem_bank_op op, unsigned bytes,
                                             cl_mem buffer, struct clsmem_access_stream *stream);
/* Loads or atomics, whose chain is proven by one that goes somewhere. CLSMEM_WRONG when it does not get there. */
enum clsmem_status clsmem_access_chain_open(struct clsmem_prober *prober, enum clsmem_bank_op op, unsigned bytes,
                                            cl_mem buffer, struct clsmem_access_stream *stream);
void clsmem_access_stream_close(struct clsmem_access_stream *stream);

/* The pattern that begins at word `first` of the buffer. */
void clsmem_access_stream_aim(struct clsmem_access_stream *stream, size_t first, const uint32_t *addresses);

/*
 * All lanes at words of their own, of which `degree` share a bank: lane l at row l % degree, l / degree widths into it. One
 * pattern for each power of two up to the lanes (`every`: each number), in the order of degrees, with the number of them
 * in *count. The caller frees the addresses and releases the buffer.
 */
enum clsmem_status clsmem_degrees_make(struct clsmem_prober *prober, unsigned bytes, bool every, uint32_t **addresses,
                                       cl_mem *buffer, size_t *count);
/* The degree of the pattern at that place. */
unsigned clsmem_degree_at(size_t place, bool every);

#endif
