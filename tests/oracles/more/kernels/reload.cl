/* The same words are read before and after a barrier, and twice in between; QUALIFIER may be volatile. */
#ifndef QUALIFIER
#define QUALIFIER
#endif
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void reload(__global const float *restrict in, __global float *restrict out)
{
    __local QUALIFIER float s[128];
    const uint l = get_local_id(0), g = get_global_id(0);
    s[l] = in[g];
    s[l + 64] = 1.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = s[2 * l] * s[2 * l + 1];
    sum += s[2 * l] - s[2 * l + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += s[2 * l] + s[2 * l + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    s[l] = sum;
    sum += s[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = sum + s[l ^ 1];
}
