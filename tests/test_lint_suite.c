/*
 * Every variant of the suite, run by the engine in several views: the output is what the family's reference says, as on
 * a device, and nothing is wrong with the kernel. Data are multiples of 1/16, so sums are exact in any order.
 */
#include <CUnit/CUnit.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/lint_suite.h"
#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "expect.h"
#include "fill.h"
#include "lint/engine.h"

/* Tiles do not divide these. */
static const struct clsmem_problem odd_problems[] = {
    { .extent = { 1, 1, 1, 1 } },
    { .extent = { 1021, 1, 1, 1 } },
    { .extent = { 65, 67, 1, 1 } },
    { .extent = { 67, 35, 19, 1 }, .alpha = 2, .beta = 0.5 },
};

#define MOST_OPERATIONS 2e6

static struct clsmem_problem problem_of(const struct clsmem_kernel *kernel, enum clsmem_type type)
{
    struct clsmem_problem problem;
    size_t extents = 0;

    while (extents < CLSMEM_MAX_EXTENTS && kernel->extents[extents])
        extents++;
    problem = odd_problems[extents < 3 ? extents : 3];
    problem.type = type;
    if (problem.alpha == 0)
        problem.alpha = 1;
    /* A family whose extents count large blocks. */
    for (size_t i = 0; kernel->work(&problem).operations > MOST_OPERATIONS; i = (i + 1) % extents)
        problem.extent[i] = (problem.extent[i] + 1) / 2;
    return problem;
}

/* What one variant is run on, and what it is to give. */
struct bench {
    struct clsmem_lint_suite_case own;
    double *inputs[CLSMEM_MAX_BUFFERS];
    double *expected, *magnitude;
    size_t output;
    char files[CLSMEM_MAX_BUFFERS][64];
};

static bool write_file(struct bench *bench, size_t buffer)
{
    const struct clsmem_buffer *const about = &bench->own.plan.buffers[buffer];
    void *const bytes = calloc(clsmem_buffer_bytes(about) + 1, 1);
    FILE *file;
    bool is_written;

    if (bench->inputs[buffer])
        clsmem_encode(about->type, bench->inputs[buffer], about->count, bytes);
    snprintf(bench->files[buffer], sizeof bench->files[buffer], "/tmp/clsmem-suite-%ld-%zu", (long)getpid(), buffer);
    file = fopen(bench->files[buffer], "wb");
    is_written = file && fwrite(bytes, 1, clsmem_buffer_bytes(about), file) == clsmem_buffer_bytes(about);
    if (file)
        is_written = fclose(file) == 0 && is_written;
    free(bytes);
    return is_written;
}

static bool prepare(struct bench *bench)
{
    const struct clsmem_kernel *const kernel = bench->own.kernel;
    const struct clsmem_plan *const plan = &bench->own.plan;
    bool is_ready = true;

    bench->output = clsmem_plan_output(plan);
    for (size_t i = 0; i < clsmem_plan_buffer_count(plan); i++) {
        if (plan->buffers[i].role == CLSMEM_IN || plan->buffers[i].role == CLSMEM_IN_OUT) {
            bench->inputs[i] = calloc(plan->buffers[i].count, sizeof *bench->inputs[i]);
            clsmem_fill(CLSMEM_LATTICE, plan->buffers[i].type, 1, (unsigned)i, bench->inputs[i],
                        plan->buffers[i].count);
        }
        is_ready &= write_file(bench, i);
    }
    bench->expected = calloc(plan->buffers[bench->output].count, sizeof *bench->expected);
    kernel->reference(&bench->own.problem, (const double *const *)bench->inputs, bench->expected);
    if (kernel->magnitude) {
        bench->magnitude = calloc(plan->buffers[bench->output].count, sizeof *bench->magnitude);
        kernel->magnitude(&bench->own.problem, (const double *const *)bench->inputs, bench->magnitude);
    }
    return is_ready;
}

static void dismantle(struct bench *bench)
{
    for (size_t i = 0; i < CLSMEM_MAX_BUFFERS; i++) {
        free(bench->inputs[i]);
        if (*bench->files[i])
            unlink(bench->files[i]);
    }
    free(bench->expected);
    free(bench->magnitude);
}

/* What the reader of the memory needs and finds. */
struct look {
    const struct bench *bench;
    size_t argument;
    size_t wrong;
};

