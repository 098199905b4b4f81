/* A variant made ready: its plan, its built kernels, and the enqueueing of one execution. */
#include "launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clblast.h"
#include "clsmem/plan.h"
#include "host_loop.h"
#include "jump_cl.h"

/*
 * The driver may allow a kernel fewer work-items than the device: its registers decide. A kernel that names its
 * work-group was compiled for it, whatever NVIDIA's driver then answers: it says 256 of any.
 */
static enum clsmem_status check_group_size(const struct clsmem_device *device, cl_kernel kernel,
                                           const struct clsmem_pass *pass)
{
    enum clsmem_status status = CLSMEM_OK;
    size_t allowed = 0, named[3] = { 0 }, items = 1, named_items = 1;

    for (size_t d = 0; d < clsmem_pass_dimensions(pass); d++)
        items *= pass->local[d];
    CHECK_CL(clGetKernelWorkGroupInfo(kernel, device->info.device_id, CL_KERNEL_WORK_GROUP_SIZE, sizeof allowed,
                                      &allowed, NULL),
             device->info.name, "asking how many work-items a kernel may have");
    CHECK_CL(clGetKernelWorkGroupInfo(kernel, device->info.device_id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof named,
                                      named, NULL),
             device->info.name, "asking for the work-group that a kernel names");
    for (size_t d = 0; d < 3; d++)
        named_items *= named[d];
    if (items > allowed && items != named_items)
        status = clsmem_fail(CLSMEM_SKIPPED, "needs work-groups of %zu work-items; the built kernel allows %zu", items,
                             allowed);
out:
    return status;
}

/* `doing` is a verb for what failed to be done with the kernel. */
static enum clsmem_status fail_entry(const struct clsmem_launch *launch, const char *call, cl_int error,
                                     const char *doing, const char *entry)
{
    char text[128];

    snprintf(text, sizeof text, "%s %s", doing, entry);
    return clsmem_fail_cl(call, error, launch->device->info.name, text);
}

/* A file of the user's own may lack the entry point: that file is at fault, not the device. */
static enum clsmem_status create_kernel(struct clsmem_launch *launch, const char *entry, cl_kernel *created)
{
    cl_int error;

    *created = clCreateKernel(launch->program.handle, entry, &error);
    if (error == CL_INVALID_KERNEL_NAME)
        return clsmem_fail(CLSMEM_BUILD_FAILED, "%s.cl has no kernel %s", launch->kernel->name, entry);
    if (error != CL_SUCCESS)
        return fail_entry(launch, "clCreateKernel", error, "creating", entry);
    return CLSMEM_OK;
}

enum clsmem_status clsmem_launch_prepare(const struct clsmem_device *device, const struct clsmem_sources *sources,
                                         const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                                         const struct clsmem_problem *problem, struct clsmem_launch *launch)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_recipe recipe;
    char label[128];

    *launch = (struct clsmem_launch){ .device = device, .kernel = kernel, .variant = variant, .problem = *problem };
    clsmem_plan_make(kernel, variant, problem, &device->info.limits, &launch->plan);
    if (variant->needs & CLSMEM_NEEDS_CLBLAST)
        kernel->blas(problem, &launch->blas);
    if (clsmem_plan_pass_count(&launch->plan) == 0)
        return CLSMEM_OK;

    snprintf(label, sizeof label, "%s.%s", kernel->name, variant->name);
    recipe = (struct clsmem_recipe){
        .stem = kernel->name,
        .label = label,
        .type = problem->type,
        .variant_params = variant->params,
        .plan_params = launch->plan.params,
        .uses_subgroups = (variant->needs & (CLSMEM_NEEDS_SUBGROUPS | CLSMEM_NEEDS_SHUFFLE)) != 0,
    };
    CHECK(clsmem_program_build(device, sources, &recipe, &launch->program));
    for (size_t i = 0; i < clsmem_plan_pass_count(&launch->plan); i++) {
        CHECK(create_kernel(launch, launch->plan.passes[i].entry, &launch->kernels[i]));
        CHECK(check_group_size(device, launch->kernels[i], &launch->plan.passes[i]));
    }
out:
    return status;
}

void clsmem_launch_release(struct clsmem_launch *launch)
{
    for (size_t i = 0; i < CLSMEM_MAX_PASSES; i++)
        if (launch->kernels[i])
            clReleaseKernel(launch->kernels[i]);
    clsmem_program_release(&launch->program);
    *launch = (struct clsmem_launch){ 0 };
}

