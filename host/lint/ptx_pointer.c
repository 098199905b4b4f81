/*
 * Which parameters are addresses, where no ".ptr" says so: compilers for CUDA write none. One that is converted to
 * an address of global memory is; where nothing is converted, one that an access goes through.
 */
#include <stdlib.h>

#include "ptx_translate.h"

/* What is known of a kernel while one of its parameters is followed. */
struct trail {
    const struct ptx_function *kernel;
    bool *holds;      /* registers: the parameter, perhaps with something added */
    bool is_followed; /* something new was found in this pass */
    bool converts;    /* the kernel converts addresses, so that accesses tell nothing */
    bool is_address;
};

static const struct ptx_operand *operand_of(const struct trail *trail, const struct ptx_statement *statement,
                                            uint32_t number)
{
    return number < statement->operand_count ? &trail->kernel->operands[statement->first_operand + number] : NULL;
}

static bool holds(const struct trail *trail, const struct ptx_operand *operand)
{
    return operand && operand->kind == PTX_REGISTER && trail->holds[operand->index];
}

/* Whether the statement's result is the parameter still. */
static bool keeps(const struct trail *trail, const struct ptx_statement *statement, uint32_t variable)
{
    static const char *const both[] = { "mov.", "add.", "sub.", "selp.", "cvta.", "and.", "or." };
    const struct ptx_operand *const second = operand_of(trail, statement, 1);

    if (lint_ptx_starts(statement->name, "ld.param"))
        return second && second->kind == PTX_VARIABLE && second->index == variable;
    if (lint_ptx_starts(statement->name, "mad."))
        return holds(trail, operand_of(trail, statement, 3));
    for (size_t i = 0; i < PTX_COUNT(both); i++)
        if (lint_ptx_starts(statement->name, both[i]))
            return holds(trail, second) || holds(trail, operand_of(trail, statement, 2));
    return false;
}

static void follow(struct trail *trail, const struct ptx_statement *statement, uint32_t variable)
{
    const struct ptx_operand *const result = operand_of(trail, statement, 0);

    if (lint_ptx_starts(statement->name, "cvta.to.global") || lint_ptx_starts(statement->name, "cvta.to.const"))
        trail->is_address |= holds(trail, operand_of(trail, statement, 1));
    for (uint32_t i = 0; i < statement->operand_count && !trail->converts; i++)
        trail->is_address |=
            operand_of(trail, statement, i)->is_address && holds(trail, operand_of(trail, statement, i));
    if (result && result->kind == PTX_REGISTER && !trail->holds[result->index] && keeps(trail, statement, variable))
        trail->is_followed = trail->holds[result->index] = true;
}

bool lint_ptx_is_address(const struct ptx_translator *t, uint32_t variable)
{
    const struct ptx_function *const kernel = t->kernel;
    struct trail trail = { .kernel = kernel, .is_followed = true };

    trail.holds = calloc(kernel->register_count + 1, sizeof *trail.holds);
    if (!trail.holds)
        return false;
    for (size_t s = 0; s < kernel->statement_count; s++)
        trail.converts |= lint_ptx_starts(kernel->statements[s].name, "cvta.to.");
    while (trail.is_followed && !trail.is_address) {
        trail.is_followed = false;
        for (size_t s = 0; s < kernel->statement_count; s++)
            if (kernel->statements[s].kind == PTX_INSTRUCTION)
                follow(&trail, &kernel->statements[s], variable);
    }
    free(trail.holds);
    return trail.is_address;
}
