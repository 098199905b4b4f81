/* What PTX instructions compute, run by the engine: each line's values are those that the PTX manual gives. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "lint/engine.h"
#include "lint/join.h"
#include "lint/ptx.h"

#define ITEMS 64
#define ITEM 5 /* whose result is looked at */

/* Statements that leave a result in %r0, or, where it is wide, in %d0. */
struct line {
    const char *body;
    uint64_t expected;
    bool is_wide;
};

static const char head[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                           ".global .align 4 .u32 counter = 7;\n"
                           ".const .align 4 .b8 table[8] = {1, 2, 3, 4, 0xff, 0, 0, 0x80};\n"
                           ".func (.param .b32 result) twice(.param .b32 value)\n"
                           "{\n"
                           "\t.reg .b32 %r<2>;\n"
                           "\tld.param.u32 %r0, [value];\n"
                           "\tadd.u32 %r1, %r0, %r0;\n"
                           "\tst.param.b32 [result], %r1;\n"
                           "\tret;\n"
                           "}\n"
                           ".func (.param .b32 result) low(.param .b32 value)\n"
                           "{\n"
                           "\t.reg .b16 %h<2>;\n"
                           "\t.reg .b32 %r<2>;\n"
                           "\tld.param.u8 %h0, [value];\n"
                           "\tcvt.u32.u16 %r0, %h0;\n"
                           "\tst.param.b32 [result+0], %r0;\n"
                           "\tret;\n"
                           "}\n"
                           ".func (.reg .u32 %sum) total(.reg .u32 %count, .param .align 4 .b8 pair[8])\n"
                           "{\n"
                           "\t.reg .b32 %r<3>;\n"
                           "\tld.param.v2.u32 {%r0, %r1}, [pair];\n"
                           "\tadd.u32 %sum, %r0, %r1;\n"
                           "\tadd.u32 %sum, %sum, %count;\n"
                           "}\n"
                           ".entry k(.param .u64 .ptr .global .align 8 out, .param .align 8 .b8 parts[16])\n"
                           "{\n"
                           "\t.reg .pred %p<8>;\n\t.reg .b16 %h<8>;\n\t.reg .b32 %r<32>;\n\t.reg .b64 %d<16>;\n"
                           "\t.reg .f32 %f<8>;\n\t.reg .f64 %e<8>;\n"
                           "\t.shared .align 16 .b8 s[1024];\n\t.local .align 8 .b8 mine[32];\n"
                           "\tmov.u32 %r31, %tid.x;\n";

static const char tail_of_word[] = "\tld.param.u64 %d15, [out];\n\tmul.wide.u32 %d14, %r31, 8;\n"
                                   "\tadd.u64 %d15, %d15, %d14;\n\tcvt.u64.u32 %d0, %r0;\n"
                                   "\tst.global.u64 [%d15], %d0;\n\tret;\n}\n";
static const char tail_of_wide[] = "\tld.param.u64 %d15, [out];\n\tmad.wide.s32 %d15, %r31, 8, %d15;\n"
                                   "\tst.global.u64 [%d15], %d0;\n\tret;\n}\n";

/* Takes the item's result out of the first buffer. */
static bool read_result(const struct lint_program *program, uint64_t *result)
{
    static const char *const args[] = { "z:512", "x:01000000020000000300000004000000" };
    const struct clsmem_lint_launch launch = {
        .dimensions = 1, .global = { ITEMS }, .local = { ITEMS }, .args = args, .arg_count = 2
    };
    const struct clsmem_lint_options options = { .bank_class = clsmem_bank_class_find("nv_cc5plus"), .threads = 1 };
    static const struct lint_joins joins;
    struct lint_engine engine = { 0 };
    struct lint_worker *workers = NULL;
    size_t worker_count = 0;
    uint64_t groups;
    bool is_right;

    is_right = EXPECT_EQ_INT(lint_engine_prepare(&engine, program, &joins, &launch, &options), CLSMEM_OK) &&
               EXPECT_EQ_INT(lint_engine_run(&engine, &options, &workers, &worker_count, &groups), CLSMEM_OK) &&
               EXPECT(lint_memory_read(&engine.memory.buffers[0], 8 * ITEM, result, sizeof *result));
    if (!is_right)
        expect_note("%s", clsmem_error_text());
    lint_workers_release(workers, worker_count);
    lint_engine_release(&engine);
    return is_right;
}

static void expect_lines(const struct line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[4096];
        struct lint_program *program = NULL;
        uint64_t result = 0;

        (void)snprintf(text, sizeof text, "%s%s\n%s", head, lines[i].body,
                       lines[i].is_wide ? tail_of_wide : tail_of_word);
        if (!EXPECT_EQ_INT(lint_ptx_read(text, "line.ptx", "k", &program), CLSMEM_OK))
            expect_note("%s: %s", lines[i].body, clsmem_error_text());
        else if (!read_result(program, &result) || !EXPECT(result == lines[i].expected))
            expect_note("%s: 0x%llx, not 0x%llx", lines[i].body, (unsigned long long)result,
                        (unsigned long long)lines[i].expected);
        lint_program_release(program);
    }
}

