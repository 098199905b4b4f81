/* Wrong on purpose: the barrier orders global memory, and the tile lies in local memory. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void local_global_fence(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint l = get_local_id(0);

    tile[l] = in[get_global_id(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = tile[63 - l]; /* wrong */
}
