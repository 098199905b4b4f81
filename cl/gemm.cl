/*
 * c = alpha a b + beta c: a is m x k, b is k x n, c is m x n, all dense and row-major. From the plain loop to register
 * blocks, and for each step of the way the layouts and barrier placements that make or break it.
 */

/* beta == 0 never reads c: it may hold anything, NaN included. */
inline void store_scaled(__global ELEMENT *c, REAL sum, REAL alpha, REAL beta)
{
    store_real(beta == 0 ? alpha * sum : multiply_add(beta, load_real(c, 0), alpha * sum), c);
}

#if defined(TILE) && defined(STEP)

/* No local memory: every element of a and b is fetched from global memory for each product it is part of. */
__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1)))
void gemm_naive(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b, __global ELEMENT *restrict c,
                uint m, uint n, uint k, REAL alpha, REAL beta)
{
    const size_t row = get_global_id(1), col = get_global_id(0);
    REAL sum = 0;

    if (row >= m || col >= n)
        return;
    for (uint i = 0; i < k; i++)
        sum = multiply_add(load_real(a, row * k + i), load_real(b, (size_t)i * n + col), sum);
    store_scaled(&c[row * n + col], sum, alpha, beta);
}

#ifdef LAYOUT

/* Rows of the tile that one work-item works on. */
#define LINES (TILE / STEP)

/* How b's tile lies: by rows, or turned, so that a sub-group that reads a row of b walks down a column of the tile. */
#if BY_COLUMN
#define b_index(row, col) tile_index(TILE, col, row)
#else
#define b_index(row, col) tile_index(TILE, row, col)
#endif

/* The tile's element (row, col), or zero outside the matrix: zeros add nothing to a sum. */
inline REAL element_or_zero(__global const ELEMENT *restrict matrix, uint row, uint col, uint rows, uint cols)
{
    return row < rows && col < cols ? load_real(matrix, (size_t)row * cols + col) : 0;
}

/* sum[j] += row (line + j STEP) of a's tile times column `lane` of b's. */
inline void multiply_tiles(__local const REAL *tile_a, __local const REAL *tile_b, uint line, uint lane, REAL *sum)
{
    UNROLL
    for (uint i = 0; i < TILE; i++) {
        const REAL value = tile_b[b_index(i, lane)];

        UNROLL
        for (uint j = 0; j < LINES; j++)
            sum[j] = multiply_add(tile_a[tile_index(TILE, line + j * STEP, i)], value, sum[j]);
    }
}

inline void store_lines(__global ELEMENT *restrict c, uint row0, uint col, uint m, uint n, const REAL *sum, REAL alpha,
                        REAL beta)
{
    UNROLL
    for (uint j = 0; j < LINES; j++)
        if (row0 + j * STEP < m && col < n)
            store_scaled(&c[(size_t)(row0 + j * STEP) * n + col], sum[j], alpha, beta);
}

/* One TILE x TILE tile of c a work-group: each element of a and b is fetched once for TILE products. */
inline void gemm_by_tiles(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b,
                          __global ELEMENT *restrict c, uint m, uint n, uint k, REAL alpha, REAL beta,
                          __local REAL *tile_a, __local REAL *tile_b)
{
    const uint lane = get_local_id(0), line = get_local_id(1);
    const uint row0 = get_group_id(1) * TILE, col0 = get_group_id(0) * TILE;
    REAL sum[LINES] = { 0 };

    for (uint k0 = 0; k0 < k; k0 += TILE) {
        UNROLL
        for (uint j = 0; j < LINES; j++) {
            const uint i = line + j * STEP;

            tile_a[tile_index(TILE, i, lane)] = element_or_zero(a, row0 + i, k0 + lane, m, k);
            tile_b[b_index(i, lane)] = element_or_zero(b, k0 + i, col0 + lane, k, n);
        }
        local_barrier(); /* tiles written -> tiles read */
        multiply_tiles(tile_a, tile_b, line, lane, sum);
        local_barrier(); /* tiles read -> tiles written with the next step's */
    }
    store_lines(c, row0 + line, col0 + lane, m, n, sum, alpha, beta);
}

__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1)))
void gemm_tiled(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b, __global ELEMENT *restrict c,
                uint m, uint n, uint k, REAL alpha, REAL beta)
{
    __local REAL tile_a[TILE_ELEMENTS(TILE, TILE)];
    __local REAL tile_b[TILE_ELEMENTS(TILE, TILE)];

    gemm_by_tiles(a, b, c, m, n, k, alpha, beta, tile_a, tile_b);
}

