/* LLVM's module of one source file: parsing, the passes of each view, the list of kernels. */
#include "llvm_module.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Error.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jump.h"
#include "llvm_clang.h"
#include "llvm_metadata.h"
#include "llvm_narrow.h"
#include "llvm_rewrite.h"
#include "llvm_widen.h"

/* LLVM's own handler ends the process on an error. The texts are kept for the functions that fail with them. */
static void keep_message(LLVMDiagnosticInfoRef info, void *text)
{
    if (LLVMGetDiagInfoSeverity(info) == LLVMDSError) {
        char *const words = LLVMGetDiagInfoDescription(info);

        snprintf(text, 256, "%s", words);
        LLVMDisposeMessage(words);
    }
}

static enum clsmem_status parse(const char *path, char *bitcode, size_t bytes, struct llvm_module *module)
{
    char text[256] = "", *words = NULL;
    LLVMMemoryBufferRef buffer;
    enum clsmem_status status = CLSMEM_OK;

    module->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(module->context, keep_message, text);
    buffer = LLVMCreateMemoryBufferWithMemoryRange(bitcode, bytes, "bitcode", 0);
    if (LLVMParseBitcodeInContext2(module->context, buffer, &module->module) != 0) {
        module->module = NULL;
        status = clsmem_fail(CLSMEM_BUILD_FAILED, "%s: LLVM does not understand clang's output: %s", path, text);
    } else if (LLVMVerifyModule(module->module, LLVMReturnStatusAction, &words) != 0) {
        status = clsmem_fail(CLSMEM_BUILD_FAILED, "%s: clang's output is broken: %.300s", path, words);
    }
    LLVMDisposeMessage(words);
    LLVMDisposeMemoryBuffer(buffer);
    LLVMContextSetDiagnosticHandler(module->context, NULL, NULL);
    return status;
}

static enum clsmem_status open_machine(struct llvm_module *module)
{
    const struct llvm_view *const view = module->view;
    LLVMTargetRef target;
    char *words = NULL;

    if (view->maker == LLVM_MAKER_NONE)
        return CLSMEM_OK;
    if (view->maker == LLVM_MAKER_NVIDIA) {
        LLVMInitializeNVPTXTargetInfo();
        LLVMInitializeNVPTXTarget();
        LLVMInitializeNVPTXTargetMC();
    } else {
        LLVMInitializeAMDGPUTargetInfo();
        LLVMInitializeAMDGPUTarget();
        LLVMInitializeAMDGPUTargetMC();
    }
    if (LLVMGetTargetFromTriple(view->triple, &target, &words) == 0)
        module->machine = LLVMCreateTargetMachine(target, view->triple, view->cpu, view->features,
                                                  LLVMCodeGenLevelAggressive, LLVMRelocDefault, LLVMCodeModelDefault);
    LLVMDisposeMessage(words);
    if (!module->machine)
        return clsmem_fail(CLSMEM_NO_DEVICE, "this LLVM was built without the target %s", view->triple);
    return CLSMEM_OK;
}

enum clsmem_status lint_llvm_module_open(const struct clsmem_lint_source *source, const struct llvm_view *view,
                                         struct llvm_module *module)
{
    char *bitcode = NULL;
    size_t bytes;
    enum clsmem_status status;

    memset(module, 0, sizeof *module);
    module->view = view;
    if (view->least_major > CLSMEM_CLANG_MAJOR)
        return clsmem_fail(CLSMEM_NO_DEVICE, "view %s needs LLVM %d or later; this clsmem has LLVM %d", view->name,
                           view->least_major, CLSMEM_CLANG_MAJOR);
    CHECK(lint_llvm_clang_compile(source, view, &bitcode, &bytes));
    CHECK(parse(source->path, bitcode, bytes, module));
    CHECK(open_machine(module));
out:
    free(bitcode);
    return status;
}

void lint_llvm_module_close(struct llvm_module *module)
{
    if (module->machine)
        LLVMDisposeTargetMachine(module->machine);
    if (module->module)
        LLVMDisposeModule(module->module);
    if (module->context)
        LLVMContextDispose(module->context);
    memset(module, 0, sizeof *module);
}

bool lint_llvm_is_kernel(LLVMValueRef function)
{
    return LLVMIsDeclaration(function) == 0 && lint_llvm_function_node(function, "kernel_arg_addr_space") != NULL;
}

/* "a, b and c", as many as fit. */
static void list_kernels(LLVMModuleRef module, char *text, size_t bytes)
{
    size_t used = 0;

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *const name = LLVMGetValueName2(f, &length);

        if (!lint_llvm_is_kernel(f))
            continue;
        if (used + length + 8 > bytes) {
            snprintf(text + used, bytes - used, " ...");
            return;
        }
        used += (size_t)snprintf(text + used, bytes - used, "%s%s", used > 0 ? ", " : "", name);
    }
}

