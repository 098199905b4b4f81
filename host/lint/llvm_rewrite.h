/* OpenCL's builtins as LLVM's instructions and intrinsics, where an optimiser has to see through them. */
#ifndef LINT_LLVM_REWRITE_H
#define LINT_LLVM_REWRITE_H

#include <llvm-c/Core.h>

#include "llvm_view.h"

/*
 * In all functions of the module, for the target of `view`. `kernel` tells the work-group's size where it requires
 * one. The ids of work-items, barriers (llvm.nvvm.barrier.n, whose number is here the barrier's flags), simple
 * arithmetic, vload and vstore, and the atomics of OpenCL 1; what is left stays a call.
 */
void lint_llvm_rewrite(LLVMModuleRef module, LLVMValueRef kernel, const struct llvm_view *view);

#endif
