/* Sums of absolute differences of 4 x 4 blocks, then of 8 x 8 from them, in 16 bits. */

#define SEARCH 8

__kernel void sad_4x4(__global const uchar *frame, __global const uchar *before, __global ushort *sads, int width)
{
    const int place = get_local_id(0), block = get_group_id(0), blocks_x = (width - SEARCH) / 4;
    const int bx = block % blocks_x * 4, by = block / blocks_x * 4;
    const int dx = place % SEARCH, dy = place / SEARCH;
    ushort sum = 0;

    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++)
            sum += abs_diff(frame[(by + y) * width + bx + x], before[(by + y + dy) * width + bx + x + dx]);
    sads[block * SEARCH * SEARCH + place] = sum;
}

__kernel void sad_8x8(__global const ushort *small, __global ushort *large, int blocks_x)
{
    const int place = get_local_id(0), x = get_group_id(0) * 2, y = get_group_id(1) * 2;
    uint sum = 0;

    for (int i = 0; i < 4; i++)
        sum += small[((y + i / 2) * blocks_x + x + (i & 1)) * SEARCH * SEARCH + place] & 0xff;
    const uint block = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    large[block * SEARCH * SEARCH + place] = (ushort)min(sum, 0xffffu);
}
