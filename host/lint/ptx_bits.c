/* From PTX to the engine's program: bits, shifts, and the moving of bytes. */
#include "ptx_translate.h"

static const struct ptx_type word32 = { PTX_UNSIGNED, 32 };

static void bitwise(struct ptx_translator *t, enum lint_op op)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    lint_ptx_put2(t, lint_ptx_result(t, 0, type), op, type.bits, lint_ptx_value(t, 1, type),
                  lint_ptx_value(t, 2, type));
}

void lint_ptx_op_and(struct ptx_translator *t)
{
    bitwise(t, LINT_AND);
}

void lint_ptx_op_or(struct ptx_translator *t)
{
    bitwise(t, LINT_OR);
}

void lint_ptx_op_xor(struct ptx_translator *t)
{
    bitwise(t, LINT_XOR);
}

void lint_ptx_op_not(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    lint_ptx_put2(t, lint_ptx_result(t, 0, type), LINT_XOR, type.bits, lint_ptx_value(t, 1, type),
                  lint_ptx_constant(t, lint_ptx_ones(type.bits)));
}

void lint_ptx_op_cnot(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    lint_ptx_put2(t, lint_ptx_result(t, 0, type), LINT_EQ, type.bits, lint_ptx_value(t, 1, type),
                  lint_ptx_constant(t, 0));
}

/* The amount has 32 bits whatever is shifted. */
static void shift(struct ptx_translator *t, enum lint_op of_signed, enum lint_op of_others)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    lint_ptx_put2(t, lint_ptx_result(t, 0, type), type.kind == PTX_SIGNED ? of_signed : of_others, type.bits,
                  lint_ptx_value(t, 1, type), lint_ptx_value(t, 2, word32));
}

void lint_ptx_op_shl(struct ptx_translator *t)
{
    shift(t, LINT_SHL, LINT_SHL);
}

void lint_ptx_op_shr(struct ptx_translator *t)
{
    shift(t, LINT_ASHR, LINT_LSHR);
}

/* b:a, b above, by c: the upper half of a shift to the left, or the lower half of one to the right. */
void lint_ptx_op_shf(struct ptx_translator *t)
{
    const bool is_left = lint_ptx_take(t, ".l");
    const bool is_right = !is_left && lint_ptx_take(t, ".r");
    const bool clamps = lint_ptx_take(t, ".clamp");
    const struct ptx_type type = lint_ptx_take_type(t);
    const uint32_t a = lint_ptx_value(t, 1, type), b = lint_ptx_value(t, 2, type), c = lint_ptx_value(t, 3, word32);
    const enum lint_op op = is_left ? LINT_FUNNEL_LEFT : LINT_FUNNEL_RIGHT;

    if ((!is_left && !is_right) || (!clamps && !lint_ptx_take(t, ".wrap")) || type.bits != 32)
        lint_ptx_refuse(t, "we know .l and .r, .wrap and .clamp, of 32 bits");
    if (clamps) {
        const uint32_t is_all = lint_ptx_do2(t, LINT_LE_U, 32, lint_ptx_constant(t, 32), c);
        const uint32_t shifted = lint_ptx_do3(t, op, 32, b, a, c);

        lint_ptx_put3(t, lint_ptx_result(t, 0, type), LINT_SELECT, 32, is_all, is_left ? a : b, shifted);
    } else {
        lint_ptx_put3(t, lint_ptx_result(t, 0, type), op, 32, b, a, c);
    }
}

static uint32_t byte_value(struct ptx_translator *t, uint32_t number)
{
    return lint_ptx_mask(t, 8, lint_ptx_value(t, number, word32));
}

