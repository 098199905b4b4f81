/* The two clocks: reading the host's, and judging whether the device's events can be believed. */
#include "clsmem/measure.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#define COARSE_STEP_NS 500.0
#define SLOPE_TOLERANCE 0.10
#define EXCESS_TOLERANCE 0.05

const char *clsmem_clock_word(enum clsmem_clock clock)
{
    static const char *const words[] = {
#define CLOCK_WORD(name, word) word,
        CLSMEM_CLOCKS(CLOCK_WORD)
#undef CLOCK_WORD
    };

    assert((size_t)clock < sizeof words / sizeof *words);
    return words[clock];
}

const char *clsmem_clock_verdict_word(enum clsmem_clock_verdict verdict)
{
    static const char *const words[] = {
#define CLOCK_VERDICT_WORD(name, word) word,
        CLSMEM_CLOCK_VERDICTS(CLOCK_VERDICT_WORD)
#undef CLOCK_VERDICT_WORD
    };

    assert((size_t)verdict < sizeof words / sizeof *words);
    return words[verdict];
}

double clsmem_host_ns(void)
{
    struct timespec now;
    const int failed = clock_gettime(CLOCK_MONOTONIC, &now);

    assert(!failed); /* POSIX lets it fail only for a clock that is not there, and every system we build on has it */
    (void)failed;
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* The i-th of all 2 * count batches. */
static const struct clsmem_batch *reading_batch(const struct clsmem_clock_reading *readings, size_t i)
{
    return i % 2 == 0 ? &readings[i / 2].once : &readings[i / 2].twice;
}

double clsmem_clock_step(const double *event_ns, size_t count)
{
    double step = 0;

    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            const double apart = fabs(event_ns[i] - event_ns[j]);

            if (apart > 0 && (step == 0 || apart < step))
                step = apart;
        }
    return step;
}

/* Whether every event time is the same, as when the clock stands still. */
static bool is_stuck(const struct clsmem_clock_reading *readings, size_t count)
{
    for (size_t i = 0; i < 2 * count; i++)
        if (reading_batch(readings, i)->event_ns != readings[0].once.event_ns)
            return false;
    return true;
}

/*
 * What the repeats R to 2R cost by each clock. A disturbance only ever lengthens a batch, so the smallest reading of
 * each group is the one that was disturbed least.
 */
static struct clsmem_batch smallest_slope(const struct clsmem_clock_reading *readings, size_t count)
{
    struct clsmem_batch once = readings[0].once, twice = readings[0].twice;

    for (size_t i = 1; i < count; i++) {
        once.event_ns = fmin(once.event_ns, readings[i].once.event_ns);
        once.host_ns = fmin(once.host_ns, readings[i].once.host_ns);
        twice.event_ns = fmin(twice.event_ns, readings[i].twice.event_ns);
        twice.host_ns = fmin(twice.host_ns, readings[i].twice.host_ns);
    }
    return (struct clsmem_batch){ .event_ns = twice.event_ns - once.event_ns,
                                  .host_ns = twice.host_ns - once.host_ns };
}

/*
 * Looks at each batch alone and returns the first that no right clock shows, or NULL. Host time encloses event time,
 * so noise cannot excuse a longer event; a time that ran backwards comes as a negative or, wrapped, as a huge one.
 */
static const struct clsmem_batch *impossible_batch(const struct clsmem_clock_reading *readings, size_t count,
                                                   double step)
{
    for (size_t i = 0; i < 2 * count; i++) {
        const struct clsmem_batch *batch = reading_batch(readings, i);

        if (batch->event_ns < 0 || batch->event_ns > (1 + EXCESS_TOLERANCE) * batch->host_ns + step)
            return batch;
    }
    return NULL;
}

enum clsmem_clock_verdict clsmem_clock_judge(const struct clsmem_clock_reading *readings, size_t count, double step_ns,
                                             char *reason, size_t reason_bytes)
{
    if (count == 0) {
        snprintf(reason, reason_bytes, "no readings");
        return CLSMEM_CLOCK_UNUSABLE;
    }

    /* A whole step may be rounding, but only as long as it is one: few readings overstate it. */
    const double slack = fmin(step_ns, 1000);
    const struct clsmem_batch *impossible = impossible_batch(readings, count, slack);

    if (impossible && impossible->event_ns < 0) {
        snprintf(reason, reason_bytes, "event time missing or backwards");
        return CLSMEM_CLOCK_UNUSABLE;
    }
    if (impossible) {
        snprintf(reason, reason_bytes, "event time %.0f ns is longer than host time %.0f ns", impossible->event_ns,
                 impossible->host_ns);
        return CLSMEM_CLOCK_UNUSABLE;
    }
    if (is_stuck(readings, count)) {
        snprintf(reason, reason_bytes, "event time is stuck at %.0f ns", readings[0].once.event_ns);
        return CLSMEM_CLOCK_UNUSABLE;
    }

    const struct clsmem_batch slope = smallest_slope(readings, count);

    if (slope.host_ns <= 0) {
        snprintf(reason, reason_bytes, "host time does not grow with the repeats: nothing to judge by");
        return CLSMEM_CLOCK_UNUSABLE;
    }
    if (fabs(slope.event_ns - slope.host_ns) > SLOPE_TOLERANCE * slope.host_ns + 2 * slack) {
        snprintf(reason, reason_bytes, "twice the repeats cost %.0f ns more by events but %.0f ns by the host clock",
                 slope.event_ns, slope.host_ns);
        return CLSMEM_CLOCK_UNUSABLE;
    }

    snprintf(reason, reason_bytes, "agrees with the host clock to %.1f %%, steps by %.0f ns",
             100 * fabs(slope.event_ns / slope.host_ns - 1), step_ns);
    return step_ns < COARSE_STEP_NS ? CLSMEM_CLOCK_GOOD : CLSMEM_CLOCK_COARSE;
}
