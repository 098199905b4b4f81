/* Components of vectors in memory, accessed as the source has them. */
#include "llvm_narrow.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The only user of a value, or NULL. */
static LLVMValueRef only_user(LLVMValueRef value)
{
    const LLVMUseRef use = LLVMGetFirstUse(value);

    return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

/* Elements that are whole bytes, so that each has an address. */
static bool has_addresses(LLVMTypeRef type)
{
    LLVMTypeRef element;

    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return false;
    element = LLVMGetElementType(type);
    return LLVMGetTypeKind(element) == LLVMFloatTypeKind || LLVMGetTypeKind(element) == LLVMDoubleTypeKind ||
           LLVMGetTypeKind(element) == LLVMHalfTypeKind ||
           (LLVMGetTypeKind(element) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(element) % 8 == 0);
}

static unsigned element_bytes(LLVMTypeRef element)
{
    switch (LLVMGetTypeKind(element)) {
    case LLVMHalfTypeKind:
        return 2;
    case LLVMFloatTypeKind:
        return 4;
    case LLVMDoubleTypeKind:
        return 8;
    default:
        return LLVMGetIntTypeWidth(element) / 8;
    }
}

static LLVMValueRef element_address(LLVMBuilderRef builder, LLVMTypeRef element, LLVMValueRef pointer,
                                    LLVMValueRef index)
{
    /* Nothing to do but in LLVM 14, whose pointers know what they point at. */
    pointer = LLVMBuildBitCast(builder, pointer,
                               LLVMPointerType(element, LLVMGetPointerAddressSpace(LLVMTypeOf(pointer))), "");
    return LLVMBuildInBoundsGEP2(builder, element, pointer, &index, 1, "");
}

/* What the vector's alignment says of an element. */
static void set_align(LLVMValueRef access, LLVMValueRef whole, LLVMTypeRef element, LLVMValueRef index)
{
    const uint64_t offset = LLVMConstIntGetZExtValue(index) * element_bytes(element);
    unsigned align = LLVMGetAlignment(whole);

    while (align > 1 && offset % align != 0)
        align /= 2;
    LLVMSetAlignment(access, align);
    LLVMSetVolatile(access, LLVMGetVolatile(whole));
}

static bool is_element(LLVMTypeRef vector, LLVMValueRef index)
{
    return LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) < LLVMGetVectorSize(vector);
}

/* A load whose only use takes one element out. */
static void narrow_load(LLVMBuilderRef builder, LLVMValueRef load)
{
    const LLVMTypeRef type = LLVMTypeOf(load);
    const LLVMValueRef user = only_user(load);
    LLVMTypeRef element;
    LLVMValueRef index, address, narrow;

    if (!has_addresses(type) || !user || !LLVMIsAExtractElementInst(user))
        return;
    index = LLVMGetOperand(user, 1);
    if (!is_element(type, index))
        return;
    element = LLVMGetElementType(type);
    LLVMPositionBuilderBefore(builder, load);
    address = element_address(builder, element, LLVMGetOperand(load, 0), index);
    narrow = LLVMBuildLoad2(builder, element, address, "");
    set_align(narrow, load, element, index);
    LLVMReplaceAllUsesWith(user, narrow);
    LLVMInstructionEraseFromParent(user);
    LLVMInstructionEraseFromParent(load);
}

/* Whether nothing between two instructions of one block writes memory or waits. */
static bool is_quiet(LLVMValueRef from, LLVMValueRef to)
{
    for (LLVMValueRef i = LLVMGetNextInstruction(from); i != to; i = LLVMGetNextInstruction(i))
        if (!i || LLVMIsAStoreInst(i) || LLVMIsACallInst(i) || LLVMIsAAtomicRMWInst(i) ||
            LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i))
            return false;
    return true;
}

#define MOST_ELEMENTS 16
#define MOST_STEPS 64

/* Where an element of a vector comes from, through what was replaced in it and shuffled into it. */
enum origin { ORIGIN_SAME, ORIGIN_NEW, ORIGIN_UNCLEAR };

static enum origin origin_of(LLVMValueRef vector, unsigned element, LLVMValueRef load)
{
    const unsigned wanted = element;

    for (unsigned step = 0; step < MOST_STEPS; step++) {
        if (vector == load)
            return element == wanted ? ORIGIN_SAME : ORIGIN_UNCLEAR;
        if (LLVMIsAInsertElementInst(vector)) {
            const LLVMValueRef index = LLVMGetOperand(vector, 2);

            if (!LLVMIsAConstantInt(index))
                return ORIGIN_UNCLEAR;
            if (LLVMConstIntGetZExtValue(index) == element)
                return ORIGIN_NEW;
            vector = LLVMGetOperand(vector, 0);
        } else if (LLVMIsAShuffleVectorInst(vector)) {
            const unsigned count = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(vector, 0)));
            const int from = LLVMGetMaskValue(vector, element);

