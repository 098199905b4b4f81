/* clsmem-lint: bank conflicts, races and barriers that can be missed, of any OpenCL C kernel, without a device. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/version.h"
#include "lint_expect.h"
#include "lint_json.h"
#include "lint_suite.h"
#include "lint_text.h"

static volatile sig_atomic_t stop_raised;

/* The first Ctrl-C ends the run in hand; a second one ends the program. */
static void raise_stop(int signal_number)
{
    (void)signal_number;
    stop_raised = 1;
}

static void catch_signals(void)
{
    struct sigaction action = { .sa_handler = raise_stop, .sa_flags = (int)SA_RESETHAND };

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    action = (struct sigaction){ .sa_handler = SIG_IGN };
    sigaction(SIGPIPE, &action, NULL);
}

/* A file that we open must not become a closed stdout or stderr: what cannot be written is to fail. */
static void fill_closed_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) == -1)
            (void)!open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

static enum exit_code fail(enum exit_code code, const char *text)
{
    fprintf(stderr, "clsmem-lint: %s\n", text);
    return code;
}

static enum exit_code finish_stdout(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        return fail(EXIT_OUTPUT, "cannot write to stdout");
    return EXIT_RIGHT;
}

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* Takes the JSON. A path that cannot be opened is a bad argument; what fails later is an output that was lost. */
static enum exit_code write_json(const char *path, json_t *json)
{
    FILE *const out = is_stdout(path) ? stdout : fopen(path, "w");
    bool written;

    if (!out) {
        fprintf(stderr, "clsmem-lint: cannot write %s: %s\n", path, strerror(errno));
        json_decref(json);
        return EXIT_USAGE;
    }
    written = json && json_dumpf(json, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF;
    if (out != stdout)
        written = fclose(out) == 0 && written;
    json_decref(json);
    if (!json)
        return fail(EXIT_OUTPUT, "no memory for the report");
    if (!written) {
        fprintf(stderr, "clsmem-lint: cannot write %s\n", is_stdout(path) ? "to stdout" : path);
        return EXIT_OUTPUT;
    }
    return out == stdout ? finish_stdout() : EXIT_RIGHT;
}

static enum exit_code write_reports(const struct lint_settings *settings, const struct lint_results *results)
{
    enum exit_code code = EXIT_RIGHT;

    if (settings->json)
        code = write_json(settings->json, lint_json_make(settings, results));
    if (code == EXIT_RIGHT && settings->sarif)
        code = write_json(settings->sarif, lint_sarif_make(settings, results));
    if (code != EXIT_RIGHT || is_stdout(settings->json) || is_stdout(settings->sarif))
        return code;
    if (lint_text_print(stdout, settings, results, terminal_wants_colour(settings->colour)) != CLSMEM_OK)
        return fail(EXIT_OUTPUT, clsmem_error_text());
    return finish_stdout();
}

static enum exit_code lint(const struct lint_settings *settings)
{
    struct lint_results results;
    enum exit_code code = lint_run_views(settings, &stop_raised, &results);

    if (code == EXIT_RIGHT)
        code = write_reports(settings, &results);
    if (code == EXIT_RIGHT)
        code = lint_verdict(settings, &results);
    lint_results_release(&results);
    return code;
}

static void list_views(void)
{
    size_t count;
    const struct clsmem_lint_view *const views = clsmem_lint_views(&count);

    for (size_t i = 0; i < count; i++)
        printf("%-8s  %s (banks of %s)\n", views[i].name, views[i].summary, views[i].bank_class);
}

static enum exit_code run(const struct lint_settings *settings)
{
    enum exit_code code = EXIT_RIGHT, end;

    if (settings->list_views)
        list_views();
    else if (settings->suite)
        code = lint_suite_run(stdout, settings, &stop_raised);
    else if (settings->expect)
        code = lint_expect_run(stdout, settings, &stop_raised);
    else if (settings->list_kernels)
        code = lint_run_list_kernels(stdout, settings);
    else
        return lint(settings);
    end = finish_stdout();
    return end == EXIT_RIGHT ? code : end;
}

int main(int argc, char **argv)
{
    struct lint_settings settings;
    enum exit_code code;

    fill_closed_streams();
    catch_signals();
    if (lint_settings_parse(argc, argv, &settings) != CLSMEM_OK) {
        fprintf(stderr, "clsmem-lint: %s\nclsmem-lint --help lists the options\n", clsmem_error_text());
        code = EXIT_USAGE;
    } else if (settings.help) {
        lint_settings_print_help(stdout);
        code = finish_stdout();
    } else if (settings.version) {
        printf("clsmem-lint %s (commit %s)\n", CLSMEM_VERSION, clsmem_version_commit());
        code = finish_stdout();
    } else {
        code = run(&settings);
    }
    lint_settings_release(&settings);
    return (int)code;
}
