/* Where rows go: the table, and the files that were asked for. Each takes every row as soon as it is there. */
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "clsmem/result.h"
#include "issue.h"
#include "printers.h"
#include "settings.h"

#define MOST_REPORTS 3

/* A printed form and its stream. */
struct output {
    const struct printer *printer;
    struct report report;
    const char *name; /* of the file, for messages; "stdout" */
    bool failed;      /* said once; rows no longer go there */
};

struct outputs {
    const struct settings *settings;
    struct output printed[MOST_REPORTS];
    size_t printed_count;
    struct clsmem_result_file *results; /* NULL without --json */
    FILE *results_stream;               /* takes the results once, at the end; NULL: saved after each row */
    bool results_failed;
    struct issue *issue; /* NULL without --report */
    bool issue_failed;
};

/*
 * Opens all files: what cannot be written is said before anything runs. After CLSMEM_OK the caller closes the outputs;
 * after a failure there is nothing to close.
 */
enum clsmem_status outputs_open(const struct settings *settings, char *const *argv, struct outputs *outputs);

void outputs_device(struct outputs *outputs, const struct clsmem_session *session);
void outputs_row(struct outputs *outputs, const struct clsmem_session *session, const struct clsmem_result *result);

/* What a family says of its rows of one type, which were the last. */
void outputs_conclusion(struct outputs *outputs, const struct clsmem_kernel *kernel, enum clsmem_type type,
                        const char *text);

/* False once no output is left that could take a row. */
bool outputs_alive(const struct outputs *outputs);

/* Writes what is still to be written; `complete` says that every row was run. False when any output lost a row. */
bool outputs_close(struct outputs *outputs, bool complete);

#endif
