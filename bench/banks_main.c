/* clsmem-banks: counts and draws the banks of one local-memory access, and searches the best layout of a tile. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "banks_case.h"
#include "banks_json.h"
#include "banks_svg.h"
#include "banks_tasks.h"
#include "banks_text.h"
#include "clsmem/version.h"

/* A file that we open must not become a closed stdout or stderr: what cannot be written is to fail. */
static void fill_closed_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) == -1)
            (void)!open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

static enum exit_code fail(enum exit_code code, const char *text)
{
    fprintf(stderr, "clsmem-banks: %s\n", text);
    return code;
}

static enum exit_code finish_stdout(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        return fail(EXIT_OUTPUT, "cannot write to stdout");
    return EXIT_RIGHT;
}

/* NULL, and a complaint, where the file cannot be opened. */
static FILE *open_output(const char *path)
{
    FILE *const out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");

    if (!out)
        fprintf(stderr, "clsmem-banks: cannot write %s: %s\n", path, strerror(errno));
    return out;
}

static enum exit_code close_output(FILE *out, const char *path)
{
    const bool failed = ferror(out) != 0;

    if (out == stdout)
        return finish_stdout();
    if (fclose(out) == 0 && !failed)
        return EXIT_RIGHT;
    fprintf(stderr, "clsmem-banks: cannot write %s\n", path);
    return EXIT_OUTPUT;
}

static enum exit_code write_json(const char *path, json_t *json)
{
    FILE *const out = json ? open_output(path) : NULL;
    enum exit_code code = json ? EXIT_USAGE : fail(EXIT_OUTPUT, "no memory");

    if (out) {
        const bool written = json_dumpf(json, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF;

        code = close_output(out, path);
        if (!written && code == EXIT_RIGHT)
            code = fail(EXIT_OUTPUT, "the JSON could not be written");
    }
    json_decref(json);
    return code;
}

static bool takes_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static enum exit_code write_case(const struct banks_settings *settings, const struct banks_case *cases)
{
    enum exit_code code = EXIT_RIGHT;

    if (settings->svg) {
        FILE *const out = open_output(settings->svg);

        if (!out)
            return EXIT_USAGE;
        banks_svg_print(out, settings, cases);
        code = close_output(out, settings->svg);
    }
    if (code == EXIT_RIGHT && settings->json)
        code = write_json(settings->json, banks_json_make(settings, cases));
    if (code != EXIT_RIGHT || takes_stdout(settings->svg) || takes_stdout(settings->json))
        return code;
    banks_text_print(stdout, settings, cases, terminal_wants_colour(settings->colour));
    return finish_stdout();
}

static enum exit_code count_pattern(const struct banks_settings *settings)
{
    struct banks_case *const cases = calloc(settings->class_count, sizeof *cases);
    enum exit_code code;

    if (!cases)
        return fail(EXIT_OUTPUT, "no memory");
    code = banks_cases_make(settings, cases);
    if (code == EXIT_RIGHT)
        code = write_case(settings, cases);
    free(cases);
    return code;
}

static enum exit_code search(const struct banks_settings *settings)
{
    struct clsmem_bank_findings findings;
    enum exit_code code;

    if (banks_search_run(settings, &findings) != CLSMEM_OK) {
        code = fail(EXIT_USAGE, clsmem_error_text());
    } else if (settings->json) {
        code = write_json(settings->json, banks_json_search(settings, &findings));
    } else {
        banks_search_print(stdout, settings, &findings);
        code = finish_stdout();
    }
    clsmem_bank_findings_release(&findings);
    return code;
}

static enum exit_code run(const struct banks_settings *settings)
{
    enum exit_code code = EXIT_RIGHT, end;

    switch (settings->task) {
    case TASK_PATTERN:
        return count_pattern(settings);
    case TASK_SEARCH:
        return search(settings);
    case TASK_LESSON:
        banks_lesson_print(stdout, settings);
        break;
    case TASK_LIST_CLASSES:
        banks_classes_print(stdout, settings);
        break;
    case TASK_SPEED:
        banks_speed_print(stdout, settings);
        break;
    case TASK_ORACLE:
        code = banks_oracle_run(stdout, settings);
        break;
    }
    end = finish_stdout();
    return end == EXIT_RIGHT ? code : end;
}

int main(int argc, char **argv)
{
    const struct sigaction ignore = { .sa_handler = SIG_IGN };
    struct banks_settings settings;
    enum exit_code code;

    fill_closed_streams();
    sigaction(SIGPIPE, &ignore, NULL);
    if (banks_settings_parse(argc, argv, &settings) != CLSMEM_OK) {
        fprintf(stderr, "clsmem-banks: %s\nclsmem-banks --help lists the options\n", clsmem_error_text());
        code = EXIT_USAGE;
    } else if (settings.help) {
        banks_settings_print_help(stdout);
        code = finish_stdout();
    } else if (settings.version) {
        printf("clsmem-banks %s (commit %s)\n", CLSMEM_VERSION, clsmem_version_commit());
        code = finish_stdout();
    } else {
        code = run(&settings);
    }
    banks_settings_release(&settings);
    return (int)code;
}
