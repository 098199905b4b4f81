/* Convolutions in two and in three dimensions, coefficients as literals. */

__kernel void convolve_2d(__global const float *a, __global float *b, int ni, int nj)
{
    const int j = get_global_id(0), i = get_global_id(1);

    if (i > 0 && j > 0 && i < ni - 1 && j < nj - 1)
        b[i * nj + j] = 0.2f * a[(i - 1) * nj + j - 1] + -0.3f * a[i * nj + j - 1] + 0.4f * a[(i + 1) * nj + j - 1]
            + 0.5f * a[(i - 1) * nj + j] + 0.6f * a[i * nj + j] + 0.7f * a[(i + 1) * nj + j]
            + -0.8f * a[(i - 1) * nj + j + 1] + -0.9f * a[i * nj + j + 1] + 0.10f * a[(i + 1) * nj + j + 1];
}

__kernel void convolve_3d(__global const float *a, __global float *b, int ni, int nj, int nk, int i)
{
    const int k = get_global_id(0), j = get_global_id(1);

    if (j > 0 && k > 0 && j < nj - 1 && k < nk - 1 && i > 0 && i < ni - 1) {
        float sum = 0;
        for (int di = -1; di <= 1; di++)
            for (int dj = -1; dj <= 1; dj++)
                for (int dk = -1; dk <= 1; dk++)
                    sum += a[((i + di) * nj + j + dj) * nk + k + dk] * (float)((di * 2 + dj * 3 - dk * 5) % 7);
        b[(i * nj + j) * nk + k] = sum;
    }
}
