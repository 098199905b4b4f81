/* Comparing result files: which rows are the same, when two runs differ, and what the gate lets pass. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clsmem/compare.h"
#include "expect.h"
#include "made_results.h"

static void runs_of_one_build_are_the_same(void)
{
    /* Drift of the run, of single rows, noise of samples, and how much each follows the last. */
    static const double cases[][4] = { { 0.010, 0.003, 0.001, 0.0 }, { 0.005, 0.008, 0.002, 0.0 },
                                       { 0.008, 0.005, 0.015, 0.0 }, { 0.005, 0.005, 0.015, 0.7 },
                                       { 0.000, 0.005, 0.030, 0.5 }, { 0.000, 0.000, 0.000, 0.0 } };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t same = 0, all = 0, noisy = 0;

        for (unsigned seed = 1; seed <= 20; seed++) {
            struct made_results *const a = made_results_make(50), *const b = made_results_make(50);
            struct clsmem_compare compare;

            made_seed(seed);
            made_shake(a, cases[i][0], cases[i][1], cases[i][2], cases[i][3]);
            made_shake(b, cases[i][0], cases[i][1], cases[i][2], cases[i][3]);
            made_compare(a, b, &compare);
            for (size_t l = 0; l < compare.line_count; l++) {
                same += compare.lines[l].cells[1].change == CLSMEM_CHANGE_SAME;
                noisy += compare.lines[l].cells[1].obstacle == CLSMEM_OBSTACLE_NOISY;
                all++;
            }
            clsmem_compare_release(&compare);
            free(a);
            free(b);
        }
        EXPECT_EQ_SIZE(all, 1000);
        if (!EXPECT((double)same >= 0.95 * (double)all))
            expect_note("case %zu: %zu of %zu are the same, %zu noisy", i, same, all, noisy);
    }
}

static void ten_percent_more_time_is_found(void)
{
    size_t found = 0, wrong = 0;

    for (unsigned seed = 1; seed <= 100; seed++) {
        struct made_results *const a = made_results_make(10), *const b = made_results_make(10);
        struct clsmem_compare compare;

        made_seed(seed);
        made_shake(a, 0.005, 0.005, 0.01, 0.3);
        made_shake(b, 0.005, 0.005, 0.01, 0.3);
        made_slow_down(b, 4, 1.10);
        made_compare(a, b, &compare);
        for (size_t l = 0; l < 10; l++)
            *(l == 4 ? &found : &wrong) += compare.lines[l].cells[1].change == CLSMEM_CHANGE_SLOWER;
        clsmem_compare_release(&compare);
        free(a);
        free(b);
    }
    if (!EXPECT(found >= 97) | !EXPECT(wrong <= 22))
        expect_note("%zu of 100 found, %zu of 900 accused", found, wrong);
}

static void read_recorded(const char *name, struct clsmem_results *results)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/results/%s", CLSMEM_TEST_DIR, name);
    if (!EXPECT_EQ_INT(clsmem_results_read(path, results), CLSMEM_OK))
        expect_note("%s", clsmem_error_text());
}

/* Two sessions on an H200, three hours apart, of the same kernel texts; the first one in the form of an older version. */
static void recorded_sessions_of_one_device_are_the_same(void)
{
    struct clsmem_results files[2];
    struct clsmem_compare compare = { 0 };

    read_recorded("h200-before.json", &files[0]);
    read_recorded("h200-after.json", &files[1]);
    if (EXPECT_EQ_INT(clsmem_compare_make(files, 2, NULL, &compare), CLSMEM_OK) &&
        EXPECT_EQ_SIZE(compare.line_count, 30)) {
        for (size_t i = 0; i < compare.line_count; i++)
            EXPECT(!compare.lines[i].cells[1].other_source);
        if (!EXPECT(compare.totals[1].same >= 0.95 * 30))
            expect_note("%zu of 30 are the same", compare.totals[1].same);
    }
    clsmem_compare_release(&compare);
    clsmem_results_release(&files[0]);
    clsmem_results_release(&files[1]);
}

