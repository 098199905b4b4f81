/*
 * The program that the lock-step engine runs: what both front ends (llvm_*.c from OpenCL C, ptx_*.c from a driver's
 * PTX) make, and what engine, merge model and reports read. It knows nothing of either source.
 *
 * A value of one lane is 64 bits in a *slot*; a vector, or a struct, is as many consecutive slots as it has scalars.
 * Integers of fewer bits are zero-extended, floating-point values are bit patterns (16, 32, 64 bits), booleans are 0
 * or 1, pointers are addresses as memory.h encodes them. A slot may be written by more than one instruction (PTX
 * registers are; LLVM values are not), and is per lane. Constants are slots too: lint_program_constant.
 */
#ifndef LINT_PROGRAM_H
#define LINT_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clsmem/status.h"

#define LINT_NONE UINT32_MAX /* no slot, no site, no block */

/* X(name): operations on `count` consecutive elements of `bits` bits, lane by lane. a, b, c are the operands. */
#define LINT_ELEMENT_OPS(X)                                                                                           \
    /* Integers, modulo 2^bits. */                                                                                    \
    X(COPY) /* a */                                                                                                   \
    X(ADD)                                                                                                            \
    X(SUB)                                                                                                            \
    X(MUL)                                                                                                            \
    X(MUL_HIGH_U) /* the upper `bits` bits of the product of 2 bits */                                                \
    X(MUL_HIGH_S)                                                                                                     \
    X(DIV_U) /* by zero: all ones, as hardware gives it */                                                            \
    X(DIV_S)                                                                                                          \
    X(REM_U)                                                                                                          \
    X(REM_S)                                                                                                          \
    X(AND)                                                                                                            \
    X(OR)                                                                                                             \
    X(XOR)                                                                                                            \
    X(SHL) /* a shift by `bits` or more gives 0 (ASHR: the sign) */                                                   \
    X(LSHR)                                                                                                           \
    X(ASHR)                                                                                                           \
    X(MIN_U)                                                                                                          \
    X(MIN_S)                                                                                                          \
    X(MAX_U)                                                                                                          \
    X(MAX_S)                                                                                                          \
    X(ADD_SAT_U)                                                                                                      \
    X(ADD_SAT_S)                                                                                                      \
    X(SUB_SAT_U)                                                                                                      \
    X(SUB_SAT_S)                                                                                                      \
    X(CLZ) /* of 0: bits */                                                                                           \
    X(CTZ) /* of 0: bits */                                                                                           \
    X(POPCOUNT)                                                                                                       \
    X(REVERSE)      /* bits */                                                                                        \
    X(FUNNEL_LEFT)  /* upper half of (a:b) << (c mod bits); a rotation where a is b */                                \
    X(FUNNEL_RIGHT) /* lower half of (a:b) >> (c mod bits) */                                                         \
    X(SIGN_EXTEND)  /* a of `bits` bits to `to_bits` */                                                               \
    X(MASK)         /* a cut to `to_bits`, which is also how a zero-extended value is cut */                          \
    X(INDEX)        /* a + sign-extended b (of `bits` bits) * immediate, in 64 bits: an address, a is a pointer */    \
    /* Comparisons: 0 or 1. */                                                                                        \
    X(EQ)                                                                                                             \
    X(NE)                                                                                                             \
    X(LT_U)                                                                                                           \
    X(LE_U)                                                                                                           \
    X(LT_S)                                                                                                           \
    X(LE_S)                                                                                                           \
    /* `immediate` is an or of enum lint_order: which outcomes count as true. */                                      \
    X(COMPARE_F)                                                                                                      \
    X(SELECT)     /* a ? b : c; a has `count` elements */                                                             \
    X(SELECT_ONE) /* a ? b : c; a has one element, b and c `count` */                                                 \
    /* Floating point, round to nearest even. */                                                                      \
    X(ADD_F)                                                                                                          \
    X(SUB_F)                                                                                                          \
    X(MUL_F)                                                                                                          \
    X(DIV_F)                                                                                                          \
    X(REM_F)    /* fmod */                                                                                            \
    X(FMA_F)    /* one rounding */                                                                                    \
    X(MULADD_F) /* a * b + c, one rounding or two as the device likes: one here */                                    \
    X(NEG_F)                                                                                                          \
    X(ABS_F)                                                                                                          \
    X(MIN_F) /* a NaN loses */                                                                                        \
    X(MAX_F)                                                                                                          \
    X(SQRT_F)                                                                                                         \
    X(FLOOR_F)                                                                                                        \
    X(CEIL_F)                                                                                                         \
    X(TRUNC_F)                                                                                                        \
    X(RINT_F)                                                                                                         \
    X(COPYSIGN_F)                                                                                                     \
    /* `immediate` is a lint_conversion_pack(). */                                                                    \
    X(CONVERT)                                                                                                        \
    /* `immediate` is an index into the table of math_table.h: one scalar function of up to three operands. */        \
    X(MATH)

