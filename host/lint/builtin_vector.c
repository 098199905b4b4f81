/* Conversions by name, shuffles of vectors, pointers of named spaces, and clocks. */
#include <stdlib.h>
#include <string.h>

#include "builtin_build.h"
#include "memory.h"

/* The type that a conversion's name begins with; `rest` is behind it. */
static bool read_type_word(const char *text, struct lint_conversion *conversion, const char **rest)
{
    static const struct {
        const char *word;
        enum lint_kind kind;
        unsigned bits;
    } types[] = {
        { "char", LINT_SIGNED, 8 },      { "uchar", LINT_UNSIGNED, 8 },  { "short", LINT_SIGNED, 16 },
        { "ushort", LINT_UNSIGNED, 16 }, { "int", LINT_SIGNED, 32 },     { "uint", LINT_UNSIGNED, 32 },
        { "long", LINT_SIGNED, 64 },     { "ulong", LINT_UNSIGNED, 64 }, { "half", LINT_FLOAT, 16 },
        { "float", LINT_FLOAT, 32 },     { "double", LINT_FLOAT, 64 },
    };

    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const size_t length = strlen(types[i].word);

        if (strncmp(text, types[i].word, length) == 0) {
            conversion->to = types[i].kind;
            conversion->to_bits = types[i].bits;
            *rest = text + length;
            return true;
        }
    }
    return false;
}

/* "_sat", "_rtz", "_sat_rtz", or nothing: to integers, nothing means towards 0. */
static bool read_suffixes(const char *text, struct lint_conversion *conversion)
{
    static const struct {
        const char *suffix;
        enum lint_rounding rounding;
    } roundings[] = {
        { "_rte", LINT_TO_NEAREST }, { "_rtz", LINT_TO_ZERO }, { "_rtp", LINT_UP }, { "_rtn", LINT_DOWN }
    };

    conversion->rounding = conversion->to == LINT_FLOAT ? LINT_TO_NEAREST : LINT_TO_ZERO;
    if (strncmp(text, "_sat", 4) == 0) {
        conversion->saturate = true;
        text += 4;
    }
    for (size_t i = 0; i < sizeof roundings / sizeof *roundings; i++)
        if (strcmp(text, roundings[i].suffix) == 0) {
            conversion->rounding = roundings[i].rounding;
            return true;
        }
    return *text == '\0';
}

/* "convert_uchar4_sat_rte" */
static bool emit_convert(struct lint_builder *builder)
{
    struct lint_conversion conversion = { .from = builder->kind, .from_bits = builder->bits };
    const char *rest;
    char *end;
    unsigned long count;

    if (!read_type_word(builder->signature->name + strlen("convert_"), &conversion, &rest))
        return false;
    count = strtoul(rest, &end, 10);
    if ((end == rest ? 1 : count) != builder->count || !read_suffixes(end, &conversion) ||
        builder->call->result.count != builder->count || builder->call->result.bits != conversion.to_bits)
        return false;
    return lint_result(builder, LINT_COPY, lint_conversion_op(builder, &conversion, lint_operand(builder, 0)),
                       LINT_NONE, LINT_NONE);
}

/*
 * (vector[, vector], mask), as many as the row's number says. Of the mask's numbers only those bits count that choose
 * among the vectors' elements.
 */
static bool emit_shuffle(struct lint_builder *builder)
{
    const struct lint_value *const arguments = builder->call->arguments, *const result = &builder->call->result;
    const size_t mask = builder->call->argument_count - 1;
    const struct lint_type *const mask_type = &builder->signature->parameters[mask];
    /* Vectors of three take the place of four. */
    const unsigned places = builder->count == 3 ? 4 : builder->count, all = places * (unsigned)mask;
    const struct lint_builder element = lint_shaped(builder, builder->bits, 1);
    uint32_t joined;

    if (mask + 1 != builder->builtin->number || builder->count == 1 || result->count != mask_type->count ||
        result->bits != builder->bits || lint_type_bits(mask_type) != builder->bits ||
        lint_type_kind(mask_type) == LINT_FLOAT)
        return false;
    joined = lint_program_slots(builder->program, all);
    for (size_t v = 0; v < mask; v++)
        for (uint32_t i = 0; i < builder->count; i++)
            lint_copy_slot(builder, joined + (uint32_t)v * places + i, arguments[v].slot + i);
    for (uint32_t i = 0; i < result->count; i++) {
        const struct lint_instruction pick = {
            .op = LINT_EXTRACT,
            .bits = (uint8_t)builder->bits,
            .to_bits = (uint8_t)builder->bits,
            .count = all,
            .result = result->slot + i,
            .a = joined,
            .b = lint_op(&element, LINT_AND, arguments[mask].slot + i, lint_number(&element, all - 1), LINT_NONE),
            .c = LINT_NONE,
            .detail = LINT_NONE,
        };

        lint_build(builder, &pick);
    }
    return true;
}

