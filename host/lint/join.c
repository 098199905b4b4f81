/*
 * Joining as NVIDIA's assembler does it, found by comparing its output with what went in (facts in README.md,
 * "What a compiler makes of it"). Accesses of a block are queued; the queue ends at the block's end, at an atomic or a
 * fence, and where an access of the other kind (load, store) arrives, wherever that one goes, or a store that may go to
 * the words of another. Of what is queued, accesses of one unit whose addresses differ by constants go together; each
 * unit is fetched once.
 */
#include "join.h"

#include <stdlib.h>
#include <string.h>

#include "fuse.h"
#include "jump.h"
#include "linear.h"
#include "uniform.h"
#include "uses.h"

struct queued {
    uint32_t instruction;
    bool is_store, is_taken;
    unsigned bytes, unit_bytes, align;
    struct lint_form form;
};

struct maker {
    const struct lint_program *program;
    struct lint_linear *linear;
    struct lint_joins *joins;
    uint8_t *uses;    /* per slot: enum lint_use */
    uint8_t *uniform; /* per slot: enum lint_uniform */
    struct queued *queue;
    size_t queue_count;
    int64_t *distances; /* of the group that is being made */
};

static unsigned use_of(const struct maker *maker, uint32_t slot)
{
    return slot < maker->program->slot_count ? maker->uses[slot] : 0u;
}

/*
 * The unit in which an access can be joined with others, in bytes; 0: it cannot. Registers have 4 bytes, a pair of them
 * 8. A value of 2 bytes by itself is joined as long as it stays one: loads that fill a register with zeros are not.
 */
static unsigned unit_of(const struct maker *maker, const struct lint_instruction *instruction)
{
    const struct lint_access *access;
    const unsigned bytes = instruction->count * instruction->bits / 8;
    unsigned unit = 0;

    if (instruction->op != LINT_LOAD && instruction->op != LINT_STORE)
        return 0;
    access = &maker->program->accesses[instruction->detail];
    if (access->space != LINT_LOCAL || access->is_volatile || access->is_atomic || bytes > 16)
        return 0;
    if (instruction->bits == 64)
        unit = 8;
    else if (bytes % 4 == 0 && access->align >= 4)
        unit = 4;
    else if (instruction->bits == 16 &&
             (instruction->op == LINT_STORE || use_of(maker, instruction->result) & LINT_USED_NARROW))
        unit = 2;
    return access->align >= unit ? unit : 0;
}

