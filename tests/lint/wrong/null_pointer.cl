/* Wrong on purpose: the optional second input is not there, and is read all the same. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void null_pointer(__global const float *restrict in, __global float *restrict out, int has_bias)
{
    __global const float *const bias = has_bias ? in : 0;

    out[get_global_id(0)] = in[get_global_id(0)] + bias[get_global_id(0)]; /* wrong */
}