/* `length` bits of a from `position` on. Beyond its end a signed number goes on with its sign. */
void lint_ptx_op_bfe(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);
    const uint32_t a = lint_ptx_value(t, 1, type), position = byte_value(t, 2), length = byte_value(t, 3);
    const uint32_t one = lint_ptx_constant(t, 1), bits = lint_ptx_constant(t, type.bits);
    uint32_t end, rest, field;

    if (type.kind != PTX_SIGNED) {
        const uint32_t mask =
            lint_ptx_do2(t, LINT_SUB, type.bits, lint_ptx_do2(t, LINT_SHL, type.bits, one, length), one);

        lint_ptx_put2(t, lint_ptx_result(t, 0, type), LINT_AND, type.bits,
                      lint_ptx_do2(t, LINT_LSHR, type.bits, a, position), mask);
        return;
    }
    end = lint_ptx_do2(t, LINT_MIN_U, 32, lint_ptx_do2(t, LINT_ADD, 32, position, length), bits);
    rest = lint_ptx_do2(t, LINT_SUB, 32, bits, end);
    field = lint_ptx_do2(t, LINT_ASHR, type.bits, lint_ptx_do2(t, LINT_SHL, type.bits, a, rest),
                         lint_ptx_do2(t, LINT_ADD, 32, rest, position));
    lint_ptx_put3(t, lint_ptx_result(t, 0, type), LINT_SELECT, type.bits,
                  lint_ptx_do2(t, LINT_EQ, 32, length, lint_ptx_constant(t, 0)), lint_ptx_constant(t, 0), field);
}

/* The lower bits of a put into b. */
void lint_ptx_op_bfi(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);
    const unsigned bits = type.bits;
    const uint32_t a = lint_ptx_value(t, 1, type), b = lint_ptx_value(t, 2, type);
    const uint32_t position = byte_value(t, 3), length = byte_value(t, 4), one = lint_ptx_constant(t, 1);
    const uint32_t low = lint_ptx_do2(t, LINT_SUB, bits, lint_ptx_do2(t, LINT_SHL, bits, one, length), one);
    const uint32_t mask = lint_ptx_do2(t, LINT_SHL, bits, low, position);
    const uint32_t kept = lint_ptx_do2(
        t, LINT_AND, bits, b, lint_ptx_do2(t, LINT_XOR, bits, mask, lint_ptx_constant(t, lint_ptx_ones(bits))));
    const uint32_t put = lint_ptx_do2(t, LINT_AND, bits, lint_ptx_do2(t, LINT_SHL, bits, a, position), mask);

    lint_ptx_put2(t, lint_ptx_result(t, 0, type), LINT_OR, bits, kept, put);
}

static void count_bits(struct ptx_translator *t, enum lint_op op)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    lint_ptx_put1(t, lint_ptx_result(t, 0, word32), op, type.bits, lint_ptx_value(t, 1, type));
}

void lint_ptx_op_popc(struct ptx_translator *t)
{
    count_bits(t, LINT_POPCOUNT);
}

void lint_ptx_op_clz(struct ptx_translator *t)
{
    count_bits(t, LINT_CLZ);
}

void lint_ptx_op_brev(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    lint_ptx_put1(t, lint_ptx_result(t, 0, type), LINT_REVERSE, type.bits, lint_ptx_value(t, 1, type));
}

/* The highest bit that differs from the sign, or, with ".shiftamt", how far it is from the top; none: all ones. */
void lint_ptx_op_bfind(struct ptx_translator *t)
{
    const bool is_amount = lint_ptx_take(t, ".shiftamt");
    const struct ptx_type type = lint_ptx_take_type(t);
    uint32_t value = lint_ptx_value(t, 1, type), zeros, none;

    if (type.kind == PTX_SIGNED)
        value = lint_ptx_do2(t, LINT_XOR, type.bits, value,
                             lint_ptx_do2(t, LINT_ASHR, type.bits, value, lint_ptx_constant(t, type.bits - 1)));
    zeros = lint_ptx_do1(t, LINT_CLZ, type.bits, value);
    if (!is_amount) {
        lint_ptx_put2(t, lint_ptx_result(t, 0, word32), LINT_SUB, 32, lint_ptx_constant(t, type.bits - 1), zeros);
        return;
    }
    none = lint_ptx_do2(t, LINT_EQ, type.bits, value, lint_ptx_constant(t, 0));
    lint_ptx_put3(t, lint_ptx_result(t, 0, word32), LINT_SELECT, 32, none, lint_ptx_constant(t, UINT32_MAX), zeros);
}

