/* Values as slots: what was read before, arguments, constants of all kinds. */
#include "llvm_reader.h"

#include <assert.h>
#include <stdlib.h>

#include "memory.h"

static void out_of_memory(struct llvm_reader *reader)
{
    if (reader->status == CLSMEM_OK)
        reader->status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the program");
}

void lint_llvm_set_slot(struct llvm_reader *reader, LLVMValueRef value, uint32_t slot)
{
    if (!lint_llvm_map_set(&reader->values, value, slot))
        out_of_memory(reader);
}

uint32_t lint_llvm_new_slots(struct llvm_reader *reader, LLVMValueRef value)
{
    const uint32_t count = lint_llvm_scalars(reader, LLVMTypeOf(value));
    const uint32_t slot = count > 0 ? lint_program_slots(reader->program, count) : 0;

    lint_llvm_set_slot(reader, value, slot);
    return slot;
}

uint32_t lint_llvm_emit(struct llvm_reader *reader, const struct llvm_operation *operation)
{
    const uint32_t result =
        operation->result == LINT_NONE ? lint_program_slots(reader->program, operation->count) : operation->result;
    const struct lint_instruction instruction = { .op = (uint16_t)operation->op,
                                                  .bits = (uint8_t)operation->bits,
                                                  .to_bits = (uint8_t)operation->to_bits,
                                                  .count = operation->count,
                                                  .result = result,
                                                  .a = operation->a,
                                                  .b = operation->b,
                                                  .c = operation->c,
                                                  .detail = LINT_NONE,
                                                  .site = reader->site,
                                                  .immediate = operation->immediate };

    lint_program_emit(reader->program, &instruction);
    return result;
}

uint32_t lint_llvm_emit_one(struct llvm_reader *reader, enum lint_op op, unsigned bits, uint32_t a, uint32_t b)
{
    return lint_llvm_emit(reader, &(struct llvm_operation){ .op = op,
                                                            .bits = bits,
                                                            .to_bits = bits,
                                                            .count = 1,
                                                            .result = LINT_NONE,
                                                            .a = a,
                                                            .b = b,
                                                            .c = LINT_NONE });
}

void lint_llvm_copy(struct llvm_reader *reader, uint32_t to, uint32_t from, uint32_t count)
{
    (void)lint_llvm_emit(reader, &(struct llvm_operation){ .op = LINT_COPY,
                                                           .bits = 64,
                                                           .to_bits = 64,
                                                           .count = count,
                                                           .result = to,
                                                           .a = from,
                                                           .b = LINT_NONE,
                                                           .c = LINT_NONE });
}

bool lint_llvm_is_number(LLVMValueRef value, uint64_t *number)
{
    if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
        return false;
    *number = LLVMConstIntGetZExtValue(value);
    return true;
}

/* The bits of scalar `index` of a constant, however deep; false where it is an address, and *leaf what stands there. */
static bool scalar_bits(struct llvm_reader *reader, LLVMValueRef constant, uint32_t index, uint64_t *bits,
                        LLVMValueRef *leaf)
{
    for (;;) {
        const LLVMTypeRef type = LLVMTypeOf(constant);
        const LLVMTypeKind kind = LLVMGetTypeKind(type);
        unsigned member = 0;

        *bits = 0;
        if (LLVMIsNull(constant) != 0 || LLVMIsUndef(constant) != 0)
            return true;
        if (kind == LLVMStructTypeKind) {
            uint32_t count;

            while (index >= (count = lint_llvm_scalars(reader, LLVMStructGetTypeAtIndex(type, member)))) {
                index -= count;
                member++;
            }
        } else if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
            const uint32_t count = lint_llvm_scalars(reader, LLVMGetElementType(type));

            member = index / count;
            index %= count;
        } else {
            *leaf = constant;
            return lint_llvm_constant_bits(constant, type, bits);
        }
        if (LLVMIsAConstantExpr(constant)) { /* a cast of a whole vector: too rare to be read */
            (void)lint_llvm_refuse(reader, "a constant that is computed from a vector is not supported");
            return true;
        }
        constant = lint_llvm_constant_element(constant, member);
    }
}

/* An address, or what is computed from one, in the block entered. */
static uint32_t address_slot(struct llvm_reader *reader, LLVMValueRef constant)
{
    uint32_t slot;

    if (lint_llvm_map_get(&reader->values, constant, &slot))
        return slot;
    if (LLVMIsAFunction(constant))
        return lint_llvm_refuse(reader, "function pointers are not supported");
    if (!LLVMIsAConstantExpr(constant))
        return lint_llvm_refuse(reader, "a constant of a kind that OpenCL C lacks");
    for (int i = 0; i < LLVMGetNumOperands(constant); i++)
        (void)lint_llvm_slot(reader, LLVMGetOperand(constant, (unsigned)i));
    lint_llvm_read_value(reader, constant, LLVMGetConstOpcode(constant));
    if (!lint_llvm_map_get(&reader->values, constant, &slot))
        return lint_llvm_refuse(reader, "a constant expression of a kind that is not supported");
    return slot;
}

/* Scalars by value where they are all known, else by instructions that put them together. */
static uint32_t constant_slots(struct llvm_reader *reader, LLVMValueRef constant)
{
    const uint32_t count = lint_llvm_scalars(reader, LLVMTypeOf(constant));
    uint64_t *const bits = calloc(count > 0 ? count : 1, sizeof *bits);
    LLVMValueRef leaf = NULL;
    bool is_known = true;
    uint32_t slot = 0;

    if (!bits) {
        out_of_memory(reader);
        return 0;
    }
    for (uint32_t i = 0; i < count; i++)
        is_known &= scalar_bits(reader, constant, i, &bits[i], &leaf);
    if (is_known) {
        slot = count > 0 ? lint_program_constants(reader->program, bits, count) : 0;
    } else if (leaf == constant) {
        slot = address_slot(reader, constant);
    } else {
        slot = lint_program_slots(reader->program, count);
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t from = scalar_bits(reader, constant, i, &bits[i], &leaf)
                                      ? lint_program_constant(reader->program, bits[i])
                                      : address_slot(reader, leaf);

            lint_llvm_copy(reader, slot + i, from, 1);
        }
    }
    free(bits);
    lint_llvm_set_slot(reader, constant, slot);
    return slot;
}

uint32_t lint_llvm_slot(struct llvm_reader *reader, LLVMValueRef value)
{
    uint32_t slot = 0;

    if (lint_llvm_map_get(&reader->values, value, &slot))
        return slot;
    if (LLVMIsConstant(value) != 0)
        return constant_slots(reader, value);
    if (LLVMIsAInlineAsm(value))
        return lint_llvm_refuse(reader, "inline assembly is not supported");
    assert(reader->status != CLSMEM_OK && "an operand comes before what uses it");
    return 0;
}

void lint_llvm_make_constants(struct llvm_reader *reader, LLVMValueRef instruction)
{
    const int count = LLVMGetNumOperands(instruction);

    for (int i = 0; i < count; i++) {
        const LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);

        if (operand && LLVMIsConstant(operand) != 0 && !LLVMIsAFunction(operand))
            (void)lint_llvm_slot(reader, operand);
    }
}
