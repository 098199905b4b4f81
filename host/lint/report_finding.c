/* Faults of all workers as findings, one a kind and pair of places; and the advice on barriers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jump.h"
#include "report.h"

const char *clsmem_lint_finding_word(enum clsmem_lint_finding_kind kind)
{
    static const char *const words[CLSMEM_LINT_FINDING_COUNT] = {
#define FINDING_WORD(name, word, is_error) [CLSMEM_LINT_##name] = word,
        CLSMEM_LINT_FINDINGS(FINDING_WORD)
#undef FINDING_WORD
    };

    return words[kind];
}

bool clsmem_lint_finding_is_error(enum clsmem_lint_finding_kind kind)
{
    static const bool errors[CLSMEM_LINT_FINDING_COUNT] = {
#define FINDING_ERROR(name, word, is_error) [CLSMEM_LINT_##name] = is_error,
        CLSMEM_LINT_FINDINGS(FINDING_ERROR)
#undef FINDING_ERROR
    };

    return errors[kind];
}

/* A finding, and what decides which of two equal ones is shown. */
struct candidate {
    struct clsmem_lint_finding finding;
    uint64_t group;
};

static bool is_race(enum clsmem_lint_finding_kind kind)
{
    return kind == CLSMEM_LINT_WRITE_WRITE_RACE || kind == CLSMEM_LINT_READ_WRITE_RACE ||
           kind == CLSMEM_LINT_LOCK_STEP_RACE || kind == CLSMEM_LINT_SAME_VALUE_RACE;
}

static int compare_lines(const struct clsmem_lint_place *a, const struct clsmem_lint_place *b)
{
    const int files = strcmp(a->file, b->file);

    return files ? files : a->line < b->line ? -1 : a->line > b->line;
}

/* Races of one pair of lines are one finding, whatever their columns: a line may have dozens. */
static int compare_kinds(const struct clsmem_lint_finding *a, const struct clsmem_lint_finding *b)
{
    const int lines = compare_lines(&a->place, &b->place);
    const int places = lint_place_compare(&a->place, &b->place);

    if (clsmem_lint_finding_is_error(a->kind) != clsmem_lint_finding_is_error(b->kind))
        return clsmem_lint_finding_is_error(a->kind) ? -1 : 1;
    if (lines)
        return lines;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (is_race(a->kind))
        return compare_lines(&a->other, &b->other);
    return places ? places : lint_place_compare(&a->other, &b->other);
}

static int compare_candidates(const void *left, const void *right)
{
    const struct candidate *const a = left, *const b = right;
    const int kinds = compare_kinds(&a->finding, &b->finding);

    return kinds ? kinds : a->group < b->group ? -1 : a->group > b->group;
}

/* A race is seen from whichever end came last: the place that stands first in the source gets it. */
static void turn_race(struct clsmem_lint_finding *finding)
{
    const struct clsmem_lint_place place = finding->place;
    const struct clsmem_lint_item item = finding->item;

    if (!is_race(finding->kind) || lint_place_compare(&finding->place, &finding->other) <= 0)
        return;
    finding->place = finding->other;
    finding->other = place;
    if (finding->has_items && finding->has_other_item) {
        finding->item = finding->other_item;
        finding->other_item = item;
    }
}

static struct candidate make_candidate(const struct lint_engine *engine, const struct clsmem_lint_names *names,
                                       const struct lint_fault *fault)
{
    struct candidate candidate = {
        .finding = {
            .kind = fault->kind,
            .place = lint_names_place(names, engine->program, fault->site),
            .other = lint_names_place(names, engine->program, fault->other_site),
            .has_items = fault->has_items,
            .has_other_item = fault->has_other,
            .item = fault->item,
            .other_item = fault->other_item,
            .count = fault->count,
        },
        .group = fault->first_group,
    };

    snprintf(candidate.finding.text, sizeof candidate.finding.text, "%s", fault->text);
    turn_race(&candidate.finding);
    return candidate;
}

static size_t fault_count(const struct lint_worker *workers, size_t count)
{
    size_t faults = 0;

    for (size_t w = 0; w < count; w++)
        faults += workers[w].fault_count;
    return faults;
}

/* Where accesses race, what the barriers order cannot be told. */
static void add_advice(struct clsmem_lint_report *report)
{
    for (size_t i = 0; i < report->finding_count; i++)
        if (is_race(report->findings[i].kind))
            return;
    for (size_t i = 0; i < report->barrier_count; i++) {
        struct clsmem_lint_finding *const finding = &report->findings[report->finding_count];

        if (report->barriers[i].is_needed || report->barriers[i].executions == 0)
            continue;
        *finding = (struct clsmem_lint_finding){
            .kind = CLSMEM_LINT_REDUNDANT_BARRIER,
            .place = report->barriers[i].place,
            .other = { .file = "", .function = "" },
            .count = report->barriers[i].executions,
        };
        snprintf(
            finding->text, sizeof finding->text,
            "no order between two work-items rests on this barrier alone: it may go while the other barriers stay");
        report->finding_count++;
    }
}

enum clsmem_status lint_report_findings(const struct lint_engine *engine, struct lint_worker *workers, size_t count,
                                        struct clsmem_lint_report *report)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t faults = fault_count(workers, count);
    struct candidate *candidates = NULL;
    size_t made = 0;

    CHECK_ALLOC(candidates, (faults + 1) * sizeof *candidates);
    CHECK_ALLOC(report->findings, (faults + report->barrier_count + 1) * sizeof *report->findings);
    for (size_t w = 0; w < count; w++)
        for (size_t i = 0; i < workers[w].fault_count; i++)
            candidates[made++] = make_candidate(engine, report->names, &workers[w].faults[i]);
    qsort(candidates, made, sizeof *candidates, compare_candidates);
    for (size_t i = 0; i < made; i++) {
        struct clsmem_lint_finding *const last =
            report->finding_count ? &report->findings[report->finding_count - 1] : NULL;

        if (last && compare_kinds(last, &candidates[i].finding) == 0)
            last->count += candidates[i].finding.count;
        else
            report->findings[report->finding_count++] = candidates[i].finding;
    }
    add_advice(report);
out:
    free(candidates);
    return status;
}
