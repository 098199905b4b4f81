/* Functions of a whole work-group, OpenCL C 2.0. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void work_group_functions(__global const uint *in, __global uint *out)
{
    const uint g = get_global_id(0), value = in[g] % 256;
    const float real = value * 0.25f;
    __global uint *const o = out + 8 * g;

    o[0] = work_group_reduce_add(value);
    o[1] = work_group_reduce_max((int)value - 100);
    o[2] = work_group_scan_inclusive_add(value);
    o[3] = work_group_scan_exclusive_max(value);
    o[4] = (uint)work_group_reduce_add(real);
    o[5] = work_group_any(value == 7) + 2 * work_group_all(value < 256);
    o[6] = work_group_broadcast(value, 17);
    o[7] = (uint)work_group_scan_exclusive_add((ulong)value);
}
