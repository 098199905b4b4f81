/* Wrong on purpose: the sum over the sub-group is asked for by some of its lanes. OpenCL C 3.0 with sub-groups. */

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void sub_group_of_some(__global const uint *restrict in, __global uint *restrict out)
{
    const uint value = in[get_global_id(0)];
    uint sum = 0;

    if (get_local_id(0) % 32 < 20)
        sum = sub_group_reduce_add(value); /* wrong */
    out[get_global_id(0)] = sum;
}
