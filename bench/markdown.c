/* Markdown tables, one a problem, under a heading for each device. */
#include "markdown.h"

#include <string.h>

#include "clsmem/version.h"
#include "printers.h"
#include "text.h"

void markdown_print_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("|<*_`[&\\", *text))
            fputc('\\', out);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
}

static void print_cell(FILE *out, const char *text)
{
    fputs(" ", out);
    markdown_print_text(out, text);
    fputs(" |", out);
}

static void print_device(struct report *report, const struct clsmem_session *session)
{
    const struct clsmem_device_info *info = &session->device.info;
    FILE *out = report->out;

    fprintf(out, "## ");
    markdown_print_text(out, info->name);
    fprintf(out, "\n\nclsmem %s (%s); driver ", CLSMEM_VERSION, clsmem_version_commit());
    markdown_print_text(out, info->driver);
    fprintf(out, ", ");
    markdown_print_text(out, info->platform_name);
    fprintf(out, "; event clock %s\n", clsmem_clock_verdict_word(session->clock_verdict));
    report->kernel = NULL;
}

static void print_row(struct report *report, const struct clsmem_session *session, const struct clsmem_result *result)
{
    FILE *out = report->out;
    struct row_text text;

    (void)session;
    row_text_make(result, &text);
    if (!report_goes_on(report, result)) {
        fprintf(out, "\n### %s, %s%s%s\n\n%s", result->kernel->name, clsmem_type_word(result->problem.type),
                *row_mode(result) ? ", " : "", row_mode(result), result->kernel->summary);
        fprintf(out, "%s%s\n\n", *result->check.oracle ? "; checked by " : "", result->check.oracle);
        fprintf(out, "| kernel.variant | shape | median | +- | rate | roof | degree | error | against | note |\n");
        fprintf(out, "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |\n");
    }
    report->kernel = result->kernel;
    report->problem = result->problem;
    const char *const cells[] = { text.name,  text.shape,  text.median, text.spread, text.rate,
                                  text.share, text.degree, text.error,  text.factor, text.note };
    fputc('|', out);
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        print_cell(out, cells[i]);
    fputc('\n', out);
}

static void print_conclusion(struct report *report, const char *text)
{
    fprintf(report->out, "\n");
    markdown_print_text(report->out, text);
    fprintf(report->out, "\n");
}

const struct printer markdown_printer = { print_device, print_row, print_conclusion };
