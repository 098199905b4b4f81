/*
 * Runs a kernel on an OpenCL device, with the arguments that clsmem-lint-dump left in a folder, and writes the buffers:
 *   clsmem-cl-dump FOLDER FILE.cl KERNEL BUILD_OPTIONS GLOBAL LOCAL
 * A process of its own, for LLVM and an OpenCL runtime that brings its own do not go together in one. The device is
 * CLSMEM_TEST_DEVICE, or the first CPU. N.device holds buffer N after the run. Exit code: 0, 77 without a device, or 2
 * with a line on stderr.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clsmem/device.h"
#include "jump.h"
#include "jump_cl.h"

#define PATH_ROOM 512
#define MOST_ARGUMENTS 64
#define EXIT_SKIPPED 77

struct bytes {
    char *data; /* a NUL behind them; owned */
    size_t count;
};

struct argument {
    enum { ARGUMENT_BUFFER, ARGUMENT_NULL, ARGUMENT_LOCAL, ARGUMENT_VALUE } kind;
    size_t local_bytes;
    struct bytes before;
    cl_mem buffer;
};

struct launch {
    struct clsmem_device device;
    struct argument arguments[MOST_ARGUMENTS];
    cl_uint count;
    size_t global[3], local[3];
    cl_uint dimensions;
};

static enum clsmem_status read_file(const char *path, struct bytes *bytes)
{
    enum clsmem_status status = CLSMEM_OK;
    FILE *const file = fopen(path, "rb");
    long count = 0;

    if (!file)
        return clsmem_fail(CLSMEM_IO, "cannot read %s", path);
    if (fseek(file, 0, SEEK_END) != 0 || (count = ftell(file)) < 0)
        CHECK(clsmem_fail(CLSMEM_IO, "cannot read %s", path));
    rewind(file);
    CHECK_ALLOC(bytes->data, (size_t)count + 1);
    bytes->count = fread(bytes->data, 1, (size_t)count, file);
    bytes->data[bytes->count] = '\0';
out:
    fclose(file);
    return status;
}

static enum clsmem_status read_argument(const char *folder, const char *line, size_t index, struct argument *argument)
{
    char path[PATH_ROOM];

    if (sscanf(line, "local %zu", &argument->local_bytes) == 1)
        argument->kind = ARGUMENT_LOCAL;
    else if (strncmp(line, "null", 4) == 0)
        argument->kind = ARGUMENT_NULL;
    else
        argument->kind = strncmp(line, "value", 5) == 0 ? ARGUMENT_VALUE : ARGUMENT_BUFFER;
    if (argument->kind == ARGUMENT_LOCAL || argument->kind == ARGUMENT_NULL)
        return CLSMEM_OK;
    snprintf(path, sizeof path, "%s/%zu.before", folder, index);
    return read_file(path, &argument->before);
}

static enum clsmem_status read_arguments(const char *folder, struct launch *launch)
{
    enum clsmem_status status = CLSMEM_OK;
    struct bytes list = { 0 };
    char path[PATH_ROOM];

    snprintf(path, sizeof path, "%s/arguments", folder);
    CHECK(read_file(path, &list));
    for (const char *line = list.data; *line; line += strcspn(line, "\n") + 1) {
        if (launch->count == MOST_ARGUMENTS)
            CHECK(clsmem_fail(CLSMEM_INVALID, "more than %d arguments", MOST_ARGUMENTS));
        CHECK(read_argument(folder, line, launch->count, &launch->arguments[launch->count]));
        launch->count++;
    }
out:
    free(list.data);
    return status;
}

/* "64,16": how many there are. */
static cl_uint read_sizes(const char *text, size_t sizes[3])
{
    cl_uint count = 0;

    for (char *end; count < 3 && *text; text = *end ? end + 1 : end)
        sizes[count++] = strtoull(text, &end, 10);
    return count;
}

static enum clsmem_status open_device(struct clsmem_device *device)
{
    const char *const asked = getenv("CLSMEM_TEST_DEVICE");
    struct clsmem_device_list list = { 0 };
    size_t *chosen = NULL, count = 0;
    enum clsmem_status status;

    CHECK(clsmem_device_list(&list));
    CHECK_ALLOC(chosen, (list.count + 1) * sizeof *chosen);
    CHECK(clsmem_device_select(&list, asked ? asked : "cpu", chosen, &count));
    CHECK(clsmem_device_open(&list.devices[chosen[0]], device));
out:
    free(chosen);
    clsmem_device_list_release(&list);
    return status;
}

