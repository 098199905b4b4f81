/* y = A' (A x), in two kernels. */

typedef float DATA_TYPE;

__kernel void a_times_x(__global DATA_TYPE *A, __global DATA_TYPE *x, __global DATA_TYPE *tmp, int nx, int ny)
{
    const int i = get_global_id(0);

    if (i < nx) {
        DATA_TYPE sum = 0;
        for (int j = 0; j < ny; j++)
            sum += A[i * ny + j] * x[j];
        tmp[i] = sum;
    }
}

__kernel void transposed_times(__global DATA_TYPE *A, __global DATA_TYPE *y, __global DATA_TYPE *tmp, int nx, int ny)
{
    const int j = get_global_id(0);

    if (j < ny) {
        y[j] = 0;
        for (int i = 0; i < nx; i++)
            y[j] += A[i * ny + j] * tmp[i];
    }
}
