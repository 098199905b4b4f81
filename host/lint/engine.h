/*
 * The lock-step engine: runs work-groups of a program, sub-group by sub-group, all lanes of a sub-group in step.
 *
 * engine.c   a launch made ready: layout of local and private memory, constants, limits; then groups over host threads
 * group.c    one work-group: which sub-group runs, barriers, work-group functions
 * step.c     one sub-group: blocks, masks, edges
 * element.c  operations that work lane by lane on registers
 * access.c   loads, stores, atomics, copies: where they go, what they find there
 * shadow.c   who touched which bytes since the last barrier
 * count.c    what accesses cost
 */
#ifndef LINT_ENGINE_H
#define LINT_ENGINE_H

#include <pthread.h>
#include <stdatomic.h>

#include "argument.h"
#include "clsmem/lint.h"
#include "memory.h"
#include "program.h"

#define LINT_MOST_LANES CLSMEM_MAX_LANES
/* One number behind these is that of asynchronous copies, in a sub-group of its own whatever the lanes. */
#define LINT_MOST_GROUP_ITEMS (8191 - LINT_MOST_LANES)
#define LINT_COPY_ITEM 8191

/* An object of local memory, or of a lane's private memory, as laid out. */
struct lint_object {
    const char *name;
    uint64_t base, bytes;
    unsigned align; /* promised by the program */
};

struct lint_layout {
    struct lint_object *objects;
    size_t count;
    uint64_t bytes; /* of all, with the gaps between */
};

/* Neighbouring accesses that a compiler would join; made by join.c. */
struct lint_joins;

/* What reads a slot. */
enum lint_read {
    LINT_READ = 1, /* an instruction, a move or a branch */
    LINT_USED = 2, /* other than to keep it elsewhere in local or private memory */
};

/* A launch made ready. Nothing of it changes while groups run, but the memory and the flags. */
struct lint_engine {
    const struct lint_program *program;
    const struct clsmem_bank_class *bank_class;
    unsigned lanes;
    size_t dimensions;
    uint64_t global[3], local[3], offset[3], groups[3];
    uint64_t group_total;
    uint32_t group_items, sub_groups;

    struct lint_memory memory; /* arguments' buffers, then constant and global arrays */
    struct lint_arguments arguments;
    struct lint_layout local_layout, private_layout;
    uint64_t *array_addresses; /* one an array of the program; private and local ones too */
    uint64_t *constants;       /* `lanes` copies of each */
    const struct lint_joins *joins;
    uint8_t *reads; /* per slot: enum lint_read, or-ed */

    /* Per instruction: its record, LINT_NONE for those that touch no memory. Copies have two in a row: load, store. */
    uint32_t *records;
    uint32_t *record_instructions; /* the way back */
    uint32_t record_count;

    double deadline_at;       /* by lint_engine_clock; 0: none */
    volatile const int *stop; /* may be NULL */
    atomic_int halt;          /* enum lint_halt: the first reason to give up */
    atomic_uint halt_site;
    atomic_ullong next_group; /* place in the list of groups to run */
    pthread_mutex_t *atomics; /* held during an atomic access */
    bool has_ordered_atomics; /* what atomics return depends on the order of groups, so groups run one by one */
};

enum lint_halt { LINT_GO_ON, LINT_HALT_DEADLINE, LINT_HALT_STOPPED, LINT_HALT_MEMORY };

/* Seconds from some moment on. */
double lint_engine_clock(void);

/*
 * Makes a launch ready; fails as clsmem_lint_run does. The engine owns what it makes and is released by its caller,
 * also after a failure; program, joins and class stay the caller's.
 */
enum clsmem_status lint_engine_prepare(struct lint_engine *engine, const struct lint_program *program,
                                       const struct lint_joins *joins, const struct clsmem_lint_launch *launch,
                                       const struct clsmem_lint_options *options);
void lint_engine_release(struct lint_engine *engine);

/* engine_slots.c: fills engine->reads. */
enum clsmem_status lint_engine_find_reads(struct lint_engine *engine);

struct lint_worker;

/*
 * Runs the groups that the options select, on as many host threads as they say. *workers are what the threads counted,
 * to be released by lint_workers_release, also after a failure.
 */
enum clsmem_status lint_engine_run(struct lint_engine *engine, const struct clsmem_lint_options *options,
                                   struct lint_worker **workers, size_t *worker_count, uint64_t *groups_run);
void lint_workers_release(struct lint_worker *workers, size_t count);

/* What one worker counted, as a report; `workers[0]` takes up what the others have. */
enum clsmem_status lint_report_make(struct lint_engine *engine, struct lint_worker *workers, size_t worker_count,
                                    struct clsmem_lint_report *report);

/* Gets the memory as the kernel left it, before it is released: for tests that compare buffers. */
typedef void lint_memory_reader(void *context, struct lint_memory *memory, const struct lint_arguments *arguments);

/* clsmem_lint_run with a look at the memory; `reader` may be NULL. */
enum clsmem_status lint_run_keeping(const struct clsmem_lint_kernel *kernel, const struct clsmem_lint_launch *launch,
                                    const struct clsmem_lint_options *options, struct clsmem_lint_report **report,
                                    lint_memory_reader *reader, void *context);

#endif
