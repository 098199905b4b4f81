/* clsmem_measure on a synthetic device: simulated time only, deterministic noise, and every way to go wrong. */
#include <CUnit/CUnit.h>

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "clsmem/measure.h"
#include "expect.h"

/* A device whose time is a sum. Zeroed fields do nothing. */
struct synthetic {
    double launch_ns;      /* one launch, at full clock */
    double overhead_ns;    /* a batch, seen by the host only */
    double constant_ns;    /* a batch, whatever its launches: seen by both clocks */
    double noise;          /* a batch is up to this part longer */
    double event_step_ns;  /* event times are differences of multiples of this */
    double event_scale;    /* wrong unit; 0: right */
    unsigned queue;        /* launches of a batch beyond so many take ten times as long; 0: no bound */
    double ramp_ns;        /* the clock rises from a quarter to full in this time */
    unsigned missing_from; /* no event time from this batch on, 1-based */
    unsigned fails_at, stops_at;
    bool no_work;     /* the launches cost nothing */
    bool event_stuck; /* event times are 0 */

    double now_ns;
    unsigned batches, launches_most;
    uint32_t random;
    volatile sig_atomic_t stop;
};

static double synthetic_noise(struct synthetic *device)
{
    device->random = device->random * 1664525u + 1013904223u;
    return (device->random >> 8) / 16777216.0;
}

static double device_ns(struct synthetic *device, unsigned launches)
{
    double ns = device->no_work ? 0 : launches * device->launch_ns;

    if (device->queue > 0 && launches > device->queue)
        ns += 9 * (launches - device->queue) * device->launch_ns;
    if (device->now_ns < device->ramp_ns) {
        ns = 0;
        for (unsigned i = 0; i < launches; i++)
            ns += device->launch_ns / fmin(1, 0.25 + 0.75 * (device->now_ns + ns) / device->ramp_ns);
    }
    return (ns + device->constant_ns) * (1 + device->noise * synthetic_noise(device));
}

static double event_ns(const struct synthetic *device, double start_ns, double end_ns)
{
    const double step = device->event_step_ns > 0 ? device->event_step_ns : 1;

    if (device->event_stuck)
        return 0;
    return (floor(end_ns / step) - floor(start_ns / step)) * step *
           (device->event_scale > 0 ? device->event_scale : 1);
}

static enum clsmem_status synthetic_batch(void *context, unsigned launches, struct clsmem_batch *batch)
{
    struct synthetic *const device = context;
    const double start = device->now_ns, end = start + device_ns(device, launches);

    device->batches++;
    if (launches > device->launches_most)
        device->launches_most = launches;
    if (device->batches == device->fails_at)
        return clsmem_fail(CLSMEM_DEVICE_FAILED, "synthetic failure");
    if (device->batches == device->stops_at)
        device->stop = 1;
    device->now_ns = end + device->overhead_ns;
    batch->host_ns = device->now_ns - start;
    batch->event_ns =
        device->missing_from > 0 && device->batches >= device->missing_from ? -1 : event_ns(device, start, end);
    return CLSMEM_OK;
}

static enum clsmem_status measure(struct synthetic *device, const struct clsmem_measure_rules *rules,
                                  struct clsmem_measurement *time)
{
    const struct clsmem_sampler sampler = { .batch = synthetic_batch, .context = device };

    return clsmem_measure(&sampler, rules, time);
}

/* The rules for an event clock of the given step. */
static struct clsmem_measure_rules event_rules(double step_ns)
{
    struct clsmem_measure_rules rules = clsmem_measure_default_rules();

    rules.clock = CLSMEM_CLOCK_EVENT;
    rules.clock_step_ns = step_ns;
    return rules;
}

static void verdict_words_are_fixed(void)
{
    EXPECT_EQ_STR(clsmem_verdict_word(CLSMEM_STABLE), "stable");
    EXPECT_EQ_STR(clsmem_verdict_word(CLSMEM_NOISY), "noisy");
    EXPECT_EQ_STR(clsmem_verdict_word(CLSMEM_TOO_SHORT), "too-short");
    EXPECT_EQ_STR(clsmem_verdict_word(CLSMEM_SUSPECT), "suspect");
}

