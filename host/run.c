/* One variant on one device to one row: applies, plan, build, fill, launch, check, time. */
#include "clsmem/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "clsmem/check.h"
#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "history.h"
#include "jump_cl.h"
#include "launch.h"
#include "oracle.h"

/* All that one row holds while it runs. */
struct row {
    struct clsmem_session *session;
    const struct clsmem_kernel *kernel;
    const struct clsmem_variant *variant;
    struct clsmem_launch launch;
    struct clsmem_array own[CLSMEM_MAX_BUFFERS]; /* outputs and scratch; inputs are the oracle's */
    struct clsmem_result *result;
};

void clsmem_result_release(struct clsmem_result *result)
{
    clsmem_measurement_release(&result->time);
    free(result->build_log);
    *result = (struct clsmem_result){ 0 };
}

static enum clsmem_status check_applies(const struct row *row, const struct clsmem_problem *problem)
{
    struct clsmem_result *result = row->result;
    const struct clsmem_limits *limits = &row->session->device.info.limits;
    char reason[256];
    struct clsmem_plan plan;

    if (!clsmem_problem_makes_sense(row->kernel, problem, reason, sizeof reason))
        return clsmem_fail(CLSMEM_INVALID, "%s", reason);
    if (!clsmem_variant_applies(row->kernel, row->variant, problem, limits, reason, sizeof reason))
        return clsmem_fail(CLSMEM_SKIPPED, "%s", reason);
    clsmem_plan_make(row->kernel, row->variant, problem, limits, &plan);
    result->local_bytes = plan.local_bytes;
    result->work = row->kernel->work(problem);
    result->cached = (row->kernel->roof == CLSMEM_ROOF_READ || row->kernel->roof == CLSMEM_ROOF_COPY) &&
                     result->work.bytes < 4.0 * (double)limits->cache_bytes;
    if (!clsmem_plan_fits(row->kernel, &plan, limits, reason, sizeof reason))
        return clsmem_fail(CLSMEM_SKIPPED, "%s", reason);
    return CLSMEM_OK;
}

static void forget_oracle(struct clsmem_session *session)
{
    clsmem_oracle_release(session->oracle);
    session->oracle = NULL;
}

/* The oracle of the last problem serves all variants of a family. */
static enum clsmem_status prepare_oracle(struct row *row, const struct clsmem_problem *problem)
{
    struct clsmem_session *session = row->session;
    const double start = clsmem_host_ns();
    enum clsmem_status status = CLSMEM_OK;

    if (session->oracle && session->oracle->kernel == row->kernel &&
        clsmem_problem_equal(&session->oracle->problem, problem))
        return CLSMEM_OK;
    forget_oracle(session);
    status = clsmem_oracle_create(&session->device, session->checker, session->options.seed, row->kernel, problem,
                                  &session->oracle);
    if (status != CLSMEM_OK)
        forget_oracle(session);
    row->result->oracle_ns = clsmem_host_ns() - start;
    return status;
}

static enum clsmem_status build(struct row *row, const struct clsmem_problem *problem)
{
    const struct clsmem_sources sources = { row->session->options.kernel_directory };
    const enum clsmem_status status =
        clsmem_launch_prepare(&row->session->device, &sources, row->kernel, row->variant, problem, &row->launch);
    struct clsmem_program *program = &row->launch.program;

    row->result->build_ns = program->build_ns;
    row->result->source_hash = program->source_hash;
    if (program->log && *program->log) {
        row->result->build_log = program->log;
        program->log = NULL;
    }
    return status;
}

static enum clsmem_status allocate(struct row *row)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_plan *plan = &row->launch.plan;

    for (size_t i = 0; i < clsmem_plan_buffer_count(plan); i++)
        if (plan->buffers[i].role != CLSMEM_IN)
            CHECK(clsmem_array_create(&row->session->device, plan->buffers[i].type, plan->buffers[i].count,
                                      &row->own[i]));
out:
    return status;
}

