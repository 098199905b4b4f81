/* What a user asks of clsmem-bench. */
#include "settings.h"

#include <stdlib.h>
#include <string.h>

#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "kernel_files.h"
#include "options.h"

#define MS_TO_NS 1e6

static enum clsmem_status set_help(void *settings, const char *value)
{
    (void)value;
    ((struct settings *)settings)->help = true;
    return CLSMEM_OK;
}

static enum clsmem_status set_version(void *settings, const char *value)
{
    (void)value;
    ((struct settings *)settings)->version = true;
    return CLSMEM_OK;
}

static enum clsmem_status set_list(void *settings, const char *value)
{
    (void)value;
    ((struct settings *)settings)->list = true;
    return CLSMEM_OK;
}

static enum clsmem_status set_list_kernels(void *settings, const char *value)
{
    (void)value;
    ((struct settings *)settings)->list_kernels = true;
    return CLSMEM_OK;
}

static enum clsmem_status set_device(void *settings, const char *value)
{
    ((struct settings *)settings)->device = value;
    return CLSMEM_OK;
}

static enum clsmem_status set_kernels(void *settings, const char *value)
{
    ((struct settings *)settings)->kernels = value;
    return CLSMEM_OK;
}

/* "4096", "1024x512x256". */
static enum clsmem_status parse_extents(char *text, struct size_choice *size)
{
    char *rest = NULL;
    enum clsmem_status status = CLSMEM_OK;

    if (!*text || text[strlen(text) - 1] == 'x' || *text == 'x' || strstr(text, "xx"))
        return clsmem_fail(CLSMEM_INVALID, "--size: an extent is missing in \"%s\"", text);
    for (char *word = strtok_r(text, "x", &rest); word; word = strtok_r(NULL, "x", &rest)) {
        unsigned long long number = 0;

        if (size->extent_count == CLSMEM_MAX_EXTENTS)
            return clsmem_fail(CLSMEM_INVALID, "--size: no family has more than %d extents", CLSMEM_MAX_EXTENTS);
        if ((status = parse_whole(word, "--size: an extent", 1, CLSMEM_MAX_EXTENT, &number)) != CLSMEM_OK)
            return status;
        size->extent[size->extent_count++] = (size_t)number;
    }
    return status;
}

/* "m x n x k". */
static const char *extent_names(const struct clsmem_kernel *kernel, char *text, size_t bytes)
{
    size_t used = 0;

    text[0] = 0;
    for (size_t i = 0; i < clsmem_kernel_extent_count(kernel) && used < bytes; i++)
        used += (size_t)snprintf(text + used, bytes - used, "%s%s", i ? " x " : "", kernel->extents[i]);
    return text;
}

static enum clsmem_status check_family(const struct size_choice *size)
{
    const struct clsmem_kernel *kernel = clsmem_kernel_find(size->family);
    char names[128];

    if (!kernel)
        return clsmem_fail(CLSMEM_INVALID, "--size: there is no family \"%s\"; --list-kernels shows what there is",
                           size->family);
    if (clsmem_kernel_extent_count(kernel) == 0)
        return clsmem_fail(CLSMEM_INVALID, "--size: %s has no size", size->family);
    if (size->extent_count != 1 && size->extent_count != clsmem_kernel_extent_count(kernel))
        return clsmem_fail(CLSMEM_INVALID, "--size: %s takes %s, or one number for all", size->family,
                           extent_names(kernel, names, sizeof names));
    return CLSMEM_OK;
}

/* A comma list without an empty word. */
static bool list_is_whole(const char *list)
{
    const size_t length = strlen(list);

    return length > 0 && list[0] != ',' && list[length - 1] != ',' && !strstr(list, ",,");
}

/* A comma list of [family=]extents. */
static enum clsmem_status set_size(void *settings, const char *value)
{
    struct settings *chosen = settings;
    enum clsmem_status status = CLSMEM_OK;
    char text[1024], *rest = NULL;

