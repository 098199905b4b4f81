/* A call of a builtin function on trial: what is emitted for it, and what that computes. */
#ifndef LINT_TRIAL_H
#define LINT_TRIAL_H

#include "builtin.h"
#include "builtin_name.h"
#include "expect.h"
#include "worker.h"

/* A call in a program of one block, with an argument for each parameter of the name; pointers are to global memory. */
struct trial {
    struct lint_program *program;
    struct lint_call call;
    enum clsmem_status status;
};

static inline void trial_begin(struct trial *trial, const char *name, unsigned result_count, unsigned result_bits)
{
    struct lint_signature signature;

    *trial = (struct trial){ .program = lint_program_new("kernel"), .call = { .name = name, .site = LINT_NONE } };
    lint_program_enter(trial->program, lint_program_block(trial->program));
    lint_signature_read(name, &signature);
    trial->call.argument_count = signature.count;
    for (size_t i = 0; i < signature.count; i++) {
        const struct lint_type *const type = &signature.parameters[i];
        const bool is_pointer = type->pointers > 0;
        const bool is_named = type->scalar == LINT_TYPE_NAMED;

        trial->call.arguments[i] = (struct lint_value){
            .slot = lint_program_slots(trial->program, is_pointer ? 1 : type->count),
            .count = is_pointer ? 1 : type->count,
            .bits = (uint8_t)(is_pointer ? 64
                              : is_named ? 32
                                         : lint_type_bits(type)),
            .is_float = !is_pointer && lint_type_kind(type) == LINT_FLOAT,
            .is_pointer = is_pointer,
            .space = is_pointer ? LINT_GLOBAL : LINT_GENERIC,
        };
    }
    trial->call.result = (struct lint_value){
        .slot = lint_program_slots(trial->program, result_count),
        .count = result_count,
        .bits = (uint8_t)result_bits,
    };
}

static inline void trial_end(struct trial *trial)
{
    lint_program_release(trial->program);
}

static inline bool trial_emit(struct trial *trial)
{
    trial->status = lint_builtin_emit(trial->program, &trial->call);
    if (EXPECT_EQ_INT(trial->status, CLSMEM_OK))
        return true;
    expect_note("%s", clsmem_error_text());
    return false;
}

/* Instruction i of the program; a COPY of nothing where there are fewer. */
static inline const struct lint_instruction *instruction_at(const struct trial *trial, size_t i)
{
    static const struct lint_instruction none;

    return EXPECT(i < trial->program->instruction_count) ? &trial->program->instructions[i] : &none;
}

static inline const struct lint_access *access_of(const struct trial *trial,
                                                  const struct lint_instruction *instruction)
{
    return &trial->program->accesses[instruction->detail];
}

/* Executes what was emitted, which is element operations alone, in one lane. */
static inline void trial_run(const struct trial *trial, uint64_t *registers)
{
    static struct lint_engine engine;
    static struct lint_sub_group sub_group;
    static struct lint_worker worker;

    engine.lanes = 1;
    engine.constants = trial->program->constants;
    sub_group.registers = registers;
    worker.engine = &engine;
    worker.current = &sub_group;
    worker.lane_mask[0] = UINT64_MAX;
    for (size_t i = 0; i < trial->program->instruction_count; i++)
        if (trial->program->instructions[i].op <= LINT_INSERT)
            lint_element_execute(&worker, &trial->program->instructions[i]);
}

#endif
