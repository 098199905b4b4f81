/* The judgement on event clocks, from made-up readings: a right one, and each way in which one can be wrong. */
#include <CUnit/CUnit.h>

#include <math.h>
#include <stdint.h>

#include "clsmem/measure.h"
#include "expect.h"

#define READINGS 12
#define ONCE_NS 2e6     /* what R repeats cost */
#define OVERHEAD_NS 8e3 /* what only the host sees */

struct judgement {
    enum clsmem_clock_verdict verdict;
    double step_ns;
    char reason[160];
};

static struct judgement judge(const struct clsmem_clock_reading *readings, size_t count)
{
    struct judgement judgement;
    double event_ns[2 * READINGS];

    for (size_t i = 0; i < count; i++) {
        event_ns[2 * i] = readings[i].once.event_ns;
        event_ns[2 * i + 1] = readings[i].twice.event_ns;
    }
    judgement.step_ns = clsmem_clock_step(event_ns, 2 * count);
    judgement.verdict =
        clsmem_clock_judge(readings, count, judgement.step_ns, judgement.reason, sizeof judgement.reason);
    return judgement;
}

/* Uniform in [0, 1), the same in each run. */
static double noise(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / 16777216.0;
}

static struct clsmem_batch batch_made(double true_ns, double step_ns, double event_scale)
{
    return (struct clsmem_batch){ .event_ns = floor(true_ns / step_ns) * step_ns * event_scale,
                                  .host_ns = true_ns + OVERHEAD_NS };
}

/* A clock of the given step; `disturbed` is how much longer, at most, another program makes a batch. */
static void readings_make(struct clsmem_clock_reading readings[static READINGS], double step_ns, double event_scale,
                          double disturbed)
{
    uint32_t state = 1;

    for (size_t i = 0; i < READINGS; i++) {
        const double once = ONCE_NS * (1 + disturbed * noise(&state));
        const double twice = 2 * ONCE_NS * (1 + disturbed * noise(&state));

        readings[i].once = batch_made(once, step_ns, event_scale);
        readings[i].twice = batch_made(twice, step_ns, event_scale);
    }
}

static void clock_words_are_fixed(void)
{
    EXPECT_EQ_STR(clsmem_clock_word(CLSMEM_CLOCK_HOST), "host");
    EXPECT_EQ_STR(clsmem_clock_word(CLSMEM_CLOCK_EVENT), "event");
    EXPECT_EQ_STR(clsmem_clock_verdict_word(CLSMEM_CLOCK_GOOD), "good");
    EXPECT_EQ_STR(clsmem_clock_verdict_word(CLSMEM_CLOCK_COARSE), "coarse");
    EXPECT_EQ_STR(clsmem_clock_verdict_word(CLSMEM_CLOCK_UNUSABLE), "unusable");
}

static void host_clock_moves_forward_in_small_steps(void)
{
    const double start = clsmem_host_ns();
    double now = start;

    for (unsigned i = 0; i < 10000000 && now == start; i++)
        now = clsmem_host_ns();
    EXPECT(now > start);
    EXPECT(now - start < 1e9);
}

static void fine_clock_is_good(void)
{
    struct clsmem_clock_reading readings[READINGS];

    readings_make(readings, 32, 1, 0.001);

    const struct judgement judgement = judge(readings, READINGS);

    EXPECT_EQ_STR(clsmem_clock_verdict_word(judgement.verdict), "good");
    EXPECT(judgement.step_ns > 0 && judgement.step_ns < 500);
    EXPECT_CONTAINS(judgement.reason, "agrees");
}

static void steps_of_a_microsecond_are_coarse(void)
{
    struct clsmem_clock_reading readings[READINGS];

    readings_make(readings, 1000, 1, 0.005);

    const struct judgement judgement = judge(readings, READINGS);

    EXPECT_EQ_STR(clsmem_clock_verdict_word(judgement.verdict), "coarse");
    EXPECT_NEAR(judgement.step_ns, 1000, 0);
    EXPECT_CONTAINS(judgement.reason, "1000 ns");
}

/* 10 us and 20 us by a clock of 1 us: each end may be a step off, a fifth of the slope, and no fault. */
static void rounding_of_a_coarse_clock_is_no_disagreement(void)
{
    const struct clsmem_clock_reading readings[] = {
        { { .event_ns = 11000, .host_ns = 10100 }, { .event_ns = 20000, .host_ns = 20100 } },
        { { .event_ns = 11000, .host_ns = 10600 }, { .event_ns = 21000, .host_ns = 20600 } },
        { { .event_ns = 12000, .host_ns = 11900 }, { .event_ns = 19000, .host_ns = 19500 } },
    };

    EXPECT_EQ_STR(clsmem_clock_verdict_word(judge(readings, 3).verdict), "coarse");
}

