/* Blelloch's scan as it was published: offsets against conflicts for 16 banks (FORM 1), for 32 (2), none (0). */
#ifndef FORM
#define FORM 1
#endif
#if FORM == 0
#define OFFSET(n) 0
#elif FORM == 1
#define OFFSET(n) (((n) >> 4) + ((n) >> 8))
#else
#define OFFSET(n) ((n) >> 5)
#endif
__kernel void scan_gems(__global const float *restrict in, __global float *restrict out, __local float *temp, int n)
{
    const int l = get_local_id(0), base = get_group_id(0) * n;
    const int ai = l, bi = l + n / 2;
    int offset = 1;
    temp[ai + OFFSET(ai)] = in[base + ai];
    temp[bi + OFFSET(bi)] = in[base + bi];
    for (int d = n >> 1; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
            int a = offset * (2 * l + 1) - 1, b = offset * (2 * l + 2) - 1;
            a += OFFSET(a);
            b += OFFSET(b);
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (l == 0)
        temp[n - 1 + OFFSET(n - 1)] = 0.0f;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
            int a = offset * (2 * l + 1) - 1, b = offset * (2 * l + 2) - 1;
            a += OFFSET(a);
            b += OFFSET(b);
            const float t = temp[a];
            temp[a] = temp[b];
            temp[b] += t;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[base + ai] = temp[ai + OFFSET(ai)];
    out[base + bi] = temp[bi + OFFSET(bi)];
}