/* Two runs of one build on an idle H200, a minute apart: all families. */
static void two_runs_of_one_build_are_the_same(void)
{
    struct clsmem_results files[2];
    struct clsmem_compare compare = { 0 };

    read_recorded("h200-again.json", &files[0]);
    read_recorded("../../bench/results/nvidia-h200.json", &files[1]);
    if (EXPECT_EQ_INT(clsmem_compare_make(files, 2, NULL, &compare), CLSMEM_OK)) {
        size_t comparable = 0;

        for (size_t i = 0; i < compare.line_count; i++)
            comparable += compare.lines[i].cells[1].change != CLSMEM_CHANGE_NOT_COMPARABLE;
        EXPECT(comparable >= 130);
        if (!EXPECT((double)compare.totals[1].same >= 0.95 * (double)comparable))
            expect_note("%zu of %zu are the same", compare.totals[1].same, comparable);
    }
    clsmem_compare_release(&compare);
    clsmem_results_release(&files[0]);
    clsmem_results_release(&files[1]);
}

static void ten_percent_more_time_is_found_in_recorded_samples(void)
{
    struct clsmem_results files[2];
    struct clsmem_compare compare = { 0 };
    size_t slower = 0, all = 0;

    read_recorded("h200-before.json", &files[0]);
    read_recorded("h200-after.json", &files[1]);
    for (size_t i = 0; files[1].run_count > 0 && i < files[1].runs->row_count; i++)
        for (size_t s = 0; s < files[1].runs->rows[i].time.count; s++)
            files[1].runs->rows[i].time.samples_ns[s] *= 1.10;
    if (EXPECT_EQ_INT(clsmem_compare_make(files, 2, NULL, &compare), CLSMEM_OK))
        for (size_t i = 0; i < compare.line_count; i++) {
            if (compare.lines[i].cells[0].row->time.median_ns < 2 * CLSMEM_COMPARE_LAUNCH_NS)
                continue; /* the host's */
            all++;
            slower += compare.lines[i].cells[1].change == CLSMEM_CHANGE_SLOWER;
        }
    EXPECT_EQ_SIZE(all, 28);
    if (!EXPECT((double)slower >= 0.95 * (double)all))
        expect_note("%zu of %zu are slower", slower, all);
    clsmem_compare_release(&compare);
    clsmem_results_release(&files[0]);
    clsmem_results_release(&files[1]);
}

static void a_ratio_is_of_speeds_and_turns_with_its_sides(void)
{
    const double a[] = { 1e6, 1.001e6, 0.999e6, 1e6, 1.002e6 }, b[] = { 2e6, 2.001e6, 1.999e6, 2e6, 2.002e6 };
    double ratio, low, high, back, back_low, back_high, again;

    EXPECT_EQ_INT(clsmem_compare_ratio(a, 5, b, 5, 1, 4000, &ratio, &low, &high), CLSMEM_OK);
    EXPECT_EQ_INT(clsmem_compare_ratio(b, 5, a, 5, 1, 4000, &back, &back_low, &back_high), CLSMEM_OK);
    EXPECT_NEAR(ratio, 0.5, 1e-12);
    EXPECT_NEAR(back, 2, 1e-12);
    EXPECT(low < ratio && ratio < high);
    EXPECT_NEAR(low * back_high, 1, 0.01);
    /* Drift of 1 % on both sides: 1.96 * sqrt(2) %. */
    EXPECT_NEAR(high / ratio, exp(1.96 * 0.01 * sqrt(2)), 0.004);
    EXPECT_EQ_INT(clsmem_compare_ratio(a, 5, b, 5, 1, 4000, &again, &back_low, &back_high), CLSMEM_OK);
    EXPECT_NEAR(back_low, low, 0);
    EXPECT_NEAR(back_high, high, 0);
}

static void one_sample_is_enough_for_a_ratio(void)
{
    const double a[] = { 1e6 }, b[] = { 5e5 };
    double ratio, low, high;

    EXPECT_EQ_INT(clsmem_compare_ratio(a, 1, b, 1, 3, 0, &ratio, &low, &high), CLSMEM_OK);
    EXPECT_NEAR(ratio, 2, 1e-12);
    EXPECT(low > 1.9 && low < 2 && high > 2 && high < 2.1);
}

