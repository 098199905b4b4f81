/* What stdout can take. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>

/* Whether text may have colour unless the user says otherwise: on a terminal, and without NO_COLOR (no-color.org). */
bool terminal_takes_colour(void);

#endif
