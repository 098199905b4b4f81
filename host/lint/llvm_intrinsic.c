/* LLVM's intrinsics. */
#include "llvm_reader.h"

#include <stdio.h>
#include <string.h>

#include "builtin.h"
#include "math_table.h"

static uint32_t argument(struct llvm_reader *reader, LLVMValueRef call, unsigned index)
{
    return lint_llvm_slot(reader, LLVMGetOperand(call, index));
}

/* An element operation of the first one, two or three arguments. */
static void emit_elements(struct llvm_reader *reader, LLVMValueRef call, enum lint_op op, unsigned operand_count,
                          int64_t immediate)
{
    const LLVMTypeRef type = LLVMTypeOf(call);
    const unsigned bits = lint_llvm_bits(reader, type);
    const struct llvm_operation operation = {
        .op = op,
        .bits = bits,
        .to_bits = bits,
        .count = lint_llvm_scalars(reader, type),
        .result = LINT_NONE,
        .a = argument(reader, call, 0),
        .b = operand_count > 1 ? argument(reader, call, 1) : LINT_NONE,
        .c = operand_count > 2 ? argument(reader, call, 2) : LINT_NONE,
        .immediate = immediate,
    };

    lint_llvm_set_slot(reader, call, lint_llvm_emit(reader, &operation));
}

/* X(intrinsic, operation, operands): the plain ones. */
static const struct {
    const char *name;
    enum lint_op op;
    unsigned operand_count;
} element_ops[] = {
    { "fma", LINT_FMA_F, 3 },
    { "fmuladd", LINT_MULADD_F, 3 },
    { "fabs", LINT_ABS_F, 1 },
    { "minnum", LINT_MIN_F, 2 },
    { "maxnum", LINT_MAX_F, 2 },
    { "sqrt", LINT_SQRT_F, 1 },
    { "floor", LINT_FLOOR_F, 1 },
    { "ceil", LINT_CEIL_F, 1 },
    { "trunc", LINT_TRUNC_F, 1 },
    { "rint", LINT_RINT_F, 1 },
    { "nearbyint", LINT_RINT_F, 1 },
    { "roundeven", LINT_RINT_F, 1 },
    { "copysign", LINT_COPYSIGN_F, 2 },
    { "canonicalize", LINT_COPY, 1 },
    { "umin", LINT_MIN_U, 2 },
    { "umax", LINT_MAX_U, 2 },
    { "smin", LINT_MIN_S, 2 },
    { "smax", LINT_MAX_S, 2 },
    { "uadd.sat", LINT_ADD_SAT_U, 2 },
    { "sadd.sat", LINT_ADD_SAT_S, 2 },
    { "usub.sat", LINT_SUB_SAT_U, 2 },
    { "ssub.sat", LINT_SUB_SAT_S, 2 },
    { "ctlz", LINT_CLZ, 1 },
    { "cttz", LINT_CTZ, 1 },
    { "ctpop", LINT_POPCOUNT, 1 },
    { "bitreverse", LINT_REVERSE, 1 },
    { "fshl", LINT_FUNNEL_LEFT, 3 },
    { "fshr", LINT_FUNNEL_RIGHT, 3 },
    { "ptrmask", LINT_AND, 2 },
    { "expect", LINT_COPY, 1 },
    { "expect.with.probability", LINT_COPY, 1 },
    { "launder.invariant.group", LINT_COPY, 1 },
    { "ssa.copy", LINT_COPY, 1 },
    { "annotation", LINT_COPY, 1 },
    { "ptr.annotation", LINT_COPY, 1 },
};

/* Intrinsics that have a function of the same or another name in OpenCL's library. */
static const struct {
    const char *name, *function;
    unsigned operand_count;
} math_ops[] = {
    { "sin", "sin", 1 },     { "cos", "cos", 1 },     { "tan", "tan", 1 },     { "exp", "exp", 1 },
    { "exp2", "exp2", 1 },   { "exp10", "exp10", 1 }, { "log", "log", 1 },     { "log2", "log2", 1 },
    { "log10", "log10", 1 }, { "pow", "pow", 2 },     { "round", "round", 1 },
};

