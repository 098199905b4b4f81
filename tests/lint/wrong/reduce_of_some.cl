/* Wrong on purpose: the sum over the work-group is asked for by one half of it. OpenCL C 2.0. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void reduce_of_some(__global const uint *restrict in, __global uint *restrict out)
{
    const uint l = get_local_id(0);
    uint sum = 0;

    if (l < 32)
        sum = work_group_reduce_add(in[get_global_id(0)]); /* wrong */
    out[get_global_id(0)] = sum;
}
