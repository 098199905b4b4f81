/* Functions of integers, element by element. */
#include "builtin_build.h"

static bool is_signed(const struct lint_builder *builder)
{
    return builder->kind == LINT_SIGNED;
}

/* One op for unsigned numbers, one for signed ones. */
static enum lint_op signed_op(const struct lint_builder *builder, enum lint_op for_unsigned, enum lint_op for_signed)
{
    return is_signed(builder) ? for_signed : for_unsigned;
}

/* The row's numbers are the ops for unsigned and for signed numbers. */
static enum lint_op row_op(const struct lint_builder *builder)
{
    return signed_op(builder, (enum lint_op)builder->builtin->number, (enum lint_op)builder->builtin->other);
}

static bool emit_op(struct lint_builder *builder)
{
    return lint_result(builder, row_op(builder), lint_operand(builder, 0),
                       builder->call->argument_count > 1 ? lint_operand(builder, 1) : LINT_NONE, LINT_NONE);
}

static bool emit_abs(struct lint_builder *builder)
{
    const uint32_t x = lint_operand(builder, 0);

    if (!is_signed(builder))
        return lint_result(builder, LINT_COPY, x, LINT_NONE, LINT_NONE);
    return lint_result(builder, LINT_MAX_S, x, lint_op(builder, LINT_SUB, lint_number(builder, 0), x, LINT_NONE),
                       LINT_NONE);
}

static bool emit_abs_diff(struct lint_builder *builder)
{
    const uint32_t x = lint_operand(builder, 0), y = lint_operand(builder, 1);
    const uint32_t most = lint_op(builder, signed_op(builder, LINT_MAX_U, LINT_MAX_S), x, y, LINT_NONE);
    const uint32_t least = lint_op(builder, signed_op(builder, LINT_MIN_U, LINT_MIN_S), x, y, LINT_NONE);

    return lint_result(builder, LINT_SUB, most, least, LINT_NONE);
}

static bool emit_clamp(struct lint_builder *builder)
{
    const uint32_t raised = lint_op(builder, signed_op(builder, LINT_MAX_U, LINT_MAX_S), lint_operand(builder, 0),
                                    lint_operand(builder, 1), LINT_NONE);

    return lint_result(builder, signed_op(builder, LINT_MIN_U, LINT_MIN_S), raised, lint_operand(builder, 2),
                       LINT_NONE);
}

/* Half of x ^ y, in which no bit is lost. */
static uint32_t half_of_difference(const struct lint_builder *builder, uint32_t x, uint32_t y)
{
    return lint_op(builder, signed_op(builder, LINT_LSHR, LINT_ASHR), lint_op(builder, LINT_XOR, x, y, LINT_NONE),
                   lint_number(builder, 1), LINT_NONE);
}

/* (x + y) >> 1 = (x & y) + ((x ^ y) >> 1) */
static bool emit_hadd(struct lint_builder *builder)
{
    const uint32_t x = lint_operand(builder, 0), y = lint_operand(builder, 1);

    return lint_result(builder, LINT_ADD, lint_op(builder, LINT_AND, x, y, LINT_NONE),
                       half_of_difference(builder, x, y), LINT_NONE);
}

/* (x + y + 1) >> 1 = (x | y) - ((x ^ y) >> 1) */
static bool emit_rhadd(struct lint_builder *builder)
{
    const uint32_t x = lint_operand(builder, 0), y = lint_operand(builder, 1);

    return lint_result(builder, LINT_SUB, lint_op(builder, LINT_OR, x, y, LINT_NONE),
                       half_of_difference(builder, x, y), LINT_NONE);
}

static bool emit_rotate(struct lint_builder *builder)
{
    const uint32_t x = lint_operand(builder, 0);

    return lint_result(builder, LINT_FUNNEL_LEFT, x, x, lint_operand(builder, 1));
}

static bool emit_mad_hi(struct lint_builder *builder)
{
    const uint32_t high = lint_op(builder, signed_op(builder, LINT_MUL_HIGH_U, LINT_MUL_HIGH_S),
                                  lint_operand(builder, 0), lint_operand(builder, 1), LINT_NONE);

    return lint_result(builder, LINT_ADD, high, lint_operand(builder, 2), LINT_NONE);
}

