/* clsmem-compare: result files against each other, and a gate for CI. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/save.h"
#include "clsmem/version.h"
#include "compare_html.h"
#include "compare_report.h"
#include "options.h"
#include "text.h"

static bool print_page(const void *report, FILE *out)
{
    return compare_html_print(((const struct compare_report *)report)->page, out);
}

static clsmem_save_print *const printers[] = {
    [COMPARE_MARKDOWN] = compare_markdown_print, [COMPARE_CSV] = compare_csv_print,
    [COMPARE_JSON] = compare_json_print,         [COMPARE_HTML] = print_page,
    [COMPARE_JUNIT] = compare_junit_print,
};

/* A file that we open must not become a closed stdout or stderr: what cannot be written is to fail. */
static void fill_closed_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) == -1)
            (void)!open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

/* Messages may quote a file, and a file may hold commands to the terminal. */
static enum exit_code fail(enum exit_code code)
{
    char text[8192];

    snprintf(text, sizeof text, "%s", clsmem_error_text());
    text_make_plain(text);
    fprintf(stderr, "clsmem-compare: %s\n", text);
    return code;
}

/* Before anything is printed. */
static enum exit_code fail_early(enum clsmem_status status)
{
    return fail(status == CLSMEM_NO_MEMORY ? EXIT_NO_DEVICE : EXIT_USAGE);
}

static enum exit_code finish_stdout(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_RIGHT;
    clsmem_fail(CLSMEM_IO, "cannot write to stdout: %s", strerror(errno));
    return fail(EXIT_OUTPUT);
}

/* stdout first: it is what waits. */
static enum exit_code print_reports(const struct compare_settings *settings, struct compare_report *report)
{
    enum exit_code code = EXIT_RIGHT;

    report->colour = terminal_wants_colour(settings->colour);
    if (report->compare && !compare_settings_take_stdout(settings)) {
        compare_text_print(report, stdout);
        code = finish_stdout();
    }
    for (size_t i = 0; i < COMPARE_OUTPUT_COUNT; i++) {
        const char *const path = settings->outputs[i];

        if (!path)
            continue;
        if (strcmp(path, "-") == 0) {
            if (!printers[i](report, stdout) || finish_stdout() != EXIT_RIGHT)
                code = EXIT_OUTPUT;
        } else if (clsmem_save(path, printers[i], report) != CLSMEM_OK) {
            code = fail(EXIT_OUTPUT);
        }
    }
    return code;
}

/* The page is made before anything is printed, so that a bad profile leaves no half of the reports. */
static enum exit_code print_with_page(const struct compare_settings *settings, const struct clsmem_results *files,
                                      struct compare_report *report)
{
    struct compare_html page = { 0 };
    enum clsmem_status status;
    enum exit_code code;

    if (!settings->outputs[COMPARE_HTML])
        return print_reports(settings, report);
    status = compare_html_make(settings, files, report, &page);
    report->page = &page;
    code = status == CLSMEM_OK ? print_reports(settings, report) : fail_early(status);
    compare_html_release(&page);
    return code;
}

static enum exit_code compare(const struct compare_settings *settings, const struct clsmem_results *files)
{
    const struct clsmem_compare_options options = { .keeps = compare_settings_keep_row,
                                                    .context = settings,
                                                    .any_shape = settings->view != COMPARE_VIEW_ABSOLUTE };
    struct clsmem_compare result = { 0 };
    struct compare_report report = { 0 };
    enum clsmem_status status = clsmem_compare_make(files, settings->file_count, &options, &result);
    enum exit_code code;

    if (status == CLSMEM_OK && result.line_count == 0)
        status = clsmem_fail(CLSMEM_INVALID, "no row of these files%s%s", settings->kernels ? " fits " : "",
                             settings->kernels ? settings->kernels : "");
    if (status == CLSMEM_OK)
        status = compare_report_make(settings, &result, &report);
    code = status == CLSMEM_OK ? print_with_page(settings, files, &report) : fail_early(status);
    if (code == EXIT_RIGHT && compare_report_fails(&report))
        code = EXIT_WRONG;
    compare_report_release(&report);
    clsmem_compare_release(&result);
    return code;
}

static enum exit_code compare_files(const struct compare_settings *settings)
{
    struct clsmem_results *const files = calloc(settings->file_count, sizeof *files);
    enum clsmem_status status = CLSMEM_OK;
    enum exit_code code;
    size_t run_count = 0;

    if (!files)
        return fail_early(clsmem_fail(CLSMEM_NO_MEMORY, "no memory for %zu files", settings->file_count));
    for (size_t i = 0; i < COMPARE_OUTPUT_COUNT && status == CLSMEM_OK; i++)
        if (settings->outputs[i] && strcmp(settings->outputs[i], "-") != 0)
            status = clsmem_save_check(settings->outputs[i]);
    for (size_t i = 0; i < settings->file_count && status == CLSMEM_OK; i++) {
        status = clsmem_results_read(settings->files[i], &files[i]);
        run_count += files[i].run_count;
    }
    if (status != CLSMEM_OK)
        code = fail_early(status);
    else if (run_count == 1 && compare_settings_want_page_alone(settings))
        code = print_with_page(settings, files, &(struct compare_report){ .settings = settings });
    else
        code = compare(settings, files);
    for (size_t i = 0; i < settings->file_count; i++)
        clsmem_results_release(&files[i]);
    free(files);
    return code;
}

int main(int argc, char **argv)
{
    const struct sigaction ignore = { .sa_handler = SIG_IGN };
    struct compare_settings settings;
    enum exit_code code;

    fill_closed_streams();
    sigaction(SIGPIPE, &ignore, NULL);
    if (compare_settings_parse(argc, argv, &settings) != CLSMEM_OK) {
        code = fail(EXIT_USAGE);
        fprintf(stderr, "clsmem-compare --help lists the options\n");
    } else if (settings.help) {
        compare_settings_print_help(stdout);
        code = finish_stdout();
    } else if (settings.version) {
        printf("clsmem-compare %s (commit %s)\n", CLSMEM_VERSION, clsmem_version_commit());
        code = finish_stdout();
    } else {
        code = compare_files(&settings);
    }
    return (int)code;
}
