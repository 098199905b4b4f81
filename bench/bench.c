/* The run itself: devices, then types, families, problems and variants; every row to every output. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "device_profile.h"
#include "progress.h"

/* One device's run. Rows of the roof families come first and are kept: everyone's share is measured by them. */
struct bench {
    const struct settings *settings;
    struct outputs *outputs;
    struct clsmem_session session;
    struct clsmem_result *roofs; /* owned */
    size_t roof_count;
    size_t row_count, rows_ended; /* of those selected; none is counted before the roofs are known */
    double started_ns;            /* by the host's clock, when the first of them began */
    enum exit_code code;
};

/* On a terminal only, so that logs stay clean; the next one, or a row, overwrites it. */
static void show_progress(const struct bench *bench, const char *kernel, const char *variant)
{
    char text[64];

    if (bench->settings->quiet || !isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r\033[K");
    if (kernel) {
        progress_text(bench->rows_ended, bench->row_count, (clsmem_host_ns() - bench->started_ns) * 1e-9, text,
                      sizeof text);
        fprintf(stderr, "%s.%s ...%s", kernel, variant, text);
    }
    fflush(stderr);
}

static void note_status(struct bench *bench, enum clsmem_status status)
{
    enum exit_code code = EXIT_WRONG;

    if (status == CLSMEM_OK || status == CLSMEM_SKIPPED)
        return;
    if (status == CLSMEM_INTERRUPTED)
        code = EXIT_STOPPED;
    if (status == CLSMEM_INVALID)
        code = EXIT_USAGE;
    if (status == CLSMEM_DEVICE_FAILED || status == CLSMEM_NO_MEMORY)
        code = EXIT_NO_DEVICE;
    /* Ctrl-C says most, then a wrong result, then a failed device. */
    if (bench->code == EXIT_RIGHT || code == EXIT_STOPPED || code == EXIT_WRONG)
        bench->code = bench->code == EXIT_STOPPED ? EXIT_STOPPED : code;
}

/* What a user needs to mend a kernel: always when it does not build, else when asked for. */
static void show_log(const struct settings *settings, const struct clsmem_result *result)
{
    if (!result->build_log || (result->status != CLSMEM_BUILD_FAILED && !settings->verbose))
        return;
    fprintf(stderr, "%s.%s, the compiler's log:\n%s\n", result->kernel->name, result->variant->name,
            result->build_log);
}

static void report_row(struct bench *bench, const struct clsmem_result *result)
{
    show_progress(bench, NULL, NULL);
    show_log(bench->settings, result);
    outputs_row(bench->outputs, &bench->session, result);
    /* A fault of the implementation that is known is named in the row, and is no failure of the run. */
    note_status(bench, result->status == CLSMEM_WRONG && result->known_fault ? CLSMEM_SKIPPED : result->status);
}

static bool was_stopped(const struct bench *bench)
{
    return bench->settings->run.stop && *bench->settings->run.stop;
}

/* False when the run is over: Ctrl-C, or a device that no longer answers. */
static bool run_variant(struct bench *bench, const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                        const struct clsmem_problem *problem, struct clsmem_result *result)
{
    show_progress(bench, kernel->name, variant->name);
    return clsmem_run(&bench->session, kernel, variant, problem, result) == CLSMEM_OK;
}

/* A limit that bounds nothing that was selected would only cost time. */
static bool roof_is_wanted(const struct bench *bench, enum clsmem_roof roof)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t i = 0; i < count; i++)
        if (kernels[i]->roof == roof && settings_select(bench->settings->kernels, kernels[i]))
            return true;
    return false;
}

/* Streams are measured in one type; what counts in multiply-adds differs by type. */
static bool roof_type_is_wanted(const struct bench *bench, const struct clsmem_kernel *kernel, enum clsmem_type type)
{
    const unsigned types = bench->settings->types;

    if (!clsmem_kernel_has_type(kernel, type))
        return false;
    return type == CLSMEM_F32 ? types != CLSMEM_IN_TYPE(F64) : types >> type & 1;
}

