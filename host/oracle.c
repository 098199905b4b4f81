/* What is right: inputs and expected outputs of one problem, on the device, with the tolerance of each element. */
#include "oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clblast.h"
#include "clsmem/plan.h"
#include "jump.h"
#include "launch.h"

/* Above this many operations a reference loop would take longer than the measurement it serves. */
#define REFERENCE_OPERATIONS 5e8

/* All that the making of one oracle shares. Host copies belong to the dataset being made. */
struct maker {
    const struct clsmem_device *device;
    struct clsmem_checker *checker;
    struct clsmem_oracle *oracle;
    struct clsmem_plan plan; /* of the family's first variant: inputs and output are alike for all */
    size_t output;           /* its place in the plan */
    double *inputs[CLSMEM_MAX_BUFFERS];
    double *result; /* as many elements as the output */
};

static bool is_input(const struct clsmem_buffer *buffer)
{
    return buffer->role == CLSMEM_IN || buffer->role == CLSMEM_IN_OUT;
}

/* Lattice data times an eighth is exact; a factor that is not zero stays so. */
static double round_factor(double factor)
{
    const double eighths = round(factor * 8);

    return factor == 0 ? 0 : eighths == 0 ? copysign(0.125, factor) : fmax(-8, fmin(8, eighths / 8));
}

/* An input's data as the family wants them. */
static void fill_input(const struct clsmem_oracle *oracle, enum clsmem_data data, unsigned place,
                       enum clsmem_type type, double *values, size_t count)
{
    clsmem_fill(data, type, oracle->seed, place, values, count);
    if (oracle->kernel->data)
        oracle->kernel->data(&oracle->problem, place, values, count);
}

static enum clsmem_status make_inputs(struct maker *maker, struct clsmem_dataset *dataset)
{
    enum clsmem_status status = CLSMEM_OK;

    for (size_t i = 0; i < clsmem_plan_buffer_count(&maker->plan); i++) {
        const struct clsmem_buffer *buffer = &maker->plan.buffers[i];

        if (!is_input(buffer))
            continue;
        if (!maker->inputs[i])
            CHECK_ALLOC(maker->inputs[i], buffer->count * sizeof(double));
        fill_input(maker->oracle, dataset->data, (unsigned)i, buffer->type, maker->inputs[i], buffer->count);
        CHECK(clsmem_array_create(maker->device, buffer->type, buffer->count, &dataset->inputs[i]));
        CHECK(clsmem_array_write(maker->device, &dataset->inputs[i], maker->inputs[i]));
    }
out:
    return status;
}

static enum clsmem_status create_output(const struct maker *maker, struct clsmem_array *array)
{
    const struct clsmem_buffer *output = &maker->plan.buffers[maker->output];

    return clsmem_array_create(maker->device, output->type, output->count, array);
}

/* What a producer needs beside inputs and output. */
static enum clsmem_status create_extras(const struct clsmem_device *device, const struct clsmem_plan *plan,
                                        struct clsmem_array *extras)
{
    enum clsmem_status status = CLSMEM_OK;

    for (size_t i = 0; i < clsmem_plan_buffer_count(plan); i++) {
        const struct clsmem_buffer *const buffer = &plan->buffers[i];

        if (buffer->role != CLSMEM_SCRATCH && buffer->role != CLSMEM_STATE)
            continue;
        CHECK(clsmem_array_create(device, buffer->type, buffer->count, &extras[i]));
        CHECK(clsmem_array_begin(device, buffer->role, &extras[i]));
    }
out:
    return status;
}

