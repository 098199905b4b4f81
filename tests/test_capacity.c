/* How many work-groups fit a compute unit, against the vendors' own figures. */
#include <CUnit/CUnit.h>
#include <stdint.h>

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

/* Every kind of the table. */
static const unsigned kinds[][4] = { { 5, 0, 0, 0 },  { 5, 2, 0, 0 }, { 6, 0, 0, 0 }, { 6, 1, 0, 0 }, { 7, 0, 0, 0 },
                                     { 7, 5, 0, 0 },  { 8, 0, 0, 0 }, { 8, 6, 0, 0 }, { 8, 9, 0, 0 }, { 9, 0, 0, 0 },
                                     { 10, 0, 0, 0 }, { 0, 0, 9, 4 }, { 0, 0, 9, 5 }, { 0, 0, 12, 0 } };

/* As a probe finds them: up to a limit of one work-group, each to `step_bytes`. */
static size_t find_steps(const struct clsmem_local_capacity *capacity, size_t limit, size_t step_bytes,
                         struct clsmem_local_capacity_step *steps)
{
    size_t count = 0;

    for (size_t groups = 1; groups <= capacity->most_groups; groups++) {
        const size_t bytes = clsmem_local_capacity_bytes(capacity, groups);

        if (bytes <= limit)
            steps[count++] = (struct clsmem_local_capacity_step){ groups, bytes / step_bytes * step_bytes };
    }
    return count;
}

static void expect_fit(const unsigned kind[4], size_t limit, size_t step_bytes)
{
    const struct clsmem_local_capacity truth = clsmem_local_capacity_of(kind[0], kind[1], kind[2], kind[3]);
    struct clsmem_local_capacity_step steps[64];
    const size_t count = find_steps(&truth, limit, step_bytes, steps);
    const struct clsmem_local_capacity found = clsmem_local_capacity_fit(steps, count, step_bytes, truth.most_groups);

    if (!EXPECT_EQ_SIZE(found.unit_bytes, truth.unit_bytes) | !EXPECT_EQ_SIZE(found.block_bytes, truth.block_bytes) |
        !EXPECT_EQ_SIZE(found.reserved_bytes, truth.reserved_bytes) |
        !EXPECT_EQ_SIZE(found.most_groups, truth.most_groups))
        expect_note("%u.%u gfx%u.%u, up to %zu bytes by %zu", kind[0], kind[1], kind[2], kind[3], limit, step_bytes);
}

static void every_capacity_of_the_table_is_found_from_its_steps(void)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t step_bytes = 1; step_bytes <= 128; step_bytes *= 4)
            expect_fit(kinds[k], SIZE_MAX, step_bytes);
}

static void work_groups_of_48_kib_at_most_are_enough_to_find_it(void)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t step_bytes = 1; step_bytes <= 64; step_bytes *= 4)
            expect_fit(kinds[k], 48 << 10, step_bytes);
}

static void steps_that_nothing_explains_give_no_capacity(void)
{
    const struct clsmem_local_capacity h200 = clsmem_local_capacity_of(9, 0, 0, 0);
    struct clsmem_local_capacity_step steps[64];
    const size_t count = find_steps(&h200, SIZE_MAX, 1, steps);

    steps[5].bytes += 4096;
    EXPECT_EQ_SIZE(clsmem_local_capacity_fit(steps, count, 1, 32).unit_bytes, 0);
    EXPECT_EQ_SIZE(clsmem_local_capacity_fit(steps, count, 1, 32).most_groups, 0);
    EXPECT_EQ_SIZE(clsmem_local_capacity_fit(steps, 0, 1, 32).unit_bytes, 0);
    steps[0].bytes = 0; /* a step that says nothing */
    EXPECT_EQ_SIZE(clsmem_local_capacity_fit(steps, 1, 1, 32).unit_bytes, 0);
}

/* As clsmem-probe found them on an NVIDIA H200, whose driver keeps four bytes of a work-group's for itself. */
static void what_an_h200_showed_is_what_its_manual_says(void)
{
    static const size_t bytes[] = { 45564, 37884, 32252, 28156, 24828, 22268, 20092, 18428, 16892, 15612,
                                    14460, 13564, 12668, 11900, 11260, 10620, 9980,  9468,  9084,  8700,
                                    8188,  7932,  7548,  7292,  6908,  6652,  6396,  6268 };
    struct clsmem_local_capacity_step steps[sizeof bytes / sizeof *bytes];
    struct clsmem_local_capacity found;

    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
        steps[i] = (struct clsmem_local_capacity_step){ 5 + i, bytes[i] };
    found = clsmem_local_capacity_fit(steps, sizeof bytes / sizeof *bytes, 4, 32);
    EXPECT_EQ_SIZE(found.unit_bytes, 228 << 10);
    EXPECT_EQ_SIZE(found.block_bytes, 128);
    EXPECT_EQ_SIZE(found.reserved_bytes, 1024 + 4);
    steps[9].bytes -= 200;
    EXPECT_EQ_SIZE(clsmem_local_capacity_fit(steps, sizeof bytes / sizeof *bytes, 4, 32).unit_bytes, 0);
}

CU_TestInfo capacity_tests[] = {
    TEST(what_an_h200_showed_is_what_its_manual_says),
    TEST(the_h200_fits_what_its_manual_says),
    TEST(gcn_has_64_kib_in_blocks_of_512_bytes),
    TEST(the_most_bytes_are_the_last_that_fit),
    TEST(of_an_unknown_device_nothing_is_said),
    TEST(every_capacity_of_the_table_is_found_from_its_steps),
    TEST(work_groups_of_48_kib_at_most_are_enough_to_find_it),
    TEST(steps_that_nothing_explains_give_no_capacity),
    CU_TEST_INFO_NULL,
};
