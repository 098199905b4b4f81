/*
 * Shadows of global memory. A shadow that served another group's page needs no clearing: what it holds lies in spans
 * that are over.
 */
#include "worker.h"

#include <stdlib.h>
#include <string.h>

/* Pages watched at once before shadows go from one group's pages to the next one's. */
#define PAGES_KEPT 256

struct cell {
    uint64_t key; /* object and page; 0: empty */
    uint32_t shadow;
};

struct lint_page_shadows {
    struct cell *cells;
    size_t capacity, count; /* capacity is a power of two */
    struct lint_shadow *list;
    size_t made, list_capacity; /* shadows that exist; the first `count` are in use */
    uint64_t last_key;          /* what was asked for last */
    uint32_t last;
};

struct lint_page_shadows *lint_page_shadows_new(void)
{
    return calloc(1, sizeof(struct lint_page_shadows));
}

void lint_page_shadows_release(struct lint_page_shadows *shadows)
{
    if (!shadows)
        return;
    for (size_t i = 0; i < shadows->made; i++)
        lint_shadow_release(&shadows->list[i]);
    free(shadows->list);
    free(shadows->cells);
    free(shadows);
}

static struct cell *find(const struct lint_page_shadows *shadows, uint64_t key)
{
    size_t place = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (shadows->capacity - 1);

    while (shadows->cells[place].key != 0 && shadows->cells[place].key != key)
        place = (place + 1) & (shadows->capacity - 1);
    return &shadows->cells[place];
}

static bool grow(struct lint_page_shadows *shadows)
{
    struct lint_page_shadows grown = { .capacity = shadows->capacity ? 2 * shadows->capacity : 64 };

    if (2 * (shadows->count + 1) <= shadows->capacity)
        return true;
    grown.cells = calloc(grown.capacity, sizeof *grown.cells);
    if (!grown.cells)
        return false;
    for (size_t i = 0; i < shadows->capacity; i++)
        if (shadows->cells[i].key != 0)
            *find(&grown, shadows->cells[i].key) = shadows->cells[i];
    free(shadows->cells);
    shadows->cells = grown.cells;
    shadows->capacity = grown.capacity;
    return true;
}

/* One more shadow exists than is in use; false where memory is out. */
static bool make_one(struct lint_page_shadows *shadows)
{
    if (shadows->count < shadows->made)
        return true;
    if (shadows->made == shadows->list_capacity) {
        const size_t capacity = shadows->list_capacity ? 2 * shadows->list_capacity : 64;
        struct lint_shadow *const list = realloc(shadows->list, capacity * sizeof *list);

        if (!list)
            return false;
        shadows->list = list;
        shadows->list_capacity = capacity;
    }
    if (lint_shadow_create(&shadows->list[shadows->made], LINT_PAGE_BYTES) != CLSMEM_OK)
        return false;
    shadows->made++;
    return true;
}

struct lint_shadow *lint_page_shadow(struct lint_page_shadows *shadows, uint32_t object, uint64_t page)
{
    const uint64_t key = ((uint64_t)object + 1) << 40 | page;
    struct cell *cell;

    if (key == shadows->last_key)
        return &shadows->list[shadows->last];
    if (!grow(shadows) || !make_one(shadows))
        return NULL;
    cell = find(shadows, key);
    if (cell->key == 0)
        *cell = (struct cell){ key, (uint32_t)shadows->count++ };
    shadows->last_key = key;
    shadows->last = cell->shadow;
    return &shadows->list[cell->shadow];
}

void lint_page_shadows_recycle(struct lint_page_shadows *shadows)
{
    if (shadows->count <= PAGES_KEPT)
        return;
    memset(shadows->cells, 0, shadows->capacity * sizeof *shadows->cells);
    shadows->count = 0;
    shadows->last_key = 0;
}

void lint_page_shadows_clear(struct lint_page_shadows *shadows)
{
    for (size_t i = 0; i < shadows->made; i++)
        lint_shadow_clear(&shadows->list[i]);
}
