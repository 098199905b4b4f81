/* Which pass serves what, and classes whose passes follow from such a plan. */
#ifndef BANK_MAP_H
#define BANK_MAP_H

#include "bank_split.h"

/* Adds what one group of lanes is served, from pass `first` on. */
void clsmem_bank_map_add(struct clsmem_bank_map *map, const struct clsmem_bank_split *split,
                         enum clsmem_bank_share share, const uint32_t *addresses, uint64_t lanes, unsigned first);

/* Fewest passes when one word a pass goes to all lanes that want it and each other bank serves one lane. */
unsigned clsmem_bank_one_word_passes(const struct clsmem_bank_split *split, const uint32_t *addresses, unsigned count);

#endif
