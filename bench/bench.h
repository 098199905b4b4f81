/* The run itself: devices, then types, families, problems and variants; every row to every output. */
#ifndef BENCH_H
#define BENCH_H

#include "options.h"
#include "outputs.h"
#include "settings.h"

/*
 * Runs what the settings select on one device. Returns what the program exits with if nothing else goes wrong, and
 * makes *complete false when it ended before its last row.
 */
enum exit_code bench_device(const struct settings *settings, const struct clsmem_device_info *info,
                            struct outputs *outputs, bool *complete);

#endif
