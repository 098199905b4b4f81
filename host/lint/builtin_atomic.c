/*
 * Atomics: those of OpenCL 1 on plain numbers, those of OpenCL 2 on atomic types. Orders and scopes are no matter here:
 * an atomic races with no other atomic whatever they are.
 */
#include "builtin_build.h"

static bool is_supported(const struct lint_builder *builder)
{
    return builder->count == 1 && (builder->bits == 32 || builder->bits == 64);
}

static struct lint_access atomic_access(const struct lint_builder *builder)
{
    struct lint_access access = lint_access_by(builder, 0, builder->bits / 8);

    access.is_atomic = true;
    access.result_unused = builder->call->result_unused || builder->call->result.count == 0;
    return access;
}

static void build_atomic(const struct lint_builder *builder, enum lint_atomic atomic, uint32_t result,
                         uint32_t operand)
{
    struct lint_access access = atomic_access(builder);
    struct lint_instruction instruction = {
        .op = LINT_ATOMIC,
        .bits = (uint8_t)builder->bits,
        .to_bits = (uint8_t)builder->bits,
        .count = 1,
        .result = result,
        .a = builder->call->arguments[0].slot,
        .b = operand,
        .c = LINT_NONE,
    };

    access.atomic = atomic;
    instruction.detail = lint_program_access(builder->program, &access);
    lint_build(builder, &instruction);
}

/* The row's number is the operation on unsigned numbers. */
static bool emit_atomic(struct lint_builder *builder)
{
    const struct lint_call *const call = builder->call;
    const enum lint_atomic atomic = (enum lint_atomic)builder->builtin->number;

    if (!is_supported(builder))
        return false;
    build_atomic(builder, lint_combination(builder->kind, atomic), call->result_unused ? LINT_NONE : call->result.slot,
                 call->arguments[1].slot);
    return true;
}

/* atomic_inc and atomic_dec. */
static bool emit_step(struct lint_builder *builder)
{
    const struct lint_call *const call = builder->call;

    if (!is_supported(builder) || builder->kind == LINT_FLOAT)
        return false;
    build_atomic(builder, (enum lint_atomic)builder->builtin->number,
                 call->result_unused ? LINT_NONE : call->result.slot, lint_number(builder, 1));
    return true;
}

/* Two slots: the old value, and whether it was exchanged. */
static uint32_t build_compare_exchange(const struct lint_builder *builder, uint32_t expected, uint32_t desired)
{
    const struct lint_access access = atomic_access(builder);
    const uint32_t result = lint_program_slots(builder->program, 2);
    const struct lint_instruction instruction = {
        .op = LINT_COMPARE_EXCHANGE,
        .bits = (uint8_t)builder->bits,
        .to_bits = (uint8_t)builder->bits,
        .count = 1,
        .result = result,
        .a = builder->call->arguments[0].slot,
        .b = expected,
        .c = desired,
        .detail = lint_program_access(builder->program, &access),
    };

    lint_build(builder, &instruction);
    return result;
}

/* (pointer, expected, desired), of OpenCL 1 */
static bool emit_cmpxchg(struct lint_builder *builder)
{
    const struct lint_value *const arguments = builder->call->arguments;

    if (!is_supported(builder))
        return false;
    return lint_result(builder, LINT_COPY, build_compare_exchange(builder, arguments[1].slot, arguments[2].slot),
                       LINT_NONE, LINT_NONE);
}

/*
 * (pointer, pointer to expected, desired, ...). The value found is written to where the expected one was read even if
 * it is the same: nobody else looks there.
 */
static bool emit_compare_exchange(struct lint_builder *builder)
{
    const struct lint_value *const arguments = builder->call->arguments;
    const struct lint_access access = lint_access_by(builder, 1, builder->bits / 8);
    uint32_t expected, found;

    if (!is_supported(builder))
        return false;
    expected = lint_program_slots(builder->program, 1);
    lint_load(builder, &access, expected, arguments[1].slot);
    found = build_compare_exchange(builder, expected, arguments[2].slot);
    lint_store(builder, &access, arguments[1].slot, found);
    builder->bits = builder->call->result.bits;
    return lint_result(builder, LINT_COPY, found + 1, LINT_NONE, LINT_NONE);
}

static bool emit_load(struct lint_builder *builder)
{
    const struct lint_access access = atomic_access(builder);

    if (!is_supported(builder))
        return false;
    lint_load(builder, &access, builder->call->result.slot, builder->call->arguments[0].slot);
    return true;
}