#define EXPECT_LINES(lines) expect_lines(lines, sizeof(lines) / sizeof *(lines))

static void integers_are_computed_modulo_their_size(void)
{
    static const struct line lines[] = {
        { "mov.u32 %r1, 0xffffffff; add.s32 %r0, %r1, 2;", 1, false },
        { "sub.s32 %r0, %r31, 7;", 0xfffffffe, false },
        { "add.s64 %d0, 0x7fffffffffffffff, 1;", 0x8000000000000000, true },
        { "mov.u16 %h1, 0xffff; add.s16 %h0, %h1, 3; cvt.u32.u16 %r0, %h0;", 2, false },
        { "mov.s32 %r1, 0x7fffffff; add.sat.s32 %r0, %r1, 9;", 0x7fffffff, false },
        { "mov.s32 %r1, 0x80000000; sub.sat.s32 %r0, %r1, 9;", 0x80000000, false },
        { "mul.lo.s32 %r0, %r31, -3;", 0xfffffff1, false },
        { "mov.u32 %r1, 0x80000000; mul.hi.u32 %r0, %r1, 6;", 3, false },
        { "mov.u32 %r1, 0x80000000; mul.hi.s32 %r0, %r1, 6;", 0xfffffffd, false },
        { "mov.u32 %r1, -2; mul.wide.s32 %d0, %r1, 8;", 0xfffffffffffffff0, true },
        { "mov.u32 %r1, -2; mul.wide.u32 %d0, %r1, 8;", 0x7fffffff0, true },
        { "mov.u16 %h1, -2; mul.wide.s16 %r0, %h1, 3;", 0xfffffffa, false },
        { "mad.lo.s32 %r0, %r31, 10, 7;", 57, false },
        { "mov.u32 %r1, -1; mad.hi.u32 %r0, %r1, 16, 1;", 16, false },
        { "mov.u64 %d1, 100; mov.u32 %r1, -3; mad.wide.s32 %d0, %r1, 4, %d1;", 88, true },
        { "mov.u64 %d1, 100; mov.u32 %r1, -1; mad.wide.u32 %d0, %r1, 4, %d1;", 0x400000060, true },
        { "mov.u32 %r1, 0x1800001; mul24.lo.u32 %r0, %r1, 2;", 0x1000002, false },
        { "mov.u32 %r1, 0x800000; mul24.lo.s32 %r0, %r1, 2;", 0xff000000, false },
        { "mov.u32 %r1, 0x800000; mul24.hi.u32 %r0, %r1, %r1;", 0x40000000, false },
        { "mov.u32 %r1, 0x100; mad24.lo.u32 %r0, %r1, %r1, 3;", 0x10003, false },
        { "sad.u32 %r0, %r31, 9, 100;", 104, false },
        { "mov.s32 %r1, -4; sad.s32 %r0, %r1, 3, 1;", 8, false },
        { "mov.s32 %r1, -7; div.s32 %r0, %r1, 2;", 0xfffffffd, false },
        { "mov.s32 %r1, -7; rem.s32 %r0, %r1, 4;", 0xfffffffd, false },
        { "mov.u32 %r1, -7; div.u32 %r0, %r1, 2;", 0x7ffffffc, false },
        { "mov.s32 %r1, -7; abs.s32 %r0, %r1;", 7, false },
        { "neg.s32 %r0, %r31;", 0xfffffffb, false },
        { "mov.s32 %r1, -7; min.s32 %r0, %r1, %r31;", 0xfffffff9, false },
        { "mov.s32 %r1, -7; min.u32 %r0, %r1, %r31;", 5, false },
        { "mov.s32 %r1, -7; max.s32 %r0, %r1, %r31;", 5, false },
        { "mov.s64 %d1, -7; max.u64 %d0, %d1, 5;", 0xfffffffffffffff9, true },
        { "mov.u32 %r1, 0x04fd0201; mov.u32 %r2, 0x01ff0305; dp4a.s32.s32 %r0, %r1, %r2, 10;", 28, false },
        { "mov.u32 %r1, 0x04fd0201; mov.u32 %r2, 0x01ff0305; dp4a.u32.u32 %r0, %r1, %r2, 0;", 64530, false },
        { "mov.u32 %r1, 0xffff0002; mov.u32 %r2, 0x01ff0305; dp2a.lo.s32.u32 %r0, %r1, %r2, 0;", 7, false },
        { "mov.u32 %r1, 0xffff0002; mov.u32 %r2, 0x01ff0305; dp2a.hi.s32.s32 %r0, %r1, %r2, 0;", 0xfffffffd, false },
    };

    EXPECT_LINES(lines);
}

static void carries_go_from_one_instruction_to_the_next(void)
{
    static const struct line lines[] = {
        { "mov.u32 %r1, -1; add.cc.u32 %r2, %r1, 1; addc.u32 %r0, 5, 5;", 11, false },
        { "mov.u32 %r1, -1; add.cc.u32 %r1, %r1, %r1; addc.cc.u32 %r2, -1, 0; addc.u32 %r0, 0, 0;", 1, false },
        { "sub.cc.u32 %r1, 3, 4; subc.u32 %r0, 9, 2;", 6, false },
        { "sub.cc.u32 %r1, 3, 4; subc.cc.u32 %r2, 0, 0; subc.u32 %r0, 0, 0;", 0xffffffff, false },
        { "mov.u32 %r1, -1; mad.lo.cc.u32 %r2, %r1, 2, 2; madc.hi.u32 %r0, %r1, 2, 0;", 2, false },
    };

    EXPECT_LINES(lines);
}

