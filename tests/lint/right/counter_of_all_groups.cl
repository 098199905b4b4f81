/* Right: all work-groups take tickets from one counter in global memory, by atomics alone. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void counter_of_all_groups(__global const uint *restrict keys, volatile __global uint *tickets,
                           __global uint *restrict taken)
{
    const uint g = get_global_id(0);

    if (keys[g] % 3 == 0)
        taken[atomic_inc(tickets)] = 1;
}
