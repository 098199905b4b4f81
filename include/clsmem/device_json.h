/* A device as JSON: the same object in `--list` and in result files. */
#ifndef CLSMEM_DEVICE_JSON_H
#define CLSMEM_DEVICE_JSON_H

#include <jansson.h>

#include "clsmem/device.h"

/*
 * A new reference to an object with all that the driver said, "usable" and, if it is not, the "reason"; NULL without
 * memory. Sizes are in bytes, `platform` and `device` are the P and D of P:D.
 */
json_t *clsmem_device_json(const struct clsmem_device_info *info);

#endif