static void a_run_that_wanders_has_a_wide_interval(void)
{
    const double quiet[] = { 1e5, 1e5, 1e5, 1e5, 1e5, 1e5, 1e5, 1e5 };
    const double wandering[] = { 96e3, 97e3, 98e3, 99e3, 101e3, 102e3, 103e3, 104e3 };
    double ratio, low, high;

    EXPECT_EQ_INT(clsmem_compare_ratio(quiet, 8, wandering, 8, 1, 0, &ratio, &low, &high), CLSMEM_OK);
    EXPECT_NEAR(ratio, 1, 0.001);
    EXPECT(low < 0.95 && high > 1.05);
}

static void what_is_no_longer_than_a_launch_drifts_with_the_host(void)
{
    static const struct {
        double ns, least, most; /* upper end over the ratio, of runs without noise */
    } cases[] = { { 1e3, 1.65, 1.85 }, { 4e3, 1.65, 1.85 }, { 8e3, 1.13, 1.17 }, { 40e3, 1.02, 1.035 } };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double samples[] = { cases[i].ns, cases[i].ns };
        double ratio, low, high;

        EXPECT_EQ_INT(clsmem_compare_ratio(samples, 2, samples, 2, 1, 4000, &ratio, &low, &high), CLSMEM_OK);
        if (!EXPECT(high > cases[i].least && high < cases[i].most))
            expect_note("%g ns: %g", cases[i].ns, high);
    }
}

static void rows_are_matched_by_what_they_are(void)
{
    struct made_results *const a = made_results_make(3), *const b = made_results_make(3);
    struct clsmem_compare compare;
    struct clsmem_results_row swapped;

    b->run.device.name = "another device";
    made_slow_down(b, 0, 2);
    swapped = b->rows[0];
    b->rows[0] = b->rows[2];
    b->rows[2] = swapped;
    made_compare(a, b, &compare);
    if (EXPECT_EQ_SIZE(compare.line_count, 3)) {
        EXPECT_EQ_STR(compare.lines[0].variant, "v000");
        EXPECT_NEAR(compare.lines[0].cells[1].ratio, 0.5, 1e-12);
        EXPECT_NEAR(compare.lines[2].cells[1].ratio, 1, 1e-12);
        EXPECT(clsmem_compare_find(&compare, "gemm", "v001", "8x8", CLSMEM_F32, "") == &compare.lines[1]);
        EXPECT(clsmem_compare_find(&compare, "gemm", "v001", "8x9", CLSMEM_F32, "") == NULL);
    }
    clsmem_compare_release(&compare);
    free(a);
    free(b);
}

/* What keeps v000 of the second of two files from being compared. */
static enum clsmem_obstacle obstacle_of(const struct made_results *a, const struct made_results *b, char *reason)
{
    struct clsmem_compare compare;
    enum clsmem_obstacle obstacle = CLSMEM_OBSTACLE_NONE;

    made_compare(a, b, &compare);
    if (EXPECT(compare.line_count > 0)) {
        const struct clsmem_compare_cell *const cell = &compare.lines[0].cells[1];

        obstacle = cell->obstacle;
        strcpy(reason, cell->reason);
        EXPECT((cell->change == CLSMEM_CHANGE_NOT_COMPARABLE) == (obstacle != CLSMEM_OBSTACLE_NONE));
    }
    clsmem_compare_release(&compare);
    return obstacle;
}