    if (strlen(value) >= sizeof text)
        return clsmem_fail(CLSMEM_INVALID, "--size: the list is too long");
    strcpy(text, value);
    chosen->size_count = 0;
    if (!list_is_whole(value))
        return clsmem_fail(CLSMEM_INVALID, "--size: an extent is missing in \"%s\"", value);
    for (char *word = strtok_r(text, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        struct size_choice *size = &chosen->sizes[chosen->size_count];
        char *equals = strchr(word, '=');

        if (chosen->size_count == MOST_SIZES)
            return clsmem_fail(CLSMEM_INVALID, "--size: more than %d sizes", MOST_SIZES);
        *size = (struct size_choice){ 0 };
        if (equals) {
            snprintf(size->family, sizeof size->family, "%.*s", (int)(equals - word), word);
            word = equals + 1;
        }
        if ((status = parse_extents(word, size)) != CLSMEM_OK ||
            (equals && (status = check_family(size)) != CLSMEM_OK))
            return status;
        chosen->size_count++;
    }
    return status;
}

/* "f32, f64, u8, ..." */
static const char *type_names(char *text, size_t bytes)
{
    size_t used = 0;

    for (size_t type = 0; type < CLSMEM_TYPE_COUNT && used < bytes; type++)
        used += (size_t)snprintf(text + used, bytes - used, "%s%s", type ? ", " : "",
                                 clsmem_type_word((enum clsmem_type)type));
    return text;
}

static unsigned type_named(const char *word)
{
    for (size_t type = 0; type < CLSMEM_TYPE_COUNT; type++)
        if (strcmp(word, clsmem_type_word((enum clsmem_type)type)) == 0)
            return 1u << type;
    return strcmp(word, "all") == 0 ? ~0u : 0;
}

static enum clsmem_status set_type(void *settings, const char *value)
{
    struct settings *chosen = settings;
    char names[64], text[128], *rest = NULL;

    if (!list_is_whole(value) || strlen(value) >= sizeof text)
        return clsmem_fail(CLSMEM_INVALID, "--type is all, or of %s, not \"%s\"", type_names(names, sizeof names),
                           value);
    strcpy(text, value);
    chosen->types = 0;
    for (char *word = strtok_r(text, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        const unsigned type = type_named(word);

        if (!type)
            return clsmem_fail(CLSMEM_INVALID, "--type is all, or of %s, not \"%s\"", type_names(names, sizeof names),
                               value);
        chosen->types |= type;
    }
    return CLSMEM_OK;
}

/* Whether a comma list has the word. */
static bool list_has(const char *list, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, word, length) == 0 && (at[length] == ',' || !at[length]))
            return true;
    }
    return false;
}

static bool is_mode_of_any(const char *word)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t i = 0; i < count; i++)
        for (size_t m = 0; m < kernels[i]->mode_count; m++)
            if (strcmp(kernels[i]->modes[m].name, word) == 0)
                return true;
    return strcmp(word, "all") == 0;
}

static enum clsmem_status set_mode(void *settings, const char *value)
{
    char text[256], *rest = NULL;

