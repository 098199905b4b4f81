/* Costs and maps as JSON; bench/banks.schema.json has the form. */
#ifndef BANKS_JSON_H
#define BANKS_JSON_H

#include <jansson.h>

#include "banks_case.h"

/* A new reference; NULL without memory. */
json_t *banks_json_make(const struct banks_settings *settings, const struct banks_case *cases);

/* The same for a search; the findings are in the order of all classes. */
json_t *banks_json_search(const struct banks_settings *settings, struct clsmem_bank_findings *findings);

#endif
