/* Conversions between types, and the same bits as another type. */
#include "llvm_reader.h"

#include "memory.h"

static uint32_t emit_width(struct llvm_reader *reader, LLVMValueRef value, enum lint_op op, unsigned bits,
                           unsigned to_bits, int64_t immediate)
{
    const uint32_t result =
        lint_llvm_emit(reader, &(struct llvm_operation){ .op = op,
                                                         .bits = bits,
                                                         .to_bits = to_bits,
                                                         .count = lint_llvm_scalars(reader, LLVMTypeOf(value)),
                                                         .result = LINT_NONE,
                                                         .a = lint_llvm_slot(reader, LLVMGetOperand(value, 0)),
                                                         .b = LINT_NONE,
                                                         .c = LINT_NONE,
                                                         .immediate = immediate });

    lint_llvm_set_slot(reader, value, result);
    return result;
}

static void read_alias(struct llvm_reader *reader, LLVMValueRef value)
{
    lint_llvm_set_slot(reader, value, lint_llvm_slot(reader, LLVMGetOperand(value, 0)));
}

static void read_conversion(struct llvm_reader *reader, LLVMValueRef value, enum lint_kind from, enum lint_kind to)
{
    const struct lint_conversion conversion = {
        .from = from,
        .to = to,
        .from_bits = lint_llvm_bits(reader, LLVMTypeOf(LLVMGetOperand(value, 0))),
        .to_bits = lint_llvm_bits(reader, LLVMTypeOf(value)),
        .rounding = to == LINT_FLOAT ? LINT_TO_NEAREST : LINT_TO_ZERO,
    };

    (void)emit_width(reader, value, LINT_CONVERT, conversion.from_bits, conversion.to_bits,
                     lint_conversion_pack(&conversion));
}

/* Elements of to_bits, each put together from several narrower ones. */
static void widen(struct llvm_reader *reader, uint32_t to, unsigned to_bits, uint32_t from, unsigned from_bits,
                  uint32_t from_count)
{
    lint_llvm_copy(reader, to, from, 1);
    for (uint32_t i = 1; i < from_count && i * from_bits < to_bits; i++) {
        const uint32_t shift = lint_program_constant(reader->program, i * from_bits);
        const uint32_t part = lint_llvm_emit_one(reader, LINT_SHL, to_bits, from + i, shift);

        (void)lint_llvm_emit(reader, &(struct llvm_operation){ .op = LINT_OR,
                                                               .bits = to_bits,
                                                               .to_bits = to_bits,
                                                               .count = 1,
                                                               .result = to,
                                                               .a = to,
                                                               .b = part,
                                                               .c = LINT_NONE });
    }
}

/* Part `index`, of to_bits, of a wider element. */
static void narrow(struct llvm_reader *reader, uint32_t to, unsigned to_bits, uint32_t index, uint32_t from,
                   unsigned from_bits)
{
    if (index > 0)
        from = lint_llvm_emit_one(reader, LINT_LSHR, from_bits, from,
                                  lint_program_constant(reader->program, (uint64_t)index * to_bits));
    (void)lint_llvm_emit(reader, &(struct llvm_operation){ .op = LINT_MASK,
                                                           .bits = from_bits,
                                                           .to_bits = to_bits,
                                                           .count = 1,
                                                           .result = to,
                                                           .a = from,
                                                           .b = LINT_NONE,
                                                           .c = LINT_NONE });
}

void lint_llvm_repack(struct llvm_reader *reader, uint32_t to, unsigned to_bits, uint32_t to_count, uint32_t from,
                      unsigned from_bits, uint32_t from_count)
{
    if (to_bits % from_bits != 0 && from_bits % to_bits != 0) { /* 24 bits from 16: by way of single bits */
        const uint32_t bits = lint_program_slots(reader->program, from_count * from_bits);

        lint_llvm_repack(reader, bits, 1, from_count * from_bits, from, from_bits, from_count);
        lint_llvm_repack(reader, to, to_bits, to_count, bits, 1, from_count * from_bits);
        return;
    }
    for (uint32_t i = 0; i < to_count; i++) {
        if (to_bits >= from_bits) {
            const uint32_t first = i * (to_bits / from_bits);

            widen(reader, to + i, to_bits, from + first, from_bits, from_count - first);
        } else {
            const uint32_t parts = from_bits / to_bits;

            narrow(reader, to + i, to_bits, i % parts, from + i / parts, from_bits);
        }
    }
}

