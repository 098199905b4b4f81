/* A variant made ready: its plan, its built kernels, and the enqueueing of one execution. */
#ifndef CLSMEM_LAUNCH_H
#define CLSMEM_LAUNCH_H

#include "array.h"
#include "clsmem/kernel.h"
#include "clsmem/measure.h"
#include "clsmem/program.h"

struct clsmem_launch {
    const struct clsmem_device *device;
    const struct clsmem_kernel *kernel;
    const struct clsmem_variant *variant;
    struct clsmem_problem problem; /* that last bound */
    struct clsmem_plan plan;
    struct clsmem_program program;
    cl_kernel kernels[CLSMEM_MAX_PASSES];
    struct clsmem_blas_call blas; /* what comes before the passes; of no routine unless the variant is CLBlast's */
    cl_mem buffers[CLSMEM_MAX_BUFFERS]; /* those last bound; not owned */
};

/*
 * Builds the variant for the problem. CLSMEM_BUILD_FAILED, also for a file without the plan's entry points, leaves the log
 * in launch->program; CLSMEM_SKIPPED when the built kernel takes fewer work-items than the plan has. The caller releases the launch, also after a failure.
 */
enum clsmem_status clsmem_launch_prepare(const struct clsmem_device *device, const struct clsmem_sources *sources,
                                         const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                                         const struct clsmem_problem *problem, struct clsmem_launch *launch);
void clsmem_launch_release(struct clsmem_launch *launch);

/*
 * Sets the arguments: one buffer for each of the plan's. The problem may differ from the prepared one in its factors, and
 * in what is an argument of the kernels alone: the repeats of a slope.
 */
enum clsmem_status clsmem_launch_bind(struct clsmem_launch *launch, const struct clsmem_problem *problem,
                                      const cl_mem *buffers);

/* Executes the plan `times` times, waits for the end, and says how long that took. `batch` may be NULL. */
enum clsmem_status clsmem_launch_execute(struct clsmem_launch *launch, unsigned times, struct clsmem_batch *batch);

#endif
