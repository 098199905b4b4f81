/* Wrong on purpose: each element is replaced while its neighbours' work-items still read it. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void stencil_in_place(__global const float *restrict in, __global float *restrict out)
{
    __local float row[64];

    const uint l = get_local_id(0);

    row[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* row written -> read */
    row[l] = row[l ^ 32] * 0.5f; /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* row replaced -> read */
    out[get_global_id(0)] = row[63 - l];
}
