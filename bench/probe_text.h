/* The report of one device: at most 100 columns of ASCII. */
#ifndef PROBE_TEXT_H
#define PROBE_TEXT_H

#include <stdio.h>

#include "clsmem/profile.h"

#define PROBE_TEXT_COLUMNS 100

/* `where` is one line on what became of the profile. Text of the profile is made plain. Prints what the profile has, and nothing of what it lacks. */
void probe_text_print(FILE *out, const struct clsmem_profile *profile, const char *where, bool colour);

/* The parts of the report that are files of their own. Both begin with an empty line, and print nothing without figures. */
void probe_curve_print(FILE *out, const struct clsmem_profile *profile, bool colour);
void probe_tables_print(FILE *out, const struct clsmem_profile *profile, bool colour);

/* A heading behind an empty line. */
void probe_heading_print(FILE *out, const char *text, bool colour);

#endif
