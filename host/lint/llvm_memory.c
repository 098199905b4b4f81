/* Addresses, loads and stores. */
#include "llvm_reader.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ARRAY_BYTES (UINT64_C(1) << 30)
#define MOST_UNROLLED_BYTES 256 /* of a copy that is read as loads and stores */
#define WIDEST_ACCESS_BYTES 16

/* The value that an address is computed from, as far as one instruction after the other tells. */
static LLVMValueRef root_of(LLVMValueRef pointer)
{
    for (unsigned steps = 0; steps < 256; steps++) {
        LLVMOpcode opcode;

        if (LLVMIsAInstruction(pointer))
            opcode = LLVMGetInstructionOpcode(pointer);
        else if (LLVMIsAConstantExpr(pointer))
            opcode = LLVMGetConstOpcode(pointer);
        else
            return pointer;
        if (opcode != LLVMGetElementPtr && opcode != LLVMBitCast && opcode != LLVMAddrSpaceCast)
            return pointer;
        pointer = LLVMGetOperand(pointer, 0);
    }
    return pointer;
}

enum lint_space lint_llvm_space_of(struct llvm_reader *reader, LLVMValueRef pointer)
{
    const enum lint_space space =
        lint_llvm_space(reader, LLVMGetPointerAddressSpace(lint_llvm_element(LLVMTypeOf(pointer))));
    LLVMValueRef root;

    if (space == LINT_CONSTANT && reader->has_private_copies)
        return LINT_GENERIC;
    if (space != LINT_GENERIC)
        return space;
    root = root_of(pointer);
    if (LLVMIsAAllocaInst(root) || (LLVMIsAArgument(root) && lint_llvm_is_by_value(root)))
        return LINT_PRIVATE;
    if (LLVMGetTypeKind(LLVMTypeOf(root)) != LLVMPointerTypeKind)
        return LINT_GENERIC;
    return lint_llvm_space(reader, LLVMGetPointerAddressSpace(LLVMTypeOf(root)));
}

/* base + index * stride. */
static uint32_t emit_index(struct llvm_reader *reader, uint32_t base, uint32_t index, unsigned bits, int64_t stride)
{
    return lint_llvm_emit(reader, &(struct llvm_operation){ .op = LINT_INDEX,
                                                            .bits = bits,
                                                            .to_bits = 64,
                                                            .count = 1,
                                                            .result = LINT_NONE,
                                                            .a = base,
                                                            .b = index,
                                                            .c = LINT_NONE,
                                                            .immediate = stride });
}

static uint32_t emit_offset(struct llvm_reader *reader, uint32_t base, int64_t offset)
{
    return offset == 0 ? base
                       : emit_index(reader, base, lint_program_constant(reader->program, (uint64_t)offset), 64, 1);
}

/* The type that the next index goes into. */
static LLVMTypeRef step_into(LLVMTypeRef type, LLVMValueRef index)
{
    return LLVMGetTypeKind(type) == LLVMStructTypeKind
               ? LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index))
               : LLVMGetElementType(type);
}

void lint_llvm_read_index(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
    const int count = LLVMGetNumOperands(value);
    uint32_t slot = lint_llvm_slot(reader, LLVMGetOperand(value, 0));
    int64_t offset = 0;

    (void)opcode;
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind) {
        (void)lint_llvm_refuse(reader, "vectors of pointers are not supported");
        return;
    }
    for (int i = 1; i < count; i++) {
        const LLVMValueRef index = LLVMGetOperand(value, (unsigned)i);
        const bool is_struct = i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind;
        const LLVMTypeRef stepped = i > 1 ? step_into(type, index) : type;

        if (is_struct) {
            offset += (int64_t)LLVMOffsetOfElement(reader->layout, type, (unsigned)LLVMConstIntGetZExtValue(index));
        } else {
            const int64_t stride = (int64_t)LLVMABISizeOfType(reader->layout, stepped);

            if (LLVMIsAConstantInt(index))
                offset = (int64_t)((uint64_t)offset + (uint64_t)stride * (uint64_t)LLVMConstIntGetSExtValue(index));
            else
                slot = emit_index(reader, slot, lint_llvm_slot(reader, index),
                                  lint_llvm_bits(reader, LLVMTypeOf(index)), stride);
        }
        type = stepped;
    }
    lint_llvm_set_slot(reader, value, emit_offset(reader, slot, offset));
}

/* "sum.sroa.4" stands for what the source calls "sum". */
static char *variable_name(LLVMValueRef value)
{
    size_t length;
    const char *name = LLVMGetValueName2(value, &length);
    char *copy;

    length = strcspn(name, ".");
    if (length == 0) {
        name = "private array";
        length = strlen(name);
    }
    copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, name, length);
        copy[length] = '\0';
    }
    return copy;
}

