/* How addresses fall into banks, for one geometry and one width of access. */
#include "bank_split.h"

void clsmem_bank_split_make(const struct clsmem_bank_geometry *geometry, unsigned bytes,
                            struct clsmem_bank_split *split)
{
    const unsigned bank_bytes = geometry->bank_bytes;
    /* A 12-byte access is aligned to its words alone, so it can reach into the next row. */
    const bool in_one_row = bytes != 12 && bytes <= geometry->banks * bank_bytes;
    const unsigned side_by_side = in_one_row && bytes > bank_bytes ? bytes : bank_bytes;

    *split = (struct clsmem_bank_split){
        .words = bytes > bank_bytes ? (bytes + bank_bytes - 1) / bank_bytes : 1,
        .banks = geometry->banks,
        .bank_bytes = bank_bytes,
        .bank_shift = clsmem_bank_log2(bank_bytes),
        .row_shift = clsmem_bank_log2(geometry->row_bytes),
        .slots = geometry->banks * bank_bytes / side_by_side,
        .slot_shift = clsmem_bank_log2(side_by_side),
        .in_one_row = in_one_row,
    };
}

uint64_t clsmem_bank_lanes(unsigned lanes)
{
    return lanes >= 64 ? UINT64_MAX : (UINT64_C(1) << lanes) - 1;
}

unsigned clsmem_bank_log2(unsigned number)
{
    unsigned exponent = 0;

#if defined(__GNUC__)
    exponent = (unsigned)__builtin_ctz(number);
#else
    while (number >> exponent > 1)
        exponent++;
#endif
    return exponent;
}
