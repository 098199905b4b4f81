/*
 * Which slots anything reads. A wide load may fetch elements that nobody wants, and then nobody need have written them.
 */
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "jump.h"

static void read_slots(struct lint_engine *engine, uint32_t first, uint32_t count, unsigned how)
{
    if (first >= LINT_FIRST_CONSTANT)
        return;
    for (uint32_t i = 0; i < count && first + i < engine->program->slot_count; i++)
        engine->reads[first + i] |= (uint8_t)how;
}

/* A value that is kept in the work-group is not used yet; what goes to global memory is a result. */
static void read_by_store(struct lint_engine *engine, const struct lint_instruction *store)
{
    const struct lint_access *const access = &engine->program->accesses[store->detail];
    const bool is_kept = access->is_copy || access->space == LINT_LOCAL || access->space == LINT_PRIVATE;
    const uint32_t count = store->count > 0 ? store->count : 1;

    for (uint32_t i = 0; i < count; i++)
        if (i >= 16 || !(access->gaps >> i & 1))
            read_slots(engine, store->b + i, 1, is_kept ? LINT_READ : LINT_READ | LINT_USED);
}

static void read_by_instruction(struct lint_engine *engine, const struct lint_instruction *instruction)
{
    const uint32_t count = instruction->count > 0 ? instruction->count : 1;

    switch (instruction->op) {
    case LINT_LOAD:
        read_slots(engine, instruction->a, 1, LINT_READ | LINT_USED);
        break;
    case LINT_STORE:
        read_slots(engine, instruction->a, 1, LINT_READ | LINT_USED);
        read_by_store(engine, instruction);
        break;
    default:
        /* Some operands have one element only; more than is read does no harm. */
        read_slots(engine, instruction->a, count, LINT_READ | LINT_USED);
        read_slots(engine, instruction->b, count, LINT_READ | LINT_USED);
        read_slots(engine, instruction->c, count, LINT_READ | LINT_USED);
    }
}

enum clsmem_status lint_engine_find_reads(struct lint_engine *engine)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct lint_program *const program = engine->program;

    CHECK_ALLOC(engine->reads, program->slot_count + 1);
    memset(engine->reads, 0, program->slot_count + 1);
    for (size_t i = 0; i < program->instruction_count; i++)
        read_by_instruction(engine, &program->instructions[i]);
    for (size_t i = 0; i < program->move_count; i++)
        read_slots(engine, program->moves[i].from, 1, LINT_READ | LINT_USED);
    for (size_t i = 0; i < program->block_count; i++)
        if (program->blocks[i].end == LINT_BRANCH || program->blocks[i].end == LINT_SWITCH)
            read_slots(engine, program->blocks[i].value, 1, LINT_READ | LINT_USED);
    for (size_t i = 0; i < program->barrier_count; i++) {
        read_slots(engine, program->barriers[i].value, program->barriers[i].count, LINT_READ | LINT_USED);
        read_slots(engine, program->barriers[i].other, 3, LINT_READ | LINT_USED);
    }
    for (size_t i = 0; i < program->copy_count; i++)
        read_slots(engine, program->copies[i].stride, 1, LINT_READ | LINT_USED);
out:
    return status;
}
