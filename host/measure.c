/* One measurement: batch size and warm-up, samples until the stop rule, and the guards against impossible times. */
#include "clsmem/measure.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "jump.h"

#define BATCH_STEPS 1000.0  /* a batch of so many clock steps is known to 0.1 % */
#define RESOLVED_STEPS 20.0 /* below it even a whole batch is mostly rounding */
#define LAUNCHES_MOST (1u << 20)
#define GROWTH_MOST 8.0 /* a first reading may be one stray step: no estimate is trusted further */
#define HEADROOM 1.2    /* aimed at beyond the least batch, so that noise does not ask for another size */
#define AGREEMENT 0.01
#define AGREEING_BATCHES 3
#define BATCHES_MOST 10000u /* of a phase; ends it even on a host clock that stands still */
#define SAMPLES_LEAST 3     /* even of batches longer than the time limit, within three times the limit */
#define VOTES_TO_ACCUSE 7
#define VOTES_TO_CLEAR 2
#define EXCESS_TOLERANCE 0.05

/* A measurement under way. The result's clock is the rules' until an event time is missing. */
struct meter {
    const struct clsmem_sampler *sampler;
    const struct clsmem_measure_rules *rules;
    struct clsmem_measurement *result;
    size_t capacity; /* of the result's two arrays */
};

const char *clsmem_verdict_word(enum clsmem_verdict verdict)
{
    static const char *const words[] = {
#define VERDICT_WORD(name, word) word,
        CLSMEM_VERDICTS(VERDICT_WORD)
#undef VERDICT_WORD
    };

    assert((size_t)verdict < sizeof words / sizeof *words);
    return words[verdict];
}

struct clsmem_measure_rules clsmem_measure_default_rules(void)
{
    return (struct clsmem_measure_rules){
        .clock = CLSMEM_CLOCK_HOST,
        .clock_step_ns = 100,
        .least_batch_ns = 10e6,
        .least_ns = 100e6,
        .most_ns = 1e9,
        .warm_up_ns = 2e9,
        .precision = 0.005,
    };
}

void clsmem_measurement_release(struct clsmem_measurement *measurement)
{
    if (!measurement)
        return;
    free(measurement->samples_ns);
    free(measurement->other_ns);
    *measurement = (struct clsmem_measurement){ 0 };
}

/* One clock for all samples: once an event time is missing, those taken before are read by the host clock too. */
static void clock_follow(struct clsmem_measurement *result, const struct clsmem_batch *batch)
{
    double *const event_ns = result->samples_ns;

    if (result->clock == CLSMEM_CLOCK_HOST || batch->event_ns >= 0)
        return;
    result->samples_ns = result->other_ns;
    result->other_ns = event_ns;
    result->clock = CLSMEM_CLOCK_HOST;
}

static enum clsmem_status batch_take(struct meter *meter, unsigned launches, struct clsmem_batch *batch)
{
    const struct clsmem_sampler *const sampler = meter->sampler;

    if (meter->rules->stop && *meter->rules->stop)
        return clsmem_fail(CLSMEM_INTERRUPTED, "stopped while it was measured");

    const enum clsmem_status status = sampler->batch(sampler->context, launches, batch);

    if (status != CLSMEM_OK)
        return status;
    assert(batch->host_ns >= 0); /* the host's clock is monotonic */
    return CLSMEM_OK;
}

static double batch_spent_ns(const struct clsmem_batch *batch)
{
    return batch->spent_ns > 0 ? batch->spent_ns : batch->host_ns;
}

static double batch_ns(const struct meter *meter, const struct clsmem_batch *batch)
{
    return meter->result->clock == CLSMEM_CLOCK_EVENT ? batch->event_ns : batch->host_ns;
}

/*
 * Launches of the next batch after one of `launches`: the same when that was long enough. The estimate is in
 * proportion to the time so far, so a constant cost of a batch makes it too small, never too large.
 * Host time ends the growth as well: of launches that cost the host far more than the device, or under an event clock
 * that stands still, a batch would else outgrow the whole time limit.
 */
static unsigned launches_grown(const struct meter *meter, unsigned launches, const struct clsmem_batch *batch)
{
    const struct clsmem_measure_rules *const rules = meter->rules;
    const double least = fmax(rules->least_batch_ns, BATCH_STEPS * rules->clock_step_ns);
    const double host_most = fmax(least, rules->most_ns / 16);
    const double time = batch_ns(meter, batch);

    if (time >= least || batch_spent_ns(batch) >= host_most)
        return launches;

    const double by_clock = HEADROOM * least / fmax(time, 1);
    const double by_host = HEADROOM * host_most / fmax(batch_spent_ns(batch), 1);
    const double growth = fmin(GROWTH_MOST, fmin(by_clock, by_host));

    return (unsigned)fmin(LAUNCHES_MOST, ceil(growth * launches));
}

