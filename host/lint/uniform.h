/* Which slots a compiler knows to hold the same in all lanes of a sub-group. */
#ifndef LINT_UNIFORM_H
#define LINT_UNIFORM_H

#include "clsmem/status.h"
#include "program.h"

enum lint_uniform {
    LINT_UNIFORM,
    LINT_ITEM, /* the local id that grows from lane to lane: shifted right by 5 it is uniform */
    LINT_VARYING,
};

/* *uniform: a byte for each slot of the program, enum lint_uniform. The caller frees it. */
enum clsmem_status lint_uniform_find(const struct lint_program *program, uint8_t **uniform);

/* Of any slot, constants included. */
enum lint_uniform lint_uniform_of(const uint8_t *uniform, uint32_t slot);

#endif
