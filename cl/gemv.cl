/*
 * y = alpha op(a) x + beta y for a row-major matrix a of rows x cols, whose rows begin `pitch` elements apart. op(a)
 * is a itself, or where TRANSPOSED a's transpose. Each element of a is used once, so reading a is all there is to it:
 * what matters is that neighbours read neighbouring elements, that enough of them are under way, and that the partial
 * sums of one output find each other. What lies between cols and pitch may be anything, NaN included.
 */

#ifndef TRANSPOSED
#error "TRANSPOSED comes from the host, and what the variant needs"
#endif

/* beta == 0 never reads y: it may hold anything, NaN included. */
inline void store_scaled(__global ELEMENT *y, ELEMENT sum, ELEMENT alpha, ELEMENT beta)
{
    *y = beta == 0 ? alpha * sum : multiply_add(beta, *y, alpha * sum);
}

/* y has a sum of `length` products for each of `outputs`. */
#if TRANSPOSED
#define OUTPUTS(rows, cols) (cols)
#define LENGTH(rows, cols) (rows)
#define element_of(a, pitch, output, i) a[(size_t)(i) * (pitch) + (output)]
#else
#define OUTPUTS(rows, cols) (rows)
#define LENGTH(rows, cols) (cols)
#define element_of(a, pitch, output, i) a[(size_t)(output) * (pitch) + (i)]
#endif

#ifdef GROUP

/* A work-item an output. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void gemv_naive(__global const ELEMENT *restrict a, __global const ELEMENT *restrict x, __global ELEMENT *restrict y,
                uint rows, uint cols, uint pitch, ELEMENT alpha, ELEMENT beta)
{
    const uint output = get_global_id(0);
    ELEMENT sum = 0;

    if (output >= OUTPUTS(rows, cols))
        return;
    for (uint i = 0; i < LENGTH(rows, cols); i++)
        sum = multiply_add(element_of(a, pitch, output, i), x[i], sum);
    store_scaled(&y[output], sum, alpha, beta);
}

/* The same; x comes by tiles through local memory, where all lanes read the same element at a time. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void gemv_local_x(__global const ELEMENT *restrict a, __global const ELEMENT *restrict x, __global ELEMENT *restrict y,
                  uint rows, uint cols, uint pitch, ELEMENT alpha, ELEMENT beta)
{
    __local ELEMENT tile[GROUP] ALIGNED_FOR_4;

    const uint lane = get_local_id(0), length = LENGTH(rows, cols);
    const uint output = get_global_id(0), last = OUTPUTS(rows, cols) - 1;
    const uint own = min(output, last); /* what hangs over computes the last output again, and does not store it */
    ELEMENT sum = 0;

    for (uint start = 0; start < length; start += GROUP) {
        const uint count = min((uint)GROUP, length - start);

        if (lane < count)
            tile[lane] = x[start + lane];
        local_barrier(); /* tile written -> tile read */
        for (uint i = 0; i < count; i++)
            sum = multiply_add(element_of(a, pitch, own, start + i), tile[i], sum);
        local_barrier(); /* tile read -> tile written with the next elements */
    }
    if (output <= last)
        store_scaled(&y[output], sum, alpha, beta);
}

#endif /* GROUP */

#if defined(LANES) || defined(STRIP)

/*
 * Where the sum of an output is cut into SPLITS parts, whose sums go to `partial`, one row of outputs a part; or
 * where it is not, and the sum is the output.
 */
inline void store_part(__global ELEMENT *y, __global ELEMENT *partial, uint outputs, uint part, uint output,
                       ELEMENT sum, ELEMENT alpha, ELEMENT beta)
{
#if SPLITS > 1
    (void)y;
    (void)alpha;
    (void)beta;
    partial[(size_t)part * outputs + output] = sum;
#else
    (void)partial;
    (void)outputs;
    (void)part;
    store_scaled(&y[output], sum, alpha, beta);
#endif
}

/* Second pass: the parts of each output. */
__kernel void gemv_add_parts(__global ELEMENT *restrict partial, __global ELEMENT *restrict y, uint outputs,
                             ELEMENT alpha, ELEMENT beta)
{
    for (uint output = get_global_id(0); output < outputs; output += get_global_size(0)) {
        ELEMENT sum = 0;

        for (uint part = 0; part < SPLITS; part++)
            sum += partial[(size_t)part * outputs + output];
        store_scaled(&y[output], sum, alpha, beta);
    }
}

#endif

#ifdef WIDTH

