/* What clsmem-bench's command line and environment come to. */
#include <CUnit/CUnit.h>
#include <stdlib.h>

#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "expect.h"
#include "settings.h"

#define MOST_WORDS 8
#define MS 1e6

static struct settings settings;

static enum clsmem_status parse(int count, const char *const *words)
{
    char *argv[MOST_WORDS + 2] = { "clsmem-bench" };

    for (int i = 0; i < count; i++)
        argv[i + 1] = (char *)words[i];
    return settings_parse(count + 1, argv, &settings);
}

static void expect_taken(int count, const char *const *words)
{
    if (!EXPECT_EQ_INT(parse(count, words), CLSMEM_OK))
        expect_note("%s %s: %s", count > 0 ? words[0] : "", count > 1 ? words[1] : "", clsmem_error_text());
}

static void expect_refused(const char *option, const char *value, const char *text)
{
    if (!EXPECT_EQ_INT(parse(2, (const char *const[]){ option, value }), CLSMEM_INVALID))
        expect_note("%s \"%s\"", option, value);
    EXPECT_CONTAINS(clsmem_error_text(), text);
}

#define EXPECT_TAKEN(...)                                                                                             \
    expect_taken((int)(sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *)),                                \
                 (const char *const[]){ __VA_ARGS__ })

static void without_options_device_0_runs_everything_in_f32(void)
{
    unsetenv("CLSMEM_DEVICE");
    unsetenv("CLSMEM_KERNEL_DIR");
    expect_taken(0, NULL);
    EXPECT_EQ_STR(settings.device, "0");
    EXPECT_EQ_STR(settings.kernels, NULL);
    EXPECT_EQ_STR(settings.run.kernel_directory, NULL);
    EXPECT_EQ_INT(settings.types, 0);
    EXPECT_EQ_STR(settings.modes, NULL);
    EXPECT_EQ_STR(settings.explain, NULL);
    EXPECT_EQ_INT((long long)settings.run.seed, 1);
    EXPECT_NEAR(settings.alpha, 1, 0);
    EXPECT_NEAR(settings.beta, 0, 0);
    EXPECT(!settings.run.timer_forced);
}

static void the_environment_counts_where_no_option_speaks(void)
{
    setenv("CLSMEM_DEVICE", "gpu", 1);
    setenv("CLSMEM_KERNEL_DIR", "mine", 1);
    expect_taken(0, NULL);
    EXPECT_EQ_STR(settings.device, "gpu");
    EXPECT_EQ_STR(settings.run.kernel_directory, "mine");
    EXPECT_TAKEN("--device", "1:0", "--kernel-dir", "other");
    EXPECT_EQ_STR(settings.device, "1:0");
    EXPECT_EQ_STR(settings.run.kernel_directory, "other");

    setenv("CLSMEM_DEVICE", "", 1);
    setenv("CLSMEM_KERNEL_DIR", "", 1);
    expect_taken(0, NULL);
    EXPECT_EQ_STR(settings.device, "0");
    EXPECT_EQ_STR(settings.run.kernel_directory, NULL);
    unsetenv("CLSMEM_DEVICE");
    unsetenv("CLSMEM_KERNEL_DIR");
}

static void sizes_are_kept_in_order_with_their_family(void)
{
    EXPECT_TAKEN("--size", "64,gemm=3x5x7,copy=1000");
    EXPECT_EQ_SIZE(settings.size_count, 3);
    EXPECT_EQ_STR(settings.sizes[0].family, "");
    EXPECT_EQ_SIZE(settings.sizes[0].extent_count, 1);
    EXPECT_EQ_SIZE(settings.sizes[0].extent[0], 64);
    EXPECT_EQ_STR(settings.sizes[1].family, "gemm");
    EXPECT_EQ_SIZE(settings.sizes[1].extent_count, 3);
    EXPECT_EQ_SIZE(settings.sizes[1].extent[2], 7);
    EXPECT_EQ_STR(settings.sizes[2].family, "copy");
    EXPECT_EQ_SIZE(settings.sizes[2].extent[0], 1000);
}

static void the_last_size_list_counts(void)
{
    EXPECT_TAKEN("--size", "64,128", "--size", "32");
    EXPECT_EQ_SIZE(settings.size_count, 1);
    EXPECT_EQ_SIZE(settings.sizes[0].extent[0], 32);
}

