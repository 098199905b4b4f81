/* Comparing a result on the device with what is expected. */
#include "clsmem/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "clsmem/program.h"
#include "jump_cl.h"

/*
 * Work-items that compare, at most. A GPU wants many, whose neighbours read neighbouring elements; a CPU wants few, each
 * with a range of its own.
 */
#define MOST_ITEMS 16384
#define CPU_ITEMS 256

struct clsmem_checker {
    const struct clsmem_device *device;
    size_t items;
    struct clsmem_program programs[CLSMEM_TYPE_COUNT];
    cl_kernel kernels[CLSMEM_TYPE_COUNT]; /* NULL for a type that nothing was compared in */
    cl_mem wrong, worst, first;           /* one value a work-item */
    cl_uint wrong_values[MOST_ITEMS];
    cl_float worst_values[MOST_ITEMS];
    cl_ulong first_values[MOST_ITEMS];
};

static enum clsmem_status create_buffer(struct clsmem_checker *checker, size_t item_bytes, cl_mem *buffer)
{
    enum clsmem_status status = CLSMEM_OK;
    cl_int error;

    CHECK_CL(
        (*buffer = clCreateBuffer(checker->device->context, CL_MEM_WRITE_ONLY, MOST_ITEMS * item_bytes, NULL, &error),
         error),
        checker->device->info.name, "allocating the buffers of the comparison");
out:
    return status;
}

static enum clsmem_status build(struct clsmem_checker *checker, enum clsmem_type type)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_sources own = { 0 };
    const struct clsmem_recipe recipe = { .stem = "check", .label = "the comparison", .type = type };
    cl_int error;

    CHECK(clsmem_program_build(checker->device, &own, &recipe, &checker->programs[type]));
    CHECK_CL((checker->kernels[type] = clCreateKernel(checker->programs[type].handle, "compare", &error), error),
             checker->device->info.name, "making the comparison kernel");
out:
    return status;
}

static enum clsmem_status read_back(struct clsmem_checker *checker, cl_mem buffer, size_t bytes, void *values)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK_CL(clEnqueueReadBuffer(checker->device->queue, buffer, CL_TRUE, 0, bytes, values, 0, NULL, NULL),
             checker->device->info.name, "reading a comparison's result");
out:
    return status;
}

static enum clsmem_status launch(struct clsmem_checker *checker, enum clsmem_type type, cl_mem actual, cl_mem expected,
                                 cl_mem tolerance, size_t count)
{
    enum clsmem_status status = CLSMEM_OK;
    const cl_kernel kernel = checker->kernels[type];
    const cl_uint exact = tolerance == NULL;
    const cl_mem any = tolerance ? tolerance : expected; /* not read when exact, but never a null argument */
    const bool ranges = checker->device->info.limits.is_cpu;
    const cl_ulong total = count, each = (count + checker->items - 1) / checker->items;
    const cl_ulong span = ranges ? each : 1, step = ranges ? 1 : checker->items;
    const struct {
        size_t bytes;
        const void *value;
    } args[] = { { sizeof actual, &actual },
                 { sizeof expected, &expected },
                 { sizeof any, &any },
                 { sizeof exact, &exact },
                 { sizeof total, &total },
                 { sizeof span, &span },
                 { sizeof step, &step },
                 { sizeof each, &each },
                 { sizeof checker->wrong, &checker->wrong },
                 { sizeof checker->worst, &checker->worst },
                 { sizeof checker->first, &checker->first } };

    for (cl_uint i = 0; i < sizeof args / sizeof *args; i++)
        CHECK_CL(clSetKernelArg(kernel, i, args[i].bytes, args[i].value), checker->device->info.name,
                 "setting the arguments of the comparison");
    CHECK_CL(clEnqueueNDRangeKernel(checker->device->queue, kernel, 1, NULL, &checker->items, NULL, 0, NULL, NULL),
             checker->device->info.name, "comparing a result");
out:
    return status;
}

static enum clsmem_status compare(struct clsmem_checker *checker, enum clsmem_type type, cl_mem actual,
                                  cl_mem expected, cl_mem tolerance, size_t count,
                                  struct clsmem_comparison *comparison)
{
    enum clsmem_status status = CLSMEM_OK;

    *comparison = (struct clsmem_comparison){ .first = count };
    CHECK(launch(checker, type, actual, expected, tolerance, count));
    CHECK(read_back(checker, checker->wrong, sizeof checker->wrong_values, checker->wrong_values));
    CHECK(read_back(checker, checker->worst, sizeof checker->worst_values, checker->worst_values));
    CHECK(read_back(checker, checker->first, sizeof checker->first_values, checker->first_values));
    for (size_t i = 0; i < checker->items; i++) {
        comparison->wrong += checker->wrong_values[i];
        comparison->worst = fmax(comparison->worst, (double)checker->worst_values[i]);
        if (checker->first_values[i] < comparison->first)
            comparison->first = (size_t)checker->first_values[i];
    }
out:
    return status;
}

