/* One argument from its spec. */
#ifndef LINT_ARGUMENT_SPEC_H
#define LINT_ARGUMENT_SPEC_H

#include "argument.h"

#define LINT_ARGUMENT_WORDS_ROOM 192

/* An argument that is being made. */
struct lint_argument_place {
    const struct lint_program *program;
    const struct lint_parameter *parameter;
    uint32_t index;
    struct lint_memory *memory;
    struct lint_argument *value;
    char words[LINT_ARGUMENT_WORDS_ROOM]; /* "argument 2 'n' (int)", which begins all that is said of it */
};

/* As lint_arguments_make. */
enum clsmem_status lint_argument_read(const struct lint_argument_place *place, const char *spec);

/* Room for the value of a scalar, all 0. */
enum clsmem_status lint_argument_scalar(const struct lint_argument_place *place);

/* Bytes of local memory that the argument asks for; more than an address can tell is refused. */
enum clsmem_status lint_argument_local(const struct lint_argument_place *place, uint64_t bytes);

#endif
