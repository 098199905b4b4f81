/* Totals of lint reports, a column a view. */
#include <math.h>

#include "lint_text.h"
#include "lint_words.h"

#define LABEL_WIDTH 36
#define COLUMN_WIDTH 14

static const struct clsmem_lint_cost *predicted(const struct clsmem_lint_report *report, unsigned op)
{
    return lint_predicted(report, &report->totals.local[op], &report->totals.joined[op]);
}

static bool has_local(const struct clsmem_lint_report *report, unsigned op)
{
    return report->totals.local[op].instructions > 0;
}

static bool is_uncertain(const struct clsmem_lint_report *report, unsigned op)
{
    return lint_is_compiled(report) && !report->totals.is_joining_certain &&
           report->totals.local[op].passes != report->totals.joined[op].passes;
}

static bool has_global(const struct clsmem_lint_report *report, unsigned op)
{
    return report->totals.global[op].requests > 0;
}

static bool has_flops(const struct clsmem_lint_report *report, unsigned op)
{
    (void)op;
    return lint_flops(&report->totals.half) + lint_flops(&report->totals.single) + lint_flops(&report->totals.dbl) > 0;
}

static bool has_local_bytes(const struct clsmem_lint_report *report, unsigned op)
{
    (void)op;
    return report->totals.local_bytes > 0;
}

static void say_number(struct lint_phrase *phrase, uint64_t number)
{
    lint_say(phrase, "%llu", (unsigned long long)number);
}

static void say_executions(struct lint_phrase *phrase, const struct clsmem_lint_report *report, unsigned op)
{
    say_number(phrase, predicted(report, op)->instructions);
}

static void say_passes(struct lint_phrase *phrase, const struct clsmem_lint_report *report, unsigned op)
{
    say_number(phrase, predicted(report, op)->passes);
}

static void say_ideal(struct lint_phrase *phrase, const struct clsmem_lint_report *report, unsigned op)
{
    say_number(phrase, predicted(report, op)->ideal);
}

static void say_degree(struct lint_phrase *phrase, const struct clsmem_lint_report *report, unsigned op)
{
    lint_say(phrase, "%.2f", clsmem_lint_degree(predicted(report, op)));
}

static void say_unjoined(struct lint_phrase *phrase, const struct clsmem_lint_report *report, unsigned op)
{
    say_number(phrase, report->totals.local[op].passes);
}

static void say_bytes(struct lint_phrase *phrase, const struct clsmem_lint_report *report, unsigned op)
{
    say_number(phrase, report->totals.global[op].bytes);
}

static void say_sectors(struct lint_phrase *phrase, const struct clsmem_lint_report *report, unsigned op)
{
    say_number(phrase, report->totals.global[op].sectors);
}

static void say_waste(struct lint_phrase *phrase, const struct clsmem_lint_report *report, unsigned op)
{
    lint_say(phrase, "%.3g %%", lint_waste(report->totals.global[op].sectors, report->totals.global[op].ideal));
}

static void say_flops(struct lint_phrase *phrase, const struct clsmem_lint_report *report, unsigned op)
{
    (void)op;
    say_number(phrase, lint_flops(&report->totals.half) + lint_flops(&report->totals.single) +
                           lint_flops(&report->totals.dbl));
}

static void say_intensity(struct lint_phrase *phrase, const struct clsmem_lint_report *report, unsigned op)
{
    const double intensity = clsmem_lint_intensity(&report->totals);

    (void)op;
    if (isfinite(intensity))
        lint_say(phrase, "%.3g", intensity);
    else
        lint_say(phrase, "-");
}

static void say_local_bytes(struct lint_phrase *phrase, const struct clsmem_lint_report *report, unsigned op)
{
    (void)op;
    say_number(phrase, report->totals.local_bytes);
}

/* X(label, operation, which reports have it, how it is said): the rows, most of them once for each operation. */
#define LOCAL_TOTALS(X, words, op)                                                                                    \
    X("local " words ", executions", op, has_local, say_executions)                                                   \
    X("  passes", op, has_local, say_passes)                                                                          \
    X("  passes without conflicts", op, has_local, say_ideal)                                                         \
    X("  degree", op, has_local, say_degree)                                                                          \
    X("  passes if nothing is joined", op, is_uncertain, say_unjoined)
#define GLOBAL_TOTALS(X, words, op)                                                                                   \
    X("global " words ", bytes", op, has_global, say_bytes)                                                           \
    X("  sectors of 32 bytes", op, has_global, say_sectors)                                                           \
    X("  in vain", op, has_global, say_waste)
#define TOTALS(X)                                                                                                     \
    LOCAL_TOTALS(X, "loads", CLSMEM_LOAD)                                                                             \
    LOCAL_TOTALS(X, "stores", CLSMEM_STORE)                                                                           \
    LOCAL_TOTALS(X, "atomics", CLSMEM_ATOMIC)                                                                         \
    GLOBAL_TOTALS(X, "loads", CLSMEM_LOAD)                                                                            \
    GLOBAL_TOTALS(X, "stores", CLSMEM_STORE)                                                                          \
    GLOBAL_TOTALS(X, "atomics", CLSMEM_ATOMIC)                                                                        \
    X("floating-point operations", 0, has_flops, say_flops)                                                           \
    X("  for each byte of global traffic", 0, has_flops, say_intensity)                                               \
    X("local memory of a work-group, bytes", 0, has_local_bytes, say_local_bytes)

static const struct total {
    const char *label;
    unsigned op;
    bool (*has)(const struct clsmem_lint_report *report, unsigned op);
    void (*say)(struct lint_phrase *phrase, const struct clsmem_lint_report *report, unsigned op);
} totals[] = {
#define TOTAL_ROW(label, op, has, say) { label, op, has, say },
    TOTALS(TOTAL_ROW)
#undef TOTAL_ROW
};

static bool any_has(const struct lint_results *results, const struct total *total)
{
    for (size_t i = 0; i < results->count; i++)
        if (total->has(results->reports[i], total->op))
            return true;
    return false;
}

void lint_totals_print(FILE *out, const struct lint_results *results)
{
    bool sampled = false;

    fprintf(out, "%-*s", LABEL_WIDTH, "totals");
    for (size_t i = 0; i < results->count; i++) {
        char label[COLUMN_WIDTH];

        lint_results_label(results, i, label, sizeof label);
        fprintf(out, " %*s", COLUMN_WIDTH - 1, label);
        sampled |= results->reports[i]->groups_run < results->reports[i]->group_total;
    }
    fprintf(out, "%s\n", sampled ? "  (of the work-groups that ran)" : "");
    for (size_t t = 0; t < sizeof totals / sizeof *totals; t++) {
        if (!any_has(results, &totals[t]))
            continue;
        fprintf(out, "%-*s", LABEL_WIDTH, totals[t].label);
        for (size_t i = 0; i < results->count; i++) {
            struct lint_phrase phrase = { 0 };

            totals[t].say(&phrase, results->reports[i], totals[t].op);
            fprintf(out, "%*s", COLUMN_WIDTH, phrase.text);
        }
        fputc('\n', out);
    }
}
