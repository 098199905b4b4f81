/* Edges of an image of bytes: a tile of uchar with a halo, read as bytes; LOADED four at a time. */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void sobel_bytes(__global const uchar *restrict in, __global uchar *restrict out, int pitch)
{
    __local uchar tile[18][20];
    const int tx = get_local_id(0), ty = get_local_id(1), t = ty * 16 + tx;
    const int x0 = get_group_id(0) * 16, y0 = get_group_id(1) * 16;
#ifdef LOADED
    if (t < 18 * 5)
        vstore4(vload4(t % 5, in + (y0 + t / 5) * pitch + x0), t % 5, tile[t / 5]);
#else
    for (int i = t; i < 18 * 20; i += 256)
        tile[i / 20][i % 20] = in[(y0 + i / 20) * pitch + x0 + i % 20];
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    int h = 0, v = 0;
    for (int i = 0; i < 3; i++) {
        const int weight = i == 1 ? 2 : 1;
        h += weight * (tile[ty + i][tx + 2] - tile[ty + i][tx]);
        v += weight * (tile[ty + 2][tx + i] - tile[ty][tx + i]);
    }
    out[(y0 + ty + 1) * pitch + x0 + tx + 1] = convert_uchar_sat((abs(h) + abs(v)) / 2);
}
