/* Wrong on purpose: no barrier, so rows are read that later work-items have yet to write. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void turn(__global const ELEMENT *restrict in, __global ELEMENT *restrict out)
{
    __local ELEMENT tile[TILE_ELEMENTS(8, 8)];

    const uint row = get_local_id(0) / 8, col = get_local_id(0) % 8;

    tile[tile_index(8, row, col)] = in[get_global_id(0)];
    out[get_global_id(0)] = tile[tile_index(8, col, row)];
}
