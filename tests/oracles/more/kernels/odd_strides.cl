/* An item reads the first COUNT words of its STRIDE words: which neighbours become one access depends on the stride. */
#ifndef COUNT
#define COUNT STRIDE
#endif
#ifndef SHIFT
#define SHIFT 0
#endif
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
#ifdef ARGUMENT
void odd_strides(__global const float *restrict in, __global float *restrict out, __local float *s)
{
#else
void odd_strides(__global const float *restrict in, __global float *restrict out)
{
    __local float s[64 * STRIDE + SHIFT];
#endif
    const uint l = get_local_id(0), group = get_group_id(0);
    for (uint i = l; i < 64 * STRIDE + SHIFT; i += 64)
        s[i] = in[group * 64 * STRIDE + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (uint k = 0; k < COUNT; k++)
        sum = sum * 0.5f + s[l * STRIDE + k + SHIFT];
    out[get_global_id(0)] = sum;
}
