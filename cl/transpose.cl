/*
 * out = in transposed, one tile a work-group, through local memory so that both the read and the write of global
 * memory run along rows. The tile is written by rows and read by columns: there the layout decides.
 */

#if !defined(TILE) || !defined(STEP)
#error "TILE and STEP come from the host"
#endif

#ifdef LAYOUT

/*
 * Which tile a work-group takes. By rows, the groups that run together write tiles in one column of out, and with a
 * power-of-two row length all of them may wait for the same memory channel; along diagonals they spread.
 */
inline uint2 tile_of_group(void)
{
    const uint gx = get_group_id(0), gy = get_group_id(1);
#if DIAGONAL
    return (uint2)((gx + gy) % (uint)get_num_groups(0), gy);
#else
    return (uint2)(gx, gy);
#endif
}

__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1)))
void transpose(__global const REAL *restrict in, __global REAL *restrict out, uint rows, uint cols)
{
    __local REAL tile[TILE_ELEMENTS(TILE, TILE)];

    const uint lane = get_local_id(0), line = get_local_id(1);
    const uint2 group = tile_of_group();
    const uint row0 = group.y * TILE, col0 = group.x * TILE;

    UNROLL
    for (uint i = 0; i < TILE; i += STEP) {
        const uint r = i + line;

        if (row0 + r < rows && col0 + lane < cols)
            tile[tile_index(TILE, r, lane)] = in[(size_t)(row0 + r) * cols + col0 + lane];
    }

    local_barrier(); /* tile written -> tile read */

    UNROLL
    for (uint i = 0; i < TILE; i += STEP) {
        const uint c = i + line;

        if (col0 + c < cols && row0 + lane < rows)
            out[(size_t)(col0 + c) * rows + row0 + lane] = tile[tile_index(TILE, lane, c)];
    }
}

/*
 * The same in vectors of four: each work-item turns a 4 x 4 block in its registers, so that every access of global
 * and of local memory is four elements wide. The tile holds the block's columns as rows.
 */
__kernel __attribute__((reqd_work_group_size(TILE / 4, STEP, 1)))
void transpose_vector(__global const REAL *restrict in, __global REAL *restrict out, uint rows, uint cols)
{
    __local REAL tile[TILE_ELEMENTS(TILE, TILE)] ALIGNED_FOR_4;

    const uint lane = 4 * get_local_id(0), line = get_local_id(1);
    const uint2 group = tile_of_group();
    const uint row0 = group.y * TILE, col0 = group.x * TILE;
    /* Else a row does not start at a vector's boundary. With it, a block lies wholly inside or wholly outside. */
    const bool aligned = rows % 4 == 0 && cols % 4 == 0;

    UNROLL
    for (uint i = 0; i < TILE; i += 4 * STEP) {
        const uint r = i + 4 * line;

        if (aligned && row0 + r < rows && col0 + lane < cols) {
            __global const REAL *source = in + (size_t)(row0 + r) * cols + col0 + lane;
            const REAL_N(4) r0 = *(__global const REAL_N(4) *)source;
            const REAL_N(4) r1 = *(__global const REAL_N(4) *)(source + cols);
            const REAL_N(4) r2 = *(__global const REAL_N(4) *)(source + 2 * (size_t)cols);
            const REAL_N(4) r3 = *(__global const REAL_N(4) *)(source + 3 * (size_t)cols);

            *(__local REAL_N(4) *)&tile[tile_index(TILE, lane + 0, r)] = (REAL_N(4))(r0.x, r1.x, r2.x, r3.x);
            *(__local REAL_N(4) *)&tile[tile_index(TILE, lane + 1, r)] = (REAL_N(4))(r0.y, r1.y, r2.y, r3.y);
            *(__local REAL_N(4) *)&tile[tile_index(TILE, lane + 2, r)] = (REAL_N(4))(r0.z, r1.z, r2.z, r3.z);
            *(__local REAL_N(4) *)&tile[tile_index(TILE, lane + 3, r)] = (REAL_N(4))(r0.w, r1.w, r2.w, r3.w);
        }
        if (!aligned) {
            for (uint y = r; y < r + 4; y++)
                for (uint x = lane; x < lane + 4; x++)
                    if (row0 + y < rows && col0 + x < cols)
                        tile[tile_index(TILE, x, y)] = in[(size_t)(row0 + y) * cols + col0 + x];
        }
    }

    local_barrier(); /* tile written -> tile read */

    UNROLL
    for (uint i = 0; i < TILE; i += STEP) {
        const uint c = i + line;
        __global REAL *target = out + (size_t)(col0 + c) * rows + row0 + lane;

        if (aligned && col0 + c < cols && row0 + lane < rows)
            *(__global REAL_N(4) *)target = *(__local REAL_N(4) *)&tile[tile_index(TILE, c, lane)];
        if (!aligned && col0 + c < cols) {
            for (uint x = 0; x < 4; x++)
                if (row0 + lane + x < rows)
                    target[x] = tile[tile_index(TILE, c, lane + x)];
        }
    }
}

#endif

/* Without local memory: reads run along rows, writes jump by a whole row. */
__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1)))
void transpose_naive(__global const REAL *restrict in, __global REAL *restrict out, uint rows, uint cols)
{
    const uint col = get_group_id(0) * TILE + get_local_id(0);
    const uint row0 = get_group_id(1) * TILE;

    for (uint r = row0 + get_local_id(1); r < min(row0 + TILE, rows); r += STEP)
        if (col < cols)
            out[(size_t)col * rows + r] = in[(size_t)r * cols + col];
}
