/* Kernel arguments of the lint: specs and assumptions to bytes and buffers. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "expect.h"
#include "lint/argument.h"

#define MOST_PARAMETERS 8

static char names[MOST_PARAMETERS][8] = { "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7" };
static char kernel_name[] = "k";

static struct lint_memory memory;
static struct lint_arguments arguments;

static struct lint_parameter parameter(enum lint_parameter_kind kind, const char *type, uint64_t bytes)
{
    static char words[MOST_PARAMETERS][24];
    static size_t next;
    char *const room = words[next++ % MOST_PARAMETERS];

    snprintf(room, sizeof words[0], "%s", type);
    return (struct lint_parameter){ .type = room, .kind = kind, .space = LINT_GLOBAL, .bytes = bytes };
}

/* A kernel with these parameters, p0, p1, ..., launched with 64 x 4 work-items in groups of 8 x 4. */
static enum clsmem_status make_all(const struct lint_parameter *parameters, size_t count, const char *const *specs,
                                   size_t spec_count)
{
    struct lint_parameter own[MOST_PARAMETERS];
    struct lint_parameter_slot slots[] = { { 0, 0, 32, 0 }, { 0, 4, 32, 1 }, { 0, 8, 16, 2 } };
    const struct lint_program program = { .kernel = kernel_name,
                                          .parameters = own,
                                          .parameter_count = count,
                                          .parameter_slots = slots,
                                          .parameter_slot_count = 3 };
    const struct clsmem_lint_launch launch = {
        .dimensions = 2, .global = { 64, 4 }, .local = { 8, 4 }, .args = specs, .arg_count = spec_count
    };

    for (size_t i = 0; i < count; i++) {
        own[i] = parameters[i];
        own[i].name = names[i];
    }
    lint_arguments_release(&arguments);
    lint_memory_release(&memory);
    memory = (struct lint_memory){ 0 };
    return lint_arguments_make(&program, &launch, &memory, &arguments);
}

static enum clsmem_status make(enum lint_parameter_kind kind, const char *type, uint64_t bytes, const char *spec)
{
    const struct lint_parameter one = parameter(kind, type, bytes);

    return make_all(&one, 1, &spec, 1);
}

static const uint8_t *value_of(const char *type, uint64_t bytes, const char *spec)
{
    static const uint8_t nothing[64];

    if (EXPECT_EQ_INT(make(LINT_SCALAR, type, bytes, spec), CLSMEM_OK))
        return arguments.list[0].bytes;
    expect_note("%s as %s: %s", spec, type, clsmem_error_text());
    return nothing;
}

static void expect_bytes(const char *type, const char *spec, const void *expected, size_t bytes)
{
    if (!EXPECT(memcmp(value_of(type, bytes, spec), expected, bytes) == 0))
        expect_note("%s as %s", spec, type);
}

static void whole_numbers_take_the_width_of_the_parameter(void)
{
    expect_bytes("int", "i:64", &(int32_t){ 64 }, 4);
    expect_bytes("int", "i:-1", &(int32_t){ -1 }, 4);
    expect_bytes("uint", "i:4294967295", &(uint32_t){ UINT32_MAX }, 4);
    expect_bytes("char", "i:-128", &(int8_t){ -128 }, 1);
    expect_bytes("ushort", "i:0xffff", &(uint16_t){ 0xffff }, 2);
    expect_bytes("long", "i:-9223372036854775808", &(int64_t){ INT64_MIN }, 8);
    expect_bytes("size_t", "i:2M", &(uint64_t){ 2 << 20 }, 8);
    expect_bytes("", "i:-2", &(int32_t){ -2 }, 4); /* PTX does not tell the type */
}

static void real_numbers_take_the_type_of_the_parameter(void)
{
    expect_bytes("float", "r:1.5", &(float){ 1.5f }, 4);
    expect_bytes("double", "r:-1e300", &(double){ -1e300 }, 8);
    expect_bytes("half", "r:1", &(uint16_t){ 0x3c00 }, 2);
    expect_bytes("", "r:0.25", &(float){ 0.25f }, 4);
}

static void vectors_and_structs_are_given_by_their_parts(void)
{
    static const struct {
        int32_t whole;
        float real;
        uint16_t small, padding;
    } parts = { -3, 2.5f, 7, 0 };

    expect_bytes("float4", "v:1,2,3,4", (const float[4]){ 1, 2, 3, 4 }, 16);
    expect_bytes("uint3", "v:1,2,3", (const uint32_t[4]){ 1, 2, 3, 0 }, 16);
    expect_bytes("struct params", "v:-3,2.5,7", &parts, sizeof parts);
    expect_bytes("float2", "x:0000803f00000040", (const float[2]){ 1, 2 }, 8);
}

