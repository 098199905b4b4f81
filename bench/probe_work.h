/*
 * What the child processes of clsmem-probe do, and say: lines of JSON.
 *
 *     choose     {"device": 0, "profile": {...}} for each device, or {"fail": 3, "text": "no device fits"}
 *     measure    {"begin": "barrier"}, {"end": "barrier", "profile": {...}}, and at last
 *                {"done": "ok", "text": "", "profile": {...}}, where "done" is a status
 *
 * A profile has timings where the banks probe ends, and only there.
 */
#ifndef PROBE_WORK_H
#define PROBE_WORK_H

#include "clsmem/profile.h"
#include "probe_settings.h"

struct probe_work {
    const struct probe_settings *settings;
    unsigned index;                 /* of the device, as --list prints it */
    unsigned probes;                /* bits 1 << enum clsmem_probe: those that are still to run */
    struct clsmem_profile *profile; /* what is known by now */
};

/* For probe_child_start; the context is a struct probe_work. They return an enum exit_code. */
int probe_work_list(void *work, int pipe); /* prints; says nothing over the pipe */
int probe_work_choose(void *work, int pipe);
int probe_work_measure(void *work, int pipe);

#endif
