/* From PTX to the engine's program: arrays that the kernel uses, and their addresses. */
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "ptx_translate.h"

#define MOST_INITIAL_BYTES ((uint64_t)1 << 30)

static bool is_on_chip(const struct ptx_variable *variable)
{
    return variable->space == PTX_SHARED || variable->space == PTX_LOCAL;
}

/* Marks what a function's statements name; whether functions were reached that were not before. */
static bool scan_function(struct ptx_translator *t, const struct ptx_function *function)
{
    bool found = false;

    for (size_t i = 0; i < function->operand_count; i++) {
        const struct ptx_operand *const operand = &function->operands[i];

        if (operand->kind == PTX_VARIABLE)
            t->module->variables[operand->index].is_used = true;
        for (size_t k = 0; operand->kind == PTX_FUNCTION && k < t->module->function_count; k++) {
            struct ptx_function *const other = &t->module->functions[k];

            if (!other->is_reached && other->has_body && lint_ptx_same(other->name, operand->name))
                found = other->is_reached = true;
        }
    }
    return found;
}

/* An instruction of 32 bits that names an array in local or private memory. */
static bool has_short_address(const struct ptx_module *module, const struct ptx_function *function)
{
    for (size_t s = 0; s < function->statement_count; s++) {
        const struct ptx_statement *const statement = &function->statements[s];
        const bool is_short =
            lint_ptx_starts(statement->name, "mov.u32") || lint_ptx_starts(statement->name, "mov.b32") ||
            lint_ptx_starts(statement->name, "mov.s32") || lint_ptx_starts(statement->name, "ld.param.u32") ||
            lint_ptx_starts(statement->name, "ld.param.b32");

        for (uint32_t i = 0; is_short && i < statement->operand_count; i++) {
            const struct ptx_operand *const operand = &function->operands[statement->first_operand + i];

            if (operand->kind == PTX_VARIABLE && (is_on_chip(&module->variables[operand->index]) ||
                                                  module->variables[operand->index].points_to == PTX_SHARED))
                return true;
        }
    }
    return false;
}

static void find_used(struct ptx_translator *t)
{
    bool found = true;

    t->kernel->is_reached = true;
    while (found) {
        found = false;
        for (size_t i = 0; i < t->module->function_count; i++)
            if (t->module->functions[i].is_reached)
                found |= scan_function(t, &t->module->functions[i]);
    }
    for (size_t i = 0; i < t->module->function_count; i++)
        if (t->module->functions[i].is_reached)
            t->has_short_addresses |= has_short_address(t->module, &t->module->functions[i]);
}

/* The compiler writes "kernel_$_array" for an array in a kernel. */
static char *array_name(struct ptx_span name)
{
    for (size_t i = 0; i + 3 < name.length; i++)
        if (memcmp(name.text + i, "_$_", 3) == 0)
            return strndup(name.text + i + 3, name.length - i - 3);
    return strndup(name.text, name.length);
}

static const char *refusal_of(const struct ptx_variable *variable)
{
    if (variable->refused)
        return variable->refused;
    if (variable->bytes == 0)
        return "an array without a size";
    if (variable->has_odd_initial)
        return "an array with values that are no plain numbers";
    if (is_on_chip(variable) && variable->initial)
        return "local or private memory, which has no values at the start";
    if (!is_on_chip(variable) && variable->space != PTX_PARAM && variable->bytes > MOST_INITIAL_BYTES)
        return "an array of more than 1 GiB";
    return NULL;
}

static enum clsmem_status add_array(struct ptx_translator *t, struct ptx_variable *variable)
{
    const bool has_values = variable->space == PTX_GLOBAL || variable->space == PTX_CONST;
    struct lint_array array = { .space = lint_ptx_space(variable->space),
                                .bytes = variable->bytes,
                                .align = variable->align };

    if (refusal_of(variable))
        return clsmem_fail(CLSMEM_INVALID, "%s, line %lu: \"%.*s\" is %s", t->module->path,
                           (unsigned long)variable->line, PTX_SHOW(variable->name), refusal_of(variable));
    if (is_on_chip(variable) && t->program->array_count >= LINT_MOST_SMALL_OBJECTS)
        return clsmem_fail(CLSMEM_INVALID, "%s, line %lu: more than %d arrays", t->module->path,
                           (unsigned long)variable->line, LINT_MOST_SMALL_OBJECTS);
    array.name = array_name(variable->name);
    if (has_values && !variable->initial)
        variable->initial = calloc(1, (size_t)variable->bytes);
    if (!array.name || (has_values && !variable->initial)) {
        free(array.name);
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for an array of a kernel");
    }
    array.initial = variable->initial;
    variable->initial = NULL;
    variable->array = lint_program_array(t->program, &array);
    return CLSMEM_OK;
}

/* The assembler keeps the local arrays in a kernel, used or not; others it keeps where they are used. */
static bool is_kept(const struct ptx_translator *t, size_t index)
{
    const struct ptx_variable *const variable = &t->module->variables[index];
    const struct ptx_function *const kernel = t->kernel;
    const bool is_own = index >= kernel->first_variable && index - kernel->first_variable < kernel->variable_count;

    if (variable->space == PTX_PARAM && (!variable->is_array || variable->parameter != LINT_NONE))
        return false;
    return variable->is_used || (is_own && variable->space == PTX_SHARED);
}

/* Up front, since local arrays lie in the order of their declarations. */
enum clsmem_status lint_ptx_add_arrays(struct ptx_translator *t)
{
    find_used(t);
    for (size_t i = 0; i < t->module->variable_count; i++) {
        struct ptx_variable *const variable = &t->module->variables[i];
        enum clsmem_status status;

        if (!is_kept(t, i))
            continue;
        status = add_array(t, variable);
        if (status != CLSMEM_OK)
            return status;
    }
    return CLSMEM_OK;
}

/* A parameter whose address is taken is copied into private memory before the kernel starts. */
static void add_value_array(struct ptx_translator *t, struct ptx_variable *variable)
{
    if (variable->parameter == LINT_NONE || t->program->parameters[variable->parameter].kind != LINT_SCALAR) {
        lint_ptx_refuse(t, "the address of \"%.*s\" is taken", PTX_SHOW(variable->name));
        return;
    }
    t->status = add_array(t, variable);
    if (t->status == CLSMEM_OK)
        lint_program_value_array(t->program, variable->parameter, variable->array);
}

uint32_t lint_ptx_variable_address(struct ptx_translator *t, const struct ptx_operand *operand)
{
    struct ptx_variable *const variable = &t->module->variables[operand->index];
    uint32_t slot;

    if (t->status == CLSMEM_OK && variable->array == LINT_NONE)
        add_value_array(t, variable);
    if (t->status != CLSMEM_OK)
        return 0;
    slot = lint_program_array_slot(t->program, variable->array);
    return operand->offset == 0 ? slot
                                : lint_ptx_do2(t, LINT_ADD, 64, slot, lint_ptx_constant(t, (uint64_t)operand->offset));
}
