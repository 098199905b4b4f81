/* What becomes of the values that slots hold, over the whole program. */
#ifndef LINT_USES_H
#define LINT_USES_H

#include "program.h"

enum lint_use {
    LINT_IS_USED = 1,     /* something that can be seen from outside comes of it */
    LINT_USED_NARROW = 2, /* as 16 bits: stored so, or computed with, other than by extending it with zeros */
};

/* `uses` has a byte for each slot of the program: enum lint_use, or-ed. */
void lint_uses_find(const struct lint_program *program, uint8_t *uses);

#endif
