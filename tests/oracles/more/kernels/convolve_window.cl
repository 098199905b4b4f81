/* A 5x5 filter over a tile with a halo, edges clamped; DYNAMIC takes the window's size from an argument. */
__kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void convolve_window(__global const float *restrict in, __global float *restrict out, __constant float *filter,
                     int width, int height, int radius)
{
    __local float tile[8 + 4][16 + 4];
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int x = get_global_id(0), y = get_global_id(1);
#ifdef DYNAMIC
    const int r = radius;
#else
    const int r = 2;
#endif
    for (int j = ty; j < 8 + 2 * r; j += 8)
        for (int i = tx; i < 16 + 2 * r; i += 16) {
            const int gx = clamp((int)get_group_id(0) * 16 + i - r, 0, width - 1);
            const int gy = clamp((int)get_group_id(1) * 8 + j - r, 0, height - 1);
            tile[j][i] = in[gy * width + gx];
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int j = 0; j <= 2 * r; j++)
        for (int i = 0; i <= 2 * r; i++)
            sum = mad(tile[ty + j][tx + i], filter[j * (2 * r + 1) + i], sum);
    out[y * width + x] = sum;
}
