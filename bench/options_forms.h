/* A program's option table as a manual page and as completions of shells: what --help=FORM prints. */
#ifndef OPTIONS_FORMS_H
#define OPTIONS_FORMS_H

#include "options.h"

struct option_page {
    const char *program; /* its name, and behind a blank what else the usage line shows: "clsmem-lint FILE.cl" */
    const char *summary; /* a sentence */
    const struct option_row *rows;
    size_t row_count;
};

void options_print_man(FILE *out, const struct option_page *page);  /* roff with the macros of man(7), section 1 */
void options_print_bash(FILE *out, const struct option_page *page); /* to be sourced */
void options_print_zsh(FILE *out, const struct option_page *page);  /* a file _PROGRAM in zsh's fpath */

#endif