void lint_llvm_read_alloca(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    struct lint_array array = { .space = LINT_PRIVATE, .align = LLVMGetAlignment(value) };
    const uint64_t element = LLVMABISizeOfType(reader->layout, LLVMGetAllocatedType(value));
    uint64_t count;

    (void)opcode;
    if (!lint_llvm_is_number(LLVMGetOperand(value, 0), &count)) {
        (void)lint_llvm_refuse(reader, "an array of variable length is not supported");
        return;
    }
    if (element > MOST_ARRAY_BYTES || count > MOST_ARRAY_BYTES) {
        (void)lint_llvm_refuse(reader, "a private array is too large");
        return;
    }
    array.bytes = element * count;
    array.name = variable_name(value);
    if (!array.name) {
        reader->status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the program");
        return;
    }
    lint_llvm_set_slot(reader, value,
                       lint_program_array_slot(reader->program, lint_program_array(reader->program, &array)));
}

/* One access of `count` elements. */
struct element_access {
    uint32_t address, slot, count;
    unsigned bits;
};

static void emit_access(struct llvm_reader *reader, enum lint_op op, const struct lint_access *access,
                        const struct element_access *what)
{
    const struct lint_instruction instruction = {
        .op = (uint16_t)op,
        .bits = (uint8_t)what->bits,
        .to_bits = (uint8_t)what->bits,
        .count = what->count,
        .result = op == LINT_LOAD ? what->slot : LINT_NONE,
        .a = what->address,
        .b = op == LINT_LOAD ? LINT_NONE : what->slot,
        .c = LINT_NONE,
        .detail = lint_program_access(reader->program, access),
        .site = reader->site,
    };

    lint_program_emit(reader->program, &instruction);
}

static bool is_memory_width(unsigned bits)
{
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

/* A scalar or a vector between slots and memory. Booleans, their vectors and odd integers go through bytes. */
static void move_plain(struct llvm_reader *reader, enum lint_op op, const struct lint_access *access, LLVMTypeRef type,
                       uint32_t address, uint32_t slot)
{
    const struct llvm_scalar scalar = lint_llvm_scalar(reader, type, 0);
    const uint32_t count = lint_llvm_scalars(reader, type);
    const bool is_plain = scalar.is_pointer || is_memory_width(scalar.bits);
    uint32_t bytes, byte_count;

    if (reader->status != CLSMEM_OK)
        return;
    if (is_plain) {
        emit_access(reader, op, access, &(struct element_access){ address, slot, count, scalar.memory_bits });
        return;
    }
    byte_count = (count * scalar.bits + 7) / 8;
    bytes = lint_program_slots(reader->program, byte_count);
    if (op == LINT_STORE)
        lint_llvm_repack(reader, bytes, 8, byte_count, slot, scalar.bits, count);
    emit_access(reader, op, access, &(struct element_access){ address, bytes, byte_count, 8 });
    if (op == LINT_LOAD)
        lint_llvm_repack(reader, slot, scalar.bits, count, bytes, 8, byte_count);
}

/* Any type: aggregates part by part. */
static void move_value(struct llvm_reader *reader, enum lint_op op, const struct lint_access *access, LLVMTypeRef type,
                       uint32_t address, uint32_t slot)
{
    const LLVMTypeKind kind = LLVMGetTypeKind(type);
    const uint32_t count = lint_llvm_scalars(reader, type);

    if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind) {
        move_plain(reader, op, access, type, address, slot);
        return;
    }
    for (uint32_t i = 0; i < count && reader->status == CLSMEM_OK; i++) {
        const struct llvm_scalar scalar = lint_llvm_scalar(reader, type, i);
        struct lint_access part = *access;

        while (scalar.offset % part.align != 0)
            part.align /= 2;
        move_plain(reader, op, &part, scalar.type, emit_offset(reader, address, (int64_t)scalar.offset), slot + i);
    }
}

static struct lint_access access_of(struct llvm_reader *reader, LLVMValueRef value, LLVMValueRef pointer)
{
    struct lint_access access = { .space = lint_llvm_space_of(reader, pointer), .align = LLVMGetAlignment(value) };

    if (access.align == 0)
        access.align = 1;
    access.is_volatile = LLVMGetVolatile(value) != 0;
    access.is_atomic = LLVMGetOrdering(value) != LLVMAtomicOrderingNotAtomic;
    return access;
}

