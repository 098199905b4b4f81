/* Zero-extensions of 32-bit expressions, moved to the expressions' leaves. */
#include "llvm_widen.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define MOST_DEPTH 8
#define CUT "clsmem.cut"

struct widening {
    LLVMValueRef at; /* the extension that is moved */
    LLVMTypeRef narrow, wide;
    LLVMBuilderRef builder;
};

static bool has_one_use(LLVMValueRef value)
{
    const LLVMUseRef use = LLVMGetFirstUse(value);

    return use && !LLVMGetNextUse(use);
}

/* What is stored to a variable that is set once and else only read, or marked; NULL for others. */
static LLVMValueRef only_value(LLVMValueRef variable)
{
    LLVMValueRef value = NULL;

    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        const LLVMValueRef user = LLVMGetUser(use);

        if (LLVMIsALoadInst(user) || LLVMIsAIntrinsicInst(user))
            continue;
        if (value || !LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable)
            return NULL;
        value = LLVMGetOperand(user, 0);
    }
    return value;
}

/* Whether an instruction of the function's first block comes before another one. */
static bool is_before(LLVMValueRef first, LLVMValueRef then)
{
    const LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(then)));

    if (!LLVMIsAInstruction(first) || LLVMGetInstructionParent(first) != entry)
        return false;
    if (LLVMGetInstructionParent(then) != entry)
        return true;
    while (first && first != then)
        first = LLVMGetNextInstruction(first);
    return first != NULL;
}

/* The 64-bit value that a leaf of the expression was cut from; NULL: it was not, or is not known at the expression. */
static LLVMValueRef uncut(const struct widening *widening, LLVMValueRef value)
{
    if (LLVMIsALoadInst(value) && LLVMIsAAllocaInst(LLVMGetOperand(value, 0)) && LLVMGetVolatile(value) == 0)
        value = only_value(LLVMGetOperand(value, 0));
    if (!value || !LLVMIsATruncInst(value))
        return NULL;
    value = LLVMGetOperand(value, 0);
    return LLVMTypeOf(value) == widening->wide && is_before(value, widening->at) ? value : NULL;
}

/* Whether the low 32 bits of the expression can be had from 64-bit operations on its leaves. */
static bool can_widen(const struct widening *widening, LLVMValueRef value, unsigned depth)
{
    if (LLVMIsAConstantInt(value) || uncut(widening, value))
        return true;
    if (!LLVMIsABinaryOperator(value) || !has_one_use(value) || depth == MOST_DEPTH)
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMShl:
        return LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
               can_widen(widening, LLVMGetOperand(value, 0), depth + 1);
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return can_widen(widening, LLVMGetOperand(value, 0), depth + 1) &&
               can_widen(widening, LLVMGetOperand(value, 1), depth + 1);
    default:
        return false;
    }
}

static LLVMValueRef widen(const struct widening *widening, LLVMValueRef value)
{
    LLVMValueRef left, right;

    if (LLVMIsAConstantInt(value))
        return LLVMConstInt(widening->wide, LLVMConstIntGetZExtValue(value), 0);
    if (uncut(widening, value))
        return uncut(widening, value);
    left = widen(widening, LLVMGetOperand(value, 0));
    right = widen(widening, LLVMGetOperand(value, 1));
    return LLVMBuildBinOp(widening->builder, LLVMGetInstructionOpcode(value), left, right, "");
}

/*
 * The upper half is cut off by a function that no pass knows, or the passes would move what was added before the cut
 * behind it.
 */
static LLVMValueRef cut(const struct widening *widening, LLVMModuleRef module, LLVMValueRef value)
{
    static const char *const attributes[] = { "nounwind", "willreturn", "speculatable", "readnone", "memory" };
    LLVMTypeRef parameter = widening->wide;
    const LLVMTypeRef type = LLVMFunctionType(widening->wide, &parameter, 1, 0);
    LLVMValueRef function = LLVMGetNamedFunction(module, CUT);

    if (!function)
        function = LLVMAddFunction(module, CUT, type);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        const unsigned kind = LLVMGetEnumAttributeKindForName(attributes[i], strlen(attributes[i]));

        if (kind != 0) /* of readnone and memory, each version of LLVM has one */
            LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                    LLVMCreateEnumAttribute(LLVMGetModuleContext(module), kind, 0));
    }
    return LLVMBuildCall2(widening->builder, type, function, &value, 1, "");
}

void lint_llvm_widen(LLVMValueRef function)
{
    const LLVMModuleRef module = LLVMGetGlobalParent(function);
    const LLVMContextRef context = LLVMGetModuleContext(module);
    struct widening widening = {
        .narrow = LLVMInt32TypeInContext(context),
        .wide = LLVMInt64TypeInContext(context),
        .builder = LLVMCreateBuilderInContext(context),
    };

    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            widening.at = i;
            if (!LLVMIsAZExtInst(i) || LLVMTypeOf(i) != widening.wide ||
                LLVMTypeOf(LLVMGetOperand(i, 0)) != widening.narrow || !LLVMIsABinaryOperator(LLVMGetOperand(i, 0)) ||
                !can_widen(&widening, LLVMGetOperand(i, 0), 0))
                continue;
            LLVMPositionBuilderBefore(widening.builder, i);
            LLVMReplaceAllUsesWith(i, cut(&widening, module, widen(&widening, LLVMGetOperand(i, 0))));
            LLVMInstructionEraseFromParent(i);
        }
    LLVMDisposeBuilder(widening.builder);
}

void lint_llvm_unwiden(LLVMValueRef function)
{
    const LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    const LLVMValueRef cutter = LLVMGetNamedFunction(LLVMGetGlobalParent(function), CUT);
    const LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);

    for (LLVMUseRef use = cutter ? LLVMGetFirstUse(cutter) : NULL, next; use; use = next) {
        const LLVMValueRef call = LLVMGetUser(use);

        next = LLVMGetNextUse(use);
        LLVMPositionBuilderBefore(builder, call);
        LLVMReplaceAllUsesWith(call, LLVMBuildAnd(builder, LLVMGetOperand(call, 0),
                                                  LLVMConstInt(LLVMInt64TypeInContext(context), UINT32_MAX, 0), ""));
        LLVMInstructionEraseFromParent(call);
    }
    LLVMDisposeBuilder(builder);
}
