/*
 * Result files against each other. Every run of every file is a column, the first one the baseline; a line is a row that
 * any column has, found again by family, variant, shape, type and mode, never by the device. Pure: reads nothing, prints
 * nothing, and the same columns give the same numbers.
 *
 * The ratio of a cell is its speed over the baseline's: median time of the baseline over its own median time, so above 1
 * is faster. When the columns were timed by different clocks, both are taken by the host's.
 *
 * Its interval is a percentile bootstrap of that ratio (Efron and Tibshirani, An Introduction to the Bootstrap, chapters
 * 8 and 13) over the kept samples, with three things in it that samples drawn one by one would miss:
 *  - samples of a run that follow each other are alike, so whole stretches of about sqrt(n) of them are drawn (the
 *    circular block bootstrap of Politis and Romano).
 *  - a run that is repeated later drifts as a whole (clock, temperature, pages of memory), which its own samples do not
 *    show. Each draw of a run is therefore moved by a factor e^(s z), z normal, with s at least CLSMEM_COMPARE_DRIFT; and
 *    at least the spread of its samples (widened by Student's t, since few samples show less than all of it): a run that
 *    wanders while it is watched has wandered before and after.
 *  - where a launch lasts no longer than it takes to launch, it is the host that is timed, and that changes from day to day:
 *    s is at least CLSMEM_COMPARE_LAUNCH_DRIFT below CLSMEM_COMPARE_LAUNCH_NS, and falls with the square of the time above.
 * The numbers are those of sessions on an H200, hours apart (tests/results has two of them): half of the kernels came back
 * within 0.5 % and nine of ten within 2.3 %; empty ones of 4 us scattered by 16 %, which of four sessions may well be 20 %.
 * So two runs of one build come out the same unless they are apart by more than 2.8 % and more than both runs' noise.
 */
#ifndef CLSMEM_COMPARE_H
#define CLSMEM_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clsmem/result_read.h"

#define CLSMEM_COMPARE_DRIFT 0.01        /* standard deviation between runs of one build on one device */
#define CLSMEM_COMPARE_LAUNCH_DRIFT 0.20 /* likewise, of what is not longer than a launch */
#define CLSMEM_COMPARE_LAUNCH_NS 4000.0
#define CLSMEM_COMPARE_BLURRED 1.0 /* an interval that reaches to twice its ratio, or to half of it, says nothing */
#define CLSMEM_COMPARE_DRAWS 1000

/* X(name, word): what became of a row. */
#define CLSMEM_CHANGES(X)                                                                                             \
    X(SAME, "same")     /* the interval of the ratio holds 1 */                                                       \
    X(FASTER, "faster") /* the whole interval lies above 1 */                                                         \
    X(SLOWER, "slower") /* below 1 */                                                                                 \
    X(NOT_COMPARABLE, "not comparable")

/* A row against the baseline's. */
enum clsmem_change {
#define CLSMEM_CHANGE_ENUM(name, word) CLSMEM_CHANGE_##name,
    CLSMEM_CHANGES(CLSMEM_CHANGE_ENUM)
#undef CLSMEM_CHANGE_ENUM
};

/* X(name, word): why a cell is not comparable; the first that holds. Of a shape that other rows have it is known before the rest. */
#define CLSMEM_OBSTACLES(X)                                                                                           \
    X(NONE, "none")                                                                                                   \
    X(MISSING, "missing")         /* the baseline has the row, this column does not */                                \
    X(NEW, "new")                 /* this column has it, the baseline does not */                                     \
    X(OTHER_SHAPE, "other shape") /* both have the variant, but not in the same sizes */                              \
    X(FAILED, "failed")           /* one side is neither ok nor skipped */                                            \
    X(SKIPPED, "skipped")         /* one side */                                                                      \
    X(OTHER_SEED, "other seed")   /* so other input data */                                                           \
    X(OTHER_SCALE, "other factors")                                                                                   \
    X(OTHER_CACHING, "cached differs") /* one working set fits a cache, the other does not */                         \
    X(SUSPECT, "suspect")              /* the numbers of one side contradict each other or physics */                 \
    X(TOO_SHORT, "too short")          /* one side is below what its clock can resolve */                             \
    X(NOISY, "noisy")                  /* the interval holds 1, and reaches further than CLSMEM_COMPARE_BLURRED */

/* Why a row is not compared. */
enum clsmem_obstacle {
#define CLSMEM_OBSTACLE_ENUM(name, word) CLSMEM_OBSTACLE_##name,
    CLSMEM_OBSTACLES(CLSMEM_OBSTACLE_ENUM)
#undef CLSMEM_OBSTACLE_ENUM
};

/* As they stand in reports: static texts. */
const char *clsmem_change_word(enum clsmem_change change);
const char *clsmem_obstacle_word(enum clsmem_obstacle obstacle);

/* One run of one file. */
struct clsmem_compare_column {
    const struct clsmem_results *file;    /* borrowed */
    const struct clsmem_results_run *run; /* likewise */
};

/* A line in a column. In the baseline's own cell ratio, low and high are 1 where it has a time, and nothing changed. */
struct clsmem_compare_cell {
    const struct clsmem_results_row *row; /* NULL: this column has no such row */
    enum clsmem_change change;
    enum clsmem_obstacle obstacle;
    char reason[160];        /* one line on the obstacle, or ""; may hold texts of the files */
    double ratio, low, high; /* speed over the baseline's, with its 95 % interval; NAN where there is none */
    double share;            /* of this device's roof; NAN */
    double share_ratio;      /* over the baseline's share; NAN */
    double slowdown;         /* time over that of the variant it is compared with, in the same run; NAN */
    double slowdown_ratio;   /* over the baseline's slowdown, where both are against the same variant; NAN */
    double degree;           /* predicted; NAN */
    bool other_source;       /* the compiler was given another text than for the baseline */
};

