/* Reading PTX: what becomes of its parts, the driver's samples, and files that are wrong. */
#include <CUnit/CUnit.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "lint/ptx.h"

/* The program of a text; NULL, and a failed expectation, where it cannot be read. */
static struct lint_program *read_text(const char *text)
{
    struct lint_program *program = NULL;

    if (!EXPECT_EQ_INT(lint_ptx_read(text, "k.ptx", NULL, &program), CLSMEM_OK))
        expect_note("%s", clsmem_error_text());
    return program;
}

/* A kernel with registers of all kinds, an array in local memory and one argument, around the statements. */
static struct lint_program *read_body(const char *body)
{
    char text[4096];

    (void)snprintf(text, sizeof text,
                   ".entry k(.param .u64 .ptr .global .align 4 k_param_0)\n{\n"
                   ".reg .pred %%p<4>; .reg .b16 %%h<4>; .reg .b32 %%r<8>; .reg .f32 %%f<8>; .reg .b64 %%d<8>;\n"
                   ".shared .align 16 .b8 k_$_s[64];\n%s\n}\n",
                   body);
    return read_text(text);
}

static void expect_refused(const char *text, const char *kernel, const char *why)
{
    struct lint_program *program = NULL;

    EXPECT_EQ_INT(lint_ptx_read(text, "k.ptx", kernel, &program), CLSMEM_INVALID);
    EXPECT(program == NULL);
    EXPECT_CONTAINS(clsmem_error_text(), why);
    lint_program_release(program);
}

/* `body` is on line 5. */
static void expect_body_refused(const char *body, const char *why)
{
    char text[4096];

    (void)snprintf(text, sizeof text,
                   ".entry k(.param .u64 .ptr .global p)\n{\n"
                   ".reg .pred %%p<4>; .reg .b32 %%r<8>; .reg .f32 %%f<8>; .reg .b64 %%d<8>;\n"
                   ".reg .b128 %%q<2>;\n%s\n}\n",
                   body);
    expect_refused(text, NULL, why);
}

/* The first instruction of that op. */
static const struct lint_instruction *find(const struct lint_program *program, enum lint_op op)
{
    for (size_t i = 0; program && i < program->instruction_count; i++)
        if (program->instructions[i].op == op)
            return &program->instructions[i];
    return NULL;
}

static const struct lint_access *access_of(const struct lint_program *program, const struct lint_instruction *one)
{
    return one ? &program->accesses[one->detail] : NULL;
}

static void parameters_are_buffers_local_buffers_and_values(void)
{
    struct lint_program *const program =
        read_text(".entry gemm(.param .u64 .ptr .global .align 4 gemm_param_0, .param .u64 .ptr .const c,\n"
                  ".param .u64 .ptr .shared .align 8 gemm_param_2, .param .align 4 .b8 box[12], .param .f32 scale,\n"
                  ".param .u64 count)\n.reqntid 16, 4, 1\n{ ret; }\n");
    const struct lint_parameter *list;

    if (!EXPECT(program != NULL))
        return;
    list = program->parameters;
    EXPECT_EQ_STR(program->kernel, "gemm");
    EXPECT_EQ_SIZE(program->parameter_count, 6);
    EXPECT_EQ_STR(list[0].name, "argument 0");
    EXPECT(list[0].kind == LINT_BUFFER && list[0].space == LINT_GLOBAL);
    EXPECT_EQ_STR(list[1].name, "c");
    EXPECT(list[1].kind == LINT_BUFFER && list[1].space == LINT_CONSTANT);
    EXPECT(list[2].kind == LINT_LOCAL_BUFFER && list[2].align == 8);
    EXPECT(list[3].kind == LINT_SCALAR && list[3].bytes == 12 && list[3].align == 4);
    EXPECT_EQ_STR(list[4].type, "float");
    EXPECT(list[5].kind == LINT_SCALAR && list[5].bytes == 8);
    EXPECT(program->required_local[0] == 16 && program->required_local[1] == 4 && program->required_local[2] == 1);
    lint_program_release(program);
}

