/* Wrong on purpose: each half of the work-group waits at a barrier of its own. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void different_barriers(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint l = get_local_id(0);

    if (l < 32) {
        tile[l] = in[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    } else {
        tile[l] = -in[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE); /* wrong */
    }
    out[get_global_id(0)] = tile[63 - l];
}
