/*
 * The three jumps of the library. A function that uses them has a local `enum clsmem_status status` and one label
 * `out:` where it releases what it holds; success and failure leave by the same door.
 */
#ifndef CLSMEM_JUMP_H
#define CLSMEM_JUMP_H

#include "clsmem/device.h"
#include "clsmem/status.h"

/* Sets the error text "CALL failed on DEVICE while DOING: CL_NAME (code)"; `call` may carry its arguments. */
enum clsmem_status clsmem_fail_cl(const char *call, cl_int error, const char *device_name, const char *doing);

#define CHECK(call)                                                                                                   \
    do {                                                                                                              \
        status = (call);                                                                                              \
        if (status != CLSMEM_OK)                                                                                      \
            goto out;                                                                                                 \
    } while (0)

/* For calls that return their cl_int. Those that hand it out by pointer: CHECK_CL((object = clCreate...(&error), error), ...). */
#define CHECK_CL(call, device_name, doing)                                                                            \
    do {                                                                                                              \
        const cl_int check_error = (call);                                                                            \
        if (check_error != CL_SUCCESS) {                                                                              \
            status = clsmem_fail_cl(#call, check_error, device_name, doing);                                          \
            goto out;                                                                                                 \
        }                                                                                                             \
    } while (0)

#define CHECK_ALLOC(pointer, bytes)                                                                                   \
    do {                                                                                                              \
        if (!((pointer) = malloc(bytes))) {                                                                           \
            status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory for %zu bytes (%s)", (size_t)(bytes), #pointer);        \
            goto out;                                                                                                 \
        }                                                                                                             \
    } while (0)

#endif
