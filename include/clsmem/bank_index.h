/* Index expressions: what an index of OpenCL C comes to in each lane, by asking an OpenCL compiler. */
#ifndef CLSMEM_BANK_INDEX_H
#define CLSMEM_BANK_INDEX_H

#include "clsmem/bank_tile.h"
#include "clsmem/program.h"

/*
 * Evaluates `expression` for lanes 0 to lanes - 1 on the device: C over the lane t, x = t mod width and y = t / width
 * (int), and the macros ROWS, COLS, PAD, ACCESS, SHIFT, LAYOUT and tile_index(cols, row, col) of the tile, and
 * TREE_INDEX(n) for 32 banks. CLSMEM_BUILD_FAILED: the compiler takes it for no expression; its words are in
 * program->log.
 * The caller releases the program, also after a failure.
 */
enum clsmem_status clsmem_bank_index(const struct clsmem_device *device, const char *expression,
                                     const struct clsmem_bank_tile *tile, unsigned width, unsigned lanes,
                                     int64_t *indices, struct clsmem_program *program);

#endif
