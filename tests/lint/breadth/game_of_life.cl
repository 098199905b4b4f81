/* Cells as bytes in a tile with borders, neighbours summed by vectors. */

#define SIDE 16

__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void game_of_life(__global const uchar *from, __global uchar *to, int width, int height)
{
    __local uchar tile[SIDE + 2][SIDE + 2];

    const int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);

    for (int place = ly * SIDE + lx; place < (SIDE + 2) * (SIDE + 2); place += SIDE * SIDE) {
        const int tx = place % (SIDE + 2), ty = place / (SIDE + 2);
        const int gx = ((int)get_group_id(0) * SIDE + tx - 1 + width) % width;
        const int gy = ((int)get_group_id(1) * SIDE + ty - 1 + height) % height;
        tile[ty][tx] = from[gy * width + gx] & 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    int neighbours = -tile[ly + 1][lx + 1];
    for (int dy = 0; dy < 3; dy++) {
        const uchar3 row = vload3(0, &tile[ly + dy][lx]);
        neighbours += row.x + row.y + row.z;
    }
    to[y * width + x] = neighbours == 3 || (neighbours == 2 && tile[ly + 1][lx + 1]);
}
