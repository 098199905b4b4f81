/*
 * out[0] = the sum of a's n elements, the greatest of them (IS_MAX), or the sum of the products a[i] b[i] (IS_DOT).
 * The same tree in local memory walked in three orders, then kernels that need less and less of it.
 *
 * The greatest is that of fmax(): NaN is passed over, and comes out only where there is nothing else. Zeros are equal
 * whatever their signs, and either may come out. Denormal numbers may count as zeros.
 */

#if !defined(IS_MAX) || !defined(IS_DOT) || !defined(GROUP)
#error "IS_MAX, IS_DOT and GROUP come from the host"
#endif

/* What changes no result. Of the zeros that is the negative one: it leaves a sum of negative zeros alone. */
#if IS_MAX
#define NEUTRAL ((ELEMENT)NAN)
#define combine(x, y) fmax(x, y)
#else
#define NEUTRAL ((ELEMENT)(-0.0f))
#define combine(x, y) ((x) + (y))
#endif

/* What is folded: term(i), one of it. Without IS_DOT b is a as well, and is not read. */
#if IS_DOT
#define term(i) (a[i] * b[i])
#define fold_term(so_far, i) multiply_add(a[i], b[i], so_far)
#else
#define term(i) (a[i])
#define fold_term(so_far, i) combine(so_far, a[i])
#endif

/* How the tree is walked. */
#define DIVERGENT 0
#define STRIDED 1
#define SEQUENTIAL 2
#ifndef STEPS
#define STEPS SEQUENTIAL
#endif

/* values[0] = all GROUP of them, a power of two: half as many at each step. */
inline void fold_group(__local ELEMENT *values)
{
    const uint lane = get_local_id(0);

#if STEPS == DIVERGENT
    /* Every work-item stays at its own value: soon one in 32 is left to work, and all sub-groups still run. */
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        if (lane % (2 * distance) == 0)
            values[lane] = combine(values[lane], values[lane + distance]);
        local_barrier(); /* this step's values written -> read in the next */
    }
#elif STEPS == STRIDED
    /* The first work-items do all the work, whole sub-groups have none; but their values lie ever further apart. */
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        const uint i = 2 * distance * lane;

        if (i < GROUP)
            values[i] = combine(values[i], values[i + distance]);
        local_barrier(); /* this step's values written -> read in the next */
    }
#else
    /* The first half takes the second half's values: both lie side by side, at every step. */
    for (uint distance = GROUP / 2; distance > 0; distance /= 2) {
        if (lane < distance)
            values[lane] = combine(values[lane], values[lane + distance]);
        local_barrier(); /* this step's values written -> read in the next */
    }
#endif
}

/* *out = the group's own values, one from each work-item. */
inline void fold_into(__global ELEMENT *out, ELEMENT own, __local ELEMENT *values)
{
    values[get_local_id(0)] = own;
    local_barrier(); /* values written -> read by their partners */
    fold_group(values);
    if (get_local_id(0) == 0)
        *out = values[0];
}

/* One element a work-item: out has one partial result for each group. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void reduce_tree(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b,
                 __global ELEMENT *restrict out, uint n)
{
    __local ELEMENT values[GROUP];

    const uint i = get_global_id(0);

    fold_into(&out[get_group_id(0)], i < n ? term(i) : NEUTRAL, values);
}

/* The same for partial results. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void reduce_tree_again(__global const ELEMENT *restrict partials, __global ELEMENT *restrict out, uint n)
{
    __local ELEMENT values[GROUP];

    const uint i = get_global_id(0);

    fold_into(&out[get_group_id(0)], i < n ? partials[i] : NEUTRAL, values);
}

/* One group folds all partial results. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void reduce_partials(__global const ELEMENT *restrict partials, __global ELEMENT *restrict out, uint n)
{
    __local ELEMENT values[GROUP];

    ELEMENT own = NEUTRAL;

    for (uint i = get_local_id(0); i < n; i += GROUP)
        own = combine(own, partials[i]);
    fold_into(out, own, values);
}

/* Each work-item folds what it loads, as far as its share goes, before it takes part in the tree. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void reduce_first_add(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b,
                      __global ELEMENT *restrict out, uint n)
{
    __local ELEMENT values[GROUP];

    ELEMENT own = NEUTRAL;

    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        own = fold_term(own, i);
    fold_into(&out[get_group_id(0)], own, values);
}

#ifdef WIDTH

/* A vector's elements, one after the other. */
inline ELEMENT fold_vector(ELEMENT_W vector)
{
#if WIDTH == 1
    return vector;
#else
    const ELEMENT *parts = (const ELEMENT *)&vector;
    ELEMENT folded = NEUTRAL;

    UNROLL
    for (uint i = 0; i < WIDTH; i++)
        folded = combine(folded, parts[i]);
    return folded;
#endif
}

