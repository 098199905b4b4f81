/* A kernel that takes nothing and gives nothing, but works in local memory. */

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void no_arguments(void)
{
    __local volatile int values[32];

    values[get_local_id(0)] = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    (void)values[31 - get_local_id(0)];
}
