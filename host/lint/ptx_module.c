/* A PTX file as read: what its parts mean by themselves, and its release. */
#include "ptx_module.h"

#include <stdlib.h>

struct ptx_type lint_ptx_type(struct ptx_span word)
{
    static const struct {
        const char *word;
        struct ptx_type type;
    } types[] = {
        { ".pred", { PTX_PREDICATE, 1 } }, { ".b8", { PTX_BITS, 8 } },       { ".b16", { PTX_BITS, 16 } },
        { ".b32", { PTX_BITS, 32 } },      { ".b64", { PTX_BITS, 64 } },     { ".u8", { PTX_UNSIGNED, 8 } },
        { ".u16", { PTX_UNSIGNED, 16 } },  { ".u32", { PTX_UNSIGNED, 32 } }, { ".u64", { PTX_UNSIGNED, 64 } },
        { ".s8", { PTX_SIGNED, 8 } },      { ".s16", { PTX_SIGNED, 16 } },   { ".s32", { PTX_SIGNED, 32 } },
        { ".s64", { PTX_SIGNED, 64 } },    { ".f16", { PTX_FLOAT, 16 } },    { ".f32", { PTX_FLOAT, 32 } },
        { ".f64", { PTX_FLOAT, 64 } },
    };

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lint_ptx_is(word, types[i].word))
            return types[i].type;
    return (struct ptx_type){ PTX_NO_TYPE, 0 };
}

enum lint_space lint_ptx_space(enum ptx_space space)
{
    switch (space) {
    case PTX_GLOBAL:
        return LINT_GLOBAL;
    case PTX_CONST:
        return LINT_CONSTANT;
    case PTX_SHARED:
        return LINT_LOCAL;
    case PTX_LOCAL:
    case PTX_PARAM:
        return LINT_PRIVATE;
    default:
        return LINT_GENERIC;
    }
}

const char *lint_ptx_string(const struct ptx_module *module, struct ptx_span label, uint64_t offset)
{
    uint32_t start;

    if (!lint_ptx_get(&module->string_labels, 0, label, &start) || offset >= module->string_bytes - start)
        return NULL;
    return module->strings + start + offset;
}

static void release_function(struct ptx_function *function)
{
    free(function->formals);
    free(function->registers);
    free(function->operands);
    free(function->statements);
    free(function->labels);
}

void lint_ptx_module_release(struct ptx_module *module)
{
    for (size_t i = 0; i < module->variable_count; i++)
        free(module->variables[i].initial);
    for (size_t i = 0; i < module->function_count; i++)
        release_function(&module->functions[i]);
    free(module->variables);
    free(module->functions);
    free(module->locs);
    free(module->files);
    free(module->strings);
    free(module->string_labels.entries);
    *module = (struct ptx_module){ 0 };
}
