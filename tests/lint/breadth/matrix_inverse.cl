/* Gauss-Jordan of a small matrix a work-item, with pivoting, in a private array of two dimensions. */

#define N 4

__kernel void matrix_inverse(__global const float *in, __global float *out)
{
    const int g = get_global_id(0);
    float m[N][2 * N];

    for (int r = 0; r < N; r++)
        for (int c = 0; c < 2 * N; c++)
            m[r][c] = c < N ? in[g * N * N + r * N + c] + (r == c) * 2.0f : c - N == r;
    for (int k = 0; k < N; k++) {
        int best = k;
        for (int r = k + 1; r < N; r++)
            if (fabs(m[r][k]) > fabs(m[best][k]))
                best = r;
        if (best != k)
            for (int c = 0; c < 2 * N; c++) {
                const float t = m[k][c];
                m[k][c] = m[best][c];
                m[best][c] = t;
            }
        const float inverse = 1.0f / m[k][k];
        for (int c = 0; c < 2 * N; c++)
            m[k][c] *= inverse;
        for (int r = 0; r < N; r++)
            if (r != k) {
                const float factor = m[r][k];
                for (int c = 0; c < 2 * N; c++)
                    m[r][c] -= factor * m[k][c];
            }
    }
    for (int r = 0; r < N; r++)
        vstore4(vload4(1, m[r]), g * N + r, out);
}
