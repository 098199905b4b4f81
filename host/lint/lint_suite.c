/* The suite's own variants as launches of the engine. */
#include "clsmem/lint_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/plan.h"
#include "clsmem/program.h"
#include "jump.h"

/* More take seconds in the engine. */
#define MOST_OPERATIONS 5e6

struct clsmem_problem clsmem_lint_suite_problem(const struct clsmem_kernel *kernel, enum clsmem_type type)
{
    static const size_t edges[CLSMEM_MAX_EXTENTS + 1] = { 1, 1 << 15, 256, 128, 64 };
    struct clsmem_problem problem = { .extent = { 1, 1, 1, 1 }, .type = type, .alpha = 1, .beta = 0 };
    size_t extents = 0;

    while (extents < CLSMEM_MAX_EXTENTS && kernel->extents[extents])
        extents++;
    for (size_t i = 0; i < extents; i++)
        problem.extent[i] = edges[extents];
    /* A family whose extents count large blocks. */
    for (size_t i = 0; kernel->work(&problem).operations > MOST_OPERATIONS; i = (i + 1) % extents)
        problem.extent[i] = (problem.extent[i] + 1) / 2;
    return problem;
}

bool clsmem_lint_suite_case_make(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                                 const struct clsmem_problem *problem, struct clsmem_lint_suite_case *made)
{
    const bool on_cpu = (variant->needs & CLSMEM_NEEDS_CPU) != 0;
    const struct clsmem_limits limits = {
        .max_group_items = 1024,
        .max_items = { 1024, 1024, 64 },
        .local_bytes = (size_t)48 << 10,
        .global_bytes = (size_t)1 << 32,
        .max_buffer_bytes = (size_t)1 << 30,
        .cache_bytes = (size_t)1 << 20,
        .compute_units = 4,
        .vector_f32 = on_cpu ? 8 : 1,
        .vector_f64 = on_cpu ? 4 : 1,
        .is_cpu = on_cpu,
        .local_is_global = on_cpu,
    };

    *made =
        (struct clsmem_lint_suite_case){ .kernel = kernel, .variant = variant, .problem = *problem, .on_cpu = on_cpu };
    if (variant->needs & (CLSMEM_NEEDS_CLBLAST | CLSMEM_NEEDS_NV_COMPILER))
        return false;
    clsmem_plan_make(kernel, variant, problem, &limits, &made->plan);
    return true;
}

/* Kernels come as files: the text goes into one that is gone when this returns. */
static enum clsmem_status load_text(const char *text, const char *entry, const struct clsmem_lint_view *view,
                                    struct clsmem_lint_kernel **kernel)
{
    enum clsmem_status status = CLSMEM_OK;
    const char *const folder = getenv("TMPDIR");
    const size_t bytes = strlen(text);
    struct clsmem_lint_source source = { .kernel = entry, .view = view };
    char path[512];
    int file = -1;

    snprintf(path, sizeof path, "%s/clsmem-suite-XXXXXX", folder ? folder : "/tmp");
    file = mkstemp(path);
    if (file < 0)
        return clsmem_fail(CLSMEM_IO, "cannot make a file in %s", folder ? folder : "/tmp");
    source.path = path;
    if (write(file, text, bytes) != (ssize_t)bytes)
        CHECK(clsmem_fail(CLSMEM_IO, "cannot write %s", path));
    CHECK(clsmem_lint_load(&source, kernel));
out:
    close(file);
    unlink(path);
    return status;
}

enum clsmem_status clsmem_lint_suite_load(const struct clsmem_lint_suite_case *own, size_t pass,
                                          const struct clsmem_lint_view *view, struct clsmem_lint_kernel **kernel)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_sources embedded = { NULL };
    char label[160];
    char *text = NULL;

    *kernel = NULL;
    snprintf(label, sizeof label, "%s.%s", own->kernel->name, own->variant->name);
    CHECK(clsmem_program_text(&embedded, own->kernel->name, label, own->problem.type, own->on_cpu,
                              own->variant->params, own->plan.params, &text));
    CHECK(load_text(text, own->plan.passes[pass].entry, view, kernel));
out:
    free(text);
    return status;
}

static void write_spec(const struct clsmem_lint_suite_case *own, const struct clsmem_arg *arg, char *spec, size_t room)
{
    const struct clsmem_buffer *buffer;

    switch (arg->kind) {
    case CLSMEM_ARG_BUFFER:
        buffer = &own->plan.buffers[arg->number];
        snprintf(spec, room, "%c:%zu", buffer->type == CLSMEM_F64 ? 'd' : 'f', buffer->count);
        break;
    case CLSMEM_ARG_LOCAL:
        snprintf(spec, room, "l:%zu", arg->number);
        break;
    case CLSMEM_ARG_UINT:
        snprintf(spec, room, "i:%zu", arg->number);
        break;
    case CLSMEM_ARG_REAL:
        snprintf(spec, room, "r:%.17g", arg->real);
        break;
    case CLSMEM_ARG_END:
        break;
    }
}

void clsmem_lint_suite_launch_make(const struct clsmem_lint_suite_case *own, size_t pass,
                                   struct clsmem_lint_suite_launch *made)
{
    const struct clsmem_pass *const from = &own->plan.passes[pass];

    *made = (struct clsmem_lint_suite_launch){ .launch = { .dimensions = clsmem_pass_dimensions(from) } };
    for (size_t d = 0; d < made->launch.dimensions; d++) {
        made->launch.global[d] = from->global[d];
        made->launch.local[d] = from->local[d];
    }
    made->launch.arg_count = clsmem_pass_arg_count(from);
    for (size_t i = 0; i < made->launch.arg_count; i++) {
        write_spec(own, &from->args[i], made->specs[i], sizeof made->specs[i]);
        made->args[i] = made->specs[i];
    }
    made->launch.args = made->args;
}

const struct clsmem_lint_view *clsmem_lint_suite_view_of(const struct clsmem_bank_class *bank_class)
{
    static const struct {
        const char *prefix, *view;
    } views[] = { { "nv_", "nvidia" }, { "gcn", "gfx90a" }, { "cdna", "gfx942" }, { "rdna", "gfx1100" } };

    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
        if (strncmp(bank_class->name, views[i].prefix, strlen(views[i].prefix)) == 0)
            return clsmem_lint_view_find(views[i].view);
    return clsmem_lint_view_find("source");
}
