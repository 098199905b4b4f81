/* Barriers and builtins that touch memory: vload, vstore, the atomics of OpenCL 1. */
#include "llvm_rewriter.h"

#include <string.h>

/* The number of the hardware's barrier holds the flags: an optimiser must not lose which memory they order. */
static LLVMValueRef put_barrier(const struct llvm_rewrite *rewrite)
{
    if (rewrite->view->maker != LLVM_MAKER_NVIDIA || !LLVMIsAConstantInt(rewrite->arguments[0]))
        return NULL;
    return lint_llvm_intrinsic(rewrite, "llvm.nvvm.barrier.n", NULL, rewrite->arguments, 1);
}

/* Address of element number * count + i, for elements next to one another. */
static LLVMValueRef element_address(const struct llvm_rewrite *rewrite, LLVMTypeRef element, LLVMValueRef number,
                                    unsigned count, unsigned i, LLVMValueRef base)
{
    const LLVMTypeRef type = LLVMTypeOf(number);
    LLVMValueRef index = LLVMBuildMul(rewrite->builder, number, LLVMConstInt(type, count, 0), "");

    index = LLVMBuildAdd(rewrite->builder, index, LLVMConstInt(type, i, 0), "");
    /* Nothing to do but in LLVM 14, whose pointers know what they point at. */
    base = LLVMBuildBitCast(rewrite->builder, base,
                            LLVMPointerType(element, LLVMGetPointerAddressSpace(LLVMTypeOf(base))), "");
    return LLVMBuildInBoundsGEP2(rewrite->builder, element, base, &index, 1, "");
}

static LLVMValueRef put_vload(const struct llvm_rewrite *rewrite)
{
    const LLVMTypeRef element = LLVMGetElementType(rewrite->type);
    const unsigned count = LLVMGetVectorSize(rewrite->type);
    LLVMValueRef vector = LLVMGetUndef(rewrite->type);

    for (unsigned i = 0; i < count; i++) {
        const LLVMValueRef address =
            element_address(rewrite, element, rewrite->arguments[0], count, i, rewrite->arguments[1]);
        const LLVMValueRef value = LLVMBuildLoad2(rewrite->builder, element, address, "");

        vector = LLVMBuildInsertElement(rewrite->builder, vector, value,
                                        LLVMConstInt(LLVMInt32TypeInContext(rewrite->context), i, 0), "");
    }
    return vector;
}

static LLVMValueRef put_vstore(const struct llvm_rewrite *rewrite)
{
    const LLVMTypeRef type = LLVMTypeOf(rewrite->arguments[0]), element = LLVMGetElementType(type);
    const unsigned count = LLVMGetVectorSize(type);
    LLVMValueRef store = NULL;

    for (unsigned i = 0; i < count; i++) {
        const LLVMValueRef value = LLVMBuildExtractElement(
            rewrite->builder, rewrite->arguments[0], LLVMConstInt(LLVMInt32TypeInContext(rewrite->context), i, 0), "");

        store =
            LLVMBuildStore(rewrite->builder, value,
                           element_address(rewrite, element, rewrite->arguments[1], count, i, rewrite->arguments[2]));
    }
    return store;
}

static LLVMValueRef put_atomic(const struct llvm_rewrite *rewrite, LLVMAtomicRMWBinOp operation, LLVMValueRef operand)
{
    LLVMValueRef old;

    if (LLVMGetTypeKind(rewrite->type) != LLVMIntegerTypeKind) {
        if (operation != LLVMAtomicRMWBinOpXchg)
            return NULL;
    }
    old = LLVMBuildAtomicRMW(rewrite->builder, operation, rewrite->arguments[0], operand, LLVMAtomicOrderingMonotonic,
                             0);
    return old;
}

#define PUT_ATOMIC(name, operation)                                                                                   \
    static LLVMValueRef put_atomic_##name(const struct llvm_rewrite *rewrite)                                         \
    {                                                                                                                 \
        return put_atomic(rewrite, operation, rewrite->arguments[1]);                                                 \
    }
PUT_ATOMIC(add, LLVMAtomicRMWBinOpAdd)
PUT_ATOMIC(sub, LLVMAtomicRMWBinOpSub)
PUT_ATOMIC(and, LLVMAtomicRMWBinOpAnd)
PUT_ATOMIC(or, LLVMAtomicRMWBinOpOr)
PUT_ATOMIC(xor, LLVMAtomicRMWBinOpXor)
PUT_ATOMIC(xchg, LLVMAtomicRMWBinOpXchg)
PUT_ATOMIC(min, rewrite->is_signed ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin)
PUT_ATOMIC(max, rewrite->is_signed ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax)
#undef PUT_ATOMIC

static LLVMValueRef put_atomic_inc(const struct llvm_rewrite *rewrite)
{
    return put_atomic(rewrite, LLVMAtomicRMWBinOpAdd, LLVMConstInt(rewrite->type, 1, 0));
}

static LLVMValueRef put_atomic_dec(const struct llvm_rewrite *rewrite)
{
    return put_atomic(rewrite, LLVMAtomicRMWBinOpSub, LLVMConstInt(rewrite->type, 1, 0));
}

static LLVMValueRef put_atomic_cmpxchg(const struct llvm_rewrite *rewrite)
{
    const LLVMValueRef both =
        LLVMBuildAtomicCmpXchg(rewrite->builder, rewrite->arguments[0], rewrite->arguments[1], rewrite->arguments[2],
                               LLVMAtomicOrderingMonotonic, LLVMAtomicOrderingMonotonic, 0);

    return LLVMBuildExtractValue(rewrite->builder, both, 0, "");
}

static const struct {
    const char *name;
    unsigned argument_count;
    LLVMValueRef (*put)(const struct llvm_rewrite *rewrite);
} rewriters[] = {
    { "barrier", 1, put_barrier },
    { "work_group_barrier", 1, put_barrier },
    { "vload2", 2, put_vload },
    { "vload3", 2, put_vload },
    { "vload4", 2, put_vload },
    { "vload8", 2, put_vload },
    { "vload16", 2, put_vload },
    { "vstore2", 3, put_vstore },
    { "vstore3", 3, put_vstore },
    { "vstore4", 3, put_vstore },
    { "vstore8", 3, put_vstore },
    { "vstore16", 3, put_vstore },
#define ATOMIC(name, count, put)                                                                                      \
    { "atomic_" name, count, put },                                                                                   \
    {                                                                                                                 \
        "atom_" name, count, put                                                                                      \
    }
    ATOMIC("add", 2, put_atomic_add),
    ATOMIC("sub", 2, put_atomic_sub),
    ATOMIC("and", 2, put_atomic_and),
    ATOMIC("or", 2, put_atomic_or),
    ATOMIC("xor", 2, put_atomic_xor),
    ATOMIC("xchg", 2, put_atomic_xchg),
    ATOMIC("min", 2, put_atomic_min),
    ATOMIC("max", 2, put_atomic_max),
    ATOMIC("inc", 1, put_atomic_inc),
    ATOMIC("dec", 1, put_atomic_dec),
    ATOMIC("cmpxchg", 3, put_atomic_cmpxchg),
#undef ATOMIC
};

LLVMValueRef lint_llvm_rewrite_memory(const struct llvm_rewrite *rewrite, const char *name)
{
    for (size_t i = 0; i < sizeof rewriters / sizeof *rewriters; i++)
        if (strcmp(rewriters[i].name, name) == 0)
            return rewrite->argument_count >= rewriters[i].argument_count ? rewriters[i].put(rewrite) : NULL;
    return NULL;
}
