/* Faults of OpenCL implementations that variants are known to run into, by version. */
#ifndef CLSMEM_KNOWN_FAULT_H
#define CLSMEM_KNOWN_FAULT_H

#include "clsmem/device.h"
#include "clsmem/kernel.h"

/* A fault of an OpenCL implementation: what it gets wrong, and where. */
struct clsmem_known_fault {
    const char *platform; /* part of CL_PLATFORM_VERSION: "PoCL 5.0" */
    const char *method;   /* value of POCL_WORK_GROUP_METHOD that brings it out; NULL: any */
    const char *kernel, *variant;
    const char *reason; /* what is wrong, and how it is known that the kernel is not */
};

/* The first of the list that is of this device, under this environment, and of the variant; NULL: none. */
const struct clsmem_known_fault *clsmem_known_fault_find(const struct clsmem_device_info *device,
                                                         const struct clsmem_kernel *kernel,
                                                         const struct clsmem_variant *variant);

#endif
