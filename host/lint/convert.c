/*
 * Conversions between number types. Every number is taken apart into sign, whole significand and exponent, and put
 * together again with one rounding, in integers alone: no step depends on the host's rounding mode, overflows or
 * rounds twice.
 */
#include "convert.h"

#include <assert.h>
#include <string.h>

/* A format of IEEE 754: so many bits of significand, the leading one included, and the least normal exponent. */
struct format {
    unsigned bits, precision;
    int least_exponent;
};

static const struct format formats[] = { { 16, 11, -14 }, { 32, 24, -126 }, { 64, 53, -1022 } };

static const struct format *format_of(unsigned bits)
{
    const struct format *const format = &formats[bits == 16 ? 0 : bits == 32 ? 1 : 2];

    assert(format->bits == bits);
    return format;
}

/* (-1)^negative * significand * 2^exponent, an infinity, or a NaN (significand: its payload, from the top down). */
struct number {
    enum { FINITE, INFINITE, NOT_A_NUMBER } class;
    bool negative;
    uint64_t significand;
    int exponent;
};

static uint64_t low_bits(unsigned bits)
{
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static unsigned bit_length(uint64_t value)
{
    unsigned length = 0;

    for (unsigned step = 32; step; step /= 2)
        if (value >> step) {
            value >>= step;
            length += step;
        }
    return length + (value != 0);
}

static struct number take_float(uint64_t value, const struct format *format)
{
    const unsigned fraction_bits = format->precision - 1;
    const uint64_t fraction = value & low_bits(fraction_bits), ones = low_bits(format->bits - format->precision);
    const uint64_t field = value >> fraction_bits & ones;
    const bool negative = value >> (format->bits - 1) & 1;
    const int least = format->least_exponent - (int)fraction_bits;

    if (field == ones && fraction == 0)
        return (struct number){ .class = INFINITE, .negative = negative };
    if (field == ones)
        return (struct number){ NOT_A_NUMBER, negative, fraction << (64 - fraction_bits), 0 };
    if (field == 0)
        return (struct number){ FINITE, negative, fraction, least };
    return (struct number){ FINITE, negative, fraction | UINT64_C(1) << fraction_bits, least + (int)field - 1 };
}

static struct number take_integer(uint64_t value, enum lint_kind kind, unsigned bits)
{
    const uint64_t cut = value & low_bits(bits);
    const bool negative = kind == LINT_SIGNED && cut >> (bits - 1) & 1;

    return (struct number){ FINITE, negative, negative ? (UINT64_C(0) - cut) & low_bits(bits) : cut, 0 };
}

/* significand / 2^shift as a whole number. */
static uint64_t shift_right_rounded(uint64_t significand, unsigned shift, bool negative, enum lint_rounding rounding)
{
    const uint64_t whole = shift >= 64 ? 0 : significand >> shift;
    const uint64_t rest = shift >= 64 ? significand : significand & low_bits(shift);
    const uint64_t half = shift > 64 || shift == 0 ? UINT64_MAX : UINT64_C(1) << (shift - 1);

    if (rest == 0)
        return whole;
    switch (rounding) {
    case LINT_TO_NEAREST:
        return whole + (shift <= 64 && (rest > half || (rest == half && (whole & 1) != 0)));
    case LINT_TO_ZERO:
        return whole;
    case LINT_UP:
        return whole + !negative;
    case LINT_DOWN:
        return whole + negative;
    }
    assert(0 && "a rounding outside the enum");
    return whole;
}

/* Beyond the largest number: infinity, unless the rounding holds back. */
static uint64_t overflowed(bool negative, const struct format *format, enum lint_rounding rounding)
{
    const uint64_t infinity = low_bits(format->bits - format->precision) << (format->precision - 1);
    const bool stays = rounding == LINT_TO_ZERO || rounding == (negative ? LINT_UP : LINT_DOWN);

    return stays ? infinity - 1 : infinity;
}

static uint64_t put_float(const struct number *number, const struct format *format, enum lint_rounding rounding)
{
    const unsigned fraction_bits = format->precision - 1;
    const uint64_t infinity = low_bits(format->bits - format->precision) << fraction_bits;
    const uint64_t sign = (uint64_t)number->negative << (format->bits - 1);
    const int least = format->least_exponent - (int)fraction_bits;
    const int excess = (int)bit_length(number->significand) - (int)format->precision;
    /* Exponent of the result's last bit, before rounding carries into a new one. */
    const int last = number->exponent + excess > least ? number->exponent + excess : least;
    const int shift = last - number->exponent;
    uint64_t significand;

    if (number->class == INFINITE)
        return sign | infinity;
    if (number->class == NOT_A_NUMBER)
        return sign | infinity | UINT64_C(1) << (fraction_bits - 1) | number->significand >> (64 - fraction_bits);
    if (number->significand == 0)
        return sign;
    significand = shift <= 0 ? number->significand << -shift
                             : shift_right_rounded(number->significand, (unsigned)shift, number->negative, rounding);

    /* The leading bit, where there is one, and a carry out of the fraction both count up the exponent's field. */
    const uint64_t value = ((uint64_t)(last - least) << fraction_bits) + significand;

    return sign | (value >= infinity ? overflowed(number->negative, format, rounding) : value);
}

/* The nearest integer of the type to -magnitude or magnitude; `beyond` where the magnitude is not even 64 bits wide. */
static uint64_t clamp_integer(uint64_t magnitude, bool negative, bool beyond, enum lint_kind kind, unsigned bits)
{
    const uint64_t most = low_bits(kind == LINT_SIGNED ? bits - 1 : bits);
    const uint64_t least = kind == LINT_SIGNED ? most + 1 : 0; /* magnitude of the lowest one */

    if (negative)
        return (UINT64_C(0) - (beyond || magnitude > least ? least : magnitude)) & low_bits(bits);
    return beyond || magnitude > most ? most : magnitude;
}

static uint64_t put_integer(const struct number *number, enum lint_kind kind, unsigned bits,
                            enum lint_rounding rounding)
{
    const int exponent = number->exponent;
    const unsigned length = bit_length(number->significand);
    const bool beyond =
        number->class == INFINITE || (number->significand != 0 && exponent > 0 && length + (unsigned)exponent > 64);
    uint64_t magnitude = 0;

    if (number->class == NOT_A_NUMBER)
        return 0;
    if (!beyond && number->significand != 0)
        magnitude = exponent >= 0
                        ? number->significand << exponent
                        : shift_right_rounded(number->significand, (unsigned)-exponent, number->negative, rounding);
    return clamp_integer(magnitude, number->negative, beyond, kind, bits);
}

uint64_t lint_convert(const struct lint_conversion *conversion, uint64_t value)
{
    const struct number number = conversion->from == LINT_FLOAT
                                     ? take_float(value, format_of(conversion->from_bits))
                                     : take_integer(value, conversion->from, conversion->from_bits);

    if (conversion->to == LINT_FLOAT)
        return put_float(&number, format_of(conversion->to_bits), conversion->rounding);
    /* Integers wrap where nothing else is asked for; there is no such thing as the low bits of a large float. */
    if (conversion->from != LINT_FLOAT && !conversion->saturate)
        return (number.negative ? UINT64_C(0) - number.significand : number.significand) &
               low_bits(conversion->to_bits);
    return put_integer(&number, conversion->to, conversion->to_bits, conversion->rounding);
}

double lint_half_to_double(uint16_t half)
{
    const struct number number = take_float(half, format_of(16));
    const uint64_t bits = put_float(&number, format_of(64), LINT_TO_NEAREST);
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

uint16_t lint_half_from_double(double value, enum lint_rounding rounding)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);

    const struct number number = take_float(bits, format_of(64));

    return (uint16_t)put_float(&number, format_of(16), rounding);
}
