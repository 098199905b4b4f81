/* From PTX to the engine's program: arithmetic; the floating-point forms of the same names go to ptx_float.c. */
#include "ptx_translate.h"

static enum lint_op by_sign(struct ptx_type type, enum lint_op is_signed, enum lint_op is_unsigned)
{
    return type.kind == PTX_SIGNED ? is_signed : is_unsigned;
}

/* An integer of twice the size, extended as its sign says. */
static uint32_t widen(struct ptx_translator *t, struct ptx_type type, uint32_t value)
{
    return type.kind == PTX_SIGNED ? lint_ptx_sign_extend(t, type.bits, 2 * type.bits, value) : value;
}

static bool gives_carry(const struct ptx_translator *t)
{
    for (size_t i = 0; i < t->word_count; i++)
        if (lint_ptx_is(t->words[i].text, ".cc"))
            return true;
    return false;
}

/* a + b or a - b, with the carry or the borrow of the instruction before where it is taken. */
static void add_with_carry(struct ptx_translator *t, bool subtracts, bool takes_carry, struct ptx_type type,
                           const uint32_t sources[2])
{
    const enum lint_op op = subtracts ? LINT_SUB : LINT_ADD;
    const bool keeps_carry = lint_ptx_take(t, ".cc");
    uint32_t result = lint_ptx_do2(t, op, type.bits, sources[0], sources[1]);
    uint32_t carry = subtracts ? lint_ptx_do2(t, LINT_LT_U, type.bits, sources[0], sources[1])
                               : lint_ptx_do2(t, LINT_LT_U, type.bits, result, sources[0]);

    if (t->carry == LINT_NONE)
        t->carry = lint_ptx_slot(t);
    if (takes_carry) {
        const uint32_t sum = result;
        uint32_t second;

        result = lint_ptx_do2(t, op, type.bits, sum, t->carry);
        second = subtracts ? lint_ptx_do2(t, LINT_LT_U, type.bits, sum, t->carry)
                           : lint_ptx_do2(t, LINT_LT_U, type.bits, result, sum);
        carry = lint_ptx_do2(t, LINT_OR, 1, carry, second);
    }
    if (keeps_carry)
        lint_ptx_put1(t, t->carry, LINT_COPY, 1, carry);
    lint_ptx_put1(t, lint_ptx_result(t, 0, type), LINT_COPY, type.bits, result);
}

static void add_or_subtract(struct ptx_translator *t, bool subtracts)
{
    const struct ptx_type type = lint_ptx_take_type(t);
    const bool is_signed = type.kind == PTX_SIGNED;
    uint32_t sources[2];

    if (type.kind == PTX_FLOAT) {
        lint_ptx_float_op(t, subtracts ? LINT_SUB_F : LINT_ADD_F, type, 2);
        return;
    }
    sources[0] = lint_ptx_value(t, 1, type);
    sources[1] = lint_ptx_value(t, 2, type);
    if (gives_carry(t))
        add_with_carry(t, subtracts, false, type, sources);
    else if (lint_ptx_take(t, ".sat"))
        lint_ptx_put2(t, lint_ptx_result(t, 0, type),
                      subtracts ? (is_signed ? LINT_SUB_SAT_S : LINT_SUB_SAT_U)
                                : (is_signed ? LINT_ADD_SAT_S : LINT_ADD_SAT_U),
                      type.bits, sources[0], sources[1]);
    else
        lint_ptx_put2(t, lint_ptx_result(t, 0, type), subtracts ? LINT_SUB : LINT_ADD, type.bits, sources[0],
                      sources[1]);
}

void lint_ptx_op_add(struct ptx_translator *t)
{
    add_or_subtract(t, false);
}

void lint_ptx_op_sub(struct ptx_translator *t)
{
    add_or_subtract(t, true);
}

static void carry_on(struct ptx_translator *t, bool subtracts)
{
    const struct ptx_type type = lint_ptx_take_type(t);
    const uint32_t sources[2] = { lint_ptx_value(t, 1, type), lint_ptx_value(t, 2, type) };

    add_with_carry(t, subtracts, true, type, sources);
}

void lint_ptx_op_addc(struct ptx_translator *t)
{
    carry_on(t, false);
}

void lint_ptx_op_subc(struct ptx_translator *t)
{
    carry_on(t, true);
}

/* The product of operands 1 and 2, by ".lo", ".hi" or ".wide", which is the one that makes a larger one. */
enum product { PRODUCT_LOW, PRODUCT_HIGH, PRODUCT_WIDE };

static enum product take_product(struct ptx_translator *t)
{
    static const char *const words[] = { ".lo", ".hi", ".wide" };
    const int which = lint_ptx_take_one(t, words, PTX_COUNT(words));

    if (which < 0)
        lint_ptx_refuse(t, "it says none of .lo, .hi and .wide");
    return which < 0 ? PRODUCT_LOW : (enum product)which;
}