static void look_at_output(void *context, struct lint_memory *memory, const struct lint_arguments *arguments)
{
    struct look *const look = context;
    const struct bench *const bench = look->bench;
    const struct clsmem_buffer *const about = &bench->own.plan.buffers[bench->output];
    const struct lint_buffer *const buffer = &memory->buffers[arguments->list[look->argument].buffer];
    const struct clsmem_kernel *const kernel = bench->own.kernel;
    double *const values = calloc(about->count, sizeof *values);

    clsmem_decode(about->type, buffer->data, about->count, values);
    for (size_t i = 0; i < about->count; i++) {
        double bound = 0;

        if (bench->magnitude)
            bound = 2 * (kernel->roundings(&bench->own.problem) + 2) * clsmem_type_unit_roundoff(about->type) *
                    bench->magnitude[i];
        look->wrong += !(fabs(values[i] - bench->expected[i]) <= bound);
    }
    free(values);
}

static size_t errors_of(const struct clsmem_lint_report *report)
{
    size_t errors = 0;

    for (size_t i = 0; i < report->finding_count; i++)
        errors += clsmem_lint_finding_is_error(report->findings[i].kind);
    return errors;
}

static void expect_right(struct bench *bench, const char *view)
{
    const struct clsmem_lint_options options = { .deadline_s = 100 };
    struct clsmem_lint_suite_launch launch;
    struct clsmem_lint_kernel *kernel;
    struct clsmem_lint_report *report = NULL;
    struct look look = { .bench = bench };
    bool is_right;

    clsmem_lint_suite_launch_make(&bench->own, 0, &launch);
    for (size_t i = 0; i < launch.launch.arg_count; i++) {
        const struct clsmem_arg *const arg = &bench->own.plan.passes[0].args[i];

        if (arg->kind != CLSMEM_ARG_BUFFER)
            continue;
        snprintf(launch.specs[i], sizeof launch.specs[i], "@%.60s", bench->files[arg->number]);
        if (arg->number == bench->output)
            look.argument = i;
    }
    is_right =
        EXPECT_EQ_INT(clsmem_lint_suite_load(&bench->own, 0, clsmem_lint_view_find(view), &kernel), CLSMEM_OK) &&
        EXPECT_EQ_INT(lint_run_keeping(kernel, &launch.launch, &options, &report, look_at_output, &look), CLSMEM_OK) &&
        EXPECT_EQ_SIZE(look.wrong, 0) && EXPECT_EQ_SIZE(errors_of(report), 0);
    if (!is_right)
        expect_note("%s.%s, %s, view %s: %s", bench->own.kernel->name, bench->own.variant->name,
                    clsmem_type_word(bench->own.problem.type), view, report ? "" : clsmem_error_text());
    for (size_t i = 0; report && !is_right && i < report->finding_count; i++)
        expect_note("line %u: %s: %s", report->findings[i].place.line,
                    clsmem_lint_finding_word(report->findings[i].kind), report->findings[i].text);
    clsmem_lint_report_release(report);
    clsmem_lint_unload(kernel);
}

static void run_all(enum clsmem_type type, const char *const *views)
{
    size_t kernel_count;
    const struct clsmem_kernel *const *const kernels = clsmem_kernels(&kernel_count);

    for (size_t k = 0; k < kernel_count; k++)
        for (size_t v = 0; v < kernels[k]->variant_count; v++) {
            const struct clsmem_problem problem = problem_of(kernels[k], type);
            struct bench bench = { 0 };

            if (!clsmem_lint_suite_case_make(kernels[k], &kernels[k]->variants[v], &problem, &bench.own))
                continue;
            if (EXPECT(prepare(&bench)))
                for (size_t i = 0; views[i]; i++)
                    expect_right(&bench, views[i]);
            dismantle(&bench);
        }
}

static void every_variant_gives_in_f32_what_its_reference_says(void)
{
    static const char *const views[] = { "source", "nvidia", "gfx90a", NULL };

    run_all(CLSMEM_F32, views);
}

static void every_variant_gives_in_f64_what_its_reference_says(void)
{
    static const char *const views[] = { "source", "nvidia", NULL };

    run_all(CLSMEM_F64, views);
}

CU_TestInfo lint_suite_tests[] = {
    TEST(every_variant_gives_in_f32_what_its_reference_says),
    TEST(every_variant_gives_in_f64_what_its_reference_says),
    CU_TEST_INFO_NULL,
};
