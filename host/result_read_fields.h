/* Parts of reading a result file: its tables, and its rows. */
#ifndef CLSMEM_RESULT_READ_FIELDS_H
#define CLSMEM_RESULT_READ_FIELDS_H

#include "clsmem/result_read.h"
#include "fields.h"

/* Of struct clsmem_results, without the runs; of clsmem_results_run, without its lists; of its device and conclusions. */
extern const struct clsmem_field clsmem_results_fields[];
extern const struct clsmem_field clsmem_results_run_fields[];
extern const struct clsmem_field clsmem_results_device_fields[];
extern const struct clsmem_field clsmem_results_conclusion_fields[];
/* Of clsmem_results_row, without shape, time and prediction, and of the last two. */
extern const struct clsmem_field clsmem_results_row_fields[];
extern const struct clsmem_field clsmem_results_time_fields[];
extern const struct clsmem_field clsmem_results_prediction_fields[];

/* What the row holds is released with the rest, also after a failure. */
enum clsmem_status clsmem_results_row_read(const struct clsmem_place *place, json_t *object,
                                           struct clsmem_results_row *row);
void clsmem_results_row_release(struct clsmem_results_row *row);

/* Whether a text is a name as families, variants, modes and extents have it: [a-z][a-z0-9_]*, below 64 characters. */
bool clsmem_results_is_name(const char *text);

#endif
