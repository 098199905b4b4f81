/* The figures of a profile as CSV. */
#ifndef PROBE_CSV_H
#define PROBE_CSV_H

#include <stdio.h>

#include "clsmem/profile.h"

/* RFC 4180: one header line, one line a figure, numbers without units; a number that does not exist is an empty field. */
void probe_csv_print(FILE *out, const struct clsmem_profile *profile);

#endif
