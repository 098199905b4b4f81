/* Measured kernels against predictions. */
#include "lint_expect.h"

#include <stdlib.h>
#include <string.h>

#include "lint_lines.h"
#include "lint_words.h"

#define PATH_ROOM 4096

struct tally {
    FILE *out;
    const struct lint_settings *settings;
    const struct clsmem_lint_view *view;
    volatile const int *stop;
    size_t rows, exact, among, rest;
    bool has_begun;
};

/* Which counters decide about what; the others are for information. */
static bool is_bank_counter(size_t counter)
{
    switch (counter) {
    case LINT_COUNTER_load_wavefronts:
    case LINT_COUNTER_load_conflicts:
    case LINT_COUNTER_store_wavefronts:
    case LINT_COUNTER_store_conflicts:
    case LINT_COUNTER_atomic_wavefronts:
    case LINT_COUNTER_atomic_conflicts:
        return true;
    default:
        return false;
    }
}

static bool is_rest_counter(size_t counter)
{
    return counter == LINT_COUNTER_global_load_sectors || counter == LINT_COUNTER_global_store_sectors ||
           counter >= LINT_COUNTER_ffma;
}

static bool agree(const struct lint_expect_row *row, const uint64_t *predicted, bool (*counts)(size_t counter))
{
    for (size_t i = 0; i < LINT_COUNTER_COUNT; i++)
        if (row->has[i] && counts(i) && row->measured[i] != predicted[i])
            return false;
    return true;
}

static bool is_measured(const struct lint_expect_row *row, bool (*counts)(size_t counter))
{
    for (size_t i = 0; i < LINT_COUNTER_COUNT; i++)
        if (row->has[i] && counts(i))
            return true;
    return false;
}

/* The hardware counts an instruction whose lanes are all switched off too. */
static void count_local(const struct clsmem_lint_cost *costs, uint64_t *counters)
{
    static const size_t first[] = { [CLSMEM_LOAD] = LINT_COUNTER_load_instructions,
                                    [CLSMEM_STORE] = LINT_COUNTER_store_instructions,
                                    [CLSMEM_ATOMIC] = LINT_COUNTER_atomic_instructions };

    for (size_t op = 0; op < sizeof first / sizeof *first; op++) {
        counters[first[op]] = costs[op].instructions + costs[op].idle;
        counters[first[op] + 1] = costs[op].passes;
        counters[first[op] + 2] = costs[op].conflicts;
    }
}

static void count_rest(const struct clsmem_lint_totals *totals, uint64_t *counters)
{
    counters[LINT_COUNTER_global_load_requests] = totals->global[CLSMEM_LOAD].requests;
    counters[LINT_COUNTER_global_load_sectors] = totals->global[CLSMEM_LOAD].sectors;
    counters[LINT_COUNTER_global_store_requests] = totals->global[CLSMEM_STORE].requests;
    counters[LINT_COUNTER_global_store_sectors] = totals->global[CLSMEM_STORE].sectors;
    counters[LINT_COUNTER_ffma] = totals->single.multiply_adds;
    counters[LINT_COUNTER_fadd] = totals->single.additions;
    counters[LINT_COUNTER_fmul] = totals->single.multiplications;
}

static enum clsmem_status run_row(const struct tally *tally, const struct lint_expect_row *row,
                                  struct clsmem_lint_report **report)
{
    const struct lint_settings *const settings = tally->settings;
    const struct clsmem_lint_options options = { .bank_class = settings->bank_classes[0],
                                                 .lanes = settings->lanes,
                                                 .threads = settings->threads,
                                                 .deadline_s = settings->deadline_s,
                                                 .stop = tally->stop };
    char path[PATH_ROOM];
    const struct clsmem_lint_source source = {
        .path = path, .kernel = row->kernel, .build_options = row->build_options, .view = tally->view
    };
    struct clsmem_lint_launch launch = { 0 };
    struct lint_sizes global, local = { 0 };
    struct clsmem_lint_kernel *kernel = NULL;
    char **args = NULL;
    enum clsmem_status status = lint_sizes_read(row->global, "global", 1, &global);