/* The i-th vector of the a, b, folded in. */
inline ELEMENT_W fold_terms(ELEMENT_W so_far, __global const ELEMENT *restrict a, __global const ELEMENT *restrict b,
                            uint i)
{
    const ELEMENT_W from_a = ((__global const ELEMENT_W *)a)[i];
#if IS_DOT
    const ELEMENT_W from_b = ((__global const ELEMENT_W *)b)[i];

    return multiply_add(from_a, from_b, so_far);
#else
    return combine(so_far, from_a);
#endif
}

#ifdef IN_FLIGHT

/*
 * A work-item's share in vectors. IN_FLIGHT of them are folded apart, so that none waits for another, neither the
 * loads nor the additions: memory is fast only while much is asked of it at once.
 */
inline ELEMENT fold_share(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b, uint n)
{
    const uint item = get_global_id(0), items = get_global_size(0), vectors = n / WIDTH;
    ELEMENT_W shares[IN_FLIGHT];
    ELEMENT own = NEUTRAL;
    uint i = item;

    UNROLL
    for (uint j = 0; j < IN_FLIGHT; j++)
        shares[j] = NEUTRAL;
    for (; i + (IN_FLIGHT - 1) * items < vectors; i += IN_FLIGHT * items) {
        UNROLL
        for (uint j = 0; j < IN_FLIGHT; j++)
            shares[j] = fold_terms(shares[j], a, b, i + j * items);
    }
    for (; i < vectors; i += items)
        shares[0] = fold_terms(shares[0], a, b, i);
    if (item < n % WIDTH)
        own = term(vectors * WIDTH + item);

    UNROLL
    for (uint j = 1; j < IN_FLIGHT; j++)
        shares[0] = combine(shares[0], shares[j]);
    return combine(own, fold_vector(shares[0]));
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void reduce_vector(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b,
                   __global ELEMENT *restrict out, uint n)
{
    __local ELEMENT values[GROUP];

    fold_into(&out[get_group_id(0)], fold_share(a, b, n), values);
}

/* The same with local memory that the host hands over as an argument. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void reduce_vector_dynamic(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b,
                           __global ELEMENT *restrict out, uint n, __local ELEMENT *restrict values)
{
    fold_into(&out[get_group_id(0)], fold_share(a, b, n), values);
}

#ifdef SUB_GROUPS

/* Without a barrier within a sub-group: local memory holds one value for each, and two barriers are all there are. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void reduce_sub_group(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b,
                      __global ELEMENT *restrict out, uint n)
{
    __local ELEMENT values[SUB_GROUPS];

#if IS_MAX
    const ELEMENT own = sub_group_fmax(fold_share(a, b, n));
#else
    const ELEMENT own = sub_group_sum(fold_share(a, b, n));
#endif

    if (sub_group_lane() == 0)
        values[sub_group_place()] = own;
    local_barrier(); /* sub-groups' values written -> read by the first work-item */
    if (get_local_id(0) == 0) {
        ELEMENT folded = NEUTRAL;

        for (uint i = 0; i < sub_group_count(); i++)
            folded = combine(folded, values[i]);
        out[get_group_id(0)] = folded;
    }
}

#endif /* SUB_GROUPS */

