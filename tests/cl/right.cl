/* Each 8 x 8 tile of in turned: right, so that what fails beside it fails for its own fault. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void turn(__global const ELEMENT *restrict in, __global ELEMENT *restrict out)
{
    __local ELEMENT tile[TILE_ELEMENTS(8, 8)];

    const uint row = get_local_id(0) / 8, col = get_local_id(0) % 8;

    tile[tile_index(8, row, col)] = in[get_global_id(0)];
    local_barrier(); /* tile written -> tile read */
    out[get_global_id(0)] = tile[tile_index(8, col, row)];
}