/* The same with local memory that the host hands over as arguments. */
__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1)))
void gemm_tiled_dynamic(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b,
                        __global ELEMENT *restrict c, uint m, uint n, uint k, REAL alpha, REAL beta,
                        __local REAL *restrict tile_a, __local REAL *restrict tile_b)
{
    gemm_by_tiles(a, b, c, m, n, k, alpha, beta, tile_a, tile_b);
}

#if !STORES_HALVES /* a copy converts nothing */

/* Tiles fetched by async_work_group_copy, a row a call; what lies outside the matrices is zeroed by hand. */
inline event_t fetch_tile(__local ELEMENT *tile, __global const ELEMENT *matrix, uint row0, uint col0, uint rows,
                          uint cols, event_t event)
{
    const uint lane = get_local_id(0);
    const uint height = row0 < rows ? min((uint)TILE, rows - row0) : 0;
    const uint width = col0 < cols ? min((uint)TILE, cols - col0) : 0;

    for (uint i = 0; i < height; i++)
        event = async_work_group_copy(&tile[tile_index(TILE, i, 0)], matrix + (size_t)(row0 + i) * cols + col0, width,
                                      event);
    for (uint i = get_local_id(1); i < TILE; i += STEP)
        if (i >= height || lane >= width)
            tile[tile_index(TILE, i, lane)] = 0;
    return event;
}

__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1)))
void gemm_async(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b, __global ELEMENT *restrict c,
                uint m, uint n, uint k, REAL alpha, REAL beta)
{
    __local ELEMENT tile_a[TILE_ELEMENTS(TILE, TILE)];
    __local ELEMENT tile_b[TILE_ELEMENTS(TILE, TILE)];

    const uint lane = get_local_id(0), line = get_local_id(1);
    const uint row0 = get_group_id(1) * TILE, col0 = get_group_id(0) * TILE;
    ELEMENT sum[LINES] = { 0 };

    for (uint k0 = 0; k0 < k; k0 += TILE) {
        event_t event = fetch_tile(tile_a, a, row0, k0, m, k, 0);

        event = fetch_tile(tile_b, b, k0, col0, k, n, event);
        wait_for_copies(event);
        local_barrier(); /* copies and the zeros around them written -> tiles read */
        multiply_tiles(tile_a, tile_b, line, lane, sum);
        local_barrier(); /* tiles read -> tiles written with the next step's */
    }
    store_lines(c, row0 + line, col0 + lane, m, n, sum, alpha, beta);
}

#endif

#ifdef BUFFERS

/*
 * The next step's elements travel to registers while this step multiplies. With one buffer a step needs two barriers:
 * the tile must have been read before it is written. With two buffers the writes go elsewhere, and one is enough.
 */
__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1)))
void gemm_prefetch(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b,
                   __global ELEMENT *restrict c, uint m, uint n, uint k, REAL alpha, REAL beta)
{
    __local REAL tile_a[BUFFERS][TILE_ELEMENTS(TILE, TILE)];
    __local REAL tile_b[BUFFERS][TILE_ELEMENTS(TILE, TILE)];

    const uint lane = get_local_id(0), line = get_local_id(1);
    const uint row0 = get_group_id(1) * TILE, col0 = get_group_id(0) * TILE;
    REAL next_a[LINES], next_b[LINES], sum[LINES] = { 0 };
    uint buffer = 0;

    UNROLL
    for (uint j = 0; j < LINES; j++) {
        tile_a[0][tile_index(TILE, line + j * STEP, lane)] = element_or_zero(a, row0 + line + j * STEP, lane, m, k);
        tile_b[0][b_index(line + j * STEP, lane)] = element_or_zero(b, line + j * STEP, col0 + lane, k, n);
    }
    local_barrier(); /* first tiles written -> read */

    for (uint k0 = 0; k0 < k; k0 += TILE) {
        UNROLL
        for (uint j = 0; j < LINES; j++) {
            const uint i = line + j * STEP;

            next_a[j] = element_or_zero(a, row0 + i, k0 + TILE + lane, m, k);
            next_b[j] = element_or_zero(b, k0 + TILE + i, col0 + lane, k, n);
        }
        multiply_tiles(tile_a[buffer], tile_b[buffer], line, lane, sum);
#if BUFFERS == 1
        local_barrier(); /* tiles read -> written with the next step's */
#else
        buffer = 1 - buffer;
#endif
        UNROLL
        for (uint j = 0; j < LINES; j++) {
            tile_a[buffer][tile_index(TILE, line + j * STEP, lane)] = next_a[j];
            tile_b[buffer][b_index(line + j * STEP, lane)] = next_b[j];
        }
        local_barrier(); /* next tiles written -> read; with two buffers also: read -> written in the next step */
    }
    store_lines(c, row0 + line, col0 + lane, m, n, sum, alpha, beta);
}

