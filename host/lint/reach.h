/* Which instruction of the same block makes the value that an operand has. */
#ifndef LINT_REACH_H
#define LINT_REACH_H

#include "clsmem/status.h"
#include "program.h"

/* Instructions are numbers; LINT_NONE: the value is the one that the slot has where the block begins. */
struct lint_reach {
    uint32_t (*operands)[2]; /* per instruction: of a and b */
    uint32_t *moves;         /* per move: of what it copies, at the end of its block */
    uint32_t *blocks;        /* per instruction */
    uint32_t *move_blocks;   /* per move: that it leaves; LINT_NONE: one that was dropped */
    bool *is_last; /* per instruction: what it puts into its first result may be there where another block begins */
};

enum clsmem_status lint_reach_find(const struct lint_program *program, struct lint_reach *reach);
void lint_reach_release(struct lint_reach *reach);

#endif
