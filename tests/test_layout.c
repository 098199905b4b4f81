/* Layouts without a device: where elements lie, and that no two share a place. */
#include <CUnit/CUnit.h>
#include <stdlib.h>

#include "clsmem/layout.h"
#include "expect.h"

/* The layouts that the kernels use, with an odd pad, a wide access and a late swizzle among them. */
static const struct clsmem_layout layouts[] = {
    { CLSMEM_PLAIN, .cols = 32 },
    { CLSMEM_PLAIN, .cols = 7 },
    { CLSMEM_PADDED, .cols = 32, .pad = 1 },
    { CLSMEM_PADDED, .cols = 32, .pad = 4, .access = 4 },
    { CLSMEM_PADDED, .cols = 13, .pad = 3 },
    { CLSMEM_SWIZZLED, .cols = 32 },
    { CLSMEM_SWIZZLED, .cols = 32, .access = 1, .shift = 2 },
    { CLSMEM_SWIZZLED, .cols = 64, .access = 4 },
    { CLSMEM_SWIZZLED, .cols = 64, .access = 4, .shift = 3 },
    { CLSMEM_SWIZZLED, .cols = 4, .access = 4 },
    { CLSMEM_SWIZZLED, .cols = 1 },
};

#define FOR_EACH_LAYOUT(layout)                                                                                       \
    for (const struct clsmem_layout *layout = layouts; layout < layouts + sizeof layouts / sizeof *layouts; layout++)

enum { ROWS = 67 };

static void every_element_has_a_place_of_its_own_within_the_tile(void)
{
    FOR_EACH_LAYOUT(layout) {
        const size_t elements = clsmem_layout_elements(layout, ROWS);
        unsigned char *taken = calloc(elements, 1);
        size_t outside = 0, shared = 0;

        if (!EXPECT(taken != NULL))
            return;
        for (size_t row = 0; row < ROWS; row++) {
            for (size_t col = 0; col < layout->cols; col++) {
                const size_t index = clsmem_layout_index(layout, row, col);

                if (index >= elements)
                    outside++;
                else
                    shared += taken[index]++ > 0;
            }
        }
        if (!EXPECT_EQ_SIZE(outside, 0) | !EXPECT_EQ_SIZE(shared, 0))
            expect_note("%s, %zu columns", clsmem_layout_word(layout->kind), layout->cols);
        free(taken);
    }
}

static void elements_of_one_access_stay_together_and_aligned(void)
{
    FOR_EACH_LAYOUT(layout) {
        const size_t access = layout->access ? layout->access : 1;

        for (size_t row = 0; row < ROWS; row++) {
            for (size_t col = 0; col + access <= layout->cols; col += access) {
                const size_t first = clsmem_layout_index(layout, row, col);

                EXPECT_EQ_SIZE(first % access, 0);
                for (size_t i = 1; i < access; i++)
                    EXPECT_EQ_SIZE(clsmem_layout_index(layout, row, col + i), first + i);
            }
        }
    }
}

static void a_plain_tile_is_row_major(void)
{
    const struct clsmem_layout plain = { CLSMEM_PLAIN, .cols = 32, .pad = 5, .access = 4, .shift = 1 };

    EXPECT_EQ_SIZE(clsmem_layout_index(&plain, 3, 7), 103);
    EXPECT_EQ_SIZE(clsmem_layout_elements(&plain, 32), 1024);
}

static void a_padded_row_starts_pad_elements_later(void)
{
    const struct clsmem_layout padded = { CLSMEM_PADDED, .cols = 32, .pad = 1 };

    EXPECT_EQ_SIZE(clsmem_layout_index(&padded, 3, 7), 106);
    EXPECT_EQ_SIZE(clsmem_layout_elements(&padded, 32), 1056);
}

static void a_swizzle_takes_no_memory(void)
{
    const struct clsmem_layout swizzled = { CLSMEM_SWIZZLED, .cols = 32, .access = 4 };

    EXPECT_EQ_SIZE(clsmem_layout_elements(&swizzled, 32), 1024);
}

static void a_swizzle_moves_accesses_by_xor_with_the_row(void)
{
    const struct clsmem_layout single = { CLSMEM_SWIZZLED, .cols = 32 };
    const struct clsmem_layout wide = { CLSMEM_SWIZZLED, .cols = 32, .access = 4 };

    EXPECT_EQ_SIZE(clsmem_layout_index(&single, 5, 3), 5 * 32 + (3 ^ 5));
    EXPECT_EQ_SIZE(clsmem_layout_index(&single, 37, 3), 37 * 32 + (3 ^ 5)); /* row 37 permutes like row 5 */
    EXPECT_EQ_SIZE(clsmem_layout_index(&wide, 5, 9), 5 * 32 + (2 ^ 5) * 4 + 1);
}

static void a_swizzle_with_a_shift_changes_every_2_to_the_shift_rows(void)
{
    const struct clsmem_layout swizzled = { CLSMEM_SWIZZLED, .cols = 32, .shift = 2 };

    EXPECT_EQ_SIZE(clsmem_layout_index(&swizzled, 3, 6), 3 * 32 + 6);
    EXPECT_EQ_SIZE(clsmem_layout_index(&swizzled, 4, 6), 4 * 32 + (6 ^ 1));
    EXPECT_EQ_SIZE(clsmem_layout_index(&swizzled, 7, 6), 7 * 32 + (6 ^ 1));
}

/* Number of the 32 banks of 4 bytes that hold column `col` of 32 rows. */
static size_t column_banks(const struct clsmem_layout *layout, size_t col)
{
    unsigned char used[32] = { 0 };
    size_t banks = 0;

    for (size_t row = 0; row < 32; row++)
        banks += used[clsmem_layout_index(layout, row, col) % 32]++ == 0;
    return banks;
}

static void a_column_lies_in_one_bank_only_when_plain(void)
{
    const struct clsmem_layout plain = { CLSMEM_PLAIN, .cols = 32 };
    const struct clsmem_layout padded = { CLSMEM_PADDED, .cols = 32, .pad = 1 };
    const struct clsmem_layout swizzled = { CLSMEM_SWIZZLED, .cols = 32 };

    for (size_t col = 0; col < 32; col++) {
        EXPECT_EQ_SIZE(column_banks(&plain, col), 1);
        EXPECT_EQ_SIZE(column_banks(&padded, col), 32);
        EXPECT_EQ_SIZE(column_banks(&swizzled, col), 32);
    }
}

static void each_layout_has_its_word(void)
{
    EXPECT_EQ_STR(clsmem_layout_word(CLSMEM_PLAIN), "plain");
    EXPECT_EQ_STR(clsmem_layout_word(CLSMEM_PADDED), "padded");
    EXPECT_EQ_STR(clsmem_layout_word(CLSMEM_SWIZZLED), "swizzled");
}

CU_TestInfo layout_tests[] = {
    TEST(every_element_has_a_place_of_its_own_within_the_tile),
    TEST(elements_of_one_access_stay_together_and_aligned),
    TEST(a_plain_tile_is_row_major),
    TEST(a_padded_row_starts_pad_elements_later),
    TEST(a_swizzle_takes_no_memory),
    TEST(a_swizzle_moves_accesses_by_xor_with_the_row),
    TEST(a_swizzle_with_a_shift_changes_every_2_to_the_shift_rows),
    TEST(a_column_lies_in_one_bank_only_when_plain),
    TEST(each_layout_has_its_word),
    CU_TEST_INFO_NULL,
};
