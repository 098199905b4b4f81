/* An integer expression that is computed in a wider type than the source has it, as NVIDIA's optimiser does. */
#ifndef LINT_LLVM_WIDEN_H
#define LINT_LLVM_WIDEN_H

#include <llvm-c/Core.h>

/*
 * Where a uint that comes of a size_t (an id, say) is computed and then used as an index, in one expression, NVIDIA's
 * optimiser computes all of it in 64 bits and cuts off the upper half in the end. Its assembler does not see through
 * that: such addresses have no known distance. LLVM would do the same, had it not found common subexpressions before.
 */
void lint_llvm_widen(LLVMValueRef function);

/* After the passes: cuts as LLVM has them. */
void lint_llvm_unwiden(LLVMValueRef function);

#endif
