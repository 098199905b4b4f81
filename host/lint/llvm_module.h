/* LLVM's module of one source file: parsed, made ready for a view, and asked for its kernels. */
#ifndef LINT_LLVM_MODULE_H
#define LINT_LLVM_MODULE_H

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include "clsmem/lint.h"
#include "llvm_view.h"

struct llvm_module {
    const struct llvm_view *view;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetMachineRef machine; /* NULL in the source's view */
};

/* Compiles and parses. Release it in any case. */
enum clsmem_status lint_llvm_module_open(const struct clsmem_lint_source *source, const struct llvm_view *view,
                                         struct llvm_module *module);
void lint_llvm_module_close(struct llvm_module *module);

/* The function of a kernel, by name or as the only one; the text of CLSMEM_INVALID names those that are there. */
enum clsmem_status lint_llvm_module_kernel(const struct llvm_module *module, const struct clsmem_lint_source *source,
                                           LLVMValueRef *kernel);
bool lint_llvm_is_kernel(LLVMValueRef function);

/*
 * Inlines every helper function into the kernel and simplifies it: hardly in the source's view, where each access
 * keeps its place and two barriers stay two, and as the compiler of a device does in the other views.
 */
enum clsmem_status lint_llvm_module_prepare(struct llvm_module *module, LLVMValueRef kernel);

#endif
