/* Lint reports for people: findings, and one view line by line. */
#include "lint_text.h"

#include <string.h>

#include "lint_words.h"
#include "text.h"

#define INDENT 8 /* of what is said of a source line */
#define MOST_USES 12

/* What every part of the text needs. */
struct writer {
    FILE *out;
    const struct lint_settings *settings;
    const struct clsmem_lint_report *report;
    struct lint_sources sources;
    bool colour;
};

const char *lint_paint_on(enum lint_paint paint, bool colour)
{
    static const char *const codes[] = { "", "\033[1;31m", "\033[1;33m", "\033[36m", "\033[1m" };

    return colour ? codes[paint] : "";
}

const char *lint_paint_off(bool colour)
{
    return colour ? "\033[0m" : "";
}

size_t lint_print_clipped(FILE *out, const char *text, size_t columns)
{
    size_t used = 0;

    for (const char *at = text; *at; at++) {
        const bool begins_letter = ((unsigned char)*at & 0xc0) != 0x80;

        if (begins_letter && used == columns)
            break;
        fputc(*at, out);
        used += begins_letter;
    }
    return used;
}

/* Words behind an indent, broken at blanks. */
static void print_words(const struct writer *writer, size_t indent, const char *text)
{
    fprintf(writer->out, "%*s", (int)indent, "");
    print_wrapped(writer->out, indent, indent + 4, LINT_COLUMNS, text);
}

/* Views mostly assume the same: it is said once. */
static bool is_assumed_before(const struct lint_results *results, const struct clsmem_lint_report *report,
                              const char *assumption)
{
    for (size_t v = 0; v < results->count && results->reports[v] != report; v++)
        for (size_t i = 0; i < results->reports[v]->assumption_count; i++)
            if (strcmp(results->reports[v]->assumptions[i], assumption) == 0)
                return true;
    return false;
}

static void print_header(const struct writer *writer, const struct lint_results *results)
{
    const struct clsmem_lint_report *const report = writer->report;
    struct lint_phrase phrase = { 0 };

    lint_say(&phrase, "kernel %s of %s, view %s: %s", report->kernel, report->path, report->view->name,
             report->view->summary);
    print_words(writer, 0, phrase.text);
    phrase.used = 0;
    lint_say(&phrase, "banks of %s, %u lanes a sub-group; global ", report->bank_class->name, report->lanes);
    lint_say_sizes(&phrase, report->dimensions, report->global);
    lint_say(&phrase, ", local ");
    lint_say_sizes(&phrase, report->dimensions, report->local);
    lint_say(&phrase, "; ");
    if (report->groups_run < report->group_total)
        lint_say(&phrase, "%llu of ", (unsigned long long)report->groups_run);
    lint_say_count(&phrase, report->group_total, "work-group", "work-groups");
    lint_say(&phrase, " in %.2f s", report->seconds);
    print_words(writer, 0, phrase.text);
    for (size_t i = 0; i < report->assumption_count; i++)
        if (!is_assumed_before(results, report, report->assumptions[i]))
            print_words(writer, 2, report->assumptions[i]);
}

/* "k.cl:14:9  tile[x] = 1;" */
static void print_place(struct writer *writer, const struct clsmem_lint_place *place)
{
    const bool is_helper = *place->function && strcmp(place->function, writer->report->kernel) != 0;
    struct lint_phrase where = { 0 };
    int used;

    if (place->line == 0)
        lint_say(&where, "somewhere in %s", *place->function ? place->function : writer->report->kernel);
    else
        lint_say(&where, "%s:%u:%u", *place->file ? place->file : writer->report->path, (unsigned)place->line,
                 (unsigned)place->column);
    if (place->line > 0 && is_helper)
        lint_say(&where, " in %s", place->function);
    used = fprintf(writer->out, "    %.*s  ", LINT_COLUMNS - 20, where.text);
    lint_print_clipped(writer->out, lint_sources_line(&writer->sources, place->file, place->line),
                       (size_t)(used > 0 && used < LINT_COLUMNS ? LINT_COLUMNS - used : 0));
    fputc('\n', writer->out);
}