    if (!list_is_whole(value))
        return clsmem_fail(CLSMEM_INVALID, "--mode: a word is missing in \"%s\"", value);
    if (strlen(value) >= sizeof text)
        return clsmem_fail(CLSMEM_INVALID, "--mode: the list is too long");
    strcpy(text, value);
    for (char *word = strtok_r(text, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
        if (!is_mode_of_any(word))
            return clsmem_fail(CLSMEM_INVALID, "--mode: no family has a mode \"%s\"; --list-kernels shows them", word);
    ((struct settings *)settings)->modes = value;
    return CLSMEM_OK;
}

static enum clsmem_status set_explain(void *settings, const char *value)
{
    if (!clsmem_kernel_find(value))
        return clsmem_fail(CLSMEM_INVALID, "--explain: there is no family \"%s\"; --list-kernels shows what there is",
                           value);
    ((struct settings *)settings)->explain = value;
    return CLSMEM_OK;
}

static enum clsmem_status set_alpha(void *settings, const char *value)
{
    return parse_number(value, "--alpha", -1e6, 1e6, &((struct settings *)settings)->alpha);
}

static enum clsmem_status set_beta(void *settings, const char *value)
{
    return parse_number(value, "--beta", -1e6, 1e6, &((struct settings *)settings)->beta);
}

static enum clsmem_status set_quick(void *settings, const char *value)
{
    struct clsmem_run_options *run = &((struct settings *)settings)->run;

    (void)value;
    run->scale = CLSMEM_QUICK;
    return CLSMEM_OK;
}

static enum clsmem_status set_full(void *settings, const char *value)
{
    struct clsmem_run_options *run = &((struct settings *)settings)->run;

    (void)value;
    run->scale = CLSMEM_FULL;
    return CLSMEM_OK;
}

static enum clsmem_status set_seed(void *settings, const char *value)
{
    unsigned long long seed = 0;
    const enum clsmem_status status = parse_whole(value, "--seed", 0, INT64_MAX, &seed);

    ((struct settings *)settings)->run.seed = seed;
    return status;
}

static enum clsmem_status set_kernel_dir(void *settings, const char *value)
{
    if (!*value)
        return clsmem_fail(CLSMEM_INVALID, "--kernel-dir: the folder's name is empty");
    ((struct settings *)settings)->run.kernel_directory = value;
    return CLSMEM_OK;
}

static enum clsmem_status set_timer(void *settings, const char *value)
{
    struct clsmem_run_options *run = &((struct settings *)settings)->run;

    run->timer_forced = strcmp(value, "auto") != 0;
    run->timer = strcmp(value, "event") == 0 ? CLSMEM_CLOCK_EVENT : CLSMEM_CLOCK_HOST;
    if (run->timer_forced && strcmp(value, "event") != 0 && strcmp(value, "host") != 0)
        return clsmem_fail(CLSMEM_INVALID, "--timer is auto, event or host, not \"%s\"", value);
    return CLSMEM_OK;
}

static enum clsmem_status set_min_time(void *settings, const char *value)
{
    double ms = 0;
    const enum clsmem_status status = parse_number(value, "--min-time", 1, 600e3, &ms);

    ((struct settings *)settings)->run.least_ns = ms * MS_TO_NS;
    return status;
}

static enum clsmem_status set_max_time(void *settings, const char *value)
{
    double ms = 0;
    const enum clsmem_status status = parse_number(value, "--max-time", 1, 600e3, &ms);

    ((struct settings *)settings)->run.most_ns = ms * MS_TO_NS;
    return status;
}

/* A class of the table by its name, or from a file: the user's own, or a profile's. */
static enum clsmem_status set_bank_class(void *settings, const char *value)
{
    struct settings *chosen = settings;

    chosen->run.bank_source = NULL;
    chosen->run.bank_class = clsmem_bank_class_find(value);
    if (chosen->run.bank_class)
        return CLSMEM_OK;
    if (!strpbrk(value, "./"))
        return clsmem_fail(CLSMEM_INVALID,
                           "--bank-class: there is no class \"%s\" (clsmem-banks --list-classes shows what there is), "
                           "and a file would have a dot in its name",
                           value);
    clsmem_class_file_release(&chosen->class_file);
    if (clsmem_class_file_read(value, &chosen->class_file) != CLSMEM_OK)
        return clsmem_fail(CLSMEM_INVALID, "--bank-class: %s", clsmem_error_text());
    chosen->run.bank_class = chosen->class_file.bank_class;
    if (chosen->class_file.profile)
        snprintf(chosen->class_source, sizeof chosen->class_source, "chosen by the user: %s, profile %.200s",
                 chosen->class_file.source, value);
    else
        snprintf(chosen->class_source, sizeof chosen->class_source, "chosen by the user: %.200s", value);
    chosen->run.bank_source = chosen->class_source;
    return CLSMEM_OK;
}

static void forget_profile(struct settings *settings)
{
    if (settings->profile)
        clsmem_profile_release(settings->profile);
    free(settings->profile);
    settings->profile = NULL;
}

static enum clsmem_status set_profile(void *settings, const char *value)
{
    struct settings *chosen = settings;

    forget_profile(chosen);
    chosen->profile_path = value;
    chosen->profile = calloc(1, sizeof *chosen->profile);
    if (!chosen->profile)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for a profile");
    if (clsmem_profile_read(value, chosen->profile) != CLSMEM_OK)
        return clsmem_fail(CLSMEM_INVALID, "--profile: %s", clsmem_error_text());
    return CLSMEM_OK;
}

void settings_release(struct settings *settings)
{
    clsmem_class_file_release(&settings->class_file);
    forget_profile(settings);
}

static enum clsmem_status set_json(void *settings, const char *value)
{
    ((struct settings *)settings)->json = value;
    return CLSMEM_OK;
}

static enum clsmem_status set_csv(void *settings, const char *value)
{
    ((struct settings *)settings)->csv = value;
    return CLSMEM_OK;
}

static enum clsmem_status set_markdown(void *settings, const char *value)
{
    ((struct settings *)settings)->markdown = value;
    return CLSMEM_OK;
}

static enum clsmem_status set_report(void *settings, const char *value)
{
    ((struct settings *)settings)->report = value;
    return CLSMEM_OK;
}

static enum clsmem_status set_quiet(void *settings, const char *value)
{
    (void)value;
    ((struct settings *)settings)->quiet = true;
    return CLSMEM_OK;
}

static enum clsmem_status set_verbose(void *settings, const char *value)
{
    (void)value;
    ((struct settings *)settings)->verbose = true;
    return CLSMEM_OK;
}

static const struct option_row rows[] = {
    { .help = "Devices" },
    { "list", 'l', NULL, "every device: index, P:D, limits, and whether it works (with --json - as JSON)", set_list },
    { "device", 'd', "WHICH",
      "index as --list prints it, P:D, part of a name, cpu, gpu, all; a comma list runs\n"
      "several. Without it CLSMEM_DEVICE counts, then device 0",
      set_device },
    { .help = "Kernels" },
    { "list-kernels", 0, NULL, "every family and variant: what it shows and what it needs", set_list_kernels },
    { "explain", 0, "FAMILY", "the lesson of a family: what to look at in its rows, and why", set_explain },
    { "kernel", 'k', "LIST", "families, variants and globs: gemm, transpose.padded, '*.tiled*'", set_kernels },
    { "size", 's', "LIST",
      "extents instead of the device's default: 2048, 1024x512x256, gemm=512,copy=1000000;\n"
      "one without a family is for all but the roofs that can take it",
      set_size },
    { "quick", 0, NULL, "small problems and short measurements", set_quick },
    { "full", 0, NULL, "large problems and long measurements", set_full },
    { "type", 't', "LIST", "element types: f32,u32, or all; without it f32, or what a family has instead", set_type },
    { "mode", 'm', "LIST",
      "what of a family to run, such as max or constant, or all; without it all, or with --quick the\n"
      "first. Families that have none of the list run as without it",
      set_mode },
    { "alpha", 0, "X", "factor of gemm's product (1)", set_alpha },
    { "beta", 0, "X", "factor of gemm's old c (0: c is never read)", set_beta },
    { "seed", 0, "N", "of the input data (1)", set_seed },
    { "kernel-dir", 0, "DIR", "take .cl files from here instead of those built in; CLSMEM_KERNEL_DIR does the same",
      set_kernel_dir },
    { "bank-class", 0, "CLASS",
      "banks of the device, by a name of clsmem-banks --list-classes or by a JSON file (a class of\n"
      "your own, or a profile), instead of what profiles say and the driver's answers allow to guess",
      set_bank_class },
    { "profile", 0, "FILE", "what clsmem-probe found on this device (its --json), instead of the profile that it kept",
      set_profile },
    { .help = "Timing" },
    { "timer", 0, "auto|event|host", "auto (default): event, unless the self-test finds it unusable", set_timer },
    { "min-time", 0, "MS", "least time measured for a row (100; 10 with --quick, 300 with --full)", set_min_time },
    { "max-time", 0, "MS", "time after which a row that is still noisy is printed as such (1000; 100; 5000)",
      set_max_time },
    { .help = "Output (a FILE of - is stdout, without the table)" },
    { "json", 0, "FILE", "everything, samples included, by bench/results.schema.json", set_json },
    { "csv", 0, "FILE", "one line a row", set_csv },
    { "markdown", 0, "FILE", "tables for an issue or a page", set_markdown },
    { "report", 0, "FILE",
      "one block for an issue: device, driver, versions, build logs, rows; below 60 KB, without your\n"
      "folders' names",
      set_report },
    { "quiet", 'q', NULL, "no table and no progress: files and the exit code alone", set_quiet },
    { "verbose", 'v', NULL, "also what the OpenCL compiler said", set_verbose },
    { "help", 'h', NULL, "this", set_help },
    { "version", 'V', NULL, "version and commit", set_version },
    { .help =
          "Exit code: 0 all right; 1 a wrong result or a kernel that does not build; 2 usage; 3 no such device, or\n"
          "it failed; 4 a report could not be written; 130 Ctrl-C (ended rows are kept). A skip is no failure." },
};

void settings_print_help(FILE *out)
{
    options_print_help(
        out, "clsmem-bench",
        "Runs OpenCL kernels that use local memory, checks every result, and times layouts and barriers.", rows,
        sizeof rows / sizeof *rows);
}

/* Times that follow from the scale, where no option set them. */
static void set_times(struct clsmem_run_options *run)
{
    static const double least_ms[] = { 10, 100, 300 }, most_ms[] = { 100, 1000, 5000 },
                        warm_up_ms[] = { 60, 1000, 2000 };

    if (run->least_ns == 0)
        run->least_ns = least_ms[run->scale] * MS_TO_NS;
    if (run->most_ns == 0)
        run->most_ns = most_ms[run->scale] * MS_TO_NS;
    if (run->most_ns < run->least_ns)
        run->most_ns = run->least_ns;
    run->warm_up_ns = warm_up_ms[run->scale] * MS_TO_NS;
}

bool settings_select(const char *selection, const struct clsmem_kernel *kernel)
{
    for (size_t i = 0; i < kernel->variant_count; i++)
        if (clsmem_kernel_selected(selection, kernel, &kernel->variants[i]))
            return true;
    return false;
}

/* Every word of --kernel must mean something: a slip of the pen shall not run less than was asked for. */
static enum clsmem_status check_kernels(const char *selection)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    if (!selection)
        return CLSMEM_OK;
    for (const char *word = selection;; word++) {
        char one[128];
        bool fits = false;

        if (strcspn(word, ",") >= sizeof one)
            return clsmem_fail(CLSMEM_INVALID, "--kernel: no name is as long as \"%.20s...\"", word);
        snprintf(one, sizeof one, "%.*s", (int)strcspn(word, ","), word);
        for (size_t i = 0; i < count && !fits; i++)
            fits = settings_select(one, kernels[i]);
        if (!fits)
            return clsmem_fail(CLSMEM_INVALID, "--kernel: nothing is named \"%s\"; --list-kernels shows what there is",
                               one);
        word += strcspn(word, ",");
        if (!*word)
            return CLSMEM_OK;
    }
}

/* Without a name a size is for every family but those that others are measured by. */
static bool size_is_for(const struct size_choice *size, const struct clsmem_kernel *kernel)
{
    return *size->family ? strcmp(size->family, kernel->name) == 0 : kernel->order >= 0;
}

/* A size must suit every selected family that it is for, and there must be one. */
bool settings_wants_type(const struct settings *settings, const struct clsmem_kernel *kernel, enum clsmem_type type)
{
    if (!clsmem_kernel_has_type(kernel, type))
        return false;
    return settings->types ? settings->types >> type & 1 : type == clsmem_kernel_type(kernel);
}

static bool has_mode_of(const struct clsmem_kernel *kernel, const char *list)
{
    for (size_t i = 0; list && i < kernel->mode_count; i++)
        if (list_has(list, kernel->modes[i].name) || list_has(list, "all"))
            return true;
    return false;
}

static bool wants_mode(const struct settings *settings, const struct clsmem_kernel *kernel, size_t mode)
{
    const size_t quick = kernel->quick_modes > 0 ? kernel->quick_modes : 1;

    if (has_mode_of(kernel, settings->modes))
        return list_has(settings->modes, kernel->modes[mode].name) || list_has(settings->modes, "all");
    return settings->run.scale != CLSMEM_QUICK || mode < quick;
}

/* Whether the family takes these extents in every type and mode that it is to run in. */
static enum clsmem_status check_sense(const struct settings *settings, const struct clsmem_kernel *kernel,
                                      const struct size_choice *size)
{
    const size_t modes = kernel->mode_count > 0 ? kernel->mode_count : 1;
    char reason[256];

    for (size_t i = 0; i < CLSMEM_TYPE_COUNT * modes; i++) {
        struct clsmem_problem problem = { .type = (enum clsmem_type)(i / modes), .mode = i % modes };

        for (size_t e = 0; e < CLSMEM_MAX_EXTENTS; e++)
            problem.extent[e] = e >= clsmem_kernel_extent_count(kernel) ? 1
                                : size->extent_count == 1               ? size->extent[0]
                                                                        : size->extent[e];
        if (settings_wants_type(settings, kernel, problem.type) && wants_mode(settings, kernel, problem.mode) &&
            !clsmem_problem_makes_sense(kernel, &problem, reason, sizeof reason))
            return clsmem_fail(CLSMEM_INVALID, "--size: %s: %s", kernel->name, reason);
    }
    return CLSMEM_OK;
}

static enum clsmem_status check_size(const struct settings *settings, const struct size_choice *size)
{
    enum clsmem_status refused = CLSMEM_OK; /* by a family, and the reason is the error text */
    size_t count, users = 0;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++) {
        struct size_choice named = *size;
        enum clsmem_status status;

        if (!size_is_for(size, kernels[k]) || !settings_select(settings->kernels, kernels[k]))
            continue;
        snprintf(named.family, sizeof named.family, "%s", kernels[k]->name);
        if ((status = check_family(&named)) != CLSMEM_OK)
            return status;
        status = check_sense(settings, kernels[k], size);
        if (status != CLSMEM_OK && *size->family)
            return status;
        refused = status != CLSMEM_OK ? status : refused;
        users += status == CLSMEM_OK;
    }
    if (users == 0 && refused != CLSMEM_OK)
        return refused;
    if (users == 0 && *size->family)
        return clsmem_fail(CLSMEM_INVALID, "--size: %s is not among the selected kernels", size->family);
    if (users == 0)
        return clsmem_fail(CLSMEM_INVALID, "--size: no selected family takes a size without its name (copy=1000)");
    return CLSMEM_OK;
}

