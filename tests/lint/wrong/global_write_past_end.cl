/* Wrong on purpose: more work-items than elements, and no guard. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void global_write_past_end(__global const float *restrict in, __global float *restrict out)
{
    const uint g = get_global_id(0);

    out[g] = in[g % 100]; /* wrong */
}
