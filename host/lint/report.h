/* From what workers counted to a report. */
#ifndef LINT_REPORT_H
#define LINT_REPORT_H

#include "worker.h"

/* Texts that a report points at; they outlive the program. */
struct clsmem_lint_names {
    char **files, **functions;
    size_t file_count, function_count;
    char **objects; /* local ones, then private ones, then buffers */
    size_t object_count;
};

enum clsmem_status lint_names_make(const struct lint_engine *engine, struct clsmem_lint_names **names);
void lint_names_release(struct clsmem_lint_names *names);
struct clsmem_lint_place lint_names_place(const struct clsmem_lint_names *names, const struct lint_program *program,
                                          uint32_t site);
/* "" where the space or the object is none. */
const char *lint_names_object(const struct clsmem_lint_names *names, const struct lint_engine *engine,
                              enum lint_space space, uint32_t object);

/* <0, 0, >0: by file, line and column. */
int lint_place_compare(const struct clsmem_lint_place *a, const struct clsmem_lint_place *b);

/* The parts of a report, from all workers. */
enum clsmem_status lint_report_accesses(const struct lint_engine *engine, struct lint_worker *workers, size_t count,
                                        struct clsmem_lint_report *report);
enum clsmem_status lint_report_barriers(const struct lint_engine *engine, struct lint_worker *workers, size_t count,
                                        struct clsmem_lint_report *report);
/* Needs the barriers. */
enum clsmem_status lint_report_findings(const struct lint_engine *engine, struct lint_worker *workers, size_t count,
                                        struct clsmem_lint_report *report);

#endif
