/* Two steps of Gaussian elimination. */

__kernel void multipliers(__global float *m, __global const float *a, int size, int column)
{
    const int row = get_global_id(0) + column + 1;

    if (row < size)
        m[size * row + column] = a[size * row + column] / (a[size * column + column] + 1.0f);
}

__kernel void eliminate(__global const float *m, __global float *a, __global float *b, int size, int column)
{
    const int x = get_global_id(0) + column, y = get_global_id(1) + column + 1;

    if (x >= size || y >= size)
        return;
    if (x > column)
        a[size * y + x] -= m[size * y + column] * a[size * column + x];
    else
        b[y] -= m[size * y + column] * b[column];
}
