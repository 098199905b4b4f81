/* Bits of lanes and sizes. */
#ifndef BANK_CLASS_BITS_H
#define BANK_CLASS_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* Lanes 0 to lanes - 1. */
static inline uint64_t clsmem_bank_lanes(unsigned lanes)
{
    return lanes >= 64 ? UINT64_MAX : (UINT64_C(1) << lanes) - 1;
}

/* Of a power of two; of any other number but 0, the number of zeros at its end. */
static inline unsigned clsmem_bank_log2(uint64_t number)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(number);
#else
    unsigned exponent = 0;

    while ((number >> exponent & 1) == 0)
        exponent++;
    return exponent;
#endif
}

static inline unsigned clsmem_bank_count(uint64_t set)
{
    unsigned count = 0;

    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

/* 0 is one, too. */
static inline bool clsmem_bank_is_power(uint64_t number)
{
    return (number & (number - 1)) == 0;
}

#endif