static void bits_are_shifted_cut_and_permuted(void)
{
    static const struct line lines[] = {
        { "and.b32 %r0, %r31, 4;", 4, false },
        { "or.b32 %r0, %r31, 010;", 13, false },
        { "xor.b64 %d0, 0b101, -1;", 0xfffffffffffffffa, true },
        { "not.b32 %r0, %r31;", 0xfffffffa, false },
        { "not.b16 %h0, 0xf0f0; cvt.u32.u16 %r0, %h0;", 0x0f0f, false },
        { "cnot.b32 %r0, %r31;", 0, false },
        { "shl.b32 %r0, %r31, 30;", 0x40000000, false },
        { "shl.b32 %r0, %r31, 32;", 0, false },
        { "mov.u32 %r1, 0x80000000; shr.s32 %r0, %r1, 40;", 0xffffffff, false },
        { "mov.u32 %r1, 0x80000000; shr.u32 %r0, %r1, 31;", 1, false },
        { "mov.u32 %r1, 0x12345678; mov.u32 %r2, 0x9abcdef0; shf.l.wrap.b32 %r0, %r1, %r2, 36;", 0xabcdef01, false },
        { "mov.u32 %r1, 0x12345678; mov.u32 %r2, 0x9abcdef0; shf.r.wrap.b32 %r0, %r1, %r2, 4;", 0x01234567, false },
        { "mov.u32 %r1, 0x12345678; mov.u32 %r2, 0x9abcdef0; shf.l.clamp.b32 %r0, %r1, %r2, 99;", 0x12345678, false },
        { "mov.u32 %r1, 0x12345678; mov.u32 %r2, 0x9abcdef0; shf.r.clamp.b32 %r0, %r1, %r2, 32;", 0x9abcdef0, false },
        { "mov.u32 %r1, 0x12345678; bfe.u32 %r0, %r1, 8, 12;", 0x456, false },
        { "mov.u32 %r1, 0x12348678; bfe.s32 %r0, %r1, 8, 8;", 0xffffff86, false },
        { "mov.u32 %r1, 0x80000000; bfe.s32 %r0, %r1, 28, 20;", 0xfffffff8, false },
        { "mov.u32 %r1, 0x80000000; bfe.s32 %r0, %r1, 3, 0;", 0, false },
        { "mov.u64 %d1, 0x123456789abcdef0; bfe.u64 %d0, %d1, 32, 16;", 0x5678, true },
        { "mov.u32 %r1, 0xab; mov.u32 %r2, 0x11111111; bfi.b32 %r0, %r1, %r2, 8, 8;", 0x1111ab11, false },
        { "mov.u32 %r1, -1; bfi.b32 %r0, %r1, 0, 0, 32;", 0xffffffff, false },
        { "brev.b32 %r0, %r31;", 0xa0000000, false },
        { "popc.b64 %r0, 0xf0f0f0f0f0f0f0f0;", 32, false },
        { "clz.b32 %r0, %r31;", 29, false },
        { "clz.b64 %r0, 0;", 64, false },
        { "bfind.u32 %r0, %r31;", 2, false },
        { "bfind.u32 %r0, 0;", 0xffffffff, false },
        { "bfind.s32 %r0, -2;", 0, false },
        { "bfind.shiftamt.u32 %r0, %r31;", 29, false },
        { "mov.u32 %r1, 0x03020180; mov.u32 %r2, 0x07060504; prmt.b32 %r0, %r1, %r2, 0x8715;", 0xff070105, false },
        { "mov.u32 %r1, 0xf0; mov.u32 %r2, 0xcc; mov.u32 %r3, 0xaa; lop3.b32 %r0, %r1, %r2, %r3, 0x96;", 0x96, false },
        { "mov.u32 %r1, 0xf0; mov.u32 %r2, 0xcc; mov.u32 %r3, 0xaa; lop3.b32 %r0, %r1, %r2, %r3, 0x1b;", 0xffffff1b,
          false },
    };

    EXPECT_LINES(lines);
}