/* Of 64 bits: the product has 128, in two halves. Unsigned: it fits where the upper half is 0. */
static bool emit_mad_sat_ulong(struct lint_builder *builder, uint32_t high, uint32_t low)
{
    const uint32_t sum = lint_op(builder, LINT_ADD_SAT_U, low, lint_operand(builder, 2), LINT_NONE);
    const uint32_t fits = lint_op(builder, LINT_EQ, high, lint_number(builder, 0), LINT_NONE);

    return lint_result(builder, LINT_SELECT, fits, sum, lint_number(builder, UINT64_MAX));
}

/* Signed: the sum fits where its upper half is nothing but the sign of the lower one. */
static bool emit_mad_sat_long(struct lint_builder *builder, uint32_t high, uint32_t low)
{
    const uint32_t c = lint_operand(builder, 2), last = lint_number(builder, 63);
    const uint32_t sum = lint_op(builder, LINT_ADD, low, c, LINT_NONE);
    const uint32_t carry = lint_op(builder, LINT_LT_U, sum, low, LINT_NONE);
    const uint32_t upper = lint_op(builder, LINT_ADD, lint_op(builder, LINT_ADD, high, carry, LINT_NONE),
                                   lint_op(builder, LINT_ASHR, c, last, LINT_NONE), LINT_NONE);
    const uint32_t sign = lint_op(builder, LINT_ASHR, sum, last, LINT_NONE);
    const uint32_t is_negative = lint_op(builder, LINT_LSHR, upper, last, LINT_NONE);
    const uint32_t bound = lint_op(builder, LINT_SELECT, is_negative, lint_number(builder, (uint64_t)INT64_MIN),
                                   lint_number(builder, INT64_MAX));

    return lint_result(builder, LINT_SELECT, lint_op(builder, LINT_EQ, upper, sign, LINT_NONE), sum, bound);
}

static bool emit_mad_sat(struct lint_builder *builder)
{
    const uint32_t a = lint_operand(builder, 0), b = lint_operand(builder, 1);
    const struct lint_builder wide = lint_shaped(builder, 64, builder->count);
    const struct lint_conversion widen = { builder->kind, builder->kind, builder->bits, 64, LINT_TO_ZERO, false };
    const struct lint_conversion narrow = { builder->kind, builder->kind, 64, builder->bits, LINT_TO_ZERO, true };

    if (builder->bits == 64) {
        const uint32_t low = lint_op(builder, LINT_MUL, a, b, LINT_NONE);

        return is_signed(builder)
                   ? emit_mad_sat_long(builder, lint_op(builder, LINT_MUL_HIGH_S, a, b, LINT_NONE), low)
                   : emit_mad_sat_ulong(builder, lint_op(builder, LINT_MUL_HIGH_U, a, b, LINT_NONE), low);
    }
    /* Of 32 bits and fewer no sum of a product and a third number leaves 64 bits. */
    const uint32_t product = lint_op(&wide, LINT_MUL, lint_conversion_op(builder, &widen, a),
                                     lint_conversion_op(builder, &widen, b), LINT_NONE);
    const uint32_t sum =
        lint_op(&wide, LINT_ADD, product, lint_conversion_op(builder, &widen, lint_operand(builder, 2)), LINT_NONE);

    return lint_result(builder, LINT_COPY, lint_conversion_op(builder, &narrow, sum), LINT_NONE, LINT_NONE);
}

/* Numbers beyond 24 bits give what a whole multiplication gives: the standard leaves them open. */
static bool emit_mad24(struct lint_builder *builder)
{
    const uint32_t product = lint_op(builder, LINT_MUL, lint_operand(builder, 0), lint_operand(builder, 1), LINT_NONE);

    return lint_result(builder, LINT_ADD, product, lint_operand(builder, 2), LINT_NONE);
}

/* (upper half, lower half); the numbers are zero-extended as they are. */
static bool emit_upsample(struct lint_builder *builder)
{
    const unsigned bits = builder->bits;
    uint32_t upper;

    builder->bits = 2 * bits;
    upper = lint_op(builder, LINT_SHL, lint_operand(builder, 0), lint_number(builder, bits), LINT_NONE);
    return lint_result(builder, LINT_OR, upper, lint_operand(builder, 1), LINT_NONE);
}