/* Lets CLBlast, or a variant of the family, compute `target` from the dataset's inputs. */
static enum clsmem_status produce(struct maker *maker, const struct clsmem_variant *producer,
                                  const struct clsmem_dataset *dataset, const struct clsmem_array *target)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_sources own = { 0 }; /* never the user's kernels, which are what is judged */
    struct clsmem_launch launch = { 0 };
    struct clsmem_array extras[CLSMEM_MAX_BUFFERS] = { 0 };
    cl_mem buffers[CLSMEM_MAX_BUFFERS] = { 0 };

    CHECK(clsmem_launch_prepare(maker->device, &own, maker->oracle->kernel, producer, &dataset->problem, &launch));
    CHECK(create_extras(maker->device, &launch.plan, extras));
    for (size_t i = 0; i < CLSMEM_MAX_BUFFERS; i++)
        buffers[i] = extras[i].data ? extras[i].data : dataset->inputs[i].data;
    buffers[maker->output] = target->data;
    CHECK(clsmem_array_begin(maker->device, CLSMEM_OUT, target));
    if (maker->plan.buffers[maker->output].role == CLSMEM_IN_OUT)
        CHECK(clsmem_array_copy(maker->device, &dataset->inputs[maker->output], target));
    CHECK(clsmem_launch_bind(&launch, &dataset->problem, buffers));
    CHECK(clsmem_launch_execute(&launch, 1, NULL));
out:
    clsmem_launch_release(&launch);
    for (size_t i = 0; i < CLSMEM_MAX_BUFFERS; i++)
        clsmem_array_release(&extras[i]);
    return status;
}

/* The family's row for CLBlast, or NULL where that is not there or lacks the case. */
static const struct clsmem_variant *clblast_variant(const struct clsmem_kernel *kernel,
                                                    const struct clsmem_problem *problem)
{
    for (size_t i = 0; clsmem_clblast_has(kernel, problem) && i < kernel->variant_count; i++)
        if (kernel->variants[i].needs & CLSMEM_NEEDS_CLBLAST)
            return &kernel->variants[i];
    return NULL;
}

/*
 * Largest allowed error of each element. Both sides of a comparison may round: a computed expectation as much as the
 * result, a reference in double only when the result is double too.
 */
static enum clsmem_status make_tolerance(struct maker *maker, struct clsmem_dataset *dataset, bool expected_rounds)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_kernel *kernel = maker->oracle->kernel;
    const struct clsmem_problem *problem = &dataset->problem;
    const struct clsmem_buffer *const output = &maker->plan.buffers[maker->output];
    const size_t count = output->count;
    const double sides = expected_rounds || output->type == CLSMEM_F64 ? 2 : 1;
    const double factor = sides * (kernel->roundings(problem) + 2) * clsmem_type_unit_roundoff(output->type);
    double *tolerance = NULL;

    CHECK_ALLOC(tolerance, count * sizeof *tolerance);
    kernel->magnitude(problem, (const double *const *)maker->inputs, tolerance);
    /* Below the smallest normal number a rounding is no longer relative, and some devices flush to zero. */
    for (size_t i = 0; i < count; i++)
        tolerance[i] = tolerance[i] * factor + kernel->roundings(problem) * clsmem_type_least_normal(output->type);
    CHECK(create_output(maker, &dataset->tolerance));
    CHECK(clsmem_array_write(maker->device, &dataset->tolerance, tolerance));
out:
    free(tolerance);
    return status;
}

/* CLBlast against the reference; a disagreement is noted, not fatal: the reference is what variants are held to. */
static enum clsmem_status consult_clblast(struct maker *maker, struct clsmem_dataset *dataset)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_variant *rival = clblast_variant(maker->oracle->kernel, &dataset->problem);
    const size_t count = maker->plan.buffers[maker->output].count;
    struct clsmem_comparison comparison;
    struct clsmem_array array = { 0 };

    if (!rival)
        return CLSMEM_OK;
    CHECK(create_output(maker, &array));
    if (produce(maker, rival, dataset, &array) != CLSMEM_OK) {
        snprintf(maker->oracle->note, sizeof maker->oracle->note, "no second oracle: %.120s", clsmem_error_text());
        goto out;
    }
    CHECK(clsmem_checker_compare(maker->checker, array.type, array.data, dataset->expected.data,
                                 dataset->tolerance.data, count, &comparison));
    if (comparison.wrong > 0)
        snprintf(maker->oracle->note, sizeof maker->oracle->note,
                 "CLBlast differs from the double reference in %zu of %zu elements: CLBlast is suspect",
                 comparison.wrong, count);
    snprintf(maker->oracle->name, sizeof maker->oracle->name, "reference+clblast");