/* Gives every buffer what a launch on this dataset begins with, and sets the arguments. */
static enum clsmem_status reset(struct row *row, const struct clsmem_dataset *dataset)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_device *device = &row->session->device;
    cl_mem buffers[CLSMEM_MAX_BUFFERS] = { 0 };

    for (size_t i = 0; i < clsmem_plan_buffer_count(&row->launch.plan); i++) {
        buffers[i] = row->own[i].data ? row->own[i].data : dataset->inputs[i].data;
        if (!row->own[i].data)
            continue;
        CHECK(clsmem_array_begin(device, row->launch.plan.buffers[i].role, &row->own[i]));
        if (dataset->inputs[i].data)
            CHECK(clsmem_array_copy(device, &dataset->inputs[i], &row->own[i]));
    }
    CHECK(clsmem_launch_bind(&row->launch, &dataset->problem, buffers));
    CHECK_CL(clFinish(device->queue), device->info.name, "filling buffers");
out:
    return status;
}

static enum clsmem_status check_guards(const struct row *row, const struct clsmem_dataset *dataset)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_device *device = &row->session->device;

    for (size_t i = 0; i < clsmem_plan_buffer_count(&row->launch.plan); i++) {
        CHECK(clsmem_array_check_guards(device, row->own[i].data ? &row->own[i] : &dataset->inputs[i]));
    }
out:
    return status;
}

/* "3 of 16 elements wrong, the first at 5: NaN instead of 0.25". */
static enum clsmem_status describe_wrong(const struct row *row, const struct clsmem_dataset *dataset,
                                         const struct clsmem_comparison *comparison)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_device *device = &row->session->device;
    const struct clsmem_array *output = &row->own[clsmem_plan_output(&row->launch.plan)];
    const size_t bytes = clsmem_type_bytes(output->type);
    const cl_mem memories[2] = { output->data, dataset->expected.data };
    double values[2], raw;

    for (size_t i = 0; i < 2; i++) {
        CHECK_CL(clEnqueueReadBuffer(device->queue, memories[i], CL_TRUE, comparison->first * bytes, bytes, &raw, 0,
                                     NULL, NULL),
                 device->info.name, "reading a wrong element");
        clsmem_decode(output->type, &raw, 1, &values[i]);
    }
    snprintf(row->result->check.note, sizeof row->result->check.note,
             "%zu of %zu elements wrong, the first at %zu: %.9g instead of %.9g", comparison->wrong, output->count,
             comparison->first, values[0], values[1]);
    status = clsmem_fail(CLSMEM_WRONG, "%s", row->result->check.note);
out:
    return status;
}

/* One launch from fresh buffers, its result compared and the guard zones looked at. */
static enum clsmem_status launch_and_check(struct row *row, const struct clsmem_dataset *dataset)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_check *check = &row->result->check;
    const struct clsmem_array *output = &row->own[clsmem_plan_output(&row->launch.plan)];
    struct clsmem_comparison comparison;
    struct clsmem_batch batch;

    CHECK(reset(row, dataset));
    CHECK(clsmem_launch_execute(&row->launch, 1, &batch));
    if (row->result->first_launch_ns == 0)
        row->result->first_launch_ns = batch.host_ns;
    CHECK(check_guards(row, dataset));
    CHECK(clsmem_checker_compare(row->session->checker, output->type, output->data, dataset->expected.data,
                                 dataset->tolerance.data, output->count, &comparison));
    check->worst = fmax(check->worst, comparison.worst);
    check->wrong += comparison.wrong;
    if (comparison.wrong > 0)
        CHECK(describe_wrong(row, dataset, &comparison));
out:
    return status;
}

static enum clsmem_status batch(void *context, unsigned launches, struct clsmem_batch *batch)
{
    struct row *row = context;

    return clsmem_launch_execute(&row->launch, launches, batch);
}

static enum clsmem_status execute_repeats(struct row *row, size_t times, unsigned launches, struct clsmem_batch *batch)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_problem problem = row->result->problem;
    cl_mem buffers[CLSMEM_MAX_BUFFERS];

    problem.extent[clsmem_kernel_extent_count(row->kernel) - 1] *= times;
    memcpy(buffers, row->launch.buffers, sizeof buffers);
    CHECK(clsmem_launch_bind(&row->launch, &problem, buffers));
    CHECK(clsmem_launch_execute(&row->launch, launches, batch));
out:
    return status;
}

/* Launches of twice the repeats less launches of once: what is left is the repeats themselves. */
static enum clsmem_status slope_batch(void *context, unsigned launches, struct clsmem_batch *batch)
{
    enum clsmem_status status = CLSMEM_OK;
    struct row *row = context;
    struct clsmem_batch once, twice;

