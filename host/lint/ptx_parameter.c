/* From PTX to the engine's program: the kernel's parameters, and how they are read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx_translate.h"

static enum clsmem_status refuse_variable(const struct ptx_translator *t, const struct ptx_variable *variable,
                                          const char *why)
{
    return clsmem_fail(CLSMEM_INVALID, "%s, line %lu: \"%.*s\" is %s", t->module->path, (unsigned long)variable->line,
                       PTX_SHOW(variable->name), why);
}

/* The driver's "gemm_param_2" tells no more than a number. */
static char *parameter_name(const struct ptx_translator *t, const struct ptx_variable *variable, size_t number)
{
    static const char between[] = "_param_";
    const struct ptx_span kernel = t->kernel->name, name = variable->name;
    char *text;

    if (name.length <= kernel.length + sizeof between - 1 || memcmp(name.text, kernel.text, kernel.length) != 0 ||
        memcmp(name.text + kernel.length, between, sizeof between - 1) != 0)
        return strndup(name.text, name.length);
    text = malloc(32);
    if (text)
        (void)snprintf(text, 32, "argument %zu", number);
    return text;
}

/* What the driver's words still tell of the type. */
static const char *type_words(const struct ptx_variable *variable)
{
    if (variable->is_array || variable->is_pointer || variable->type.kind != PTX_FLOAT)
        return "";
    return variable->type.bits == 32 ? "float" : variable->type.bits == 64 ? "double" : "half";
}

static bool any_is_marked(const struct ptx_translator *t)
{
    for (size_t i = 0; i < t->kernel->formal_count; i++)
        if (!t->kernel->formals[i].is_register && t->module->variables[t->kernel->formals[i].index].is_pointer)
            return true;
    return false;
}

static struct lint_parameter describe(const struct ptx_translator *t, uint32_t index)
{
    const struct ptx_variable *const variable = &t->module->variables[index];
    struct lint_parameter parameter = { .kind = LINT_SCALAR, .bytes = variable->bytes, .align = variable->align };
    const bool is_address = variable->is_pointer || (!variable->is_array && variable->bytes == 8 &&
                                                     !any_is_marked(t) && lint_ptx_is_address(t, index));

    if (!is_address)
        return parameter;
    parameter.kind = variable->points_to == PTX_SHARED ? LINT_LOCAL_BUFFER : LINT_BUFFER;
    parameter.space = variable->points_to == PTX_CONST    ? LINT_CONSTANT
                      : variable->points_to == PTX_SHARED ? LINT_LOCAL
                                                          : LINT_GLOBAL;
    parameter.bytes = 0;
    parameter.align = variable->points_align ? variable->points_align : 1;
    return parameter;
}

enum clsmem_status lint_ptx_add_parameters(struct ptx_translator *t)
{
    for (size_t i = 0; i < t->kernel->formal_count; i++) {
        const uint32_t index = t->kernel->formals[i].index;
        struct ptx_variable *const variable = &t->module->variables[index];
        struct lint_parameter parameter;

        if (t->kernel->formals[i].is_register)
            return clsmem_fail(CLSMEM_INVALID, "%s, line %lu: a kernel's parameter in a register", t->module->path,
                               (unsigned long)t->kernel->line);
        if (variable->refused)
            return refuse_variable(t, variable, variable->refused);
        if (variable->bytes == 0)
            return refuse_variable(t, variable, "a parameter without a size");
        parameter = describe(t, index);
        parameter.name = parameter_name(t, variable, i);
        parameter.type = strdup(type_words(variable));
        if (!parameter.name || !parameter.type) {
            free(parameter.name);
            free(parameter.type);
            return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the parameters of a kernel");
        }
        variable->parameter = lint_program_parameter(t->program, &parameter);
    }
    return CLSMEM_OK;
}

bool lint_ptx_has_parameter_slots(const struct ptx_translator *t, const struct ptx_operand *operand)
{
    const struct ptx_variable *const variable = &t->module->variables[operand->index];

    return variable->space == PTX_PARAM && (variable->parameter != LINT_NONE || !variable->is_array);
}

static uint32_t kernel_slot(struct ptx_translator *t, const struct ptx_variable *variable, uint64_t offset,
                            unsigned bits)
{
    const struct lint_program *const program = t->program;
    struct lint_parameter_slot slot = { variable->parameter, (uint32_t)offset, (uint8_t)bits, 0 };

    for (size_t i = 0; i < program->parameter_slot_count; i++)
        if (program->parameter_slots[i].parameter == slot.parameter &&
            program->parameter_slots[i].offset == slot.offset && program->parameter_slots[i].bits == slot.bits)
            return program->parameter_slots[i].slot;
    slot.slot = lint_ptx_slot(t);
    lint_program_parameter_slot(t->program, &slot);
    return slot.slot;
}

uint32_t lint_ptx_passing_slot(struct ptx_translator *t, struct ptx_variable *variable)
{
    if (variable->slot == LINT_NONE)
        variable->slot = lint_ptx_slot(t);
    return variable->slot;
}

/* The lowest bits where fewer are wanted: a char passes as an int. */
static uint32_t passed_value(struct ptx_translator *t, struct ptx_variable *variable, uint64_t offset, unsigned bits)
{
    const uint32_t slot = lint_ptx_passing_slot(t, variable);
    const uint32_t shifted =
        offset == 0 ? slot : lint_ptx_do2(t, LINT_LSHR, variable->type.bits, slot, lint_ptx_constant(t, 8 * offset));

    return bits == variable->type.bits ? slot : lint_ptx_mask(t, bits, shifted);
}

/* The address in a buffer's parameter. */
static uint32_t address_value(struct ptx_translator *t, const struct ptx_variable *variable, uint64_t offset,
                              unsigned bits)
{
    const uint32_t slot = kernel_slot(t, variable, 0, 64);

    if (offset != 0 || bits < 32)
        lint_ptx_refuse(t, "it takes a part of the address in \"%.*s\"", PTX_SHOW(variable->name));
    return bits == 64 ? slot : lint_ptx_mask(t, bits, slot);
}

uint32_t lint_ptx_parameter_value(struct ptx_translator *t, const struct ptx_operand *operand, unsigned bits,
                                  unsigned more)
{
    struct ptx_variable *const variable = &t->module->variables[operand->index];
    const uint64_t offset = (uint64_t)operand->offset + more;

    if (offset > variable->bytes || variable->bytes - offset < bits / 8) {
        lint_ptx_refuse(t, "it goes beyond \"%.*s\"", PTX_SHOW(variable->name));
        return 0;
    }
    if (variable->parameter == LINT_NONE)
        return passed_value(t, variable, offset, bits);
    if (t->program->parameters[variable->parameter].kind == LINT_SCALAR)
        return kernel_slot(t, variable, offset, bits);
    return address_value(t, variable, offset, bits);
}
