/* Index expressions on a device, and TREE_INDEX of cl/clsmem.clh against its mirror in C. */
#include <CUnit/CUnit.h>

#include "clsmem/bank_index.h"
#include "expect.h"
#include "session.h"

static const struct clsmem_bank_tile tile = { 32, 4, { CLSMEM_SWIZZLED, .cols = 16, .access = 4, .shift = 1 } };

static enum clsmem_status evaluate(const char *expression, int64_t indices[CLSMEM_MAX_LANES],
                                   struct clsmem_program *program)
{
    const struct clsmem_session *const session = session_shared();

    *program = (struct clsmem_program){ 0 };
    return session ? clsmem_bank_index(&session->device, expression, &tile, 16, 32, indices, program)
                   : CLSMEM_DEVICE_FAILED;
}

static void expect_values(const char *expression, int64_t (*expected)(int64_t t))
{
    int64_t indices[CLSMEM_MAX_LANES];
    struct clsmem_program program;

    if (!EXPECT_EQ_INT(evaluate(expression, indices, &program), CLSMEM_OK))
        expect_note("%s: %s", expression, clsmem_error_text());
    else
        for (int64_t t = 0; t < 32; t++)
            if (!EXPECT_EQ_INT(indices[t], expected(t)))
                expect_note("%s, lane %d", expression, (int)t);
    clsmem_program_release(&program);
}

static int64_t by_33(int64_t t)
{
    return t * 33;
}

static int64_t negative(int64_t t)
{
    return -t;
}

static int64_t by_x_and_y(int64_t t)
{
    return t % 16 * 100 + t / 16;
}

static int64_t by_extents(int64_t t)
{
    return t + 32 * 1000 + 16;
}

static int64_t by_layout(int64_t t)
{
    return (int64_t)clsmem_layout_index(&tile.layout, (size_t)t, 5);
}

static void an_expression_has_the_value_that_c_gives_it(void)
{
    expect_values("t * 33", by_33);
    expect_values("-t", negative);
    expect_values("x * 100 + y", by_x_and_y);
    expect_values("t + ROWS * 1000 + COLS + PAD", by_extents);
    expect_values("tile_index(COLS, t, 5)", by_layout);
    expect_values("t * 33 // a comment", by_33);
}

static void what_is_no_expression_is_refused_with_the_compilers_words(void)
{
    int64_t indices[CLSMEM_MAX_LANES];
    struct clsmem_program program;

    EXPECT_EQ_INT(evaluate("t * nosuch", indices, &program), CLSMEM_BUILD_FAILED);
    EXPECT_CONTAINS(program.log, "nosuch");
    clsmem_program_release(&program);
    EXPECT_EQ_INT(evaluate("t *", indices, &program), CLSMEM_BUILD_FAILED);
    clsmem_program_release(&program);
}

static int64_t by_tree(int64_t t)
{
    return (int64_t)clsmem_layout_tree_index((size_t)(t * 1023), 5);
}

static void device_and_host_agree_on_padded_trees(void)
{
    expect_values("TREE_INDEX(t * 1023)", by_tree);
    expect_values("TREE_ELEMENTS(t * 1023 + 1) - 1", by_tree);
}

CU_TestInfo bank_index_tests[] = {
    TEST(an_expression_has_the_value_that_c_gives_it),
    TEST(what_is_no_expression_is_refused_with_the_compilers_words),
    TEST(device_and_host_agree_on_padded_trees),
    CU_TEST_INFO_NULL,
};
