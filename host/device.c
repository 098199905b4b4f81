/* OpenCL devices: the list of all, and one of them opened. */
#include "clsmem/device.h"

#include <stdio.h>
#include <stdlib.h>

#include "device_info.h"
#include "jump_cl.h"

/* cl_khr_icd's answer where there is no platform; some loaders say "0 platforms" instead. cl.h has no name for it. */
#define PLATFORM_NOT_FOUND_KHR (-1001)

static void list_add_broken(struct clsmem_device_list *list, cl_platform_id platform, const char *call, cl_int error)
{
    struct clsmem_broken_platform *const broken = &list->broken[list->broken_count++];

    broken->platform = list->platform_count;
    (void)clsmem_platform_text(platform, CL_PLATFORM_NAME, broken->name, sizeof broken->name);
    (void)snprintf(broken->reason, sizeof broken->reason, "%s failed: %s (%d)", call, clsmem_cl_error_name(error),
                   (int)error);
}

/* Appends the platform's devices; list->broken has room for one more. Fails only without memory. */
static enum clsmem_status list_add_platform(struct clsmem_device_list *list, cl_platform_id platform)
{
    enum clsmem_status status = CLSMEM_OK;
    cl_device_id *ids = NULL;
    cl_uint count = 0;
    cl_int error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);

    if (error == CL_DEVICE_NOT_FOUND || (error == CL_SUCCESS && count == 0))
        goto out; /* a driver without its hardware */
    if (error == CL_SUCCESS) {
        CHECK_ALLOC(ids, count * sizeof *ids);
        error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids, NULL);
    }
    if (error != CL_SUCCESS) {
        list_add_broken(list, platform, "clGetDeviceIDs", error);
        goto out;
    }

    const size_t bytes = (list->count + count) * sizeof *list->devices;
    struct clsmem_device_info *const devices = realloc(list->devices, bytes);

    if (!devices) {
        status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory for %zu bytes (the device list)", bytes);
        goto out;
    }
    list->devices = devices;
    for (cl_uint d = 0; d < count; d++) {
        struct clsmem_device_info *const info = &devices[list->count];

        *info = (struct clsmem_device_info){
            .platform_id = platform,
            .device_id = ids[d],
            .index = (unsigned)list->count,
            .platform = list->platform_count,
            .device = d,
        };
        clsmem_device_info_read(info);
        list->count++;
    }
out:
    free(ids);
    return status;
}

enum clsmem_status clsmem_device_list(struct clsmem_device_list *list)
{
    enum clsmem_status status = CLSMEM_OK;
    cl_platform_id *platforms = NULL;
    cl_uint count = 0;

    *list = (struct clsmem_device_list){ 0 };

    const cl_int error = clGetPlatformIDs(0, NULL, &count);

    if (error == PLATFORM_NOT_FOUND_KHR || (error == CL_SUCCESS && count == 0))
        goto out;
    if (error != CL_SUCCESS) {
        status = clsmem_fail_cl("clGetPlatformIDs", error, NULL, "counting platforms");
        goto out;
    }
    CHECK_ALLOC(platforms, count * sizeof *platforms);
    CHECK_ALLOC(list->broken, count * sizeof *list->broken);
    CHECK_CL(clGetPlatformIDs(count, platforms, NULL), NULL, "listing platforms");
    for (cl_uint p = 0; p < count; p++) {
        CHECK(list_add_platform(list, platforms[p]));
        list->platform_count++;
    }
out:
    free(platforms);
    return status;
}

void clsmem_device_list_release(struct clsmem_device_list *list)
{
    if (!list)
        return;
    free(list->devices);
    free(list->broken);
    *list = (struct clsmem_device_list){ 0 };
}

const char *clsmem_device_type_word(cl_device_type type)
{
    if (type & CL_DEVICE_TYPE_GPU)
        return "GPU";
    if (type & CL_DEVICE_TYPE_CPU)
        return "CPU";
    if (type & CL_DEVICE_TYPE_ACCELERATOR)
        return "accelerator";
    return "other";
}

enum clsmem_status clsmem_device_open(const struct clsmem_device_info *info, struct clsmem_device *device)
{
    enum clsmem_status status = CLSMEM_OK;
    cl_int error = CL_SUCCESS;
    const cl_command_queue_properties profiling = CL_QUEUE_PROFILING_ENABLE;
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)info->platform_id, 0 };

    *device = (struct clsmem_device){ .info = *info };
    if (info->broken[0]) {
        status =
            clsmem_fail(CLSMEM_DEVICE_FAILED, "device %u (%s) is broken: %s", info->index, info->name, info->broken);
        goto out;
    }
    CHECK_CL((device->context = clCreateContext(properties, 1, &info->device_id, NULL, NULL, &error), error),
             info->name, "opening it");
    CHECK_CL((device->queue = clCreateCommandQueue(device->context, info->device_id, profiling, &error), error),
             info->name, "opening it");

    /* Rows name the device that runs them, not the one that was wished for. */
    CHECK_CL(clGetCommandQueueInfo(device->queue, CL_QUEUE_DEVICE, sizeof device->info.device_id,
                                   &device->info.device_id, NULL),
             info->name, "asking its queue which device it feeds");
    clsmem_device_info_read(&device->info);
    if (device->info.broken[0])
        status = clsmem_fail(CLSMEM_DEVICE_FAILED, "device %u (%s) broke while it was opened: %s", info->index,
                             info->name, device->info.broken);
out:
    return status;
}

void clsmem_device_close(struct clsmem_device *device)
{
    if (!device)
        return;
    if (device->queue)
        (void)clReleaseCommandQueue(device->queue);
    if (device->context)
        (void)clReleaseContext(device->context);
    *device = (struct clsmem_device){ 0 };
}