/* The row's number is 0 for atomic_init, which is a plain store. */
static bool emit_store(struct lint_builder *builder)
{
    struct lint_access access = atomic_access(builder);

    access.is_atomic = builder->builtin->number != 0;
    if (!is_supported(builder))
        return false;
    lint_store(builder, &access, builder->call->arguments[0].slot, builder->call->arguments[1].slot);
    return true;
}

static bool emit_test_and_set(struct lint_builder *builder)
{
    const uint32_t old = lint_program_slots(builder->program, 1);

    if (!is_supported(builder))
        return false;
    build_atomic(builder, LINT_ATOMIC_EXCHANGE, old, lint_number(builder, 1));
    return lint_result(builder, LINT_NE, old, lint_number(builder, 0), LINT_NONE);
}

static bool emit_clear(struct lint_builder *builder)
{
    const struct lint_access access = atomic_access(builder);

    if (!is_supported(builder))
        return false;
    lint_store(builder, &access, builder->call->arguments[0].slot, lint_number(builder, 0));
    return true;
}

/* X(builder, types, operation): each under four names. */
#define OPERATIONS(X)                                                                                                 \
    X("add", "g", LINT_ATOMIC_ADD)                                                                                    \
    X("sub", "g", LINT_ATOMIC_SUB)                                                                                    \
    X("min", "g", LINT_ATOMIC_MIN_U)                                                                                  \
    X("max", "g", LINT_ATOMIC_MAX_U)                                                                                  \
    X("and", "z", LINT_ATOMIC_AND)                                                                                    \
    X("or", "z", LINT_ATOMIC_OR)                                                                                      \
    X("xor", "z", LINT_ATOMIC_XOR)

#define ROWS(word, types, operation)                                                                                  \
    { "atomic_" word, "1:A" types, emit_atomic, operation, 0 },                                                       \
        { "atom_" word, "1:A" types, emit_atomic, operation, 0 },                                                     \
        { "atomic_fetch_" word, "1:A" types, emit_atomic, operation, 0 },                                             \
        { "atomic_fetch_" word "_explicit", "1:A" types "o", emit_atomic, operation, 0 },

const struct lint_builtin lint_builtins_atomics[] = {
    { "atomic_xchg", "1:Ag", emit_atomic, LINT_ATOMIC_EXCHANGE, 0 },
    { "atom_xchg", "1:Ag", emit_atomic, LINT_ATOMIC_EXCHANGE, 0 },
    { "atomic_exchange", "1:Ag", emit_atomic, LINT_ATOMIC_EXCHANGE, 0 },
    { "atomic_exchange_explicit", "1:Ago", emit_atomic, LINT_ATOMIC_EXCHANGE, 0 },
    { "atomic_inc", "1:A", emit_step, LINT_ATOMIC_ADD, 0 },
    { "atom_inc", "1:A", emit_step, LINT_ATOMIC_ADD, 0 },
    { "atomic_dec", "1:A", emit_step, LINT_ATOMIC_SUB, 0 },
    { "atom_dec", "1:A", emit_step, LINT_ATOMIC_SUB, 0 },
    { "atomic_cmpxchg", "1:Agg", emit_cmpxchg, 0, 0 },
    { "atom_cmpxchg", "1:Agg", emit_cmpxchg, 0, 0 },
    { "atomic_compare_exchange_strong", "t:AAg", emit_compare_exchange, 0, 0 },
    { "atomic_compare_exchange_strong_explicit", "t:AAgo", emit_compare_exchange, 0, 0 },
    { "atomic_compare_exchange_weak", "t:AAg", emit_compare_exchange, 0, 0 },
    { "atomic_compare_exchange_weak_explicit", "t:AAgo", emit_compare_exchange, 0, 0 },
    { "atomic_load", "1:A", emit_load, 0, 0 },
    { "atomic_load_explicit", "1:Ao", emit_load, 0, 0 },
    { "atomic_store", "v:Ag", emit_store, 1, 0 },
    { "atomic_store_explicit", "v:Ago", emit_store, 1, 0 },
    { "atomic_init", "v:Ag", emit_store, 0, 0 },
    { "atomic_flag_test_and_set", "t:A", emit_test_and_set, 0, 0 },
    { "atomic_flag_test_and_set_explicit", "t:Ao", emit_test_and_set, 0, 0 },
    { "atomic_flag_clear", "v:A", emit_clear, 0, 0 },
    { "atomic_flag_clear_explicit", "v:Ao", emit_clear, 0, 0 },
    OPERATIONS(ROWS)
};

LINT_BUILTIN_COUNT(atomics);
