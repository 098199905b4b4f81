/* Floating-point operations as NVIDIA's compiler counts them. */
#ifndef LINT_FUSE_H
#define LINT_FUSE_H

#include "clsmem/status.h"
#include "program.h"

enum lint_fuse {
    LINT_FUSE_NONE,
    LINT_FUSE_TAKEN,       /* a product that a sum takes in: counts nothing */
    LINT_FUSE_TAKES,       /* that sum: a multiply-add */
    LINT_FUSE_ADDS,        /* a product that is done as a sum */
    LINT_FUSE_ONE_PRODUCT, /* done by a unit for special functions, and one product */
};

/* *fuses: a byte for each instruction, enum lint_fuse. The caller frees it. */
enum clsmem_status lint_fuse_find(const struct lint_program *program, uint8_t **fuses);

#endif
