/*
 * Operations that work lane by lane on registers. Each is one loop over the lanes that a C compiler turns into vector
 * instructions; a lane that is switched off keeps what it has.
 */
#include "worker.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "convert.h"
#include "lanes.h"
#include "math_table.h"

/* What one element's loop works on. */
struct lanes {
    uint64_t *result;
    const uint64_t *a, *b, *c;
    const uint64_t *mask;
    size_t count;
    unsigned bits;
    int64_t immediate;
};

static uint64_t low_bits(unsigned bits)
{
    return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

static int64_t extend(uint64_t value, unsigned bits)
{
    const unsigned gap = 64 - bits;

    return (int64_t)(value << gap) >> gap;
}

static float float_of(uint64_t slot)
{
    const uint32_t bits = (uint32_t)slot;
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t slot_of_float(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double double_of(uint64_t slot)
{
    double value;

    memcpy(&value, &slot, sizeof value);
    return value;
}

static uint64_t slot_of_double(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Writes `expression`, which may use x, y and z (one lane's operands), to every active lane. */
#define EACH_LANE(expression)                                                                                         \
    for (size_t l = 0; l < lanes->count; l++) {                                                                       \
        const uint64_t x = lanes->a[l], y = lanes->b[l], z = lanes->c[l];                                             \
        const uint64_t value = (expression);                                                                          \
                                                                                                                      \
        (void)x, (void)y, (void)z;                                                                                    \
        lanes->result[l] = (value & lanes->mask[l]) | (lanes->result[l] & ~lanes->mask[l]);                           \
    }                                                                                                                 \
    break

static uint64_t multiply_high_u(uint64_t x, uint64_t y, unsigned bits)
{
    const uint64_t x0 = x & UINT32_MAX, x1 = x >> 32, y0 = y & UINT32_MAX, y1 = y >> 32;
    const uint64_t middle = x1 * y0 + (x0 * y0 >> 32), middle2 = x0 * y1 + (middle & UINT32_MAX);

    if (bits <= 32)
        return x * y >> bits;
    return x1 * y1 + (middle >> 32) + (middle2 >> 32);
}

static uint64_t multiply_high_s(uint64_t x, uint64_t y, unsigned bits)
{
    if (bits <= 32)
        return (uint64_t)(extend(x, bits) * extend(y, bits) >> bits);
    return multiply_high_u(x, y, 64) - ((int64_t)x < 0 ? y : 0) - ((int64_t)y < 0 ? x : 0);
}

static uint64_t divide_s(uint64_t x, uint64_t y, unsigned bits, bool remainder)
{
    const int64_t a = extend(x, bits), b = extend(y, bits);

    if (b == 0)
        return remainder ? x : UINT64_MAX;
    if (b == -1) /* the smallest number has no positive one */
        return remainder ? 0 : 0 - x;
    return (uint64_t)(remainder ? a % b : a / b);
}

static uint64_t divide_u(uint64_t x, uint64_t y, bool remainder)
{
    if (y == 0)
        return remainder ? x : UINT64_MAX;
    return remainder ? x % y : x / y;
}

static uint64_t shift_right_s(uint64_t x, uint64_t y, unsigned bits)
{
    return (uint64_t)(extend(x, bits) >> (y < bits ? y : bits - 1));
}

static uint64_t add_saturated(uint64_t x, uint64_t y, unsigned bits, bool is_signed, bool subtract)
{
    const uint64_t sum = (subtract ? x - y : x + y) & low_bits(bits), sign = (uint64_t)1 << (bits - 1);

    if (!is_signed) {
        if (subtract)
            return x < y ? 0 : sum;
        return sum < x ? low_bits(bits) : sum;
    }
    /* Overflow: operands of equal sign (of different sign, for a difference) and a result of another. */
    if ((subtract ? (x ^ y) : ~(x ^ y)) & (x ^ sum) & sign)
        return x & sign ? sign : sign - 1;
    return sum;
}

static uint64_t count_leading(uint64_t x, unsigned bits)
{
    uint64_t count = 0;

    for (uint64_t bit = (uint64_t)1 << (bits - 1); bit && !(x & bit); bit >>= 1)
        count++;
    return count;
}

static uint64_t count_trailing(uint64_t x, unsigned bits)
{
    uint64_t count = 0;

    while (count < bits && !(x >> count & 1))
        count++;
    return count;
}

static uint64_t count_ones(uint64_t x)
{
    uint64_t count = 0;

    for (; x; x &= x - 1)
        count++;
    return count;
}

static uint64_t reverse(uint64_t x, unsigned bits)
{
    uint64_t reversed = 0;

    for (unsigned bit = 0; bit < bits; bit++)
        reversed |= (x >> bit & 1) << (bits - 1 - bit);
    return reversed;
}

static uint64_t funnel(uint64_t high, uint64_t low, uint64_t distance, unsigned bits, bool to_left)
{
    const unsigned by = (unsigned)(distance % bits);

    if (by == 0)
        return to_left ? high : low;
    return (to_left ? high << by | low >> (bits - by) : high << (bits - by) | low >> by) & low_bits(bits);
}

static uint64_t order_f(double x, double y, int64_t accepted)
{
    const int64_t order = isnan(x) || isnan(y) ? LINT_UNORDERED
                          : x < y              ? LINT_LESS
                          : x > y              ? LINT_GREATER
                                               : LINT_EQUAL;

    return (order & accepted) != 0;
}

FOR_WIDE_VECTORS
static void execute_integer(enum lint_op op, const struct lanes *lanes)
{
    const unsigned bits = lanes->bits;
    const uint64_t low = low_bits(bits), sign = (uint64_t)1 << (bits - 1);

    switch (op) {
    case LINT_COPY:
        EACH_LANE(x);
    case LINT_ADD:
        EACH_LANE((x + y) & low);
    case LINT_SUB:
        EACH_LANE((x - y) & low);
    case LINT_MUL:
        EACH_LANE((x * y) & low);
    case LINT_MUL_HIGH_U:
        EACH_LANE(multiply_high_u(x, y, bits));
    case LINT_MUL_HIGH_S:
        EACH_LANE(multiply_high_s(x, y, bits) & low);
    case LINT_DIV_U:
        EACH_LANE(divide_u(x, y, false) & low);
    case LINT_DIV_S:
        EACH_LANE(divide_s(x, y, bits, false) & low);
    case LINT_REM_U:
        EACH_LANE(divide_u(x, y, true));
    case LINT_REM_S:
        EACH_LANE(divide_s(x, y, bits, true) & low);
    case LINT_AND:
        EACH_LANE(x & y);
    case LINT_OR:
        EACH_LANE(x | y);
    case LINT_XOR:
        EACH_LANE(x ^ y);
    case LINT_SHL:
        EACH_LANE(y < bits ? (x << y) & low : 0);
    case LINT_LSHR:
        EACH_LANE(y < bits ? x >> y : 0);
    case LINT_ASHR:
        EACH_LANE(shift_right_s(x, y, bits) & low);
    case LINT_MIN_U:
        EACH_LANE(x < y ? x : y);
    case LINT_MAX_U:
        EACH_LANE(x > y ? x : y);
    /* Flipping the sign bit makes signed order that of unsigned numbers. */
    case LINT_MIN_S:
        EACH_LANE((x ^ sign) < (y ^ sign) ? x : y);
    case LINT_MAX_S:
        EACH_LANE((x ^ sign) > (y ^ sign) ? x : y);
    case LINT_INDEX:
        EACH_LANE(x + (uint64_t)extend(y, bits) * (uint64_t)lanes->immediate);
    default:
        assert(false && "an integer operation without code");
    }
}

FOR_WIDE_VECTORS
static void execute_compare(enum lint_op op, const struct lanes *lanes)
{
    const uint64_t sign = (uint64_t)1 << (lanes->bits - 1);

    switch (op) {
    /* Flipping the sign bit makes signed order that of unsigned numbers. */
    case LINT_EQ:
        EACH_LANE(x == y);
    case LINT_NE:
        EACH_LANE(x != y);
    case LINT_LT_U:
        EACH_LANE(x < y);
    case LINT_LE_U:
        EACH_LANE(x <= y);
    case LINT_LT_S:
        EACH_LANE((x ^ sign) < (y ^ sign));
    case LINT_LE_S:
        EACH_LANE((x ^ sign) <= (y ^ sign));
    case LINT_SELECT:
    case LINT_SELECT_ONE:
        EACH_LANE(x ? y : z);
    default:
        assert(false && "a comparison without code");
    }
}

static void execute_bits(enum lint_op op, const struct lanes *lanes, unsigned to_bits)
{
    const unsigned bits = lanes->bits;

    switch (op) {
    case LINT_ADD_SAT_U:
        EACH_LANE(add_saturated(x, y, bits, false, false));
    case LINT_ADD_SAT_S:
        EACH_LANE(add_saturated(x, y, bits, true, false));
    case LINT_SUB_SAT_U:
        EACH_LANE(add_saturated(x, y, bits, false, true));
    case LINT_SUB_SAT_S:
        EACH_LANE(add_saturated(x, y, bits, true, true));
    case LINT_CLZ:
        EACH_LANE(count_leading(x, bits));
    case LINT_CTZ:
        EACH_LANE(count_trailing(x, bits));
    case LINT_POPCOUNT:
        EACH_LANE(count_ones(x));
    case LINT_REVERSE:
        EACH_LANE(reverse(x, bits));
    case LINT_FUNNEL_LEFT:
        EACH_LANE(funnel(x, y, z, bits, true));
    case LINT_FUNNEL_RIGHT:
        EACH_LANE(funnel(x, y, z, bits, false));
    case LINT_SIGN_EXTEND:
        EACH_LANE((uint64_t)extend(x, bits) & low_bits(to_bits));
    case LINT_MASK:
        EACH_LANE(x & low_bits(to_bits));
    default:
        assert(false && "a bit operation without code");
    }
}

FOR_WIDE_VECTORS
static void execute_single(enum lint_op op, const struct lanes *lanes)
{
    const uint32_t sign = 1u << 31;

#define X float_of(x)
#define Y float_of(y)
#define Z float_of(z)
    switch (op) {
    case LINT_ADD_F:
        EACH_LANE(slot_of_float(X + Y));
    case LINT_SUB_F:
        EACH_LANE(slot_of_float(X - Y));
    case LINT_MUL_F:
        EACH_LANE(slot_of_float(X * Y));
    case LINT_DIV_F:
        EACH_LANE(slot_of_float(X / Y));
    case LINT_REM_F:
        EACH_LANE(slot_of_float(fmodf(X, Y)));
    case LINT_FMA_F:
    case LINT_MULADD_F:
        EACH_LANE(slot_of_float(fmaf(X, Y, Z)));
    case LINT_NEG_F:
        EACH_LANE(x ^ sign);
    case LINT_ABS_F:
        EACH_LANE(x & ~(uint64_t)sign);
    case LINT_MIN_F:
        EACH_LANE(slot_of_float(fminf(X, Y)));
    case LINT_MAX_F:
        EACH_LANE(slot_of_float(fmaxf(X, Y)));
    case LINT_SQRT_F:
        EACH_LANE(slot_of_float(sqrtf(X)));
    case LINT_FLOOR_F:
        EACH_LANE(slot_of_float(floorf(X)));
    case LINT_CEIL_F:
        EACH_LANE(slot_of_float(ceilf(X)));
    case LINT_TRUNC_F:
        EACH_LANE(slot_of_float(truncf(X)));
    case LINT_RINT_F:
        EACH_LANE(slot_of_float(rintf(X)));
    case LINT_COPYSIGN_F:
        EACH_LANE((x & ~(uint64_t)sign) | (y & sign));
    case LINT_COMPARE_F:
        EACH_LANE(order_f((double)X, (double)Y, lanes->immediate));
    default:
        assert(false && "a floating-point operation without code");
    }
#undef X
#undef Y
#undef Z
}

FOR_WIDE_VECTORS
static void execute_double(enum lint_op op, const struct lanes *lanes)
{
    const uint64_t sign = (uint64_t)1 << 63;

#define X double_of(x)
#define Y double_of(y)
#define Z double_of(z)
    switch (op) {
    case LINT_ADD_F:
        EACH_LANE(slot_of_double(X + Y));
    case LINT_SUB_F:
        EACH_LANE(slot_of_double(X - Y));
    case LINT_MUL_F:
        EACH_LANE(slot_of_double(X * Y));
    case LINT_DIV_F:
        EACH_LANE(slot_of_double(X / Y));
    case LINT_REM_F:
        EACH_LANE(slot_of_double(fmod(X, Y)));
    case LINT_FMA_F:
    case LINT_MULADD_F:
        EACH_LANE(slot_of_double(fma(X, Y, Z)));
    case LINT_NEG_F:
        EACH_LANE(x ^ sign);
    case LINT_ABS_F:
        EACH_LANE(x & ~sign);
    case LINT_MIN_F:
        EACH_LANE(slot_of_double(fmin(X, Y)));
    case LINT_MAX_F:
        EACH_LANE(slot_of_double(fmax(X, Y)));
    case LINT_SQRT_F:
        EACH_LANE(slot_of_double(sqrt(X)));
    case LINT_FLOOR_F:
        EACH_LANE(slot_of_double(floor(X)));
    case LINT_CEIL_F:
        EACH_LANE(slot_of_double(ceil(X)));
    case LINT_TRUNC_F:
        EACH_LANE(slot_of_double(trunc(X)));
    case LINT_RINT_F:
        EACH_LANE(slot_of_double(rint(X)));
    case LINT_COPYSIGN_F:
        EACH_LANE((x & ~sign) | (y & sign));
    case LINT_COMPARE_F:
        EACH_LANE(order_f(X, Y, lanes->immediate));
    default:
        assert(false && "a floating-point operation without code");
    }
#undef X
#undef Y
#undef Z
}

/*
 * Half, by way of double: it holds every half and every sum and product of two exactly, so that one rounding to half
 * is the right one; quotients and roots have more than twice the digits that a second rounding could spoil.
 */
static void execute_half(enum lint_op op, const struct lanes *lanes)
{
    for (size_t l = 0; l < lanes->count; l++) {
        uint64_t a, b, c, value = 0;
        const uint64_t all = UINT64_MAX;
        const struct lanes one = { &value, &a, &b, &c, &all, 1, 64, lanes->immediate };

        if (!lanes->mask[l])
            continue;
        a = slot_of_double(lint_half_to_double((uint16_t)lanes->a[l]));
        b = slot_of_double(lint_half_to_double((uint16_t)lanes->b[l]));
        c = slot_of_double(lint_half_to_double((uint16_t)lanes->c[l]));
        execute_double(op, &one);
        lanes->result[l] = op == LINT_COMPARE_F ? value : lint_half_from_double(double_of(value), LINT_TO_NEAREST);
    }
}

static void execute_convert(const struct lanes *lanes)
{
    const struct lint_conversion conversion = lint_conversion_unpack(lanes->immediate);

    for (size_t l = 0; l < lanes->count; l++)
        if (lanes->mask[l])
            lanes->result[l] = lint_convert(&conversion, lanes->a[l]);
}

static void execute_math(const struct lanes *lanes)
{
    const struct lint_math_function *const function = lint_math_at((int)lanes->immediate);

    for (size_t l = 0; l < lanes->count; l++) {
        const uint64_t a = lanes->a[l], b = lanes->b[l], c = lanes->c[l];

        if (!lanes->mask[l])
            continue;
        if (lanes->bits == 64)
            lanes->result[l] = slot_of_double(function->dbl(double_of(a), double_of(b), double_of(c)));
        else if (lanes->bits == 32)
            lanes->result[l] = slot_of_float(function->single(float_of(a), float_of(b), float_of(c)));
        else
            lanes->result[l] =
                lint_half_from_double(function->dbl(lint_half_to_double((uint16_t)a), lint_half_to_double((uint16_t)b),
                                                    lint_half_to_double((uint16_t)c)),
                                      LINT_TO_NEAREST);
    }
}

static void execute_element(const struct lint_instruction *instruction, const struct lanes *lanes)
{
    const enum lint_op op = (enum lint_op)instruction->op;

    switch (op) {
    case LINT_CONVERT:
        execute_convert(lanes);
        break;
    case LINT_MATH:
        execute_math(lanes);
        break;
    case LINT_ADD_SAT_U:
    case LINT_ADD_SAT_S:
    case LINT_SUB_SAT_U:
    case LINT_SUB_SAT_S:
    case LINT_CLZ:
    case LINT_CTZ:
    case LINT_POPCOUNT:
    case LINT_REVERSE:
    case LINT_FUNNEL_LEFT:
    case LINT_FUNNEL_RIGHT:
    case LINT_SIGN_EXTEND:
    case LINT_MASK:
        execute_bits(op, lanes, instruction->to_bits);
        break;
    case LINT_ADD_F:
    case LINT_SUB_F:
    case LINT_MUL_F:
    case LINT_DIV_F:
    case LINT_REM_F:
    case LINT_FMA_F:
    case LINT_MULADD_F:
    case LINT_NEG_F:
    case LINT_ABS_F:
    case LINT_MIN_F:
    case LINT_MAX_F:
    case LINT_SQRT_F:
    case LINT_FLOOR_F:
    case LINT_CEIL_F:
    case LINT_TRUNC_F:
    case LINT_RINT_F:
    case LINT_COPYSIGN_F:
    case LINT_COMPARE_F:
        if (lanes->bits == 64)
            execute_double(op, lanes);
        else if (lanes->bits == 32)
            execute_single(op, lanes);
        else
            execute_half(op, lanes);
        break;
    case LINT_EQ:
    case LINT_NE:
    case LINT_LT_U:
    case LINT_LE_U:
    case LINT_LT_S:
    case LINT_LE_S:
    case LINT_SELECT:
    case LINT_SELECT_ONE:
        execute_compare(op, lanes);
        break;
    default:
        execute_integer(op, lanes);
    }
}

/* EXTRACT and INSERT, whose element differs from lane to lane. */
static void execute_pick(struct lint_worker *worker, const struct lint_instruction *instruction)
{
    const size_t lanes = worker->engine->lanes;
    const bool is_insert = instruction->op == LINT_INSERT;
    const uint64_t *const a = lint_slot(worker, instruction->a);
    const uint64_t *const b = lint_slot(worker, instruction->b);
    const uint64_t *const c = is_insert ? lint_slot(worker, instruction->c) : NULL;
    uint64_t *const result = lint_slot(worker, instruction->result);

    for (size_t l = 0; l < lanes; l++) {
        if (!worker->lane_mask[l])
            continue;
        if (!is_insert) {
            result[l] = b[l] < instruction->count ? a[b[l] * lanes + l] : 0;
            continue;
        }
        for (size_t e = 0; e < instruction->count; e++)
            result[e * lanes + l] = c[l] == e ? b[l] : a[e * lanes + l];
    }
}

void lint_element_execute(struct lint_worker *worker, const struct lint_instruction *instruction)
{
    const size_t lanes = worker->engine->lanes;
    struct lanes one = {
        .mask = worker->lane_mask,
        .count = lanes,
        .bits = instruction->bits,
        .immediate = instruction->immediate,
    };

    if (instruction->op == LINT_EXTRACT || instruction->op == LINT_INSERT) {
        execute_pick(worker, instruction);
        return;
    }
    one.result = lint_slot(worker, instruction->result);
    one.a = lint_slot(worker, instruction->a);
    /* Operands that the operation lacks are read all the same, so they must be somewhere. */
    one.b = instruction->b == LINT_NONE ? one.a : lint_slot(worker, instruction->b);
    one.c = instruction->c == LINT_NONE ? one.a : lint_slot(worker, instruction->c);
    for (uint32_t e = 0; e < instruction->count; e++) {
        execute_element(instruction, &one);
        one.result += lanes;
        one.a += instruction->op == LINT_SELECT_ONE ? 0 : lanes;
        one.b += lanes;
        one.c += lanes;
    }
}