static void a_size_that_makes_no_sense_is_refused(void)
{
    static const char *const table[][2] = {
        { "", "is missing" },
        { ",", "is missing" },
        { "64,", "is missing" },
        { "64,,32", "is missing" },
        { "1x2x", "is missing" },
        { "x2", "is missing" },
        { "1xx2", "is missing" },
        { "gemm=", "is missing" },
        { "0", "not between 1" },
        { "-1", "not a whole number" },
        { "abc", "not a whole" },
        { "1.5", "not a whole number" },
        { "1e3", "not a whole" },
        { " 64", "not a whole number" },
        { "0x10", "not between 1" },
        { "99999999999999999999", "not between 1" },
        { "2147483648", "not between" },
        { "1x2x3x4x5", "no family has more than 4" },
        { "gemm=1x2", "gemm takes m x n x k, or one number for all" },
        { "transpose=1x2x3", "transpose takes rows x cols" },
        { "null=4", "null has no size" },
        { "nosuch=4", "there is no family \"nosuch\"" },
        { "=4", "there is no family \"\"" },
        { "3x5x7", "barrier takes items x steps" },
        { "histogram=1000x5", "histogram: 5 bins of u8 keys are not within 16 and 256" },
        { "fft=100x3", "fft: the length of a transform is a power of two" },
        { "gemv=10x10x5", "gemv: a pitch of 5 elements is less than a row of 10" },
        { "stencil=64x64x9x1", "stencil: radius is 1 to 4, not 9" },
        { "conv2d=64x64x4", "conv2d: edge is odd and 3 to 15, not 4" },
        { "occupancy=100x1x1", "occupancy: 100 bytes of local memory" },
        { "barrier=64x100000000", "barrier: 100000000 steps of 64 work-items" },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        expect_refused("--size", table[i][0], table[i][1]);
}

static void the_largest_extent_is_that_of_the_plans(void)
{
    char text[32];

    snprintf(text, sizeof text, "%zu", CLSMEM_MAX_EXTENT);
    EXPECT_TAKEN("--size", text);
    EXPECT_EQ_SIZE(settings.sizes[0].extent[0], CLSMEM_MAX_EXTENT);
    snprintf(text, sizeof text, "%zu", CLSMEM_MAX_EXTENT + 1);
    expect_refused("--size", text, "not between 1 and");
}

static void a_size_that_no_selected_family_uses_is_refused(void)
{
    EXPECT_TAKEN("--kernel", "gemm", "--size", "3x5x7");
    EXPECT_TAKEN("--kernel", "copy", "--size", "copy=1000");
    EXPECT_EQ_INT(parse(4, (const char *const[]){ "--kernel", "copy,null", "--size", "1000" }), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "no selected family takes a size without its name");
    EXPECT_EQ_INT(parse(4, (const char *const[]){ "--kernel", "copy", "--size", "gemm=64" }), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "gemm is not among the selected kernels");
}

static void every_word_of_a_kernel_list_must_fit_something(void)
{
    EXPECT_TAKEN("--kernel", "gemm");
    EXPECT_TAKEN("--kernel", "gemm.tiled");
    EXPECT_TAKEN("--kernel", "*.tile*,null.one");
    EXPECT_TAKEN("--kernel", " gemm , transpose.tile ");
    EXPECT_TAKEN("--kernel", "g?mm");
    expect_refused("--kernel", "nosuch", "nothing is named \"nosuch\"");
    expect_refused("--kernel", "gemm,nosuch.tiled", "nothing is named \"nosuch.tiled\"");
    expect_refused("--kernel", "gemm.nosuch", "nothing is named \"gemm.nosuch\"");
    expect_refused("--kernel", "GEMM", "nothing is named \"GEMM\"");
    expect_refused("--kernel", "gemm tiled", "nothing is named \"gemm tiled\"");
    expect_refused("--kernel", "", "nothing is named \"\"");
    expect_refused("--kernel", "gemm,", "nothing is named \"\"");
    expect_refused("--kernel", ",gemm", "nothing is named \"\"");
}

static void a_word_longer_than_any_name_is_refused_and_not_cut(void)
{
    char word[300];

    for (size_t i = 0; i < sizeof word; i++)
        word[i] = '*'; /* cut anywhere it would fit every family */
    word[sizeof word - 1] = 0;
    expect_refused("--kernel", word, "no name is as long as");
}

static void types_are_a_list_or_all(void)
{
    EXPECT_TAKEN("--type", "f64");
    EXPECT_EQ_INT(settings.types, CLSMEM_IN_TYPE(F64));
    EXPECT_TAKEN("--type", "u32,f32");
    EXPECT_EQ_INT(settings.types, CLSMEM_IN_TYPE(U32) | CLSMEM_IN_TYPE(F32));
    EXPECT_TAKEN("--type", "all");
    for (size_t type = 0; type < CLSMEM_TYPE_COUNT; type++)
        EXPECT(settings.types >> type & 1);
    expect_refused("--type", "f8", "--type is all, or of f32, f64, f16, u8, i32, u32, u64, not \"f8\"");
    expect_refused("--type", "f32,f8", "not \"f32,f8\"");
    expect_refused("--type", "", "not \"\"");
    expect_refused("--type", ",", "not \",\"");
}

static void a_family_runs_in_its_own_type_unless_types_are_chosen(void)
{
    const struct clsmem_kernel counts = { .name = "counts", .types = CLSMEM_IN_TYPE(U8) | CLSMEM_IN_TYPE(U32) };
    const struct clsmem_kernel *const copy = clsmem_kernel_find("copy");

    expect_taken(0, NULL);
    EXPECT(settings_wants_type(&settings, copy, CLSMEM_F32));
    EXPECT(!settings_wants_type(&settings, copy, CLSMEM_F64));
    EXPECT(settings_wants_type(&settings, &counts, CLSMEM_U8));
    EXPECT(!settings_wants_type(&settings, &counts, CLSMEM_U32));
    EXPECT_TAKEN("--type", "f64,u32");
    EXPECT(settings_wants_type(&settings, copy, CLSMEM_F64));
    EXPECT(!settings_wants_type(&settings, copy, CLSMEM_U32));
    EXPECT(settings_wants_type(&settings, &counts, CLSMEM_U32));
    EXPECT(!settings_wants_type(&settings, &counts, CLSMEM_U8));
}

/* It would run nothing, and say that all was right. */
static void types_and_modes_that_nothing_selected_has_are_refused(void)
{
    EXPECT_EQ_INT(parse(4, (const char *const[]){ "--kernel", "gemm", "--type", "u8" }), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "--type: no selected family has elements of that type");
    EXPECT_EQ_INT(parse(4, (const char *const[]){ "--kernel", "gemm", "--mode", "max" }), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "--mode: no selected family has the mode \"max\"");
}

static void a_mode_belongs_to_some_family(void)
{
    expect_refused("--mode", "nosuch", "--mode: no family has a mode \"nosuch\"");
    expect_refused("--mode", "", "--mode: a word is missing in \"\"");
    expect_refused("--mode", "max,,dot", "--mode: a word is missing in \"max,,dot\"");
    EXPECT_TAKEN("--mode", "all");
    EXPECT_EQ_STR(settings.modes, "all");
}

/* Rows of one size stand together, so that modes can be compared; points of a curve do, so that it can be seen. */
static void modes_follow_each_other_at_each_size_and_sizes_at_each_mode_of_a_curve(void)
{
    const struct clsmem_session session = { .options.scale = CLSMEM_NORMAL,
                                            .device.info.limits = { .is_cpu = true, .max_group_items = 64 } };
    const struct clsmem_kernel *const histogram = clsmem_kernel_find("histogram");
    const struct clsmem_kernel *const barrier = clsmem_kernel_find("barrier");
    static struct clsmem_problem problems[MOST_PROBLEMS];

    EXPECT_TAKEN("--size", "histogram=100x16,histogram=200x32");
    EXPECT_EQ_SIZE(settings_problems(&settings, &session, histogram, CLSMEM_U8, problems), 8);
    EXPECT_EQ_SIZE(problems[0].extent[0], 100);
    EXPECT_EQ_SIZE(problems[3].extent[0], 100);
    EXPECT_EQ_SIZE(problems[3].mode, 3);
    EXPECT_EQ_SIZE(problems[4].extent[0], 200);
    EXPECT_EQ_SIZE(problems[4].mode, 0);
    EXPECT_EQ_SIZE(settings_problems(&settings, &session, barrier, CLSMEM_U32, problems), 12);
    EXPECT_EQ_SIZE(problems[3].mode, 0);
    EXPECT_EQ_SIZE(problems[3].extent[0], 256);
    EXPECT_EQ_SIZE(problems[4].mode, 1);
    EXPECT_EQ_SIZE(problems[4].extent[0], 32);
    EXPECT_TAKEN("--mode", "heavy,sorted");
    EXPECT_EQ_SIZE(settings_problems(&settings, &session, barrier, CLSMEM_U32, problems), 4);
    EXPECT_EQ_SIZE(problems[0].mode, 2);
}

static void lessons_are_of_families(void)
{
    EXPECT_TAKEN("--explain", "gemm");
    EXPECT_EQ_STR(settings.explain, "gemm");
    expect_refused("--explain", "gem", "--explain: there is no family \"gem\"");
}

static void the_timer_is_a_clock_or_auto(void)
{
    EXPECT_TAKEN("--timer", "host");
    EXPECT(settings.run.timer_forced && settings.run.timer == CLSMEM_CLOCK_HOST);
    EXPECT_TAKEN("--timer", "event");
    EXPECT(settings.run.timer_forced && settings.run.timer == CLSMEM_CLOCK_EVENT);
    EXPECT_TAKEN("--timer", "event", "--timer", "auto");
    EXPECT(!settings.run.timer_forced);
    expect_refused("--timer", "sundial", "--timer is auto, event or host, not \"sundial\"");
}

static void a_bank_class_is_a_name_or_a_file(void)
{
    EXPECT_TAKEN("--list");
    EXPECT(settings.run.bank_class == NULL);
    EXPECT_TAKEN("--bank-class", "cdna3");
    EXPECT(settings.run.bank_class == clsmem_bank_class_find("cdna3"));
    expect_refused("--bank-class", "nosuch", "--bank-class: there is no class \"nosuch\"");
    expect_refused("--bank-class", "no/such.json", "--bank-class: cannot read no/such.json");
}

static void times_follow_the_scale_unless_they_are_given(void)
{
    EXPECT_TAKEN("--quick");
    EXPECT_NEAR(settings.run.least_ns, 10 * MS, 0);
    EXPECT_NEAR(settings.run.most_ns, 100 * MS, 0);
    EXPECT_TAKEN("--min-time", "2.5", "--full");
    EXPECT_NEAR(settings.run.least_ns, 2.5 * MS, 0);
    EXPECT_NEAR(settings.run.most_ns, 5000 * MS, 0);
    EXPECT_TAKEN("--min-time", "3000", "--max-time", "5"); /* the least time wins: a limit below it would be void */
    EXPECT_NEAR(settings.run.most_ns, 3000 * MS, 0);
}

static void numbers_out_of_range_are_refused(void)
{
    static const char *const table[][2] = {
        { "--seed", "-1" },     { "--seed", "9223372036854775808" },
        { "--seed", "1.5" },    { "--seed", "" },
        { "--min-time", "0" },  { "--min-time", "-5" },
        { "--min-time", "5s" }, { "--max-time", "1e9" },
        { "--alpha", "nan" },   { "--alpha", "1e7" },
        { "--beta", "x" },      { "--beta", "inf" },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        expect_refused(table[i][0], table[i][1], table[i][0]);
    EXPECT_TAKEN("--seed", "9223372036854775807");
    EXPECT_EQ_INT((long long)settings.run.seed, INT64_MAX);
}

static void a_stream_takes_one_report_alone(void)
{
    EXPECT_TAKEN("--json", "-", "--csv", "rows.csv");
    EXPECT_EQ_INT(parse(4, (const char *const[]){ "--json", "-", "--csv", "-" }), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "only one of --json, --csv, --markdown and --report can be -");
    EXPECT_EQ_INT(parse(4, (const char *const[]){ "--csv", "rows", "--markdown", "rows" }), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "cannot go to the same file: rows");
}

static void an_empty_kernel_folder_name_is_refused(void)
{
    expect_refused("--kernel-dir", "", "--kernel-dir");
}

CU_TestInfo settings_tests[] = {
    TEST(without_options_device_0_runs_everything_in_f32),
    TEST(the_environment_counts_where_no_option_speaks),
    TEST(sizes_are_kept_in_order_with_their_family),
    TEST(the_last_size_list_counts),
    TEST(a_size_that_makes_no_sense_is_refused),
    TEST(the_largest_extent_is_that_of_the_plans),
    TEST(a_size_that_no_selected_family_uses_is_refused),
    TEST(every_word_of_a_kernel_list_must_fit_something),
    TEST(a_word_longer_than_any_name_is_refused_and_not_cut),
    TEST(types_are_a_list_or_all),
    TEST(a_family_runs_in_its_own_type_unless_types_are_chosen),
    TEST(types_and_modes_that_nothing_selected_has_are_refused),
    TEST(a_mode_belongs_to_some_family),
    TEST(modes_follow_each_other_at_each_size_and_sizes_at_each_mode_of_a_curve),
    TEST(lessons_are_of_families),
    TEST(the_timer_is_a_clock_or_auto),
    TEST(a_bank_class_is_a_name_or_a_file),
    TEST(times_follow_the_scale_unless_they_are_given),
    TEST(numbers_out_of_range_are_refused),
    TEST(a_stream_takes_one_report_alone),
    TEST(an_empty_kernel_folder_name_is_refused),
    CU_TEST_INFO_NULL,
};
