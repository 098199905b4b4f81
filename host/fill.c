/* Input data: seeded, pseudo-random, in [-0.5, 0.5), the same on every host. */
#include "fill.h"

#include <string.h>

/* The finalizer of SplitMix64 (Steele, Lea, Flood 2014): every input bit reaches every output bit. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

void clsmem_fill(enum clsmem_data data, enum clsmem_type type, uint64_t seed, unsigned buffer, double *values,
                 size_t count)
{
    const uint64_t stream = mix(seed + UINT64_C(0x9e3779b97f4a7c15) * (buffer + 1));
    const int bits = type == CLSMEM_F64 ? 53 : 24;
    const double unit = 1.0 / (double)(UINT64_C(1) << bits);

    for (size_t i = 0; i < count; i++) {
        const uint64_t random = mix(stream + UINT64_C(0x9e3779b97f4a7c15) * i);

        values[i] = data == CLSMEM_LATTICE ? ((double)((random >> 32) % 15) - 7) / 16
                                           : (double)(random >> (64 - bits)) * unit - 0.5;
    }
}

void clsmem_encode(enum clsmem_type type, const double *values, size_t count, void *bytes)
{
    float *const floats = bytes;

    if (type == CLSMEM_F64) {
        memcpy(bytes, values, count * sizeof *values);
        return;
    }
    for (size_t i = 0; i < count; i++)
        floats[i] = (float)values[i];
}

void clsmem_decode(enum clsmem_type type, const void *bytes, size_t count, double *values)
{
    const float *const floats = bytes;

    if (type == CLSMEM_F64) {
        memcpy(values, bytes, count * sizeof *values);
        return;
    }
    for (size_t i = 0; i < count; i++)
        values[i] = (double)floats[i];
}
