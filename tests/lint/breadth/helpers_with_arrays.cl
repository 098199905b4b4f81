/* Helpers that take arrays in every address space, two levels deep, and one that fills a matrix. */

__constant float kernel_1d[5] = { 0.1f, 0.2f, 0.4f, 0.2f, 0.1f };

static float convolve_constant(__constant const float *weights, const float values[5])
{
    float sum = 0;
    for (int i = 0; i < 5; i++)
        sum += weights[i] * values[i];
    return sum;
}

static void gather(float to[5], __local const float from[64], int centre)
{
    for (int i = -2; i <= 2; i++)
        to[i + 2] = from[(centre + i) & 63];
}

static void outer_product(float m[3][3], const float *v)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            m[r][c] = v[r] * v[c + 1];
}

static float determinant(float m[3][3])
{
    m[0][0] += 1;
    m[1][1] += 2;
    m[2][2] += 3;
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void helpers_with_arrays(__global const float *in, __global float *out)
{
    __local float row[64];

    float window[5], matrix[3][3];

    row[get_local_id(0)] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    gather(window, row, get_local_id(0));
    outer_product(matrix, window);
    out[get_global_id(0)] = convolve_constant(kernel_1d, window) + determinant(matrix);
}
