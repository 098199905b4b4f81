/* Right: two work-items of different sub-groups write the two halves of each word. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void ushort_columns(__global const ushort *restrict in, __global ushort *restrict out)
{
    __local ushort pairs[64];

    const uint l = get_local_id(0);

    pairs[l % 32 * 2 + l / 32] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* pairs written -> read */
    out[get_global_id(0)] = pairs[l];
}
