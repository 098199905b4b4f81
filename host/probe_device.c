/* One device under the probes: opening, building, launching. */
#include "probe_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clsmem/timing.h"
#include "jump_cl.h"

/* Local memory that NVIDIA's driver takes for itself is not in what it says a work-group may have. */
#define SPARE_LOCAL_BYTES 1024
#define USUAL_LANES 32
#define FEWEST_LANES 8
#define STAGED_BYTES 16384
#define STAGING_ITEMS 256
#define MOST_ROOM ((size_t)1 << 20)

cl_uint clsmem_repeat(cl_uint value, cl_uint times, cl_uint factor, cl_uint addend)
{
    /* value -> factor * value + addend, squared again and again. */
    for (; times > 0; times >>= 1) {
        if (times & 1)
            value = factor * value + addend;
        addend = factor * addend + addend;
        factor *= factor;
    }
    return value;
}

cl_uint clsmem_scramble(cl_uint value, cl_uint times)
{
    return clsmem_repeat(value, times, 1664525u, 1013904223u);
}

/* Halves until it is a power of two. */
static size_t power_below(size_t number)
{
    while (number & (number - 1))
        number &= number - 1;
    return number;
}

size_t clsmem_prober_items(const struct clsmem_prober *prober, size_t most)
{
    const struct clsmem_limits *const limits = &prober->device.info.limits;
    const size_t allowed =
        limits->max_group_items < limits->max_items[0] ? limits->max_group_items : limits->max_items[0];

    return power_below(allowed < most ? allowed : most);
}

/* The rows that patterns get, and the array that has room for them. */
static void choose_rows(struct clsmem_prober *prober)
{
    const size_t local_bytes = prober->device.info.limits.local_bytes;
    const size_t usable = local_bytes > SPARE_LOCAL_BYTES ? local_bytes - SPARE_LOCAL_BYTES : 0;
    struct clsmem_timings timings;

    prober->pitch_bytes = 0;
    if (clsmem_timings_make(prober->lanes, usable, CLSMEM_TIMING_QUICK, &timings) == CLSMEM_OK) {
        prober->pitch_bytes = timings.pitch_bytes;
        prober->array_bytes = ((size_t)prober->lanes + CLSMEM_TIMING_SPARE_ROWS) * timings.pitch_bytes;
        clsmem_timings_release(&timings);
    }
}

void clsmem_prober_use_lanes(struct clsmem_prober *prober, unsigned lanes)
{
    lanes = lanes < FEWEST_LANES ? USUAL_LANES : lanes > CLSMEM_MAX_LANES ? CLSMEM_MAX_LANES : lanes;
    lanes = (unsigned)power_below(lanes);
    if (lanes == prober->lanes)
        return;
    prober->lanes = lanes;
    choose_rows(prober);
    for (size_t i = 0; i < sizeof prober->accesses / sizeof *prober->accesses; i++)
        clsmem_program_release(&prober->accesses[i]);
}

/* What an earlier probe found, or the driver says. */
static unsigned lanes_found(const struct clsmem_profile *profile)
{
    const struct clsmem_figure *const measured =
        clsmem_profile_find(profile, CLSMEM_PROBE_SUB_GROUP, "lanes", "measured", 0);

    return profile->lanes_said ? profile->lanes_said : measured ? (unsigned)measured->value : 0;
}

static enum clsmem_status create_buffer(struct clsmem_prober *prober, size_t bytes, cl_mem *buffer)
{
    enum clsmem_status status = CLSMEM_OK;
    cl_int error;

    CHECK_CL((*buffer = clCreateBuffer(prober->device.context, CL_MEM_READ_WRITE, bytes, NULL, &error), error),
             prober->device.info.name, "allocating a probe's buffer");
out:
    return status;
}

enum clsmem_status clsmem_prober_buffer(struct clsmem_prober *prober, const cl_uint *words, size_t count,
                                        cl_mem *buffer)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK(create_buffer(prober, count * sizeof *words, buffer));
    CHECK_CL(
        clEnqueueWriteBuffer(prober->device.queue, *buffer, CL_TRUE, 0, count * sizeof *words, words, 0, NULL, NULL),
        prober->device.info.name, "filling a probe's buffer");
out:
    return status;
}

enum clsmem_status clsmem_prober_open(const struct clsmem_device_info *info,
                                      const struct clsmem_probe_options *options, struct clsmem_profile *profile,
                                      struct clsmem_prober *prober)
{
    const cl_uint zero = 0;
    enum clsmem_status status = CLSMEM_OK;

