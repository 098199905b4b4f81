/* What the rewriters of OpenCL's builtins share: the call that one is working at. */
#ifndef LINT_LLVM_REWRITER_H
#define LINT_LLVM_REWRITER_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "llvm_view.h"

#define LINT_LLVM_MOST_ARGUMENTS 4

/* A builtin's call that is to be replaced; the builder stands before it. */
struct llvm_rewrite {
    LLVMModuleRef module;
    LLVMContextRef context;
    const struct llvm_view *view;
    LLVMBuilderRef builder;
    uint64_t required[3]; /* size of the work-group; zeros: any */
    LLVMValueRef arguments[LINT_LLVM_MOST_ARGUMENTS];
    unsigned argument_count;
    LLVMTypeRef type; /* of the result */
    bool is_signed;   /* the first argument's elements, where they are integers */
};

/* A call of an intrinsic; `overload` NULL where it has but one form. NULL: LLVM has no such intrinsic. */
LLVMValueRef lint_llvm_intrinsic(const struct llvm_rewrite *rewrite, const char *name, LLVMTypeRef overload,
                                 const LLVMValueRef *arguments, unsigned count);

/* What the builtin of that name gives, by instructions before its call; NULL: it stays a call. */
LLVMValueRef lint_llvm_rewrite_id(const struct llvm_rewrite *rewrite, const char *name);
LLVMValueRef lint_llvm_rewrite_memory(const struct llvm_rewrite *rewrite, const char *name);
LLVMValueRef lint_llvm_rewrite_math(const struct llvm_rewrite *rewrite, const char *name);

#endif
