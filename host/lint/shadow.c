/* Races by what the last accesses of each cell were. */
#include "shadow.h"

#include <stdlib.h>
#include <string.h>

struct lint_cell {
    lint_touch write;
    /* Readers of the latest span that had any: two different work-items, of two sub-groups where there are such. */
    lint_touch read[2];
    lint_touch old_read; /* a reader of the span before, kept when a newer one took its place */
    uint32_t write_step;
    uint32_t old_is_many; /* there were several */
};

enum clsmem_status lint_shadow_create(struct lint_shadow *shadow, uint64_t bytes)
{
    *shadow = (struct lint_shadow){ .bytes = bytes, .shift = 2 };
    shadow->cells = calloc((size_t)(bytes + 3) / 4 + 1, sizeof *shadow->cells);
    if (!shadow->cells)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host to watch %llu bytes", (unsigned long long)bytes);
    return CLSMEM_OK;
}

void lint_shadow_release(struct lint_shadow *shadow)
{
    free(shadow->cells);
    *shadow = (struct lint_shadow){ 0 };
}

void lint_shadow_clear(struct lint_shadow *shadow)
{
    memset(shadow->cells, 0, ((size_t)(shadow->bytes >> shadow->shift) + 1) * sizeof *shadow->cells);
}

enum clsmem_status lint_shadow_split(struct lint_shadow *shadow)
{
    const uint64_t bytes = (shadow->bytes + 3) / 4 * 4;
    struct lint_cell *cells;

    if (shadow->shift == 0)
        return CLSMEM_OK;
    cells = malloc((size_t)(bytes + 1) * sizeof *cells);
    if (!cells)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host to watch %llu bytes one by one",
                           (unsigned long long)bytes);
    for (uint64_t i = 0; i < bytes; i++)
        cells[i] = shadow->cells[i / 4];
    free(shadow->cells);
    shadow->cells = cells;
    shadow->bytes = bytes;
    shadow->shift = 0;
    return CLSMEM_OK;
}

static bool is_atomic(lint_touch touch)
{
    return touch & 1;
}

static uint32_t sub_epoch(lint_touch touch)
{
    return (uint32_t)(touch >> 32) & 255;
}

/* Whether nothing orders an access of this span and another one, of which at least one writes. */
static bool clashes(lint_touch other, const struct lint_watch *watch)
{
    const uint32_t item = lint_touch_item(watch->touch), other_item = lint_touch_item(other);

    if (lint_touch_epoch(other) != lint_touch_epoch(watch->touch) || item == other_item)
        return false;
    if (is_atomic(other) && is_atomic(watch->touch))
        return false;
    return item / watch->lanes != other_item / watch->lanes || sub_epoch(other) == sub_epoch(watch->touch);
}

/* Whether the barrier between them alone orders the two. */
static bool is_of_last_span(lint_touch other, const struct lint_watch *watch)
{
    return lint_touch_epoch(other) + 1 == lint_touch_epoch(watch->touch) &&
           lint_touch_item(other) != lint_touch_item(watch->touch);
}

static void note_reader(struct lint_cell *cell, const struct lint_watch *watch)
{
    const uint32_t epoch = lint_touch_epoch(watch->touch), item = lint_touch_item(watch->touch);

    if (lint_touch_epoch(cell->read[0]) != epoch) {
        const bool was_last = lint_touch_epoch(cell->read[0]) + 1 == epoch;

        cell->old_read = was_last ? cell->read[0] : 0;
        cell->old_is_many = was_last && lint_touch_epoch(cell->read[1]) + 1 == epoch;
        cell->read[0] = watch->touch;
    } else if (lint_touch_item(cell->read[0]) == item) {
        cell->read[0] = watch->touch;
    } else if (lint_touch_epoch(cell->read[1]) != epoch || lint_touch_item(cell->read[1]) == item ||
               (lint_touch_item(cell->read[1]) / watch->lanes == lint_touch_item(cell->read[0]) / watch->lanes &&
                item / watch->lanes != lint_touch_item(cell->read[0]) / watch->lanes)) {
        cell->read[1] = watch->touch;
    }
}

static void clash(struct lint_verdict *verdict, enum lint_clash kind, lint_touch other, bool is_same_step)
{
    /* One fault an access: the first that is seen. */
    if (verdict->clash != LINT_NO_CLASH)
        return;
    *verdict = (struct lint_verdict){ kind, other, is_same_step, verdict->needs_last_order };
}

struct lint_verdict lint_shadow_read(struct lint_shadow *shadow, uint64_t offset, uint64_t bytes,
                                     const struct lint_watch *watch)
{
    const uint64_t end = (offset + bytes - 1) >> shadow->shift;
    struct lint_verdict verdict = { LINT_NO_CLASH, 0, false, false };

    for (uint64_t i = offset >> shadow->shift; i <= end; i++) {
        struct lint_cell *const cell = &shadow->cells[i];

        if (clashes(cell->write, watch))
            clash(&verdict, LINT_CLASH_READ_WRITE, cell->write, false);
        verdict.needs_last_order |= is_of_last_span(cell->write, watch);
        note_reader(cell, watch);
    }
    return verdict;
}