static void print_finding(struct writer *writer, const struct clsmem_lint_finding *finding)
{
    const bool is_error = lint_is_error(writer->settings, finding);
    const char *const label = is_error ? "error" : clsmem_lint_finding_is_error(finding->kind) ? "allowed" : "advice";
    struct lint_phrase phrase = { 0 };

    fprintf(writer->out, "%s%s%s: ", lint_paint_on(is_error ? LINT_PAINT_BAD : LINT_PAINT_NOTE, writer->colour), label,
            lint_paint_off(writer->colour));
    lint_say(&phrase, "%s [%s]", finding->text, clsmem_lint_finding_word(finding->kind));
    print_wrapped(writer->out, strlen(label) + 2, 4, LINT_COLUMNS, phrase.text);
    print_place(writer, &finding->place);
    if (finding->other.line > 0)
        print_place(writer, &finding->other);
    if (!finding->has_items && finding->count < 2)
        return;
    phrase.used = 0;
    lint_say_count(&phrase, finding->count, "time", "times");
    if (finding->has_items) {
        lint_say(&phrase, ", first by ");
        lint_say_items(&phrase, writer->report->dimensions, finding);
    }
    print_words(writer, 4, phrase.text);
}

/* "all lanes", "16 of 32 lanes on average". */
static void say_lanes(struct lint_phrase *phrase, const struct clsmem_lint_cost *cost, unsigned lanes)
{
    if (cost->lanes == cost->instructions * lanes) {
        lint_say(phrase, "all lanes");
        return;
    }
    lint_say_mean(phrase, cost->lanes, cost->instructions);
    lint_say(phrase, " of %u lanes%s", lanes, cost->instructions == 1 ? "" : " on average");
}

/* "32 passes where 1 suffices (32-way conflict), 128 executions, all lanes". */
static void say_cost(struct lint_phrase *phrase, const struct clsmem_lint_cost *cost, unsigned lanes)
{
    lint_say_mean(phrase, cost->passes, cost->instructions);
    if (cost->passes <= cost->ideal) {
        lint_say(phrase, " pass%s, no conflict, ", cost->passes == cost->instructions ? "" : "es");
    } else {
        lint_say(phrase, " passes where ");
        lint_say_mean(phrase, cost->ideal, cost->instructions);
        lint_say(phrase, " suffice%s (%.4g-way conflict), ", cost->ideal == cost->instructions ? "s" : "",
                 clsmem_lint_degree(cost));
    }
    lint_say_count(phrase, cost->instructions, "execution, ", "executions, ");
    say_lanes(phrase, cost, lanes);
}

static enum lint_paint paint_of(const struct clsmem_lint_cost *cost)
{
    const double degree = clsmem_lint_degree(cost);

    return degree > 2 ? LINT_PAINT_BAD : degree > 1 ? LINT_PAINT_WARN : LINT_PAINT_NONE;
}

static void print_worst(const struct writer *writer, const struct lint_use *use)
{
    const struct clsmem_lint_access *const worst = use->worst;
    struct lint_phrase phrase = { 0 };

    if (worst->worst < clsmem_lint_degree(&use->cost) + 0.005)
        return;
    lint_say(&phrase, "at worst %u passes where %u suffice%s, by the lanes from ", worst->worst_passes,
             worst->worst_ideal, worst->worst_ideal == 1 ? "s" : "");
    lint_say_item(&phrase, writer->report->dimensions, &worst->worst_item);
    lint_say(&phrase, " on");
    print_words(writer, INDENT + 4, phrase.text);
}

/* What the compiler is expected to make of it, where that is something else. */
static void print_joined(const struct writer *writer, const struct lint_use *use)
{
    struct lint_phrase phrase = { 0 };

    if (!lint_is_compiled(writer->report) || memcmp(&use->joined, &use->cost, sizeof use->cost) == 0)
        return;
    if (use->joined.instructions == 0) {
        lint_say(&phrase, "joined with accesses elsewhere");
    } else {
        lint_say(&phrase, "joined with its neighbours");
        if (use->joined_bytes > use->first->bytes)
            lint_say(&phrase, " to up to %u bytes", use->joined_bytes);
        lint_say(&phrase, "%s: ", writer->report->totals.is_joining_certain ? "" : " (likely, not certain)");
        say_cost(&phrase, &use->joined, writer->report->lanes);
    }
    print_words(writer, INDENT + 4, phrase.text);
}

