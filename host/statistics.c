/* The median and its interval: order statistics, so no shape of the noise is assumed. */
#include "clsmem/measure.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* The value's place among all doubles: unsigned integers in the same order as the numbers they stand for. */
static uint64_t order_key(double value)
{
    const uint64_t sign = UINT64_C(1) << 63;
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return (bits & sign) != 0 ? ~bits : bits | sign;
}

static double order_value(uint64_t key)
{
    const uint64_t sign = UINT64_C(1) << 63;
    const uint64_t bits = (key & sign) != 0 ? key & ~sign : ~key;
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/*
 * The sample at the 0-based rank of the sorted samples. Its key is found bit by bit, from the highest: a bit is set
 * when no more than `rank` samples lie below the key with it. 64 passes, but no copy, so it cannot run out of memory.
 */
static double order_statistic(const double *samples, size_t count, size_t rank)
{
    uint64_t key = 0;

    assert(rank < count);
    for (int bit = 63; bit >= 0; bit--) {
        const uint64_t trial = key | UINT64_C(1) << bit;
        size_t below = 0;

        for (size_t i = 0; i < count; i++)
            below += order_key(samples[i]) < trial;
        if (below <= rank)
            key = trial;
    }
    return order_value(key);
}

double clsmem_median(const double *samples, size_t count)
{
    assert(count > 0);

    const double upper = order_statistic(samples, count, count / 2);

    if (count % 2 == 1)
        return upper;

    const double lower = order_statistic(samples, count, count / 2 - 1);

    return lower + (upper - lower) / 2;
}

/*
 * The largest k, 1-based, for which the k-th smallest and the k-th largest sample enclose the median with at least
 * 95 %; 0 when there is none. Either one fails with P(X < k), X binomial of `count` trials at 1/2. The sum is walked
 * from the centre outwards, where its terms are large: exact to rounding for any count, while a sum from the edge
 * would start at 2^-count, which is no double beyond 1074 samples.
 */
static size_t interval_rank(size_t count)
{
    const size_t half = count / 2;
    size_t k = half;
    double term = 1; /* P(X = k) */

    for (size_t i = 1; i <= half; i++)
        term *= (double)(2 * i - 1) / (double)(2 * i); /* C(2i, i) / 4^i from that of i - 1 */
    if (count % 2 == 1)
        term *= (double)count / (double)(2 * (half + 1)); /* C(2h + 1, h) from C(2h, h) */

    double tail = count % 2 == 1 ? 0.5 - term : (1 - term) / 2; /* P(X < k), by symmetry */

    while (k > 0 && tail > 0.025) {
        k--;
        term *= (double)(k + 1) / (double)(count - k);
        tail -= term;
    }
    return k;
}

bool clsmem_median_interval(const double *samples, size_t count, double *low, double *high)
{
    assert(count > 0);

    const size_t rank = interval_rank(count);
    const size_t outermost = rank > 0 ? rank : 1;

    *low = order_statistic(samples, count, outermost - 1);
    *high = order_statistic(samples, count, count - outermost);
    return rank > 0;
}
