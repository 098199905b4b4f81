/* What all reports of clsmem-compare print: a comparison, and what the gate says of it. */
#ifndef COMPARE_REPORT_H
#define COMPARE_REPORT_H

#include <stdio.h>

#include "clsmem/compare.h"
#include "compare_settings.h"

/* What the gate says of a cell. */
struct compare_judgement {
    enum clsmem_gate_end end;
    char why[224]; /* "" where it passed */
};

struct compare_report {
    const struct compare_settings *settings;
    const struct clsmem_compare *compare;
    struct compare_judgement *judgements;                        /* line by line, a column each; NULL without a gate */
    size_t failed, passed, undecided, added, allowed, not_gated; /* cells; `added` are new */
    const struct compare_html *page;                             /* NULL: no page is asked for */
    bool colour;
};

/* Judges every cell. The caller releases the report, also after a failure. */
enum clsmem_status compare_report_make(const struct compare_settings *settings, const struct clsmem_compare *compare,
                                       struct compare_report *report);
void compare_report_release(struct compare_report *report);

/* NULL without a gate, and for the baseline. */
const struct compare_judgement *compare_report_judgement(const struct compare_report *report, size_t line,
                                                         size_t column);
/* Whether the exit code is to be 1: something failed, or there was nothing that could pass. */
bool compare_report_fails(const struct compare_report *report);

/* Texts of a report. Those from files are as they are there, so printers escape them. */
struct compare_texts {
    char name[130];              /* "gemm.tiled" */
    char median[16], spread[16]; /* "12.3 us"; "0.4 %", half of the interval over the median, "~" behind it: noisy */
    char rate[24], share[16];    /* "812 GFLOP/s", "87 %" */
    char slowdown[16], degree[16];
    char ratio[16], interval[32]; /* "x1.02", "0.99..1.05": of the times, whatever is looked at */
    char own_ratio[16];           /* of the view: of the times, the shares or the slowdowns */
    char change[24];              /* "faster"; the obstacle where there is one; "" where the view has nothing to say */
    char reason[192];             /* of that obstacle; "" */
};

/* Numbers that do not exist are "-". */
void compare_texts_make(const struct compare_report *report, const struct clsmem_compare_line *line, size_t column,
                        struct compare_texts *texts);
/* "x1.02 0.99..1.05", likewise, by the report's view: only speeds have an interval. */
void compare_total_ratio(const struct compare_report *report, const struct clsmem_compare_total *total, char *text,
                         size_t bytes);
/* "geometric mean of speed, 95 %"; NULL: the view has no totals, since a wound and its cure cancel in any mean. */
const char *compare_total_words(const struct compare_report *report);

/* "[1] b.json: NVIDIA H200, driver 570.1, nv_cc5plus; clsmem 0.1.0 (abc), 2001-02-03T04:05:06Z". */
void compare_column_words(const struct clsmem_compare *compare, size_t column, char *text, size_t bytes);

/* "fails 2 of 14 rows: takes more than 5 % longer; conflict degree or local bytes rose". */
void compare_gate_words(const struct compare_report *report, char *text, size_t bytes);

/* "[1] b.json is incomplete: the gate did not see all of its rows"; false: it is complete, or there is no gate. */
bool compare_incomplete_words(const struct compare_report *report, size_t column, char *text, size_t bytes);

/* Printers; false leaves the reason in errno. `report` is a struct compare_report. */
bool compare_text_print(const void *report, FILE *out);
bool compare_markdown_print(const void *report, FILE *out);
bool compare_csv_print(const void *report, FILE *out);
bool compare_json_print(const void *report, FILE *out);
bool compare_junit_print(const void *report, FILE *out);

#endif