static void real_numbers_round_as_asked(void)
{
    static const struct line lines[] = {
        { "mov.f32 %f1, 0f3F800000; add.f32 %f0, %f1, 0f40000000; mov.b32 %r0, %f0;", 0x40400000, false },
        { "mov.f64 %e1, 0d3FF0000000000000; add.rn.f64 %e0, %e1, 0.5; mov.b64 %d0, %e0;", 0x3ff8000000000000, true },
        { "fma.rn.f32 %f0, 0f40000000, 0f40400000, 0f3F800000; mov.b32 %r0, %f0;", 0x40e00000, false },
        { "mad.rn.f32 %f0, 0f40000000, 0f40400000, 0f3F800000; mov.b32 %r0, %f0;", 0x40e00000, false },
        { "mov.f32 %f1, 0f3F800000; div.rn.f32 %f0, %f1, 0f40400000; mov.b32 %r0, %f0;", 0x3eaaaaab, false },
        { "mov.f32 %f1, 0f3F800000; div.rz.f32 %f0, %f1, 0f40400000; mov.b32 %r0, %f0;", 0x3eaaaaaa, false },
        { "mov.f32 %f1, 0f3F800001; mul.rp.f32 %f0, %f1, %f1; mov.b32 %r0, %f0;", 0x3f800003, false },
        { "mov.f32 %f1, 0f3F800000; add.rz.f32 %f0, %f1, 0f80000001; mov.b32 %r0, %f0;", 0x3f7fffff, false },
        { "mov.f32 %f1, 0f3F800000; add.rp.f32 %f0, %f1, 0f00000001; mov.b32 %r0, %f0;", 0x3f800001, false },
        { "mov.f32 %f1, 0fBF800000; sub.rm.f32 %f0, %f1, 0f00000001; mov.b32 %r0, %f0;", 0xbf800001, false },
        { "fma.rm.f32 %f0, 0f3F800001, 0f3F800001, 0f00000000; mov.b32 %r0, %f0;", 0x3f800002, false },
        { "fma.rp.f32 %f0, 0f3F800001, 0f3F800001, 0f00000000; mov.b32 %r0, %f0;", 0x3f800003, false },
        { "add.rz.f64 %e0, 0d3FF0000000000000, 0dBC00000000000000; mov.b64 %d0, %e0;", 0x3fefffffffffffff, true },
        { "add.rp.f64 %e0, 0d3FF0000000000000, 0d3C00000000000000; mov.b64 %d0, %e0;", 0x3ff0000000000001, true },
        { "add.rp.f64 %e0, 0d3FF0000000000000, 0dBC00000000000000; mov.b64 %d0, %e0;", 0x3ff0000000000000, true },
        { "mul.rp.f64 %e0, 0d3FF0000000000001, 0d3FF0000000000001; mov.b64 %d0, %e0;", 0x3ff0000000000003, true },
        { "mul.rm.f64 %e0, 0dBFF0000000000001, 0d3FF0000000000001; mov.b64 %d0, %e0;", 0xbff0000000000003, true },
        { "div.rp.f64 %e0, 0d3FF0000000000000, 0d4008000000000000; mov.b64 %d0, %e0;", 0x3fd5555555555556, true },
        { "div.rm.f64 %e0, 0d3FF0000000000000, 0dC008000000000000; mov.b64 %d0, %e0;", 0xbfd5555555555556, true },
        { "sqrt.rm.f64 %e0, 0d4000000000000000; mov.b64 %d0, %e0;", 0x3ff6a09e667f3bcc, true },
        { "sqrt.rp.f64 %e0, 0d4000000000000000; mov.b64 %d0, %e0;", 0x3ff6a09e667f3bcd, true },
        { "mov.f32 %f1, 0fC0000000; add.sat.f32 %f0, %f1, 0f3F800000; mov.b32 %r0, %f0;", 0, false },
        { "mov.f32 %f1, 0f40000000; mul.sat.f32 %f0, %f1, %f1; mov.b32 %r0, %f0;", 0x3f800000, false },
        { "mov.f32 %f1, 0fC0000000; abs.ftz.f32 %f0, %f1; mov.b32 %r0, %f0;", 0x40000000, false },
        { "mov.f32 %f1, 0fC0000000; neg.f32 %f0, %f1; mov.b32 %r0, %f0;", 0x40000000, false },
        { "mov.f32 %f1, 0f7FC00000; min.f32 %f0, %f1, 0f40000000; mov.b32 %r0, %f0;", 0x40000000, false },
        { "mov.f32 %f1, 0f7FC00000; max.NaN.f32 %f0, %f1, 0f40000000; mov.b32 %r0, %f0;", 0x7fffffff, false },
        { "rcp.approx.ftz.f32 %f0, 0f40000000; mov.b32 %r0, %f0;", 0x3f000000, false },
        { "rcp.rn.f64 %e0, 0d4000000000000000; mov.b64 %d0, %e0;", 0x3fe0000000000000, true },
        { "sqrt.rn.f32 %f0, 0f40800000; mov.b32 %r0, %f0;", 0x40000000, false },
        { "rsqrt.approx.f32 %f0, 0f40800000; mov.b32 %r0, %f0;", 0x3f000000, false },
        { "ex2.approx.f32 %f0, 0f40400000; mov.b32 %r0, %f0;", 0x41000000, false },
        { "lg2.approx.f32 %f0, 0f41000000; mov.b32 %r0, %f0;", 0x40400000, false },
        { "sin.approx.f32 %f0, 0f00000000; mov.b32 %r0, %f0;", 0, false },
        { "cos.approx.f32 %f0, 0f00000000; mov.b32 %r0, %f0;", 0x3f800000, false },
        { "tanh.approx.f32 %f0, 0f00000000; mov.b32 %r0, %f0;", 0, false },
        { "copysign.f32 %f0, 0fBF800000, 0f40000000; mov.b32 %r0, %f0;", 0xc0000000, false },
        { "testp.subnormal.f32 %p1, 0f00000001; selp.u32 %r0, 1, 2, %p1;", 1, false },
        { "testp.normal.f32 %p1, 0f00000000; selp.u32 %r0, 1, 2, %p1;", 1, false },
        { "testp.infinite.f64 %p1, 0dFFF0000000000000; selp.u32 %r0, 1, 2, %p1;", 1, false },
        { "testp.notanumber.f32 %p1, 0f7FC00000; selp.u32 %r0, 1, 2, %p1;", 1, false },
        { "testp.finite.f32 %p1, 0f7F800000; selp.u32 %r0, 1, 2, %p1;", 2, false },
    };

    EXPECT_LINES(lines);
}

