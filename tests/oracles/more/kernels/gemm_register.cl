/* RM x RN outputs an item, 8x8 items, tiles 8 deep. STRIDED: an item's rows and columns stand 8 apart. */
#ifndef RM
#define RM 2
#endif
#ifndef RN
#define RN 2
#endif
#ifndef PAD
#define PAD 0
#endif
#ifdef STRIDED
#define ROW(i) (ty + 8 * (i))
#define COL(j) (tx + 8 * (j))
#else
#define ROW(i) (ty * RM + (i))
#define COL(j) (tx * RN + (j))
#endif
__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void gemm_register(__global const float *restrict a, __global const float *restrict b, __global float *restrict c,
                   int n)
{
    __local float as[8][8 * RM + PAD];
    __local float bs[8][8 * RN + PAD];
    const int tx = get_local_id(0), ty = get_local_id(1), t = ty * 8 + tx;
    const int row0 = get_group_id(1) * 8 * RM, col0 = get_group_id(0) * 8 * RN;
    float acc[RM][RN];
    for (int i = 0; i < RM; i++)
        for (int j = 0; j < RN; j++)
            acc[i][j] = 0.0f;
    for (int m = 0; m < n; m += 8) {
        for (int p = t; p < 64 * RM; p += 64)
            as[p % 8][p / 8] = a[(row0 + p / 8) * n + m + p % 8];
        for (int p = t; p < 64 * RN; p += 64)
            bs[p / (8 * RN)][p % (8 * RN)] = b[(m + p / (8 * RN)) * n + col0 + p % (8 * RN)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 8; k++) {
            float left[RM], right[RN];
            for (int i = 0; i < RM; i++)
                left[i] = as[k][ROW(i)];
            for (int j = 0; j < RN; j++)
                right[j] = bs[k][COL(j)];
            for (int i = 0; i < RM; i++)
                for (int j = 0; j < RN; j++)
                    acc[i][j] += left[i] * right[j];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < RM; i++)
        for (int j = 0; j < RN; j++)
            c[(row0 + ROW(i)) * n + col0 + COL(j)] = acc[i][j];
}
