/* Build options as clBuildProgram takes them, turned into clang's. */
#ifndef LINT_LLVM_OPTIONS_H
#define LINT_LLVM_OPTIONS_H

#include "clsmem/status.h"
#include "llvm_words.h"

/*
 * Adds to `words` what clang has to see of `options` (NULL: none), its -cl-std= among it, and the macro
 * __OPENCL_VERSION__ that goes with it. Words are parted by blanks; quotes and backslashes keep them together as in a
 * shell. Options of one vendor's compiler are dropped, and those that would change what a view looks like.
 * CLSMEM_INVALID: a quote that does not end, an option that lacks its value, or something that is no option.
 */
enum clsmem_status lint_llvm_options(const char *options, struct llvm_words *words);

#endif
