/* Where a profile goes beside the report: files, stdout, and the user's cache folder. */
#ifndef PROBE_OUTPUTS_H
#define PROBE_OUTPUTS_H

#include <jansson.h>

#include "clsmem/profile.h"
#include "options.h"
#include "probe_settings.h"

/* What was printed to stdout has to arrive. */
enum exit_code probe_output_finish(void);

/* Takes the JSON; NULL stands for no memory. */
enum exit_code probe_output_json(const char *path, json_t *json);

/*
 * Whether the files and stdout can be written: asked before anything is measured, and nothing is created. After a
 * complaint EXIT_USAGE, or EXIT_OUTPUT where stdout is closed.
 */
enum exit_code probe_outputs_check(const struct probe_settings *settings);

/* True: an output takes stdout, so there is no report. */
bool probe_outputs_take_stdout(const struct probe_settings *settings);

/*
 * Writes all that was asked for, files as a whole. EXIT_OUTPUT after a complaint, or EXIT_WRONG where there is no class to
 * write; the other outputs are written all the same.
 */
enum exit_code probe_outputs_write(const struct probe_settings *settings, const struct clsmem_profile *profile);

/*
 * Keeps the profile for clsmem-bench, where it is a whole one that says something of banks: one of a few probes, or of
 * other kernels, would be taken for more than it is. What is kept stays where it is from a full run and this one is quick, or
 * where none of its probes failed or met the deadline and one of these did. `where` gets the file, or in a few words why there is none.
 */
void probe_outputs_keep(const struct probe_settings *settings, const struct clsmem_profile *profile, char *where,
                        size_t where_bytes);

#endif
