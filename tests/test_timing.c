/* The patterns that banks are found from: that they are what their names say, and fit where they are to. */
#include <CUnit/CUnit.h>
#include <math.h>

#include "clsmem/timing.h"
#include "expect.h"

static const struct {
    unsigned lanes;
    size_t local_bytes;
    unsigned pitch;
} devices[] = {
    { 8, 16 * 512, 512 },  { 16, 48 << 10, 512 },       { 32, 48 << 10, 512 },
    { 32, 16 << 10, 256 }, { 64, (64 + 8) * 256, 256 }, { 64, 64 << 10, 512 },
    { 64, 32 << 10, 256 }, { 32, 40 * 64, 64 },         { 64, (64 + 8) * 512, 512 },
};

static const struct clsmem_timing *find(const struct clsmem_timings *timings, enum clsmem_bank_op op, unsigned bytes,
                                        enum clsmem_pattern pattern, unsigned a, unsigned b)
{
    for (size_t i = 0; i < timings->count; i++) {
        const struct clsmem_timing *const row = &timings->rows[i];

        if (row->op == op && row->bytes == bytes && row->pattern == pattern && row->a == a && row->b == b)
            return row;
    }
    return NULL;
}

static void rows_are_as_far_apart_as_local_memory_allows(void)
{
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        struct clsmem_timings timings;

        EXPECT(CLSMEM_OK ==
               clsmem_timings_make(devices[i].lanes, devices[i].local_bytes, CLSMEM_TIMING_QUICK, &timings));
        EXPECT_EQ_SIZE(timings.pitch_bytes, devices[i].pitch);
        clsmem_timings_release(&timings);
    }
}

static void every_pattern_is_aligned_within_its_rows_and_without_a_time(void)
{
    for (size_t i = 0; i < 2 * sizeof devices / sizeof *devices; i++) {
        struct clsmem_timings timings;
        size_t wrong = 0;

        EXPECT(CLSMEM_OK == clsmem_timings_make(devices[i / 2].lanes, devices[i / 2].local_bytes,
                                                i % 2 ? CLSMEM_TIMING_FULL : CLSMEM_TIMING_QUICK, &timings));
        for (size_t r = 0; r < timings.count; r++) {
            const struct clsmem_timing *const row = &timings.rows[r];

            wrong += !isnan(row->time) || row->doubt != 0;
            wrong += find(&timings, row->op, row->bytes, row->pattern, row->a, row->b) != row;
            for (unsigned lane = 0; lane < timings.lanes; lane++)
                wrong += row->addresses[lane] % row->bytes != 0 ||
                         row->addresses[lane] + row->bytes > timings.lanes * timings.pitch_bytes;
        }
        EXPECT_EQ_SIZE(wrong, 0);
        clsmem_timings_release(&timings);
    }
}

static void a_full_table_of_32_lanes_is_not_too_much_to_measure(void)
{
    struct clsmem_timings quick, full;

    EXPECT(CLSMEM_OK == clsmem_timings_make(32, 48 << 10, CLSMEM_TIMING_QUICK, &quick));
    EXPECT(CLSMEM_OK == clsmem_timings_make(32, 48 << 10, CLSMEM_TIMING_FULL, &full));
    if (!EXPECT(full.count <= 3500 && full.count >= 3000 && quick.count * 5 <= full.count * 3))
        expect_note("%zu rows, quick %zu", full.count, quick.count);
    clsmem_timings_release(&quick);
    clsmem_timings_release(&full);
}

static void accesses_stand_in_the_order_of_reports(void)
{
    static const struct {
        enum clsmem_bank_op op;
        unsigned bytes;
    } order[] = {
        { CLSMEM_LOAD, 1 },  { CLSMEM_LOAD, 2 },  { CLSMEM_LOAD, 4 },   { CLSMEM_LOAD, 8 },   { CLSMEM_LOAD, 16 },
        { CLSMEM_STORE, 4 }, { CLSMEM_STORE, 8 }, { CLSMEM_STORE, 16 }, { CLSMEM_ATOMIC, 4 }, { CLSMEM_INCREMENT, 4 },
    };
    struct clsmem_timings timings;
    size_t at = 0;

    EXPECT(CLSMEM_OK == clsmem_timings_make(64, 64 << 10, CLSMEM_TIMING_FULL, &timings));
    for (size_t r = 0; r < timings.count; r++) {
        if (timings.rows[r].op != order[at].op || timings.rows[r].bytes != order[at].bytes)
            at++;
        if (at == sizeof order / sizeof *order || timings.rows[r].op != order[at].op ||
            timings.rows[r].bytes != order[at].bytes)
            break;
    }
    EXPECT_EQ_SIZE(at, sizeof order / sizeof *order - 1);
    clsmem_timings_release(&timings);
}

