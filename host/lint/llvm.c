/* The front end of OpenCL C: from a source file to the engine's program. */
#include "llvm.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jump.h"
#include "llvm_clang.h"
#include "llvm_metadata.h"
#include "llvm_module.h"
#include "llvm_reader.h"

bool lint_llvm_is_usable(char *why, size_t why_bytes)
{
    const bool is_usable = lint_llvm_clang_check() == CLSMEM_OK;

    if (!is_usable && why)
        snprintf(why, why_bytes, "%s", clsmem_error_text());
    return is_usable;
}

static void release_reader(struct llvm_reader *reader)
{
    lint_llvm_map_release(&reader->values);
    lint_llvm_map_release(&reader->blocks);
    lint_llvm_map_release(&reader->sites);
    lint_llvm_map_release(&reader->chained);
    free(reader->order);
}

/* The prepared function as a program. */
static enum clsmem_status read_kernel(const struct clsmem_lint_source *source, const struct llvm_module *module,
                                      LLVMValueRef kernel, struct lint_program **program)
{
    struct llvm_reader reader = { .view = module->view,
                                  .path = source->path,
                                  .context = module->context,
                                  .module = module->module,
                                  .kernel = kernel,
                                  .site = LINT_NONE };
    size_t length;
    enum clsmem_status status;

    reader.layout = LLVMGetModuleDataLayout(module->module);
    *program = lint_program_new(LLVMGetValueName2(kernel, &length));
    if (!*program)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the program");
    reader.program = *program;
    lint_llvm_required_local(kernel, (*program)->required_local);
    memcpy(reader.required, (*program)->required_local, sizeof reader.required);
    status = lint_llvm_read_function(&reader);
    release_reader(&reader);
    if (status != CLSMEM_OK) {
        lint_program_release(*program);
        *program = NULL;
    }
    return status;
}

enum clsmem_status lint_llvm_read(const struct clsmem_lint_source *source, struct lint_program **program)
{
    const struct llvm_view *const view = lint_llvm_view(source->view->name);
    struct llvm_module module = { 0 };
    LLVMValueRef kernel;
    enum clsmem_status status;

    *program = NULL;
    assert(view && "PTX has a front end of its own");
    CHECK(lint_llvm_module_open(source, view, &module));
    CHECK(lint_llvm_module_kernel(&module, source, &kernel));
    CHECK(lint_llvm_module_prepare(&module, kernel));
    CHECK(read_kernel(source, &module, kernel, program));
out:
    lint_llvm_module_close(&module);
    return status;
}

static enum clsmem_status add_name(const char *name, char ***names, size_t *count)
{
    char **const list = realloc(*names, (*count + 1) * sizeof *list);
    char *const copy = list ? malloc(strlen(name) + 1) : NULL;

    if (list)
        *names = list;
    if (!copy)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for a list of kernels");
    strcpy(copy, name);
    list[(*count)++] = copy;
    return CLSMEM_OK;
}

enum clsmem_status lint_llvm_kernels(const struct clsmem_lint_source *source, char ***names, size_t *count)
{
    struct llvm_module module = { 0 };
    enum clsmem_status status;

    *names = NULL;
    *count = 0;
    CHECK(lint_llvm_module_open(source, lint_llvm_view("source"), &module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module.module); f; f = LLVMGetNextFunction(f)) {
        size_t length;

        if (lint_llvm_is_kernel(f))
            CHECK(add_name(LLVMGetValueName2(f, &length), names, count));
    }
out:
    if (status != CLSMEM_OK) {
        for (size_t i = 0; i < *count; i++)
            free((*names)[i]);
        free(*names);
        *names = NULL;
        *count = 0;
    }
    lint_llvm_module_close(&module);
    return status;
}
