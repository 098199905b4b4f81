/* What a user asks of clsmem-lint. */
#include "lint_settings.h"

#include <stdlib.h>
#include <string.h>

#include "lint_operands.h"

#define DEFAULT_DEADLINE_S 60
#define MOST_SIZE ((unsigned long long)1 << 40)

#define TEXT_SETTER(name, field)                                                                                      \
    static enum clsmem_status name(void *into, const char *value)                                                     \
    {                                                                                                                 \
        ((struct lint_settings *)into)->field = value;                                                                \
        return CLSMEM_OK;                                                                                             \
    }

#define FLAG_SETTER(name, field)                                                                                      \
    static enum clsmem_status name(void *into, const char *value)                                                     \
    {                                                                                                                 \
        (void)value;                                                                                                  \
        ((struct lint_settings *)into)->field = true;                                                                 \
        return CLSMEM_OK;                                                                                             \
    }

#define SIZES_SETTER(name, option, least, field)                                                                      \
    static enum clsmem_status name(void *into, const char *value)                                                     \
    {                                                                                                                 \
        return lint_sizes_read(value, option, least, &((struct lint_settings *)into)->field);                         \
    }

enum clsmem_status lint_sizes_read(const char *text, const char *what, size_t least, struct lint_sizes *sizes)
{
    *sizes = (struct lint_sizes){ 0 };
    for (const char *item = text, *end; item; item = *end ? end + 1 : NULL) {
        char number_text[32];
        unsigned long long number;
        enum clsmem_status status;

        end = item + strcspn(item, ",");
        if (sizes->count == 3)
            return clsmem_fail(CLSMEM_INVALID, "%s has at most 3 dimensions, not as \"%s\"", what, text);
        if ((size_t)(end - item) >= sizeof number_text)
            return clsmem_fail(CLSMEM_INVALID, "%s is not a whole number: \"%.40s\"", what, item);
        snprintf(number_text, sizeof number_text, "%.*s", (int)(end - item), item);
        status = parse_whole(number_text, what, least, MOST_SIZE, &number);
        if (status != CLSMEM_OK)
            return status;
        sizes->size[sizes->count++] = (size_t)number;
    }
    return CLSMEM_OK;
}

static enum clsmem_status add_arg(const char *text, size_t length, char ***args, size_t *count)
{
    char **const longer = realloc(*args, (*count + 1) * sizeof **args);
    char *const copy = strndup(text, length);

    if (longer)
        *args = longer;
    if (!longer || !copy) {
        free(copy);
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory");
    }
    longer[(*count)++] = copy;
    return CLSMEM_OK;
}

enum clsmem_status lint_args_add(const char *list, char ***args, size_t *count)
{
    static const char blanks[] = " \t\n";

    for (const char *item = list + strspn(list, blanks); *item; item += strspn(item, blanks)) {
        const size_t length = strcspn(item, blanks);
        const enum clsmem_status status = add_arg(item, length, args, count);

        if (status != CLSMEM_OK)
            return status;
        item += length;
    }
    return CLSMEM_OK;
}

void lint_args_release(char **args, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(args[i]);
    free(args);
}

FLAG_SETTER(set_help, help)
FLAG_SETTER(set_version, version)
FLAG_SETTER(set_list_kernels, list_kernels)
FLAG_SETTER(set_list_views, list_views)
FLAG_SETTER(set_lock_step, lock_step)
TEXT_SETTER(set_kernel, kernel)
TEXT_SETTER(set_build_options, build_options)
TEXT_SETTER(set_ptx, ptx)
TEXT_SETTER(set_view, view_names)
TEXT_SETTER(set_class, class_names)
TEXT_SETTER(set_profile, profile)
TEXT_SETTER(set_json, json)
TEXT_SETTER(set_sarif, sarif)
TEXT_SETTER(set_expect, expect)
TEXT_SETTER(set_kernel_dir, kernel_dir)
TEXT_SETTER(set_suite, suite)
TEXT_SETTER(set_predictions, predictions)
TEXT_SETTER(set_ptx_dir, ptx_dir)
SIZES_SETTER(set_global, "--global", 1, global)
SIZES_SETTER(set_local, "--local", 1, local)
SIZES_SETTER(set_offset, "--offset", 0, offset)

static enum clsmem_status set_arg(void *into, const char *value)
{
    struct lint_settings *const settings = into;

    return add_arg(value, strlen(value), &settings->args, &settings->arg_count);
}

static enum clsmem_status set_args(void *into, const char *value)
{
    struct lint_settings *const settings = into;

