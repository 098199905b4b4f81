/* Right: cleared, then counted, then read, with a barrier between each two; none of them can go. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void counter_cleared(__global uint *restrict out)
{
    __local uint counter;

    if (get_local_id(0) == 0)
        counter = 0;
    barrier(CLK_LOCAL_MEM_FENCE); /* cleared -> counted */
    atomic_inc(&counter);
    barrier(CLK_LOCAL_MEM_FENCE); /* counted -> read */
    out[get_global_id(0)] = counter;
}
