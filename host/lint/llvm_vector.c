/* Elements of vectors and members of aggregates. */
#include "llvm_reader.h"

#include <assert.h>

void lint_llvm_read_extract_element(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const LLVMValueRef vector = LLVMGetOperand(value, 0), index = LLVMGetOperand(value, 1);
    const uint32_t slot = lint_llvm_slot(reader, vector);
    const uint32_t count = lint_llvm_scalars(reader, LLVMTypeOf(vector));
    const unsigned bits = lint_llvm_bits(reader, LLVMTypeOf(value));
    uint64_t number;

    (void)opcode;
    if (lint_llvm_is_number(index, &number)) {
        lint_llvm_set_slot(reader, value,
                           number < count ? slot + (uint32_t)number : lint_program_constant(reader->program, 0));
        return;
    }
    lint_llvm_set_slot(
        reader, value,
        lint_llvm_emit(reader, &(struct llvm_operation){ .op = LINT_EXTRACT,
                                                         .bits = bits,
                                                         .to_bits = bits,
                                                         .count = count,
                                                         .result = lint_program_slots(reader->program, 1),
                                                         .a = slot,
                                                         .b = lint_llvm_slot(reader, index),
                                                         .c = LINT_NONE }));
}

/*
 * Slots for a compound value that is `base` with one part changed. A chain of such steps, each used by the next one
 * alone and in the same block, shares its slots: the block sets them anew each time from its first step on.
 */
static uint32_t changed_copy(struct llvm_reader *reader, LLVMValueRef value, LLVMValueRef base)
{
    const uint32_t count = lint_llvm_scalars(reader, LLVMTypeOf(value));
    const LLVMUseRef use = LLVMGetFirstUse(base);
    uint32_t slot;

    if (LLVMIsConstant(base) == 0 && lint_llvm_map_get(&reader->chained, base, &slot) && use && !LLVMGetNextUse(use) &&
        LLVMGetInstructionParent(base) == LLVMGetInstructionParent(value)) {
        slot = lint_llvm_slot(reader, base);
        lint_llvm_set_slot(reader, value, slot);
    } else {
        const uint32_t from = lint_llvm_slot(reader, base);

        slot = lint_llvm_new_slots(reader, value);
        lint_llvm_copy(reader, slot, from, count);
    }
    if (!lint_llvm_map_set(&reader->chained, value, 1) && reader->status == CLSMEM_OK)
        reader->status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the program");
    return slot;
}

void lint_llvm_read_insert_element(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const LLVMValueRef base = LLVMGetOperand(value, 0), index = LLVMGetOperand(value, 2);
    const uint32_t element = lint_llvm_slot(reader, LLVMGetOperand(value, 1));
    const uint32_t count = lint_llvm_scalars(reader, LLVMTypeOf(value));
    const unsigned bits = lint_llvm_bits(reader, LLVMTypeOf(value));
    uint64_t number;

    (void)opcode;
    if (lint_llvm_is_number(index, &number)) {
        const uint32_t slot = changed_copy(reader, value, base);

        if (number < count)
            lint_llvm_copy(reader, slot + (uint32_t)number, element, 1);
        return;
    }
    lint_llvm_set_slot(reader, value,
                       lint_llvm_emit(reader, &(struct llvm_operation){ .op = LINT_INSERT,
                                                                        .bits = bits,
                                                                        .to_bits = bits,
                                                                        .count = count,
                                                                        .result = LINT_NONE,
                                                                        .a = lint_llvm_slot(reader, base),
                                                                        .b = element,
                                                                        .c = lint_llvm_slot(reader, index) }));
}

/* Element i of the result stands in this slot; LINT_NONE: nobody cares. */
static uint32_t shuffle_source(LLVMValueRef value, unsigned i, const uint32_t operands[2], uint32_t count)
{
    const int from = LLVMGetMaskValue(value, i);

    if (from < 0 || (uint32_t)from >= 2 * count)
        return LINT_NONE;
    return (uint32_t)from < count ? operands[0] + (uint32_t)from : operands[1] + ((uint32_t)from - count);
}

void lint_llvm_read_shuffle(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const uint32_t operands[] = { lint_llvm_slot(reader, LLVMGetOperand(value, 0)),
                                  lint_llvm_slot(reader, LLVMGetOperand(value, 1)) };
    const uint32_t count = lint_llvm_scalars(reader, LLVMTypeOf(LLVMGetOperand(value, 0)));
    const unsigned result_count = LLVMGetNumMaskElements(value);
    uint32_t slot;
    bool is_run = true;

    (void)opcode;
    for (unsigned i = 0; i < result_count && is_run; i++)
        is_run = shuffle_source(value, i, operands, count) == shuffle_source(value, 0, operands, count) + i &&
                 shuffle_source(value, i, operands, count) != LINT_NONE &&
                 (LLVMGetMaskValue(value, i) < (int)count) == (LLVMGetMaskValue(value, 0) < (int)count);
    if (is_run) {
        lint_llvm_set_slot(reader, value, shuffle_source(value, 0, operands, count));
        return;
    }
    slot = lint_llvm_new_slots(reader, value);
    for (unsigned i = 0; i < result_count;) {
        const uint32_t from = shuffle_source(value, i, operands, count);
        unsigned run = 1;

        while (from != LINT_NONE && i + run < result_count &&
               shuffle_source(value, i + run, operands, count) == from + run)
            run++;
        if (from != LINT_NONE)
            lint_llvm_copy(reader, slot + i, from, run);
        i += run;
    }
}

/* The first of the scalars that the indices of an extractvalue or insertvalue mean, and how many they are. */
static uint32_t member_scalars(struct llvm_reader *reader, LLVMTypeRef type, LLVMValueRef value, uint32_t *count)
{
    const unsigned *const indices = LLVMGetIndices(value);
    const unsigned depth = LLVMGetNumIndices(value);
    uint32_t first = 0;

    for (unsigned d = 0; d < depth; d++) {
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            for (unsigned i = 0; i < indices[d]; i++)
                first += lint_llvm_scalars(reader, LLVMStructGetTypeAtIndex(type, i));
            type = LLVMStructGetTypeAtIndex(type, indices[d]);
        } else {
            type = LLVMGetElementType(type);
            first += indices[d] * lint_llvm_scalars(reader, type);
        }
    }
    *count = lint_llvm_scalars(reader, type);
    return first;
}

void lint_llvm_read_extract_value(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const LLVMValueRef whole = LLVMGetOperand(value, 0);
    uint32_t count;
    const uint32_t first = member_scalars(reader, LLVMTypeOf(whole), value, &count);

    (void)opcode;
    lint_llvm_set_slot(reader, value, lint_llvm_slot(reader, whole) + first);
}

void lint_llvm_read_insert_value(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const uint32_t part = lint_llvm_slot(reader, LLVMGetOperand(value, 1));
    uint32_t count;
    const uint32_t first = member_scalars(reader, LLVMTypeOf(value), value, &count);
    const uint32_t slot = changed_copy(reader, value, LLVMGetOperand(value, 0));

    (void)opcode;
    lint_llvm_copy(reader, slot + first, part, count);
}
