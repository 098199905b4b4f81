/*
 * Joining as NVIDIA's assembler does it, found by comparing its output with what went in (facts in README.md,
 * "What a compiler makes of it"). Accesses of a block are queued; the queue ends at the block's end, at an atomic or a
 * fence, and where an access of the other kind (load, store) arrives that may touch the same words. Of what is queued,
 * accesses of one kind whose addresses differ by constants go together.
 */
#include "join.h"

#include <stdlib.h>
#include <string.h>

#include "jump.h"
#include "linear.h"

/* Loops are unrolled so often before alignments are looked at; seen in the assembler's output. */
#define UNROLLING 4

struct queued {
    uint32_t instruction;
    bool is_store, is_taken;
    unsigned bytes;
    struct lint_form form;
};

struct maker {
    const struct lint_program *program;
    struct lint_linear *linear;
    struct lint_joins *joins;
    struct queued *queue;
    size_t queue_count;
    int64_t *distances; /* of the group that is being made */
};

/* Whether the access is one that can be joined: whole words, next to one another. */
static bool is_joinable(const struct lint_program *program, const struct lint_instruction *instruction)
{
    const struct lint_access *access;
    const unsigned bytes = instruction->count * instruction->bits / 8;

    if (instruction->op != LINT_LOAD && instruction->op != LINT_STORE)
        return false;
    access = &program->accesses[instruction->detail];
    return access->space == LINT_LOCAL && !access->is_volatile && !access->is_atomic && bytes % 4 == 0 &&
           access->align >= 4 && bytes <= 16;
}

/* Whether what was queued has to be done before the instruction. */
static bool ends_queue(const struct lint_program *program, const struct lint_instruction *instruction)
{
    switch (instruction->op) {
    case LINT_LOAD:
    case LINT_STORE:
        return program->accesses[instruction->detail].space == LINT_GENERIC ||
               (program->accesses[instruction->detail].space == LINT_LOCAL && !is_joinable(program, instruction));
    case LINT_ATOMIC:
    case LINT_COMPARE_EXCHANGE:
        return program->accesses[instruction->detail].space != LINT_GLOBAL;
    case LINT_MEMORY_COPY:
    case LINT_MEMORY_SET:
    case LINT_ASYNC_COPY:
    case LINT_SUB_GROUP:
    case LINT_SUB_GROUP_BARRIER:
    case LINT_FENCE:
        return true;
    default:
        return false;
    }
}

static int compare_distances(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;

    return a < b ? -1 : a > b;
}

/* Words of all accesses that go with the queue's entry `first`, by distance from it; `members` counts the accesses. */
static size_t gather_words(struct maker *maker, size_t first, size_t *members)
{
    const struct queued *const leader = &maker->queue[first];
    size_t count = 0, kept = 0;

    *members = 0;
    for (size_t i = first; i < maker->queue_count; i++) {
        struct queued *const queued = &maker->queue[i];

        if (queued->is_taken || queued->is_store != leader->is_store ||
            !lint_form_differs_by_constant(&queued->form, &leader->form))
            continue;
        queued->is_taken = true;
        (*members)++;
        if (i != first)
            maker->joins->group_of[queued->instruction] = LINT_JOINED;
        for (unsigned byte = 0; byte < queued->bytes; byte += 4)
            maker->distances[count++] = queued->form.constant - leader->form.constant + byte;
    }
    qsort(maker->distances, count, sizeof *maker->distances, compare_distances);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || maker->distances[kept - 1] != maker->distances[i])
            maker->distances[kept++] = maker->distances[i];
    return kept;
}

static enum clsmem_status add_group(struct maker *maker, size_t first, size_t word_count)
{
    struct lint_joins *const joins = maker->joins;
    const struct queued *const leader = &maker->queue[first];
    const unsigned known = lint_linear_align(maker->linear, &leader->form, false);
    struct lint_join_group *const groups = realloc(joins->groups, (joins->group_count + 1) * sizeof *groups);
    int64_t *words;

