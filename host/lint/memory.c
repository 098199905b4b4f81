/* Addresses, buffers in global memory, and what unbounded ones are made of. */
#include "memory.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define TAG_SHIFT 60
#define TAG_GLOBAL 1u
#define TAG_LOCAL 3u
#define TAG_PRIVATE 5u

static unsigned tag_of(enum lint_space space)
{
    switch (space) {
    case LINT_GLOBAL:
    case LINT_CONSTANT:
        return TAG_GLOBAL;
    case LINT_LOCAL:
        return TAG_LOCAL;
    case LINT_PRIVATE:
        return TAG_PRIVATE;
    default:
        return 0;
    }
}

uint64_t lint_address_tag(enum lint_space space)
{
    return (uint64_t)tag_of(space) << TAG_SHIFT;
}

uint64_t lint_address(enum lint_space space, uint32_t object, uint64_t offset)
{
    const unsigned bits = tag_of(space) == TAG_GLOBAL ? LINT_LARGE_OFFSET_BITS : LINT_SMALL_OFFSET_BITS;

    return lint_address_tag(space) | ((((uint64_t)object + 1) << bits) + offset);
}

/* Splits an address without its tag. An offset in the upper half of what fits is a negative one of the next object. */
static struct lint_place split(enum lint_space space, uint64_t address, unsigned offset_bits)
{
    const uint64_t range = (uint64_t)1 << offset_bits;
    uint64_t object = address >> offset_bits;
    int64_t offset = (int64_t)(address & (range - 1));

    if ((uint64_t)offset >= range / 2) {
        offset -= (int64_t)range;
        object++;
    }
    if (object == 0)
        return (struct lint_place){ .space = LINT_GENERIC, .offset = offset };
    return (struct lint_place){ space, (uint32_t)(object - 1), offset };
}

struct lint_place lint_place_of(uint64_t address, enum lint_space space)
{
    const uint64_t rest = address & (((uint64_t)1 << TAG_SHIFT) - 1);
    const unsigned tag = space == LINT_GENERIC ? (unsigned)(address >> TAG_SHIFT) : tag_of(space);

    switch (tag) {
    case TAG_GLOBAL:
        return split(LINT_GLOBAL, rest, LINT_LARGE_OFFSET_BITS);
    case TAG_LOCAL:
        return split(LINT_LOCAL, rest & UINT32_MAX, LINT_SMALL_OFFSET_BITS);
    case TAG_PRIVATE:
        return split(LINT_PRIVATE, rest & UINT32_MAX, LINT_SMALL_OFFSET_BITS);
    default:
        return (struct lint_place){ .space = LINT_GENERIC, .offset = (int64_t)rest };
    }
}

/* Pages of an unbounded buffer, by number; a page once made stays where it is. */
struct lint_pages {
    pthread_mutex_t mutex;
    struct page {
        uint64_t number;
        uint8_t *bytes; /* NULL: an empty cell */
    } * cells;
    size_t capacity, count; /* capacity is a power of two */
};

static enum clsmem_status add(struct lint_memory *memory, const struct lint_buffer *buffer)
{
    struct lint_buffer *grown;

    if (memory->count >= LINT_MOST_BUFFERS)
        return clsmem_fail(CLSMEM_INVALID, "more than %d buffers", LINT_MOST_BUFFERS);
    grown = realloc(memory->buffers, (memory->count + 1) * sizeof *grown);
    if (!grown)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for a list of buffers");
    memory->buffers = grown;
    memory->buffers[memory->count++] = *buffer;
    return CLSMEM_OK;
}

enum clsmem_status lint_memory_add(struct lint_memory *memory, const char *name, uint64_t bytes, uint8_t *data)
{
    uint8_t *const own = data ? data : calloc(bytes > 0 ? bytes : 1, 1);
    enum clsmem_status status;

    if (!own)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for %llu bytes of '%s'", (unsigned long long)bytes,
                           name);
    status = add(memory, &(struct lint_buffer){ .name = name, .bytes = bytes, .data = own });
    if (status != CLSMEM_OK)
        free(own);
    return status;
}

enum clsmem_status lint_memory_add_unbounded(struct lint_memory *memory, const char *name,
                                             const struct lint_fill *fill)
{
    struct lint_pages *const pages = calloc(1, sizeof *pages);
    enum clsmem_status status;

    if (!pages || pthread_mutex_init(&pages->mutex, NULL) != 0) {
        free(pages);
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for pages of '%s'", name);
    }
    status = add(memory, &(struct lint_buffer){ .name = name, .bytes = UINT64_MAX, .pages = pages, .fill = *fill });
    if (status != CLSMEM_OK) {
        pthread_mutex_destroy(&pages->mutex);
        free(pages);
    }
    return status;
}

