/* Means, deviations, and the matrix of correlations, an upper triangle mirrored. */

#define EPSILON 0.005f

__kernel void moments(__global float *mean, __global float *deviation, __global const float *data, int n, int m)
{
    const int j = get_global_id(0);

    if (j >= m)
        return;
    float sum = 0, squares = 0;
    for (int i = 0; i < n; i++)
        sum += data[i * m + j];
    sum /= n;
    for (int i = 0; i < n; i++)
        squares += (data[i * m + j] - sum) * (data[i * m + j] - sum);
    squares = sqrt(squares / n);
    mean[j] = sum;
    deviation[j] = squares <= EPSILON ? 1.0f : squares;
}

__kernel void correlate(__global float *symmetric, __global const float *data, __global const float *mean,
                        __global const float *deviation, int n, int m)
{
    const int j1 = get_global_id(0);

    if (j1 >= m)
        return;
    symmetric[j1 * m + j1] = 1.0f;
    for (int j2 = j1 + 1; j2 < m; j2++) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += (data[i * m + j1] - mean[j1]) * (data[i * m + j2] - mean[j2]);
        sum /= n * (deviation[j1] + 1) * (deviation[j2] + 1);
        symmetric[j1 * m + j2] = sum;
        symmetric[j2 * m + j1] = sum;
    }
}
