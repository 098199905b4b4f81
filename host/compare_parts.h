/* Parts of comparing result files. */
#ifndef CLSMEM_COMPARE_PARTS_H
#define CLSMEM_COMPARE_PARTS_H

#include "clsmem/compare.h"

/*
 * Fills the cell of a column from the rows that it and the baseline have. `elsewhere` is the variant's row at another
 * shape, in whichever of the two has none here; NULL: none.
 */
enum clsmem_status clsmem_compare_fill_cell(const struct clsmem_compare *compare,
                                            const struct clsmem_compare_options *options,
                                            const struct clsmem_compare_line *line, size_t column,
                                            const struct clsmem_results_row *elsewhere);

/* Families and totals, from the lines. */
enum clsmem_status clsmem_compare_sum_up(struct clsmem_compare *compare);

#endif
