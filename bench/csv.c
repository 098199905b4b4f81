/* CSV by RFC 4180: one header line for all devices, one line a row, numbers without units. */
#include <math.h>
#include <string.h>

#include "clsmem/registry.h"
#include "csv.h"
#include "printers.h"
#include "text.h"

void csv_print_field(FILE *out, const char *text, char end)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fprintf(out, "%s%c", text, end);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fprintf(out, "\"%c", end);
}

void csv_print_number(FILE *out, double value, char end)
{
    if (isfinite(value))
        fprintf(out, "%.9g", value);
    fputc(end, out);
}

static void print_device(struct report *report, const struct clsmem_session *session)
{
    (void)session;
    if (report->kernel)
        return;
    fprintf(
        report->out,
        "device,driver,kernel,variant,type,mode,shape,status,median_ns,low_ns,high_ns,samples,clock,verdict,"
        "rate,unit,share_of_roof,degree,versus,factor,mode_factor,oracle,worst_error_over_bound,local_bytes,note\n");
}

static void print_times(FILE *out, const struct clsmem_measurement *time)
{
    const bool timed = time->count > 0;

    csv_print_number(out, timed ? time->median_ns : NAN, ',');
    csv_print_number(out, timed ? time->low_ns : NAN, ',');
    csv_print_number(out, timed ? time->high_ns : NAN, ',');
    fprintf(out, "%zu,", time->count);
    csv_print_field(out, timed ? clsmem_clock_word(time->clock) : "", ',');
    csv_print_field(out, timed ? clsmem_verdict_word(time->verdict) : "", ',');
}

static void print_row(struct report *report, const struct clsmem_session *session, const struct clsmem_result *result)
{
    const struct clsmem_variant *versus = clsmem_variant_versus(result->kernel, result->variant);
    FILE *out = report->out;
    struct row_text text;

    report->kernel = result->kernel;
    row_text_make(result, &text);
    csv_print_field(out, session->device.info.name, ',');
    csv_print_field(out, session->device.info.driver, ',');
    csv_print_field(out, result->kernel->name, ',');
    csv_print_field(out, result->variant->name, ',');
    csv_print_field(out, clsmem_type_word(result->problem.type), ',');
    csv_print_field(out, row_mode(result), ',');
    csv_print_field(out, text.shape, ',');
    csv_print_field(out, clsmem_status_word(result->status), ',');
    print_times(out, &result->time);
    csv_print_number(out, result->rate, ',');
    csv_print_field(out, clsmem_unit_word(result->kernel->unit), ',');
    csv_print_number(out, result->share, ',');
    csv_print_number(out, result->degree, ',');
    csv_print_field(out, versus ? versus->name : "", ',');
    csv_print_number(out, result->factor, ',');
    csv_print_number(out, result->mode_factor, ',');
    csv_print_field(out, result->check.oracle, ',');
    csv_print_number(out, result->status == CLSMEM_OK ? result->check.worst : NAN, ',');
    fprintf(out, "%zu,", result->local_bytes);
    csv_print_field(out, text.note, '\n');
}

const struct printer csv_printer = { print_device, print_row, NULL };
