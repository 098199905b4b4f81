/*
 * The assembler unrolls loops of one block. One that goes round a known number of times is written out; if that is too
 * long, it takes four rounds at once where they come out even. Of one whose number of rounds is not known, four rounds
 * go together as long as there are four, then two, then one: lanes that leave at different rounds wait for one another
 * in other places than in the loop as it was. Sizes up to which it does so were found by trying.
 */
#include "unroll.h"

#include <stdlib.h>

#include "jump.h"
#include "loop.h"

/* Copies of instructions that one program may get in all. */
#define MOST_COPIES 200000
#define LOOP_ITSELF 1 /* the condition, which is one of the `others` */

struct unrolling {
    struct lint_program *program;
    struct lint_loop loop;
    struct lint_move *moves[2]; /* of the edge that goes round, and of the one that leaves; copies */
    size_t move_counts[2];
    uint32_t exit; /* block */
    uint32_t site;
};

/* What a round holds. */
struct size {
    unsigned local_loads, global_loads, stores, others;
    bool is_fixed; /* something that must not be copied */
};

static struct size size_of(const struct lint_program *program, uint32_t number)
{
    const struct lint_block *const block = &program->blocks[number];
    struct size size = { 0 };

    for (uint32_t i = block->first; i < block->first + block->count; i++) {
        const struct lint_instruction *const instruction = &program->instructions[i];

        switch (instruction->op) {
        case LINT_LOAD:
            if (program->accesses[instruction->detail].space == LINT_LOCAL)
                size.local_loads++;
            else
                size.global_loads += program->accesses[instruction->detail].space == LINT_GLOBAL;
            break;
        case LINT_STORE:
            size.stores++;
            break;
        case LINT_MEMORY_COPY:
        case LINT_MEMORY_SET:
        case LINT_ASYNC_COPY:
        case LINT_SUB_GROUP:
        case LINT_SUB_GROUP_BARRIER:
        case LINT_CLOCK:
            size.is_fixed = true;
            break;
        case LINT_COPY:
        case LINT_INDEX:
            break;
        case LINT_ADD: /* a constant goes into an address, or belongs to the loop itself */
        case LINT_SUB:
            size.others += instruction->b < LINT_FIRST_CONSTANT ? instruction->count : 0;
            break;
        default:
            size.others += instruction->count;
        }
    }
    return size;
}

/* How many rounds a loop of a known number takes at once: all, four, or one. Loads weigh more than the rest. */
static uint64_t rounds_at_once(const struct size *size, uint64_t rounds)
{
    const double weight =
        1.4 * (size->local_loads + size->global_loads) + 0.6 * (size->others + size->stores - LOOP_ITSELF);

    if ((double)rounds * weight * weight <= 9400 || (double)rounds * weight <= 300)
        return rounds;
    return weight <= 50 && rounds % 4 == 0 ? 4 : 1;
}

/* Loads to wait for make it worth while, or all the more so loads from far away. */
static bool goes_by_four(const struct size *size)
{
    const int most = size->global_loads > 0 ? 45 : 18;

    return (int)size->others - LOOP_ITSELF + 2 * (int)size->stores + 2 * (int)size->global_loads -
               3 * (int)size->local_loads <=
           most;
}

static void emit(const struct unrolling *unrolling, struct lint_instruction instruction)
{
    instruction.site = unrolling->site;
    instruction.detail = LINT_NONE;
    lint_program_emit(unrolling->program, &instruction);
}

static uint32_t compute(const struct unrolling *unrolling, enum lint_op op, unsigned bits, uint32_t a, uint32_t b)
{
    const uint32_t result = lint_program_slots(unrolling->program, 1);

    emit(
        unrolling,
        (struct lint_instruction){
            .op = (uint16_t)op, .bits = (uint8_t)bits, .count = 1, .result = result, .a = a, .b = b, .c = LINT_NONE });
    return result;
}

