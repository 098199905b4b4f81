/* What a user asks of clsmem-probe. */
#include "probe_settings.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/profile.h"
#include "clsmem/save.h"
#include "kernel_files.h"
#include "options.h"

#define DEADLINE_S 60
#define MOST_DEADLINE_S 86400

#define TEXT_SETTER(name, field)                                                                                      \
    static enum clsmem_status name(void *into, const char *value)                                                     \
    {                                                                                                                 \
        ((struct probe_settings *)into)->field = value;                                                               \
        return CLSMEM_OK;                                                                                             \
    }

#define FLAG_SETTER(name, field)                                                                                      \
    static enum clsmem_status name(void *into, const char *value)                                                     \
    {                                                                                                                 \
        (void)value;                                                                                                  \
        ((struct probe_settings *)into)->field = true;                                                                \
        return CLSMEM_OK;                                                                                             \
    }

FLAG_SETTER(set_help, help)
FLAG_SETTER(set_version, version)
FLAG_SETTER(set_list, list)
FLAG_SETTER(set_quick, quick)
FLAG_SETTER(set_no_save, no_save)
TEXT_SETTER(set_json, json)
TEXT_SETTER(set_csv, csv)
TEXT_SETTER(set_timings, timings)
TEXT_SETTER(set_class_file, class_file)
TEXT_SETTER(set_from, from)

static enum clsmem_status set_device(void *into, const char *value)
{
    struct probe_settings *const settings = into;

    settings->device = value;
    settings->has_device = true;
    return CLSMEM_OK;
}

static enum clsmem_status set_kernel_directory(void *into, const char *value)
{
    struct probe_settings *const settings = into;

    if (!*value)
        return clsmem_fail(CLSMEM_INVALID, "--kernel-dir: the folder's name is empty");
    settings->kernel_directory = value;
    settings->has_kernel_directory = true;
    return CLSMEM_OK;
}

static enum clsmem_status set_deadline(void *into, const char *value)
{
    struct probe_settings *const settings = into;

    settings->has_deadline = true;
    return parse_number(value, "--deadline", 0.1, MOST_DEADLINE_S, &settings->deadline_s);
}

/* The probe that a word of `length` characters names; CLSMEM_PROBE_COUNT: none. */
static enum clsmem_probe probe_named(const char *word, size_t length)
{
    for (int probe = 0; probe < CLSMEM_PROBE_COUNT; probe++) {
        const char *const name = clsmem_probe_word((enum clsmem_probe)probe);

        if (strlen(name) == length && strncmp(name, word, length) == 0)
            return (enum clsmem_probe)probe;
    }
    return CLSMEM_PROBE_COUNT;
}

static enum clsmem_status refuse_probe(const char *word, size_t length)
{
    char names[256] = "";

    for (int probe = 0; probe < CLSMEM_PROBE_COUNT; probe++) {
        const size_t used = strlen(names);

        snprintf(names + used, sizeof names - used, "%s%s", probe ? ", " : "",
                 clsmem_probe_word((enum clsmem_probe)probe));
    }
    return clsmem_fail(CLSMEM_INVALID, "--probes: there is no probe \"%.*s\", only %s", (int)length, word, names);
}

static enum clsmem_status set_probes(void *into, const char *value)
{
    struct probe_settings *const settings = into;

    settings->has_probes = true;
    settings->probes = 0;
    for (;;) {
        value += strspn(value, " ");

        const size_t item = strcspn(value, ",");
        size_t length = item;

        while (length > 0 && value[length - 1] == ' ')
            length--;

        const enum clsmem_probe probe = probe_named(value, length);

        if (probe == CLSMEM_PROBE_COUNT)
            return refuse_probe(value, length);
        settings->probes |= 1u << probe;
        if (!value[item])
            return CLSMEM_OK;
        value += item + 1;
    }
}

static enum clsmem_status set_timer(void *into, const char *value)
{
    static const char *const words[] = { "auto", "event", "host" }; /* in the order of enum clsmem_probe_timer */
    struct probe_settings *const settings = into;

    settings->has_timer = true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(value, words[i]) == 0) {
            settings->timer = (enum clsmem_probe_timer)i;
            return CLSMEM_OK;
        }
    }
    return clsmem_fail(CLSMEM_INVALID, "--timer is auto, event or host, not \"%s\"", value);
}

static enum clsmem_status set_colour(void *into, const char *value)
{
    return colour_parse(value, &((struct probe_settings *)into)->colour);
}