static void conversions_extend_cut_round_and_saturate(void)
{
    static const struct line lines[] = {
        { "mov.u32 %r1, -2; cvt.s64.s32 %d0, %r1;", 0xfffffffffffffffe, true },
        { "mov.u32 %r1, -2; cvt.u64.u32 %d0, %r1;", 0xfffffffe, true },
        { "mov.u32 %r1, 0x12345688; cvt.s32.s8 %r0, %r1;", 0xffffff88, false },
        { "mov.u32 %r1, 0x12345688; cvt.u32.u8 %r0, %r1;", 0x88, false },
        { "mov.u32 %r1, 0x1234ff88; cvt.s8.s32 %h1, %r1; cvt.u32.u16 %r0, %h1;", 0xff88, false },
        { "mov.u64 %d1, 0x123456789; cvt.u32.u64 %r0, %d1;", 0x23456789, false },
        { "mov.u32 %r1, 300; cvt.sat.u8.u32 %r0, %r1;", 255, false },
        { "mov.u32 %r1, -300; cvt.sat.s8.s32 %r0, %r1;", 0xffffff80, false },
        { "mov.u32 %r1, -300; cvt.sat.u16.s32 %h0, %r1; cvt.u32.u16 %r0, %h0;", 0, false },
        { "mov.u32 %r1, -3; cvt.rn.f32.s32 %f0, %r1; mov.b32 %r0, %f0;", 0xc0400000, false },
        { "mov.u32 %r1, 0xfffffff1; cvt.rz.f32.u32 %f0, %r1; mov.b32 %r0, %f0;", 0x4f7fffff, false },
        { "cvt.rni.s32.f32 %r0, 0f40200000;", 2, false },
        { "cvt.rzi.s32.f32 %r0, 0fC0300000;", 0xfffffffe, false },
        { "cvt.rmi.s32.f32 %r0, 0fC0200000;", 0xfffffffd, false },
        { "cvt.rpi.s32.f32 %r0, 0f40100000;", 3, false },
        { "cvt.rzi.u32.f32 %r0, 0fC0200000;", 0, false },
        { "cvt.rzi.s32.f32 %r0, 0f7F000000;", 0x7fffffff, false },
        { "cvt.rni.f32.f32 %f0, 0f40600000; mov.b32 %r0, %f0;", 0x40800000, false },
        { "cvt.rmi.f32.f32 %f0, 0fC0200000; mov.b32 %r0, %f0;", 0xc0400000, false },
        { "cvt.sat.f32.f32 %f0, 0f40600000; mov.b32 %r0, %f0;", 0x3f800000, false },
        { "cvt.f64.f32 %e0, 0f3FC00000; mov.b64 %d0, %e0;", 0x3ff8000000000000, true },
        { "cvt.rp.f32.f64 %f0, 0d3FF0000000000001; mov.b32 %r0, %f0;", 0x3f800001, false },
        { "cvt.rn.f16.f32 %h0, 0f3FC00000; cvt.u32.u16 %r0, %h0;", 0x3e00, false },
        { "mov.b16 %h1, 0x3e00; cvt.f32.f16 %f0, %h1; mov.b32 %r0, %f0;", 0x3fc00000, false },
        { "mov.b16 %h1, 0x3e00; add.f16 %h0, %h1, %h1; cvt.u32.u16 %r0, %h0;", 0x4200, false },
    };

    EXPECT_LINES(lines);
}