#endif /* BUFFERS */
#endif /* LAYOUT */
#endif /* TILE */

#ifdef ITEM_M

#define ITEMS_M (TILE_M / ITEM_M) /* work-items along m, and along n */
#define ITEMS_N (TILE_N / ITEM_N)
#define ITEMS (ITEMS_M * ITEMS_N)
#define FETCH_A (TILE_M * TILE_K / WIDTH / ITEMS) /* vectors that one work-item fetches of each tile */
#define FETCH_B (TILE_K * TILE_N / WIDTH / ITEMS)

/* WIDTH elements of a row; those outside the matrix are zero. */
inline REAL_W vector_or_zeros(__global const ELEMENT *restrict matrix, uint row, uint col, uint rows, uint cols)
{
    __global const ELEMENT *source = matrix + (size_t)row * cols + col;
#if WHOLE
    return load_aligned_reals(WIDTH, source);
#else
    REAL_W value = 0;

    if (row < rows && col + WIDTH - 1 < cols)
        value = load_reals(WIDTH, source);
    else if (row < rows) {
        value.s0 = col < cols ? load_real(source, 0) : 0;
#if WIDTH == 4
        value.s1 = col + 1 < cols ? load_real(source, 1) : 0;
        value.s2 = col + 2 < cols ? load_real(source, 2) : 0;
#endif
    }
    return value;
#endif
}

inline void read_vector(__local const REAL *source, REAL *target)
{
    const REAL_W value = *(__local const REAL_W *)source;

    target[0] = value.s0;
    target[1] = value.s1;
#if WIDTH == 4
    target[2] = value.s2;
    target[3] = value.s3;
#endif
}

/* a's tile lies turned, one row for each k, so that the rows of c that a work-item computes are read as vectors. */
inline void store_turned(__local REAL *tile, uint row, uint k, REAL_W value)
{
    tile[tile_index(TILE_M, k + 0, row)] = value.s0;
    tile[tile_index(TILE_M, k + 1, row)] = value.s1;
#if WIDTH == 4
    tile[tile_index(TILE_M, k + 2, row)] = value.s2;
    tile[tile_index(TILE_M, k + 3, row)] = value.s3;
#endif
}

/* Where the i-th vector that a work-item fetches lies in its tile: neighbours fetch neighbouring vectors of a row. */
#define fetch_row(i, cols) ((lane + (i)*ITEMS) / ((cols) / WIDTH))
#define fetch_col(i, cols) ((lane + (i)*ITEMS) % ((cols) / WIDTH) * WIDTH)

/*
 * ITEM_M x ITEM_N outputs a work-item in registers: one vector of a and one of b serve many multiply-adds, so that
 * arithmetic and not local memory is the limit. A work-item's rows and columns come in vectors, spread over
 * the tile: then a sub-group reads whole lines of local memory. Two buffers, one barrier a step, and the next step's
 * vectors travel to registers meanwhile.
 */