static void quiet_device_is_stable_at_its_time(void)
{
    const struct clsmem_measure_rules rules = clsmem_measure_default_rules();
    struct synthetic device = { .launch_ns = 5000, .overhead_ns = 2000, .noise = 0.004 };
    struct clsmem_measurement time;

    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "stable");
    EXPECT_EQ_STR(time.reason, "");
    EXPECT_EQ_INT(time.clock, CLSMEM_CLOCK_HOST);
    EXPECT_NEAR(time.median_ns, 5010, 15);
    EXPECT(time.count >= 6);
    EXPECT(time.least_ns <= time.low_ns && time.low_ns <= time.median_ns && time.median_ns <= time.high_ns);
    EXPECT(time.high_ns - time.low_ns <= 2 * rules.precision * time.median_ns);
    EXPECT(time.median_ns * time.launches * (double)time.count >= 0.99 * rules.least_ns);
    clsmem_measurement_release(&time);
}

static void batch_lasts_the_least_time_and_not_much_more(void)
{
    static const double launch_times_ns[] = { 20, 700, 5000, 90e3, 3e6, 9.9e6 };
    const struct clsmem_measure_rules rules = clsmem_measure_default_rules();

    for (size_t i = 0; i < sizeof launch_times_ns / sizeof *launch_times_ns; i++) {
        struct synthetic device = { .launch_ns = launch_times_ns[i], .overhead_ns = 3000, .noise = 0.002 };
        struct clsmem_measurement time;

        EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
        EXPECT(time.median_ns * time.launches >= 10e6);
        EXPECT(time.median_ns * time.launches <= 12.5e6 + launch_times_ns[i]);
        EXPECT_EQ_SIZE(device.launches_most, 2 * (size_t)time.launches); /* nothing but the guard went beyond */
        clsmem_measurement_release(&time);
    }
}

static void coarse_clock_gets_a_thousand_steps(void)
{
    struct clsmem_measure_rules rules = event_rules(1000);
    struct synthetic device = { .launch_ns = 300, .overhead_ns = 9000, .event_step_ns = 1000, .noise = 0.002 };
    struct clsmem_measurement time;

    rules.least_batch_ns = 1e3;
    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "stable");
    EXPECT_EQ_INT(time.clock, CLSMEM_CLOCK_EVENT);
    EXPECT(time.median_ns * time.launches >= 1000 * rules.clock_step_ns);
    EXPECT_NEAR(time.median_ns, 300.3, 1);
    EXPECT_NEAR(time.other_ns[0], time.samples_ns[0] + 9000.0 / time.launches, 1);
    clsmem_measurement_release(&time);
}

static void long_launch_stays_alone_in_its_batch(void)
{
    const struct clsmem_measure_rules rules = clsmem_measure_default_rules();
    struct synthetic device = { .launch_ns = 40e6, .noise = 0.001 };
    struct clsmem_measurement time;

    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT_EQ_SIZE(time.launches, 1);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "stable");
    EXPECT_EQ_SIZE(time.count, 6);
    clsmem_measurement_release(&time);
}

static void warm_up_outlasts_a_rising_clock(void)
{
    const struct clsmem_measure_rules rules = clsmem_measure_default_rules();
    struct synthetic device = { .launch_ns = 20e3, .overhead_ns = 3000, .ramp_ns = 200e6, .noise = 0.001 };
    struct clsmem_measurement time;

    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "stable");
    EXPECT_NEAR(time.median_ns, 20e3, 100);
    EXPECT(time.high_ns < 1.01 * 20e3);
    EXPECT(time.median_ns * time.launches >= 10e6); /* sized anew as the launches became shorter */
    clsmem_measurement_release(&time);
}

static void warm_up_ends_at_its_limit(void)
{
    struct clsmem_measure_rules rules = clsmem_measure_default_rules();
    struct synthetic device = { .launch_ns = 50e3, .noise = 1 }; /* never agrees to 1 % */
    struct clsmem_measurement time;

    rules.warm_up_ns = 300e6;
    rules.most_ns = 200e6;
    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT(device.now_ns > 500e6);
    EXPECT(device.now_ns < 300e6 + 200e6 + 2 * 24e6 + 9 * 24e6); /* both limits, a batch over each, the guard */
    clsmem_measurement_release(&time);
}