static void comparisons_select(void)
{
    static const struct line lines[] = {
        { "setp.lt.s32 %p1, %r31, -1; selp.b32 %r0, 1, 2, %p1;", 2, false },
        { "setp.lt.u32 %p1, %r31, -1; selp.b32 %r0, 1, 2, %p1;", 1, false },
        { "setp.hs.u32 %p1, %r31, 5; selp.b32 %r0, 1, 2, %p1;", 1, false },
        { "setp.gt.s32 %p1|%p2, %r31, 5; selp.b32 %r1, 1, 2, %p1; selp.b32 %r2, 4, 8, %p2; add.u32 %r0, %r1, %r2;", 6,
          false },
        { "setp.eq.s32 %p1, %r31, 5; setp.ne.and.s32 %p2, %r31, 3, %p1; selp.b32 %r0, 1, 2, %p2;", 1, false },
        { "setp.eq.s32 %p1, %r31, 5; setp.ne.xor.s32 %p2|%p3, %r31, 3, %p1; selp.b32 %r0, 1, 2, %p3;", 1, false },
        { "setp.eq.s32 %p1, %r31, 5; setp.eq.or.s32 %p2, %r31, 3, !%p1; selp.b32 %r0, 1, 2, %p2;", 2, false },
        { "mov.f32 %f1, 0f7FC00000; setp.lt.f32 %p1, %f1, %f1; selp.b32 %r0, 1, 2, %p1;", 2, false },
        { "mov.f32 %f1, 0f7FC00000; setp.ltu.f32 %p1, %f1, %f1; selp.b32 %r0, 1, 2, %p1;", 1, false },
        { "mov.f32 %f1, 0f7FC00000; setp.ne.f32 %p1, %f1, %f1; selp.b32 %r0, 1, 2, %p1;", 2, false },
        { "mov.f32 %f1, 0f7FC00000; setp.neu.f32 %p1, %f1, %f1; selp.b32 %r0, 1, 2, %p1;", 1, false },
        { "mov.f32 %f1, 0f7FC00000; setp.nan.ftz.f32 %p1, %f1, %f1; selp.b32 %r0, 1, 2, %p1;", 1, false },
        { "setp.num.f64 %p1, 0d0000000000000000, 1.5; selp.b32 %r0, 1, 2, %p1;", 1, false },
        { "set.gt.u32.s32 %r0, %r31, 3;", 0xffffffff, false },
        { "set.gt.f32.s32 %f0, %r31, 3; mov.b32 %r0, %f0;", 0x3f800000, false },
        { "slct.u32.s32 %r0, 1, 2, -4;", 2, false },
        { "slct.u32.f32 %r0, 1, 2, 0f80000000;", 1, false },
        { "setp.eq.s32 %p1, %r31, 5; not.pred %p2, %p1; xor.pred %p3, %p1, %p2; selp.b32 %r0, 1, 2, %p3;", 1, false },
        { "setp.eq.s32 %p1, %r31, 5; mov.pred %p2, %p1; and.pred %p3, %p1, %p2; or.pred %p4, %p3, %p2; "
          "selp.b32 %r0, 1, 2, %p4;",
          1, false },
    };

    EXPECT_LINES(lines);
}

static void guards_and_branches_choose_statements(void)
{
    static const struct line lines[] = {
        { "mov.u32 %r0, 1; setp.eq.s32 %p1, %r31, 5; @%p1 mov.u32 %r0, 2; @%p1 add.u32 %r0, %r0, 8;", 10, false },
        { "mov.u32 %r0, 1; setp.eq.s32 %p1, %r31, 5; @!%p1 mov.u32 %r0, 2; @%p1 add.u32 %r0, %r0, 8;", 9, false },
        { "mov.u32 %r0, 1; setp.eq.s32 %p1, %r31, 5; @%p1 setp.ne.s32 %p1, %r31, 5; @%p1 mov.u32 %r0, 2;", 1, false },
        { "mov.u32 %r0, 0; L1: add.u32 %r0, %r0, 1; setp.lt.u32 %p1, %r0, 9; @%p1 bra L1;", 9, false },
        { "mov.u32 %r0, 3; bra.uni L1; mov.u32 %r0, 4; L1:", 3, false },
        { "and.b32 %r1, %r31, 1; L0: .branchtargets LA, LB; brx.idx %r1, L0; LA: mov.u32 %r0, 7; bra LC; "
          "LB: mov.u32 %r0, 8; LC:",
          8, false },
        { "mov.u32 %r0, 6; setp.ne.s32 %p1, %r31, 5; @%p1 exit;", 6, false },
        { "mov.u32 %r0, 6; setp.ne.s32 %p1, %r31, 5; @%p1 ret;", 6, false },
        { "{ .reg .b32 %r<4>; mov.u32 %r3, 8; mov.u32 %r2, %r3; } mov.u32 %r3, 1; mov.u32 %r0, %r3;", 1, false },
    };

    EXPECT_LINES(lines);
}