static void without_ptr_a_parameter_that_addresses_memory_is_a_buffer(void)
{
    static const char text[] = ".entry k(.param .u64 a, .param .u64 b, .param .u64 n) {\n"
                               ".reg .b64 %d<9>; .reg .b32 %r<3>;\n"
                               "ld.param.u64 %d1, [a]; ld.param.u64 %d2, [b]; ld.param.u64 %d3, [n];\n"
                               "%s\n"
                               "mov.u32 %r1, %tid.x; mul.wide.u32 %d6, %r1, 4; add.s64 %d7, %d4, %d6;\n"
                               "ld.global.u32 %r2, [%d7]; st.global.u64 [%d5], %d3; ret; }\n";
    static const char *const ways[] = { "cvta.to.global.u64 %d4, %d1; cvta.to.global.u64 %d5, %d2;",
                                        "mov.u64 %d4, %d1; add.s64 %d5, %d2, 8;" };

    for (size_t i = 0; i < 2; i++) {
        const char *const mark = strstr(text, "%s");
        char whole[1024];
        struct lint_program *program;

        (void)snprintf(whole, sizeof whole, "%.*s%s%s", (int)(mark - text), text, ways[i], mark + 2);
        program = read_text(whole);
        if (!EXPECT(program != NULL))
            continue;
        EXPECT_EQ_INT(program->parameters[0].kind, LINT_BUFFER);
        EXPECT_EQ_INT(program->parameters[1].kind, LINT_BUFFER);
        EXPECT_EQ_INT(program->parameters[2].kind, LINT_SCALAR);
        lint_program_release(program);
    }
}

static void arrays_keep_their_order_and_lose_the_kernels_name(void)
{
    struct lint_program *const program =
        read_text(".global .align 4 .b8 unused[16];\n"
                  ".const .align 8 .f32 k_$_weights[4] = {0f3F800000, 2.0, -0.5};\n"
                  ".shared .align 2 .b16 other[8];\n.shared .b8 nobodys[4];\n"
                  ".entry k()\n{\n.reg .b64 %d<4>;\n.reg .b32 %r<2>;\n"
                  ".shared .align 16 .b8 k_$_a[40];\n.shared .align 4 .f32 k_$_b[2][3];\n"
                  ".shared .b8 k_$_idle[4];\n"
                  "mov.u64 %d1, k_$_b; mov.u64 %d2, k_$_a; ld.const.u32 %r1, [k_$_weights+4]; mov.u64 %d3, other;\n"
                  "ret;\n}\n");
    const struct lint_array *arrays;
    float weights[4];

    if (!EXPECT(program != NULL))
        return;
    arrays = program->arrays;
    if (EXPECT_EQ_SIZE(program->array_count, 5)) {
        EXPECT_EQ_STR(arrays[0].name, "weights");
        EXPECT(arrays[0].space == LINT_CONSTANT && arrays[0].bytes == 16 && arrays[0].align == 8);
        memcpy(weights, arrays[0].initial, sizeof weights);
        EXPECT(weights[0] == 1 && weights[1] == 2 && weights[2] == -0.5f && weights[3] == 0);
        EXPECT_EQ_STR(arrays[1].name, "other");
        EXPECT_EQ_STR(arrays[2].name, "a");
        EXPECT(arrays[2].space == LINT_LOCAL && arrays[2].bytes == 40 && arrays[2].align == 16);
        EXPECT_EQ_STR(arrays[3].name, "b");
        EXPECT_EQ_STR(arrays[4].name, "idle"); /* the assembler keeps it, so its place counts */
        EXPECT(arrays[3].bytes == 24 && arrays[3].align == 4 && arrays[3].initial == NULL);
    }
    lint_program_release(program);
}

static void accesses_say_where_how_wide_and_how_aligned(void)
{
    struct lint_program *const program =
        read_body("ld.param.u64 %d1, [k_param_0]; mov.u64 %d2, k_$_s;\n"
                  "ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%f0, %f1, %f2, %f3}, [%d1+-16];\n"
                  "st.volatile.shared.u16 [%d2], %h1;\nret;");
    const struct lint_instruction *const load = find(program, LINT_LOAD), *const store = find(program, LINT_STORE);
    const struct lint_instruction *const add = find(program, LINT_ADD);

    if (EXPECT(load && store && add)) {
        EXPECT(load->count == 4 && load->bits == 32 && load->a == add->result);
        EXPECT(access_of(program, load)->space == LINT_GLOBAL && access_of(program, load)->align == 16);
        EXPECT(!access_of(program, load)->is_volatile);
        EXPECT(program->constants[add->b - LINT_FIRST_CONSTANT] == (uint64_t)-16);
        EXPECT(store->count == 1 && store->bits == 16);
        EXPECT(access_of(program, store)->space == LINT_LOCAL && access_of(program, store)->align == 2);
        EXPECT(access_of(program, store)->is_volatile);
    }
    lint_program_release(program);
}

