/* 32x32 tile of T (uchar4, ushort2, float3, double2 ...) moved by 32x8 items, PAD elements at each row's end. */
#ifndef T
#define T uchar4
#endif
#ifndef PAD
#define PAD 0
#endif
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void transpose_vector(__global const T *restrict in, __global T *restrict out, int n)
{
    __local T tile[32][32 + PAD];
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int x0 = get_group_id(0) * 32, y0 = get_group_id(1) * 32;
    for (int j = ty; j < 32; j += 8)
        tile[j][tx] = in[(y0 + j) * n + x0 + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = ty; j < 32; j += 8)
        out[(x0 + j) * n + y0 + tx] = tile[tx][j];
}