    *prober = (struct clsmem_prober){ .options = options, .profile = profile };
    CHECK(clsmem_device_open(info, &prober->device));
    prober->has_counter = profile->clock.counter[0] != '\0';
    clsmem_prober_use_lanes(prober, info->limits.is_cpu ? 0 : lanes_found(profile));
    CHECK(clsmem_prober_buffer(prober, &zero, 1, &prober->word));
out:
    return status;
}

static void release_room(struct clsmem_prober *prober)
{
    if (prober->sums)
        clReleaseMemObject(prober->sums);
    if (prober->times)
        clReleaseMemObject(prober->times);
    free(prober->read_sums);
    free(prober->read_times);
    prober->sums = prober->times = NULL;
    prober->read_sums = NULL;
    prober->read_times = NULL;
    prober->room = 0;
}

void clsmem_prober_release(struct clsmem_prober *prober)
{
    release_room(prober);
    if (prober->word)
        clReleaseMemObject(prober->word);
    clsmem_program_release(&prober->rest);
    for (size_t i = 0; i < sizeof prober->accesses / sizeof *prober->accesses; i++)
        clsmem_program_release(&prober->accesses[i]);
    clsmem_device_close(&prober->device);
    *prober = (struct clsmem_prober){ 0 };
}

static enum clsmem_status make_room(struct clsmem_prober *prober, size_t items)
{
    enum clsmem_status status = CLSMEM_OK;

    if (items <= prober->room)
        return CLSMEM_OK;
    if (items > MOST_ROOM)
        return clsmem_fail(CLSMEM_INVALID, "%zu work-items: a probe has at most %zu", items, MOST_ROOM);
    release_room(prober);
    CHECK(create_buffer(prober, items * sizeof *prober->read_sums, &prober->sums));
    CHECK(create_buffer(prober, items * 2 * sizeof *prober->read_times, &prober->times));
    CHECK_ALLOC(prober->read_sums, items * sizeof *prober->read_sums);
    CHECK_ALLOC(prober->read_times, items * 2 * sizeof *prober->read_times);
    prober->room = items;
out:
    return status;
}

static enum clsmem_status build(struct clsmem_prober *prober, unsigned access_bytes, struct clsmem_program *program)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_sources sources = { prober->options->kernel_directory };
    const struct clsmem_param of_accesses[CLSMEM_MAX_PARAMS] = {
        { "ACCESS_BYTES", (long)access_bytes },
        { "LANES", (long)prober->lanes },
        { "PITCH_BYTES", (long)prober->pitch_bytes },
        { "LOCAL_BYTES", (long)prober->array_bytes },
    };
    const struct clsmem_param of_rest[CLSMEM_MAX_PARAMS] = {
        { "ITEMS", (long)clsmem_prober_items(prober, STAGING_ITEMS) },
        { "TILE_BYTES", STAGED_BYTES },
    };
    const struct clsmem_recipe recipe = {
        .stem = "probe",
        .label = access_bytes ? "probe of accesses" : "probe",
        .type = CLSMEM_U32,
        .plan_params = access_bytes ? of_accesses : of_rest,
        .uses_clock = true,
    };

    if (program->handle)
        return CLSMEM_OK;
    if (access_bytes && prober->pitch_bytes == 0)
        return clsmem_fail(CLSMEM_SKIPPED, "%zu bytes of local memory are too few for the patterns",
                           prober->device.info.limits.local_bytes);
    CHECK(clsmem_program_build(&prober->device, &sources, &recipe, program));
out:
    /* The compiler's first line says more than that there was an error. */
    if (status == CLSMEM_BUILD_FAILED && program->log)
        status = clsmem_fail(CLSMEM_BUILD_FAILED, "%s: %.*s", clsmem_error_text(), (int)strcspn(program->log, "\n"),
                             program->log);
    if (status != CLSMEM_OK)
        clsmem_program_release(program);
    return status;
}

enum clsmem_status clsmem_prober_kernel(struct clsmem_prober *prober, unsigned access_bytes, const char *name,
                                        cl_kernel *kernel)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_program *program = &prober->rest;
    cl_int error;

    for (unsigned i = 0; i < sizeof prober->accesses / sizeof *prober->accesses; i++)
        if (access_bytes == 1u << i)
            program = &prober->accesses[i];
    CHECK(build(prober, access_bytes, program));
    *kernel = clCreateKernel(program->handle, name, &error);
    if (error == CL_INVALID_KERNEL_NAME) {
        status = clsmem_fail(CLSMEM_BUILD_FAILED, "probe.cl has no kernel %s", name);
        goto out;
    }
    CHECK_CL((error), prober->device.info.name, "making a probe's kernel (clCreateKernel)");
out:
    return status;
}

