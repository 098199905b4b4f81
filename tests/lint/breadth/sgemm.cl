/* C = A B' with a strip of B in local memory and a row of results in registers of each work-item. */

#define TILE_N 16
#define TILE_TB_HEIGHT 8
#define TILE_M (TILE_N * TILE_TB_HEIGHT)

__kernel void sgemm(__global const float *A, int lda, __global const float *B, int ldb, __global float *C, int ldc,
                    int k)
{
    __local float b_s[TILE_TB_HEIGHT][TILE_N];

    float c[TILE_N];
    const int mid = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const int m = get_group_id(0) * TILE_M + mid, n = get_group_id(1) * TILE_N + get_local_id(0);

    for (int i = 0; i < TILE_N; i++)
        c[i] = 0.0f;
    for (int i = 0; i < k; i += TILE_TB_HEIGHT) {
        b_s[get_local_id(1)][get_local_id(0)] = B[n + (i + get_local_id(1)) * ldb];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < TILE_TB_HEIGHT; j++) {
            const float a = A[m + (i + j) * lda];
            for (int kk = 0; kk < TILE_N; kk++)
                c[kk] += a * b_s[j][kk];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const int t = ldc * get_group_id(1) * TILE_N + m;
    for (int i = 0; i < TILE_N; i++)
        C[t + i * ldc] = C[t + i * ldc] * 0.5f + c[i] * 2.0f;
}
