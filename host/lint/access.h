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
    /*
     * A read fills it with which bytes were ever written, instead of complaining; a write takes it over. So copies of
     * structs may move bytes between their members that nobody wrote. NULL otherwise.
     */
    uint8_t *marks;
    /* Of a load with several elements: for each of them, whether anybody reads it. NULL: all are read. */
    const uint8_t *is_read;
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

/* Counts what the lanes did together. */
void lint_visit_end(const struct lint_visit *visit, enum clsmem_bank_op op);

/* Notes that the record went to the object. */
void lint_access_note_object(struct lint_worker *worker, uint32_t number, const struct lint_place *place);

/* Whether all bytes were written that anybody reads: is_read as in struct lint_visit. */
bool lint_access_all_written(const uint8_t *written, uint64_t bytes, const uint8_t *is_read, unsigned element_bytes);

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

/* access_atomic.c, access_copy.c */
void lint_atomic_execute(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record);
void lint_copy_execute(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record);

#endif