void lint_llvm_read_load(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const LLVMValueRef pointer = LLVMGetOperand(value, 0);
    const struct lint_access access = access_of(reader, value, pointer);

    (void)opcode;
    move_value(reader, LINT_LOAD, &access, LLVMTypeOf(value), lint_llvm_slot(reader, pointer),
               lint_llvm_new_slots(reader, value));
}

void lint_llvm_read_store(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const LLVMValueRef stored = LLVMGetOperand(value, 0), pointer = LLVMGetOperand(value, 1);
    const struct lint_access access = access_of(reader, value, pointer);

    (void)opcode;
    move_value(reader, LINT_STORE, &access, LLVMTypeOf(stored), lint_llvm_slot(reader, pointer),
               lint_llvm_slot(reader, stored));
}

/* What the call promises of its pointer argument. */
static unsigned argument_align(LLVMValueRef call, unsigned argument)
{
    const LLVMAttributeRef attribute =
        LLVMGetCallSiteEnumAttribute(call, argument + 1, LLVMGetEnumAttributeKindForName("align", strlen("align")));
    const uint64_t align = attribute ? LLVMGetEnumAttributeValue(attribute) : 1;

    return align < WIDEST_ACCESS_BYTES ? (unsigned)align : WIDEST_ACCESS_BYTES;
}

/* The widest piece at `offset` of `bytes`, as elements of at most four bytes that lie next to one another. */
static struct element_access next_piece(uint64_t offset, uint64_t bytes, unsigned align)
{
    unsigned piece = align, element;

    while (piece > 1 && (offset % piece != 0 || offset + piece > bytes))
        piece /= 2;
    element = piece < 4 ? piece : 4;
    return (struct element_access){ .count = piece / element, .bits = element * 8 };
}

/* `access` is the destination's; NULL where nobody knows it. */
static void emit_block(struct llvm_reader *reader, enum lint_op op, const uint32_t operands[3],
                       const struct lint_access *access)
{
    const struct lint_instruction instruction = { .op = (uint16_t)op,
                                                  .bits = 8,
                                                  .to_bits = 8,
                                                  .count = 1,
                                                  .result = LINT_NONE,
                                                  .a = operands[0],
                                                  .b = operands[1],
                                                  .c = operands[2],
                                                  .detail = access ? lint_program_access(reader->program, access)
                                                                   : LINT_NONE,
                                                  .site = reader->site };

    lint_program_emit(reader->program, &instruction);
}

/* A vector, as clang notes the type of a member: it tells none of them from bytes. */
static bool may_be_vector(LLVMValueRef tag)
{
    LLVMValueRef parts[4], names[4];
    unsigned length = 0;
    const char *name;

    if (!tag || !LLVMIsAMDNode(tag) || LLVMGetMDNodeNumOperands(tag) < 2 || LLVMGetMDNodeNumOperands(tag) > 4)
        return false;
    LLVMGetMDNodeOperands(tag, parts);
    if (!parts[1] || !LLVMIsAMDNode(parts[1]) || LLVMGetMDNodeNumOperands(parts[1]) < 1 ||
        LLVMGetMDNodeNumOperands(parts[1]) > 4)
        return false;
    LLVMGetMDNodeOperands(parts[1], names);
    name = names[0] && LLVMIsAMDString(names[0]) ? LLVMGetMDString(names[0], &length) : "";
    return length == strlen("omnipotent char") && memcmp(name, "omnipotent char", length) == 0;
}

/*
 * Which bytes of a copied struct its members have. Where clang noted nothing, it is all of them. Vectors are left out:
 * those of three elements have a gap of their own.
 */
static void find_members(LLVMValueRef call, bool is_member[MOST_UNROLLED_BYTES])
{
    const LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
    const unsigned kind = LLVMGetMDKindIDInContext(context, "tbaa.struct", (unsigned)strlen("tbaa.struct"));
    const LLVMValueRef note = LLVMGetMetadata(call, kind);
    const unsigned count = note ? LLVMGetMDNodeNumOperands(note) : 0;
    LLVMValueRef parts[3 * MOST_UNROLLED_BYTES]; /* first byte, bytes and type of each member */

    memset(is_member, !note || count > sizeof parts / sizeof parts[0], MOST_UNROLLED_BYTES);
    if (!note || count > sizeof parts / sizeof parts[0])
        return;
    LLVMGetMDNodeOperands(note, parts);
    for (unsigned i = 0; i + 2 < count; i += 3) {
        uint64_t first, bytes;

        if (!lint_llvm_is_number(parts[i], &first) || !lint_llvm_is_number(parts[i + 1], &bytes) ||
            may_be_vector(parts[i + 2]))
            continue;
        for (uint64_t b = first; b < MOST_UNROLLED_BYTES && b - first < bytes; b++)
            is_member[b] = true;
    }
}

