/* PTX as NVIDIA's driver returns it from CL_PROGRAM_BINARIES, read into the engine's program. */
#include "ptx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jump.h"
#include "ptx_translate.h"

/* Kernels by name into `text`, cut where there are too many. */
static void list_kernels(const struct ptx_module *module, char *text, size_t bytes)
{
    size_t length = 0;

    text[0] = '\0';
    for (size_t i = 0; i < module->function_count && length < bytes; i++) {
        const struct ptx_function *const function = &module->functions[i];

        if (function->is_kernel)
            length += (size_t)snprintf(text + length, bytes - length, "%s%.*s", length ? ", " : "",
                                       PTX_SHOW(function->name));
    }
}

static enum clsmem_status find_kernel(struct ptx_module *module, const char *name, struct ptx_function **kernel)
{
    char names[512];
    size_t count = 0;

    *kernel = NULL;
    list_kernels(module, names, sizeof names);
    for (size_t i = 0; i < module->function_count; i++) {
        struct ptx_function *const function = &module->functions[i];

        if (!function->is_kernel || !function->has_body || (name && !lint_ptx_is(function->name, name)))
            continue;
        *kernel = function;
        count++;
    }
    if (count == 1)
        return CLSMEM_OK;
    if (names[0] == '\0')
        return clsmem_fail(CLSMEM_INVALID, "%s has no kernel", module->path);
    if (name)
        return clsmem_fail(CLSMEM_INVALID, "%s has no kernel \"%s\"; it has %s", module->path, name, names);
    return clsmem_fail(CLSMEM_INVALID, "%s has several kernels: choose one of %s", module->path, names);
}

static enum clsmem_status translate(struct ptx_translator *t)
{
    struct ptx_frame frame = { 0 };

    t->site = LINT_NONE;
    t->guard.guard = t->carry = LINT_NONE;
    memcpy(t->program->required_local, t->kernel->required_local, sizeof t->program->required_local);
    if (lint_ptx_open_frame(t, &frame, t->kernel)) {
        lint_ptx_enter(t, lint_program_block(t->program));
        lint_ptx_translate_function(t, &frame);
    } else {
        lint_ptx_no_memory(t);
    }
    lint_ptx_close_frame(&frame);
    free(t->loc_sites.entries);
    return t->status;
}

enum clsmem_status lint_ptx_read(const char *text, const char *path, const char *kernel, struct lint_program **program)
{
    enum clsmem_status status = CLSMEM_OK;
    struct ptx_module module = { 0 };
    struct ptx_translator t = { .module = &module };
    char *name = NULL;

    *program = NULL;
    CHECK(lint_ptx_parse(text, path, &module));
    CHECK(find_kernel(&module, kernel, &t.kernel));
    name = strndup(t.kernel->name.text, t.kernel->name.length);
    t.program = name ? lint_program_new(name) : NULL;
    if (!t.program) {
        status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the program of %s", path);
        goto out;
    }
    CHECK(lint_ptx_add_parameters(&t));
    CHECK(lint_ptx_add_arrays(&t));
    CHECK(translate(&t));
    CHECK(lint_program_finish(t.program));
    *program = t.program;
    t.program = NULL;
out:
    lint_program_release(t.program);
    lint_ptx_module_release(&module);
    free(name);
    return status;
}

enum clsmem_status lint_ptx_kernels(const char *text, char ***names, size_t *count)
{
    enum clsmem_status status = CLSMEM_OK;
    struct ptx_module module = { 0 };
    char **list = NULL;
    size_t found = 0;

    *names = NULL;
    *count = 0;
    CHECK(lint_ptx_parse(text, "the PTX", &module));
    CHECK_ALLOC(list, (module.function_count + 1) * sizeof *list);
    for (size_t i = 0; i < module.function_count; i++) {
        if (!module.functions[i].is_kernel)
            continue;
        list[found] = strndup(module.functions[i].name.text, module.functions[i].name.length);
        if (!list[found]) {
            status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the names of kernels");
            goto out;
        }
        found++;
    }
    *names = list;
    *count = found;
    list = NULL;
out:
    for (size_t i = 0; list && i < found; i++)
        free(list[i]);
    free(list);
    lint_ptx_module_release(&module);
    return status;
}
