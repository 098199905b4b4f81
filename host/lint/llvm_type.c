/* Types as scalars in a row. */
#include "llvm_reader.h"

#define MOST_SCALARS 4096 /* of one value: more is no value but an array that nobody holds in registers */

LLVMTypeRef lint_llvm_element(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

enum lint_space lint_llvm_space(const struct llvm_reader *reader, unsigned address_space)
{
    return address_space < LINT_LLVM_SPACES ? reader->view->spaces[address_space] : LINT_GENERIC;
}

/* Members of an aggregate or vector. */
static unsigned member_count(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMVectorTypeKind:
        return LLVMGetVectorSize(type);
    case LLVMArrayTypeKind:
        return LLVMGetArrayLength(type);
    default:
        return LLVMCountStructElementTypes(type);
    }
}

static bool is_compound(LLVMTypeRef type)
{
    const LLVMTypeKind kind = LLVMGetTypeKind(type);

    return kind == LLVMVectorTypeKind || kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind;
}

static LLVMTypeRef member_type(LLVMTypeRef type, unsigned index)
{
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, index)
                                                       : LLVMGetElementType(type);
}

static uint64_t count_scalars(LLVMTypeRef type)
{
    uint64_t count = 0;

    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        return 0;
    if (!is_compound(type))
        return 1;
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
        return member_count(type) * count_scalars(LLVMGetElementType(type));
    for (unsigned i = 0; i < member_count(type); i++)
        count += count_scalars(LLVMStructGetTypeAtIndex(type, i));
    return count;
}

uint32_t lint_llvm_scalars(struct llvm_reader *reader, LLVMTypeRef type)
{
    const uint64_t count = count_scalars(type);

    if (count > MOST_SCALARS) {
        (void)lint_llvm_refuse(reader, "a value of %llu parts is too large", (unsigned long long)count);
        return 0;
    }
    return (uint32_t)count;
}

static struct llvm_scalar describe(struct llvm_reader *reader, LLVMTypeRef type)
{
    struct llvm_scalar scalar = { .type = type, .bits = 64, .memory_bits = 64 };

    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind:
        scalar.bits = 16;
        break;
    case LLVMFloatTypeKind:
        scalar.bits = 32;
        break;
    case LLVMDoubleTypeKind:
        break;
    case LLVMIntegerTypeKind:
        if (LLVMGetIntTypeWidth(type) > 64)
            (void)lint_llvm_refuse(reader, "integers of %u bits are not supported", LLVMGetIntTypeWidth(type));
        else
            scalar.bits = (uint8_t)LLVMGetIntTypeWidth(type);
        scalar.memory_bits = (uint8_t)((scalar.bits + 7) / 8 * 8);
        return scalar;
    case LLVMPointerTypeKind:
        scalar.is_pointer = true;
        scalar.memory_bits = (uint8_t)(8 * LLVMPointerSizeForAS(reader->layout, LLVMGetPointerAddressSpace(type)));
        return scalar;
#if LLVM_VERSION_MAJOR >= 17
    case LLVMTargetExtTypeKind: /* an event: a number that nobody looks into */
        return scalar;
#endif
    default:
        (void)lint_llvm_refuse(reader, "a value of a type that OpenCL C lacks");
        return scalar;
    }
    scalar.is_float = true;
    scalar.memory_bits = scalar.bits;
    return scalar;
}

/* Of vectors, elements lie next to one another, in bits; booleans in memory are the caller's matter. */
static uint64_t member_offset(struct llvm_reader *reader, LLVMTypeRef type, unsigned index)
{
    const LLVMTypeKind kind = LLVMGetTypeKind(type);

    if (kind == LLVMStructTypeKind)
        return LLVMOffsetOfElement(reader->layout, type, index);
    if (kind == LLVMArrayTypeKind)
        return index * LLVMABISizeOfType(reader->layout, LLVMGetElementType(type));
    return index * LLVMSizeOfTypeInBits(reader->layout, LLVMGetElementType(type)) / 8;
}

struct llvm_scalar lint_llvm_scalar(struct llvm_reader *reader, LLVMTypeRef type, uint32_t index)
{
    struct llvm_scalar scalar;
    uint64_t offset = 0;

    while (is_compound(type)) {
        unsigned member = 0;

        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            uint64_t count;

            while (index >= (count = count_scalars(LLVMStructGetTypeAtIndex(type, member)))) {
                index -= (uint32_t)count;
                member++;
            }
        } else {
            const uint32_t count = (uint32_t)count_scalars(LLVMGetElementType(type));

            member = index / count;
            index %= count;
        }
        offset += member_offset(reader, type, member);
        type = member_type(type, member);
    }
    scalar = describe(reader, type);
    scalar.offset = offset;
    return scalar;
}

unsigned lint_llvm_bits(struct llvm_reader *reader, LLVMTypeRef type)
{
    return describe(reader, lint_llvm_element(type)).bits;
}