static bool times_agree(const double times[static AGREEING_BATCHES])
{
    double least = times[0], most = times[0];

    for (size_t i = 1; i < AGREEING_BATCHES; i++) {
        least = fmin(least, times[i]);
        most = fmax(most, times[i]);
    }
    return most - least <= AGREEMENT * least;
}

/*
 * Finds the batch size and warms up, in one loop because each needs the other: a device that raises its clock makes
 * batches shorter than they were when they were sized. The time limit ends the wait for agreement, not the sizing.
 */
static enum clsmem_status warm_up(struct meter *meter)
{
    unsigned *const launches = &meter->result->launches;
    double last[AGREEING_BATCHES], spent = 0;
    size_t alike = 0; /* batches since the last change of size */

    *launches = 1;
    for (unsigned i = 0; i < BATCHES_MOST; i++) {
        struct clsmem_batch batch = { 0 };
        const enum clsmem_status status = batch_take(meter, *launches, &batch);

        if (status != CLSMEM_OK)
            return status;
        clock_follow(meter->result, &batch);
        spent += batch_spent_ns(&batch);

        const unsigned grown = launches_grown(meter, *launches, &batch);

        if (grown > *launches) {
            *launches = grown;
            alike = 0;
            continue;
        }
        last[alike++ % AGREEING_BATCHES] = batch_ns(meter, &batch);
        if (spent >= meter->rules->warm_up_ns || (alike >= AGREEING_BATCHES && times_agree(last)))
            break;
    }
    return CLSMEM_OK;
}

static enum clsmem_status sample_append(struct meter *meter, const struct clsmem_batch *batch)
{
    struct clsmem_measurement *const result = meter->result;

    if (result->count == meter->capacity) {
        const size_t capacity = meter->capacity ? 2 * meter->capacity : 64;
        double *const samples = realloc(result->samples_ns, capacity * sizeof *samples);

        if (samples)
            result->samples_ns = samples;

        double *const other = realloc(result->other_ns, capacity * sizeof *other);

        if (other)
            result->other_ns = other;
        if (!samples || !other)
            return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for %zu samples", capacity);
        meter->capacity = capacity;
    }

    const bool by_event = result->clock == CLSMEM_CLOCK_EVENT;

    result->samples_ns[result->count] = (by_event ? batch->event_ns : batch->host_ns) / result->launches;
    result->other_ns[result->count] = (by_event ? batch->host_ns : batch->event_ns) / result->launches;
    result->count++;
    return CLSMEM_OK;
}

/*
 * The stop rule, after each sample; `spent` is the host time of all of them. Brings statistics and verdict up to date
 * before it ends the sampling. They take time in proportion to the samples, so of many not each is worth a look.
 */
static bool sampling_ends(const struct meter *meter, double spent)
{
    const struct clsmem_measure_rules *const rules = meter->rules;
    struct clsmem_measurement *const result = meter->result;
    const bool at_limit = result->count < SAMPLES_LEAST ? spent >= SAMPLES_LEAST * rules->most_ns
                                                        : spent >= rules->most_ns || result->count == BATCHES_MOST;

    if (!at_limit && (spent < rules->least_ns || result->count % (1 + result->count / 64) != 0))
        return false;

    const bool has_interval =
        clsmem_median_interval(result->samples_ns, result->count, &result->low_ns, &result->high_ns);

    result->median_ns = clsmem_median(result->samples_ns, result->count);

    const bool precise =
        has_interval && (result->high_ns - result->low_ns) / 2 <= rules->precision * result->median_ns;

    result->verdict = precise ? CLSMEM_STABLE : CLSMEM_NOISY;
    return precise || at_limit;
}

static enum clsmem_status samples_take(struct meter *meter)
{
    double spent = 0;
    enum clsmem_status status;

    do {
        struct clsmem_batch batch = { 0 };

        CHECK(batch_take(meter, meter->result->launches, &batch));
        clock_follow(meter->result, &batch);
        CHECK(sample_append(meter, &batch));
        spent += batch_spent_ns(&batch);
    } while (!sampling_ends(meter, spent));
out:
    return status;
}

/*
 * Guard: the event time lies within the host time of its batch, and is not zero while the host's clock moved on. A
 * step of rounding is allowed, and 5 % for two clocks that run at slightly different rates.
 */
