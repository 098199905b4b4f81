/* The order of blocks that lets the engine run the lowest block with a lane in it. */
#ifndef LINT_PROGRAM_ORDER_H
#define LINT_PROGRAM_ORDER_H

#include "program.h"

/*
 * Drops blocks that nothing reaches and numbers the others: a loop's blocks are contiguous with the header first (also
 * within the loop around it), and without the edges back to headers the order is topological. Lanes that left a loop
 * early then wait behind it for the others, and those of two branches meet where the branches do.
 */
enum clsmem_status lint_program_order(struct lint_program *program);

#endif
