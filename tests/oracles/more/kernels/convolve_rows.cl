/* Rows folded with a filter in constant memory: four outputs an item, RADIUS values of halo on either side. */
#ifndef RADIUS
#define RADIUS 8
#endif
#define STEPS 4
#define SIDE 16
__kernel __attribute__((reqd_work_group_size(SIDE, 4, 1)))
void convolve_rows(__global const float *restrict in, __global float *restrict out, __constant float *filter, int pitch)
{
    __local float data[4][(STEPS + 2) * SIDE];
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int x = get_group_id(0) * STEPS * SIDE - SIDE + tx, y = get_global_id(1);
    for (int i = 0; i < STEPS + 2; i++) {
        const int at = x + i * SIDE;
        data[ty][tx + i * SIDE] = at >= 0 && at < pitch ? in[y * pitch + at] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 1; i <= STEPS; i++) {
        float sum = 0.0f;
        for (int j = -RADIUS; j <= RADIUS; j++)
            sum += filter[RADIUS - j] * data[ty][tx + i * SIDE + j];
        out[y * pitch + x + i * SIDE] = sum;
    }
}