static void values_that_do_not_fit_are_refused(void)
{
    static const struct {
        const char *type;
        uint64_t bytes;
        const char *spec, *text;
    } wrong[] = {
        { "int", 4, "i:2147483648", "not a whole number that fits" },
        { "int", 4, "i:-2147483649", "not a whole number that fits" },
        { "uint", 4, "i:-1", "not a whole number that fits" },
        { "uchar", 1, "i:256", "not a whole number that fits" },
        { "ulong", 8, "i:18446744073709551616", "not a whole number that fits" },
        { "int", 4, "i:", "not a whole number" },
        { "int", 4, "i:1.5", "not a whole number" },
        { "int", 4, "i: 5", "not a whole number" },
        { "int", 4, "r:1", "the argument is a whole number: i:VALUE" },
        { "float", 4, "i:1", "the argument is real: r:VALUE" },
        { "float", 4, "r:one", "not a number" },
        { "float", 4, "r:", "not a number" },
        { "float4", 16, "r:1", "one number for a vector" },
        { "float4", 16, "v:1,2,3", "fewer values" },
        { "float4", 16, "v:1,2,3,4,5", "more values" },
        { "float4", 16, "v:1,,3,4", "value 1 does not fit" },
        { "int2", 8, "v:1,2.5", "value 1 does not fit" },
        { "struct params", 12, "i:1", "one number for a struct" },
        { "int", 4, "x:0102", "takes 8 hexadecimal digits" },
        { "int", 4, "x:0102030g", "takes 8 hexadecimal digits" },
        { "int", 4, "f:64", "a buffer, but the kernel takes a value" },
        { "int", 4, "l:64", "local memory, but" },
        { "int", 4, "0", "a null pointer, but" },
        { "int", 4, "", "no such spec" },
        { "int", 4, "5", "no such spec" },
        { "int", 4, "q:5", "no such spec" },
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (!EXPECT_EQ_INT(make(LINT_SCALAR, wrong[i].type, wrong[i].bytes, wrong[i].spec), CLSMEM_INVALID) ||
            !EXPECT_CONTAINS(clsmem_error_text(), wrong[i].text))
            expect_note("%s as %s", wrong[i].spec, wrong[i].type);
        EXPECT_CONTAINS(clsmem_error_text(), "argument 0 'p0'");
        EXPECT_EQ_SIZE(arguments.count, 0);
    }
}

static const uint8_t *buffer_of(const char *spec, uint64_t bytes)
{
    static const uint8_t nothing[4096];

    if (!EXPECT_EQ_INT(make(LINT_BUFFER, "float*", 4, spec), CLSMEM_OK) || !EXPECT_EQ_SIZE(memory.count, 1) ||
        !EXPECT_EQ_SIZE((size_t)memory.buffers[0].bytes, (size_t)bytes)) {
        expect_note("%s: %s", spec, clsmem_error_text());
        return nothing;
    }
    return memory.buffers[arguments.list[0].buffer].data;
}

static void buffers_have_the_length_and_the_values_of_their_spec(void)
{
    const uint32_t x = 1664525u + 1013904223u; /* argument 0: the generator begins with 1 */
    const uint32_t r = x >> 8;

    EXPECT_NEAR(*(const float *)(const void *)buffer_of("f:16", 64), (float)(r & 0xffff) / 65536.0f, 0);
    EXPECT_NEAR(*(const double *)(const void *)buffer_of("d:16", 128), (r & 0xffff) / 65536.0, 0);
    EXPECT_EQ_INT(*buffer_of("b:1K", 1024), r & 255);
    EXPECT_EQ_INT(*(const uint32_t *)(const void *)buffer_of("u:16:100", 64), r % 100);
    EXPECT_EQ_INT(*(const uint32_t *)(const void *)buffer_of("u:16:0", 64), r);
    EXPECT_EQ_INT(*(const uint32_t *)(const void *)buffer_of("u:16", 64), r);
    EXPECT_EQ_INT((long long)*(const uint64_t *)(const void *)buffer_of("U:16:100", 128), r % 100);
    EXPECT_EQ_INT(*(const uint16_t *)(const void *)buffer_of("s:16:100", 32), r % 100);
    EXPECT_EQ_INT(((const uint32_t *)(const void *)buffer_of("c:4:7", 16))[3], 7);
    EXPECT_EQ_INT(buffer_of("z:64", 64)[63], 0);
    buffer_of("h:8", 16);
}

