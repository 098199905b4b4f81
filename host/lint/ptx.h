/* PTX as NVIDIA's driver returns it from CL_PROGRAM_BINARIES, read into the engine's program. */
#ifndef LINT_PTX_H
#define LINT_PTX_H

#include "program.h"

/*
 * `text` ends with a NUL; `path` is for messages and places. `kernel` NULL: the only one. CLSMEM_INVALID: no such
 * kernel (the text lists those that are there), or an instruction that we lack, named with its line.
 * The caller releases the program; *program is NULL after a failure.
 */
enum clsmem_status lint_ptx_read(const char *text, const char *path, const char *kernel,
                                 struct lint_program **program);

/* Names of the kernels in their order; the caller frees each and the list. */
enum clsmem_status lint_ptx_kernels(const char *text, char ***names, size_t *count);

#endif
