/* What memory holds before the kernel runs. The generator can start at any element, as pages come in any order. */
#include "memory.h"

#include <string.h>

#include "convert.h"

/* x -> multiplier * x + increment (mod 2^32), done `steps` times at once. */
static uint32_t advance(uint32_t x, uint64_t steps)
{
    uint32_t multiplier = 1664525u, increment = 1013904223u;

    for (; steps > 0; steps >>= 1) {
        if (steps & 1)
            x = x * multiplier + increment;
        increment *= multiplier + 1;
        multiplier *= multiplier;
    }
    return x;
}

size_t lint_fill_bytes(const struct lint_fill *fill)
{
    switch (fill->kind) {
    case LINT_FILL_BYTE:
        return 1;
    case LINT_FILL_HALF:
    case LINT_FILL_USHORT:
        return 2;
    case LINT_FILL_DOUBLE:
    case LINT_FILL_ULONG:
        return 8;
    default:
        return 4;
    }
}

static void put(uint8_t *to, uint64_t bits, size_t bytes)
{
    memcpy(to, &bits, bytes); /* the host is little-endian, as all hosts of OpenCL devices that we know */
}

static uint64_t element(const struct lint_fill *fill, uint32_t r)
{
    const double fraction = (r & 0xffff) / 65536.0;
    const float single = (float)fraction;
    uint64_t bits = 0;

    switch (fill->kind) {
    case LINT_FILL_ZERO:
        return 0;
    case LINT_FILL_FLOAT:
        memcpy(&bits, &single, sizeof single);
        return bits;
    case LINT_FILL_DOUBLE:
        memcpy(&bits, &fraction, sizeof fraction);
        return bits;
    case LINT_FILL_HALF:
        return lint_half_from_double(fraction, LINT_TO_NEAREST);
    case LINT_FILL_BYTE:
        return r & 255;
    case LINT_FILL_CONSTANT:
        return fill->value;
    default:
        return fill->modulus ? r % fill->modulus : r;
    }
}

void lint_fill(const struct lint_fill *fill, uint64_t first, uint64_t count, void *bytes)
{
    const size_t element_bytes = lint_fill_bytes(fill);
    uint8_t *to = bytes;
    uint32_t x = advance(1 + fill->index, first);

    for (uint64_t i = 0; i < count; i++, to += element_bytes) {
        x = x * 1664525u + 1013904223u;
        put(to, element(fill, x >> 8), element_bytes);
    }
}
