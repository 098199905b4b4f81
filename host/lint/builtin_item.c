/* Work-item functions: where a work-item is, and how many there are. */
#include "builtin_build.h"

#define TABLE_END(name)                                                                                               \
    const size_t lint_builtins_##name##_count = sizeof lint_builtins_##name / sizeof *lint_builtins_##name

static bool emit_scalar(struct lint_builder *builder)
{
    const enum lint_scalar_id id = (enum lint_scalar_id)builder->builtin->number;

    builder->bits = builder->call->result.bits;
    return lint_result(builder, LINT_COPY, lint_program_scalar_id(builder->program, id), LINT_NONE, LINT_NONE);
}

/* The slot of an id in one dimension; sizes that the kernel requires are constants. */
static uint32_t id_slot(const struct lint_builder *builder, enum lint_id id, unsigned dimension)
{
    const uint64_t required = builder->call->required_local[dimension];

    if (id == LINT_LOCAL_SIZE && required > 0)
        return lint_program_constant(builder->program, required);
    return lint_program_id(builder->program, id, dimension);
}

/* The row's number is the id, its other number what a dimension outside the launch gives. */
static bool emit_dimensional(struct lint_builder *builder)
{
    const enum lint_id id = (enum lint_id)builder->builtin->number;
    const uint32_t dimension = builder->call->arguments[0].slot;
    const unsigned dimension_bits = builder->call->arguments[0].bits, bits = builder->call->result.bits;
    uint64_t value;
    uint32_t chosen;

    builder->bits = bits;
    chosen = lint_number(builder, builder->builtin->other);
    if (lint_constant_of(builder, dimension, &value))
        return lint_result(builder, LINT_COPY, value < 3 ? id_slot(builder, id, (unsigned)value) : chosen, LINT_NONE,
                           LINT_NONE);
    for (unsigned i = 0; i < 3; i++) {
        uint32_t is_it;

        builder->bits = dimension_bits;
        is_it = lint_op(builder, LINT_EQ, dimension, lint_number(builder, i), LINT_NONE);
        builder->bits = bits;
        chosen = lint_op(builder, LINT_SELECT, is_it, id_slot(builder, id, i), chosen);
    }
    return lint_result(builder, LINT_COPY, chosen, LINT_NONE, LINT_NONE);
}

const struct lint_builtin lint_builtins_items[] = {
    { "get_work_dim", "x:", emit_scalar, LINT_WORK_DIM, 0 },
    { "get_global_id", "x:x", emit_dimensional, LINT_GLOBAL_ID, 0 },
    { "get_local_id", "x:x", emit_dimensional, LINT_LOCAL_ID, 0 },
    { "get_group_id", "x:x", emit_dimensional, LINT_GROUP_ID, 0 },
    { "get_global_size", "x:x", emit_dimensional, LINT_GLOBAL_SIZE, 1 },
    { "get_local_size", "x:x", emit_dimensional, LINT_LOCAL_SIZE, 1 },
    /* Work-groups are all of one size here. */
    { "get_enqueued_local_size", "x:x", emit_dimensional, LINT_LOCAL_SIZE, 1 },
    { "get_num_groups", "x:x", emit_dimensional, LINT_GROUP_COUNT, 1 },
    { "get_global_offset", "x:x", emit_dimensional, LINT_GLOBAL_OFFSET, 0 },
    { "get_global_linear_id", "x:", emit_scalar, LINT_GLOBAL_LINEAR_ID, 0 },
    { "get_local_linear_id", "x:", emit_scalar, LINT_LOCAL_LINEAR_ID, 0 },
    { "get_sub_group_size", "x:", emit_scalar, LINT_SUB_GROUP_SIZE, 0 },
    { "get_max_sub_group_size", "x:", emit_scalar, LINT_SUB_GROUP_MAX_SIZE, 0 },
    { "get_num_sub_groups", "x:", emit_scalar, LINT_SUB_GROUP_COUNT, 0 },
    { "get_enqueued_num_sub_groups", "x:", emit_scalar, LINT_SUB_GROUP_COUNT, 0 },
    { "get_sub_group_id", "x:", emit_scalar, LINT_SUB_GROUP_ID, 0 },
    { "get_sub_group_local_id", "x:", emit_scalar, LINT_LANE, 0 },
};

LINT_BUILTIN_COUNT(items);
