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

static struct clsmem_problem problem_of(const struct clsmem_kernel *kernel, enum clsmem_type type, size_t mode)
{
    const size_t extents = clsmem_kernel_extent_count(kernel);
    struct clsmem_problem problem = odd_problems[extents < 3 ? extents : 3];

    problem.type = type;
    problem.mode = mode;
    if (problem.alpha == 0)
        problem.alpha = 1;
    if (kernel->small[0] > 0)
        memcpy(problem.extent, kernel->small, sizeof problem.extent);
    for (size_t i = extents; i < CLSMEM_MAX_EXTENTS; i++)
        problem.extent[i] = 1;
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
    struct clsmem_lint_suite_files files; /* as the last pass left them */
};

static bool write_bytes(struct bench *bench, size_t buffer, const void *bytes)
{
    const size_t count = clsmem_buffer_bytes(&bench->own.plan.buffers[buffer]);
    char *const path = bench->files.paths[buffer];
    FILE *file;
    bool is_written;

    snprintf(path, sizeof bench->files.paths[buffer], "/tmp/clsmem-suite-%ld-%zu", (long)getpid(), buffer);
    file = fopen(path, "wb");
    is_written = file && fwrite(bytes, 1, count, file) == count;
    if (file)
        is_written = fclose(file) == 0 && is_written;
    return is_written;
}

/* Zeros where there is no input. */
static bool write_file(struct bench *bench, size_t buffer)
{
    const struct clsmem_buffer *const about = &bench->own.plan.buffers[buffer];
    void *const bytes = calloc(clsmem_buffer_bytes(about) + 1, 1);
    bool is_written;

    if (bench->inputs[buffer])
        clsmem_encode(about->type, bench->inputs[buffer], about->count, bytes);
    is_written = write_bytes(bench, buffer, bytes);
    free(bytes);
    return is_written;
}

static void prepare(struct bench *bench)
{
    const struct clsmem_kernel *const kernel = bench->own.kernel;
    const struct clsmem_plan *const plan = &bench->own.plan;

    bench->output = clsmem_plan_output(plan);
    for (size_t i = 0; i < clsmem_plan_buffer_count(plan); i++) {
        if (plan->buffers[i].role == CLSMEM_IN || plan->buffers[i].role == CLSMEM_IN_OUT) {
            bench->inputs[i] = calloc(plan->buffers[i].count, sizeof *bench->inputs[i]);
            clsmem_fill(CLSMEM_LATTICE, plan->buffers[i].type, 1, (unsigned)i, bench->inputs[i],
                        plan->buffers[i].count);
            if (kernel->data)
                kernel->data(&bench->own.problem, (unsigned)i, bench->inputs[i], plan->buffers[i].count);
        }
    }
    bench->expected = calloc(plan->buffers[bench->output].count, sizeof *bench->expected);
    kernel->reference(&bench->own.problem, (const double *const *)bench->inputs, bench->expected);
    if (clsmem_kernel_rounds(kernel, &bench->own.problem)) {
        bench->magnitude = calloc(plan->buffers[bench->output].count, sizeof *bench->magnitude);
        kernel->magnitude(&bench->own.problem, (const double *const *)bench->inputs, bench->magnitude);
    }
}

static void dismantle(struct bench *bench)
{
    for (size_t i = 0; i < CLSMEM_MAX_BUFFERS; i++)
        free(bench->inputs[i]);
    clsmem_lint_suite_files_remove(&bench->files);
    free(bench->expected);
    free(bench->magnitude);
}

/* What the reader of the memory needs and finds. */
struct look {
    struct bench *bench;
    size_t pass;
    bool is_kept; /* every buffer, for the next pass */
};

/* Whether a buffer is no longer what its file holds. */
static bool has_changed(const struct bench *bench, size_t buffer, const void *bytes)
{
    const size_t count = clsmem_buffer_bytes(&bench->own.plan.buffers[buffer]);
    void *const before = malloc(count);
    FILE *const file = fopen(bench->files.paths[buffer], "rb");
    const bool is_read = file && fread(before, 1, count, file) == count;
    const bool has = !is_read || memcmp(before, bytes, count) != 0;

    if (file)
        fclose(file);
    free(before);
    return has;
}

/*
 * The next pass begins with what this one leaves. The engine makes two buffers of one that is handed over twice; kernels
 * that do that write to one of them.
 */
static void keep_buffers(void *context, struct lint_memory *memory, const struct lint_arguments *arguments)
{
    struct look *const look = context;
    const struct clsmem_arg *const args = look->bench->own.plan.passes[look->pass].args;
    bool changed[CLSMEM_MAX_ARGS] = { false };

    look->is_kept = true;
    for (size_t i = 0; i < arguments->count; i++)
        changed[i] = args[i].kind == CLSMEM_ARG_BUFFER &&
                     has_changed(look->bench, args[i].number, memory->buffers[arguments->list[i].buffer].data);
    for (size_t i = 0; i < arguments->count; i++)
        if (changed[i])
            look->is_kept &= write_bytes(look->bench, args[i].number, memory->buffers[arguments->list[i].buffer].data);
}

