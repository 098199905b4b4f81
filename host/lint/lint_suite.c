/* The suite's own variants as launches of the engine. */
#include "clsmem/lint_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/plan.h"
#include "clsmem/program.h"
#include "fill.h"
#include "jump.h"

/* More take seconds in the engine. */
#define MOST_OPERATIONS 5e6

struct clsmem_problem clsmem_lint_suite_problem(const struct clsmem_kernel *kernel, enum clsmem_type type, size_t mode)
{
    static const size_t edges[CLSMEM_MAX_EXTENTS + 1] = { 1, 1 << 15, 256, 128, 64 };
    struct clsmem_problem problem = { .extent = { 1, 1, 1, 1 }, .type = type, .mode = mode, .alpha = 1, .beta = 0 };
    const size_t extents = clsmem_kernel_extent_count(kernel);

    if (kernel->small[0] > 0) {
        memcpy(problem.extent, kernel->small, sizeof problem.extent);
        for (size_t i = extents; i < CLSMEM_MAX_EXTENTS; i++)
            problem.extent[i] = 1;
        return problem;
    }
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
        .has_subgroups = true,
        .has_atomics_64 = true,
    };

    *made =
        (struct clsmem_lint_suite_case){ .kernel = kernel, .variant = variant, .problem = *problem, .on_cpu = on_cpu };
    if ((variant->needs & (CLSMEM_NEEDS_CLBLAST | CLSMEM_NEEDS_NV_COMPILER | CLSMEM_NEEDS_HOST)) ||
        (variant->types && !(variant->types >> problem->type & 1)))
        return false;
    clsmem_plan_make(kernel, variant, problem, &limits, &made->plan);
    return true;
}

/* In the folder for such; `path` is "" after a failure. */
static enum clsmem_status write_new_file(const void *bytes, size_t count, char *path, size_t room)
{
    enum clsmem_status status = CLSMEM_OK;
    const char *const folder = getenv("TMPDIR");
    FILE *stream = NULL;
    int file;

    snprintf(path, room, "%s/clsmem-suite-XXXXXX", folder ? folder : "/tmp");
    file = mkstemp(path);
    if (file < 0) {
        *path = '\0';
        return clsmem_fail(CLSMEM_IO, "cannot make a file in %s", folder ? folder : "/tmp");
    }
    stream = fdopen(file, "wb");
    if (!stream || fwrite(bytes, 1, count, stream) != count)
        status = clsmem_fail(CLSMEM_IO, "cannot write %s", path);
    if ((stream ? fclose(stream) : close(file)) != 0 && status == CLSMEM_OK)
        status = clsmem_fail(CLSMEM_IO, "cannot write %s", path);
    if (status != CLSMEM_OK) {
        unlink(path);
        *path = '\0';
    }
    return status;
}

/* Kernels come as files: the text goes into one that is gone when this returns. */
static enum clsmem_status load_text(const char *text, const char *entry, const char *build_options,
                                    const struct clsmem_lint_view *view, struct clsmem_lint_kernel **kernel)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_lint_source source = { .kernel = entry, .build_options = build_options, .view = view };
    char path[256] = "";

    CHECK(write_new_file(text, strlen(text), path, sizeof path));
    source.path = path;
    CHECK(clsmem_lint_load(&source, kernel));
out:
    if (*path)
        unlink(path);
    return status;
}

enum clsmem_status clsmem_lint_suite_load(const struct clsmem_lint_suite_case *own, size_t pass,
                                          const struct clsmem_lint_view *view, struct clsmem_lint_kernel **kernel)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_sources embedded = { NULL };
    const bool uses_subgroups = (own->variant->needs & (CLSMEM_NEEDS_SUBGROUPS | CLSMEM_NEEDS_SHUFFLE)) != 0;
    char label[160];
    const struct clsmem_recipe recipe = {
        .stem = own->kernel->name,
        .label = label,
        .type = own->problem.type,
        .variant_params = own->variant->params,
        .plan_params = own->plan.params,
    };
    char *text = NULL;

    *kernel = NULL;
    snprintf(label, sizeof label, "%s.%s", own->kernel->name, own->variant->name);
    CHECK(clsmem_program_text(&embedded, &recipe, own->on_cpu, &text));
    CHECK(load_text(text, own->plan.passes[pass].entry, uses_subgroups ? "-cl-std=CL3.0" : NULL, view, kernel));
