/* Tiles in local memory, and the accesses that read or write a whole one by rows or by columns. */
#ifndef CLSMEM_BANK_TILE_H
#define CLSMEM_BANK_TILE_H

#include "clsmem/bank.h"
#include "clsmem/layout.h"

/* A tile in local memory; `layout` holds its columns. */
struct clsmem_bank_tile {
    size_t rows;
    unsigned element_bytes; /* a power of two up to 16 */
    struct clsmem_layout layout;
};

/* How the lanes of an access go over a tile: along a row, or down a column. */
enum clsmem_bank_walk { CLSMEM_BY_ROW, CLSMEM_BY_COLUMN };

/*
 * Whether accesses of that width can walk the tile: extents, an access of whole elements that divides the rows, a
 * swizzle with rows of a power of two. CLSMEM_INVALID names what is wrong.
 */
enum clsmem_status clsmem_bank_tile_check(const struct clsmem_bank_tile *tile, unsigned bytes);

/* Bytes of the tile in memory, dead ones included. */
size_t clsmem_bank_tile_bytes(const struct clsmem_bank_tile *tile);

/* Widest access, of at most `bytes`, that always finds its elements side by side and itself aligned. */
unsigned clsmem_bank_tile_piece(const struct clsmem_bank_tile *tile, unsigned bytes);

/* Accesses of one lane that cover the tile. */
size_t clsmem_bank_tile_accesses(const struct clsmem_bank_tile *tile, unsigned bytes);

/*
 * The addresses of accesses number first to first + lanes - 1 and, as the result, which lanes have one: by rows the
 * next access lies further along the row, by columns further down the column; each begins `skip` bytes into its place.
 */
uint64_t clsmem_bank_tile_walk(const struct clsmem_bank_tile *tile, enum clsmem_bank_walk walk, unsigned bytes,
                               unsigned skip, size_t first, unsigned lanes, uint32_t *addresses);

/* "row" or "column". */
const char *clsmem_bank_walk_word(enum clsmem_bank_walk walk);

#endif
