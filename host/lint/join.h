/*
 * Which neighbouring accesses to local memory a compiler joins into wider ones, as NVIDIA's assembler does: accesses of
 * one basic block whose addresses differ by constants. Elements that nobody uses are not fetched. The plan is made once for a program; what it comes to depends on
 * the addresses of each execution (count.c).
 */
#ifndef LINT_JOIN_H
#define LINT_JOIN_H

#include "program.h"

/* Accesses that are queued together, as the units that they touch. */
struct lint_join_group {
    uint32_t first_unit, unit_count;
    unsigned unit_bytes;  /* 2, 4 or 8 */
    unsigned known_align; /* a power of two up to 16: what the compiler can know of the group's alignment */
    bool is_declared;     /* it rests on declared alignment alone, not on where an array happens to lie */
};

/* How the lanes of an atomic whose address is the same for all of them are served. */
enum lint_join_lanes {
    LINT_LANES_APART,
    LINT_LANES_TOGETHER,        /* combined first: one lane goes to memory for all of them */
    LINT_LANES_TOGETHER_IF_ALL, /* the same where the whole sub-group is active */
};

struct lint_joins {
    struct lint_join_group *groups;
    size_t group_count;
    int64_t *units; /* distances in bytes from the group's first access; rising and distinct within a group */
    size_t unit_count;
    /* Per instruction: the group that begins with it; LINT_JOINED: another one counts it; LINT_NONE: it is alone. */
    uint32_t *group_of;
    uint8_t *lanes;    /* per instruction: enum lint_join_lanes */
    uint8_t *fuses;    /* per instruction: enum lint_fuse */
    uint8_t *elements; /* per instruction: how many of its results come to anything */
};

#define LINT_JOINED (LINT_NONE - 1)

/* Empty joins, where nothing is joined, are zeroed. */
enum clsmem_status lint_joins_make(const struct lint_program *program, struct lint_joins *joins);
void lint_joins_release(struct lint_joins *joins);

#endif
