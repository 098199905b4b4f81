/* The ratio of two medians and its interval; clsmem/compare.h says what kind of bootstrap it is. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clsmem/compare.h"
#include "jump.h"

#define LEAST_DRAWS 200u
#define MOST_WORK 2000000u /* samples drawn for one ratio: beyond it draws are saved, the samples being many */

/* The samples of one run. */
struct side {
    size_t count, stretch; /* of samples; of those drawn together */
    double spread;         /* standard deviation of the drift between runs, of the logarithm */
    double *sorted;        /* logarithms */
    size_t *rank;          /* place among the sorted, by the place in the run */
    size_t *drawn;         /* how often each of the sorted is in the draw */
};

/* SplitMix64 of Steele, Lea and Flood: any seed will do. */
static uint64_t next_bits(uint64_t *state)
{
    uint64_t bits = *state += UINT64_C(0x9e3779b97f4a7c15);

    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

/* In (0, 1). */
static double next_real(uint64_t *state)
{
    return ((double)(next_bits(state) >> 11) + 0.5) * 0x1p-53;
}

/* Box and Muller. */
static double next_normal(uint64_t *state)
{
    const double radius = sqrt(-2 * log(next_real(state)));

    return radius * cos(2 * 3.14159265358979323846 * next_real(state));
}

static int compare_reals(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

/* Equal samples share a rank, which does no harm: their values are the same. */
static size_t rank_of(const double *sorted, size_t count, double value)
{
    size_t low = 0, high = count - 1;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (sorted[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/*
 * Student's t over the normal's quantile at 97.5 %, by the first terms of its expansion (Abramowitz and Stegun, 26.7.5):
 * of few samples the spread is not known well, and is likely to be too small.
 */
static double student_factor(size_t freedom)
{
    const double z = 1.96, z3 = z * z * z, nu = (double)freedom;

    return 1 + ((z3 + z) / (4 * nu) + (5 * z3 * z * z + 16 * z3 + 3 * z) / (96 * nu * nu)) / z;
}

/* The least that a run drifts: what takes long enough is the device's alone, what does not is the host's. */
static double least_spread(double median_ns)
{
    const double launches = CLSMEM_COMPARE_LAUNCH_NS / median_ns;

    return fmax(CLSMEM_COMPARE_DRIFT, CLSMEM_COMPARE_LAUNCH_DRIFT * fmin(1, launches * launches));
}

static double spread_of(const double *logs, size_t count)
{
    double mean = 0, sum = 0;

    if (count < 2)
        return 0;
    for (size_t i = 0; i < count; i++)
        mean += logs[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        sum += (logs[i] - mean) * (logs[i] - mean);
    return student_factor(count - 1) * sqrt(sum / (double)(count - 1));
}

static void side_release(struct side *side)
{
    free(side->sorted);
    free(side->rank);
    free(side->drawn);
}

static double sorted_median(const double *sorted, size_t count)
{
    return count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

/* The caller releases the side, also after a failure. */
static enum clsmem_status side_make(const double *samples, size_t count, struct side *side)
{
    enum clsmem_status status = CLSMEM_OK;

    *side = (struct side){ .count = count, .stretch = (size_t)sqrt((double)count) };
    CHECK_ALLOC(side->sorted, count * sizeof *side->sorted);
    CHECK_ALLOC(side->rank, count * sizeof *side->rank);
    CHECK_ALLOC(side->drawn, count * sizeof *side->drawn);
    for (size_t i = 0; i < count; i++) {
        assert(samples[i] > 0);
        side->sorted[i] = log(samples[i]);
    }
    side->spread = spread_of(side->sorted, count);
    qsort(side->sorted, count, sizeof *side->sorted, compare_reals);
    side->spread = fmax(side->spread, least_spread(exp(sorted_median(side->sorted, count))));
    for (size_t i = 0; i < count; i++)
        side->rank[i] = rank_of(side->sorted, count, log(samples[i]));
out:
    return status;
}

/* The median of one draw: stretches from anywhere, around the end of the run, until there are as many samples. */
static double draw_median(struct side *side, uint64_t *state)
{
    size_t taken = 0, passed = 0, at = 0;
    double lower;

    memset(side->drawn, 0, side->count * sizeof *side->drawn);
    while (taken < side->count) {
        size_t from = next_bits(state) % side->count;

        for (size_t i = 0; i < side->stretch && taken < side->count; i++, taken++) {
            side->drawn[side->rank[from]]++;
            from = from + 1 == side->count ? 0 : from + 1;
        }
    }
    while (passed + side->drawn[at] <= (side->count - 1) / 2)
        passed += side->drawn[at++];
    lower = side->sorted[at];
    while (passed + side->drawn[at] <= side->count / 2)
        passed += side->drawn[at++];
    return (lower + side->sorted[at]) / 2;
}

enum clsmem_status clsmem_compare_ratio(const double *a, size_t a_count, const double *b, size_t b_count,
                                        uint64_t seed, unsigned draws, double *ratio, double *low, double *high)
{
    enum clsmem_status status = CLSMEM_OK;
    struct side baseline = { 0 }, other = { 0 };
    double *logs = NULL, drift, middle;
    const size_t affordable = MOST_WORK / (a_count + b_count);

    assert(a_count > 0 && b_count > 0);
    if (draws == 0)
        draws = CLSMEM_COMPARE_DRAWS;
    if (draws > affordable)
        draws = affordable > LEAST_DRAWS ? (unsigned)affordable : LEAST_DRAWS;
    CHECK(side_make(a, a_count, &baseline));
    CHECK(side_make(b, b_count, &other));
    CHECK_ALLOC(logs, draws * sizeof *logs);
    drift = hypot(baseline.spread, other.spread); /* of two independent runs */
    for (unsigned i = 0; i < draws; i++) {
        logs[i] = draw_median(&baseline, &seed) - draw_median(&other, &seed);
        logs[i] += drift * next_normal(&seed);
    }
    qsort(logs, draws, sizeof *logs, compare_reals);
    middle = sorted_median(baseline.sorted, a_count) - sorted_median(other.sorted, b_count);
    *ratio = exp(middle);
    *low = exp(fmin(middle, logs[(size_t)(0.025 * draws)]));
    *high = exp(fmax(middle, logs[(size_t)(0.975 * draws)]));
out:
    side_release(&baseline);
    side_release(&other);
    free(logs);
    return status;
}