    CHECK(execute_repeats(row, 2, launches, &twice));
    CHECK(execute_repeats(row, 1, launches, &once));
    batch->host_ns = fmax(0, twice.host_ns - once.host_ns);
    batch->spent_ns = twice.host_ns + once.host_ns;
    batch->event_ns = once.event_ns < 0 || twice.event_ns < 0 ? -1 : fmax(0, twice.event_ns - once.event_ns);
out:
    return status;
}

static struct clsmem_measure_rules rules_of(const struct clsmem_session *session, const struct clsmem_kernel *kernel)
{
    const struct clsmem_run_options *options = &session->options;
    struct clsmem_measure_rules rules = clsmem_measure_default_rules();

    rules.clock = session->clock_verdict == CLSMEM_CLOCK_UNUSABLE ? CLSMEM_CLOCK_HOST : CLSMEM_CLOCK_EVENT;
    if (options->timer_forced)
        rules.clock = options->timer;
    if (rules.clock == CLSMEM_CLOCK_EVENT && session->clock_step_ns > rules.clock_step_ns)
        rules.clock_step_ns = session->clock_step_ns;
    if (options->least_ns > 0)
        rules.least_ns = options->least_ns;
    if (options->most_ns > 0)
        rules.most_ns = options->most_ns;
    if (options->warm_up_ns > 0)
        rules.warm_up_ns = options->warm_up_ns;
    rules.is_difference = kernel->is_slope;
    rules.stop = options->stop;
    return rules;
}

/* Median by the host's clock, whichever the measurement was timed by. */
static double host_median(const struct clsmem_measurement *time)
{
    return time->clock == CLSMEM_CLOCK_HOST ? time->median_ns : clsmem_median(time->other_ns, time->count);
}

/* Speed over the compared variant's, by one clock for both: CLBlast's rows have only the host's. */
static double factor_over(const struct clsmem_row_time *versus, const struct clsmem_row_time *own)
{
    const bool by_host = versus->clock == CLSMEM_CLOCK_HOST || own->clock == CLSMEM_CLOCK_HOST;

    return by_host ? versus->host_ns / own->host_ns : versus->median_ns / own->median_ns;
}

static void compute_rates(struct row *row)
{
    struct clsmem_result *result = row->result;
    const struct clsmem_variant *versus = clsmem_variant_versus(row->kernel, row->variant);
    struct clsmem_history *const history = row->session->history;
    const size_t mode = result->problem.mode;
    struct clsmem_row_time *const own = clsmem_history_at(history, mode, row->variant);
    const double seconds = result->time.median_ns * 1e-9;

    *own = (struct clsmem_row_time){ result->time.clock, result->time.median_ns, host_median(&result->time) };
    if (versus)
        result->factor = factor_over(clsmem_history_at(history, mode, versus), own);
    if (row->kernel->compares_modes && mode > 0)
        result->mode_factor = factor_over(clsmem_history_at(history, 0, row->variant), own);
    switch (row->kernel->unit) {
    case CLSMEM_UNIT_NONE:
        break;
    case CLSMEM_UNIT_GB_PER_S:
        result->rate = result->work.bytes / seconds * 1e-9;
        break;
    case CLSMEM_UNIT_GFLOP_PER_S:
        result->rate = result->work.operations / seconds * 1e-9;
        break;
    case CLSMEM_UNIT_GKEY_PER_S:
        result->rate = result->work.items / seconds * 1e-9;
        break;
    case CLSMEM_UNIT_NS:
        result->rate = result->time.median_ns / result->work.items;
        break;
    }
}

/* Checked before timing and after it: what races only now and then has had a thousand launches to show it. */
static enum clsmem_status check_and_time(struct row *row)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_oracle *oracle = row->session->oracle;
    const struct clsmem_dataset *timed = &oracle->datasets[oracle->dataset_count - 1];
    const struct clsmem_measure_rules rules = rules_of(row->session, row->kernel);
    const struct clsmem_sampler sampler = { row->kernel->is_slope ? slope_batch : batch, row };
    double start;

    snprintf(row->result->check.oracle, sizeof row->result->check.oracle, "%s", oracle->name);
    snprintf(row->result->check.note, sizeof row->result->check.note, "%s", oracle->note);
    for (size_t i = 0; i < oracle->dataset_count; i++)
        CHECK(launch_and_check(row, &oracle->datasets[i]));
    start = clsmem_host_ns();
    CHECK(clsmem_measure(&sampler, &rules, &row->result->time));
    row->result->measuring_ns = clsmem_host_ns() - start;
    CHECK(launch_and_check(row, timed));
    compute_rates(row);
