/* Input data: seeded, pseudo-random, the same on every host: in [-0.5, 0.5), or any integer. */
#ifndef CLSMEM_FILL_H
#define CLSMEM_FILL_H

#include <stddef.h>
#include <stdint.h>

#include "clsmem/kernel.h"

enum clsmem_data {
    /*
     * Multiples of 1/16 from -7/16 to 7/16, symmetric about zero, so that a sum of k products is about 19 sqrt(k) units
     * of 1/256. Until it nears 2^24 units, far beyond any memory, no sum rounds, whatever its order.
     */
    CLSMEM_LATTICE,
    /* Every bit of the significand is random: what timing runs on, since hardware may profit from regular data. */
    CLSMEM_UNIFORM,
};

/*
 * Element i depends on seed, buffer and i alone. Values are exact in `type`; those of integer types are uniform over the
 * whole type (U64: over its multiples of 2^11, which a double holds), whatever `data` is.
 */
void clsmem_fill(enum clsmem_data data, enum clsmem_type type, uint64_t seed, unsigned buffer, double *values,
                 size_t count);

/* To and from the bytes of a device buffer. */
void clsmem_encode(enum clsmem_type type, const double *values, size_t count, void *bytes);
void clsmem_decode(enum clsmem_type type, const void *bytes, size_t count, double *values);

#endif
