/* A run as one block of Markdown for an issue: device facts, versions, what failed with its build logs, all rows. */
#ifndef ISSUE_H
#define ISSUE_H

#include <stdbool.h>
#include <stdio.h>

#include "clsmem/run.h"

/* What an issue can take is 64 KiB; beyond this size rows and ends of logs are left out, and the block says so. */
#define ISSUE_MOST_BYTES 60000

struct issue;

/* `argv` ends with NULL. The caller releases the issue. */
enum clsmem_status issue_create(char *const *argv, struct issue **issue);
void issue_release(struct issue *issue);

/* Each copies what it needs; CLSMEM_NO_MEMORY. */
enum clsmem_status issue_device(struct issue *issue, const struct clsmem_session *session);
enum clsmem_status issue_row(struct issue *issue, const struct clsmem_session *session,
                             const struct clsmem_result *result);
enum clsmem_status issue_conclusion(struct issue *issue, const char *text);

/* Says that every row asked for is there. */
void issue_complete(struct issue *issue);

/* Writes the block as it stands, and flushes; false leaves the reason in errno. The issue is a struct issue. */
bool issue_print(const void *issue, FILE *stream);

/*
 * Text as it may be shown to everyone: folders of absolute paths, which name people and projects, become "...", and
 * "/home/jane/work/gemm.cl:3" is ".../gemm.cl:3". Prints at most `most` bytes and then says how many were left out.
 */
void issue_print_public(FILE *out, const char *text, size_t most);

#endif