/* What the self-test compares: elements just within their tolerance, one too far off, and one that is no number. */
#define PROOF_COUNT 40000
#define PROOF_WRONG 31234
#define PROOF_NAN 35678

#define PROOF_VALUES 200 /* that every type holds */

static void plant(enum clsmem_type type, double *actual, double *expected, double *tolerance)
{
    const bool is_integer = clsmem_type_is_integer(type);
    const double unit = is_integer ? 1 : 0.5;

    for (size_t i = 0; i < PROOF_COUNT; i++) {
        expected[i] = (double)(i % PROOF_VALUES);
        actual[i] = expected[i] + (i % 2 ? unit : 0);
        tolerance[i] = i % 2 ? unit : 0;
    }
    actual[PROOF_WRONG] += 1;
    actual[PROOF_NAN] = is_integer ? actual[PROOF_NAN] + 1 : NAN;
}

static enum clsmem_status prove(struct clsmem_checker *checker, enum clsmem_type type)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_array arrays[3] = { 0 };
    struct clsmem_comparison bounded, exact, equal;
    double *values = NULL;

    CHECK_ALLOC(values, 3 * PROOF_COUNT * sizeof *values);
    plant(type, values, values + PROOF_COUNT, values + 2 * PROOF_COUNT);
    for (size_t i = 0; i < 3; i++) {
        CHECK(clsmem_array_create(checker->device, type, PROOF_COUNT, &arrays[i]));
        CHECK(clsmem_array_write(checker->device, &arrays[i], values + i * PROOF_COUNT));
    }
    CHECK(compare(checker, type, arrays[0].data, arrays[1].data, arrays[2].data, PROOF_COUNT, &bounded));
    CHECK(compare(checker, type, arrays[0].data, arrays[1].data, NULL, PROOF_COUNT, &exact));
    CHECK(compare(checker, type, arrays[1].data, arrays[1].data, NULL, PROOF_COUNT, &equal));
    if (bounded.wrong != 2 || bounded.first != PROOF_WRONG || !isinf(bounded.worst) ||
        exact.wrong != PROOF_COUNT / 2 + 2 || exact.first != 1 || equal.wrong != 0 || equal.worst != 0)
        status = clsmem_fail(CLSMEM_DEVICE_FAILED,
                             "%s miscounts planted errors: %zu, %zu and %zu wrong elements where 2, %d and 0 are",
                             checker->device->info.name, bounded.wrong, exact.wrong, equal.wrong, PROOF_COUNT / 2 + 2);
out:
    for (size_t i = 0; i < 3; i++)
        clsmem_array_release(&arrays[i]);
    free(values);
    return status;
}

enum clsmem_status clsmem_checker_compare(struct clsmem_checker *checker, enum clsmem_type type, cl_mem actual,
                                          cl_mem expected, cl_mem tolerance, size_t count,
                                          struct clsmem_comparison *comparison)
{
    enum clsmem_status status = CLSMEM_OK;

    if (!checker->kernels[type]) {
        CHECK(build(checker, type));
        CHECK(prove(checker, type));
    }
    CHECK(compare(checker, type, actual, expected, tolerance, count, comparison));
out:
    return status;
}

enum clsmem_status clsmem_checker_create(const struct clsmem_device *device, struct clsmem_checker **checker)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK_ALLOC(*checker, sizeof **checker);
    memset(*checker, 0, sizeof **checker);
    (*checker)->device = device;
    (*checker)->items = device->info.limits.is_cpu ? CPU_ITEMS : MOST_ITEMS;
    CHECK(create_buffer(*checker, sizeof(cl_uint), &(*checker)->wrong));
    CHECK(create_buffer(*checker, sizeof(cl_float), &(*checker)->worst));
    CHECK(create_buffer(*checker, sizeof(cl_ulong), &(*checker)->first));
out:
    return status;
}

void clsmem_checker_release(struct clsmem_checker *checker)
{
    if (!checker)
        return;
    for (size_t type = 0; type < CLSMEM_TYPE_COUNT; type++) {
        if (checker->kernels[type])
            clReleaseKernel(checker->kernels[type]);
        clsmem_program_release(&checker->programs[type]);
    }
    const cl_mem buffers[] = { checker->wrong, checker->worst, checker->first };
    for (size_t i = 0; i < 3; i++)
        if (buffers[i])
            clReleaseMemObject(buffers[i]);
    free(checker);
}
