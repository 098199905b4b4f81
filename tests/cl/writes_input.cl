/*
 * Wrong on purpose: out is right at the first launch, but in is written (SPOILS), so that the next launch finds another
 * input, or the element before it (SPOILS_GUARD). With neither it is right.
 */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void turn(__global ELEMENT *restrict in, __global ELEMENT *restrict out)
{
    __local ELEMENT tile[TILE_ELEMENTS(8, 8)];

    const uint row = get_local_id(0) / 8, col = get_local_id(0) % 8;

    tile[tile_index(8, row, col)] = in[get_global_id(0)];
    local_barrier(); /* tile written -> tile read */
    out[get_global_id(0)] = tile[tile_index(8, col, row)];
#if SPOILS
    if (get_local_id(0) == 5)
        in[get_global_id(0)] = 1;
#endif
#if SPOILS_GUARD
    if (get_global_id(0) == 0)
        in[-1] = 0;
#endif
}
