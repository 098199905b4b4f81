/* Cheapest way through a grid, several rows a launch, with a halo that is eaten up. */

#define ITEMS 64
#define HALO 1

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void path_finder(int rows, __global const uint *wall, __global const uint *source, __global uint *result, int columns)
{
    __local uint before[ITEMS], now[ITEMS];

    const int tx = get_local_id(0), small = ITEMS - rows * HALO * 2;
    const int x = small * (int)get_group_id(0) - rows * HALO + tx;
    const bool valid = x >= 0 && x < columns;
    const int west = tx == 0 || x <= 0 ? tx : tx - 1, east = tx == ITEMS - 1 || x >= columns - 1 ? tx : tx + 1;
    bool computed = false;

    before[tx] = valid ? source[x] : 0;
    now[tx] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < rows; i++) {
        computed = false;
        if (tx >= i + 1 && tx <= ITEMS - i - 2 && valid) {
            computed = true;
            const uint shortest = min(min(before[west], before[tx]), before[east]);
            now[tx] = shortest + wall[columns * i + x];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == rows - 1)
            break;
        if (computed)
            before[tx] = now[tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (computed)
        result[x] = now[tx];
}
