/* Wrong on purpose: the loop around the barrier takes another number of turns in each work-item. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void barrier_in_uneven_loop(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint l = get_local_id(0);

    tile[l] = 0;
    for (uint i = 0; i < l % 4 + 1; i++) {
        tile[l] += in[get_global_id(0)] * i;
        barrier(CLK_LOCAL_MEM_FENCE); /* wrong */
    }
    out[get_global_id(0)] = tile[l];
}
