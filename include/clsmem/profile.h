/*
 * A device's profile: what clsmem-probe found of its local memory, as a file that the other programs read. JSON, by the
 * schema in bench/profile.schema.json.
 */
#ifndef CLSMEM_PROFILE_H
#define CLSMEM_PROFILE_H

#include <stdio.h>

#include "clsmem/device.h"
#include "clsmem/geometry.h"
#include "clsmem/measure.h"

/* X(name, word, what it finds): the probes, in the order in which they run. */
#define CLSMEM_PROBES(X)                                                                                              \
    X(CLOCK, "clock", "the device's clocks: events, and its own cycle counter")                                       \
    X(SUB_GROUP, "sub-group", "lanes of a sub-group")                                                                 \
    X(BANKS, "banks", "banks, lane groups, sharing and merging")                                                      \
    X(LATENCY, "latency", "a dependent access, and each further pass")                                                \
    X(BANDWIDTH, "bandwidth", "loads and stores of 4 to 16 bytes, free of conflicts and at each degree")              \
    X(ATOMICS, "atomics", "local atomics: distinct words, one word, one bank")                                        \
    X(BARRIER, "barrier", "a barrier, by work-group size")                                                            \
    X(STAGING, "staging", "global memory to local memory")                                                            \
    X(CAPACITY, "capacity", "local memory of a compute unit, and how it is handed out")                               \
    X(CACHE, "cache", "where local memory is cached memory: what strides cost")

/* The probes, in the order in which they run. */
enum clsmem_probe {
#define CLSMEM_PROBE_ENUM(name, word, what) CLSMEM_PROBE_##name,
    CLSMEM_PROBES(CLSMEM_PROBE_ENUM)
#undef CLSMEM_PROBE_ENUM
        CLSMEM_PROBE_COUNT
};

/* The probe's name, and what it finds in a line: static texts. */
const char *clsmem_probe_word(enum clsmem_probe probe);
const char *clsmem_probe_summary(enum clsmem_probe probe);

/* X(name, word): how a probe ended. */
#define CLSMEM_PROBE_ENDS(X)                                                                                          \
    X(NOT_RUN, "not-run") /* nobody asked for it, or the user ended before */                                         \
    X(OK, "ok")                                                                                                       \
    X(SKIPPED, "skipped")   /* means nothing on this device; the reason says why */                                   \
    X(FAILED, "failed")     /* the device or a kernel failed, or did not do what was to be timed */                   \
    X(DEADLINE, "deadline") /* did not end in time, and was given up */

/* How a probe ended. */
enum clsmem_probe_end {
#define CLSMEM_PROBE_END_ENUM(name, word) CLSMEM_PROBE_##name,
    CLSMEM_PROBE_ENDS(CLSMEM_PROBE_END_ENUM)
#undef CLSMEM_PROBE_END_ENUM
};

/* As it stands in a profile: static text. */
const char *clsmem_probe_end_word(enum clsmem_probe_end end);

/* How a probe ended, and how long it took. */
struct clsmem_probe_state {
    enum clsmem_probe_end end;
    char reason[256]; /* "" when ok */
    double seconds;
};

#define CLSMEM_FIGURE_WORD_BYTES 32

/*
 * One number, known by its first four fields, which no two figures of a profile share. `quantity` is such as "latency",
 * "pass", "rate", "device_rate"; README.md lists them.
 */
struct clsmem_figure {
    enum clsmem_probe probe;
    char quantity[CLSMEM_FIGURE_WORD_BYTES];
    char of[CLSMEM_FIGURE_WORD_BYTES]; /* "load4", "store16", "atomic_add", "async"; "" */
    unsigned at;                       /* the degree, work-items, bytes or work-groups that it stands for; 0 */
    char unit[12];                     /* "cycles", "ns", "B/cycle", "GB/s", "bytes", "ratio", "count", "GHz" */
    double value;
    double low, high; /* 95 % interval of the median; equal to value where it is no measurement */
};

/* The clock that cycles come from. */
struct clsmem_probe_clock {
    enum clsmem_clock_verdict event; /* what the self-test says of the device's event clock */
    double event_step_ns;
    char event_reason[160];
    char counter[32];     /* "%clock64", "cl_khr_kernel_clock"; "": the device has none that we can read */
    double cycles_per_ns; /* by the counter; else the clock rate that the driver reports; 0: not known */
};

/* Owns figures and timings. A probe that was not run leaves no figures. */
struct clsmem_profile {
    char device[CLSMEM_NAME_BYTES], vendor[CLSMEM_NAME_BYTES], driver[CLSMEM_NAME_BYTES];
    char version[CLSMEM_NAME_BYTES]; /* CL_DEVICE_VERSION */
    char platform[CLSMEM_NAME_BYTES];
    unsigned compute_units, clock_mhz;
    size_t local_bytes; /* of one work-group */
    bool is_cpu, local_is_global;
    unsigned lanes_said; /* a sub-group's, by the driver; 0 where it does not say */
    char made[24];       /* "2026-11-30T09:10:35Z" */
    char tool[64];       /* version and commit that measured */
    bool quick;
    struct clsmem_probe_clock clock;
    struct clsmem_probe_state probes[CLSMEM_PROBE_COUNT];
    struct clsmem_figure *figures;
    size_t figure_count;
    struct clsmem_timings timings; /* without rows where the file was written without them */
    struct clsmem_geometry geometry;
    bool has_geometry;                  /* the banks probe ended, so `geometry` says something */
    struct clsmem_bank_class own_class; /* what clsmem_profile_bank_class made of it, where none of ours fits */
    struct clsmem_bank_rule own_rules[CLSMEM_GEOMETRY_MAX_RULES];
};

