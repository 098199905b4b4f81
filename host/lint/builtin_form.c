/* Whether a call has the form of a row: see struct lint_builtin. */
#include <string.h>

#include "builtin_build.h"

static bool is_number(const struct lint_type *type)
{
    return type->pointers == 0 && lint_type_bits(type) > 0;
}

static bool is_integer(const struct lint_type *type)
{
    return is_number(type) && lint_type_kind(type) != LINT_FLOAT;
}

static bool is_int(const struct lint_type *type)
{
    return is_integer(type) && lint_type_bits(type) == 32;
}

static bool has_element_of(const struct lint_type *type, const struct lint_type *other)
{
    return lint_type_bits(type) == lint_type_bits(other) && lint_type_kind(type) == lint_type_kind(other);
}

/* What a pointer points at. */
static struct lint_type target_of(const struct lint_type *type)
{
    struct lint_type target = *type;

    target.pointers--;
    return target;
}

/* T; false where no parameter tells it. */
static bool find_type(const struct lint_signature *signature, const char *letters, struct lint_type *type)
{
    bool is_found = false;

    for (size_t i = 0; i < signature->count && letters[i] && letters[i] != '*' && letters[i] != 'o'; i++) {
        const struct lint_type *const parameter = &signature->parameters[i];

        if (strchr("gfzsl", letters[i]) && is_number(parameter) && (!is_found || parameter->count > type->count)) {
            *type = *parameter;
            is_found = true;
        }
    }
    for (size_t i = 0; !is_found && i < signature->count && letters[i] && letters[i] != '*'; i++)
        if (letters[i] == 'A' && signature->parameters[i].pointers == 1) {
            *type = target_of(&signature->parameters[i]);
            is_found = is_number(type) && type->count == 1;
        }
    return is_found;
}

static bool parameter_fits(const struct lint_type *parameter, char letter, const struct lint_type *type)
{
    struct lint_type target;

    switch (letter) {
    case 'g':
        return is_number(parameter) && has_element_of(parameter, type) && parameter->count == type->count;
    case 'f':
        return parameter_fits(parameter, 'g', type) && lint_type_kind(type) == LINT_FLOAT;
    case 'z':
        return parameter_fits(parameter, 'g', type) && lint_type_kind(type) != LINT_FLOAT;
    case 'l':
        return parameter_fits(parameter, 'g', type) && type->count == 1;
    case 's':
        return is_number(parameter) && has_element_of(parameter, type) &&
               (parameter->count == type->count || parameter->count == 1);
    case 'i':
        return is_int(parameter) && parameter->count == type->count;
    case 'n':
        return is_int(parameter) && (parameter->count == type->count || parameter->count == 1);
    case 'c':
        return is_integer(parameter) && parameter->count == type->count &&
               lint_type_bits(parameter) == lint_type_bits(type);
    case 'x':
        return is_integer(parameter) && parameter->count == 1;
    case 'e':
        return parameter->scalar == LINT_TYPE_NAMED && strcmp(parameter->name, "ocl_event") == 0;
    default:
        if (parameter->pointers != 1)
            return false;
        target = target_of(parameter);
        if (letter == 'p')
            return is_number(&target);
        return letter == 'Q'
                   ? parameter_fits(&target, 'i', type)
                   : parameter_fits(&target, 'g', type) || (letter == 'A' && parameter_fits(&target, 'c', type));
    }
}

static bool result_fits(const struct lint_builder *builder, char letter)
{
    const struct lint_value *const result = &builder->call->result;
    const unsigned bits = builder->bits, count = builder->count;

    switch (letter) {
    case 'g':
        return result->count == count && result->bits == bits;
    case 'i':
        return result->count == count && result->bits == 32;
    case 'w':
        return result->count == count && result->bits == 2 * bits;
    case '1':
        return result->count == 1 && result->bits == bits;
    case 'k':
        return result->count == 1 && result->bits == 32;
    case 'b':
        return result->count == count && result->bits == (count == 1 ? 32 : bits);
    case 'x':
        return result->count == 1 && !result->is_float;
    case 't':
        return result->count == 1 && result->bits <= 8;
    case 'v':
        return result->count == 0;
    default:
        return letter == '*';
    }
}

static bool parameters_fit(const struct lint_signature *signature, const char *letters, const struct lint_type *type)
{
    size_t i = 0;

    for (; letters[i] && letters[i] != '*' && letters[i] != 'o'; i++)
        if (i == signature->count || !parameter_fits(&signature->parameters[i], letters[i], type))
            return false;
    if (letters[i] == '*')
        return true;
    for (; letters[0] && i < signature->count; i++)
        if (letters[strlen(letters) - 1] != 'o' || signature->parameters[i].scalar != LINT_TYPE_NAMED ||
            signature->parameters[i].pointers > 0)
            return false;
    return i == signature->count;
}

bool lint_builder_match(struct lint_builder *builder)
{
    const char *const form = builder->builtin->form, *const letters = form + 2;

    builder->type = (struct lint_type){ .scalar = LINT_TYPE_VOID, .count = 1 };
    if (strpbrk(letters, "gfzslA") && !find_type(builder->signature, letters, &builder->type))
        return false;
    builder->kind = lint_type_kind(&builder->type);
    builder->bits = lint_type_bits(&builder->type);
    builder->count = builder->type.count;
    return parameters_fit(builder->signature, letters, &builder->type) && result_fits(builder, form[0]);
}
