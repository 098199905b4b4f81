/* Wrong on purpose: the host gives 128 bytes, and 64 work-items store a float each. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void local_argument_too_small(__global const float *restrict in, __global float *restrict out, __local float *row)
{
    const uint l = get_local_id(0);

    row[l] = in[get_global_id(0)]; /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* row written -> read */
    out[get_global_id(0)] = row[l / 2];
}
