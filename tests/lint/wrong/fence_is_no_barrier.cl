/* Wrong on purpose: a fence orders one work-item's accesses and waits for nobody. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void fence_is_no_barrier(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint l = get_local_id(0);

    tile[l] = in[get_global_id(0)];
    mem_fence(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[63 - l]; /* wrong */
}
