/* Atomic operations and fences. */
#include "llvm_reader.h"

static const struct {
    LLVMAtomicRMWBinOp operation;
    enum lint_atomic atomic;
} atomics[] = {
    { LLVMAtomicRMWBinOpXchg, LINT_ATOMIC_EXCHANGE }, { LLVMAtomicRMWBinOpAdd, LINT_ATOMIC_ADD },
    { LLVMAtomicRMWBinOpSub, LINT_ATOMIC_SUB },       { LLVMAtomicRMWBinOpAnd, LINT_ATOMIC_AND },
    { LLVMAtomicRMWBinOpNand, LINT_ATOMIC_NAND },     { LLVMAtomicRMWBinOpOr, LINT_ATOMIC_OR },
    { LLVMAtomicRMWBinOpXor, LINT_ATOMIC_XOR },       { LLVMAtomicRMWBinOpMax, LINT_ATOMIC_MAX_S },
    { LLVMAtomicRMWBinOpMin, LINT_ATOMIC_MIN_S },     { LLVMAtomicRMWBinOpUMax, LINT_ATOMIC_MAX_U },
    { LLVMAtomicRMWBinOpUMin, LINT_ATOMIC_MIN_U },    { LLVMAtomicRMWBinOpFAdd, LINT_ATOMIC_ADD_F },
    { LLVMAtomicRMWBinOpFSub, LINT_ATOMIC_SUB_F },
#if LLVM_VERSION_MAJOR >= 15
    { LLVMAtomicRMWBinOpFMax, LINT_ATOMIC_MAX_F },    { LLVMAtomicRMWBinOpFMin, LINT_ATOMIC_MIN_F },
#endif
};

static void emit_atomic(struct llvm_reader *reader, enum lint_op op, const struct lint_access *access, unsigned bits,
                        const uint32_t slots[4])
{
    const struct lint_instruction instruction = { .op = (uint16_t)op,
                                                  .bits = (uint8_t)bits,
                                                  .to_bits = (uint8_t)bits,
                                                  .count = 1,
                                                  .result = slots[0],
                                                  .a = slots[1],
                                                  .b = slots[2],
                                                  .c = slots[3],
                                                  .detail = lint_program_access(reader->program, access),
                                                  .site = reader->site };

    if (bits != 32 && bits != 64)
        (void)lint_llvm_refuse(reader, "atomic operations on %u bits are not supported", bits);
    lint_program_emit(reader->program, &instruction);
}

void lint_llvm_read_atomic(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const LLVMValueRef pointer = LLVMGetOperand(value, 0), operand = LLVMGetOperand(value, 1);
    const unsigned bits = lint_llvm_bits(reader, LLVMTypeOf(operand));
    struct lint_access access = { .space = lint_llvm_space_of(reader, pointer), .align = bits / 8, .is_atomic = true };
    const bool is_unused = LLVMGetFirstUse(value) == NULL;
    const uint32_t address = lint_llvm_slot(reader, pointer), operand_slot = lint_llvm_slot(reader, operand);
    const LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(value);

    (void)opcode;
    access.is_volatile = LLVMGetVolatile(value) != 0;
    access.result_unused = is_unused;
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++)
        if (atomics[i].operation == operation) {
            const uint32_t result = is_unused ? LINT_NONE : lint_llvm_new_slots(reader, value);

            access.atomic = atomics[i].atomic;
            emit_atomic(reader, LINT_ATOMIC, &access, bits,
                        (const uint32_t[]){ result, address, operand_slot, LINT_NONE });
            return;
        }
    (void)lint_llvm_refuse(reader, "an atomic operation of a kind that OpenCL C lacks");
}

/* The result is a pair of what was there and whether it was exchanged: two slots in a row, as the engine has it. */
void lint_llvm_read_exchange(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const LLVMValueRef pointer = LLVMGetOperand(value, 0);
    const unsigned bits = lint_llvm_bits(reader, LLVMTypeOf(LLVMGetOperand(value, 1)));
    struct lint_access access = { .space = lint_llvm_space_of(reader, pointer),
                                  .align = bits / 8,
                                  .is_atomic = true,
                                  .atomic = LINT_ATOMIC_EXCHANGE,
                                  .result_unused = LLVMGetFirstUse(value) == NULL };

    (void)opcode;
    access.is_volatile = LLVMGetVolatile(value) != 0;
    emit_atomic(reader, LINT_COMPARE_EXCHANGE, &access, bits,
                (const uint32_t[]){ lint_llvm_new_slots(reader, value), lint_llvm_slot(reader, pointer),
                                    lint_llvm_slot(reader, LLVMGetOperand(value, 1)),
                                    lint_llvm_slot(reader, LLVMGetOperand(value, 2)) });
}

void lint_llvm_read_fence(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const struct lint_instruction instruction = { .op = LINT_FENCE,
                                                  .count = 1,
                                                  .result = LINT_NONE,
                                                  .a = LINT_NONE,
                                                  .b = LINT_NONE,
                                                  .c = LINT_NONE,
                                                  .detail = LINT_NONE,
                                                  .site = reader->site };

    (void)value;
    (void)opcode;
    lint_program_emit(reader->program, &instruction);
}
