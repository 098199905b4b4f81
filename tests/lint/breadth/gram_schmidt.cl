/* The norm of a column by a single work-item, and the rest of the columns made orthogonal to it. */

__kernel void column_norm(__global const float *a, __global float *r, __global float *q, int k, int m, int n)
{
    if (get_global_id(0) == 0) {
        float norm = 0;
        for (int i = 0; i < m; i++)
            norm += a[i * n + k] * a[i * n + k];
        r[k * n + k] = sqrt(norm);
        for (int i = 0; i < m; i++)
            q[i * n + k] = a[i * n + k] / r[k * n + k];
    }
}

__kernel void orthogonalise(__global float *a, __global float *r, __global const float *q, int k, int m, int n)
{
    const int j = get_global_id(0) + k + 1;

    if (j < n) {
        r[k * n + j] = 0;
        for (int i = 0; i < m; i++)
            r[k * n + j] += q[i * n + k] * a[i * n + j];
        for (int i = 0; i < m; i++)
            a[i * n + j] -= q[i * n + k] * r[k * n + j];
    }
}
