/*
 * One device under the probes: kernels built, launched with checked results, and timed as slopes over their rounds.
 * A probe's file says what is launched and what has to come of it.
 */
#ifndef CLSMEM_PROBE_DEVICE_H
#define CLSMEM_PROBE_DEVICE_H

#include "clsmem/probe.h"
#include "clsmem/program.h"

struct clsmem_launch_rounds;

/* What work-items are to leave in `sums` after so many rounds. */
struct clsmem_sum_check {
    /* Of one work-item of the first work-group; NULL: nobody looks at single items. */
    cl_uint (*expected)(const struct clsmem_launch_rounds *launch, size_t item);
    /* Of all work-items of the first work-group together; NULL likewise. */
    cl_uint (*expected_in_all)(const struct clsmem_launch_rounds *launch);
};

/* A launch of one of the kernels in probe.cl, all of which have the same arguments. Handles are borrowed. */
struct clsmem_launch_rounds {
    cl_kernel kernel;
    const char *what; /* for messages: "loads of 4 bytes" */
    size_t groups, items;
    cl_mem in; /* NULL: the prober's, of one word */
    cl_uint first, seed, rounds, step;
    size_t held_bytes; /* of the `held` argument; 0: the kernel has none */
    struct clsmem_sum_check check;
    const void *context; /* for the check */
    bool on_events;      /* times by the event clock, also of a single work-group */
};

/* Of one launch; negative: that clock has nothing to say. */
struct clsmem_launch_time {
    double ticks; /* of the device's counter: from the first work-item's start to the last one's end */
    double event_ns, host_ns;
};

/* What a round costs. */
struct clsmem_slope {
    double median, low, high; /* 95 % interval of the median */
    size_t count;             /* of samples */
    bool in_ticks;            /* else in ns */
    const char *doubt;        /* why it says nothing; NULL: it does */
};

/* How much a slope is worth: the fewest and most samples, and the half-width of the interval over the median that ends it. */
struct clsmem_slope_rule {
    size_t least, most;
    double precision;
    double least_ns; /* that R and 2R rounds differ by, on a clock of ns */
};

struct clsmem_prober {
    struct clsmem_device device;
    const struct clsmem_probe_options *options;
    struct clsmem_profile *profile;
    struct clsmem_program rest;        /* the kernels that are not about accesses; built by the first who wants one */
    struct clsmem_program accesses[5]; /* of 1, 2, 4, 8, 16 bytes, likewise */
    cl_mem word, sums, times;
    size_t room; /* work-items that sums and times have room for */
    cl_uint *read_sums;
    cl_ulong *read_times;
    bool has_counter; /* found by the clock probe */
    unsigned lanes;   /* of a sub-group: for patterns */
    unsigned pitch_bytes;
    size_t array_bytes; /* of the accesses' local array */
};

/* Opens the device and makes room. The caller releases the prober, also after a failure. */
enum clsmem_status clsmem_prober_open(const struct clsmem_device_info *info,
                                      const struct clsmem_probe_options *options, struct clsmem_profile *profile,
                                      struct clsmem_prober *prober);
void clsmem_prober_release(struct clsmem_prober *prober);

/* The kernel of that name; `access_bytes` 0: one that is not about accesses. The caller releases it. */
enum clsmem_status clsmem_prober_kernel(struct clsmem_prober *prober, unsigned access_bytes, const char *name,
                                        cl_kernel *kernel);
/* A buffer with these words; the caller releases it. */
enum clsmem_status clsmem_prober_buffer(struct clsmem_prober *prober, const cl_uint *words, size_t count,
                                        cl_mem *buffer);

/* From now on patterns are for sub-groups of so many lanes, or of the next power of two from 8 to 64 below. */
void clsmem_prober_use_lanes(struct clsmem_prober *prober, unsigned lanes);

/* Work-items of the largest work-group that a kernel can have, at most `most`, a power of two. */
size_t clsmem_prober_items(const struct clsmem_prober *prober, size_t most);

/* Launches, waits, and holds the sums against what is expected: CLSMEM_WRONG when they differ. */
enum clsmem_status clsmem_prober_launch(struct clsmem_prober *prober, const struct clsmem_launch_rounds *launch,
                                        struct clsmem_launch_time *time);

/*
 * What a round costs, by launches of R and 2R rounds. R grows until the difference is far above what the clock can tell
 * apart, and stays in launch->rounds for the next slope of its kind. What cannot be told leaves a doubt and CLSMEM_OK.
 */
enum clsmem_status clsmem_prober_slope(struct clsmem_prober *prober, struct clsmem_launch_rounds *launch,
                                       const struct clsmem_slope_rule *rule, struct clsmem_slope *slope);
/* One sample of it, NAN where it cannot be told, for who takes them at times of his own; and what samples say together. */
enum clsmem_status clsmem_prober_sample(struct clsmem_prober *prober, struct clsmem_launch_rounds *launch,
                                        const struct clsmem_slope_rule *rule, double *sample);
void clsmem_slope_from(const double *samples, size_t count, bool in_ticks, struct clsmem_slope *slope);
/* The usual rules: for one of thousands of timings, and for a figure. */
struct clsmem_slope_rule clsmem_slope_rule_timing(const struct clsmem_prober *prober);
struct clsmem_slope_rule clsmem_slope_rule_figure(const struct clsmem_prober *prober);
/* Whether such launches are timed by the device's counter of cycles. */
bool clsmem_prober_counts(const struct clsmem_prober *prober, const struct clsmem_launch_rounds *launch);

/* Figures of the profile: a slope times `scale`, as `unit`. Slopes in doubt are left out. */
enum clsmem_status clsmem_prober_figure(struct clsmem_prober *prober, const struct clsmem_figure *named,
                                        const struct clsmem_slope *slope, double scale);
/*
 * The slope as two figures, in cycles ("latency") and in ns ("latency_ns"), of `parts` equal parts of a round. Cycles are
 * ticks, or by the rate that the driver reports; where that is not known there is no such figure.
 */
enum clsmem_status clsmem_prober_time_figures(struct clsmem_prober *prober, const struct clsmem_figure *named,
                                              const struct clsmem_slope *slope, double parts);
/* `amount` over the slope's time, whose interval turns round. */
struct clsmem_slope clsmem_slope_rate(const struct clsmem_slope *slope, double amount);

/* What so many multiply-adds in a row make of a value; and scramble() of probe.cl. */
cl_uint clsmem_repeat(cl_uint value, cl_uint times, cl_uint factor, cl_uint addend);
cl_uint clsmem_scramble(cl_uint value, cl_uint times);

/* The probes. Each adds its figures to the profile; CLSMEM_SKIPPED where it means nothing on the device. */
enum clsmem_status clsmem_probe_clock(struct clsmem_prober *prober);
enum clsmem_status clsmem_probe_sub_group(struct clsmem_prober *prober);
enum clsmem_status clsmem_probe_banks(struct clsmem_prober *prober);
enum clsmem_status clsmem_probe_latency(struct clsmem_prober *prober);
enum clsmem_status clsmem_probe_bandwidth(struct clsmem_prober *prober);
enum clsmem_status clsmem_probe_atomics(struct clsmem_prober *prober);
enum clsmem_status clsmem_probe_barrier(struct clsmem_prober *prober);
enum clsmem_status clsmem_probe_staging(struct clsmem_prober *prober);
enum clsmem_status clsmem_probe_capacity(struct clsmem_prober *prober);
enum clsmem_status clsmem_probe_cache(struct clsmem_prober *prober);

#endif
