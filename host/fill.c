/* Input data: seeded, pseudo-random, the same on every host: in [-0.5, 0.5), or any integer. */
#include "fill.h"

#include <math.h>
#include <string.h>

/* The finalizer of SplitMix64 (Steele, Lea, Flood 2014): every input bit reaches every output bit. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* A double holds 53 bits of them exactly. */
static double random_integer(enum clsmem_type type, uint64_t random)
{
    switch (type) {
    case CLSMEM_U8:
        return (double)(random >> 56);
    case CLSMEM_U32:
        return (double)(random >> 32);
    case CLSMEM_I32:
        return (double)(random >> 32) - 2147483648.0;
    default:
        return (double)(random >> 11 << 11);
    }
}

void clsmem_fill(enum clsmem_data data, enum clsmem_type type, uint64_t seed, unsigned buffer, double *values,
                 size_t count)
{
    const uint64_t stream = mix(seed + UINT64_C(0x9e3779b97f4a7c15) * (buffer + 1));
    const int bits = type == CLSMEM_F64 ? 53 : type == CLSMEM_F16 ? 11 : 24;
    const double unit = 1.0 / (double)(UINT64_C(1) << bits);
    const bool is_integer = clsmem_type_is_integer(type);

    for (size_t i = 0; i < count; i++) {
        const uint64_t random = mix(stream + UINT64_C(0x9e3779b97f4a7c15) * i);

        values[i] = is_integer               ? random_integer(type, random)
                    : data == CLSMEM_LATTICE ? ((double)((random >> 32) % 15) - 7) / 16
                                             : (double)(random >> (64 - bits)) * unit - 0.5;
    }
}

/*
 * The bits of the half next to a value; of two that are as near, the even one. Halves up to 2^-14 are multiples of 2^-24,
 * the others have 11 binary digits. Rounding may carry into the exponent, up to infinity.
 */
static uint16_t half_of(double value)
{
    const uint16_t sign = signbit(value) ? 0x8000 : 0;
    int exponent;

    if (isnan(value))
        return 0x7e00;
    if (fabs(value) >= 65520)
        return sign | 0x7c00;
    (void)frexp(value, &exponent); /* value < 2^exponent */
    if (value == 0 || exponent < -13)
        exponent = -13;
    /* In units of its last digit a normal half is 1024 to 2047, and its exponent counts from -13 as 1. */
    return sign | (uint16_t)(((exponent + 13) << 10) + (int)nearbyint(ldexp(fabs(value), 11 - exponent)));
}

static double half_value(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double size = exponent == 31  ? (fraction ? (double)NAN : (double)INFINITY)
                        : exponent == 0 ? ldexp(fraction, -24)
                                        : ldexp(1024 + fraction, exponent - 25);

    return bits & 0x8000 ? -size : size;
}

/* Elements of a buffer: X(name of the type, C type, its value as it is stored, that as a double). */
#define AS_IT_IS(value) (value)
#define STORED_TYPES(X)                                                                                               \
    X(F32, float, AS_IT_IS, AS_IT_IS)                                                                                 \
    X(F64, double, AS_IT_IS, AS_IT_IS)                                                                                \
    X(F16, uint16_t, half_of, half_value)                                                                             \
    X(U8, uint8_t, AS_IT_IS, AS_IT_IS)                                                                                \
    X(I32, int32_t, AS_IT_IS, AS_IT_IS)                                                                               \
    X(U32, uint32_t, AS_IT_IS, AS_IT_IS)                                                                              \
    X(U64, uint64_t, AS_IT_IS, AS_IT_IS)

void clsmem_encode(enum clsmem_type type, const double *values, size_t count, void *bytes)
{
    switch (type) {
#define ENCODE(name, c_type, stored, value)                                                                           \
    case CLSMEM_##name:                                                                                               \
        for (size_t i = 0; i < count; i++)                                                                            \
            ((c_type *)bytes)[i] = (c_type)stored(values[i]);                                                         \
        break;
        STORED_TYPES(ENCODE)
#undef ENCODE
    case CLSMEM_TYPE_COUNT:
        break;
    }
}

void clsmem_decode(enum clsmem_type type, const void *bytes, size_t count, double *values)
{
    switch (type) {
#define DECODE(name, c_type, stored, value)                                                                           \
    case CLSMEM_##name:                                                                                               \
        for (size_t i = 0; i < count; i++)                                                                            \
            values[i] = (double)value(((const c_type *)bytes)[i]);                                                    \
        break;
        STORED_TYPES(DECODE)
#undef DECODE
    case CLSMEM_TYPE_COUNT:
        break;
    }
}
