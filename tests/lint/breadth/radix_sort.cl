/* One pass of a sort by four bits: counts of each digit, then places from a scan, all within a work-group's keys. */

#define DIGITS 16
#define ITEMS 64

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void radix_sort(__global const uint *in, __global uint *out, int shift)
{
    __local ushort counts[DIGITS][ITEMS];
    __local uint starts[DIGITS];

    const uint l = get_local_id(0), first = get_group_id(0) * ITEMS * 4 + l * 4;
    uint keys[4];

#pragma unroll
    for (uint d = 0; d < DIGITS; d++)
        counts[d][l] = 0;
    for (uint i = 0; i < 4; i++) {
        keys[i] = in[first + i];
        counts[keys[i] >> shift & (DIGITS - 1)][l]++;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < DIGITS) {
        uint sum = 0;
        for (uint i = 0; i < ITEMS; i++) {
            const uint count = counts[l][i];
            counts[l][i] = sum;
            sum += count;
        }
        starts[l] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0)
        for (uint d = 0, sum = 0; d < DIGITS; d++) {
            const uint count = starts[d];
            starts[d] = sum;
            sum += count;
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < 4; i++) {
        const uint digit = keys[i] >> shift & (DIGITS - 1);
        out[get_group_id(0) * ITEMS * 4 + starts[digit] + counts[digit][l]++] = keys[i];
    }
}
