/* out = in: the roof of everything that reads global memory once and writes it once. */

#ifndef CHUNK
#error "CHUNK comes from the host, and GROUP, WIDTH and IN_FLIGHT unless one work-item copies a whole chunk"
#endif

#ifdef GROUP

/* One chunk a work-group: neighbours move neighbouring vectors, and each has IN_FLIGHT of them in flight. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void copy(__global const REAL *restrict in, __global REAL *restrict out, uint count)
{
    const uint lane = get_local_id(0);
    const size_t start = (size_t)get_group_id(0) * CHUNK;

    if (start + CHUNK <= count) {
        __global const REAL_W *source = (__global const REAL_W *)(in + start);
        __global REAL_W *target = (__global REAL_W *)(out + start);
        REAL_W value[IN_FLIGHT];

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

/* A CPU streams best when one work-item walks a long strip: the hardware prefetcher sees one ascending address. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void copy_cpu(__global const REAL *restrict in, __global REAL *restrict out, uint count)
{
    const size_t start = (size_t)get_group_id(0) * CHUNK;
    const size_t end = min(start + CHUNK, (size_t)count);

    for (size_t i = start; i < end; i++)
        out[i] = in[i];
}