static bool writes_over_last_readers(const struct lint_cell *cell, const struct lint_watch *watch)
{
    return is_of_last_span(cell->read[0], watch) || is_of_last_span(cell->read[1], watch) ||
           is_of_last_span(cell->old_read, watch) ||
           (cell->old_is_many && lint_touch_epoch(cell->old_read) + 1 == lint_touch_epoch(watch->touch));
}

struct lint_verdict lint_shadow_write(struct lint_shadow *shadow, uint64_t offset, uint64_t bytes,
                                      const struct lint_watch *watch)
{
    const uint64_t end = (offset + bytes - 1) >> shadow->shift;
    struct lint_verdict verdict = { LINT_NO_CLASH, 0, false, false };

    for (uint64_t i = offset >> shadow->shift; i <= end; i++) {
        struct lint_cell *const cell = &shadow->cells[i];

        if (clashes(cell->write, watch))
            clash(&verdict, LINT_CLASH_WRITE_WRITE, cell->write, cell->write_step == watch->step);
        /* The second reader first: it is of another sub-group where there is one. */
        for (int r = 1; r >= 0; r--)
            if (clashes(cell->read[r], watch))
                clash(&verdict, LINT_CLASH_READ_WRITE, cell->read[r], false);
        verdict.needs_last_order |= is_of_last_span(cell->write, watch) || writes_over_last_readers(cell, watch);
        cell->write = watch->touch;
        cell->write_step = watch->step;
    }
    return verdict;
}

/* Whether noting a read of the cell is all there is to do. */
static bool reads_freely(const struct lint_cell *cell, const struct lint_watch *watch, bool *needs_last_order)
{
    const uint32_t epoch = lint_touch_epoch(watch->touch), written = lint_touch_epoch(cell->write);

    if (written + 1 < epoch)
        return true;
    if (written == epoch)
        return !clashes(cell->write, watch);
    *needs_last_order |= is_of_last_span(cell->write, watch);
    return true;
}

uint64_t lint_shadow_read_lanes(struct lint_shadow *shadow, const struct lint_lanes_watch *lanes,
                                bool *needs_last_order)
{
    struct lint_watch watch = lanes->watch;
    uint64_t clashing = 0;
    uint32_t last = UINT32_MAX, alike = 0;

    for (uint64_t rest = lanes->mask, l = 0; rest; rest >>= 1, l++) {
        const uint32_t first = lanes->offsets[l] >> shadow->shift;
        const uint32_t end = (lanes->offsets[l] + lanes->bytes - 1) >> shadow->shift;
        bool is_free = true;

        if (!(rest & 1))
            continue;
        /* Where two lanes read the same and neither clashes, no other lane can, and two readers are all we keep. */
        alike = lanes->offsets[l] == last ? alike + 1 : 0;
        last = lanes->offsets[l];
        if (alike > 1 && !clashing)
            continue;
        watch.touch = lanes->watch.touch | (uint64_t)(lanes->first_item + l) << 19;
        for (uint32_t i = first; i <= end; i++)
            is_free &= reads_freely(&shadow->cells[i], &watch, needs_last_order);
        if (!is_free)
            clashing |= (uint64_t)1 << l;
        else
            for (uint32_t i = first; i <= end; i++)
                note_reader(&shadow->cells[i], &watch);
    }
    return clashing;
}

static bool writes_freely(const struct lint_cell *cell, const struct lint_watch *watch)
{
    return !clashes(cell->write, watch) && !clashes(cell->read[0], watch) && !clashes(cell->read[1], watch);
}

uint64_t lint_shadow_write_lanes(struct lint_shadow *shadow, const struct lint_lanes_watch *lanes,
                                 bool *needs_last_order)
{
    struct lint_watch watch = lanes->watch;
    uint64_t clashing = 0;

    for (uint64_t rest = lanes->mask, l = 0; rest; rest >>= 1, l++) {
        const uint32_t first = lanes->offsets[l] >> shadow->shift;
        const uint32_t end = (lanes->offsets[l] + lanes->bytes - 1) >> shadow->shift;
        bool is_free = true;

        if (!(rest & 1))
            continue;
        watch.touch = lanes->watch.touch | (uint64_t)(lanes->first_item + l) << 19;
        for (uint32_t i = first; i <= end; i++)
            is_free &= writes_freely(&shadow->cells[i], &watch);
        if (!is_free) {
            clashing |= (uint64_t)1 << l;
            continue;
        }
        for (uint32_t i = first; i <= end; i++) {
            struct lint_cell *const cell = &shadow->cells[i];

            if (!*needs_last_order)
                *needs_last_order = is_of_last_span(cell->write, &watch) || writes_over_last_readers(cell, &watch);
            cell->write = watch.touch;
            cell->write_step = watch.step;
        }
    }
    return clashing;
}
