/* Wrong on purpose: several work-items write 1 into one flag; the standard calls it a race all the same. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void same_value_flag(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint found;

    if (get_local_id(0) == 0)
        found = 0;
    barrier(CLK_LOCAL_MEM_FENCE); /* found cleared -> set */
    if (in[get_global_id(0)] < 8)
        found = 1; /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* found set -> read */
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = found;
}