static void loud_device_is_noisy_at_the_limit(void)
{
    const struct clsmem_measure_rules rules = clsmem_measure_default_rules();
    struct synthetic device = { .launch_ns = 50e3, .noise = 0.5 };
    struct clsmem_measurement time;

    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "noisy");
    EXPECT_EQ_STR(time.reason, "");
    EXPECT(time.high_ns - time.low_ns > 2 * rules.precision * time.median_ns);
    EXPECT(time.low_ns > time.least_ns);
    EXPECT_NEAR(time.median_ns * time.launches * (double)time.count, rules.most_ns, 0.05 * rules.most_ns);
    clsmem_measurement_release(&time);
}

static void launch_longer_than_the_limit_gives_a_noisy_row(void)
{
    static const struct {
        double launch_ns; /* against a limit of 1 s */
        size_t count;
    } cases[] = { { 0.3e9, 4 }, { 0.8e9, 3 }, { 1.2e9, 3 }, { 1.6e9, 2 }, { 5e9, 1 } };
    const struct clsmem_measure_rules rules = clsmem_measure_default_rules();

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct synthetic device = { .launch_ns = cases[i].launch_ns };
        struct clsmem_measurement time;

        EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
        EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "noisy");
        EXPECT_EQ_SIZE(time.count, cases[i].count);
        EXPECT_EQ_SIZE(time.launches, 1);
        EXPECT_EQ_SIZE(device.launches_most, 1); /* the guard was not affordable */
        EXPECT_NEAR(time.low_ns, time.least_ns, 0);
        EXPECT_NEAR(time.high_ns, cases[i].launch_ns, 1e-6 * cases[i].launch_ns);
        clsmem_measurement_release(&time);
    }
}

static void dead_code_is_suspect(void)
{
    const struct clsmem_measure_rules rules = clsmem_measure_default_rules();
    struct synthetic device = { .no_work = true, .constant_ns = 30e3, .overhead_ns = 3000, .noise = 0.01 };
    struct clsmem_measurement time;

    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "suspect");
    EXPECT_CONTAINS(time.reason, "does not scale");
    clsmem_measurement_release(&time);
}

static void queue_that_stalls_is_suspect(void)
{
    const struct clsmem_measure_rules rules = clsmem_measure_default_rules();
    struct synthetic device = { .launch_ns = 10e3, .queue = 1500, .noise = 0.002 };
    struct clsmem_measurement time;

    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "suspect");
    EXPECT_CONTAINS(time.reason, "does not scale");
    clsmem_measurement_release(&time);
}

/* Noise larger than the time itself, as a busy machine has it: of many runs hardly one may be accused. */
static void loud_device_is_hardly_ever_suspect(void)
{
    const struct clsmem_measure_rules rules = clsmem_measure_default_rules();
    size_t suspects = 0;

    for (uint32_t seed = 0; seed < 200; seed++) {
        struct synthetic device = { .launch_ns = 50e3, .noise = 3, .random = seed * 2654435761u };
        struct clsmem_measurement time;

        EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
        EXPECT(time.verdict != CLSMEM_STABLE);
        suspects += time.verdict == CLSMEM_SUSPECT;
        clsmem_measurement_release(&time);
    }
    EXPECT(suspects <= 4);
}

/* Noise of a fifth does not hide it. */
static void dead_code_is_found_through_noise(void)
{
    const struct clsmem_measure_rules rules = clsmem_measure_default_rules();

    for (uint32_t seed = 0; seed < 20; seed++) {
        struct synthetic device = { .no_work = true, .constant_ns = 30e3, .noise = 0.2, .random = seed * 2654435761u };
        struct clsmem_measurement time;

        EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
        EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "suspect");
        clsmem_measurement_release(&time);
    }
}

