/* Wrong on purpose: one element of out is never written. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void turn(__global const ELEMENT *restrict in, __global ELEMENT *restrict out)
{
    __local ELEMENT tile[TILE_ELEMENTS(8, 8)];

    const uint row = get_local_id(0) / 8, col = get_local_id(0) % 8;

    tile[tile_index(8, row, col)] = in[get_global_id(0)];
    local_barrier(); /* tile written -> tile read */
    if (get_global_id(0) != UNWRITTEN)
        out[get_global_id(0)] = tile[tile_index(8, col, row)];
}
