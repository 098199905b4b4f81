/* One host thread of the engine: the group that it runs, what it watches and what it counted. */
#ifndef LINT_WORKER_H
#define LINT_WORKER_H

#include "engine.h"
#include "shadow.h"

struct lint_page_shadows;
struct lint_patterns;

/* What was counted of one memory instruction (or of one side of a copy). */
struct lint_record {
    struct clsmem_lint_cost cost, joined;
    struct clsmem_lint_traffic traffic;
    enum lint_space space; /* where it went first; GENERIC: it was never executed */
    uint32_t object;
    bool has_many_objects;
    bool is_unknown; /* the bank class has no rule */
    unsigned joined_bytes;
    double worst;
    unsigned worst_passes, worst_ideal;
    struct clsmem_lint_item worst_item;
    uint64_t worst_group; /* linear */
};

/* A fault at a pair of places, however often it happened. */
struct lint_fault {
    enum clsmem_lint_finding_kind kind;
    uint32_t site, other_site;
    uint64_t count;
    uint64_t first_group; /* linear number of the group of the first time */
    bool has_items, has_other;
    struct clsmem_lint_item item, other_item;
    char text[256];
};

struct lint_barrier_record {
    uint64_t executions;
    bool is_needed;
};

/* Lanes that will run a block. */
struct lint_parked {
    uint32_t block;
    uint64_t mask;
};

/* Lanes that wait at a barrier. */
struct lint_waiting {
    uint32_t barrier, next;
    uint64_t mask;
};

struct lint_sub_group {
    uint32_t number, first_item, item_count;
    uint64_t *registers;      /* slot-major: lanes of one slot are next to one another */
    uint8_t *private_bytes;   /* lane-major */
    uint8_t *private_written; /* a byte for each */
    uint32_t sub_epoch;
    /* By falling block number: the last is the next to run. */
    struct lint_parked parked[LINT_MOST_LANES + 2];
    size_t parked_count;
    struct lint_waiting waiting[LINT_MOST_LANES];
    size_t waiting_count;
};

/* The values of all members of a group or a sub-group, in their order, while they are combined. */
struct lint_members {
    uint32_t count;
    uint64_t *values[LINT_MOST_GROUP_ITEMS];
    uint64_t results[LINT_MOST_GROUP_ITEMS];
};

struct lint_worker {
    struct lint_engine *engine;
    uint64_t group[3], group_number; /* that runs */
    struct lint_sub_group *sub_groups;
    struct lint_sub_group *current;

    /* Of the block that runs. */
    uint64_t mask;                       /* active lanes, as bits */
    uint64_t lane_mask[LINT_MOST_LANES]; /* all ones or 0 */
    uint64_t masked;                     /* the bits that lane_mask was made from */
    uint32_t step;                       /* grows with every memory instruction */
    uint64_t blocks_run;
    uint64_t work;     /* instructions since the clock was looked at */
    uint64_t *scratch; /* for moves that overlap */
    struct lint_members *members;

    uint8_t *local_bytes, *local_written;
    uint64_t local_unwritten; /* bytes of local memory that this group has not written yet */
    struct lint_shadow local_shadow;
    struct lint_page_shadows *pages; /* of global memory */
    uint32_t local_epoch, global_epoch;
    uint32_t local_barrier, global_barrier; /* that began the spans; LINT_NONE: the kernel's start */

    struct lint_patterns *patterns;
    struct lint_pending *pending; /* asynchronous copies that nobody has waited for */
    size_t pending_count, pending_capacity;
    uint32_t *copy_starts; /* per record: lanes of this group that have started the copy; NULL without copies */
    struct lint_record *records;
    struct lint_barrier_record *barriers;
    struct lint_fault *faults;
    size_t fault_count, fault_capacity;
    struct clsmem_lint_flops flops[3]; /* half, single, double */
    enum clsmem_status status;         /* of the thread; its text is in `error` */
    char error[512];
};

/* element.c: the operations of LINT_ELEMENT_OPS, EXTRACT and INSERT, under lane_mask. */
void lint_element_execute(struct lint_worker *worker, const struct lint_instruction *instruction);

/* access.c: everything that touches memory. */
void lint_access_execute(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record);

/* page_shadow.c: shadows of global memory, a page of LINT_PAGE_BYTES each. */
struct lint_page_shadows *lint_page_shadows_new(void);
void lint_page_shadows_release(struct lint_page_shadows *shadows);
/* NULL where memory is out. The shadow may be one of another page that no group watches any more. */
struct lint_shadow *lint_page_shadow(struct lint_page_shadows *shadows, uint32_t object, uint64_t page);
/* Between groups: shadows may serve other pages. */
void lint_page_shadows_recycle(struct lint_page_shadows *shadows);
void lint_page_shadows_clear(struct lint_page_shadows *shadows);

/* collective.c */
void lint_collective_sub_group(struct lint_worker *worker, const struct lint_instruction *instruction);
/* When all lanes wait at a barrier that belongs to a work-group function. */
void lint_collective_group(struct lint_worker *worker, const struct lint_barrier *barrier);
/* A barrier of the current sub-group alone. */
void lint_collective_sub_group_barrier(struct lint_worker *worker, const struct lint_instruction *instruction);

/* count.c: one access of the current sub-group, of which every lane touches `bytes`. */
struct lint_count {
    enum clsmem_bank_op op;
    enum lint_space space;
    unsigned bytes, align;
    uint64_t mask;
    const uint64_t *addresses; /* local: in the arena; global: any in which 256-byte lines are aligned */
    int32_t distance;          /* of a joined access from the first one of its group */
};
/* What accesses cost that were seen before; NULL where memory is out. Freed by free(). */
struct lint_patterns *lint_patterns_new(const struct clsmem_bank_class *bank_class);
void lint_count_access(struct lint_worker *worker, uint32_t record, const struct lint_count *count);
void lint_count_flops(struct lint_worker *worker, const struct lint_instruction *instruction);

/* step.c: runs the current sub-group until it waits or ends; false: it used up its turn. */
bool lint_step_run(struct lint_worker *worker, uint64_t turn);
void lint_step_park(struct lint_sub_group *sub_group, uint32_t block, uint64_t mask);

/* group.c */
void lint_group_run(struct lint_worker *worker, uint64_t number);
struct clsmem_lint_item lint_group_item(const struct lint_worker *worker, uint32_t item);

/* fault.c: notes a fault; `text` may be NULL, else it is a sentence of the first time. */
void lint_fault_add(struct lint_worker *worker, const struct lint_fault *fault);
/* Counts a fault that is known already; false where it is none. A loop may have millions, and words take their time. */
bool lint_fault_again(struct lint_worker *worker, enum clsmem_lint_finding_kind kind, uint32_t site,
                      uint32_t other_site);

/* Raises the engine's halt flag. */
void lint_engine_halt(struct lint_engine *engine, enum lint_halt halt, uint32_t site);
/* True when the engine is to give up; looks at clocks and flags. */
bool lint_engine_must_halt(struct lint_engine *engine, uint32_t site);

static inline uint64_t *lint_slot(const struct lint_worker *worker, uint32_t slot)
{
    const size_t lanes = worker->engine->lanes;

    return slot < LINT_FIRST_CONSTANT ? worker->current->registers + slot * lanes
                                      : worker->engine->constants + (slot - LINT_FIRST_CONSTANT) * lanes;
}

#endif
