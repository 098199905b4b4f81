/* Every call of CLBlast, and what its codes mean. Built without it, every routine is skipped. */
#ifndef CLSMEM_CLBLAST_H
#define CLSMEM_CLBLAST_H

#include <stdbool.h>

#include "clsmem/kernel.h"

bool clsmem_clblast_available(void);

/* Whether it is available and has a routine for this case of the family. */
bool clsmem_clblast_has(const struct clsmem_kernel *kernel, const struct clsmem_problem *problem);

/*
 * Enqueues a call; `buffers` are the plan's. CLBlast's event would cover only the last of its kernels, so there is
 * none: time it by the host clock.
 */
enum clsmem_status clsmem_clblast_enqueue(const struct clsmem_device *device, const struct clsmem_blas_call *call,
                                          enum clsmem_type type, const cl_mem *buffers);

/* What a code of CLBlast's other than success means for the row, with its text set. */
enum clsmem_status clsmem_clblast_fail(int code, const char *device_name);

/* Forgets the programs that CLBlast keeps for contexts, before these are released. */
void clsmem_clblast_forget(void);

#endif
