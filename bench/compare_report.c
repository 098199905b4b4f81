/* What all reports of clsmem-compare print: a comparison, and what the gate says of it. */
#include "compare_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static void count_end(struct compare_report *report, enum clsmem_gate_end end)
{
    if (clsmem_gate_end_fails(end))
        report->failed++;
    else if (end == CLSMEM_GATE_PASSED)
        report->passed++;
    else if (end == CLSMEM_GATE_UNDECIDED)
        report->undecided++;
    else if (end == CLSMEM_GATE_NEW)
        report->added++;
    else if (end == CLSMEM_GATE_ALLOWED)
        report->allowed++;
    else
        report->not_gated++;
}

enum clsmem_status compare_report_make(const struct compare_settings *settings, const struct clsmem_compare *compare,
                                       struct compare_report *report)
{
    *report = (struct compare_report){ .settings = settings, .compare = compare };
    if (!compare_settings_have_gate(settings))
        return CLSMEM_OK;
    report->judgements = calloc(compare->line_count * compare->column_count + 1, sizeof *report->judgements);
    if (!report->judgements)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for %zu rows", compare->line_count);
    for (size_t i = 0; i < compare->line_count; i++)
        for (size_t c = 1; c < compare->column_count; c++) {
            struct compare_judgement *const judgement = &report->judgements[i * compare->column_count + c];

            judgement->end = clsmem_gate_judge(&settings->gate, compare, &compare->lines[i], c, judgement->why,
                                               sizeof judgement->why);
            count_end(report, judgement->end);
        }
    return CLSMEM_OK;
}

void compare_report_release(struct compare_report *report)
{
    free(report->judgements);
    report->judgements = NULL;
}

const struct compare_judgement *compare_report_judgement(const struct compare_report *report, size_t line,
                                                         size_t column)
{
    return report->judgements && column > 0 ? &report->judgements[line * report->compare->column_count + column]
                                            : NULL;
}

bool compare_report_fails(const struct compare_report *report)
{
    return report->judgements && (report->failed > 0 || report->passed == 0);
}

/* Two digits behind the point where they say something. */
static void format_ratio(double ratio, const char *before, char *text, size_t bytes)
{
    if (!isfinite(ratio))
        snprintf(text, bytes, "-");
    else
        snprintf(text, bytes,
                 ratio < 0.1 || ratio >= 9999.5 ? "%s%.2g"
                 : ratio < 9.995                ? "%s%.2f"
                                                : "%s%.0f",
                 before, ratio);
}

static void format_interval(double low, double high, char *text, size_t bytes)
{
    char from[16], to[16];

    format_ratio(low, "", from, sizeof from);
    format_ratio(high, "", to, sizeof to);
    snprintf(text, bytes, isfinite(low) ? "%s..%s" : "-", from, to);
}

static void format_time_of(const struct clsmem_results_row *row, struct compare_texts *texts)
{
    const struct clsmem_results_time *const time = &row->time;

    format_time(time->median_ns, texts->median, sizeof texts->median);
    if (time->median_ns > 0)
        snprintf(texts->spread, sizeof texts->spread, "%.1f %%%s",
                 fmin(999, 50 * (time->high_ns - time->low_ns) / time->median_ns),
                 time->verdict == CLSMEM_NOISY ? "~" : "");
}

/*
 * Views that time no row against another do without the same sizes, seeds and caching: what a row needs there is a time on
 * both sides that can be trusted.
 */
static enum clsmem_obstacle look_at_view(const struct compare_report *report, const struct clsmem_compare_line *line,
                                         size_t column, const char **before, const char **reason)
{
    const struct clsmem_compare_cell *const cell = &line->cells[column];
    const struct clsmem_results_row *const sides[] = { cell->row, line->cells[0].row };

    *before = "";
    *reason = cell->reason;
    if (report->settings->view == COMPARE_VIEW_ABSOLUTE || !sides[0] || !sides[1] || !sides[0]->has_time ||
        !sides[1]->has_time || cell->obstacle == CLSMEM_OBSTACLE_SUSPECT ||
        cell->obstacle == CLSMEM_OBSTACLE_TOO_SHORT || cell->obstacle == CLSMEM_OBSTACLE_NOISY)
        return cell->obstacle;
    for (size_t i = 0; i < 2; i++) {
        *before = i == 0 ? "" : "baseline: ";
        *reason = sides[i]->time.reason;
        if (sides[i]->time.verdict == CLSMEM_SUSPECT)
            return CLSMEM_OBSTACLE_SUSPECT;
        if (sides[i]->time.verdict == CLSMEM_TOO_SHORT)
            return CLSMEM_OBSTACLE_TOO_SHORT;
    }
    return CLSMEM_OBSTACLE_NONE;
}