/* X(name): operations with a form of their own, described at struct lint_instruction. */
#define LINT_OTHER_OPS(X)                                                                                             \
    X(EXTRACT) /* result: one element; a: first of `count`; b: index. Outside: 0 */                                   \
    X(INSERT)  /* result: `count` elements: those of a with element c replaced by b. Outside: unchanged */            \
    X(LOAD)                                                                                                           \
    X(STORE)                                                                                                          \
    X(ATOMIC)                                                                                                         \
    X(COMPARE_EXCHANGE) /* a: address, b: expected, c: new; result: old; result + 1: 1 where it was exchanged */      \
    X(MEMORY_COPY)      /* a: to, b: from, c: bytes */                                                                \
    X(MEMORY_SET)       /* a: to, b: byte, c: bytes */                                                                \
    X(ASYNC_COPY)       /* of the whole work-group; a: to, b: from, c: elements; `copy` says the rest */              \
    X(CLOCK)            /* result: a counter that grows */                                                            \
    X(SUB_GROUP)        /* of the active lanes; a: value, b: lane or distance; `collective` */                        \
    X(SUB_GROUP_BARRIER)                                                                                              \
    X(FENCE)

enum lint_op {
#define LINT_OP_ENUM(name) LINT_##name,
    LINT_ELEMENT_OPS(LINT_OP_ENUM) LINT_OTHER_OPS(LINT_OP_ENUM)
#undef LINT_OP_ENUM
        LINT_OP_COUNT
};

/* How two floating-point values compare; the numbers are those of LLVM's predicates. */
enum lint_order { LINT_EQUAL = 1, LINT_GREATER = 2, LINT_LESS = 4, LINT_UNORDERED = 8 };

enum lint_kind { LINT_UNSIGNED, LINT_SIGNED, LINT_FLOAT };

enum lint_rounding { LINT_TO_NEAREST, LINT_TO_ZERO, LINT_UP, LINT_DOWN };

struct lint_conversion {
    enum lint_kind from, to;
    unsigned from_bits, to_bits;
    enum lint_rounding rounding;
    bool
        saturate; /* out of range: the nearest number, NaN: 0. Without it the same is done, but nobody may rely on it */
};

int64_t lint_conversion_pack(const struct lint_conversion *conversion);
struct lint_conversion lint_conversion_unpack(int64_t packed);

enum lint_space { LINT_GENERIC, LINT_GLOBAL, LINT_CONSTANT, LINT_LOCAL, LINT_PRIVATE, LINT_SPACE_COUNT };

const char *lint_space_word(enum lint_space space); /* "local" */

/* Read-modify-write operations of ATOMIC; a: address, b: operand, result: the old value or LINT_NONE. */
#define LINT_ATOMICS(X)                                                                                               \
    X(EXCHANGE)                                                                                                       \
    X(ADD)                                                                                                            \
    X(SUB)                                                                                                            \
    X(AND)                                                                                                            \
    X(NAND)                                                                                                           \
    X(OR)                                                                                                             \
    X(XOR)                                                                                                            \
    X(MIN_U)                                                                                                          \
    X(MIN_S)                                                                                                          \
    X(MAX_U)                                                                                                          \
    X(MAX_S)                                                                                                          \
    X(ADD_F)                                                                                                          \
    X(SUB_F)                                                                                                          \
    X(MIN_F)                                                                                                          \
    X(MAX_F)                                                                                                          \
    X(INC_WRAP) /* old >= b ? 0 : old + 1 */                                                                          \
    X(DEC_WRAP) /* old == 0 || old > b ? b : old - 1 */

enum lint_atomic {
#define LINT_ATOMIC_ENUM(name) LINT_ATOMIC_##name,
    LINT_ATOMICS(LINT_ATOMIC_ENUM)
#undef LINT_ATOMIC_ENUM
};