    return lint_args_add(value, &settings->args, &settings->arg_count);
}

static enum clsmem_status set_lanes(void *into, const char *value)
{
    unsigned long long number = 0;
    const enum clsmem_status status = parse_whole(value, "--lanes", 1, CLSMEM_MAX_LANES, &number);

    ((struct lint_settings *)into)->lanes = (unsigned)number;
    return status;
}

static enum clsmem_status set_threads(void *into, const char *value)
{
    unsigned long long number = 0;
    const enum clsmem_status status = parse_whole(value, "--threads", 0, 1024, &number);

    ((struct lint_settings *)into)->threads = (unsigned)number;
    return status;
}

static enum clsmem_status set_groups(void *into, const char *value)
{
    struct lint_settings *const settings = into;
    unsigned long long number = 0;
    enum clsmem_status status = CLSMEM_OK;

    settings->has_groups = true;
    if (strcmp(value, "all") == 0) {
        settings->groups = CLSMEM_LINT_GROUPS_ALL;
    } else if (strcmp(value, "sample") == 0) {
        settings->groups = CLSMEM_LINT_GROUPS_SAMPLE;
    } else if (*value < '0' || *value > '9') {
        status = clsmem_fail(CLSMEM_INVALID, "--groups is all, sample or a number, not \"%s\"", value);
    } else {
        settings->groups = CLSMEM_LINT_GROUPS_SOME;
        status = parse_whole(value, "--groups", 1, MOST_SIZE, &number);
        settings->group_count = number;
    }
    return status;
}

static enum clsmem_status set_deadline(void *into, const char *value)
{
    return parse_number(value, "--deadline", 0, 1e9, &((struct lint_settings *)into)->deadline_s);
}

static enum clsmem_status set_max_degree(void *into, const char *value)
{
    return parse_number(value, "--max-degree", 1, CLSMEM_MAX_LANES, &((struct lint_settings *)into)->max_degree);
}

static enum clsmem_status set_colour(void *into, const char *value)
{
    return colour_parse(value, &((struct lint_settings *)into)->colour);
}

