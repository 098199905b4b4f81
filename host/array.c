/* An array in global memory between two guard zones, so that a store beside it is noticed. */
#include "array.h"

#include <stdlib.h>

#include "fill.h"
#include "jump_cl.h"

static const cl_uint poison = 0xffffffff;
static const cl_uint guard = 0xa5c35a3c;

static size_t data_bytes(const struct clsmem_array *array)
{
    return array->count * clsmem_type_bytes(array->type);
}

/* Fills want whole words; the guard behind the data begins at the next one. */
static size_t padded_bytes(const struct clsmem_array *array)
{
    return (data_bytes(array) + sizeof guard - 1) / sizeof guard * sizeof guard;
}

static enum clsmem_status fill(const struct clsmem_device *device, const struct clsmem_array *array, cl_uint word,
                               size_t offset, size_t bytes)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK_CL(clEnqueueFillBuffer(device->queue, array->whole, &word, sizeof word, offset, bytes, 0, NULL, NULL),
             device->info.name, "filling a buffer");
out:
    return status;
}

enum clsmem_status clsmem_array_create(const struct clsmem_device *device, enum clsmem_type type, size_t count,
                                       struct clsmem_array *array)
{
    enum clsmem_status status = CLSMEM_OK;
    cl_buffer_region region;
    cl_int error;

    *array = (struct clsmem_array){ .type = type, .count = count };
    region = (cl_buffer_region){ .origin = CLSMEM_GUARD_BYTES, .size = data_bytes(array) };
    CHECK_CL((array->whole = clCreateBuffer(device->context, CL_MEM_READ_WRITE,
                                            padded_bytes(array) + 2 * CLSMEM_GUARD_BYTES, NULL, &error),
              error),
             device->info.name, "allocating a buffer");
    CHECK_CL((array->data =
                  clCreateSubBuffer(array->whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error),
              error),
             device->info.name, "making the part of a buffer between its guards");
    CHECK(fill(device, array, guard, 0, CLSMEM_GUARD_BYTES));
    CHECK(fill(device, array, guard, CLSMEM_GUARD_BYTES + padded_bytes(array), CLSMEM_GUARD_BYTES));
out:
    return status;
}

void clsmem_array_release(struct clsmem_array *array)
{
    if (array->data)
        clReleaseMemObject(array->data);
    if (array->whole)
        clReleaseMemObject(array->whole);
    *array = (struct clsmem_array){ 0 };
}

enum clsmem_status clsmem_array_begin(const struct clsmem_device *device, enum clsmem_role role,
                                      const struct clsmem_array *array)
{
    return fill(device, array, role == CLSMEM_STATE ? 0 : poison, CLSMEM_GUARD_BYTES, padded_bytes(array));
}

enum clsmem_status clsmem_array_write(const struct clsmem_device *device, const struct clsmem_array *array,
                                      const double *values)
{
    enum clsmem_status status = CLSMEM_OK;
    void *bytes = NULL;

    CHECK_ALLOC(bytes, data_bytes(array));
    clsmem_encode(array->type, values, array->count, bytes);
    CHECK_CL(clEnqueueWriteBuffer(device->queue, array->data, CL_TRUE, 0, data_bytes(array), bytes, 0, NULL, NULL),
             device->info.name, "writing a buffer");
out:
    free(bytes);
    return status;
}

enum clsmem_status clsmem_array_read(const struct clsmem_device *device, const struct clsmem_array *array,
                                     double *values)
{
    enum clsmem_status status = CLSMEM_OK;
    void *bytes = NULL;

    CHECK_ALLOC(bytes, data_bytes(array));
    CHECK_CL(clEnqueueReadBuffer(device->queue, array->data, CL_TRUE, 0, data_bytes(array), bytes, 0, NULL, NULL),
             device->info.name, "reading a buffer");
    clsmem_decode(array->type, bytes, array->count, values);
out:
    free(bytes);
    return status;
}

enum clsmem_status clsmem_array_copy(const struct clsmem_device *device, const struct clsmem_array *from,
                                     const struct clsmem_array *to)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK_CL(clEnqueueCopyBuffer(device->queue, from->data, to->data, 0, 0, data_bytes(from), 0, NULL, NULL),
             device->info.name, "copying a buffer");
out:
    return status;
}

enum clsmem_status clsmem_array_check_guards(const struct clsmem_device *device, const struct clsmem_array *array)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t word_count = CLSMEM_GUARD_BYTES / sizeof guard;
    const size_t starts[2] = { 0, CLSMEM_GUARD_BYTES + padded_bytes(array) };
    cl_uint *words = NULL;

    CHECK_ALLOC(words, CLSMEM_GUARD_BYTES);
    for (size_t zone = 0; zone < 2; zone++) {
        CHECK_CL(clEnqueueReadBuffer(device->queue, array->whole, CL_TRUE, starts[zone], CLSMEM_GUARD_BYTES, words, 0,
                                     NULL, NULL),
                 device->info.name, "reading a guard zone");
        for (size_t i = 0; i < word_count; i++) {
            if (words[i] != guard) {
                const size_t distance = (zone == 0 ? word_count - i : i) * sizeof guard;

                status = clsmem_fail(CLSMEM_WRONG, "wrote outside a buffer, about %zu bytes %s it", distance,
                                     zone == 0 ? "before" : "behind");
                goto out;
            }
        }
    }
out:
    free(words);
    return status;
}
