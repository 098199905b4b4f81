/*
 * out = in correlated with EDGE x EDGE coefficients: each output is the sum of products of the coefficients with the
 * square of inputs around its place. Inputs outside the matrix count as zero, so out is as large as in. EDGE^2
 * multiply-adds for each element read and written: from an edge of about seven on, arithmetic is the limit, if local
 * memory lets it.
 */

#ifndef EDGE
#error "EDGE, which is odd, comes from the host"
#endif

#define HALF (EDGE / 2)

/* Places left of or above the matrix are huge as unsigned numbers. */
inline ELEMENT element_or_zero(__global const ELEMENT *restrict in, int row, int col, uint rows, uint cols)
{
    return (uint)row < rows && (uint)col < cols ? in[(size_t)row * cols + (uint)col] : 0;
}

#if defined(LINES) && !defined(ITEM_ROWS)

/* No local memory: each output fetches EDGE^2 inputs and as many coefficients. */
__kernel __attribute__((reqd_work_group_size(LANES, LINES, 1)))
void conv2d_naive(__global const ELEMENT *restrict in, __global const ELEMENT *restrict coefficients,
                  __global ELEMENT *restrict out, uint rows, uint cols)
{
    const uint row = get_global_id(1), col = get_global_id(0);
    ELEMENT sum = 0;

    if (row >= rows || col >= cols)
        return;
    for (int i = 0; i < EDGE; i++)
        UNROLL
    for (int j = 0; j < EDGE; j++)
        sum = multiply_add(coefficients[i * EDGE + j],
                           element_or_zero(in, (int)row + i - HALF, (int)col + j - HALF, rows, cols), sum);
    out[(size_t)row * cols + col] = sum;
}

#ifdef LAYOUT

#define FROM_GLOBAL 0
#define FROM_CONSTANT 1
#define FROM_LOCAL 2

#ifndef COEFFICIENTS
#error "COEFFICIENTS is 0 (read from global memory), 1 (constant memory) or 2 (local memory)"
#endif
#if COEFFICIENTS == FROM_CONSTANT
#define COEFFICIENT_SPACE __constant
#elif COEFFICIENTS == FROM_LOCAL
#define COEFFICIENT_SPACE __local
#else
#define COEFFICIENT_SPACE __global
#endif

#define HALO_ROWS (TILE_ROWS + EDGE - 1)
#define HALO_COLS (TILE_COLS + EDGE - 1)
#define OUTPUTS (TILE_ROWS * TILE_COLS / (LANES * LINES)) /* of one work-item */

/* The i-th output of a work-item within the tile. */
#if BY_COLUMN
#define output_row(i) lane
#define output_col(i) (line + (i)*LINES)
#else
#define output_row(i) (line + (i)*LINES)
#define output_col(i) lane
#endif

/*
 * A work-group fetches the inputs of its tile of outputs once, a halo of HALF around it included, and every product then
 * reads local memory. Lanes that compute a row of outputs read rows of the tile. With BY_COLUMN they compute a column,
 * and the layout decides how many of its elements lie in one bank. All lanes want the same coefficient at a time.
 */
inline void correlate_tile(__global const ELEMENT *restrict in, COEFFICIENT_SPACE const ELEMENT *coefficients,
                           __global ELEMENT *restrict out, uint rows, uint cols, __local ELEMENT *tile)
{
    const uint lane = get_local_id(0), line = get_local_id(1);
    const uint row0 = get_group_id(1) * TILE_ROWS, col0 = get_group_id(0) * TILE_COLS;
    ELEMENT sums[OUTPUTS] = { 0 };

    UNROLL
    for (uint i = 0; i < HALO_ROWS; i += LINES)
        UNROLL
    for (uint j = 0; j < HALO_COLS; j += LANES) {
        const uint r = i + line, c = j + lane;

        if (r < HALO_ROWS && c < HALO_COLS)
            tile[tile_index(HALO_COLS, r, c)] =
                element_or_zero(in, (int)(row0 + r) - HALF, (int)(col0 + c) - HALF, rows, cols);
    }

    local_barrier(); /* tile and halo written, and coefficients where they are local -> read by all */

    for (uint i = 0; i < EDGE; i++)
        UNROLL
    for (uint j = 0; j < EDGE; j++) {
        const ELEMENT factor = coefficients[i * EDGE + j];

        UNROLL
        for (uint k = 0; k < OUTPUTS; k++)
            sums[k] = multiply_add(factor, tile[tile_index(HALO_COLS, output_row(k) + i, output_col(k) + j)], sums[k]);
    }

    UNROLL
    for (uint k = 0; k < OUTPUTS; k++) {
        const uint row = row0 + output_row(k), col = col0 + output_col(k);

        if (row < rows && col < cols)
            out[(size_t)row * cols + col] = sums[k];
    }
}