static const struct option_row rows[] = {
    { .help = "The launch" },
    { "kernel", 'k', "NAME", "which kernel; needed where the file has several", set_kernel },
    { "global", 'g', "SIZES", "work-items: 256,64", set_global },
    { "local", 'l', "SIZES", "of a work-group: 32,8; needed unless the kernel has reqd_work_group_size", set_local },
    { "offset", 0, "SIZES", "global offset", set_offset },
    { "arg", 'a', "SPEC", "the next argument of the kernel; once for each. Without any, all are assumed", set_arg },
    { "args", 0, "LIST", "several at once, with blanks between them: \"f:4096 f:4096 i:64\"", set_args },
    { "build-options", 'b', "OPTIONS", "as clBuildProgram takes them: \"-DTILE=16 -Iinclude\"", set_build_options },
    { .help = "Arguments (N: a whole number, also 4K or 1M)\n"
              "  f:N d:N h:N    buffer of N random float, double or half in [0, 1)\n"
              "  b:N            buffer of N random bytes\n"
              "  u:N:M U:N:M s:N:M\n"
              "                 buffer of N random 32-, 64- or 16-bit numbers below M (0, or no M: all there are)\n"
              "  c:N:V z:N      buffer of N 32-bit numbers V; of N bytes 0\n"
              "  l:N            local memory of N bytes\n"
              "  i:V r:V        whole number, real number, of the width that the kernel wants\n"
              "  v:1,2,3,4      vector or struct by its scalar parts\n"
              "  x:3f80         a value's bytes in the order of memory, in hexadecimal\n"
              "  @FILE          buffer or value from a file of raw data\n"
              "  0              null pointer\n"
              "  -              assumed: a buffer as long as it takes, a number that is the global size (real: 1.0),\n"
              "                 local memory as long as it takes, up to 32 KiB. The report says what was assumed" },
    { .help = "What is looked at" },
    { "view", 'v', "LIST", "how the kernel is seen: source (default), nvidia, amd, ... or all; several: side by side",
      set_view },
    { "list-views", 0, NULL, "every view", set_list_views },
    { "list-kernels", 0, NULL, "the kernels of the file", set_list_kernels },
    { "ptx", 0, "FILE",
      "the kernel as NVIDIA's driver compiled it (CL_PROGRAM_BINARIES): instead of FILE.cl, or\n"
      "as one more view beside it",
      set_ptx },
    { "class", 'c', "LIST",
      "bank classes instead of each view's: clsmem-banks --list-classes; or class files and\n"
      "profiles; several: side by side",
      set_class },
    { "profile", 0, "FILE", "the banks that clsmem-probe found on a device (its --json), instead of --class",
      set_profile },
    { "lanes", 0, "N", "of a sub-group, instead of the class's", set_lanes },
    { "groups", 0, "WHICH", "work-groups to run: all (default), sample (first, middle, last), or how many",
      set_groups },
    { "threads", 'j', "N", "of this machine (0, the default: one a core)", set_threads },
    { "deadline", 0, "SECONDS", "give up on a run after so long (60; 0: never)", set_deadline },
    { .help = "What is wrong" },
    { "max-degree", 'm', "D", "a bank conflict that takes more than D times the passes it needs is an error",
      set_max_degree },
    { "lock-step", 0, NULL, "races within one sub-group are meant: no error", set_lock_step },
    { .help = "Output (a FILE of - is stdout, without the text)" },
    { "json", 0, "FILE", "the whole report", set_json },
    { "sarif", 0, "FILE", "findings and conflicts as SARIF 2.1.0, for code scanning", set_sarif },
    { "colour", 0, "auto|always|never", "auto (default): on a terminal", set_colour },
    { .help = "Truth" },
    { "expect", 0, "FILE",
      "measured kernels (tab-separated: kernel, build_options, global, local, arguments,\n"
      "load_wavefronts, ...): measured beside predicted; a row that is off ends with exit code 1",
      set_expect },
    { "kernel-dir", 0, "DIR", "where --expect finds KERNEL.cl", set_kernel_dir },
    { "ptx-dir", 0, "DIR", "where --expect finds the PTX that the table names, instead of compiling", set_ptx_dir },
    { .help = "clsmem's own kernels" },
    { "suite", 0, "WHICH",
      "kernels of clsmem-bench instead of a file, in every bank class: all, or a list of\n"
      "names and globs (gemm, transpose.pad*)",
      set_suite },
    { "predictions", 0, "FILE", "with --suite: the table that clsmem-bench predicts from", set_predictions },
    { .help = "More" },
    { "help", 'h', NULL, "this", set_help },
    { "version", 'V', NULL, "version and commit", set_version },
    { .help = "Examples\n"
              "  clsmem-lint transpose.cl --global 64,16 --local 32,8\n"
              "  clsmem-lint gemm.cl -k gemm -g 64,64 -l 16,16 --args \"f:4096 f:4096 f:4096 i:64\" -b -DTILE=16\n"
              "  clsmem-lint gemm.cl -k gemm -g 64,64 -l 16,16 --view source,nvidia,amd\n"
              "  clsmem-lint gemm.cl -k gemm -g 64,64 -l 16,16 --max-degree 2 --sarif gemm.sarif\n"
              "  clsmem-lint --ptx gemm.ptx -g 64,64 -l 16,16" },
    { .help =
          "Exit code: 0 nothing wrong; 1 a race, a barrier that can be missed, a bad access, a conflict above\n"
          "--max-degree, or a row of --expect that is off; 2 usage, a source that does not compile, a kernel that\n"
          "cannot be run; 4 the output could not be written; 130 Ctrl-C." },
};

#define ROW_COUNT (sizeof rows / sizeof *rows)

void lint_settings_print_help(FILE *out)
{
    options_print_help(out, "clsmem-lint FILE.cl",
                       "Bank conflicts, races and barriers that can be missed, of any OpenCL C kernel, without a "
                       "device.",
                       rows, ROW_COUNT);
}

static enum clsmem_status add_view(struct lint_settings *settings, const struct clsmem_lint_view *view)
{
    for (size_t i = 0; i < settings->view_count; i++)
        if (settings->views[i] == view)
            return CLSMEM_OK;
    if (settings->view_count == LINT_MOST_VIEWS)
        return clsmem_fail(CLSMEM_INVALID, "--view: more than %d views", LINT_MOST_VIEWS);
    settings->views[settings->view_count++] = view;
    return CLSMEM_OK;
}

static bool is_ptx(const struct clsmem_lint_view *view)
{
    return strcmp(view->name, "ptx") == 0;
}

static enum clsmem_status add_all_views(struct lint_settings *settings)
{
    size_t count;
    const struct clsmem_lint_view *const views = clsmem_lint_views(&count);
    enum clsmem_status status = CLSMEM_OK;

    for (size_t i = 0; status == CLSMEM_OK && i < count; i++)
        if (!is_ptx(&views[i]))
            status = add_view(settings, &views[i]);
    return status;
}

