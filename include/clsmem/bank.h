/*
 * What one local-memory access of a sub-group costs, by the model
 *
 *     passes = sum over lane groups of the largest number of distinct words that one bank has to serve,
 *     bank of a word = word mod banks,   word = byte address / bank width,
 *
 * where the class says which lanes form a group for the operation and the width (bank_class.h). For nv_cc5plus this
 * gives the hardware counters of compute capability 9.0 exactly (tests/oracles/nvidia_cc90_wavefronts.tsv).
 */
#ifndef CLSMEM_BANK_H
#define CLSMEM_BANK_H

#include "clsmem/bank_class.h"

/* One access: what every lane of a sub-group touches in one instruction. */
struct clsmem_bank_access {
    enum clsmem_bank_op op;
    unsigned bytes;            /* that each lane touches: 1, 2, 4, 8, 16, or 12 where the class has such an access */
    unsigned lanes;            /* 1 to CLSMEM_MAX_LANES */
    uint64_t active;           /* bit l: lane l takes part; bits from `lanes` on do not count */
    const uint32_t *addresses; /* in bytes, one a lane; those of inactive lanes do not count */
};

/* What an access costs. */
struct clsmem_bank_cost {
    bool known;      /* false: the class says nothing of such an access, and the numbers are 0 */
    bool merged;     /* the pairs agree, so fewer and larger groups served */
    unsigned passes; /* 0 when no lane is active */
    /*
     * Passes of a conflict-free access of that width by these lanes: one for each group (after merging) that has an
     * active lane, in as many turns as the rule says.
     */
    unsigned ideal;
    unsigned conflicts; /* what the vendors' counters of conflicts count: passes - ideal, turns counted once */
};

/* One word served by one bank in one pass. */
struct clsmem_bank_service {
    unsigned pass; /* 0-based over the whole access */
    unsigned bank;
    uint32_t address; /* of the word, in bytes */
    uint64_t lanes;   /* that get it */
};

#define CLSMEM_MAX_SERVICES (CLSMEM_MAX_LANES * 4)

/* All that the banks do for one access. Words of a pass and bank stand in the order of the lanes that ask for them. */
struct clsmem_bank_map {
    size_t count;
    struct clsmem_bank_service services[CLSMEM_MAX_SERVICES];
};

/*
 * Whether the access makes sense for the class: its width, its lanes, its alignment (to its width; 12 bytes to 4).
 * CLSMEM_INVALID names what does not. Costs of accesses that make no sense mean nothing.
 */
enum clsmem_status clsmem_bank_check(const struct clsmem_bank_class *bank_class,
                                     const struct clsmem_bank_access *access);

/*
 * The cost; `map`, unless NULL, gets who serves what when. Hardware need not keep the map's order: it serves each
 * group's lanes first come, first served, as AMD's guide describes.
 */
struct clsmem_bank_cost clsmem_bank_cost(const struct clsmem_bank_class *bank_class,
                                         const struct clsmem_bank_access *access, struct clsmem_bank_map *map);

/* passes / ideal; NAN where nothing is known or no lane is active. */
double clsmem_bank_degree(const struct clsmem_bank_cost *cost);

#endif