    if (settings->ptx_dir && !*row->ptx)
        return clsmem_fail(CLSMEM_INVALID, "the row names no PTX");
    snprintf(path, sizeof path, settings->ptx_dir ? "%s/%s" : "%s/%s.cl",
             settings->ptx_dir ? settings->ptx_dir : settings->kernel_dir, settings->ptx_dir ? row->ptx : row->kernel);
    if (status == CLSMEM_OK && *row->local)
        status = lint_sizes_read(row->local, "local", 1, &local);
    if (status == CLSMEM_OK && local.count > 0 && local.count != global.count)
        status = clsmem_fail(CLSMEM_INVALID, "global has %zu dimensions, local %zu", global.count, local.count);
    if (status == CLSMEM_OK)
        status = lint_args_add(row->arguments, &args, &launch.arg_count);
    if (status == CLSMEM_OK)
        status = clsmem_lint_load(&source, &kernel);
    launch.args = (const char *const *)args;
    launch.dimensions = global.count;
    memcpy(launch.global, global.size, sizeof launch.global);
    memcpy(launch.local, local.size, sizeof launch.local);
    if (status == CLSMEM_OK)
        status = clsmem_lint_run(kernel, &launch, &options, report);
    clsmem_lint_unload(kernel);
    lint_args_release(args, launch.arg_count);
    return status;
}

/* A cell: numbers with slashes between them, '-' for what was not measured. */
static void say_cell(struct lint_phrase *phrase, const struct lint_expect_row *row, const uint64_t *numbers,
                     size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++) {
        if (row && !row->has[i])
            lint_say(phrase, "%s-", i > first ? "/" : "");
        else
            lint_say(phrase, "%s%llu", i > first ? "/" : "", (unsigned long long)numbers[i]);
    }
}

/* Lines of cells under one another: one a set of numbers, with its label. */
struct set {
    const char *label;
    const struct lint_expect_row *row; /* where numbers may be missing; else NULL */
    const uint64_t *numbers;
};

struct cell {
    const char *label;
    size_t first, count;
};

static void print_sets(FILE *out, const struct set *sets, size_t set_count, const struct cell *cells,
                       size_t cell_count)
{
    for (size_t s = 0; s < set_count; s++) {
        fprintf(out, "    %-11s", sets[s].label);
        for (size_t c = 0; c < cell_count; c++) {
            struct lint_phrase phrase = { 0 };
            size_t width = 0;

            for (size_t other = 0; other < set_count; other++) {
                struct lint_phrase measure = { 0 };

                say_cell(&measure, sets[other].row, sets[other].numbers, cells[c].first, cells[c].count);
                width = measure.used > width ? measure.used : width;
            }
            say_cell(&phrase, sets[s].row, sets[s].numbers, cells[c].first, cells[c].count);
            if (c + 1 == cell_count)
                fprintf(out, "  %s %s\n", cells[c].label, phrase.text);
            else
                fprintf(out, "  %s %-*s", cells[c].label, (int)width, phrase.text);
        }
    }
}

static void print_numbers(FILE *out, const struct lint_expect_row *row, const uint64_t *predicted,
                          const uint64_t *unjoined, bool has_candidates)
{
    static const struct cell banks[] = { { "loads", LINT_COUNTER_load_instructions, 3 },
                                         { "stores", LINT_COUNTER_store_instructions, 3 },
                                         { "atomics", LINT_COUNTER_atomic_instructions, 3 } };
    static const struct cell rest[] = { { "global loads", LINT_COUNTER_global_load_requests, 2 },
                                        { "stores", LINT_COUNTER_global_store_requests, 2 },
                                        { "ffma", LINT_COUNTER_ffma, 1 },
                                        { "fadd", LINT_COUNTER_fadd, 1 },
                                        { "fmul", LINT_COUNTER_fmul, 1 } };
    const struct set sets[] = { { "measured", row, row->measured },
                                { "predicted", NULL, predicted },
                                { "not joined", NULL, unjoined } };

    print_sets(out, sets, has_candidates ? 3 : 2, banks, sizeof banks / sizeof *banks);
    print_sets(out, sets, 2, rest, sizeof rest / sizeof *rest);
}

static void print_title(const struct tally *tally, const struct lint_expect_row *row)
{
    fprintf(tally->out, "line %zu: %s%s%s, global %s, local %s: ", row->line, row->kernel,
            *row->build_options ? " " : "", row->build_options, row->global, *row->local ? row->local : "as required");
}

