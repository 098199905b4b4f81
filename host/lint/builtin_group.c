/* Barriers, fences, functions of a work-group, and copies that it makes together. */
#include "builtin_build.h"

/* CLK_LOCAL_MEM_FENCE and CLK_GLOBAL_MEM_FENCE have the numbers of enum lint_fence; images have another one. */
#define ALL_FENCES (LINT_FENCE_LOCAL | LINT_FENCE_GLOBAL)

/* Flags that are not known before the run fence all memory. */
static unsigned fence_of(const struct lint_builder *builder)
{
    uint64_t flags;

    return lint_constant_of(builder, builder->call->arguments[0].slot, &flags) ? (unsigned)(flags & ALL_FENCES)
                                                                               : ALL_FENCES;
}

/* Ends the block at the barrier and goes on in the one behind. */
static bool wait_at(struct lint_builder *builder, struct lint_barrier *barrier)
{
    const uint32_t next = lint_program_block(builder->program);

    barrier->site = builder->call->site;
    lint_program_wait(builder->program, lint_program_barrier(builder->program, barrier), next, barrier->site);
    lint_program_enter(builder->program, next);
    return true;
}

static bool emit_barrier(struct lint_builder *builder)
{
    struct lint_barrier barrier = {
        .fence = fence_of(builder),
        .value = LINT_NONE,
        .other = LINT_NONE,
        .result = LINT_NONE,
    };

    return wait_at(builder, &barrier);
}

static bool emit_wait_for_events(struct lint_builder *builder)
{
    struct lint_barrier barrier = {
        .fence = ALL_FENCES,
        .waits_for_copies = true,
        .value = LINT_NONE,
        .other = LINT_NONE,
        .result = LINT_NONE,
    };

    return wait_at(builder, &barrier);
}

static bool emit_fence(struct lint_builder *builder)
{
    const struct lint_instruction instruction = {
        .op = LINT_FENCE,
        .result = LINT_NONE,
        .a = LINT_NONE,
        .b = LINT_NONE,
        .c = LINT_NONE,
        .detail = LINT_NONE,
        .immediate = fence_of(builder),
    };

    lint_build(builder, &instruction);
    return true;
}

/* The row's number is the collective, its other number how it combines. No memory is fenced. */
static bool emit_work_group_function(struct lint_builder *builder)
{
    struct lint_barrier barrier = {
        .call = { .collective = (enum lint_collective)builder->builtin->number,
                  .combine = lint_combination(builder->kind, (enum lint_atomic)builder->builtin->other) },
        .value = builder->call->arguments[0].slot,
        .other = LINT_NONE,
        .result = builder->call->result.slot,
        .count = builder->count,
        .bits = (uint8_t)builder->bits,
    };

    return wait_at(builder, &barrier);
}

/* One to three local ids; those that are left out are 0. */
static bool emit_work_group_broadcast(struct lint_builder *builder)
{
    const struct lint_call *const call = builder->call;
    const uint32_t ids = lint_program_slots(builder->program, 3);
    struct lint_barrier barrier = {
        .call = { .collective = LINT_BROADCAST },
        .value = call->arguments[0].slot,
        .other = ids,
        .result = call->result.slot,
        .count = builder->count,
        .bits = (uint8_t)builder->bits,
    };

    for (uint32_t i = 0; i < 3; i++)
        lint_copy_slot(builder, ids + i,
                       i + 1 < call->argument_count ? call->arguments[i + 1].slot
                                                    : lint_program_constant(builder->program, 0));
    return wait_at(builder, &barrier);
}

/*
 * (to, from, elements[, stride], event); the stride is that of the side in global memory. Events are 0: a wait is one
 * for all copies before it.
 */
static bool emit_copy(struct lint_builder *builder)
{
    const struct lint_value *const arguments = builder->call->arguments;
    const struct lint_type *const from = &builder->signature->parameters[1];
    const bool has_stride = builder->call->argument_count == 5;
    const struct lint_copy copy = {
        .bytes = (from->count == 3 ? 4 : from->count) * lint_type_bits(from) / 8,
        .strides_to = has_stride && arguments[1].space == LINT_LOCAL,
        .stride = has_stride ? arguments[3].slot : LINT_NONE,
        .to = arguments[0].space,
        .from = arguments[1].space,
    };
    const struct lint_instruction instruction = {
        .op = LINT_ASYNC_COPY,
        .bits = 64,
        .count = 1,
        .result = LINT_NONE,
        .a = arguments[0].slot,
        .b = arguments[1].slot,
        .c = arguments[2].slot,
        .detail = lint_program_copy(builder->program, &copy),
    };

    lint_build(builder, &instruction);
    builder->bits = 64;
    return lint_result(builder, LINT_COPY, lint_number(builder, 0), LINT_NONE, LINT_NONE);
}

/* A hint: what it might fetch is nothing that the kernel asked for. */
static bool emit_nothing(struct lint_builder *builder)
{
    (void)builder;
    return true;
}

const struct lint_builtin lint_builtins_groups[] = {
    { "barrier", "v:x", emit_barrier, 0, 0 },
    { "work_group_barrier", "v:xo", emit_barrier, 0, 0 },
    { "mem_fence", "v:x", emit_fence, 0, 0 },
    { "read_mem_fence", "v:x", emit_fence, 0, 0 },
    { "write_mem_fence", "v:x", emit_fence, 0, 0 },
    { "atomic_work_item_fence", "v:xo", emit_fence, 0, 0 },
    { "work_group_all", "k:z", emit_work_group_function, LINT_ALL, 0 },
    { "work_group_any", "k:z", emit_work_group_function, LINT_ANY, 0 },
#define GROUP_FUNCTIONS(word, combine)                                                                                \
    { "work_group_reduce_" word, "g:l", emit_work_group_function, LINT_REDUCE, combine },                             \
        { "work_group_scan_inclusive_" word, "g:l", emit_work_group_function, LINT_SCAN_INCLUSIVE, combine },         \
    {                                                                                                                 \
        "work_group_scan_exclusive_" word, "g:l", emit_work_group_function, LINT_SCAN_EXCLUSIVE, combine              \
    }
    GROUP_FUNCTIONS("add", LINT_ATOMIC_ADD),
    GROUP_FUNCTIONS("min", LINT_ATOMIC_MIN_U),
    GROUP_FUNCTIONS("max", LINT_ATOMIC_MAX_U),
#undef GROUP_FUNCTIONS
    { "work_group_broadcast", "g:lx", emit_work_group_broadcast, 0, 0 },
    { "work_group_broadcast", "g:lxx", emit_work_group_broadcast, 0, 0 },
    { "work_group_broadcast", "g:lxxx", emit_work_group_broadcast, 0, 0 },
    { "async_work_group_copy", "x:ppxe", emit_copy, 0, 0 },
    { "async_work_group_strided_copy", "x:ppxxe", emit_copy, 0, 0 },
    { "wait_group_events", "v:xe", emit_wait_for_events, 0, 0 },
    { "prefetch", "v:px", emit_nothing, 0, 0 },
};

LINT_BUILTIN_COUNT(groups);
