/* The order of blocks: the one that lets the engine run the lowest block with a lane in it. */
#include <CUnit/CUnit.h>
#include <CUnit/TestDB.h>

#include "expect.h"
#include "lint/program.h"

#define MOST_BLOCKS 8

/* Edges as pairs; a block with two is a branch, with one a jump, with none the end. Returns where each block went. */
static bool order(uint32_t block_count, const uint32_t (*edges)[2], size_t edge_count, uint32_t *places)
{
    struct lint_program *const program = lint_program_new("k");
    enum clsmem_status status;

    for (uint32_t b = 0; b < block_count; b++)
        (void)lint_program_block(program);
    for (uint32_t b = 0; b < block_count; b++) {
        struct lint_target targets[2] = { { 0 } };
        size_t count = 0;

        for (size_t e = 0; e < edge_count; e++)
            if (edges[e][0] == b)
                targets[count++].block = edges[e][1];
        lint_program_enter(program, b);
        /* The end's site tells the block after it was renumbered. */
        if (count == 2)
            lint_program_branch(program, lint_program_constant(program, 1), &targets[0], &targets[1], b);
        else if (count == 1)
            lint_program_jump(program, &targets[0], b);
        else
            lint_program_return(program, b);
    }
    status = lint_program_finish(program);
    for (uint32_t b = 0; b < block_count; b++)
        places[b] = LINT_NONE;
    for (uint32_t place = 0; status == CLSMEM_OK && place < program->block_count; place++)
        places[program->blocks[place].site] = place;
    lint_program_release(program);
    return status == CLSMEM_OK;
}

static void branches_come_before_the_place_where_they_meet(void)
{
    static const uint32_t edges[][2] = { { 0, 2 }, { 0, 1 }, { 1, 3 }, { 2, 3 } };
    uint32_t at[MOST_BLOCKS];

    EXPECT(order(4, edges, 4, at));
    EXPECT_EQ_INT(at[0], 0);
    EXPECT_EQ_INT(at[3], 3);
}

static void a_loop_is_contiguous_and_its_exit_comes_behind_it(void)
{
    /* 0 -> 1 (header) -> 3 (exit) or 2 -> 4 -> 1. */
    static const uint32_t edges[][2] = { { 0, 1 }, { 1, 3 }, { 1, 2 }, { 2, 4 }, { 4, 1 } };
    uint32_t at[MOST_BLOCKS];

    EXPECT(order(5, edges, 5, at));
    EXPECT_EQ_INT(at[1], 1);
    EXPECT_EQ_INT(at[2], 2);
    EXPECT_EQ_INT(at[4], 3);
    EXPECT_EQ_INT(at[3], 4);
}

static void an_inner_loop_stays_within_the_outer_one(void)
{
    /* Outer 1..5, inner 2..3; 4 is the inner exit and goes back to 1; 5 leaves. */
    static const uint32_t edges[][2] = { { 0, 1 }, { 1, 5 }, { 1, 2 }, { 2, 4 }, { 2, 3 }, { 3, 2 }, { 4, 1 } };
    uint32_t at[MOST_BLOCKS];

    EXPECT(order(6, edges, 7, at));
    EXPECT_EQ_INT(at[1], 1);
    EXPECT_EQ_INT(at[2], 2);
    EXPECT_EQ_INT(at[3], 3);
    EXPECT_EQ_INT(at[4], 4);
    EXPECT_EQ_INT(at[5], 5);
}

static void a_break_waits_behind_the_loop(void)
{
    /* 1 is the header, 2 may break to 4, 3 goes back; 1 leaves to 4 as well. */
    static const uint32_t edges[][2] = { { 0, 1 }, { 1, 2 }, { 1, 4 }, { 2, 4 }, { 2, 3 }, { 3, 1 } };
    uint32_t at[MOST_BLOCKS];

    EXPECT(order(5, edges, 6, at));
    EXPECT_EQ_INT(at[4], 4);
}

static void blocks_that_nothing_reaches_are_dropped(void)
{
    static const uint32_t edges[][2] = { { 0, 2 }, { 1, 2 } };
    uint32_t at[MOST_BLOCKS];

    EXPECT(order(3, edges, 2, at));
    EXPECT_EQ_INT(at[1], LINT_NONE);
    EXPECT_EQ_INT(at[2], 1);
}

CU_TestInfo lint_order_tests[] = {
    TEST(branches_come_before_the_place_where_they_meet), TEST(a_loop_is_contiguous_and_its_exit_comes_behind_it),
    TEST(an_inner_loop_stays_within_the_outer_one),       TEST(a_break_waits_behind_the_loop),
    TEST(blocks_that_nothing_reaches_are_dropped),        CU_TEST_INFO_NULL,
};
