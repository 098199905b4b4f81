/* How addresses fall into banks, for one geometry and one width of access. */
#include "bank_split.h"

void clsmem_bank_split_make(const struct clsmem_bank_geometry *geometry, unsigned bytes,
                            struct clsmem_bank_split *split)
{
    const unsigned bank_bytes = geometry->bank_bytes;
    /* A 12-byte access is aligned to its words alone, so it can reach into the next row. */
    const bool in_one_row = bytes != 12 && bytes <= geometry->banks * bank_bytes;
    const unsigned side_by_side = in_one_row && bytes > bank_bytes ? bytes : bank_bytes;

    const unsigned bank_shift = clsmem_bank_log2(bank_bytes), slot_shift = clsmem_bank_log2(side_by_side);

    *split = (struct clsmem_bank_split){
        .words = bytes > bank_bytes ? (bytes + bank_bytes - 1) >> bank_shift : 1,
        .banks = geometry->banks,
        .bank_bytes = bank_bytes,
        .bank_shift = bank_shift,
        .row_shift = clsmem_bank_log2(geometry->row_bytes),
        .slots = geometry->banks * bank_bytes >> slot_shift,
        .slot_shift = slot_shift,
        .in_one_row = in_one_row,
        .is_plain = geometry->row_bytes == geometry->banks * bank_bytes,
    };
}
