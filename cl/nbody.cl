/*
 * One step of gravitation: for each body the acceleration that all others give it, and its potential. body[j] holds a
 * place and a mass, all in one vector, and with d the way from i to j and r = sqrt(|d|^2 + SOFTENING):
 *     acceleration[i].xyz = sum over j of mass[j] d / r^3,    acceleration[i].w = -sum over the others of mass[j] / r.
 * Softened, a body at the same place gives no acceleration, so i itself needs no exception. Twenty operations a pair.
 * Every work-item needs every body: the question is how a body reaches all lanes at once.
 */

#define VECTOR ELEMENT_N(4)

/* Square of the softening length; exact in any type. */
#define SOFTENING ((ELEMENT)1 / 64)
#define SOFTENING_ROOT ((ELEMENT)1 / 8)

/* Adds what `other` does at `place`: acceleration and mass over distance. */
inline VECTOR add_pull(VECTOR sum, VECTOR place, VECTOR other)
{
    const ELEMENT dx = other.x - place.x, dy = other.y - place.y, dz = other.z - place.z;
    const ELEMENT square = multiply_add(dx, dx, multiply_add(dy, dy, multiply_add(dz, dz, SOFTENING)));
    const ELEMENT inverse = rsqrt(square);
    const ELEMENT potential = other.w * inverse, factor = potential * inverse * inverse;

    return (VECTOR)(multiply_add(factor, dx, sum.x), multiply_add(factor, dy, sum.y), multiply_add(factor, dz, sum.z),
                    sum.w + potential);
}

/* The potential less the body's own part, which stands among the others'. */
inline VECTOR finished(VECTOR sum, ELEMENT mass)
{
    return (VECTOR)(sum.xyz, mass / SOFTENING_ROOT - sum.w);
}

#ifdef GROUP

/* A body that hangs over is the last one again, and is not stored. */
#define body_or_last(body, i, n) (body)[min(i, (n)-1)]

/* Every body from global memory. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void nbody_naive(__global const VECTOR *restrict body, __global VECTOR *restrict out, uint n)
{
    const uint i = get_global_id(0);
    const VECTOR own = body_or_last(body, i, n);
    VECTOR sum = 0;

#pragma unroll 4
    for (uint j = 0; j < n; j++)
        sum = add_pull(sum, own, body[j]);
    if (i < n)
        out[i] = finished(sum, own.w);
}

/* The body at j, or behind the end one without a mass, which pulls nobody: so each tile is whole. */
inline VECTOR body_or_nothing(__global const VECTOR *body, uint j, uint n)
{
    return j < n ? body[j] : (VECTOR)0;
}

#ifdef BODIES

/* Which body of the tile a lane looks at in step k: all at the same, or neighbours at neighbours. */
#if ROTATED
#define turn_of(k, lane) (((k) + (lane)) % GROUP)
#else
#define turn_of(k, lane) (k)
#endif

/* Tiles of one body a work-item; BODIES bodies a work-item, GROUP apart, share what it reads of a tile. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void nbody_tiled(__global const VECTOR *restrict body, __global VECTOR *restrict out, uint n)
{
    __local VECTOR tile[GROUP];

    const uint lane = get_local_id(0), i0 = get_group_id(0) * GROUP * BODIES + lane;
    VECTOR own[BODIES], sum[BODIES];

    UNROLL
    for (uint b = 0; b < BODIES; b++) {
        own[b] = body_or_last(body, i0 + b * GROUP, n);
        sum[b] = 0;
    }

    for (uint start = 0; start < n; start += GROUP) {
        tile[lane] = body_or_nothing(body, start + lane, n);
        local_barrier(); /* tile written -> tile read */
#pragma unroll 8
        for (uint k = 0; k < GROUP; k++) {
            const VECTOR other = tile[turn_of(k, lane)];

            UNROLL
            for (uint b = 0; b < BODIES; b++)
                sum[b] = add_pull(sum[b], own[b], other);
        }
        local_barrier(); /* tile read -> tile written with the next bodies */
    }

    UNROLL
    for (uint b = 0; b < BODIES; b++)
        if (i0 + b * GROUP < n)
            out[i0 + b * GROUP] = finished(sum[b], own[b].w);
}

#endif /* BODIES */

#ifdef PARTS

#define SEGMENT (GROUP / PARTS) /* bodies that a work-group computes, and bodies of a tile's segment */

