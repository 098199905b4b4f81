/* From a kernel file to a built program: where sources come from, what they see, and what a failed build leaves. */
#include <CUnit/CUnit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/program.h"
#include "expect.h"
#include "session.h"

static const struct clsmem_sources embedded = { NULL };
static const struct clsmem_sources of_tests = { CLSMEM_TEST_DIR "/cl" };

static const struct clsmem_param null_params[CLSMEM_MAX_PARAMS] = { { "GROUP", 64 } };
static const struct clsmem_param variant_params[CLSMEM_MAX_PARAMS] = { { "FROM_VARIANT", -7 } };
static const struct clsmem_param plan_params[CLSMEM_MAX_PARAMS] = { { "FROM_PLAN", 2147483647 } };

static const struct clsmem_device *device(void)
{
    const struct clsmem_session *session = session_shared();

    return session ? &session->device : NULL;
}

static void expect_built(enum clsmem_status status, const struct clsmem_program *program)
{
    if (!EXPECT_EQ_INT(status, CLSMEM_OK) | !EXPECT(program->handle != NULL) | !EXPECT(program->log != NULL))
        expect_note("%s\n%s", clsmem_error_text(), program->log ? program->log : "");
}

static void kernels_inside_the_library_build_without_a_folder(void)
{
    struct clsmem_program program;

    if (!device())
        return;
    expect_built(clsmem_program_build(
                     device(), &embedded,
                     &(struct clsmem_recipe){
                         .stem = "null", .label = "null.one", .type = CLSMEM_F32, .variant_params = null_params },
                     &program),
                 &program);
    EXPECT(program.build_ns > 0);
    EXPECT(program.source_hash != 0);
    clsmem_program_release(&program);
    EXPECT(!program.handle && !program.log);
    clsmem_program_release(&program);
}