static void each_obstacle_has_its_reason(void)
{
    for (int what = CLSMEM_OBSTACLE_NONE; what <= CLSMEM_OBSTACLE_NOISY; what++) {
        struct made_results *const a = made_results_make(2), *const b = made_results_make(2);
        struct clsmem_results_row *const row = b->rows;
        char reason[160] = "";
        const char *expected = "";

        switch ((enum clsmem_obstacle)what) {
        case CLSMEM_OBSTACLE_NONE:
            break;
        case CLSMEM_OBSTACLE_MISSING:
            row->variant = "another";
            break;
        case CLSMEM_OBSTACLE_NEW:
            a->run.rows++; /* v001 alone, so v000 comes behind it */
            a->run.row_count--;
            b->rows[1].variant = "v000";
            row->variant = "v001";
            a->rows[1].variant = "v001";
            break;
        case CLSMEM_OBSTACLE_OTHER_SHAPE:
            made_shape_row(row, 9, 9);
            expected = "here at 9x9";
            break;
        case CLSMEM_OBSTACLE_FAILED:
            made_fail_row(row);
            expected = "wrong: 3 elements";
            break;
        case CLSMEM_OBSTACLE_SKIPPED:
            made_skip_row(a->rows);
            expected = "baseline skipped: needs fp64";
            break;
        case CLSMEM_OBSTACLE_OTHER_SEED:
            b->run.seed = 2;
            expected = "seed 2, baseline 1: other input data";
            break;
        case CLSMEM_OBSTACLE_OTHER_SCALE:
            row->beta = 1;
            expected = "alpha 1 and beta 1, baseline 1 and 0";
            break;
        case CLSMEM_OBSTACLE_OTHER_CACHING:
            row->cached = true;
            expected = "this working set fits in the cache, the baseline's does not";
            break;
        case CLSMEM_OBSTACLE_SUSPECT:
            a->rows->time.verdict = CLSMEM_SUSPECT;
            a->rows->time.reason = "beats physics";
            expected = "baseline: beats physics";
            break;
        case CLSMEM_OBSTACLE_TOO_SHORT:
            b->samples[0][3] = 0;
            expected = "samples of 0 ns";
            break;
        case CLSMEM_OBSTACLE_NOISY:
            for (size_t s = 0; s < MADE_SAMPLES; s++)
                b->samples[0][s] = s % 2 ? 5e5 : 1.9e6;
            expected = "anything from";
            break;
        }
        if (what == CLSMEM_OBSTACLE_NEW) {
            struct clsmem_compare compare;

            made_compare(a, b, &compare);
            if (EXPECT_EQ_SIZE(compare.line_count, 2)) {
                EXPECT_EQ_INT(compare.lines[0].cells[1].obstacle, CLSMEM_OBSTACLE_NONE);
                EXPECT_EQ_INT(compare.lines[1].cells[1].obstacle, CLSMEM_OBSTACLE_NEW);
                EXPECT_EQ_INT(compare.lines[1].cells[0].obstacle, CLSMEM_OBSTACLE_MISSING);
            }
            clsmem_compare_release(&compare);
        } else if (!EXPECT_EQ_INT(obstacle_of(a, b, reason), what) | !EXPECT_CONTAINS(reason, expected)) {
            expect_note("%s: %s", clsmem_obstacle_word((enum clsmem_obstacle)what), reason);
        }
        free(a);
        free(b);
    }
}

static void two_clocks_meet_at_the_host_clock(void)
{
    struct made_results *const a = made_results_make(1), *const b = made_results_make(1);
    struct clsmem_compare compare;

    a->rows->time.clock = CLSMEM_CLOCK_EVENT; /* its host times stand beside it */
    b->rows->time.clock = CLSMEM_CLOCK_HOST;
    for (size_t s = 0; s < MADE_SAMPLES; s++) {
        a->samples[0][s] = 7e5;
        b->other[0][s] = 3e5;
    }
    made_compare(a, b, &compare);
    EXPECT_NEAR(compare.lines[0].cells[1].ratio, 1, 1e-12);
    clsmem_compare_release(&compare);
    free(a);
    free(b);
}

