/* Wrong on purpose: 100 elements among 64 work-items, so that some come to the barrier twice and some once. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void barrier_in_strided_loop(__global const float *restrict in, __global float *restrict out, int n)
{
    __local float tile[64];

    const int l = get_local_id(0);

    for (int i = l; i < n; i += 64) {
        tile[l] = in[i];
        barrier(CLK_LOCAL_MEM_FENCE); /* wrong */
        out[get_group_id(0) * n + i] = tile[l];
    }
}
