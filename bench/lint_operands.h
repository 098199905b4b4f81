/* Words of a command line that belong to no option. */
#ifndef LINT_OPERANDS_H
#define LINT_OPERANDS_H

#include "options.h"

/*
 * Moves what is an operand (no option of the table, and no option's value) out of argv, whose count is then *argc; at
 * most `most` of them, CLSMEM_INVALID for more. options_parse takes none.
 */
enum clsmem_status lint_operands_take(const struct option_row *rows, size_t row_count, int *argc, char **argv,
                                      const char **operands, size_t most, size_t *count);

#endif
