/* Arithmetic builtins as LLVM's instructions, so that addresses computed by them stay legible for the optimiser. */
#include "llvm_rewriter.h"

#include <string.h>

static LLVMTypeRef element_of(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

static bool is_integer(LLVMTypeRef type)
{
    return LLVMGetTypeKind(element_of(type)) == LLVMIntegerTypeKind;
}

static LLVMValueRef put_intrinsic(const struct llvm_rewrite *rewrite, const char *name)
{
    return lint_llvm_intrinsic(rewrite, name, rewrite->type, rewrite->arguments, rewrite->argument_count);
}

/* OpenCL's min and max of floating-point numbers are comparisons: of two NaNs, the first stays. */
static LLVMValueRef choose(const struct llvm_rewrite *rewrite, bool greater, LLVMValueRef x, LLVMValueRef y)
{
    const LLVMValueRef pair[] = { x, y };
    LLVMValueRef is_y;

    if (is_integer(rewrite->type)) {
        static const char *const names[2][2] = { { "llvm.umin", "llvm.smin" }, { "llvm.umax", "llvm.smax" } };

        return lint_llvm_intrinsic(rewrite, names[greater][rewrite->is_signed], rewrite->type, pair, 2);
    }
    is_y = LLVMBuildFCmp(rewrite->builder, LLVMRealOLT, greater ? x : y, greater ? y : x, "");
    return LLVMBuildSelect(rewrite->builder, is_y, y, x, "");
}

static LLVMValueRef put_min(const struct llvm_rewrite *rewrite)
{
    return choose(rewrite, false, rewrite->arguments[0], rewrite->arguments[1]);
}

static LLVMValueRef put_max(const struct llvm_rewrite *rewrite)
{
    return choose(rewrite, true, rewrite->arguments[0], rewrite->arguments[1]);
}

static LLVMValueRef put_clamp(const struct llvm_rewrite *rewrite)
{
    const LLVMValueRef low = choose(rewrite, true, rewrite->arguments[0], rewrite->arguments[1]);

    return choose(rewrite, false, low, rewrite->arguments[2]);
}

static LLVMValueRef put_abs(const struct llvm_rewrite *rewrite)
{
    const LLVMValueRef pair[] = { rewrite->arguments[0], LLVMConstInt(LLVMInt1TypeInContext(rewrite->context), 0, 0) };

    if (!is_integer(rewrite->type))
        return NULL;
    return rewrite->is_signed ? lint_llvm_intrinsic(rewrite, "llvm.abs", rewrite->type, pair, 2)
                              : rewrite->arguments[0];
}

/* Outside of 24 bits the result is the device's choice: here that of a plain product. */
static LLVMValueRef put_mul24(const struct llvm_rewrite *rewrite)
{
    return LLVMBuildMul(rewrite->builder, rewrite->arguments[0], rewrite->arguments[1], "");
}

static LLVMValueRef put_mad24(const struct llvm_rewrite *rewrite)
{
    return LLVMBuildAdd(rewrite->builder, put_mul24(rewrite), rewrite->arguments[2], "");
}

static LLVMValueRef put_mad(const struct llvm_rewrite *rewrite)
{
    return put_intrinsic(rewrite, "llvm.fma");
}

static LLVMValueRef put_rotate(const struct llvm_rewrite *rewrite)
{
    const LLVMValueRef three[] = { rewrite->arguments[0], rewrite->arguments[0], rewrite->arguments[1] };

    return lint_llvm_intrinsic(rewrite, "llvm.fshl", rewrite->type, three, 3);
}

/* Of 0: the number of bits. */
static LLVMValueRef put_clz(const struct llvm_rewrite *rewrite)
{
    const LLVMValueRef pair[] = { rewrite->arguments[0], LLVMConstInt(LLVMInt1TypeInContext(rewrite->context), 0, 0) };

    return lint_llvm_intrinsic(rewrite, "llvm.ctlz", rewrite->type, pair, 2);
}

/* What is an intrinsic of the same arguments. */
static const struct {
    const char *name, *intrinsic;
    unsigned argument_count;
} intrinsics[] = {
    { "fma", "llvm.fma", 3 },        { "fabs", "llvm.fabs", 1 },         { "fmin", "llvm.minnum", 2 },
    { "fmax", "llvm.maxnum", 2 },    { "sqrt", "llvm.sqrt", 1 },         { "floor", "llvm.floor", 1 },
    { "ceil", "llvm.ceil", 1 },      { "trunc", "llvm.trunc", 1 },       { "rint", "llvm.rint", 1 },
    { "popcount", "llvm.ctpop", 1 }, { "copysign", "llvm.copysign", 2 },
};

static const struct {
    const char *name;
    unsigned argument_count;
    LLVMValueRef (*put)(const struct llvm_rewrite *rewrite);
} computed[] = {
    { "min", 2, put_min }, { "max", 2, put_max },       { "clamp", 3, put_clamp },
    { "abs", 1, put_abs }, { "mul24", 2, put_mul24 },   { "mad24", 3, put_mad24 },
    { "mad", 3, put_mad }, { "rotate", 2, put_rotate }, { "clz", 1, put_clz },
};

/* Neither forms such as max(float4, float), nor a function of the user's that has the name of a builtin. */
static bool is_plain(const struct llvm_rewrite *rewrite, unsigned argument_count)
{
    if (rewrite->argument_count != argument_count)
        return false;
    for (unsigned i = 0; i < argument_count; i++)
        if (LLVMTypeOf(rewrite->arguments[i]) != rewrite->type)
            return false;
    return true;
}

LLVMValueRef lint_llvm_rewrite_math(const struct llvm_rewrite *rewrite, const char *name)
{
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
        if (strcmp(intrinsics[i].name, name) == 0)
            return is_plain(rewrite, intrinsics[i].argument_count) ? put_intrinsic(rewrite, intrinsics[i].intrinsic)
                                                                   : NULL;
    for (size_t i = 0; i < sizeof computed / sizeof *computed; i++)
        if (strcmp(computed[i].name, name) == 0)
            return is_plain(rewrite, computed[i].argument_count) ? computed[i].put(rewrite) : NULL;
    return NULL;
}
