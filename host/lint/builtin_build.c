/* Emitting the instructions of one call. */
#include "builtin_build.h"

#include <assert.h>
#include <string.h>

#include "convert.h"
#include "math_table.h"

struct lint_builder lint_shaped(const struct lint_builder *builder, unsigned bits, unsigned count)
{
    struct lint_builder shaped = *builder;

    shaped.bits = bits;
    shaped.count = count;
    return shaped;
}

void lint_build(const struct lint_builder *builder, const struct lint_instruction *instruction)
{
    struct lint_instruction placed = *instruction;

    placed.site = builder->call->site;
    lint_program_emit(builder->program, &placed);
}

static void build_element_op(const struct lint_builder *builder, enum lint_op op, uint32_t result,
                             const uint32_t operands[3], int64_t immediate)
{
    const struct lint_instruction instruction = {
        .op = (uint16_t)op,
        .bits = (uint8_t)builder->bits,
        .to_bits = (uint8_t)builder->bits,
        .count = builder->count,
        .result = result,
        .a = operands[0],
        .b = operands[1],
        .c = operands[2],
        .detail = LINT_NONE,
        .immediate = immediate,
    };

    lint_build(builder, &instruction);
}

static uint32_t new_slots(const struct lint_builder *builder)
{
    return lint_program_slots(builder->program, builder->count);
}

uint32_t lint_op(const struct lint_builder *builder, enum lint_op op, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t result = new_slots(builder);

    build_element_op(builder, op, result, (const uint32_t[]){ a, b, c }, 0);
    return result;
}

bool lint_result(const struct lint_builder *builder, enum lint_op op, uint32_t a, uint32_t b, uint32_t c)
{
    assert(builder->count <= builder->call->result.count);
    build_element_op(builder, op, builder->call->result.slot, (const uint32_t[]){ a, b, c }, 0);
    return true;
}

void lint_copy_slot(const struct lint_builder *builder, uint32_t to, uint32_t from)
{
    const struct lint_builder slot = lint_shaped(builder, 64, 1);

    build_element_op(&slot, LINT_COPY, to, (const uint32_t[]){ from, LINT_NONE, LINT_NONE }, 0);
}

uint32_t lint_math_op(const struct lint_builder *builder, const char *name, uint32_t a, uint32_t b, uint32_t c)
{
    const int function = lint_math_find(name);
    const uint32_t result = new_slots(builder);

    assert(function >= 0);
    build_element_op(builder, LINT_MATH, result, (const uint32_t[]){ a, b, c }, function);
    return result;
}

uint32_t lint_compare(const struct lint_builder *builder, unsigned orders, uint32_t a, uint32_t b)
{
    const uint32_t result = new_slots(builder);

    build_element_op(builder, LINT_COMPARE_F, result, (const uint32_t[]){ a, b, LINT_NONE }, (int64_t)orders);
    return result;
}

uint32_t lint_conversion_op(const struct lint_builder *builder, const struct lint_conversion *conversion, uint32_t a)
{
    const uint32_t result = new_slots(builder);
    const struct lint_instruction instruction = {
        .op = LINT_CONVERT,
        .bits = (uint8_t)conversion->from_bits,
        .to_bits = (uint8_t)conversion->to_bits,
        .count = builder->count,
        .result = result,
        .a = a,
        .b = LINT_NONE,
        .c = LINT_NONE,
        .detail = LINT_NONE,
        .immediate = lint_conversion_pack(conversion),
    };

    lint_build(builder, &instruction);
    return result;
}

uint32_t lint_address_op(const struct lint_builder *builder, size_t pointer, uint32_t index, unsigned index_bits,
                         int64_t scale)
{
    const uint32_t result = lint_program_slots(builder->program, 1);
    const struct lint_instruction instruction = {
        .op = LINT_INDEX,
        .bits = (uint8_t)index_bits,
        .to_bits = 64,
        .count = 1,
        .result = result,
        .a = builder->call->arguments[pointer].slot,
        .b = index,
        .c = LINT_NONE,
        .detail = LINT_NONE,
        .immediate = scale,
    };

    lint_build(builder, &instruction);
    return result;
}

