/* What stdout can take, and what the user says of it. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>

#include "clsmem/status.h"

enum colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/* What follows --colour: "auto", "always" or "never". */
enum clsmem_status colour_parse(const char *value, enum colour *colour);

/* Whether stdout gets colour: of itself on a terminal, and without NO_COLOR (no-color.org). */
bool terminal_wants_colour(enum colour colour);

#endif
