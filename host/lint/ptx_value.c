/* From PTX to the engine's program: operands as slots, and single instructions on slots. */
#include "ptx_translate.h"

#include <string.h>

uint32_t lint_ptx_slot(struct ptx_translator *t)
{
    return lint_program_slots(t->program, 1);
}

uint32_t lint_ptx_constant(struct ptx_translator *t, uint64_t value)
{
    return lint_program_constant(t->program, value);
}

void lint_ptx_emit(struct ptx_translator *t, const struct lint_instruction *instruction)
{
    struct lint_instruction copy = *instruction;

    if (t->status != CLSMEM_OK || !t->block_is_open)
        return;
    copy.count = copy.count ? copy.count : 1;
    copy.site = t->site;
    lint_program_emit(t->program, &copy);
}

void lint_ptx_put3(struct ptx_translator *t, uint32_t result, enum lint_op op, unsigned bits, uint32_t a, uint32_t b,
                   uint32_t c)
{
    lint_ptx_emit(t, &(struct lint_instruction){ .op = (uint16_t)op,
                                                 .bits = (uint8_t)bits,
                                                 .result = result,
                                                 .a = a,
                                                 .b = b,
                                                 .c = c,
                                                 .detail = LINT_NONE });
}

void lint_ptx_put2(struct ptx_translator *t, uint32_t result, enum lint_op op, unsigned bits, uint32_t a, uint32_t b)
{
    lint_ptx_put3(t, result, op, bits, a, b, LINT_NONE);
}

void lint_ptx_put1(struct ptx_translator *t, uint32_t result, enum lint_op op, unsigned bits, uint32_t a)
{
    lint_ptx_put3(t, result, op, bits, a, LINT_NONE, LINT_NONE);
}

uint32_t lint_ptx_do3(struct ptx_translator *t, enum lint_op op, unsigned bits, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t result = lint_ptx_slot(t);

    lint_ptx_put3(t, result, op, bits, a, b, c);
    return result;
}

uint32_t lint_ptx_do2(struct ptx_translator *t, enum lint_op op, unsigned bits, uint32_t a, uint32_t b)
{
    return lint_ptx_do3(t, op, bits, a, b, LINT_NONE);
}

uint32_t lint_ptx_do1(struct ptx_translator *t, enum lint_op op, unsigned bits, uint32_t a)
{
    return lint_ptx_do3(t, op, bits, a, LINT_NONE, LINT_NONE);
}

static void put_resized(struct ptx_translator *t, uint32_t result, enum lint_op op, unsigned from, unsigned to,
                        uint32_t value)
{
    lint_ptx_emit(t, &(struct lint_instruction){ .op = (uint16_t)op,
                                                 .bits = (uint8_t)from,
                                                 .to_bits = (uint8_t)to,
                                                 .result = result,
                                                 .a = value,
                                                 .b = LINT_NONE,
                                                 .c = LINT_NONE,
                                                 .detail = LINT_NONE });
}

uint32_t lint_ptx_sign_extend(struct ptx_translator *t, unsigned from, unsigned to, uint32_t value)
{
    const uint32_t result = lint_ptx_slot(t);

    put_resized(t, result, LINT_SIGN_EXTEND, from, to, value);
    return result;
}

uint32_t lint_ptx_mask(struct ptx_translator *t, unsigned bits, uint32_t value)
{
    const uint32_t result = lint_ptx_slot(t);

    put_resized(t, result, LINT_MASK, 64, bits, value);
    return result;
}

uint32_t lint_ptx_compare_float(struct ptx_translator *t, unsigned bits, unsigned orders, uint32_t a, uint32_t b)
{
    const uint32_t result = lint_ptx_slot(t);

    lint_ptx_emit(t, &(struct lint_instruction){ .op = LINT_COMPARE_F,
                                                 .bits = (uint8_t)bits,
                                                 .result = result,
                                                 .a = a,
                                                 .b = b,
                                                 .c = LINT_NONE,
                                                 .detail = LINT_NONE,
                                                 .immediate = orders });
    return result;
}