static void buffers_that_make_no_sense_are_refused(void)
{
    static const char *const wrong[] = { "f:",   "f:0",     "f:-1",          "f",        "f:64:1", "u:64:",
                                         "f:1G", "u:64:1:", "f:99999999999", "f:3000M",  "d:300M", "b:3000000000",
                                         "f:x",  "f:64 ",   "f64",           "u:1:5000M" };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (!EXPECT_EQ_INT(make(LINT_BUFFER, "float*", 4, wrong[i]), CLSMEM_INVALID))
            expect_note("%s", wrong[i]);
        EXPECT_CONTAINS(clsmem_error_text(), "argument 0 'p0' (float*)");
    }
    EXPECT_EQ_INT(make(LINT_BUFFER, "float*", 4, "i:4"), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "the kernel takes a buffer");
    EXPECT_EQ_INT(make(LINT_BUFFER, "float*", 4, "l:4"), CLSMEM_INVALID);
}

static void a_null_pointer_has_no_buffer(void)
{
    if (!EXPECT_EQ_INT(make(LINT_BUFFER, "float*", 4, "0"), CLSMEM_OK))
        return;
    EXPECT_EQ_SIZE(memory.count, 0);
    EXPECT(arguments.list[0].buffer == LINT_NONE);
}

static void local_memory_has_its_bytes_and_no_more_than_an_address_tells(void)
{
    if (EXPECT_EQ_INT(make(LINT_LOCAL_BUFFER, "float*", 4, "l:1K"), CLSMEM_OK))
        EXPECT_EQ_SIZE((size_t)arguments.list[0].local_bytes, 1024);
    EXPECT_EQ_INT(make(LINT_LOCAL_BUFFER, "float*", 4, "l:10240M"), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "10737418240 bytes of local memory");
    EXPECT_EQ_INT(make(LINT_LOCAL_BUFFER, "float*", 4, "l:0"), CLSMEM_INVALID);
    EXPECT_EQ_INT(make(LINT_LOCAL_BUFFER, "float*", 4, "f:64"), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "l:BYTES");
    EXPECT_EQ_INT(make(LINT_LOCAL_BUFFER, "float*", 4, "0"), CLSMEM_INVALID);
}

static void files_are_buffers_and_values(void)
{
    char path[] = "/tmp/clsmem_argument_XXXXXX", spec[64];
    const int file = mkstemp(path);

    if (!EXPECT(file >= 0))
        return;
    snprintf(spec, sizeof spec, "@%s", path);
    EXPECT_EQ_INT(make(LINT_BUFFER, "float*", 4, spec), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "is empty");
    EXPECT(write(file, "abcdefgh", 8) == 8);
    close(file);
    EXPECT(memcmp(buffer_of(spec, 8), "abcdefgh", 8) == 0);
    expect_bytes("long", spec, "abcdefgh", 8);
    EXPECT_EQ_INT(make(LINT_SCALAR, "int", 4, spec), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "has 8 bytes, the argument 4");
    unlink(path);
    EXPECT_EQ_INT(make(LINT_BUFFER, "float*", 4, spec), CLSMEM_IO);
    EXPECT_CONTAINS(clsmem_error_text(), "cannot read");
    EXPECT_EQ_INT(make(LINT_BUFFER, "float*", 4, "@/tmp"), CLSMEM_IO);
}

