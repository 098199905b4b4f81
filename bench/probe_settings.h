/* What a user asks of clsmem-probe. */
#ifndef PROBE_SETTINGS_H
#define PROBE_SETTINGS_H

#include <stdbool.h>
#include <stdio.h>

#include "clsmem/probe.h"
#include "terminal.h"

struct probe_settings {
    bool help, version, list, quick;
    const char *device;           /* a selection; never NULL after a parse */
    bool has_device;              /* by --device, not by the environment */
    const char *kernel_directory; /* has probe.cl, or is by --kernel-dir; NULL: the kernels inside the library */
    bool has_kernel_directory;    /* likewise */
    unsigned probes;              /* bits 1 << enum clsmem_probe */
    bool has_probes, has_deadline;
    enum clsmem_probe_timer timer;
    bool has_timer;
    double deadline_s;                             /* of one probe */
    const char *json, *csv, *timings, *class_file; /* NULL: not asked for; "-": stdout */
    const char *from;                              /* NULL: a device is measured; "-": stdin */
    bool no_save;
    enum colour colour;
};

#define PROBE_OUTPUT_COUNT 4

/*
 * Defaults, then CLSMEM_DEVICE and CLSMEM_KERNEL_DIR, then the command line; CLSMEM_INVALID names what is wrong. The texts
 * point into argv and the environment.
 */
enum clsmem_status probe_settings_parse(int argc, char **argv, struct probe_settings *settings);

/* The paths of the outputs, NULL for those nobody asked for, in the order of their options: json, csv, timings, class. */
void probe_settings_outputs(const struct probe_settings *settings, const char *paths[PROBE_OUTPUT_COUNT]);

/* "-", or the system's name for it: where stdout is a file, that must not be replaced under a report. */
bool probe_path_is_stdout(const char *path);

void probe_settings_print_help(FILE *out);

#endif