static enum clsmem_status add_named_view(struct lint_settings *settings, const char *name)
{
    const struct clsmem_lint_view *const view = clsmem_lint_view_find(name);

    if (strcmp(name, "all") == 0)
        return add_all_views(settings);
    if (!view)
        return clsmem_fail(CLSMEM_INVALID, "--view: there is no view \"%s\"; --list-views shows them", name);
    if (is_ptx(view) && !settings->ptx)
        return clsmem_fail(CLSMEM_INVALID, "--view ptx: the PTX comes from --ptx FILE");
    return add_view(settings, view);
}

/* The views that were named, else the one that goes with the task; PTX is always looked at where it was given. */
static enum clsmem_status choose_views(struct lint_settings *settings)
{
    const bool from_ptx = settings->ptx_dir || (settings->ptx && !settings->path);
    enum clsmem_status status = CLSMEM_OK;

    if (from_ptx && settings->view_names && strcmp(settings->view_names, "ptx") != 0)
        return clsmem_fail(CLSMEM_INVALID, "--view %s needs the OpenCL C, but there is PTX only",
                           settings->view_names);
    if (from_ptx)
        return add_view(settings, clsmem_lint_view_find("ptx"));
    for (const char *item = settings->view_names, *end; status == CLSMEM_OK && item; item = *end ? end + 1 : NULL) {
        char name[64];

        end = item + strcspn(item, ",");
        snprintf(name, sizeof name, "%.*s", (int)(end - item < 64 ? end - item : 64), item);
        status = add_named_view(settings, name);
    }
    if (status == CLSMEM_OK && !settings->view_names)
        status = add_view(settings, clsmem_lint_view_find(settings->expect ? "nvidia" : "source"));
    if (status == CLSMEM_OK && settings->ptx)
        status = add_view(settings, clsmem_lint_view_find("ptx"));
    return status;
}

static enum clsmem_status add_class_file(struct lint_settings *settings, const char *path)
{
    const size_t place = settings->class_count;
    const enum clsmem_status status = clsmem_class_file_read(path, &settings->own_classes[place]);

    settings->bank_classes[place] = settings->own_classes[place].bank_class;
    settings->class_count++;
    return status;
}

static enum clsmem_status add_class(struct lint_settings *settings, const char *name)
{
    const size_t place = settings->class_count;

    if (place == LINT_MOST_VIEWS)
        return clsmem_fail(CLSMEM_INVALID, "--class: more than %d classes", LINT_MOST_VIEWS);
    settings->bank_classes[place] = clsmem_bank_class_find(name);
    if (!settings->bank_classes[place] && !strpbrk(name, "./"))
        return clsmem_fail(CLSMEM_INVALID, "--class: there is no class \"%s\"; clsmem-banks --list-classes shows them",
                           name);
    if (!settings->bank_classes[place])
        return add_class_file(settings, name);
    settings->class_count++;
    return CLSMEM_OK;
}

static enum clsmem_status add_profile(struct lint_settings *settings)
{
    const enum clsmem_status status = add_class_file(settings, settings->profile);

    if (status == CLSMEM_OK && !settings->own_classes[0].profile)
        return clsmem_fail(CLSMEM_INVALID, "--profile: %s is a bank class, which --class takes", settings->profile);
    return status;
}

static enum clsmem_status choose_classes(struct lint_settings *settings)
{
    enum clsmem_status status = CLSMEM_OK;

    if (settings->profile && settings->class_names)
        return clsmem_fail(CLSMEM_INVALID, "--class or --profile, not both");
    if (settings->profile)
        status = add_profile(settings);
    for (const char *item = settings->class_names, *end; status == CLSMEM_OK && item; item = *end ? end + 1 : NULL) {
        char name[4096];

        end = item + strcspn(item, ",");
        snprintf(name, sizeof name, "%.*s", (int)(end - item < 4095 ? end - item : 4095), item);
        status = add_class(settings, name);
    }
    if (status == CLSMEM_OK && settings->class_count * settings->view_count > LINT_MOST_VIEWS)
        return clsmem_fail(CLSMEM_INVALID, "%zu views in %zu classes are more than %d columns", settings->view_count,
                           settings->class_count, LINT_MOST_VIEWS);
    if (status == CLSMEM_OK && settings->class_count > 1 && settings->expect)
        return clsmem_fail(CLSMEM_INVALID, "--expect holds the table against one class: --class NAME");
    return status;
}