static enum clsmem_status check_sizes(const struct settings *settings)
{
    enum clsmem_status status = CLSMEM_OK;

    for (size_t i = 0; status == CLSMEM_OK && i < settings->size_count; i++)
        status = check_size(settings, &settings->sizes[i]);
    return status;
}

/* What nothing that was selected can run in is a slip. */
static enum clsmem_status check_types_and_modes(const struct settings *settings)
{
    size_t count, of_type = 0, of_mode = 0;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++) {
        if (!settings_select(settings->kernels, kernels[k]))
            continue;
        for (size_t type = 0; type < CLSMEM_TYPE_COUNT; type++)
            of_type += settings_wants_type(settings, kernels[k], (enum clsmem_type)type);
        of_mode += has_mode_of(kernels[k], settings->modes);
    }
    if (of_type == 0)
        return clsmem_fail(CLSMEM_INVALID, "--type: no selected family has elements of that type");
    if (settings->modes && of_mode == 0 && strcmp(settings->modes, "all") != 0)
        return clsmem_fail(CLSMEM_INVALID, "--mode: no selected family has the mode \"%s\"", settings->modes);
    return CLSMEM_OK;
}

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* Two reports in one file would only overwrite each other. */
static enum clsmem_status check_outputs(const struct settings *settings)
{
    const char *const paths[] = { settings->json, settings->csv, settings->markdown, settings->report };
    const size_t count = sizeof paths / sizeof *paths;
    size_t on_stdout = 0;