static const struct option_row rows[] = {
    { .help = "Devices" },
    { "list", 'l', NULL, "every device: index, P:D, limits, and whether it works (with --json FILE as JSON)",
      set_list },
    { "device", 'd', "WHICH",
      "index as --list prints it, P:D, part of a name, cpu, gpu, all; a comma list probes\n"
      "several. Without it CLSMEM_DEVICE counts, then device 0",
      set_device },
    { .help = "Measuring" },
    { "quick", 0, NULL, "fewer patterns and shorter measurements", set_quick },
    { "probes", 'p', "LIST",
      "of clock, sub-group, banks, latency, bandwidth, atomics, barrier, staging, capacity,\n"
      "cache; without it all",
      set_probes },
    { "timer", 0, "auto|event|host",
      "auto (default): the best there is, first the device's own cycle counter; or do with event,\n"
      "or with host",
      set_timer },
    { "deadline", 0, "SECONDS", "after which a probe is given up and the next one runs (60)", set_deadline },
    { "kernel-dir", 0, "DIR",
      "take probe.cl from here instead of the one built in; CLSMEM_KERNEL_DIR does the same,\n"
      "where it has one",
      set_kernel_directory },
    { "from", 0, "FILE", "measure nothing: report what a profile or a file of --timings holds; - is stdin", set_from },
    { .help = "Output (a FILE of - is stdout, without the report)" },
    { "json", 0, "FILE", "the device's profile, which clsmem-bench, clsmem-banks and clsmem-lint read", set_json },
    { "csv", 0, "FILE", "one line a figure", set_csv },
    { "timings", 0, "FILE", "the profile with the time of each pattern, from which --from infers anew", set_timings },
    { "class-file", 0, "FILE", "the banks that were found, as a class that --bank-class takes", set_class_file },
    { "no-save", 0, NULL, "do not keep the profile in the user's cache folder, where clsmem-bench looks for it",
      set_no_save },
    { "colour", 0, "auto|always|never", "auto (default): on a terminal", set_colour },
    { "help", 'h', NULL, "this", set_help },
    { "version", 'V', NULL, "version and commit", set_version },
    { .help =
          "Exit code: 0 all right; 1 a probe failed or met its deadline (the others stand), or there is no class to\n"
          "write; 2 usage; 3 no such device, or it failed; 4 a report could not be written; 130 Ctrl-C (ended probes\n"
          "are reported). A skip is no failure." },
};

void probe_settings_print_help(FILE *out)
{
    options_print_help(out, "clsmem-probe",
                       "Finds the banks of a device's local memory, and what accesses cost, from timing alone.", rows,
                       sizeof rows / sizeof *rows);
}

void probe_settings_outputs(const struct probe_settings *settings, const char *paths[PROBE_OUTPUT_COUNT])
{
    paths[0] = settings->json;
    paths[1] = settings->csv;
    paths[2] = settings->timings;
    paths[3] = settings->class_file;
}

bool probe_path_is_stdout(const char *path)
{
    return path && (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0);
}

/* Of devices such as /dev/null there may be any number of names. */
static bool is_same(const char *path, const char *other)
{
    if (probe_path_is_stdout(path) || probe_path_is_stdout(other))
        return probe_path_is_stdout(path) && probe_path_is_stdout(other);
    return clsmem_save_is_rewritable(path) ? clsmem_save_is_same(path, other) : strcmp(path, other) == 0;
}

/* Two reports in one file would only overwrite each other; that goes for stdout, too. */
static enum clsmem_status check_outputs(const struct probe_settings *settings)
{
    const char *paths[PROBE_OUTPUT_COUNT];

    probe_settings_outputs(settings, paths);
    for (size_t i = 0; i < PROBE_OUTPUT_COUNT; i++) {
        if (paths[i] && !*paths[i])
            return clsmem_fail(CLSMEM_INVALID, "an output file has no name");
        for (size_t other = 0; other < i; other++)
            if (paths[i] && paths[other] && is_same(paths[i], paths[other]))
                return clsmem_fail(CLSMEM_INVALID, "two reports cannot go to the same file: %s", paths[i]);
        if (paths[i] && settings->from && strcmp(settings->from, "-") != 0 && !probe_path_is_stdout(paths[i]) &&
            clsmem_save_is_same(paths[i], settings->from))
            return clsmem_fail(CLSMEM_INVALID, "the file of --from would be written over: %s", paths[i]);
    }
    return CLSMEM_OK;
}

/* What would be ignored is refused. */
static enum clsmem_status check_task(const struct probe_settings *settings)
{
    if (settings->from &&
        (settings->list || settings->has_device || settings->quick || settings->has_probes || settings->has_deadline ||
         settings->has_timer || settings->has_kernel_directory || settings->no_save))
        return clsmem_fail(CLSMEM_INVALID, "--from measures nothing: only outputs go with it");
    if (settings->list && (settings->quick || settings->has_probes || settings->csv || settings->timings ||
                           settings->class_file || settings->has_device || settings->has_deadline ||
                           settings->has_timer || settings->has_kernel_directory || settings->no_save))
        return clsmem_fail(CLSMEM_INVALID, "--list probes nothing: only --json goes with it");
    return CLSMEM_OK;
}

/* A variable that is set to nothing counts as not set. */
static const char *variable(const char *name)
{
    const char *const value = getenv(name);

    return value && *value ? value : NULL;
}

/* It is there for all our programs, so it counts only where it has something for this one. */
static const char *folder_of_environment(void)
{
    const char *const folder = variable(KERNEL_FOLDER_VARIABLE);
    char path[4096];

    if (!folder || snprintf(path, sizeof path, "%s/probe.cl", folder) >= (int)sizeof path)
        return NULL;
    return access(path, F_OK) == 0 ? folder : NULL;
}

enum clsmem_status probe_settings_parse(int argc, char **argv, struct probe_settings *settings)
{
    enum clsmem_status status;

    *settings = (struct probe_settings){ .deadline_s = DEADLINE_S, .probes = (1u << CLSMEM_PROBE_COUNT) - 1 };
    settings->device = variable("CLSMEM_DEVICE");
    settings->kernel_directory = folder_of_environment();
    status = options_parse(rows, sizeof rows / sizeof *rows, argc, argv, settings);
    if (status != CLSMEM_OK || settings->help || settings->version)
        return status;
    if (!settings->device)
        settings->device = "0";
    status = check_outputs(settings);
    return status == CLSMEM_OK ? check_task(settings) : status;
}