static void read_bitcast(struct llvm_reader *reader, LLVMValueRef value)
{
    const LLVMValueRef operand = LLVMGetOperand(value, 0);
    const LLVMTypeRef from = LLVMTypeOf(operand), to = LLVMTypeOf(value);
    const uint32_t from_count = lint_llvm_scalars(reader, from), to_count = lint_llvm_scalars(reader, to);

    if (from_count == to_count)
        read_alias(reader, value);
    else
        lint_llvm_repack(reader, lint_llvm_new_slots(reader, value), lint_llvm_bits(reader, to), to_count,
                         lint_llvm_slot(reader, operand), lint_llvm_bits(reader, from), from_count);
}

/*
 * Addresses say their space themselves, unless a narrow pointer came from a number. Null stays null.
 */
static void read_space_cast(struct llvm_reader *reader, LLVMValueRef value)
{
    const LLVMValueRef operand = LLVMGetOperand(value, 0);
    const unsigned address_space = LLVMGetPointerAddressSpace(lint_llvm_element(LLVMTypeOf(operand)));
    const uint64_t tag = lint_address_tag(lint_llvm_space(reader, address_space));
    uint32_t slot, zero, tagged;

    if (tag == 0 || LLVMPointerSizeForAS(reader->layout, address_space) == 8 ||
        lint_llvm_scalars(reader, LLVMTypeOf(value)) != 1) {
        read_alias(reader, value);
        return;
    }
    slot = lint_llvm_slot(reader, operand);
    zero = lint_program_constant(reader->program, 0);
    tagged = lint_llvm_emit_one(reader, LINT_OR, 64, slot, lint_program_constant(reader->program, tag));
    tagged = lint_llvm_emit(reader, &(struct llvm_operation){ .op = LINT_SELECT,
                                                              .bits = 64,
                                                              .to_bits = 64,
                                                              .count = 1,
                                                              .result = LINT_NONE,
                                                              .a = lint_llvm_emit_one(reader, LINT_NE, 64, slot, zero),
                                                              .b = tagged,
                                                              .c = zero });
    lint_llvm_set_slot(reader, value, tagged);
}

/* Narrower or the same: cut; wider: zeros come in, which are there already. */
static void read_resize(struct llvm_reader *reader, LLVMValueRef value)
{
    const unsigned from = lint_llvm_bits(reader, LLVMTypeOf(LLVMGetOperand(value, 0)));
    const unsigned to = lint_llvm_bits(reader, LLVMTypeOf(value));

    if (to >= from)
        read_alias(reader, value);
    else
        (void)emit_width(reader, value, LINT_MASK, from, to, 0);
}

void lint_llvm_read_cast(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
        read_resize(reader, value);
        break;
    case LLVMSExt:
        (void)emit_width(reader, value, LINT_SIGN_EXTEND, lint_llvm_bits(reader, LLVMTypeOf(LLVMGetOperand(value, 0))),
                         lint_llvm_bits(reader, LLVMTypeOf(value)), 0);
        break;
    case LLVMFPToUI:
        read_conversion(reader, value, LINT_FLOAT, LINT_UNSIGNED);
        break;
    case LLVMFPToSI:
        read_conversion(reader, value, LINT_FLOAT, LINT_SIGNED);
        break;
    case LLVMUIToFP:
        read_conversion(reader, value, LINT_UNSIGNED, LINT_FLOAT);
        break;
    case LLVMSIToFP:
        read_conversion(reader, value, LINT_SIGNED, LINT_FLOAT);
        break;
    case LLVMFPTrunc:
    case LLVMFPExt:
        read_conversion(reader, value, LINT_FLOAT, LINT_FLOAT);
        break;
    case LLVMAddrSpaceCast:
        read_space_cast(reader, value);
        break;
    default:
        read_bitcast(reader, value);
        break;
    }
}

void lint_llvm_read_freeze(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    (void)opcode;
    read_alias(reader, value);
}
