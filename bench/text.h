/* One row as the words that every printed form shows. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdio.h>

#include "clsmem/run.h"

struct row_text {
    char name[64];   /* "gemm.tiled" */
    char shape[64];  /* "1024x512x256"; "-" for families without extents */
    char median[16]; /* "12.3 us" */
    char spread
        [16]; /* "0.4 %": half of the 95 % interval over the median; "4.1 %~" is noisy: the time limit came first */
    char rate[24];   /* "812.3 GFLOP/s" */
    char share[16];  /* "87 %" of the roof */
    char degree[16]; /* predicted conflict degree */
    char factor[48]; /* "x7.92 tiled_column" */
    char error[16];  /* largest error over its bound; "equal" when there is none */
    char note[768];  /* everything that a reader should know beside the numbers; "" when nothing */
};

/* Numbers that do not exist are "-". */
void row_text_make(const struct clsmem_result *result, struct row_text *text);

/* The mode's name; "" for families without modes. */
const char *row_mode(const struct clsmem_result *result);

/* "12.3 us", with three digits. */
void format_time(double ns, char *text, size_t bytes);
/* "4.21 TB/s" of bytes a second, "64.5 TFLOP/s" of operations a second. */
void format_rate(double per_second, const char *unit, char *text, size_t bytes);
/* A rate in one of the units of result files, such as "GB/s" or "ns". */
void format_rate_of_unit(double rate, const char *unit, char *text, size_t bytes);

/*
 * For texts of files, drivers and users, in place: what a terminal might take for a command and what is no UTF-8 becomes
 * '?', tabs and ends of lines become blanks; names in UTF-8 stay.
 */
void text_make_plain(char *text);

/*
 * Prints words behind the `used` columns of a line, and ends it. Lines that follow begin under the indent; all keep to
 * `columns`, for which a word that is longer than a line is cut.
 */
void print_wrapped(FILE *out, size_t used, size_t indent, size_t columns, const char *text);

#endif
