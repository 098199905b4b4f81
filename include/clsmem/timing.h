/*
 * Timings: what local-memory accesses of chosen patterns took on a device. The patterns are made here, for a sub-group of
 * so many lanes; probe.h measures them, geometry.h finds the banks behind them. Nothing here knows OpenCL.
 */
#ifndef CLSMEM_TIMING_H
#define CLSMEM_TIMING_H

#include "clsmem/bank.h"

/*
 * Patterns are made of rows that lie clsmem_timings.pitch_bytes apart, a multiple of every period of banks that we know of
 * where local memory allows: so the starts of all rows are in one bank. FAR bytes into a row is another bank, also for a
 * neighbour of 16 bytes, on any device with a period of 64 bytes or more.
 */
#define CLSMEM_TIMING_FAR_BYTES 32

/*
 * X(name, word): what a pattern is about; l is a lane, a and b are the pattern's two numbers. In SPLITs every lane (or
 * pair) has a row of its own, and half of them start FAR bytes into it: those whose l & a has an odd number of bits. Then a
 * lane group takes as long as the larger half that it holds, so time tells for which a no group is cut in two.
 */
#define CLSMEM_PATTERNS(X)                                                                                            \
    X(STRIDE, "stride")   /* l * a bytes */                                                                           \
    X(OFFSET, "offset")   /* a row each; odd lanes a bytes into it */                                                 \
    X(SPLIT, "split")     /* a row each, in two halves */                                                             \
    X(SPLIT_1, "split_1") /* l and l ^ 1 share a row, in two halves that keep such pairs together */                  \
    X(SPLIT_2, "split_2") /* l and l ^ 2 share a row, likewise */                                                     \
    X(RUNS, "runs")       /* runs of a lanes share a word; the words are b bytes apart: l / a * b */                  \
    X(TURNS, "turns")     /* every a-th lane shares a word: l % a * b */                                              \
    X(PAIR, "pair")       /* lanes a and b at the starts of rows 1 and 2; all others share a word FAR into row 0 */   \
    X(OTHER, "other")     /* addresses that mean nothing to us */

/* Which addresses the lanes of a timed access touch. */
enum clsmem_pattern {
#define CLSMEM_PATTERN_ENUM(name, word) CLSMEM_PATTERN_##name,
    CLSMEM_PATTERNS(CLSMEM_PATTERN_ENUM)
#undef CLSMEM_PATTERN_ENUM
};

/* As it stands in files: static text. */
const char *clsmem_pattern_word(enum clsmem_pattern pattern);

/* One access of a whole sub-group, all lanes active, and what it took. */
struct clsmem_timing {
    enum clsmem_bank_op op;
    unsigned bytes; /* that each lane touches */
    enum clsmem_pattern pattern;
    unsigned a, b;                        /* of the pattern; 0 where it has none */
    uint32_t addresses[CLSMEM_MAX_LANES]; /* bytes, one a lane */
    double time;                          /* NAN: not measured */
    double doubt;                         /* half-width of the 95 % interval over the time; 0 where it is not known */
};

/* Owns rows. Times of one operation and width can be compared with each other; between them nothing is promised. */
struct clsmem_timings {
    unsigned lanes; /* of the sub-group */
    unsigned pitch_bytes;
    bool in_cycles; /* times are cycles; else ns */
    struct clsmem_timing *rows;
    size_t count;
};

/* How many patterns: QUICK leaves out what only confirms. */
enum clsmem_timing_scale { CLSMEM_TIMING_QUICK, CLSMEM_TIMING_FULL };

#define CLSMEM_TIMING_SPARE_ROWS 8

/*
 * Patterns for loads of 1 to 16 bytes, stores of 4 to 16, and atomics and increments of 4, without times. Lanes is a power
 * of two from 8 to 64. Rows take at most local_bytes with CLSMEM_TIMING_SPARE_ROWS more behind the last one, so that the
 * whole pattern can be moved by some rows. CLSMEM_INVALID where local_bytes is too little for rows of 64 bytes.
 * The caller releases the timings, also after a failure.
 */
enum clsmem_status clsmem_timings_make(unsigned lanes, size_t local_bytes, enum clsmem_timing_scale scale,
                                       struct clsmem_timings *timings);
void clsmem_timings_release(struct clsmem_timings *timings);

/*
 * Whether the row's addresses are what timings_make gives its pattern, a and b, and these are numbers of lanes where they
 * have to be. Rows from elsewhere may say anything. Always so of OTHER.
 */
bool clsmem_timing_is_pattern(const struct clsmem_timings *timings, const struct clsmem_timing *row);

/* The row's access, for bank.h; it points into the row. */
struct clsmem_bank_access clsmem_timing_access(const struct clsmem_timings *timings, const struct clsmem_timing *row);

#endif
