/* Status words, and the text of the last failure in each thread. */
#include "clsmem/status.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ERROR_TEXT_BYTES 1024

static _Thread_local char error_text[ERROR_TEXT_BYTES];

const char *clsmem_status_word(enum clsmem_status status)
{
    switch (status) {
#define CLSMEM_STATUS_WORD(name, word)                                                                                \
    case CLSMEM_##name:                                                                                               \
        return word;
        CLSMEM_STATUSES(CLSMEM_STATUS_WORD)
#undef CLSMEM_STATUS_WORD
    }
    assert(0 && "a status outside the enum");
    return "unknown";
}

const char *clsmem_error_text(void)
{
    return error_text;
}

enum clsmem_status clsmem_fail(enum clsmem_status status, const char *format, ...)
{
    char text[ERROR_TEXT_BYTES]; /* apart from error_text, so that a caller may wrap the text that stands there */
    va_list arguments;

    assert(status != CLSMEM_OK);
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    memcpy(error_text, text, sizeof text);
    return status;
}
