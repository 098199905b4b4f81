/* A dot product in two kernels, and an axpy of complex numbers in vectors. */

#define WGS1 64
#define WGS2 32

__kernel __attribute__((reqd_work_group_size(WGS1, 1, 1)))
void xdot(const int n, const __global float *restrict xgm, const int x_offset, const int x_inc,
          const __global float *restrict ygm, __global float *output)
{
    __local float lm[WGS1];

    const int lid = get_local_id(0), wgid = get_group_id(0), num_groups = get_num_groups(0);
    float acc = 0;
    int id = wgid * WGS1 + lid;

    while (id < n) {
        acc += xgm[id * x_inc + x_offset] * ygm[id];
        id += WGS1 * num_groups;
    }
    lm[lid] = acc;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = WGS1 / 2; s > 0; s = s >> 1) {
        if (lid < s)
            lm[lid] += lm[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        output[wgid] = lm[0];
}

__kernel __attribute__((reqd_work_group_size(WGS2, 1, 1)))
void xdot_epilogue(const __global float *restrict input, __global float *dot, const int dot_offset)
{
    __local float lm[WGS2];

    const int lid = get_local_id(0);

    lm[lid] = input[lid] + input[lid + WGS2];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int s = WGS2 / 2; s > 0; s = s >> 1) {
        if (lid < s)
            lm[lid] += lm[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        dot[dot_offset] = lm[0];
}

#define MULTIPLY(c, a, b)                                                                                             \
    c.even = a.even * b.even - a.odd * b.odd;                                                                         \
    c.odd = a.even * b.odd + a.odd * b.even

__kernel void xaxpy_complex(const int n, __global const float2 *alpha, __global const float4 *x, __global float4 *y)
{
    for (int id = get_global_id(0); id < n; id += get_global_size(0)) {
        const float4 a = alpha[0].xyxy, b = x[id];
        float4 c;
        MULTIPLY(c, a, b);
        y[id] += c;
    }
}
