/* clang as a child process. */
#ifndef LINT_LLVM_CLANG_H
#define LINT_LLVM_CLANG_H

#include "clsmem/lint.h"
#include "llvm_view.h"

/* The clang of CLSMEM_CLANG in the environment, else the one that clsmem was built for, and whether it will do. */
enum clsmem_status lint_llvm_clang_check(void);

/*
 * Compiles a file for the view's target, without any optimisation, to LLVM's bitcode; the caller frees it.
 * CLSMEM_BUILD_FAILED: the text is clang's, from its first error on. CLSMEM_IO: no such file. CLSMEM_NO_DEVICE: no
 * clang, or one of another version than LLVM's here.
 */
enum clsmem_status lint_llvm_clang_compile(const struct clsmem_lint_source *source, const struct llvm_view *view,
                                           char **bitcode, size_t *bytes);

#endif
