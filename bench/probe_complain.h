/* What clsmem-probe says on stderr when something goes wrong. */
#ifndef PROBE_COMPLAIN_H
#define PROBE_COMPLAIN_H

#include "options.h"

/* One line behind the program's name; returns the code, for `return probe_complain(...)`. */
enum exit_code probe_complain(enum exit_code code, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
