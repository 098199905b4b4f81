/* The table on a terminal: at most 120 ASCII columns, a line a row, notes on a line of their own. */
#include <string.h>

#include "clsmem/version.h"
#include "printers.h"
#include "text.h"

#define COLUMNS "%-22s %-14s %9s %6s %14s %5s %6s %7s  %s\n"

static void print_roof(FILE *out, const char *name, double per_second, const char *unit)
{
    char text[32] = "not measured";

    if (per_second > 0)
        format_rate(per_second, unit, text, sizeof text);
    fprintf(out, "  %s %s", name, text);
}

static void print_device(struct report *report, const struct clsmem_session *session)
{
    const struct clsmem_device_info *info = &session->device.info;
    const struct clsmem_roofs *roofs = &session->roofs;
    FILE *out = report->out;
    char step[16];

    format_time(session->clock_step_ns, step, sizeof step);
    fprintf(out, "clsmem %s (%s) on device %u (%u:%u), %s\n", CLSMEM_VERSION, clsmem_version_commit(), info->index,
            info->platform, info->device, info->name);
    fprintf(out, "driver : %s, %s\n", info->driver, info->platform_name);
    fprintf(out, "memory : %zu KiB of local memory a work-group; %s\n", info->limits.local_bytes / 1024,
            info->limits.local_is_global ? "no banks: local memory is cached global memory"
                                         : "banks not probed: no degree is predicted");
    fprintf(out, "clock  : event clock %s, step %s%s%s\n", clsmem_clock_verdict_word(session->clock_verdict), step,
            session->clock_verdict == CLSMEM_CLOCK_GOOD ? "" : ": ",
            session->clock_verdict == CLSMEM_CLOCK_GOOD ? "" : session->clock_reason);
    fprintf(out, "roofs  :");
    print_roof(out, "read", roofs->read_bytes_per_s, "B/s");
    print_roof(out, " copy", roofs->copy_bytes_per_s, "B/s");
    print_roof(out, " f32", roofs->multiply_add_per_s[CLSMEM_F32], "FLOP/s");
    if (roofs->multiply_add_per_s[CLSMEM_F64] > 0)
        print_roof(out, " f64", roofs->multiply_add_per_s[CLSMEM_F64], "FLOP/s");
    fprintf(out, "\n");
    report->kernel = NULL;
}

static void print_heading(FILE *out, const struct clsmem_result *result)
{
    fprintf(out, "\n%s, %s: %s%s%s\n", result->kernel->name, clsmem_type_word(result->problem.type),
            result->kernel->summary, *result->check.oracle ? "; checked by " : "", result->check.oracle);
    fprintf(out, COLUMNS, "kernel.variant", "shape", "median", "+-", "rate", "roof", "degree", "error", "against");
}

static void print_row(struct report *report, const struct clsmem_session *session, const struct clsmem_result *result)
{
    struct row_text text;

    (void)session;
    row_text_make(result, &text);
    if (report->kernel != result->kernel || !clsmem_problem_equal(&report->problem, &result->problem))
        print_heading(report->out, result);
    report->kernel = result->kernel;
    report->problem = result->problem;
    if (result->status == CLSMEM_OK) {
        fprintf(report->out, COLUMNS, text.name, text.shape, text.median, text.spread, text.rate, text.share,
                text.degree, text.error, text.factor);
        if (*text.note)
            fprintf(report->out, "    %s\n", text.note);
    } else {
        fprintf(report->out, "%-22s %-14s %s\n", text.name, text.shape, text.note);
    }
}

const struct printer table_printer = { print_device, print_row };
