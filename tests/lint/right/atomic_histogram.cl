/* Right: bins are counted by atomics, and plain accesses stand behind barriers. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void atomic_histogram(__global const uint *restrict keys, __global uint *restrict out)
{
    __local uint bins[16];

    const uint l = get_local_id(0);

    if (l < 16)
        bins[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE); /* bins cleared -> counted */
    atomic_inc(&bins[keys[get_global_id(0)]]);
    atomic_add(&bins[0], 2);
    barrier(CLK_LOCAL_MEM_FENCE); /* bins counted -> read */
    if (l < 16)
        out[get_group_id(0) * 16 + l] = bins[l];
}
