/* --index: asks the OpenCL compiler of a CPU device, in a process of its own. */
#ifndef BANKS_INDEX_H
#define BANKS_INDEX_H

#include "banks_settings.h"
#include "options.h"

/* The indices of all lanes; what goes wrong is said on stderr. */
enum exit_code banks_index_evaluate(const struct banks_settings *settings, unsigned lanes, int64_t *indices);

#endif
