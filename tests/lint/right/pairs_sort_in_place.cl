/* Right: in a step of the sort each pair of elements belongs to one work-item alone. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void pairs_sort_in_place(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint keys[128];

    const uint l = get_local_id(0), first = get_group_id(0) * 128;

    keys[l] = in[first + l];
    keys[l + 64] = in[first + l + 64];
    for (uint size = 2; size <= 128; size *= 2)
        for (uint stride = size / 2; stride > 0; stride /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE); /* the step before written -> read */
            const uint low = 2 * l - (l & (stride - 1)), high = low + stride;
            const bool up = (low & size) == 0;
            const uint a = keys[low], b = keys[high];
            if (a > b == up) {
                keys[low] = b;
                keys[high] = a;
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE); /* last step written -> read */
    out[first + l] = keys[l];
    out[first + l + 64] = keys[l + 64];
}
