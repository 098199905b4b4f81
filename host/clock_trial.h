/* The self-test of a device's event clock, by a kernel whose time is known to grow with its steps. */
#ifndef CLSMEM_CLOCK_TRIAL_H
#define CLSMEM_CLOCK_TRIAL_H

#include "clsmem/measure.h"

struct clsmem_clock_trial {
    enum clsmem_clock_verdict verdict;
    double step_ns;
    char reason[160];
};

/* Runs the kernel once with so many steps in a row; time is to be proportional to them but for a constant part. */
typedef enum clsmem_status clsmem_clock_runner(void *context, size_t steps, struct clsmem_batch *batch);

/* Takes about 20 launches of 4 to 8 ms and 64 short ones. Fails with the runner's status. */
enum clsmem_status clsmem_clock_try(clsmem_clock_runner *run, void *context, struct clsmem_clock_trial *trial);

#endif
