/*
 * Ballots of a sub-group and what is made of them, without any exchange: a uint4 of which the first two words hold a
 * bit for each of up to 64 lanes; and block accesses, in which lanes take neighbouring elements.
 */
#include "builtin_build.h"

static uint32_t own_lane(const struct lint_builder *builder)
{
    return lint_program_scalar_id(builder->program, LINT_LANE);
}

/* All of these work on one number of 64 bits. */
static struct lint_builder in_one_word(const struct lint_builder *builder)
{
    return lint_shaped(builder, 64, 1);
}

static uint32_t own_bit(const struct lint_builder *word)
{
    return lint_op(word, LINT_SHL, lint_number(word, 1), own_lane(word), LINT_NONE);
}

static uint32_t bits_below(const struct lint_builder *word, uint32_t bit)
{
    return lint_op(word, LINT_SUB, bit, lint_number(word, 1), LINT_NONE);
}

/* Of the lanes that there are: 1 << 64 is 0 here, and 0 - 1 all of them. */
static uint32_t all_lanes(const struct lint_builder *word)
{
    const uint32_t size = lint_program_scalar_id(word->program, LINT_SUB_GROUP_MAX_SIZE);

    return bits_below(word, lint_op(word, LINT_SHL, lint_number(word, 1), size, LINT_NONE));
}

static uint32_t ballot_argument(const struct lint_builder *word)
{
    const uint32_t slot = word->call->arguments[0].slot;
    const uint32_t upper = lint_op(word, LINT_SHL, slot + 1, lint_number(word, 32), LINT_NONE);

    return lint_op(word, LINT_OR, slot, upper, LINT_NONE);
}

static bool takes_ballot(const struct lint_builder *builder)
{
    return builder->count == 4 && builder->bits == 32;
}

/* BALLOT's shape is its operand's: any integer that is not 0 counts. */
static bool emit_ballot(struct lint_builder *builder)
{
    const struct lint_group_call call = { .collective = LINT_BALLOT, .is_partial = true };
    const struct lint_instruction instruction = {
        .op = LINT_SUB_GROUP,
        .bits = 32,
        .to_bits = 32,
        .count = 1,
        .result = builder->call->result.slot,
        .a = builder->call->arguments[0].slot,
        .b = LINT_NONE,
        .c = LINT_NONE,
        .detail = lint_program_group_call(builder->program, &call),
    };

    if (builder->call->result.count != 4 || builder->call->result.bits != 32)
        return false;
    lint_build(builder, &instruction);
    return true;
}

enum mask { MASK_EQ, MASK_GE, MASK_GT, MASK_LE, MASK_LT };

static uint32_t mask_of(const struct lint_builder *word, enum mask mask)
{
    const uint32_t bit = own_bit(word), below = bits_below(word, bit);
    const uint32_t up_to = lint_op(word, LINT_OR, bit, below, LINT_NONE);

    switch (mask) {
    case MASK_EQ:
        return bit;
    case MASK_GE:
        return lint_op(word, LINT_XOR, all_lanes(word), below, LINT_NONE);
    case MASK_GT:
        return lint_op(word, LINT_XOR, all_lanes(word), up_to, LINT_NONE);
    case MASK_LE:
        return up_to;
    default:
        return below;
    }
}

/* The row's number is the mask. */
static bool emit_mask(struct lint_builder *builder)
{
    const struct lint_value *const result = &builder->call->result;
    const struct lint_builder word = in_one_word(builder);
    uint32_t mask;

    if (result->count != 4 || result->bits != 32)
        return false;
    mask = mask_of(&word, (enum mask)builder->builtin->number);
    lint_copy_slot(builder, result->slot, lint_op(&word, LINT_AND, mask, lint_number(&word, UINT32_MAX), LINT_NONE));
    lint_copy_slot(builder, result->slot + 1, lint_op(&word, LINT_LSHR, mask, lint_number(&word, 32), LINT_NONE));
    lint_copy_slot(builder, result->slot + 2, lint_number(&word, 0));
    lint_copy_slot(builder, result->slot + 3, lint_number(&word, 0));
    return true;
}

/* The bit of one lane: the own one, or that of the second argument. */
static bool emit_extract(struct lint_builder *builder)
{
    const struct lint_builder word = in_one_word(builder);
    const uint32_t lane = builder->call->argument_count == 2 ? builder->call->arguments[1].slot : own_lane(builder);

    if (!takes_ballot(builder))
        return false;
    return lint_result(&word, LINT_AND, lint_op(&word, LINT_LSHR, ballot_argument(&word), lane, LINT_NONE),
                       lint_number(&word, 1), LINT_NONE);
}

