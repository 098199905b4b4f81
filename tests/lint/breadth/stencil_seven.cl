/* Seven points in three dimensions, marching along z with the planes in registers. */

#define PLACE(x, y, z) ((x) + nx * ((y) + ny * (z)))

__kernel void stencil_seven(__global const float *a, __global float *out, int nx, int ny, int nz)
{
    const int i = get_global_id(0) + 1, j = get_global_id(1) + 1;

    if (i >= nx - 1 || j >= ny - 1)
        return;
    float bottom = a[PLACE(i, j, 0)], current = a[PLACE(i, j, 1)];
    for (int k = 1; k < nz - 1; k++) {
        const float top = a[PLACE(i, j, k + 1)];
        out[PLACE(i, j, k)] = (top + bottom + a[PLACE(i + 1, j, k)] + a[PLACE(i - 1, j, k)] + a[PLACE(i, j + 1, k)]
                               + a[PLACE(i, j - 1, k)]) * (1.0f / 7) - current * 0.25f;
        bottom = current;
        current = top;
    }
}