    if (groups)
        joins->groups = groups;
    words = realloc(joins->words, (joins->word_count + word_count) * sizeof *words);
    if (words)
        joins->words = words;
    if (!groups || !words)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the accesses of a kernel");
    memcpy(words + joins->word_count, maker->distances, word_count * sizeof *words);
    joins->group_of[leader->instruction] = (uint32_t)joins->group_count;
    groups[joins->group_count++] = (struct lint_join_group){
        .first_word = (uint32_t)joins->word_count,
        .word_count = (uint32_t)word_count,
        .known_align = known,
        .is_declared = lint_linear_align(maker->linear, &leader->form, true) >= known,
    };
    joins->word_count += word_count;
    return CLSMEM_OK;
}

static enum clsmem_status flush(struct maker *maker)
{
    enum clsmem_status status = CLSMEM_OK;

    for (size_t i = 0; i < maker->queue_count; i++) {
        size_t members, words;

        if (maker->queue[i].is_taken)
            continue;
        words = gather_words(maker, i, &members);
        if (members > 1)
            CHECK(add_group(maker, i, words));
    }
    maker->queue_count = 0;
out:
    return status;
}

/* Whether a queued access of the other kind may touch what this one does. */
static bool collides(const struct maker *maker, const struct queued *arriving)
{
    for (size_t i = 0; i < maker->queue_count; i++)
        if (maker->queue[i].is_store != arriving->is_store &&
            !lint_form_differs_by_constant(&maker->queue[i].form, &arriving->form))
            return true;
    return false;
}

static enum clsmem_status queue(struct maker *maker, uint32_t number)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct lint_instruction *const instruction = &maker->program->instructions[number];
    const struct queued arriving = {
        .instruction = number,
        .is_store = instruction->op == LINT_STORE,
        .bytes = instruction->count * instruction->bits / 8,
        .form = lint_linear_form(maker->linear, instruction->a),
    };

    if (collides(maker, &arriving))
        CHECK(flush(maker));
    maker->queue[maker->queue_count++] = arriving;
out:
    return status;
}

static enum clsmem_status look_at_block(struct maker *maker, const struct lint_block *block)
{
    enum clsmem_status status = CLSMEM_OK;

    for (uint32_t i = block->first; i < block->first + block->count; i++) {
        const struct lint_instruction *const instruction = &maker->program->instructions[i];

        if (is_joinable(maker->program, instruction))
            CHECK(queue(maker, i));
        else if (ends_queue(maker->program, instruction))
            CHECK(flush(maker));
    }
    CHECK(flush(maker));
out:
    return status;
}

enum clsmem_status lint_joins_make(const struct lint_program *program, struct lint_joins *joins)
{
    enum clsmem_status status = CLSMEM_OK;
    struct maker maker = { .program = program, .joins = joins };
    size_t most = 1;

    *joins = (struct lint_joins){ 0 };
    for (size_t i = 0; i < program->block_count; i++)
        if (program->blocks[i].count > most)
            most = program->blocks[i].count;
    CHECK_ALLOC(maker.queue, most * sizeof *maker.queue);
    CHECK_ALLOC(maker.distances, 4 * most * sizeof *maker.distances);
    CHECK_ALLOC(joins->group_of, (program->instruction_count + 1) * sizeof *joins->group_of);
    memset(joins->group_of, 0xff, (program->instruction_count + 1) * sizeof *joins->group_of);
    CHECK(lint_linear_new(program, UNROLLING, &maker.linear));
    for (size_t i = 0; i < program->block_count; i++)
        CHECK(look_at_block(&maker, &program->blocks[i]));
out:
    free(maker.queue);
    free(maker.distances);
    lint_linear_release(maker.linear);
    return status;
}

void lint_joins_release(struct lint_joins *joins)
{
    free(joins->groups);
    free(joins->words);
    free(joins->group_of);
    *joins = (struct lint_joins){ 0 };
}
