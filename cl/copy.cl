/* out = in: the roof of everything that reads global memory once and writes it once. */

#ifndef CHUNK
#error "CHUNK comes from the host, and GROUP, WIDTH and IN_FLIGHT unless one work-item copies a whole chunk"
#endif

#ifdef GROUP

/* One chunk a work-group: neighbours move neighbouring vectors, and each has IN_FLIGHT of them in flight. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void copy(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count)
{
    const uint lane = get_local_id(0);
    const size_t start = (size_t)get_group_id(0) * CHUNK;

    if (start + CHUNK <= count) {
        __global const ELEMENT_W *source = (__global const ELEMENT_W *)(in + start);
        __global ELEMENT_W *target = (__global ELEMENT_W *)(out + start);
        ELEMENT_W value[IN_FLIGHT];

        UNROLL
        for (uint i = 0; i < IN_FLIGHT; i++)
            value[i] = source[i * GROUP + lane];
        UNROLL
        for (uint i = 0; i < IN_FLIGHT; i++)
            target[i * GROUP + lane] = value[i];
    } else {
        for (size_t i = start + lane; i < count; i += GROUP)
            out[i] = in[i];
    }
}

#endif /* GROUP */

/*
 * A processor streams best when one work-item walks a long strip. A streaming store does not read the line of cache
 * that it changes, a third of the traffic less; the hardware fetches ahead only within a page, so we ask a page ahead.
 */
#define LINE (CACHE_LINE_BYTES / ELEMENT_BYTES)
#define PAGE_BYTES 4096

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void copy_cpu(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count)
{
    const size_t start = (size_t)get_group_id(0) * CHUNK;
    const uint length = min((size_t)CHUNK, count - start);
    uint i = 0;

    in += start;
    out += start;
    if ((size_t)out % CACHE_LINE_BYTES == 0)
        for (; i < length / LINE * LINE; i += LINE) {
            prefetch_read((__global const char *)(in + i) + PAGE_BYTES);
            for (uint part = 0; part < LINE; part += 8)
                stream_store(*(__global const unaligned8 *)(in + i + part), (__global ELEMENT_N(8) *)(out + i + part));
        }
    for (; i < length; i++)
        out[i] = in[i];
}