/* Elements of the output, as the last pass left it, that are off. */
static size_t wrong_elements(const struct bench *bench)
{
    const struct clsmem_buffer *const about = &bench->own.plan.buffers[bench->output];
    const struct clsmem_kernel *const kernel = bench->own.kernel;
    const size_t bytes = clsmem_buffer_bytes(about);
    double *const values = calloc(about->count, sizeof *values);
    void *const raw = malloc(bytes);
    FILE *const file = fopen(bench->files.paths[bench->output], "rb");
    size_t wrong = file && fread(raw, 1, bytes, file) == bytes ? 0 : about->count;

    if (file)
        fclose(file);
    clsmem_decode(about->type, raw, about->count, values);
    for (size_t i = 0; wrong < about->count && i < about->count; i++) {
        double bound = 0;

        if (bench->magnitude)
            bound = 2 * (kernel->roundings(&bench->own.problem) + 2) * clsmem_type_unit_roundoff(about->type) *
                    bench->magnitude[i];
        wrong += !(fabs(values[i] - bench->expected[i]) <= bound);
    }
    free(raw);
    free(values);
    return wrong;
}

static size_t errors_of(const struct clsmem_lint_report *report)
{
    size_t errors = 0;

    for (size_t i = 0; i < report->finding_count; i++)
        errors += clsmem_lint_finding_is_error(report->findings[i].kind);
    return errors;
}

/* One pass on the files, which hold what it leaves in them afterwards. */
static bool run_pass(struct bench *bench, size_t pass, const char *view)
{
    const struct clsmem_lint_options options = { .deadline_s = 100 };
    struct clsmem_lint_suite_launch launch;
    struct clsmem_lint_kernel *kernel;
    struct clsmem_lint_report *report = NULL;
    struct look look = { .bench = bench, .pass = pass };
    bool is_right;

    clsmem_lint_suite_launch_make(&bench->own, pass, &bench->files, &launch);
    is_right =
        EXPECT_EQ_INT(clsmem_lint_suite_load(&bench->own, pass, clsmem_lint_view_find(view), &kernel), CLSMEM_OK) &&
        EXPECT_EQ_INT(lint_run_keeping(kernel, &launch.launch, &options, &report, keep_buffers, &look), CLSMEM_OK) &&
        EXPECT(look.is_kept) && EXPECT_EQ_SIZE(errors_of(report), 0);
    if (!is_right)
        expect_note("%s", report ? "" : clsmem_error_text());
    for (size_t i = 0; report && !is_right && i < report->finding_count; i++)
        expect_note("line %u: %s: %s", report->findings[i].place.line,
                    clsmem_lint_finding_word(report->findings[i].kind), report->findings[i].text);
    clsmem_lint_report_release(report);
    clsmem_lint_unload(kernel);
    return is_right;
}

static void expect_right(struct bench *bench, const char *view)
{
    const struct clsmem_kernel *const family = bench->own.kernel;
    bool is_right = true;

    for (size_t i = 0; i < clsmem_plan_buffer_count(&bench->own.plan); i++)
        is_right &= EXPECT(write_file(bench, i));
    for (size_t pass = 0; is_right && pass < clsmem_plan_pass_count(&bench->own.plan); pass++)
        is_right = run_pass(bench, pass, view);
    if (!(is_right && EXPECT_EQ_SIZE(wrong_elements(bench), 0)))
        expect_note("%s.%s, %s, mode %s, view %s", family->name, bench->own.variant->name,
                    clsmem_type_word(bench->own.problem.type),
                    family->modes ? family->modes[bench->own.problem.mode].name : "-", view);
}

static void run_variant(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                        const struct clsmem_problem *problem, const char *const *views)
{
    struct bench bench = { 0 };

    if (!clsmem_lint_suite_case_make(kernel, variant, problem, &bench.own))
        return;
    prepare(&bench);
    for (size_t i = 0; views[i]; i++)
        expect_right(&bench, views[i]);
    dismantle(&bench);
}

static void run_all(enum clsmem_type type, const char *const *views)
{
    size_t kernel_count;
    const struct clsmem_kernel *const *const kernels = clsmem_kernels(&kernel_count);

    for (size_t k = 0; k < kernel_count; k++) {
        const size_t modes = kernels[k]->mode_count > 0 ? kernels[k]->mode_count : 1;

        for (size_t mode = 0; clsmem_kernel_has_type(kernels[k], type) && mode < modes; mode++) {
            const struct clsmem_problem problem = problem_of(kernels[k], type, mode);

            for (size_t v = 0; v < kernels[k]->variant_count; v++)
                run_variant(kernels[k], &kernels[k]->variants[v], &problem, views);
        }
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

static void every_variant_gives_in_integers_what_its_reference_says(void)
{
    static const char *const views[] = { "source", "nvidia", NULL };

    for (size_t type = 0; type < CLSMEM_TYPE_COUNT; type++)
        if (clsmem_type_is_integer((enum clsmem_type)type))
            run_all((enum clsmem_type)type, views);
}

CU_TestInfo lint_suite_tests[] = {
    TEST(every_variant_gives_in_f32_what_its_reference_says),
    TEST(every_variant_gives_in_f64_what_its_reference_says),
    TEST(every_variant_gives_in_integers_what_its_reference_says),
    CU_TEST_INFO_NULL,
};
