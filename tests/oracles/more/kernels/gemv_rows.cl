/* Matrix times vector: a work-group a row, the vector staged in local memory, partial sums added up by a tree. */
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void gemv_rows(__global const float *restrict a, __global const float *restrict x, __global float *restrict y, int n)
{
    __local float vec[128], part[64];
    const int l = get_local_id(0);
    float sum = 0.0f;
    for (int m = 0; m < n; m += 128) {
        vec[l] = x[m + l];
        vec[l + 64] = x[m + l + 64];
        barrier(CLK_LOCAL_MEM_FENCE);
        const float2 pair = vload2(l, a + get_group_id(0) * n + m);
        sum += pair.x * vec[2 * l] + pair.y * vec[2 * l + 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    part[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int s = 32; s > 0; s /= 2) {
        if (l < s)
            part[l] += part[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        y[get_group_id(0)] = part[0];
}
