/*
 * Files of counted accesses, to hold a class against hardware: tab-separated, with a line of column names. Needed are
 * op (load, store, atomic or atomic_add), width_bytes, wavefronts (passes) and lane_byte_addresses (a comma list, lane
 * 0 first, -1 for an inactive lane); conflicts and pattern may be there; other columns are passed over.
 */
#ifndef CLSMEM_BANK_ORACLE_H
#define CLSMEM_BANK_ORACLE_H

#include "clsmem/bank.h"

/* One access as a vendor's counters saw it. Valid during the visit. */
struct clsmem_bank_oracle_row {
    size_t line;                      /* 1-based, of the file */
    struct clsmem_bank_access access; /* its addresses are those below */
    uint32_t addresses[CLSMEM_MAX_LANES];
    unsigned passes;
    bool has_conflicts;
    unsigned conflicts;
    char pattern[64]; /* "" without that column */
};

/*
 * Calls `visit` for each row. CLSMEM_IO: the file cannot be read; CLSMEM_INVALID: it is not of that form, or a row
 * makes no sense for the class; the text names the line, and the rows before it have been visited.
 */
enum clsmem_status clsmem_bank_oracle_read(const char *path, const struct clsmem_bank_class *bank_class,
                                           void (*visit)(const struct clsmem_bank_oracle_row *row, void *context),
                                           void *context);

/* Whether a cost is what was counted: passes, and conflicts (passes beyond the ideal) where the file has them. */
bool clsmem_bank_oracle_agrees(const struct clsmem_bank_oracle_row *row, const struct clsmem_bank_cost *cost);

#endif