#if COEFFICIENTS == FROM_GLOBAL

__kernel __attribute__((reqd_work_group_size(LANES, LINES, 1)))
void conv2d_tile(__global const ELEMENT *restrict in, __global const ELEMENT *restrict coefficients,
                 __global ELEMENT *restrict out, uint rows, uint cols)
{
    __local ELEMENT tile[TILE_ELEMENTS(HALO_ROWS, HALO_COLS)];

    correlate_tile(in, coefficients, out, rows, cols, tile);
}

#elif COEFFICIENTS == FROM_CONSTANT

__kernel __attribute__((reqd_work_group_size(LANES, LINES, 1)))
void conv2d_tile_constant(__global const ELEMENT *restrict in, __constant const ELEMENT *restrict coefficients,
                          __global ELEMENT *restrict out, uint rows, uint cols)
{
    __local ELEMENT tile[TILE_ELEMENTS(HALO_ROWS, HALO_COLS)];

    correlate_tile(in, coefficients, out, rows, cols, tile);
}

#else

__kernel __attribute__((reqd_work_group_size(LANES, LINES, 1)))
void conv2d_tile_local(__global const ELEMENT *restrict in, __global const ELEMENT *restrict coefficients,
                       __global ELEMENT *restrict out, uint rows, uint cols)
{
    __local ELEMENT tile[TILE_ELEMENTS(HALO_ROWS, HALO_COLS)];
    __local ELEMENT factors[EDGE * EDGE];

    for (uint i = get_local_id(1) * LANES + get_local_id(0); i < EDGE * EDGE; i += LANES * LINES)
        factors[i] = coefficients[i];
    correlate_tile(in, factors, out, rows, cols, tile);
}

#endif
#endif /* LAYOUT */
#endif

#ifdef ITEM_ROWS

/* REACH is HALF in whole vectors: with that much on either side a tile's rows are fetched as vectors. */
#if REACH % WIDTH != 0 || REACH < HALF || REACH >= HALF + WIDTH
#error "REACH is the least multiple of WIDTH that is not less than HALF"
#endif

#define GROUP_COLS (LANES * WIDTH) /* of outputs: a vector a work-item */
#define TILE_ROWS (LINES * ITEM_ROWS)
#define TILE_COLS (SPREAD * GROUP_COLS)
#define HALO_ROWS (TILE_ROWS + EDGE - 1)
#define HALO_COLS (TILE_COLS + 2 * REACH)
#define HALO_VECTORS (HALO_ROWS * HALO_COLS / WIDTH)
#define ITEMS (LANES * LINES)

/* What WIDTH outputs need of a row: from REACH - HALF on, in whole vectors. */
#define OFFSET (REACH - HALF)
#define WINDOW ((OFFSET + WIDTH + EDGE - 1 + WIDTH - 1) / WIDTH * WIDTH)

/* A row of coefficients in local memory, in whole vectors. */
#define FACTOR_COLS ((EDGE + WIDTH - 1) / WIDTH * WIDTH)

/* WIDTH elements of a row, zero outside the matrix. With WHOLE a vector lies inside or outside, and never across. */
inline ELEMENT_W vector_or_zeros(__global const ELEMENT *restrict in, int row, int col, uint rows, uint cols)
{
#if WHOLE
    const bool inside = (uint)row < rows && (uint)col < cols;

    return inside ? *(__global const ELEMENT_W *)(in + (size_t)row * cols + (uint)col) : (ELEMENT_W)0;
#else
    ELEMENT_W value;

    value.s0 = element_or_zero(in, row, col, rows, cols);
    value.s1 = element_or_zero(in, row, col + 1, rows, cols);
#if WIDTH == 4
    value.s2 = element_or_zero(in, row, col + 2, rows, cols);
    value.s3 = element_or_zero(in, row, col + 3, rows, cols);
#endif
    return value;
#endif
}

