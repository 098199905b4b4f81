/* A row's words, and lines that keep to their columns. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clsmem/registry.h"
#include "expect.h"
#include "printers.h"
#include "progress.h"
#include "text.h"

#define TABLE_WIDTH 120

static const char *time_text(double ns)
{
    static char text[16];

    format_time(ns, text, sizeof text);
    return text;
}

static const char *rate_text(double per_second, const char *unit)
{
    static char text[24];

    format_rate(per_second, unit, text, sizeof text);
    return text;
}

static void times_have_three_digits_and_the_unit_that_fits(void)
{
    EXPECT_EQ_STR(time_text(0), "0.00 ns");
    EXPECT_EQ_STR(time_text(1.234), "1.23 ns");
    EXPECT_EQ_STR(time_text(9.996), "10.0 ns");
    EXPECT_EQ_STR(time_text(99.96), "100 ns");
    EXPECT_EQ_STR(time_text(999.4), "999 ns");
    EXPECT_EQ_STR(time_text(999.6), "1.00 us");
    EXPECT_EQ_STR(time_text(12.34e6), "12.3 ms");
    EXPECT_EQ_STR(time_text(1234e9), "1234 s"); /* no larger unit */
}

static void rates_keep_to_four_digits(void)
{
    EXPECT_EQ_STR(rate_text(812.3e9, "FLOP/s"), "812 GFLOP/s");
    EXPECT_EQ_STR(rate_text(4.21e12, "B/s"), "4210 GB/s");
    EXPECT_EQ_STR(rate_text(64.5e12, "FLOP/s"), "64.5 TFLOP/s");
    EXPECT_EQ_STR(rate_text(12, "B/s"), "12.0 B/s");
    EXPECT_EQ_STR(rate_text(3e21, "B/s"), "3000000 PB/s");
}

/* A row of gemm.tiled_padded as a run would make it. */
static struct clsmem_result row_make(double *samples, size_t count)
{
    const struct clsmem_kernel *kernel = clsmem_kernel_find("gemm");

    return (struct clsmem_result){
        .kernel = kernel,
        .variant = clsmem_variant_find(kernel, "tiled_padded"),
        .problem = { .extent = { 64, 32, 16, 1 }, .type = CLSMEM_F32, .alpha = 1 },
        .time = { .samples_ns = samples, .count = count, .median_ns = 2e6, .low_ns = 1.9e6, .high_ns = 2.1e6 },
        .rate = 12.5,
        .share = 0.876,
        .factor = 7.921,
        .degree = NAN,
        .check = { .oracle = "reference", .worst = 0.03 },
    };
}

static void a_row_has_all_its_numbers_in_words(void)
{
    double samples[2] = { 2e6, 2e6 };
    const struct clsmem_result result = row_make(samples, 2);
    struct row_text text;

    row_text_make(&result, &text);
    EXPECT_EQ_STR(text.name, "gemm.tiled_padded");
    EXPECT_EQ_STR(text.shape, "64x32x16");
    EXPECT_EQ_STR(text.median, "2.00 ms");
    EXPECT_EQ_STR(text.spread, "5.0 %");
    EXPECT_EQ_STR(text.rate, "12.5 GFLOP/s");
    EXPECT_EQ_STR(text.share, "88 %");
    EXPECT_EQ_STR(text.degree, "-");
    EXPECT_EQ_STR(text.factor, "x7.92 tiled_column");
    EXPECT_EQ_STR(text.error, "0.0300");
    EXPECT_EQ_STR(text.note, "");
}

static void a_noisy_row_carries_its_mark_beside_the_noise(void)
{
    double samples[2] = { 2e6, 2e6 };
    struct clsmem_result result = row_make(samples, 2);
    struct row_text text;

    result.time.verdict = CLSMEM_NOISY;
    row_text_make(&result, &text);
    EXPECT_EQ_STR(text.spread, "5.0 %~");
    EXPECT_EQ_STR(text.note, "");
}

