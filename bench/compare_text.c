/* The comparison on a terminal: at most 120 ASCII columns, a line a row and run. */
#include <string.h>

#include "clsmem/version.h"
#include "compare_report.h"
#include "text.h"

#define WIDTH 120
#define INDENT 4
#define NAME_WIDTH 26

/* Texts of a file may hold anything, such as commands to the terminal. */
static void make_plain(char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

static void print_words(FILE *out, size_t used, size_t indent, char *words)
{
    make_plain(words);
    print_wrapped(out, used, indent, WIDTH, words);
}

static void print_head(const struct compare_report *report, FILE *out)
{
    static const char *const views[] = { "speed over that of [0]: above 1 is faster",
                                         "share of its device's roof over that of [0]",
                                         "slowdown against the variant named last over that of [0]" };
    const struct clsmem_compare *const compare = report->compare;
    char words[2048];

    fprintf(out, "clsmem-compare %s (%s): %zu rows of %zu runs\n", CLSMEM_VERSION, clsmem_version_commit(),
            compare->line_count, compare->column_count);
    for (size_t c = 0; c < compare->column_count; c++) {
        compare_column_words(compare, c, words, sizeof words);
        print_words(out, 0, INDENT, words);
    }
    fprintf(out, "ratio: %s\n", views[report->settings->view]);
}

static void print_heading(const struct compare_report *report, FILE *out, const struct clsmem_compare_line *line)
{
    static const char *const columns[][2] = { { "median", "+-" }, { "rate", "roof" }, { "slowdown", "degree" } };
    const char *const *const own = columns[report->settings->view];

    fprintf(out, "\n%s%s, %s%s%s%s\n", report->colour ? "\033[1m" : "", line->kernel, clsmem_type_word(line->type),
            *line->mode ? ", " : "", line->mode, report->colour ? "\033[0m" : "");
    fprintf(out, "%-*s %-16s %12s %7s  %-4s %12s %7s %6s  %s\n", NAME_WIDTH, "kernel.variant", "shape", own[0], own[1],
            "", own[0], own[1], "ratio",
            report->settings->view == COMPARE_VIEW_ABSOLUTE ? "95 %"
            : report->settings->view == COMPARE_VIEW_LAYOUT ? "against"
                                                            : "");
}

static const char *colour_of(const struct compare_report *report, const struct clsmem_compare_cell *cell)
{
    static const char *const colours[] = { [CLSMEM_CHANGE_SAME] = "",
                                           [CLSMEM_CHANGE_FASTER] = "\033[32m",
                                           [CLSMEM_CHANGE_SLOWER] = "\033[31m",
                                           [CLSMEM_CHANGE_NOT_COMPARABLE] = "\033[33m" };

    return report->colour ? colours[cell->change] : "";
}

/* The two figures of a view. */
static void print_figures(const struct compare_report *report, FILE *out, const struct compare_texts *texts)
{
    switch (report->settings->view) {
    case COMPARE_VIEW_ABSOLUTE:
        fprintf(out, "%12s %7s", texts->median, texts->spread);
        break;
    case COMPARE_VIEW_ROOF:
        fprintf(out, "%12s %7s", texts->rate, texts->share);
        break;
    case COMPARE_VIEW_LAYOUT:
        fprintf(out, "%12s %7s", texts->slowdown, texts->degree);
        break;
    }
}

/* What stands last: the interval and the verdict; in other views, whose ratio is no measured time, what is amiss. */
static void print_end(const struct compare_report *report, FILE *out, const struct clsmem_compare_line *line,
                      const struct clsmem_compare_cell *cell, const struct compare_texts *texts)
{
    const char *const colour = colour_of(report, cell);
    const bool absolute = report->settings->view == COMPARE_VIEW_ABSOLUTE;

    if (absolute)
        fprintf(out, "  %-11s ", texts->interval);
    else
        fprintf(out, "  %-11.18s ", report->settings->view == COMPARE_VIEW_LAYOUT && line->versus ? line->versus : "");
    if (absolute || cell->obstacle != CLSMEM_OBSTACLE_NONE)
        fprintf(out, "%s%s%s", colour, texts->change, *colour ? "\033[0m" : "");
    fputc('\n', out);
}

static void print_notes(const struct compare_report *report, FILE *out, size_t line, size_t column)
{
    const struct clsmem_compare_cell *const cell = &report->compare->lines[line].cells[column];
    const struct compare_judgement *const judgement = compare_report_judgement(report, line, column);
    char words[512];

    if (*cell->reason) {
        snprintf(words, sizeof words, "%s", cell->reason);
        fprintf(out, "%*s", INDENT, "");
        print_words(out, INDENT, INDENT, words);
    }
    if (judgement && clsmem_gate_end_fails(judgement->end) && strcmp(judgement->why, cell->reason) != 0) {
        snprintf(words, sizeof words, "gate: %s", judgement->why);
        fprintf(out, "%*s", INDENT, "");
        print_words(out, INDENT, INDENT, words);
    }
}

static void print_line(const struct compare_report *report, FILE *out, size_t place)
{
    const struct clsmem_compare *const compare = report->compare;
    const struct clsmem_compare_line *const line = &compare->lines[place];
    struct compare_texts base, texts;

    compare_texts_make(report, line, 0, &base);
    for (size_t c = 1; c < compare->column_count; c++) {
        char tag[24] = "";

        compare_texts_make(report, line, c, &texts);
        if (compare->column_count > 2)
            snprintf(tag, sizeof tag, "[%zu]", c);
        if (c == 1) {
            const bool fits = strlen(base.name) <= NAME_WIDTH && strlen(line->shape) <= 16;

            fprintf(out, fits ? "%-*s %-16s " : "%-*.90s %.24s\n", NAME_WIDTH, base.name, line->shape);
            if (!fits)
                fprintf(out, "%*s", NAME_WIDTH + 18, "");
            print_figures(report, out, &base);
        } else {
            fprintf(out, "%*s", NAME_WIDTH + 18 + 20, "");
        }
        fprintf(out, "  %-4s ", tag);
        print_figures(report, out, &texts);
        fprintf(out, " %6s", texts.own_ratio);
        print_end(report, out, line, &line->cells[c], &texts);
        print_notes(report, out, place, c);
    }
}

static void print_total(const struct compare_report *report, FILE *out, const char *name,
                        const struct clsmem_compare_total *totals)
{
    for (size_t c = 1; c < report->compare->column_count; c++) {
        const struct clsmem_compare_total *const total = &totals[c];
        char ratio[64], tag[24];

        snprintf(tag, sizeof tag, "[%zu]", c);
        compare_total_ratio(total, ratio, sizeof ratio);
        fprintf(out, "%-*.*s %-4s %7zu %7zu %7zu %14zu  %s\n", NAME_WIDTH, NAME_WIDTH, c == 1 ? name : "", tag,
                total->faster, total->same, total->slower, total->not_comparable, ratio);
    }
}

static void print_totals(const struct compare_report *report, FILE *out)
{
    const struct clsmem_compare *const compare = report->compare;

    fprintf(out, "\n%s%-*s %-4s %7s %7s %7s %14s  %s%s\n", report->colour ? "\033[1m" : "", NAME_WIDTH, "family", "",
            "faster", "same", "slower", "not comparable", "geometric mean of speed, 95 %",
            report->colour ? "\033[0m" : "");
    for (size_t i = 0; i < compare->family_count; i++)
        print_total(report, out, compare->families[i].kernel, compare->families[i].totals);
    print_total(report, out, "all, a family counts once", compare->totals);
}

/* "  slower: gemm.tiled 512x512x512, f32: takes 11 % longer". */
static void print_judgements(const struct compare_report *report, FILE *out, bool failed)
{
    const struct clsmem_compare *const compare = report->compare;

    for (size_t i = 0; i < compare->line_count; i++)
        for (size_t c = 1; c < compare->column_count; c++) {
            const struct clsmem_compare_line *const line = &compare->lines[i];
            const struct compare_judgement *const judgement = compare_report_judgement(report, i, c);
            char words[768];

            if (clsmem_gate_end_fails(judgement->end) != failed || judgement->end == CLSMEM_GATE_PASSED ||
                (judgement->end == CLSMEM_GATE_NOT_GATED && (line->cells[0].row || !line->cells[c].row)))
                continue;
            snprintf(words, sizeof words, "%s [%zu] %s.%s %s, %s%s%s: %s",
                     failed ? clsmem_gate_word(judgement->end) : "note:", c, line->kernel, line->variant, line->shape,
                     clsmem_type_word(line->type), *line->mode ? ", " : "", line->mode, judgement->why);
            fprintf(out, "  ");
            print_words(out, 2, INDENT, words);
        }
}

static void print_gate(const struct compare_report *report, FILE *out)
{
    const bool fails = compare_report_fails(report);
    char words[512];

    compare_gate_words(report, words, sizeof words);
    fprintf(out, "\n%sgate %s%s: ", report->colour ? (fails ? "\033[1;31m" : "\033[1;32m") : "",
            fails ? "FAILED" : "passed", report->colour ? "\033[0m" : "");
    print_words(out, strlen("gate FAILED: "), INDENT, words);
    print_judgements(report, out, true);
    print_judgements(report, out, false);
}

bool compare_text_print(const void *what, FILE *out)
{
    const struct compare_report *const report = what;
    const struct clsmem_compare *const compare = report->compare;

    print_head(report, out);
    for (size_t i = 0; i < compare->line_count; i++) {
        const struct clsmem_compare_line *const line = &compare->lines[i], *const last = i > 0 ? line - 1 : NULL;

        if (!last || strcmp(last->kernel, line->kernel) != 0 || last->type != line->type ||
            strcmp(last->mode, line->mode) != 0)
            print_heading(report, out, line);
        print_line(report, out, i);
    }
    print_totals(report, out);
    if (report->judgements)
        print_gate(report, out);
    return fflush(out) == 0 && !ferror(out);
}
