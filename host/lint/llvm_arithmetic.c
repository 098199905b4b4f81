/* Arithmetic, comparisons and choices, on scalars and vectors of any width. */
#include "llvm_reader.h"

static const struct {
    LLVMOpcode opcode;
    enum lint_op op;
} binary[] = {
    { LLVMAdd, LINT_ADD },    { LLVMSub, LINT_SUB },    { LLVMMul, LINT_MUL },    { LLVMUDiv, LINT_DIV_U },
    { LLVMSDiv, LINT_DIV_S }, { LLVMURem, LINT_REM_U }, { LLVMSRem, LINT_REM_S }, { LLVMAnd, LINT_AND },
    { LLVMOr, LINT_OR },      { LLVMXor, LINT_XOR },    { LLVMShl, LINT_SHL },    { LLVMLShr, LINT_LSHR },
    { LLVMAShr, LINT_ASHR },  { LLVMFAdd, LINT_ADD_F }, { LLVMFSub, LINT_SUB_F }, { LLVMFMul, LINT_MUL_F },
    { LLVMFDiv, LINT_DIV_F }, { LLVMFRem, LINT_REM_F },
};

/* An element operation on the whole of a value; sets its slot. */
static void emit_whole(struct llvm_reader *reader, LLVMValueRef value, enum lint_op op, unsigned bits,
                       const uint32_t operands[3], int64_t immediate)
{
    const uint32_t result =
        lint_llvm_emit(reader, &(struct llvm_operation){ .op = op,
                                                         .bits = bits,
                                                         .to_bits = bits,
                                                         .count = lint_llvm_scalars(reader, LLVMTypeOf(value)),
                                                         .result = LINT_NONE,
                                                         .a = operands[0],
                                                         .b = operands[1],
                                                         .c = operands[2],
                                                         .immediate = immediate });

    lint_llvm_set_slot(reader, value, result);
}

static unsigned low_zeros(LLVMValueRef value, unsigned depth);

/* Of a loop's variable: those of where it begins and of its step, which is what is added to itself. */
static unsigned low_zeros_of_phi(LLVMValueRef phi, unsigned depth)
{
    unsigned least = 64;

    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        unsigned zeros;

        if (LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMAdd && LLVMGetOperand(value, 0) == phi)
            value = LLVMGetOperand(value, 1);
        zeros = low_zeros(value, depth);
        least = zeros < least ? zeros : least;
    }
    return least;
}

/* How many of a value's lowest bits are certainly 0, as far as a few instructions tell. */
static unsigned low_zeros(LLVMValueRef value, unsigned depth)
{
    uint64_t number = 0;
    unsigned zeros = 0;

    if (lint_llvm_is_number(value, &number)) {
        while (zeros < 64 && (number >> zeros & 1) == 0)
            zeros++;
        return zeros;
    }
    if (depth == 0 || !LLVMIsAInstruction(value))
        return 0;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMShl:
        return lint_llvm_is_number(LLVMGetOperand(value, 1), &number) && number < 64
                   ? (unsigned)number + low_zeros(LLVMGetOperand(value, 0), depth - 1)
                   : 0;
    case LLVMMul:
        return low_zeros(LLVMGetOperand(value, 0), depth - 1) + low_zeros(LLVMGetOperand(value, 1), depth - 1);
    case LLVMAnd:
        return low_zeros(LLVMGetOperand(value, 1), 0);
    case LLVMAdd:
    case LLVMOr: {
        const unsigned a = low_zeros(LLVMGetOperand(value, 0), depth - 1);
        const unsigned b = low_zeros(LLVMGetOperand(value, 1), depth - 1);

        return a < b ? a : b;
    }
    case LLVMPHI:
        return low_zeros_of_phi(value, depth < 2 ? 0 : depth / 2);
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
        return low_zeros(LLVMGetOperand(value, 0), depth - 1);
    default:
        return 0;
    }
}

/*
 * An or of bits that exclude one another is a sum, which is what the optimiser made it of: as one, whoever looks for
 * neighbouring addresses finds them.
 */