inline ELEMENT sum_of(ELEMENT_W value)
{
#if WIDTH == 1
    return value;
#elif WIDTH == 2
    return value.x + value.y;
#else
#if WIDTH == 4
    const ELEMENT_N(4) four = value;
#elif WIDTH == 8
    const ELEMENT_N(4) four = value.lo + value.hi;
#else
    const ELEMENT_N(8) eight = value.lo + value.hi;
    const ELEMENT_N(4) four = eight.lo + eight.hi;
#endif
    return (four.x + four.y) + (four.z + four.w);
#endif
}

#endif

#ifdef LANES

inline ELEMENT_W multiply_add_vector(ELEMENT_W a, ELEMENT_W b, ELEMENT_W c)
{
    return multiply_add(a, b, c);
}

#if TRANSPOSED

/*
 * LANES neighbouring vectors of columns a work-group. Its LINES lines take every LINES-th row each, so that a
 * sub-group reads one row at a time; then the lines' sums meet in local memory, one work-item a column.
 */
__kernel __attribute__((reqd_work_group_size(LANES, LINES, 1)))
void gemv_wide(__global const ELEMENT *restrict a, __global const ELEMENT *restrict x, __global ELEMENT *restrict y,
               uint rows, uint cols, uint pitch, ELEMENT alpha, ELEMENT beta, __global ELEMENT *restrict partial,
               uint part_length)
{
    __local ELEMENT_W sums[LINES * LANES];

    const uint lane = get_local_id(0), line = get_local_id(1), item = line * LANES + lane;
    const uint col0 = get_group_id(0) * LANES * WIDTH;
    const uint start = get_group_id(1) * part_length, end = start + min(part_length, rows - start);
    /* A vector that hangs over reads what lies between cols and pitch. Those columns' sums are never looked at. */
    const bool inside = col0 + lane * WIDTH < cols;
    __global const ELEMENT_W *column = (__global const ELEMENT_W *)(a + (inside ? col0 + lane * WIDTH : 0));
    ELEMENT_W sum = 0;

#pragma unroll 4
    for (uint row = start + line; row < end; row += LINES)
        sum = multiply_add_vector(column[(size_t)row * (pitch / WIDTH)], (ELEMENT_W)x[row], sum);
    sums[item] = sum;
    local_barrier(); /* lines' sums written -> read */

    for (uint col = item; col < LANES * WIDTH; col += LANES * LINES) {
        __local const ELEMENT *own = (__local const ELEMENT *)sums + col;
        ELEMENT total = 0;

        for (uint i = 0; i < LINES; i++)
            total += own[i * LANES * WIDTH];
        if (col0 + col < cols)
            store_part(y, partial, cols, get_group_id(1), col0 + col, total, alpha, beta);
    }
}

#else

/*
 * LINES rows a work-group, all of whose LANES lanes go along all of these rows together: a vector of x serves LINES
 * vectors of a, which are under way at once. The lanes' sums meet in a tree in local memory, its rows side by side.
 */
__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void gemv_wide(__global const ELEMENT *restrict a, __global const ELEMENT *restrict x, __global ELEMENT *restrict y,
               uint rows, uint cols, uint pitch, ELEMENT alpha, ELEMENT beta, __global ELEMENT *restrict partial,
               uint part_length)
{
    __local ELEMENT sums[LINES][LANES + 1]; /* one more, so that a column's elements lie in different banks */

    const uint lane = get_local_id(0), row0 = get_group_id(0) * LINES;
    const uint start = get_group_id(1) * part_length, length = min(part_length, cols - start);
    const uint vectors = length / WIDTH, rest = vectors * WIDTH + lane;
    __global const ELEMENT_W *factors = (__global const ELEMENT_W *)(x + start);
    __global const ELEMENT *row[LINES];
    ELEMENT_W sum[LINES];

    UNROLL
    for (uint i = 0; i < LINES; i++) {
        row[i] = a + (size_t)min(row0 + i, rows - 1) * pitch + start; /* the last row again where there are no more */
        sum[i] = 0;
    }

#pragma unroll 2
    for (uint v = lane; v < vectors; v += LANES) {
        const ELEMENT_W factor = factors[v];

        UNROLL
        for (uint i = 0; i < LINES; i++)
            sum[i] = multiply_add_vector(((__global const ELEMENT_W *)row[i])[v], factor, sum[i]);
    }

    UNROLL
    for (uint i = 0; i < LINES; i++)
        sums[i][lane] = sum_of(sum[i]) + (rest < length ? row[i][rest] * x[start + rest] : 0);
    local_barrier(); /* lanes' sums written -> read by their partners */

    for (uint distance = LANES / 2; distance > 0; distance /= 2) {
        if (lane < distance)
            UNROLL
        for (uint i = 0; i < LINES; i++)
            sums[i][lane] += sums[i][lane + distance];
        local_barrier(); /* this step's sums written -> read in the next */
    }
    if (lane < LINES && row0 + lane < rows)
        store_part(y, partial, rows, get_group_id(1), row0 + lane, sums[lane][0], alpha, beta);
}