/* The moves of the edge that goes round, as instructions: all values are taken before any is put. */
static void emit_moves(const struct unrolling *unrolling)
{
    const size_t count = unrolling->move_counts[0];
    const uint32_t taken = lint_program_slots(unrolling->program, (uint32_t)count);

    for (unsigned put = 0; put < 2; put++)
        for (uint32_t m = 0; m < count; m++)
            emit(unrolling, (struct lint_instruction){
                                .op = LINT_COPY,
                                .bits = 64,
                                .count = 1,
                                .result = put ? unrolling->moves[0][m].to : taken + m,
                                .a = put ? taken + m : unrolling->moves[0][m].from,
                                .b = LINT_NONE,
                                .c = LINT_NONE,
                            });
}

static void emit_rounds(const struct unrolling *unrolling, uint64_t rounds)
{
    const struct lint_block block = unrolling->program->blocks[unrolling->loop.block];

    for (uint64_t round = 0; round < rounds; round++) {
        if (round > 0)
            emit_moves(unrolling);
        for (uint32_t i = block.first; i < block.first + block.count; i++) {
            const struct lint_instruction copy = unrolling->program->instructions[i];

            lint_program_emit(unrolling->program, &copy);
        }
    }
}

static struct lint_target around(const struct unrolling *unrolling, uint32_t block)
{
    return (struct lint_target){ block, unrolling->moves[0], unrolling->move_counts[0] };
}

static struct lint_target away(const struct unrolling *unrolling)
{
    return (struct lint_target){ unrolling->exit, unrolling->moves[1], unrolling->move_counts[1] };
}

/* One block that holds `at_once` rounds, of all that there are. */
static uint32_t write_out(const struct unrolling *unrolling, uint64_t at_once)
{
    struct lint_program *const program = unrolling->program;
    const struct lint_block block = program->blocks[unrolling->loop.block];
    const uint32_t made = lint_program_block(program);
    const struct lint_target leave = away(unrolling), again = around(unrolling, made);
    const bool goes_on_if_true = unrolling->loop.self_edge == block.first_edge;

    lint_program_enter(program, made);
    emit_rounds(unrolling, at_once);
    if (at_once == unrolling->loop.rounds)
        lint_program_jump(program, &leave, block.site);
    else
        lint_program_branch(program, block.value, goes_on_if_true ? &again : &leave, goes_on_if_true ? &leave : &again,
                            block.site);
    return made;
}

/* The number of rounds that are ahead; 64 bits. */
static uint32_t compute_rounds(const struct unrolling *unrolling)
{
    struct lint_program *const program = unrolling->program;
    const struct lint_loop *const loop = &unrolling->loop;
    const uint64_t step = loop->step < 0 ? 0 - (uint64_t)loop->step : (uint64_t)loop->step;
    const uint32_t first =
        compute(unrolling, LINT_ADD, loop->bits, loop->slot, lint_program_constant(program, (uint64_t)loop->offset));
    const uint32_t low = loop->step < 0 ? loop->bound : first, high = loop->step < 0 ? first : loop->bound;
    const uint32_t goes_on = compute(unrolling, loop->op, loop->bits, low, high);
    uint32_t rounds = compute(unrolling, LINT_SUB, loop->bits, high, low), chosen;

    rounds = compute(unrolling, LINT_ADD, 64, rounds, lint_program_constant(program, step - 1));
    rounds = compute(unrolling, LINT_DIV_U, 64, rounds, lint_program_constant(program, step));
    rounds = compute(unrolling, LINT_ADD, 64, rounds, lint_program_constant(program, 1));
    chosen = lint_program_slots(program, 1);
    emit(unrolling, (struct lint_instruction){ .op = LINT_SELECT,
                                               .bits = 64,
                                               .count = 1,
                                               .result = chosen,
                                               .a = goes_on,
                                               .b = rounds,
                                               .c = lint_program_constant(program, 1) });
    return chosen;
}

