/*
 * out = in transposed, one tile a work-group, through local memory so that both the read and the write of global
 * memory run along rows. The tile is written by rows and read by columns: there the layout decides.
 */

#if !(defined(TILE) && defined(STEP)) && !defined(TILE_ROWS)
#error "TILE and STEP come from the host, or the shape of transpose_cpu_blocked"
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

inline void transpose_by_tile(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint rows,
                              uint cols, __local ELEMENT *tile)
{
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

#ifndef WIDTH

__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1)))
void transpose(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint rows, uint cols)
{
    __local ELEMENT tile[TILE_ELEMENTS(TILE, TILE)];

    transpose_by_tile(in, out, rows, cols, tile);
}

/* The same with local memory that the host hands over as an argument. */
__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1)))
void transpose_dynamic(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint rows, uint cols,
                       __local ELEMENT *restrict tile)
{
    transpose_by_tile(in, out, rows, cols, tile);
}

#else

/* Column n of a block that lies in the rows r[0], r[1], ... */
#if WIDTH == 4
#define COLUMN(r, n) (ELEMENT_W)(r[0].s##n, r[1].s##n, r[2].s##n, r[3].s##n)
#elif WIDTH == 2
#define COLUMN(r, n) (ELEMENT_W)(r[0].s##n, r[1].s##n)
#else
#error "WIDTH is 2 or 4"
#endif

/*
 * The same in vectors: each work-item turns a block of WIDTH x WIDTH elements in its registers, so that every access of
 * global and of local memory is WIDTH elements wide. The tile holds the block's columns as rows.
 */
__kernel __attribute__((reqd_work_group_size(TILE / WIDTH, STEP, 1)))
void transpose_vector(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint rows, uint cols)
{
    __local ELEMENT tile[TILE_ELEMENTS(TILE, TILE)] __attribute__((aligned(WIDTH * ELEMENT_BYTES)));

    const uint lane = WIDTH * get_local_id(0), line = get_local_id(1);
    const uint2 group = tile_of_group();
    const uint row0 = group.y * TILE, col0 = group.x * TILE;
    /* Else a row does not start at a vector's boundary. With it, a block lies wholly inside or wholly outside. */
    const bool aligned = rows % WIDTH == 0 && cols % WIDTH == 0;

    UNROLL
    for (uint i = 0; i < TILE; i += WIDTH * STEP) {
        const uint r = i + WIDTH * line;

        if (aligned && row0 + r < rows && col0 + lane < cols) {
            __global const ELEMENT *source = in + (size_t)(row0 + r) * cols + col0 + lane;
            ELEMENT_W block[WIDTH];

#pragma unroll
            for (uint k = 0; k < WIDTH; k++)
                block[k] = *(__global const ELEMENT_W *)(source + k * (size_t)cols);
            *(__local ELEMENT_W *)&tile[tile_index(TILE, lane + 0, r)] = COLUMN(block, 0);
            *(__local ELEMENT_W *)&tile[tile_index(TILE, lane + 1, r)] = COLUMN(block, 1);
#if WIDTH == 4
            *(__local ELEMENT_W *)&tile[tile_index(TILE, lane + 2, r)] = COLUMN(block, 2);
            *(__local ELEMENT_W *)&tile[tile_index(TILE, lane + 3, r)] = COLUMN(block, 3);
#endif
        }
        if (!aligned) {
            for (uint y = r; y < r + WIDTH; y++)
                for (uint x = lane; x < lane + WIDTH; x++)
                    if (row0 + y < rows && col0 + x < cols)
                        tile[tile_index(TILE, x, y)] = in[(size_t)(row0 + y) * cols + col0 + x];
        }
    }

    local_barrier(); /* tile written -> tile read */

    UNROLL
    for (uint i = 0; i < TILE; i += STEP) {
        const uint c = i + line;
        __global ELEMENT *target = out + (size_t)(col0 + c) * rows + row0 + lane;

        if (aligned && col0 + c < cols && row0 + lane < rows)
            *(__global ELEMENT_W *)target = *(__local ELEMENT_W *)&tile[tile_index(TILE, c, lane)];
        if (!aligned && col0 + c < cols) {
            for (uint x = 0; x < WIDTH; x++)
                if (row0 + lane + x < rows)
                    target[x] = tile[tile_index(TILE, c, lane + x)];
        }
    }
}

#endif /* WIDTH */
#endif /* LAYOUT */

#ifdef TILE

