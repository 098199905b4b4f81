/* Files that are replaced as a whole: a full disk or a crash leaves what was there. */
#ifndef CLSMEM_SAVE_H
#define CLSMEM_SAVE_H

#include <stdbool.h>
#include <stdio.h>

#include "clsmem/status.h"

/* Writes `what`, and flushes; false leaves the reason in errno. */
typedef bool clsmem_save_print(const void *what, FILE *stream);

/*
 * Beside the file that the path names (links are followed), then renamed; where the path is no regular file, straight to
 * it. CLSMEM_IO names the path.
 */
enum clsmem_status clsmem_save(const char *path, clsmem_save_print *print, const void *what);

/* False for a pipe, a terminal or another device. */
bool clsmem_save_is_rewritable(const char *path);

#endif
