/* cl/clsmem.clh against host/layout.c: device and host must agree on where every element of a tile lies. */
#include <CUnit/CUnit.h>

#include <string.h>

#include "clsmem/layout.h"
#include "clsmem/program.h"
#include "expect.h"
#include "session.h"

enum { ROWS = 67, MOST_COLS = 64 };

static const struct clsmem_layout layouts[] = {
    { CLSMEM_PLAIN, .cols = 1 },
    { CLSMEM_PLAIN, .cols = 7 },
    { CLSMEM_PLAIN, .cols = 32 },
    { CLSMEM_PADDED, .cols = 32, .pad = 1 },
    { CLSMEM_PADDED, .cols = 13, .pad = 3 },
    { CLSMEM_PADDED, .cols = 64, .pad = 4 },
    { CLSMEM_SWIZZLED, .cols = 1, .access = 1 },
    { CLSMEM_SWIZZLED, .cols = 32, .access = 1 },
    { CLSMEM_SWIZZLED, .cols = 32, .access = 1, .shift = 2 },
    { CLSMEM_SWIZZLED, .cols = 64, .access = 4, .shift = 2 },
    { CLSMEM_SWIZZLED, .cols = 64, .access = 2, .shift = 1 },
    { CLSMEM_SWIZZLED, .cols = 4, .access = 4, .shift = 3 },
};

/* Builds and runs tests/cl/layouts.cl for one layout. */
static bool ask_device(const struct clsmem_device *device, const struct clsmem_layout *layout, cl_uint *indices,
                       size_t count)
{
    const struct clsmem_sources sources = { CLSMEM_TEST_DIR "/cl" };
    const struct clsmem_param params[CLSMEM_MAX_PARAMS] = {
        { "LAYOUT", (long)layout->kind },
        { "PAD", (long)layout->pad },
        { "ACCESS", (long)layout->access },
        { "SHIFT", (long)layout->shift },
        { "ROWS", ROWS },
        { "COLS", (long)layout->cols },
    };
    const size_t global[2] = { layout->cols, ROWS };
    const struct clsmem_recipe recipe = {
        .stem = "layouts", .label = clsmem_layout_word(layout->kind), .type = CLSMEM_F32, .variant_params = params
    };
    struct clsmem_program program;
    cl_kernel kernel = NULL;
    cl_mem out = NULL;
    cl_int error = CL_SUCCESS;
    bool done = false;

    if (!EXPECT_EQ_INT(clsmem_program_build(device, &sources, &recipe, &program), CLSMEM_OK)) {
        expect_note("%s\n%s", clsmem_error_text(), program.log ? program.log : "");
        goto out;
    }
    kernel = clCreateKernel(program.handle, "layouts", &error);
    out = clCreateBuffer(device->context, CL_MEM_WRITE_ONLY, count * sizeof *indices, NULL, &error);
    done = EXPECT(kernel && out) && EXPECT_EQ_INT(clSetKernelArg(kernel, 0, sizeof out, &out), CL_SUCCESS) &&
           EXPECT_EQ_INT(clEnqueueNDRangeKernel(device->queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL),
                         CL_SUCCESS) &&
           EXPECT_EQ_INT(
               clEnqueueReadBuffer(device->queue, out, CL_TRUE, 0, count * sizeof *indices, indices, 0, NULL, NULL),
               CL_SUCCESS);
out:
    if (kernel)
        clReleaseKernel(kernel);
    if (out)
        clReleaseMemObject(out);
    clsmem_program_release(&program);
    return done;
}

static void expect_agreement(const struct clsmem_layout *layout)
{
    const struct clsmem_session *session = session_shared();
    cl_uint indices[ROWS * MOST_COLS + 1];
    size_t different = 0;

    memset(indices, 0xff, sizeof indices);
    if (!session || !ask_device(&session->device, layout, indices, ROWS * layout->cols + 1))
        return;
    for (size_t row = 0; row < ROWS; row++)
        for (size_t col = 0; col < layout->cols; col++)
            different += indices[row * layout->cols + col] != clsmem_layout_index(layout, row, col);
    if (!EXPECT_EQ_SIZE(different, 0) |
        !EXPECT_EQ_SIZE(indices[ROWS * layout->cols], clsmem_layout_elements(layout, ROWS)))
        expect_note("%s: %zu columns, pad %zu, access %zu, shift %u", clsmem_layout_word(layout->kind), layout->cols,
                    layout->pad, layout->access, layout->shift);
}

static void expect_agreements(enum clsmem_layout_kind kind)
{
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (layouts[i].kind == kind)
            expect_agreement(&layouts[i]);
}

static void device_and_host_agree_on_plain_tiles(void)
{
    expect_agreements(CLSMEM_PLAIN);
}

static void device_and_host_agree_on_padded_tiles(void)
{
    expect_agreements(CLSMEM_PADDED);
}

static void device_and_host_agree_on_swizzled_tiles(void)
{
    expect_agreements(CLSMEM_SWIZZLED);
}

CU_TestInfo layouts_tests[] = {
    TEST(device_and_host_agree_on_plain_tiles),
    TEST(device_and_host_agree_on_padded_tiles),
    TEST(device_and_host_agree_on_swizzled_tiles),
    CU_TEST_INFO_NULL,
};