/* What does nothing that a program could see. */
static const char *const nothing[] = {
    "dbg.declare",    "dbg.value",      "dbg.assign",  "dbg.label",
    "lifetime.start", "lifetime.end",   "assume",      "invariant.start",
    "invariant.end",  "donothing",      "sideeffect",  "experimental.noalias.scope.decl",
    "prefetch",       "var.annotation", "pseudoprobe",
};

static bool is_nothing(const char *name)
{
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        if (strcmp(nothing[i], name) == 0)
            return true;
    return false;
}

static bool read_element_op(struct llvm_reader *reader, LLVMValueRef call, const char *name)
{
    for (size_t i = 0; i < sizeof element_ops / sizeof *element_ops; i++)
        if (strcmp(element_ops[i].name, name) == 0) {
            emit_elements(reader, call, element_ops[i].op, element_ops[i].operand_count, 0);
            return true;
        }
    for (size_t i = 0; i < sizeof math_ops / sizeof *math_ops; i++)
        if (strcmp(math_ops[i].name, name) == 0) {
            const int number = lint_math_find(math_ops[i].function);

            if (number < 0)
                return false;
            emit_elements(reader, call, LINT_MATH, math_ops[i].operand_count, number);
            return true;
        }
    return false;
}

/* llvm.abs: the greater of x and -x. */
static bool read_abs(struct llvm_reader *reader, LLVMValueRef call, const char *name)
{
    const LLVMTypeRef type = LLVMTypeOf(call);
    struct llvm_operation operation = { .op = LINT_SUB, .result = LINT_NONE, .c = LINT_NONE };

    if (strcmp(name, "abs") != 0)
        return false;
    operation.bits = operation.to_bits = lint_llvm_bits(reader, type);
    operation.count = lint_llvm_scalars(reader, type);
    operation.a = lint_llvm_slot(reader, LLVMConstNull(type));
    operation.b = argument(reader, call, 0);
    operation.a = lint_llvm_emit(reader, &operation);
    operation.op = LINT_MAX_S;
    lint_llvm_set_slot(reader, call, lint_llvm_emit(reader, &operation));
    return true;
}

/* The bytes of each element, turned round. */
static bool read_byte_swap(struct llvm_reader *reader, LLVMValueRef call, const char *name)
{
    const LLVMTypeRef type = LLVMTypeOf(call);
    unsigned bits, count;
    uint32_t slot, result, bytes;

    if (strcmp(name, "bswap") != 0)
        return false;
    bits = lint_llvm_bits(reader, type);
    count = bits / 8;
    slot = argument(reader, call, 0);
    result = lint_llvm_new_slots(reader, call);
    bytes = lint_program_slots(reader->program, 2 * count);
    for (uint32_t i = 0; i < lint_llvm_scalars(reader, type); i++) {
        lint_llvm_repack(reader, bytes, 8, count, slot + i, bits, 1);
        for (uint32_t b = 0; b < count; b++)
            lint_llvm_copy(reader, bytes + count + b, bytes + count - 1 - b, 1);
        lint_llvm_repack(reader, result + i, bits, 1, bytes + count, 8, count);
    }
    return true;
}

/* Reductions of a vector: one element after the other. */
static const struct {
    const char *name;
    enum lint_op op;
} reductions[] = {
    { "add", LINT_ADD },    { "mul", LINT_MUL },    { "and", LINT_AND },    { "or", LINT_OR },
    { "xor", LINT_XOR },    { "smax", LINT_MAX_S }, { "smin", LINT_MIN_S }, { "umax", LINT_MAX_U },
    { "umin", LINT_MIN_U }, { "fmax", LINT_MAX_F }, { "fmin", LINT_MIN_F }, { "fadd", LINT_ADD_F },
    { "fmul", LINT_MUL_F },
};

