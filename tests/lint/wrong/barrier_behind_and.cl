/* Wrong on purpose: the right side of && holds a barrier, and some work-items do not evaluate it. */

static bool next_turn(void)
{
    barrier(CLK_LOCAL_MEM_FENCE); /* wrong */
    return true;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void barrier_behind_and(__global const uint *restrict in, __global uint *restrict out)
{
    const uint value = in[get_global_id(0)];

    out[get_global_id(0)] = value < 8 && next_turn() ? value : 0;
}