static enum clsmem_status build(const struct clsmem_device *device, const char *path, const char *options,
                                cl_program *program)
{
    enum clsmem_status status = CLSMEM_OK;
    struct bytes text = { 0 };
    const char *start;
    cl_int error;

    CHECK(read_file(path, &text));
    start = text.data;
    CHECK_CL((*program = clCreateProgramWithSource(device->context, 1, &start, &text.count, &error), error),
             device->info.name, path);
    CHECK_CL(clBuildProgram(*program, 1, &device->info.device_id, options, NULL, NULL), device->info.name, path);
out:
    free(text.data);
    return status;
}

static enum clsmem_status set_argument(struct launch *launch, cl_kernel kernel, cl_uint index)
{
    enum clsmem_status status = CLSMEM_OK;
    struct argument *const argument = &launch->arguments[index];
    const char *const device = launch->device.info.name;
    cl_int error;

    switch (argument->kind) {
    case ARGUMENT_BUFFER:
        CHECK_CL((argument->buffer = clCreateBuffer(launch->device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                                    argument->before.count, argument->before.data, &error),
                  error),
                 device, "making a buffer");
        CHECK_CL(clSetKernelArg(kernel, index, sizeof argument->buffer, &argument->buffer), device, "setting it");
        break;
    case ARGUMENT_NULL:
        CHECK_CL(clSetKernelArg(kernel, index, sizeof argument->buffer, NULL), device, "setting a null pointer");
        break;
    case ARGUMENT_LOCAL:
        CHECK_CL(clSetKernelArg(kernel, index, argument->local_bytes, NULL), device, "setting local memory");
        break;
    case ARGUMENT_VALUE:
        CHECK_CL(clSetKernelArg(kernel, index, argument->before.count, argument->before.data), device,
                 "setting a value");
        break;
    }
out:
    return status;
}

static enum clsmem_status write_buffer(const struct launch *launch, cl_uint index, const char *folder)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct bytes *const bytes = &launch->arguments[index].before;
    char path[PATH_ROOM];
    FILE *file = NULL;

    CHECK_CL(clEnqueueReadBuffer(launch->device.queue, launch->arguments[index].buffer, CL_TRUE, 0, bytes->count,
                                 bytes->data, 0, NULL, NULL),
             launch->device.info.name, "reading a buffer");
    snprintf(path, sizeof path, "%s/%u.device", folder, index);
    file = fopen(path, "wb");
    if (!file || fwrite(bytes->data, 1, bytes->count, file) != bytes->count)
        CHECK(clsmem_fail(CLSMEM_IO, "cannot write %s", path));
out:
    if (file)
        fclose(file);
    return status;
}

static enum clsmem_status run(struct launch *launch, const char *folder, const char *path, const char *name,
                              const char *options)
{
    enum clsmem_status status = CLSMEM_OK;
    const char *const device = launch->device.info.name;
    cl_program program = NULL;
    cl_kernel kernel = NULL;
    cl_int error;

    CHECK(build(&launch->device, path, options, &program));
    CHECK_CL((kernel = clCreateKernel(program, name, &error), error), device, name);
    for (cl_uint i = 0; i < launch->count; i++)
        CHECK(set_argument(launch, kernel, i));
    CHECK_CL(clEnqueueNDRangeKernel(launch->device.queue, kernel, launch->dimensions, NULL, launch->global,
                                    launch->local, 0, NULL, NULL),
             device, name);
    for (cl_uint i = 0; i < launch->count; i++)
        if (launch->arguments[i].kind == ARGUMENT_BUFFER)
            CHECK(write_buffer(launch, i, folder));
out:
    if (kernel)
        clReleaseKernel(kernel);
    if (program)
        clReleaseProgram(program);
    return status;
}

static void release(struct launch *launch)
{
    for (cl_uint i = 0; i < launch->count; i++) {
        if (launch->arguments[i].buffer)
            clReleaseMemObject(launch->arguments[i].buffer);
        free(launch->arguments[i].before.data);
    }
    clsmem_device_close(&launch->device);
}

int main(int argc, char **argv)
{
    struct launch launch = { 0 };
    enum clsmem_status status;

    if (argc != 7) {
        fprintf(stderr, "FOLDER FILE.cl KERNEL BUILD_OPTIONS GLOBAL LOCAL\n");
        return 2;
    }
    launch.dimensions = read_sizes(argv[5], launch.global);
    read_sizes(argv[6], launch.local);
    CHECK(open_device(&launch.device));
    CHECK(read_arguments(argv[1], &launch));
    CHECK(run(&launch, argv[1], argv[2], argv[3], argv[4]));
out:
    release(&launch);
    if (status != CLSMEM_OK)
        fprintf(stderr, "%s\n", clsmem_error_text());
    return status == CLSMEM_OK ? 0 : status == CLSMEM_NO_DEVICE && !getenv("CLSMEM_TEST_DEVICE") ? EXIT_SKIPPED : 2;
}
