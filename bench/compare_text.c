/* The comparison on a terminal: at most 120 columns, a line a row and run. */
#include <string.h>

#include "clsmem/version.h"
#include "compare_report.h"
#include "text.h"

#define WIDTH 120
#define INDENT 4
#define NAME_WIDTH 25
#define SHAPE_WIDTH 14
#define LEFT_WIDTH (NAME_WIDTH + SHAPE_WIDTH + 2)

/* Of the two figures of each view, the longest of which are 11.1 TFLOP/s and 99.9 %~. */
static const int widths[][2] = { { 9, 8 }, { 12, 7 }, { 8, 7 } };

/* Texts of a file may hold anything, such as commands to the terminal. */
static void print_words(FILE *out, size_t used, size_t indent, char *words)
{
    text_make_plain(words);
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

/* Which run a figure belongs to, where there is more than one to choose from. */
static void print_tag(const struct compare_report *report, FILE *out, size_t column)
{
    char tag[24] = "";

    if (column > 0)
        snprintf(tag, sizeof tag, "[%zu]", column);
    if (report->compare->column_count > 2)
        fprintf(out, "%-4s ", tag);
}

static void print_pair(const struct compare_report *report, FILE *out, const char *first, const char *second)
{
    fprintf(out, "%*s %*s ", widths[report->settings->view][0], first, widths[report->settings->view][1], second);
}

static void print_heading(const struct compare_report *report, FILE *out, const struct clsmem_compare_line *line)
{
    static const char *const columns[][2] = { { "median", "+-" }, { "rate", "roof" }, { "slowdown", "degree" } };
    static const char *const ends[] = { "  95 %", "", "  against" };
    const enum compare_view view = report->settings->view;

    fprintf(out, "\n%s%s, %s%s%s%s\n", report->colour ? "\033[1m" : "", line->kernel, clsmem_type_word(line->type),
            *line->mode ? ", " : "", line->mode, report->colour ? "\033[0m" : "");
    fprintf(out, "%-*s %-*s ", NAME_WIDTH, "kernel.variant", SHAPE_WIDTH, "shape");
    print_pair(report, out, columns[view][0], columns[view][1]);
    print_tag(report, out, 0);
    print_pair(report, out, columns[view][0], columns[view][1]);
    fprintf(out, "%7s%s\n", "ratio", ends[view]);
}

static const char *colour_of(const struct compare_report *report, const struct clsmem_compare_cell *cell)
{
    static const char *const colours[] = { [CLSMEM_CHANGE_SAME] = "",
                                           [CLSMEM_CHANGE_FASTER] = "\033[32m",
                                           [CLSMEM_CHANGE_SLOWER] = "\033[31m",
                                           [CLSMEM_CHANGE_NOT_COMPARABLE] = "\033[33m" };

    return report->colour ? colours[cell->change] : "";
}

static void print_figures(const struct compare_report *report, FILE *out, const struct compare_texts *texts)
{
    const char *const figures[][2] = { { texts->median, texts->spread },
                                       { texts->rate, texts->share },
                                       { texts->slowdown, texts->degree } };
    const char *const *const pair = figures[report->settings->view];

    print_pair(report, out, pair[0], pair[1]);
}

/* What stands last: the interval or the variant that a slowdown is against, and the verdict. */
static void print_end(const struct compare_report *report, FILE *out, const struct clsmem_compare_line *line,
                      size_t column, const struct compare_texts *texts)
{
    const char *const colour = colour_of(report, &line->cells[column]);
    const enum compare_view view = report->settings->view;

    fprintf(out, "%7s", texts->own_ratio);
    if (!*texts->change) {
        fprintf(out, view == COMPARE_VIEW_LAYOUT && line->versus ? "  %.30s\n" : "\n", line->versus);
        return;
    }
    if (view == COMPARE_VIEW_ABSOLUTE)
        fprintf(out, "  %-11s ", texts->interval);
    else if (view == COMPARE_VIEW_LAYOUT)
        fprintf(out, "  %-14.14s ", line->versus ? line->versus : "");
    else
        fprintf(out, "  ");
    fprintf(out, "%s%s%s\n", colour, texts->change, *colour ? "\033[0m" : "");
}

static void print_notes(const struct compare_report *report, FILE *out, size_t line, size_t column,
                        const struct compare_texts *texts)
{
    const struct compare_judgement *const judgement = compare_report_judgement(report, line, column);
    char words[512];

    if (*texts->reason) {
        snprintf(words, sizeof words, "%s", texts->reason);
        fprintf(out, "%*s", INDENT, "");
        print_words(out, INDENT, INDENT, words);
    }
    if (judgement && clsmem_gate_end_fails(judgement->end) && strcmp(judgement->why, texts->reason) != 0) {
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
    if (strlen(base.name) <= NAME_WIDTH && strlen(line->shape) <= SHAPE_WIDTH)
        fprintf(out, "%-*s %-*s ", NAME_WIDTH, base.name, SHAPE_WIDTH, line->shape);
    else
        fprintf(out, "%.80s %.39s\n%*s", base.name, line->shape, LEFT_WIDTH, "");
    print_figures(report, out, &base);
    for (size_t c = 1; c < compare->column_count; c++) {
        compare_texts_make(report, line, c, &texts);
        if (c > 1) {
            fprintf(out, "%*s", LEFT_WIDTH, "");
            print_pair(report, out, "", "");
        }
        print_tag(report, out, c);
        print_figures(report, out, &texts);
        print_end(report, out, line, c, &texts);
        print_notes(report, out, place, c, &texts);
    }
}

static void print_total(const struct compare_report *report, FILE *out, const char *name,
                        const struct clsmem_compare_total *totals)
{
    for (size_t c = 1; c < report->compare->column_count; c++) {
        const struct clsmem_compare_total *const total = &totals[c];
        char ratio[64], tag[24];

        snprintf(tag, sizeof tag, "[%zu]", c);
        compare_total_ratio(report, total, ratio, sizeof ratio);
        fprintf(out, "%-*.*s %-4s ", NAME_WIDTH, NAME_WIDTH, c == 1 ? name : "", tag);
        if (report->settings->view == COMPARE_VIEW_ABSOLUTE)
            fprintf(out, "%7zu %7zu %7zu %14zu  ", total->faster, total->same, total->slower, total->not_comparable);
        fprintf(out, "%s\n", ratio);
    }
}

static void print_totals(const struct compare_report *report, FILE *out)
{
    const struct clsmem_compare *const compare = report->compare;

    fprintf(out, "\n%s%-*s %-4s ", report->colour ? "\033[1m" : "", NAME_WIDTH, "family", "");
    if (report->settings->view == COMPARE_VIEW_ABSOLUTE)
        fprintf(out, "%7s %7s %7s %14s  ", "faster", "same", "slower", "not comparable");
    fprintf(out, "%s%s\n", compare_total_words(report), report->colour ? "\033[0m" : "");
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
                judgement->end == CLSMEM_GATE_ALLOWED || judgement->end == CLSMEM_GATE_NOT_GATED)
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
    for (size_t c = 0; c < report->compare->column_count; c++)
        if (compare_incomplete_words(report, c, words, sizeof words)) {
            fprintf(out, "  note: ");
            print_words(out, strlen("  note: "), INDENT, words);
        }
    print_judgements(report, out, true);
    print_judgements(report, out, false);
}

/* Devices choose their sizes, so this is what most first comparisons run into. */
static void print_hint(const struct compare_report *report, FILE *out)
{
    const struct clsmem_compare *const compare = report->compare;
    size_t count = 0;

    for (size_t i = 0; i < compare->line_count; i++)
        for (size_t c = 1; c < compare->column_count; c++)
            count += compare->lines[i].cells[c].obstacle == CLSMEM_OBSTACLE_OTHER_SHAPE;
    if (count > 0 && report->settings->view == COMPARE_VIEW_ABSOLUTE)
        fprintf(out,
                "\n%zu rows have the variant at another shape. --view roof and --view layout compare them by each "
                "device's own\nmeasure; for times, measure both with the same clsmem-bench --size.\n",
                count);
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
    if (compare_total_words(report))
        print_totals(report, out);
    if (report->judgements)
        print_gate(report, out);
    print_hint(report, out);
    return fflush(out) == 0 && !ferror(out);
}
