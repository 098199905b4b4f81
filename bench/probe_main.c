/* clsmem-probe: finds the banks of a device's local memory, and what accesses cost, from timing alone. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/version.h"
#include "kernel_files.h"
#include "probe_child.h"
#include "probe_complain.h"
#include "probe_outputs.h"
#include "probe_text.h"
#include "probe_watch.h"

static void raise_stop(int signal_number)
{
    static const char word[] = "\nclsmem-probe: stopping\n";

    (void)signal_number;
    probe_stop = 1;
    (void)!write(STDERR_FILENO, word, sizeof word - 1);
}

/* The first Ctrl-C ends the measuring, and what was found is reported; a second one ends the program. */
static void catch_signals(void)
{
    struct sigaction action = { .sa_handler = raise_stop, .sa_flags = (int)SA_RESETHAND };

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
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
    return probe_complain(code, "%s", clsmem_error_text());
}

/* Of the probes that were asked for. */
static bool has_results(const struct clsmem_profile *profile, unsigned probes)
{
    for (int probe = 0; probe < CLSMEM_PROBE_COUNT; probe++)
        if ((probes >> probe & 1) != 0 && profile->probes[probe].end != CLSMEM_PROBE_NOT_RUN)
            return true;
    return false;
}

/* Files that may be there already are worth more than a profile of nothing. */
static enum exit_code refuse_outputs(const struct probe_settings *settings)
{
    if (settings->json || settings->csv || settings->timings || settings->class_file)
        probe_complain(EXIT_STOPPED, "stopped before any probe had ended: no file was written");
    return EXIT_STOPPED;
}

/* `where` says what became of the profile; `stopped`: by the user. */
static enum exit_code report(const struct probe_settings *settings, const struct clsmem_profile *profile,
                             const char *where, bool stopped)
{
    enum exit_code code = EXIT_RIGHT;

    if (!probe_outputs_take_stdout(settings)) {
        probe_text_print(stdout, profile, where, terminal_wants_colour(settings->colour));
        code = probe_output_finish();
    }
    if (stopped && !has_results(profile, settings->probes))
        return exit_code_worse(code, refuse_outputs(settings));
    return exit_code_worse(code, probe_outputs_write(settings, profile));
}

static enum clsmem_status read_from(const char *from, struct clsmem_profile *profile)
{
    if (strcmp(from, "-") == 0)
        return clsmem_profile_read_stream(stdin, "stdin", profile);
    return clsmem_profile_read(from, profile);
}

static enum exit_code report_file(const struct probe_settings *settings)
{
    struct clsmem_profile *const profile = calloc(1, sizeof *profile);
    char where[512];
    enum exit_code code;

    if (!profile) {
        clsmem_fail(CLSMEM_NO_MEMORY, "no memory for a profile");
        return fail(EXIT_USAGE);
    }
    snprintf(where, sizeof where, "read from %s", strcmp(settings->from, "-") == 0 ? "stdin" : settings->from);
    if (read_from(settings->from, profile) != CLSMEM_OK)
        code = fail(EXIT_USAGE);
    else if ((code = probe_outputs_check(settings)) == EXIT_RIGHT)
        code = report(settings, profile, where, false);
    clsmem_profile_release(profile);
    free(profile);
    return code;
}

/* A file holds one profile, and no rule could say whose. */
static enum exit_code check_count(const struct probe_settings *settings, const struct probe_choices *choices)
{
    char names[768] = "";

    if (choices->count < 2 || !(settings->json || settings->csv || settings->timings || settings->class_file))
        return EXIT_RIGHT;
    for (size_t i = 0; i < choices->count; i++) {
        const size_t used = strlen(names);

        snprintf(names + used, sizeof names - used, "%s%u (%s)", i ? ", " : "", choices->devices[i].index,
                 choices->devices[i].profile->device);
    }
    clsmem_fail(CLSMEM_INVALID, "--device: a file takes the profile of one device, but \"%s\" means %zu: %s",
                settings->device, choices->count, names);
    return fail(EXIT_USAGE);
}

static enum exit_code probe_device(const struct probe_settings *settings, struct probe_choice *choice)
{
    char where[4096] = "not kept: stopped by the user";
    const enum exit_code code = probe_watch_measure(settings, choice);

    if (code == EXIT_NO_DEVICE)
        return code;
    if (code != EXIT_STOPPED)
        probe_outputs_keep(settings, choice->profile, where, sizeof where);
    return exit_code_worse(code, report(settings, choice->profile, where, code == EXIT_STOPPED));
}

static enum exit_code probe_devices(const struct probe_settings *settings)
{
    struct probe_choices choices;
    enum exit_code code = EXIT_RIGHT;

    catch_signals();
    if (settings->list)
        return probe_watch_list(settings);
    if (kernel_folder_check(settings->kernel_directory) != CLSMEM_OK ||
        kernel_file_check(settings->kernel_directory, "probe", "clsmem-probe") != CLSMEM_OK)
        return fail(EXIT_USAGE);
    if ((code = probe_outputs_check(settings)) != EXIT_RIGHT)
        return code;
    code = probe_watch_choose(settings, &choices);
    if (code == EXIT_RIGHT)
        code = check_count(settings, &choices);
    if (code == EXIT_RIGHT)
        for (size_t i = 0; i < choices.count && code != EXIT_STOPPED && code != EXIT_OUTPUT; i++) {
            if (i > 0)
                putchar('\n');
            code = exit_code_worse(code, probe_device(settings, &choices.devices[i]));
        }
    probe_choices_release(&choices);
    return code;
}

int main(int argc, char **argv)
{
    const struct sigaction ignore = { .sa_handler = SIG_IGN };
    struct probe_settings settings;
    enum exit_code code;

    fill_closed_streams();
    sigaction(SIGPIPE, &ignore, NULL);
    if (probe_settings_parse(argc, argv, &settings) != CLSMEM_OK) {
        fprintf(stderr, "clsmem-probe: %s\nclsmem-probe --help lists the options\n", clsmem_error_text());
        code = EXIT_USAGE;
    } else if (settings.help) {
        probe_settings_print_help(stdout);
        code = probe_output_finish();
    } else if (settings.version) {
        printf("clsmem-probe %s (commit %s)\n", CLSMEM_VERSION, clsmem_version_commit());
        code = probe_output_finish();
    } else if (settings.from) {
        code = report_file(&settings);
    } else {
        code = probe_devices(&settings);
    }
    return (int)code;
}