uint32_t lint_ptx_convert(struct ptx_translator *t, const struct lint_conversion *conversion, uint32_t value)
{
    const uint32_t result = lint_ptx_slot(t);

    lint_ptx_emit(t, &(struct lint_instruction){ .op = LINT_CONVERT,
                                                 .bits = (uint8_t)conversion->from_bits,
                                                 .to_bits = (uint8_t)conversion->to_bits,
                                                 .result = result,
                                                 .a = value,
                                                 .b = LINT_NONE,
                                                 .c = LINT_NONE,
                                                 .detail = LINT_NONE,
                                                 .immediate = lint_conversion_pack(conversion) });
    return result;
}

const struct ptx_operand *lint_ptx_operand(const struct ptx_translator *t, uint32_t number)
{
    static const struct ptx_operand none = { .kind = PTX_ODD };

    return number < t->statement->operand_count ? &t->frame->function->operands[t->statement->first_operand + number]
                                                : &none;
}

const struct ptx_operand *lint_ptx_element(const struct ptx_translator *t, const struct ptx_operand *operand,
                                           uint32_t number)
{
    return &t->frame->function->operands[operand->first + number];
}

static uint32_t odd_operand(struct ptx_translator *t, const struct ptx_operand *operand)
{
    if (operand->name.text)
        lint_ptx_refuse(t, "we cannot read \"%.*s\" here", PTX_SHOW(operand->name));
    else
        lint_ptx_refuse(t, "an operand that we cannot read");
    return 0;
}

/* The register, where its size goes with the type: a source may be wider, for which ld, st and cvt are known. */
static const struct ptx_register *check_register(struct ptx_translator *t, const struct ptx_operand *operand,
                                                 struct ptx_type type)
{
    const struct ptx_register *const reg = &t->frame->function->registers[operand->index];

    if (reg->type.kind == PTX_NO_TYPE)
        lint_ptx_refuse(t, "\"%.*s\" is of a type that we do not have", PTX_SHOW(operand->name));
    else if ((reg->type.kind == PTX_PREDICATE) != (type.kind == PTX_PREDICATE))
        lint_ptx_refuse(t, "\"%.*s\" is %s predicate", PTX_SHOW(operand->name),
                        reg->type.kind == PTX_PREDICATE ? "a" : "no");
    else if (reg->type.bits < type.bits)
        lint_ptx_refuse(t, "\"%.*s\" has only %u bits", PTX_SHOW(operand->name), reg->type.bits);
    return reg;
}

static uint32_t register_value(struct ptx_translator *t, const struct ptx_operand *operand, struct ptx_type type)
{
    const struct ptx_register *const reg = check_register(t, operand, type);
    uint32_t slot = t->frame->slots[operand->index];

    if (operand->offset != 0)
        return odd_operand(t, operand);
    if (operand->is_negated && type.kind != PTX_PREDICATE)
        return odd_operand(t, operand);
    if (operand->is_negated)
        return lint_ptx_do2(t, LINT_XOR, 1, slot, lint_ptx_constant(t, 1));
    if (reg->type.bits > type.bits)
        slot = lint_ptx_mask(t, type.bits, slot);
    return slot;
}

static uint32_t integer_value(struct ptx_translator *t, const struct ptx_operand *operand, struct ptx_type type)
{
    if (type.kind == PTX_FLOAT)
        lint_ptx_refuse(t, "an integer where a real number belongs");
    if (type.kind == PTX_PREDICATE)
        return lint_ptx_constant(t, (operand->value != 0) != operand->is_negated);
    return lint_ptx_constant(t, operand->value & lint_ptx_ones(type.bits));
}

/* A number is written in a size of its own. */
static uint32_t real_value(struct ptx_translator *t, const struct ptx_operand *operand, struct ptx_type type)
{
    uint32_t bits32 = (uint32_t)operand->value;
    uint64_t bits64 = operand->value;
    float single;
    double value;

    if (operand->bits == type.bits)
        return lint_ptx_constant(t, operand->value);
    if (type.kind != PTX_FLOAT || type.bits == 16) {
        lint_ptx_refuse(t, "a real number of %u bits where %u belong", operand->bits, type.bits);
        return 0;
    }
    if (type.bits == 64) {
        memcpy(&single, &bits32, sizeof single);
        value = (double)single;
        memcpy(&bits64, &value, sizeof bits64);
        return lint_ptx_constant(t, bits64);
    }
    memcpy(&value, &bits64, sizeof value);
    single = (float)value;
    memcpy(&bits32, &single, sizeof bits32);
    return lint_ptx_constant(t, bits32);
}