/* Launches that come from a table, or from the suite: what would be ignored is refused. */
static enum clsmem_status check_no_launch(const struct lint_settings *settings, const char *task)
{
    const struct {
        bool given;
        const char *option;
    } unfit[] = { { settings->path != NULL, settings->path },  { settings->ptx != NULL, "--ptx" },
                  { settings->kernel != NULL, "--kernel" },    { settings->global.count > 0, "--global" },
                  { settings->local.count > 0, "--local" },    { settings->offset.count > 0, "--offset" },
                  { settings->arg_count > 0, "--arg" },        { settings->build_options != NULL, "--build-options" },
                  { settings->has_groups, "--groups" },        { settings->max_degree > 0, "--max-degree" },
                  { settings->json != NULL, "--json" },        { settings->sarif != NULL, "--sarif" },
                  { settings->list_kernels, "--list-kernels" } };

    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++)
        if (unfit[i].given)
            return clsmem_fail(CLSMEM_INVALID, "%s brings its own launches: no %s beside it", task, unfit[i].option);
    return CLSMEM_OK;
}

static enum clsmem_status check_expect(const struct lint_settings *settings)
{
    if (!settings->kernel_dir && !settings->ptx_dir)
        return clsmem_fail(CLSMEM_INVALID, "--expect needs the kernels: --kernel-dir DIR or --ptx-dir DIR");
    return check_no_launch(settings, "--expect");
}

static enum clsmem_status check_suite(const struct lint_settings *settings)
{
    if (settings->expect)
        return clsmem_fail(CLSMEM_INVALID, "--suite or --expect, not both");
    if (settings->view_names || settings->class_names || settings->profile)
        return clsmem_fail(CLSMEM_INVALID,
                           "--suite goes through all classes, each in its own view: no --view, --class, --profile");
    return check_no_launch(settings, "--suite");
}

static enum clsmem_status check_launch(const struct lint_settings *settings)
{
    if (settings->global.count == 0)
        return clsmem_fail(CLSMEM_INVALID, "how many work-items? --global 256,64");
    if (settings->local.count > 0 && settings->local.count != settings->global.count)
        return clsmem_fail(CLSMEM_INVALID, "--global has %zu dimensions, --local %zu", settings->global.count,
                           settings->local.count);
    if (settings->offset.count > 0 && settings->offset.count != settings->global.count)
        return clsmem_fail(CLSMEM_INVALID, "--global has %zu dimensions, --offset %zu", settings->global.count,
                           settings->offset.count);
    if (settings->json && settings->sarif && strcmp(settings->json, settings->sarif) == 0)
        return clsmem_fail(CLSMEM_INVALID, "--json and --sarif cannot go to the same place: %s", settings->json);
    return CLSMEM_OK;
}

static enum clsmem_status check(const struct lint_settings *settings)
{
    if (settings->list_views)
        return CLSMEM_OK;
    if (settings->predictions && !settings->suite)
        return clsmem_fail(CLSMEM_INVALID, "--predictions belongs to --suite");
    if (settings->suite)
        return check_suite(settings);
    if (settings->expect)
        return check_expect(settings);
    if (settings->kernel_dir || settings->ptx_dir)
        return clsmem_fail(CLSMEM_INVALID, "--kernel-dir and --ptx-dir belong to --expect");
    if (!settings->path && !settings->ptx)
        return clsmem_fail(CLSMEM_INVALID, "which kernel? Give a FILE.cl, or --ptx FILE");
    return settings->list_kernels ? CLSMEM_OK : check_launch(settings);
}

enum clsmem_status lint_settings_parse(int argc, char **argv, struct lint_settings *settings)
{
    enum clsmem_status status;
    size_t operands;

    *settings = (struct lint_settings){ .deadline_s = DEFAULT_DEADLINE_S };
    status = lint_operands_take(rows, ROW_COUNT, &argc, argv, &settings->path, 1, &operands);
    if (status == CLSMEM_OK)
        status = options_parse(rows, ROW_COUNT, argc, argv, settings);
    if (status != CLSMEM_OK || settings->help || settings->version)
        return status;
    status = check(settings);
    if (status == CLSMEM_OK)
        status = choose_views(settings);
    return status == CLSMEM_OK ? choose_classes(settings) : status;
}

void lint_settings_release(struct lint_settings *settings)
{
    lint_args_release(settings->args, settings->arg_count);
    for (size_t i = 0; i < LINT_MOST_VIEWS; i++)
        clsmem_class_file_release(&settings->own_classes[i]);
    *settings = (struct lint_settings){ 0 };
}
