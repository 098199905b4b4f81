/* From PTX to the engine's program: branches, returns, and barriers of the work-group. */
#include <stdlib.h>

#include "ptx_translate.h"

static const struct ptx_type predicate = { PTX_PREDICATE, 1 };
static const struct ptx_type word32 = { PTX_UNSIGNED, 32 };

void lint_ptx_op_bra(struct ptx_translator *t)
{
    (void)lint_ptx_take(t, ".uni");
    lint_ptx_jump(t, lint_ptx_label_block(t, lint_ptx_operand(t, 0)));
}

/* The list of labels that stands behind the label that the operand names. */
static const struct ptx_statement *find_targets(struct ptx_translator *t, const struct ptx_operand *operand)
{
    const struct ptx_function *const function = t->frame->function;

    if (operand->kind == PTX_LABEL) {
        const size_t next = (size_t)function->labels[operand->index].statement + 1;

        if (next < function->statement_count && function->statements[next].kind == PTX_TARGETS)
            return &function->statements[next];
    }
    lint_ptx_refuse(t, "\"%.*s\" is no list of targets", PTX_SHOW(operand->name));
    return NULL;
}

/* An index beyond the list does what nobody says: here it stops. */
static void branch_by_index(struct ptx_translator *t, const struct ptx_statement *list)
{
    const uint32_t count = list->operand_count, trap = lint_program_block(t->program);
    const uint32_t value = lint_ptx_value(t, 0, word32);
    uint64_t *const cases = malloc(count * sizeof *cases);
    struct lint_target *const targets = malloc((count + 1) * sizeof *targets);

    if (!cases || !targets) {
        lint_ptx_no_memory(t);
    } else {
        targets[0] = (struct lint_target){ .block = trap };
        for (uint32_t i = 0; i < count; i++) {
            cases[i] = i;
            targets[i + 1] = (struct lint_target){ .block = lint_ptx_label_block(
                                                       t, &t->frame->function->operands[list->first_operand + i]) };
        }
        lint_program_switch(t->program, value, 32, cases, targets, count, t->site);
        lint_program_enter(t->program, trap);
        lint_program_trap(t->program, t->site);
        t->block_is_open = false;
    }
    free(cases);
    free(targets);
}

void lint_ptx_op_brx(struct ptx_translator *t)
{
    const struct ptx_statement *const list = find_targets(t, lint_ptx_operand(t, 1));

    (void)lint_ptx_take(t, ".uni");
    if (!lint_ptx_take(t, ".idx"))
        lint_ptx_refuse(t, "we know brx.idx alone");
    if (list && t->status == CLSMEM_OK)
        branch_by_index(t, list);
}

void lint_ptx_op_exit(struct ptx_translator *t)
{
    lint_program_return(t->program, t->site);
    t->block_is_open = false;
}

void lint_ptx_op_ret(struct ptx_translator *t)
{
    (void)lint_ptx_take(t, ".uni");
    if (t->frame->exit_block != LINT_NONE)
        lint_ptx_jump(t, t->frame->exit_block);
    else
        lint_ptx_op_exit(t);
}

void lint_ptx_op_trap(struct ptx_translator *t)
{
    lint_program_trap(t->program, t->site);
    t->block_is_open = false;
}

void lint_ptx_op_nanosleep(struct ptx_translator *t)
{
    (void)lint_ptx_value(t, 0, word32);
    (void)lint_ptx_take(t, ".u32");
}

static void wait_at(struct ptx_translator *t, const struct lint_barrier *barrier)
{
    const uint32_t next = lint_program_block(t->program);

    lint_program_wait(t->program, lint_program_barrier(t->program, barrier), next, t->site);
    lint_ptx_enter(t, next);
}

static struct lint_barrier plain_barrier(const struct ptx_translator *t)
{
    return (struct lint_barrier){ .site = t->site,
                                  .fence = LINT_FENCE_LOCAL | LINT_FENCE_GLOBAL,
                                  .value = LINT_NONE,
                                  .other = LINT_NONE,
                                  .result = LINT_NONE };
}

/* bar.red.popc.u32 d, barrier, p and bar.red.and.pred d, barrier, p: the whole work-group's answer. */
static void reduce_at_barrier(struct ptx_translator *t)
{
    static const char *const words[] = { ".popc", ".and", ".or" };
    const int which = lint_ptx_take_one(t, words, PTX_COUNT(words));
    const struct ptx_type type = lint_ptx_take_type(t);
    struct lint_barrier barrier = plain_barrier(t);

    if (which < 0 || (type.kind == PTX_PREDICATE) != (which != 0) || (which == 0 && type.bits != 32))
        lint_ptx_refuse(t, "we know .popc.u32, .and.pred and .or.pred");
    if (lint_ptx_count(t) != 3)
        lint_ptx_refuse(t, "barriers of a part of the work-group are not supported");
    barrier.call.collective = which == 0 ? LINT_REDUCE : which == 1 ? LINT_ALL : LINT_ANY;
    barrier.call.combine = LINT_ATOMIC_ADD;
    barrier.value = lint_ptx_value(t, 2, predicate);
    barrier.result = lint_ptx_result(t, 0, type);
    barrier.count = 1;
    barrier.bits = 32;
    if (t->status == CLSMEM_OK)
        wait_at(t, &barrier);
}

void lint_ptx_op_bar(struct ptx_translator *t)
{
    (void)lint_ptx_take(t, ".cta");
    (void)lint_ptx_take(t, ".aligned");
    if (lint_ptx_take(t, ".warp")) {
        if (!lint_ptx_take(t, ".sync"))
            lint_ptx_refuse(t, "we know bar.warp.sync alone");
        lint_ptx_put_sub_group_barrier(t);
    } else if (lint_ptx_take(t, ".red")) {
        reduce_at_barrier(t);
    } else if (!lint_ptx_take(t, ".sync")) {
        lint_ptx_refuse(t, "arriving without waiting is not supported");
    } else if (lint_ptx_count(t) != 1) {
        lint_ptx_refuse(t, "barriers of a part of the work-group are not supported");
    } else {
        const struct lint_barrier barrier = plain_barrier(t);

        wait_at(t, &barrier);
    }
}

void lint_ptx_op_barrier(struct ptx_translator *t)
{
    lint_ptx_op_bar(t);
}

/* membar.gl, fence.sc.cta and so on: how far a fence reaches makes no difference here. */
void lint_ptx_op_membar(struct ptx_translator *t)
{
    for (size_t i = 0; i < t->word_count; i++)
        t->words[i].is_taken = true;
    lint_ptx_put3(t, LINT_NONE, LINT_FENCE, 0, LINT_NONE, LINT_NONE, LINT_NONE);
}

void lint_ptx_op_fence(struct ptx_translator *t)
{
    lint_ptx_op_membar(t);
}
