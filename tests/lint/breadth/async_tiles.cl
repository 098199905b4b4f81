/* Asynchronous copies: two buffers in turn, lists of events, strided both ways, vectors, and a prefetch. */

#define TILE 64

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void async_tiles(__global const float *in, __global const float4 *vectors, __global float *out, int tiles)
{
    __local float tile[2][TILE];
    __local float4 quads[TILE];
    __local float result[TILE];
    event_t events[2];

    const int l = get_local_id(0);
    const size_t first = get_group_id(0) * TILE * tiles;
    float sum = 0;

    prefetch(in + first, TILE);
    events[0] = async_work_group_copy(tile[0], in + first, TILE, 0);
    for (int t = 0; t < tiles; t++) {
        if (t + 1 < tiles)
            events[(t + 1) & 1] = async_work_group_copy(tile[(t + 1) & 1], in + first + (t + 1) * TILE, TILE, 0);
        wait_group_events(1, &events[t & 1]);
        sum += tile[t & 1][l ^ 3] * (t + 1);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    event_t both = async_work_group_copy(quads, vectors, TILE, 0);
    both = async_work_group_strided_copy(tile[0], in, TILE / 2, 2, both);
    wait_group_events(1, &both);
    result[l] = sum + quads[l].z - tile[0][l / 2];
    barrier(CLK_LOCAL_MEM_FENCE);

    event_t stored = async_work_group_strided_copy(out + get_group_id(0) * TILE * 2, result, TILE, 2, 0);
    wait_group_events(1, &stored);
}
