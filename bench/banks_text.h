/* Costs as a table, a column a class, and the map of lanes by banks. */
#ifndef BANKS_TEXT_H
#define BANKS_TEXT_H

#include "banks_case.h"

void banks_text_print(FILE *out, const struct banks_settings *settings, const struct banks_case *cases, bool colour);

#endif
