/* Wrong on purpose: the work-items beyond the end leave before the barrier. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void early_return(__global const float *restrict in, __global float *restrict out, int n)
{
    __local float tile[64];

    const int g = get_global_id(0), l = get_local_id(0);

    if (g >= n)
        return;
    tile[l] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE); /* wrong */
    out[g] = tile[l ^ 1];
}