/*
 * Whether the loop's variable can run past the largest number before it reaches the bound, in which case the loop has
 * to stay as it is.
 */
static uint32_t compute_overflow(const struct unrolling *unrolling)
{
    const struct lint_loop *const loop = &unrolling->loop;
    const uint64_t step = loop->step < 0 ? 0 - (uint64_t)loop->step : (uint64_t)loop->step;
    const uint64_t all = loop->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << loop->bits) - 1;
    const bool is_signed = loop->op == LINT_LT_S;
    const uint64_t highest = is_signed ? all >> 1 : all, lowest = is_signed ? highest + 1 : 0;
    const uint32_t limit =
        lint_program_constant(unrolling->program, (loop->step < 0 ? lowest + step - 1 : highest - (step - 1)) & all);

    return loop->step < 0 ? compute(unrolling, loop->op, loop->bits, loop->bound, limit)
                          : compute(unrolling, loop->op, loop->bits, limit, loop->bound);
}

/* The blocks of a loop that goes by four, two and one. */
struct parts {
    uint32_t check, count, four, after_four, rest, two, after_two, one;
};

static struct parts make_parts(struct lint_program *program)
{
    return (struct parts){
        .check = lint_program_block(program),
        .count = lint_program_block(program),
        .four = lint_program_block(program),
        .after_four = lint_program_block(program),
        .rest = lint_program_block(program),
        .two = lint_program_block(program),
        .after_two = lint_program_block(program),
        .one = lint_program_block(program),
    };
}

static void fill_four(const struct unrolling *unrolling, const struct parts *parts, uint32_t left)
{
    struct lint_program *const program = unrolling->program;
    const struct lint_target again = around(unrolling, parts->four), after = { .block = parts->after_four };
    const struct lint_target rest = around(unrolling, parts->rest), leave = away(unrolling);
    uint32_t condition;

    lint_program_enter(program, parts->four);
    emit_rounds(unrolling, 4);
    emit(unrolling, (struct lint_instruction){ .op = LINT_SUB,
                                               .bits = 64,
                                               .count = 1,
                                               .result = left,
                                               .a = left,
                                               .b = lint_program_constant(program, 4),
                                               .c = LINT_NONE });
    condition = compute(unrolling, LINT_LE_U, 64, lint_program_constant(program, 4), left);
    lint_program_branch(program, condition, &again, &after, unrolling->site);
    lint_program_enter(program, parts->after_four);
    lint_program_branch(program, left, &rest, &leave, unrolling->site);
}

static void fill_rest(const struct unrolling *unrolling, const struct parts *parts, uint32_t left)
{
    struct lint_program *const program = unrolling->program;
    const struct lint_target two = { .block = parts->two }, one = { .block = parts->one };
    const struct lint_target after = { .block = parts->after_two };
    const struct lint_target last = around(unrolling, parts->one), leave = away(unrolling);
    uint32_t condition;

    lint_program_enter(program, parts->rest);
    condition = compute(unrolling, LINT_LE_U, 64, lint_program_constant(program, 2), left);
    lint_program_branch(program, condition, &two, &one, unrolling->site);
    lint_program_enter(program, parts->two);
    emit_rounds(unrolling, 2);
    lint_program_jump(program, &after, unrolling->site);
    lint_program_enter(program, parts->after_two);
    condition = compute(unrolling, LINT_AND, 64, left, lint_program_constant(program, 1));
    lint_program_branch(program, condition, &last, &leave, unrolling->site);
    lint_program_enter(program, parts->one);
    emit_rounds(unrolling, 1);
    lint_program_jump(program, &leave, unrolling->site);
}