static void print_local(const struct writer *writer, const struct lint_use *use, struct lint_phrase *phrase)
{
    const enum lint_paint paint = paint_of(lint_predicted(writer->report, &use->cost, &use->joined));

    lint_say(phrase, ": ");
    if (!clsmem_bank_class_has_banks(writer->report->bank_class))
        lint_say(phrase, "this bank class has no banks");
    else if (!use->first->is_known)
        lint_say(phrase, "this bank class says nothing of it");
    else if (use->cost.instructions == 0)
        lint_say(phrase, "no lane ever gets there");
    else
        say_cost(phrase, &use->cost, writer->report->lanes);
    fputs(lint_paint_on(paint, writer->colour), writer->out);
    print_words(writer, INDENT, phrase->text);
    fputs(lint_paint_off(writer->colour), writer->out);
    if (use->cost.instructions > 0 && use->first->is_known) {
        print_worst(writer, use);
        print_joined(writer, use);
    }
}

static void print_global(const struct writer *writer, const struct lint_use *use, struct lint_phrase *phrase)
{
    const struct clsmem_lint_traffic *const traffic = &use->traffic;

    lint_say(phrase, ": ");
    lint_say_bytes(phrase, traffic->bytes);
    lint_say(phrase, " in ");
    lint_say_count(phrase, traffic->requests, "execution, ", "executions, ");
    lint_say_count(phrase, traffic->sectors, "sector", "sectors");
    lint_say(phrase, " of 32 bytes, ");
    if (traffic->sectors > traffic->ideal)
        lint_say(phrase, "%.3g %% in vain (%llu suffice)", lint_waste(traffic->sectors, traffic->ideal),
                 (unsigned long long)traffic->ideal);
    else
        lint_say(phrase, "none in vain");
    print_words(writer, INDENT, phrase->text);
}

static void print_use(const struct writer *writer, const struct lint_use *use)
{
    static const char *const prepositions[] = { "from", "to", "on" };
    const struct clsmem_lint_access *const access = use->first;
    struct lint_phrase phrase = { 0 };

    lint_say(&phrase, "%s of ", clsmem_bank_op_word(access->op));
    lint_say_count(&phrase, access->bytes, "byte ", "bytes ");
    if (*access->object)
        lint_say(&phrase, "%s %.80s", prepositions[access->op], access->object);
    else
        lint_say(&phrase, "%s several objects in %s memory", prepositions[access->op], access->space);
    if (use->places > 1)
        lint_say(&phrase, ", in %zu places", use->places);
    if (strcmp(access->space, "local") == 0)
        print_local(writer, use, &phrase);
    else if (use->traffic.requests > 0)
        print_global(writer, use, &phrase);
}

static bool has_numbers(const struct lint_line *line)
{
    for (size_t i = 0; i < line->use_count; i++)
        if (strcmp(line->uses[i].first->space, "local") == 0 || line->uses[i].traffic.requests > 0)
            return true;
    return false;
}

/* Only where the kernel has text in several files does a line name its own. */
static bool has_one_file(const struct lint_lines *lines)
{
    const char *only = "";

    for (size_t i = 0; i < lines->count; i++) {
        if (*only && *lines->list[i].file && strcmp(only, lines->list[i].file) != 0)
            return false;
        only = *only ? only : lines->list[i].file;
    }
    return true;
}

static void print_line(struct writer *writer, const struct lint_line *line, bool names_file)
{
    if (names_file)
        fprintf(writer->out, "%s:\n", *line->file ? line->file : "(no file)");
    if (line->number == 0) {
        fprintf(writer->out, "    -  %s\n", LINT_LOST_LINE);
    } else {
        fprintf(writer->out, "%s%5u%s  ", lint_paint_on(LINT_PAINT_BOLD, writer->colour), (unsigned)line->number,
                lint_paint_off(writer->colour));
        lint_print_clipped(writer->out, lint_sources_line(&writer->sources, line->file, line->number),
                           LINT_COLUMNS - 7);
        fputc('\n', writer->out);
    }
    for (size_t i = 0; i < line->use_count && i < MOST_USES; i++)
        print_use(writer, &line->uses[i]);
    if (line->use_count > MOST_USES)
        fprintf(writer->out, "%*sand %zu more kinds of access\n", INDENT, "", line->use_count - MOST_USES);
}

