/* Wrong on purpose: 64 elements are shifted by one within an array of 64. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void local_write_past_end(__global const float *restrict in, __global float *restrict out)
{
    __local float row[64];

    const uint l = get_local_id(0);

    if (l == 0)
        row[0] = 0;
    row[l + 1] = in[get_global_id(0)]; /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* row written -> read */
    out[get_global_id(0)] = row[l];
}
