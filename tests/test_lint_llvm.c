/* OpenCL C read into the engine's program: accesses, places, arguments, arrays, and what is refused. */
#include <CUnit/CUnit.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/lint.h"
#include "expect.h"
#include "lint/llvm.h"
#include "lint/program.h"

static char path[64];
static struct lint_program *program;

/* Without a compiler, nothing here can be shown but that it says so. */
static bool has_compiler(void)
{
    char why[256] = "";
    const bool is_there = lint_llvm_is_usable(why, sizeof why);

    EXPECT(is_there || *why != '\0');
    return is_there;
}

static void write_source(const char *text)
{
    FILE *file;

    if (*path == '\0') {
        strcpy(path, "/tmp/clsmem-lint-XXXXXX");
        close(mkstemp(path));
    }
    file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

/* The kernel `name` (NULL: the only one) of a text, in `program` until the next one is read. */
static enum clsmem_status read_text(const char *text, const char *view, const char *options, const char *name)
{
    const struct clsmem_lint_view about = { .name = view };
    const struct clsmem_lint_source source = { path, name, options, &about };

    lint_program_release(program);
    program = NULL;
    write_source(text);
    return lint_llvm_read(&source, &program);
}

/* Reads it, or notes why it cannot be read. */
static bool read_well(const char *text, const char *view)
{
    if (EXPECT_EQ_INT(read_text(text, view, NULL, NULL), CLSMEM_OK))
        return true;
    expect_note("%s", clsmem_error_text());
    return false;
}

static void forget(void)
{
    lint_program_release(program);
    program = NULL;
    if (*path != '\0')
        unlink(path);
    *path = '\0';
}

/* The n-th instruction of an op, or NULL. */
static const struct lint_instruction *find(enum lint_op op, size_t n)
{
    for (size_t i = 0; i < program->instruction_count; i++)
        if (program->instructions[i].op == op && n-- == 0)
            return &program->instructions[i];
    return NULL;
}

static size_t count_accesses(enum lint_op op, enum lint_space space)
{
    size_t count = 0;

    for (size_t i = 0; i < program->instruction_count; i++)
        count +=
            program->instructions[i].op == op && program->accesses[program->instructions[i].detail].space == space;
    return count;
}

static bool is_at(const struct lint_instruction *instruction, uint32_t line, uint32_t column)
{
    return instruction && instruction->site != LINT_NONE && program->sites[instruction->site].line == line &&
           program->sites[instruction->site].column == column;
}

static size_t count_barriers(void)
{
    size_t count = 0;

    for (size_t i = 0; i < program->block_count; i++)
        count += program->blocks[i].end == LINT_BARRIER;
    return count;
}

static void each_access_of_the_source_stands_at_its_place(void)
{
    if (!has_compiler() || !read_well("kernel void k(global float *out, local float *tile, int i) {\n"
                                      "    tile[get_local_id(0)] = out[i];\n"
                                      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                      "    out[i] = tile[i] * tile[i];\n"
                                      "}\n",
                                      "source"))
        return;
    EXPECT_EQ_SIZE(count_accesses(LINT_LOAD, LINT_LOCAL), 2); /* of the same place, but the source has two */
    EXPECT_EQ_SIZE(count_accesses(LINT_STORE, LINT_LOCAL), 1);
    EXPECT_EQ_SIZE(count_accesses(LINT_LOAD, LINT_GLOBAL), 1);
    EXPECT(is_at(find(LINT_LOAD, 0), 2, 29));
    EXPECT(is_at(find(LINT_STORE, 0), 2, 27));
    EXPECT(is_at(find(LINT_LOAD, 1), 4, 14));
    EXPECT(is_at(find(LINT_LOAD, 2), 4, 24));
    EXPECT_EQ_STR(program->files[program->sites[find(LINT_LOAD, 0)->site].file], path);
    EXPECT_EQ_STR(program->functions[program->sites[find(LINT_LOAD, 0)->site].function], "k");
    EXPECT_EQ_SIZE(count_barriers(), 1);
    forget();
}

static void a_helper_function_is_inlined_and_its_place_knows_the_call(void)
{
    const struct lint_site *inner, *outer;

    if (!has_compiler() || !read_well("static int helper(global int *p) {\n    return p[1];\n}\n"
                                      "kernel void k(global int *p) {\n    p[0] = helper(p + 1);\n}\n",
                                      "source"))
        return;
    if (EXPECT(is_at(find(LINT_LOAD, 0), 2, 12))) {
        inner = &program->sites[find(LINT_LOAD, 0)->site];
        EXPECT_EQ_STR(program->functions[inner->function], "helper");
        if (EXPECT(inner->inlined_at != LINT_NONE)) {
            outer = &program->sites[inner->inlined_at];
            EXPECT_EQ_INT(outer->line, 5);
            EXPECT_EQ_STR(program->functions[outer->function], "k");
            EXPECT(outer->inlined_at == LINT_NONE);
        }
    }
    forget();
}

static void two_barriers_in_two_branches_stay_two(void)
{
    if (!has_compiler() || !read_well("kernel void k(global int *p, int n) {\n"
                                      "    if (n)\n        barrier(1);\n    else\n        barrier(1);\n"
                                      "    p[0] = n;\n}\n",
                                      "source"))
        return;
    EXPECT_EQ_SIZE(count_barriers(), 2);
    forget();
}

static void arguments_have_the_names_and_types_of_the_source(void)
{
    static const char text[] = "typedef struct { float4 a; int b; } settings;\n"
                               "kernel void k(global const uint *in, local float2 *tile, constant ulong *table,\n"
                               "              int n, float3 v, uchar c, settings s, global settings *all) {\n"
                               "    all[n].b = in[n] + tile[n].x + table[n] + v.y + c + s.b;\n}\n";
    static const struct {
        const char *name, *type;
        enum lint_parameter_kind kind;
        enum lint_space space;
        uint64_t bytes;
    } expected[] = {
        { "in", "uint*", LINT_BUFFER, LINT_GLOBAL, 4 },       { "tile", "float2*", LINT_LOCAL_BUFFER, LINT_LOCAL, 8 },
        { "table", "ulong*", LINT_BUFFER, LINT_CONSTANT, 8 }, { "n", "int", LINT_SCALAR, LINT_GENERIC, 4 },
        { "v", "float3", LINT_SCALAR, LINT_GENERIC, 16 },     { "c", "uchar", LINT_SCALAR, LINT_GENERIC, 1 },
        { "s", "settings", LINT_SCALAR, LINT_GENERIC, 32 },   { "all", "settings*", LINT_BUFFER, LINT_GLOBAL, 32 },
    };
    static const char *const views[] = { "source", "nvidia", "gfx90a" };

    for (size_t v = 0; v < sizeof views / sizeof *views && has_compiler(); v++) {
        if (!read_well(text, views[v]) ||
            !EXPECT_EQ_SIZE(program->parameter_count, sizeof expected / sizeof *expected))
            continue;
        for (size_t i = 0; i < program->parameter_count; i++) {
            const struct lint_parameter *const parameter = &program->parameters[i];

            EXPECT_EQ_STR(parameter->name, expected[i].name);
            EXPECT_EQ_STR(parameter->type, expected[i].type);
            EXPECT_EQ_INT(parameter->kind, expected[i].kind);
            EXPECT_EQ_INT(parameter->space, expected[i].space);
            EXPECT_EQ_SIZE(parameter->bytes, expected[i].bytes);
        }
    }
    forget();
}

static void the_parts_of_an_argument_know_their_bytes(void)
{
    static const uint32_t offsets[] = { 0, 4, 8 };

    if (!has_compiler() ||
        !read_well("kernel void k(float3 v, global float *out) { out[0] = v.x + v.y + v.z; }", "source"))
        return;
    if (EXPECT_EQ_SIZE(program->parameter_slot_count, 4))
        for (size_t i = 0; i < 3; i++) {
            EXPECT_EQ_INT(program->parameter_slots[i].offset, offsets[i]);
            EXPECT_EQ_INT(program->parameter_slots[i].bits, 32);
        }
    forget();
}

static void local_arrays_come_in_the_order_of_their_declarations(void)
{
    static const char text[] = "kernel __attribute__((reqd_work_group_size(16, 4, 1))) void k(global int *p) {\n"
                               "    local int first[3], unused[5];\n    local char second[7];\n"
                               "    local double third[2];\n"
                               "    third[1] = p[0]; second[p[1]] = 1; first[p[2]] = 2;\n    barrier(1);\n"
                               "    p[0] = third[p[0]] + second[p[1]] + first[p[2]];\n}\n"
                               "kernel void other(global int *p) { local int elsewhere[9]; elsewhere[p[0]] = 1; }\n";
    static const struct {
        const char *name;
        uint64_t bytes;
        unsigned align;
    } expected[] = { { "first", 12, 4 }, { "second", 7, 1 }, { "third", 16, 8 } };

    if (!has_compiler() || !EXPECT_EQ_INT(read_text(text, "source", NULL, "k"), CLSMEM_OK))
        return;
    if (EXPECT_EQ_SIZE(program->array_count, 3))
        for (size_t i = 0; i < 3; i++) {
            EXPECT_EQ_STR(program->arrays[i].name, expected[i].name);
            EXPECT_EQ_SIZE(program->arrays[i].bytes, expected[i].bytes);
            EXPECT_EQ_SIZE(program->arrays[i].align, expected[i].align);
            EXPECT_EQ_INT(program->arrays[i].space, LINT_LOCAL);
        }
    EXPECT(program->required_local[0] == 16 && program->required_local[1] == 4 && program->required_local[2] == 1);
    forget();
}

static void constant_tables_have_their_bytes(void)
{
    static const uint8_t expected[] = { 1, 0, 254, 255, 0, 0, 192, 63 };

    if (!has_compiler() || !read_well("typedef struct { short a[2]; float f; } entry;\n"
                                      "constant entry table[1] = { { { 1, -2 }, 1.5f } };\n"
                                      "kernel void k(global float *p, int i) {\n"
                                      "    p[0] = table[i].f + table[i].a[i];\n}\n",
                                      "source"))
        return;
    if (EXPECT_EQ_SIZE(program->array_count, 1)) {
        EXPECT_EQ_STR(program->arrays[0].name, "table");
        EXPECT_EQ_INT(program->arrays[0].space, LINT_CONSTANT);
        EXPECT_EQ_SIZE(program->arrays[0].bytes, sizeof expected);
        EXPECT(program->arrays[0].initial && memcmp(program->arrays[0].initial, expected, sizeof expected) == 0);
    }
    forget();
}

/* Another work-item may set another component meanwhile: that is no race. */
static void a_component_is_stored_without_its_vector(void)
{
    static const char text[] = "kernel void k(local float4 *v, global float *out, float x) {\n"
                               "    v[1].y = x;\n    v[2].zw = (float2)(x, 1);\n    barrier(1);\n"
                               "    out[0] = v[3].z;\n}\n";
    static const char *const views[] = { "source", "nvidia", "gfx90a" };

    for (size_t v = 0; v < sizeof views / sizeof *views && has_compiler(); v++) {
        if (!read_well(text, views[v]))
            continue;
        EXPECT_EQ_SIZE(count_accesses(LINT_LOAD, LINT_LOCAL), 1);
        EXPECT_EQ_SIZE(count_accesses(LINT_STORE, LINT_LOCAL), 2);
        if (EXPECT(find(LINT_STORE, 1) && find(LINT_LOAD, 0))) {
            EXPECT_EQ_INT(find(LINT_STORE, 0)->count, 1);
            EXPECT_EQ_INT(program->accesses[find(LINT_STORE, 0)->detail].align, 4);
            EXPECT_EQ_INT(find(LINT_STORE, 1)->count, 2);
            EXPECT_EQ_INT(program->accesses[find(LINT_STORE, 1)->detail].align, 8);
            if (v == 0) /* optimised views load the vector, as compilers do */
                EXPECT_EQ_INT(find(LINT_LOAD, 0)->count, 1);
        }
    }
    forget();
}

static void a_vector_of_three_is_three_elements(void)
{
    if (!has_compiler() ||
        !read_well("kernel void k(global float3 *p, local float3 *q, int i) { q[i] = p[i]; }", "source"))
        return;
    if (EXPECT(find(LINT_LOAD, 0) && find(LINT_STORE, 0))) {
        EXPECT_EQ_INT(find(LINT_LOAD, 0)->count, 3);
        EXPECT_EQ_INT(find(LINT_STORE, 0)->count, 3);
        EXPECT_EQ_INT(find(LINT_INDEX, 0)->immediate, 16);
    }
    forget();
}

static void an_optimised_view_unrolls_and_loads_once(void)
{
    static const char text[] =
        "kernel __attribute__((reqd_work_group_size(8, 1, 1))) void k(global float *out) {\n"
        "    local float t[64];\n    float s = 0;\n    for (int i = 0; i < 8; i++)\n"
        "        t[i * 8 + get_local_id(0)] = out[get_global_id(0) + i];\n    barrier(1);\n"
        "    for (int i = 0; i < 8; i++)\n        s += t[get_local_id(0) * 8 + i] * t[get_local_id(0) * 8 + i];\n"
        "    out[get_global_id(0)] = s;\n}\n";

    if (!has_compiler() || !read_well(text, "source"))
        return;
    EXPECT_EQ_SIZE(count_accesses(LINT_LOAD, LINT_LOCAL), 2);
    if (read_well(text, "nvidia")) {
        EXPECT_EQ_SIZE(count_accesses(LINT_LOAD, LINT_LOCAL), 8);
        EXPECT_EQ_SIZE(count_accesses(LINT_STORE, LINT_LOCAL), 8);
        EXPECT(program->ids[LINT_LOCAL_ID][0] != LINT_NONE);
        EXPECT(program->ids[LINT_GLOBAL_ID][0] != LINT_NONE);
        EXPECT(program->ids[LINT_LOCAL_SIZE][0] == LINT_NONE); /* required, so it is a constant */
        for (size_t i = 0; find(LINT_LOAD, i); i++)
            EXPECT_EQ_INT(find(LINT_LOAD, i)->count, 1); /* joining them is another's work */
    }
    if (read_well(text, "gfx90a")) /* AMD's are joined as far as LLVM knows that they may be */
        EXPECT(count_accesses(LINT_LOAD, LINT_LOCAL) <= 8);
    forget();
}

static void a_barrier_keeps_its_fence_through_the_optimiser(void)
{
    static const char *const views[] = { "source", "nvidia", "gfx90a" };

    for (size_t v = 0; v < sizeof views / sizeof *views && has_compiler(); v++) {
        if (!read_well("kernel void k(global int *p) { p[1] = 1; barrier(CLK_GLOBAL_MEM_FENCE); p[0] = p[2];\n"
                       "    barrier(CLK_LOCAL_MEM_FENCE); p[4] = p[3]; }",
                       views[v]) ||
            !EXPECT_EQ_SIZE(program->barrier_count, 2))
            continue;
        EXPECT_EQ_INT(program->barriers[0].fence, LINT_FENCE_GLOBAL);
        EXPECT_EQ_INT(program->barriers[1].fence, LINT_FENCE_LOCAL);
    }
    forget();
}

static void an_atomic_knows_whether_its_result_is_used(void)
{
    static const char *const views[] = { "source", "nvidia", "gfx90a" };

    for (size_t v = 0; v < sizeof views / sizeof *views && has_compiler(); v++) {
        if (!read_well("kernel void k(local uint *l, global uint *p) {\n"
                       "    atomic_inc(&l[1]);\n    p[0] = atomic_max(&l[2], 7u);\n}\n",
                       views[v]) ||
            !EXPECT(find(LINT_ATOMIC, 1) != NULL))
            continue;
        EXPECT(program->accesses[find(LINT_ATOMIC, 0)->detail].result_unused);
        EXPECT(!program->accesses[find(LINT_ATOMIC, 1)->detail].result_unused);
        EXPECT_EQ_INT(program->accesses[find(LINT_ATOMIC, 0)->detail].space, LINT_LOCAL);
        EXPECT_EQ_INT(program->accesses[find(LINT_ATOMIC, 1)->detail].atomic, LINT_ATOMIC_MAX_U);
    }
    forget();
}

static void what_is_not_supported_is_refused_by_name_and_place(void)
{
    static const struct {
        const char *text, *words;
    } refused[] = {
        { "kernel void k(global int *p) {\n    printf(\"%d\", p[0]);\n}\n", ":2:5: printf is not supported" },
        { "kernel void k(read_only image2d_t i, global int *p) { p[0] = 1; }", "argument i is of type image2d_t" },
        { "kernel void k(sampler_t s, global int *p) { p[0] = 1; }", "argument s is of type sampler_t" },
        { "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
          "kernel void k(global int *p) { p[0] = f(p[1]); }",
          "f calls itself: recursion is not supported" },
        { "kernel void k(global int *p) {\n    __asm__ volatile(\"trap;\");\n}\n",
          "inline assembly is not supported" },
        { "int g(int x);\nkernel void k(global int *p) { p[0] = g(1); }", "g" },
    };

    for (size_t i = 0; i < sizeof refused / sizeof *refused && has_compiler(); i++) {
        EXPECT_EQ_INT(read_text(refused[i].text, "source", NULL, NULL), CLSMEM_INVALID);
        EXPECT_CONTAINS(clsmem_error_text(), refused[i].words);
        EXPECT(strncmp(clsmem_error_text(), path, strlen(path)) == 0);
        EXPECT(strchr(clsmem_error_text(), '\n') == NULL && program == NULL);
    }
    forget();
}

static void a_wrong_name_lists_the_kernels_that_are_there(void)
{
    static const char text[] = "kernel void one(global int *p) { p[0] = 1; }\nvoid helper(void) {}\n"
                               "kernel void two(void) {}\n";

    if (!has_compiler())
        return;
    EXPECT_EQ_INT(read_text(text, "source", NULL, "helper"), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "has no kernel \"helper\"; it has one, two");
    EXPECT_EQ_INT(read_text(text, "source", NULL, NULL), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "has 2 kernels, and none is named: one, two");
    EXPECT_EQ_INT(read_text("int x(void) { return 1; }", "source", NULL, NULL), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "has no kernel");
    EXPECT_EQ_INT(read_text(text, "source", NULL, "two"), CLSMEM_OK);
    forget();
}

static void kernels_are_listed_in_their_order(void)
{
    const struct clsmem_lint_view view = { .name = "source" };
    const struct clsmem_lint_source source = { path, NULL, NULL, &view };
    char **names = NULL;
    size_t count = 0;

    if (!has_compiler())
        return;
    write_source("kernel void b(void) {}\nkernel void a(void) {}\n");
    EXPECT_EQ_INT(lint_llvm_kernels(&source, &names, &count), CLSMEM_OK);
    if (EXPECT_EQ_SIZE(count, 2)) {
        EXPECT_EQ_STR(names[0], "b");
        EXPECT_EQ_STR(names[1], "a");
    }
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
    forget();
}

static void source_that_does_not_compile_gives_the_words_of_clang(void)
{
    char text[20000] = "";

    if (!has_compiler())
        return;
    EXPECT_EQ_INT(read_text("kernel void k(global int *p) {\n    p[0] = nosuch;\n}\n", "source", NULL, NULL),
                  CLSMEM_BUILD_FAILED);
    EXPECT_CONTAINS(clsmem_error_text(), ":2:12: error: use of undeclared identifier 'nosuch'");
    for (size_t i = 0; i < 500; i++)
        strcat(text, "int f( {\n");
    EXPECT_EQ_INT(read_text(text, "source", NULL, NULL), CLSMEM_BUILD_FAILED);
    EXPECT_CONTAINS(clsmem_error_text(), ":1:8: error:"); /* the first, however many there are */
    EXPECT_EQ_INT(read_text("kernel void k(void) {}", "source", "-cl-std=CL9", NULL), CLSMEM_BUILD_FAILED);
    EXPECT_CONTAINS(clsmem_error_text(), "CL9");
    forget();
}

static void a_file_that_cannot_be_read_is_named(void)
{
    const struct clsmem_lint_view view = { .name = "source" };
    struct clsmem_lint_source source = { "/nonexistent/k.cl", NULL, NULL, &view };

    if (!has_compiler())
        return;
    EXPECT_EQ_INT(lint_llvm_read(&source, &program), CLSMEM_IO);
    EXPECT_EQ_STR(clsmem_error_text(), "/nonexistent/k.cl: No such file or directory");
    source.path = "/tmp";
    EXPECT_EQ_INT(lint_llvm_read(&source, &program), CLSMEM_IO);
    EXPECT_EQ_STR(clsmem_error_text(), "/tmp: is a folder");
}

static void build_options_are_split_as_a_shell_does(void)
{
    static const char text[] = "kernel void k(global int *p, global float *q) { p[0] = A; p[1] = B; q[0] = C;\n"
                               "#if __OPENCL_VERSION__ == 200\n    p[2] = work_group_reduce_add(1);\n#endif\n}\n";

    if (!has_compiler())
        return;
    if (!EXPECT_EQ_INT(read_text(text, "source",
                                 " -DA=1 -D B='2 + 3'\t-D\"C=4 + 5\" -cl-nv-verbose -cl-opt-disable -Werror "
                                 "-cl-std=CL2.0 -I /tmp -nv-fast",
                                 NULL),
                       CLSMEM_OK))
        expect_note("%s", clsmem_error_text());
    EXPECT_EQ_INT(read_text(text, "source", "-DA='1", NULL), CLSMEM_INVALID);
    EXPECT_EQ_STR(clsmem_error_text(), "build options: a quote does not end");
    EXPECT_EQ_INT(read_text(text, "source", "-DA=1 -D", NULL), CLSMEM_INVALID);
    EXPECT_EQ_STR(clsmem_error_text(), "build option \"-D\" lacks its value");
    EXPECT_EQ_INT(read_text(text, "source", "more.cl", NULL), CLSMEM_INVALID);
    EXPECT_EQ_STR(clsmem_error_text(), "\"more.cl\" is no build option of OpenCL");
    EXPECT_EQ_INT(read_text(text, "source", "-o /tmp/out", NULL), CLSMEM_INVALID);
    forget();
}

static void another_clang_than_its_own_is_refused_in_one_line(void)
{
    if (!has_compiler())
        return;
    setenv("CLSMEM_CLANG", "/nonexistent/clang", 1);
    EXPECT(!lint_llvm_is_usable(NULL, 0));
    EXPECT_EQ_INT(read_text("kernel void k(void) {}", "source", NULL, NULL), CLSMEM_NO_DEVICE);
    EXPECT_CONTAINS(clsmem_error_text(), "cannot be started: /nonexistent/clang: No such file or directory");
    setenv("CLSMEM_CLANG", "/bin/false", 1);
    EXPECT_EQ_INT(read_text("kernel void k(void) {}", "source", NULL, NULL), CLSMEM_NO_DEVICE);
    EXPECT_EQ_STR(clsmem_error_text(), "/bin/false is no clang that runs");
    unsetenv("CLSMEM_CLANG");
    EXPECT_EQ_INT(read_text("kernel void k(void) {}", "source", NULL, NULL), CLSMEM_OK);
    forget();
}

/* 2 * l + 1 is an or to the optimiser; a sum shows that the second place is next to the first. */
static void an_or_that_is_a_sum_is_read_as_one(void)
{
    if (!has_compiler() || !read_well("kernel void k(local int *t, global int *p) {\n"
                                      "    int l = get_local_id(0);\n    p[l] = t[2 * l] + t[2 * l + 1];\n}\n",
                                      "nvidia"))
        return;
    EXPECT(find(LINT_OR, 0) == NULL);
    forget();
}

/* A view of a processor that this LLVM lacks says so; every other view reads every kernel. */
static void the_oracle_kernels_load_in_every_view(void)
{
    static const char *const views[] = { "source", "nvidia", "gfx90a", "gfx1100", "gfx942" };
    char file[512];
    const struct dirent *entry;
    DIR *const folder = opendir(CLSMEM_TEST_DIR "/oracles/kernels");

    while (EXPECT(folder != NULL) && has_compiler() && (entry = readdir(folder)) != NULL) {
        const size_t length = strlen(entry->d_name);

        if (length < 3 || strcmp(entry->d_name + length - 3, ".cl") != 0)
            continue;
        snprintf(file, sizeof file, "%s/oracles/kernels/%s", CLSMEM_TEST_DIR, entry->d_name);
        for (size_t v = 0; v < sizeof views / sizeof *views; v++) {
            const struct clsmem_lint_view view = { .name = views[v] };
            const struct clsmem_lint_source source = { file, NULL, NULL, &view };
            const enum clsmem_status status = lint_llvm_read(&source, &program);

            if (!EXPECT(status == CLSMEM_OK || (status == CLSMEM_NO_DEVICE && strncmp(views[v], "gfx", 3) == 0)))
                expect_note("%s in view %s: %s", entry->d_name, views[v], clsmem_error_text());
            lint_program_release(program);
            program = NULL;
        }
    }
    if (folder)
        closedir(folder);
}

CU_TestInfo lint_llvm_tests[] = {
    TEST(each_access_of_the_source_stands_at_its_place),
    TEST(a_helper_function_is_inlined_and_its_place_knows_the_call),
    TEST(two_barriers_in_two_branches_stay_two),
    TEST(arguments_have_the_names_and_types_of_the_source),
    TEST(the_parts_of_an_argument_know_their_bytes),
    TEST(local_arrays_come_in_the_order_of_their_declarations),
    TEST(constant_tables_have_their_bytes),
    TEST(a_component_is_stored_without_its_vector),
    TEST(a_vector_of_three_is_three_elements),
    TEST(an_optimised_view_unrolls_and_loads_once),
    TEST(a_barrier_keeps_its_fence_through_the_optimiser),
    TEST(an_atomic_knows_whether_its_result_is_used),
    TEST(what_is_not_supported_is_refused_by_name_and_place),
    TEST(a_wrong_name_lists_the_kernels_that_are_there),
    TEST(kernels_are_listed_in_their_order),
    TEST(source_that_does_not_compile_gives_the_words_of_clang),
    TEST(a_file_that_cannot_be_read_is_named),
    TEST(build_options_are_split_as_a_shell_does),
    TEST(another_clang_than_its_own_is_refused_in_one_line),
    TEST(an_or_that_is_a_sum_is_read_as_one),
    TEST(the_oracle_kernels_load_in_every_view),
    CU_TEST_INFO_NULL,
};
