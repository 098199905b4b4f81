/* Where a profile goes beside the report: files, stdout, and the user's cache folder. */
#include "probe_outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/save.h"
#include "probe_complain.h"
#include "probe_csv.h"

#define MOST_PATH 4096

static enum exit_code refuse_stdout(void)
{
    return probe_complain(EXIT_OUTPUT, "cannot write to stdout: %s", strerror(errno));
}

enum exit_code probe_output_finish(void)
{
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_RIGHT : refuse_stdout();
}

/* To stdout, or to a file that is replaced as a whole. */
static enum exit_code put(const char *path, clsmem_save_print *print, const void *what)
{
    if (probe_path_is_stdout(path))
        return print(what, stdout) ? EXIT_RIGHT : refuse_stdout();
    return clsmem_save(path, print, what) == CLSMEM_OK ? EXIT_RIGHT
                                                       : probe_complain(EXIT_OUTPUT, "%s", clsmem_error_text());
}

static bool print_json(const void *json, FILE *out)
{
    return json && json_dumpf(json, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF && fflush(out) == 0;
}

enum exit_code probe_output_json(const char *path, json_t *json)
{
    enum exit_code code;

    if (!probe_path_is_stdout(path) && clsmem_save_check(path) != CLSMEM_OK)
        code = probe_complain(EXIT_USAGE, "%s", clsmem_error_text());
    else
        code = put(path, print_json, json);
    json_decref(json);
    return code;
}

bool probe_outputs_take_stdout(const struct probe_settings *settings)
{
    const char *paths[PROBE_OUTPUT_COUNT];
    bool taken = false;

    probe_settings_outputs(settings, paths);
    for (size_t i = 0; i < PROBE_OUTPUT_COUNT; i++)
        taken |= probe_path_is_stdout(paths[i]);
    return taken;
}

/* Where it was closed, something else than a writer stands in its place. */
static bool stdout_is_closed(void)
{
    const int flags = fcntl(STDOUT_FILENO, F_GETFL);

    errno = EBADF;
    return flags == -1 || (flags & O_ACCMODE) == O_RDONLY;
}

enum exit_code probe_outputs_check(const struct probe_settings *settings)
{
    const char *paths[PROBE_OUTPUT_COUNT];

    if (stdout_is_closed()) /* the report, or an output that takes its place */
        return refuse_stdout();
    probe_settings_outputs(settings, paths);
    for (size_t i = 0; i < PROBE_OUTPUT_COUNT; i++)
        if (paths[i] && !probe_path_is_stdout(paths[i]) && clsmem_save_check(paths[i]) != CLSMEM_OK)
            return probe_complain(EXIT_USAGE, "%s", clsmem_error_text());
    return EXIT_RIGHT;
}

static enum exit_code write_profile(const struct clsmem_profile *profile, bool with_timings, const char *path)
{
    const enum clsmem_status status = probe_path_is_stdout(path) ? clsmem_profile_print(profile, with_timings, stdout)
                                                                 : clsmem_profile_save(profile, with_timings, path);

    if (status == CLSMEM_OK)
        return EXIT_RIGHT;
    return probe_complain(EXIT_OUTPUT, "%s%s", probe_path_is_stdout(path) ? "stdout: " : "", clsmem_error_text());
}

static bool print_csv(const void *profile, FILE *out)
{
    probe_csv_print(out, profile);
    return fflush(out) == 0 && !ferror(out);
}

/* NULL: there is no class to write. The caller frees the text. */
static char *class_text(const struct clsmem_profile *profile)
{
    char summary[CLSMEM_NAME_BYTES + 32], source[sizeof profile->tool + sizeof profile->made + 32];
    struct clsmem_bank_rule rules[CLSMEM_GEOMETRY_MAX_RULES];
    struct clsmem_bank_class bank_class;

    snprintf(summary, sizeof summary, "%s, as probed", profile->device);
    snprintf(source, sizeof source, "clsmem-probe %s, %s", profile->tool, profile->made);
    if (!profile->has_geometry ||
        !clsmem_geometry_class(&profile->geometry, "probed", summary, source, rules, &bank_class))
        return NULL;
    return clsmem_bank_class_text(&bank_class);
}

static bool print_line(const void *text, FILE *out)
{
    return fputs(text, out) != EOF && fputc('\n', out) != EOF && fflush(out) == 0;
}

/* Whether there is a class shows only now. That there is none is no fault of the file, and an older one stays. */
static enum exit_code write_class(const struct clsmem_profile *profile, const char *path)
{
    char *const text = class_text(profile);
    const bool is_old = !text && !probe_path_is_stdout(path) && access(path, F_OK) == 0;
    enum exit_code code;

    if (text)
        code = put(path, print_line, text);
    else
        code = probe_complain(EXIT_WRONG, "no class, so %s was not written%s: %s",
                              probe_path_is_stdout(path) ? "stdout" : path, is_old ? ", and holds an older one" : "",
                              profile->has_geometry ? "no banks were found, or not for sure"
                                                    : "the banks probe has not ended");
    free(text);
    return code;
}

enum exit_code probe_outputs_write(const struct probe_settings *settings, const struct clsmem_profile *profile)
{
    enum exit_code code = EXIT_RIGHT;

    if (settings->json)
        code = write_profile(profile, false, settings->json);
    if (settings->csv)
        code = exit_code_worse(code, put(settings->csv, print_csv, profile));
    if (settings->timings)
        code = exit_code_worse(code, write_profile(profile, true, settings->timings));
    if (settings->class_file)
        code = exit_code_worse(code, write_class(profile, settings->class_file));
    return code;
}

/* As much of a device as its profile's file is named by. */
static void fill_info(const struct clsmem_profile *profile, struct clsmem_device_info *info)
{
    *info = (struct clsmem_device_info){ .clock_mhz = profile->clock_mhz };
    memcpy(info->name, profile->device, sizeof info->name);
    memcpy(info->vendor, profile->vendor, sizeof info->vendor);
    memcpy(info->driver, profile->driver, sizeof info->driver);
    memcpy(info->version, profile->version, sizeof info->version);
    memcpy(info->platform_name, profile->platform, sizeof info->platform_name);
}

/* Whether all probes ended by themselves. */
static bool is_sound(const struct clsmem_profile *profile)
{
    for (int probe = 0; probe < CLSMEM_PROBE_COUNT; probe++)
        if (profile->probes[probe].end == CLSMEM_PROBE_FAILED || profile->probes[probe].end == CLSMEM_PROBE_DEADLINE)
            return false;
    return true;
}

/* What the profile that is kept has, and the new one lacks: a full run, or that no probe failed. NULL: nothing. */
static const char *advantage(const char *path, const struct clsmem_profile *profile)
{
    struct clsmem_profile *const kept = calloc(1, sizeof *kept);
    const char *what = NULL;

    if (!kept)
        return NULL;
    if (access(path, F_OK) == 0 && clsmem_profile_read(path, kept) == CLSMEM_OK) {
        if (profile->quick && !kept->quick)
            what = "is from a full run";
        else if (!is_sound(profile) && is_sound(kept))
            what = "is from a run in which no probe failed";
    }
    clsmem_profile_release(kept);
    free(kept);
    return what;
}

void probe_outputs_keep(const struct probe_settings *settings, const struct clsmem_profile *profile, char *where,
                        size_t where_bytes)
{
    struct clsmem_device_info info;
    const char *better = NULL;
    char path[MOST_PATH];

    fill_info(profile, &info);
    if (settings->no_save)
        snprintf(where, where_bytes, "not kept: --no-save");
    else if (settings->has_probes || settings->kernel_directory)
        snprintf(where, where_bytes, "not kept: %s",
                 settings->has_probes ? "some probes only" : "it was measured with other kernels");
    else if (!profile->has_geometry || profile->geometry.verdict == CLSMEM_GEOMETRY_NOT_SURE)
        snprintf(where, where_bytes, "not kept: it says nothing of banks");
    else if (!clsmem_profile_cache_path(&info, path, sizeof path))
        snprintf(where, where_bytes, "not kept: neither XDG_CACHE_HOME nor HOME is set");
    else if ((better = advantage(path, profile)))
        snprintf(where, where_bytes, "not kept: %s %s", path, better);
    else if (clsmem_profile_make_folders(path) != CLSMEM_OK || clsmem_profile_save(profile, false, path) != CLSMEM_OK)
        snprintf(where, where_bytes, "not kept: %s", clsmem_error_text());
    else
        snprintf(where, where_bytes, "kept as %s", path);
}
