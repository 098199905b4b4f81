/* vload, vstore and their forms for half: accesses of whole vectors at the alignment of an element. */
#include <stdlib.h>
#include <string.h>

#include "builtin_build.h"

/* "vload4", "vstorea_half3_rtz" behind the underscores and words: how many elements, and how a half is rounded. */
struct memory_name {
    unsigned count; /* 1 where the name has none */
    enum lint_rounding rounding;
};

/* The row's name, without its star, is what stands in front. False for a name of no function. */
static bool read_memory_name(const struct lint_builder *builder, struct memory_name *parts)
{
    static const unsigned counts[] = { 16, 8, 4, 3, 2 };
    static const struct {
        const char *suffix;
        enum lint_rounding rounding;
    } roundings[] = { { "", LINT_TO_NEAREST },
                      { "_rte", LINT_TO_NEAREST },
                      { "_rtz", LINT_TO_ZERO },
                      { "_rtp", LINT_UP },
                      { "_rtn", LINT_DOWN } };
    const char *rest = builder->signature->name + strlen(builder->builtin->name) - 1;
    char *end;
    const unsigned long number = strtoul(rest, &end, 10);

    parts->count = 1;
    for (size_t i = 0; end > rest && i < sizeof counts / sizeof *counts; i++)
        if (counts[i] == number)
            parts->count = counts[i];
    if (end > rest && parts->count == 1)
        return false;
    for (size_t i = 0; i < sizeof roundings / sizeof *roundings; i++)
        if (strcmp(end, roundings[i].suffix) == 0) {
            parts->rounding = roundings[i].rounding;
            return true;
        }
    return false;
}

/* (offset, pointer): the row's number is 0. */
static bool emit_load(struct lint_builder *builder)
{
    const struct lint_value *const arguments = builder->call->arguments, *const result = &builder->call->result;
    const struct lint_type *const target = &builder->signature->parameters[1];
    const unsigned bits = lint_type_bits(target);
    struct memory_name parts;
    struct lint_access access;

    if (!read_memory_name(builder, &parts) || parts.count == 1 || target->count != 1 || result->bits != bits ||
        result->count != parts.count)
        return false;
    access = lint_access_by(builder, 1, bits / 8);
    *builder = lint_shaped(builder, bits, parts.count);
    lint_load(builder, &access, result->slot,
              lint_address_op(builder, 1, arguments[0].slot, arguments[0].bits, (int64_t)(parts.count * bits / 8)));
    return true;
}

/* (value, offset, pointer) */
static bool emit_store(struct lint_builder *builder)
{
    const struct lint_value *const arguments = builder->call->arguments;
    const struct lint_type *const target = &builder->signature->parameters[2];
    const unsigned bits = builder->bits, count = builder->count;
    const struct lint_access access = lint_access_by(builder, 2, bits / 8);
    struct memory_name parts;

    if (!read_memory_name(builder, &parts) || parts.count == 1 || parts.count != count || target->count != 1 ||
        lint_type_bits(target) != bits)
        return false;
    lint_store(builder, &access,
               lint_address_op(builder, 2, arguments[1].slot, arguments[1].bits, (int64_t)(count * bits / 8)),
               arguments[0].slot);
    return true;
}

/* Bytes from one vector of halves to the next; vload_half3 has no gap, vloada_half3 one of an element. */
static unsigned half_stride(const struct lint_builder *builder, unsigned count)
{
    return 2 * (builder->builtin->number != 0 && count == 3 ? 4 : count);
}

/* Of vloada and vstorea, whose row's number is 1: the whole vector is aligned. */
static unsigned half_alignment(const struct lint_builder *builder, unsigned count)
{
    return builder->builtin->number != 0 ? half_stride(builder, count) : 2;
}

static bool is_half_pointer(const struct lint_type *type)
{
    return type->count == 1 && lint_type_bits(type) == 16 && lint_type_kind(type) == LINT_FLOAT;
}

/* The result is of float, whatever the target's word for half. */
static bool emit_half_load(struct lint_builder *builder)
{
    const struct lint_value *const arguments = builder->call->arguments, *const result = &builder->call->result;
    const struct lint_conversion widen = { LINT_FLOAT, LINT_FLOAT, 16, result->bits, LINT_TO_NEAREST, false };
    struct memory_name parts;
    struct lint_access access;
    uint32_t halves, address;

    if (!read_memory_name(builder, &parts) || !is_half_pointer(&builder->signature->parameters[1]) ||
        result->bits != 32 || result->count != parts.count)
        return false;
    *builder = lint_shaped(builder, 16, parts.count);
    access = lint_access_by(builder, 1, half_alignment(builder, parts.count));
    address =
        lint_address_op(builder, 1, arguments[0].slot, arguments[0].bits, (int64_t)half_stride(builder, parts.count));
    halves = lint_program_slots(builder->program, parts.count);
    lint_load(builder, &access, halves, address);
    builder->bits = 32;
    return lint_result(builder, LINT_COPY, lint_conversion_op(builder, &widen, halves), LINT_NONE, LINT_NONE);
}

static bool emit_half_store(struct lint_builder *builder)
{
    const struct lint_value *const arguments = builder->call->arguments;
    struct lint_conversion narrow = { LINT_FLOAT, LINT_FLOAT, builder->bits, 16, LINT_TO_NEAREST, false };
    const unsigned count = builder->count;
    const struct lint_access access = lint_access_by(builder, 2, half_alignment(builder, count));
    struct memory_name parts;
    uint32_t halves, address;

    if (!read_memory_name(builder, &parts) || parts.count != count || builder->bits == 16 ||
        !is_half_pointer(&builder->signature->parameters[2]))
        return false;
    narrow.rounding = parts.rounding;
    address = lint_address_op(builder, 2, arguments[1].slot, arguments[1].bits, (int64_t)half_stride(builder, count));
    halves = lint_conversion_op(builder, &narrow, arguments[0].slot);
    builder->bits = 16;
    lint_store(builder, &access, address, halves);
    return true;
}

/* Longer beginnings first: "vload_half4" is no vload. */
const struct lint_builtin lint_builtins_memory[] = {
    { "vloada_half*", "*:xp", emit_half_load, 1, 0 },
    { "vload_half*", "*:xp", emit_half_load, 0, 0 },
    { "vload*", "*:xp", emit_load, 0, 0 },
    { "vstorea_half*", "v:fxp", emit_half_store, 1, 0 },
    { "vstore_half*", "v:fxp", emit_half_store, 0, 0 },
    { "vstore*", "v:gxp", emit_store, 0, 0 },
};

LINT_BUILTIN_COUNT(memory);