static void numbers_that_do_not_exist_are_dashes(void)
{
    double samples[2] = { 2e6, 2e6 };
    struct clsmem_result result = row_make(samples, 2);
    struct row_text text;

    result.rate = result.share = result.factor = NAN;
    row_text_make(&result, &text);
    EXPECT_EQ_STR(text.rate, "-");
    EXPECT_EQ_STR(text.share, "-");
    EXPECT_EQ_STR(text.factor, "- (tiled_column was not timed)");
}

static void one_sample_has_no_spread(void)
{
    double sample = 2e6;
    const struct clsmem_result result = row_make(&sample, 1);
    struct row_text text;

    row_text_make(&result, &text);
    EXPECT_EQ_STR(text.spread, "-");
}

static void a_row_that_is_not_ok_shows_its_status_and_reason_alone(void)
{
    struct clsmem_result result = row_make(NULL, 0);
    struct row_text text;

    result.status = CLSMEM_SKIPPED;
    result.rate = result.share = result.factor = NAN;
    snprintf(result.reason, sizeof result.reason, "needs fp64");
    row_text_make(&result, &text);
    EXPECT_EQ_STR(text.note, "skipped: needs fp64");
    EXPECT_EQ_STR(text.median, "-");
    EXPECT_EQ_STR(text.error, "-");
}

static void doubts_stand_in_the_note(void)
{
    double samples[2] = { 2e6, 2e6 };
    struct clsmem_result result = row_make(samples, 2);
    struct row_text text;

    result.time.verdict = CLSMEM_SUSPECT;
    snprintf(result.time.reason, sizeof result.time.reason, "too good");
    result.cached = true;
    snprintf(result.check.note, sizeof result.check.note, "oracles differ");
    row_text_make(&result, &text);
    EXPECT_EQ_STR(text.note, "suspect: too good; cached; oracles differ");
}

static const char *wrapped(size_t used, size_t indent, size_t columns, const char *text)
{
    static char lines[512];
    FILE *stream = fmemopen(lines, sizeof lines, "w");

    lines[0] = 0;
    if (EXPECT(stream)) {
        print_wrapped(stream, used, indent, columns, text);
        fclose(stream);
    }
    return lines;
}

static void words_wrap_under_the_indent(void)
{
    EXPECT_EQ_STR(wrapped(0, 2, 10, "one two three four"), "one two\n  three\n  four\n");
    EXPECT_EQ_STR(wrapped(0, 2, 10, "exactly te n"), "exactly te\n  n\n");
    EXPECT_EQ_STR(wrapped(7, 2, 10, "one two"), "one\n  two\n");
    EXPECT_EQ_STR(wrapped(8, 2, 10, "one two"), "\n  one two\n");
    EXPECT_EQ_STR(wrapped(0, 2, 10, ""), "\n");
}

static void a_word_longer_than_a_line_is_cut(void)
{
    EXPECT_EQ_STR(wrapped(0, 2, 6, "abcdefghijk"), "abcdef\n  ghij\n  k\n");
    EXPECT_EQ_STR(wrapped(0, 2, 6, "a bcdefghi"), "a\n  bcde\n  fghi\n");
}

static void a_word_is_cut_between_characters(void)
{
    EXPECT_EQ_STR(wrapped(0, 2, 6,
                          "abcde\xc3\xb6"
                          "fg"),
                  "abcde\n  \xc3\xb6"
                  "fg\n");
}

static void commands_to_a_terminal_go_and_names_stay(void)
{
    static const char *const cases[][2] = {
        { "n\xc3\xb6.json \xe2\x82\xac \xf0\x9f\x98\x80", "n\xc3\xb6.json \xe2\x82\xac \xf0\x9f\x98\x80" },
        { "\033[2J\a\x7f", "?[2J??" },
        { "a\tb\nc", "a b c" },
        { "\xc2\x9b"
          "2J",
          "??2J" }, /* the same command in one character */
        { "\x9b"
          "2J \xff",
          "?2J ?" },     /* and in one byte */
        { "\xc3", "?" }, /* cut */
        { "\xe2\x82", "??" },
        { "\xc0\xaf \xe0\x80\xaf", "?? ???" }, /* longer than need be */
        { "\xed\xa0\x80 \xf4\x90\x80\x80", "??? ????" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];

        strcpy(text, cases[i][0]);
        text_make_plain(text);
        EXPECT_EQ_STR(text, cases[i][1]);
    }
}

