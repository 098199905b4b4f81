/* Tiled product, b's tile kept transposed, so that both are read along rows; REAL is float or double. */
#ifndef REAL
#define REAL float
#endif
#ifndef PAD
#define PAD 0
#endif
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_transposed(__global const REAL *restrict a, __global const REAL *restrict b, __global REAL *restrict c, int n)
{
    __local REAL as[16][16 + PAD];
    __local REAL bs[16][16 + PAD];
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int col = get_global_id(0), row = get_global_id(1);
    REAL acc = 0;
    for (int m = 0; m < n; m += 16) {
        as[ty][tx] = a[row * n + m + tx];
        bs[tx][ty] = b[(m + ty) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++)
            acc += as[ty][k] * bs[tx][k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = acc;
}
