/* Four adjacent words are read with a store between them: into the same array (SAME), another one, or an argument. */
#ifdef ARGUMENT
#define EXTRA , __local float *log
#else
#define EXTRA
#endif
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void across_store(__global const float *restrict in, __global float *restrict out EXTRA)
{
    __local float s[64 * 4 + 64];
#if !defined SAME && !defined ARGUMENT
    __local float log[64];
#endif
    const uint l = get_local_id(0), g = get_global_id(0);
    for (uint i = 0; i < 5; i++)
        s[l + 64 * i] = in[g * 5 + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = s[l * 4] + s[l * 4 + 1];
#ifdef SAME
    s[256 + l] = sum;
#else
    log[l] = sum;
#endif
    sum *= s[l * 4 + 2] + s[l * 4 + 3];
    sum += s[l * 4];
    barrier(CLK_LOCAL_MEM_FENCE);
#ifdef SAME
    out[g] = sum + s[256 + (l ^ 5)];
#else
    out[g] = sum + log[l ^ 5];
#endif
}
