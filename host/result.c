/* The result file: JSON, by the schema in bench/results.schema.json. */
#include "clsmem/result.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "clsmem/device_json.h"
#include "clsmem/registry.h"
#include "clsmem/save.h"
#include "clsmem/version.h"
#include "fields.h"
#include "jump.h"

#define SCHEMA_VERSION 3

struct clsmem_result_file {
    json_t *root;
    json_t *run;  /* borrowed from root; NULL before the first */
    json_t *rows; /* borrowed from run */
};

extern char **environ;

/* Variables that change which device runs, how its compiler works, or how fast it is. */
static bool matters(const char *variable)
{
    static const char *const prefixes[] = { "POCL_",    "OCL_", "OPENCL_", "CUDA_", "GPU_",  "CL_",   "CLSMEM_",
                                            "CLBLAST_", "ROC_", "HSA_",    "NEO",   "SYCL_", "LIBOMP" };

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(variable, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

static json_t *environment(void)
{
    json_t *object = json_object();

    for (char **variable = environ; *variable; variable++) {
        const char *equals = strchr(*variable, '=');
        char name[128];

        if (!equals || !matters(*variable) || (size_t)(equals - *variable) >= sizeof name)
            continue;
        memcpy(name, *variable, (size_t)(equals - *variable));
        name[equals - *variable] = 0;
        json_object_set_new(object, name, clsmem_json_text(equals + 1));
    }
    return object;
}

static json_t *host(void)
{
    struct utsname name = { 0 };

    uname(&name);
    return json_pack("{ss ss ss}", "system", name.sysname, "release", name.release, "machine", name.machine);
}

static json_t *command(char *const *argv)
{
    json_t *words = json_array();

    for (; *argv; argv++)
        json_array_append_new(words, clsmem_json_text(*argv));
    return words;
}

enum clsmem_status clsmem_result_file_create(const char *tool, char *const *argv, struct clsmem_result_file **file)
{
    enum clsmem_status status = CLSMEM_OK;
    const time_t now = time(NULL);
    char started[32];
    struct tm utc;

    gmtime_r(&now, &utc);
    strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", &utc);
    CHECK_ALLOC(*file, sizeof **file);
    **file = (struct clsmem_result_file){ 0 };
    (*file)->root = json_pack("{ss si s{ss ss ss} ss so so so sb s[]}", "format", "clsmem-results", "format_version",
                              SCHEMA_VERSION, "tool", "name", tool, "version", CLSMEM_VERSION, "commit",
                              clsmem_version_commit(), "started", started, "host", host(), "environment",
                              environment(), "command", command(argv), "complete", 0, "runs");
    if (!(*file)->root)
        status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the result file");
out:
    return status;
}

void clsmem_result_file_release(struct clsmem_result_file *file)
{
    if (!file)
        return;
    json_decref(file->root);
    free(file);
}

static json_t *bank_class(const struct clsmem_session *session)
{
    return json_pack("{ss so}", "name", session->bank_class ? session->bank_class->name : "unknown", "source",
                     clsmem_json_text(session->bank_source));
}

enum clsmem_status clsmem_result_file_begin_run(struct clsmem_result_file *file, const struct clsmem_session *session)
{
    const struct clsmem_run_options *options = &session->options;

    file->run = json_pack("{so s{ss so ss} so sI s{} s[] s[]}", "device", clsmem_device_json(&session->device.info),
                          "clock", "verdict", clsmem_clock_verdict_word(session->clock_verdict), "step_ns",
                          clsmem_json_number(session->clock_step_ns), "reason", session->clock_reason, "bank_class",
                          bank_class(session), "seed", (json_int_t)options->seed, "roofs", "rows", "conclusions");
    if (!file->run || json_array_append_new(json_object_get(file->root, "runs"), file->run) != 0)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the result file");
    file->rows = json_object_get(file->run, "rows");
    return CLSMEM_OK;
}

static json_t *rate_or_null(double rate)
{
    return rate > 0 ? clsmem_json_number(rate) : json_null();
}

enum clsmem_status clsmem_result_file_set_roofs(struct clsmem_result_file *file, const struct clsmem_roofs *roofs)
{
    json_t *object = json_pack("{so so so so}", "read_bytes_per_s", rate_or_null(roofs->read_bytes_per_s),
                               "copy_bytes_per_s", rate_or_null(roofs->copy_bytes_per_s), "f32_operations_per_s",
                               rate_or_null(roofs->multiply_add_per_s[CLSMEM_F32]), "f64_operations_per_s",
                               rate_or_null(roofs->multiply_add_per_s[CLSMEM_F64]));

    if (!object || json_object_set_new(file->run, "roofs", object) != 0)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the result file");
    return CLSMEM_OK;
}

static json_t *numbers(const double *values, size_t count)
{
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, values[i] < 0 ? json_null() : clsmem_json_number(values[i]));
    return array;
}

static json_t *measurement(const struct clsmem_measurement *time)
{
    if (time->count == 0)
        return json_null();
    return json_pack("{ss ss so so so so so si so so}", "clock", clsmem_clock_word(time->clock), "verdict",
                     clsmem_verdict_word(time->verdict), "reason", clsmem_json_text(time->reason), "median_ns",
                     clsmem_json_number(time->median_ns), "low_ns", clsmem_json_number(time->low_ns), "high_ns",
                     clsmem_json_number(time->high_ns), "least_ns", clsmem_json_number(time->least_ns), "launches",
                     (int)time->launches, "samples_ns", numbers(time->samples_ns, time->count), "other_clock_ns",
                     numbers(time->other_ns, time->count));
}

static json_t *shape(const struct clsmem_result *result)
{
    json_t *object = json_object();

    for (size_t i = 0; i < CLSMEM_MAX_EXTENTS && result->kernel->extents[i]; i++)
        json_object_set_new(object, result->kernel->extents[i], json_integer((json_int_t)result->problem.extent[i]));
    return object;
}

static json_t *check(const struct clsmem_check *check)
{
    return json_pack("{ss so sI so}", "oracle", check->oracle, "worst_error_over_bound",
                     clsmem_json_number(check->worst), "wrong", (json_int_t)check->wrong, "note",
                     clsmem_json_text(check->note));
}

static json_t *prediction(const struct clsmem_result *result)
{
    const struct clsmem_prediction *from = &result->prediction;

    if (!result->is_predicted)
        return json_null();
    return json_pack("{ss ss so so so so so so so so so}", "view", from->view, "shape", from->shape, "passes",
                     clsmem_json_number(from->passes), "conflict_free_passes", clsmem_json_number(from->ideal),
                     "degree", clsmem_json_number(clsmem_prediction_degree(from)), "worst_degree",
                     clsmem_json_number(from->worst > 0 ? from->worst : NAN), "worst_place",
                     *from->place ? clsmem_json_text(from->place) : json_null(), "bytes",
                     clsmem_json_number(from->bytes), "sectors", clsmem_json_number(from->sectors), "operations",
                     clsmem_json_number(from->operations), "intensity",
                     clsmem_json_number(clsmem_prediction_intensity(from)));
}

static const char *mode(const struct clsmem_result *result)
{
    return result->kernel->modes ? result->kernel->modes[result->problem.mode].name : NULL;
}

static json_t *row(const struct clsmem_result *result)
{
    const struct clsmem_variant *versus = clsmem_variant_versus(result->kernel, result->variant);
    char hash[20];

    snprintf(hash, sizeof hash, "%016" PRIx64, result->source_hash);
    return json_pack(
        "{ss ss ss ss? so so so ss so so s{so so so} so ss so ss? so so so so sb so ss? so so so so so sI ss so}",
        "kernel", result->kernel->name, "variant", result->variant->name, "type",
        clsmem_type_word(result->problem.type), "mode", mode(result), "shape", shape(result), "alpha",
        clsmem_json_number(result->problem.alpha), "beta", clsmem_json_number(result->problem.beta), "status",
        clsmem_status_word(result->status), "reason", clsmem_json_text(result->reason), "time",
        measurement(&result->time), "work", "bytes", clsmem_json_number(result->work.bytes), "operations",
        clsmem_json_number(result->work.operations), "items", clsmem_json_number(result->work.items), "rate",
        clsmem_json_number(result->rate), "unit", clsmem_unit_word(result->kernel->unit), "share_of_roof",
        clsmem_json_number(result->share), "versus", versus ? versus->name : NULL, "factor",
        clsmem_json_number(result->factor), "mode_factor", clsmem_json_number(result->mode_factor), "degree",
        clsmem_json_number(result->degree), "predicted", prediction(result), "cached", result->cached, "check",
        check(&result->check), "known_fault", result->known_fault ? result->known_fault->reason : NULL, "build_ns",
        clsmem_json_number(result->build_ns), "first_launch_ns", clsmem_json_number(result->first_launch_ns),
        "oracle_ns", clsmem_json_number(result->oracle_ns), "checking_ns", clsmem_json_number(result->checking_ns),
        "measuring_ns", clsmem_json_number(result->measuring_ns), "local_bytes", (json_int_t)result->local_bytes,
        "source_hash", hash, "build_log", result->build_log ? clsmem_json_text(result->build_log) : json_null());
}

enum clsmem_status clsmem_result_file_add_row(struct clsmem_result_file *file, const struct clsmem_result *result)
{
    if (json_array_append_new(file->rows, row(result)) != 0)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the result file");
    return CLSMEM_OK;
}

enum clsmem_status clsmem_result_file_add_conclusion(struct clsmem_result_file *file,
                                                     const struct clsmem_kernel *kernel, enum clsmem_type type,
                                                     const char *words)
{
    json_t *const object = json_pack("{ss ss so}", "kernel", kernel->name, "type", clsmem_type_word(type), "text",
                                     clsmem_json_text(words));

    if (!object || json_array_append_new(json_object_get(file->run, "conclusions"), object) != 0)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the result file");
    return CLSMEM_OK;
}

void clsmem_result_file_complete(struct clsmem_result_file *file)
{
    json_object_set_new(file->root, "complete", json_true());
}

/* False leaves the reason in errno. */
static bool print(const void *what, FILE *stream)
{
    const struct clsmem_result_file *const file = what;

    /* 9 digits keep what a clock can tell; sorted keys would separate a row's name from its numbers. */
    return json_dumpf(file->root, stream, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) == 0 &&
           fputc('\n', stream) != EOF && fflush(stream) == 0;
}

enum clsmem_status clsmem_result_file_print(const struct clsmem_result_file *file, FILE *stream)
{
    if (!print(file, stream))
        return clsmem_fail(CLSMEM_IO, "cannot write the result file: %s", strerror(errno));
    return CLSMEM_OK;
}

bool clsmem_result_path_is_rewritable(const char *path)
{
    return clsmem_save_is_rewritable(path);
}

enum clsmem_status clsmem_result_file_save(const struct clsmem_result_file *file, const char *path)
{
    return clsmem_save(path, print, file);
}
