/* A report by source lines: what stands on one line is taken together, and the line's own text goes with it. */
#ifndef LINT_LINES_H
#define LINT_LINES_H

#include "clsmem/lint.h"

/* Accesses of one line that are of one kind and width and go to one object. */
struct lint_use {
    const struct clsmem_lint_access *first; /* says which kind and object */
    const struct clsmem_lint_access *worst; /* has the most costly execution */
    size_t places;                          /* columns, or functions, where it stands */
    struct clsmem_lint_cost cost, joined;
    struct clsmem_lint_traffic traffic;
    unsigned joined_bytes;
};

struct lint_line {
    const char *file;
    uint32_t number;
    struct lint_use *uses;
    size_t use_count;
    struct clsmem_lint_cost local; /* of the line, as predicted in this view */
    struct clsmem_lint_traffic traffic;
    unsigned local_bytes; /* of its widest access of local memory, as predicted; 0: none */
};

struct lint_lines {
    struct lint_line *list; /* by file and line */
    size_t count;
    struct lint_use *uses;
};

/* The report has to live as long as the lines. CLSMEM_NO_MEMORY. The caller releases them, also after a failure. */
enum clsmem_status lint_lines_make(const struct clsmem_lint_report *report, struct lint_lines *lines);
void lint_lines_release(struct lint_lines *lines);

/* Orders lines, and the uses of each, worst first: by passes that a layout without conflicts would not take, then by sectors in vain. */
void lint_lines_sort_worst(struct lint_lines *lines);

/* Whether the view is of compiled code, where neighbouring accesses are predicted to be joined. */
bool lint_is_compiled(const struct clsmem_lint_report *report);

/* What counts as the prediction of two costs: joined in a compiled view, else as written. */
const struct clsmem_lint_cost *lint_predicted(const struct clsmem_lint_report *report,
                                              const struct clsmem_lint_cost *cost,
                                              const struct clsmem_lint_cost *joined);

/* The degree that an access is judged by: of its worst execution, or on average where the compiler joins it. */
double lint_judged_degree(const struct clsmem_lint_report *report, const struct clsmem_lint_access *access);

/* Source files that were looked into. */
struct lint_sources {
    struct lint_source_text *list;
    size_t count;
};

/* The line without its indentation and end, "" where it cannot be read. Valid until the release. */
const char *lint_sources_line(struct lint_sources *sources, const char *file, uint32_t line);
void lint_sources_release(struct lint_sources *sources);

#endif
