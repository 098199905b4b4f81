/* The self-test of a device's event clock. */
#include "clock_trial.h"

#include "jump.h"

/* Readings are to last this long: far above launch overhead and any sane clock step. */
#define READING_NS 4e6
#define READING_COUNT 10
#define STEP_READINGS 64
#define MOST_STEPS ((size_t)1 << 22)

static enum clsmem_status take_readings(clsmem_clock_runner *run, void *context, struct clsmem_clock_reading *readings)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_batch batch = { 0 };
    size_t steps = 64;

    /* The first launch pays for more than its own time; growing from there also wakes the device. */
    CHECK(run(context, steps, &batch));
    do {
        steps *= 2;
        CHECK(run(context, steps, &batch));
    } while (batch.host_ns < READING_NS && steps < MOST_STEPS);
    for (size_t i = 0; i < READING_COUNT; i++) {
        CHECK(run(context, steps, &readings[i].once));
        CHECK(run(context, 2 * steps, &readings[i].twice));
    }
out:
    return status;
}

/* The clock's step, from launches that are as short as launches get and so differ by few steps. */
static enum clsmem_status find_step(clsmem_clock_runner *run, void *context, double *step_ns)
{
    enum clsmem_status status = CLSMEM_OK;
    double event_ns[STEP_READINGS];

    for (size_t i = 0; i < STEP_READINGS; i++) {
        struct clsmem_batch batch = { 0 };

        CHECK(run(context, 1, &batch));
        event_ns[i] = batch.event_ns;
    }
    *step_ns = clsmem_clock_step(event_ns, STEP_READINGS);
out:
    return status;
}

enum clsmem_status clsmem_clock_try(clsmem_clock_runner *run, void *context, struct clsmem_clock_trial *trial)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_clock_reading readings[READING_COUNT];

    CHECK(take_readings(run, context, readings));
    CHECK(find_step(run, context, &trial->step_ns));
    trial->verdict = clsmem_clock_judge(readings, READING_COUNT, trial->step_ns, trial->reason, sizeof trial->reason);
out:
    return status;
}
