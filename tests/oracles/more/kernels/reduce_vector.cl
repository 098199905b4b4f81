/* Tree reduction of vectors (T = float2, float4, int4, double2) or scalars, neighbours added in place. */
#ifndef T
#define T float4
#endif
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void reduce_vector(__global const T *restrict in, __global T *restrict out)
{
    __local T part[128];
    const uint l = get_local_id(0);
    part[l] = in[get_global_id(0)];
    for (uint s = 1; s < 128; s *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((l & (2 * s - 1)) == 0)
            part[l] += part[l + s];
    }
    if (l == 0)
        out[get_group_id(0)] = part[0];
}
