/* Wrong on purpose: work-items beyond the end of the data skip the write, and all elements are summed. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void masked_tile(__global const float *restrict in, __global float *restrict out, int n)
{
    __local float tile[64];

    const int g = get_global_id(0), l = get_local_id(0);

    if (g < n)
        tile[l] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE); /* tile written -> read */
    if (l == 0) {
        float sum = 0;
        for (int i = 0; i < 64; i++)
            sum += tile[i]; /* wrong */
        out[get_group_id(0)] = sum;
    }
}