static void an_element_address_stays_one_step(void)
{
    struct lint_program *const program =
        read_body("ld.param.u64 %d1, [k_param_0]; mov.u32 %r1, %tid.x; mad.wide.s32 %d2, %r1, 12, %d1; ret;");
    const struct lint_instruction *const index = find(program, LINT_INDEX);

    if (EXPECT(index != NULL))
        EXPECT(index->immediate == 12 && index->bits == 32);
    lint_program_release(program);
}

static void an_atomic_whose_result_nobody_reads_says_so(void)
{
    static const struct {
        const char *body;
        bool is_unused;
    } cases[] = {
        { "mov.u64 %d1, k_$_s; atom.shared.add.u32 %r1, [%d1], 1; ret;", true },
        { "mov.u64 %d1, k_$_s; atom.shared.add.u32 %r1, [%d1], 1; add.u32 %r2, %r1, 1; ret;", false },
        { "mov.u64 %d1, k_$_s; atom.shared.add.u32 %r1, [%d1], 4; st.shared.u32 [%r1], 0; ret;", false },
        { "mov.u64 %d1, k_$_s; atom.shared.add.u32 _, [%d1], 1; ret;", true },
        { "mov.u64 %d1, k_$_s; red.shared.add.u32 [%d1], 1; ret;", true },
        { "mov.u64 %d1, k_$_s; atom.shared.add.u32 %r1, [%d1], %r1; ret;", false },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lint_program *const program = read_body(cases[i].body);
        const struct lint_instruction *const atomic = find(program, LINT_ATOMIC);

        if (EXPECT(atomic != NULL)) {
            EXPECT_EQ_INT(access_of(program, atomic)->result_unused, cases[i].is_unused);
            EXPECT_EQ_INT(atomic->result == LINT_NONE, cases[i].is_unused);
            EXPECT_EQ_INT(access_of(program, atomic)->atomic, LINT_ATOMIC_ADD);
        }
        lint_program_release(program);
    }
}

static void statements_under_one_guard_share_a_block(void)
{
    struct lint_program *program = read_body("setp.eq.u32 %p1, %r1, 0;\n@%p1 add.u32 %r2, %r2, 1;\n"
                                             "@%p1 add.u32 %r3, %r3, 1;\n@!%p1 add.u32 %r4, %r4, 1;\nret;");

    if (EXPECT(program != NULL))
        EXPECT_EQ_SIZE(program->block_count, 5);
    lint_program_release(program);
    program = read_body("setp.eq.u32 %p1, %r1, 0;\n@%p1 bra L;\nadd.u32 %r2, %r2, 1;\nL: ret;");
    if (EXPECT(program != NULL))
        EXPECT_EQ_SIZE(program->block_count, 3);
    lint_program_release(program);
}

static const struct lint_site *site_of(const struct lint_program *program, enum lint_op op)
{
    const struct lint_instruction *const instruction = find(program, op);

    return instruction ? &program->sites[instruction->site] : NULL;
}

static void without_loc_the_place_is_in_the_ptx(void)
{
    struct lint_program *const program = read_body("  add.u32 %r1, %r1, 1;\nret;");
    const struct lint_site *const site = program ? site_of(program, LINT_ADD) : NULL;

    if (EXPECT(site != NULL)) {
        EXPECT_EQ_STR(program->files[site->file], "k.ptx");
        EXPECT_EQ_STR(program->functions[site->function], "k");
        EXPECT(site->line == 5 && site->column == 3 && site->inlined_at == LINT_NONE);
    }
    lint_program_release(program);
}

