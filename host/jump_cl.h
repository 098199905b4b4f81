/* The jump for calls of OpenCL: what failed, where, and while doing what. */
#ifndef CLSMEM_JUMP_CL_H
#define CLSMEM_JUMP_CL_H

#include "clsmem/device.h"
#include "jump.h"

/*
 * Sets the error text "CALL failed on DEVICE while DOING: CL_NAME (code)" and returns CLSMEM_DEVICE_FAILED; `call` may
 * carry its arguments, and device_name may be NULL.
 */
enum clsmem_status clsmem_fail_cl(const char *call, cl_int error, const char *device_name, const char *doing);

/* The name of a code that CLBlast returned: its own, or OpenCL's, which it hands through. */
const char *clsmem_clblast_error_name(cl_int error);

/* For calls that hand out their error by pointer: CHECK_CL((object = clCreate...(&error), error), ...). */
#define CHECK_CL(call, device_name, doing)                                                                            \
    do {                                                                                                              \
        const cl_int check_error = (call);                                                                            \
        if (check_error != CL_SUCCESS) {                                                                              \
            status = clsmem_fail_cl(#call, check_error, device_name, doing);                                          \
            goto out;                                                                                                 \
        }                                                                                                             \
    } while (0)

#endif