static uint32_t write_by_four(const struct unrolling *unrolling)
{
    struct lint_program *const program = unrolling->program;
    const struct parts parts = make_parts(program);
    const struct lint_target loop = { .block = unrolling->loop.block }, count = { .block = parts.count };
    const struct lint_target four = { .block = parts.four }, rest = { .block = parts.rest };
    uint32_t left, condition;

    lint_program_enter(program, parts.check);
    if (unrolling->loop.op == LINT_NE)
        condition = lint_program_constant(program, 0);
    else
        condition = compute_overflow(unrolling);
    lint_program_branch(program, condition, &loop, &count, unrolling->site);
    lint_program_enter(program, parts.count);
    left = compute_rounds(unrolling);
    condition = compute(unrolling, LINT_LE_U, 64, lint_program_constant(program, 4), left);
    lint_program_branch(program, condition, &four, &rest, unrolling->site);
    fill_four(unrolling, &parts, left);
    fill_rest(unrolling, &parts, left);
    return parts.check;
}

static enum clsmem_status copy_moves(struct unrolling *unrolling, unsigned which, uint32_t edge_number)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct lint_edge edge = unrolling->program->edges[edge_number];

    CHECK_ALLOC(unrolling->moves[which], (edge.move_count + 1) * sizeof **unrolling->moves);
    for (uint32_t m = 0; m < edge.move_count; m++)
        unrolling->moves[which][m] = unrolling->program->moves[edge.first_move + m];
    unrolling->move_counts[which] = edge.move_count;
out:
    return status;
}

/* Whether the number of rounds can be computed before the first one. */
static bool can_count(const struct lint_loop *loop)
{
    return loop->op == LINT_LT_U || loop->op == LINT_LT_S ||
           (loop->op == LINT_NE && (loop->step == 1 || loop->step == -1));
}

static enum clsmem_status unroll_loop(struct lint_program *program, const struct lint_loop *loop, size_t edges,
                                      size_t *copies)
{
    enum clsmem_status status = CLSMEM_OK;
    struct unrolling unrolling = { .program = program, .loop = *loop, .site = program->blocks[loop->block].site };
    const struct size size = size_of(program, loop->block);
    const uint64_t at_once = loop->rounds > 0 ? rounds_at_once(&size, loop->rounds) : 7;
    const size_t added = (size_t)at_once * program->blocks[loop->block].count;
    uint32_t begin;

    if (size.is_fixed || at_once < 2 || *copies + added > MOST_COPIES ||
        (loop->rounds == 0 && (!can_count(loop) || !goes_by_four(&size))))
        return CLSMEM_OK;
    *copies += added;
    CHECK(copy_moves(&unrolling, 0, loop->self_edge));
    CHECK(copy_moves(&unrolling, 1, loop->exit_edge));
    unrolling.exit = program->edges[loop->exit_edge].target;
    begin = loop->rounds > 0 ? write_out(&unrolling, at_once) : write_by_four(&unrolling);
    for (uint32_t e = 0; e < edges; e++)
        if (program->edges[e].target == loop->block && e != loop->self_edge)
            lint_program_redirect(program, e, begin);
out:
    free(unrolling.moves[0]);
    free(unrolling.moves[1]);
    return status;
}

enum clsmem_status lint_unroll(struct lint_program *program, bool all)
{
    enum clsmem_status status = CLSMEM_OK;
    struct lint_reach reach;
    struct lint_loop *loops = NULL;
    size_t count = 0, copies = 0;

    CHECK(lint_reach_find(program, &reach));
    CHECK_ALLOC(loops, (program->block_count + 1) * sizeof *loops);
    for (uint32_t b = 1; b < program->block_count; b++)
        if (!program->blocks[b].keeps_loop && lint_loop_find(program, &reach, b, &loops[count]) &&
            (all || loops[count].rounds > 0))
            count++;
    if (count == 0)
        goto out;
    CHECK(lint_program_reopen(program));
    for (size_t i = 0; i < count && status == CLSMEM_OK; i++)
        status = unroll_loop(program, &loops[i], program->edge_count, &copies);
    if (status == CLSMEM_OK)
        status = lint_program_finish(program);
out:
    lint_reach_release(&reach);
    free(loops);
    return status;
}
