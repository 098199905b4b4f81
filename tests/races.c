/*
 * Runs variants of the suite once each, at a small problem, on the one device that there is: an interpreter that watches
 * every access (tests/check_races.sh puts Oclgrind under it).
 *   clsmem-races SELECTION [FOLDER]    as clsmem-bench --kernel and --kernel-dir take them
 * A line on stdout for each: "reduce.strided f32 max: right", ": wrong", ": crashed", ": failed: why" or
 * ": skipped: why". Buffers have no guard zones,
 * so an access beside one is beyond it. Exit code: 0 all right, 1 something is wrong, 2 there is no device.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "fill.h"
#include "launch.h"

/* Interpreted instruction by instruction. */
#define MOST_OPERATIONS 3e5

/* One variant on one problem, and what its buffers begin with. */
struct trial {
    struct clsmem_device device; /* as the variant is to see it */
    struct clsmem_sources sources;
    const struct clsmem_kernel *kernel;
    const struct clsmem_variant *variant;
    struct clsmem_problem problem;
    struct clsmem_launch launch;
    double *inputs[CLSMEM_MAX_BUFFERS];
    cl_mem memories[CLSMEM_MAX_BUFFERS];
};

/* Tiles do not divide these. */
static const size_t shapes[CLSMEM_MAX_EXTENTS + 1][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1, 1 }, { 1021, 1, 1, 1 }, { 33, 35, 1, 1 }, { 33, 35, 37, 1 }, { 17, 19, 2, 2 },
};

static struct clsmem_problem problem_of(const struct clsmem_kernel *kernel, enum clsmem_type type, size_t mode)
{
    const size_t extents = clsmem_kernel_extent_count(kernel);
    const size_t *const shape = kernel->small[0] > 0 ? kernel->small : shapes[extents];
    struct clsmem_problem problem = { .type = type, .mode = mode, .alpha = 1, .beta = 0.5 };

    for (size_t i = 0; i < CLSMEM_MAX_EXTENTS; i++)
        problem.extent[i] = i < extents ? shape[i] : 1;
    for (size_t i = 0; kernel->small[0] == 0 && extents > 0 && i < 8 * extents; i++)
        if (kernel->work(&problem).operations > MOST_OPERATIONS)
            problem.extent[i % extents] = (problem.extent[i % extents] + 1) / 2;
    return problem;
}

/* Inputs in the plan's order; other buffers are zeros where they are state, else left as the interpreter has them. */
static bool make_buffer(struct trial *trial, unsigned i)
{
    const struct clsmem_buffer *const buffer = &trial->launch.plan.buffers[i];
    const bool is_input = buffer->role == CLSMEM_IN || buffer->role == CLSMEM_IN_OUT;
    const size_t bytes = clsmem_buffer_bytes(buffer);
    void *raw = NULL;
    cl_int error;

    if (is_input || buffer->role == CLSMEM_STATE)
        raw = calloc(1, bytes);
    if (is_input) {
        trial->inputs[i] = calloc(buffer->count, sizeof(double));
        clsmem_fill(CLSMEM_LATTICE, buffer->type, 1, i, trial->inputs[i], buffer->count);
        if (trial->kernel->data)
            trial->kernel->data(&trial->problem, i, trial->inputs[i], buffer->count);
        clsmem_encode(buffer->type, trial->inputs[i], buffer->count, raw);
    }
    trial->memories[i] = clCreateBuffer(trial->device.context, CL_MEM_READ_WRITE | (raw ? CL_MEM_COPY_HOST_PTR : 0),
                                        bytes, raw, &error);
    free(raw);
    return error == CL_SUCCESS;
}

static bool is_near(const struct trial *trial, const double *values, const double *expected, size_t count,
                    enum clsmem_type type)
{
    const struct clsmem_kernel *const kernel = trial->kernel;
    double *const bound = calloc(count, sizeof *bound);
    bool is_right = true;

    if (clsmem_kernel_rounds(kernel, &trial->problem))
        kernel->magnitude(&trial->problem, (const double *const *)trial->inputs, bound);
    for (size_t i = 0; i < count; i++) {
        const double factor = bound[i] > 0 ? 2 * (kernel->roundings(&trial->problem) + 2) : 0;

        is_right &= fabs(values[i] - expected[i]) <= factor * clsmem_type_unit_roundoff(type) * bound[i];
    }
    free(bound);
    return is_right;
}

static bool output_is_right(const struct trial *trial)
{
    const size_t output = clsmem_plan_output(&trial->launch.plan);
    const struct clsmem_buffer *const buffer = &trial->launch.plan.buffers[output];
    double *const values = calloc(buffer->count, sizeof *values), *const expected =
                                                                      calloc(buffer->count, sizeof *expected);
    void *const raw = malloc(clsmem_buffer_bytes(buffer));
    bool is_right = clEnqueueReadBuffer(trial->device.queue, trial->memories[output], CL_TRUE, 0,
                                        clsmem_buffer_bytes(buffer), raw, 0, NULL, NULL) == CL_SUCCESS;

    clsmem_decode(buffer->type, raw, buffer->count, values);
    trial->kernel->reference(&trial->problem, (const double *const *)trial->inputs, expected);
    is_right = is_right && is_near(trial, values, expected, buffer->count, buffer->type);
    free(values);
    free(expected);
    free(raw);
    return is_right;
}

static enum clsmem_status execute(struct trial *trial)
{
    enum clsmem_status status = clsmem_launch_prepare(&trial->device, &trial->sources, trial->kernel, trial->variant,
                                                      &trial->problem, &trial->launch);