out:
    free(text);
    return status;
}

/* What the family's data are; every buffer of an integer type may hold keys or places. */
static enum clsmem_status write_input(const struct clsmem_lint_suite_case *own, unsigned place, char *path,
                                      size_t room)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_buffer *const buffer = &own->plan.buffers[place];
    double *values = NULL;
    void *bytes = NULL;

    CHECK_ALLOC(values, buffer->count * sizeof *values);
    CHECK_ALLOC(bytes, clsmem_buffer_bytes(buffer));
    clsmem_fill(CLSMEM_UNIFORM, buffer->type, 1, place, values, buffer->count);
    own->kernel->data(&own->problem, place, values, buffer->count);
    clsmem_encode(buffer->type, values, buffer->count, bytes);
    CHECK(write_new_file(bytes, clsmem_buffer_bytes(buffer), path, room));
out:
    free(values);
    free(bytes);
    return status;
}

enum clsmem_status clsmem_lint_suite_files_make(const struct clsmem_lint_suite_case *own,
                                                struct clsmem_lint_suite_files *files)
{
    enum clsmem_status status = CLSMEM_OK;

    *files = (struct clsmem_lint_suite_files){ 0 };
    for (unsigned i = 0; own->kernel->data && i < clsmem_plan_buffer_count(&own->plan); i++) {
        const enum clsmem_role role = own->plan.buffers[i].role;

        if (role == CLSMEM_IN || role == CLSMEM_IN_OUT)
            CHECK(write_input(own, i, files->paths[i], sizeof files->paths[i]));
    }
out:
    return status;
}

void clsmem_lint_suite_files_remove(struct clsmem_lint_suite_files *files)
{
    for (size_t i = 0; i < CLSMEM_MAX_BUFFERS; i++)
        if (*files->paths[i])
            unlink(files->paths[i]);
    *files = (struct clsmem_lint_suite_files){ 0 };
}

static void write_buffer_spec(const struct clsmem_buffer *buffer, const char *path, char *spec, size_t room)
{
    static const char letters[] = {
        [CLSMEM_F32] = 'f', [CLSMEM_F64] = 'd', [CLSMEM_U8] = 'b',
        [CLSMEM_I32] = 'u', [CLSMEM_U32] = 'u', [CLSMEM_U64] = 'U',
    };

    if (path && *path)
        snprintf(spec, room, "@%s", path);
    else if (buffer->role == CLSMEM_SCRATCH || buffer->role == CLSMEM_STATE)
        snprintf(spec, room, "z:%zu", clsmem_buffer_bytes(buffer));
    else
        snprintf(spec, room, "%c:%zu", letters[buffer->type], buffer->count);
}

static void write_spec(const struct clsmem_lint_suite_case *own, const struct clsmem_lint_suite_files *files,
                       const struct clsmem_arg *arg, char *spec, size_t room)
{
    switch (arg->kind) {
    case CLSMEM_ARG_BUFFER:
        write_buffer_spec(&own->plan.buffers[arg->number], files ? files->paths[arg->number] : NULL, spec, room);
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
                                   const struct clsmem_lint_suite_files *files, struct clsmem_lint_suite_launch *made)
{
    const struct clsmem_pass *const from = &own->plan.passes[pass];

    *made = (struct clsmem_lint_suite_launch){ .launch = { .dimensions = clsmem_pass_dimensions(from) } };
    for (size_t d = 0; d < made->launch.dimensions; d++) {
        made->launch.global[d] = from->global[d];
        made->launch.local[d] = from->local[d];
    }
    made->launch.arg_count = clsmem_pass_arg_count(from);
    for (size_t i = 0; i < made->launch.arg_count; i++) {
        write_spec(own, files, &from->args[i], made->specs[i], sizeof made->specs[i]);
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
