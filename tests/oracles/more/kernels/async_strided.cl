/* Every STRIDE-th element is gathered by an asynchronous copy, and one column of a tile is written back by another. */
#ifndef STRIDE
#define STRIDE 3
#endif
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void async_strided(__global const float *restrict in, __global float *restrict out)
{
    __local float column[256];
    const uint l = get_local_id(0), group = get_group_id(0);
    event_t e = async_work_group_strided_copy(column, in + group * 256 * STRIDE, 256, STRIDE, 0);
    wait_group_events(1, &e);
    for (uint i = l; i < 256; i += 64)
        column[i] = 2.0f * column[i] + 1.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_strided_copy(out + group * 256 * STRIDE, column, 256, STRIDE, 0);
    wait_group_events(1, &e);
}