/* Of LOAD, STORE, ATOMIC, COMPARE_EXCHANGE: lint_instruction.access points into lint_program.accesses. */
struct lint_access {
    enum lint_space space;
    unsigned align; /* that the program promises, in bytes: 1, 2, 4 ... */
    bool is_atomic; /* also a load or a store of OpenCL 2 that is atomic: it races with no other atomic */
    bool is_volatile;
    enum lint_atomic atomic;
    bool result_unused; /* of an atomic, after all optimisation */
    bool is_copy;       /* a store that is part of a struct's copy: the gaps between the members go along */
    uint16_t gaps;      /* elements of a copy that lie in no member, one bit each */
};

/* Of ASYNC_COPY. */
struct lint_copy {
    unsigned bytes;  /* of an element */
    bool strides_to; /* which side has the stride: async_work_group_strided_copy to global memory */
    uint32_t stride; /* slot, in elements; LINT_NONE: dense on both sides */
    enum lint_space to, from;
};

/* What a collective of a work-group or a sub-group computes from one value of each member. */
enum lint_collective {
    LINT_COLLECTIVE_NONE, /* a plain barrier */
    LINT_BROADCAST,       /* b: the member (work-groups: b, b + 1, b + 2 are its local ids) */
    LINT_REDUCE,
    LINT_SCAN_INCLUSIVE,
    LINT_SCAN_EXCLUSIVE,
    LINT_ALL,
    LINT_ANY,
    LINT_SHUFFLE,      /* value of lane b */
    LINT_SHUFFLE_XOR,  /* value of lane l ^ b */
    LINT_SHUFFLE_UP,   /* value of lane l - b; where there is none, the own one */
    LINT_SHUFFLE_DOWN, /* value of lane l + b */
    LINT_BALLOT,       /* bits of the lanes whose value is not 0: result is four slots of 32 bits */
    LINT_ELECT,        /* 1 in the lowest active lane */
};

struct lint_group_call {
    enum lint_collective collective;
    enum lint_atomic combine; /* of reductions and scans: ADD, MIN_.., MAX_.., ADD_F, AND, OR, XOR */
    bool is_partial; /* made for some lanes only (PTX's masks, non-uniform functions): no fault if not all come */
};

/*
 * One instruction.
 *   element ops:     result .. result + count - 1 from a.., b.., c.. of as many elements
 *   LOAD, STORE:     `count` elements of `bits` bits, next to one another in memory, at the address in a; STORE has its
 *                    value in b. A boolean is a byte (bits 8). bytes of the access: count * bits / 8
 *   ATOMIC:          bits 32 or 64
 *   MEMORY_COPY:     detail is an access: space and alignment of the destination; the source's address tells its space.
 *                    LINT_NONE: nothing is known. MEMORY_SET alike
 *   SUB_GROUP:       bits of the value; count elements; detail is a group call
 *   SUB_GROUP_BARRIER: detail is a group call (is_partial), or LINT_NONE
 */
struct lint_instruction {
    uint16_t op; /* enum lint_op */
    uint8_t bits;
    uint8_t to_bits;
    uint32_t count;
    uint32_t result;
    uint32_t a, b, c;
    uint32_t detail; /* index of the access, copy or group call; LINT_NONE where the op has none */
    uint32_t site;   /* where it stands in the source; LINT_NONE: unknown */
    int64_t immediate;
};

/* A copy that a lane does when it takes an edge: what phi instructions come to. All reads precede all writes. */
struct lint_move {
    uint32_t to, from;
};

struct lint_edge {
    uint32_t target; /* block */
    uint32_t first_move, move_count;
};

enum lint_end { LINT_JUMP, LINT_BRANCH, LINT_SWITCH, LINT_RETURN, LINT_BARRIER, LINT_TRAP };

/* Memory whose accesses a barrier orders. */
enum lint_fence { LINT_FENCE_LOCAL = 1, LINT_FENCE_GLOBAL = 2 };

/*
 * A straight run of instructions. Blocks are numbered so that the lowest one with a lane in it is always the right one
 * to run next: loops are contiguous, headers first, and all else is in topological order (lint_program_finish).
 */
struct lint_block {
    uint32_t first, count; /* instructions */
    enum lint_end end;
    uint32_t value;                  /* BRANCH: the condition (edge 0 where it is not 0); SWITCH: the value */
    uint8_t bits;                    /* SWITCH: of the value */
    uint32_t first_edge, edge_count; /* SWITCH: edge 0 is the default, edge i + 1 belongs to case first_case + i */
    uint32_t first_case;
    uint32_t barrier; /* BARRIER: index into lint_program.barriers; it has one edge */
    uint32_t site;    /* of the end */
    bool keeps_loop;  /* the source says that the loop which begins here is not to be unrolled */
};

