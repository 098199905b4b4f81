/* Runs the kernel in each view that was asked for. */
#include "lint_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct clsmem_lint_source source_of(const struct lint_settings *settings, const struct clsmem_lint_view *view)
{
    const bool is_ptx = strcmp(view->name, "ptx") == 0;

    return (struct clsmem_lint_source){ .path = is_ptx ? settings->ptx : settings->path,
                                        .kernel = settings->kernel,
                                        .build_options = settings->build_options,
                                        .view = view };
}

static enum clsmem_status run_class(const struct lint_settings *settings, const struct clsmem_lint_kernel *kernel,
                                    const struct clsmem_bank_class *bank_class, volatile const int *stop,
                                    struct clsmem_lint_report **report)
{
    const struct clsmem_lint_options options = { .bank_class = bank_class,
                                                 .lanes = settings->lanes,
                                                 .groups = settings->groups,
                                                 .group_count = settings->group_count,
                                                 .threads = settings->threads,
                                                 .deadline_s = settings->deadline_s,
                                                 .stop = stop };
    struct clsmem_lint_launch launch = { .dimensions = settings->global.count,
                                         .args = (const char *const *)settings->args,
                                         .arg_count = settings->arg_count };

    memcpy(launch.global, settings->global.size, sizeof launch.global);
    memcpy(launch.local, settings->local.size, sizeof launch.local);
    memcpy(launch.offset, settings->offset.size, sizeof launch.offset);
    return clsmem_lint_run(kernel, &launch, &options, report);
}

/* The view in every class that was asked for, or in its own. */
static enum clsmem_status run_view(const struct lint_settings *settings, const struct clsmem_lint_view *view,
                                   volatile const int *stop, struct lint_results *results)
{
    const struct clsmem_lint_source source = source_of(settings, view);
    struct clsmem_lint_kernel *kernel = NULL;
    enum clsmem_status status = clsmem_lint_load(&source, &kernel);
    size_t next = 0;

    while (status == CLSMEM_OK && (next < settings->class_count || next == 0)) {
        status = run_class(settings, kernel, settings->bank_classes[next++], stop, &results->reports[results->count]);
        results->count += status == CLSMEM_OK;
    }
    clsmem_lint_unload(kernel);
    return status;
}

enum exit_code lint_run_views(const struct lint_settings *settings, volatile const int *stop,
                              struct lint_results *results)
{
    *results = (struct lint_results){ 0 };
    for (size_t i = 0; i < settings->view_count; i++) {
        const enum clsmem_status status = run_view(settings, settings->views[i], stop, results);

        if (*stop) {
            fprintf(stderr, "clsmem-lint: stopped\n");
            return EXIT_STOPPED;
        }
        if (status != CLSMEM_OK) {
            fprintf(stderr, "clsmem-lint: %s%s%s\n", settings->view_count > 1 ? settings->views[i]->name : "",
                    settings->view_count > 1 ? " view: " : "", clsmem_error_text());
            return EXIT_USAGE;
        }
    }
    return EXIT_RIGHT;
}

/* Views where each has one class, classes where there is one view, else both. */
void lint_results_label(const struct lint_results *results, size_t place, char *text, size_t room)
{
    const struct clsmem_lint_report *const own = results->reports[place];
    bool is_one_view = results->count > 1, is_class_told = true;

    for (size_t i = 0; i < results->count; i++) {
        is_one_view &= results->reports[i]->view == own->view;
        is_class_told &= i == place || results->reports[i]->view != own->view;
    }
    if (is_one_view)
        snprintf(text, room, "%s", own->bank_class->name);
    else if (is_class_told)
        snprintf(text, room, "%s", own->view->name);
    else
        snprintf(text, room, "%s %s", own->view->name, own->bank_class->name);
}

void lint_results_release(struct lint_results *results)
{
    for (size_t i = 0; i < LINT_MOST_VIEWS; i++)
        clsmem_lint_report_release(results->reports[i]);
    *results = (struct lint_results){ 0 };
}

enum exit_code lint_run_list_kernels(FILE *out, const struct lint_settings *settings)
{
    const struct clsmem_lint_source source = source_of(settings, settings->views[0]);
    char **names = NULL;
    size_t count = 0;

    if (clsmem_lint_kernels(&source, &names, &count) != CLSMEM_OK) {
        fprintf(stderr, "clsmem-lint: %s\n", clsmem_error_text());
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s\n", names[i]);
        free(names[i]);
    }
    free(names);
    return EXIT_RIGHT;
}

bool lint_is_error(const struct lint_settings *settings, const struct clsmem_lint_finding *finding)
{
    if (settings->lock_step && finding->kind == CLSMEM_LINT_LOCK_STEP_RACE)
        return false;
    return clsmem_lint_finding_is_error(finding->kind);
}

static bool is_wrong(const struct lint_settings *settings, const struct clsmem_lint_report *report)
{
    for (size_t i = 0; i < report->finding_count; i++)
        if (lint_is_error(settings, &report->findings[i]))
            return true;
    for (size_t i = 0; settings->max_degree > 0 && i < report->access_count; i++)
        if (lint_judged_degree(report, &report->accesses[i]) > settings->max_degree)
            return true;
    return false;
}

enum exit_code lint_verdict(const struct lint_settings *settings, const struct lint_results *results)
{
    for (size_t i = 0; i < results->count; i++)
        if (is_wrong(settings, results->reports[i]))
            return EXIT_WRONG;
    return EXIT_RIGHT;
}
