/* Functions of a sub-group: OpenCL's, those of its cl_khr_subgroup extensions, and Intel's older ones. */
#include <string.h>

#include "builtin_build.h"

/* Whether lanes may call it without the others. */
static bool is_partial(const struct lint_builder *builder)
{
    static const char *const words[] = { "non_uniform", "ballot", "elect", "shuffle", "broadcast_first", "rotate" };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(builder->signature->name, words[i]))
            return true;
    return false;
}

static void build_collective(const struct lint_builder *builder, enum lint_collective collective,
                             enum lint_atomic combine, uint32_t result, uint32_t value, uint32_t lane)
{
    const struct lint_group_call call = { collective, combine, is_partial(builder) };
    const struct lint_instruction instruction = {
        .op = LINT_SUB_GROUP,
        .bits = (uint8_t)builder->bits,
        .to_bits = (uint8_t)builder->bits,
        .count = builder->count,
        .result = result,
        .a = value,
        .b = lane,
        .c = LINT_NONE,
        .detail = lint_program_group_call(builder->program, &call),
    };

    lint_build(builder, &instruction);
}

static uint32_t collect(const struct lint_builder *builder, enum lint_collective collective, enum lint_atomic combine,
                        uint32_t value, uint32_t lane)
{
    const uint32_t result = lint_program_slots(builder->program, builder->count);

    build_collective(builder, collective, combine, result, value, lane);
    return result;
}

static uint32_t own_lane(const struct lint_builder *builder)
{
    return lint_program_scalar_id(builder->program, LINT_LANE);
}

/* The row's number is the collective, its other number how it combines; a second argument is a lane or a distance. */
static bool emit_collective(struct lint_builder *builder)
{
    const struct lint_call *const call = builder->call;

    build_collective(builder, (enum lint_collective)builder->builtin->number,
                     lint_combination(builder->kind, (enum lint_atomic)builder->builtin->other), call->result.slot,
                     call->arguments[0].slot, call->argument_count > 1 ? call->arguments[1].slot : LINT_NONE);
    return true;
}

/* Truth values, as 0 and 1, combined bit by bit. */
static bool emit_logical(struct lint_builder *builder)
{
    const uint32_t zero = lint_number(builder, 0);
    const uint32_t truth = lint_op(builder, LINT_NE, builder->call->arguments[0].slot, zero, LINT_NONE);

    build_collective(builder, (enum lint_collective)builder->builtin->number,
                     (enum lint_atomic)builder->builtin->other, builder->call->result.slot, truth, LINT_NONE);
    return true;
}

static uint32_t value_of_first(const struct lint_builder *builder)
{
    const struct lint_builder word = lint_shaped(builder, 32, 1);
    const uint32_t first = collect(&word, LINT_REDUCE, LINT_ATOMIC_MIN_U, own_lane(builder), LINT_NONE);

    return collect(builder, LINT_SHUFFLE, 0, builder->call->arguments[0].slot, first);
}

static bool emit_broadcast_first(struct lint_builder *builder)
{
    return lint_result(builder, LINT_COPY, value_of_first(builder), LINT_NONE, LINT_NONE);
}

static bool emit_all_equal(struct lint_builder *builder)
{
    const uint32_t own = builder->call->arguments[0].slot, first = value_of_first(builder);
    const struct lint_builder word = lint_shaped(builder, 32, 1);
    const uint32_t is_equal = builder->kind == LINT_FLOAT ? lint_compare(builder, LINT_EQUAL, own, first)
                                                          : lint_op(builder, LINT_EQ, own, first, LINT_NONE);

    build_collective(&word, LINT_ALL, 0, builder->call->result.slot, is_equal, LINT_NONE);
    return true;
}

