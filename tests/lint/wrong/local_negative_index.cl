/* Wrong on purpose: the first work-item reads its left neighbour, element -1. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void local_negative_index(__global const float *restrict in, __global float *restrict out)
{
    __local float row[64];

    const int l = get_local_id(0);

    row[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* row written -> read */
    out[get_global_id(0)] = row[l] - row[l - 1]; /* wrong */
}
