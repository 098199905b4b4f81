/*
 * How long a thing takes: two clocks, batches, warm-up, a stop rule, and statistics that say how sure they are.
 * Nothing here knows OpenCL: what is timed stands behind a sampler, so tests time synthetic clocks.
 */
#ifndef CLSMEM_MEASURE_H
#define CLSMEM_MEASURE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "clsmem/status.h"

/* X(name, word): where a time comes from. */
#define CLSMEM_CLOCKS(X)                                                                                              \
    X(HOST, "host")   /* the host's monotonic clock, around the batch */                                              \
    X(EVENT, "event") /* the device's profiling events */

/* Where a time comes from. */
enum clsmem_clock {
#define CLSMEM_CLOCK_ENUM(name, word) CLSMEM_CLOCK_##name,
    CLSMEM_CLOCKS(CLSMEM_CLOCK_ENUM)
#undef CLSMEM_CLOCK_ENUM
};

/* X(name, word): what the self-test says of a device's event clock. */
#define CLSMEM_CLOCK_VERDICTS(X)                                                                                      \
    X(GOOD, "good")         /* agrees with the host clock, steps below 500 ns */                                      \
    X(COARSE, "coarse")     /* agrees, but steps by 500 ns or more: batches are made longer */                        \
    X(UNUSABLE, "unusable") /* missing, backwards, stuck or in disagreement: the host clock is used */

/* Whether a device's event clock is used. */
enum clsmem_clock_verdict {
#define CLSMEM_CLOCK_ENUM(name, word) CLSMEM_CLOCK_##name,
    CLSMEM_CLOCK_VERDICTS(CLSMEM_CLOCK_ENUM)
#undef CLSMEM_CLOCK_ENUM
};

/* X(name, word): how far a measurement can be trusted. */
#define CLSMEM_VERDICTS(X)                                                                                            \
    X(STABLE, "stable")       /* the stop rule's precision was reached */                                             \
    X(NOISY, "noisy")         /* the time limit came first: the interval says how wide the doubt is */                \
    X(TOO_SHORT, "too-short") /* even the largest batch stays below what the clock can resolve */                     \
    X(SUSPECT, "suspect")     /* the numbers contradict each other or physics; the reason says how */

/* How far a measurement can be trusted. */
enum clsmem_verdict {
#define CLSMEM_VERDICT_ENUM(name, word) CLSMEM_##name,
    CLSMEM_VERDICTS(CLSMEM_VERDICT_ENUM)
#undef CLSMEM_VERDICT_ENUM
};

/* Static texts, as reports and files have them. */
const char *clsmem_clock_word(enum clsmem_clock clock);
const char *clsmem_clock_verdict_word(enum clsmem_clock_verdict verdict);
const char *clsmem_verdict_word(enum clsmem_verdict verdict);

/* The host's monotonic clock, in ns from an arbitrary start. */
double clsmem_host_ns(void);

/* One batch, whole, not divided by its launches. event_ns is negative where there is no event time. */
struct clsmem_batch {
    double event_ns;
    double host_ns;
    double spent_ns; /* by the host's clock, to come by the two above; 0: host_ns. Time limits go by it */
};

/* What is timed: runs it `launches` times in a row, waits for the end, and says how long the batch took. */
struct clsmem_sampler {
    enum clsmem_status (*batch)(void *context, unsigned launches, struct clsmem_batch *batch);
    void *context;
};

/* A kernel of known proportion at R and 2R repeats, several times each: the self-test's readings, in ns. */
struct clsmem_clock_reading {
    struct clsmem_batch once, twice;
};

/*
 * The step of an event clock: the smallest difference between distinct times of many launches of one short kernel, in
 * ns; an upper bound, as good as the readings are many. 0 when all are equal.
 */
double clsmem_clock_step(const double *event_ns, size_t count);

/*
 * Judges the event clock, whose step is known, by readings of R and 2R repeats (about ten, of 1 ms or more each). Both
 * clocks' slopes (2R minus R, the least disturbed readings) must agree within 10 %, and event time must not exceed
 * host time by more than 5 %. Writes one line of reason.
 */
enum clsmem_clock_verdict clsmem_clock_judge(const struct clsmem_clock_reading *readings, size_t count, double step_ns,
                                             char *reason, size_t reason_bytes);

/*
 * The rules of one measurement; all times in ns. The three time limits are counted in the batches' host_ns, so what
 * a sampler does outside its batches is free, and a synthetic sampler needs no real time.
 */
struct clsmem_measure_rules {
    enum clsmem_clock clock;
    double clock_step_ns;  /* of `clock`: a batch lasts at least 1000 steps */
    double least_batch_ns; /* and at least this long: 10e6 by default; host time ends it sooner at most_ns / 16 */
    double least_ns;       /* measured time before the stop rule may end it */
    double most_ns;        /* time limit of the measuring phase: then the verdict is noisy */
    double warm_up_ns;     /* time limit of the warm-up */
    double precision;      /* half-width of the 95 % interval over the median that ends it: 0.005 by default */
    bool is_difference;    /* a batch's times are differences of two times: single ones say nothing of the clocks */
    const volatile sig_atomic_t *stop; /* raised by the caller to end early with CLSMEM_INTERRUPTED; may be NULL */
};

/* 10 ms batches, 100 ms measured, limits of 1 s (measuring) and 2 s (warm-up), 0.5 %; host clock, step 100 ns. */
struct clsmem_measure_rules clsmem_measure_default_rules(void);

/* Times are ns per launch. Owns `samples_ns` and `other_ns`. */
struct clsmem_measurement {
    double *samples_ns; /* by the clock named below, one a batch, in the order taken */
    double *other_ns;   /* the same batches by the other clock; negative where it had no reading */
    size_t count;
    unsigned launches;       /* per batch */
    enum clsmem_clock clock; /* the host's, whatever the rules say, once an event time was missing */
    double median_ns;
    double low_ns, high_ns; /* 95 % interval of the median, by order statistics; with fewer than 6 samples min..max */
    double least_ns;
    enum clsmem_verdict verdict;
    char reason[160]; /* for too-short and suspect; "" otherwise */
};

/*
 * The stop rule looks at the interval again and again, so the share of intervals that cover the median is somewhat
 * below 95 %.
 * Batch size and warm-up (until three batches agree to 1 % or the limit), samples until the stop rule or the limit.
 * Stable needs 6 samples. A batch longer than the limit still gives a row: of 3 samples, or of fewer once they took
 * three times the limit; it is noisy then.
 * The guard "time scales with the launches" compares batches of n and 2n launches and marks a row suspect; it is
 * left out where a batch takes longer than most_ns / 8. Event times that host time contradicts mark it too.
 * Fails with the sampler's status, CLSMEM_INTERRUPTED, or CLSMEM_NO_MEMORY; the measurement is empty then.
 */
enum clsmem_status clsmem_measure(const struct clsmem_sampler *sampler, const struct clsmem_measure_rules *rules,
                                  struct clsmem_measurement *measurement);
void clsmem_measurement_release(struct clsmem_measurement *measurement);

/* Statistics of n > 0 samples; they do not change them. NAN samples are not allowed. */
double clsmem_median(const double *samples, size_t count);
/*
 * Interval that covers the median with at least 95 %: order statistics from the binomial distribution
 * (Conover, Practical Nonparametric Statistics, 3.2). With fewer than 6 samples no such interval exists: low and
 * high are then the smallest and the largest sample and false is returned.
 */
bool clsmem_median_interval(const double *samples, size_t count, double *low, double *high);

#endif
