/* Two fields on a staggered grid: one step of each. */

__kernel void electric_y(__global const float *source, __global float *ey, __global const float *hz, int t, int nx,
                         int ny)
{
    const int j = get_global_id(0), i = get_global_id(1);

    if (i < nx && j < ny) {
        if (i == 0)
            ey[i * ny + j] = source[t];
        else
            ey[i * ny + j] -= 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
    }
}

__kernel void magnetic(__global const float *ex, __global const float *ey, __global float *hz, int nx, int ny)
{
    const int j = get_global_id(0), i = get_global_id(1);

    if (i < nx && j < ny)
        hz[i * ny + j] -= 0.7f * (ex[i * (ny + 1) + j + 1] - ex[i * (ny + 1) + j] + ey[(i + 1) * ny + j]
                                  - ey[i * ny + j]);
}
