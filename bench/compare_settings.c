/* What a user asks of clsmem-compare. */
#include "compare_settings.h"

#include <stdlib.h>
#include <string.h>

#include "clsmem/registry.h"
#include "clsmem/save.h"
#include "options.h"

static enum clsmem_status set_file(void *into, const char *value)
{
    struct compare_settings *const settings = into;

    if (settings->file_count == COMPARE_MOST_FILES)
        return clsmem_fail(CLSMEM_INVALID, "more than %d files", COMPARE_MOST_FILES);
    settings->files[settings->file_count++] = value;
    return CLSMEM_OK;
}

static enum clsmem_status set_profile(void *into, const char *value)
{
    struct compare_settings *const settings = into;

    if (settings->profile_count == COMPARE_MOST_PROFILES)
        return clsmem_fail(CLSMEM_INVALID, "more than %d profiles", COMPARE_MOST_PROFILES);
    settings->profiles[settings->profile_count++] = value;
    return CLSMEM_OK;
}

static enum clsmem_status set_help(void *into, const char *value)
{
    (void)value;
    ((struct compare_settings *)into)->help = true;
    return CLSMEM_OK;
}

static enum clsmem_status set_version(void *into, const char *value)
{
    (void)value;
    ((struct compare_settings *)into)->version = true;
    return CLSMEM_OK;
}

static enum clsmem_status set_allow_missing(void *into, const char *value)
{
    (void)value;
    ((struct compare_settings *)into)->gate.missing_allowed = true;
    return CLSMEM_OK;
}

static enum clsmem_status set_kernels(void *into, const char *value)
{
    struct compare_settings *const settings = into;

    if (settings->kernels)
        return clsmem_fail(CLSMEM_INVALID, "--kernels, or --filter, is there twice: one list takes all, as in %s,%s",
                           settings->kernels, value);
    settings->kernels = value;
    return CLSMEM_OK;
}

/* The place of a word in a list that ends with NULL. */
static enum clsmem_status parse_word(const char *option, const char *value, const char *const *words, unsigned *place)
{
    char all[128] = "";

    for (*place = 0; words[*place]; ++*place) {
        const size_t used = strlen(all);

        if (strcmp(words[*place], value) == 0)
            return CLSMEM_OK;
        snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "", words[*place]);
    }
    return clsmem_fail(CLSMEM_INVALID, "--%s: \"%s\" is none of %s", option, value, all);
}

static enum clsmem_status set_view(void *into, const char *value)
{
    static const char *const words[] = { "absolute", "roof", "layout", NULL };
    unsigned place;
    const enum clsmem_status status = parse_word("view", value, words, &place);

    ((struct compare_settings *)into)->view = (enum compare_view)place;
    return status;
}

static enum clsmem_status set_colour(void *into, const char *value)
{
    return colour_parse(value, &((struct compare_settings *)into)->colour);
}

static enum clsmem_status set_gate(void *into, const char *value)
{
    static const char *const words[] = { "degree", NULL };
    unsigned place;

    ((struct compare_settings *)into)->gate.of_degree = true;
    return parse_word("gate", value, words, &place);
}

/* With the sign: 5 alone might be meant as five times. */
static enum clsmem_status set_fail_above(void *into, const char *value)
{
    struct clsmem_gate *const gate = &((struct compare_settings *)into)->gate;
    const size_t length = strlen(value);
    char number[32];
    enum clsmem_status status;

    if (length < 2 || length > sizeof number || value[length - 1] != '%')
        return clsmem_fail(CLSMEM_INVALID, "--fail-above takes a percentage, such as 5%%: \"%s\"", value);
    memcpy(number, value, length - 1);
    number[length - 1] = 0;
    if (strpbrk(number, "xX")) /* strtod knows hexadecimal numbers, a reader of a CI file does not */
        return clsmem_fail(CLSMEM_INVALID, "--fail-above is not a number: \"%s\"", number);
    status = parse_number(number, "--fail-above", 0, 1000, &gate->above);
    gate->above /= 100;
    gate->of_time = true;
    return status;
}