/* (value, distance): from the lane so far behind, around the sub-group's end; (value, distance, size): within parts. */
static bool emit_rotate(struct lint_builder *builder)
{
    const struct lint_value *const arguments = builder->call->arguments;
    const struct lint_builder word = lint_shaped(builder, 32, 1);
    const uint32_t lane = own_lane(builder), one = lint_number(&word, 1);
    const uint32_t size = builder->call->argument_count == 3
                              ? arguments[2].slot
                              : lint_program_scalar_id(builder->program, LINT_SUB_GROUP_MAX_SIZE);
    /* Sizes are powers of two, so masks do. */
    const uint32_t inside = lint_op(&word, LINT_SUB, size, one, LINT_NONE);
    const uint32_t moved = lint_op(&word, LINT_ADD, lane, arguments[1].slot, LINT_NONE);
    const uint32_t within = lint_op(&word, LINT_AND, moved, inside, LINT_NONE);
    const uint32_t part = lint_op(&word, LINT_SUB, lane, lint_op(&word, LINT_AND, lane, inside, LINT_NONE), LINT_NONE);

    build_collective(builder, LINT_SHUFFLE, 0, builder->call->result.slot, arguments[0].slot,
                     lint_op(&word, LINT_ADD, part, within, LINT_NONE));
    return true;
}

/* Intel's: (low, high, distance) is one sequence of twice the lanes, read from lane + number * size + distance. */
static bool emit_double_shuffle(struct lint_builder *builder)
{
    const struct lint_value *const arguments = builder->call->arguments;
    const struct lint_builder word = lint_shaped(builder, 32, 1);
    const bool is_up = builder->builtin->number != 0;
    const uint32_t lane = own_lane(builder);
    const uint32_t size = lint_program_scalar_id(builder->program, LINT_SUB_GROUP_MAX_SIZE);
    /* Up moves values to higher lanes: the sequence is read from below. */
    const uint32_t start = is_up ? lint_op(&word, LINT_ADD, lane, size, LINT_NONE) : lane;
    const uint32_t place = lint_op(&word, is_up ? LINT_SUB : LINT_ADD, start, arguments[2].slot, LINT_NONE);
    const uint32_t is_low = lint_op(&word, LINT_LT_U, place, size, LINT_NONE);
    const uint32_t behind = lint_op(&word, LINT_SUB, place, size, LINT_NONE);
    const uint32_t low = collect(builder, LINT_SHUFFLE, 0, arguments[0].slot, place);
    const uint32_t high = collect(builder, LINT_SHUFFLE, 0, arguments[1].slot, behind);

    return lint_result(builder, LINT_SELECT_ONE, is_low, low, high);
}

static bool emit_elect(struct lint_builder *builder)
{
    const struct lint_builder word = lint_shaped(builder, 32, 1);

    build_collective(&word, LINT_ELECT, 0, builder->call->result.slot, lint_number(&word, 1), LINT_NONE);
    return true;
}

static bool emit_barrier(struct lint_builder *builder)
{
    const struct lint_instruction instruction = {
        .op = LINT_SUB_GROUP_BARRIER,
        .result = LINT_NONE,
        .a = LINT_NONE,
        .b = LINT_NONE,
        .c = LINT_NONE,
        .detail = LINT_NONE,
    };

    lint_build(builder, &instruction);
    return true;
}

#define ANY_NUMBER(X)                                                                                                 \
    X("reduce_add", LINT_REDUCE, LINT_ATOMIC_ADD)                                                                     \
    X("reduce_min", LINT_REDUCE, LINT_ATOMIC_MIN_U)                                                                   \
    X("reduce_max", LINT_REDUCE, LINT_ATOMIC_MAX_U)                                                                   \
    X("scan_inclusive_add", LINT_SCAN_INCLUSIVE, LINT_ATOMIC_ADD)                                                     \
    X("scan_inclusive_min", LINT_SCAN_INCLUSIVE, LINT_ATOMIC_MIN_U)                                                   \
    X("scan_inclusive_max", LINT_SCAN_INCLUSIVE, LINT_ATOMIC_MAX_U)                                                   \
    X("scan_exclusive_add", LINT_SCAN_EXCLUSIVE, LINT_ATOMIC_ADD)                                                     \
    X("scan_exclusive_min", LINT_SCAN_EXCLUSIVE, LINT_ATOMIC_MIN_U)                                                   \
    X("scan_exclusive_max", LINT_SCAN_EXCLUSIVE, LINT_ATOMIC_MAX_U)