__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemm_blocked(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b, __global ELEMENT *restrict c,
                  uint m, uint n, uint k, REAL alpha, REAL beta)
{
    __local REAL tile_a[2][TILE_ELEMENTS(TILE_K, TILE_M)] __attribute__((aligned(WIDTH * REAL_BYTES)));
    __local REAL tile_b[2][TILE_ELEMENTS(TILE_K, TILE_N)] __attribute__((aligned(WIDTH * REAL_BYTES)));

    const uint lane = get_local_id(0);
    const uint x = lane % ITEMS_N * WIDTH, y = lane / ITEMS_N * WIDTH;
    const uint row0 = get_group_id(1) * TILE_M, col0 = get_group_id(0) * TILE_N;
    REAL_W next_a[FETCH_A], next_b[FETCH_B];
    REAL sum[ITEM_M][ITEM_N];
    uint buffer = 0;

    UNROLL
    for (uint i = 0; i < ITEM_M; i++)
        UNROLL
    for (uint j = 0; j < ITEM_N; j++)
        sum[i][j] = 0;

    UNROLL
    for (uint i = 0; i < FETCH_A; i++)
        store_turned(tile_a[0], fetch_row(i, TILE_K), fetch_col(i, TILE_K),
                     vector_or_zeros(a, row0 + fetch_row(i, TILE_K), fetch_col(i, TILE_K), m, k));
    UNROLL
    for (uint i = 0; i < FETCH_B; i++)
        *(__local REAL_W *)&tile_b[0][tile_index(TILE_N, fetch_row(i, TILE_N), fetch_col(i, TILE_N))] =
            vector_or_zeros(b, fetch_row(i, TILE_N), col0 + fetch_col(i, TILE_N), k, n);
    local_barrier(); /* first tiles written -> read */

    for (uint k0 = 0; k0 < k; k0 += TILE_K) {
        const bool more = k0 + TILE_K < k; /* alike for the whole work-group */

        if (more) {
            UNROLL
            for (uint i = 0; i < FETCH_A; i++)
                next_a[i] = vector_or_zeros(a, row0 + fetch_row(i, TILE_K), k0 + TILE_K + fetch_col(i, TILE_K), m, k);
            UNROLL
            for (uint i = 0; i < FETCH_B; i++)
                next_b[i] = vector_or_zeros(b, k0 + TILE_K + fetch_row(i, TILE_N), col0 + fetch_col(i, TILE_N), k, n);
        }

        UNROLL
        for (uint i = 0; i < TILE_K; i++) {
            REAL column[ITEM_M], row[ITEM_N];

            UNROLL
            for (uint g = 0; g < ITEM_M / WIDTH; g++)
                read_vector(&tile_a[buffer][tile_index(TILE_M, i, y + g * WIDTH * ITEMS_M)], &column[WIDTH * g]);
            UNROLL
            for (uint g = 0; g < ITEM_N / WIDTH; g++)
                read_vector(&tile_b[buffer][tile_index(TILE_N, i, x + g * WIDTH * ITEMS_N)], &row[WIDTH * g]);
            UNROLL
            for (uint r = 0; r < ITEM_M; r++)
                UNROLL
            for (uint s = 0; s < ITEM_N; s++)
                sum[r][s] = multiply_add(column[r], row[s], sum[r][s]);
        }

        buffer = 1 - buffer;
        if (more) {
            UNROLL
            for (uint i = 0; i < FETCH_A; i++)
                store_turned(tile_a[buffer], fetch_row(i, TILE_K), fetch_col(i, TILE_K), next_a[i]);
            UNROLL
            for (uint i = 0; i < FETCH_B; i++)
                *(__local REAL_W *)&tile_b[buffer][tile_index(TILE_N, fetch_row(i, TILE_N), fetch_col(i, TILE_N))] =
                    next_b[i];
        }
        local_barrier(); /* next tiles written -> read; this step's tiles read -> written in the next */
    }

    UNROLL
    for (uint r = 0; r < ITEM_M; r++) {
        const uint row = row0 + y + r % WIDTH + r / WIDTH * WIDTH * ITEMS_M;

        UNROLL
        for (uint s = 0; s < ITEM_N; s++) {
            const uint col = col0 + x + s % WIDTH + s / WIDTH * WIDTH * ITEMS_N;

            if (WHOLE || (row < m && col < n))
                store_scaled(&c[(size_t)row * n + col], sum[r][s], alpha, beta);
        }
    }
}

#endif /* ITEM_M */

#ifdef ROWS

#define COLS (2 * WIDTH)

/* Copies count elements, then zeros up to padded: they add nothing, so the inner loop has no fringe. */
inline void copy_padded(__local ELEMENT *restrict to, __global const ELEMENT *restrict from, uint count, uint padded)
{
    uint i = 0;

    for (; i + WIDTH <= count; i += WIDTH)
        VSTORE(WIDTH)(VLOAD(WIDTH)(0, from + i), 0, to + i);
    for (; i < count; i++)
        to[i] = from[i];
    for (; i < padded; i++)
        to[i] = 0;
}