static void totals_are_geometric_and_count_a_family_once(void)
{
    struct made_results *const a = made_results_make(3), *const b = made_results_make(3);
    struct clsmem_compare compare;

    a->rows[2].kernel = b->rows[2].kernel = "fft";
    made_slow_down(b, 0, 0.5); /* gemm: 2 and 8 times as fast, fft: a fourth */
    made_slow_down(b, 1, 0.125);
    made_slow_down(b, 2, 4);
    a->rows[0].share = 0.5;
    b->rows[0].share = 0.125;
    a->rows[1].factor = 2;
    b->rows[1].factor = 0.25;
    a->rows[1].versus = b->rows[1].versus = "v000";
    a->rows[2].factor = b->rows[2].factor = 2; /* against another variant: no ratio */
    a->rows[2].versus = "v000";
    b->rows[2].versus = "v001";
    made_compare(a, b, &compare);
    if (EXPECT_EQ_SIZE(compare.family_count, 2)) {
        const struct clsmem_compare_total *const gemm = &compare.families[0].totals[1];

        EXPECT_EQ_STR(compare.families[1].kernel, "fft");
        EXPECT_NEAR(gemm->ratio, 4, 1e-9);
        EXPECT(gemm->low < 4 && gemm->low > 3.8 && gemm->high > 4 && gemm->high < 4.2);
        EXPECT_EQ_SIZE(gemm->faster, 2);
        EXPECT_EQ_SIZE(compare.families[1].totals[1].slower, 1);
        EXPECT_NEAR(compare.totals[1].ratio, 1, 1e-9);
        EXPECT_EQ_SIZE(compare.totals[1].ratio_count, 3);
        EXPECT_NEAR(compare.lines[0].cells[1].share_ratio, 0.25, 1e-12);
        EXPECT_NEAR(compare.lines[1].cells[1].slowdown, 4, 1e-12);
        EXPECT_NEAR(compare.lines[1].cells[1].slowdown_ratio, 8, 1e-12);
        EXPECT(isnan(compare.lines[2].cells[1].slowdown_ratio));
        EXPECT_NEAR(gemm->share_ratio, 0.25, 1e-12);
    }
    clsmem_compare_release(&compare);
    free(a);
    free(b);
}

static void shapes_are_the_same_by_names_and_values(void)
{
    struct made_results *const a = made_results_make(3), *const b = made_results_make(3);
    struct clsmem_compare compare;

    for (size_t i = 0; i < 3; i++) {
        made_shape_row(&a->rows[i], 8, 9);
        made_shape_row(&b->rows[i], 9, 8);
    }
    /* The same extents in another order, the same numbers with other names, and the same text with other names. */
    b->rows[0].extent_names[0] = b->rows[2].extent_names[0] = "n";
    b->rows[0].extent_names[1] = b->rows[2].extent_names[1] = "m";
    b->rows[2].extents[0] = 8;
    b->rows[2].extents[1] = 9;
    strcpy(b->rows[2].shape, "8x9");
    made_compare(a, b, &compare);
    if (EXPECT_EQ_SIZE(compare.line_count, 5)) {
        EXPECT_EQ_INT(compare.lines[0].cells[1].change, CLSMEM_CHANGE_SAME);
        EXPECT_EQ_STR(compare.lines[0].shape, "8x9");
        EXPECT_EQ_INT(compare.lines[1].cells[1].obstacle, CLSMEM_OBSTACLE_OTHER_SHAPE);
        EXPECT_EQ_INT(compare.lines[2].cells[1].obstacle, CLSMEM_OBSTACLE_OTHER_SHAPE);
    }
    clsmem_compare_release(&compare);
    free(a);
    free(b);
}