static bool read_reduction(struct llvm_reader *reader, LLVMValueRef call, const char *name)
{
    const char *const prefix = "vector.reduce.";
    unsigned vector, bits;
    uint32_t slot, count, total;

    if (strncmp(name, prefix, strlen(prefix)) != 0)
        return false;
    vector = LLVMGetNumArgOperands(call) - 1; /* fadd and fmul have a value to begin with */
    bits = lint_llvm_bits(reader, LLVMTypeOf(call));
    for (size_t i = 0; i < sizeof reductions / sizeof *reductions; i++) {
        if (strcmp(reductions[i].name, name + strlen(prefix)) != 0)
            continue;
        slot = argument(reader, call, vector);
        count = lint_llvm_scalars(reader, LLVMTypeOf(LLVMGetOperand(call, vector)));
        total = vector > 0 ? argument(reader, call, 0) : slot;
        for (uint32_t e = vector > 0 ? 0 : 1; e < count; e++)
            total = lint_llvm_emit_one(reader, reductions[i].op, bits, total, slot + e);
        lint_llvm_set_slot(reader, call, total);
        return true;
    }
    return false;
}

/* A pair of the result and whether it does not fit. */
static bool read_overflow(struct llvm_reader *reader, LLVMValueRef call, const char *name)
{
    static const struct {
        const char *name;
        enum lint_op op, saturated;
    } kinds[] = {
        { "uadd.with.overflow", LINT_ADD, LINT_ADD_SAT_U },  { "sadd.with.overflow", LINT_ADD, LINT_ADD_SAT_S },
        { "usub.with.overflow", LINT_SUB, LINT_SUB_SAT_U },  { "ssub.with.overflow", LINT_SUB, LINT_SUB_SAT_S },
        { "umul.with.overflow", LINT_MUL, LINT_MUL_HIGH_U }, { "smul.with.overflow", LINT_MUL, LINT_MUL_HIGH_S },
    };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, 0));
        uint32_t a, b, wrapped, other, result;
        unsigned bits;

        if (strcmp(kinds[i].name, name) != 0)
            continue;
        if (lint_llvm_scalars(reader, type) != 1)
            return false;
        bits = lint_llvm_bits(reader, type);
        a = argument(reader, call, 0);
        b = argument(reader, call, 1);
        wrapped = lint_llvm_emit_one(reader, kinds[i].op, bits, a, b);
        other = lint_llvm_emit_one(reader, kinds[i].saturated, bits, a, b);
        /* Sums fit where saturating changes nothing; products where the upper half says no more than the sign. */
        if (kinds[i].saturated == LINT_MUL_HIGH_U)
            a = lint_program_constant(reader->program, 0);
        else if (kinds[i].saturated == LINT_MUL_HIGH_S)
            a = lint_llvm_emit_one(reader, LINT_ASHR, bits, wrapped, lint_program_constant(reader->program, bits - 1));
        else
            a = wrapped;
        other = lint_llvm_emit_one(reader, LINT_NE, bits, other, a);
        result = lint_llvm_new_slots(reader, call);
        lint_llvm_copy(reader, result, wrapped, 1);
        lint_llvm_copy(reader, result + 1, other, 1);
        return true;
    }
    return false;
}

/* Registers of a device that hold ids; the last letter, or digit, says the dimension. */
static const struct {
    const char *prefix;
    enum lint_id id;
    char first; /* letter of dimension 0 */
} registers[] = {
    { "nvvm.read.ptx.sreg.tid.", LINT_LOCAL_ID, 'x' },        { "nvvm.read.ptx.sreg.ctaid.", LINT_GROUP_ID, 'x' },
    { "nvvm.read.ptx.sreg.ntid.", LINT_LOCAL_SIZE, 'x' },     { "nvvm.read.ptx.sreg.nctaid.", LINT_GROUP_COUNT, 'x' },
    { "nvvm.read.ptx.sreg.envreg", LINT_GLOBAL_OFFSET, '3' }, { "amdgcn.workitem.id.", LINT_LOCAL_ID, 'x' },
    { "amdgcn.workgroup.id.", LINT_GROUP_ID, 'x' },
};

static bool read_register(struct llvm_reader *reader, LLVMValueRef call, const char *name)
{
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) {
        const size_t length = strlen(registers[i].prefix);

        if (strncmp(registers[i].prefix, name, length) == 0 && name[length] >= registers[i].first &&
            name[length] < registers[i].first + 3 && name[length + 1] == '\0') {
            lint_llvm_set_slot(
                reader, call,
                lint_program_id(reader->program, registers[i].id, (unsigned)(name[length] - registers[i].first)));
            return true;
        }
    }
    return false;
}