/* A barrier of a work-group, alone or as part of a work-group function or of wait_group_events. */
struct lint_barrier {
    uint32_t site;
    unsigned fence; /* enum lint_fence, or-ed */
    bool waits_for_copies;
    struct lint_group_call call; /* of work-group functions */
    uint32_t value, other, result;
    uint32_t count;
    uint8_t bits;
};

/* A place in the source. */
struct lint_site {
    uint32_t file; /* into lint_program.files */
    uint32_t line, column;
    uint32_t function;   /* into lint_program.functions: where the text stands, helper functions included */
    uint32_t inlined_at; /* site of the call, where a helper function was called; LINT_NONE in the kernel itself */
};

/* An array in local or private memory, or constant data. */
struct lint_array {
    char *name;
    enum lint_space space; /* LOCAL, PRIVATE (one a lane), CONSTANT (initialised) or GLOBAL (initialised, writable) */
    uint64_t bytes;
    unsigned align;
    const uint8_t *initial; /* bytes of it; NULL for local and private arrays. Owned by the array */
};

enum lint_parameter_kind { LINT_BUFFER, LINT_LOCAL_BUFFER, LINT_SCALAR };

/* A kernel argument. */
struct lint_parameter {
    char *name; /* never NULL; "argument 2" where the source does not tell */
    char *type; /* OpenCL C words, "" where unknown: "float*", "uint4", "struct params" */
    enum lint_parameter_kind kind;
    enum lint_space space; /* of buffers: GLOBAL or CONSTANT */
    uint64_t bytes;        /* of a scalar, vector or struct; of one element of a buffer where known, else 0 */
    unsigned align;        /* of a local argument's elements */
};

/* Where the parts of an argument are at the kernel's start; a buffer has one part of 64 bits, its address. */
struct lint_parameter_slot {
    uint32_t parameter;
    uint32_t offset; /* in the argument's bytes */
    uint8_t bits;
    uint32_t slot;
};

/* X(name, words): slots that hold the same in all lanes of a sub-group, or a lane's ids. Three dimensions each. */
#define LINT_IDS(X)                                                                                                   \
    X(LOCAL_ID)                                                                                                       \
    X(GROUP_ID)                                                                                                       \
    X(GLOBAL_ID) /* with the offset */                                                                                \
    X(LOCAL_SIZE)                                                                                                     \
    X(GROUP_COUNT)                                                                                                    \
    X(GLOBAL_SIZE)                                                                                                    \
    X(GLOBAL_OFFSET)

enum lint_id {
#define LINT_ID_ENUM(name) LINT_##name,
    LINT_IDS(LINT_ID_ENUM)
#undef LINT_ID_ENUM
        LINT_ID_COUNT
};

/* Not per dimension. */
enum lint_scalar_id {
    LINT_WORK_DIM,
    LINT_LOCAL_LINEAR_ID,
    LINT_GLOBAL_LINEAR_ID,
    LINT_SUB_GROUP_ID,
    LINT_SUB_GROUP_COUNT,
    LINT_SUB_GROUP_SIZE, /* of this sub-group: the last one may be smaller */
    LINT_SUB_GROUP_MAX_SIZE,
    LINT_LANE,
    LINT_SCALAR_ID_COUNT
};

struct lint_program {
    char *kernel;
    uint64_t required_local[3]; /* reqd_work_group_size; 0: none */

    struct lint_instruction *instructions;
    size_t instruction_count;
    struct lint_block *blocks; /* 0 is the entry */
    size_t block_count;
    struct lint_edge *edges;
    size_t edge_count;
    struct lint_move *moves;
    size_t move_count;
    uint64_t *cases;
    size_t case_count;
    struct lint_access *accesses;
    size_t access_count;
    struct lint_barrier *barriers;
    size_t barrier_count;
    struct lint_copy *copies;
    size_t copy_count;
    struct lint_group_call *group_calls;
    size_t group_call_count;
    struct lint_site *sites;
    size_t site_count;
    char **files;
    size_t file_count;
    char **functions;
    size_t function_count;
    struct lint_array *arrays;
    size_t array_count;
    struct lint_parameter *parameters;
    size_t parameter_count;
    struct lint_parameter_slot *parameter_slots;
    size_t parameter_slot_count;

