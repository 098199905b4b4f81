/* One pattern on one class: addresses, cost and map. */
#ifndef BANKS_CASE_H
#define BANKS_CASE_H

#include "banks_settings.h"
#include "options.h"

struct banks_case {
    const struct clsmem_bank_class *bank_class;
    struct clsmem_bank_access access; /* its addresses are those below */
    uint32_t addresses[CLSMEM_MAX_LANES];
    struct clsmem_bank_cost cost;
    struct clsmem_bank_map map;
};

/* What goes wrong is said on stderr. `cases` has room for one a class of the settings. */
enum exit_code banks_cases_make(const struct banks_settings *settings, struct banks_case *cases);

/* "load of 4 bytes, stride 2", for headings. */
void banks_case_words(const struct banks_settings *settings, char *text, size_t bytes);

#endif
