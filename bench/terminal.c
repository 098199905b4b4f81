/* What stdout can take, and what the user says of it. */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum clsmem_status colour_parse(const char *value, enum colour *colour)
{
    static const char *const words[] = { "auto", "always", "never" };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(value, words[i]) == 0) {
            *colour = (enum colour)i;
            return CLSMEM_OK;
        }
    }
    return clsmem_fail(CLSMEM_INVALID, "--colour is auto, always or never, not \"%s\"", value);
}

bool terminal_wants_colour(enum colour colour)
{
    const char *const no_color = getenv("NO_COLOR");

    if (colour != COLOUR_AUTO)
        return colour == COLOUR_ALWAYS;
    return isatty(STDOUT_FILENO) && !(no_color && *no_color);
}
