/* What clsmem-probe says on stderr when something goes wrong. */
#include "probe_complain.h"

#include <stdarg.h>

enum exit_code probe_complain(enum exit_code code, const char *format, ...)
{
    va_list arguments;

    fputs("clsmem-probe: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return code;
}
