/* One word for the whole work-group: a sum, a maximum and a count of what is below a limit, results not used. */
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void atomic_counter(__global const int *restrict in, __global int *restrict out)
{
    __local int sum, highest, low;
    const int l = get_local_id(0), value = in[get_global_id(0)];
    if (l == 0)
        sum = highest = low = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, value);
    atomic_max(&highest, value);
    if (value < 30)
        atomic_inc(&low);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        out[get_group_id(0) * 3] = sum;
        out[get_group_id(0) * 3 + 1] = highest;
        out[get_group_id(0) * 3 + 2] = low;
    }
}
