/* Elements of T, STRIDE apart, one an item: what the width of an element makes of a stride. */
#ifndef T
#define T uint
#endif
#ifndef STRIDE
#define STRIDE 2
#endif
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void stride_types(__global const T *restrict in, __global T *restrict out)
{
    __local T s[64 * STRIDE];
    const uint l = get_local_id(0);
    s[l * STRIDE] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[(63 - l) * STRIDE];
}
