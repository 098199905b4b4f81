/* The tasks of clsmem-banks beside one pattern. Each says on stderr what goes wrong. */
#ifndef BANKS_TASKS_H
#define BANKS_TASKS_H

#include "banks_settings.h"
#include "options.h"

/* The five classic patterns and the table of strides. */
void banks_lesson_print(FILE *out, const struct banks_settings *settings);

/* Every class, and what its rules say. */
void banks_classes_print(FILE *out, const struct banks_settings *settings);

/* Finds are those of the search that the settings describe. */
enum clsmem_status banks_search_run(const struct banks_settings *settings, struct clsmem_bank_findings *findings);
void banks_search_print(FILE *out, const struct banks_settings *settings, struct clsmem_bank_findings *findings);

/* EXIT_WRONG when a row does not agree. */
enum exit_code banks_oracle_run(FILE *out, const struct banks_settings *settings);

/* Accesses that the model counts in a second, for patterns of each kind. */
void banks_speed_print(FILE *out, const struct banks_settings *settings);

#endif
