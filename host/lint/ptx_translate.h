/*
 * From PTX to the engine's program: what the translators of instructions share. A register is a slot, the same through
 * a function; where a function is called, its statements are translated again in place, with registers of their own.
 *
 * Failures stick: after the first one, values are slot 0 and nothing matters, until the statement is done.
 */
#ifndef LINT_PTX_TRANSLATE_H
#define LINT_PTX_TRANSLATE_H

#include "ptx_module.h"

#define PTX_MOST_WORDS 16

/* ".rn" of "fma.rn.f32". What no one takes is a word that we do not understand. */
struct ptx_word {
    struct ptx_span text;
    bool is_taken;
};

/* A function while it is translated. */
struct ptx_frame {
    struct ptx_function *function;
    const struct ptx_frame *caller; /* NULL: the kernel */
    uint32_t *slots;                /* of registers */
    uint32_t *blocks;               /* of labels; LINT_NONE until one is met */
    uint32_t exit_block;            /* where "ret" goes; LINT_NONE in the kernel */
    uint32_t call_site;             /* LINT_NONE in the kernel */
    uint32_t function_number;       /* of the program's functions */
    unsigned depth;
};

/* Statements that share a guard share a block. */
struct ptx_open_guard {
    uint32_t guard; /* register; LINT_NONE: none is open */
    bool is_negated;
    uint32_t join; /* block behind them */
};

struct ptx_translator {
    struct ptx_module *module;
    struct ptx_function *kernel;
    struct lint_program *program;
    enum clsmem_status status;

    const struct ptx_frame *frame;
    const struct ptx_statement *statement;
    uint32_t site;
    struct ptx_word words[PTX_MOST_WORDS]; /* behind the first */
    size_t word_count;

    bool block_is_open;
    struct ptx_open_guard guard;
    uint32_t carry;                     /* slot of the condition code; LINT_NONE until it is used */
    bool has_short_addresses;           /* local or private addresses stand in registers of 32 bits */
    size_t statement_count;             /* translated so far, calls and all */
    struct ptx_map loc_sites;           /* places that inlined ones may refer to */
    const struct ptx_frame *last_frame; /* whose site was asked for last: most are asked for again */
    uint32_t last_loc, last_site;
};