/* The verdict of a cell; only where times are compared is one faster, slower or the same. */
static void format_change(const struct compare_report *report, const struct clsmem_compare_line *line, size_t column,
                          struct compare_texts *texts)
{
    const char *before, *reason;
    const enum clsmem_obstacle obstacle = look_at_view(report, line, column, &before, &reason);

    if (obstacle != CLSMEM_OBSTACLE_NONE) {
        snprintf(texts->change, sizeof texts->change, "%s", clsmem_obstacle_word(obstacle));
        snprintf(texts->reason, sizeof texts->reason, "%s%s", before, reason);
    } else if (report->settings->view == COMPARE_VIEW_ABSOLUTE) {
        snprintf(texts->change, sizeof texts->change, "%s", clsmem_change_word(line->cells[column].change));
    }
}

void compare_texts_make(const struct compare_report *report, const struct clsmem_compare_line *line, size_t column,
                        struct compare_texts *texts)
{
    const struct clsmem_compare_cell *const cell = &line->cells[column];
    const struct clsmem_results_row *const row = cell->row;
    const double ratios[] = { cell->ratio, cell->share_ratio, cell->slowdown_ratio };

    memset(texts, 0, sizeof *texts);
    char *const columns[] = {
        texts->median, texts->spread, texts->rate, texts->share, texts->slowdown, texts->degree
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        strcpy(columns[i], "-");
    snprintf(texts->name, sizeof texts->name, "%s.%s", line->kernel, line->variant);
    if (row && row->has_time)
        format_time_of(row, texts);
    if (row && isfinite(row->rate))
        format_rate_of_unit(row->rate, row->unit, texts->rate, sizeof texts->rate);
    if (isfinite(cell->share))
        snprintf(texts->share, sizeof texts->share, "%.0f %%", fmin(99999, 100 * cell->share));
    if (isfinite(cell->degree))
        snprintf(texts->degree, sizeof texts->degree, "%.2f", fmin(9999, cell->degree));
    format_ratio(cell->slowdown, "", texts->slowdown, sizeof texts->slowdown);
    format_ratio(cell->ratio, "x", texts->ratio, sizeof texts->ratio);
    format_ratio(ratios[report->settings->view], "x", texts->own_ratio, sizeof texts->own_ratio);
    format_interval(cell->low, cell->high, texts->interval, sizeof texts->interval);
    if (column > 0)
        format_change(report, line, column, texts);
}

void compare_total_ratio(const struct compare_report *report, const struct clsmem_compare_total *total, char *text,
                         size_t bytes)
{
    const bool is_absolute = report->settings->view == COMPARE_VIEW_ABSOLUTE;
    char ratio[16], interval[32];

    format_ratio(is_absolute ? total->ratio : total->share_ratio, "x", ratio, sizeof ratio);
    format_interval(total->low, total->high, interval, sizeof interval);
    if (is_absolute && isfinite(total->ratio))
        snprintf(text, bytes, "%s %s", ratio, interval);
    else
        snprintf(text, bytes, "%s", ratio);
}

const char *compare_total_words(const struct compare_report *report)
{
    static const char *const words[] = { "geometric mean of speed, 95 %", "geometric mean of shares' ratios", NULL };

    return words[report->settings->view];
}

void compare_column_words(const struct clsmem_compare *compare, size_t column, char *text, size_t bytes)
{
    const struct clsmem_results *const file = compare->columns[column].file;
    const struct clsmem_results_run *const run = compare->columns[column].run;

    snprintf(text, bytes, "[%zu] %s: %s, driver %s, banks %s, seed %zu; %s %s (%s), %s%s", column, file->path,
             run->device.name, run->device.driver, run->bank_class, run->seed, file->tool, file->tool_version,
             file->tool_commit, file->started, file->complete ? "" : "; INCOMPLETE: not all rows were measured");
}

bool compare_incomplete_words(const struct compare_report *report, size_t column, char *text, size_t bytes)
{
    const struct clsmem_results *const file = report->compare->columns[column].file;

    if (!report->judgements || file->complete)
        return false;
    snprintf(text, bytes, "[%zu] %s is incomplete: the gate did not see all of its rows", column, file->path);
    return true;
}

void compare_gate_words(const struct compare_report *report, char *text, size_t bytes)
{
    const struct clsmem_gate *const gate = &report->settings->gate;
    char time[64] = "";

    if (gate->of_time)
        snprintf(time, sizeof time, "no row may take more than %g %% longer", 100 * gate->above);
    snprintf(text, bytes,
             "%s%s%s: %zu passed, %zu failed, %zu undecided, %zu new, %zu missing but allowed, %zu with nothing to "
             "gate%s",
             time, gate->of_time && gate->of_degree ? "; " : "",
             gate->of_degree ? "no degree and no local memory may rise" : "", report->passed, report->failed,
             report->undecided, report->added, report->allowed, report->not_gated,
             report->failed == 0 && report->passed == 0 ? "; a gate that nothing passes does not pass" : "");
}
