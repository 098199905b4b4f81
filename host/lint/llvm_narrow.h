/* Components of vectors in memory, accessed as the source has them. */
#ifndef LINT_LLVM_NARROW_H
#define LINT_LLVM_NARROW_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/*
 * clang reads and writes all of v to set v.x, which would look like a race with another work-item that sets v.y, and
 * reads all of it to get v.x. Stores become stores of the elements that they set, and, if asked, loads of which one
 * element is used become loads of that.
 */
void lint_llvm_narrow(LLVMModuleRef module, LLVMValueRef function, bool loads_too);

#endif