/* The values that tests/cl/macros.cl reports. */
static void read_macros(enum clsmem_type type, cl_int values[4])
{
    struct clsmem_program program;
    cl_kernel kernel = NULL;
    cl_mem out = NULL;
    const size_t one = 1;
    cl_int error;

    expect_built(clsmem_program_build(device(), &of_tests,
                                      &(struct clsmem_recipe){ .stem = "macros",
                                                               .label = "macros",
                                                               .type = type,
                                                               .variant_params = variant_params,
                                                               .plan_params = plan_params },
                                      &program),
                 &program);
    kernel = clCreateKernel(program.handle, "macros", &error);
    out = clCreateBuffer(device()->context, CL_MEM_WRITE_ONLY, 4 * sizeof *values, NULL, &error);
    EXPECT_EQ_INT(clSetKernelArg(kernel, 0, sizeof out, &out), CL_SUCCESS);
    EXPECT_EQ_INT(clEnqueueNDRangeKernel(device()->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_SUCCESS);
    EXPECT_EQ_INT(clEnqueueReadBuffer(device()->queue, out, CL_TRUE, 0, 4 * sizeof *values, values, 0, NULL, NULL),
                  CL_SUCCESS);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    clsmem_program_release(&program);
}

static void kernels_see_the_type_and_the_macros_of_variant_and_plan(void)
{
    cl_int values[4] = { 0 };

    if (!device())
        return;
    read_macros(CLSMEM_F32, values);
    EXPECT_EQ_INT(values[0], -7);
    EXPECT_EQ_INT(values[1], 2147483647);
    EXPECT_EQ_INT(values[2], 4);
    EXPECT_EQ_INT(values[3], 4);
    if (device()->info.limits.vector_f64 == 0)
        return;
    read_macros(CLSMEM_F64, values);
    EXPECT_EQ_INT(values[2], 8);
    EXPECT_EQ_INT(values[3], 8);
}

static void a_failed_build_leaves_a_log_with_file_and_line(void)
{
    struct clsmem_program program;

    if (!device())
        return;
    EXPECT_EQ_INT(
        clsmem_program_build(
            device(), &of_tests,
            &(struct clsmem_recipe){ .stem = "does_not_build", .label = "wrong.does_not_build", .type = CLSMEM_F32 },
            &program),
        CLSMEM_BUILD_FAILED);
    EXPECT_CONTAINS(clsmem_error_text(), "wrong.does_not_build does not build: CL_BUILD_PROGRAM_FAILURE");
    EXPECT_CONTAINS(program.log, "does_not_build.cl:6");
    EXPECT_CONTAINS(program.log, "undeclared_place");
    clsmem_program_release(&program);
}

static void a_missing_macro_is_named_by_the_kernel_file(void)
{
    struct clsmem_program program;

    if (!device())
        return;
    EXPECT_EQ_INT(clsmem_program_build(
                      device(), &embedded,
                      &(struct clsmem_recipe){ .stem = "null", .label = "null.one", .type = CLSMEM_F32 }, &program),
                  CLSMEM_BUILD_FAILED);
    EXPECT_CONTAINS(program.log, "null.cl:");
    EXPECT_CONTAINS(program.log, "GROUP comes from the host");
    clsmem_program_release(&program);
}

static void a_missing_file_is_named_with_its_folder(void)
{
    struct clsmem_program program;
    const struct clsmem_sources nowhere = { "/nonexistent" };

    if (!device())
        return;
    EXPECT_EQ_INT(clsmem_program_build(
                      device(), &of_tests,
                      &(struct clsmem_recipe){ .stem = "no_such", .label = "no.such", .type = CLSMEM_F32 }, &program),
                  CLSMEM_IO);
    EXPECT_CONTAINS(clsmem_error_text(), "/cl/no_such.cl: No such file");
    clsmem_program_release(&program);
    EXPECT_EQ_INT(clsmem_program_build(
                      device(), &nowhere,
                      &(struct clsmem_recipe){
                          .stem = "null", .label = "null.one", .type = CLSMEM_F32, .variant_params = null_params },
                      &program),
                  CLSMEM_IO);
    EXPECT_CONTAINS(clsmem_error_text(), "/nonexistent/null.cl");
    clsmem_program_release(&program);
    EXPECT_EQ_INT(clsmem_program_build(
                      device(), &embedded,
                      &(struct clsmem_recipe){ .stem = "no_such", .label = "no.such", .type = CLSMEM_F32 }, &program),
                  CLSMEM_IO);
    EXPECT_CONTAINS(clsmem_error_text(), "no_such.cl");
    clsmem_program_release(&program);
}

static bool write_file(const char *folder, const char *name, const char *text)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    return EXPECT(file != NULL) && EXPECT(fputs(text, file) >= 0) && EXPECT_EQ_INT(fclose(file), 0);
}

static void remove_file(const char *folder, const char *name)
{
    char path[512];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    EXPECT_EQ_INT(unlink(path), 0);
}

/* tests/cl has no header, and its kernels build; a header of the folder's own comes before the library's. */
static void a_folders_own_header_is_used_instead_of_the_librarys(void)
{
    char folder[] = "/tmp/clsmem-test-XXXXXX";
    const struct clsmem_sources sources = { folder };
    struct clsmem_program program;

    if (!device() || !EXPECT(mkdtemp(folder) != NULL))
        return;
    if (write_file(folder, "clsmem.clh", "#error \"this is the folder's own header\"\n") &&
        write_file(folder, "empty.cl", "__kernel void empty(void)\n{\n}\n")) {
        EXPECT_EQ_INT(clsmem_program_build(
                          device(), &sources,
                          &(struct clsmem_recipe){ .stem = "empty", .label = "empty", .type = CLSMEM_F32 }, &program),
                      CLSMEM_BUILD_FAILED);
        EXPECT_CONTAINS(program.log, "clsmem.clh:1");
        EXPECT_CONTAINS(program.log, "this is the folder's own header");
        clsmem_program_release(&program);
    }
    remove_file(folder, "clsmem.clh");
    remove_file(folder, "empty.cl");
    EXPECT_EQ_INT(rmdir(folder), 0);
}