enum clsmem_status lint_llvm_module_kernel(const struct llvm_module *module, const struct clsmem_lint_source *source,
                                           LLVMValueRef *kernel)
{
    LLVMValueRef only = NULL;
    size_t count = 0;
    char names[640] = "";

    *kernel = NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(module->module); f; f = LLVMGetNextFunction(f)) {
        size_t length;

        if (!lint_llvm_is_kernel(f))
            continue;
        only = f;
        count++;
        if (source->kernel && strcmp(LLVMGetValueName2(f, &length), source->kernel) == 0)
            *kernel = f;
    }
    if (*kernel)
        return CLSMEM_OK;
    list_kernels(module->module, names, sizeof names);
    if (count == 0)
        return clsmem_fail(CLSMEM_INVALID, "%s has no kernel", source->path);
    if (source->kernel)
        return clsmem_fail(CLSMEM_INVALID, "%s has no kernel \"%s\"; it has %s", source->path, source->kernel, names);
    if (count > 1)
        return clsmem_fail(CLSMEM_INVALID, "%s has %zu kernels, and none is named: %s", source->path, count, names);
    *kernel = only;
    return CLSMEM_OK;
}

static void remove_attribute(LLVMValueRef function, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                   LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static void add_attribute(LLVMValueRef function, const char *name)
{
    const LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));

    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0));
}

/* Other kernels go, unless this one calls them; all that it may call is to be inlined. */
static void mark_functions(LLVMModuleRef module, LLVMValueRef kernel)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) != 0)
            continue;
        remove_attribute(f, "noinline");
        remove_attribute(f, "optnone");
        if (f == kernel)
            continue;
        add_attribute(f, "alwaysinline");
        LLVMSetLinkage(f, LLVMInternalLinkage);
    }
}

/*
 * Marks accesses that are not to private memory as volatile, so that no pass takes two for one, or unmarks them. Those
 * that the source itself has volatile keep a mark of metadata.
 */
static void hold_accesses(LLVMContextRef context, LLVMValueRef function, bool hold)
{
    static const char kind[] = "clsmem.volatile";
    const unsigned number = LLVMGetMDKindIDInContext(context, kind, sizeof kind - 1);

    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            const bool is_store = LLVMIsAStoreInst(i) != NULL;

            if (!is_store && !LLVMIsALoadInst(i))
                continue;
            if (LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, is_store))) == 0)
                continue;
            if (hold && LLVMGetVolatile(i) != 0)
                LLVMSetMetadata(i, number, LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
            LLVMSetVolatile(i, hold || LLVMGetMetadata(i, number));
        }
}

/*
 * NVIDIA's compiler reads a word again after a store that may go to the same word. Newer LLVM sees that nothing changes
 * where the stored value is the one that the word had before; so stored values are hidden, each behind a `freeze`.
 */
static void hide_stored_values(LLVMContextRef context, LLVMValueRef function)
{
    const LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);

    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsAStoreInst(i) || LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, 1))) == 0)
                continue;
            LLVMPositionBuilderBefore(builder, i);
            LLVMSetOperand(i, 0, LLVMBuildFreeze(builder, LLVMGetOperand(i, 0), ""));
        }
    LLVMDisposeBuilder(builder);
}

static void show_stored_values(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!LLVMIsAFreezeInst(i))
                continue;
            LLVMReplaceAllUsesWith(i, LLVMGetOperand(i, 0));
            LLVMInstructionEraseFromParent(i);
        }
}

static enum clsmem_status run_passes(const struct llvm_module *module, const char *passes)
{
    const LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error;
    enum clsmem_status status = CLSMEM_OK;

    LLVMPassBuilderOptionsSetSLPVectorization(options, 1); /* as clang has it at -O3 */
    error = LLVMRunPasses(module->module, passes, module->machine, options);
    if (error) {
        char *const words = LLVMGetErrorMessage(error);

        status = clsmem_fail(CLSMEM_BUILD_FAILED, "LLVM cannot run its passes: %s", words);
        LLVMDisposeErrorMessage(words);
    }
    LLVMDisposePassBuilderOptions(options);
    return status;
}

/* For the optimiser of a device. */
static void rewrite_module(const struct llvm_module *module, LLVMValueRef kernel)
{
    lint_llvm_rewrite(module->module, kernel, module->view);
    for (LLVMValueRef f = LLVMGetFirstFunction(module->module); f; f = LLVMGetNextFunction(f))
        lint_llvm_narrow(module->module, f, false);
}

enum clsmem_status lint_llvm_module_prepare(struct llvm_module *module, LLVMValueRef kernel)
{
    enum clsmem_status status = CLSMEM_OK;

    mark_functions(module->module, kernel);
    CHECK(run_passes(module, "globaldce")); /* helpers that nobody calls would be inlined into one another */
    switch (module->view->maker) {
    case LLVM_MAKER_NONE:
        CHECK(run_passes(module, "always-inline,globaldce,function(sroa)"));
        lint_llvm_narrow(module->module, kernel, true);
        hold_accesses(module->context, kernel, true);
        CHECK(run_passes(module, "function(early-cse)"));
        hold_accesses(module->context, kernel, false);
        break;
    case LLVM_MAKER_NVIDIA:
        rewrite_module(module, kernel);
        CHECK(run_passes(module, "always-inline,globaldce"));
        lint_llvm_widen(kernel);
        hide_stored_values(module->context, kernel);
        CHECK(run_passes(module, "default<O3>,function(infer-address-spaces)"));
        show_stored_values(kernel);
        lint_llvm_unwiden(kernel);
        lint_llvm_narrow(module->module, kernel, true);
        break;
    case LLVM_MAKER_AMD:
        rewrite_module(module, kernel);
        CHECK(run_passes(module, "always-inline,globaldce,default<O3>,function(infer-address-spaces)"));
        lint_llvm_narrow(module->module, kernel, true); /* before neighbours are joined */
        CHECK(run_passes(module, "function(load-store-vectorizer)"));
        break;
    }
out:
    return status;
}
