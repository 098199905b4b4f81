/* Local memory handed to helper functions as pointers: a staged matrix, a product of rows, and a tree. */
#ifndef PITCH
#define PITCH 17
#endif
#ifdef NOINLINE
#define HELPER __attribute__((noinline))
#else
#define HELPER
#endif
HELPER static void stage(__local float *to, __global const float *from, const uint count, const uint pitch)
{
    for (uint i = get_local_id(0); i < count; i += get_local_size(0))
        to[i / 16 * pitch + i % 16] = from[i];
}
HELPER static float row_product(__local const float *row, __local const float *vec)
{
    float sum = 0.0f;
    for (uint k = 0; k < 16; k++)
        sum += row[k] * vec[k];
    return sum;
}
HELPER static void add_up(__local float *value, const uint l)
{
    for (uint s = 32; s > 0; s /= 2) {
        if (l < s)
            value[l] += value[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void helper_pointer(__global const float *restrict a, __global const float *restrict x, __global float *restrict out)
{
    __local float rows[64 * PITCH], vec[16], value[64];
    const uint l = get_local_id(0);
    stage(rows, a + get_group_id(0) * 1024, 1024, PITCH);
    stage(vec, x, 16, 16);
    barrier(CLK_LOCAL_MEM_FENCE);
    value[l] = row_product(rows + l * PITCH, vec);
    barrier(CLK_LOCAL_MEM_FENCE);
    add_up(value, l);
    if (l == 0)
        out[get_group_id(0)] = value[0];
}