/* Fills a text with words of `length` letters. */
static void fill_words(char *text, size_t bytes, size_t length)
{
    memset(text, 'w', bytes - 1);
    for (size_t i = length; i < bytes - 1; i += length + 1)
        text[i] = ' ';
    text[bytes - 1] = 0;
}

static void expect_width(const char *text, size_t columns)
{
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        if (!EXPECT(strcspn(line, "\n") <= columns))
            expect_note("line: %.*s", (int)strcspn(line, "\n"), line);
    for (const char *byte = text; *byte; byte++)
        EXPECT(*byte == '\n' || (*byte >= ' ' && *byte <= '~'));
}

/* The longest texts that a device and a row can hold, in words of one letter up to one that has no end. */
static void the_table_keeps_to_its_columns_whatever_a_driver_says(void)
{
    static const size_t lengths[] = { 1, 7, 40, 2000 };

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct clsmem_session session = { .clock_verdict = CLSMEM_CLOCK_UNUSABLE };
        struct clsmem_device_info *info = &session.device.info;
        double samples[2] = { 2e6, 2e6 };
        struct clsmem_result good = row_make(samples, 2), bad = row_make(NULL, 0);
        char *text = NULL;
        size_t bytes = 0;
        FILE *stream = open_memstream(&text, &bytes);
        struct report report = { .out = stream };

        if (!EXPECT(stream))
            return;
        fill_words(info->name, sizeof info->name, lengths[i]);
        fill_words(info->driver, sizeof info->driver, lengths[i]);
        fill_words(info->platform_name, sizeof info->platform_name, lengths[i]);
        fill_words(session.clock_reason, sizeof session.clock_reason, lengths[i]);
        fill_words(good.check.note, sizeof good.check.note, lengths[i]);
        fill_words(good.check.oracle, sizeof good.check.oracle, lengths[i]);
        fill_words(bad.reason, sizeof bad.reason, lengths[i]);
        bad.status = CLSMEM_SKIPPED;
        for (size_t e = 0; e < 3; e++)
            bad.problem.extent[e] = 2147479552;
        table_printer.device(&report, &session);
        table_printer.row(&report, &session, &good);
        table_printer.row(&report, &session, &bad);
        fclose(stream);
        expect_width(text, TABLE_WIDTH);
        free(text);
    }
}

static void expect_progress(size_t ended, size_t total, double spent_s, const char *wanted)
{
    char text[64];

    progress_text(ended, total, spent_s, text, sizeof text);
    EXPECT_EQ_STR(text, wanted);
}

static void progress_says_what_is_left_once_that_is_known(void)
{
    expect_progress(0, 0, 3, "");
    expect_progress(0, 97, 0, " 1 of 97");
    expect_progress(4, 97, 40, " 5 of 97");
    expect_progress(5, 97, 5, " 6 of 97, about 2 min left");
    expect_progress(50, 97, 40, " 51 of 97, about 40 s left");
    expect_progress(10, 20, 54000, " 11 of 20, about 15.0 h left");
    expect_progress(90, 97, 40, " 91 of 97");
    expect_progress(97, 97, 40, " 97 of 97");
}

CU_TestInfo text_tests[] = {
    TEST(times_have_three_digits_and_the_unit_that_fits),
    TEST(rates_keep_to_four_digits),
    TEST(a_row_has_all_its_numbers_in_words),
    TEST(a_noisy_row_carries_its_mark_beside_the_noise),
    TEST(numbers_that_do_not_exist_are_dashes),
    TEST(one_sample_has_no_spread),
    TEST(a_row_that_is_not_ok_shows_its_status_and_reason_alone),
    TEST(doubts_stand_in_the_note),
    TEST(words_wrap_under_the_indent),
    TEST(a_word_longer_than_a_line_is_cut),
    TEST(a_word_is_cut_between_characters),
    TEST(commands_to_a_terminal_go_and_names_stay),
    TEST(the_table_keeps_to_its_columns_whatever_a_driver_says),
    TEST(progress_says_what_is_left_once_that_is_known),
    CU_TEST_INFO_NULL,
};
