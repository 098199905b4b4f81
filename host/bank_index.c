/* Index expressions, evaluated by an OpenCL compiler: we have no parser of C, and need none. */
#include "clsmem/bank_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jump_cl.h"

/* The expression has a line of its own, so that the compiler's log points at it and at nothing of ours. */
static const char before[] = "__kernel void index(__global long *out, const int width)\n"
                             "{\n"
                             "    const int t = (int)get_global_id(0), x = t % width, y = t / width;\n"
                             "    (void)x;\n"
                             "    (void)y;\n"
                             "    const long value = (\n"
                             "#line 1 \"--index\"\n";
static const char after[] = "\n    );\n    out[t] = value;\n}\n";

static enum clsmem_status run(const struct clsmem_device *device, cl_program program, unsigned width, unsigned lanes,
                              int64_t *indices)
{
    enum clsmem_status status = CLSMEM_OK;
    const char *const name = device->info.name, *const doing = "evaluating an index expression";
    const size_t global = lanes, bytes = lanes * sizeof(cl_long);
    const cl_int width_argument = (cl_int)width;
    cl_long values[CLSMEM_MAX_LANES];
    cl_kernel kernel = NULL;
    cl_mem out_buffer = NULL;
    cl_int error = CL_SUCCESS;

    CHECK_CL((kernel = clCreateKernel(program, "index", &error), error), name, doing);
    CHECK_CL((out_buffer = clCreateBuffer(device->context, CL_MEM_WRITE_ONLY, bytes, NULL, &error), error), name,
             doing);
    CHECK_CL(clSetKernelArg(kernel, 0, sizeof out_buffer, &out_buffer), name, doing);
    CHECK_CL(clSetKernelArg(kernel, 1, sizeof width_argument, &width_argument), name, doing);
    CHECK_CL(clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL), name, doing);
    CHECK_CL(clEnqueueReadBuffer(device->queue, out_buffer, CL_TRUE, 0, bytes, values, 0, NULL, NULL), name, doing);
    for (unsigned lane = 0; lane < lanes; lane++)
        indices[lane] = values[lane];
out:
    if (out_buffer)
        (void)clReleaseMemObject(out_buffer);
    if (kernel)
        (void)clReleaseKernel(kernel);
    return status;
}

enum clsmem_status clsmem_bank_index(const struct clsmem_device *device, const char *expression,
                                     const struct clsmem_bank_tile *tile, unsigned width, unsigned lanes,
                                     int64_t *indices, struct clsmem_program *program)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_layout *const layout = &tile->layout;
    const struct clsmem_param params[CLSMEM_MAX_PARAMS] = {
        { "LAYOUT", (long)layout->kind },
        { "ROWS", (long)tile->rows },
        { "COLS", (long)layout->cols },
        { "PAD", (long)layout->pad },
        { "ACCESS", (long)(layout->access ? layout->access : 1) },
        { "SHIFT", (long)layout->shift },
        { "LOG2_BANKS", 5 }, /* of TREE_INDEX */
    };
    const size_t room = sizeof before + sizeof after + strlen(expression);
    char *text = NULL;

    *program = (struct clsmem_program){ 0 };
    CHECK_ALLOC(text, room);
    snprintf(text, room, "%s%s%s", before, expression, after);
    CHECK(clsmem_program_build_text(device, "--index", text, params, program));
    CHECK(run(device, program->handle, width, lanes, indices));
out:
    free(text);
    return status;
}