/*
 * For few bodies: PARTS neighbouring lanes share a body, and each goes along a segment of its own of every tile. In
 * one step they look at places that are a segment apart: the layout decides whether these lie in one bank. In the end
 * their sums meet in the tile, a segment for each part.
 */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void nbody_parts(__global const VECTOR *restrict body, __global VECTOR *restrict out, uint n)
{
    __local VECTOR tile[TILE_ELEMENTS(PARTS, SEGMENT)];

    const uint lane = get_local_id(0), part = lane % PARTS, place = lane / PARTS;
    const uint i0 = get_group_id(0) * SEGMENT;
    const VECTOR own = body_or_last(body, i0 + place, n);
    VECTOR sum = 0;

    for (uint start = 0; start < n; start += GROUP) {
        tile[tile_index(SEGMENT, lane / SEGMENT, lane % SEGMENT)] = body_or_nothing(body, start + lane, n);
        local_barrier(); /* tile written -> tile read */
#pragma unroll 8
        for (uint k = 0; k < SEGMENT; k++)
            sum = add_pull(sum, own, tile[tile_index(SEGMENT, part, k)]);
        local_barrier(); /* tile read -> tile written with the next bodies, or with sums */
    }

    tile[tile_index(SEGMENT, part, place)] = sum;
    local_barrier(); /* parts' sums written -> read */
    if (lane < SEGMENT && i0 + lane < n) {
        VECTOR total = 0;

        for (uint p = 0; p < PARTS; p++)
            total += tile[tile_index(SEGMENT, p, lane)];
        out[i0 + lane] = finished(total, body[i0 + lane].w);
    }
}

#endif /* PARTS */
#endif /* GROUP */

#ifdef SHARE

#define SIDE 2 /* vectors of bodies at a time: what is fetched of another body serves both */
#define AT_ONCE (SIDE * WIDTH)

/* Sums of the bodies whose places lie at `place`, one coordinate after the other; they take the places' room. */
inline void pull_all(__local ELEMENT *restrict place, __global const ELEMENT *restrict body, uint n)
{
    __local ELEMENT_W *const own = (__local ELEMENT_W *)place;
    ELEMENT_W x[SIDE], y[SIDE], z[SIDE], sum_x[SIDE], sum_y[SIDE], sum_z[SIDE], potential[SIDE];

#pragma unroll
    for (uint s = 0; s < SIDE; s++) {
        x[s] = own[s];
        y[s] = own[SIDE + s];
        z[s] = own[2 * SIDE + s];
        sum_x[s] = sum_y[s] = sum_z[s] = potential[s] = 0;
    }

    for (uint j = 0; j < n; j++, body += 4) {
        const ELEMENT_W other_x = body[0], other_y = body[1], other_z = body[2], mass = body[3];

#pragma unroll
        for (uint s = 0; s < SIDE; s++) {
            const ELEMENT_W dx = other_x - x[s], dy = other_y - y[s], dz = other_z - z[s];
            const ELEMENT_W square =
                multiply_add(dx, dx, multiply_add(dy, dy, multiply_add(dz, dz, (ELEMENT_W)SOFTENING)));
            const ELEMENT_W inverse = rsqrt(square);
            const ELEMENT_W pull = mass * inverse, factor = pull * inverse * inverse;

            sum_x[s] = multiply_add(factor, dx, sum_x[s]);
            sum_y[s] = multiply_add(factor, dy, sum_y[s]);
            sum_z[s] = multiply_add(factor, dz, sum_z[s]);
            potential[s] += pull;
        }
    }

#pragma unroll
    for (uint s = 0; s < SIDE; s++) {
        own[s] = sum_x[s];
        own[SIDE + s] = sum_y[s];
        own[2 * SIDE + s] = sum_z[s];
        own[3 * SIDE + s] = potential[s];
    }
}

/*
 * For processors: one work-item a work-group, which takes SHARE bodies, a vector of them at a time. Bodies lie one
 * after the other, vectors want one coordinate of many: local memory is where they are turned, on the way in and out.
 */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void nbody_cpu(__global const ELEMENT *restrict body, __global ELEMENT *restrict out, uint n)
{
    __local ELEMENT turned[4 * AT_ONCE] __attribute__((aligned(CACHE_LINE_BYTES)));

    const uint start = get_group_id(0) * SHARE, end = start + min((uint)SHARE, n - start);

    for (uint i = start; i < end; i += AT_ONCE) {
        const uint count = min((uint)AT_ONCE, end - i);

        for (uint b = 0; b < AT_ONCE; b++)
            for (uint c = 0; c < 3; c++)
                turned[c * AT_ONCE + b] = body[4 * (i + min(b, count - 1)) + c];
        pull_all(turned, body, n);
        for (uint b = 0; b < count; b++) {
            for (uint c = 0; c < 3; c++)
                out[4 * (i + b) + c] = turned[c * AT_ONCE + b];
            out[4 * (i + b) + 3] = body[4 * (i + b) + 3] / SOFTENING_ROOT - turned[3 * AT_ONCE + b];
        }
    }
}

#endif /* SHARE */
