/* The proof that a device works: a kernel of one line, built, run and checked. */
#include <stdio.h>
#include <string.h>

#include "jump_cl.h"

static const char source[] = "__kernel void clsmem_try(__global uint *out, uint x) { out[0] = x * x + 1u; }\n";

/* Adds the first line of the compiler's log to the error text, which says already that the build failed. */
static void add_log_line(cl_program program, const struct clsmem_device_info *info)
{
    char log[4096] = "";

    if (clGetProgramBuildInfo(program, info->device_id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL) != CL_SUCCESS)
        return; /* none, or too long to be read here: the error name must do */

    const char *const line = log + strspn(log, " \t\r\n");

    if (*line)
        (void)clsmem_fail(CLSMEM_BUILD_FAILED, "%s: %.*s", clsmem_error_text(), (int)strcspn(line, "\r\n"), line);
}

/* The device's answer for x. */
static enum clsmem_status run_kernel(const struct clsmem_device *device, cl_uint x, cl_uint *answer)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_device_info *const info = &device->info;
    const char *text = source;
    const size_t one = 1;
    cl_program program = NULL;
    cl_kernel kernel = NULL;
    cl_mem out_buffer = NULL;
    cl_int error = CL_SUCCESS;
    const char *const building = "building a kernel of one line", *const running = "running a kernel of one line";

    CHECK_CL((program = clCreateProgramWithSource(device->context, 1, &text, NULL, &error), error), info->name,
             building);
    error = clBuildProgram(program, 1, &info->device_id, "", NULL, NULL);
    if (error != CL_SUCCESS) {
        status = clsmem_fail_cl("clBuildProgram", error, info->name, building);
        add_log_line(program, info);
        goto out;
    }
    CHECK_CL((kernel = clCreateKernel(program, "clsmem_try", &error), error), info->name, building);
    CHECK_CL((out_buffer = clCreateBuffer(device->context, CL_MEM_WRITE_ONLY, sizeof *answer, NULL, &error), error),
             info->name, running);
    CHECK_CL(clSetKernelArg(kernel, 0, sizeof out_buffer, &out_buffer), info->name, running);
    CHECK_CL(clSetKernelArg(kernel, 1, sizeof x, &x), info->name, running);
    CHECK_CL(clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), info->name, running);
    CHECK_CL(clEnqueueReadBuffer(device->queue, out_buffer, CL_TRUE, 0, sizeof *answer, answer, 0, NULL, NULL),
             info->name, running);
out:
    if (out_buffer)
        (void)clReleaseMemObject(out_buffer);
    if (kernel)
        (void)clReleaseKernel(kernel);
    if (program)
        (void)clReleaseProgram(program);
    return status;
}

void clsmem_device_try(struct clsmem_device_info *info)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_device device = { 0 };
    const cl_uint x = 271828, right = x * x + 1; /* modulo 2^32 on both sides */
    cl_uint answer = 0;

    if (info->broken[0])
        return;
    CHECK(clsmem_device_open(info, &device));
    CHECK(run_kernel(&device, x, &answer));
    if (answer != right)
        status = clsmem_fail(CLSMEM_WRONG, "a kernel of one line gives %u instead of %u", (unsigned)answer,
                             (unsigned)right);
out:
    if (status != CLSMEM_OK)
        (void)snprintf(info->broken, sizeof info->broken, "%s", clsmem_error_text());
    clsmem_device_close(&device);
}