static bool is_sum(LLVMValueRef value)
{
    uint64_t number;
    unsigned zeros;

#if LLVM_VERSION_MAJOR >= 18
    if (LLVMIsAInstruction(value) && LLVMGetIsDisjoint(value) != 0)
        return true;
#endif
    if (!lint_llvm_is_number(LLVMGetOperand(value, 1), &number))
        return false;
    zeros = low_zeros(LLVMGetOperand(value, 0), 8);
    return zeros >= 64 || number >> zeros == 0;
}

void lint_llvm_read_arithmetic(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const uint32_t operands[] = { lint_llvm_slot(reader, LLVMGetOperand(value, 0)),
                                  lint_llvm_slot(reader, LLVMGetOperand(value, 1)), LINT_NONE };

    if (opcode == LLVMOr && is_sum(value))
        opcode = LLVMAdd;
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
        if (binary[i].opcode == opcode)
            emit_whole(reader, value, binary[i].op, lint_llvm_bits(reader, LLVMTypeOf(value)), operands, 0);
}

void lint_llvm_read_negation(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const uint32_t operands[] = { lint_llvm_slot(reader, LLVMGetOperand(value, 0)), LINT_NONE, LINT_NONE };

    (void)opcode;
    emit_whole(reader, value, LINT_NEG_F, lint_llvm_bits(reader, LLVMTypeOf(value)), operands, 0);
}

/* Of whole numbers and pointers; "greater" is "less" with its sides changed. */
static void read_order(struct llvm_reader *reader, LLVMValueRef value, unsigned bits)
{
    static const struct {
        LLVMIntPredicate predicate;
        enum lint_op op;
        bool is_turned;
    } orders[] = {
        { LLVMIntEQ, LINT_EQ, false },    { LLVMIntNE, LINT_NE, false },    { LLVMIntULT, LINT_LT_U, false },
        { LLVMIntULE, LINT_LE_U, false }, { LLVMIntSLT, LINT_LT_S, false }, { LLVMIntSLE, LINT_LE_S, false },
        { LLVMIntUGT, LINT_LT_U, true },  { LLVMIntUGE, LINT_LE_U, true },  { LLVMIntSGT, LINT_LT_S, true },
        { LLVMIntSGE, LINT_LE_S, true },
    };
    const LLVMIntPredicate predicate = LLVMGetICmpPredicate(value);

    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        const unsigned first = orders[i].is_turned;
        uint32_t operands[3] = { 0, 0, LINT_NONE };

        if (orders[i].predicate != predicate)
            continue;
        operands[0] = lint_llvm_slot(reader, LLVMGetOperand(value, first));
        operands[1] = lint_llvm_slot(reader, LLVMGetOperand(value, 1 - first));
        emit_whole(reader, value, orders[i].op, bits, operands, 0);
        return;
    }
}

void lint_llvm_read_compare(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const unsigned bits = lint_llvm_bits(reader, LLVMTypeOf(LLVMGetOperand(value, 0)));

    if (opcode == LLVMICmp) {
        read_order(reader, value, bits);
    } else {
        const uint32_t operands[] = { lint_llvm_slot(reader, LLVMGetOperand(value, 0)),
                                      lint_llvm_slot(reader, LLVMGetOperand(value, 1)), LINT_NONE };

        /* LLVM's number of a predicate is the or of the outcomes that count as true. */
        emit_whole(reader, value, LINT_COMPARE_F, bits, operands, (int64_t)LLVMGetFCmpPredicate(value));
    }
}

void lint_llvm_read_select(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const LLVMValueRef condition = LLVMGetOperand(value, 0);
    const bool is_one = LLVMGetTypeKind(LLVMTypeOf(condition)) != LLVMVectorTypeKind;
    const uint32_t operands[] = { lint_llvm_slot(reader, condition), lint_llvm_slot(reader, LLVMGetOperand(value, 1)),
                                  lint_llvm_slot(reader, LLVMGetOperand(value, 2)) };

    (void)opcode;
    emit_whole(reader, value, is_one ? LINT_SELECT_ONE : LINT_SELECT, 64, operands, 0);
}
