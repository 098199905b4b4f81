/* Runs the kernel in each view and class that was asked for. */
#ifndef LINT_RUN_H
#define LINT_RUN_H

#include "lint_lines.h"
#include "lint_settings.h"

struct lint_results {
    struct clsmem_lint_report *reports[LINT_MOST_VIEWS];
    size_t count;
};

/*
 * All reports, or none and a complaint on stderr. `stop` ends it with EXIT_STOPPED once it is raised. The caller
 * releases the results, also after a failure.
 */
enum exit_code lint_run_views(const struct lint_settings *settings, volatile const int *stop,
                              struct lint_results *results);
void lint_results_release(struct lint_results *results);

/* What tells a report from the others: its view, its class, or both. */
void lint_results_label(const struct lint_results *results, size_t place, char *text, size_t room);

/* The names of the kernels of the file, on stdout. */
enum exit_code lint_run_list_kernels(FILE *out, const struct lint_settings *settings);

/* Whether the finding is an error, given what the user allows. */
bool lint_is_error(const struct lint_settings *settings, const struct clsmem_lint_finding *finding);

/* EXIT_WRONG where a report has an error, or a degree above --max-degree. */
enum exit_code lint_verdict(const struct lint_settings *settings, const struct lint_results *results);

#endif
