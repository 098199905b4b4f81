/* What clsmem-probe says on stderr when something goes wrong. */
#include "probe_complain.h"

#include <stdarg.h>
#include <stdbool.h>

#define MOST_TEXT 8192

/* Files and drivers are quoted here: nothing of theirs may be a command to the terminal. Names in UTF-8 stay. */
static void remove_commands(char *text)
{
    for (unsigned char *at = (unsigned char *)text; *at; at++) {
        const bool is_c1 = *at == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0;

        if (*at == '\n' || *at == '\t')
            *at = ' ';
        else if (*at < ' ' || *at == 0x7f || is_c1)
            *at = '?';
        if (is_c1)
            *++at = '?';
    }
}

enum exit_code probe_complain(enum exit_code code, const char *format, ...)
{
    char text[MOST_TEXT];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    remove_commands(text);
    fprintf(stderr, "clsmem-probe: %s\n", text);
    return code;
}
