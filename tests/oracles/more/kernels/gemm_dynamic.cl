/* Tiles in __local arguments, their edge the work-group's, known only at run time; rows padded by `pad` words. */
__kernel void gemm_dynamic(__global const float *restrict a, __global const float *restrict b,
                           __global float *restrict c, __local float *as, __local float *bs, int n, int pad)
{
    const int tx = get_local_id(0), ty = get_local_id(1), tile = get_local_size(0), pitch = tile + pad;
    const int col = get_global_id(0), row = get_global_id(1);
    float acc = 0.0f;
    for (int m = 0; m < n; m += tile) {
        as[ty * pitch + tx] = a[row * n + m + tx];
        bs[tx * pitch + ty] = b[(m + ty) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < tile; k++)
            acc += as[ty * pitch + k] * bs[tx * pitch + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = acc;
}
