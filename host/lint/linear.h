/*
 * What a compiler can know of an address without running the program: which constant it differs by from another one,
 * and which power of two divides it.
 */
#ifndef LINT_LINEAR_H
#define LINT_LINEAR_H

#include "program.h"

#define LINT_MOST_TERMS 8

/* constant + sum of coefficient x value of a slot that is not understood further. Terms rise by slot and version. */
struct lint_form {
    int64_t constant;        /* local arrays are the places where they lie */
    unsigned declared_align; /* the least that is declared of such arrays; 16 where there are none */
    size_t term_count;
    struct lint_term {
        uint32_t slot;
        uint32_t version; /* of a slot that is written in several places: which of its values; else 0 */
        int64_t coefficient;
    } terms[LINT_MOST_TERMS];
};

/* Whether two forms differ by a constant alone. */
bool lint_form_differs_by_constant(const struct lint_form *a, const struct lint_form *b);

struct lint_linear;

/* Looks at the program once. */
enum clsmem_status lint_linear_new(const struct lint_program *program, struct lint_linear **linear);
void lint_linear_release(struct lint_linear *linear);

/* Of an instruction's first operand, which is the address of one that accesses memory. */
struct lint_form lint_linear_form(const struct lint_linear *linear, uint32_t instruction);

/*
 * The largest power of two, up to 16, that is known to divide the form without its constant. `declared`: by the
 * alignment that the source declares of local arrays; else by the place where they lie.
 */
unsigned lint_linear_align(const struct lint_linear *linear, const struct lint_form *form, bool declared);

#endif
