/* out[g] = sum of the g-th chunk of in: the roof of everything that only reads global memory. */

#if !defined(GROUP) || !defined(WIDTH) || !defined(CHUNK)
#error "GROUP, WIDTH and CHUNK come from the host"
#endif

inline ELEMENT sum_of(ELEMENT_W value)
{
#if WIDTH == 1
    return value;
#else
    const ELEMENT *parts = (const ELEMENT *)&value;
    ELEMENT sum = 0;

    for (uint i = 0; i < WIDTH; i++)
        sum += parts[i];
    return sum;
#endif
}

/* What one of `items` work-items adds up of a chunk: every items-th vector, or what is left of a cut chunk. */
inline ELEMENT partial_sum(__global const ELEMENT *restrict in, size_t start, size_t end, uint item, uint items)
{
    ELEMENT sum = 0;

    if (end - start == CHUNK) {
        __global const ELEMENT_W *source = (__global const ELEMENT_W *)(in + start);
        ELEMENT_W sums = 0;

#pragma unroll 8
        for (uint i = 0; i < CHUNK / WIDTH; i += items)
            sums += source[i + item];
        sum = sum_of(sums);
    } else {
        for (size_t i = start + item; i < end; i += items)
            sum += in[i];
    }
    return sum;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void read(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count)
{
    __local ELEMENT sums[GROUP];

    const uint lane = get_local_id(0);
    const size_t start = (size_t)get_group_id(0) * CHUNK;

    sums[lane] = partial_sum(in, start, min(start + CHUNK, (size_t)count), lane, GROUP);
    local_barrier(); /* partial sums written -> read by their partners */

    for (uint distance = GROUP / 2; distance > 0; distance /= 2) {
        if (lane < distance)
            sums[lane] += sums[lane + distance];
        local_barrier(); /* this step's sums written -> read in the next */
    }
    if (lane == 0)
        out[get_group_id(0)] = sums[0];
}

#define PAGE_BYTES 4096
#define APART 4 /* sums, so that additions do not wait for one another */

/* One work-item a chunk. The hardware fetches ahead only within a page of memory, so we ask a page ahead. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void read_cpu(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count)
{
    const size_t start = (size_t)get_group_id(0) * CHUNK;
    __global const ELEMENT_W *source = (__global const ELEMENT_W *)(in + start);
    ELEMENT_W sums[APART];
    ELEMENT sum = 0;

    if (start + CHUNK > count) {
        out[get_group_id(0)] = partial_sum(in, start, count, 0, 1);
        return;
    }
#pragma unroll
    for (uint j = 0; j < APART; j++)
        sums[j] = 0;
    for (uint i = 0; i < CHUNK / WIDTH; i += APART) {
#pragma unroll
        for (uint j = 0; j < APART; j++) {
            prefetch_read((__global const char *)&source[i + j] + PAGE_BYTES);
            sums[j] += source[i + j];
        }
    }
#pragma unroll
    for (uint j = 0; j < APART; j++)
        sum += sum_of(sums[j]);
    out[get_group_id(0)] = sum;
}
