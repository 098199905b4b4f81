/* What the staging family says of its rows, made up. */
#include <CUnit/CUnit.h>

#include <string.h>

#include "clsmem/registry.h"
#include "expect.h"

static const struct clsmem_kernel *staging(void)
{
    const struct clsmem_kernel *const kernel = clsmem_kernel_find("staging");

    EXPECT(kernel != NULL);
    return kernel;
}

static struct clsmem_outcome row(const char *variant, double median_ns)
{
    return (struct clsmem_outcome){ .variant = clsmem_variant_find(staging(), variant), .median_ns = median_ns };
}

static const char *conclusion(const struct clsmem_outcome *rows, size_t count)
{
    static const struct clsmem_limits limits = { .compute_units = 1 };
    static char text[1024];

    memset(text, 'x', sizeof text);
    staging()->conclude(&limits, rows, count, text, sizeof text);
    return text;
}

/* 200 without any overlap, of which half is waiting: 100 is the best there is. */
static void the_share_of_the_wait_that_is_hidden_is_told(void)
{
    const struct clsmem_outcome rows[] = { row("direct", 100),       row("plain", 200), row("plain_double", 125),
                                           row("vector", 200),       row("async", 200), row("async_double", 210),
                                           row("vector_double", 100) };

    EXPECT_EQ_STR(conclusion(rows, sizeof rows / sizeof *rows),
                  "of the wait for tiles, where direct has none: plain_double hides 75 % (x1.60 of x2.00), "
                  "vector_double hides 100 % (x2.00 of x2.00), async_double hides 0 % (x0.95 of x2.00)");
}

static void where_nothing_waits_there_is_nothing_to_hide(void)
{
    const struct clsmem_outcome rows[] = { row("direct", 100), row("plain", 101), row("plain_double", 101) };

    EXPECT_EQ_STR(conclusion(rows, sizeof rows / sizeof *rows),
                  "of the wait for tiles, where direct has none: plain_double has nothing to hide (x1.00)");
}

static void too_few_rows_say_nothing(void)
{
    const struct clsmem_outcome rows[] = { row("plain", 200), row("plain_double", 100), row("direct", 100) };

    EXPECT_EQ_STR(conclusion(rows, 2), "");
    EXPECT_EQ_STR(conclusion(&rows[1], 2), "");
}

static void a_short_buffer_cuts_the_words(void)
{
    const struct clsmem_outcome rows[] = { row("direct", 100), row("plain", 200), row("plain_double", 125),
                                           row("async", 200), row("async_double", 150) };
    const struct clsmem_limits limits = { .compute_units = 1 };
    char text[64];

    staging()->conclude(&limits, rows, sizeof rows / sizeof *rows, text, sizeof text);
    EXPECT_EQ_SIZE(strlen(text), sizeof text - 1);
}

CU_TestInfo staging_tests[] = {
    TEST(the_share_of_the_wait_that_is_hidden_is_told),
    TEST(where_nothing_waits_there_is_nothing_to_hide),
    TEST(too_few_rows_say_nothing),
    TEST(a_short_buffer_cuts_the_words),
    CU_TEST_INFO_NULL,
};