static void devices_with_their_own_sizes_meet_where_shapes_do_not_count(void)
{
    const struct clsmem_compare_options options = { .any_shape = true };
    struct made_results *const a = made_results_make(4), *const b = made_results_make(4);
    struct clsmem_compare compare;

    made_shape_row(&a->rows[1], 16, 16);
    a->rows[1].factor = 4;
    b->rows[1].factor = 2;
    a->rows[1].versus = b->rows[1].versus = "v000";
    a->rows[2].share = b->rows[2].share = 3; /* more than the roof: nobody's share counts then */
    b->rows[2].time.verdict = CLSMEM_SUSPECT;
    /* A sweep: which of its sizes would belong to which? */
    b->rows[3].variant = a->rows[3].variant = "v002";
    made_shape_row(&a->rows[3], 16, 16);
    made_shape_row(&b->rows[3], 32, 32);
    const struct clsmem_results files[] = { a->file, b->file };

    if (EXPECT_EQ_INT(clsmem_compare_make(files, 2, &options, &compare), CLSMEM_OK) &&
        EXPECT_EQ_SIZE(compare.line_count, 5)) {
        EXPECT_EQ_INT(compare.lines[0].cells[1].change, CLSMEM_CHANGE_SAME);
        EXPECT_EQ_STR(compare.lines[1].shape, "16x16");
        EXPECT_EQ_INT(compare.lines[1].cells[1].obstacle, CLSMEM_OBSTACLE_OTHER_SHAPE);
        EXPECT_EQ_STR(compare.lines[1].cells[1].reason, "here at 8x8");
        EXPECT(isnan(compare.lines[1].cells[1].ratio));
        EXPECT_NEAR(compare.lines[1].cells[1].slowdown_ratio, 2, 1e-12);
        EXPECT_EQ_INT(compare.lines[2].cells[1].obstacle, CLSMEM_OBSTACLE_SUSPECT);
        EXPECT(isnan(compare.lines[2].cells[1].share) && isnan(compare.lines[2].cells[1].share_ratio));
        EXPECT(compare.lines[3].cells[1].row == NULL && compare.lines[4].cells[0].row == NULL);
    }
    clsmem_compare_release(&compare);
    free(a);
    free(b);
}

static bool keeps_v001(const void *context, const struct clsmem_results_row *row)
{
    return strcmp(row->variant, context) == 0;
}

static void a_row_counts_the_same_alone(void)
{
    const struct clsmem_compare_options options = { .keeps = keeps_v001, .context = "v001" };
    struct made_results *const a = made_results_make(5), *const b = made_results_make(5);
    struct clsmem_compare all, one;

    made_shake(a, 0.01, 0.01, 0.01, 0);
    made_shake(b, 0.01, 0.01, 0.01, 0);
    const struct clsmem_results files[] = { a->file, b->file };

    made_compare(a, b, &all);
    if (EXPECT_EQ_INT(clsmem_compare_make(files, 2, &options, &one), CLSMEM_OK) && EXPECT_EQ_SIZE(one.line_count, 1)) {
        EXPECT_NEAR(one.lines[0].cells[1].low, all.lines[1].cells[1].low, 0);
        EXPECT_NEAR(one.lines[0].cells[1].high, all.lines[1].cells[1].high, 0);
    }
    clsmem_compare_release(&all);
    clsmem_compare_release(&one);
    free(a);
    free(b);
}

static void one_run_cannot_be_compared(void)
{
    struct made_results *const a = made_results_make(1);
    struct clsmem_compare compare;

    EXPECT_EQ_INT(clsmem_compare_make(&a->file, 1, NULL, &compare), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "1 run in 1 file");
    clsmem_compare_release(&compare);
    free(a);
}

CU_TestInfo compare_tests[] = {
    TEST(runs_of_one_build_are_the_same),
    TEST(ten_percent_more_time_is_found),
    TEST(recorded_sessions_of_one_device_are_the_same),
    TEST(two_runs_of_one_build_are_the_same),
    TEST(ten_percent_more_time_is_found_in_recorded_samples),
    TEST(a_ratio_is_of_speeds_and_turns_with_its_sides),
    TEST(what_is_no_longer_than_a_launch_drifts_with_the_host),
    TEST(one_sample_is_enough_for_a_ratio),
    TEST(a_run_that_wanders_has_a_wide_interval),
    TEST(rows_are_matched_by_what_they_are),
    TEST(each_obstacle_has_its_reason),
    TEST(two_clocks_meet_at_the_host_clock),
    TEST(totals_are_geometric_and_count_a_family_once),
    TEST(shapes_are_the_same_by_names_and_values),
    TEST(devices_with_their_own_sizes_meet_where_shapes_do_not_count),
    TEST(a_row_counts_the_same_alone),
    TEST(one_run_cannot_be_compared),
    CU_TEST_INFO_NULL,
};
