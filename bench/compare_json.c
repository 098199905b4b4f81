/* A comparison as JSON, by the schema in bench/compare.schema.json. */
#include <errno.h>
#include <jansson.h>
#include <math.h>

#include "clsmem/version.h"
#include "compare_html.h"
#include "compare_report.h"

#define FORMAT_VERSION 1

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* A reason may be cut within a character, and a path may hold any bytes. */
json_t *compare_json_text(const char *bytes)
{
    json_t *text = json_string(bytes);
    char plain[4096];
    size_t i = 0;

    if (text)
        return text;
    for (; bytes[i] && i < sizeof plain - 1; i++)
        plain[i] = (unsigned char)bytes[i] < 128 ? bytes[i] : '?';
    plain[i] = 0;
    return json_string(plain);
}

static json_t *column_json(const struct clsmem_compare_column *column)
{
    const struct clsmem_results *const file = column->file;
    const struct clsmem_results_run *const run = column->run;

    return json_pack("{so s{ss ss ss} ss sb ss ss ss ss ss ss sI}", "file", compare_json_text(file->path), "tool",
                     "name", file->tool, "version", file->tool_version, "commit", file->tool_commit, "started",
                     file->started, "complete", file->complete, "device", run->device.name, "vendor",
                     run->device.vendor, "driver", run->device.driver, "platform", run->device.platform_name,
                     "bank_class", run->bank_class, "bank_source", run->bank_source, "seed", (json_int_t)run->seed);
}

/* What the row itself says; null where the run has none. */
static json_t *row_json(const struct clsmem_compare_cell *cell)
{
    const struct clsmem_results_row *const row = cell->row;
    const bool timed = row && row->has_time;

    if (!row)
        return json_null();
    return json_pack("{ss ss ss? so so so ss? so ss so so so sI}", "shape", row->shape, "status",
                     clsmem_status_word(row->status), "verdict", timed ? clsmem_verdict_word(row->time.verdict) : NULL,
                     "median_ns", number(timed ? row->time.median_ns : (double)NAN), "low_ns",
                     number(timed ? row->time.low_ns : (double)NAN), "high_ns",
                     number(timed ? row->time.high_ns : (double)NAN), "clock",
                     timed ? clsmem_clock_word(row->time.clock) : NULL, "rate", number(row->rate), "unit", row->unit,
                     "share_of_roof", number(cell->share), "slowdown", number(cell->slowdown), "degree",
                     number(cell->degree), "local_bytes", (json_int_t)row->local_bytes);
}

static json_t *judgement_json(const struct compare_judgement *judgement)
{
    return judgement ? json_pack("{ss so}", "end", clsmem_gate_word(judgement->end), "reason",
                                 compare_json_text(judgement->why))
                     : json_null();
}

static json_t *cell_json(const struct compare_report *report, size_t line, size_t column)
{
    const struct clsmem_compare_cell *const cell = &report->compare->lines[line].cells[column];

    return json_pack("{so ss ss so so so so so so sb so}", "row", row_json(cell), "change",
                     clsmem_change_word(cell->change), "obstacle", clsmem_obstacle_word(cell->obstacle), "reason",
                     compare_json_text(cell->reason), "ratio", number(cell->ratio), "ratio_low", number(cell->low),
                     "ratio_high", number(cell->high), "share_ratio", number(cell->share_ratio), "slowdown_ratio",
                     number(cell->slowdown_ratio), "other_source", cell->other_source, "gate",
                     judgement_json(compare_report_judgement(report, line, column)));
}

static json_t *line_json(const struct compare_report *report, size_t place)
{
    const struct clsmem_compare_line *const line = &report->compare->lines[place];
    json_t *const cells = json_array();

    for (size_t c = 0; c < report->compare->column_count; c++)
        json_array_append_new(cells, cell_json(report, place, c));
    return json_pack("{ss ss ss ss? ss ss? so}", "kernel", line->kernel, "variant", line->variant, "type",
                     clsmem_type_word(line->type), "mode", *line->mode ? line->mode : NULL, "shape", line->shape,
                     "versus", line->versus, "cells", cells);
}

static json_t *totals_json(const struct clsmem_compare *compare, const struct clsmem_compare_total *totals)
{
    json_t *const list = json_array();

    for (size_t c = 0; c < compare->column_count; c++)
        json_array_append_new(list, json_pack("{sI sI sI sI so so so so so so}", "faster",
                                              (json_int_t)totals[c].faster, "same", (json_int_t)totals[c].same,
                                              "slower", (json_int_t)totals[c].slower, "not_comparable",
                                              (json_int_t)totals[c].not_comparable, "ratio", number(totals[c].ratio),
                                              "ratio_low", number(totals[c].low), "ratio_high", number(totals[c].high),
                                              "share_of_roof", number(totals[c].share), "share_ratio",
                                              number(totals[c].share_ratio), "slowdown", number(totals[c].slowdown)));
    return list;
}

json_t *compare_json_gate(const struct compare_report *report)
{
    const struct clsmem_gate *const gate = &report->settings->gate;

    if (!report->judgements)
        return json_null();
    return json_pack("{so sb sb sb sI sI sI sI sI sI}", "fail_above",
                     gate->of_time ? json_real(gate->above) : json_null(), "degree", gate->of_degree,
                     "missing_allowed", gate->missing_allowed, "passed", !compare_report_fails(report), "rows_passed",
                     (json_int_t)report->passed, "rows_failed", (json_int_t)report->failed, "rows_undecided",
                     (json_int_t)report->undecided, "rows_new", (json_int_t)report->added, "rows_allowed",
                     (json_int_t)report->allowed, "rows_not_gated", (json_int_t)report->not_gated);
}

json_t *compare_json_make(const struct compare_report *report)
{
    const struct clsmem_compare *const compare = report->compare;
    json_t *const columns = json_array(), *const lines = json_array(), *const families = json_array();

    for (size_t c = 0; c < compare->column_count; c++)
        json_array_append_new(columns, column_json(&compare->columns[c]));
    for (size_t i = 0; i < compare->line_count; i++)
        json_array_append_new(lines, line_json(report, i));
    for (size_t i = 0; i < compare->family_count; i++)
        json_array_append_new(families, json_pack("{ss so}", "kernel", compare->families[i].kernel, "totals",
                                                  totals_json(compare, compare->families[i].totals)));
    return json_pack("{ss si s{ss ss ss} so so so so so}", "format", "clsmem-compare", "format_version",
                     FORMAT_VERSION, "tool", "name", "clsmem-compare", "version", CLSMEM_VERSION, "commit",
                     clsmem_version_commit(), "runs", columns, "rows", lines, "families", families, "totals",
                     totals_json(compare, compare->totals), "gate", compare_json_gate(report));
}

bool compare_json_print(const void *what, FILE *out)
{
    json_t *const json = compare_json_make(what);
    bool written;

    if (!json) {
        errno = ENOMEM;
        return false;
    }
    written = json_dumpf(json, out, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) == 0 && fputc('\n', out) != EOF &&
              fflush(out) == 0;
    json_decref(json);
    return written;
}
