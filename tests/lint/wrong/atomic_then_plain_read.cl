/* Wrong on purpose: the count is read as a plain value while others still count. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void atomic_then_plain_read(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint count;

    const uint l = get_local_id(0);

    if (l == 0)
        count = 0;
    barrier(CLK_LOCAL_MEM_FENCE); /* count cleared -> counted */
    if (l < 32 && in[get_global_id(0)] < 8)
        atomic_inc(&count);
    if (l == 63)
        out[get_group_id(0)] = count; /* wrong */
}
