/* clsmem-bench: runs the kernel suite on a device, checks every result, and reports what layouts and barriers cost. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "clsmem/registry.h"
#include "clsmem/version.h"
#include "device_profile.h"
#include "kernel_files.h"
#include "kernel_list.h"
#include "list.h"

static volatile sig_atomic_t stop_raised;

static void raise_stop(int signal_number)
{
    static const char word[] = "\nclsmem-bench: stopping; once more to stop at once\n";

    (void)signal_number;
    stop_raised = 1;
    (void)!write(STDERR_FILENO, word, sizeof word - 1);
}

/* The first Ctrl-C ends the run after the step in hand; a second one ends the program. */
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

static enum exit_code fail(enum exit_code code)
{
    fprintf(stderr, "clsmem-bench: %s\n", clsmem_error_text());
    return code;
}

static enum exit_code finish_stdout(void)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "clsmem-bench: cannot write to stdout\n");
        return EXIT_OUTPUT;
    }
    return EXIT_RIGHT;
}

/* A path that cannot be opened is a bad argument; what fails later is an output that was lost. */
static enum exit_code list_to_json(const char *path, const struct clsmem_device_list *list)
{
    FILE *const out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    json_t *json;
    bool written;

    if (!out) {
        fprintf(stderr, "clsmem-bench: cannot write %s: %s\n", path, strerror(errno));
        return EXIT_USAGE;
    }
    json = bench_list_json(list);
    written = json && json_dumpf(json, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF;
    if (out != stdout)
        written = fclose(out) == 0 && written;
    json_decref(json);
    if (!written) {
        fprintf(stderr, "clsmem-bench: cannot write %s: %s\n", path, strerror(errno));
        return EXIT_OUTPUT;
    }
    return finish_stdout();
}

static enum exit_code list_devices(const struct settings *settings, struct clsmem_device_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        clsmem_device_try(&list->devices[i]);
    if (!settings->json) {
        bench_list_print(stdout, list);
        return finish_stdout();
    }

    return list_to_json(settings->json, list);
}

static enum exit_code check_profile(const struct settings *settings, const struct clsmem_device_list *list,
                                    const size_t *chosen, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (device_profile_check(settings, &list->devices[chosen[i]]) != CLSMEM_OK)
            return fail(EXIT_USAGE);
    return EXIT_RIGHT;
}

static enum exit_code choose(const struct settings *settings, const struct clsmem_device_list *list, size_t *chosen,
                             size_t *count)
{
    const enum clsmem_status status = clsmem_device_select(list, settings->device, chosen, count);

    if (status == CLSMEM_OK)
        return EXIT_RIGHT;
    fail(EXIT_USAGE);
    if (list->count == 0)
        fprintf(stderr, "clsmem-bench: install the device's driver, or PoCL to run on the CPU; --list says more\n");
    return status == CLSMEM_INVALID ? EXIT_USAGE : EXIT_NO_DEVICE;
}

static enum exit_code run_devices(const struct settings *settings, const struct clsmem_device_list *list,
                                  const size_t *chosen, size_t count, struct outputs *outputs)
{
    enum exit_code code = EXIT_RIGHT;
    bool complete = true;

    for (size_t i = 0; i < count; i++) {
        if (stop_raised || !outputs_alive(outputs)) {
            code = exit_code_worse(code, stop_raised ? EXIT_STOPPED : EXIT_OUTPUT);
            complete = false;
            break;
        }
        code = exit_code_worse(code, bench_device(settings, &list->devices[chosen[i]], outputs, &complete));
    }
    return outputs_close(outputs, complete) ? code : exit_code_worse(code, EXIT_OUTPUT);
}

static enum exit_code run(const struct settings *settings, const struct clsmem_device_list *list, char **argv)
{
    struct outputs outputs = { 0 };
    enum exit_code code;
    size_t *chosen = calloc(list->count + 1, sizeof *chosen), count = 0;

    if (!chosen)
        return EXIT_NO_DEVICE;
    code = choose(settings, list, chosen, &count);
    if (code == EXIT_RIGHT)
        code = check_profile(settings, list, chosen, count);
    if (code == EXIT_RIGHT && outputs_open(settings, argv, &outputs) != CLSMEM_OK)
        code = fail(EXIT_USAGE);
    else if (code == EXIT_RIGHT)
        code = run_devices(settings, list, chosen, count, &outputs);
    free(chosen);
    return code;
}

/* What needs a device. */
static enum exit_code use_devices(struct settings *settings, char **argv)
{
    struct clsmem_device_list list = { 0 };
    enum exit_code code;

    if (!settings->list && kernel_files_check(settings) != CLSMEM_OK)
        return fail(EXIT_USAGE);
    catch_signals();
    settings->run.stop = &stop_raised;
    if (clsmem_device_list(&list) != CLSMEM_OK)
        code = fail(EXIT_NO_DEVICE);
    else
        code = settings->list ? list_devices(settings, &list) : run(settings, &list, argv);
    clsmem_device_list_release(&list);
    return code;
}

int main(int argc, char **argv)
{
    struct settings settings;
    enum exit_code code;

    fill_closed_streams();
    if (settings_parse(argc, argv, &settings) != CLSMEM_OK) {
        fprintf(stderr, "clsmem-bench: %s\nclsmem-bench --help lists the options\n", clsmem_error_text());
        code = EXIT_USAGE;
    } else if (settings.help) {
        settings_print_help(stdout);
        code = finish_stdout();
    } else if (settings.version) {
        printf("clsmem-bench %s (commit %s)\n", CLSMEM_VERSION, clsmem_version_commit());
        code = finish_stdout();
    } else if (settings.list_kernels) {
        kernel_list_print(stdout);
        code = finish_stdout();
    } else if (settings.explain) {
        kernel_list_explain(stdout, clsmem_kernel_find(settings.explain));
        code = finish_stdout();
    } else {
        code = use_devices(&settings, argv);
    }
    settings_release(&settings);
    return (int)code;
}