/* From the guard's first batch on: what was sampled before stands. */
static void missing_event_time_in_the_guard_accuses_nobody(void)
{
    const struct clsmem_measure_rules rules = event_rules(1);
    struct synthetic device = { .launch_ns = 1e6, .noise = 0.001 };
    struct clsmem_measurement time;

    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    clsmem_measurement_release(&time);
    device = (struct synthetic){ .launch_ns = 1e6, .noise = 0.001, .missing_from = device.batches - 3 };
    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT_EQ_INT(time.clock, CLSMEM_CLOCK_EVENT);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "stable");
    clsmem_measurement_release(&time);
}

/* A third of the batch, more than any driver asks. */
static void constant_cost_of_a_batch_is_no_fault(void)
{
    const struct clsmem_measure_rules rules = clsmem_measure_default_rules();
    struct synthetic device = { .launch_ns = 100e3, .constant_ns = 4e6, .noise = 0.002 };
    struct clsmem_measurement time;

    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "stable");
    clsmem_measurement_release(&time);
}

static void unresolved_batch_is_too_short(void)
{
    const struct clsmem_measure_rules rules = event_rules(1000);
    struct synthetic device = { .launch_ns = 0.01, .overhead_ns = 20, .event_step_ns = 1000 };
    struct clsmem_measurement time;

    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "too-short");
    EXPECT_CONTAINS(time.reason, "below 20 clock steps of 1000 ns");
    EXPECT_EQ_SIZE(time.launches, 1u << 20);
    clsmem_measurement_release(&time);
}

static void event_longer_than_host_is_suspect(void)
{
    const struct clsmem_measure_rules rules = event_rules(1);
    struct synthetic device = { .launch_ns = 5000, .event_scale = 1.2 };
    struct clsmem_measurement time;

    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "suspect");
    EXPECT_CONTAINS(time.reason, "contradicts host time");
    clsmem_measurement_release(&time);

    device = (struct synthetic){ .launch_ns = 5000, .event_scale = 1.04 };
    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "stable");
    clsmem_measurement_release(&time);
}

/* Under an event clock that stands still, batches may not grow until one takes hours. */
static void stuck_event_clock_is_suspect_and_soon_found_out(void)
{
    const struct clsmem_measure_rules rules = event_rules(1000);
    struct synthetic device = { .launch_ns = 900e3, .event_stuck = true };
    struct clsmem_measurement time;

    EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "suspect");
    EXPECT_CONTAINS(time.reason, "event time 0.0 ns");
    EXPECT(time.launches * device.launch_ns <= rules.most_ns / 8);
    EXPECT(device.now_ns < 2 * rules.most_ns);
    clsmem_measurement_release(&time);
}

/* From the start, in the warm-up, and among the samples. */
static void missing_event_time_turns_to_the_host_clock(void)
{
    static const unsigned missing_from[] = { 1, 5, 12 };
    const struct clsmem_measure_rules rules = event_rules(1);

    for (size_t i = 0; i < sizeof missing_from / sizeof *missing_from; i++) {
        struct synthetic device = {
            .launch_ns = 1e6, .overhead_ns = 500e3, .noise = 0.001, .missing_from = missing_from[i]
        };
        struct clsmem_measurement time;

        EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_OK);
        EXPECT_EQ_INT(time.clock, CLSMEM_CLOCK_HOST);
        EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "stable");
        EXPECT(time.launches <= 13); /* the size was found by the host clock too */

        const double host_ns = 1e6 + 500e3 / time.launches;

        for (size_t j = 0; j < time.count; j++)
            EXPECT_NEAR(time.samples_ns[j], host_ns, 0.002 * host_ns);
        EXPECT_NEAR(time.median_ns, host_ns, 0.002 * host_ns);
        EXPECT(time.other_ns[time.count - 1] < 0);
        EXPECT((time.other_ns[0] > 0) == (missing_from[i] == 12));
        clsmem_measurement_release(&time);
    }
}

static void expect_empty(const struct clsmem_measurement *time)
{
    EXPECT(!time->samples_ns);
    EXPECT(!time->other_ns);
    EXPECT_EQ_SIZE(time->count, 0);
}

