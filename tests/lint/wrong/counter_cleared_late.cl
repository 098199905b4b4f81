/* Wrong: the counter is cleared by the very work-item that counts first, and nobody waits for it. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void counter_cleared_late(__global uint *restrict out)
{
    __local uint counter;

    if (get_local_id(0) == 0)
        counter = 0;
    atomic_inc(&counter); /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* counted -> read */
    out[get_global_id(0)] = counter;
}
