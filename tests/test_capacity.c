/* How many work-groups fit a compute unit, against the vendors' own figures. */
#include <CUnit/CUnit.h>

#include "clsmem/local_capacity.h"
#include "expect.h"

static void the_h200_fits_what_its_manual_says(void)
{
    const struct clsmem_local_capacity capacity = clsmem_local_capacity_of(9, 0, 0, 0);

    EXPECT_EQ_SIZE(capacity.unit_bytes, 228 << 10);
    EXPECT_EQ_SIZE(clsmem_local_capacity_groups(&capacity, 0), 32);
    EXPECT_EQ_SIZE(clsmem_local_capacity_groups(&capacity, 48 << 10), 4);
    EXPECT_EQ_SIZE(clsmem_local_capacity_groups(&capacity, 227 << 10), 1);
    EXPECT_EQ_SIZE(clsmem_local_capacity_groups(&capacity, (227 << 10) + 1), 0);
    EXPECT_EQ_SIZE(clsmem_local_capacity_bytes(&capacity, 1), 227 << 10);
}

static void gcn_has_64_kib_in_blocks_of_512_bytes(void)
{
    const struct clsmem_local_capacity capacity = clsmem_local_capacity_of(0, 0, 9, 4);

    EXPECT_EQ_SIZE(clsmem_local_capacity_groups(&capacity, 32 << 10), 2);
    EXPECT_EQ_SIZE(clsmem_local_capacity_groups(&capacity, (32 << 10) + 1), 1);
    EXPECT_EQ_SIZE(clsmem_local_capacity_groups(&capacity, 16384 - 511), 4);
}

static void the_most_bytes_are_the_last_that_fit(void)
{
    static const unsigned kinds[][4] = { { 5, 2, 0, 0 }, { 7, 0, 0, 0 }, { 8, 0, 0, 0 }, { 8, 9, 0, 0 },
                                         { 9, 0, 0, 0 }, { 0, 0, 9, 4 }, { 0, 0, 9, 5 }, { 0, 0, 12, 0 } };

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const struct clsmem_local_capacity capacity =
            clsmem_local_capacity_of(kinds[k][0], kinds[k][1], kinds[k][2], kinds[k][3]);

        for (size_t groups = 1; groups <= capacity.most_groups; groups++) {
            const size_t bytes = clsmem_local_capacity_bytes(&capacity, groups);

            if (!EXPECT(clsmem_local_capacity_groups(&capacity, bytes) >= groups) |
                !EXPECT(clsmem_local_capacity_groups(&capacity, bytes + 1) < groups || groups == capacity.most_groups))
                expect_note("kind %zu, %zu work-groups of %zu bytes", k, groups, bytes);
        }
        EXPECT_EQ_SIZE(clsmem_local_capacity_bytes(&capacity, 0), 0);
        EXPECT_EQ_SIZE(clsmem_local_capacity_bytes(&capacity, capacity.most_groups + 1), 0);
    }
}

static void of_an_unknown_device_nothing_is_said(void)
{
    const struct clsmem_local_capacity capacity = clsmem_local_capacity_of(0, 0, 0, 0);

    EXPECT_EQ_SIZE(clsmem_local_capacity_groups(&capacity, 1024), 0);
    EXPECT_EQ_SIZE(clsmem_local_capacity_bytes(&capacity, 1), 0);
}

CU_TestInfo capacity_tests[] = {
    TEST(the_h200_fits_what_its_manual_says),
    TEST(gcn_has_64_kib_in_blocks_of_512_bytes),
    TEST(the_most_bytes_are_the_last_that_fit),
    TEST(of_an_unknown_device_nothing_is_said),
    CU_TEST_INFO_NULL,
};
