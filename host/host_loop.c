/* The plain C loops that kernels are held against: run on the host's own threads, over the plan's buffers. */
#include "host_loop.h"

#include <pthread.h>

#include "clsmem/plan.h"
#include "jump_cl.h"

#define MOST_THREADS 256

/* What all threads share. */
struct loop {
    const struct clsmem_variant *variant;
    const struct clsmem_problem *problem;
    void *buffers[CLSMEM_MAX_BUFFERS];
    unsigned times, parts;
    pthread_mutex_t gate; /* closed until all threads are there */
    bool is_abandoned;
    pthread_barrier_t phase_ended;
};

struct worker {
    struct loop *loop;
    unsigned part;
    pthread_t thread;
};

static bool pass_gate(struct loop *loop)
{
    bool is_abandoned;

    pthread_mutex_lock(&loop->gate);
    is_abandoned = loop->is_abandoned;
    pthread_mutex_unlock(&loop->gate);
    return !is_abandoned;
}

static void *work(void *argument)
{
    const struct worker *const worker = argument;
    struct loop *const loop = worker->loop;
    const unsigned phases = loop->variant->host_phases > 0 ? loop->variant->host_phases : 1;
    struct clsmem_host_part part = {
        .problem = loop->problem, .buffers = loop->buffers, .part = worker->part, .parts = loop->parts
    };

    for (unsigned i = 0; pass_gate(loop) && i < loop->times; i++)
        for (part.phase = 0; part.phase < phases; part.phase++) {
            loop->variant->host(&part);
            pthread_barrier_wait(&loop->phase_ended);
        }
    return NULL;
}

/* Nobody works before all threads are there: with one too few, the others would wait for it for ever. */
static enum clsmem_status run_threads(struct loop *loop)
{
    struct worker workers[MOST_THREADS];
    unsigned started = 0;

    pthread_mutex_lock(&loop->gate);
    for (; started < loop->parts; started++) {
        workers[started] = (struct worker){ .loop = loop, .part = started };
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0)
            break;
    }
    loop->is_abandoned = started < loop->parts;
    pthread_mutex_unlock(&loop->gate);
    for (unsigned i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    return loop->is_abandoned ? clsmem_fail(CLSMEM_NO_MEMORY, "cannot start %u threads", loop->parts) : CLSMEM_OK;
}

static enum clsmem_status map_buffers(const struct clsmem_device *device, const struct clsmem_plan *plan,
                                      const cl_mem *memories, void **buffers)
{
    enum clsmem_status status = CLSMEM_OK;
    cl_int error;

    for (size_t i = 0; i < clsmem_plan_buffer_count(plan); i++)
        CHECK_CL((buffers[i] = clEnqueueMapBuffer(device->queue, memories[i], CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                                  clsmem_buffer_bytes(&plan->buffers[i]), 0, NULL, NULL, &error),
                  error),
                 device->info.name, "mapping a buffer for a loop on the host");
out:
    return status;
}

static enum clsmem_status unmap_buffers(const struct clsmem_device *device, const cl_mem *memories, void **buffers)
{
    enum clsmem_status status = CLSMEM_OK;

    for (size_t i = 0; i < CLSMEM_MAX_BUFFERS; i++)
        if (buffers[i])
            CHECK_CL(clEnqueueUnmapMemObject(device->queue, memories[i], buffers[i], 0, NULL, NULL), device->info.name,
                     "unmapping a buffer of a loop on the host");
    CHECK_CL(clFinish(device->queue), device->info.name, "unmapping the buffers of a loop on the host");
out:
    return status;
}

enum clsmem_status clsmem_host_loop_run(const struct clsmem_device *device, const struct clsmem_variant *variant,
                                        const struct clsmem_problem *problem, const struct clsmem_plan *plan,
                                        const cl_mem *memories, unsigned times)
{
    enum clsmem_status status = CLSMEM_OK, unmapped;
    const unsigned units = device->info.limits.compute_units;
    struct loop loop = { .gate = PTHREAD_MUTEX_INITIALIZER,
                         .variant = variant,
                         .problem = problem,
                         .times = times,
                         .parts = units < 1              ? 1
                                  : units > MOST_THREADS ? MOST_THREADS
                                                         : units };

    if (pthread_barrier_init(&loop.phase_ended, NULL, loop.parts) != 0)
        return clsmem_fail(CLSMEM_NO_MEMORY, "cannot make a barrier for %u threads", loop.parts);
    CHECK(map_buffers(device, plan, memories, loop.buffers));
    CHECK(run_threads(&loop));
out:
    unmapped = unmap_buffers(device, memories, loop.buffers);
    pthread_barrier_destroy(&loop.phase_ended);
    pthread_mutex_destroy(&loop.gate);
    return status == CLSMEM_OK ? unmapped : status;
}
