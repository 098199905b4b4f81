/* Wrong on purpose: the index 0 - 1 wraps to 4294967295, far beyond the buffer. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void global_index_wraps(__global const float *restrict in, __global float *restrict out)
{
    const uint g = get_global_id(0), before = g - 1;

    out[g] = in[before]; /* wrong */
}
