/* Where rows go: the table, and the files that were asked for. Each takes every row as soon as it is there. */
#include "outputs.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/save.h"

/* By its name of the system too: where stdout is a file, that file must not be replaced under the table. */
static bool is_stdout(const char *path)
{
    return path && (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0);
}

static enum clsmem_status add_printer(struct outputs *outputs, const struct printer *printer, const char *path)
{
    struct output *output = &outputs->printed[outputs->printed_count];
    FILE *out = is_stdout(path) ? stdout : fopen(path, "a"); /* what a file held goes once all can be written */

    if (!out)
        return clsmem_fail(CLSMEM_IO, "cannot write %s: %s", path, strerror(errno));
    *output = (struct output){ .printer = printer, .report.out = out, .name = is_stdout(path) ? "stdout" : path };
    outputs->printed_count++;
    return CLSMEM_OK;
}

static enum clsmem_status open_results(struct outputs *outputs, const char *path, char *const *argv)
{
    const enum clsmem_status status = clsmem_result_file_create("clsmem-bench", argv, &outputs->results);

    if (status != CLSMEM_OK)
        return status;
    /* The empty file proves that the full one can be written. */
    if (!is_stdout(path) && clsmem_result_path_is_rewritable(path))
        return clsmem_result_file_save(outputs->results, path);
    outputs->results_stream = is_stdout(path) ? stdout : fopen(path, "w");
    if (!outputs->results_stream)
        return clsmem_fail(CLSMEM_IO, "cannot write %s: %s", path, strerror(errno));
    return CLSMEM_OK;
}

static enum clsmem_status open_issue(struct outputs *outputs, const char *path, char *const *argv)
{
    const enum clsmem_status status = issue_create(argv, &outputs->issue);
    FILE *out;

    if (status != CLSMEM_OK || is_stdout(path))
        return status;
    if (clsmem_save_is_rewritable(path))
        return clsmem_save(path, issue_print, outputs->issue);
    out = fopen(path, "a");
    if (!out)
        return clsmem_fail(CLSMEM_IO, "cannot write %s: %s", path, strerror(errno));
    (void)fclose(out); /* nothing was written */
    return CLSMEM_OK;
}

/* Closes what was opened, with nothing written. */
static void forget(struct outputs *outputs)
{
    for (size_t i = 0; i < outputs->printed_count; i++)
        if (outputs->printed[i].report.out != stdout)
            fclose(outputs->printed[i].report.out);
    clsmem_result_file_release(outputs->results);
    issue_release(outputs->issue);
    *outputs = (struct outputs){ 0 };
}

enum clsmem_status outputs_open(const struct settings *settings, char *const *argv, struct outputs *outputs)
{
    const bool stdout_is_taken = is_stdout(settings->json) || is_stdout(settings->csv) ||
                                 is_stdout(settings->markdown) || is_stdout(settings->report);
    enum clsmem_status status = CLSMEM_OK;

    *outputs = (struct outputs){ .settings = settings };
    if (!settings->quiet && !stdout_is_taken)
        status = add_printer(outputs, &table_printer, "-");
    if (status == CLSMEM_OK && settings->csv)
        status = add_printer(outputs, &csv_printer, settings->csv);
    if (status == CLSMEM_OK && settings->markdown)
        status = add_printer(outputs, &markdown_printer, settings->markdown);
    if (status == CLSMEM_OK && settings->json)
        status = open_results(outputs, settings->json, argv);
    if (status == CLSMEM_OK && settings->report)
        status = open_issue(outputs, settings->report, argv);
    if (status != CLSMEM_OK) {
        forget(outputs);
        return status;
    }
    for (size_t i = 0; i < outputs->printed_count; i++)
        if (outputs->printed[i].report.out != stdout)
            (void)!ftruncate(fileno(outputs->printed[i].report.out), 0); /* a pipe or a device has nothing to lose */
    return CLSMEM_OK;
}

/* A full disk or a closed pipe ends one output, not the run. */
static void look_after(struct output *output)
{
    if (fflush(output->report.out) == 0 && !ferror(output->report.out))
        return;
    output->failed = true;
    fprintf(stderr, "clsmem-bench: cannot write to %s: %s\n", output->name, strerror(errno));
}

static void save(struct outputs *outputs)
{
    if (outputs->results_failed || clsmem_result_file_save(outputs->results, outputs->settings->json) == CLSMEM_OK)
        return;
    outputs->results_failed = true;
    fprintf(stderr, "clsmem-bench: %s\n", clsmem_error_text());
}