            if (from < 0)
                return ORIGIN_NEW;
            vector = LLVMGetOperand(vector, (unsigned)from >= count);
            element = (unsigned)from % count;
        } else {
            return ORIGIN_NEW;
        }
    }
    return ORIGIN_UNCLEAR;
}

/* The load from `pointer` that a stored vector is made of and that nothing else uses, or NULL. */
static LLVMValueRef find_load(LLVMValueRef vector, LLVMValueRef user, LLVMValueRef pointer, unsigned depth)
{
    LLVMValueRef load = NULL;

    if (depth > MOST_STEPS || only_user(vector) != user)
        return NULL;
    if (LLVMIsALoadInst(vector))
        return LLVMGetOperand(vector, 0) == pointer ? vector : NULL;
    if (LLVMIsAInsertElementInst(vector) || LLVMIsAShuffleVectorInst(vector))
        load = find_load(LLVMGetOperand(vector, 0), vector, pointer, depth + 1);
    if (!load && LLVMIsAShuffleVectorInst(vector))
        load = find_load(LLVMGetOperand(vector, 1), vector, pointer, depth + 1);
    return load;
}

/* Elements first .. first + count - 1 of a vector, as a vector or, where there is one, alone. */
static LLVMValueRef take_elements(LLVMBuilderRef builder, LLVMValueRef vector, unsigned first, unsigned count)
{
    const LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(vector)));
    LLVMValueRef mask[MOST_ELEMENTS];

    for (unsigned i = 0; i < count; i++)
        mask[i] = LLVMConstInt(word, first + i, 0);
    if (count == 1)
        return LLVMBuildExtractElement(builder, vector, mask[0], "");
    return LLVMBuildShuffleVector(builder, vector, LLVMGetUndef(LLVMTypeOf(vector)), LLVMConstVector(mask, count), "");
}

static void store_run(LLVMBuilderRef builder, LLVMValueRef store, unsigned first, unsigned count)
{
    const LLVMValueRef vector = LLVMGetOperand(store, 0);
    const LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(vector));
    const LLVMValueRef index = LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(vector))), first, 0);
    const LLVMValueRef value = take_elements(builder, vector, first, count);
    LLVMValueRef address = element_address(builder, element, LLVMGetOperand(store, 1), index);

    /* Nothing to do but in LLVM 14, whose pointers know what they point at. */
    address = LLVMBuildBitCast(
        builder, address, LLVMPointerType(LLVMTypeOf(value), LLVMGetPointerAddressSpace(LLVMTypeOf(address))), "");
    set_align(LLVMBuildStore(builder, value, address), store, element, index);
}

/* A store of what was loaded from the same place, with some elements replaced: those alone are stored. */
static void narrow_store(LLVMBuilderRef builder, LLVMValueRef store)
{
    const LLVMValueRef vector = LLVMGetOperand(store, 0);
    const LLVMTypeRef type = LLVMTypeOf(vector);
    enum origin origins[MOST_ELEMENTS];
    LLVMValueRef load;
    unsigned count;

    if (!has_addresses(type) || LLVMIsALoadInst(vector) || LLVMGetVectorSize(type) > MOST_ELEMENTS)
        return;
    count = LLVMGetVectorSize(type);
    load = find_load(vector, store, LLVMGetOperand(store, 1), 0);
    if (!load || LLVMTypeOf(load) != type || LLVMGetInstructionParent(load) != LLVMGetInstructionParent(store) ||
        !is_quiet(load, store))
        return;
    for (unsigned i = 0; i < count; i++) {
        origins[i] = origin_of(vector, i, load);
        if (origins[i] == ORIGIN_UNCLEAR)
            return;
    }
    LLVMPositionBuilderBefore(builder, store);
    for (unsigned i = 0; i < count; i++) {
        const unsigned first = i;

        while (i < count && origins[i] == ORIGIN_NEW)
            i++;
        if (i > first)
            store_run(builder, store, first, i - first);
    }
    LLVMInstructionEraseFromParent(store);
    LLVMReplaceAllUsesWith(load, LLVMGetUndef(type));
    LLVMInstructionEraseFromParent(load);
}

void lint_llvm_narrow(LLVMModuleRef module, LLVMValueRef function, bool loads_too)
{
    const LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));

    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef next;

        /* What goes with a store stands before it, what goes with a load behind it: so neither is the next one. */
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (LLVMIsAStoreInst(i))
                narrow_store(builder, i);
        }
        for (LLVMValueRef i = loads_too ? LLVMGetLastInstruction(b) : NULL; i; i = next) {
            next = LLVMGetPreviousInstruction(i);
            if (LLVMIsALoadInst(i))
                narrow_load(builder, i);
        }
    }
    LLVMDisposeBuilder(builder);
}