void lint_memory_release(struct lint_memory *memory)
{
    for (size_t i = 0; i < memory->count; i++) {
        struct lint_pages *const pages = memory->buffers[i].pages;

        free(memory->buffers[i].data);
        if (!pages)
            continue;
        for (size_t cell = 0; cell < pages->capacity; cell++)
            free(pages->cells[cell].bytes);
        free(pages->cells);
        pthread_mutex_destroy(&pages->mutex);
        free(pages);
    }
    free(memory->buffers);
    *memory = (struct lint_memory){ 0 };
}

/* The cell of a page, or the empty one where it belongs. */
static struct page *find_cell(const struct lint_pages *pages, uint64_t number)
{
    size_t place = (size_t)(number * 0x9e3779b97f4a7c15u >> 20) & (pages->capacity - 1);

    while (pages->cells[place].bytes && pages->cells[place].number != number)
        place = (place + 1) & (pages->capacity - 1);
    return &pages->cells[place];
}

static bool grow(struct lint_pages *pages)
{
    struct lint_pages grown = { .capacity = pages->capacity ? 2 * pages->capacity : 64 };

    if (2 * (pages->count + 1) <= pages->capacity)
        return true;
    grown.cells = calloc(grown.capacity, sizeof *grown.cells);
    if (!grown.cells)
        return false;
    for (size_t i = 0; i < pages->capacity; i++)
        if (pages->cells[i].bytes)
            *find_cell(&grown, pages->cells[i].number) = pages->cells[i];
    free(pages->cells);
    pages->cells = grown.cells;
    pages->capacity = grown.capacity;
    return true;
}

static uint8_t *make_page(const struct lint_fill *fill, uint64_t number)
{
    uint8_t *const bytes = malloc(LINT_PAGE_BYTES);
    const uint64_t elements = LINT_PAGE_BYTES / lint_fill_bytes(fill);

    if (bytes)
        lint_fill(fill, number * elements, elements, bytes);
    return bytes;
}

/* NULL where memory is out. */
static uint8_t *page_of(struct lint_buffer *buffer, uint64_t number)
{
    struct lint_pages *const pages = buffer->pages;
    uint8_t *bytes = NULL;

    pthread_mutex_lock(&pages->mutex);
    if (grow(pages)) {
        struct page *const cell = find_cell(pages, number);

        if (!cell->bytes) {
            *cell = (struct page){ number, make_page(&buffer->fill, number) };
            pages->count += cell->bytes != NULL;
        }
        bytes = cell->bytes;
    }
    pthread_mutex_unlock(&pages->mutex);
    return bytes;
}

uint8_t *lint_memory_at(struct lint_buffer *buffer, uint64_t offset, uint64_t bytes)
{
    uint8_t *page;

    if (buffer->data)
        return offset <= buffer->bytes && bytes <= buffer->bytes - offset ? buffer->data + offset : NULL;
    assert(offset % LINT_PAGE_BYTES + bytes <= LINT_PAGE_BYTES);
    page = page_of(buffer, offset / LINT_PAGE_BYTES);
    return page ? page + offset % LINT_PAGE_BYTES : NULL;
}

/* Bytes from `offset` on that lie in one piece. */
static uint64_t piece_bytes(const struct lint_buffer *buffer, uint64_t offset, uint64_t bytes)
{
    const uint64_t rest = LINT_PAGE_BYTES - offset % LINT_PAGE_BYTES;

    return buffer->data || bytes < rest ? bytes : rest;
}

bool lint_memory_read(struct lint_buffer *buffer, uint64_t offset, void *to, uint64_t bytes)
{
    uint8_t *out = to;

    while (bytes > 0) {
        const uint64_t piece = piece_bytes(buffer, offset, bytes);
        const uint8_t *const from = lint_memory_at(buffer, offset, piece);

        if (!from)
            return false;
        memcpy(out, from, piece);
        out += piece;
        offset += piece;
        bytes -= piece;
    }
    return true;
}

bool lint_memory_write(struct lint_buffer *buffer, uint64_t offset, const void *from, uint64_t bytes)
{
    const uint8_t *in = from;

    while (bytes > 0) {
        const uint64_t piece = piece_bytes(buffer, offset, bytes);
        uint8_t *const to = lint_memory_at(buffer, offset, piece);

        if (!to)
            return false;
        memcpy(to, in, piece);
        in += piece;
        offset += piece;
        bytes -= piece;
    }
    return true;
}
