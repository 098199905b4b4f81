/* What clang notes at a kernel's function. */
#ifndef LINT_LLVM_METADATA_H
#define LINT_LLVM_METADATA_H

#include <llvm-c/Core.h>
#include <stdint.h>

/* The metadata node of that kind at a function, or NULL. */
LLVMValueRef lint_llvm_function_node(LLVMValueRef function, const char *kind);

/* reqd_work_group_size; zeros where the kernel has none. */
void lint_llvm_required_local(LLVMValueRef kernel, uint64_t required[3]);

#endif