inline void store_sums(__global ELEMENT *restrict out, uint row, uint col, uint rows, uint cols, const ELEMENT *sum)
{
    __global ELEMENT *target = out + (size_t)row * cols + col;

#if !WHOLE
    for (uint x = 0; x < WIDTH; x++)
        if (row < rows && col + x < cols)
            target[x] = sum[x];
#elif WIDTH == 4
    if (row < rows && col < cols)
        *(__global ELEMENT_W *)target = (ELEMENT_W)(sum[0], sum[1], sum[2], sum[3]);
#else
    if (row < rows && col < cols)
        *(__global ELEMENT_W *)target = (ELEMENT_W)(sum[0], sum[1]);
#endif
}

/* `count` elements, whole vectors, from local memory to registers. */
inline void read_vectors(__local const ELEMENT *source, uint count, ELEMENT *target)
{
    UNROLL
    for (uint i = 0; i < count; i += WIDTH) {
        const ELEMENT_W value = *(__local const ELEMENT_W *)(source + i);

        target[i] = value.s0;
        target[i + 1] = value.s1;
#if WIDTH == 4
        target[i + 2] = value.s2;
        target[i + 3] = value.s3;
#endif
    }
}

/*
 * What the r-th row of inputs that a work-item reads adds to its rows of outputs: to each with another row of
 * coefficients, or none where the output does not reach it. `all` says that all do. Loops have constant bounds, so that
 * compilers unroll them before they know r.
 */
inline __attribute__((always_inline)) void add_row(__local const ELEMENT *source, __local const ELEMENT *factors,
                                                   int r, bool all, ELEMENT sums[ITEM_ROWS][SPREAD][WIDTH])
{
    ELEMENT window[SPREAD][WINDOW];

    UNROLL
    for (int s = 0; s < SPREAD; s++)
        read_vectors(source + s * GROUP_COLS, WINDOW, window[s]);

    UNROLL
    for (int i = 0; i < ITEM_ROWS; i++) {
        if (all || (r >= i && r - i < EDGE)) {
            ELEMENT factor[FACTOR_COLS];

            read_vectors(factors + (r - i) * FACTOR_COLS, FACTOR_COLS, factor);
            UNROLL
            for (int j = 0; j < EDGE; j++)
                UNROLL
            for (int s = 0; s < SPREAD; s++)
                UNROLL
            for (int x = 0; x < WIDTH; x++)
                sums[i][s][x] = multiply_add(factor[j], window[s][OFFSET + j + x], sums[i][s][x]);
        }
    }
}

/* With all of it unrolled, coefficients wait in registers for the next row of outputs: too many, from an edge of 7 on. */
#if EDGE < 7
#define UNROLL_ROWS UNROLL
#else
#define UNROLL_ROWS _Pragma("unroll 1")
#endif

/*
 * ITEM_ROWS rows of SPREAD vectors of outputs a work-item, so that a vector that was read serves many multiply-adds, and
 * arithmetic is the limit instead of local memory. The vectors of a row are spread over the tile: then a sub-group reads
 * whole lines of local memory. A row of inputs is read once and added to all rows of outputs that it is part of; the
 * first and the last ones are part of fewer. Coefficients come from local memory too: all lanes read the same vector.
 */