/* A kernel that goes out of bounds, say, may have been measured at something else. */
static void print_fault(FILE *out, const struct clsmem_lint_report *report)
{
    const struct clsmem_lint_finding *const first = report->findings;

    if (report->finding_count > 0 && clsmem_lint_finding_is_error(first->kind))
        fprintf(out, "    the launch has faults, first in line %u: %s [%s]\n", (unsigned)first->place.line,
                first->text, clsmem_lint_finding_word(first->kind));
}

static void compare(struct tally *tally, const struct lint_expect_row *row, const struct clsmem_lint_report *report)
{
    const struct clsmem_lint_totals *const totals = &report->totals;
    uint64_t predicted[LINT_COUNTER_COUNT] = { 0 }, unjoined[LINT_COUNTER_COUNT] = { 0 };
    bool exact, other, rest, has_candidates;

    count_local(lint_predicted(report, totals->local, totals->joined), predicted);
    count_local(totals->local, unjoined);
    count_rest(totals, predicted);
    has_candidates = memcmp(predicted, unjoined, LINT_COUNTER_global_load_requests * sizeof *predicted) != 0 &&
                     lint_is_compiled(report) && !totals->is_joining_certain;
    exact = agree(row, predicted, is_bank_counter);
    other = has_candidates && !exact && agree(row, unjoined, is_bank_counter);
    rest = agree(row, predicted, is_rest_counter);
    print_title(tally, row);
    fprintf(tally->out, "%s; sectors and operations %s\n",
            exact   ? "exact"
            : other ? "off, the accesses were not joined"
                    : "off",
            rest ? "agree" : "are off");
    print_numbers(tally->out, row, predicted, unjoined, has_candidates);
    print_fault(tally->out, report);
    tally->exact += exact;
    tally->among += exact || other;
    tally->rest += rest;
}

static bool visit_row(const struct lint_expect_row *row, void *context)
{
    struct tally *const tally = context;
    struct clsmem_lint_report *report = NULL;

    if (!tally->has_begun)
        fprintf(tally->out,
                "view %s: %s\nlocal memory: instructions/wavefronts/conflicts; global memory: requests/sectors\n",
                tally->view->name, tally->view->summary);
    tally->has_begun = true;
    if (!is_measured(row, is_bank_counter)) {
        print_title(tally, row);
        fprintf(tally->out, "nothing was measured\n");
        return true;
    }
    tally->rows++;
    if (run_row(tally, row, &report) == CLSMEM_OK) {
        compare(tally, row, report);
    } else if (!*tally->stop) {
        print_title(tally, row);
        fprintf(tally->out, "off, it does not run: %s\n", clsmem_error_text());
    }
    clsmem_lint_report_release(report);
    fflush(tally->out);
    return !*tally->stop && !ferror(tally->out);
}

static enum exit_code run_view(struct tally *tally)
{
    if (lint_expect_read(tally->settings->expect, visit_row, tally) != CLSMEM_OK) {
        fprintf(stderr, "clsmem-lint: %s\n", clsmem_error_text());
        return EXIT_USAGE;
    }
    if (*tally->stop) {
        fprintf(stderr, "clsmem-lint: stopped\n");
        return EXIT_STOPPED;
    }
    fprintf(tally->out, "%zu of %zu rows exact\n", tally->exact, tally->rows);
    fprintf(tally->out, "%zu of %zu with the measured value among the candidates\n", tally->among, tally->rows);
    fprintf(tally->out, "%zu of %zu in sectors and operations\n", tally->rest, tally->rows);
    return tally->exact == tally->rows ? EXIT_RIGHT : EXIT_WRONG;
}

enum exit_code lint_expect_run(FILE *out, const struct lint_settings *settings, volatile const int *stop)
{
    enum exit_code code = EXIT_RIGHT;
    char why[512];

    if (!settings->ptx_dir && !clsmem_lint_has_compiler(why, sizeof why)) {
        fprintf(stderr, "clsmem-lint: %s\n", why);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < settings->view_count; i++) {
        struct tally tally = { .out = out, .settings = settings, .view = settings->views[i], .stop = stop };
        enum exit_code one;

        one = run_view(&tally);
        if (one == EXIT_USAGE || one == EXIT_STOPPED)
            return one;
        code = one == EXIT_RIGHT ? code : one;
    }
    return code;
}