static enum clsmem_status set_arg(const struct clsmem_launch *launch, cl_kernel kernel, cl_uint place,
                                  const struct clsmem_arg *arg)
{
    enum clsmem_status status = CLSMEM_OK;
    const char *device_name = launch->device->info.name;
    const cl_uint number = (cl_uint)arg->number;
    const cl_float single = (cl_float)arg->real;

    switch (arg->kind) {
    case CLSMEM_ARG_BUFFER:
        CHECK_CL(clSetKernelArg(kernel, place, sizeof(cl_mem), &launch->buffers[arg->number]), device_name,
                 "setting a buffer argument");
        break;
    case CLSMEM_ARG_LOCAL:
        CHECK_CL(clSetKernelArg(kernel, place, arg->number, NULL), device_name, "setting a __local argument");
        break;
    case CLSMEM_ARG_UINT:
        CHECK_CL(clSetKernelArg(kernel, place, sizeof number, &number), device_name, "setting an integer argument");
        break;
    case CLSMEM_ARG_REAL:
        if (launch->problem.type == CLSMEM_F64)
            CHECK_CL(clSetKernelArg(kernel, place, sizeof arg->real, &arg->real), device_name,
                     "setting a double argument");
        else
            CHECK_CL(clSetKernelArg(kernel, place, sizeof single, &single), device_name, "setting a float argument");
        break;
    case CLSMEM_ARG_END:
        break;
    }
out:
    return status;
}

enum clsmem_status clsmem_launch_bind(struct clsmem_launch *launch, const struct clsmem_problem *problem,
                                      const cl_mem *buffers)
{
    enum clsmem_status status = CLSMEM_OK;

    clsmem_plan_make(launch->kernel, launch->variant, problem, &launch->device->info.limits, &launch->plan);
    memcpy(launch->buffers, buffers, clsmem_plan_buffer_count(&launch->plan) * sizeof *buffers);
    launch->problem = *problem;
    if (launch->variant->needs & CLSMEM_NEEDS_CLBLAST)
        launch->kernel->blas(problem, &launch->blas);
    for (size_t i = 0; i < clsmem_plan_pass_count(&launch->plan); i++) {
        const struct clsmem_pass *pass = &launch->plan.passes[i];

        for (size_t j = 0; j < clsmem_pass_arg_count(pass); j++)
            CHECK(set_arg(launch, launch->kernels[i], (cl_uint)j, &pass->args[j]));
    }
out:
    return status;
}

/* Enqueues one execution; events of the first and the last command where asked for. */
static enum clsmem_status enqueue(struct clsmem_launch *launch, cl_event *first, cl_event *last)
{
    const size_t count = clsmem_plan_pass_count(&launch->plan);

    if (launch->blas.routine != CLSMEM_BLAS_NONE) {
        const enum clsmem_status status =
            clsmem_clblast_enqueue(launch->device, &launch->blas, launch->problem.type, launch->buffers);

        if (status != CLSMEM_OK)
            return status;
    }
    for (size_t i = 0; i < count; i++) {
        const struct clsmem_pass *pass = &launch->plan.passes[i];
        cl_event *event = i == 0 && first ? first : i + 1 == count ? last : NULL;
        const cl_int error =
            clEnqueueNDRangeKernel(launch->device->queue, launch->kernels[i], (cl_uint)clsmem_pass_dimensions(pass),
                                   NULL, pass->global, pass->local, 0, NULL, event);

        if (error != CL_SUCCESS)
            return fail_entry(launch, "clEnqueueNDRangeKernel", error, "enqueueing", pass->entry);
    }
    return CLSMEM_OK;
}

/* START of the first command to END of the last, or -1 where the driver does not say. */
static double event_ns(cl_event first, cl_event last)
{
    cl_ulong start = 0, end = 0;

    if (clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) != CL_SUCCESS ||
        clGetEventProfilingInfo(last, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) != CL_SUCCESS || end < start)
        return -1;
    return (double)(end - start);
}

/* The loops of a host variant have no events either. */
static enum clsmem_status execute_on_host(struct clsmem_launch *launch, unsigned times, struct clsmem_batch *batch)
{
    enum clsmem_status status = CLSMEM_OK;
    const double start = clsmem_host_ns();

    CHECK(clsmem_host_loop_run(launch->device, launch->variant, &launch->problem, &launch->plan, launch->buffers,
                               times));
    if (batch)
        *batch = (struct clsmem_batch){ .host_ns = clsmem_host_ns() - start, .event_ns = -1 };
out:
    return status;
}

enum clsmem_status clsmem_launch_execute(struct clsmem_launch *launch, unsigned times, struct clsmem_batch *batch)
{
    enum clsmem_status status = CLSMEM_OK;
    const bool has_events = batch && launch->blas.routine == CLSMEM_BLAS_NONE;
    const bool one_command = times == 1 && clsmem_plan_pass_count(&launch->plan) == 1;
    cl_event first = NULL, last = NULL;
    const double start = clsmem_host_ns();

    if (launch->variant->host)
        return execute_on_host(launch, times, batch);
    for (unsigned i = 0; i < times; i++)
        CHECK(enqueue(launch, has_events && i == 0 ? &first : NULL,
                      has_events && i + 1 == times && !one_command ? &last : NULL));
    CHECK_CL(clFinish(launch->device->queue), launch->device->info.name, "waiting for a kernel to end");
    if (batch) {
        batch->host_ns = clsmem_host_ns() - start;
        batch->event_ns = has_events ? event_ns(first, one_command ? first : last) : -1;
    }
out:
    if (first)
        clReleaseEvent(first);
    if (last)
        clReleaseEvent(last);
    return status;
}
