/* What the modules behind lint_builtin_emit share: rows of builtin functions, and instructions for one call. */
#ifndef LINT_BUILTIN_BUILD_H
#define LINT_BUILTIN_BUILD_H

#include "builtin_name.h"

struct lint_builtin;

/*
 * A call that is being emitted. `type` is the type that the function is generic in, an element's kind and bits and the
 * number of elements; `bits` and `count` are the shape of the next instructions, which begins as that type's.
 */
struct lint_builder {
    struct lint_program *program;
    const struct lint_call *call;
    const struct lint_signature *signature;
    const struct lint_builtin *builtin;
    struct lint_type type;
    enum lint_kind kind;
    unsigned bits, count;
};

/*
 * An overload of a builtin function. `form` says which types it takes, as "result:parameters", a letter each. The
 * generic type T is that of the widest parameter among
 *
 *     g  T: any number         f  T: floating-point          z  T: integer            s  T or one element of it
 *     l  T, no vector          A  pointer to one T, atomic or not, where no other letter tells T
 *
 * and the other letters are
 *
 *     i  int of as many elements           n  the same, or one int        c  integer of T's width and as many elements
 *     P  pointer to T                      Q  pointer to int of as many elements
 *     p  pointer to any numbers
 *     x  one integer                       e  an event or pointer to one
 *     o  memory orders and scopes, as many as there are: the last letter
 *     *  anything at all: the last letter; `emit` looks itself
 *
 * Results: g T, i as above, w integer of twice T's width, 1 one element of T, k one int, b what a relation gives (one
 * int, or integers of T's width), x one integer, t a truth value, v nothing, * anything.
 */
struct lint_builtin {
    const char *name; /* "vstore_half*": all names that begin so */
    const char *form;
    bool (*emit)(struct lint_builder *builder); /* false, and nothing emitted: not of these types after all */
    unsigned number, other; /* what `emit` makes of them: mostly an op, and the one for signed numbers */
};

#define LINT_BUILTIN_TABLE(name)                                                                                      \
    extern const struct lint_builtin lint_builtins_##name[];                                                          \
    extern const size_t lint_builtins_##name##_count

/* Stands behind the definition of the table. */
#define LINT_BUILTIN_COUNT(name)                                                                                      \
    const size_t lint_builtins_##name##_count = sizeof lint_builtins_##name / sizeof *lint_builtins_##name

LINT_BUILTIN_TABLE(items);
LINT_BUILTIN_TABLE(groups);
LINT_BUILTIN_TABLE(sub_groups);
LINT_BUILTIN_TABLE(ballots);
LINT_BUILTIN_TABLE(memory);
LINT_BUILTIN_TABLE(atomics);
LINT_BUILTIN_TABLE(math);
LINT_BUILTIN_TABLE(common);
LINT_BUILTIN_TABLE(geometric);
LINT_BUILTIN_TABLE(integers);
LINT_BUILTIN_TABLE(dots);
LINT_BUILTIN_TABLE(relations);
LINT_BUILTIN_TABLE(vectors);

/* Whether the call has the form of builder->builtin; sets type, kind and shape where it has. */
bool lint_builder_match(struct lint_builder *builder);

/* A builder of another shape for the same call. */
struct lint_builder lint_shaped(const struct lint_builder *builder, unsigned bits, unsigned count);

/* One more instruction, at the call's site. */
void lint_build(const struct lint_builder *builder, const struct lint_instruction *instruction);

/*
 * An instruction of the current shape; operands that the op lacks are LINT_NONE. lint_op gives new slots, lint_result
 * writes the call's result and returns true, as `emit` does.
 */
uint32_t lint_op(const struct lint_builder *builder, enum lint_op op, uint32_t a, uint32_t b, uint32_t c);
bool lint_result(const struct lint_builder *builder, enum lint_op op, uint32_t a, uint32_t b, uint32_t c);

/* Copies one slot. */
void lint_copy_slot(const struct lint_builder *builder, uint32_t to, uint32_t from);

/* The same with an immediate. */
uint32_t lint_math_op(const struct lint_builder *builder, const char *name, uint32_t a, uint32_t b, uint32_t c);
uint32_t lint_compare(const struct lint_builder *builder, unsigned orders, uint32_t a, uint32_t b);
uint32_t lint_conversion_op(const struct lint_builder *builder, const struct lint_conversion *conversion, uint32_t a);
uint32_t lint_address_op(const struct lint_builder *builder, size_t pointer, uint32_t index, unsigned index_bits,
                         int64_t scale);

/* A number of the current width in as many slots as there are elements; the float one is rounded to the width. */
uint32_t lint_number(const struct lint_builder *builder, uint64_t value);
uint32_t lint_real(const struct lint_builder *builder, double value);

/* The slots of an argument; a scalar one is repeated for every element. */
uint32_t lint_operand(const struct lint_builder *builder, size_t argument);
uint32_t lint_spread(const struct lint_builder *builder, uint32_t slot);
/* Whether a slot is a constant, and its value. */
bool lint_constant_of(const struct lint_builder *builder, uint32_t slot, uint64_t *value);

/* ADD, MIN_U or MAX_U as that of numbers of a kind; the others are the same for all. */
enum lint_atomic lint_combination(enum lint_kind kind, enum lint_atomic combine);

/* How an argument points: its access, plain, of elements of `bytes`. */
struct lint_access lint_access_by(const struct lint_builder *builder, size_t pointer, unsigned bytes);
void lint_load(const struct lint_builder *builder, const struct lint_access *access, uint32_t result,
               uint32_t address);
void lint_store(const struct lint_builder *builder, const struct lint_access *access, uint32_t address,
                uint32_t value);
/* Stores a value of the current shape, a whole vector, where argument `pointer` points. */
void lint_store_result(const struct lint_builder *builder, size_t pointer, uint32_t value);

#endif
