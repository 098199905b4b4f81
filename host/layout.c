/* Where a tile's elements lie: line for line what tile_index() in cl/clsmem.clh does. */
#include "clsmem/layout.h"

#include <assert.h>

static size_t pitch(const struct clsmem_layout *layout)
{
    return layout->cols + (layout->kind == CLSMEM_PADDED ? layout->pad : 0);
}

/* The row chooses, by XOR, which place a group of `access` elements takes; inside the group the order stays. */
static size_t swizzled_col(const struct clsmem_layout *layout, size_t row, size_t col)
{
    const size_t access = layout->access ? layout->access : 1;
    const size_t groups = layout->cols / access;

    assert(groups > 0 && groups * access == layout->cols && (groups & (groups - 1)) == 0);
    return ((col / access) ^ ((row >> layout->shift) & (groups - 1))) * access + col % access;
}

size_t clsmem_layout_index(const struct clsmem_layout *layout, size_t row, size_t col)
{
    assert(col < layout->cols);
    if (layout->kind == CLSMEM_SWIZZLED)
        col = swizzled_col(layout, row, col);
    return row * pitch(layout) + col;
}

size_t clsmem_layout_elements(const struct clsmem_layout *layout, size_t rows)
{
    return rows * pitch(layout);
}

size_t clsmem_layout_tree_index(size_t n, unsigned log2_banks)
{
    return n + (n >> log2_banks) + (n >> 2 * log2_banks);
}

const char *clsmem_layout_word(enum clsmem_layout_kind kind)
{
    switch (kind) {
    case CLSMEM_PLAIN:
        return "plain";
    case CLSMEM_PADDED:
        return "padded";
    case CLSMEM_SWIZZLED:
        return "swizzled";
    }
    assert(!"a layout without a word");
    return "unknown";
}
