/* The median and its interval, against samples and ranks known beforehand. */
#include <CUnit/CUnit.h>

#include <float.h>

#include "clsmem/measure.h"
#include "expect.h"

#define SAMPLES_MOST 100000

/* 1, 2, ..., count in an order that is not sorted: then a value is its own rank. */
static const double *ranks_shuffled(size_t count)
{
    static double samples[SAMPLES_MOST];
    const size_t stride = 7919; /* a prime that divides no count used here */

    for (size_t i = 0; i < count; i++)
        samples[i] = (double)(i * stride % count + 1);
    return samples;
}

static void median_of_odd_count_is_the_middle_sample(void)
{
    const double one[] = { 7 }, five[] = { 9, -3, 4, 1e300, -1e300 };

    EXPECT_NEAR(clsmem_median(one, 1), 7, 0);
    EXPECT_NEAR(clsmem_median(five, 5), 4, 0);
}

static void median_of_even_count_lies_halfway_between_the_middle_two_samples(void)
{
    const double two[] = { 3, 2 }, four[] = { 10, 1, 2, 4 }, extremes[] = { DBL_MAX, DBL_MAX };

    EXPECT_NEAR(clsmem_median(two, 2), 2.5, 0);
    EXPECT_NEAR(clsmem_median(four, 4), 3, 0);
    EXPECT(clsmem_median(extremes, 2) == DBL_MAX);
}

static void median_knows_signs_zeros_and_repeats(void)
{
    const double negative[] = { -1, -5, -3 }, zeros[] = { 0.0, -0.0, 0.0 }, repeats[] = { 2, 2, 2, 1, 2, 9 };

    EXPECT_NEAR(clsmem_median(negative, 3), -3, 0);
    EXPECT_NEAR(clsmem_median(zeros, 3), 0, 0);
    EXPECT_NEAR(clsmem_median(repeats, 6), 2, 0);
}

static void statistics_leave_the_samples_alone(void)
{
    double samples[] = { 5, 1, 4, 2, 6, 3 };
    const double before[] = { 5, 1, 4, 2, 6, 3 };
    double low, high;

    (void)clsmem_median(samples, 6);
    (void)clsmem_median_interval(samples, 6, &low, &high);
    for (size_t i = 0; i < 6; i++)
        EXPECT_NEAR(samples[i], before[i], 0);
}

static void fewer_than_six_samples_have_no_interval(void)
{
    for (size_t count = 1; count < 6; count++) {
        double low, high;

        EXPECT(!clsmem_median_interval(ranks_shuffled(count), count, &low, &high));
        EXPECT_NEAR(low, 1, 0);
        EXPECT_NEAR(high, (double)count, 0);
    }
}

/* Ranks from exact binomial sums in integers of any size; those of small counts stand in every table. */
static void interval_ranks_are_those_of_the_binomial(void)
{
    static const struct {
        size_t count, low;
    } known[] = {
        { 6, 1 },      { 7, 1 },      { 8, 1 },      { 9, 2 },       { 10, 2 },
        { 20, 6 },     { 25, 8 },     { 50, 18 },    { 100, 40 },    { 101, 41 },
        { 1000, 469 }, { 1001, 470 }, { 1100, 518 }, { 5000, 2431 }, { 20000, 9861 },
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const size_t count = known[i].count;
        double low, high;

        EXPECT(clsmem_median_interval(ranks_shuffled(count), count, &low, &high));
        EXPECT_NEAR(low, (double)known[i].low, 0);
        EXPECT_NEAR(high, (double)(count + 1 - known[i].low), 0);
    }
}

/* At this count the normal approximation is good to a rank: n / 2 -+ 1.96 sqrt(n) / 2. */
static void interval_of_many_samples_is_the_normal_one(void)
{
    double low, high;

    EXPECT(clsmem_median_interval(ranks_shuffled(SAMPLES_MOST), SAMPLES_MOST, &low, &high));
    EXPECT_NEAR(low, 49690, 1);
    EXPECT_NEAR(high, 50311, 1);
}

CU_TestInfo statistics_tests[] = {
    TEST(median_of_odd_count_is_the_middle_sample),
    TEST(median_of_even_count_lies_halfway_between_the_middle_two_samples),
    TEST(median_knows_signs_zeros_and_repeats),
    TEST(statistics_leave_the_samples_alone),
    TEST(fewer_than_six_samples_have_no_interval),
    TEST(interval_ranks_are_those_of_the_binomial),
    TEST(interval_of_many_samples_is_the_normal_one),
    CU_TEST_INFO_NULL,
};