/* Without local memory: reads run along rows, writes jump by a whole row. */
__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1)))
void transpose_naive(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint rows, uint cols)
{
    const uint col = get_group_id(0) * TILE + get_local_id(0);
    const uint row0 = get_group_id(1) * TILE;

    for (uint r = row0 + get_local_id(1); r < min(row0 + TILE, rows); r += STEP)
        if (col < cols)
            out[(size_t)col * rows + r] = in[(size_t)r * cols + col];
}

#endif /* TILE */

#ifdef TILE_ROWS

#define LINE (CACHE_LINE_BYTES / ELEMENT_BYTES)
#define STREAM_BYTES 32

/* A row of the tile is a column of the matrix. Without 8 more, rows would share a few sets of the cache. */
#define PITCH (TILE_ROWS + 8)

/* Eight elements that a streaming store takes. */
typedef ELEMENT_N(8) aligned8 __attribute__((aligned(STREAM_BYTES)));

#if TURN == 8

/* Within each half of two vectors, their first (or last) elements: one by one, then pair by pair. */
#define FIRST(a, b) (ELEMENT_N(8))(a.s0, b.s0, a.s1, b.s1, a.s4, b.s4, a.s5, b.s5)
#define LAST(a, b) (ELEMENT_N(8))(a.s2, b.s2, a.s3, b.s3, a.s6, b.s6, a.s7, b.s7)
#define FIRST_PAIRS(a, b) (ELEMENT_N(8))(a.s01, b.s01, a.s45, b.s45)
#define LAST_PAIRS(a, b) (ELEMENT_N(8))(a.s23, b.s23, a.s67, b.s67)

#define ROW(k) *(__global const unaligned8 *)(from + k * cols)
#define COLUMN(k) *(__local ELEMENT_N(8) *)(to + k * PITCH)

/* Three rounds of eight exchanges, each of which the processor has as one instruction. */
inline void turn(__local ELEMENT *restrict to, __global const ELEMENT *restrict from, size_t cols)
{
    const ELEMENT_N(8) a0 = ROW(0), a1 = ROW(1), a2 = ROW(2), a3 = ROW(3);
    const ELEMENT_N(8) a4 = ROW(4), a5 = ROW(5), a6 = ROW(6), a7 = ROW(7);

    const ELEMENT_N(8) b0 = FIRST(a0, a1), b1 = LAST(a0, a1), b2 = FIRST(a2, a3), b3 = LAST(a2, a3);
    const ELEMENT_N(8) b4 = FIRST(a4, a5), b5 = LAST(a4, a5), b6 = FIRST(a6, a7), b7 = LAST(a6, a7);

    const ELEMENT_N(8) c0 = FIRST_PAIRS(b0, b2), c1 = LAST_PAIRS(b0, b2), c2 = FIRST_PAIRS(b1, b3);
    const ELEMENT_N(8) c3 = LAST_PAIRS(b1, b3), c4 = FIRST_PAIRS(b4, b6), c5 = LAST_PAIRS(b4, b6);
    const ELEMENT_N(8) c6 = FIRST_PAIRS(b5, b7), c7 = LAST_PAIRS(b5, b7);

    COLUMN(0) = (ELEMENT_N(8))(c0.lo, c4.lo);
    COLUMN(1) = (ELEMENT_N(8))(c1.lo, c5.lo);
    COLUMN(2) = (ELEMENT_N(8))(c2.lo, c6.lo);
    COLUMN(3) = (ELEMENT_N(8))(c3.lo, c7.lo);
    COLUMN(4) = (ELEMENT_N(8))(c0.hi, c4.hi);
    COLUMN(5) = (ELEMENT_N(8))(c1.hi, c5.hi);
    COLUMN(6) = (ELEMENT_N(8))(c2.hi, c6.hi);
    COLUMN(7) = (ELEMENT_N(8))(c3.hi, c7.hi);
}

#else

inline void turn(__local ELEMENT *restrict to, __global const ELEMENT *restrict from, size_t cols)
{
    const ELEMENT_N(4) a = VLOAD(4)(0, from), b = VLOAD(4)(0, from + cols);
    const ELEMENT_N(4) c = VLOAD(4)(0, from + 2 * cols), d = VLOAD(4)(0, from + 3 * cols);

    VSTORE(4)((ELEMENT_N(4))(a.s0, b.s0, c.s0, d.s0), 0, to);
    VSTORE(4)((ELEMENT_N(4))(a.s1, b.s1, c.s1, d.s1), 0, to + PITCH);
    VSTORE(4)((ELEMENT_N(4))(a.s2, b.s2, c.s2, d.s2), 0, to + 2 * PITCH);
    VSTORE(4)((ELEMENT_N(4))(a.s3, b.s3, c.s3, d.s3), 0, to + 3 * PITCH);
}

