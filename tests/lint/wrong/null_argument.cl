/* Wrong on purpose: the host passes no second input, and the kernel does not ask. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void null_argument(__global const float *restrict in, __global const float *restrict bias, __global float *restrict out)
{
    out[get_global_id(0)] = in[get_global_id(0)] + bias[get_global_id(0)]; /* wrong */
}
