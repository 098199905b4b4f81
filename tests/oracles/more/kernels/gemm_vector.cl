/* Four columns an item. FORM 0: vload4 of floats, 1: pointer casts, 2: tiles of float4, 3: 1 with aligned(16). */
#ifndef FORM
#define FORM 0
#endif
#if FORM == 3
#define TILE_ATTR __attribute__((aligned(16)))
#else
#define TILE_ATTR
#endif
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_vector(__global const float *restrict a, __global const float4 *restrict b, __global float4 *restrict c,
                 int n)
{
    __local float as[16][16] TILE_ATTR;
#if FORM == 2
    __local float4 bs[16][16];
#else
    __local float bs[16][64] TILE_ATTR;
#endif
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int col = get_global_id(0), row = get_global_id(1);
    float4 acc = (float4)(0.0f);
    for (int m = 0; m < n; m += 16) {
        as[ty][tx] = a[row * n + m + tx];
        const float4 next = b[(m + ty) * (n / 4) + col];
#if FORM == 0
        vstore4(next, tx, bs[ty]);
#elif FORM == 2
        bs[ty][tx] = next;
#else
        ((__local float4 *)bs[ty])[tx] = next;
#endif
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++) {
#if FORM == 0
            const float4 right = vload4(tx, bs[k]);
#elif FORM == 2
            const float4 right = bs[k][tx];
#else
            const float4 right = ((__local const float4 *)bs[k])[tx];
#endif
            acc = mad((float4)(as[ty][k]), right, acc);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * (n / 4) + col] = acc;
}