#define OUTPUT_SETTER(name, option, help)                                                                             \
    static enum clsmem_status set_output_##name(void *into, const char *value)                                        \
    {                                                                                                                 \
        ((struct compare_settings *)into)->outputs[COMPARE_##name] = value;                                           \
        return CLSMEM_OK;                                                                                             \
    }
COMPARE_OUTPUTS(OUTPUT_SETTER)

static const struct option_row rows[] = {
    { .argument = "FILE...",
      .help = "result files of clsmem-bench --json, two runs or more in all; the first run is the\n"
              "baseline. - is no file here: a pipe is read from /dev/stdin",
      .set = set_file },
    { .help = "What is compared" },
    { "view", 0, "absolute|roof|layout",
      "absolute: times, and speed over the baseline's (default); roof: shares of each device's own\n"
      "roof; layout: slowdown against each device's own baseline layout, with the predicted degree.\n"
      "The last two hold for devices that ran a family at different sizes, too",
      set_view },
    { "kernels", 'k', "LIST", "families, variants and globs, as with clsmem-bench: gemm, transpose.padded, '*.tiled*'",
      set_kernels },
    { "filter", 0, "LIST", "the same", set_kernels },
    { .help = "The gate" },
    { "fail-above", 0, "PERCENT",
      "exit code 1 where a row takes longer than the baseline's by more than this, such as 5%, and\n"
      "that beyond the noise of both runs",
      set_fail_above },
    { "gate", 0, "degree",
      "exit code 1 where a predicted conflict degree, of a row or of its worst line, or the local\n"
      "memory of a work-group rises",
      set_gate },
    { "allow-missing", 0, NULL, "rows that the baseline alone has, or that cannot be compared with it, pass the gate",
      set_allow_missing },
    { .help = "Reports, each to a file or, by -, to stdout" },
#define OUTPUT_ROW(name, option, help) { option, 0, "FILE", help, set_output_##name },
    COMPARE_OUTPUTS(OUTPUT_ROW){
        "profile", 0, "FILE",
        "the page shows this profile too (clsmem-probe --json, or --timings for its curve of strides);\n"
        "may be given several times",
        set_profile },
    { .help = "Others" },
    { "colour", 0, "auto|always|never", "auto (default): on a terminal", set_colour },
    { "help", 'h', NULL, "this", set_help },
    { "version", 'V', NULL, "version and commit", set_version },
    { .help =
          "Exit code: 0 compared, and the gate passed; 1 the gate did not; 2 usage, or a file that cannot be read\n"
          "or is no result file; 3 the host has no memory; 4 a report could not be written completely." },
};

void compare_settings_print_help(FILE *out)
{
    options_print_help(out, "clsmem-compare",
                       "Result files against each other: rows are matched by family, variant, shape, type and mode.",
                       rows, sizeof rows / sizeof *rows);
}

bool compare_settings_have_gate(const struct compare_settings *settings)
{
    return settings->gate.of_time || settings->gate.of_degree;
}

bool compare_settings_want_page_alone(const struct compare_settings *settings)
{
    for (size_t i = 0; i < COMPARE_OUTPUT_COUNT; i++)
        if ((settings->outputs[i] != NULL) != (i == COMPARE_HTML))
            return false;
    return !compare_settings_have_gate(settings);
}

bool compare_settings_keep_row(const void *settings, const struct clsmem_results_row *row)
{
    return clsmem_name_selected(((const struct compare_settings *)settings)->kernels, row->kernel, row->variant);
}

bool compare_settings_take_stdout(const struct compare_settings *settings)
{
    bool taken = false;

    for (size_t i = 0; i < COMPARE_OUTPUT_COUNT; i++)
        taken |= settings->outputs[i] && strcmp(settings->outputs[i], "-") == 0;
    return taken;
}

/* By whatever names: links, and ways through folders. Of devices such as /dev/null there may be any number of names. */
static bool is_same(const char *path, const char *other)
{
    if (strcmp(path, "-") == 0 || strcmp(other, "-") == 0 || !clsmem_save_is_rewritable(path))
        return strcmp(path, other) == 0;
    return clsmem_save_is_same(path, other);
}

/* Two reports in one file would only overwrite each other, and one must not replace what it was made from. */
static enum clsmem_status check_outputs(const struct compare_settings *settings)
{
    const char *const *const paths = settings->outputs;

    for (size_t i = 0; i < COMPARE_OUTPUT_COUNT; i++) {
        if (!paths[i])
            continue;
        if (!*paths[i])
            return clsmem_fail(CLSMEM_INVALID, "an output file has no name");
        for (size_t other = 0; other < i; other++)
            if (paths[other] && is_same(paths[i], paths[other]))
                return clsmem_fail(CLSMEM_INVALID, "two reports cannot go to the same file: %s", paths[i]);
        for (size_t file = 0; file < settings->file_count; file++)
            if (is_same(paths[i], settings->files[file]))
                return clsmem_fail(CLSMEM_INVALID, "a result file would be written over: %s", paths[i]);
        for (size_t file = 0; file < settings->profile_count; file++)
            if (is_same(paths[i], settings->profiles[file]))
                return clsmem_fail(CLSMEM_INVALID, "a profile would be written over: %s", paths[i]);
    }
    return CLSMEM_OK;
}

enum clsmem_status compare_settings_parse(int argc, char **argv, struct compare_settings *settings)
{
    enum clsmem_status status;

    *settings = (struct compare_settings){ .view = COMPARE_VIEW_ABSOLUTE };
    status = options_parse(rows, sizeof rows / sizeof *rows, argc, argv, settings);
    if (status != CLSMEM_OK || settings->help || settings->version)
        return status;
    if (settings->file_count == 0)
        return clsmem_fail(CLSMEM_INVALID, "which result files?");
    if (settings->profile_count > 0 && !settings->outputs[COMPARE_HTML])
        return clsmem_fail(CLSMEM_INVALID, "--profile goes with --html");
    if (!compare_settings_have_gate(settings) && (settings->outputs[COMPARE_JUNIT] || settings->gate.missing_allowed))
        return clsmem_fail(CLSMEM_INVALID, "%s goes with a gate: --fail-above, --gate",
                           settings->outputs[COMPARE_JUNIT] ? "--junit" : "--allow-missing");
    return check_outputs(settings);
}
