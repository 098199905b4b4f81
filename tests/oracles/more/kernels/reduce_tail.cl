/* Tree reduction: two loads an item, a loop down to 64 values, then straight-line steps, each with its barrier. */
#ifndef SIZE
#define SIZE 256
#endif
#define STEP(distance)                                                                                                \
    if (l < (distance))                                                                                               \
        part[l] += part[l + (distance)];                                                                              \
    barrier(CLK_LOCAL_MEM_FENCE);
__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1)))
void reduce_tail(__global const float *restrict in, __global float *restrict out)
{
    __local float part[SIZE];
    const uint l = get_local_id(0), i = get_group_id(0) * SIZE * 2 + l;
    part[l] = in[i] + in[i + SIZE];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = SIZE / 2; s > 32; s >>= 1) {
        STEP(s)
    }
    STEP(32) STEP(16) STEP(8) STEP(4) STEP(2)
    if (l == 0)
        out[get_group_id(0)] = part[0] + part[1];
}
