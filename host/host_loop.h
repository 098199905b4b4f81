/* The plain C loops that kernels are held against: run on the host's own threads, over the plan's buffers. */
#ifndef CLSMEM_HOST_LOOP_H
#define CLSMEM_HOST_LOOP_H

#include "clsmem/device.h"
#include "clsmem/kernel.h"

/*
 * Runs the variant's loop `times` times in as many threads as the device, a CPU, has compute units, and waits for the
 * end. `memories` are the plan's buffers. Time it by the host's clock.
 */
enum clsmem_status clsmem_host_loop_run(const struct clsmem_device *device, const struct clsmem_variant *variant,
                                        const struct clsmem_problem *problem, const struct clsmem_plan *plan,
                                        const cl_mem *memories, unsigned times);

#endif
