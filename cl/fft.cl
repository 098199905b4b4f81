/*
 * Discrete Fourier transforms of LENGTH complex numbers each, real and imaginary part side by side: to[k] = sum over j
 * of from[j] exp(-2 pi i j k / LENGTH). Stockham's scheme: each pass takes the elements that lie LENGTH / radix apart,
 * multiplies them by roots of unity, makes transforms of radix points of them, and lays the results down so that the
 * last pass has everything in order.
 * A transform back is the same with real and imaginary parts exchanged before and after.
 *
 * roots[n + k], k < n, n a power of two below LENGTH: exp(-pi i k / n). Behind these LENGTH roots, what passes of more
 * points than two need, in the order in which they need it.
 */

#ifndef LENGTH
#error "LENGTH comes from the host, with RADIX and LAYOUT for transforms in local memory"
#endif

#define COMPLEX ELEMENT_N(2)

inline COMPLEX times(COMPLEX a, COMPLEX b)
{
    return (COMPLEX)(multiply_add(a.x, b.x, -(a.y * b.y)), multiply_add(a.x, b.y, a.y * b.x));
}

#ifdef GROUP

/* One pass of radix 2 in global memory; n points make a transform by now, and 2 n will. One pair a work-item. */
inline void add_pair(__global const COMPLEX *from, __global const COMPLEX *roots, __global COMPLEX *to, uint pairs,
                     uint n, bool back, ELEMENT scale)
{
    const uint item = get_global_id(0);
    const uint b = item % (LENGTH / 2), k = b & (n - 1);
    const size_t start = (size_t)(item / (LENGTH / 2)) * LENGTH;

    if (item < pairs) {
        const COMPLEX x = from[start + b], y = from[start + b + LENGTH / 2];
        const COMPLEX even = back ? x.yx : x, odd = times(back ? y.yx : y, roots[n + k]);
        const COMPLEX sum = scale * (even + odd), difference = scale * (even - odd);

        to[start + 2 * b - k] = back ? sum.yx : sum;
        to[start + 2 * b - k + n] = back ? difference.yx : difference;
    }
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void fft_step_first(__global const ELEMENT *restrict in, __global const ELEMENT *restrict roots,
                    __global ELEMENT *restrict to, uint pairs)
{
    add_pair((__global const COMPLEX *)in, (__global const COMPLEX *)roots, (__global COMPLEX *)to, pairs, 1, false,
             1);
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void fft_step(__global ELEMENT *restrict from, __global const ELEMENT *restrict roots, __global ELEMENT *restrict to,
              uint pairs, uint n, uint back, ELEMENT scale)
{
    add_pair((__global const COMPLEX *)from, (__global const COMPLEX *)roots, (__global COMPLEX *)to, pairs, n, back,
             scale);
}

#endif /* GROUP */

#ifdef LAYOUT

#ifndef RADIX
#error "RADIX comes from the host: 32, or 2"
#endif

/* One transform a work-group, and as many points a work-item as there are banks. */
#define POINTS 32
#define ITEMS (LENGTH / POINTS)

/* The passes of radix 32: the second takes what is left of LENGTH, and a third what is left then. */
#define SECOND (LENGTH / 32 < 32 ? LENGTH / 32 : 32)
#define THIRD (LENGTH / 32 / SECOND)

/* The tile has rows of 32 points. Two places that have no bit in common are put together; either may be a constant. */
#define slot(place) tile_index(POINTS, (place) / POINTS, (place) % POINTS)
#if LAYOUT == LAYOUT_SWIZZLED
#define joined_slot(a, b) (slot(a) ^ slot(b))
#else
#define joined_slot(a, b) (slot(a) + slot(b))
#endif

#if ELEMENT_BYTES == 8
#define LITERAL(digits) digits
#else
#define LITERAL(digits) CONCAT(digits, f)
#endif

/* cos(2 pi k / 32), k = 0 .. 8. */
__constant ELEMENT cosines[] = { LITERAL(1.0),
                                 LITERAL(0.98078528040323044913),
                                 LITERAL(0.92387953251128675613),
                                 LITERAL(0.83146961230254523708),
                                 LITERAL(0.70710678118654752440),
                                 LITERAL(0.55557023301960222474),
                                 LITERAL(0.38268343236508977173),
                                 LITERAL(0.19509032201612826785),
                                 LITERAL(0.0) };

/* z exp(-2 pi i k / 32), k = 0 .. 15. */
inline COMPLEX turned(COMPLEX z, uint k)
{
    if (k == 0)
        return z;
    if (k == 8)
        return (COMPLEX)(z.y, -z.x);
    return times(z, k < 8 ? (COMPLEX)(cosines[k], -cosines[8 - k]) : (COMPLEX)(-cosines[16 - k], -cosines[k - 8]));
}

/* Of five bits, the last first. */
inline uint reversed(uint m)
{
    return (m & 1) << 4 | (m & 2) << 2 | (m & 4) | (m & 8) >> 2 | (m & 16) >> 4;
}

/*
 * 32 / radix transforms of radix points each; point j of transform q is z[q + j 32 / radix]. Results come in place of
 * the points, in an order of reversed bits: z[m] then has result reversed(m) % radix.
 */
inline void transform_points(COMPLEX *z, uint radix)
{
    const uint apart = POINTS / radix;

    UNROLL
    for (uint level = 0; level < 5; level++) {
        const uint distance = POINTS / 2 >> level;

        UNROLL
        for (uint m = 0; m < POINTS; m++) {
            if (distance >= apart && !(m & distance)) {
                const COMPLEX a = z[m], b = z[m + distance];

                z[m] = a + b;
                z[m + distance] = turned(a - b, (m % distance & ~(apart - 1)) << level);
            }
        }
    }
}

/* Before a pass of `radix`, when n points make a transform: roots has n for each of the radix points. */
inline void multiply_by_roots(COMPLEX *z, __global const COMPLEX *roots, uint radix, uint n)
{
    const uint apart = POINTS / radix;

    UNROLL
    for (uint m = apart; m < POINTS; m++) {
        const uint b = get_local_id(0) + m % apart * ITEMS; /* which transform of radix points */

        z[m] = times(z[m], roots[m / apart * n + (b & (n - 1))]);
    }
}

/*
 * Where result k of transform b of a pass belongs: spread(b) + k n. It keeps bits apart: so b may be taken piecewise.
 */
inline uint spread(uint b, uint radix, uint n)
{
    return (b & ~(n - 1)) * radix | (b & (n - 1));
}

/* The results of a pass are laid down, and the points of the next are taken up. */
inline void exchange_points(__local COMPLEX *tile, COMPLEX *z, uint radix, uint n)
{
    const uint apart = POINTS / radix, item = get_local_id(0), first = spread(item, radix, n);

    UNROLL
    for (uint m = 0; m < POINTS; m++)
        tile[joined_slot(first, spread(m % apart * ITEMS, radix, n) | reversed(m) % radix * n)] = z[m];
    local_barrier(); /* results written -> taken up as points */
    UNROLL
    for (uint m = 0; m < POINTS; m++)
        z[m] = tile[joined_slot(item, m * ITEMS)];
}

/*
 * Radix 32: all points of a pass's transform are one work-item's, and lie in its registers. The results of the first
 * pass are a row of 32 for each work-item, so what a sub-group writes at once is a column of the tile: there the
 * layout decides. All other accesses run along rows.
 * Radix 2: the same with two points at a time, and an exchange after each pass.
 */
inline void transform(__global const COMPLEX *from, __global const COMPLEX *roots, __global COMPLEX *to, bool back,
                      ELEMENT scale, __local COMPLEX *tile)
{
    const uint item = get_local_id(0);
    const size_t start = (size_t)get_group_id(0) * LENGTH;
    COMPLEX z[POINTS];

    UNROLL
    for (uint m = 0; m < POINTS; m++) {
        const COMPLEX value = from[start + item + m * ITEMS];

        z[m] = back ? value.yx : value;
    }

#if RADIX == 2
    for (uint n = 1; n < LENGTH / 2; n *= 2) {
        multiply_by_roots(z, roots, 2, n);
        transform_points(z, 2);
        exchange_points(tile, z, 2, n);
        local_barrier(); /* points taken up -> results of the next pass written */
    }
    multiply_by_roots(z, roots, 2, LENGTH / 2);
#define LAST 2
#else
    transform_points(z, 32);
    exchange_points(tile, z, 32, 1);
    multiply_by_roots(z, roots + LENGTH, SECOND, 32);
#define LAST SECOND
#if THIRD > 1
    transform_points(z, 32);
    local_barrier(); /* points taken up -> results of the second pass written */
    exchange_points(tile, z, 32, 32);
    multiply_by_roots(z, roots + LENGTH + 32 * SECOND, THIRD, 1024);
#undef LAST
#define LAST THIRD
#endif
#endif
    transform_points(z, LAST);

    UNROLL
    for (uint m = 0; m < POINTS; m++) {
        const COMPLEX value = scale * z[m];

        to[start + item + m % (POINTS / LAST) * ITEMS + reversed(m) % LAST * (LENGTH / LAST)] =
            back ? value.yx : value;
    }
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void fft(__global const ELEMENT *restrict in, __global const ELEMENT *restrict roots, __global ELEMENT *restrict to)
{
    __local COMPLEX tile[TILE_ELEMENTS(LENGTH / POINTS, POINTS)];

    transform((__global const COMPLEX *)in, (__global const COMPLEX *)roots, (__global COMPLEX *)to, false, 1, tile);
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void fft_back(__global ELEMENT *restrict from, __global const ELEMENT *restrict roots, __global ELEMENT *restrict to)
{
    __local COMPLEX tile[TILE_ELEMENTS(LENGTH / POINTS, POINTS)];

    transform((__global const COMPLEX *)from, (__global const COMPLEX *)roots, (__global COMPLEX *)to, true,
              (ELEMENT)1 / LENGTH, tile);
}

#endif /* LAYOUT */

#ifdef SHARES

/*
 * For processors: one work-item a share of the transforms, one transform at a time, in the first-level cache. Real and
 * imaginary parts lie apart there, so that eight neighbours are one vector: the first pass, of radix 8, makes eight
 * transforms side by side and turns their 8 x 8 results; from then on neighbours stay together. Passes of radix 4
 * follow, and one of radix 2 if there is a factor left.
 */
#define VECTOR ELEMENT_N(8)
#define PAIRS ELEMENT_N(16)

/* A vector of points. */
struct points {
    VECTOR re, im;
};

inline struct points added(struct points a, struct points b)
{
    return (struct points){ a.re + b.re, a.im + b.im };
}

inline struct points subtracted(struct points a, struct points b)
{
    return (struct points){ a.re - b.re, a.im - b.im };
}

/* Times -i. */
inline struct points quarter_turned(struct points a)
{
    return (struct points){ a.im, -a.re };
}

inline struct points multiplied(struct points a, struct points b)
{
    return (struct points){ multiply_add(a.re, b.re, -(a.im * b.im)), multiply_add(a.re, b.im, a.im * b.re) };
}

/* Eight complex numbers from where real and imaginary parts alternate. */
inline struct points split(__global const ELEMENT *from)
{
    const PAIRS pairs = VLOAD(16)(0, from);

    return (struct points){ pairs.even, pairs.odd };
}

/*
 * From the real parts in the work space to the imaginary ones; a power of two apart, they would share sets of the
 * cache.
 */
#define PART (LENGTH + CACHE_LINE_BYTES / ELEMENT_BYTES)

inline struct points taken(__local const ELEMENT *from)
{
    return (struct points){ VLOAD(8)(0, from), VLOAD(8)(0, from + PART) };
}

inline void lay(struct points z, __local ELEMENT *to)
{
    VSTORE(8)(z.re, 0, to);
    VSTORE(8)(z.im, 0, to + PART);
}

/* Transforms of four points. */
inline void transform_4(struct points *a, struct points *b, struct points *c, struct points *d)
{
    const struct points even = added(*a, *c), odd = subtracted(*a, *c);
    const struct points sum = added(*b, *d), difference = quarter_turned(subtracted(*b, *d));

    *a = added(even, sum);
    *b = added(odd, difference);
    *c = subtracted(even, sum);
    *d = subtracted(odd, difference);
}

/* Of eight: those of the even and of the odd points, then pairs of their results. */
inline void transform_8(struct points *z)
{
    const ELEMENT diagonal = 0.70710678118654752440;

    transform_4(&z[0], &z[2], &z[4], &z[6]);
    transform_4(&z[1], &z[3], &z[5], &z[7]);

    const struct points odd[4] = {
        z[1],
        { diagonal * (z[3].re + z[3].im), diagonal * (z[3].im - z[3].re) },
        quarter_turned(z[5]),
        { diagonal * (z[7].im - z[7].re), -diagonal * (z[7].re + z[7].im) },
    };
    const struct points even[4] = { z[0], z[2], z[4], z[6] };

#pragma unroll
    for (uint k = 0; k < 4; k++) {
        z[k] = added(even[k], odd[k]);
        z[k + 4] = subtracted(even[k], odd[k]);
    }
}

/* Within each half of two vectors, their first (or last) elements: one by one, then pair by pair. */
#define FIRST(a, b) (VECTOR)(a.s0, b.s0, a.s1, b.s1, a.s4, b.s4, a.s5, b.s5)
#define LAST_OF(a, b) (VECTOR)(a.s2, b.s2, a.s3, b.s3, a.s6, b.s6, a.s7, b.s7)
#define FIRST_PAIRS(a, b) (VECTOR)(a.s01, b.s01, a.s45, b.s45)
#define LAST_PAIRS(a, b) (VECTOR)(a.s23, b.s23, a.s67, b.s67)

/* Element c of each of eight vectors goes to place c of eight. */
inline void lay_turned(VECTOR a0, VECTOR a1, VECTOR a2, VECTOR a3, VECTOR a4, VECTOR a5, VECTOR a6, VECTOR a7,
                       __local ELEMENT *to)
{
    const VECTOR b0 = FIRST(a0, a1), b1 = LAST_OF(a0, a1), b2 = FIRST(a2, a3), b3 = LAST_OF(a2, a3);
    const VECTOR b4 = FIRST(a4, a5), b5 = LAST_OF(a4, a5), b6 = FIRST(a6, a7), b7 = LAST_OF(a6, a7);

    const VECTOR c0 = FIRST_PAIRS(b0, b2), c1 = LAST_PAIRS(b0, b2), c2 = FIRST_PAIRS(b1, b3), c3 = LAST_PAIRS(b1, b3);
    const VECTOR c4 = FIRST_PAIRS(b4, b6), c5 = LAST_PAIRS(b4, b6), c6 = FIRST_PAIRS(b5, b7), c7 = LAST_PAIRS(b5, b7);

    VSTORE(8)((VECTOR)(c0.lo, c4.lo), 0, to);
    VSTORE(8)((VECTOR)(c1.lo, c5.lo), 1, to);
    VSTORE(8)((VECTOR)(c2.lo, c6.lo), 2, to);
    VSTORE(8)((VECTOR)(c3.lo, c7.lo), 3, to);
    VSTORE(8)((VECTOR)(c0.hi, c4.hi), 4, to);
    VSTORE(8)((VECTOR)(c1.hi, c5.hi), 5, to);
    VSTORE(8)((VECTOR)(c2.hi, c6.hi), 6, to);
    VSTORE(8)((VECTOR)(c3.hi, c7.hi), 7, to);
}

inline void first_pass(__global const ELEMENT *restrict from, __local ELEMENT *restrict to, bool back)
{
    for (uint b = 0; b < LENGTH / 8; b += 8) {
        struct points z[8];

#pragma unroll
        for (uint j = 0; j < 8; j++) {
            const struct points value = split(from + 2 * (b + j * (LENGTH / 8)));

            z[j] = back ? (struct points){ value.im, value.re } : value;
        }
        transform_8(z);
        lay_turned(z[0].re, z[1].re, z[2].re, z[3].re, z[4].re, z[5].re, z[6].re, z[7].re, to + 8 * b);
        lay_turned(z[0].im, z[1].im, z[2].im, z[3].im, z[4].im, z[5].im, z[6].im, z[7].im, to + 8 * b + PART);
    }
}

/* A pass of radix 4 when n points make a transform: eight transforms of four points from place b on, roots applied. */
inline void take_four(struct points *z, __local const ELEMENT *from, uint b, struct points first, struct points second,
                      struct points third)
{
    z[0] = taken(from + b);
    z[1] = multiplied(taken(from + b + LENGTH / 4), first);
    z[2] = multiplied(taken(from + b + LENGTH / 2), second);
    z[3] = multiplied(taken(from + b + LENGTH / 4 * 3), third);
    transform_4(&z[0], &z[1], &z[2], &z[3]);
}

inline void middle_pass(__local const ELEMENT *restrict from, __local ELEMENT *restrict to,
                        __global const ELEMENT *restrict roots, uint n)
{
    for (uint k = 0; k < n; k += 8) {
        const struct points first = split(roots + 2 * (2 * n + k)), second = split(roots + 2 * (n + k));
        const struct points third = multiplied(first, second);

        for (uint b = k; b < LENGTH / 4; b += n) {
            struct points z[4];

            take_four(z, from, b, first, second, third);
#pragma unroll
            for (uint j = 0; j < 4; j++)
                lay(z[j], to + 4 * (b - k) + k + j * n);
        }
    }
}

inline void put(struct points z, __global ELEMENT *to, bool back, ELEMENT scale)
{
    PAIRS pairs;

    pairs.even = scale * (back ? z.im : z.re);
    pairs.odd = scale * (back ? z.re : z.im);
    VSTORE(16)(pairs, 0, to);
}

/* The last pass, of radix 4 or 2. */
inline void last_pass(__local const ELEMENT *restrict from, __global const ELEMENT *restrict roots,
                      __global ELEMENT *restrict to, uint radix, bool back, ELEMENT scale)
{
    const uint n = LENGTH / radix;

    for (uint k = 0; k < n; k += 8) {
        const struct points second = split(roots + 2 * (n + k));

        if (radix == 4) {
            const struct points first = split(roots + 2 * (2 * n + k));
            struct points z[4];

            take_four(z, from, k, first, second, multiplied(first, second));
#pragma unroll
            for (uint j = 0; j < 4; j++)
                put(z[j], to + 2 * (k + j * n), back, scale);
        } else {
            const struct points even = taken(from + k), odd = multiplied(taken(from + k + n), second);

            put(added(even, odd), to + 2 * k, back, scale);
            put(subtracted(even, odd), to + 2 * (k + n), back, scale);
        }
    }
}

inline void transform_share(__global const ELEMENT *from, __global const ELEMENT *roots, __global ELEMENT *to,
                            uint batch, bool back, ELEMENT scale, __local ELEMENT *space)
{
    const uint share = get_group_id(0);
    const size_t end = (size_t)batch * (share + 1) / SHARES;

    for (size_t i = (size_t)batch * share / SHARES; i < end; i++) {
        __local ELEMENT *here = space, *there = space + 2 * PART;
        uint n = 8;

        first_pass(from + i * 2 * LENGTH, here, back);
        for (; 4 * n < LENGTH; n *= 4) {
            __local ELEMENT *const was_there = there;

            middle_pass(here, there, roots, n);
            there = here;
            here = was_there;
        }
        if (4 * n == LENGTH)
            last_pass(here, roots, to + i * 2 * LENGTH, 4, back, scale);
        else
            last_pass(here, roots, to + i * 2 * LENGTH, 2, back, scale);
    }
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void fft_cpu(__global const ELEMENT *restrict in, __global const ELEMENT *restrict roots,
             __global ELEMENT *restrict to, uint batch)
{
    __local ELEMENT space[4 * PART] __attribute__((aligned(CACHE_LINE_BYTES)));

    transform_share(in, roots, to, batch, false, 1, space);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void fft_cpu_back(__global ELEMENT *restrict from, __global const ELEMENT *restrict roots,
                  __global ELEMENT *restrict to, uint batch)
{
    __local ELEMENT space[4 * PART] __attribute__((aligned(CACHE_LINE_BYTES)));

    transform_share(from, roots, to, batch, true, (ELEMENT)1 / LENGTH, space);
}

#endif /* SHARES */