/* In the sizing, in the warm-up, among the samples, in the guard. */
static void failure_of_the_sampler_comes_through(void)
{
    static const unsigned fails_at[] = { 1, 3, 12, 17 };
    const struct clsmem_measure_rules rules = clsmem_measure_default_rules();

    for (size_t i = 0; i < sizeof fails_at / sizeof *fails_at; i++) {
        struct synthetic device = { .launch_ns = 1e6, .fails_at = fails_at[i] };
        struct clsmem_measurement time;

        EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_DEVICE_FAILED);
        EXPECT_CONTAINS(clsmem_error_text(), "synthetic failure");
        EXPECT_EQ_SIZE(device.batches, fails_at[i]);
        expect_empty(&time);
    }
}

static void stop_flag_ends_it_before_the_next_batch(void)
{
    static const unsigned stops_at[] = { 1, 3, 12, 16 };

    for (size_t i = 0; i < sizeof stops_at / sizeof *stops_at; i++) {
        struct clsmem_measure_rules rules = clsmem_measure_default_rules();
        struct synthetic device = { .launch_ns = 1e6, .stops_at = stops_at[i] };
        struct clsmem_measurement time;

        rules.stop = &device.stop;
        EXPECT_EQ_INT(measure(&device, &rules, &time), CLSMEM_INTERRUPTED);
        EXPECT_EQ_SIZE(device.batches, stops_at[i]);
        expect_empty(&time);
    }
}

/* No time passes on the host; by events each batch takes twice as long as the one before, then starts anew. */
static enum clsmem_status timeless_batch(void *context, unsigned launches, struct clsmem_batch *batch)
{
    unsigned *const batches = context;

    (void)launches;
    *batch = (struct clsmem_batch){ .event_ns = 20e6 * (1u << (*batches)++ % 8) };
    return CLSMEM_OK;
}

static void host_clock_that_stands_still_ends_all_the_same(void)
{
    const struct clsmem_measure_rules by_host = clsmem_measure_default_rules(), by_event = event_rules(1);
    unsigned batches = 0;
    const struct clsmem_sampler sampler = { .batch = timeless_batch, .context = &batches };
    struct clsmem_measurement time;

    EXPECT_EQ_INT(clsmem_measure(&sampler, &by_host, &time), CLSMEM_OK);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "too-short");
    clsmem_measurement_release(&time);
    EXPECT_EQ_INT(clsmem_measure(&sampler, &by_event, &time), CLSMEM_OK);
    EXPECT_EQ_STR(clsmem_verdict_word(time.verdict), "suspect");
    clsmem_measurement_release(&time);
}

static void release_accepts_nothing_and_twice(void)
{
    struct clsmem_measurement time = { .count = 0 };

    clsmem_measurement_release(NULL);
    clsmem_measurement_release(&time);
    clsmem_measurement_release(&time);
    expect_empty(&time);
}

CU_TestInfo measure_tests[] = {
    TEST(verdict_words_are_fixed),
    TEST(quiet_device_is_stable_at_its_time),
    TEST(batch_lasts_the_least_time_and_not_much_more),
    TEST(coarse_clock_gets_a_thousand_steps),
    TEST(long_launch_stays_alone_in_its_batch),
    TEST(warm_up_outlasts_a_rising_clock),
    TEST(warm_up_ends_at_its_limit),
    TEST(loud_device_is_noisy_at_the_limit),
    TEST(launch_longer_than_the_limit_gives_a_noisy_row),
    TEST(dead_code_is_suspect),
    TEST(queue_that_stalls_is_suspect),
    TEST(loud_device_is_hardly_ever_suspect),
    TEST(dead_code_is_found_through_noise),
    TEST(missing_event_time_in_the_guard_accuses_nobody),
    TEST(constant_cost_of_a_batch_is_no_fault),
    TEST(unresolved_batch_is_too_short),
    TEST(event_longer_than_host_is_suspect),
    TEST(stuck_event_clock_is_suspect_and_soon_found_out),
    TEST(missing_event_time_turns_to_the_host_clock),
    TEST(failure_of_the_sampler_comes_through),
    TEST(stop_flag_ends_it_before_the_next_batch),
    TEST(host_clock_that_stands_still_ends_all_the_same),
    TEST(release_accepts_nothing_and_twice),
    CU_TEST_INFO_NULL,
};