/* The elements of a piece that no member has a byte of. */
static uint16_t gaps_of(const bool *is_member, const struct element_access *piece)
{
    const unsigned bytes = piece->bits / 8;
    uint16_t gaps = 0;

    for (unsigned e = 0; e < piece->count; e++)
        if (!memchr(is_member + e * bytes, true, bytes))
            gaps = (uint16_t)(gaps | 1u << e);
    return gaps;
}

/* Within private memory, where no access counts, a copy keeps what is unwritten unwritten. */
static bool is_private_copy(LLVMValueRef call, const struct lint_access *read, const struct lint_access *written)
{
    size_t length;
    const char *const name = LLVMGetValueName2(LLVMGetCalledValue(call), &length);

    return read->space == LINT_PRIVATE && written->space == LINT_PRIVATE && strstr(name, "memcpy");
}

/* All of it is loaded before anything is stored, so that both sides may overlap. */
void lint_llvm_copy_memory(struct llvm_reader *reader, LLVMValueRef call)
{
    const LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1), size = LLVMGetOperand(call, 2);
    const uint32_t operands[] = { lint_llvm_slot(reader, to), lint_llvm_slot(reader, from),
                                  lint_llvm_slot(reader, size) };
    const unsigned to_align = argument_align(call, 0), from_align = argument_align(call, 1);
    const unsigned align = to_align < from_align ? to_align : from_align;
    const struct lint_access read = { .space = lint_llvm_space_of(reader, from), .align = from_align };
    uint64_t bytes = 0;
    const struct lint_access written = { .space = lint_llvm_space_of(reader, to), .align = to_align, .is_copy = true };
    const bool is_number = lint_llvm_is_number(size, &bytes);
    bool is_member[MOST_UNROLLED_BYTES];
    uint32_t slots;

    if (!is_number || bytes > MOST_UNROLLED_BYTES || is_private_copy(call, &read, &written)) {
        emit_block(reader, LINT_MEMORY_COPY, operands,
                   &(struct lint_access){ .space = written.space, .align = align });
        return;
    }
    if (bytes == 0)
        return;
    find_members(call, is_member);
    slots = lint_program_slots(reader->program, (uint32_t)bytes);
    for (unsigned pass = 0; pass < 2; pass++) {
        const struct lint_access *const promised = pass == 0 ? &read : &written;
        uint32_t slot = slots;

        for (uint64_t offset = 0; offset < bytes;) {
            struct element_access piece = next_piece(offset, bytes, align);
            struct lint_access access = *promised;

            while (offset % access.align != 0)
                access.align /= 2;
            piece.address = emit_offset(reader, operands[1 - pass], (int64_t)offset);
            piece.slot = slot;
            access.gaps = gaps_of(is_member + offset, &piece);
            emit_access(reader, pass == 0 ? LINT_LOAD : LINT_STORE, &access, &piece);
            slot += piece.count;
            offset += piece.count * piece.bits / 8;
        }
    }
}

void lint_llvm_set_memory(struct llvm_reader *reader, LLVMValueRef call)
{
    const LLVMValueRef to = LLVMGetOperand(call, 0), byte = LLVMGetOperand(call, 1), size = LLVMGetOperand(call, 2);
    const uint32_t operands[] = { lint_llvm_slot(reader, to), lint_llvm_slot(reader, byte),
                                  lint_llvm_slot(reader, size) };
    const unsigned align = argument_align(call, 0);
    struct lint_access access = { .space = lint_llvm_space_of(reader, to), .align = align };
    uint64_t bytes, value;
    uint32_t words;

    if (!lint_llvm_is_number(size, &bytes) || bytes > MOST_UNROLLED_BYTES || !lint_llvm_is_number(byte, &value)) {
        emit_block(reader, LINT_MEMORY_SET, operands, NULL);
        return;
    }
    value *= UINT64_C(0x01010101);
    words = lint_program_constants(reader->program, (const uint64_t[]){ value, value, value, value }, 4);
    for (uint64_t offset = 0; offset < bytes;) {
        struct element_access piece = next_piece(offset, bytes, align);

        access.align = align;
        while (offset % access.align != 0)
            access.align /= 2;
        piece.address = emit_offset(reader, operands[0], (int64_t)offset);
        piece.slot = words;
        if (piece.bits < 32)
            piece.slot = lint_program_constant(reader->program, value & ((UINT64_C(1) << piece.bits) - 1));
        emit_access(reader, LINT_STORE, &access, &piece);
        offset += piece.count * piece.bits / 8;
    }
}
