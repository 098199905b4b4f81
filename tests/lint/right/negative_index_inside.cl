/* Right: a pointer to the middle, and negative indices that stay inside; one past the end is only compared. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void negative_index_inside(__global const float *restrict in, __global float *restrict out)
{
    __local float row[64];

    const int l = get_local_id(0);
    __local float *const middle = row + 32;
    __local const float *const end = row + 64;

    middle[l - 32] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* row written -> read */

    float sum = 0;
    for (__local const float *p = row + l; p < end; p += 7)
        sum += *p;
    out[get_global_id(0)] = sum + middle[31 - l];
}