static void statements_behind_a_return_are_reached_by_their_label_alone(void)
{
    struct lint_program *program = read_body("ret; add.u32 %r1, %r1, 1; ret;");

    if (EXPECT(program != NULL))
        EXPECT_EQ_SIZE(program->block_count, 1);
    lint_program_release(program);
    program = read_body("bra L; M: ret; L: add.u32 %r1, %r1, 1; bra M;");
    if (EXPECT(program != NULL))
        EXPECT_EQ_SIZE(program->block_count, 3);
    lint_program_release(program);
}

static void loc_tells_file_line_and_where_a_function_was_inlined(void)
{
    struct lint_program *const program =
        read_text(".entry k()\n{\n.reg .b32 %r<4>;\n"
                  ".loc 1 20 5\nadd.u32 %r1, %r1, 1;\n"
                  ".loc 2 7 9, function_name $name+2, inlined_at 1 20 5\nsub.u32 %r1, %r1, 1;\nret;\n}\n"
                  ".file 1 \"k.cl\"\n.file 2 \"helper.h\", 12345, 99\n"
                  ".section .debug_str\n{\n$name:\n.b8 95,95,104,105,0\n}\n");
    const struct lint_site *const outer = program ? site_of(program, LINT_ADD) : NULL;
    const struct lint_site *const inner = program ? site_of(program, LINT_SUB) : NULL;

    if (EXPECT(outer && inner)) {
        EXPECT_EQ_STR(program->files[outer->file], "k.cl");
        EXPECT(outer->line == 20 && outer->column == 5 && outer->inlined_at == LINT_NONE);
        EXPECT_EQ_STR(program->files[inner->file], "helper.h");
        EXPECT_EQ_STR(program->functions[inner->function], "hi");
        EXPECT(inner->line == 7 && inner->column == 9);
        EXPECT(inner->inlined_at != LINT_NONE && &program->sites[inner->inlined_at] == outer);
    }
    lint_program_release(program);
}

static void a_called_function_stands_at_its_call(void)
{
    struct lint_program *const program =
        read_text(".func helper(.reg .u32 %a)\n{\n.reg .b32 %r<2>;\nsub.u32 %r1, %a, 1;\nret;\n}\n"
                  ".entry k()\n{\n.reg .b32 %r<2>;\ncall helper, (%r1);\nret;\n}\n");
    const struct lint_site *const site = program ? site_of(program, LINT_SUB) : NULL;

    if (EXPECT(site != NULL)) {
        EXPECT_EQ_STR(program->functions[site->function], "helper");
        EXPECT(site->line == 4 && site->inlined_at != LINT_NONE);
        EXPECT(program->sites[site->inlined_at].line == 10);
    }
    lint_program_release(program);
}

static void barriers_order_local_and_global_memory(void)
{
    struct lint_program *const program = read_body("bar.sync 0; barrier.sync.aligned 1; ret;");

    if (EXPECT(program != NULL) && EXPECT_EQ_SIZE(program->barrier_count, 2)) {
        EXPECT_EQ_INT(program->barriers[0].fence, LINT_FENCE_LOCAL | LINT_FENCE_GLOBAL);
        EXPECT_EQ_INT(program->barriers[0].call.collective, LINT_COLLECTIVE_NONE);
        EXPECT_EQ_SIZE(program->block_count, 3);
    }
    lint_program_release(program);
}

