/* Wrong on purpose: a double is stored behind a single float, four bytes off. */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void misaligned_double(__global const float *restrict in, __global float *restrict out)
{
    __local float records[64 * 3] __attribute__((aligned(8)));

    const uint l = get_local_id(0);

    records[3 * l] = in[get_global_id(0)];
    *(__local double *)(records + 3 * l + 1) = l; /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* records written -> read */
    out[get_global_id(0)] = records[3 * (63 - l)];
}
