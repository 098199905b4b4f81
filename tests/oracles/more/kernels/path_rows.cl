/* Cheapest path through rows: the work-group's valid range shrinks by one item on either side at each row. */
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void path_rows(__global const int *restrict wall, __global int *restrict out, int columns, int rows)
{
    __local int before[64], now[64];
    const int l = get_local_id(0), x = get_global_id(0);
    before[l] = wall[x] % 10;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 1; i < rows; i++) {
        const bool is_inside = l >= i && l <= 63 - i;
        if (is_inside)
            now[l] = min(before[l - 1], min(before[l], before[l + 1])) + wall[i * columns + x] % 10;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (is_inside)
            before[l] = now[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[x] = before[l];
}
