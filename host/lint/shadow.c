/* Races by what the last accesses of each cell were. */
#include "shadow.h"

#include <stdlib.h>
#include <string.h>

/* Those who did one kind of thing to a cell: two different work-items, of two sub-groups where there are such. */
struct lint_actors {
    lint_touch last[2];   /* of the latest span that had any */
    lint_touch old;       /* one of the span before, kept when a newer one took its place */
    uint32_t old_is_many; /* there were several */
};

struct lint_cell {
    lint_touch write; /* the last plain one */
    struct lint_actors reads;
    uint32_t write_step;
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
    free(shadow->atomics);
    *shadow = (struct lint_shadow){ 0 };
}

static size_t cell_count(const struct lint_shadow *shadow)
{
    return (size_t)(shadow->bytes >> shadow->shift) + 1;
}

void lint_shadow_clear(struct lint_shadow *shadow)
{
    memset(shadow->cells, 0, cell_count(shadow) * sizeof *shadow->cells);
    if (shadow->atomics)
        memset(shadow->atomics, 0, cell_count(shadow) * sizeof *shadow->atomics);
}

enum clsmem_status lint_shadow_expect_atomics(struct lint_shadow *shadow)
{
    if (shadow->atomics)
        return CLSMEM_OK;
    shadow->atomics = calloc(cell_count(shadow), sizeof *shadow->atomics);
    if (!shadow->atomics)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host to watch atomics");
    return CLSMEM_OK;
}

enum clsmem_status lint_shadow_split(struct lint_shadow *shadow)
{
    const uint64_t bytes = (shadow->bytes + 3) / 4 * 4;
    struct lint_shadow fine = { .bytes = bytes };

    if (shadow->shift == 0)
        return CLSMEM_OK;
    fine.cells = calloc((size_t)bytes + 1, sizeof *fine.cells);
    fine.atomics = shadow->atomics ? calloc((size_t)bytes + 1, sizeof *fine.atomics) : NULL;
    if (!fine.cells || (shadow->atomics && !fine.atomics)) {
        lint_shadow_release(&fine);
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host to watch %llu bytes one by one",
                           (unsigned long long)bytes);
    }
    for (uint64_t i = 0; i < bytes; i++) {
        fine.cells[i] = shadow->cells[i / 4];
        if (fine.atomics)
            fine.atomics[i] = shadow->atomics[i / 4];
    }
    lint_shadow_release(shadow);
    *shadow = fine;
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
           lint_touch_item(other) != lint_touch_item(watch->touch) && !(is_atomic(other) && is_atomic(watch->touch));
}

static bool any_clashes(const struct lint_actors *actors, const struct lint_watch *watch)
{
    return clashes(actors->last[0], watch) || clashes(actors->last[1], watch);
}

static bool any_is_of_last_span(const struct lint_actors *actors, const struct lint_watch *watch)
{
    return is_of_last_span(actors->last[0], watch) || is_of_last_span(actors->last[1], watch) ||
           is_of_last_span(actors->old, watch) ||
           (actors->old_is_many && lint_touch_epoch(actors->old) + 1 == lint_touch_epoch(watch->touch));
}

/* Whether a new actor of the same span is to take the second place. */
static bool is_worth_more(const struct lint_actors *actors, const struct lint_watch *watch)
{
    const uint32_t first = lint_touch_item(actors->last[0]) / watch->lanes;
    const uint32_t second = lint_touch_item(actors->last[1]) / watch->lanes;
    const uint32_t own = lint_touch_item(watch->touch) / watch->lanes;

    if (lint_touch_epoch(actors->last[1]) != lint_touch_epoch(watch->touch) ||
        lint_touch_item(actors->last[1]) == lint_touch_item(watch->touch))
        return true;
    /* Another sub-group than the first one's; else one that its sub-group's barrier has not ordered yet. */
    return second == first && (own != first || sub_epoch(actors->last[1]) != sub_epoch(watch->touch));
}

static void note_actor(struct lint_actors *actors, const struct lint_watch *watch)
{
    const uint32_t epoch = lint_touch_epoch(watch->touch);

    if (lint_touch_epoch(actors->last[0]) != epoch) {
        const bool was_last = lint_touch_epoch(actors->last[0]) + 1 == epoch;

        actors->old = was_last ? actors->last[0] : 0;
        actors->old_is_many = was_last && lint_touch_epoch(actors->last[1]) + 1 == epoch;
        actors->last[0] = watch->touch;
    } else if (lint_touch_item(actors->last[0]) == lint_touch_item(watch->touch)) {
        actors->last[0] = watch->touch;
    } else if (is_worth_more(actors, watch)) {
        actors->last[1] = watch->touch;
    }
}