/* A row that any column has. Texts, and the shape, are those of the first column that has it. */
struct clsmem_compare_line {
    const char *kernel, *variant, *mode, *shape;
    enum clsmem_type type;
    const char *versus;                /* NULL */
    struct clsmem_compare_cell *cells; /* one a column */
};

/* Of one column and one family, or of all. */
struct clsmem_compare_total {
    size_t faster, slower, same, not_comparable;
    size_t ratio_count;      /* rows that have a ratio */
    double ratio, low, high; /* geometric means of the rows' ratios and of their ends, as if all rows of a run drifted
                                together; NAN without rows */
    double share;            /* geometric mean of the shares of roofs; NAN */
    double slowdown;         /* of the slowdowns; NAN */
    double share_ratio, slowdown_ratio; /* of the cells' */
};

/* What the lines of one family come to. */
struct clsmem_compare_family {
    const char *kernel;
    struct clsmem_compare_total *totals; /* one a column */
};

/* Runs side by side. Owns its lines, families, totals and columns, not the files. */
struct clsmem_compare {
    struct clsmem_compare_column *columns;
    size_t column_count;
    struct clsmem_compare_line *lines; /* in the order of the first column, then those that others add */
    size_t line_count;
    struct clsmem_compare_family *families; /* in the order of the lines */
    size_t family_count;
    struct clsmem_compare_total *totals; /* one a column: of the families' means, so each family counts once */
};

/* Which lines are looked at: `keeps` says for each; NULL: all. */
struct clsmem_compare_options {
    bool (*keeps)(const void *context, const struct clsmem_results_row *row);
    const void *context;
    uint64_t seed;  /* of the bootstrap */
    unsigned draws; /* 0: CLSMEM_COMPARE_DRAWS */
    /*
     * Devices have problems of their own sizes. With this, a variant that every run has in one shape at most is one line,
     * whatever the shapes: times are not compared then (CLSMEM_OBSTACLE_OTHER_SHAPE), but shares of roofs and slowdowns
     * are, each being measured against the same device at the same size.
     */
    bool any_shape;
};

/*
 * `files` outlive the comparison. CLSMEM_INVALID: there are less than two runs in all. The caller releases the
 * comparison, also after a failure.
 */
enum clsmem_status clsmem_compare_make(const struct clsmem_results *files, size_t file_count,
                                       const struct clsmem_compare_options *options, struct clsmem_compare *compare);
void clsmem_compare_release(struct clsmem_compare *compare);

/* NULL: no such line. `mode` is "" where there is none. */
const struct clsmem_compare_line *clsmem_compare_find(const struct clsmem_compare *compare, const char *kernel,
                                                      const char *variant, const char *shape, enum clsmem_type type,
                                                      const char *mode);

/*
 * The ratio of two medians of n > 0 samples, all above 0, and its interval as described above; a and b are the times of
 * baseline and other, in ns. CLSMEM_NO_MEMORY leaves the three alone.
 */
enum clsmem_status clsmem_compare_ratio(const double *a, size_t a_count, const double *b, size_t b_count,
                                        uint64_t seed, unsigned draws, double *ratio, double *low, double *high);

/* X(name, word): what the gate says of a cell. */
#define CLSMEM_GATE_ENDS(X)                                                                                           \
    X(PASSED, "passed")                                                                                               \
    X(NOT_GATED, "not gated") /* the baseline has no time or degree to hold it against; new rows are such */          \
    X(UNDECIDED, "undecided") /* noisy, suspect or too short: nothing can be said */                                  \
    X(SLOWER, "slower")       /* the whole interval is beyond the limit */                                            \
    X(BROKEN, "broken")       /* the baseline is ok, and this is a failure */                                         \
    X(MISSING, "missing")     /* no row that the baseline's could be compared with */                                 \
    X(DEGREE, "degree rose")  /* predicted bank conflicts */                                                          \
    X(LOCAL_BYTES, "local bytes rose")

/* What a gate says of one row. */
enum clsmem_gate_end {
#define CLSMEM_GATE_ENUM(name, word) CLSMEM_GATE_##name,
    CLSMEM_GATE_ENDS(CLSMEM_GATE_ENUM)
#undef CLSMEM_GATE_ENUM
};

/* As it stands in reports: static text. */
const char *clsmem_gate_word(enum clsmem_gate_end end);

/* What a gate asks for; several may be asked for at once. */
struct clsmem_gate {
    bool of_time;         /* rows must not take longer than the baseline's by more than `above` */
    double above;         /* 0.05: 5 % */
    bool of_degree;       /* conflict degrees and local bytes must not rise */
    bool missing_allowed; /* rows that the baseline has alone pass */
};

/*
 * Judges a cell that is not the baseline's. One line of why goes to `why` ("" where it passed). A missing row that is
 * allowed is CLSMEM_GATE_NOT_GATED.
 */
enum clsmem_gate_end clsmem_gate_judge(const struct clsmem_gate *gate, const struct clsmem_compare *compare,
                                       const struct clsmem_compare_line *line, size_t column, char *why,
                                       size_t why_bytes);
bool clsmem_gate_end_fails(enum clsmem_gate_end end);

#endif