out:
    if (status != CLSMEM_OK)
        clsmem_measurement_release(&row->result->time);
    return status;
}

static bool was_stopped(const struct clsmem_session *session)
{
    return session->options.stop && *session->options.stop;
}

/* Between steps, since a step cannot be broken off: a compiler may take seconds. */
static enum clsmem_status look_for_stop(const struct row *row)
{
    return was_stopped(row->session) ? clsmem_fail(CLSMEM_INTERRUPTED, "stopped before it was done") : CLSMEM_OK;
}

static enum clsmem_status run_row(struct row *row, const struct clsmem_problem *problem)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK(check_applies(row, problem));
    CHECK(look_for_stop(row));
    CHECK(clsmem_history_turn_to(&row->session->history, row->kernel, problem));
    CHECK(prepare_oracle(row, problem));
    CHECK(look_for_stop(row));
    CHECK(build(row, problem));
    CHECK(look_for_stop(row));
    CHECK(allocate(row));
    CHECK(check_and_time(row));
out:
    clsmem_launch_release(&row->launch);
    for (size_t i = 0; i < CLSMEM_MAX_BUFFERS; i++)
        clsmem_array_release(&row->own[i]);
    return status;
}

/* Where the device's class is unknown, nothing is said of banks; global memory is the same for all. */
static void predict(const struct row *row)
{
    const struct clsmem_session *session = row->session;
    const struct clsmem_sources sources = { session->options.kernel_directory };
    const struct clsmem_bank_class *bank_class =
        session->bank_class ? session->bank_class : clsmem_bank_class_find("none");
    struct clsmem_result *result = row->result;

    result->is_predicted =
        clsmem_prediction_find(row->kernel, row->variant, &result->problem, bank_class, &sources, &result->prediction);
    if (result->is_predicted)
        result->degree = clsmem_prediction_degree(&result->prediction);
}

enum clsmem_status clsmem_run(struct clsmem_session *session, const struct clsmem_kernel *kernel,
                              const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                              struct clsmem_result *result)
{
    struct row row = { .session = session, .kernel = kernel, .variant = variant, .result = result };
    const double start = clsmem_host_ns();

    *result = (struct clsmem_result){
        .kernel = kernel,
        .variant = variant,
        .problem = *problem,
        .rate = NAN,
        .share = NAN,
        .factor = NAN,
        .mode_factor = NAN,
        .degree = NAN,
        .known_fault = clsmem_known_fault_find(&session->device.info, kernel, variant),
    };
    predict(&row);
    result->status = run_row(&row, problem);
    /* Ctrl-C reaches compilers too: LLVM then takes its files away under its own feet, and what it builds fails. */
    if (was_stopped(session) && (result->status == CLSMEM_BUILD_FAILED || result->status == CLSMEM_DEVICE_FAILED))
        result->status = clsmem_fail(CLSMEM_INTERRUPTED, "stopped before it was done");
    if (result->status != CLSMEM_OK)
        snprintf(result->reason, sizeof result->reason, "%.*s", (int)sizeof result->reason - 1, clsmem_error_text());
    result->checking_ns = clsmem_host_ns() - start - result->oracle_ns - result->build_ns - result->measuring_ns;
    clsmem_session_rate(session, result);
    /* A wrong kernel may have written to the inputs that the next rows read, so they get fresh ones. */
    if (result->status == CLSMEM_WRONG && session->oracle &&
        clsmem_oracle_refill(&session->device, session->oracle) != CLSMEM_OK)
        forget_oracle(session);
    if (result->status == CLSMEM_DEVICE_FAILED && !clsmem_session_is_alive(session))
        return CLSMEM_DEVICE_FAILED;
    return result->status == CLSMEM_INTERRUPTED ? CLSMEM_INTERRUPTED : CLSMEM_OK;
}