static enum clsmem_status print_lines(struct writer *writer)
{
    struct lint_lines lines;
    const enum clsmem_status status = lint_lines_make(writer->report, &lines);

    if (status == CLSMEM_OK) {
        const bool one_file = has_one_file(&lines);
        const char *last_file = "";

        lint_lines_sort_worst(&lines);
        for (size_t i = 0; i < lines.count; i++) {
            const struct lint_line *const line = &lines.list[i];

            if (!has_numbers(line))
                continue;
            print_line(writer, line, !one_file && strcmp(line->file, last_file) != 0);
            last_file = line->file;
        }
        if (lines.count > 0)
            fputc('\n', writer->out);
    }
    lint_lines_release(&lines);
    return status;
}

static bool same_place(const struct clsmem_lint_place *a, const struct clsmem_lint_place *b)
{
    return a->line == b->line && a->column == b->column && strcmp(a->file, b->file) == 0;
}

/* Whether an earlier view has told it. */
static bool is_told(const struct lint_results *results, size_t view, const struct clsmem_lint_finding *finding)
{
    for (size_t v = 0; v < view; v++) {
        const struct clsmem_lint_report *const report = results->reports[v];

        for (size_t i = 0; i < report->finding_count; i++)
            if (report->findings[i].kind == finding->kind && same_place(&report->findings[i].place, &finding->place) &&
                same_place(&report->findings[i].other, &finding->other))
                return true;
    }
    return false;
}

static void print_findings(struct writer *writer, const struct lint_results *results)
{
    bool any = false;

    for (size_t v = 0; v < results->count; v++) {
        bool named = results->count == 1;

        writer->report = results->reports[v];
        for (size_t i = 0; i < writer->report->finding_count; i++) {
            const struct clsmem_lint_finding *const finding = &writer->report->findings[i];

            if (is_told(results, v, finding))
                continue;
            if (!named)
                fprintf(writer->out, "seen in view %s:\n", writer->report->view->name);
            named = true;
            any = true;
            print_finding(writer, finding);
        }
    }
    if (any)
        fputc('\n', writer->out);
}

static void print_excess(const struct writer *writer, const struct lint_results *results)
{
    for (size_t v = 0; writer->settings->max_degree > 0 && v < results->count; v++) {
        const struct clsmem_lint_report *const report = results->reports[v];
        size_t above = 0;

        for (size_t i = 0; i < report->access_count; i++)
            above += lint_judged_degree(report, &report->accesses[i]) > writer->settings->max_degree;
        if (above > 0)
            fprintf(writer->out, "%serror%s: %zu access%s above --max-degree %g in view %s\n",
                    lint_paint_on(LINT_PAINT_BAD, writer->colour), lint_paint_off(writer->colour), above,
                    above == 1 ? " has a conflict" : "es have conflicts", writer->settings->max_degree,
                    report->view->name);
    }
}

/* Right kernels look wrong where their arguments are not what they expect. */
static void print_doubt(const struct writer *writer, const struct lint_results *results)
{
    bool is_wrong = false, is_assumed = false;

    for (size_t v = 0; v < results->count; v++) {
        const struct clsmem_lint_report *const report = results->reports[v];

        for (size_t i = 0; i < report->finding_count; i++)
            is_wrong = is_wrong || lint_is_error(writer->settings, &report->findings[i]);
        is_assumed = is_assumed || report->assumption_count > 0;
    }
    if (is_wrong && is_assumed)
        print_words(writer, 2, "What is wrong below may be so for these arguments alone: --arg describes others");
}

enum clsmem_status lint_text_print(FILE *out, const struct lint_settings *settings, const struct lint_results *results,
                                   bool colour)
{
    struct writer writer = { .out = out, .settings = settings, .colour = colour };
    enum clsmem_status status;

    for (size_t i = 0; i < results->count; i++) {
        writer.report = results->reports[i];
        print_header(&writer, results);
    }
    print_doubt(&writer, results);
    fputc('\n', out);
    print_findings(&writer, results);
    status = results->count == 1 ? print_lines(&writer) : lint_table_print(out, results, &writer.sources, colour);
    lint_totals_print(out, results);
    print_excess(&writer, results);
    lint_sources_release(&writer.sources);
    return status;
}
