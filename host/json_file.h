/* JSON files of anyone's making, read whole. */
#ifndef CLSMEM_JSON_FILE_H
#define CLSMEM_JSON_FILE_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

#include "clsmem/status.h"

/*
 * The bytes of a file, or of a pipe, with a NUL behind them; the caller frees *text, also after a failure. CLSMEM_IO:
 * cannot be read; CLSMEM_INVALID: more than `most` bytes, which are `what` ("no profile"), or the file changed while it
 * was read.
 */
enum clsmem_status clsmem_json_file_read(const char *path, size_t most, const char *what, char **text, size_t *bytes);

/* The same from an open stream, which may change unnoticed; `name` stands for it in messages. */
enum clsmem_status clsmem_json_stream_read(FILE *stream, const char *name, size_t most, const char *what, char **text,
                                           size_t *bytes);

/* CLSMEM_INVALID with `name` and the line. The caller owns *root. */
enum clsmem_status clsmem_json_file_parse(const char *text, size_t bytes, const char *name, json_t **root);

#endif