    for (size_t i = 0; i < count; i++)
        on_stdout += is_stdout(paths[i]);
    if (on_stdout > 1)
        return clsmem_fail(CLSMEM_INVALID, "only one of --json, --csv, --markdown and --report can be - (stdout)");
    for (size_t i = 0; i < count; i++)
        for (size_t other = 0; other < i; other++)
            if (paths[i] && paths[other] && strcmp(paths[i], paths[other]) == 0)
                return clsmem_fail(CLSMEM_INVALID, "two reports cannot go to the same file: %s", paths[i]);
    return CLSMEM_OK;
}

/* A variable that is set to nothing counts as not set. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);

    return value && *value ? value : NULL;
}

enum clsmem_status settings_parse(int argc, char **argv, struct settings *settings)
{
    enum clsmem_status status;

    *settings = (struct settings){ .alpha = 1, .run = { .seed = 1, .scale = CLSMEM_NORMAL } };
    settings->device = variable("CLSMEM_DEVICE");
    settings->run.kernel_directory = variable(KERNEL_FOLDER_VARIABLE);
    status = options_parse(rows, sizeof rows / sizeof *rows, argc, argv, settings);
    if (status != CLSMEM_OK)
        return status;
    if (!settings->device)
        settings->device = "0";
    set_times(&settings->run);
    if ((status = check_outputs(settings)) != CLSMEM_OK || (status = check_kernels(settings->kernels)) != CLSMEM_OK ||
        (status = check_types_and_modes(settings)) != CLSMEM_OK)
        return status;
    return check_sizes(settings);
}

/* Those that --size asks for; returns how many. */
static size_t problems_of_sizes(const struct settings *settings, const struct clsmem_kernel *kernel,
                                const struct clsmem_problem *standard, struct clsmem_problem *problems)
{
    size_t count = 0;

    for (size_t i = 0; i < settings->size_count; i++) {
        const struct size_choice *size = &settings->sizes[i];

        /* One for all families is not for those that cannot take it. */
        if (!size_is_for(size, kernel) || (!*size->family && check_sense(settings, kernel, size) != CLSMEM_OK))
            continue;
        problems[count] = *standard;
        for (size_t e = 0; e < clsmem_kernel_extent_count(kernel); e++)
            problems[count].extent[e] = size->extent_count == 1 ? size->extent[0] : size->extent[e];
        count++;
    }
    return count;
}

