/* Element types and parameters: what kernel.h says of both, as functions. */
#include "clsmem/kernel.h"

#include <assert.h>
#include <float.h>
#include <string.h>

size_t clsmem_type_bytes(enum clsmem_type type)
{
    static const size_t bytes[] = {
#define TYPE_BYTES(name, c_word, word, bytes) [CLSMEM_##name] = bytes,
        CLSMEM_TYPES(TYPE_BYTES)
    };
    return bytes[type];
}

const char *clsmem_type_word(enum clsmem_type type)
{
    static const char *const words[] = {
#define TYPE_WORD(name, c_word, word, bytes) [CLSMEM_##name] = word,
        CLSMEM_TYPES(TYPE_WORD)
    };
    return words[type];
}

const char *clsmem_type_c_word(enum clsmem_type type)
{
    static const char *const words[] = {
#define TYPE_C_WORD(name, c_word, word, bytes) [CLSMEM_##name] = c_word,
        CLSMEM_TYPES(TYPE_C_WORD)
    };
    return words[type];
}

bool clsmem_type_is_integer(enum clsmem_type type)
{
    return type != CLSMEM_F32 && type != CLSMEM_F64 && type != CLSMEM_F16;
}

enum clsmem_type clsmem_type_computed(enum clsmem_type type)
{
    return type == CLSMEM_F16 ? CLSMEM_F32 : type;
}

double clsmem_type_least_normal(enum clsmem_type type)
{
    return type == CLSMEM_F32 ? FLT_MIN : type == CLSMEM_F64 ? DBL_MIN : type == CLSMEM_F16 ? 0x1p-14 : 0;
}

double clsmem_type_unit_roundoff(enum clsmem_type type)
{
    return type == CLSMEM_F32   ? FLT_EPSILON / 2
           : type == CLSMEM_F64 ? DBL_EPSILON / 2
           : type == CLSMEM_F16 ? 0x1p-11
                                : 0;
}

static const struct clsmem_param *param_find(const struct clsmem_variant *variant, const char *name)
{
    for (size_t i = 0; i < CLSMEM_MAX_PARAMS && variant->params[i].name; i++)
        if (strcmp(variant->params[i].name, name) == 0)
            return &variant->params[i];
    return NULL;
}

long clsmem_param(const struct clsmem_variant *variant, const char *name)
{
    const struct clsmem_param *param = param_find(variant, name);

    assert(param);
    return param->value;
}

long clsmem_param_or(const struct clsmem_variant *variant, const char *name, long otherwise)
{
    const struct clsmem_param *param = param_find(variant, name);

    return param ? param->value : otherwise;
}

const char *clsmem_unit_word(enum clsmem_unit unit)
{
    static const char *const words[] = {
#define UNIT_WORD(name, word) [CLSMEM_UNIT_##name] = word,
        CLSMEM_UNITS(UNIT_WORD)
#undef UNIT_WORD
    };

    return words[unit];
}