#define BITWISE(X)                                                                                                    \
    X("and", LINT_ATOMIC_AND)                                                                                         \
    X("or", LINT_ATOMIC_OR)                                                                                           \
    X("xor", LINT_ATOMIC_XOR)

const struct lint_builtin lint_builtins_sub_groups[] = {
    { "sub_group_barrier", "v:xo", emit_barrier, 0, 0 },
    { "sub_group_all", "k:z", emit_collective, LINT_ALL, 0 },
    { "sub_group_any", "k:z", emit_collective, LINT_ANY, 0 },
    { "sub_group_non_uniform_all", "k:z", emit_collective, LINT_ALL, 0 },
    { "sub_group_non_uniform_any", "k:z", emit_collective, LINT_ANY, 0 },
    { "sub_group_non_uniform_all_equal", "k:l", emit_all_equal, 0, 0 },
    { "sub_group_elect", "k:", emit_elect, 0, 0 },
    { "sub_group_broadcast", "g:gx", emit_collective, LINT_BROADCAST, 0 },
    { "intel_sub_group_broadcast", "g:gx", emit_collective, LINT_BROADCAST, 0 },
    { "sub_group_non_uniform_broadcast", "g:gx", emit_collective, LINT_BROADCAST, 0 },
    { "sub_group_broadcast_first", "g:g", emit_broadcast_first, 0, 0 },
    { "sub_group_shuffle", "g:gx", emit_collective, LINT_SHUFFLE, 0 },
    { "sub_group_shuffle_xor", "g:gx", emit_collective, LINT_SHUFFLE_XOR, 0 },
    { "sub_group_shuffle_up", "g:gx", emit_collective, LINT_SHUFFLE_UP, 0 },
    { "sub_group_shuffle_down", "g:gx", emit_collective, LINT_SHUFFLE_DOWN, 0 },
    { "intel_sub_group_shuffle", "g:gx", emit_collective, LINT_SHUFFLE, 0 },
    { "intel_sub_group_shuffle_xor", "g:gx", emit_collective, LINT_SHUFFLE_XOR, 0 },
    { "intel_sub_group_shuffle_up", "g:ggx", emit_double_shuffle, 1, 0 },
    { "intel_sub_group_shuffle_down", "g:ggx", emit_double_shuffle, 0, 0 },
    { "sub_group_rotate", "g:gx", emit_rotate, 0, 0 },
    { "sub_group_clustered_rotate", "g:gxx", emit_rotate, 0, 0 },
#define NUMBER_ROWS(word, collective, combine)                                                                        \
    { "sub_group_" word, "g:l", emit_collective, collective, combine },                                               \
        { "intel_sub_group_" word, "g:l", emit_collective, collective, combine },                                     \
        { "sub_group_non_uniform_" word, "g:l", emit_collective, collective, combine },
    ANY_NUMBER(NUMBER_ROWS)
#undef NUMBER_ROWS
#define BIT_ROWS(word, combine)                                                                                       \
    { "sub_group_non_uniform_reduce_" word, "g:z", emit_collective, LINT_REDUCE, combine },                           \
        { "sub_group_non_uniform_scan_inclusive_" word, "g:z", emit_collective, LINT_SCAN_INCLUSIVE, combine },       \
        { "sub_group_non_uniform_scan_exclusive_" word, "g:z", emit_collective, LINT_SCAN_EXCLUSIVE, combine },       \
        { "sub_group_non_uniform_reduce_logical_" word, "k:l", emit_logical, LINT_REDUCE, combine },                  \
        { "sub_group_non_uniform_scan_inclusive_logical_" word, "k:l", emit_logical, LINT_SCAN_INCLUSIVE, combine },  \
        { "sub_group_non_uniform_scan_exclusive_logical_" word, "k:l", emit_logical, LINT_SCAN_EXCLUSIVE, combine },
        BITWISE(BIT_ROWS)
#undef BIT_ROWS
};

LINT_BUILTIN_COUNT(sub_groups);