static void memory_holds_what_was_stored(void)
{
    static const struct line lines[] = {
        { "mov.u32 %r1, s; shl.b32 %r2, %r31, 2; add.u32 %r1, %r1, %r2; st.shared.u32 [%r1], %r31; "
          "ld.shared.u32 %r0, [%r1];",
          5, false },
        { "mov.u32 %r1, s; cvt.u64.u32 %d1, %r1; cvta.shared.u64 %d2, %d1; mul.wide.u32 %d3, %r31, 4; "
          "add.u64 %d2, %d2, %d3; st.u32 [%d2], 77; cvta.to.shared.u64 %d4, %d2; ld.shared.u32 %r0, [%d4];",
          77, false },
        { "mov.u64 %d1, s; mad.wide.u32 %d1, %r31, 8, %d1; st.shared.v2.u32 [%d1], {%r31, 9}; "
          "ld.shared.v2.u32 {%r1, %r2}, [%d1]; mul.lo.u32 %r0, %r1, %r2;",
          45, false },
        { "mov.u64 %d1, s; mad.wide.u32 %d1, %r31, 16, %d1; st.shared.v4.b32 [%d1], {1, 2, 3, 4}; "
          "ld.shared.v4.u32 {_, _, %r0, _}, [%d1];",
          3, false },
        { "mov.u64 %d1, s; mad.wide.u32 %d1, %r31, 2, %d1; mov.u32 %r1, 0x1234f0; st.shared.u8 [%d1+1], %r1; "
          "ld.shared.s8 %r0, [%d1+1];",
          0xfffffff0, false },
        { "mov.u64 %d1, s; mad.wide.u32 %d1, %r31, 2, %d1; mov.u16 %h1, 0x80f0; st.volatile.shared.u16 [%d1], %h1; "
          "ld.volatile.shared.s16 %r0, [%d1];",
          0xffff80f0, false },
        { "st.local.u32 [mine+4], 12; mov.u64 %d1, mine; cvta.local.u64 %d2, %d1; ld.u32 %r0, [%d2+4];", 12, false },
        { "st.local.f64 [mine+8], 0d3FF8000000000000; ld.local.v2.u32 {%r1, %r0}, [mine+8];", 0x3ff80000, false },
        { "ld.const.u8 %r0, [table+4];", 255, false },
        { "ld.const.s32 %r0, [table+4];", 0x800000ff, false },
        { "ld.global.u32 %r0, [counter];", 7, false },
        { "ld.param.u32 %r0, [parts+8];", 3, false },
        { "ld.param.v2.u32 {%r1, %r2}, [parts+8]; add.u32 %r0, %r1, %r2;", 7, false },
        { "ld.param.u64 %d0, [parts];", 0x200000001, true },
        { "mov.b64 %d1, parts; and.b32 %r1, %r31, 3; mad.wide.u32 %d1, %r1, 4, %d1; ld.param.u32 %r0, [%d1+4];", 3,
          false },
        { "mov.b64 %d0, {%r31, 7};", 0x700000005, true },
        { "mov.u64 %d1, 0x1122334455667788; mov.b64 {_, %r0}, %d1;", 0x11223344, false },
        { "mov.u64 %d1, 0x1122334455667788; mov.b64 {%h1, %h2, %h3, %h4}, %d1; mov.b32 %r0, {%h4, %h1};", 0x77881122,
          false },
        { "mov.u64 %d1, s; isspacep.shared %p1, %d1; isspacep.global %p2, %d1; selp.u32 %r1, 1, 2, %p1; "
          "selp.u32 %r0, 4, %r1, %p2;",
          1, false },
        { "ld.param.u64 %d1, [out]; mad.wide.u32 %d1, %r31, 8, %d1; mov.u64 %d2, s; mad.wide.u32 %d2, %r31, 8, %d2; "
          "st.global.u64 [%d1], 99; cp.async.ca.shared.global [%d2], [%d1], 8; cp.async.commit_group; "
          "cp.async.wait_group 0; ld.shared.u32 %r0, [%d2];",
          99, false },
    };

    EXPECT_LINES(lines);
}

static void atomics_give_the_old_value(void)
{
    static const struct line lines[] = {
        { "mov.u64 %d1, s; mad.wide.u32 %d1, %r31, 4, %d1; st.shared.u32 [%d1], 6; atom.shared.add.u32 %r0, [%d1], 2;",
          6, false },
        { "mov.u64 %d1, s; mad.wide.u32 %d1, %r31, 4, %d1; st.shared.u32 [%d1], 6; "
          "atom.shared.relaxed.cta.inc.u32 %r1, [%d1], 6; ld.shared.u32 %r0, [%d1];",
          0, false },
        { "mov.u64 %d1, s; mad.wide.u32 %d1, %r31, 4, %d1; st.shared.u32 [%d1], 6; "
          "atom.shared.dec.u32 %r1, [%d1], 4; ld.shared.u32 %r0, [%d1];",
          4, false },
        { "mov.u64 %d1, s; mad.wide.u32 %d1, %r31, 4, %d1; st.shared.u32 [%d1], 6; "
          "red.shared.max.s32 [%d1], -1; ld.shared.u32 %r0, [%d1];",
          6, false },
        { "mov.u64 %d1, s; mad.wide.u32 %d1, %r31, 4, %d1; st.shared.u32 [%d1], 6; "
          "atom.shared.cas.b32 %r1, [%d1], 6, 9; ld.shared.u32 %r2, [%d1]; mad.lo.u32 %r0, %r1, 100, %r2;",
          609, false },
        { "mov.u64 %d1, s; mad.wide.u32 %d1, %r31, 8, %d1; st.shared.u64 [%d1], 6; "
          "atom.shared.exch.b64 %d2, [%d1], -1; ld.shared.u64 %d0, [%d1];",
          UINT64_MAX, true },
        { "mov.u64 %d1, s; mad.wide.u32 %d1, %r31, 4, %d1; st.shared.f32 [%d1], 0f3F800000; "
          "red.shared.add.f32 [%d1], 0f3F800000; ld.shared.u32 %r0, [%d1];",
          0x40000000, false },
        { "atom.global.add.u32 %r1, [counter], 1; bar.sync 0; ld.global.u32 %r0, [counter];", 71, false },
    };

    EXPECT_LINES(lines);
}

