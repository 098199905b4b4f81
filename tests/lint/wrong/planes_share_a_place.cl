/* Wrong on purpose: in a 3-D work-group the place forgets z, so that both planes write the same elements. */

__kernel __attribute__((reqd_work_group_size(8, 4, 2)))
void planes_share_a_place(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    const uint linear = get_group_id(2) * 64 + (z * 4 + y) * 8 + x;

    tile[y * 8 + x] = in[linear]; /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* tile written -> read */
    out[linear] = tile[y * 8 + x];
}
