/* Wrong on purpose: work-items 2 k and 2 k + 1 write the same element. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void writes_half_index(__global const float *restrict in, __global float *restrict out)
{
    __local float half_row[32];

    const uint l = get_local_id(0);

    half_row[l / 2] = in[get_global_id(0)]; /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* half_row written -> read */
    out[get_global_id(0)] = half_row[l / 2];
}
