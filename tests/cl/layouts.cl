/* Where the device puts each element of a tile: out[row * COLS + col] is its index, and one more says the tile's size. */

__kernel void layouts(__global uint *out)
{
    const uint row = get_global_id(1), col = get_global_id(0);

    out[row * COLS + col] = tile_index(COLS, row, col);
    if (row == 0 && col == 0)
        out[ROWS * COLS] = TILE_ELEMENTS(ROWS, COLS);
}
