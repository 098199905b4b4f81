/* An item writes N adjacent elements of T, and reads one of another item. REVERSED: the last comes first. */
#ifndef T
#define T float
#endif
#ifndef N
#define N 4
#endif
#ifdef REVERSED
#define ELEMENT(k) (N - 1 - (k))
#else
#define ELEMENT(k) (k)
#endif
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
#ifdef ARGUMENT
void joined_stores(__global const T *restrict in, __global T *restrict out, __local T *s)
{
#else
void joined_stores(__global const T *restrict in, __global T *restrict out)
{
    __local T s[64 * N];
#endif
    const uint l = get_local_id(0);
    const T value = in[get_global_id(0)];
#pragma unroll
    for (uint k = 0; k < N; k++)
        s[l * N + ELEMENT(k)] = value + (T)k;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[l] + s[l + 64 * (N - 1)];
}