/* The four bits of an address that tell its space. */
static uint32_t is_in(const struct lint_builder *word, uint32_t address, enum lint_space space)
{
    const uint32_t place = lint_number(word, 60);
    const uint32_t tag = lint_op(word, LINT_LSHR, address, place, LINT_NONE);

    return lint_op(word, LINT_EQ, tag, lint_number(word, lint_address_tag(space) >> 60), LINT_NONE);
}

/* to_global and the like, as clang calls them; the row's number is the space. */
static bool emit_to_space(struct lint_builder *builder)
{
    const struct lint_call *const call = builder->call;
    const struct lint_builder word = lint_shaped(builder, 64, 1);

    if (call->argument_count != 1 || !call->arguments[0].is_pointer || call->result.count != 1)
        return false;
    return lint_result(&word, LINT_SELECT,
                       is_in(&word, call->arguments[0].slot, (enum lint_space)builder->builtin->number),
                       call->arguments[0].slot, lint_number(&word, 0));
}

/* CLK_LOCAL_MEM_FENCE of local addresses, CLK_GLOBAL_MEM_FENCE of all others. */
static bool emit_get_fence(struct lint_builder *builder)
{
    const struct lint_call *const call = builder->call;
    const struct lint_builder word = lint_shaped(builder, 64, 1);

    if (call->argument_count != 1 || !call->arguments[0].is_pointer)
        return false;
    return lint_result(&word, LINT_SELECT, is_in(&word, call->arguments[0].slot, LINT_LOCAL),
                       lint_number(&word, LINT_FENCE_LOCAL), lint_number(&word, LINT_FENCE_GLOBAL));
}

/* A counter of 64 bits, or its lower and upper half. */
static bool emit_clock(struct lint_builder *builder)
{
    const struct lint_value *const result = &builder->call->result;
    const struct lint_builder word = lint_shaped(builder, 64, 1);
    const bool is_split = result->count == 2 && result->bits == 32;
    uint32_t clock;

    if (!is_split && result->count != 1)
        return false;
    clock = lint_op(&word, LINT_CLOCK, LINT_NONE, LINT_NONE, LINT_NONE);
    if (is_split) {
        lint_copy_slot(builder, result->slot,
                       lint_op(&word, LINT_AND, clock, lint_number(&word, UINT32_MAX), LINT_NONE));
        lint_copy_slot(builder, result->slot + 1, lint_op(&word, LINT_LSHR, clock, lint_number(&word, 32), LINT_NONE));
        return true;
    }
    return lint_result(&word, LINT_COPY, clock, LINT_NONE, LINT_NONE);
}

const struct lint_builtin lint_builtins_vectors[] = {
    { "convert_*", "*:g", emit_convert, 0, 0 },
    { "shuffle", "*:g*", emit_shuffle, 2, 0 },
    { "shuffle2", "*:gg*", emit_shuffle, 3, 0 },
    { "__to_global", "*:*", emit_to_space, LINT_GLOBAL, 0 },
    { "__to_local", "*:*", emit_to_space, LINT_LOCAL, 0 },
    { "__to_private", "*:*", emit_to_space, LINT_PRIVATE, 0 },
    { "get_fence", "x:*", emit_get_fence, 0, 0 },
    { "clock_read_*", "*:", emit_clock, 0, 0 },
};

LINT_BUILTIN_COUNT(vectors);
