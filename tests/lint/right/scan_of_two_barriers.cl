/* Right: the scan in one buffer, with the reads of a step and its writes kept apart. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void scan_of_two_barriers(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint sums[64];

    const uint l = get_local_id(0);

    sums[l] = in[get_global_id(0)];
    for (uint distance = 1; distance < 64; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE); /* the step before written -> read */
        const uint left = l >= distance ? sums[l - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE); /* read -> written */
        sums[l] += left;
    }
    out[get_global_id(0)] = sums[l];
}