    uint32_t slot_count; /* per lane, in a sub-group's own registers */
    uint64_t *constants; /* slots from LINT_FIRST_CONSTANT on */
    size_t constant_count;
    uint32_t ids[LINT_ID_COUNT][3]; /* slots; LINT_NONE where the program does not ask */
    uint32_t scalar_ids[LINT_SCALAR_ID_COUNT];
    /* Where the address of each array is wanted: pairs (array, slot), set at the start of a sub-group. */
    uint32_t (*array_slots)[2];
    size_t array_slot_count;
    /* Parameters passed by value in memory: pairs (parameter, array), copied into the array at the start. */
    uint32_t (*value_arrays)[2];
    size_t value_array_count;

    struct lint_program_extents *extents; /* of the lists above; NULL once the program is finished */
};

#define LINT_FIRST_CONSTANT 0x80000000u

/* Blocks, edges and instructions are added in any order and finished at the end; every function here can run out of
 * memory, which lint_program_finish tells: until then, failed calls return slot 0 and change nothing. */
struct lint_program *lint_program_new(const char *kernel);
void lint_program_release(struct lint_program *program);

uint32_t lint_program_slots(struct lint_program *program, uint32_t count);
uint32_t lint_program_constant(struct lint_program *program, uint64_t value); /* the same value: the same slot */
/* `count` constants in consecutive slots. */
uint32_t lint_program_constants(struct lint_program *program, const uint64_t *values, uint32_t count);
uint32_t lint_program_id(struct lint_program *program, enum lint_id id, unsigned dimension);
uint32_t lint_program_scalar_id(struct lint_program *program, enum lint_scalar_id id);
uint32_t lint_program_array(struct lint_program *program, const struct lint_array *array); /* takes name and initial */
uint32_t lint_program_array_slot(struct lint_program *program, uint32_t array);            /* slot of its address */
uint32_t lint_program_file(struct lint_program *program, const char *path);
uint32_t lint_program_function(struct lint_program *program, const char *name);
uint32_t lint_program_site(struct lint_program *program, const struct lint_site *site); /* equal sites: one number */
uint32_t lint_program_access(struct lint_program *program, const struct lint_access *access);
uint32_t lint_program_copy(struct lint_program *program, const struct lint_copy *copy);
uint32_t lint_program_group_call(struct lint_program *program, const struct lint_group_call *call);
uint32_t lint_program_barrier(struct lint_program *program, const struct lint_barrier *barrier);
uint32_t lint_program_parameter(struct lint_program *program,
                                const struct lint_parameter *parameter); /* takes texts */
void lint_program_parameter_slot(struct lint_program *program, const struct lint_parameter_slot *slot);
/* The parameter's bytes are copied into a private array before the kernel starts. */
void lint_program_value_array(struct lint_program *program, uint32_t parameter, uint32_t array);

/* A new block; instructions are then added to it, and to it alone, until it is ended. */
uint32_t lint_program_block(struct lint_program *program);
void lint_program_enter(struct lint_program *program, uint32_t block);
/* Adds to the block that was entered last. */
void lint_program_emit(struct lint_program *program, const struct lint_instruction *instruction);

/* Edges with their moves; `moves` may be NULL where there are none. */
struct lint_target {
    uint32_t block;
    const struct lint_move *moves;
    size_t move_count;
};
void lint_program_jump(struct lint_program *program, const struct lint_target *target, uint32_t site);
void lint_program_branch(struct lint_program *program, uint32_t condition, const struct lint_target *taken,
                         const struct lint_target *otherwise, uint32_t site);
/* targets[0] is the default, targets[i + 1] that of cases[i]. */
void lint_program_switch(struct lint_program *program, uint32_t value, unsigned bits, const uint64_t *cases,
                         const struct lint_target *targets, size_t case_count, uint32_t site);
void lint_program_return(struct lint_program *program, uint32_t site);
/* `barrier` from lint_program_barrier; execution goes on in `next`. */
void lint_program_wait(struct lint_program *program, uint32_t barrier, uint32_t next, uint32_t site);
void lint_program_trap(struct lint_program *program, uint32_t site);

/* Says so of the block that was entered last. */
void lint_program_keep_loop(struct lint_program *program);

/* A finished program can be added to again, and has to be finished again. */
enum clsmem_status lint_program_reopen(struct lint_program *program);
/* Sends an edge elsewhere. */
void lint_program_redirect(struct lint_program *program, uint32_t edge, uint32_t block);

/* Drops blocks that nothing reaches, and renumbers the others. The program does not change after it. */
enum clsmem_status lint_program_finish(struct lint_program *program);

#endif
