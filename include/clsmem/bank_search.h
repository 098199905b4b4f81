/* The best layout of a tile for the accesses that a kernel makes of it, on one bank class or several. */
#ifndef CLSMEM_BANK_SEARCH_H
#define CLSMEM_BANK_SEARCH_H

#include "clsmem/bank_tile.h"

#define CLSMEM_MAX_DEMANDS 8
#define CLSMEM_MAX_CLASSES 16
#define CLSMEM_MOST_PAD 256

/* The tile is walked whole in this way, once. */
struct clsmem_bank_demand {
    enum clsmem_bank_walk walk;
    enum clsmem_bank_op op;
    unsigned bytes;
};

/* What is searched for: the tile, its walks, and the classes that must all do well. */
struct clsmem_bank_search {
    size_t rows, cols;
    unsigned element_bytes;
    size_t most_pad; /* elements, up to CLSMEM_MOST_PAD */
    struct clsmem_bank_demand demands[CLSMEM_MAX_DEMANDS];
    size_t demand_count;
    const struct clsmem_bank_class *classes[CLSMEM_MAX_CLASSES];
    size_t class_count;
};

/* One layout, and what it costs. */
struct clsmem_bank_candidate {
    struct clsmem_layout layout;
    size_t order;       /* of the search: plain, then paddings, then swizzles, simple ones first */
    size_t extra_bytes; /* beyond the plain tile */
    /* Every access finds its elements side by side and aligned; else it counts as the narrower ones it falls into. */
    bool aligned;
    unsigned long passes[CLSMEM_MAX_CLASSES]; /* of all demands on each class */
    double degree[CLSMEM_MAX_CLASSES];        /* passes over those of conflict-free accesses of the full width */
};

/* The layouts that were tried. Owns the candidates. */
struct clsmem_bank_findings {
    struct clsmem_bank_candidate *candidates;
    size_t count, class_count;
};

/*
 * Counts plain, each padding and each XOR swizzle. CLSMEM_INVALID: a demand that makes no sense for the tile or that a
 * class knows nothing of, and the text says which. The caller releases the findings, also after a failure.
 */
enum clsmem_status clsmem_bank_search_run(const struct clsmem_bank_search *search,
                                          struct clsmem_bank_findings *findings);
void clsmem_bank_findings_release(struct clsmem_bank_findings *findings);

#define CLSMEM_ALL_CLASSES ((size_t)-1)

/*
 * Best first: fewest passes on one class (its place in the search), or the smallest sum of degrees over all
 * (CLSMEM_ALL_CLASSES); then aligned ones, then the fewest extra bytes, then the simplest.
 */
void clsmem_bank_findings_sort(struct clsmem_bank_findings *findings, size_t which);

#endif
