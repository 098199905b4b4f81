/*
 * One sub-group in lock-step. Each lane has a block that it will run next; the sub-group always runs the lowest of
 * them, with the lanes that are there (program_order.h says why that is right).
 */
#include "worker.h"

#include <assert.h>
#include <string.h>

/* Instructions between two looks at the clock and the stop flag. */
#define WORK_A_LOOK 16384

void lint_step_park(struct lint_sub_group *sub_group, uint32_t block, uint64_t mask)
{
    size_t place = sub_group->parked_count;

    if (mask == 0)
        return;
    while (place > 0 && sub_group->parked[place - 1].block < block)
        place--;
    if (place > 0 && sub_group->parked[place - 1].block == block) {
        sub_group->parked[place - 1].mask |= mask;
        return;
    }
    memmove(&sub_group->parked[place + 1], &sub_group->parked[place],
            (sub_group->parked_count - place) * sizeof *sub_group->parked);
    sub_group->parked[place] = (struct lint_parked){ block, mask };
    sub_group->parked_count++;
}

static void wait_at(struct lint_sub_group *sub_group, uint32_t barrier, uint32_t next, uint64_t mask)
{
    for (size_t i = 0; i < sub_group->waiting_count; i++)
        if (sub_group->waiting[i].barrier == barrier && sub_group->waiting[i].next == next) {
            sub_group->waiting[i].mask |= mask;
            return;
        }
    sub_group->waiting[sub_group->waiting_count++] = (struct lint_waiting){ barrier, next, mask };
}

static void set_mask(struct lint_worker *worker, uint64_t mask)
{
    worker->mask = mask;
    if (worker->masked == mask)
        return;
    for (unsigned l = 0; l < worker->engine->lanes; l++)
        worker->lane_mask[l] = 0 - (mask >> l & 1);
    worker->masked = mask;
}

static void move(struct lint_worker *worker, uint64_t *to, const uint64_t *from)
{
    for (size_t l = 0; l < worker->engine->lanes; l++)
        to[l] = (from[l] & worker->lane_mask[l]) | (to[l] & ~worker->lane_mask[l]);
}

/* The moves of an edge, by the lanes that take it. All reads come before all writes. */
static void take_edge(struct lint_worker *worker, const struct lint_edge *edge, uint64_t mask)
{
    const struct lint_program *const program = worker->engine->program;
    const struct lint_move *const moves = program->moves + edge->first_move;
    const size_t lanes = worker->engine->lanes;

    if (mask == 0)
        return;
    lint_step_park(worker->current, edge->target, mask);
    if (edge->move_count == 0)
        return;
    set_mask(worker, mask);
    if (edge->move_count == 1) {
        move(worker, lint_slot(worker, moves[0].to), lint_slot(worker, moves[0].from));
        return;
    }
    for (size_t i = 0; i < edge->move_count; i++)
        memcpy(worker->scratch + i * lanes, lint_slot(worker, moves[i].from), lanes * sizeof *worker->scratch);
    for (size_t i = 0; i < edge->move_count; i++)
        move(worker, lint_slot(worker, moves[i].to), worker->scratch + i * lanes);
}

static void take_branch(struct lint_worker *worker, const struct lint_block *block)
{
    const struct lint_edge *const edges = worker->engine->program->edges + block->first_edge;
    const uint64_t *const condition = lint_slot(worker, block->value);
    const uint64_t mask = worker->mask;
    uint64_t taken = 0;

    for (unsigned l = 0; l < worker->engine->lanes; l++)
        taken |= (uint64_t)(condition[l] != 0) << l;
    taken &= mask;
    take_edge(worker, &edges[0], taken);
    take_edge(worker, &edges[1], mask & ~taken);
}

static void take_switch(struct lint_worker *worker, const struct lint_block *block)
{
    const struct lint_program *const program = worker->engine->program;
    const struct lint_edge *const edges = program->edges + block->first_edge;
    const uint64_t *const cases = program->cases + block->first_case;
    const uint64_t *const value = lint_slot(worker, block->value);
    uint64_t rest = worker->mask;

    for (uint32_t i = 0; i + 1 < block->edge_count && rest; i++) {
        uint64_t taken = 0;

        for (unsigned l = 0; l < worker->engine->lanes; l++)
            taken |= (uint64_t)(value[l] == cases[i]) << l;
        taken &= rest;
        rest &= ~taken;
        take_edge(worker, &edges[i + 1], taken);
    }
    take_edge(worker, &edges[0], rest);
}