/* The roofs always come from the library's own kernels at the device's own sizes. */
static bool measure_roofs(struct bench *bench, const struct clsmem_kernel *kernel, enum clsmem_type type)
{
    const struct clsmem_problem problem = clsmem_session_problem(&bench->session, kernel, type);
    bool goes_on = true;

    if (!clsmem_kernel_is_roof(kernel) || !roof_is_wanted(bench, kernel->roof) ||
        !roof_type_is_wanted(bench, kernel, type))
        return true;
    for (size_t i = 0; goes_on && i < kernel->variant_count; i++) {
        struct clsmem_result *result = &bench->roofs[bench->roof_count++];

        goes_on = run_variant(bench, kernel, &kernel->variants[i], &problem, result);
        clsmem_session_raise_roof(&bench->session, result);
        note_status(bench, result->status);
    }
    return goes_on;
}

static bool selected(const struct bench *bench, const struct clsmem_kernel *kernel,
                     const struct clsmem_variant *variant)
{
    return clsmem_kernel_selected(bench->settings->kernels, kernel, variant);
}

static struct clsmem_result *find_roof_row(struct bench *bench, const struct clsmem_variant *variant,
                                           const struct clsmem_problem *problem)
{
    for (size_t i = 0; i < bench->roof_count; i++)
        if (bench->roofs[i].variant == variant && clsmem_problem_equal(&bench->roofs[i].problem, problem))
            return &bench->roofs[i];
    return NULL;
}

/* What one family's rows of one type look back on. */
struct look_back {
    struct clsmem_outcome *rows; /* owned */
    size_t count;
};

static void remember(struct look_back *past, const struct clsmem_result *row)
{
    if (past->rows && row->status == CLSMEM_OK)
        past->rows[past->count++] =
            (struct clsmem_outcome){ row->variant, row->problem, row->time.median_ns, row->rate };
}

static bool run_problem(struct bench *bench, const struct clsmem_kernel *kernel, const struct clsmem_problem *problem,
                        struct look_back *past)
{
    bool goes_on = true;

    for (size_t i = 0; goes_on && i < kernel->variant_count; i++) {
        const struct clsmem_variant *variant = &kernel->variants[i];
        struct clsmem_result own = { 0 };
        struct clsmem_result *row;

        if (!selected(bench, kernel, variant))
            continue;
        row = bench->settings->run.kernel_directory ? NULL : find_roof_row(bench, variant, problem);
        if (row)
            clsmem_session_rate(&bench->session, row);
        else
            goes_on = run_variant(bench, kernel, variant, problem, row = &own);
        report_row(bench, row);
        bench->rows_ended++;
        remember(past, row);
        clsmem_result_release(&own);
        goes_on = goes_on && outputs_alive(bench->outputs);
    }
    return goes_on;
}

static void conclude(struct bench *bench, const struct clsmem_kernel *kernel, enum clsmem_type type,
                     const struct look_back *past)
{
    char text[1024] = "";

    if (past->count > 0)
        kernel->conclude(&bench->session.device.info.limits, past->rows, past->count, text, sizeof text);
    if (*text)
        outputs_conclusion(bench->outputs, kernel, type, text);
}

static bool run_family(struct bench *bench, const struct clsmem_kernel *kernel, enum clsmem_type type)
{
    static struct clsmem_problem problems[MOST_PROBLEMS];
    struct look_back past = { 0 };
    size_t count;
    bool goes_on = true;

    if (!settings_wants_type(bench->settings, kernel, type))
        return true;
    count = settings_problems(bench->settings, &bench->session, kernel, type, problems);
    if (kernel->conclude)
        past.rows = calloc(count * kernel->variant_count, sizeof *past.rows);
    for (size_t i = 0; goes_on && i < count; i++)
        goes_on = run_problem(bench, kernel, &problems[i], &past);
    if (goes_on && kernel->conclude)
        conclude(bench, kernel, type, &past);
    free(past.rows);
    return goes_on;
}

