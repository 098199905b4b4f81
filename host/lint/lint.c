/* The library's front: views, loading a kernel, running a launch of it. */
#include "clsmem/lint.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "join.h"
#include "jump.h"
#include "llvm.h"
#include "ptx.h"
#include "unroll.h"

static const struct clsmem_lint_view views[] = {
    { "source", "every access as the source has it", "nv_cc5plus" },
    { "nvidia", "as LLVM for NVIDIA optimises it, neighbouring accesses joined", "nv_cc5plus" },
    { "gfx942", "as LLVM for AMD Instinct MI300 optimises it", "cdna3" },
    { "gfx90a", "as LLVM for AMD Instinct MI200 optimises it", "gcn" },
    { "gfx1100", "as LLVM for AMD Radeon RX 7900 optimises it", "rdna3" },
    { "ptx", "the PTX that NVIDIA's driver made of it, neighbouring accesses joined", "nv_cc5plus" },
};

#define VIEW_COUNT (sizeof views / sizeof views[0])

const struct clsmem_lint_view *clsmem_lint_views(size_t *count)
{
    *count = VIEW_COUNT;
    return views;
}

const struct clsmem_lint_view *clsmem_lint_view_find(const char *name)
{
    if (strcmp(name, "amd") == 0)
        name = "gfx942";
    for (size_t i = 0; i < VIEW_COUNT; i++)
        if (strcmp(views[i].name, name) == 0)
            return &views[i];
    return NULL;
}

bool clsmem_lint_has_compiler(char *why, size_t why_bytes)
{
    return lint_llvm_is_usable(why, why_bytes);
}

struct clsmem_lint_kernel {
    char *path;
    const struct clsmem_lint_view *view;
    struct lint_program *program;
    struct lint_joins joins;
};

static bool is_ptx(const struct clsmem_lint_source *source)
{
    return strcmp(source->view->name, "ptx") == 0;
}

static bool joins_accesses(const struct clsmem_lint_view *view)
{
    return strcmp(view->name, "nvidia") == 0 || strcmp(view->name, "ptx") == 0;
}

/* The whole file and a NUL behind it; the caller frees it. */
static enum clsmem_status read_text(const char *path, char **text)
{
    enum clsmem_status status = CLSMEM_OK;
    FILE *const file = fopen(path, "rb");
    size_t count = 0, capacity = 1 << 16;

    *text = NULL;
    if (!file)
        return clsmem_fail(CLSMEM_IO, "cannot read %s: %s", path, strerror(errno));
    do {
        char *const grown = realloc(*text, capacity + 1);

        if (!grown) {
            status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for %s", path);
            goto out;
        }
        *text = grown;
        count += fread(*text + count, 1, capacity - count, file);
        capacity *= count == capacity ? 2 : 1;
    } while (count == capacity / 2);
    if (ferror(file)) {
        status = clsmem_fail(CLSMEM_IO, "cannot read %s: %s", path, strerror(errno));
        goto out;
    }
    (*text)[count] = '\0';
out:
    fclose(file);
    if (status != CLSMEM_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}

static enum clsmem_status read_program(const struct clsmem_lint_source *source, struct lint_program **program)
{
    enum clsmem_status status = CLSMEM_OK;
    char *text = NULL;

    *program = NULL;
    if (!is_ptx(source))
        return lint_llvm_read(source, program);
    CHECK(read_text(source->path, &text));
    CHECK(lint_ptx_read(text, source->path, source->kernel, program));
out:
    free(text);
    return status;
}

enum clsmem_status clsmem_lint_load(const struct clsmem_lint_source *source, struct clsmem_lint_kernel **kernel)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_lint_kernel *made = NULL;

    *kernel = NULL;
    CHECK_ALLOC(made, sizeof *made);
    *made = (struct clsmem_lint_kernel){ .view = source->view };
    CHECK_ALLOC(made->path, strlen(source->path) + 1);
    strcpy(made->path, source->path);
    CHECK(read_program(source, &made->program));
    if (joins_accesses(source->view)) {
        CHECK(lint_unroll(made->program, is_ptx(source)));
        CHECK(lint_joins_make(made->program, &made->joins));
    }
    *kernel = made;
    made = NULL;
out:
    clsmem_lint_unload(made);
    return status;
}

void clsmem_lint_unload(struct clsmem_lint_kernel *kernel)
{
    if (!kernel)
        return;
    lint_joins_release(&kernel->joins);
    lint_program_release(kernel->program);
    free(kernel->path);
    free(kernel);
}

enum clsmem_status clsmem_lint_kernels(const struct clsmem_lint_source *source, char ***names, size_t *count)
{
    enum clsmem_status status = CLSMEM_OK;
    char *text = NULL;

    *names = NULL;
    *count = 0;
    if (!is_ptx(source))
        return lint_llvm_kernels(source, names, count);
    CHECK(read_text(source->path, &text));
    CHECK(lint_ptx_kernels(text, names, count));
out:
    free(text);
    return status;
}

static enum clsmem_status start_report(const struct clsmem_lint_kernel *kernel, struct clsmem_lint_report **report)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK_ALLOC(*report, sizeof **report);
    **report = (struct clsmem_lint_report){ .view = kernel->view };
    CHECK_ALLOC((*report)->path, strlen(kernel->path) + 1);
    strcpy((*report)->path, kernel->path);
    CHECK_ALLOC((*report)->kernel, strlen(kernel->program->kernel) + 1);
    strcpy((*report)->kernel, kernel->program->kernel);
out:
    return status;
}

enum clsmem_status lint_run_keeping(const struct clsmem_lint_kernel *kernel, const struct clsmem_lint_launch *launch,
                                    const struct clsmem_lint_options *options, struct clsmem_lint_report **report,
                                    lint_memory_reader *reader, void *context)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_lint_options own = *options;
    struct clsmem_lint_report *made = NULL;
    struct lint_worker *workers = NULL;
    struct lint_engine engine = { 0 };
    size_t worker_count = 0;
    const double start = lint_engine_clock();

    *report = NULL;
    if (!own.bank_class)
        own.bank_class = clsmem_bank_class_find(kernel->view->bank_class);
    CHECK(lint_engine_prepare(&engine, kernel->program, &kernel->joins, launch, &own));
    CHECK(start_report(kernel, &made));
    CHECK(lint_engine_run(&engine, &own, &workers, &worker_count, &made->groups_run));
    CHECK(lint_report_make(&engine, workers, worker_count, made));
    if (reader)
        reader(context, &engine.memory, &engine.arguments);
    made->seconds = lint_engine_clock() - start;
    *report = made;
    made = NULL;
out:
    lint_workers_release(workers, worker_count);
    lint_engine_release(&engine);
    clsmem_lint_report_release(made);
    return status;
}

enum clsmem_status clsmem_lint_run(const struct clsmem_lint_kernel *kernel, const struct clsmem_lint_launch *launch,
                                   const struct clsmem_lint_options *options, struct clsmem_lint_report **report)
{
    return lint_run_keeping(kernel, launch, options, report, NULL, NULL);
}
