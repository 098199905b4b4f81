/* Right: an optional input that is not there, and is asked for before each use. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void null_is_only_compared(__global const float *restrict in, __global float *restrict out, int has_bias)
{
    __global const float *const bias = has_bias ? in : 0;
    const uint g = get_global_id(0);

    out[g] = in[g] + (bias ? bias[g] : 1);
}