static struct ptx_type product_type(struct ptx_translator *t, enum product product, struct ptx_type type)
{
    if (product == PRODUCT_WIDE && type.bits > 32)
        lint_ptx_refuse(t, "a product of 128 bits");
    return product == PRODUCT_WIDE ? (struct ptx_type){ type.kind, 2 * type.bits } : type;
}

static void put_product(struct ptx_translator *t, uint32_t result, enum product product, struct ptx_type type)
{
    const uint32_t a = lint_ptx_value(t, 1, type), b = lint_ptx_value(t, 2, type);

    if (product == PRODUCT_WIDE)
        lint_ptx_put2(t, result, LINT_MUL, 2 * type.bits, widen(t, type, a), widen(t, type, b));
    else if (product == PRODUCT_HIGH)
        lint_ptx_put2(t, result, by_sign(type, LINT_MUL_HIGH_S, LINT_MUL_HIGH_U), type.bits, a, b);
    else
        lint_ptx_put2(t, result, LINT_MUL, type.bits, a, b);
}

void lint_ptx_op_mul(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);
    enum product product;

    if (type.kind == PTX_FLOAT) {
        lint_ptx_float_op(t, LINT_MUL_F, type, 2);
        return;
    }
    product = take_product(t);
    put_product(t, lint_ptx_result(t, 0, product_type(t, product, type)), product, type);
}

/* mad.wide.s32 by a constant is how an element's address is made: kept as one step that says so. */
static bool put_index(struct ptx_translator *t, enum product product, struct ptx_type type)
{
    const struct ptx_operand *const factor = lint_ptx_operand(t, 2);
    const struct ptx_type wide = { PTX_SIGNED, 64 };

    if (product != PRODUCT_WIDE || type.kind != PTX_SIGNED || type.bits != 32 || factor->kind != PTX_INTEGER ||
        gives_carry(t))
        return false;
    lint_ptx_emit(t, &(struct lint_instruction){ .op = LINT_INDEX,
                                                 .bits = 32,
                                                 .result = lint_ptx_result(t, 0, wide),
                                                 .a = lint_ptx_value(t, 3, wide),
                                                 .b = lint_ptx_value(t, 1, type),
                                                 .c = LINT_NONE,
                                                 .detail = LINT_NONE,
                                                 .immediate = (int32_t)(uint32_t)factor->value });
    return true;
}

static void multiply_add(struct ptx_translator *t, bool takes_carry)
{
    const struct ptx_type type = lint_ptx_take_type(t);
    struct ptx_type sum_type;
    enum product product;
    uint32_t sources[2];

    if (type.kind == PTX_FLOAT && !takes_carry) {
        lint_ptx_float_op(t, LINT_FMA_F, type, 3);
        return;
    }
    product = take_product(t);
    sum_type = product_type(t, product, type);
    if (!takes_carry && put_index(t, product, type))
        return;
    sources[0] = lint_ptx_slot(t);
    put_product(t, sources[0], product, type);
    sources[1] = lint_ptx_value(t, 3, sum_type);
    if (takes_carry || gives_carry(t))
        add_with_carry(t, false, takes_carry, sum_type, sources);
    else if (lint_ptx_take(t, ".sat"))
        lint_ptx_put2(t, lint_ptx_result(t, 0, sum_type), LINT_ADD_SAT_S, sum_type.bits, sources[0], sources[1]);
    else
        lint_ptx_put2(t, lint_ptx_result(t, 0, sum_type), LINT_ADD, sum_type.bits, sources[0], sources[1]);
}

void lint_ptx_op_mad(struct ptx_translator *t)
{
    multiply_add(t, false);
}

void lint_ptx_op_madc(struct ptx_translator *t)
{
    multiply_add(t, true);
}

/* The lower 24 bits of an operand, extended to 64. */
static uint32_t value24(struct ptx_translator *t, uint32_t number, struct ptx_type type)
{
    const uint32_t low = lint_ptx_mask(t, 24, lint_ptx_value(t, number, type));

    return type.kind == PTX_SIGNED ? lint_ptx_sign_extend(t, 24, 64, low) : low;
}

/* The product has 48 bits; ".hi" are the upper 32 of them. */
static uint32_t product24(struct ptx_translator *t, struct ptx_type type)
{
    const enum product product = take_product(t);
    const uint32_t whole = lint_ptx_do2(t, LINT_MUL, 64, value24(t, 1, type), value24(t, 2, type));

    if (product == PRODUCT_WIDE || type.bits != 32)
        lint_ptx_refuse(t, "a product of 24 bits has 32 bits");
    if (product == PRODUCT_HIGH)
        return lint_ptx_mask(t, 32, lint_ptx_do2(t, LINT_LSHR, 64, whole, lint_ptx_constant(t, 16)));
    return lint_ptx_mask(t, 32, whole);
}

void lint_ptx_op_mul24(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    lint_ptx_put1(t, lint_ptx_result(t, 0, type), LINT_COPY, type.bits, product24(t, type));
}

void lint_ptx_op_mad24(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);
    const uint32_t product = product24(t, type);

    lint_ptx_put2(t, lint_ptx_result(t, 0, type), lint_ptx_take(t, ".sat") ? LINT_ADD_SAT_S : LINT_ADD, type.bits,
                  product, lint_ptx_value(t, 3, type));
}