static void noise_of_a_shared_machine_is_forgiven(void)
{
    struct clsmem_clock_reading readings[READINGS];

    readings_make(readings, 1, 1, 0.02);
    readings[1].once = batch_made(9 * ONCE_NS, 1, 1);
    readings[4].twice.host_ns *= 5; /* the host came back late; the device noticed nothing */
    readings[7].once.host_ns *= 3;
    EXPECT(judge(readings, READINGS).verdict != CLSMEM_CLOCK_UNUSABLE);
}

static void missing_event_time_is_unusable(void)
{
    struct clsmem_clock_reading readings[READINGS];

    readings_make(readings, 1, 1, 0.01);
    readings[5].twice.event_ns = -1;

    const struct judgement judgement = judge(readings, READINGS);

    EXPECT_EQ_STR(clsmem_clock_verdict_word(judgement.verdict), "unusable");
    EXPECT_CONTAINS(judgement.reason, "missing");
}

/* The end before the start, as an unsigned difference. */
static void wrapped_event_time_is_unusable(void)
{
    struct clsmem_clock_reading readings[READINGS];

    readings_make(readings, 1, 1, 0.01);
    readings[2].once.event_ns = 18446744073709551615.0 - 2e6;

    const struct judgement judgement = judge(readings, READINGS);

    EXPECT_EQ_STR(clsmem_clock_verdict_word(judgement.verdict), "unusable");
    EXPECT_CONTAINS(judgement.reason, "longer than host time");
}

static void event_time_that_shrinks_with_the_repeats_is_unusable(void)
{
    struct clsmem_clock_reading readings[READINGS];

    readings_make(readings, 1, 1, 0.01);
    for (size_t i = 0; i < READINGS; i++)
        readings[i].twice.event_ns = readings[i].once.event_ns / 2;
    EXPECT_EQ_STR(clsmem_clock_verdict_word(judge(readings, READINGS).verdict), "unusable");
}

static void stuck_clock_is_unusable(void)
{
    struct clsmem_clock_reading readings[READINGS];

    readings_make(readings, 1, 0, 0.01);

    const struct judgement judgement = judge(readings, READINGS);

    EXPECT_EQ_STR(clsmem_clock_verdict_word(judgement.verdict), "unusable");
    EXPECT_NEAR(judgement.step_ns, 0, 0);
    EXPECT_CONTAINS(judgement.reason, "stuck at 0 ns");
}

static void wrong_unit_is_unusable(void)
{
    static const double scales[] = { 1e-6, 1e-3, 0.8, 1.2, 1e3, 1e6 };

    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        struct clsmem_clock_reading readings[READINGS];

        readings_make(readings, 1, scales[i], 0.01);
        EXPECT_EQ_STR(clsmem_clock_verdict_word(judge(readings, READINGS).verdict), "unusable");
    }
}

static void rate_that_differs_by_a_few_percent_is_good(void)
{
    struct clsmem_clock_reading readings[READINGS];

    readings_make(readings, 1, 0.95, 0.0001);
    EXPECT_EQ_STR(clsmem_clock_verdict_word(judge(readings, READINGS).verdict), "good");
    readings_make(readings, 1, 1.04, 0.0001);
    EXPECT_EQ_STR(clsmem_clock_verdict_word(judge(readings, READINGS).verdict), "good");
}

static void readings_that_do_not_grow_judge_nothing(void)
{
    const struct clsmem_clock_reading readings[] = { { { .event_ns = 900, .host_ns = 1000 },
                                                       { .event_ns = 950, .host_ns = 1000 } } };
    const struct judgement judgement = judge(readings, 1);

    EXPECT_EQ_STR(clsmem_clock_verdict_word(judgement.verdict), "unusable");
    EXPECT_CONTAINS(judgement.reason, "does not grow");
    EXPECT_EQ_STR(clsmem_clock_verdict_word(judge(NULL, 0).verdict), "unusable");
}

CU_TestInfo clock_tests[] = {
    TEST(clock_words_are_fixed),
    TEST(host_clock_moves_forward_in_small_steps),
    TEST(fine_clock_is_good),
    TEST(steps_of_a_microsecond_are_coarse),
    TEST(rounding_of_a_coarse_clock_is_no_disagreement),
    TEST(noise_of_a_shared_machine_is_forgiven),
    TEST(missing_event_time_is_unusable),
    TEST(wrapped_event_time_is_unusable),
    TEST(event_time_that_shrinks_with_the_repeats_is_unusable),
    TEST(stuck_clock_is_unusable),
    TEST(wrong_unit_is_unusable),
    TEST(rate_that_differs_by_a_few_percent_is_good),
    TEST(readings_that_do_not_grow_judge_nothing),
    CU_TEST_INFO_NULL,
};