/* Whether what was queued has to be done before the instruction, which is itself not joined. */
static bool ends_queue(const struct lint_program *program, const struct lint_instruction *instruction)
{
    switch (instruction->op) {
    case LINT_LOAD:
    case LINT_STORE:
        return program->accesses[instruction->detail].space == LINT_GENERIC ||
               program->accesses[instruction->detail].space == LINT_LOCAL;
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

/* Whether a unit of a load, counted from its first byte, holds anything that is used; stores need all of theirs. */
static bool is_unit_used(const struct maker *maker, const struct queued *queued, unsigned byte)
{
    const struct lint_instruction *const instruction = &maker->program->instructions[queued->instruction];

    if (queued->is_store || instruction->result >= maker->program->slot_count)
        return true;
    for (unsigned e = 0; e < instruction->count; e++) {
        const unsigned first = e * instruction->bits / 8;

        if (first >= byte && first < byte + queued->unit_bytes && use_of(maker, instruction->result + e))
            return true;
    }
    return false;
}

/* What is known of a group while it is gathered. */
struct gathering {
    size_t members, units, dropped;
    unsigned known_align, declared_align;
};

static void add_member(struct maker *maker, const struct queued *leader, const struct queued *member,
                       struct gathering *gathering)
{
    const unsigned known = lint_linear_align(maker->linear, &member->form, false);
    const unsigned declared = lint_linear_align(maker->linear, &member->form, true);

    gathering->members++;
    /* What one member promises of its own address holds for all, at their distances. */
    if (known > gathering->known_align)
        gathering->known_align = known;
    if (member->align > gathering->known_align)
        gathering->known_align = member->align;
    if (declared < gathering->declared_align)
        gathering->declared_align = declared > member->align ? declared : member->align;
    for (unsigned byte = 0; byte < member->bytes; byte += member->unit_bytes) {
        if (is_unit_used(maker, member, byte))
            maker->distances[gathering->units++] =
                (int64_t)((uint64_t)member->form.constant - (uint64_t)leader->form.constant) + byte;
        else
            gathering->dropped++;
    }
}

static void sort_distances(struct maker *maker, struct gathering *gathering)
{
    size_t kept = 0;

    qsort(maker->distances, gathering->units, sizeof *maker->distances, compare_distances);
    for (size_t i = 0; i < gathering->units; i++)
        if (kept == 0 || maker->distances[kept - 1] != maker->distances[i])
            maker->distances[kept++] = maker->distances[i];
    gathering->units = kept;
}

/* All accesses that go with the queue's entry `first`. */
static struct gathering gather(struct maker *maker, size_t first)
{
    const struct queued *const leader = &maker->queue[first];
    struct gathering gathering = { .known_align = 1, .declared_align = 16 };

    for (size_t i = first; i < maker->queue_count; i++) {
        struct queued *const queued = &maker->queue[i];

        if (queued->is_taken || queued->is_store != leader->is_store || queued->unit_bytes != leader->unit_bytes ||
            !lint_form_differs_by_constant(&queued->form, &leader->form))
            continue;
        queued->is_taken = true;
        if (i != first)
            maker->joins->group_of[queued->instruction] = LINT_JOINED;
        add_member(maker, leader, queued, &gathering);
    }
    sort_distances(maker, &gathering);
    return gathering;
}

static enum clsmem_status add_group(struct maker *maker, const struct queued *leader,
                                    const struct gathering *gathering)
{
    struct lint_joins *const joins = maker->joins;
    struct lint_join_group *const groups = realloc(joins->groups, (joins->group_count + 1) * sizeof *groups);
    int64_t *units;

    if (groups)
        joins->groups = groups;
    units = realloc(joins->units, (joins->unit_count + gathering->units + 1) * sizeof *units);
    if (units)
        joins->units = units;
    if (!groups || !units)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the accesses of a kernel");
    memcpy(units + joins->unit_count, maker->distances, gathering->units * sizeof *units);
    joins->group_of[leader->instruction] = (uint32_t)joins->group_count;
    groups[joins->group_count++] = (struct lint_join_group){
        .first_unit = (uint32_t)joins->unit_count,
        .unit_count = (uint32_t)gathering->units,
        .unit_bytes = leader->unit_bytes,
        .known_align = gathering->known_align,
        .is_declared = gathering->declared_align >= gathering->known_align,
    };
    joins->unit_count += gathering->units;
    return CLSMEM_OK;
}

/* Whether hardware has such an access: of a power of two, and aligned so. */
static bool is_one_access(const struct queued *queued)
{
    return (queued->bytes & (queued->bytes - 1)) == 0 && queued->bytes <= queued->align;
}

static enum clsmem_status flush(struct maker *maker)
{
    enum clsmem_status status = CLSMEM_OK;

    for (size_t i = 0; i < maker->queue_count; i++) {
        struct gathering gathering;

        if (maker->queue[i].is_taken)
            continue;
        gathering = gather(maker, i);
        if (gathering.members > 1 || gathering.dropped > 0 || !is_one_access(&maker->queue[i]))
            CHECK(add_group(maker, &maker->queue[i], &gathering));
    }
    maker->queue_count = 0;
out:
    return status;
}

/* Loads and stores never change places, nor do stores unless they are known to go to different words. */
static bool ends_before(const struct maker *maker, const struct queued *arriving)
{
    if (maker->queue_count > 0 && maker->queue[0].is_store != arriving->is_store)
        return true;
    for (size_t i = 0; arriving->is_store && i < maker->queue_count; i++)
        if (!lint_form_differs_by_constant(&maker->queue[i].form, &arriving->form))
            return true;
    return false;
}

static enum clsmem_status queue(struct maker *maker, uint32_t number, unsigned unit_bytes)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct lint_instruction *const instruction = &maker->program->instructions[number];
    const struct queued arriving = {
        .instruction = number,
        .is_store = instruction->op == LINT_STORE,
        .bytes = instruction->count * instruction->bits / 8,
        .unit_bytes = unit_bytes,
        .align = maker->program->accesses[instruction->detail].align,
        .form = lint_linear_form(maker->linear, number),
    };

    if (ends_before(maker, &arriving))
        CHECK(flush(maker));
    maker->queue[maker->queue_count++] = arriving;
out:
    return status;
}

/* How the assembler serves an atomic of 4 bytes in local memory whose address does not depend on the lane. */
static enum lint_join_lanes lanes_of(const struct maker *maker, const struct lint_instruction *instruction)
{
    const struct lint_access *access;
    bool is_unused;

    if (instruction->op != LINT_ATOMIC || instruction->bits != 32 ||
        lint_uniform_of(maker->uniform, instruction->a) != LINT_UNIFORM)
        return LINT_LANES_APART;
    access = &maker->program->accesses[instruction->detail];
    is_unused = access->result_unused || instruction->result == LINT_NONE;
    switch (access->atomic) {
    case LINT_ATOMIC_ADD:
    case LINT_ATOMIC_SUB:
        if (is_unused || lint_uniform_of(maker->uniform, instruction->b) == LINT_UNIFORM)
            return LINT_LANES_TOGETHER;
        return LINT_LANES_TOGETHER_IF_ALL;
    case LINT_ATOMIC_INC_WRAP:
        return instruction->b >= LINT_FIRST_CONSTANT &&
                       (uint32_t)maker->program->constants[instruction->b - LINT_FIRST_CONSTANT] == UINT32_MAX
                   ? LINT_LANES_TOGETHER
                   : LINT_LANES_APART;
    case LINT_ATOMIC_AND:
    case LINT_ATOMIC_OR:
    case LINT_ATOMIC_XOR:
    case LINT_ATOMIC_MIN_U:
    case LINT_ATOMIC_MIN_S:
    case LINT_ATOMIC_MAX_U:
    case LINT_ATOMIC_MAX_S:
        return is_unused ? LINT_LANES_TOGETHER : LINT_LANES_APART;
    default:
        return LINT_LANES_APART;
    }
}

static enum clsmem_status look_at_block(struct maker *maker, const struct lint_block *block)
{
    enum clsmem_status status = CLSMEM_OK;

    for (uint32_t i = block->first; i < block->first + block->count; i++) {
        const struct lint_instruction *const instruction = &maker->program->instructions[i];
        const unsigned unit = unit_of(maker, instruction);

        maker->joins->lanes[i] = (uint8_t)lanes_of(maker, instruction);
        if (unit > 0)
            CHECK(queue(maker, i, unit));
        else if (ends_queue(maker->program, instruction))
            CHECK(flush(maker));
    }
    CHECK(flush(maker));
out:
    return status;
}

static void count_elements(struct maker *maker)
{
    for (size_t i = 0; i < maker->program->instruction_count; i++) {
        const struct lint_instruction *const instruction = &maker->program->instructions[i];
        unsigned used = 0;

        for (uint32_t e = 0; instruction->op != LINT_STORE && e < instruction->count && used < UINT8_MAX; e++)
            used += use_of(maker, instruction->result + e) != 0;
        maker->joins->elements[i] = (uint8_t)used;
    }
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
    CHECK_ALLOC(maker.uses, program->slot_count + 1);
    CHECK_ALLOC(joins->lanes, program->instruction_count + 1);
    memset(joins->lanes, LINT_LANES_APART, program->instruction_count + 1);
    CHECK_ALLOC(joins->group_of, (program->instruction_count + 1) * sizeof *joins->group_of);
    memset(joins->group_of, 0xff, (program->instruction_count + 1) * sizeof *joins->group_of);
    CHECK_ALLOC(joins->elements, program->instruction_count + 1);
    CHECK(lint_fuse_find(program, &joins->fuses));
    lint_uses_find(program, maker.uses);
    count_elements(&maker);
    CHECK(lint_uniform_find(program, &maker.uniform));
    CHECK(lint_linear_new(program, &maker.linear));
    for (size_t i = 0; i < program->block_count; i++)
        CHECK(look_at_block(&maker, &program->blocks[i]));
out:
    free(maker.queue);
    free(maker.distances);
    free(maker.uses);
    free(maker.uniform);
    lint_linear_release(maker.linear);
    return status;
}

void lint_joins_release(struct lint_joins *joins)
{
    free(joins->groups);
    free(joins->units);
    free(joins->group_of);
    free(joins->lanes);
    free(joins->fuses);
    free(joins->elements);
    *joins = (struct lint_joins){ 0 };
}
