/* Every call of CLBlast. Built without it, only clsmem_clblast_available may be called. */
#ifndef CLSMEM_CLBLAST_H
#define CLSMEM_CLBLAST_H

#include <stdbool.h>

#include "clsmem/kernel.h"

bool clsmem_clblast_available(void);

/*
 * Enqueues a call; `buffers` are the plan's. CLBlast's event would cover only the last of its kernels, so there is
 * none: time it by the host clock.
 */
enum clsmem_status clsmem_clblast_enqueue(const struct clsmem_device *device, const struct clsmem_blas_call *call,
                                          enum clsmem_type type, const cl_mem *buffers);

/* Forgets the programs that CLBlast keeps for contexts, before these are released. */
void clsmem_clblast_forget(void);

#endif
