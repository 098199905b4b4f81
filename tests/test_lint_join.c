/*
 * Which accesses NVIDIA's assembler joins, and what it makes of atomics and loops. Each line is a few instructions in
 * PTX, run by one sub-group; what is expected is what ptxas 13.0 makes of the same text for compute capability 9.0.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/lint.h"
#include "expect.h"

/* Accesses to local memory after joining: instructions and passes. */
struct line {
    const char *body;
    unsigned loads, load_passes;
    unsigned stores, store_passes;
    unsigned atomics, atomic_passes;
};

/*
 * %r1: the item; %r6: the array; %r9: an address in it, the same for all, that an argument moves; %r11: a row of 64
 * bytes for each item; %r13: the item's word in the second array; %r3: a number below 4 for each item; %d3: the item's
 * place in global memory.
 */
static const char head[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".entry k(.param .u64 .ptr .global .align 8 p, .param .u32 n,\n"
    ".param .u32 .ptr .shared .align 4 q)\n"
    ".reqntid 32, 1, 1\n{\n"
    ".reg .pred %p<8>; .reg .b16 %h<16>; .reg .b32 %r<64>; .reg .b64 %d<32>; .reg .f32 %f<16>;\n"
    ".shared .align 16 .b8 s[4096]; .shared .align 4 .b8 t[256];\n"
    "ld.param.u64 %d1, [p]; ld.param.u32 %r2, [n]; ld.param.u32 %r8, [q];\n"
    "mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 64; add.s64 %d3, %d1, %d2;\n"
    "and.b32 %r3, %r1, 3; mov.u32 %r6, s; shl.b32 %r10, %r1, 6; add.u32 %r11, %r6, %r10;\n"
    "mov.u32 %r12, t; mad.lo.u32 %r13, %r1, 4, %r12; mad.lo.u32 %r9, %r2, 4, %r6;\n";

static bool load(const char *body, struct clsmem_lint_kernel **kernel)
{
    char path[] = "/tmp/clsmem-join-XXXXXX";
    const int file = mkstemp(path);
    const struct clsmem_lint_source source = { path, NULL, NULL, clsmem_lint_view_find("ptx") };
    char text[8192];
    bool is_right;

    (void)snprintf(text, sizeof text, "%s%s\nret;\n}\n", head, body);
    is_right = EXPECT(file >= 0) && EXPECT(write(file, text, strlen(text)) == (ssize_t)strlen(text)) &&
               EXPECT_EQ_INT(clsmem_lint_load(&source, kernel), CLSMEM_OK);
    if (!is_right)
        expect_note("%s: %s", body, clsmem_error_text());
    if (file >= 0) {
        close(file);
        unlink(path);
    }
    return is_right;
}

static bool has(const struct clsmem_lint_cost *cost, unsigned instructions, unsigned passes)
{
    return cost->instructions == instructions && cost->passes == passes;
}

static void expect_joined(const struct line *line, const struct clsmem_lint_cost *joined)
{
    if (EXPECT(has(&joined[CLSMEM_LOAD], line->loads, line->load_passes) &&
               has(&joined[CLSMEM_STORE], line->stores, line->store_passes) &&
               has(&joined[CLSMEM_ATOMIC], line->atomics, line->atomic_passes)))
        return;
    expect_note("%s: loads %llu/%llu, stores %llu/%llu, atomics %llu/%llu", line->body,
                (unsigned long long)joined[CLSMEM_LOAD].instructions, (unsigned long long)joined[CLSMEM_LOAD].passes,
                (unsigned long long)joined[CLSMEM_STORE].instructions, (unsigned long long)joined[CLSMEM_STORE].passes,
                (unsigned long long)joined[CLSMEM_ATOMIC].instructions,
                (unsigned long long)joined[CLSMEM_ATOMIC].passes);
}

static void expect_lines(const struct line *lines, size_t count)
{
    static const char *const args[] = { "z:4096", "i:3", "l:256" };
    const struct clsmem_lint_launch launch = {
        .dimensions = 1, .global = { 32 }, .local = { 32 }, .args = args, .arg_count = 3
    };
    const struct clsmem_lint_options options = { .threads = 1 };

    for (size_t i = 0; i < count; i++) {
        struct clsmem_lint_kernel *kernel = NULL;
        struct clsmem_lint_report *report = NULL;

        if (!load(lines[i].body, &kernel))
            continue;
        if (EXPECT_EQ_INT(clsmem_lint_run(kernel, &launch, &options, &report), CLSMEM_OK))
            expect_joined(&lines[i], report->totals.joined);
        else
            expect_note("%s: %s", lines[i].body, clsmem_error_text());
        clsmem_lint_report_release(report);
        clsmem_lint_unload(kernel);
    }
}

#define EXPECT_LINES(lines) expect_lines(lines, sizeof(lines) / sizeof *(lines))

/* Loads of the words at these offsets of the item's row, of which all are used. */
#define LOAD1(a) "ld.shared.u32 %r20, [%r11+" #a "]; st.global.u32 [%d3], %r20;"
#define LOAD2(a, b) "ld.shared.u32 %r20, [%r11+" #a "]; ld.shared.u32 %r21, [%r11+" #b "]; " USE2
#define LOAD3(a, b, c)                                                                                                \
    "ld.shared.u32 %r20, [%r11+" #a "]; ld.shared.u32 %r21, [%r11+" #b "]; ld.shared.u32 %r22, [%r11+" #c "]; " USE3
#define LOAD4(a, b, c, d) "ld.shared.u32 %r23, [%r11+" #d "]; st.global.u32 [%d3+12], %r23; " LOAD3(a, b, c)
#define USE2 "st.global.u32 [%d3], %r20; st.global.u32 [%d3+4], %r21;"
#define USE3 USE2 " st.global.u32 [%d3+8], %r22;"

static void words_of_one_aligned_chunk_are_loaded_together(void)
{
    /* Rows of 64 bytes: every access takes 16 passes, whatever its width. */
    static const struct line lines[] = {
        { LOAD1(0), 1, 16, 0, 0, 0, 0 },           { LOAD2(0, 4), 1, 16, 0, 0, 0, 0 },
        { LOAD2(4, 8), 2, 32, 0, 0, 0, 0 },        { LOAD2(0, 8), 2, 32, 0, 0, 0, 0 },
        { LOAD2(12, 16), 2, 32, 0, 0, 0, 0 },      { LOAD3(0, 4, 8), 1, 16, 0, 0, 0, 0 },
        { LOAD3(4, 8, 12), 1, 16, 0, 0, 0, 0 },    { LOAD3(0, 8, 12), 1, 16, 0, 0, 0, 0 },
        { LOAD4(0, 4, 8, 12), 1, 16, 0, 0, 0, 0 }, { LOAD4(8, 12, 16, 20), 2, 32, 0, 0, 0, 0 },
        { LOAD2(0, 0), 1, 16, 0, 0, 0, 0 },
    };

    EXPECT_LINES(lines);
}

static void stores_are_joined_where_every_word_is_written(void)
{
    static const struct line lines[] = {
        { "st.shared.u32 [%r11], %r1; st.shared.u32 [%r11+4], %r2;", 0, 0, 1, 16, 0, 0 },
        { "st.shared.u32 [%r11+4], %r1; st.shared.u32 [%r11], %r2;", 0, 0, 1, 16, 0, 0 },
        { "st.shared.u32 [%r11], %r1; st.shared.u32 [%r11+4], %r2; st.shared.u32 [%r11+8], %r3;", 0, 0, 2, 32, 0, 0 },
        { "st.shared.u32 [%r11], %r1; st.shared.u32 [%r13], %r1; st.shared.u32 [%r11+4], %r2;", 0, 0, 3, 33, 0, 0 },
    };

    EXPECT_LINES(lines);
}

static void a_store_stands_between_loads_wherever_it_goes(void)
{
    static const struct line lines[] = {
        { "ld.shared.u32 %r20, [%r11]; st.shared.u32 [%r13], %r1; ld.shared.u32 %r21, [%r11+4]; " USE2, 2, 32, 1, 1, 0,
          0 },
        { "ld.shared.u32 %r20, [%r11]; st.shared.u32 [%r13], %r1; ld.shared.u32 %r21, [%r11]; " USE2, 2, 32, 1, 1, 0,
          0 },
        { "ld.shared.u32 %r20, [%r11]; st.global.u32 [%d3+32], %r1; ld.shared.u32 %r21, [%r11+4]; " USE2, 1, 16, 0, 0,
          0, 0 },
        { "ld.shared.u32 %r20, [%r11]; ld.shared.u32 %r22, [%r13]; ld.shared.u32 %r21, [%r11+4]; " USE3, 2, 17, 0, 0,
          0, 0 },
    };

    EXPECT_LINES(lines);
}

static void what_nobody_uses_is_not_loaded(void)
{
    static const struct line lines[] = {
        { "ld.shared.v4.u32 {%r20, %r21, %r22, %r23}, [%r11]; st.global.u32 [%d3], %r21;", 1, 16, 0, 0, 0, 0 },
        { "ld.shared.v4.u32 {%r20, %r21, %r24, %r23}, [%r11]; " USE2, 1, 16, 0, 0, 0, 0 },
        { "ld.shared.v4.u32 {%r24, %r20, %r21, %r23}, [%r11]; " USE2, 2, 32, 0, 0, 0, 0 },
        { "ld.shared.v4.u32 {%r24, %r20, %r21, %r22}, [%r11]; " USE3, 1, 16, 0, 0, 0, 0 },
    };

    EXPECT_LINES(lines);
}

static void halves_of_a_word_are_joined_as_long_as_they_stay_halves(void)
{
    static const struct line lines[] = {
        { "st.shared.u16 [%r11], %h1; st.shared.u16 [%r11+2], %h2;", 0, 0, 1, 16, 0, 0 },
        { "st.shared.u16 [%r11+2], %h1; st.shared.u16 [%r11+4], %h2;", 0, 0, 2, 32, 0, 0 },
        { "st.shared.u8 [%r11], %h1; st.shared.u8 [%r11+1], %h2;", 0, 0, 2, 32, 0, 0 },
        { "ld.shared.u16 %h1, [%r11]; ld.shared.u16 %h2, [%r11+2]; cvt.s32.s16 %r20, %h1; cvt.s32.s16 %r21, "
          "%h2; " USE2,
          1, 16, 0, 0, 0, 0 },
        { "ld.shared.u16 %h1, [%r11]; ld.shared.u16 %h2, [%r11+2]; cvt.u32.u16 %r20, %h1; cvt.u32.u16 %r21, "
          "%h2; " USE2,
          2, 32, 0, 0, 0, 0 },
    };

    EXPECT_LINES(lines);
}

static void an_alignment_has_to_be_provable(void)
{
    static const struct line lines[] = {
        { "mad.lo.u32 %r30, %r1, 24, %r6; ld.shared.u32 %r20, [%r30]; ld.shared.u32 %r21, [%r30+4]; " USE2, 1, 2, 0, 0,
          0, 0 },
        { "mad.lo.u32 %r30, %r1, 4, %r6; ld.shared.u32 %r20, [%r30]; ld.shared.u32 %r21, [%r30+4]; " USE2, 2, 2, 0, 0,
          0, 0 },
        { "and.b32 %r30, %r10, 2040; add.u32 %r30, %r30, %r6; ld.shared.u32 %r20, [%r30]; ld.shared.u32 %r21, "
          "[%r30+4]; " USE2,
          1, 16, 0, 0, 0, 0 },
        { "or.b32 %r30, %r11, 4; ld.shared.u32 %r20, [%r11]; ld.shared.u32 %r21, [%r30]; " USE2, 2, 32, 0, 0, 0, 0 },
        { "ld.shared.u32 %r20, [%r8]; ld.shared.u32 %r21, [%r8+4]; " USE2, 2, 2, 0, 0, 0, 0 },
    };

    EXPECT_LINES(lines);
}

static void arrays_side_by_side_are_one(void)
{
    static const struct line lines[] = {
        { "ld.shared.u32 %r20, [s+4088]; ld.shared.u32 %r21, [s+4092]; ld.shared.u32 %r22, [t]; " USE3, 2, 2, 0, 0, 0,
          0 },
        { "ld.shared.u32 %r20, [t]; ld.shared.u32 %r21, [t+4]; ld.shared.u32 %r22, [t+8]; " USE3, 1, 2, 0, 0, 0, 0 },
    };

    EXPECT_LINES(lines);
}

static void only_counting_lets_lanes_share_a_pass(void)
{
    /* Four words, in four banks, eight lanes each. */
    static const struct line lines[] = {
        { "mad.lo.u32 %r30, %r3, 4, %r6; atom.shared.add.u32 %r20, [%r30], 1;", 0, 0, 0, 0, 1, 1 },
        { "mad.lo.u32 %r30, %r3, 4, %r6; atom.shared.inc.u32 %r20, [%r30], -1;", 0, 0, 0, 0, 1, 1 },
        { "mad.lo.u32 %r30, %r3, 4, %r6; atom.shared.add.u32 %r20, [%r30], 3;", 0, 0, 0, 0, 1, 8 },
        { "mad.lo.u32 %r30, %r3, 4, %r6; atom.shared.max.u32 %r20, [%r30], %r1;", 0, 0, 0, 0, 1, 8 },
        { "mad.lo.u32 %r30, %r3, 4, %r6; atom.shared.add.u32 %r20, [%r30], 1; st.global.u32 [%d3], %r20;", 0, 0, 0, 0,
          1, 8 },
        { "mad.lo.u32 %r30, %r3, 4, %r6; atom.shared.cas.b32 %r20, [%r30], 0, %r1;", 0, 0, 0, 0, 1, 16 },
        { "mad.lo.u32 %r30, %r3, 8, %r6; atom.shared.exch.b64 %d20, [%r30], %d2;", 0, 0, 0, 0, 1, 8 },
    };

    EXPECT_LINES(lines);
}

static void lanes_are_combined_where_all_go_to_one_word(void)
{
    static const struct line lines[] = {
        { "atom.shared.add.u32 %r20, [s], %r1;", 0, 0, 0, 0, 1, 1 },
        { "atom.shared.max.s32 %r20, [%r9], %r1;", 0, 0, 0, 0, 1, 1 },
        { "atom.shared.max.s32 %r20, [%r9], %r1; st.global.u32 [%d3], %r20;", 0, 0, 0, 0, 1, 32 },
        { "atom.shared.add.u32 %r20, [%r9], %r2; st.global.u32 [%d3], %r20;", 0, 0, 0, 0, 1, 1 },
        { "atom.shared.exch.b32 %r20, [s], %r1;", 0, 0, 0, 0, 1, 32 },
        { "shr.u32 %r30, %r1, 5; mad.lo.u32 %r30, %r30, 4, %r6; atom.shared.or.b32 %r20, [%r30], %r1;", 0, 0, 0, 0, 1,
          1 },
        { "setp.lt.u32 %p1, %r1, 9; selp.u32 %r30, 4, 8, %p1; add.u32 %r30, %r30, %r6; "
          "atom.shared.max.u32 %r20, [%r30], %r1;",
          0, 0, 0, 0, 1, 23 },
    };

    EXPECT_LINES(lines);
}

/* Adds words of the item's row while %r30 is below a bound. */
#define LOOP(bound)                                                                                                   \
    "mov.u32 %r30, 0; mov.u32 %r31, %r11; mov.u32 %r20, 0; setp.ge.u32 %p0, %r30, " bound "; @%p0 bra E;\n"           \
    "L: ld.shared.u32 %r21, [%r31]; add.u32 %r20, %r20, %r21; add.u32 %r31, %r31, 4; add.u32 %r30, %r30, 1; "         \
    "setp.lt.u32 %p1, %r30, " bound "; @%p1 bra L;\n"                                                                 \
    "E: st.global.u32 [%d3], %r20;"

static void a_loop_of_known_length_is_written_out(void)
{
    static const struct line lines[] = {
        { LOOP("13"), 4, 64, 0, 0, 0, 0 },
        { "mov.u32 %r40, 8; " LOOP("%r40"), 2, 32, 0, 0, 0, 0 },
    };

    EXPECT_LINES(lines);
}

static void lanes_that_leave_a_loop_early_do_its_last_rounds_apart(void)
{
    /* Lanes have 0, 1, 2 and 3 rounds: two at once for those of 2 and 3, then one for those of 1 and 3. */
    static const struct line lines[] = {
        { LOOP("%r3"), 3, 24, 0, 0, 0, 0 },
        { "add.u32 %r3, %r3, 4; " LOOP("%r3"), 7, 88, 0, 0, 0, 0 },
    };

    EXPECT_LINES(lines);
}

CU_TestInfo lint_join_tests[] = {
    TEST(words_of_one_aligned_chunk_are_loaded_together),
    TEST(stores_are_joined_where_every_word_is_written),
    TEST(a_store_stands_between_loads_wherever_it_goes),
    TEST(what_nobody_uses_is_not_loaded),
    TEST(halves_of_a_word_are_joined_as_long_as_they_stay_halves),
    TEST(an_alignment_has_to_be_provable),
    TEST(arrays_side_by_side_are_one),
    TEST(only_counting_lets_lanes_share_a_pass),
    TEST(lanes_are_combined_where_all_go_to_one_word),
    TEST(a_loop_of_known_length_is_written_out),
    TEST(lanes_that_leave_a_loop_early_do_its_last_rounds_apart),
    CU_TEST_INFO_NULL,
};
