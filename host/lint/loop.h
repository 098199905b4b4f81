/* Loops of one block, and how often they go round. */
#ifndef LINT_LOOP_H
#define LINT_LOOP_H

#include "program.h"
#include "reach.h"

/* A loop that goes on while `slot` + `offset` compares with `bound` as `op` says; each round adds `step` to the slot. */
struct lint_loop {
    uint32_t block;
    uint32_t self_edge, exit_edge;
    uint32_t slot;
    int64_t offset, step;
    enum lint_op op; /* LT, LE: slot below bound where step > 0, above it where step < 0; NE */
    unsigned bits;
    uint32_t bound;  /* slot that the loop does not write */
    uint64_t rounds; /* where start and bound are constants; else 0 */
};

/* Whether the block is such a loop. */
bool lint_loop_find(const struct lint_program *program, const struct lint_reach *reach, uint32_t block,
                    struct lint_loop *loop);

#endif
