/* Wrong on purpose: element 32 of low is element 0 of high where a linker puts one behind the other. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void into_next_array(__global const float *restrict in, __global float *restrict out)
{
    __local float low[32];
    __local float high[32];

    const uint l = get_local_id(0);

    if (l < 32)
        high[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* high written, before low is */
    if (l <= 32)
        low[l] = in[get_global_id(0)]; /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* low and high written -> read */
    out[get_global_id(0)] = low[l % 32] + high[l % 32];
}
