/* Wrong on purpose: a step of the scan reads what another work-item writes in the same step. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void scan_one_buffer(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint sums[64];

    const uint l = get_local_id(0);

    sums[l] = in[get_global_id(0)];
    for (uint distance = 32; distance > 0; distance /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE); /* the step before written -> read */
        if (l >= distance)
            sums[l] += sums[l - distance]; /* wrong */
    }
    barrier(CLK_LOCAL_MEM_FENCE); /* last step written -> read */
    out[get_global_id(0)] = sums[l];
}
