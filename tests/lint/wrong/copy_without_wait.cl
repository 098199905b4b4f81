/* Wrong on purpose: a barrier is no wait_group_events; the copy may still run behind it. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void copy_without_wait(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint l = get_local_id(0);

    tile[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE); /* tile cleared -> copied into */
    async_work_group_copy(tile, in + get_group_id(0) * 64, 64, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[l]; /* wrong */
}