out:
    clsmem_array_release(&array);
    return status;
}

static enum clsmem_status expect_reference(struct maker *maker, struct clsmem_dataset *dataset)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_kernel *kernel = maker->oracle->kernel;

    snprintf(maker->oracle->name, sizeof maker->oracle->name, "reference");
    kernel->reference(&dataset->problem, (const double *const *)maker->inputs, maker->result);
    CHECK(create_output(maker, &dataset->expected));
    CHECK(clsmem_array_write(maker->device, &dataset->expected, maker->result));
    if (clsmem_kernel_rounds(kernel, &dataset->problem) && dataset->data != CLSMEM_LATTICE)
        CHECK(make_tolerance(maker, dataset, false));
    CHECK(consult_clblast(maker, dataset));
out:
    return status;
}

/* Whether the dataset's expected output passes the family's random probe. */
static enum clsmem_status confirm(struct maker *maker, const struct clsmem_dataset *dataset)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK(clsmem_array_read(maker->device, &dataset->expected, maker->result));
    CHECK(maker->oracle->kernel->confirm(&dataset->problem, (const double *const *)maker->inputs, maker->result));
out:
    return status;
}

/* Whether the family's probe can tell: its sums are exact on lattice data, or it has bounds of its own. */
static bool is_confirmable(const struct clsmem_kernel *kernel, const struct clsmem_dataset *dataset)
{
    return dataset->data == CLSMEM_LATTICE || kernel->rounds_always;
}

/* Makes the expected output by `producer`; where the family's probe can tell, it must confirm it. */
static enum clsmem_status produce_confirmed(struct maker *maker, const struct clsmem_variant *producer,
                                            const struct clsmem_dataset *dataset)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK(produce(maker, producer, dataset, &dataset->expected));
    if (is_confirmable(maker->oracle->kernel, dataset) && (status = confirm(maker, dataset)) == CLSMEM_WRONG)
        clsmem_fail(CLSMEM_WRONG, "%s.%s fails its family's probe", maker->oracle->kernel->name, producer->name);
out:
    return status;
}

/* Lattice data, which come first, choose the producer; uniform data then rely on it. */
static enum clsmem_status expect_produced(struct maker *maker, struct clsmem_dataset *dataset,
                                          const struct clsmem_variant **producer)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_kernel *kernel = maker->oracle->kernel;
    const struct clsmem_variant *const rival = clblast_variant(kernel, &dataset->problem);

    CHECK(create_output(maker, &dataset->expected));
    if (!*producer)
        *producer = rival ? rival : &kernel->variants[0];
    status = produce_confirmed(maker, *producer, dataset);
    if (status != CLSMEM_OK && is_confirmable(kernel, dataset) && *producer == rival) {
        snprintf(maker->oracle->note, sizeof maker->oracle->note, "CLBlast is suspect: %.120s", clsmem_error_text());
        *producer = &kernel->variants[0];
        status = produce_confirmed(maker, *producer, dataset);
    }
    CHECK(status);
    snprintf(maker->oracle->name, sizeof maker->oracle->name, "%s+freivalds", (*producer)->name);
    if (dataset->data != CLSMEM_LATTICE)
        CHECK(make_tolerance(maker, dataset, true));
out:
    return status;
}

