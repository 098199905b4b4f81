/* Wrong on purpose: the last work-item of all reads one element behind the input. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void global_read_past_end(__global const float *restrict in, __global float *restrict out)
{
    const uint g = get_global_id(0);

    out[g] = in[g + 1] - in[g]; /* wrong */
}
