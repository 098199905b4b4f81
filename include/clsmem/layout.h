/* Where element (row, col) of a tile lies in local memory: the host's mirror of tile_index() in cl/clsmem.clh. */
#ifndef CLSMEM_LAYOUT_H
#define CLSMEM_LAYOUT_H

#include <stddef.h>

/* The values reach the kernels as the macro LAYOUT. */
enum clsmem_layout_kind {
    CLSMEM_PLAIN,    /* rows one after the other */
    CLSMEM_PADDED,   /* `pad` dead elements at each row's end */
    CLSMEM_SWIZZLED, /* each row's groups of `access` elements permuted by XOR with the row */
};

/* Where a tile's elements lie; its rows are not counted here. */
struct clsmem_layout {
    enum clsmem_layout_kind kind;
    size_t cols;    /* row length in elements; swizzled: a power of two and a multiple of `access` */
    size_t pad;     /* elements, padded layout only */
    size_t access;  /* elements of one access, a power of two: a swizzle moves them as one. 0 counts as 1 */
    unsigned shift; /* the swizzle changes every 2^shift rows */
};

/* Index, in elements, of (row, col); col < layout->cols. */
size_t clsmem_layout_index(const struct clsmem_layout *layout, size_t row, size_t col);

/* Elements that `rows` rows take, dead ones included. */
size_t clsmem_layout_elements(const struct clsmem_layout *layout, size_t rows);

/*
 * Index of element n of a tree that is swept by powers of two, as Blelloch's scan does: a dead element after every
 * `banks` elements, and one more after every banks * banks. It mirrors TREE_INDEX of cl/clsmem.clh. Without the second
 * term the sweep's higher levels collide from 4096 elements on. The macro that is often copied,
 * ((n) >> NUM_BANKS + (n) >> (2 * LOG_NUM_BANKS)), shifts by a sum, since + binds tighter than >>, and by the banks
 * instead of their logarithm: it adds nothing, or is undefined. A tree of `count` elements takes one more than the
 * index of its last.
 */
size_t clsmem_layout_tree_index(size_t n, unsigned log2_banks);

/* "plain", "padded" or "swizzled". */
const char *clsmem_layout_word(enum clsmem_layout_kind kind);

#endif