static enum clsmem_status set_arguments(struct clsmem_prober *prober, const struct clsmem_launch_rounds *launch)
{
    enum clsmem_status status = CLSMEM_OK;
    const cl_mem *const in = launch->in ? &launch->in : &prober->word;
    const struct {
        size_t bytes;
        const void *value;
    } arguments[] = {
        { sizeof *in, in },
        { sizeof launch->first, &launch->first },
        { sizeof launch->seed, &launch->seed },
        { sizeof launch->rounds, &launch->rounds },
        { sizeof launch->step, &launch->step },
        { sizeof prober->sums, &prober->sums },
        { sizeof prober->times, &prober->times },
        { launch->held_bytes, NULL },
    };

    for (cl_uint i = 0; i < sizeof arguments / sizeof *arguments; i++)
        if (arguments[i].bytes > 0)
            CHECK_CL(clSetKernelArg(launch->kernel, i, arguments[i].bytes, arguments[i].value),
                     prober->device.info.name, "setting a probe's argument");
out:
    return status;
}

/* START to END, or -1 where the driver does not say. */
static double event_ns(cl_event event)
{
    cl_ulong start = 0, end = 0;

    if (clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) != CL_SUCCESS ||
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) != CL_SUCCESS || end < start)
        return -1;
    return (double)(end - start);
}

/* From the first work-item's start to the last one's end, by the counter of their one compute unit. */
static double counted_ticks(const cl_ulong *times, size_t items)
{
    cl_ulong start = times[0], end = times[1];

    for (size_t i = 1; i < items; i++) {
        start = times[2 * i] < start ? times[2 * i] : start;
        end = times[2 * i + 1] > end ? times[2 * i + 1] : end;
    }
    return end > start ? (double)(end - start) : -1;
}

static enum clsmem_status check_sums(const struct clsmem_prober *prober, const struct clsmem_launch_rounds *launch)
{
    const cl_uint *const sums = prober->read_sums;
    cl_uint all = 0;

    for (size_t i = 0; i < launch->items; i++) {
        all += sums[i];
        if (launch->check.expected && sums[i] != launch->check.expected(launch, i))
            return clsmem_fail(CLSMEM_WRONG,
                               "%s were not all done: after %u rounds work-item %zu has the sum %u instead of %u",
                               launch->what, launch->rounds, i, sums[i], launch->check.expected(launch, i));
    }
    if (launch->check.expected_in_all && all != launch->check.expected_in_all(launch))
        return clsmem_fail(CLSMEM_WRONG, "%s were not all done: after %u rounds the sum is %u instead of %u",
                           launch->what, launch->rounds, all, launch->check.expected_in_all(launch));
    return CLSMEM_OK;
}

/* What the first work-group left, and its times where they are wanted. */
static enum clsmem_status read_back(struct clsmem_prober *prober, const struct clsmem_launch_rounds *launch,
                                    struct clsmem_launch_time *time)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t items = launch->items;

    CHECK_CL(clEnqueueReadBuffer(prober->device.queue, prober->sums, CL_TRUE, 0, items * sizeof *prober->read_sums,
                                 prober->read_sums, 0, NULL, NULL),
             prober->device.info.name, "reading a probe's sums");
    CHECK(check_sums(prober, launch));
    if (!clsmem_prober_counts(prober, launch))
        goto out;
    CHECK_CL(clEnqueueReadBuffer(prober->device.queue, prober->times, CL_TRUE, 0,
                                 items * 2 * sizeof *prober->read_times, prober->read_times, 0, NULL, NULL),
             prober->device.info.name, "reading a probe's times");
    time->ticks = counted_ticks(prober->read_times, items);
out:
    return status;
}

enum clsmem_status clsmem_prober_launch(struct clsmem_prober *prober, const struct clsmem_launch_rounds *launch,
                                        struct clsmem_launch_time *time)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t global = launch->groups * launch->items;
    cl_event event = NULL;
    double start;

    if (prober->options->stop && *prober->options->stop)
        return clsmem_fail(CLSMEM_INTERRUPTED, "stopped by the user");
    CHECK(make_room(prober, global));
    CHECK(set_arguments(prober, launch));
    start = clsmem_host_ns();
    CHECK_CL(clEnqueueNDRangeKernel(prober->device.queue, launch->kernel, 1, NULL, &global, &launch->items, 0, NULL,
                                    &event),
             prober->device.info.name, launch->what);
    CHECK_CL(clWaitForEvents(1, &event), prober->device.info.name, launch->what);
    *time = (struct clsmem_launch_time){ -1, event_ns(event), clsmem_host_ns() - start };
    CHECK(read_back(prober, launch, time));
out:
    if (event)
        clReleaseEvent(event);
    return status;
}
