/* How addresses fall into banks, for one geometry and one width of access. */
#ifndef BANK_SPLIT_H
#define BANK_SPLIT_H

#include "bank_class_bits.h"
#include "clsmem/bank.h"

/*
 * A key names what a bank delivers in one pass: row * banks + bank. With plain banks that is the number of the word.
 * Where all words of an access stand in one row (`in_one_row`), the banks that serve them together form a slot.
 */
struct clsmem_bank_split {
    unsigned words; /* that one lane touches */
    unsigned banks, bank_bytes;
    unsigned bank_shift, row_shift;
    unsigned slots, slot_shift;
    bool in_one_row;
    bool is_plain; /* a row has one word of each bank */
};

void clsmem_bank_split_make(const struct clsmem_bank_geometry *geometry, unsigned bytes,
                            struct clsmem_bank_split *split);

/* Of a lane's word number `word`. */
static inline uint32_t clsmem_bank_key(const struct clsmem_bank_split *split, uint32_t address, unsigned word)
{
    const uint32_t number = (address >> split->bank_shift) + word;

    return (number >> (split->row_shift - split->bank_shift)) * split->banks + (number & (split->banks - 1));
}

/* Of the word itself, in bytes. */
static inline uint32_t clsmem_bank_word_address(const struct clsmem_bank_split *split, uint32_t address, unsigned word)
{
    return ((address >> split->bank_shift) + word) << split->bank_shift;
}

#endif
