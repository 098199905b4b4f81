/* Functions of a sub-group, OpenCL C 3.0. */

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void sub_group_functions(__global const uint *in, __global uint *out)
{
    __local uint sums[64];

    const uint g = get_global_id(0), value = in[g] % 256;

    const uint before = sub_group_scan_exclusive_add(value);
    if (get_sub_group_local_id() == get_sub_group_size() - 1)
        sums[get_sub_group_id()] = before + value;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint base = 0;
    for (uint i = 0; i < get_sub_group_id(); i++)
        base += sums[i];
    out[4 * g] = base + before;
    out[4 * g + 1] = sub_group_reduce_max(value) - sub_group_reduce_min(value);
    out[4 * g + 2] = sub_group_broadcast(value, 3) + sub_group_any(value == 9) + sub_group_all(value < 200);
    out[4 * g + 3] = sub_group_scan_inclusive_add(value) + get_num_sub_groups() + get_max_sub_group_size();
}
