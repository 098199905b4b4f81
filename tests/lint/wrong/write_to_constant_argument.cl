/* Wrong on purpose: an argument in constant memory, laundered through an integer, is written to. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void write_to_constant_argument(__constant float *table, __global float *restrict out)
{
    const uint l = get_local_id(0);
    __global float *const alias = (__global float *)(size_t)table;

    out[get_global_id(0)] = table[l];
    alias[l] = 0; /* wrong */
}