/* ldexp, which AMD's passes make of OpenCL's function: that function again, element by element. */
static bool read_ldexp(struct llvm_reader *reader, LLVMValueRef call, const char *name)
{
    const LLVMTypeRef type = LLVMTypeOf(call);
    struct lint_call scalar = { .argument_count = 2, .site = reader->site };
    uint32_t first;

    if (strcmp(name, "ldexp") != 0)
        return false;
    scalar.result = (struct lint_value){ .count = 1, .bits = (uint8_t)lint_llvm_bits(reader, type), .is_float = true };
    scalar.name = scalar.result.bits == 64 ? "_Z5ldexpdi" : scalar.result.bits == 32 ? "_Z5ldexpfi" : "_Z5ldexpDhi";
    scalar.arguments[0] = scalar.result;
    scalar.arguments[1] = (struct lint_value){ .count = 1, .bits = 32 };
    first = lint_llvm_new_slots(reader, call);
    for (uint32_t i = 0; i < lint_llvm_scalars(reader, type) && reader->status == CLSMEM_OK; i++) {
        scalar.result.slot = first + i;
        scalar.arguments[0].slot = argument(reader, call, 0) + i;
        scalar.arguments[1].slot = argument(reader, call, 1) + i;
        reader->status = lint_builtin_emit(reader->program, &scalar);
    }
    return true;
}

/* The barrier that llvm_rewrite.c wrote: its number is the builtin's flags. */
static bool read_barrier(struct llvm_reader *reader, LLVMValueRef call, const char *name)
{
    struct lint_call barrier = { .name = "_Z7barrierj", .argument_count = 1, .site = reader->site };

    if (strcmp(name, "nvvm.barrier.n") != 0)
        return false;
    barrier.arguments[0] = (struct lint_value){ .slot = argument(reader, call, 0), .count = 1, .bits = 32 };
    memcpy(barrier.required_local, reader->required, sizeof barrier.required_local);
    if (reader->status == CLSMEM_OK)
        reader->status = lint_builtin_emit(reader->program, &barrier);
    return true;
}

/* "llvm.memcpy.p0.p2.i64" without the types that tell its forms apart: "memcpy". */
static void strip_name(const char *full, bool is_overloaded, char *name, size_t bytes)
{
    const size_t prefix = strlen("llvm.");
    char *dot;

    snprintf(name, bytes, "%s", strlen(full) > prefix ? full + prefix : "");
    while (is_overloaded && (dot = strrchr(name, '.')) != NULL) {
        const char *const type = dot + (strncmp(dot, ".nx", 3) == 0 ? 3 : 1);
        const bool is_type = (strchr("ifpv", *type) && type[1] >= '0' && type[1] <= '9') ||
                             strncmp(type, "sl_", 3) == 0 || strncmp(type, "s_", 2) == 0;

        if (!is_type)
            break;
        *dot = '\0';
    }
}

bool lint_llvm_read_intrinsic(struct llvm_reader *reader, LLVMValueRef call, const char *full_name)
{
    const unsigned number = LLVMGetIntrinsicID(LLVMGetCalledValue(call));
    char name[128];

    strip_name(full_name, LLVMIntrinsicIsOverloaded(number) != 0, name, sizeof name);
    if (is_nothing(name))
        return true;
    if (strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0 || strcmp(name, "memcpy.inline") == 0) {
        lint_llvm_copy_memory(reader, call);
        return true;
    }
    if (strcmp(name, "memset") == 0) {
        lint_llvm_set_memory(reader, call);
        return true;
    }
    if (strcmp(name, "trap") == 0 || strcmp(name, "debugtrap") == 0) {
        /* What the compiler put behind it is never reached. */
        lint_program_trap(reader->program, reader->site);
        lint_program_enter(reader->program, lint_program_block(reader->program));
        return true;
    }
    return read_element_op(reader, call, name) || read_abs(reader, call, name) || read_byte_swap(reader, call, name) ||
           read_reduction(reader, call, name) || read_overflow(reader, call, name) ||
           read_register(reader, call, name) || read_ldexp(reader, call, name) || read_barrier(reader, call, name);
}
