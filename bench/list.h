/* The report of `--list`. */
#ifndef LIST_H
#define LIST_H

#include <jansson.h>
#include <stdio.h>

#include "clsmem/device.h"

/* At most 100 ASCII columns. Run clsmem_device_try on each device before, since the report says that it works. */
void bench_list_print(FILE *out, const struct clsmem_device_list *list);

/* A new reference to {"devices": [...], "broken_platforms": [...]}; NULL without memory. */
json_t *bench_list_json(const struct clsmem_device_list *list);

#endif