static void guard_events(const struct meter *meter)
{
    struct clsmem_measurement *const result = meter->result;
    const double step = meter->rules->clock_step_ns / result->launches;

    if (result->clock != CLSMEM_CLOCK_EVENT || meter->rules->is_difference)
        return;
    for (size_t i = 0; i < result->count; i++) {
        const double event = result->samples_ns[i], host = result->other_ns[i];

        if (event > (1 + EXCESS_TOLERANCE) * host + step || (event <= 0 && host > step)) {
            result->verdict = CLSMEM_SUSPECT;
            snprintf(result->reason, sizeof result->reason,
                     "event time %.1f ns a launch contradicts host time %.1f ns a launch", event, host);
            return;
        }
    }
}

/* Guard: where no larger batch was to be had, the batch is still more than rounding. */
static void guard_resolution(const struct meter *meter)
{
    struct clsmem_measurement *const result = meter->result;
    const double whole_ns = result->median_ns * result->launches, step = meter->rules->clock_step_ns;

    if (result->verdict == CLSMEM_SUSPECT || whole_ns >= RESOLVED_STEPS * step)
        return;
    result->verdict = CLSMEM_TOO_SHORT;
    snprintf(result->reason, sizeof result->reason, "%u launches last %.0f ns: below %.0f clock steps of %.0f ns",
             result->launches, whole_ns, RESOLVED_STEPS, step);
}

/*
 * Guard: twice the launches take more time in proportion. A batch costs a + b n; a, the constant part (enqueueing,
 * waiting), is honest, and makes (t(2n) - t(n)) / t(n) = b n / (a + b n) less than 1. Batches are sized so that a is
 * small against them, so a ratio below 0.5 means that more than half of the time has nothing to do with the launches:
 * work that was left out, or a clock that does not see it. Above 2.0 launches grow dearer the more there are (a queue
 * that stalls, a clock that jumps), so no time per launch exists.
 * Each pair of batches, taken one after the other so that a drift touches both alike, is a vote. A machine whose
 * noise is as large as the time itself casts wrong votes, but not the same one again and again: a row is suspect at
 * the seventh vote for the same fault, and cleared at the second that is not for it (with every third vote wrong,
 * one row in 386 is accused; a quiet machine takes two pairs for a sound row). Where a batch is longer than an eighth
 * of the limit the guard is not affordable, and launches that long leave little doubt.
 */
static enum clsmem_status guard_scaling(struct meter *meter)
{
    struct clsmem_measurement *const result = meter->result;
    const double *const host_ns = result->clock == CLSMEM_CLOCK_HOST ? result->samples_ns : result->other_ns;
    unsigned votes = 0, flat = 0, steep = 0;
    double slope = 1;

    if (result->verdict == CLSMEM_SUSPECT || result->verdict == CLSMEM_TOO_SHORT ||
        clsmem_median(host_ns, result->count) * result->launches > meter->rules->most_ns / 8)
        return CLSMEM_OK;

    while (flat < VOTES_TO_ACCUSE && steep < VOTES_TO_ACCUSE) {
        struct clsmem_batch once = { 0 }, twice = { 0 };
        enum clsmem_status status = batch_take(meter, result->launches, &once);

        if (status == CLSMEM_OK)
            status = batch_take(meter, 2 * result->launches, &twice);
        if (status != CLSMEM_OK)
            return status;

        const double once_ns = batch_ns(meter, &once), twice_ns = batch_ns(meter, &twice);

        if (once_ns < 0 || twice_ns < 0)
            return CLSMEM_OK; /* an event time is missing where the samples have theirs: nothing to compare */
        slope = (twice_ns - once_ns) / fmax(once_ns, 1);
        votes++;
        flat += slope < 0.5;
        steep += slope > 2;
        if (votes - (flat > steep ? flat : steep) == VOTES_TO_CLEAR)
            return CLSMEM_OK;
    }
    result->verdict = CLSMEM_SUSPECT;
    snprintf(result->reason, sizeof result->reason,
             "time does not scale with the launches: doubling %u of them adds %.0f %%", result->launches, 100 * slope);
    return CLSMEM_OK;
}

enum clsmem_status clsmem_measure(const struct clsmem_sampler *sampler, const struct clsmem_measure_rules *rules,
                                  struct clsmem_measurement *measurement)
{
    struct meter meter = { .sampler = sampler, .rules = rules, .result = measurement };
    enum clsmem_status status;

    *measurement = (struct clsmem_measurement){ .clock = rules->clock };
    CHECK(warm_up(&meter));
    CHECK(samples_take(&meter));
    guard_events(&meter);
    guard_resolution(&meter);
    CHECK(guard_scaling(&meter));
    measurement->least_ns = measurement->samples_ns[0];
    for (size_t i = 1; i < measurement->count; i++)
        measurement->least_ns = fmin(measurement->least_ns, measurement->samples_ns[i]);
out:
    if (status != CLSMEM_OK)
        clsmem_measurement_release(measurement);
    return status;
}
