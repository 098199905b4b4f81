/* Input data: seeded, pseudo-random, in [-0.5, 0.5), the same on every host. */
#ifndef CLSMEM_FILL_H
#define CLSMEM_FILL_H

#include <stddef.h>
#include <stdint.h>

#include "clsmem/kernel.h"

enum clsmem_data {
    /* Multiples of 1/16: sums of products of up to 2^16 of them have no rounding at all, in any order. */
    CLSMEM_LATTICE,
    /* Every bit of the significand is random: what timing runs on, since hardware may profit from regular data. */
    CLSMEM_UNIFORM,
};

/* Element i depends on seed, buffer and i alone. Values are exact in `type`. */
void clsmem_fill(enum clsmem_data data, enum clsmem_type type, uint64_t seed, unsigned buffer, double *values,
                 size_t count);

/* To and from the bytes of a device buffer. */
void clsmem_encode(enum clsmem_type type, const double *values, size_t count, void *bytes);
void clsmem_decode(enum clsmem_type type, const void *bytes, size_t count, double *values);

#endif
