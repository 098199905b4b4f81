/* 8x8 cosine transform of two dimensions: rows, then columns, an item an output, two blocks a work-group. */
#ifndef PAD
#define PAD 0
#endif
__kernel __attribute__((reqd_work_group_size(8, 8, 2)))
void dct_block(__global const float *restrict in, __global float *restrict out, __global const float *restrict basis)
{
    __local float block[2][8][8 + PAD], rows[2][8][8 + PAD];
    const int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    const int at = (get_global_id(2) * 8 + y) * 8 + x;
    block[z][y][x] = in[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int k = 0; k < 8; k++)
        sum += block[z][y][k] * basis[x * 8 + k];
    rows[z][y][x] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0.0f;
    for (int k = 0; k < 8; k++)
        sum += rows[z][k][x] * basis[y * 8 + k];
    out[at] = sum;
}