static void what_we_lack_is_named_with_its_line(void)
{
    static const struct {
        const char *body, *why;
    } cases[] = {
        { "frobnicate.u32 %r1, %r2;", "k.ptx, line 5: frobnicate.u32: we do not have this instruction" },
        { "add.odd.u32 %r1, %r1, 1;", "line 5: add.odd.u32: we do not have its \".odd\"" },
        { "add.u32 %r1, %r1;", "line 5: add.u32: 2 operands" },
        { "add.u32 %r1, %r1, nowhere;", "we cannot read \"nowhere\" here" },
        { "mov.u32 %r8, 1;", "we cannot read \"%r8\" here" },
        { "add.u64 %d1, %r1, 1;", "\"%r1\" has only 32 bits" },
        { "mov.u32 %r1, %nosuch;", "\"%nosuch\" is no register that we know" },
        { "add.f16x2 %r1, %r1, %r1;", "it has no type that we know" },
        { "mov.b32 %q1, %r1;", "\"%q1\" is of a type that we do not have" },
        { "tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [p, {%r1, %r2}];", "images are not supported" },
        { "suld.b.2d.v4.b32.trap {%r1, %r2, %r3, %r4}, [p, {%r1, %r2}];", "images are not supported" },
        { "match.any.sync.b32 %r1, %r2, -1;", "matches over a sub-group are not supported" },
        { "bar.sync 0, 32;", "barriers of a part of the work-group are not supported" },
        { "bar.arrive 0, 32;", "arriving without waiting is not supported" },
        { "atom.global.add.v2.f32 %r1, [%d1], %r2;", "not supported" },
        { "bra nowhere;", "\"nowhere\" is no label" },
        { "ld.param.u32 %r1, [p+8];", "it goes beyond \"p\"" },
        { "setp.lt.s32 %r1, %r1, 2;", "\"%r1\" is no predicate" },
        { "fma.rz.f64 %d1, %d1, %d1, %d1;", "rounded in a direction" },
        { "call (%r1), nowhere, (%r2);", "what it calls is no function" },
        { "call (%r1), %d1, (%r2), nowhere;", "calls through a pointer are not supported" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_body_refused(cases[i].body, cases[i].why);
}

static void functions_that_cannot_be_put_in_place_are_refused(void)
{
    expect_refused(".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n.entry k() {\n"
                   "{ .param .b64 a; .param .b64 b; .param .b32 r; call.uni (r), vprintf, (a, b); } ret; }\n",
                   NULL, "line 3: call.uni: printf is not supported");
    expect_refused(".func f() { call f; ret; }\n.entry k() { call f; ret; }\n", NULL, "\"f\" calls itself");
    expect_refused(".func f();\n.entry k() { call f; ret; }\n", NULL, "the file has no body of \"f\"");
    expect_refused(".func f(.reg .u32 %a) { ret; }\n.entry k() { call f; ret; }\n", NULL, "takes or gives 1, not 0");
}

static void wrong_files_are_refused_with_a_line(void)
{
    expect_refused("", NULL, "k.ptx has no kernel");
    expect_refused(".entry a() { ret; }\n.entry b() { ret; }\n", NULL, "several kernels: choose one of a, b");
    expect_refused(".entry a() { ret; }\n.entry b() { ret; }\n", "c", "no kernel \"c\"; it has a, b");
    expect_refused(".entry a() {\nret;\n", NULL, "line 3: the file ends within \"a\"");
    expect_refused(".entry a() {\nadd.u32 1, 2\n}\n", NULL, "line 3: \"}\" where \";\" should be");
    expect_refused("hello\n", NULL, "line 1: \"hello\" where a directive should be");
    expect_refused(".entry a() { L: L: ret; }\n", NULL, "\"L\" stands here a second time");
    expect_refused(".entry a() { @%p ret; }\n", NULL, "\"%p\" is no register");
    expect_refused(".entry a() {\n.shared .align 3 .b8 s[4]; ret; }\n", NULL, "line 2: an alignment of 3 bytes");
    expect_refused(".entry a() {\n.shared .b8 s[0x7fffffffffffffff][99]; ret; }\n", NULL, "line 2: an array of more");
    expect_refused(".extern .shared .b8 s[];\n.entry a() { .reg .b64 %d; mov.u64 %d, s; ret; }\n", NULL,
                   "line 1: \"s\" is an array without a size");
    expect_refused(".entry a(.param .samplerref s) { ret; }\n", NULL, "\"s\" is a sampler");
    expect_refused(".global .samplerref s = { filter_mode = nearest };\n.entry a(.param .u64 .ptr .global p) {\n"
                   ".reg .b64 %d; mov.u64 %d, s; ret; }\n",
                   NULL, "line 1: \"s\" is a sampler");
    expect_refused(".entry a(.param .u64 .ptr .global p) {\n.reg .b64 %d; mov.u64 %d, p; ret; }\n", NULL,
                   "the address of \"p\" is taken");
}

static char *read_file(const char *path)
{
    FILE *const file = fopen(path, "rb");
    char *text = NULL;
    long bytes;

    if (!file)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (bytes = ftell(file)) >= 0 && (text = calloc(1, (size_t)bytes + 1))) {
        rewind(file);
        text[fread(text, 1, (size_t)bytes, file)] = '\0';
    }
    fclose(file);
    return text;
}

static void every_sample_of_the_driver_is_read(void)
{
    glob_t files;

    if (!EXPECT_EQ_INT(glob(CLSMEM_TEST_DIR "/oracles/ptx/*.ptx", 0, NULL, &files), 0))
        return;
    EXPECT_EQ_SIZE(files.gl_pathc, 38);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        char *const text = read_file(files.gl_pathv[i]);
        struct lint_program *const program = text ? read_text(text) : NULL;

        if (!EXPECT(program != NULL))
            expect_note("%s", files.gl_pathv[i]);
        lint_program_release(program);
        free(text);
    }
    globfree(&files);
}

