/*
 * Reading the one function that is left of a kernel into the engine's program. Files:
 *   llvm_reader.c     blocks, edges, and which function reads which instruction
 *   llvm_type.c       types as scalars in a row
 *   llvm_value.c      values as slots, constants
 *   llvm_constant.c   initial contents of arrays
 *   llvm_global.c     arrays outside of functions
 *   llvm_parameter.c  kernel arguments
 *   llvm_site.c       places in the source
 *   llvm_arithmetic.c, _cast.c, _vector.c, _memory.c, _atomic.c, _call.c, _intrinsic.c: instructions
 */
#ifndef LINT_LLVM_READER_H
#define LINT_LLVM_READER_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "llvm_map.h"
#include "llvm_view.h"
#include "program.h"

struct llvm_reader {
    const struct llvm_view *view;
    const char *path; /* of the source */
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    LLVMValueRef kernel;
    struct lint_program *program;
    uint64_t required[3];    /* size of the work-group; zeros: any */
    bool has_private_copies; /* the kernel reads arguments that its target holds in constant memory, ours in private */

    struct llvm_map values;   /* LLVMValueRef: first slot */
    struct llvm_map blocks;   /* LLVMBasicBlockRef: its first block of the program, LINT_NONE where it continues one */
    struct llvm_map sites;    /* debug location: site */
    struct llvm_map chained;  /* insertelement and insertvalue that the next one may write over */
    LLVMBasicBlockRef *order; /* blocks that control reaches, each behind those that dominate it */
    size_t block_count;

    uint32_t site;             /* of the instruction being read */
    enum clsmem_status status; /* the first failure; what comes after it has no effect that matters */
};

/* Fails with "path:line:column: " before the text, unless something failed before. Returns a slot that may be used. */
uint32_t lint_llvm_refuse(struct llvm_reader *reader, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* llvm_type.c */

/* One scalar of a value. */
struct llvm_scalar {
    LLVMTypeRef type;
    uint8_t bits;        /* in a slot: 64 for a pointer */
    uint8_t memory_bits; /* that a load takes from memory; of a boolean 8 */
    bool is_float, is_pointer;
    uint64_t offset; /* in memory, from the value's start */
};

/* Scalars of a type: vectors, arrays and structs have several. 0 for void, or after a failure. */
uint32_t lint_llvm_scalars(struct llvm_reader *reader, LLVMTypeRef type);
struct llvm_scalar lint_llvm_scalar(struct llvm_reader *reader, LLVMTypeRef type, uint32_t index);
/* Of a type that is the same all over: a scalar or a vector. */
unsigned lint_llvm_bits(struct llvm_reader *reader, LLVMTypeRef type);
enum lint_space lint_llvm_space(const struct llvm_reader *reader, unsigned address_space);
/* Of a vector; of anything else the type itself. */
LLVMTypeRef lint_llvm_element(LLVMTypeRef type);

/* llvm_value.c */

/* The first slot of a value: an instruction read before, an argument, a constant. */
uint32_t lint_llvm_slot(struct llvm_reader *reader, LLVMValueRef value);
void lint_llvm_set_slot(struct llvm_reader *reader, LLVMValueRef value, uint32_t slot);
/* New slots for the value of the instruction being read. */
uint32_t lint_llvm_new_slots(struct llvm_reader *reader, LLVMValueRef value);
/* Makes, in the block entered, the constants among the operands that take instructions: addresses in arrays. */
void lint_llvm_make_constants(struct llvm_reader *reader, LLVMValueRef instruction);
/* A whole number of at most 64 bits. */
bool lint_llvm_is_number(LLVMValueRef value, uint64_t *number);

/* Adds an instruction; `result` LINT_NONE: new slots. Returns the result. */
struct llvm_operation {
    enum lint_op op;
    unsigned bits, to_bits;
    uint32_t count, result, a, b, c;
    int64_t immediate;
};
uint32_t lint_llvm_emit(struct llvm_reader *reader, const struct llvm_operation *operation);
/* Of one scalar. */
uint32_t lint_llvm_emit_one(struct llvm_reader *reader, enum lint_op op, unsigned bits, uint32_t a, uint32_t b);
void lint_llvm_copy(struct llvm_reader *reader, uint32_t to, uint32_t from, uint32_t count);

/* llvm_constant.c: `bytes` of a constant's value as memory has it. */
void lint_llvm_constant_bytes(struct llvm_reader *reader, LLVMValueRef constant, uint8_t *bytes);
/* One scalar's bits, as a slot has them. False where it is an address. */
bool lint_llvm_constant_bits(LLVMValueRef constant, LLVMTypeRef type, uint64_t *bits);
/* Element of an aggregate or vector. */
LLVMValueRef lint_llvm_constant_element(LLVMValueRef constant, unsigned index);

/* llvm_global.c: the arrays that the kernel uses, in the module's order. */
void lint_llvm_read_globals(struct llvm_reader *reader);

/* llvm_parameter.c: into the program, in their order. */
void lint_llvm_read_parameters(struct llvm_reader *reader);
/* Whether an argument is the address of a copy: a struct's. */
bool lint_llvm_is_by_value(LLVMValueRef argument);

/* llvm_site.c */
uint32_t lint_llvm_site(struct llvm_reader *reader, LLVMValueRef instruction);
/* Operand of a node of the debug information, or NULL. */
LLVMValueRef lint_llvm_node_operand(const struct llvm_reader *reader, LLVMMetadataRef node, unsigned index);

/* Instructions, and constant expressions where they have the same operands. */
void lint_llvm_read_arithmetic(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_compare(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_select(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_negation(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_cast(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_freeze(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_extract_element(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_insert_element(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_shuffle(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_extract_value(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_insert_value(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_index(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_alloca(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_load(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_store(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_atomic(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_exchange(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_fence(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
void lint_llvm_read_call(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);

/* llvm_cast.c: the same bits as elements of another width, the lowest first; what is too much is cut off. */
void lint_llvm_repack(struct llvm_reader *reader, uint32_t to, unsigned to_bits, uint32_t to_count, uint32_t from,
                      unsigned from_bits, uint32_t from_count);

/* llvm_memory.c: what an access through this pointer goes to. */
enum lint_space lint_llvm_space_of(struct llvm_reader *reader, LLVMValueRef pointer);
/* memcpy, memmove, memset: as loads and stores where they are short and of known size. */
void lint_llvm_copy_memory(struct llvm_reader *reader, LLVMValueRef call);
void lint_llvm_set_memory(struct llvm_reader *reader, LLVMValueRef call);

/* llvm_intrinsic.c: false where it is none that we know. */
bool lint_llvm_read_intrinsic(struct llvm_reader *reader, LLVMValueRef call, const char *full_name);

/* llvm_reader.c: reads any value of these opcodes, where the operands are alike: instructions, constant expressions. */
void lint_llvm_read_value(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);

/* The kernel's function, with all inlined. */
enum clsmem_status lint_llvm_read_function(struct llvm_reader *reader);

#endif