/* Byte `number` of the result: nibble `number` of c says which of the eight, and whether only its sign counts. */
static uint32_t permuted_byte(struct ptx_translator *t, uint32_t both, uint32_t selectors, unsigned number)
{
    const uint32_t nibble = lint_ptx_do2(t, LINT_LSHR, 32, selectors, lint_ptx_constant(t, 4 * number));
    const uint32_t which = lint_ptx_do2(t, LINT_AND, 32, nibble, lint_ptx_constant(t, 7));
    const uint32_t amount = lint_ptx_do2(t, LINT_SHL, 32, which, lint_ptx_constant(t, 3));
    const uint32_t byte = lint_ptx_mask(t, 8, lint_ptx_do2(t, LINT_LSHR, 64, both, amount));
    const uint32_t sign = lint_ptx_do2(t, LINT_ASHR, 8, byte, lint_ptx_constant(t, 7));
    const uint32_t wants_sign = lint_ptx_do2(
        t, LINT_NE, 32, lint_ptx_do2(t, LINT_AND, 32, nibble, lint_ptx_constant(t, 8)), lint_ptx_constant(t, 0));

    return lint_ptx_do2(t, LINT_SHL, 32, lint_ptx_do3(t, LINT_SELECT, 8, wants_sign, sign, byte),
                        lint_ptx_constant(t, 8 * number));
}

void lint_ptx_op_prmt(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);
    const uint32_t a = lint_ptx_value(t, 1, type), b = lint_ptx_value(t, 2, type), c = lint_ptx_value(t, 3, type);
    const uint32_t both = lint_ptx_do2(t, LINT_OR, 64, a, lint_ptx_do2(t, LINT_SHL, 64, b, lint_ptx_constant(t, 32)));
    uint32_t result = permuted_byte(t, both, c, 0);

    if (type.bits != 32)
        lint_ptx_refuse(t, "it moves bytes of 32 bits");
    for (unsigned i = 1; i < 4; i++)
        result = lint_ptx_do2(t, LINT_OR, 32, result, permuted_byte(t, both, c, i));
    lint_ptx_put1(t, lint_ptx_result(t, 0, type), LINT_COPY, 32, result);
}

/* A truth table of 2^count rows over sources, the first one the slowest, as choices by one source after another. */
static uint32_t look_up_bits(struct ptx_translator *t, const uint32_t *sources, unsigned count, unsigned table)
{
    const unsigned rows = 1u << count, half = rows / 2;
    const unsigned low = table & ((1u << half) - 1), high = table >> half & ((1u << half) - 1);
    const uint32_t ones = lint_ptx_constant(t, UINT32_MAX);
    uint32_t if_set, if_clear;

    if (count == 0)
        return lint_ptx_constant(t, (table & 1) != 0 ? UINT32_MAX : 0);
    if (low == high)
        return look_up_bits(t, sources + 1, count - 1, low);
    if_set = look_up_bits(t, sources + 1, count - 1, high);
    if_clear = look_up_bits(t, sources + 1, count - 1, low);
    return lint_ptx_do2(t, LINT_OR, 32, lint_ptx_do2(t, LINT_AND, 32, sources[0], if_set),
                        lint_ptx_do2(t, LINT_AND, 32, lint_ptx_do2(t, LINT_XOR, 32, sources[0], ones), if_clear));
}

void lint_ptx_op_lop3(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);
    const uint32_t sources[3] = { lint_ptx_value(t, 1, type), lint_ptx_value(t, 2, type), lint_ptx_value(t, 3, type) };
    const uint64_t table = lint_ptx_integer(t, 4);

    if (table > 255 || type.bits != 32)
        lint_ptx_refuse(t, "its table has 8 bits, its sources 32");
    lint_ptx_put1(t, lint_ptx_result(t, 0, type), LINT_COPY, 32, look_up_bits(t, sources, 3, (unsigned)table & 255));
}
