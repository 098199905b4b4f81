/* Sets of lanes as bits, and how loops over lanes are compiled. */
#ifndef LINT_LANES_H
#define LINT_LANES_H

#include <stdint.h>

/*
 * For functions whose loops over lanes a C compiler turns into vector instructions: a version for processors with
 * wide vectors and one for all others; the loader takes the one that fits.
 */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define FOR_WIDE_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define FOR_WIDE_VECTORS
#endif

static inline unsigned lint_lane_count(uint64_t lanes)
{
#ifdef __GNUC__
    return (unsigned)__builtin_popcountll(lanes);
#else
    unsigned count = 0;

    for (; lanes; lanes &= lanes - 1)
        count++;
    return count;
#endif
}

/* Of a set that is not empty. */
static inline unsigned lint_first_lane(uint64_t lanes)
{
#ifdef __GNUC__
    return (unsigned)__builtin_ctzll(lanes);
#else
    unsigned lane = 0;

    while (!(lanes >> lane & 1))
        lane++;
    return lane;
#endif
}

/* Lanes 0 .. count - 1. */
static inline uint64_t lint_lanes_below(unsigned count)
{
    return count >= 64 ? UINT64_MAX : ((uint64_t)1 << count) - 1;
}

#endif