/* The first failure stands, with the statement's line and name. */
void lint_ptx_refuse(struct ptx_translator *t, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

void lint_ptx_no_memory(struct ptx_translator *t);

/* Translates the function's statements; the block that it starts in is open. */
void lint_ptx_translate_function(struct ptx_translator *t, struct ptx_frame *frame);

/* Where the current statement stands in the source. */
uint32_t lint_ptx_site(struct ptx_translator *t);

/* Words of the instruction. */
bool lint_ptx_take(struct ptx_translator *t, const char *word);
/* The first of the words that is there; its index, or -1. */
int lint_ptx_take_one(struct ptx_translator *t, const char *const *words, size_t count);
/* Takes all that are there: words that change nothing here. */
void lint_ptx_ignore(struct ptx_translator *t, const char *const *words, size_t count);
/* Takes words that start so: ".L2::" */
void lint_ptx_ignore_starting(struct ptx_translator *t, const char *start);
bool lint_ptx_next_type(struct ptx_translator *t, struct ptx_type *type);
struct ptx_type lint_ptx_take_type(struct ptx_translator *t); /* refuses where there is none */

#define PTX_COUNT(array) (sizeof(array) / sizeof *(array))

/* Blocks. */
uint32_t lint_ptx_label_block(struct ptx_translator *t, const struct ptx_operand *operand);
void lint_ptx_jump(struct ptx_translator *t, uint32_t block);
void lint_ptx_enter(struct ptx_translator *t, uint32_t block);

/* Operands. */
static inline uint32_t lint_ptx_count(const struct ptx_translator *t)
{
    return t->statement->operand_count;
}
const struct ptx_operand *lint_ptx_operand(const struct ptx_translator *t, uint32_t number);
const struct ptx_operand *lint_ptx_element(const struct ptx_translator *t, const struct ptx_operand *operand,
                                           uint32_t number);
/* A slot that holds the operand as the type, cut where its register is wider. */
uint32_t lint_ptx_value(struct ptx_translator *t, uint32_t number, struct ptx_type type);
uint32_t lint_ptx_value_of(struct ptx_translator *t, const struct ptx_operand *operand, struct ptx_type type);
/* The slot to put a result in; a sink has one too. */
uint32_t lint_ptx_result(struct ptx_translator *t, uint32_t number, struct ptx_type type);
uint32_t lint_ptx_result_of(struct ptx_translator *t, const struct ptx_operand *operand, struct ptx_type type);
/* Puts a value into a register that may be wider: extended by its sign where the type has one. */
void lint_ptx_store_result(struct ptx_translator *t, const struct ptx_operand *operand, struct ptx_type type,
                           uint32_t value);
/* The integer that the operand is; refuses what is none. */
uint64_t lint_ptx_integer(struct ptx_translator *t, uint32_t number);
uint32_t lint_ptx_address(struct ptx_translator *t, uint32_t number);
/* Address of an array of the program. */
uint32_t lint_ptx_variable_address(struct ptx_translator *t, const struct ptx_operand *operand);
uint32_t lint_ptx_special(struct ptx_translator *t, const struct ptx_operand *operand);

/* Instructions of the program, one element each. */
uint32_t lint_ptx_slot(struct ptx_translator *t);
uint32_t lint_ptx_constant(struct ptx_translator *t, uint64_t value);
void lint_ptx_emit(struct ptx_translator *t, const struct lint_instruction *instruction); /* adds site and count */
void lint_ptx_put3(struct ptx_translator *t, uint32_t result, enum lint_op op, unsigned bits, uint32_t a, uint32_t b,
                   uint32_t c);
void lint_ptx_put2(struct ptx_translator *t, uint32_t result, enum lint_op op, unsigned bits, uint32_t a, uint32_t b);
void lint_ptx_put1(struct ptx_translator *t, uint32_t result, enum lint_op op, unsigned bits, uint32_t a);
/* The same with a fresh slot for the result. */
uint32_t lint_ptx_do3(struct ptx_translator *t, enum lint_op op, unsigned bits, uint32_t a, uint32_t b, uint32_t c);
uint32_t lint_ptx_do2(struct ptx_translator *t, enum lint_op op, unsigned bits, uint32_t a, uint32_t b);
uint32_t lint_ptx_do1(struct ptx_translator *t, enum lint_op op, unsigned bits, uint32_t a);
uint32_t lint_ptx_sign_extend(struct ptx_translator *t, unsigned from, unsigned to, uint32_t value);
uint32_t lint_ptx_mask(struct ptx_translator *t, unsigned bits, uint32_t value);
uint32_t lint_ptx_compare_float(struct ptx_translator *t, unsigned bits, unsigned orders, uint32_t a, uint32_t b);
uint32_t lint_ptx_convert(struct ptx_translator *t, const struct lint_conversion *conversion, uint32_t value);
/* All ones in `bits` bits. */
static inline uint64_t lint_ptx_ones(unsigned bits)
{
    return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

/* The kernel's parameters and the arrays that it uses, as objects of the program. */
enum clsmem_status lint_ptx_add_parameters(struct ptx_translator *t);
enum clsmem_status lint_ptx_add_arrays(struct ptx_translator *t);
/* Whether a parameter of 64 bits that does not say so is an address, by what the kernel does with it. */
bool lint_ptx_is_address(const struct ptx_translator *t, uint32_t variable);
/* Whether a variable in .param is in slots: all but structs that pass between functions. */
bool lint_ptx_has_parameter_slots(const struct ptx_translator *t, const struct ptx_operand *operand);
/* `bits` bits at the operand's offset and `more` bytes. */
uint32_t lint_ptx_parameter_value(struct ptx_translator *t, const struct ptx_operand *operand, unsigned bits,
                                  unsigned more);
/* Where a single value is while it passes between functions. */
uint32_t lint_ptx_passing_slot(struct ptx_translator *t, struct ptx_variable *variable);

/* A function's registers and labels for one translation; false: out of memory. Closed in either case. */
bool lint_ptx_open_frame(struct ptx_translator *t, struct ptx_frame *frame, struct ptx_function *function);
void lint_ptx_close_frame(struct ptx_frame *frame);

/* bar.warp.sync, whose mask is operand 0. */
void lint_ptx_put_sub_group_barrier(struct ptx_translator *t);

/* Floats for add, min and the like, whose integer forms are elsewhere. */
void lint_ptx_float_op(struct ptx_translator *t, enum lint_op op, struct ptx_type type, unsigned sources);
/* An operation that rounds up, down or to zero. */
uint32_t lint_ptx_directed(struct ptx_translator *t, enum lint_op op, unsigned bits, enum lint_rounding rounding,
                           const uint32_t sources[3]);
/* Clamps to 0..1, NaN to 0. */
uint32_t lint_ptx_saturate_float(struct ptx_translator *t, unsigned bits, uint32_t value);

/*
 * X(opcode, least operands, most operands): the instructions that we have, each translated by lint_ptx_op_<opcode>.
 */
#define PTX_OPS(X)                                                                                                    \
    X(abs, 2, 2)                                                                                                      \
    X(activemask, 1, 1)                                                                                               \
    X(add, 3, 3)                                                                                                      \
    X(addc, 3, 3)                                                                                                     \
    X(and, 3, 3)                                                                                                      \
    X(atom, 3, 5)                                                                                                     \
    X(bar, 1, 4)                                                                                                      \
    X(barrier, 1, 4)                                                                                                  \
    X(bfe, 4, 4)                                                                                                      \
    X(bfi, 5, 5)                                                                                                      \
    X(bfind, 2, 2)                                                                                                    \
    X(bra, 1, 1)                                                                                                      \
    X(brev, 2, 2)                                                                                                     \
    X(brx, 2, 2)                                                                                                      \
    X(call, 1, 4)                                                                                                     \
    X(clz, 2, 2)                                                                                                      \
    X(cnot, 2, 2)                                                                                                     \
    X(copysign, 3, 3)                                                                                                 \
    X(cos, 2, 2)                                                                                                      \
    X(cp, 0, 5)                                                                                                       \
    X(cvt, 2, 2)                                                                                                      \
    X(cvta, 2, 2)                                                                                                     \
    X(div, 3, 3)                                                                                                      \
    X(dp2a, 4, 4)                                                                                                     \
    X(dp4a, 4, 4)                                                                                                     \
    X(elect, 2, 2)                                                                                                    \
    X(ex2, 2, 2)                                                                                                      \
    X(exit, 0, 0)                                                                                                     \
    X(fence, 0, 0)                                                                                                    \
    X(fma, 4, 4)                                                                                                      \
    X(isspacep, 2, 2)                                                                                                 \
    X(ld, 2, 3)                                                                                                       \
    X(ldu, 2, 2)                                                                                                      \
    X(lg2, 2, 2)                                                                                                      \
    X(lop3, 5, 5)                                                                                                     \
    X(mad, 4, 4)                                                                                                      \
    X(mad24, 4, 4)                                                                                                    \
    X(madc, 4, 4)                                                                                                     \
    X(max, 3, 4)                                                                                                      \
    X(membar, 0, 0)                                                                                                   \
    X(min, 3, 4)                                                                                                      \
    X(mov, 2, 2)                                                                                                      \
    X(mul, 3, 3)                                                                                                      \
    X(mul24, 3, 3)                                                                                                    \
    X(nanosleep, 1, 1)                                                                                                \
    X(neg, 2, 2)                                                                                                      \
    X(not, 2, 2)                                                                                                      \
    X(or, 3, 3)                                                                                                       \
    X(popc, 2, 2)                                                                                                     \
    X(prefetch, 1, 1)                                                                                                 \
    X(prefetchu, 1, 1)                                                                                                \
    X(prmt, 4, 4)                                                                                                     \
    X(rcp, 2, 2)                                                                                                      \
    X(red, 2, 3)                                                                                                      \
    X(redux, 3, 3)                                                                                                    \
    X(rem, 3, 3)                                                                                                      \
    X(ret, 0, 0)                                                                                                      \
    X(rsqrt, 2, 2)                                                                                                    \
    X(sad, 4, 4)                                                                                                      \
    X(selp, 4, 4)                                                                                                     \
    X(set, 3, 4)                                                                                                      \
    X(setp, 3, 4)                                                                                                     \
    X(shf, 4, 4)                                                                                                      \
    X(shfl, 4, 5)                                                                                                     \
    X(shl, 3, 3)                                                                                                      \
    X(shr, 3, 3)                                                                                                      \
    X(sin, 2, 2)                                                                                                      \
    X(slct, 4, 4)                                                                                                     \
    X(sqrt, 2, 2)                                                                                                     \
    X(st, 2, 3)                                                                                                       \
    X(sub, 3, 3)                                                                                                      \
    X(subc, 3, 3)                                                                                                     \
    X(tanh, 2, 2)                                                                                                     \
    X(testp, 2, 2)                                                                                                    \
    X(trap, 0, 0)                                                                                                     \
    X(vote, 2, 3)                                                                                                     \
    X(xor, 3, 3)

#define PTX_OP_DECLARE(name, least, most) void lint_ptx_op_##name(struct ptx_translator *t);
PTX_OPS(PTX_OP_DECLARE)
#undef PTX_OP_DECLARE

#endif
