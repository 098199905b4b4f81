/* Vectors of N elements read and written at places that are no multiple of their size. */
#ifndef N
#define N 3
#endif
#ifndef SHIFT
#define SHIFT 0
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define VEC JOIN(float, N)
#define VLOAD JOIN(vload, N)
#define VSTORE JOIN(vstore, N)
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void vload_unaligned(__global const float *restrict in, __global float *restrict out)
{
    __local float s[64 * N + SHIFT];
    const uint l = get_local_id(0), g = get_global_id(0);
    if (l < SHIFT)
        s[l] = 0.0f;
    VSTORE(VLOAD(g, in), l, s + SHIFT);
    barrier(CLK_LOCAL_MEM_FENCE);
    const VEC own = VLOAD(63 - l, s + SHIFT), shifted = VLOAD(l, s);
    VSTORE(own + shifted, g, out);
}
