/* Lint reports for people: one view line by line, several side by side. */
#ifndef LINT_TEXT_H
#define LINT_TEXT_H

#include <stdio.h>

#include "lint_run.h"

/* Findings, then source lines worst first, then totals; with several views the lines are one table. */
enum clsmem_status lint_text_print(FILE *out, const struct lint_settings *settings, const struct lint_results *results,
                                   bool colour);

#define LINT_LOST_LINE "(the compiler lost the line)"

/* Paints text where `colour` is set. */
enum lint_paint { LINT_PAINT_NONE, LINT_PAINT_BAD, LINT_PAINT_WARN, LINT_PAINT_NOTE, LINT_PAINT_BOLD };
const char *lint_paint_on(enum lint_paint paint, bool colour);
const char *lint_paint_off(bool colour);

/* Source text in at most `columns` columns, a letter of several bytes counted as one; gives the columns it took. */
size_t lint_print_clipped(FILE *out, const char *text, size_t columns);

/* Lines by views, and what the compilers did where a view differs from the source. */
enum clsmem_status lint_table_print(FILE *out, const struct lint_results *results, struct lint_sources *sources,
                                    bool colour);
/* Totals, a column a view. */
void lint_totals_print(FILE *out, const struct lint_results *results);

#endif