/* How many bits are set; the row's number is the mask of those that count, plus 1. */
static bool emit_bit_count(struct lint_builder *builder)
{
    const struct lint_builder word = in_one_word(builder);
    const unsigned mask = builder->builtin->number;
    uint32_t counted;

    if (!takes_ballot(builder))
        return false;
    counted = mask > 0 ? mask_of(&word, (enum mask)(mask - 1)) : all_lanes(&word);
    return lint_result(&word, LINT_POPCOUNT, lint_op(&word, LINT_AND, ballot_argument(&word), counted, LINT_NONE),
                       LINT_NONE, LINT_NONE);
}

/* The lowest or highest lane whose bit is set; the row's number is CTZ or CLZ. */
static bool emit_find(struct lint_builder *builder)
{
    const struct lint_builder word = in_one_word(builder);
    const bool is_highest = builder->builtin->number == LINT_CLZ;
    uint32_t ballot;

    if (!takes_ballot(builder))
        return false;
    ballot = lint_op(&word, LINT_AND, ballot_argument(&word), all_lanes(&word), LINT_NONE);
    if (!is_highest)
        return lint_result(&word, LINT_CTZ, ballot, LINT_NONE, LINT_NONE);
    /* 63 - n is 63 ^ n; of an empty ballot it would be no lane at all. */
    return lint_result(&word, LINT_XOR, lint_op(&word, LINT_CLZ, ballot, LINT_NONE, LINT_NONE), lint_number(&word, 63),
                       LINT_NONE);
}

/* The place of the lane's k-th element: size * k + lane behind the pointer. */
static uint32_t block_address(const struct lint_builder *builder, unsigned k, unsigned bytes)
{
    const struct lint_builder word = in_one_word(builder);
    const uint32_t size = lint_program_scalar_id(builder->program, LINT_SUB_GROUP_MAX_SIZE);
    const uint32_t before = lint_op(&word, LINT_MUL, size, lint_number(&word, k), LINT_NONE);
    const uint32_t index = lint_op(&word, LINT_ADD, before, own_lane(builder), LINT_NONE);

    return lint_address_op(builder, 0, index, 64, (int64_t)bytes);
}

static bool emit_block_read(struct lint_builder *builder)
{
    const struct lint_value *const result = &builder->call->result;
    const unsigned bits = lint_type_bits(&builder->signature->parameters[0]);
    const struct lint_access access = lint_access_by(builder, 0, bits / 8);
    const struct lint_builder element = lint_shaped(builder, bits, 1);

    if (result->bits != bits || result->count > LINT_MOST_ELEMENTS)
        return false;
    for (unsigned k = 0; k < result->count; k++)
        lint_load(&element, &access, result->slot + k, block_address(builder, k, bits / 8));
    return true;
}

static bool emit_block_write(struct lint_builder *builder)
{
    const struct lint_access access = lint_access_by(builder, 0, builder->bits / 8);
    const struct lint_builder element = lint_shaped(builder, builder->bits, 1);

    if (lint_type_bits(&builder->signature->parameters[0]) != builder->bits)
        return false;
    for (unsigned k = 0; k < builder->count; k++)
        lint_store(&element, &access, block_address(builder, k, builder->bits / 8),
                   builder->call->arguments[1].slot + k);
    return true;
}

const struct lint_builtin lint_builtins_ballots[] = {
    { "sub_group_ballot", "*:z", emit_ballot, 0, 0 },
    { "sub_group_inverse_ballot", "k:z", emit_extract, 0, 0 },
    { "sub_group_ballot_bit_extract", "k:zx", emit_extract, 0, 0 },
    { "sub_group_ballot_bit_count", "k:z", emit_bit_count, 0, 0 },
    { "sub_group_ballot_inclusive_scan", "k:z", emit_bit_count, MASK_LE + 1, 0 },
    { "sub_group_ballot_exclusive_scan", "k:z", emit_bit_count, MASK_LT + 1, 0 },
    { "sub_group_ballot_find_lsb", "k:z", emit_find, LINT_CTZ, 0 },
    { "sub_group_ballot_find_msb", "k:z", emit_find, LINT_CLZ, 0 },
    { "get_sub_group_eq_mask", "*:", emit_mask, MASK_EQ, 0 },
    { "get_sub_group_ge_mask", "*:", emit_mask, MASK_GE, 0 },
    { "get_sub_group_gt_mask", "*:", emit_mask, MASK_GT, 0 },
    { "get_sub_group_le_mask", "*:", emit_mask, MASK_LE, 0 },
    { "get_sub_group_lt_mask", "*:", emit_mask, MASK_LT, 0 },
    { "intel_sub_group_block_read*", "*:p", emit_block_read, 0, 0 },
    { "intel_sub_group_block_write*", "v:pg", emit_block_write, 0, 0 },
};

LINT_BUILTIN_COUNT(ballots);
