/* One memory instruction of a sub-group, visited lane by lane. */
#ifndef LINT_ACCESS_H
#define LINT_ACCESS_H

#include <string.h>

#include "worker.h"

struct lint_visit {
    struct lint_worker *worker;
    uint32_t site, record, step;
    lint_touch local_touch, global_touch; /* without item and atomic */
    enum lint_space space;                /* GENERIC: addresses tell */
    unsigned align;                       /* promised */
    uint64_t bytes;                       /* of each lane */
    bool is_write, is_atomic;
    bool is_async; /* by nobody in the group: work-items have to wait for it */
    /*
     * A read fills it with which bytes were ever written, instead of complaining; a write takes it over. So copies of
     * structs may move bytes between their members that nobody wrote. NULL otherwise.
     */
    uint8_t *marks;
    /* Of a load: for each element, enum lint_read. NULL: all are read. */
    const uint8_t *reads;
    unsigned element_bytes;
    /* Of atomics, which are writes: gets what memory holds in `data` and leaves there what it is to hold. */
    void (*modify)(const struct lint_visit *visit, unsigned lane, void *data);
    const void *context;
    uint64_t local_mask, global_mask; /* lanes that went there */
    uint64_t local_addresses[LINT_MOST_LANES], global_addresses[LINT_MOST_LANES];
};

/* Then the caller sets space, align, bytes, is_write and is_atomic. */
void lint_visit_begin(struct lint_visit *visit, struct lint_worker *worker, uint32_t site, uint32_t record);

/*
 * One lane: checks, watches, and moves visit->bytes between memory and `data`, which is at least that large. False, and
 * nothing moved, where the access goes nowhere; it has been reported.
 */
bool lint_visit_lane(struct lint_visit *visit, unsigned lane, uint64_t address, void *data);

/* Only what concerns races, at a place within a local or global object. */
void lint_visit_watch(const struct lint_visit *visit, unsigned lane, const struct lint_place *place);

/* Counts what the lanes did together. */
void lint_visit_end(const struct lint_visit *visit, enum clsmem_bank_op op);

/* Notes that the record went to the object. */
void lint_access_note_object(struct lint_worker *worker, uint32_t number, const struct lint_place *place);

/* Whether marks are set for all bytes: the usual case, without a look at who reads what. */
static inline bool lint_access_is_marked(const uint8_t *written, uint64_t bytes)
{
    uint64_t marks = 0;

    if (bytes == 4) {
        memcpy(&marks, written, 4);
        return marks == 0x01010101u;
    }
    for (uint64_t i = 0; i < bytes; i++)
        if (!written[i])
            return false;
    return true;
}

/*
 * Whether what a load reads was written, as far as it matters: reads as in struct lint_visit. Elements that are only
 * kept elsewhere may lack bytes, since compilers copy structs with the gaps between their members; in private memory
 * that goes for gaps of single bytes too.
 */
bool lint_access_is_written(const uint8_t *written, uint64_t bytes, const uint8_t *reads, unsigned element_bytes,
                            enum lint_space space);

/* memcpy that is one instruction for the usual sizes. */
static inline void lint_copy_bytes(void *to, const void *from, uint64_t bytes)
{
    switch (bytes) {
    case 4:
        memcpy(to, from, 4);
        break;
    case 8:
        memcpy(to, from, 8);
        break;
    case 1:
        memcpy(to, from, 1);
        break;
    case 2:
        memcpy(to, from, 2);
        break;
    default:
        memcpy(to, from, bytes);
    }
}

/* What an atomic leaves in memory; also how collectives combine values. */
uint64_t lint_atomic_combine(enum lint_atomic atomic, unsigned bits, uint64_t old, uint64_t operand);

/* What one lane of a visit is held against others as: the work-item, or the asynchronous copy. */
static inline uint32_t lint_visit_item(const struct lint_visit *visit, unsigned lane)
{
    return visit->is_async ? LINT_COPY_ITEM : visit->worker->current->first_item + lane;
}

/* Bytes on their way from one place to another, and which of them were ever written. */
#define LINT_WIDEST_PIECE 16
struct lint_piece {
    uint8_t data[LINT_MOST_LANES][LINT_WIDEST_PIECE], marks[LINT_MOST_LANES][LINT_WIDEST_PIECE];
};

/* One side of one piece: lanes of the mask, each at its address and `offset`. */
void lint_visit_piece(struct lint_visit *visit, uint64_t mask, const uint64_t *addresses, uint64_t offset,
                      struct lint_piece *piece);

/* Notes once more what asynchronous copies touch that nobody has waited for yet: a barrier does not end them. */
void lint_async_renew(struct lint_worker *worker);
/* wait_group_events: nothing is on its way any more. */
void lint_async_forget(struct lint_worker *worker);

/* When a group has ended: copies that not all of its work-items have started. */
void lint_async_finish(struct lint_worker *worker);

/* access_atomic.c, access_copy.c, access_async.c */
void lint_atomic_execute(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record);
void lint_copy_execute(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record);
void lint_async_execute(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record);

#endif
