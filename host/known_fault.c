/* Faults of OpenCL implementations that variants are known to run into, by version. */
#include "clsmem/known_fault.h"

#include <stdlib.h>
#include <string.h>

/*
 * Barriers in loops of unlike length, partial work-groups and variants mixed up by -D, which PoCL is known for, have no
 * line here: no kernel has any of them.
 * Only what was seen, and what another implementation, or another method of the same one, computes rightly from the
 * same text. A row that is on the list and yet right says so, so that the list does not outlive the fault.
 */
static const struct clsmem_known_fault faults[] = {
    { "PoCL 5.0", "cbs", "gemm", "clblast",
      "PoCL's method cbs miscompiles CLBlast's product; its other methods do not" },
    { "PoCL 5.0", "cbs", "gemm", "async",
      "PoCL's method cbs miscompiles it where a tile is cut by the edge; its other methods and other devices do not, "
      "and Oclgrind finds no race" },
};

static bool is_under(const struct clsmem_known_fault *fault)
{
    const char *const method = getenv("POCL_WORK_GROUP_METHOD");

    return !fault->method || (method && strcmp(method, fault->method) == 0);
}

const struct clsmem_known_fault *clsmem_known_fault_find(const struct clsmem_device_info *device,
                                                         const struct clsmem_kernel *kernel,
                                                         const struct clsmem_variant *variant)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (strstr(device->platform_version, faults[i].platform) && is_under(&faults[i]) &&
            strcmp(faults[i].kernel, kernel->name) == 0 && strcmp(faults[i].variant, variant->name) == 0)
            return &faults[i];
    return NULL;
}