static void kernels_are_listed_in_their_order(void)
{
    char **names;
    size_t count;

    EXPECT_EQ_INT(
        lint_ptx_kernels(".func f() { ret; }\n.entry b() { ret; }\n.visible .entry a() { ret; }\n", &names, &count),
        CLSMEM_OK);
    if (EXPECT_EQ_SIZE(count, 2)) {
        EXPECT_EQ_STR(names[0], "b");
        EXPECT_EQ_STR(names[1], "a");
    }
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
    EXPECT_EQ_INT(lint_ptx_kernels(".entry", &names, &count), CLSMEM_INVALID);
    EXPECT(names == NULL && count == 0);
}

/* What comes of it does not matter here: that it comes to an end does. */
static void try_text(const char *text)
{
    struct lint_program *program = NULL;

    (void)lint_ptx_read(text, "k.ptx", NULL, &program);
    lint_program_release(program);
}

static void a_sample_cut_anywhere_does_no_harm(void)
{
    char *const text = read_file(CLSMEM_TEST_DIR "/oracles/ptx/row34_struct_of_three.ptx");

    if (!EXPECT(text != NULL))
        return;
    for (size_t length = strlen(text); length-- > 0;) {
        text[length] = '\0';
        try_text(text);
    }
    free(text);
}

static void a_sample_with_other_bytes_does_no_harm(void)
{
    static const char bytes[] = "{}[]()<>,;:.%$@!|=-+\"/*#09axL \n";
    char *const text = read_file(CLSMEM_TEST_DIR "/oracles/ptx/row28_histogram_local.ptx");
    const size_t length = text ? strlen(text) : 0;
    uint32_t random = 1;

    EXPECT(text != NULL);
    for (int round = 0; round < 3000 && length > 0; round++) {
        size_t places[3];
        char kept[3];

        for (size_t i = 0; i < 3; i++) {
            random = random * 1664525 + 1013904223;
            places[i] = (random >> 8) % length;
            kept[i] = text[places[i]];
            text[places[i]] = bytes[(random >> 3) % (sizeof bytes - 1)];
        }
        try_text(text);
        for (size_t i = 3; i-- > 0;)
            text[places[i]] = kept[i];
    }
    free(text);
}

CU_TestInfo lint_ptx_tests[] = {
    TEST(parameters_are_buffers_local_buffers_and_values),
    TEST(without_ptr_a_parameter_that_addresses_memory_is_a_buffer),
    TEST(arrays_keep_their_order_and_lose_the_kernels_name),
    TEST(accesses_say_where_how_wide_and_how_aligned),
    TEST(an_element_address_stays_one_step),
    TEST(an_atomic_whose_result_nobody_reads_says_so),
    TEST(statements_under_one_guard_share_a_block),
    TEST(without_loc_the_place_is_in_the_ptx),
    TEST(statements_behind_a_return_are_reached_by_their_label_alone),
    TEST(loc_tells_file_line_and_where_a_function_was_inlined),
    TEST(a_called_function_stands_at_its_call),
    TEST(barriers_order_local_and_global_memory),
    TEST(what_we_lack_is_named_with_its_line),
    TEST(functions_that_cannot_be_put_in_place_are_refused),
    TEST(wrong_files_are_refused_with_a_line),
    TEST(every_sample_of_the_driver_is_read),
    TEST(kernels_are_listed_in_their_order),
    TEST(a_sample_cut_anywhere_does_no_harm),
    TEST(a_sample_with_other_bytes_does_no_harm),
    CU_TEST_INFO_NULL,
};
