/* Constants as bits and bytes. */
#include "llvm_reader.h"

#include <string.h>

LLVMValueRef lint_llvm_constant_element(LLVMValueRef constant, unsigned index)
{
    if (LLVMIsAConstantDataSequential(constant))
#if LLVM_VERSION_MAJOR >= 15
        return LLVMGetAggregateElement(constant, index);
#else
        return LLVMGetElementAsConstant(constant, index);
#endif
    return LLVMGetOperand(constant, index);
}

bool lint_llvm_constant_bits(LLVMValueRef constant, LLVMTypeRef type, uint64_t *bits)
{
    *bits = 0;
    if (LLVMIsNull(constant) != 0 || LLVMIsUndef(constant) != 0)
        return true;
    if (LLVMIsAConstantFP(constant)) {
        const unsigned width = LLVMGetTypeKind(type) == LLVMHalfTypeKind    ? 16
                               : LLVMGetTypeKind(type) == LLVMFloatTypeKind ? 32
                                                                            : 64;

        constant = LLVMConstBitCast(constant, LLVMIntTypeInContext(LLVMGetTypeContext(type), width));
    }
    if (!LLVMIsAConstantInt(constant))
        return false;
    if (LLVMGetIntTypeWidth(LLVMTypeOf(constant)) <= 64)
        *bits = LLVMConstIntGetZExtValue(constant);
    return true;
}

void lint_llvm_constant_bytes(struct llvm_reader *reader, LLVMValueRef constant, uint8_t *bytes)
{
    const LLVMTypeRef type = LLVMTypeOf(constant);
    const LLVMTypeKind kind = LLVMGetTypeKind(type);
    uint64_t bits;

    if (LLVMIsNull(constant) != 0 || LLVMIsUndef(constant) != 0)
        return;
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            lint_llvm_constant_bytes(reader, lint_llvm_constant_element(constant, i),
                                     bytes + LLVMOffsetOfElement(reader->layout, type, i));
    } else if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
        const LLVMTypeRef element = LLVMGetElementType(type);
        const unsigned count = kind == LLVMArrayTypeKind ? LLVMGetArrayLength(type) : LLVMGetVectorSize(type);
        const size_t step = (size_t)(kind == LLVMArrayTypeKind ? LLVMABISizeOfType(reader->layout, element)
                                                               : LLVMStoreSizeOfType(reader->layout, element));

        for (unsigned i = 0; i < count && reader->status == CLSMEM_OK; i++)
            lint_llvm_constant_bytes(reader, lint_llvm_constant_element(constant, i), bytes + i * step);
    } else if (lint_llvm_constant_bits(constant, type, &bits)) {
        const size_t size = (size_t)LLVMStoreSizeOfType(reader->layout, type);

        for (size_t i = 0; i < size && i < 8; i++)
            bytes[i] = (uint8_t)(bits >> 8 * i);
    } else {
        (void)lint_llvm_refuse(reader, "an array that is initialised with addresses is not supported");
    }
}
