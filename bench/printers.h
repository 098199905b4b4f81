/* The forms that rows are printed in: the table on a terminal, CSV, Markdown. */
#ifndef PRINTERS_H
#define PRINTERS_H

#include <stdio.h>

#include "clsmem/run.h"

/* What came before a row decides which headings it needs. Zeroed at the start of a report. */
struct report {
    FILE *out;
    const struct clsmem_kernel *kernel; /* of the last row; NULL before the first of a device */
    struct clsmem_problem problem;
};

/*
 * Whether a row belongs under the heading of the one before: the same family, type, mode and size. Rows of a family that
 * goes through sizes stay together.
 */
bool report_goes_on(const struct report *report, const struct clsmem_result *result);

/*
 * A form; `device` opens the section of one device (after its roofs are known), `row` prints one row, `conclusion` what
 * the last family says of its rows; it is NULL where the form has no place for that. A printer never
 * looks at what became of its stream: the caller asks ferror().
 */
struct printer {
    void (*device)(struct report *report, const struct clsmem_session *session);
    void (*row)(struct report *report, const struct clsmem_session *session, const struct clsmem_result *result);
    void (*conclusion)(struct report *report, const char *text);
};

extern const struct printer table_printer;    /* at most 120 columns, ASCII */
extern const struct printer csv_printer;      /* RFC 4180: one header line, one line a row */
extern const struct printer markdown_printer; /* for an issue or a page */

#endif