/* c + |a - b| */
void lint_ptx_op_sad(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);
    const uint32_t a = lint_ptx_value(t, 1, type), b = lint_ptx_value(t, 2, type);
    const uint32_t less = lint_ptx_do2(t, by_sign(type, LINT_LT_S, LINT_LT_U), type.bits, a, b);
    const uint32_t difference =
        lint_ptx_do3(t, LINT_SELECT, type.bits, less, lint_ptx_do2(t, LINT_SUB, type.bits, b, a),
                     lint_ptx_do2(t, LINT_SUB, type.bits, a, b));

    lint_ptx_put2(t, lint_ptx_result(t, 0, type), LINT_ADD, type.bits, lint_ptx_value(t, 3, type), difference);
}

static void two_sources(struct ptx_translator *t, enum lint_op of_signed, enum lint_op of_unsigned,
                        enum lint_op of_float)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    if (type.kind == PTX_FLOAT)
        lint_ptx_float_op(t, of_float, type, 2);
    else if (type.kind == PTX_BITS)
        lint_ptx_refuse(t, "it needs a type with or without a sign");
    else if (lint_ptx_count(t) != 3)
        lint_ptx_refuse(t, "three sources are for real numbers");
    else
        lint_ptx_put2(t, lint_ptx_result(t, 0, type), by_sign(type, of_signed, of_unsigned), type.bits,
                      lint_ptx_value(t, 1, type), lint_ptx_value(t, 2, type));
}

void lint_ptx_op_div(struct ptx_translator *t)
{
    two_sources(t, LINT_DIV_S, LINT_DIV_U, LINT_DIV_F);
}

void lint_ptx_op_rem(struct ptx_translator *t)
{
    two_sources(t, LINT_REM_S, LINT_REM_U, LINT_REM_F);
}

void lint_ptx_op_min(struct ptx_translator *t)
{
    two_sources(t, LINT_MIN_S, LINT_MIN_U, LINT_MIN_F);
}

void lint_ptx_op_max(struct ptx_translator *t)
{
    two_sources(t, LINT_MAX_S, LINT_MAX_U, LINT_MAX_F);
}

void lint_ptx_op_abs(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);
    uint32_t value;

    if (type.kind == PTX_FLOAT) {
        lint_ptx_float_op(t, LINT_ABS_F, type, 1);
        return;
    }
    value = lint_ptx_value(t, 1, type);
    lint_ptx_put2(t, lint_ptx_result(t, 0, type), LINT_MAX_S, type.bits, value,
                  lint_ptx_do2(t, LINT_SUB, type.bits, lint_ptx_constant(t, 0), value));
}

void lint_ptx_op_neg(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    if (type.kind == PTX_FLOAT)
        lint_ptx_float_op(t, LINT_NEG_F, type, 1);
    else
        lint_ptx_put2(t, lint_ptx_result(t, 0, type), LINT_SUB, type.bits, lint_ptx_constant(t, 0),
                      lint_ptx_value(t, 1, type));
}

/* Part `number` of a vector of 8 or 16 bits in 32, extended to 32 bits. */
static uint32_t part(struct ptx_translator *t, struct ptx_type type, unsigned bits, unsigned number, uint32_t value)
{
    const uint32_t shifted =
        number == 0 ? value : lint_ptx_do2(t, LINT_LSHR, 32, value, lint_ptx_constant(t, number * bits));
    const uint32_t low = lint_ptx_mask(t, bits, shifted);

    return type.kind == PTX_SIGNED ? lint_ptx_sign_extend(t, bits, 32, low) : low;
}

/* c + the sum of products of parts; of the `count` parts of b, those from `first` on. */
static void dot_product(struct ptx_translator *t, unsigned count, unsigned bits, unsigned first)
{
    const struct ptx_type type_a = lint_ptx_take_type(t), type_b = lint_ptx_take_type(t);
    const struct ptx_type sum_type = { PTX_SIGNED, 32 };
    const uint32_t a = lint_ptx_value(t, 1, sum_type), b = lint_ptx_value(t, 2, sum_type);
    uint32_t sum = lint_ptx_value(t, 3, sum_type);

    for (unsigned i = 0; i < count; i++) {
        const uint32_t product =
            lint_ptx_do2(t, LINT_MUL, 32, part(t, type_a, bits, i, a), part(t, type_b, 8, first + i, b));

        sum = lint_ptx_do2(t, LINT_ADD, 32, sum, product);
    }
    lint_ptx_put1(t, lint_ptx_result(t, 0, sum_type), LINT_COPY, 32, sum);
}

void lint_ptx_op_dp4a(struct ptx_translator *t)
{
    dot_product(t, 4, 8, 0);
}

/* Two halves of a with two bytes of b. */
void lint_ptx_op_dp2a(struct ptx_translator *t)
{
    const enum product product = take_product(t);

    dot_product(t, 2, 16, product == PRODUCT_HIGH ? 2 : 0);
}
