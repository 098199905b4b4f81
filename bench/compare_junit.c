/* JUnit XML of the gate, for CI: one suite, a test case for each row and run. */
#include <string.h>

#include "compare_report.h"

/* As an attribute's value. XML knows no way to write most control characters, and not every reader takes UTF-8. */
static void print_attribute(FILE *out, const char *name, const char *text)
{
    fprintf(out, " %s=\"", name);
    for (; *text; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(*text < ' ' || *text > '~' ? '?' : *text, out);
        }
    fputc('"', out);
}

static void print_case(const struct compare_report *report, FILE *out, size_t place, size_t c)
{
    const struct clsmem_compare_line *const line = &report->compare->lines[place];
    const struct clsmem_compare_cell *const cell = &line->cells[c];
    const struct compare_judgement *const judgement = compare_report_judgement(report, place, c);
    char name[320], family[128];

    snprintf(name, sizeof name, "%s %s %s%s%s [%zu]", line->variant, line->shape, clsmem_type_word(line->type),
             *line->mode ? " " : "", line->mode, c);
    snprintf(family, sizeof family, "clsmem.%s", line->kernel);
    fputs("    <testcase", out);
    print_attribute(out, "classname", family);
    print_attribute(out, "name", name);
    /* Readers add up seconds. */
    fprintf(out, " time=\"%.9f\"", cell->row && cell->row->has_time ? cell->row->time.median_ns / 1e9 : 0);
    if (judgement->end == CLSMEM_GATE_PASSED) {
        fputs("/>\n", out);
        return;
    }
    fputs(clsmem_gate_end_fails(judgement->end) ? ">\n      <failure" : ">\n      <skipped", out);
    if (clsmem_gate_end_fails(judgement->end))
        print_attribute(out, "type", clsmem_gate_word(judgement->end));
    print_attribute(out, "message", *judgement->why ? judgement->why : clsmem_gate_word(judgement->end));
    fputs("/>\n    </testcase>\n", out);
}

bool compare_junit_print(const void *what, FILE *out)
{
    const struct compare_report *const report = what;
    const struct clsmem_compare *const compare = report->compare;
    const size_t skipped = report->undecided + report->added + report->allowed + report->not_gated;
    const size_t all = report->passed + report->failed + skipped;
    const bool is_empty = report->passed == 0 && report->failed == 0;
    char words[512];

    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"clsmem-compare\" "
            "tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n",
            all + is_empty, report->failed + is_empty, skipped);
    for (size_t i = 0; i < compare->line_count; i++)
        for (size_t c = 1; c < compare->column_count; c++)
            print_case(report, out, i, c);
    if (is_empty) {
        compare_gate_words(report, words, sizeof words);
        fputs("    <testcase classname=\"clsmem\" name=\"gate\">\n      <failure type=\"empty\"", out);
        print_attribute(out, "message", words);
        fputs("/>\n    </testcase>\n", out);
    }
    fputs("  </testsuite>\n</testsuites>\n", out);
    return fflush(out) == 0 && !ferror(out);
}