/* The issue as it stands, after what was added to it; where a file can be written but once, at the end. */
static void update_issue(struct outputs *outputs, enum clsmem_status added, bool at_end)
{
    const char *const path = outputs->settings->report;

    if (outputs->issue_failed)
        return;
    if (added == CLSMEM_OK && is_stdout(path)) {
        if (at_end && !issue_print(outputs->issue, stdout))
            added = clsmem_fail(CLSMEM_IO, "cannot write to stdout: %s", strerror(errno));
    } else if (added == CLSMEM_OK && (at_end || clsmem_save_is_rewritable(path))) {
        added = clsmem_save(path, issue_print, outputs->issue);
    }
    if (added == CLSMEM_OK)
        return;
    outputs->issue_failed = true;
    fprintf(stderr, "clsmem-bench: %s\n", clsmem_error_text());
}

void outputs_device(struct outputs *outputs, const struct clsmem_session *session)
{
    for (size_t i = 0; i < outputs->printed_count; i++) {
        struct output *output = &outputs->printed[i];

        if (output->failed)
            continue;
        output->printer->device(&output->report, session);
        look_after(output);
    }
    if (outputs->issue)
        update_issue(outputs, issue_device(outputs->issue, session), false);
    if (outputs->results && (clsmem_result_file_begin_run(outputs->results, session) != CLSMEM_OK ||
                             clsmem_result_file_set_roofs(outputs->results, &session->roofs) != CLSMEM_OK)) {
        outputs->results_failed = true;
        fprintf(stderr, "clsmem-bench: %s\n", clsmem_error_text());
    }
}

void outputs_row(struct outputs *outputs, const struct clsmem_session *session, const struct clsmem_result *result)
{
    for (size_t i = 0; i < outputs->printed_count; i++) {
        struct output *output = &outputs->printed[i];

        if (output->failed)
            continue;
        output->printer->row(&output->report, session, result);
        look_after(output);
    }
    if (outputs->issue)
        update_issue(outputs, issue_row(outputs->issue, session, result), false);
    if (!outputs->results || outputs->results_failed)
        return;
    if (clsmem_result_file_add_row(outputs->results, result) != CLSMEM_OK) {
        outputs->results_failed = true;
        fprintf(stderr, "clsmem-bench: %s\n", clsmem_error_text());
    } else if (!outputs->results_stream) {
        save(outputs);
    }
}

void outputs_conclusion(struct outputs *outputs, const struct clsmem_kernel *kernel, enum clsmem_type type,
                        const char *text)
{
    for (size_t i = 0; i < outputs->printed_count; i++) {
        struct output *output = &outputs->printed[i];

        if (output->failed || !output->printer->conclusion)
            continue;
        output->printer->conclusion(&output->report, text);
        look_after(output);
    }
    if (outputs->issue)
        update_issue(outputs, issue_conclusion(outputs->issue, text), false);
    if (outputs->results && !outputs->results_failed &&
        clsmem_result_file_add_conclusion(outputs->results, kernel, type, text) != CLSMEM_OK) {
        outputs->results_failed = true;
        fprintf(stderr, "clsmem-bench: %s\n", clsmem_error_text());
    }
}

bool outputs_alive(const struct outputs *outputs)
{
    /* With --quiet and no file the exit code is the output. */
    bool alive = outputs->printed_count == 0 && !outputs->results && !outputs->issue;

    for (size_t i = 0; i < outputs->printed_count; i++)
        alive = alive || !outputs->printed[i].failed;
    return alive || (outputs->results && !outputs->results_failed) || (outputs->issue && !outputs->issue_failed);
}

/* What can be written but once. */
static void print_results(struct outputs *outputs)
{
    const char *path = outputs->settings->json;

    if (clsmem_result_file_print(outputs->results, outputs->results_stream) != CLSMEM_OK) {
        outputs->results_failed = true;
        fprintf(stderr, "clsmem-bench: %s: %s\n", is_stdout(path) ? "stdout" : path, clsmem_error_text());
    }
    if (outputs->results_stream != stdout)
        (void)fclose(outputs->results_stream); /* flushed by the print */
}

bool outputs_close(struct outputs *outputs, bool complete)
{
    bool whole;

    if (outputs->results && complete)
        clsmem_result_file_complete(outputs->results);
    if (outputs->results_stream)
        print_results(outputs);
    else if (outputs->results)
        save(outputs);
    if (outputs->issue) {
        if (complete)
            issue_complete(outputs->issue);
        update_issue(outputs, CLSMEM_OK, true);
    }
    whole = !outputs->results_failed && !outputs->issue_failed;
    for (size_t i = 0; i < outputs->printed_count; i++) {
        struct output *output = &outputs->printed[i];

        if (output->report.out != stdout && fclose(output->report.out) != 0 && !output->failed) {
            output->failed = true;
            fprintf(stderr, "clsmem-bench: cannot write to %s: %s\n", output->name, strerror(errno));
        }
        whole = whole && !output->failed;
    }
    clsmem_result_file_release(outputs->results);
    issue_release(outputs->issue);
    return whole;
}
