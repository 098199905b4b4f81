/* Symmetric rank-k update, and a sum of two matrix-vector products, doubles if asked for. */

#ifdef DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double real;
#else
typedef float real;
#endif

__kernel void rank_k(__global const real *a, __global real *c, int m, int n)
{
    const int j = get_global_id(0), i = get_global_id(1);

    if (i < n && j < n) {
        c[i * n + j] *= (real)1.5;
        for (int k = 0; k < m; k++)
            c[i * n + j] += (real)2.5 * a[i * m + k] * a[j * m + k];
    }
}

__kernel void two_products(__global const real *a, __global const real *b, __global const real *x, __global real *y,
                           __global real *tmp, int n)
{
    const int i = get_global_id(0);

    if (i < n) {
        for (int j = 0; j < n; j++) {
            tmp[i] += a[i * n + j] * x[j];
            y[i] += b[i * n + j] * x[j];
        }
        y[i] = (real)0.5 * tmp[i] + (real)1.25 * y[i];
    }
}
