/* The parts of probe_tables.c: cells, tables of columns, and tables by a number. */
#ifndef PROBE_TABLES_H
#define PROBE_TABLES_H

#include <stdio.h>

#include "clsmem/profile.h"

#define PROBE_CELL_WIDTH 9 /* of a series */
#define PROBE_LABEL_WIDTH 20
#define PROBE_MOST_ROWS 16
#define PROBE_MOST_CELLS 32
#define PROBE_WIDE 0.02 /* half-width of the interval over the value, from which on a value is marked */

/* Whether a "~" stands before the figure: its interval is wide, or not known. */
bool probe_cell_is_wide(const struct clsmem_figure *figure);

/* Four digits, behind a "~" where the interval is wide; "-" for no figure. */
void probe_cell_text(const struct clsmem_figure *figure, char *text, size_t bytes);
void probe_cell_print(FILE *out, int width, const struct clsmem_figure *figure);

/* Cut where a file has a longer one than any of ours. */
void probe_label_print(FILE *out, const char *label);

/* Adds the `of`s of a quantity to `count` rows, in the order of the profile; returns how many there are then. */
size_t probe_rows_list(const struct clsmem_profile *profile, enum clsmem_probe probe, const char *quantity,
                       const char *rows[PROBE_MOST_ROWS], size_t count);

/* The same of the `at`s, ascending. */
size_t probe_places_list(const struct clsmem_profile *profile, enum clsmem_probe probe, const char *quantity,
                         unsigned places[PROBE_MOST_CELLS], size_t count);

/* The tables of one probe, if it has any figures for them. */
void probe_columns_print(FILE *out, const struct clsmem_profile *profile, enum clsmem_probe probe, bool colour);
void probe_series_print(FILE *out, const struct clsmem_profile *profile, enum clsmem_probe probe, bool colour);

/* Whether a table of that kind shows the figure. */
bool probe_columns_have(const struct clsmem_figure *figure);
bool probe_series_have(const struct clsmem_figure *figure);

#endif
