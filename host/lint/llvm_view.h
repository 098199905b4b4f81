/* What each view asks of clang and LLVM. */
#ifndef LINT_LLVM_VIEW_H
#define LINT_LLVM_VIEW_H

#include "program.h"

enum llvm_maker { LLVM_MAKER_NONE, LLVM_MAKER_NVIDIA, LLVM_MAKER_AMD };

#define LINT_LLVM_SPACES 6 /* numbers of address spaces from 0 on */

struct llvm_view {
    const char *name;
    enum llvm_maker maker; /* NONE: the source as it stands, hardly touched by passes */
    const char *triple, *cpu, *features;
    int least_major; /* of LLVM, that knows the processor */
    enum lint_space spaces[LINT_LLVM_SPACES];
};

/* The view of clsmem-lint's name, or NULL: it is none of OpenCL C's. */
const struct llvm_view *lint_llvm_view(const char *name);

#endif
