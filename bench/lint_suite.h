/* clsmem-lint over clsmem's own kernels: what they cost, and that nothing is wrong with them. */
#ifndef LINT_SUITE_RUN_H
#define LINT_SUITE_RUN_H

#include <stdio.h>

#include "lint_settings.h"

/*
 * Every selected variant in every type, for every bank class of ours, one line each on `out`. settings->predictions
 * gets the table that clsmem-bench predicts from. EXIT_WRONG: a race, a barrier or an access that is wrong, or a
 * conflict that the variant's line of what it shows does not speak of.
 */
enum exit_code lint_suite_run(FILE *out, const struct lint_settings *settings, volatile const int *stop);

#endif
