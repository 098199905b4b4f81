/* OpenCL C, by clang as a child process and LLVM in this one, read into the engine's program. */
#ifndef LINT_LLVM_H
#define LINT_LLVM_H

#include "clsmem/lint.h"
#include "program.h"

/* As clsmem_lint_has_compiler. */
bool lint_llvm_is_usable(char *why, size_t why_bytes);

/* As clsmem_lint_load: the kernel in the source's view. The caller releases the program; NULL after a failure. */
enum clsmem_status lint_llvm_read(const struct clsmem_lint_source *source, struct lint_program **program);

/* As clsmem_lint_kernels. */
enum clsmem_status lint_llvm_kernels(const struct clsmem_lint_source *source, char ***names, size_t *count);

#endif
