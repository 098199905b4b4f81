/* Loops unrolled as NVIDIA's assembler does it: which accesses become neighbours, and which lanes go together. */
#ifndef LINT_UNROLL_H
#define LINT_UNROLL_H

#include <stdbool.h>

#include "clsmem/status.h"
#include "program.h"

/*
 * Changes a finished program, which is finished again after it. `all`: also loops that go round an unknown number of
 * times, which is right for what NVIDIA's compiler made, but not for what another one did, since its optimiser has
 * unrolled some of them before.
 */
enum clsmem_status lint_unroll(struct lint_program *program, bool all);

#endif