/* Who the device is; all else is empty and not run. */
void clsmem_profile_begin(const struct clsmem_device_info *info, struct clsmem_profile *profile);
void clsmem_profile_release(struct clsmem_profile *profile);

/* Whether it is of such a device, by name and vendor. A driver's other version serves banks no other way. */
bool clsmem_profile_is_of(const struct clsmem_profile *profile, const struct clsmem_device_info *info);

/* Adds a copy of the figure, or replaces the one of the same name. */
enum clsmem_status clsmem_profile_add(struct clsmem_profile *profile, const struct clsmem_figure *figure);
/*
 * Infers the geometry from the timings, adds figures of the strides among them, and takes the driver's word where these leave it open: where local memory is global
 * memory, costs that no banks explain are those of a cache, or of a machine that is busy, and there are none.
 */
enum clsmem_status clsmem_profile_infer(struct clsmem_profile *profile);
/* NULL: no such figure. */
const struct clsmem_figure *clsmem_profile_find(const struct clsmem_profile *profile, enum clsmem_probe probe,
                                                const char *quantity, const char *of, unsigned at);

/*
 * The geometry stands in the file, and so does its bank class, in the form of class files; but where the timings are
 * there too, reading infers it anew from them. `with_timings` keeps them: 1 MB instead of 50 KB. Numbers have 9 digits.
 */
enum clsmem_status clsmem_profile_print(const struct clsmem_profile *profile, bool with_timings, FILE *stream);
/* To a file beside the path, then renamed, so that a full disk leaves what was there. */
enum clsmem_status clsmem_profile_save(const struct clsmem_profile *profile, bool with_timings, const char *path);
/* CLSMEM_IO: cannot be read; CLSMEM_INVALID: no profile, with the place. The caller releases it, also after a failure. */
enum clsmem_status clsmem_profile_read(const char *path, struct clsmem_profile *profile);

/* The same from an open stream; `name` stands for it in messages. */
enum clsmem_status clsmem_profile_read_stream(FILE *stream, const char *name, struct clsmem_profile *profile);

/* A profile as its file has it, but on one line, for a pipe; the caller frees it. NULL without memory. */
char *clsmem_profile_text(const struct clsmem_profile *profile, bool with_timings);
/* Takes the geometry as it stands there. `name` stands for the file in messages. */
enum clsmem_status clsmem_profile_parse(const char *text, const char *name, struct clsmem_profile *profile);

/*
 * For terminals: what a driver or a file says may hold anything, so all text of the profile becomes a line of printable
 * ASCII each, with '?' for what is none. Such a profile is for showing alone: names may no longer be those of a device.
 */
void clsmem_profile_make_plain(struct clsmem_profile *profile);
/* The same of one text. */
void clsmem_profile_plain_text(char *text);

/*
 * The bank class of a profile: the best of ours that fits, or what was found as a class of its own ("probed"), or "none".
 * NULL with a reason in `why`: the probe was not sure. The class lives as long as the profile; `why` gets where it is
 * from, in plain text: "probed 2026-11-30 on NVIDIA H200 (nv_cc5plus, 412 ahead of rdna4)".
 */
const struct clsmem_bank_class *clsmem_profile_bank_class(struct clsmem_profile *profile, char *why, size_t why_bytes);

/* A bank class from a file: a class of one's own (bank_class.h), or that of a profile. */
struct clsmem_class_file {
    const struct clsmem_bank_class *bank_class; /* lives as long as this */
    char source[256];                           /* where it is from, one line, without the file's name */
    struct clsmem_bank_class *own;              /* owned; NULL: it is a profile's */
    struct clsmem_profile *profile;             /* owned; NULL: the file is no profile */
};

/*
 * CLSMEM_IO: cannot be read; CLSMEM_INVALID: neither of both, or a profile that is not sure of the banks; the text says
 * why. The caller releases the file, also after a failure.
 */
enum clsmem_status clsmem_class_file_read(const char *path, struct clsmem_class_file *file);
void clsmem_class_file_release(struct clsmem_class_file *file);

/*
 * Where the profile of a device is kept: $XDG_CACHE_HOME or ~/.cache, then clsmem/profiles/<name>-<hash>.json; the hash is
 * of device, driver, platform and this program's version. False without a home, or where the path is longer than that.
 */
bool clsmem_profile_cache_path(const struct clsmem_device_info *info, char *path, size_t path_bytes);

/* Creates the folders that the path lies in, for their owner alone. CLSMEM_IO says which one cannot be. */
enum clsmem_status clsmem_profile_make_folders(const char *path);

#endif
