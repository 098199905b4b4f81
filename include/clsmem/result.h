/* The result file: JSON, by the schema in bench/results.schema.json. */
#ifndef CLSMEM_RESULT_H
#define CLSMEM_RESULT_H

#include <stdbool.h>
#include <stdio.h>

#include "clsmem/run.h"

struct clsmem_result_file;

/*
 * A file without runs: tool, host, environment and command line stand in it. `argv` ends with NULL. The caller
 * releases the file.
 */
enum clsmem_status clsmem_result_file_create(const char *tool, char *const *argv, struct clsmem_result_file **file);
void clsmem_result_file_release(struct clsmem_result_file *file);

/* Begins the run of one device; rows that follow belong to it. */
enum clsmem_status clsmem_result_file_begin_run(struct clsmem_result_file *file, const struct clsmem_session *session);
/* Takes the roofs as they stand. */
enum clsmem_status clsmem_result_file_set_roofs(struct clsmem_result_file *file, const struct clsmem_roofs *roofs);
enum clsmem_status clsmem_result_file_add_row(struct clsmem_result_file *file, const struct clsmem_result *result);
/* What a family says of its rows of one type, all of them in the file by now. */
enum clsmem_status clsmem_result_file_add_conclusion(struct clsmem_result_file *file,
                                                     const struct clsmem_kernel *kernel, enum clsmem_type type,
                                                     const char *words);
/* Says that every row asked for is there; before, the file is marked as incomplete. */
void clsmem_result_file_complete(struct clsmem_result_file *file);

/*
 * Writes all that was added so far. To a path: beside the file that it names (links are followed), then renamed, so
 * that a full disk or a crash leaves the last good file; where the path is no regular file, straight to it.
 */
enum clsmem_status clsmem_result_file_print(const struct clsmem_result_file *file, FILE *stream);
enum clsmem_status clsmem_result_file_save(const struct clsmem_result_file *file, const char *path);
/* False for a pipe, a terminal or another device: what was written there stays, so save to it once, at the end. */
bool clsmem_result_path_is_rewritable(const char *path);

#endif
