/* A step of Jacobi with the residual's greatest part in local memory. */

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void jacobi(__global const float *restrict from, __global float *restrict to, __global float *restrict residuals,
            int n)
{
    __local float rest[64];

    const int x = get_global_id(0), y = get_global_id(1), l = get_local_id(1) * 8 + get_local_id(0);

    rest[l] = 0;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1) {
        const float next = 0.25f * (from[y * n + x - 1] + from[y * n + x + 1] + from[(y - 1) * n + x]
                                    + from[(y + 1) * n + x]);
        to[y * n + x] = next;
        rest[l] = fabs(next - from[y * n + x]);
    }
    for (int s = 32; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s)
            rest[l] = fmax(rest[l], rest[l + s]);
    }
    if (l == 0)
        residuals[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = rest[0];
}
