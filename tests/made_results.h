/* Result files made by hand, to compare. */
#ifndef MADE_RESULTS_H
#define MADE_RESULTS_H

#include "clsmem/compare.h"

#define MADE_SAMPLES 8
#define MADE_MOST_ROWS 400

/* A file of one run, made by hand. */
struct made_results {
    struct clsmem_results file;
    struct clsmem_results_run run;
    struct clsmem_results_row rows[MADE_MOST_ROWS];
    double samples[MADE_MOST_ROWS][MADE_SAMPLES], other[MADE_MOST_ROWS][MADE_SAMPLES];
    char names[MADE_MOST_ROWS][24];
};

/* Rows v000, v001, ... of gemm at 8x8, all ok, each 1 ms and exact. The caller frees the file. */
struct made_results *made_results_make(size_t count);

/* Of the noise that follows. */
void made_seed(uint64_t seed);
/*
 * One run of a build: it drifts as a whole and row by row, and its samples follow each other. All but `follow` are standard
 * deviations of logarithms; that is the correlation of neighbours.
 */
void made_shake(struct made_results *made, double run_drift, double row_drift, double noise, double follow);
/* All times of a row by a factor. */
void made_slow_down(struct made_results *made, size_t row, double factor);
/* Another shape than 8x8. */
void made_shape_row(struct clsmem_results_row *row, size_t m, size_t n);
void made_fail_row(struct clsmem_results_row *row);
void made_skip_row(struct clsmem_results_row *row);

/* The caller releases the comparison. */
void made_compare(const struct made_results *a, const struct made_results *b, struct clsmem_compare *compare);

#endif
