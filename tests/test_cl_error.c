/* The names of error codes, and the sentence on a failed call. */
#include <CUnit/CUnit.h>

#include "expect.h"
#include "jump_cl.h"

static void errors_have_the_names_of_the_headers(void)
{
    EXPECT_EQ_STR(clsmem_cl_error_name(CL_SUCCESS), "CL_SUCCESS");
    EXPECT_EQ_STR(clsmem_cl_error_name(-30), "CL_INVALID_VALUE");
    EXPECT_EQ_STR(clsmem_cl_error_name(-68), "CL_INVALID_DEVICE_PARTITION_COUNT");
    EXPECT_EQ_STR(clsmem_cl_error_name(-1001), "CL_PLATFORM_NOT_FOUND_KHR");
    EXPECT_EQ_STR(clsmem_cl_error_name(-20), "unknown OpenCL error");
    EXPECT_EQ_STR(clsmem_cl_error_name(1), "unknown OpenCL error");
}

static void a_failed_call_is_named_without_its_arguments(void)
{
    EXPECT_EQ_INT(clsmem_fail_cl("clFinish(queue)", -36, "Radeon", "timing gemm.tiled"), CLSMEM_DEVICE_FAILED);
    EXPECT_EQ_STR(clsmem_error_text(),
                  "clFinish failed on Radeon while timing gemm.tiled: CL_INVALID_COMMAND_QUEUE (-36)");
    clsmem_fail_cl("(buffer = clCreateBuffer(context, flags(in), clsmem_bytes(p), NULL, &error), error)", -61, "",
                   "x");
    EXPECT_EQ_STR(clsmem_error_text(), "clCreateBuffer failed while x: CL_INVALID_BUFFER_SIZE (-61)");
    clsmem_fail_cl("clblast_call(x)", -5, NULL, "x");
    EXPECT_CONTAINS(clsmem_error_text(), "clblast_call(x) failed while x: CL_OUT_OF_RESOURCES (-5)");
}

static void a_failed_clblast_call_has_clblasts_own_names(void)
{
    clsmem_fail_cl("CLBlastSgemm(order, n)", -1013, "Radeon", "comparing");
    EXPECT_CONTAINS(clsmem_error_text(), "CLBlastSgemm failed on Radeon while comparing: CLBlastInvalidIncrementX");
    clsmem_fail_cl("CLBlastSgemm(order, n)", -54, "Radeon", "comparing");
    EXPECT_CONTAINS(clsmem_error_text(), "CL_INVALID_WORK_GROUP_SIZE (-54)");
}

static void an_error_text_can_wrap_the_one_before(void)
{
    clsmem_fail(CLSMEM_IO, "inner");
    EXPECT_EQ_INT(clsmem_fail(CLSMEM_IO, "%s, outer", clsmem_error_text()), CLSMEM_IO);
    EXPECT_EQ_STR(clsmem_error_text(), "inner, outer");
}

CU_TestInfo cl_error_tests[] = {
    TEST(errors_have_the_names_of_the_headers),
    TEST(a_failed_call_is_named_without_its_arguments),
    TEST(a_failed_clblast_call_has_clblasts_own_names),
    TEST(an_error_text_can_wrap_the_one_before),
    CU_TEST_INFO_NULL,
};
