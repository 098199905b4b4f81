/* Markdown: texts of others in it. */
#ifndef MARKDOWN_H
#define MARKDOWN_H

#include <stdio.h>

/* A driver's words may hold what Markdown takes for its own: here it is shown as it stands. */
void markdown_print_text(FILE *out, const char *text);

#endif
