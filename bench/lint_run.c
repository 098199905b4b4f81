/* Runs the kernel in each view that was asked for. */
#include "lint_run.h"

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

static enum clsmem_status run_view(const struct lint_settings *settings, const struct clsmem_lint_view *view,
                                   volatile const int *stop, struct clsmem_lint_report **report)
{
    const struct clsmem_lint_source source = source_of(settings, view);
    const struct clsmem_lint_options options = { .bank_class = settings->bank_class,
                                                 .lanes = settings->lanes,
                                                 .groups = settings->groups,
                                                 .group_count = settings->group_count,
                                                 .threads = settings->threads,
                                                 .deadline_s = settings->deadline_s,
                                                 .stop = stop };
    struct clsmem_lint_launch launch = { .dimensions = settings->global.count,
                                         .args = (const char *const *)settings->args,
                                         .arg_count = settings->arg_count };
    struct clsmem_lint_kernel *kernel = NULL;
    enum clsmem_status status = clsmem_lint_load(&source, &kernel);

    memcpy(launch.global, settings->global.size, sizeof launch.global);
    memcpy(launch.local, settings->local.size, sizeof launch.local);
    memcpy(launch.offset, settings->offset.size, sizeof launch.offset);
    if (status == CLSMEM_OK)
        status = clsmem_lint_run(kernel, &launch, &options, report);
    clsmem_lint_unload(kernel);
    return status;
}

enum exit_code lint_run_views(const struct lint_settings *settings, volatile const int *stop,
                              struct lint_results *results)
{
    *results = (struct lint_results){ 0 };
    for (size_t i = 0; i < settings->view_count; i++) {
        const enum clsmem_status status = run_view(settings, settings->views[i], stop, &results->reports[i]);

        if (*stop) {
            fprintf(stderr, "clsmem-lint: stopped\n");
            return EXIT_STOPPED;
        }
        if (status != CLSMEM_OK) {
            fprintf(stderr, "clsmem-lint: %s%s%s\n", settings->view_count > 1 ? settings->views[i]->name : "",
                    settings->view_count > 1 ? " view: " : "", clsmem_error_text());
            return EXIT_USAGE;
        }
        results->count++;
    }
    return EXIT_RIGHT;
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