static void clash(struct lint_verdict *verdict, enum lint_clash kind, lint_touch other, bool is_same_step)
{
    /* One fault an access: the first that is seen. */
    if (verdict->clash != LINT_NO_CLASH)
        return;
    *verdict = (struct lint_verdict){ kind, other, is_same_step, verdict->needs_last_order };
}

/* The actor that clashes; the second first: it is of another sub-group where there is one. */
static void clash_with_any(struct lint_verdict *verdict, enum lint_clash kind, const struct lint_actors *actors,
                           const struct lint_watch *watch)
{
    for (int a = 1; a >= 0; a--)
        if (clashes(actors->last[a], watch))
            clash(verdict, kind, actors->last[a], false);
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
        if (shadow->atomics) {
            clash_with_any(&verdict, LINT_CLASH_READ_WRITE, &shadow->atomics[i], watch);
            verdict.needs_last_order |= any_is_of_last_span(&shadow->atomics[i], watch);
        }
        note_actor(&cell->reads, watch);
    }
    return verdict;
}

/* A plain write takes the place of the one before; atomics are kept apart, as they do not clash with one another. */
static void note_write(struct lint_shadow *shadow, uint64_t i, const struct lint_watch *watch)
{
    if (is_atomic(watch->touch)) {
        note_actor(&shadow->atomics[i], watch);
        return;
    }
    shadow->cells[i].write = watch->touch;
    shadow->cells[i].write_step = watch->step;
}

struct lint_verdict lint_shadow_write(struct lint_shadow *shadow, uint64_t offset, uint64_t bytes,
                                      const struct lint_watch *watch)
{
    const uint64_t end = (offset + bytes - 1) >> shadow->shift;
    struct lint_verdict verdict = { LINT_NO_CLASH, 0, false, false };

    for (uint64_t i = offset >> shadow->shift; i <= end; i++) {
        const struct lint_cell *const cell = &shadow->cells[i];

        if (clashes(cell->write, watch))
            clash(&verdict, LINT_CLASH_WRITE_WRITE, cell->write, cell->write_step == watch->step);
        clash_with_any(&verdict, LINT_CLASH_READ_WRITE, &cell->reads, watch);
        verdict.needs_last_order |= is_of_last_span(cell->write, watch) || any_is_of_last_span(&cell->reads, watch);
        if (shadow->atomics) {
            clash_with_any(&verdict, LINT_CLASH_WRITE_WRITE, &shadow->atomics[i], watch);
            verdict.needs_last_order |= any_is_of_last_span(&shadow->atomics[i], watch);
        }
        note_write(shadow, i, watch);
    }
    return verdict;
}

/* Whether noting a read of the cell is all there is to do. */
static bool reads_freely(const struct lint_shadow *shadow, uint32_t i, const struct lint_watch *watch,
                         bool *needs_last_order)
{
    const struct lint_cell *const cell = &shadow->cells[i];
    const uint32_t epoch = lint_touch_epoch(watch->touch), written = lint_touch_epoch(cell->write);

    if (shadow->atomics) {
        *needs_last_order |= any_is_of_last_span(&shadow->atomics[i], watch);
        if (any_clashes(&shadow->atomics[i], watch))
            return false;
    }
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
            is_free &= reads_freely(shadow, i, &watch, needs_last_order);
        if (!is_free)
            clashing |= (uint64_t)1 << l;
        else
            for (uint32_t i = first; i <= end; i++)
                note_actor(&shadow->cells[i].reads, &watch);
    }
    return clashing;
}

static bool writes_freely(const struct lint_shadow *shadow, uint32_t i, const struct lint_watch *watch)
{
    return !clashes(shadow->cells[i].write, watch) && !any_clashes(&shadow->cells[i].reads, watch) &&
           !(shadow->atomics && any_clashes(&shadow->atomics[i], watch));
}

static bool overwrites_last_span(const struct lint_shadow *shadow, uint32_t i, const struct lint_watch *watch)
{
    return is_of_last_span(shadow->cells[i].write, watch) || any_is_of_last_span(&shadow->cells[i].reads, watch) ||
           (shadow->atomics && any_is_of_last_span(&shadow->atomics[i], watch));
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
            is_free &= writes_freely(shadow, i, &watch);
        if (!is_free) {
            clashing |= (uint64_t)1 << l;
            continue;
        }
        for (uint32_t i = first; i <= end; i++) {
            if (!*needs_last_order)
                *needs_last_order = overwrites_last_span(shadow, i, &watch);
            note_write(shadow, i, &watch);
        }
    }
    return clashing;
}
