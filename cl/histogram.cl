/*
 * counts[k] = how often the key k occurs among n keys, all of them below BINS. Each work-group counts its share in
 * local memory and adds that to the result: what it costs there depends on where the bins lie, and on the keys.
 */

#ifndef BINS
#error "BINS comes from the host"
#endif

/* The first pass: all others add to what is there. */
__kernel void histogram_clear(__global uint *counts)
{
    for (uint bin = get_global_id(0); bin < BINS; bin += get_global_size(0))
        counts[bin] = 0;
}

#define WORDS 4                                          /* of 32 bits, which a work-item fetches at once */
#define KEYS (4 * WORDS / ELEMENT_BYTES)                 /* that these hold */
#define KEYS_A_WORD (4 / ELEMENT_BYTES)                  /* one, or four */
#define key_of(word, i) ((word) >> (8 * (i)) & KEY_MASK) /* the i-th of a word, whichever end of it comes first */
#define KEY_MASK (ELEMENT_BYTES == 4 ? 0xffffffffu : 0xffu)

#ifdef GROUP

#ifdef COPIES

/*
 * Where bin `bin` of the set of bins `copy` is counted: the sets lie one after the other, or the copies of one bin
 * do. Of the latter there are as many as lanes: whatever the keys are, each lane stays in a bank of its own.
 */
#if COPIES_SIDE_BY_SIDE
#define COUNTERS TILE_ELEMENTS(BINS, COPIES)
#define counter_of(bin, copy) tile_index(COPIES, bin, copy)
#define turned(i, lane) (((i) + (lane)) % COPIES) /* else all lanes that add up a bin each met in one bank */
#else
#define COUNTERS TILE_ELEMENTS(COPIES, BINS)
#define counter_of(bin, copy) tile_index(BINS, copy, bin)
#define turned(i, lane) (i)
#endif

/* All that a work-group has in local memory. */
struct counters {
    uint count[COUNTERS];
#if LISTS_USED
    ushort used[BINS]; /* bins that have a count */
    uint used_count;
#endif
};

#define COUNTERS_OF_KEYS __local struct counters

inline void count_key(__local struct counters *restrict own, uint copy, uint key)
{
#if LISTS_USED
    if (atomic_inc(&own->count[counter_of(key, copy)]) == 0)
        own->used[atomic_inc(&own->used_count)] = key;
#else
    (void)atomic_inc(&own->count[counter_of(key, copy)]);
#endif
}

#else

#define COUNTERS_OF_KEYS __global uint

inline void count_key(__global uint *restrict counts, uint copy, uint key)
{
    (void)copy;
    (void)atomic_inc(&counts[key]);
}

#endif /* COPIES */

inline void count_word(COUNTERS_OF_KEYS *restrict counters, uint copy, uint word)
{
#pragma unroll
    for (uint i = 0; i < KEYS_A_WORD; i++)
        count_key(counters, copy, key_of(word, i));
}

/*
 * Goes through the keys in steps that the work-groups take in turn: neighbours fetch neighbouring vectors, and each
 * work-item has IN_FLIGHT of them in flight. A step that the end cuts belongs to the work-group whose turn it is.
 */
inline void count_keys(COUNTERS_OF_KEYS *restrict counters, uint copy, __global const ELEMENT *restrict keys, uint n)
{
    __global const uint4 *source = (__global const uint4 *)keys;
    const uint lane = get_local_id(0), step = GROUP * IN_FLIGHT;
    const uint vectors = n / KEYS;
    uint start = get_group_id(0) * step;

    for (; start + step <= vectors; start += get_num_groups(0) * step) {
        uint4 fetched[IN_FLIGHT];

        UNROLL
        for (uint i = 0; i < IN_FLIGHT; i++)
            fetched[i] = source[start + i * GROUP + lane];
        UNROLL
        for (uint i = 0; i < IN_FLIGHT; i++) {
            count_word(counters, copy, fetched[i].x);
            count_word(counters, copy, fetched[i].y);
            count_word(counters, copy, fetched[i].z);
            count_word(counters, copy, fetched[i].w);
        }
    }
    for (uint i = start + lane; i < vectors; i += GROUP) {
        const uint4 vector = source[i];

        count_word(counters, copy, vector.x);
        count_word(counters, copy, vector.y);
        count_word(counters, copy, vector.z);
        count_word(counters, copy, vector.w);
    }
    if (get_group_id(0) == 0 && lane < n % KEYS)
        count_key(counters, copy, keys[vectors * KEYS + lane]);
}

#ifdef COPIES

/* Adds the work-group's counts to the result. */
inline void add_counts(__global uint *restrict counts, __local const struct counters *restrict own)
{
    const uint lane = get_local_id(0);

#if LISTS_USED
    for (uint i = lane; i < own->used_count; i += GROUP)
        atomic_add(&counts[own->used[i]], own->count[own->used[i]]);
#else
    for (uint bin = lane; bin < BINS; bin += GROUP) {
        uint sum = 0;

        for (uint i = 0; i < COPIES; i++)
            sum += own->count[counter_of(bin, turned(i, lane))];
        if (sum > 0)
            atomic_add(&counts[bin], sum);
    }
#endif
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void histogram(__global const ELEMENT *restrict keys, __global uint *restrict counts, uint n)
{
    __local struct counters own;

    const uint lane = get_local_id(0);

    for (uint i = lane; i < COUNTERS; i += GROUP)
        own.count[i] = 0;
#if LISTS_USED
    if (lane == 0)
        own.used_count = 0;
#endif
    local_barrier(); /* counters cleared -> counted in */
    count_keys(&own, lane % COPIES, keys, n);
    local_barrier(); /* counted -> added up */
    add_counts(counts, &own);
}

#else

/* Without local memory. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void histogram_global(__global const ELEMENT *restrict keys, __global uint *restrict counts, uint n)
{
    count_keys(counts, 0, keys, n);
}

#endif /* COPIES */
#endif /* GROUP */

#ifdef TABLES

/*
 * For processors: one work-item a work-group, so no counter needs an atomic. An increment that follows one of the
 * same counter has to wait until that is stored; neighbouring keys are counted in different tables, so that equal
 * ones do not meet. Local memory is where the tables lie because it stays in the first-level cache.
 */
inline void count_word_in_turn(__local uint *restrict tables, uint first, uint word)
{
#pragma unroll
    for (uint i = 0; i < KEYS_A_WORD; i++)
        tables[(first + i) % TABLES * BINS + key_of(word, i)]++;
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void histogram_cpu(__global const ELEMENT *restrict keys, __global uint *restrict counts, uint n, uint share)
{
    __local uint tables[TABLES * BINS];

    const uint start = get_group_id(0) * share, end = start + min(share, n - start);
    uint i = start;

    for (uint bin = 0; bin < TABLES * BINS; bin++)
        tables[bin] = 0;

    for (; i + KEYS <= end; i += KEYS) {
        const uint4 vector = *(__global const uint4 *)(keys + i);

        count_word_in_turn(tables, 0, vector.x);
        count_word_in_turn(tables, KEYS_A_WORD, vector.y);
        count_word_in_turn(tables, 2 * KEYS_A_WORD, vector.z);
        count_word_in_turn(tables, 3 * KEYS_A_WORD, vector.w);
    }
    for (; i < end; i++)
        tables[keys[i]]++;

    for (uint bin = 0; bin < BINS; bin++) {
        uint sum = 0;

#pragma unroll
        for (uint table = 0; table < TABLES; table++)
            sum += tables[table * BINS + bin];
        atomic_add(&counts[bin], sum);
    }
}

#endif /* TABLES */
