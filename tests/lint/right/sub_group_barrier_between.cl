/* Right: values cross lanes of one sub-group only, and a sub_group_barrier orders them. OpenCL C 3.0. */

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void sub_group_barrier_between(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint values[64];

    const uint l = get_local_id(0);

    values[l] = in[get_global_id(0)];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE); /* values written -> read by the same sub-group */
    out[get_global_id(0)] = values[l ^ 1];
}
