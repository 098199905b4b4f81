/*
 * Who touched which bytes since the last barrier, and in the span before it: what races, and which barriers are needed.
 * A cell stands for four bytes until something smaller or misaligned is accessed; from then on for one.
 */
#ifndef LINT_SHADOW_H
#define LINT_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "clsmem/status.h"

/*
 * One access of one work-item: epoch (spans between barriers, 24 bits), sub-epoch (spans between barriers of its
 * sub-group, 8 bits), work-item (13), record (18) and whether it is atomic. 0 is no access: epochs count from 1.
 */
typedef uint64_t lint_touch;

#define LINT_LAST_EPOCH ((1u << 24) - 4)
#define LINT_MOST_RECORDS (1u << 18)

static inline lint_touch lint_touch_pack(uint32_t epoch, uint32_t sub_epoch, uint32_t item, uint32_t record,
                                         bool is_atomic)
{
    return (uint64_t)epoch << 40 | (uint64_t)(sub_epoch & 255) << 32 | (uint64_t)item << 19 | (uint64_t)record << 1 |
           is_atomic;
}

static inline uint32_t lint_touch_epoch(lint_touch touch)
{
    return (uint32_t)(touch >> 40);
}

static inline uint32_t lint_touch_item(lint_touch touch)
{
    return (uint32_t)(touch >> 19) & 8191;
}

static inline uint32_t lint_touch_record(lint_touch touch)
{
    return (uint32_t)(touch >> 1) & (LINT_MOST_RECORDS - 1);
}

/* What an access is held against. */
struct lint_watch {
    lint_touch touch;
    uint32_t step;  /* number of the executed instruction; accesses of one instruction share it */
    uint32_t lanes; /* of a sub-group */
};

enum lint_clash { LINT_NO_CLASH, LINT_CLASH_WRITE_WRITE, LINT_CLASH_READ_WRITE };

struct lint_verdict {
    enum lint_clash clash;
    lint_touch other;
    bool is_same_step;     /* both are lanes of one instruction */
    bool needs_last_order; /* the barrier before this span keeps the access apart from another one */
};

struct lint_cell;
struct lint_actors;

struct lint_shadow {
    struct lint_cell *cells;
    struct lint_actors *atomics; /* one a cell; NULL before the first atomic */
    uint64_t bytes;
    unsigned shift; /* a cell stands for 1 << shift bytes */
};

/* Memory runs out: CLSMEM_NO_MEMORY. Zeroed shadows can be released. */
enum clsmem_status lint_shadow_create(struct lint_shadow *shadow, uint64_t bytes);
void lint_shadow_release(struct lint_shadow *shadow);
/* Forgets everything: when epochs start again. */
void lint_shadow_clear(struct lint_shadow *shadow);
/* To cells of one byte; called before the first access that needs them. */
enum clsmem_status lint_shadow_split(struct lint_shadow *shadow);

/* Called before the first atomic write. */
enum clsmem_status lint_shadow_expect_atomics(struct lint_shadow *shadow);

static inline bool lint_shadow_is_fine(const struct lint_shadow *shadow, uint64_t offset, uint64_t bytes)
{
    return shadow->shift == 0 || ((offset | bytes) & 3) == 0;
}

/* The access must lie within and be fine. */
struct lint_verdict lint_shadow_read(struct lint_shadow *shadow, uint64_t offset, uint64_t bytes,
                                     const struct lint_watch *watch);
struct lint_verdict lint_shadow_write(struct lint_shadow *shadow, uint64_t offset, uint64_t bytes,
                                      const struct lint_watch *watch);

/*
 * The same for lanes of one instruction at once; the touch in `watch` is without the item, lane l is item first_item + l
 * and accesses offsets[l]. Returns the lanes that clash: nothing was noted of these. *needs_last_order is raised, never
 * lowered.
 */
struct lint_lanes_watch {
    struct lint_watch watch;
    uint32_t first_item;
    uint64_t mask;
    const uint32_t *offsets;
    uint32_t bytes;
};
uint64_t lint_shadow_read_lanes(struct lint_shadow *shadow, const struct lint_lanes_watch *lanes,
                                bool *needs_last_order);
uint64_t lint_shadow_write_lanes(struct lint_shadow *shadow, const struct lint_lanes_watch *lanes,
                                 bool *needs_last_order);

#endif
