/* Wrong on purpose: the address of constant data, laundered through an integer, is written to. */

__constant float table[64] = { 1, 2, 3, 4 };

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void write_to_constant_table(__global const float *restrict in, __global float *restrict out)
{
    const uint l = get_local_id(0);
    __global float *const alias = (__global float *)(size_t)table;

    alias[l] = in[get_global_id(0)]; /* wrong */
    out[get_global_id(0)] = table[l];
}
