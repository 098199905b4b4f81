/* Kernel arguments: from the specs of a command line, or assumed, to bytes and buffers. */
#ifndef LINT_ARGUMENT_H
#define LINT_ARGUMENT_H

#include "clsmem/lint.h"
#include "memory.h"
#include "program.h"

/* The value of one kernel argument. */
struct lint_argument {
    enum lint_parameter_kind kind;
    uint32_t buffer;      /* BUFFER: number in the memory; LINT_NONE: a null pointer */
    uint64_t local_bytes; /* LOCAL_BUFFER */
    uint8_t *bytes;       /* SCALAR: as many as the parameter has */
};

struct lint_arguments {
    struct lint_argument *list; /* one a parameter */
    size_t count;
    char **assumptions; /* a line each on what no spec told */
    size_t assumption_count;
};

/*
 * Makes the value of every parameter; buffers go into `memory`. CLSMEM_INVALID names the argument and what is wrong
 * with its spec: a kind that does not fit the parameter, a number that makes no sense, too many or too few specs
 * (none at all means that everything is assumed). CLSMEM_IO: a file of raw data cannot be read.
 */
enum clsmem_status lint_arguments_make(const struct lint_program *program, const struct clsmem_lint_launch *launch,
                                       struct lint_memory *memory, struct lint_arguments *arguments);
void lint_arguments_release(struct lint_arguments *arguments);

#endif
