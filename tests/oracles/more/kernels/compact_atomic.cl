/* Items below a limit are gathered at the front: places come from an atomic counter. One sub-group a work-group. */
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void compact_atomic(__global const uint *restrict in, __global uint *restrict out, __global uint *restrict counts)
{
    __local uint kept[128];
    __local uint count;
    const uint l = get_local_id(0), base = get_group_id(0) * 128;
    if (l == 0)
        count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < 4; i++) {
        const uint value = in[base + i * 32 + l];
        if (value % 100 < 40)
            kept[atomic_inc(&count)] = value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < count; i += 32)
        out[base + i] = kept[i];
    if (l == 0)
        counts[get_group_id(0)] = count;
}
