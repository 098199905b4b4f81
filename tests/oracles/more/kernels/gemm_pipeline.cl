/* Two tiles of each matrix: the next is fetched while the present one is used, one barrier a tile. */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_pipeline(__global const float *restrict a, __global const float *restrict b, __global float *restrict c,
                   int n)
{
    __local float as[2][16][16];
    __local float bs[2][16][16];
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int col = get_global_id(0), row = get_global_id(1);
    float acc = 0.0f;
    as[0][ty][tx] = a[row * n + tx];
    bs[0][ty][tx] = b[ty * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int tiles = n / 16;
    for (int t = 0; t < tiles; t++) {
        const int now = t & 1;
        float next_a = 0.0f, next_b = 0.0f;
        if (t + 1 < tiles) {
            next_a = a[row * n + (t + 1) * 16 + tx];
            next_b = b[((t + 1) * 16 + ty) * n + col];
        }
        for (int k = 0; k < 16; k++)
            acc = fma(as[now][ty][k], bs[now][k][tx], acc);
        if (t + 1 < tiles) {
            as[now ^ 1][ty][tx] = next_a;
            bs[now ^ 1][ty][tx] = next_b;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = acc;
}
