/*
 * Which neighbouring accesses to local memory a compiler joins into wider ones, as NVIDIA's assembler does: accesses of
 * one basic block whose addresses differ by constants. The plan is made once for a program; what it comes to depends on
 * the addresses of each execution (count.c).
 */
#ifndef LINT_JOIN_H
#define LINT_JOIN_H

#include "program.h"

/* Accesses that are queued together, as the words of 4 bytes that they touch. */
struct lint_join_group {
    uint32_t first_word, word_count;
    unsigned known_align; /* a power of two up to 16: what the compiler can know of the group's alignment */
    bool is_declared;     /* it rests on declared alignment alone, not on where an array happens to lie */
};

struct lint_joins {
    struct lint_join_group *groups;
    size_t group_count;
    int64_t *words; /* distances in bytes from the group's first access; rising and distinct within a group */
    size_t word_count;
    /* Per instruction: the group that begins with it; LINT_JOINED: another one counts it; LINT_NONE: it is alone. */
    uint32_t *group_of;
};

#define LINT_JOINED (LINT_NONE - 1)

/* Empty joins, where nothing is joined, are zeroed. */
enum clsmem_status lint_joins_make(const struct lint_program *program, struct lint_joins *joins);
void lint_joins_release(struct lint_joins *joins);

#endif