__kernel __attribute__((reqd_work_group_size(LANES, LINES, 1)))
void conv2d_block(__global const ELEMENT *restrict in, __global const ELEMENT *restrict coefficients,
                  __global ELEMENT *restrict out, uint rows, uint cols)
{
    __local ELEMENT tile[HALO_ROWS * HALO_COLS] __attribute__((aligned(16)));
    __local ELEMENT factors[EDGE * FACTOR_COLS] __attribute__((aligned(16)));

    const uint lane = get_local_id(0), line = get_local_id(1);
    const uint row0 = get_group_id(1) * TILE_ROWS, col0 = get_group_id(0) * TILE_COLS;
    __local const ELEMENT *const source = tile + line * ITEM_ROWS * HALO_COLS + lane * WIDTH;
    const uint item = line * LANES + lane;
    ELEMENT_W fetched[(HALO_VECTORS + ITEMS - 1) / ITEMS]; /* all on their way before the first is waited for */
    ELEMENT sums[ITEM_ROWS][SPREAD][WIDTH];

    UNROLL
    for (uint i = 0; i * ITEMS < HALO_VECTORS; i++) {
        const uint r = (item + i * ITEMS) * WIDTH / HALO_COLS, c = (item + i * ITEMS) * WIDTH % HALO_COLS;

        fetched[i] = vector_or_zeros(in, (int)(row0 + r) - HALF, (int)(col0 + c) - REACH, rows, cols);
    }
    UNROLL
    for (uint i = 0; i * ITEMS < HALO_VECTORS; i++)
        if (item + i * ITEMS < HALO_VECTORS)
            *(__local ELEMENT_W *)&tile[(item + i * ITEMS) * WIDTH] = fetched[i];
    for (uint i = item; i < EDGE * FACTOR_COLS; i += ITEMS)
        factors[i] = i % FACTOR_COLS < EDGE ? coefficients[i / FACTOR_COLS * EDGE + i % FACTOR_COLS] : 0;

    local_barrier(); /* tile, halo and coefficients written -> read by all */

    UNROLL
    for (uint i = 0; i < ITEM_ROWS; i++)
        UNROLL
    for (uint s = 0; s < SPREAD; s++)
        UNROLL
    for (uint x = 0; x < WIDTH; x++)
        sums[i][s][x] = 0;

    UNROLL
    for (int r = 0; r < ITEM_ROWS - 1; r++)
        add_row(source + r * HALO_COLS, factors, r, false, sums);
    UNROLL_ROWS
    for (int r = ITEM_ROWS - 1; r < EDGE; r++)
        add_row(source + r * HALO_COLS, factors, r, true, sums);
    UNROLL
    for (int r = max(EDGE, ITEM_ROWS - 1); r < EDGE + ITEM_ROWS - 1; r++)
        add_row(source + r * HALO_COLS, factors, r, false, sums);

    UNROLL
    for (uint i = 0; i < ITEM_ROWS; i++)
        UNROLL
    for (uint s = 0; s < SPREAD; s++)
        store_sums(out, row0 + line * ITEM_ROWS + i, col0 + s * GROUP_COLS + lane * WIDTH, rows, cols, sums[i][s]);
}

#endif /* ITEM_ROWS */

#ifdef VECTORS

#define HALO_COLS (TILE_COLS + EDGE - 1)
#define BLOCK_COLS (VECTORS * WIDTH)

/* What vload and vstore take, in one access: PoCL makes them from pieces. */
typedef ELEMENT_W unaligned __attribute__((aligned(ELEMENT_BYTES)));

/*
 * What a block's r-th row of inputs adds to the rows of outputs that reach it; `all` says that all do. Constant bounds
 * let the compiler unroll before it knows r, and keep every sum in a register; not so in a function that is called.
 */
inline __attribute__((always_inline)) void add_row(__local const ELEMENT *source, __global const ELEMENT *coefficients,
                                                   int r, bool all, ELEMENT_W sums[BLOCK_ROWS][VECTORS])
{
#pragma unroll
    for (int j = 0; j < EDGE; j++) {
        ELEMENT_W values[VECTORS];

#pragma unroll
        for (int v = 0; v < VECTORS; v++)
            values[v] = *(__local const unaligned *)(source + j + v * WIDTH);
#pragma unroll
        for (int i = 0; i < BLOCK_ROWS; i++) {
            if (all || (r >= i && r - i < EDGE)) {
                const ELEMENT_W factor = coefficients[(r - i) * EDGE + j];

#pragma unroll
                for (int v = 0; v < VECTORS; v++)
                    sums[i][v] = fma(factor, values[v], sums[i][v]);
            }
        }
    }
}

