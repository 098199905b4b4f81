/* Input data: seeded, pseudo-random, the same on every host: in [-0.5, 0.5), or any integer. */
#include "fill.h"

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
    const int bits = type == CLSMEM_F64 ? 53 : 24;
    const double unit = 1.0 / (double)(UINT64_C(1) << bits);
    const bool is_integer = clsmem_type_is_integer(type);

    for (size_t i = 0; i < count; i++) {
        const uint64_t random = mix(stream + UINT64_C(0x9e3779b97f4a7c15) * i);

        values[i] = is_integer               ? random_integer(type, random)
                    : data == CLSMEM_LATTICE ? ((double)((random >> 32) % 15) - 7) / 16
                                             : (double)(random >> (64 - bits)) * unit - 0.5;
    }
}

/* Elements of a buffer, one C type each: X(name of the type, C type). */
#define STORED_TYPES(X)                                                                                               \
    X(F32, float)                                                                                                     \
    X(F64, double)                                                                                                    \
    X(U8, uint8_t)                                                                                                    \
    X(I32, int32_t)                                                                                                   \
    X(U32, uint32_t)                                                                                                  \
    X(U64, uint64_t)

void clsmem_encode(enum clsmem_type type, const double *values, size_t count, void *bytes)
{
    switch (type) {
#define ENCODE(name, c_type)                                                                                          \
    case CLSMEM_##name:                                                                                               \
        for (size_t i = 0; i < count; i++)                                                                            \
            ((c_type *)bytes)[i] = (c_type)values[i];                                                                 \
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
#define DECODE(name, c_type)                                                                                          \
    case CLSMEM_##name:                                                                                               \
        for (size_t i = 0; i < count; i++)                                                                            \
            values[i] = (double)((const c_type *)bytes)[i];                                                           \
        break;
        STORED_TYPES(DECODE)
#undef DECODE
    case CLSMEM_TYPE_COUNT:
        break;
    }
}