uint32_t lint_ptx_value_of(struct ptx_translator *t, const struct ptx_operand *operand, struct ptx_type type)
{
    if (operand->is_address)
        return odd_operand(t, operand);
    switch (operand->kind) {
    case PTX_REGISTER:
        return register_value(t, operand, type);
    case PTX_INTEGER:
        return integer_value(t, operand, type);
    case PTX_REAL_NUMBER:
        return real_value(t, operand, type);
    case PTX_SPECIAL:
        if (type.bits < 64 && type.bits != 32)
            return lint_ptx_mask(t, type.bits, lint_ptx_special(t, operand));
        return type.bits == 32 && lint_ptx_starts(operand->name, "%clock64")
                   ? lint_ptx_mask(t, 32, lint_ptx_special(t, operand))
                   : lint_ptx_special(t, operand);
    case PTX_VARIABLE:
        if (type.bits == 64)
            return lint_ptx_variable_address(t, operand);
        if (type.bits == 32)
            return lint_ptx_mask(t, 32, lint_ptx_variable_address(t, operand));
        return odd_operand(t, operand);
    default:
        return odd_operand(t, operand);
    }
}

uint32_t lint_ptx_value(struct ptx_translator *t, uint32_t number, struct ptx_type type)
{
    return lint_ptx_value_of(t, lint_ptx_operand(t, number), type);
}

uint32_t lint_ptx_result_of(struct ptx_translator *t, const struct ptx_operand *operand, struct ptx_type type)
{
    if (operand->kind == PTX_SINK)
        return lint_ptx_slot(t);
    if (operand->kind != PTX_REGISTER || operand->is_address || operand->is_negated || operand->offset != 0)
        return odd_operand(t, operand);
    if (check_register(t, operand, type)->type.bits > type.bits)
        lint_ptx_refuse(t, "\"%.*s\" is wider than the result", PTX_SHOW(operand->name));
    return t->frame->slots[operand->index];
}

uint32_t lint_ptx_result(struct ptx_translator *t, uint32_t number, struct ptx_type type)
{
    return lint_ptx_result_of(t, lint_ptx_operand(t, number), type);
}

void lint_ptx_store_result(struct ptx_translator *t, const struct ptx_operand *operand, struct ptx_type type,
                           uint32_t value)
{
    unsigned bits;

    if (operand->kind == PTX_SINK)
        return;
    if (operand->kind != PTX_REGISTER) {
        (void)odd_operand(t, operand);
        return;
    }
    bits = check_register(t, operand, type)->type.bits;
    if (type.kind == PTX_SIGNED && bits > type.bits)
        put_resized(t, t->frame->slots[operand->index], LINT_SIGN_EXTEND, type.bits, bits, value);
    else
        lint_ptx_put1(t, t->frame->slots[operand->index], LINT_COPY, bits, value);
}

uint64_t lint_ptx_integer(struct ptx_translator *t, uint32_t number)
{
    const struct ptx_operand *const operand = lint_ptx_operand(t, number);

    if (operand->kind != PTX_INTEGER || operand->is_address)
        (void)odd_operand(t, operand);
    return operand->value;
}

uint32_t lint_ptx_address(struct ptx_translator *t, uint32_t number)
{
    const struct ptx_operand *const operand = lint_ptx_operand(t, number);
    unsigned bits;

    if (!operand->is_address)
        return odd_operand(t, operand);
    if (operand->kind == PTX_VARIABLE)
        return lint_ptx_variable_address(t, operand);
    if (operand->kind == PTX_INTEGER)
        return lint_ptx_constant(t, operand->value);
    if (operand->kind != PTX_REGISTER || operand->is_negated)
        return odd_operand(t, operand);
    bits = check_register(t, operand, (struct ptx_type){ PTX_BITS, 32 })->type.bits;
    if (operand->offset == 0)
        return t->frame->slots[operand->index];
    return lint_ptx_do2(t, LINT_ADD, bits, t->frame->slots[operand->index],
                        lint_ptx_constant(t, (uint64_t)operand->offset & lint_ptx_ones(bits)));
}