/* BLOCK_ROWS x BLOCK_COLS outputs, of which height x width exist; at the fringe they go through `block`. */
inline void correlate_block(__local const ELEMENT *restrict source, __global const ELEMENT *restrict coefficients,
                            __global ELEMENT *restrict out, __local ELEMENT *restrict block, uint height, uint width,
                            size_t cols)
{
    ELEMENT_W sums[BLOCK_ROWS][VECTORS];

#pragma unroll
    for (uint i = 0; i < BLOCK_ROWS; i++)
#pragma unroll
        for (uint v = 0; v < VECTORS; v++)
            sums[i][v] = 0;

#pragma unroll
    for (int r = 0; r < BLOCK_ROWS - 1; r++)
        add_row(source + r * HALO_COLS, coefficients, r, false, sums);
    for (int r = BLOCK_ROWS - 1; r < EDGE; r++)
        add_row(source + r * HALO_COLS, coefficients, r, true, sums);
#pragma unroll
    for (int r = max(EDGE, BLOCK_ROWS - 1); r < EDGE + BLOCK_ROWS - 1; r++)
        add_row(source + r * HALO_COLS, coefficients, r, false, sums);

    if (height >= BLOCK_ROWS && width >= BLOCK_COLS) {
#pragma unroll
        for (uint i = 0; i < BLOCK_ROWS; i++)
#pragma unroll
            for (uint v = 0; v < VECTORS; v++)
                *(__global unaligned *)(out + i * cols + v * WIDTH) = sums[i][v];
    } else {
#pragma unroll
        for (uint i = 0; i < BLOCK_ROWS; i++)
#pragma unroll
            for (uint v = 0; v < VECTORS; v++)
                *(__local unaligned *)(block + i * BLOCK_COLS + v * WIDTH) = sums[i][v];
        for (uint i = 0; i < min(height, (uint)BLOCK_ROWS); i++)
            for (uint x = 0; x < min(width, (uint)BLOCK_COLS); x++)
                out[i * cols + x] = block[i * BLOCK_COLS + x];
    }
}

/*
 * For devices whose local memory is ordinary cached memory: one work-item a work-group, so nothing waits at a barrier.
 * The tile's inputs are copied to local memory with zeros where the matrix ends, so that the inner loops look at no
 * border. They keep BLOCK_ROWS x VECTORS vectors of sums in registers: VECTORS loads and BLOCK_ROWS coefficients for
 * BLOCK_ROWS x VECTORS multiply-adds.
 */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void conv2d_cpu(__global const ELEMENT *restrict in, __global const ELEMENT *restrict coefficients,
                __global ELEMENT *restrict out, uint rows, uint cols)
{
    __local ELEMENT tile[(TILE_ROWS + EDGE - 1) * HALO_COLS];
    __local ELEMENT block[BLOCK_ROWS * BLOCK_COLS];

    const uint row0 = get_group_id(1) * TILE_ROWS, col0 = get_group_id(0) * TILE_COLS;
    const uint height = min((uint)TILE_ROWS, rows - row0), width = min((uint)TILE_COLS, cols - col0);
    /* Columns of the tile that the matrix has. */
    const uint first = col0 < HALF ? HALF - col0 : 0, end = min((uint)HALO_COLS, cols - col0 + HALF);

    for (uint r = 0; r < TILE_ROWS + EDGE - 1; r++) {
        const int row = (int)(row0 + r) - HALF;
        const bool exists = (uint)row < rows;
        __local ELEMENT *const target = tile + r * HALO_COLS;
        __global const ELEMENT *const from = in + (size_t)(exists ? row : 0) * cols;

        for (uint c = 0; c < (exists ? first : HALO_COLS); c++)
            target[c] = 0;
        for (uint c = first; exists && c < end; c++)
            target[c] = from[col0 + c - HALF];
        for (uint c = end; exists && c < HALO_COLS; c++)
            target[c] = 0;
    }

    for (uint r = 0; r < height; r += BLOCK_ROWS)
        for (uint c = 0; c < width; c += BLOCK_COLS)
            correlate_block(tile + r * HALO_COLS + c, coefficients, out + (size_t)(row0 + r) * cols + col0 + c, block,
                            height - r, width - c, cols);
}

#endif /* VECTORS */