static size_t problems_of_scale(const struct clsmem_session *session, const struct clsmem_kernel *kernel,
                                const struct clsmem_problem *standard, struct clsmem_problem *problems)
{
    size_t values[CLSMEM_MAX_SWEEP] = { standard->extent[0] }, count = 1;

    if (kernel->sweep)
        count = kernel->sweep(&session->device.info.limits, session->options.scale, values);
    for (size_t i = 0; i < count; i++) {
        problems[i] = *standard;
        problems[i].extent[0] = values[i];
    }
    return count;
}

size_t settings_problems(const struct settings *settings, const struct clsmem_session *session,
                         const struct clsmem_kernel *kernel, enum clsmem_type type, struct clsmem_problem *problems)
{
    const size_t modes = kernel->mode_count > 0 ? kernel->mode_count : 1;
    struct clsmem_problem standard = clsmem_session_problem(session, kernel, type), sized[CLSMEM_MAX_SWEEP];
    size_t sized_count, count = 0;

    if (kernel->order >= 0) {
        standard.alpha = settings->alpha;
        standard.beta = settings->beta;
    }
    sized_count = problems_of_sizes(settings, kernel, &standard, sized);
    if (sized_count == 0)
        sized_count = problems_of_scale(session, kernel, &standard, sized);
    /* Modes that are compared follow each other at each size; a curve's points stay together. */
    for (size_t i = 0; i < modes * sized_count; i++) {
        const size_t mode = kernel->sweep ? i / sized_count : i % modes;

        if (!wants_mode(settings, kernel, mode))
            continue;
        problems[count] = sized[kernel->sweep ? i % sized_count : i / modes];
        problems[count++].mode = mode;
    }
    return count;
}