#endif

/* A whole tile. While it leaves, it asks for the first rows of the tile at next, a line a column. */
inline void transpose_tile(__global ELEMENT *restrict to, __global const ELEMENT *restrict from,
                           __global const ELEMENT *next, __local ELEMENT *restrict tile, size_t rows, size_t cols,
                           bool aligned)
{
    const uint lines = TILE_COLS / LINE;

    for (size_t r = 0; r < TILE_ROWS; r += TURN)
#pragma unroll 2
        for (size_t c = 0; c < TILE_COLS; c += TURN)
            turn(tile + c * PITCH + r, from + r * cols + c, cols);

    if (aligned) {
        for (size_t c = 0; c < TILE_COLS; c++) {
            prefetch_read(next + c / lines * cols + c % lines * LINE);
#pragma unroll
            for (size_t r = 0; r < TILE_ROWS; r += 8)
                stream_store(*(__local const aligned8 *)(tile + c * PITCH + r),
                             (__global aligned8 *)(to + c * rows + r));
        }
    } else {
        for (size_t c = 0; c < TILE_COLS; c++)
#pragma unroll
            for (size_t r = 0; r < TILE_ROWS; r += 8)
                *(__global unaligned8 *)(to + c * rows + r) = *(__local const ELEMENT_N(8) *)(tile + c * PITCH + r);
    }
}

/* A part of a tile, at the right or lower end of the matrix: piece by piece, and what is left by element. */
inline void transpose_fringe(__global ELEMENT *restrict to, __global const ELEMENT *restrict from,
                             __local ELEMENT *restrict piece, uint height, uint width, size_t rows, size_t cols)
{
    const uint tall = height / TURN * TURN, wide = width / TURN * TURN;

    for (size_t r = 0; r < tall; r += TURN)
        for (size_t c = 0; c < wide; c += TURN) {
            turn(piece, from + r * cols + c, cols);
            for (size_t i = 0; i < TURN; i++)
                for (size_t j = 0; j < TURN; j++)
                    to[(c + i) * rows + r + j] = piece[i * PITCH + j];
        }

    for (size_t r = 0; r < height; r++)
        for (size_t c = r < tall ? wide : 0; c < width; c++)
            to[c * rows + r] = from[r * cols + c];
}

/*
 * For devices whose local memory is ordinary cached memory. Main memory delivers long runs of elements best, and a
 * direct transposition has them on one side only. A tile has them on both: it is filled from runs of TILE_COLS
 * elements, already transposed by pieces that are turned in registers, and leaves in runs of TILE_ROWS; filling and
 * leaving alternate in long bursts. One work-item a work-group, so no barrier; it goes along a strip of TILE_ROWS rows,
 * so that a tile continues the runs of input that its left neighbour began.
 * A plain store first reads the line of cache that it changes. A streaming store does not, a third less traffic, but
 * wants an aligned address: the tile leaves so where all rows of the output begin at one.
 */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void transpose_cpu_blocked(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint rows, uint cols)
{
    __local ELEMENT tile[TILE_COLS * PITCH] __attribute__((aligned(CACHE_LINE_BYTES)));

    const uint row = get_group_id(1) * TILE_ROWS, height = min((uint)TILE_ROWS, rows - row);
    const uint strip = get_group_id(0) * STRIP_COLS, strip_cols = min((uint)STRIP_COLS, cols - strip);
    const bool aligned = ((size_t)out | rows * ELEMENT_BYTES) % STREAM_BYTES == 0;

    for (uint col = 0; col < strip_cols; col += TILE_COLS) {
        const uint width = min((uint)TILE_COLS, strip_cols - col);
        __global const ELEMENT *from = in + (size_t)row * cols + strip + col;
        __global ELEMENT *to = out + (size_t)(strip + col) * rows + row;

        if (height == TILE_ROWS && width == TILE_COLS) {
            const bool last = strip_cols - col < 2 * TILE_COLS;

            transpose_tile(to, from, last ? from : from + TILE_COLS, tile, rows, cols, aligned);
        } else {
            transpose_fringe(to, from, tile, height, width, rows, cols);
        }
    }
}

#endif /* TILE_ROWS */
