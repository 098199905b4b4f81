/*
 * out = one step of a stencil over in: each element becomes the weighted sum of its neighbourhood, those up to RADIUS
 * away in its row and its column (a cross), or in the square around it (a box). Neighbours outside the matrix count as
 * zero. Weights are powers of two: half for the centre, 2^-SHIFT_d for each neighbour at distance d, together one or less.
 * Every element is needed by many outputs. Who fetches it from global memory, once or many times, and where it waits
 * for the others, is all that the variants differ in.
 */

#if !defined(RADIUS) || !defined(BOX)
#error "RADIUS and BOX come from the host"
#endif
#if !defined(SHIFT_1) || !defined(SHIFT_2) || !defined(SHIFT_3) || !defined(SHIFT_4)
#error "the weights SHIFT_1 to SHIFT_4 come from the host"
#endif

#define WEIGHT(shift) ((ELEMENT)1 / (1 << (shift)))

__constant ELEMENT weights[] = { WEIGHT(1), WEIGHT(SHIFT_1), WEIGHT(SHIFT_2), WEIGHT(SHIFT_3), WEIGHT(SHIFT_4) };

/* Whether a neighbour is part of the stencil, and its weight: in a box the greater of the two distances counts. */
#define in_stencil(dy, dx) (BOX || (dy) == 0 || (dx) == 0)
#define absolute(d) ((d) < 0 ? -(d) : (d))
#define weight_of(dy, dx) weights[absolute(dy) > absolute(dx) ? absolute(dy) : absolute(dx)]

/* Places left of or above the matrix are huge as unsigned numbers. */
inline ELEMENT element_or_zero(__global const ELEMENT *restrict in, int row, int col, uint rows, uint cols)
{
    return (uint)row < rows && (uint)col < cols ? in[(size_t)row * cols + (uint)col] : 0;
}

/* The whole sum from global memory, each term with a look at the borders. */
inline ELEMENT sum_or_zeros(__global const ELEMENT *restrict in, int row, int col, uint rows, uint cols)
{
    ELEMENT sum = 0;

    UNROLL
    for (int dy = -RADIUS; dy <= RADIUS; dy++)
        UNROLL
    for (int dx = -RADIUS; dx <= RADIUS; dx++)
        if (in_stencil(dy, dx))
            sum = multiply_add(weight_of(dy, dx), element_or_zero(in, row + dy, col + dx, rows, cols), sum);
    return sum;
}

#ifdef LINES

/* No local memory: neighbouring work-items fetch the same elements, and the cache is left to notice. */
__kernel __attribute__((reqd_work_group_size(LANES, LINES, 1)))
void stencil_naive(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint rows, uint cols)
{
    const uint row = get_global_id(1), col = get_global_id(0);

    if (row < rows && col < cols)
        out[(size_t)row * cols + col] = sum_or_zeros(in, (int)row, (int)col, rows, cols);
}

#endif

#ifdef LAYOUT

#define HALO_ROWS (TILE_ROWS + 2 * RADIUS)
#define HALO_COLS (TILE_COLS + 2 * RADIUS)
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
 * A work-group fetches the elements that its tile of outputs needs, a halo of RADIUS around it included, once and row
 * by row. Then neighbours are neighbours in local memory. Lanes that compute a row of outputs read rows of the tile.
 * With BY_COLUMN they compute a column, and the layout decides how many of its elements lie in one bank.
 */
__kernel __attribute__((reqd_work_group_size(LANES, LINES, 1)))
void stencil_tile(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint rows, uint cols)
{
    __local ELEMENT tile[TILE_ELEMENTS(HALO_ROWS, HALO_COLS)];

    const uint lane = get_local_id(0), line = get_local_id(1);
    const uint row0 = get_group_id(1) * TILE_ROWS, col0 = get_group_id(0) * TILE_COLS;

    UNROLL
    for (uint i = 0; i < HALO_ROWS; i += LINES)
        UNROLL
    for (uint j = 0; j < HALO_COLS; j += LANES) {
        const uint r = i + line, c = j + lane;

        if (r < HALO_ROWS && c < HALO_COLS)
            tile[tile_index(HALO_COLS, r, c)] =
                element_or_zero(in, (int)(row0 + r) - RADIUS, (int)(col0 + c) - RADIUS, rows, cols);
    }

    local_barrier(); /* tile and halo written -> read by the neighbours */

    UNROLL
    for (uint i = 0; i < OUTPUTS; i++) {
        const uint r = output_row(i), c = output_col(i);
        ELEMENT sum = 0;

        UNROLL
        for (int dy = -RADIUS; dy <= RADIUS; dy++)
            UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; dx++)
            if (in_stencil(dy, dx))
                sum = multiply_add(weight_of(dy, dx), tile[tile_index(HALO_COLS, r + RADIUS + dy, c + RADIUS + dx)],
                                   sum);
        if (row0 + r < rows && col0 + c < cols)
            out[(size_t)(row0 + r) * cols + col0 + c] = sum;
    }
}

