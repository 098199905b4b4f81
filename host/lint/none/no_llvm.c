/* Stands in for llvm*.c where clsmem is built without LLVM: kernels can be read from PTX only. */
#include "llvm.h"

#include <stdio.h>

static const char reason[] = "this clsmem was built without LLVM, so it cannot read OpenCL C";

bool lint_llvm_is_usable(char *why, size_t why_bytes)
{
    if (why)
        snprintf(why, why_bytes, "%s", reason);
    return false;
}

enum clsmem_status lint_llvm_read(const struct clsmem_lint_source *source, struct lint_program **program)
{
    (void)source;
    *program = NULL;
    return clsmem_fail(CLSMEM_NO_DEVICE, "%s", reason);
}

enum clsmem_status lint_llvm_kernels(const struct clsmem_lint_source *source, char ***names, size_t *count)
{
    (void)source;
    *names = NULL;
    *count = 0;
    return clsmem_fail(CLSMEM_NO_DEVICE, "%s", reason);
}