/* `count` ones from the bottom; all of them where the number is as wide. */
static uint32_t ones(const struct lint_builder *builder, uint32_t count)
{
    const uint32_t one = lint_number(builder, 1);

    return lint_op(builder, LINT_SUB, lint_op(builder, LINT_SHL, one, count, LINT_NONE), one, LINT_NONE);
}

/* (base, insert, offset, count) */
static bool emit_bitfield_insert(struct lint_builder *builder)
{
    const uint32_t base = lint_operand(builder, 0), offset = lint_operand(builder, 2);
    const uint32_t field = lint_op(builder, LINT_SHL, ones(builder, lint_operand(builder, 3)), offset, LINT_NONE);
    const uint32_t placed = lint_op(builder, LINT_SHL, lint_operand(builder, 1), offset, LINT_NONE);
    /* base ^ ((base ^ placed) & field) */
    const uint32_t changed =
        lint_op(builder, LINT_AND, lint_op(builder, LINT_XOR, base, placed, LINT_NONE), field, LINT_NONE);

    return lint_result(builder, LINT_XOR, base, changed, LINT_NONE);
}

/* (base, offset, count): the field is moved to the top, and down with or without its sign; the row's number is how. */
static bool emit_bitfield_extract(struct lint_builder *builder)
{
    const uint32_t bits = lint_number(builder, builder->bits), count = lint_operand(builder, 2);
    const uint32_t below = lint_op(builder, LINT_ADD, lint_operand(builder, 1), count, LINT_NONE);
    const uint32_t top = lint_op(builder, LINT_SHL, lint_operand(builder, 0),
                                 lint_op(builder, LINT_SUB, bits, below, LINT_NONE), LINT_NONE);
    const uint32_t field = lint_op(builder, (enum lint_op)builder->builtin->number, top,
                                   lint_op(builder, LINT_SUB, bits, count, LINT_NONE), LINT_NONE);

    return lint_result(builder, LINT_SELECT, lint_op(builder, LINT_NE, count, lint_number(builder, 0), LINT_NONE),
                       field, lint_number(builder, 0));
}

const struct lint_builtin lint_builtins_integers[] = {
    { "abs", "g:z", emit_abs, 0, 0 },
    { "abs_diff", "g:zz", emit_abs_diff, 0, 0 },
    { "add_sat", "g:zz", emit_op, LINT_ADD_SAT_U, LINT_ADD_SAT_S },
    { "sub_sat", "g:zz", emit_op, LINT_SUB_SAT_U, LINT_SUB_SAT_S },
    { "hadd", "g:zz", emit_hadd, 0, 0 },
    { "rhadd", "g:zz", emit_rhadd, 0, 0 },
    { "clamp", "g:zss", emit_clamp, 0, 0 },
    { "clz", "g:z", emit_op, LINT_CLZ, LINT_CLZ },
    { "ctz", "g:z", emit_op, LINT_CTZ, LINT_CTZ },
    { "mad_hi", "g:zzz", emit_mad_hi, 0, 0 },
    { "mad_sat", "g:zzz", emit_mad_sat, 0, 0 },
    { "max", "g:zs", emit_op, LINT_MAX_U, LINT_MAX_S },
    { "min", "g:zs", emit_op, LINT_MIN_U, LINT_MIN_S },
    { "mul_hi", "g:zz", emit_op, LINT_MUL_HIGH_U, LINT_MUL_HIGH_S },
    { "popcount", "g:z", emit_op, LINT_POPCOUNT, LINT_POPCOUNT },
    { "rotate", "g:zz", emit_rotate, 0, 0 },
    { "upsample", "w:zc", emit_upsample, 0, 0 },
    { "mad24", "g:zzz", emit_mad24, 0, 0 },
    { "mul24", "g:zz", emit_op, LINT_MUL, LINT_MUL },
    { "bit_reverse", "g:z", emit_op, LINT_REVERSE, LINT_REVERSE },
    { "bitfield_insert", "g:ggxx", emit_bitfield_insert, 0, 0 },
    { "bitfield_extract_signed", "g:zxx", emit_bitfield_extract, LINT_ASHR, 0 },
    { "bitfield_extract_unsigned", "g:zxx", emit_bitfield_extract, LINT_LSHR, 0 },
};

LINT_BUILTIN_COUNT(integers);
