/* Files that are replaced as a whole: a full disk, a crash or another program that writes too leaves a whole file. */
#ifndef CLSMEM_SAVE_H
#define CLSMEM_SAVE_H

#include <stdbool.h>
#include <stdio.h>

#include "clsmem/status.h"

/* Writes `what`, and flushes; false leaves the reason in errno. */
typedef bool clsmem_save_print(const void *what, FILE *stream);

/*
 * To a new file of its own beside the one that the path names (links are followed), which is then renamed; straight to
 * the path where it is no regular file, or its folder takes no other. A new file has the permissions that fopen() would
 * give, an old one keeps its own. CLSMEM_IO names the path.
 */
enum clsmem_status clsmem_save(const char *path, clsmem_save_print *print, const void *what);

/* Whether clsmem_save can write there, as far as that shows without creating anything; CLSMEM_IO says why not. */
enum clsmem_status clsmem_save_check(const char *path);

/* False for a pipe, a terminal or another device. */
bool clsmem_save_is_rewritable(const char *path);

/* Whether two paths lead to one file, by whatever names; also to one that is not there yet. */
bool clsmem_save_is_same(const char *path, const char *other);

#endif
