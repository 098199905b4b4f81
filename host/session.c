/* A device made ready for rows: opened, its clock judged, the comparison proven. */
#include "clsmem/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "clblast.h"
#include "clock_trial.h"
#include "clsmem/check.h"
#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "history.h"
#include "jump.h"
#include "launch.h"
#include "oracle.h"

#define READING_BLOCKS 16

struct chains {
    struct clsmem_launch launch;
    cl_mem buffers[2];
};

/* Times the chains of multiply-adds at `steps` steps each. */
static enum clsmem_status time_steps(void *context, size_t steps, struct clsmem_batch *batch)
{
    enum clsmem_status status = CLSMEM_OK;
    struct chains *const chains = context;
    const struct clsmem_problem problem = { .extent = { READING_BLOCKS, steps, 1, 1 }, .type = CLSMEM_F32 };

    CHECK(clsmem_launch_bind(&chains->launch, &problem, chains->buffers));
    CHECK(clsmem_launch_execute(&chains->launch, 1, batch));
out:
    return status;
}

/* Judges the event clock by a kernel of known proportion: chains of R and of 2R multiply-adds. */
static enum clsmem_status judge_clock(struct clsmem_session *session)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_kernel *kernel = clsmem_kernel_find("fma");
    const struct clsmem_variant *variant = clsmem_variant_find(kernel, "vector");
    const struct clsmem_problem problem = { .extent = { READING_BLOCKS, 1, 1, 1 }, .type = CLSMEM_F32 };
    const struct clsmem_sources own = { 0 };
    struct chains chains = { 0 };
    struct clsmem_array arrays[2] = { 0 };
    struct clsmem_clock_trial trial = { 0 };

    CHECK(clsmem_launch_prepare(&session->device, &own, kernel, variant, &problem, &chains.launch));
    for (size_t i = 0; i < 2; i++) {
        CHECK(clsmem_array_create(&session->device, CLSMEM_F32, chains.launch.plan.buffers[i].count, &arrays[i]));
        chains.buffers[i] = arrays[i].data;
    }
    CHECK(clsmem_array_begin(&session->device, CLSMEM_OUT, &arrays[0]));
    CHECK(clsmem_clock_try(time_steps, &chains, &trial));
    session->clock_verdict = trial.verdict;
    session->clock_step_ns = trial.step_ns;
    snprintf(session->clock_reason, sizeof session->clock_reason, "%s", trial.reason);
out:
    clsmem_launch_release(&chains.launch);
    for (size_t i = 0; i < 2; i++)
        clsmem_array_release(&arrays[i]);
    return status;
}

/* What the user says, or else what the driver's answers allow to guess. */
static void find_bank_class(struct clsmem_session *session)
{
    const struct clsmem_device_info *info = &session->device.info;
    const struct clsmem_bank_clues clues = {
        .is_cpu = info->limits.is_cpu,
        .local_is_global = info->limits.local_is_global,
        .vendor = info->vendor,
        .name = info->name,
        .nv_major = info->nv_major,
        .nv_minor = info->nv_minor,
        .gfx_major = info->gfx_major,
        .gfx_minor = info->gfx_minor,
    };

    session->bank_class = session->options.bank_class;
    if (session->bank_class)
        snprintf(session->bank_source, sizeof session->bank_source, "%s",
                 session->options.bank_source ? session->options.bank_source : "chosen by the user");
    else
        session->bank_class = clsmem_bank_class_guess(&clues, session->bank_source, sizeof session->bank_source);
}

enum clsmem_status clsmem_session_open(const struct clsmem_device_info *info, const struct clsmem_run_options *options,
                                       struct clsmem_session *session)
{
    enum clsmem_status status = CLSMEM_OK;

    *session = (struct clsmem_session){ .options = *options };
    CHECK(clsmem_device_open(info, &session->device));
    find_bank_class(session);
    CHECK(clsmem_checker_create(&session->device, &session->checker));
    CHECK(judge_clock(session));
out:
    return status;
}

void clsmem_session_close(struct clsmem_session *session)
{
    clsmem_oracle_release(session->oracle);
    clsmem_history_release(session->history);
    clsmem_checker_release(session->checker);
    clsmem_clblast_forget();
    clsmem_device_close(&session->device);
    *session = (struct clsmem_session){ 0 };
}

bool clsmem_session_is_alive(const struct clsmem_session *session)
{
    const cl_uint word = 0;
    cl_int error;
    const cl_mem buffer = clCreateBuffer(session->device.context, CL_MEM_READ_WRITE, sizeof word, NULL, &error);

    if (error != CL_SUCCESS)
        return false;
    error = clEnqueueWriteBuffer(session->device.queue, buffer, CL_TRUE, 0, sizeof word, &word, 0, NULL, NULL);
    clReleaseMemObject(buffer);
    return error == CL_SUCCESS;
}

