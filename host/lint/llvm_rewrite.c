/* OpenCL's builtins as LLVM's instructions and intrinsics: which calls there are, and who rewrites them. */
#include "llvm_rewrite.h"

#include <stdlib.h>
#include <string.h>

#include "llvm_metadata.h"
#include "llvm_rewriter.h"

LLVMValueRef lint_llvm_intrinsic(const struct llvm_rewrite *rewrite, const char *name, LLVMTypeRef overload,
                                 const LLVMValueRef *arguments, unsigned count)
{
    const unsigned number = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function, copies[LINT_LLVM_MOST_ARGUMENTS];
    LLVMTypeRef type;

    if (number == 0)
        return NULL;
    function = LLVMGetIntrinsicDeclaration(rewrite->module, number, &overload, overload != NULL);
    type = LLVMIntrinsicGetType(rewrite->context, number, &overload, overload != NULL);
    for (unsigned i = 0; i < count; i++)
        copies[i] = arguments[i];
    return LLVMBuildCall2(rewrite->builder, type, function, copies, count, "");
}

/* "_Z3maxDv4_jS_": the name, and whether the type of the last scalar named is signed. */
static bool read_mangled(const char *mangled, char name[32], bool *is_signed)
{
    size_t length = 0;
    const char *types;

    if (strncmp(mangled, "_Z", 2) != 0)
        return false;
    for (mangled += 2; *mangled >= '0' && *mangled <= '9' && length < 1000; mangled++)
        length = length * 10 + (size_t)(*mangled - '0');
    if (length == 0 || length >= 32 || strlen(mangled) < length)
        return false;
    memcpy(name, mangled, length);
    name[length] = '\0';
    types = mangled + length;
    /* Of a vector the element, of a pointer what it points at: the first letter that stands for an integer. */
    if (strncmp(types, "Dv", 2) == 0) {
        types = strchr(types, '_');
        types += types != NULL;
    } else if (*types == 'P') {
        types = strpbrk(types, "acstijlmhxy");
    }
    *is_signed = types && *types != '\0' && strchr("acsilx", *types) != NULL;
    return true;
}

static LLVMValueRef (*const subjects[])(const struct llvm_rewrite *rewrite, const char *name) = {
    lint_llvm_rewrite_id,
    lint_llvm_rewrite_memory,
    lint_llvm_rewrite_math,
};

/* The builtin's call as instructions that stand before it, or NULL. */
static LLVMValueRef put_call(struct llvm_rewrite *rewrite, LLVMValueRef call, LLVMValueRef callee)
{
    size_t length;
    char name[32];
    const unsigned count = LLVMGetNumArgOperands(call);

    if (!read_mangled(LLVMGetValueName2(callee, &length), name, &rewrite->is_signed) ||
        count > LINT_LLVM_MOST_ARGUMENTS)
        return NULL;
    for (unsigned i = 0; i < count; i++)
        rewrite->arguments[i] = LLVMGetOperand(call, i);
    rewrite->argument_count = count;
    rewrite->type = LLVMTypeOf(call);
    LLVMPositionBuilderBefore(rewrite->builder, call);
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        const LLVMValueRef value = subjects[i](rewrite, name);

        if (value)
            return value;
    }
    return NULL;
}

/* AMD's passes would make other calls of OpenCL's functions, and LLVM's intrinsics, of those that they know. */
static void keep_call(LLVMValueRef call, LLVMContextRef context)
{
    static const char name[] = "nobuiltin";

    if (LLVMGetIntrinsicID(LLVMGetCalledValue(call)) == 0)
        LLVMAddCallSiteAttribute(
            call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName(name, sizeof name - 1), 0));
}

static void rewrite_function(struct llvm_rewrite *rewrite, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef next;

        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
            LLVMValueRef callee, value;

            next = LLVMGetNextInstruction(i);
            if (!LLVMIsACallInst(i))
                continue;
            callee = LLVMIsAFunction(LLVMGetCalledValue(i));
            if (!callee || LLVMIsDeclaration(callee) == 0)
                continue;
            value = put_call(rewrite, i, callee);
            if (!value) {
                keep_call(i, rewrite->context);
                continue;
            }
            if (LLVMGetTypeKind(rewrite->type) != LLVMVoidTypeKind)
                LLVMReplaceAllUsesWith(i, value);
            LLVMInstructionEraseFromParent(i);
        }
    }
}

/* Builtins that compute and do nothing else may be moved, which clang forbids: it takes each for one of a group's. */
static void free_pure_functions(LLVMModuleRef module)
{
    static const char *const needless[] = { "convergent" };
    const unsigned memory = LLVMGetEnumAttributeKindForName("memory", strlen("memory"));
    const unsigned read_none = LLVMGetEnumAttributeKindForName("readnone", strlen("readnone"));
    const unsigned convergent = LLVMGetEnumAttributeKindForName(*needless, strlen(*needless));
    const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        const LLVMAttributeRef effects = memory != 0 ? LLVMGetEnumAttributeAtIndex(f, at, memory) : NULL;
        const bool is_pure = (effects && LLVMGetEnumAttributeValue(effects) == 0) ||
                             (read_none != 0 && LLVMGetEnumAttributeAtIndex(f, at, read_none));

        if (!is_pure || LLVMIsDeclaration(f) == 0 || LLVMGetIntrinsicID(f) != 0)
            continue;
        LLVMRemoveEnumAttributeAtIndex(f, at, convergent);
        for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
            if (LLVMIsACallInst(LLVMGetUser(use)))
                LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), at, convergent);
    }
}

void lint_llvm_rewrite(LLVMModuleRef module, LLVMValueRef kernel, const struct llvm_view *view)
{
    struct llvm_rewrite rewrite = { .module = module, .context = LLVMGetModuleContext(module), .view = view };

    lint_llvm_required_local(kernel, rewrite.required);
    rewrite.builder = LLVMCreateBuilderInContext(rewrite.context);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        rewrite_function(&rewrite, f);
    LLVMDisposeBuilder(rewrite.builder);
    free_pure_functions(module);
}