/* block = strip times panel. Constant bounds over r let the compiler unroll, and keep every sum in a register. */
inline void multiply_strip(__local ELEMENT_W *restrict block, __local const ELEMENT *restrict strip,
                           __local const ELEMENT_W *restrict panel, uint depth)
{
    ELEMENT_W sum[ROWS][2];

#pragma unroll
    for (uint r = 0; r < ROWS; r++)
        sum[r][0] = sum[r][1] = 0;

#pragma unroll 4 /* fewer loop instructions between the multiply-adds */
    for (uint i = 0; i < depth; i++, strip++, panel += 2) {
        const ELEMENT_W left = panel[0], right = panel[1];

#pragma unroll
        for (uint r = 0; r < ROWS; r++) {
            const ELEMENT_W factor = strip[r * TILE_K];

            sum[r][0] = fma(factor, left, sum[r][0]);
            sum[r][1] = fma(factor, right, sum[r][1]);
        }
    }

#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
        block[2 * r] = sum[r][0];
        block[2 * r + 1] = sum[r][1];
    }
}

/* The block's part of c, where c exists. */
inline void store_block(__global ELEMENT *restrict c, uint n, __local const ELEMENT_W *restrict block, uint rows,
                        uint cols, ELEMENT alpha, ELEMENT beta)
{
    if (rows == ROWS && cols == COLS) {
        for (uint r = 0; r < ROWS; r++, c += n) {
            ELEMENT_W left = alpha * block[2 * r], right = alpha * block[2 * r + 1];

            if (beta != 0) {
                left = fma((ELEMENT_W)beta, VLOAD(WIDTH)(0, c), left);
                right = fma((ELEMENT_W)beta, VLOAD(WIDTH)(1, c), right);
            }
            VSTORE(WIDTH)(left, 0, c);
            VSTORE(WIDTH)(right, 1, c);
        }
    } else {
        __local const ELEMENT *product = (__local const ELEMENT *)block;

        for (uint r = 0; r < rows; r++, c += n, product += COLS)
            for (uint col = 0; col < cols; col++)
                store_scaled(&c[col], product[col], alpha, beta);
    }
}

/*
 * For devices whose local memory is ordinary cached memory: one work-item a work-group, so nothing waits at a barrier,
 * and local memory is where matrices are packed into the order in which they are read. A panel of b, TILE_K deep and
 * TILE_N wide, stays in the second-level cache; a strip of ROWS rows of a stays in the first. The inner loop then meets
 * consecutive addresses, however far apart the matrices' rows lie. It keeps ROWS x COLS sums in registers: two vectors
 * and ROWS scalars are loaded for 2 ROWS multiply-adds.
 */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_cpu_packed(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b,
                     __global ELEMENT *restrict c, uint m, uint n, uint k, REAL alpha, REAL beta)
{
    __local ELEMENT_W panel[TILE_N / WIDTH * TILE_K]; /* of b: COLS columns after COLS columns */
    __local ELEMENT strip[ROWS * TILE_K];             /* of a: its rows, TILE_K apart */
    __local ELEMENT_W block[ROWS * 2];                /* the strip times COLS columns of the panel */

    const uint row0 = get_group_id(1) * TILE_M, col0 = get_group_id(0) * TILE_N;
    const uint row_end = min(row0 + TILE_M, m), cols = min((uint)TILE_N, n - col0);

    for (uint k0 = 0; k0 < k; k0 += TILE_K) {
        const uint depth = min((uint)TILE_K, k - k0);
        const ELEMENT keep = k0 == 0 ? beta : 1; /* later panels add to what the first one wrote */

        /* Whole rows of b, although columns would be simpler: their elements may all compete for one cache set. */
        for (uint i = 0; i < depth; i++)
            for (uint col = 0; col < cols; col += COLS)
                copy_padded((__local ELEMENT *)panel + col * TILE_K + i * COLS, b + (size_t)(k0 + i) * n + col0 + col,
                            min((uint)COLS, cols - col), COLS);

        for (uint row = row0; row < row_end; row += ROWS) {
            const uint rows = min((uint)ROWS, row_end - row);

            for (uint r = 0; r < ROWS; r++)
                copy_padded(strip + r * TILE_K, a + (size_t)(row + r) * k + k0, r < rows ? depth : 0, depth);

            for (uint col = 0; col < cols; col += COLS) {
                multiply_strip(block, strip, panel + col / WIDTH * TILE_K, depth);
                store_block(c + (size_t)row * n + col0 + col, n, block, rows, min((uint)COLS, cols - col), alpha,
                            keep);
            }
        }
    }
}

#endif /* ROWS */