static enum clsmem_status make_datasets(struct maker *maker)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_oracle *oracle = maker->oracle;
    const struct clsmem_kernel *kernel = oracle->kernel;
    const bool costly = kernel->confirm && kernel->work(&oracle->problem).operations > REFERENCE_OPERATIONS;
    const struct clsmem_variant *producer = NULL;

    oracle->dataset_count = clsmem_kernel_rounds(kernel, &oracle->problem) && !kernel->rounds_always ? 2 : 1;
    for (size_t i = 0; i < oracle->dataset_count; i++) {
        struct clsmem_dataset *dataset = &oracle->datasets[i];

        dataset->data = i + 1 < oracle->dataset_count ? CLSMEM_LATTICE : CLSMEM_UNIFORM;
        dataset->problem = oracle->problem;
        if (dataset->data == CLSMEM_LATTICE) {
            dataset->problem.alpha = round_factor(oracle->problem.alpha);
            dataset->problem.beta = round_factor(oracle->problem.beta);
        }
        CHECK(make_inputs(maker, dataset));
        CHECK(costly ? expect_produced(maker, dataset, &producer) : expect_reference(maker, dataset));
    }
out:
    return status;
}

enum clsmem_status clsmem_oracle_create(const struct clsmem_device *device, struct clsmem_checker *checker,
                                        uint64_t seed, const struct clsmem_kernel *kernel,
                                        const struct clsmem_problem *problem, struct clsmem_oracle **oracle)
{
    enum clsmem_status status = CLSMEM_OK;
    struct maker maker = { .device = device, .checker = checker };

    CHECK_ALLOC(*oracle, sizeof **oracle);
    **oracle = (struct clsmem_oracle){ .kernel = kernel, .problem = *problem, .seed = seed };
    maker.oracle = *oracle;
    clsmem_plan_make(kernel, &kernel->variants[0], problem, &device->info.limits, &maker.plan);
    maker.output = clsmem_plan_output(&maker.plan);
    CHECK_ALLOC(maker.result, maker.plan.buffers[maker.output].count * sizeof(double));
    CHECK(make_datasets(&maker));
out:
    for (size_t i = 0; i < CLSMEM_MAX_BUFFERS; i++)
        free(maker.inputs[i]);
    free(maker.result);
    return status;
}

static enum clsmem_status refill(const struct clsmem_device *device, const struct clsmem_oracle *oracle,
                                 enum clsmem_data data, unsigned place, struct clsmem_array *input)
{
    enum clsmem_status status = CLSMEM_OK;
    const enum clsmem_type type = input->type;
    const size_t count = input->count;
    double *values = NULL;

    clsmem_array_release(input);
    CHECK_ALLOC(values, count * sizeof *values);
    fill_input(oracle, data, place, type, values, count);
    CHECK(clsmem_array_create(device, type, count, input));
    CHECK(clsmem_array_write(device, input, values));
out:
    free(values);
    return status;
}

enum clsmem_status clsmem_oracle_refill(const struct clsmem_device *device, struct clsmem_oracle *oracle)
{
    enum clsmem_status status = CLSMEM_OK;

    for (size_t i = 0; i < oracle->dataset_count; i++) {
        struct clsmem_dataset *dataset = &oracle->datasets[i];

        for (unsigned j = 0; j < CLSMEM_MAX_BUFFERS; j++)
            if (dataset->inputs[j].data)
                CHECK(refill(device, oracle, dataset->data, j, &dataset->inputs[j]));
    }
out:
    return status;
}

void clsmem_oracle_release(struct clsmem_oracle *oracle)
{
    if (!oracle)
        return;
    for (size_t i = 0; i < 2; i++) {
        struct clsmem_dataset *dataset = &oracle->datasets[i];

        for (size_t j = 0; j < CLSMEM_MAX_BUFFERS; j++)
            clsmem_array_release(&dataset->inputs[j]);
        clsmem_array_release(&dataset->expected);
        clsmem_array_release(&dataset->tolerance);
    }
    free(oracle);
}
