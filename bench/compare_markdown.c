/* Markdown of a comparison, for an issue or a page. */
#include <string.h>

#include "clsmem/version.h"
#include "compare_report.h"
#include "markdown.h"

static void print_cell(FILE *out, const char *text)
{
    fputs(" ", out);
    markdown_print_text(out, text);
    fputs(" |", out);
}

static void print_head(const struct compare_report *report, FILE *out)
{
    char words[2048];

    fprintf(out, "## clsmem-compare\n\nclsmem-compare %s (%s)\n\n", CLSMEM_VERSION, clsmem_version_commit());
    for (size_t c = 0; c < report->compare->column_count; c++) {
        compare_column_words(report->compare, c, words, sizeof words);
        fputs("- ", out);
        markdown_print_text(out, words);
        fputc('\n', out);
    }
    if (!report->judgements)
        return;
    compare_gate_words(report, words, sizeof words);
    fprintf(out, "\n**Gate %s**: ", compare_report_fails(report) ? "FAILED" : "passed");
    markdown_print_text(out, words);
    fputc('\n', out);
    for (size_t c = 0; c < report->compare->column_count; c++)
        if (compare_incomplete_words(report, c, words, sizeof words)) {
            fputs("\n**Note**: ", out);
            markdown_print_text(out, words);
            fputc('\n', out);
        }
}

static void print_totals(const struct compare_report *report, FILE *out)
{
    const struct clsmem_compare *const compare = report->compare;
    const bool counts = report->settings->view == COMPARE_VIEW_ABSOLUTE;

    fprintf(out, "\n### Families\n\n| family | run |%s %s |\n| --- | --- |%s --- |\n",
            counts ? " faster | same | slower | not comparable |" : "", compare_total_words(report),
            counts ? " ---: | ---: | ---: | ---: |" : "");
    for (size_t i = 0; i <= compare->family_count; i++)
        for (size_t c = 1; c < compare->column_count; c++) {
            const bool all = i == compare->family_count;
            const struct clsmem_compare_total *const total =
                all ? &compare->totals[c] : &compare->families[i].totals[c];
            char ratio[64];

            compare_total_ratio(report, total, ratio, sizeof ratio);
            fputc('|', out);
            print_cell(out, all ? "all, each family once" : compare->families[i].kernel);
            fprintf(out, " %zu |", c);
            if (counts)
                fprintf(out, " %zu | %zu | %zu | %zu |", total->faster, total->same, total->slower,
                        total->not_comparable);
            print_cell(out, ratio);
            fputc('\n', out);
        }
}

/* The figures that a view is about. */
static void print_figures(const struct compare_report *report, FILE *out, const struct compare_texts *texts)
{
    const enum compare_view view = report->settings->view;

    print_cell(out, view == COMPARE_VIEW_ABSOLUTE ? texts->median
                    : view == COMPARE_VIEW_ROOF   ? texts->rate
                                                  : texts->slowdown);
    print_cell(out, view == COMPARE_VIEW_ABSOLUTE ? texts->spread
                    : view == COMPARE_VIEW_ROOF   ? texts->share
                                                  : texts->degree);
}

static void print_line(const struct compare_report *report, FILE *out, size_t place, size_t c)
{
    const struct clsmem_compare_line *const line = &report->compare->lines[place];
    const struct compare_judgement *const judgement = compare_report_judgement(report, place, c);
    struct compare_texts base, texts;
    char note[512], problem[160];

    compare_texts_make(report, line, 0, &base);
    compare_texts_make(report, line, c, &texts);
    snprintf(problem, sizeof problem, "%s %s%s%s", line->shape, clsmem_type_word(line->type), *line->mode ? " " : "",
             line->mode);
    snprintf(note, sizeof note, "%s%s%s%s", texts.change, *texts.reason ? ": " : "", texts.reason,
             judgement && clsmem_gate_end_fails(judgement->end) ? "; fails the gate" : "");
    fputc('|', out);
    print_cell(out, texts.name);
    print_cell(out, problem);
    print_figures(report, out, &base);
    fprintf(out, " %zu |", c);
    print_figures(report, out, &texts);
    print_cell(out, texts.own_ratio);
    print_cell(out, texts.interval);
    print_cell(out, note);
    fputc('\n', out);
}

bool compare_markdown_print(const void *what, FILE *out)
{
    static const char *const heads[] = { "median | +-", "rate | roof", "slowdown | degree" };
    static const char *const ratios[] = { "speed ratio", "share ratio", "slowdown ratio" };
    const struct compare_report *const report = what;
    const enum compare_view view = report->settings->view;

    print_head(report, out);
    if (compare_total_words(report))
        print_totals(report, out);
    fprintf(out,
            "\n### Rows\n\n| kernel.variant | problem | [0] %s | run | %s | %s | 95 %% of speed | verdict |\n"
            "| --- | --- | ---: | ---: | --- | ---: | ---: | ---: | --- | --- |\n",
            heads[view], heads[view], ratios[view]);
    for (size_t i = 0; i < report->compare->line_count; i++)
        for (size_t c = 1; c < report->compare->column_count; c++)
            print_line(report, out, i, c);
    return fflush(out) == 0 && !ferror(out);
}
