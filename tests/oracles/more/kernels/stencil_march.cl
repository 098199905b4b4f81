/* 7-point stencil in three dimensions: a plane in local memory, the planes before and behind it in registers. */
__kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void stencil_march(__global const float *restrict in, __global float *restrict out, int nx, int ny, int nz)
{
    __local float plane[8 + 2][16 + 2];
    const int tx = get_local_id(0) + 1, ty = get_local_id(1) + 1;
    const int x = get_global_id(0) + 1, y = get_global_id(1) + 1, step = nx * ny;
    int at = y * nx + x;
    float behind = in[at], now = in[at + step], ahead;
    for (int z = 1; z < nz - 1; z++) {
        at += step;
        ahead = in[at + step];
        plane[ty][tx] = now;
        if (tx == 1)
            plane[ty][0] = in[at - 1];
        if (tx == 16)
            plane[ty][17] = in[at + 1];
        if (ty == 1)
            plane[0][tx] = in[at - nx];
        if (ty == 8)
            plane[9][tx] = in[at + nx];
        barrier(CLK_LOCAL_MEM_FENCE);
        out[at] = 0.5f * now + 0.1f * (behind + ahead + plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] +
                                       plane[ty + 1][tx]);
        barrier(CLK_LOCAL_MEM_FENCE);
        behind = now;
        now = ahead;
    }
}