/*
 * One launch. Each group leaves its partial result and counts itself; the one that is last to do so knows that all
 * others have, and folds them.
 * What OpenCL 1.2 promises between groups is little: a barrier does not reach beyond the own one. So the partial
 * result is stored, then a fence keeps that store before the atomic addition that announces it; the last group's
 * fence keeps its loads behind its own addition. `volatile` makes them go to memory, past whatever an earlier load
 * left in the compute unit's own cache. No group ever waits for another, so nothing depends on which of them run at a
 * time. `finished` is 0 when the launch begins, and the last group leaves it so.
 */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void reduce_one_pass(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b,
                     __global ELEMENT *restrict out, uint n, volatile __global ELEMENT *partials,
                     volatile __global uint *finished)
{
    __local ELEMENT values[GROUP];
    __local uint is_last[1];

    const uint lane = get_local_id(0), groups = get_num_groups(0);
    ELEMENT own = NEUTRAL;

    values[lane] = fold_share(a, b, n);
    local_barrier(); /* values written -> read by their partners */
    fold_group(values);
    if (lane == 0) {
        partials[get_group_id(0)] = values[0];
        device_fence(); /* the partial result stored -> announced */
        is_last[0] = atomic_inc(finished) == groups - 1;
    }
    local_barrier(); /* is_last written -> read; the tree read -> values written anew */
    if (is_last[0]) {
        device_fence(); /* all are known to be there -> they are read */
        for (uint i = lane; i < groups; i += GROUP)
            own = combine(own, partials[i]);
        fold_into(out, own, values);
        if (lane == 0)
            *finished = 0;
    }
}

#endif /* IN_FLIGHT */

#ifdef SHARE

#define PAGE_BYTES 4096
#define APART 4 /* vectors that are folded apart, so that additions do not wait for one another */
#define STRETCH (256 * APART)

/* Asks for the vector a page further on. */
inline void prefetch_terms(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b, uint i)
{
    prefetch_read((__global const char *)((__global const ELEMENT_W *)a + i) + PAGE_BYTES);
#if IS_DOT
    prefetch_read((__global const char *)((__global const ELEMENT_W *)b + i) + PAGE_BYTES);
#endif
}

/*
 * For processors: one work-item folds SHARE elements in a row. The hardware fetches ahead only within a page of
 * memory, so we ask a page ahead. Sums of STRETCH vectors are added up apart: no sum has more terms than that, and so
 * rounding errors stay small.
 */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void reduce_cpu(__global const ELEMENT *restrict a, __global const ELEMENT *restrict b, __global ELEMENT *restrict out,
                uint n)
{
    const uint start = get_group_id(0) * SHARE, end = min(start + SHARE, n);
    const uint last = start + (end - start) / WIDTH * WIDTH;
    const uint first_vector = start / WIDTH, end_vector = last / WIDTH;
    ELEMENT_W folded = NEUTRAL;
    ELEMENT own = NEUTRAL;
    uint i = first_vector;

    for (; i + STRETCH <= end_vector; i += STRETCH) {
        ELEMENT_W shares[APART];

#pragma unroll
        for (uint j = 0; j < APART; j++)
            shares[j] = NEUTRAL;
        for (uint k = i; k < i + STRETCH; k += APART) {
#pragma unroll
            for (uint j = 0; j < APART; j++) {
                prefetch_terms(a, b, k + j);
                shares[j] = fold_terms(shares[j], a, b, k + j);
            }
        }
#pragma unroll
        for (uint j = 1; j < APART; j++)
            shares[0] = combine(shares[0], shares[j]);
        folded = combine(folded, shares[0]);
    }
    for (; i < end_vector; i++)
        folded = fold_terms(folded, a, b, i);
    for (i = last; i < end; i++)
        own = fold_term(own, i);
    out[get_group_id(0)] = combine(own, fold_vector(folded));
}

#endif /* SHARE */

#endif /* WIDTH */

/* After a routine that has found the place of the greatest element. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void reduce_pick(__global const ELEMENT *restrict a, __global ELEMENT *restrict out,
                 __global const uint *restrict place, uint n)
{
    out[0] = a[min(place[0], n - 1)];
}