    for (unsigned i = 0; status == CLSMEM_OK && i < clsmem_plan_buffer_count(&trial->launch.plan); i++)
        if (!make_buffer(trial, i))
            status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory for buffer %u", i);
    if (status == CLSMEM_OK)
        status = clsmem_launch_bind(&trial->launch, &trial->problem, trial->memories);
    if (status == CLSMEM_OK)
        status = clsmem_launch_execute(&trial->launch, 1, NULL);
    return status;
}

static bool run_trial(struct trial *trial)
{
    const struct clsmem_mode *const modes = trial->kernel->modes;
    const struct clsmem_limits *const limits = &trial->device.info.limits;
    struct clsmem_plan *const plan = malloc(sizeof *plan);
    char reason[256] = "";
    bool is_right = true;

    printf("%s.%s %s%s%s: ", trial->kernel->name, trial->variant->name, clsmem_type_word(trial->problem.type),
           modes ? " " : "", modes ? modes[trial->problem.mode].name : "");
    fflush(stdout);
    clsmem_plan_make(trial->kernel, trial->variant, &trial->problem, limits, plan);
    if (!clsmem_variant_applies(trial->kernel, trial->variant, &trial->problem, limits, reason, sizeof reason) ||
        !clsmem_plan_fits(trial->kernel, plan, limits, reason, sizeof reason)) {
        printf("skipped: %s\n", reason);
    } else if (execute(trial) != CLSMEM_OK) {
        is_right = false;
        printf("failed: %s\n", clsmem_error_text());
    } else {
        is_right = output_is_right(trial);
        printf("%s\n", is_right ? "right" : "wrong");
    }
    fflush(stdout);
    for (size_t i = 0; i < CLSMEM_MAX_BUFFERS; i++) {
        free(trial->inputs[i]);
        if (trial->memories[i])
            clReleaseMemObject(trial->memories[i]);
    }
    clsmem_launch_release(&trial->launch);
    free(plan);
    return is_right;
}

/* Of types with a fraction only f32: each costs minutes, and clsmem-lint looks at all of them. */
static bool is_of_interest(const struct clsmem_kernel *kernel, enum clsmem_type type)
{
    return clsmem_kernel_has_type(kernel, type) &&
           !((type == CLSMEM_F64 || type == CLSMEM_F16) && clsmem_kernel_has_type(kernel, CLSMEM_F32));
}

/* Variants for a CPU are planned for one, the others for a GPU. */
static bool run_variant(const struct clsmem_device *device, const struct clsmem_sources *sources,
                        const struct clsmem_kernel *kernel, const struct clsmem_variant *variant)
{
    /* Modes that are compared are kinds of data, on which the same kernel runs. */
    const size_t modes = kernel->mode_count > 0 && !kernel->compares_modes ? kernel->mode_count : 1;
    bool is_right = true;

    for (size_t type = 0; type < CLSMEM_TYPE_COUNT; type++)
        for (size_t mode = 0; is_of_interest(kernel, (enum clsmem_type)type) && mode < modes; mode++) {
            static struct trial trial;

            trial = (struct trial){ .device = *device, .sources = *sources, .kernel = kernel, .variant = variant };
            trial.problem = problem_of(kernel, (enum clsmem_type)type, mode);
            trial.device.info.limits.is_cpu = (variant->needs & CLSMEM_NEEDS_CPU) != 0;
            trial.device.info.limits.vector_f32 = trial.device.info.limits.is_cpu ? 8 : 1;
            trial.device.info.limits.vector_f64 = trial.device.info.limits.is_cpu ? 4 : 1;
            is_right &= run_trial(&trial);
        }
    return is_right;
}

/* Exit code of a child process: 0 all right, 1 something is wrong, 2 there is no device. */
static int run_alone(const struct clsmem_sources *sources, const struct clsmem_kernel *kernel,
                     const struct clsmem_variant *variant)
{
    struct clsmem_device_list list = { 0 };
    struct clsmem_device device;
    bool is_right;

    if (clsmem_device_list(&list) != CLSMEM_OK || list.count == 0 ||
        clsmem_device_open(&list.devices[0], &device) != CLSMEM_OK) {
        fprintf(stderr, "clsmem-races: %s\n", list.count ? clsmem_error_text() : "no device");
        return 2;
    }
    is_right = run_variant(&device, sources, kernel, variant);
    clsmem_device_close(&device);
    clsmem_device_list_release(&list);
    return is_right ? 0 : 1;
}

/* The interpreter may crash; the other variants run all the same. */
static int run_in_child(const struct clsmem_sources *sources, const struct clsmem_kernel *kernel,
                        const struct clsmem_variant *variant)
{
    const pid_t child = fork();
    int ended = 0;

    if (child == 0)
        exit(run_alone(sources, kernel, variant));
    if (child < 0 || waitpid(child, &ended, 0) != child)
        return 2;
    if (WIFEXITED(ended))
        return WEXITSTATUS(ended);
    printf("crashed\n");
    fflush(stdout);
    return 0; /* the caller sees the line */
}

int main(int argc, char **argv)
{
    const struct clsmem_sources sources = { argc > 2 ? argv[2] : NULL };
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);
    int worst = 0;

    for (size_t k = 0; k < count; k++)
        for (size_t v = 0; v < kernels[k]->variant_count; v++) {
            int code = 0;

            if (!(kernels[k]->variants[v].needs & (CLSMEM_NEEDS_CLBLAST | CLSMEM_NEEDS_HOST)) &&
                clsmem_kernel_selected(argc > 1 ? argv[1] : NULL, kernels[k], &kernels[k]->variants[v]))
                code = run_in_child(&sources, kernels[k], &kernels[k]->variants[v]);
            worst = code > worst ? code : worst;
        }
    return worst;
}
