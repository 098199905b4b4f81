/* Wrong on purpose: rows lie one element too close, so that the end of one is the start of the next. */

#define PITCH (TILE_PITCH(8) - 1)

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void turn(__global const ELEMENT *restrict in, __global ELEMENT *restrict out)
{
    __local ELEMENT tile[TILE_ELEMENTS(8, 8)];

    const uint row = get_local_id(0) / 8, col = get_local_id(0) % 8;

    tile[row * PITCH + col] = in[get_global_id(0)];
    local_barrier(); /* tile written -> tile read */
    out[get_global_id(0)] = tile[col * PITCH + row];
}