/* By a link to itself: root, too, cannot read one. */
static void a_header_that_cannot_be_read_is_not_replaced_by_the_librarys(void)
{
    char folder[] = "/tmp/clsmem-test-XXXXXX", header[64];
    const struct clsmem_sources sources = { folder };
    struct clsmem_program program;

    if (!device() || !EXPECT(mkdtemp(folder) != NULL))
        return;
    snprintf(header, sizeof header, "%s/clsmem.clh", folder);
    if (EXPECT_EQ_INT(symlink("clsmem.clh", header), 0) &&
        write_file(folder, "empty.cl", "__kernel void empty(void)\n{\n}\n")) {
        EXPECT_EQ_INT(clsmem_program_build(
                          device(), &sources,
                          &(struct clsmem_recipe){ .stem = "empty", .label = "empty", .type = CLSMEM_F32 }, &program),
                      CLSMEM_IO);
        EXPECT_CONTAINS(clsmem_error_text(), "/clsmem.clh: ");
        clsmem_program_release(&program);
    }
    remove_file(folder, "clsmem.clh");
    remove_file(folder, "empty.cl");
    EXPECT_EQ_INT(rmdir(folder), 0);
}

/* A file larger than any first guess at a buffer, with the kernel at its end. */
static void a_large_kernel_file_is_read_to_its_end(void)
{
    static char text[400000];
    char folder[] = "/tmp/clsmem-test-XXXXXX";
    const struct clsmem_sources sources = { folder };
    struct clsmem_program program;
    cl_kernel kernel;
    cl_int error;

    if (!device() || !EXPECT(mkdtemp(folder) != NULL))
        return;
    memset(text, '\n', sizeof text);
    snprintf(text + sizeof text - 64, 64, "__kernel void last(void)\n{\n}\n");
    if (write_file(folder, "large.cl", text)) {
        expect_built(clsmem_program_build(
                         device(), &sources,
                         &(struct clsmem_recipe){ .stem = "large", .label = "large", .type = CLSMEM_F32 }, &program),
                     &program);
        kernel = clCreateKernel(program.handle, "last", &error);
        if (EXPECT_EQ_INT(error, CL_SUCCESS))
            clReleaseKernel(kernel);
        clsmem_program_release(&program);
    }
    remove_file(folder, "large.cl");
    EXPECT_EQ_INT(rmdir(folder), 0);
}

static uint64_t hash_of(const char *label, enum clsmem_type type, const struct clsmem_param *params)
{
    struct clsmem_program program;
    uint64_t hash;

    /* The hash is taken before the build, so a device without the type has one too. */
    (void)clsmem_program_build(
        device(), &of_tests,
        &(struct clsmem_recipe){
            .stem = "macros", .label = label, .type = type, .variant_params = params, .plan_params = plan_params },
        &program);
    hash = program.source_hash;
    clsmem_program_release(&program);
    return hash;
}

static void the_hash_tells_apart_all_that_the_compiler_sees(void)
{
    const struct clsmem_param other[CLSMEM_MAX_PARAMS] = { { "FROM_VARIANT", -8 } };

    if (!device())
        return;
    const uint64_t hash = hash_of("macros", CLSMEM_F32, variant_params);

    EXPECT(hash == hash_of("macros", CLSMEM_F32, variant_params));
    EXPECT(hash != hash_of("others", CLSMEM_F32, variant_params));
    EXPECT(hash != hash_of("macros", CLSMEM_F64, variant_params));
    EXPECT(hash != hash_of("macros", CLSMEM_F32, other));
}

CU_TestInfo program_tests[] = {
    TEST(kernels_inside_the_library_build_without_a_folder),
    TEST(kernels_see_the_type_and_the_macros_of_variant_and_plan),
    TEST(a_failed_build_leaves_a_log_with_file_and_line),
    TEST(a_missing_macro_is_named_by_the_kernel_file),
    TEST(a_missing_file_is_named_with_its_folder),
    TEST(a_folders_own_header_is_used_instead_of_the_librarys),
    TEST(a_header_that_cannot_be_read_is_not_replaced_by_the_librarys),
    TEST(a_large_kernel_file_is_read_to_its_end),
    TEST(the_hash_tells_apart_all_that_the_compiler_sees),
    CU_TEST_INFO_NULL,
};