#endif /* TRANSPOSED */
#endif /* LANES */

#ifdef STRIP

/*
 * For processors: one work-item a work-group. Long runs of a feed the hardware's prefetching, several rows at a time
 * so that a vector of x, or of the sums, is fetched once for all of them.
 */
#define ROWS 4

#if TRANSPOSED

/* sums[] += x[0] row 0 + ... + x[ROWS - 1] row ROWS - 1, for `width` columns. */
inline void add_rows(__local ELEMENT *restrict sums, __global const ELEMENT *restrict a, size_t pitch,
                     __global const ELEMENT *restrict x, uint width)
{
    uint col = 0;

    for (; col + WIDTH <= width; col += WIDTH) {
        __global const ELEMENT *from = a + col;
        ELEMENT_W sum = VLOAD(WIDTH)(0, sums + col);

#pragma unroll
        for (uint r = 0; r < ROWS; r++, from += pitch)
            sum = multiply_add(VLOAD(WIDTH)(0, from), (ELEMENT_W)x[r], sum);
        VSTORE(WIDTH)(sum, 0, sums + col);
    }
    for (; col < width; col++)
        for (uint r = 0; r < ROWS; r++)
            sums[col] = multiply_add(a[r * pitch + col], x[r], sums[col]);
}

/* A strip of columns, whose sums stay in the first-level cache. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemv_cpu(__global const ELEMENT *restrict a, __global const ELEMENT *restrict x, __global ELEMENT *restrict y,
              uint rows, uint cols, uint pitch, ELEMENT alpha, ELEMENT beta, __global ELEMENT *restrict partial,
              uint part_length)
{
    __local ELEMENT sums[STRIP] __attribute__((aligned(CACHE_LINE_BYTES)));

    const uint col0 = get_group_id(0) * STRIP, width = min((uint)STRIP, cols - col0);
    const uint start = get_group_id(1) * part_length, end = start + min(part_length, rows - start);
    uint row = start;

    for (uint col = 0; col < STRIP; col++)
        sums[col] = 0;
    for (; row + ROWS <= end; row += ROWS)
        add_rows(sums, a + (size_t)row * pitch + col0, pitch, x + row, width);
    for (; row < end; row++)
        for (uint col = 0; col < width; col++)
            sums[col] = multiply_add(a[(size_t)row * pitch + col0 + col], x[row], sums[col]);
    for (uint col = 0; col < width; col++)
        store_part(y, partial, cols, get_group_id(1), col0 + col, sums[col], alpha, beta);
}

#else

/* sums[] = the products of ROWS rows and x, `length` columns of them. */
inline void multiply_rows(ELEMENT *sums, __global const ELEMENT *restrict a, const size_t *offset,
                          __global const ELEMENT *restrict x, uint length)
{
    ELEMENT_W sum[ROWS];
    uint col = 0;

#pragma unroll
    for (uint r = 0; r < ROWS; r++)
        sum[r] = 0;
    for (; col + WIDTH <= length; col += WIDTH) {
        const ELEMENT_W factor = VLOAD(WIDTH)(0, x + col);

#pragma unroll
        for (uint r = 0; r < ROWS; r++)
            sum[r] = multiply_add(VLOAD(WIDTH)(0, a + offset[r] + col), factor, sum[r]);
    }
#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
        sums[r] = sum_of(sum[r]);
        for (uint i = col; i < length; i++)
            sums[r] = multiply_add(a[offset[r] + i], x[i], sums[r]);
    }
}

/* A strip of rows. The last row is taken again where there are no more. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemv_cpu(__global const ELEMENT *restrict a, __global const ELEMENT *restrict x, __global ELEMENT *restrict y,
              uint rows, uint cols, uint pitch, ELEMENT alpha, ELEMENT beta, __global ELEMENT *restrict partial,
              uint part_length)
{
    const uint row0 = get_group_id(0) * STRIP, row_end = min(row0 + STRIP, rows);
    const uint start = get_group_id(1) * part_length, length = min(part_length, cols - start);

    for (uint row = row0; row < row_end; row += ROWS) {
        ELEMENT sums[ROWS];
        size_t offset[ROWS];

#pragma unroll
        for (uint r = 0; r < ROWS; r++)
            offset[r] = (size_t)min(row + r, row_end - 1) * pitch;
        multiply_rows(sums, a + start, offset, x + start, length);
        for (uint r = 0; r < min((uint)ROWS, row_end - row); r++)
            store_part(y, partial, rows, get_group_id(1), row + r, sums[r], alpha, beta);
    }
}

#endif /* TRANSPOSED */
#endif /* STRIP */
