/* Tiles in local memory, and walks over them. */
#include "clsmem/bank_tile.h"

#include <assert.h>

/* Elements of one access. */
static size_t access_elements(const struct clsmem_bank_tile *tile, unsigned bytes)
{
    return bytes / tile->element_bytes;
}

static bool is_power_of_two(size_t number)
{
    return number != 0 && (number & (number - 1)) == 0;
}

static enum clsmem_status check_swizzle(const struct clsmem_layout *layout)
{
    const size_t access = layout->access ? layout->access : 1;

    if (!is_power_of_two(layout->cols))
        return clsmem_fail(CLSMEM_INVALID, "a swizzle needs rows of a power of two, not %zu columns", layout->cols);
    if (!is_power_of_two(access) || access > layout->cols)
        return clsmem_fail(CLSMEM_INVALID, "a swizzle moves a power of two of elements within a row, not %zu", access);
    if (layout->shift > 31)
        return clsmem_fail(CLSMEM_INVALID, "a swizzle's shift is at most 31");
    return CLSMEM_OK;
}

enum clsmem_status clsmem_bank_tile_check(const struct clsmem_bank_tile *tile, unsigned bytes)
{
    const size_t most = (size_t)1 << 14; /* so that no product overflows; far more than any local memory holds */

    if (tile->rows < 1 || tile->rows > most || tile->layout.cols < 1 || tile->layout.cols > most ||
        tile->layout.pad > most)
        return clsmem_fail(CLSMEM_INVALID, "a tile of %zu x %zu with a pad of %zu: each may be up to %zu", tile->rows,
                           tile->layout.cols, tile->layout.pad, most);
    if (!is_power_of_two(tile->element_bytes) || tile->element_bytes > 16)
        return clsmem_fail(CLSMEM_INVALID, "elements of %u bytes: a power of two up to 16", tile->element_bytes);
    if (bytes % tile->element_bytes != 0)
        return clsmem_fail(CLSMEM_INVALID, "an access of %u bytes is no whole number of elements of %u", bytes,
                           tile->element_bytes);
    if (tile->layout.cols * tile->element_bytes % bytes != 0)
        return clsmem_fail(CLSMEM_INVALID, "rows of %zu bytes are no whole number of accesses of %u",
                           tile->layout.cols * tile->element_bytes, bytes);
    return tile->layout.kind == CLSMEM_SWIZZLED ? check_swizzle(&tile->layout) : CLSMEM_OK;
}

size_t clsmem_bank_tile_bytes(const struct clsmem_bank_tile *tile)
{
    return clsmem_layout_elements(&tile->layout, tile->rows) * tile->element_bytes;
}

unsigned clsmem_bank_tile_piece(const struct clsmem_bank_tile *tile, unsigned bytes)
{
    const size_t access = tile->layout.access ? tile->layout.access : 1;
    const size_t together = tile->layout.kind == CLSMEM_SWIZZLED ? access : tile->layout.cols + tile->layout.pad;
    unsigned piece = bytes;

    while (tile->layout.kind != CLSMEM_PLAIN && together * tile->element_bytes % piece != 0)
        piece /= 2;
    return piece;
}

size_t clsmem_bank_tile_accesses(const struct clsmem_bank_tile *tile, unsigned bytes)
{
    return tile->rows * (tile->layout.cols / access_elements(tile, bytes));
}

uint64_t clsmem_bank_tile_walk(const struct clsmem_bank_tile *tile, enum clsmem_bank_walk walk, unsigned bytes,
                               unsigned skip, size_t first, unsigned lanes, uint32_t *addresses)
{
    const size_t elements = access_elements(tile, bytes), across = tile->layout.cols / elements;
    const size_t count = clsmem_bank_tile_accesses(tile, bytes), inside = skip / tile->element_bytes;
    const size_t side = walk == CLSMEM_BY_ROW ? across : tile->rows;
    size_t major = first / side, minor = first % side; /* the walk goes along minor */
    uint64_t active = 0;

    for (unsigned lane = 0; lane < lanes && first + lane < count; lane++) {
        const size_t row = walk == CLSMEM_BY_ROW ? major : minor;
        const size_t col = (walk == CLSMEM_BY_ROW ? minor : major) * elements + inside;

        addresses[lane] = (uint32_t)(clsmem_layout_index(&tile->layout, row, col) * tile->element_bytes);
        active |= UINT64_C(1) << lane;
        if (++minor == side) {
            minor = 0;
            major++;
        }
    }
    for (unsigned lane = 0; lane < lanes; lane++)
        if ((active >> lane & 1) == 0)
            addresses[lane] = 0;
    return active;
}

const char *clsmem_bank_walk_word(enum clsmem_bank_walk walk)
{
    switch (walk) {
    case CLSMEM_BY_ROW:
        return "row";
    case CLSMEM_BY_COLUMN:
        return "column";
    }
    assert(0 && "a walk without a word");
    return "unknown";
}
