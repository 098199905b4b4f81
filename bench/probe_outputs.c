/* Where a profile goes beside the report: files, stdout, and the user's cache folder. */
#include "probe_outputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "probe_complain.h"
#include "probe_csv.h"

#define MOST_PATH 4096

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static enum exit_code refuse(enum exit_code code, const char *path, const char *why)
{
    return probe_complain(code, "cannot write %s: %s", path, why);
}

enum exit_code probe_output_finish(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        return refuse(EXIT_OUTPUT, "to stdout", strerror(errno));
    return EXIT_RIGHT;
}

/* Ends what was written to a stream; `written` is false where a call failed already. */
static enum exit_code close_output(FILE *out, const char *path, bool written)
{
    written = written && fflush(out) == 0 && !ferror(out);
    if (out != stdout)
        written = fclose(out) == 0 && written;
    return written ? EXIT_RIGHT : refuse(EXIT_OUTPUT, out == stdout ? "to stdout" : path, strerror(errno));
}

enum exit_code probe_output_json(const char *path, json_t *json)
{
    FILE *const out = is_stdout(path) ? stdout : fopen(path, "w");
    enum exit_code code;

    if (!out)
        code = refuse(EXIT_USAGE, path, strerror(errno));
    else
        code = close_output(out, path, json && json_dumpf(json, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF);
    json_decref(json);
    return code;
}

bool probe_outputs_take_stdout(const struct probe_settings *settings)
{
    const char *paths[PROBE_OUTPUT_COUNT];
    bool taken = false;

    probe_settings_outputs(settings, paths);
    for (size_t i = 0; i < PROBE_OUTPUT_COUNT; i++)
        taken |= is_stdout(paths[i]);
    return taken;
}

enum exit_code probe_outputs_check(const struct probe_settings *settings)
{
    const char *paths[PROBE_OUTPUT_COUNT];

    probe_settings_outputs(settings, paths);
    for (size_t i = 0; i < PROBE_OUTPUT_COUNT; i++) {
        struct stat facts;
        bool is_new;
        FILE *out;

        if (!paths[i] || is_stdout(paths[i]))
            continue;
        is_new = stat(paths[i], &facts) != 0;
        /* Opening a pipe would wait for its reader. */
        if (!is_new && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode))
            continue;
        out = fopen(paths[i], "a");
        if (!out)
            return refuse(EXIT_USAGE, paths[i], strerror(errno));
        fclose(out);
        if (is_new)
            unlink(paths[i]);
    }
    return EXIT_RIGHT;
}

static enum exit_code write_profile(const struct clsmem_profile *profile, bool with_timings, const char *path)
{
    const enum clsmem_status status = is_stdout(path) ? clsmem_profile_print(profile, with_timings, stdout)
                                                      : clsmem_profile_save(profile, with_timings, path);

    if (status == CLSMEM_OK)
        return EXIT_RIGHT;
    return probe_complain(EXIT_OUTPUT, "%s%s", is_stdout(path) ? "stdout: " : "", clsmem_error_text());
}

static enum exit_code write_csv(const struct clsmem_profile *profile, const char *path)
{
    FILE *const out = is_stdout(path) ? stdout : fopen(path, "w");

    if (!out)
        return refuse(EXIT_OUTPUT, path, strerror(errno));
    probe_csv_print(out, profile);
    return close_output(out, path, true);
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

static enum exit_code write_class(const struct clsmem_profile *profile, const char *path)
{
    char *const text = class_text(profile);
    FILE *out;
    bool written;

    if (!text)
        return refuse(EXIT_OUTPUT, path,
                      profile->has_geometry ? "no banks were found, or not for sure"
                                            : "the banks probe has not ended");
    out = is_stdout(path) ? stdout : fopen(path, "w");
    written = out && fputs(text, out) != EOF && fputc('\n', out) != EOF;
    free(text);
    return out ? close_output(out, path, written) : refuse(EXIT_OUTPUT, path, strerror(errno));
}

enum exit_code probe_outputs_write(const struct probe_settings *settings, const struct clsmem_profile *profile)
{
    enum exit_code code = EXIT_RIGHT;

    if (settings->json)
        code = write_profile(profile, false, settings->json);
    if (settings->csv)
        code = exit_code_worse(code, write_csv(profile, settings->csv));
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

/* A full profile says more than a quick one that comes later. */
static bool is_full(const char *path)
{
    struct clsmem_profile *const kept = calloc(1, sizeof *kept);
    bool full = false;

    if (kept) {
        full = clsmem_profile_read(path, kept) == CLSMEM_OK && !kept->quick;
        clsmem_profile_release(kept);
    }
    free(kept);
    return full;
}

void probe_outputs_keep(const struct probe_settings *settings, const struct clsmem_profile *profile, char *where,
                        size_t where_bytes)
{
    struct clsmem_device_info info;
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
    else if (profile->quick && is_full(path))
        snprintf(where, where_bytes, "not kept: %s is from a full run", path);
    else if (clsmem_profile_make_folders(path) != CLSMEM_OK || clsmem_profile_save(profile, false, path) != CLSMEM_OK)
        snprintf(where, where_bytes, "not kept: %s", clsmem_error_text());
    else
        snprintf(where, where_bytes, "kept as %s", path);
}
