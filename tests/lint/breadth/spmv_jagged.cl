/* A sparse matrix in jagged diagonals times a vector; the diagonals' starts are in constant memory. */

__kernel void spmv_jagged(__global float *result, __global const float *data, __global const uint *columns,
                          __global const uint *permutation, __global const float *x, int rows,
                          __constant uint *starts, __constant uint *lengths)
{
    const int row = get_global_id(0);

    if (row < rows) {
        const int bound = lengths[row / 32] % 6 + 1;
        float sum = 0;
        for (int k = 0; k < bound; k++) {
            const int j = k * rows + row + (int)(starts[k] % 2);
            sum += data[j] * x[columns[j]];
        }
        result[permutation[row] % 4 * rows + row] = sum;
    }
}
