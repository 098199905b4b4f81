/* Wrong on purpose: bins are counted up without atomics. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void histogram_plain(__global const uint *restrict keys, __global uint *restrict out)
{
    __local uint bins[16];

    const uint l = get_local_id(0);

    if (l < 16)
        bins[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE); /* bins cleared -> counted */
    bins[keys[get_global_id(0)]]++; /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* bins counted -> read */
    if (l < 16)
        out[get_group_id(0) * 16 + l] = bins[l];
}
