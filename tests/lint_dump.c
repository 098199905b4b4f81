/*
 * Runs a kernel by clsmem-lint's engine and writes what it began and ended with, for a run elsewhere to be compared to:
 *   clsmem-lint-dump FOLDER FILE.cl KERNEL BUILD_OPTIONS GLOBAL LOCAL ARGUMENTS
 * FOLDER/arguments has a line for each argument: "buffer", "null", "local BYTES" or "value". N.before holds the bytes of
 * argument N before the run, N.lint those of a buffer after it. Exit code: 0, 77 where no OpenCL C can be read, or 2; both
 * with a line on stderr.
 */
#include <stdio.h>
#include <string.h>

#include "engine.h"
#include "lint_settings.h"
#include "llvm.h"

#define PATH_ROOM 512
#define EXIT_SKIPPED 77

static enum clsmem_status write_file(const char *folder, size_t argument, const char *ending, const void *bytes,
                                     size_t count)
{
    char path[PATH_ROOM];
    FILE *file;
    bool done;

    snprintf(path, sizeof path, "%s/%zu.%s", folder, argument, ending);
    file = fopen(path, "wb");
    done = file && fwrite(bytes, 1, count, file) == count;
    if (file && fclose(file) != 0)
        done = false;
    return done ? CLSMEM_OK : clsmem_fail(CLSMEM_IO, "cannot write %s", path);
}

static enum clsmem_status write_buffers(const char *folder, const char *ending, const struct lint_memory *memory,
                                        const struct lint_arguments *arguments)
{
    enum clsmem_status status = CLSMEM_OK;

    for (size_t i = 0; i < arguments->count && status == CLSMEM_OK; i++) {
        const struct lint_argument *const argument = &arguments->list[i];
        const struct lint_buffer *buffer;

        if (argument->kind != LINT_BUFFER || argument->buffer == LINT_NONE)
            continue;
        buffer = &memory->buffers[argument->buffer];
        if (!buffer->data)
            return clsmem_fail(CLSMEM_INVALID, "argument %zu is unbounded", i);
        status = write_file(folder, i, ending, buffer->data, buffer->bytes);
    }
    return status;
}

static enum clsmem_status write_list(const char *folder, const struct lint_program *program,
                                     const struct lint_arguments *arguments)
{
    enum clsmem_status status = CLSMEM_OK;
    char path[PATH_ROOM];
    FILE *file;

    snprintf(path, sizeof path, "%s/arguments", folder);
    file = fopen(path, "w");
    if (!file)
        return clsmem_fail(CLSMEM_IO, "cannot write %s", path);
    for (size_t i = 0; i < arguments->count && status == CLSMEM_OK; i++) {
        const struct lint_argument *const argument = &arguments->list[i];

        switch (argument->kind) {
        case LINT_BUFFER:
            fprintf(file, "%s\n", argument->buffer == LINT_NONE ? "null" : "buffer");
            break;
        case LINT_LOCAL_BUFFER:
            fprintf(file, "local %llu\n", (unsigned long long)argument->local_bytes);
            break;
        case LINT_SCALAR:
            fprintf(file, "value\n");
            status = write_file(folder, i, "before", argument->bytes, program->parameters[i].bytes);
            break;
        }
    }
    fclose(file);
    return status;
}

/* What the kernel begins with: the arguments made once more, by the same functions as in the engine. */
static enum clsmem_status write_before(const char *folder, const struct clsmem_lint_source *source,
                                       const struct clsmem_lint_launch *launch)
{
    struct lint_program *program = NULL;
    struct lint_memory memory = { 0 };
    struct lint_arguments arguments = { 0 };
    enum clsmem_status status = lint_llvm_read(source, &program);

    if (status == CLSMEM_OK)
        status = lint_arguments_make(program, launch, &memory, &arguments);
    if (status == CLSMEM_OK)
        status = write_list(folder, program, &arguments);
    if (status == CLSMEM_OK)
        status = write_buffers(folder, "before", &memory, &arguments);
    lint_arguments_release(&arguments);
    lint_memory_release(&memory);
    lint_program_release(program);
    return status;
}

struct after {
    const char *folder;
    enum clsmem_status status;
};

static void write_after(void *context, struct lint_memory *memory, const struct lint_arguments *arguments)
{
    struct after *const after = context;

    after->status = write_buffers(after->folder, "lint", memory, arguments);
}

static enum clsmem_status run(const char *folder, const struct clsmem_lint_source *source,
                              const struct clsmem_lint_launch *launch)
{
    const struct clsmem_lint_options options = { .deadline_s = 100 };
    struct after after = { folder, CLSMEM_OK };
    struct clsmem_lint_kernel *kernel = NULL;
    struct clsmem_lint_report *report = NULL;
    enum clsmem_status status = clsmem_lint_load(source, &kernel);

    if (status == CLSMEM_OK)
        status = lint_run_keeping(kernel, launch, &options, &report, write_after, &after);
    clsmem_lint_report_release(report);
    clsmem_lint_unload(kernel);
    return status == CLSMEM_OK ? after.status : status;
}

int main(int argc, char **argv)
{
    struct clsmem_lint_source source;
    struct clsmem_lint_launch launch = { 0 };
    struct lint_sizes global, local;
    char **args = NULL, why[256];
    enum clsmem_status status;

    if (argc != 8) {
        fprintf(stderr, "FOLDER FILE.cl KERNEL BUILD_OPTIONS GLOBAL LOCAL ARGUMENTS\n");
        return 2;
    }
    if (!clsmem_lint_has_compiler(why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        return EXIT_SKIPPED;
    }
    source = (struct clsmem_lint_source){
        .path = argv[2], .kernel = argv[3], .build_options = argv[4], .view = clsmem_lint_view_find("source")
    };
    status = lint_sizes_read(argv[5], "global", 1, &global);
    if (status == CLSMEM_OK)
        status = lint_sizes_read(argv[6], "local", 1, &local);
    if (status == CLSMEM_OK)
        status = lint_args_add(argv[7], &args, &launch.arg_count);
    if (status == CLSMEM_OK) {
        launch.dimensions = global.count;
        memcpy(launch.global, global.size, sizeof launch.global);
        memcpy(launch.local, local.size, sizeof launch.local);
        launch.args = (const char *const *)args;
        status = write_before(argv[1], &source, &launch);
    }
    if (status == CLSMEM_OK)
        status = run(argv[1], &source, &launch);
    lint_args_release(args, launch.arg_count);
    if (status != CLSMEM_OK)
        fprintf(stderr, "%s\n", clsmem_error_text());
    return status == CLSMEM_OK ? 0 : 2;
}