/*
 * Bytes that a family of streams must move so that no cache holds them; but a processor that claims a huge cache for
 * itself shall not make a short run long. What is cut short says in its row that it is cached.
 */
static double beyond_cache(const struct clsmem_limits *limits, enum clsmem_scale scale)
{
    static const double most[] = { 1 << 27, 1 << 29, (double)(1ull << 32) };

    return fmin(4.0 * (double)limits->cache_bytes, most[scale]);
}

struct clsmem_problem clsmem_session_problem(const struct clsmem_session *session, const struct clsmem_kernel *kernel,
                                             enum clsmem_type type)
{
    const struct clsmem_limits *limits = &session->device.info.limits;
    const struct clsmem_sizes *sizes = &kernel->sizes;
    const size_t *extents = (limits->is_cpu ? sizes->cpu : sizes->gpu)[session->options.scale];
    struct clsmem_problem problem = { .type = type, .alpha = 1, .beta = 0 };
    struct clsmem_plan plan;

    for (size_t i = 0; i < CLSMEM_MAX_EXTENTS; i++)
        problem.extent[i] = extents[i] > 0 ? extents[i] : 1;
    if (kernel->streams == 0)
        return problem;
    while (kernel->work(&problem).bytes < beyond_cache(limits, session->options.scale))
        problem.extent[0] *= 2;
    /* A small device takes what fits; the row then says that it is cached. */
    for (; problem.extent[0] > 1; problem.extent[0] /= 2) {
        char reason[8];

        clsmem_plan_make(kernel, &kernel->variants[0], &problem, limits, &plan);
        if (clsmem_plan_fits(kernel, &plan, limits, reason, sizeof reason))
            break;
    }
    return problem;
}

bool clsmem_kernel_is_roof(const struct clsmem_kernel *kernel)
{
    return kernel->order < 0 && kernel->roof != CLSMEM_ROOF_NONE;
}

static void raise_to(double *roof, double rate)
{
    if (rate > *roof)
        *roof = rate;
}

void clsmem_session_raise_roof(struct clsmem_session *session, const struct clsmem_result *result)
{
    /* A roof is the best that was seen: what disturbs a measurement only ever lowers it. */
    const double seconds = result->time.least_ns * 1e-9;
    struct clsmem_roofs *roofs = &session->roofs;

    if (result->status != CLSMEM_OK || result->time.verdict == CLSMEM_SUSPECT ||
        result->time.verdict == CLSMEM_TOO_SHORT)
        return;
    switch (result->kernel->roof) {
    case CLSMEM_ROOF_READ:
        raise_to(&roofs->read_bytes_per_s, result->work.bytes / seconds);
        break;
    case CLSMEM_ROOF_COPY:
        raise_to(&roofs->copy_bytes_per_s, result->work.bytes / seconds);
        break;
    case CLSMEM_ROOF_MULTIPLY_ADD:
        raise_to(&roofs->multiply_add_per_s[result->problem.type], result->work.operations / seconds);
        break;
    case CLSMEM_ROOF_NONE:
        break;
    }
}

/* Least time by the family's roof, in s; 0 where that roof was not measured. */
static double least_seconds(const struct clsmem_session *session, const struct clsmem_result *result)
{
    const struct clsmem_roofs *roofs = &session->roofs;
    const double arithmetic = roofs->multiply_add_per_s[clsmem_type_computed(result->problem.type)];
    const double read = roofs->read_bytes_per_s, copy = roofs->copy_bytes_per_s;

    switch (result->kernel->roof) {
    case CLSMEM_ROOF_READ:
        return read > 0 ? result->work.bytes / read : 0;
    case CLSMEM_ROOF_COPY:
        return copy > 0 ? result->work.bytes / copy : 0;
    case CLSMEM_ROOF_MULTIPLY_ADD:
        return arithmetic > 0 ? result->work.operations / arithmetic : 0;
    case CLSMEM_ROOF_NONE:
        break;
    }
    return 0;
}

void clsmem_session_rate(const struct clsmem_session *session, struct clsmem_result *result)
{
    const double seconds = result->time.median_ns * 1e-9;
    const double least = least_seconds(session, result);

    result->share = result->status == CLSMEM_OK && least > 0 ? least / seconds : NAN;
    /* Roofs are measured, so a row may stand a little above; far above, something was not computed. */
    if (!clsmem_kernel_is_roof(result->kernel) && result->share > 1.15 && !result->cached &&
        result->time.verdict != CLSMEM_SUSPECT) {
        result->time.verdict = CLSMEM_SUSPECT;
        snprintf(result->time.reason, sizeof result->time.reason, "%.0f %% of what this device's own %s reached",
                 100 * result->share,
                 result->kernel->roof == CLSMEM_ROOF_MULTIPLY_ADD ? "multiply-adds" : "copy or read");
    }
}
