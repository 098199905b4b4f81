/* What stdout can take. */
#include "terminal.h"

#include <stdlib.h>
#include <unistd.h>

bool terminal_takes_colour(void)
{
    const char *const no_color = getenv("NO_COLOR");

    return isatty(STDOUT_FILENO) && !(no_color && *no_color);
}