/* By the model of nv_cc5plus, whose groups are runs. */
static void patterns_cost_what_they_are_made_for(void)
{
    static const struct {
        enum clsmem_bank_op op;
        unsigned bytes;
        enum clsmem_pattern pattern;
        unsigned a, b, passes;
    } cases[] = {
        { CLSMEM_LOAD, 4, CLSMEM_PATTERN_STRIDE, 0, 0, 1 },
        { CLSMEM_LOAD, 4, CLSMEM_PATTERN_STRIDE, 512, 0, 32 },
        { CLSMEM_LOAD, 4, CLSMEM_PATTERN_STRIDE, 132, 0, 1 },
        { CLSMEM_LOAD, 1, CLSMEM_PATTERN_STRIDE, 128, 0, 32 },
        { CLSMEM_LOAD, 1, CLSMEM_PATTERN_STRIDE, 3, 0, 1 },
        { CLSMEM_LOAD, 4, CLSMEM_PATTERN_OFFSET, 4, 0, 16 },
        { CLSMEM_LOAD, 4, CLSMEM_PATTERN_OFFSET, 128, 0, 32 },
        { CLSMEM_LOAD, 4, CLSMEM_PATTERN_SPLIT, 16, 0, 16 },
        { CLSMEM_LOAD, 16, CLSMEM_PATTERN_SPLIT, 7, 0, 16 },
        { CLSMEM_LOAD, 16, CLSMEM_PATTERN_SPLIT, 24, 0, 32 },
        { CLSMEM_LOAD, 16, CLSMEM_PATTERN_SPLIT_1, 16, 0, 16 },
        { CLSMEM_LOAD, 16, CLSMEM_PATTERN_SPLIT_1, 8, 0, 8 },
        { CLSMEM_LOAD, 16, CLSMEM_PATTERN_SPLIT_2, 9, 0, 8 },
        { CLSMEM_STORE, 16, CLSMEM_PATTERN_SPLIT_1, 8, 0, 16 },
        { CLSMEM_LOAD, 4, CLSMEM_PATTERN_RUNS, 4, 4, 1 },
        { CLSMEM_LOAD, 4, CLSMEM_PATTERN_RUNS, 4, 512, 8 },
        { CLSMEM_LOAD, 4, CLSMEM_PATTERN_TURNS, 8, 512, 8 },
        { CLSMEM_ATOMIC, 4, CLSMEM_PATTERN_TURNS, 8, 4, 4 },
        { CLSMEM_LOAD, 16, CLSMEM_PATTERN_PAIR, 0, 7, 5 },
        { CLSMEM_LOAD, 16, CLSMEM_PATTERN_PAIR, 0, 8, 4 },
        { CLSMEM_INCREMENT, 4, CLSMEM_PATTERN_STRIDE, 0, 0, 1 },
        { CLSMEM_ATOMIC, 4, CLSMEM_PATTERN_STRIDE, 0, 0, 32 },
    };
    const struct clsmem_bank_class *const nvidia = clsmem_bank_class_find("nv_cc5plus");
    struct clsmem_timings timings;

    EXPECT(CLSMEM_OK == clsmem_timings_make(32, 48 << 10, CLSMEM_TIMING_QUICK, &timings));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct clsmem_timing *const row =
            find(&timings, cases[i].op, cases[i].bytes, cases[i].pattern, cases[i].a, cases[i].b);

        if (!EXPECT(row != NULL)) {
            expect_note("case %zu", i);
            continue;
        }
        const struct clsmem_bank_access access = clsmem_timing_access(&timings, row);

        EXPECT(CLSMEM_OK == clsmem_bank_check(nvidia, &access));
        if (!EXPECT_EQ_SIZE(clsmem_bank_cost(nvidia, &access, NULL).passes, cases[i].passes))
            expect_note("case %zu", i);
    }
    clsmem_timings_release(&timings);
}

static void the_stride_curve_has_every_word_to_64(void)
{
    struct clsmem_timings timings;

    EXPECT(CLSMEM_OK == clsmem_timings_make(32, 48 << 10, CLSMEM_TIMING_QUICK, &timings));
    for (unsigned stride = 0; stride <= 64; stride++)
        EXPECT(find(&timings, CLSMEM_LOAD, 4, CLSMEM_PATTERN_STRIDE, 4 * stride, 0) != NULL);
    clsmem_timings_release(&timings);
}

static void too_little_memory_and_odd_sub_groups_are_refused(void)
{
    struct clsmem_timings timings;

    EXPECT_EQ_INT(clsmem_timings_make(32, 40 * 64 - 1, CLSMEM_TIMING_QUICK, &timings), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "2560");
    EXPECT(timings.rows == NULL && timings.count == 0);
    EXPECT_EQ_INT(clsmem_timings_make(24, 48 << 10, CLSMEM_TIMING_QUICK, &timings), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "24 lanes");
    EXPECT_EQ_INT(clsmem_timings_make(128, 480 << 10, CLSMEM_TIMING_QUICK, &timings), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "128 lanes");
    EXPECT_EQ_INT(clsmem_timings_make(4, 48 << 10, CLSMEM_TIMING_QUICK, &timings), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "4 lanes");
    clsmem_timings_release(&timings);
}

static void every_pattern_has_a_word(void)
{
    EXPECT_EQ_STR(clsmem_pattern_word(CLSMEM_PATTERN_STRIDE), "stride");
    EXPECT_EQ_STR(clsmem_pattern_word(CLSMEM_PATTERN_OTHER), "other");
}

CU_TestInfo timing_tests[] = {
    TEST(rows_are_as_far_apart_as_local_memory_allows),
    TEST(every_pattern_is_aligned_within_its_rows_and_without_a_time),
    TEST(a_full_table_of_32_lanes_is_not_too_much_to_measure),
    TEST(accesses_stand_in_the_order_of_reports),
    TEST(patterns_cost_what_they_are_made_for),
    TEST(the_stride_curve_has_every_word_to_64),
    TEST(too_little_memory_and_odd_sub_groups_are_refused),
    TEST(every_pattern_has_a_word),
    CU_TEST_INFO_NULL,
};