static void trap(struct lint_worker *worker, uint32_t site)
{
    struct lint_fault fault = {
        .kind = CLSMEM_LINT_TRAP,
        .site = site,
        .other_site = LINT_NONE,
        .has_items = true,
        .text = "a place that the program says is never reached was reached",
    };

    for (unsigned l = 0; l < worker->engine->lanes; l++)
        if (worker->mask >> l & 1) {
            fault.item = lint_group_item(worker, worker->current->first_item + l);
            break;
        }
    lint_fault_add(worker, &fault);
}

static void end_block(struct lint_worker *worker, const struct lint_block *block)
{
    const struct lint_program *const program = worker->engine->program;

    switch (block->end) {
    case LINT_JUMP:
        take_edge(worker, &program->edges[block->first_edge], worker->mask);
        break;
    case LINT_BRANCH:
        take_branch(worker, block);
        break;
    case LINT_SWITCH:
        take_switch(worker, block);
        break;
    case LINT_BARRIER:
        wait_at(worker->current, block->barrier, program->edges[block->first_edge].target, worker->mask);
        break;
    case LINT_TRAP:
        trap(worker, block->site);
        break;
    case LINT_RETURN:
        break;
    }
}

static void execute_clock(struct lint_worker *worker, const struct lint_instruction *instruction)
{
    uint64_t *const result = lint_slot(worker, instruction->result);

    for (unsigned l = 0; l < worker->engine->lanes; l++)
        if (worker->lane_mask[l])
            result[l] = worker->blocks_run;
}

static void execute(struct lint_worker *worker, uint32_t number)
{
    const struct lint_engine *const engine = worker->engine;
    const struct lint_instruction *const instruction = &engine->program->instructions[number];

    switch (instruction->op) {
    case LINT_LOAD:
    case LINT_STORE:
    case LINT_ATOMIC:
    case LINT_COMPARE_EXCHANGE:
    case LINT_MEMORY_COPY:
    case LINT_MEMORY_SET:
    case LINT_ASYNC_COPY:
        lint_access_execute(worker, instruction, engine->records[number]);
        break;
    case LINT_CLOCK:
        execute_clock(worker, instruction);
        break;
    case LINT_SUB_GROUP:
        lint_collective_sub_group(worker, instruction);
        break;
    case LINT_SUB_GROUP_BARRIER:
        lint_collective_sub_group_barrier(worker, instruction);
        break;
    case LINT_FENCE:
        break;
    case LINT_ADD_F:
    case LINT_SUB_F:
    case LINT_MUL_F:
    case LINT_DIV_F:
    case LINT_REM_F:
    case LINT_FMA_F:
    case LINT_MULADD_F:
    case LINT_SQRT_F:
    case LINT_MATH:
        lint_count_flops(worker, instruction);
        lint_element_execute(worker, instruction);
        break;
    default:
        lint_element_execute(worker, instruction);
    }
}

bool lint_step_run(struct lint_worker *worker, uint64_t turn)
{
    struct lint_engine *const engine = worker->engine;
    struct lint_sub_group *const sub_group = worker->current;

    worker->masked = ~worker->mask; /* another sub-group's */
    set_mask(worker, worker->mask);
    for (; sub_group->parked_count > 0; turn--) {
        const struct lint_parked next = sub_group->parked[sub_group->parked_count - 1];
        const struct lint_block *const block = &engine->program->blocks[next.block];

        if (turn == 0)
            return false;
        worker->blocks_run++;
        worker->work += block->count + 1;
        if (worker->work >= WORK_A_LOOK) {
            worker->work = 0;
            if (lint_engine_must_halt(engine, block->site))
                return true;
        }
        sub_group->parked_count--;
        set_mask(worker, next.mask);
        for (uint32_t i = 0; i < block->count; i++)
            execute(worker, block->first + i);
        end_block(worker, block);
    }
    return true;
}
