/* What clsmem-probe says on stderr when something goes wrong. */
#include "probe_complain.h"

#include <stdarg.h>

#include "text.h"

#define MOST_TEXT 8192

enum exit_code probe_complain(enum exit_code code, const char *format, ...)
{
    char text[MOST_TEXT];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    /* Files and drivers are quoted here. */
    text_make_plain(text);
    fprintf(stderr, "clsmem-probe: %s\n", text);
    return code;
}