static void what_no_spec_tells_is_assumed_and_said(void)
{
    const struct lint_parameter all[] = {
        parameter(LINT_BUFFER, "float*", 4),       parameter(LINT_BUFFER, "uint*", 4),
        parameter(LINT_BUFFER, "uchar*", 1),       parameter(LINT_SCALAR, "int", 4),
        parameter(LINT_SCALAR, "float2", 8),       parameter(LINT_LOCAL_BUFFER, "float*", 4),
        parameter(LINT_SCALAR, "struct pair", 12), parameter(LINT_LOCAL_BUFFER, "", 0)
    };
    static const char *const lines[] = {
        "argument 0 'p0' (float*): assumed as long as it takes, pseudo-random numbers in [0, 1)",
        "argument 1 'p1' (uint*): assumed as long as it takes, pseudo-random whole numbers below 64",
        "argument 2 'p2' (uchar*): assumed as long as it takes, pseudo-random bytes",
        "argument 3 'p3' (int): assumed 64, the global size",
        "argument 4 'p4' (float2): assumed 1.0",
        "argument 5 'p5' (float*): assumed as long as it takes, up to 32768 bytes",
        "argument 6 'p6' (struct pair): assumed all 0",
        "argument 7 'p7': assumed as long as it takes, up to 32768 bytes",
    };

    if (!EXPECT_EQ_INT(make_all(all, 8, NULL, 0), CLSMEM_OK) || !EXPECT_EQ_SIZE(arguments.assumption_count, 8))
        return;
    for (size_t i = 0; i < 8; i++)
        EXPECT_EQ_STR(arguments.assumptions[i], lines[i]);
    EXPECT(memory.buffers[0].bytes == UINT64_MAX && memory.buffers[0].fill.kind == LINT_FILL_FLOAT);
    EXPECT(memory.buffers[1].fill.kind == LINT_FILL_UINT && memory.buffers[1].fill.modulus == 64);
    EXPECT(memory.buffers[1].fill.index == 1 && memory.buffers[2].fill.kind == LINT_FILL_BYTE);
    EXPECT(memcmp(arguments.list[3].bytes, &(int32_t){ 64 }, 4) == 0);
    EXPECT(memcmp(arguments.list[4].bytes, (const float[2]){ 1, 1 }, 8) == 0);
    EXPECT_EQ_SIZE((size_t)arguments.list[5].local_bytes, 32768);
}

static void a_dash_is_assumed_and_the_rest_is_not(void)
{
    const struct lint_parameter two[] = { parameter(LINT_SCALAR, "char", 1), parameter(LINT_SCALAR, "int", 4) };

    if (!EXPECT_EQ_INT(make_all(two, 2, (const char *const[]){ "-", "i:5" }, 2), CLSMEM_OK))
        return;
    EXPECT_EQ_SIZE(arguments.assumption_count, 1);
    EXPECT_EQ_INT(arguments.list[0].bytes[0], 64);
    EXPECT_EQ_INT(make_all(two, 2, (const char *const[]){ NULL, "-" }, 2), CLSMEM_OK);
    EXPECT_EQ_SIZE(arguments.assumption_count, 2);
}

static void a_wrong_number_of_specs_is_refused_with_what_the_kernel_takes(void)
{
    const struct lint_parameter two[] = { parameter(LINT_BUFFER, "float*", 4), parameter(LINT_SCALAR, "int", 4) };
    static const char *const specs[] = { "f:64", "i:64", "i:64" };

    EXPECT_EQ_INT(make_all(two, 2, specs, 1), CLSMEM_INVALID);
    EXPECT_EQ_STR(clsmem_error_text(), "too few arguments: 1, but k takes 2: p0 (float*), p1 (int)");
    EXPECT_EQ_INT(make_all(two, 2, specs, 3), CLSMEM_INVALID);
    EXPECT_EQ_STR(clsmem_error_text(), "too many arguments: 3, but k takes 2: p0 (float*), p1 (int)");
    EXPECT_EQ_INT(make_all(two, 0, specs, 1), CLSMEM_INVALID);
    EXPECT_EQ_STR(clsmem_error_text(), "too many arguments: 1, but k takes 0");
    EXPECT_EQ_INT(make_all(two, 0, NULL, 0), CLSMEM_OK);
    lint_arguments_release(&arguments);
    lint_memory_release(&memory);
    memory = (struct lint_memory){ 0 };
}

CU_TestInfo lint_argument_tests[] = {
    TEST(whole_numbers_take_the_width_of_the_parameter),
    TEST(real_numbers_take_the_type_of_the_parameter),
    TEST(vectors_and_structs_are_given_by_their_parts),
    TEST(values_that_do_not_fit_are_refused),
    TEST(buffers_have_the_length_and_the_values_of_their_spec),
    TEST(buffers_that_make_no_sense_are_refused),
    TEST(a_null_pointer_has_no_buffer),
    TEST(local_memory_has_its_bytes_and_no_more_than_an_address_tells),
    TEST(files_are_buffers_and_values),
    TEST(what_no_spec_tells_is_assumed_and_said),
    TEST(a_dash_is_assumed_and_the_rest_is_not),
    TEST(a_wrong_number_of_specs_is_refused_with_what_the_kernel_takes),
    CU_TEST_INFO_NULL,
};
