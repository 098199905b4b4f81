/* LU decomposition by blocks: the diagonal block, the blocks beside and below it, and the rest. */

#ifndef SIDE
#define SIDE 16
#endif

__kernel void lud_diagonal(__global float *m, int dim, int offset)
{
    __local float shadow[SIDE][SIDE];

    const int tx = get_local_id(0);

    for (int i = 0; i < SIDE; i++)
        shadow[i][tx] = m[(offset + i) * dim + offset + tx] + (i == tx ? 16.0f : 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < SIDE - 1; i++) {
        if (tx > i) {
            for (int j = 0; j < i; j++)
                shadow[tx][i] -= shadow[tx][j] * shadow[j][i];
            shadow[tx][i] /= shadow[i][i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (tx > i)
            for (int j = 0; j < i + 1; j++)
                shadow[i + 1][tx] -= shadow[i + 1][j] * shadow[j][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < SIDE; i++)
        m[(offset + i) * dim + offset + tx] = shadow[i][tx];
}

__kernel void lud_perimeter(__global float *m, __local float *dia, __local float *row, __local float *column, int dim,
                            int offset)
{
    const int l = get_local_id(0), half_id = l % SIDE, group = get_group_id(0) + 1;
    const bool is_row = l < SIDE;

    for (int i = 0; i < SIDE; i++)
        if (is_row) {
            dia[i * SIDE + half_id] = m[(offset + i) * dim + offset + half_id];
            row[i * SIDE + half_id] = m[(offset + i) * dim + offset + group * SIDE + half_id];
        } else {
            column[i * SIDE + half_id] = m[(offset + group * SIDE + i) * dim + offset + half_id];
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (is_row)
        for (int i = 1; i < SIDE; i++)
            for (int j = 0; j < i; j++)
                row[i * SIDE + half_id] -= dia[i * SIDE + j] * row[j * SIDE + half_id];
    else
        for (int i = 0; i < SIDE; i++) {
            for (int j = 0; j < i; j++)
                column[half_id * SIDE + i] -= column[half_id * SIDE + j] * dia[j * SIDE + i];
            column[half_id * SIDE + i] /= dia[i * SIDE + i] + 4.0f;
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < SIDE; i++)
        if (is_row)
            m[(offset + i) * dim + offset + group * SIDE + half_id] = row[i * SIDE + half_id];
        else
            m[(offset + group * SIDE + i) * dim + offset + half_id] = column[i * SIDE + half_id];
}

__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void lud_internal(__global float *m, int dim, int offset)
{
    __local float row[SIDE * SIDE], column[SIDE * SIDE];

    const int tx = get_local_id(0), ty = get_local_id(1);
    const int right = offset + (get_group_id(0) + 1) * SIDE, down = offset + (get_group_id(1) + 1) * SIDE;
    float sum = 0;

    row[ty * SIDE + tx] = m[(offset + ty) * dim + right + tx];
    column[ty * SIDE + tx] = m[(down + ty) * dim + offset + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int i = 0; i < SIDE; i++)
        sum += column[ty * SIDE + i] * row[i * SIDE + tx];
    m[(down + ty) * dim + right + tx] -= sum;
}