#endif /* LAYOUT */

#ifdef REACH

/* REACH is RADIUS in whole vectors: with that much beside its own vector, a work-item has all columns it needs. */
#if REACH % WIDTH != 0 || REACH < RADIUS
#error "REACH is a multiple of WIDTH and at least RADIUS"
#endif
#define WINDOW (WIDTH + 2 * REACH)

/* A line of local memory: what the work-items of a row compute, and REACH on either side. */
#define LINE_VECTORS (LANES + 2 * REACH / WIDTH)
#define LINE_COLS (LINE_VECTORS * WIDTH)

/*
 * Where in a line the i-th element from the start of a vector lies. One after the other, a vector is one wide access,
 * but one element of each is an access by strides of WIDTH. In planes, first elements before second ones, the lanes'
 * accesses to any element are neighbours.
 */
#if PLANES
#define cell(vector, i) ((i) % WIDTH * LINE_VECTORS + (vector) + (i) / WIDTH)
#else
#define cell(vector, i) ((vector)*WIDTH + (i))
#endif

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

inline void write_vector(__local ELEMENT *line, uint vector, ELEMENT_W value)
{
    line[cell(vector, 0)] = value.s0;
    line[cell(vector, 1)] = value.s1;
#if WIDTH == 4
    line[cell(vector, 2)] = value.s2;
    line[cell(vector, 3)] = value.s3;
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

/* What a row of inputs adds to WIDTH outputs of the row that lies dy above it. */
inline void add_row(const ELEMENT *window, int dy, ELEMENT *sum)
{
    UNROLL
    for (int dx = -RADIUS; dx <= RADIUS; dx++)
        if (in_stencil(dy, dx))
            UNROLL
    for (int x = 0; x < WIDTH; x++)
        sum[x] = multiply_add(weight_of(dy, dx), window[REACH + x + dx], sum[x]);
}

#ifdef ITEM_ROWS

#define TILE_ROWS (LINES * ITEM_ROWS)
#define HALO_ROWS (TILE_ROWS + 2 * RADIUS)
#define FETCHED_ROWS ((HALO_ROWS + LINES - 1) / LINES) /* by one work-item */
#define FETCHED_VECTORS ((LINE_VECTORS + LANES - 1) / LANES)

/*
 * ITEM_ROWS x WIDTH outputs a work-item: a row of the tile, once read, serves all of its outputs. That makes
 * ITEM_ROWS + 2 RADIUS rows to be read for ITEM_ROWS of outputs, where one output alone reads 2 RADIUS + 1.
 */
__kernel __attribute__((reqd_work_group_size(LANES, LINES, 1)))
void stencil_block(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint rows, uint cols)
{
    __local ELEMENT tile[HALO_ROWS * LINE_COLS] __attribute__((aligned(WIDTH * ELEMENT_BYTES)));

    const uint lane = get_local_id(0), line = get_local_id(1);
    const uint row0 = get_group_id(1) * TILE_ROWS, col0 = get_group_id(0) * LANES * WIDTH;
    ELEMENT_W fetched[FETCHED_ROWS][FETCHED_VECTORS]; /* all on their way before the first is waited for */
    ELEMENT sums[ITEM_ROWS][WIDTH];

    UNROLL
    for (uint i = 0; i < FETCHED_ROWS; i++)
        UNROLL
    for (uint j = 0; j < FETCHED_VECTORS; j++)
        if (lane + j * LANES < LINE_VECTORS)
            fetched[i][j] = vector_or_zeros(in, (int)(row0 + line + i * LINES) - RADIUS,
                                            (int)(col0 + (lane + j * LANES) * WIDTH) - REACH, rows, cols);
    UNROLL
    for (uint i = 0; i < FETCHED_ROWS; i++)
        UNROLL
    for (uint j = 0; j < FETCHED_VECTORS; j++)
        if (line + i * LINES < HALO_ROWS && lane + j * LANES < LINE_VECTORS)
            write_vector(&tile[(line + i * LINES) * LINE_COLS], lane + j * LANES, fetched[i][j]);

    local_barrier(); /* tile and halo written -> read by the neighbours */

    UNROLL
    for (uint i = 0; i < ITEM_ROWS; i++)
        UNROLL
    for (uint x = 0; x < WIDTH; x++)
        sums[i][x] = 0;

    UNROLL
    for (int r = 0; r < ITEM_ROWS + 2 * RADIUS; r++) {
        __local const ELEMENT *const source = &tile[(line * ITEM_ROWS + r) * LINE_COLS];
        ELEMENT window[WINDOW];

        UNROLL
        for (uint i = REACH - RADIUS; i < REACH + WIDTH + RADIUS; i++)
            window[i] = source[cell(lane, i)];
        UNROLL
        for (int i = 0; i < ITEM_ROWS; i++)
            if (absolute(r - RADIUS - i) <= RADIUS)
                add_row(window, r - RADIUS - i, sums[i]);
    }

    UNROLL
    for (uint i = 0; i < ITEM_ROWS; i++)
        store_sums(out, row0 + line * ITEM_ROWS + i, col0 + lane * WIDTH, rows, cols, sums[i]);
}

#endif /* ITEM_ROWS */

#ifdef MARCH_ROWS

#define SIDE_VECTORS (LINE_VECTORS - LANES)

/*
 * A work-group marches down MARCH_ROWS rows, a vector of columns a work-item, and fetches each row once. A row passes
 * through local memory, where the neighbours read it, and then adds to all outputs that it is part of: their sums are
 * what a work-item keeps, 2 RADIUS + 1 of them for each column, in registers. So each step reads one row of local
 * memory, and finishes the output RADIUS above it. The next row travels to registers meanwhile.
 */
__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void stencil_march(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint rows, uint cols)
{
    __local ELEMENT lines[2][LINE_COLS];

    const uint lane = get_local_id(0);
    const int row0 = (int)(get_group_id(1) * MARCH_ROWS) - RADIUS;
    const int left = (int)(get_group_id(0) * LANES * WIDTH) - REACH; /* column of a line's first element */
    /* A work-item's own vector of a line; and one beside them all, which the first lanes fetch. */
    const uint own = lane + REACH / WIDTH, side = lane < REACH / WIDTH ? lane : lane + LANES;
    const bool has_side = lane < SIDE_VECTORS;
    const int own_col = left + (int)(own * WIDTH), side_col = left + (int)(side * WIDTH);
    ELEMENT sums[2 * RADIUS + 1][WIDTH]; /* the first belongs to the output row RADIUS above this step's input */
    ELEMENT_W next = vector_or_zeros(in, row0, own_col, rows, cols), next_side = 0;

    if (has_side)
        next_side = vector_or_zeros(in, row0, side_col, rows, cols);

    UNROLL
    for (uint i = 0; i < 2 * RADIUS + 1; i++)
        UNROLL
    for (uint x = 0; x < WIDTH; x++)
        sums[i][x] = 0;

    for (int step = 0; step < MARCH_ROWS + 2 * RADIUS; step++) {
        __local ELEMENT *const line = lines[step % 2];
        ELEMENT window[WINDOW];

        write_vector(line, own, next);
        if (has_side)
            write_vector(line, side, next_side);

        next = vector_or_zeros(in, row0 + step + 1, own_col, rows, cols);
        if (has_side)
            next_side = vector_or_zeros(in, row0 + step + 1, side_col, rows, cols);

        local_barrier(); /* this line written -> read; the other line, read in the last step -> written in the next */

        UNROLL
        for (uint i = REACH - RADIUS; i < REACH + WIDTH + RADIUS; i++)
            window[i] = line[cell(lane, i)];
        UNROLL
        for (int i = 0; i < 2 * RADIUS + 1; i++)
            add_row(window, RADIUS - i, sums[i]);
        if (step >= 2 * RADIUS)
            store_sums(out, (uint)(row0 + step - RADIUS), (uint)own_col, rows, cols, sums[0]);

        UNROLL
        for (uint i = 0; i < 2 * RADIUS; i++)
            UNROLL
        for (uint x = 0; x < WIDTH; x++)
            sums[i][x] = sums[i + 1][x];
        UNROLL
        for (uint x = 0; x < WIDTH; x++)
            sums[2 * RADIUS][x] = 0;
    }
}

#endif /* MARCH_ROWS */
#endif /* REACH */

#ifdef STRIP_COLS

#define ABREAST 4 /* vectors of outputs at a time: one chain of multiply-adds alone would wait for itself */

/* What vload and vstore take, in one access: PoCL makes them from pieces. */
typedef ELEMENT_W unaligned __attribute__((aligned(ELEMENT_BYTES)));

/* Outputs [first, end) of a row, none of whose neighbours lie outside the matrix. */
inline void inner_columns(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint first, uint end,
                          size_t cols)
{
    uint col = first;

    for (; col + ABREAST * WIDTH <= end; col += ABREAST * WIDTH) {
        ELEMENT_W sums[ABREAST];

#pragma unroll
        for (uint i = 0; i < ABREAST; i++)
            sums[i] = 0;
#pragma unroll
        for (int dy = -RADIUS; dy <= RADIUS; dy++)
#pragma unroll
            for (int dx = -RADIUS; dx <= RADIUS; dx++)
                if (in_stencil(dy, dx))
#pragma unroll
                    for (uint i = 0; i < ABREAST; i++)
                        sums[i] =
                            fma((ELEMENT_W)weight_of(dy, dx),
                                *(__global const unaligned *)(in + dy * (long)cols + col + dx + i * WIDTH), sums[i]);
#pragma unroll
        for (uint i = 0; i < ABREAST; i++)
#if STREAM
            stream_store(sums[i], (__global ELEMENT_W *)(out + col + i * WIDTH));
#else
            *(__global unaligned *)(out + col + i * WIDTH) = sums[i];
#endif
    }
    for (; col < end; col++) {
        ELEMENT sum = 0;

#pragma unroll
        for (int dy = -RADIUS; dy <= RADIUS; dy++)
#pragma unroll
            for (int dx = -RADIUS; dx <= RADIUS; dx++)
                if (in_stencil(dy, dx))
                    sum = fma(weight_of(dy, dx), in[dy * (long)cols + col + dx], sum);
        out[col] = sum;
    }
}

/*
 * For devices whose local memory is ordinary cached memory: a work-item walks down a strip of columns so narrow that the
 * rows around the present one stay in the first cache, and the loads that overlap cost no more than a register would.
 * Only the outputs at the matrix's border look where they read.
 */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void stencil_cpu(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint rows, uint cols,
                 uint strip_rows)
{
    const uint row0 = get_group_id(1) * strip_rows, row_end = min(row0 + strip_rows, rows);
    const uint col0 = get_group_id(0) * STRIP_COLS, col_end = min(col0 + STRIP_COLS, cols);

    for (uint row = row0; row < row_end; row++) {
        const bool is_inner = row >= RADIUS && row + RADIUS < rows;
        __global ELEMENT *const target = out + (size_t)row * cols;
        uint first = is_inner ? min(max(col0, (uint)RADIUS), col_end) : col_end;
        const uint end = is_inner && cols > RADIUS ? max(first, min(col_end, cols - RADIUS)) : first;

#if STREAM
        /* Streaming stores want an aligned address. */
        while (first < end && ((size_t)(target + first)) % sizeof(ELEMENT_W) != 0)
            first++;
#endif
        for (uint col = col0; col < first; col++)
            target[col] = sum_or_zeros(in, (int)row, (int)col, rows, cols);
        inner_columns(in + (size_t)row * cols, target, first, end, cols);
        for (uint col = end; col < col_end; col++)
            target[col] = sum_or_zeros(in, (int)row, (int)col, rows, cols);
    }
}

#endif /* STRIP_COLS */
