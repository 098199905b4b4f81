/* The table on a terminal: at most 120 ASCII columns, a line a row, notes on a line of their own. */
#include <string.h>

#include "clsmem/version.h"
#include "printers.h"
#include "text.h"

#define WIDTH 120
#define INDENT 4
#define LABEL_WIDTH 9 /* of "driver : " */
#define COLUMNS "%-26s %-14s %9s %7s %14s %5s %6s %7s  %s\n"

static void print_labelled(FILE *out, const char *label, const char *text)
{
    fprintf(out, "%-*s: ", LABEL_WIDTH - 2, label);
    print_wrapped(out, LABEL_WIDTH, LABEL_WIDTH, WIDTH, text);
}

static void print_roofs(FILE *out, const struct clsmem_roofs *roofs)
{
    const struct {
        const char *name, *unit;
        double per_second;
    } parts[] = { { "read", "B/s", roofs->read_bytes_per_s },
                  { "copy", "B/s", roofs->copy_bytes_per_s },
                  { "f32", "FLOP/s", roofs->multiply_add_per_s[CLSMEM_F32] },
                  { "f64", "FLOP/s", roofs->multiply_add_per_s[CLSMEM_F64] } };
    char text[256] = "";

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const size_t used = strlen(text);
        char rate[32];

        if (!(parts[i].per_second > 0))
            continue;
        format_rate(parts[i].per_second, parts[i].unit, rate, sizeof rate);
        snprintf(text + used, sizeof text - used, "%s%s %s", used ? ", " : "", parts[i].name, rate);
    }
    print_labelled(out, "roofs", *text ? text : "not measured: nothing selected is held against one");
}

static void print_banks(FILE *out, const struct clsmem_session *session)
{
    const struct clsmem_bank_class *bank_class = session->bank_class;
    char line[1024];

    if (!bank_class)
        snprintf(line, sizeof line, "unknown (%s): no degree can be predicted", session->bank_source);
    else if (!clsmem_bank_class_has_banks(bank_class))
        snprintf(line, sizeof line, "none (%s): local memory is cached memory", session->bank_source);
    else
        snprintf(line, sizeof line, "%s (%s)%s", bank_class->name, session->bank_source,
                 clsmem_bank_class_find(bank_class->name) ? ""
                                                          : ": no class of ours, so no degree is predicted; "
                                                            "clsmem-lint --suite counts for any class");
    print_labelled(out, "banks", line);
}

static void print_device(struct report *report, const struct clsmem_session *session)
{
    const struct clsmem_device_info *info = &session->device.info;
    const bool good = session->clock_verdict == CLSMEM_CLOCK_GOOD;
    FILE *out = report->out;
    char line[1024], step[16];

    snprintf(line, sizeof line, "clsmem %s (%s) on device %u (%u:%u), %s", CLSMEM_VERSION, clsmem_version_commit(),
             info->index, info->platform, info->device, info->name);
    print_wrapped(out, 0, 0, WIDTH, line);
    snprintf(line, sizeof line, "%s, %s", info->driver, info->platform_name);
    print_labelled(out, "driver", line);
    snprintf(line, sizeof line, "%zu KiB of local memory a work-group", info->limits.local_bytes / 1024);
    print_labelled(out, "memory", line);
    print_banks(out, session);
    format_time(session->clock_step_ns, step, sizeof step);
    snprintf(line, sizeof line, "event clock %s, step %s%s%s", clsmem_clock_verdict_word(session->clock_verdict), step,
             good ? "" : ": ", good ? "" : session->clock_reason);
    print_labelled(out, "clock", line);
    print_roofs(out, &session->roofs);
    report->kernel = NULL;
}

static void print_heading(FILE *out, const struct clsmem_result *result)
{
    char line[1024];

    snprintf(line, sizeof line, "%s, %s%s%s: %s%s%s", result->kernel->name, clsmem_type_word(result->problem.type),
             *row_mode(result) ? ", " : "", row_mode(result), result->kernel->summary,
             *result->check.oracle ? "; checked by " : "", result->check.oracle);
    fputc('\n', out);
    print_wrapped(out, 0, INDENT, WIDTH, line);
    fprintf(out, COLUMNS, "kernel.variant", "shape", "median", "+-", "rate", "roof", "degree", "error", "against");
}

static void print_row(struct report *report, const struct clsmem_session *session, const struct clsmem_result *result)
{
    FILE *out = report->out;
    struct row_text text;

    (void)session;
    row_text_make(result, &text);
    if (!report_goes_on(report, result))
        print_heading(out, result);
    report->kernel = result->kernel;
    report->problem = result->problem;
    if (result->status != CLSMEM_OK) {
        const int used = fprintf(out, "%-26s %-14s ", text.name, text.shape);

        print_wrapped(out, used > 0 ? (size_t)used : 0, INDENT, WIDTH, text.note);
        return;
    }
    fprintf(out, COLUMNS, text.name, text.shape, text.median, text.spread, text.rate, text.share, text.degree,
            text.error, text.factor);
    if (*text.note) {
        fprintf(out, "%*s", INDENT, "");
        print_wrapped(out, INDENT, INDENT, WIDTH, text.note);
    }
}

static void print_conclusion(struct report *report, const char *text)
{
    fprintf(report->out, "  = ");
    print_wrapped(report->out, INDENT, INDENT, WIDTH, text);
}

const struct printer table_printer = { print_device, print_row, print_conclusion };