static void lanes_and_work_groups_answer_together(void)
{
    static const struct line lines[] = {
        { "setp.lt.u32 %p1, %r31, 40; bar.red.popc.u32 %r0, 0, %p1;", 40, false },
        { "setp.lt.u32 %p1, %r31, 40; bar.red.and.pred %p2, 0, %p1; selp.u32 %r0, 1, 2, %p2;", 2, false },
        { "setp.lt.u32 %p1, %r31, 40; barrier.red.or.pred %p2, 0, %p1; selp.u32 %r0, 1, 2, %p2;", 1, false },
        { "setp.lt.u32 %p1, %r31, 3; vote.sync.ballot.b32 %r0, %p1, -1;", 7, false },
        { "setp.lt.u32 %p1, %r31, 3; vote.sync.any.pred %p2, %p1, -1; selp.u32 %r0, 1, 2, %p2;", 1, false },
        { "setp.lt.u32 %p1, %r31, 3; vote.sync.all.pred %p2, %p1, -1; selp.u32 %r0, 1, 2, %p2;", 2, false },
        { "setp.lt.u32 %p1, %r31, 99; vote.sync.uni.pred %p2, !%p1, -1; selp.u32 %r0, 1, 2, %p2;", 1, false },
        { "activemask.b32 %r0;", 0xffffffff, false },
        { "shfl.sync.bfly.b32 %r0, %r31, 1, 31, -1;", 4, false },
        { "shfl.sync.up.b32 %r0, %r31, 2, 0, -1;", 3, false },
        { "shfl.sync.up.b32 %r0|%p1, %r31, 9, 0, -1; selp.u32 %r0, %r0, 100, !%p1;", 5, false },
        { "shfl.sync.down.b32 %r0, %r31, 4, 31, -1;", 9, false },
        { "shfl.sync.down.b32 %r0, %r31, 4, 0x181f, -1;", 5, false },
        { "shfl.sync.idx.b32 %r0, %r31, 30, 31, -1;", 30, false },
        { "shfl.sync.idx.b32 %r0, %r31, 3, 0x1c1f, -1;", 7, false },
        { "redux.sync.add.u32 %r0, %r31, -1;", 496, false },
        { "redux.sync.max.s32 %r0, %r31, -1;", 31, false },
        { "elect.sync %r1|%p1, -1; selp.u32 %r0, 1, %r1, %p1;", 0, false },
        { "bar.warp.sync -1; mov.u32 %r0, %laneid;", 5, false },
    };

    EXPECT_LINES(lines);
}

static void special_registers_tell_where_an_item_is(void)
{
    static const struct line lines[] = {
        { "mov.u32 %r0, %ntid.x;", ITEMS, false },
        { "mov.u32 %r0, %nctaid.y;", 1, false },
        { "mov.u32 %r0, %ctaid.x;", 0, false },
        { "mov.u32 %r0, %envreg3;", 0, false },
        { "mov.u32 %r0, %envreg6;", 1, false },
        { "mov.u32 %r0, %envreg9;", 1, false },
        { "mov.u32 %r0, %warpid;", 0, false },
        { "mov.u32 %r0, %lanemask_eq;", 0x20, false },
        { "mov.u32 %r0, %lanemask_lt;", 0x1f, false },
        { "mov.u32 %r0, %lanemask_le;", 0x3f, false },
        { "mov.u32 %r0, %lanemask_gt;", 0xffffffc0, false },
        { "mov.u32 %r0, %lanemask_ge;", 0xffffffe0, false },
        { "mov.u64 %d1, %clock64; mov.u64 %d2, %clock64; setp.le.u64 %p1, %d1, %d2; selp.u32 %r0, 1, 2, %p1;", 1,
          false },
    };

    EXPECT_LINES(lines);
}

static void functions_are_put_in_place(void)
{
    static const struct line lines[] = {
        { "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r31; call.uni (b), twice, (a); ld.param.b32 %r0, [b]; }",
          10, false },
        { "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r31; call (b), twice, (a); ld.param.b32 %r1, [b]; "
          "st.param.b32 [a], %r1; call (b), twice, (a); ld.param.b32 %r0, [b]; }",
          20, false },
        { "{ .param .b32 a; .param .b32 b; st.param.b8 [a], 0x85; call (b), low, (a); ld.param.b32 %r0, [b]; }", 0x85,
          false },
        { "{ .param .align 4 .b8 a[8]; st.param.b32 [a], 3; st.param.b32 [a+4], 4; call (%r0), total, (%r31, a); }",
          12, false },
    };

    EXPECT_LINES(lines);
}

CU_TestInfo lint_ptx_values_tests[] = {
    TEST(integers_are_computed_modulo_their_size),
    TEST(carries_go_from_one_instruction_to_the_next),
    TEST(bits_are_shifted_cut_and_permuted),
    TEST(real_numbers_round_as_asked),
    TEST(conversions_extend_cut_round_and_saturate),
    TEST(comparisons_select),
    TEST(guards_and_branches_choose_statements),
    TEST(memory_holds_what_was_stored),
    TEST(atomics_give_the_old_value),
    TEST(lanes_and_work_groups_answer_together),
    TEST(special_registers_tell_where_an_item_is),
    TEST(functions_are_put_in_place),
    CU_TEST_INFO_NULL,
};
