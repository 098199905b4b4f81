/*
 * Probes: kernels that take the timings and figures of a profile on one device. Every figure is a slope over repeats
 * inside a kernel, and each kernel shows by sums that it did the accesses that it was timed for.
 */
#ifndef CLSMEM_PROBE_H
#define CLSMEM_PROBE_H

#include "clsmem/profile.h"

/* What times are taken by: the best that there is, or no better than the named. */
enum clsmem_probe_timer { CLSMEM_PROBE_TIMER_BEST, CLSMEM_PROBE_TIMER_EVENT, CLSMEM_PROBE_TIMER_HOST };

/* What is probed, and who is told of it. */
struct clsmem_probe_options {
    const char *kernel_directory; /* that has probe.cl; NULL: the one inside the library */
    unsigned
        probes; /* bits 1 << enum clsmem_probe: those to run. The clock, and lanes that nobody says, come of themselves */
    bool quick;
    enum clsmem_probe_timer timer;     /* decided by the clock probe */
    const volatile sig_atomic_t *stop; /* raise it to end with CLSMEM_INTERRUPTED; may be NULL */
    /* Called before a probe runs and after its end, when its figures are in the profile; may be NULL. */
    void (*begin)(void *context, enum clsmem_probe probe);
    void (*end)(void *context, const struct clsmem_profile *profile, enum clsmem_probe probe);
    void *context;
};

/*
 * Opens the device and runs the probes in their order; what the profile says of the device already, such as the lanes of a
 * sub-group, is used by later ones. A probe that fails is a state in the profile, and the next one runs. Fails only where
 * none can: CLSMEM_DEVICE_FAILED when the device cannot be opened, or no longer answers (the probe's state says it too);
 * CLSMEM_INTERRUPTED; CLSMEM_NO_MEMORY.
 */
enum clsmem_status clsmem_probe_run(const struct clsmem_device_info *info, const struct clsmem_probe_options *options,
                                    struct clsmem_profile *profile);

#endif