uint32_t lint_number(const struct lint_builder *builder, uint64_t value)
{
    uint64_t values[LINT_MOST_ELEMENTS];

    assert(builder->count <= LINT_MOST_ELEMENTS);
    if (builder->bits < 64)
        value &= (UINT64_C(1) << builder->bits) - 1;
    if (builder->count == 1)
        return lint_program_constant(builder->program, value);
    for (unsigned i = 0; i < builder->count; i++)
        values[i] = value;
    return lint_program_constants(builder->program, values, builder->count);
}

uint32_t lint_real(const struct lint_builder *builder, double value)
{
    const struct lint_conversion conversion = { LINT_FLOAT, LINT_FLOAT, 64, builder->bits, LINT_TO_NEAREST, false };
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return lint_number(builder, lint_convert(&conversion, bits));
}

bool lint_constant_of(const struct lint_builder *builder, uint32_t slot, uint64_t *value)
{
    if (slot < LINT_FIRST_CONSTANT || slot - LINT_FIRST_CONSTANT >= builder->program->constant_count)
        return false;
    *value = builder->program->constants[slot - LINT_FIRST_CONSTANT];
    return true;
}

uint32_t lint_spread(const struct lint_builder *builder, uint32_t slot)
{
    uint64_t value;
    uint32_t result;

    if (builder->count == 1)
        return slot;
    if (lint_constant_of(builder, slot, &value))
        return lint_number(builder, value);
    result = new_slots(builder);
    for (uint32_t i = 0; i < builder->count; i++)
        lint_copy_slot(builder, result + i, slot);
    return result;
}

uint32_t lint_operand(const struct lint_builder *builder, size_t argument)
{
    const struct lint_value *const value = &builder->call->arguments[argument];

    return value->count == 1 ? lint_spread(builder, value->slot) : value->slot;
}

enum lint_atomic lint_combination(enum lint_kind kind, enum lint_atomic combine)
{
    const bool is_float = kind == LINT_FLOAT, is_signed = kind == LINT_SIGNED;

    switch (combine) {
    case LINT_ATOMIC_ADD:
        return is_float ? LINT_ATOMIC_ADD_F : combine;
    case LINT_ATOMIC_SUB:
        return is_float ? LINT_ATOMIC_SUB_F : combine;
    case LINT_ATOMIC_MIN_U:
        return is_float ? LINT_ATOMIC_MIN_F : is_signed ? LINT_ATOMIC_MIN_S : combine;
    case LINT_ATOMIC_MAX_U:
        return is_float ? LINT_ATOMIC_MAX_F : is_signed ? LINT_ATOMIC_MAX_S : combine;
    default:
        return combine;
    }
}

struct lint_access lint_access_by(const struct lint_builder *builder, size_t pointer, unsigned bytes)
{
    return (struct lint_access){
        .space = builder->call->arguments[pointer].space,
        .align = bytes,
        .is_volatile = builder->signature->parameters[pointer].is_volatile,
    };
}

static void build_access(const struct lint_builder *builder, enum lint_op op, const struct lint_access *access,
                         uint32_t result, uint32_t address, uint32_t value)
{
    const struct lint_instruction instruction = {
        .op = (uint16_t)op,
        .bits = (uint8_t)builder->bits,
        .to_bits = (uint8_t)builder->bits,
        .count = builder->count,
        .result = result,
        .a = address,
        .b = value,
        .c = LINT_NONE,
        .detail = lint_program_access(builder->program, access),
    };

    lint_build(builder, &instruction);
}

void lint_load(const struct lint_builder *builder, const struct lint_access *access, uint32_t result, uint32_t address)
{
    build_access(builder, LINT_LOAD, access, result, address, LINT_NONE);
}

void lint_store(const struct lint_builder *builder, const struct lint_access *access, uint32_t address, uint32_t value)
{
    build_access(builder, LINT_STORE, access, LINT_NONE, address, value);
}

void lint_store_result(const struct lint_builder *builder, size_t pointer, uint32_t value)
{
    /* A vector of three is aligned as one of four. */
    const unsigned places = builder->count == 3 ? 4 : builder->count;
    const struct lint_access access = lint_access_by(builder, pointer, places * builder->bits / 8);

    lint_store(builder, &access, builder->call->arguments[pointer].slot, value);
}