/* Calls `act` for each family and type until it says that the run is over. */
static bool for_families(struct bench *bench,
                         bool (*act)(struct bench *, const struct clsmem_kernel *, enum clsmem_type))
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);
    bool goes_on = true;

    for (size_t i = 0; i < count; i++)
        for (size_t type = 0; goes_on && type < CLSMEM_TYPE_COUNT; type++)
            goes_on = act(bench, kernels[i], (enum clsmem_type)type);
    return goes_on;
}

/* What run_family will run. */
static bool count_family(struct bench *bench, const struct clsmem_kernel *kernel, enum clsmem_type type)
{
    static struct clsmem_problem problems[MOST_PROBLEMS];

    if (!settings_wants_type(bench->settings, kernel, type))
        return true;

    const size_t count = settings_problems(bench->settings, &bench->session, kernel, type, problems);

    for (size_t i = 0; i < kernel->variant_count; i++)
        bench->row_count += selected(bench, kernel, &kernel->variants[i]) ? count : 0;
    return true;
}

static size_t count_roof_rows(void)
{
    size_t count, rows = 0;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t i = 0; i < count; i++)
        rows += clsmem_kernel_is_roof(kernels[i]) ? CLSMEM_TYPE_COUNT * kernels[i]->variant_count : 0;
    return rows;
}

/* After a run that ended among the roofs: what had ended by then. */
static void report_roof_rows(struct bench *bench)
{
    for (size_t i = 0; i < bench->roof_count; i++)
        if (selected(bench, bench->roofs[i].kernel, bench->roofs[i].variant)) {
            clsmem_session_rate(&bench->session, &bench->roofs[i]);
            report_row(bench, &bench->roofs[i]);
        }
}

/* Roofs, then the device's heading with them, then everything that was selected. */
static bool run_all(struct bench *bench)
{
    bool goes_on;

    bench->session.options.kernel_directory = NULL;
    goes_on = for_families(bench, measure_roofs);
    bench->session.options.kernel_directory = bench->settings->run.kernel_directory;
    show_progress(bench, NULL, NULL);
    outputs_device(bench->outputs, &bench->session);
    if (!goes_on)
        report_roof_rows(bench);
    for_families(bench, count_family);
    bench->started_ns = clsmem_host_ns();
    return goes_on && outputs_alive(bench->outputs) && for_families(bench, run_family);
}

enum exit_code bench_device(const struct settings *settings, const struct clsmem_device_info *info,
                            struct outputs *outputs, bool *complete)
{
    struct bench bench = { .settings = settings, .outputs = outputs };
    struct clsmem_run_options options = settings->run;
    struct device_profile profile;
    bool opened = false, ended = false;

    device_profile_choose(settings, info, &profile, &options);
    bench.roofs = calloc(count_roof_rows(), sizeof *bench.roofs);
    opened = bench.roofs && clsmem_session_open(info, &options, &bench.session) == CLSMEM_OK;
    ended = opened && run_all(&bench);
    if (!ended && was_stopped(&bench)) {
        bench.code = EXIT_STOPPED;
    } else if (!opened) {
        fprintf(stderr, "clsmem-bench: %s\n", bench.roofs ? clsmem_error_text() : "no memory");
        bench.code = EXIT_NO_DEVICE;
    } else if (!ended && outputs_alive(outputs)) {
        fprintf(stderr, "clsmem-bench: %s no longer answers: the rows after this one are left out\n", info->name);
    } else if (!ended && bench.code == EXIT_RIGHT) {
        bench.code = EXIT_OUTPUT;
    }
    for (size_t i = 0; i < bench.roof_count; i++)
        clsmem_result_release(&bench.roofs[i]);
    free(bench.roofs);
    clsmem_session_close(&bench.session);
    device_profile_release(&profile);
    *complete = *complete && ended;
    return bench.code;
}
