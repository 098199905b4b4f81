/*
 * Checks that can fail: kernels of tests/cl that are wrong on purpose, each in its own way, must be found out, and the
 * right ones beside them must pass. Every family here turns 8 x 8 tiles, except sums.
 */
#include <CUnit/CUnit.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "clblast.h"
#include "clsmem/layout.h"
#include "expect.h"
#include "session.h"

enum { TILES = 300, ELEMENTS = TILES * 64, UNWRITTEN = ELEMENTS - 77 };

static void plan_turn(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t count = problem->extent[0] * 64;

    (void)variant;
    (void)limits;
    *plan = (struct clsmem_plan){
        .buffers = { { count, CLSMEM_IN, problem->type }, { count, CLSMEM_OUT, problem->type } },
        .passes = { { .entry = "turn",
                      .global = { count },
                      .local = { 64 },
                      .args = { clsmem_arg_buffer(0), clsmem_arg_buffer(1) } } },
        .local_bytes = 9 * 8 * clsmem_type_bytes(problem->type),
    };
}

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    return (struct clsmem_work){ .bytes = (double)problem->extent[0] * 64 };
}

static void reference_turn(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    for (size_t i = 0; i < problem->extent[0] * 64; i++)
        expected[i] = in[0][i / 64 * 64 + i % 8 * 8 + i / 8 % 8];
}

#define TURNING(stem, its_variants)                                                                                   \
    {                                                                                                                 \
        .name = (stem), .extents = { "tiles" }, .variants = (its_variants),                                           \
        .variant_count = sizeof(its_variants) / sizeof *(its_variants), .plan = plan_turn, .work = work,              \
        .reference = reference_turn                                                                                   \
    }

#define PLAIN_TILE                                                                                                    \
    {                                                                                                                 \
        "LAYOUT", CLSMEM_PLAIN                                                                                        \
    }

static const struct clsmem_variant right_variants[] = {
    { "plain", .params = { PLAIN_TILE } },
    { "padded", .params = { { "LAYOUT", CLSMEM_PADDED }, { "PAD", 1 } } },
    { "swizzled", .params = { { "LAYOUT", CLSMEM_SWIZZLED }, { "ACCESS", 1 }, { "SHIFT", 0 } } },
};
static const struct clsmem_kernel right = TURNING("right", right_variants);

static const struct clsmem_variant plain_variant[] = { { "plain", .params = { PLAIN_TILE } } };
static const struct clsmem_kernel missing_barrier = TURNING("missing_barrier", plain_variant);
static const struct clsmem_kernel does_not_build = TURNING("does_not_build", plain_variant);
static const struct clsmem_kernel no_such_file = TURNING("no_such_file", plain_variant);

/* The right file under a wrong plan. */
static void plan_no_such_entry(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                               const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    plan_turn(variant, problem, limits, plan);
    plan->passes[0].entry = "no_such_entry";
}

static void plan_argument_missing(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                                  const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    plan_turn(variant, problem, limits, plan);
    plan->passes[0].args[1] = (struct clsmem_arg){ 0 };
}

enum { NO_SUCH_ENTRY, ARGUMENT_MISSING };
static const struct clsmem_variant misplanned_variants[] = {
    [NO_SUCH_ENTRY] = { "no_such_entry", .params = { PLAIN_TILE }, .plan = plan_no_such_entry },
    [ARGUMENT_MISSING] = { "argument_missing", .params = { PLAIN_TILE }, .plan = plan_argument_missing },
};
static const struct clsmem_kernel misplanned = TURNING("right", misplanned_variants);

static const struct clsmem_variant pad_off_by_one_variants[] = {
    { "plain", .params = { PLAIN_TILE } },
    { "padded_wide", .params = { { "LAYOUT", CLSMEM_PADDED }, { "PAD", 1 } } },
};
static const struct clsmem_kernel pad_off_by_one = TURNING("pad_off_by_one", pad_off_by_one_variants);

static const struct clsmem_variant one_unwritten_variants[] = {
    { "plain", .params = { PLAIN_TILE, { "UNWRITTEN", UNWRITTEN } } },
};
static const struct clsmem_kernel one_unwritten = TURNING("one_unwritten", one_unwritten_variants);

static const struct clsmem_variant writes_outside_variants[] = {
    { "before", .params = { PLAIN_TILE, { "PLACE", -1 } } },
    { "far_before", .params = { PLAIN_TILE, { "PLACE", -16000 } } },
    { "behind", .params = { PLAIN_TILE, { "PLACE", ELEMENTS } } },
    { "far_behind", .params = { PLAIN_TILE, { "PLACE", ELEMENTS + 16000 } } },
};
static const struct clsmem_kernel writes_outside = TURNING("writes_outside", writes_outside_variants);

/* Wrong kernels and right ones side by side, on one oracle. */
enum { SPOILS, RIGHT, SPOILS_GUARD, RIGHT_AGAIN };
static const struct clsmem_variant writes_input_variants[] = {
    [SPOILS] = { "spoils", .params = { PLAIN_TILE, { "SPOILS", 1 } } },
    [RIGHT] = { "right", .params = { PLAIN_TILE } },
    [SPOILS_GUARD] = { "spoils_guard", .params = { PLAIN_TILE, { "SPOILS_GUARD", 1 } } },
    [RIGHT_AGAIN] = { "right_again", .params = { PLAIN_TILE } },
};
static const struct clsmem_kernel writes_input = TURNING("writes_input", writes_input_variants);

/* sums: the one family here that rounds. */
static void plan_sums(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    plan_turn(variant, problem, limits, plan);
    plan->buffers[1].count = problem->extent[0];
    plan->passes[0].entry = "sums";
}

static void reference_sums(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    memset(expected, 0, problem->extent[0] * sizeof *expected);
    for (size_t i = 0; i < problem->extent[0] * 64; i++)
        expected[i / 64] += in[0][i];
}

static void magnitude_sums(const struct clsmem_problem *problem, const double *const in[], double *magnitude)
{
    memset(magnitude, 0, problem->extent[0] * sizeof *magnitude);
    for (size_t i = 0; i < problem->extent[0] * 64; i++)
        magnitude[i / 64] += fabs(in[0][i]);
}

/* A tree over 64 elements. */
static double roundings_sums(const struct clsmem_problem *problem)
{
    (void)problem;
    return 6;
}

/* Inputs are multiples of 2^-24, lattice inputs of 2^-4. */
static const struct clsmem_variant sums_variants[] = {
    { "all_bits", .params = { { "BITS", 24 } } },
    { "17_bits", .params = { { "BITS", 17 } } },
    { "10_bits", .params = { { "BITS", 10 } } },
    { "3_bits", .params = { { "BITS", 3 } } },
};
static const struct clsmem_kernel sums = {
    .name = "sums",
    .extents = { "tiles" },
    .variants = sums_variants,
    .variant_count = sizeof sums_variants / sizeof *sums_variants,
    .plan = plan_sums,
    .work = work,
    .reference = reference_sums,
    .magnitude = magnitude_sums,
    .roundings = roundings_sums,
};

/* Runs a variant of tests/cl; the row has no time unless it is right. The caller releases it. */
static struct clsmem_result run(const struct clsmem_kernel *kernel, size_t variant, enum clsmem_status status)
{
    const struct clsmem_problem problem = { .extent = { TILES, 1, 1, 1 }, .alpha = 1 };
    struct clsmem_session *session = session_shared();
    struct clsmem_result result = { 0 };

    if (session) {
        session->options.kernel_directory = CLSMEM_TEST_DIR "/cl";
        session_run(session, kernel, &kernel->variants[variant], &problem, &result);
        session->options.kernel_directory = NULL;
        if (!EXPECT_EQ_INT(result.status, status) | !EXPECT((result.time.count > 0) == (status == CLSMEM_OK)))
            expect_note("%s.%s: %s", kernel->name, kernel->variants[variant].name, result.reason);
    }
    return result;
}

static void a_right_kernel_passes_in_every_layout(void)
{
    for (size_t i = 0; i < right.variant_count; i++) {
        struct clsmem_result result = run(&right, i, CLSMEM_OK);

        EXPECT_EQ_SIZE(result.check.wrong, 0);
        EXPECT_NEAR(result.check.worst, 0, 0);
        EXPECT_EQ_STR(result.reason, "");
        EXPECT_EQ_STR(result.check.oracle, "reference");
        clsmem_result_release(&result);
    }
}

/* All work-items above the diagonal read what a later one writes. */
static void a_missing_barrier_is_found(void)
{
    struct clsmem_result result = run(&missing_barrier, 0, CLSMEM_WRONG);

    EXPECT(result.check.wrong > TILES);
    EXPECT_CONTAINS(result.reason, " elements wrong, the first at ");
    clsmem_result_release(&result);
}

/* Each of 7 seams between rows loses one element of the tile. */
static void a_pad_off_by_one_is_found(void)
{
    struct clsmem_result result = run(&pad_off_by_one, 0, CLSMEM_WRONG);

    EXPECT_EQ_SIZE(result.check.wrong, (size_t)7 * TILES);
    clsmem_result_release(&result);
}

/* With a pad to spare, the same text is right: the check must not fail for how a kernel looks. */
static void a_pad_off_by_one_that_still_holds_a_row_passes(void)
{
    struct clsmem_result result = run(&pad_off_by_one, 1, CLSMEM_OK);

    clsmem_result_release(&result);
}

static void one_unwritten_element_is_found_by_its_poison(void)
{
    struct clsmem_result result = run(&one_unwritten, 0, CLSMEM_WRONG);
    char place[64];

    snprintf(place, sizeof place, "1 of %d elements wrong, the first at %d: ", ELEMENTS, UNWRITTEN);
    EXPECT_EQ_SIZE(result.check.wrong, 1);
    EXPECT(isinf(result.check.worst));
    EXPECT_CONTAINS(result.reason, place);
    EXPECT_CONTAINS(result.reason, "nan instead of ");
    EXPECT_EQ_STR(result.check.note, result.reason);
    clsmem_result_release(&result);
}

static void a_write_outside_a_buffer_is_found_on_either_side(void)
{
    static const char *const where[] = { "about 4 bytes before it", "about 64000 bytes before it",
                                         "about 0 bytes behind it", "about 64000 bytes behind it" };

    for (size_t i = 0; i < writes_outside.variant_count; i++) {
        struct clsmem_result result = run(&writes_outside, i, CLSMEM_WRONG);

        EXPECT_CONTAINS(result.reason, "wrote outside a buffer");
        EXPECT_CONTAINS(result.reason, where[i]);
        clsmem_result_release(&result);
    }
}

/* Each tile's element 5 has changed when the second launch reads it. */
static void a_kernel_that_writes_its_input_is_found(void)
{
    struct clsmem_result result = run(&writes_input, SPOILS, CLSMEM_WRONG);

    EXPECT_EQ_SIZE(result.check.wrong, TILES);
    clsmem_result_release(&result);
}

static void a_write_before_an_input_is_found(void)
{
    struct clsmem_result result = run(&writes_input, SPOILS_GUARD, CLSMEM_WRONG);

    EXPECT_CONTAINS(result.reason, "about 4 bytes before it");
    clsmem_result_release(&result);
}

static void a_kernel_that_writes_its_input_spoils_no_other_row(void)
{
    for (size_t i = 0; i < writes_input.variant_count; i++) {
        struct clsmem_result result = run(&writes_input, i, i == RIGHT || i == RIGHT_AGAIN ? CLSMEM_OK : CLSMEM_WRONG);

        clsmem_result_release(&result);
    }
}

static void all_bits_of_a_sum_are_within_its_bound(void)
{
    struct clsmem_result result = run(&sums, 0, CLSMEM_OK);

    EXPECT(result.check.worst > 0 && result.check.worst < 1);
    clsmem_result_release(&result);
}

/* Lattice data hide the lost bits, so it is the bound on random data that finds them. */
static void a_result_just_beyond_its_error_bound_is_found(void)
{
    struct clsmem_result slight = run(&sums, 1, CLSMEM_WRONG), plain = run(&sums, 2, CLSMEM_WRONG);

    EXPECT(slight.check.worst > 1 && slight.check.worst < 20);
    EXPECT(slight.check.wrong > 0 && slight.check.wrong < plain.check.wrong);
    EXPECT(plain.check.worst > 20 && isfinite(plain.check.worst));
    clsmem_result_release(&slight);
    clsmem_result_release(&plain);
}

/* On lattice data nothing rounds, so nothing is tolerated: any error is infinitely beyond its bound. */
static void lattice_data_tolerate_nothing(void)
{
    struct clsmem_result result = run(&sums, 3, CLSMEM_WRONG);

    EXPECT(isinf(result.check.worst));
    clsmem_result_release(&result);
}

static void a_kernel_that_does_not_build_is_a_row_with_its_log(void)
{
    struct clsmem_result result = run(&does_not_build, 0, CLSMEM_BUILD_FAILED);

    EXPECT_CONTAINS(result.reason, "does_not_build.plain does not build");
    EXPECT_CONTAINS(result.build_log, "does_not_build.cl:6");
    EXPECT_CONTAINS(result.build_log, "undeclared_place");
    clsmem_result_release(&result);
}

static void a_kernel_without_a_file_is_a_row_that_names_it(void)
{
    struct clsmem_result result = run(&no_such_file, 0, CLSMEM_IO);

    EXPECT_CONTAINS(result.reason, "/cl/no_such_file.cl");
    EXPECT(result.build_log == NULL);
    clsmem_result_release(&result);
}

static void a_file_without_the_entry_point_is_at_fault_itself(void)
{
    struct clsmem_result result = run(&misplanned, NO_SUCH_ENTRY, CLSMEM_BUILD_FAILED);

    EXPECT_EQ_STR(result.reason, "right.cl has no kernel no_such_entry");
    clsmem_result_release(&result);
}

static void a_kernel_that_cannot_be_enqueued_is_named(void)
{
    struct clsmem_result result = run(&misplanned, ARGUMENT_MISSING, CLSMEM_DEVICE_FAILED);

    EXPECT_CONTAINS(result.reason, "clEnqueueNDRangeKernel failed on ");
    EXPECT_CONTAINS(result.reason, " while enqueueing turn: CL_INVALID_KERNEL_ARGS");
    clsmem_result_release(&result);
}

static void what_clblast_refuses_is_skipped(void)
{
    static const int codes[] = { -1007, -1017, -1024, -2039, -2044, -2046, -2050, CL_INVALID_WORK_GROUP_SIZE };

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        EXPECT_EQ_INT(clsmem_clblast_fail(codes[i], "a: device"), CLSMEM_SKIPPED);
    clsmem_clblast_fail(-2044, "a: device");
    EXPECT_EQ_STR(clsmem_error_text(), "CLBlast refuses: CLBlastNoDoublePrecision (-2044)");
}

static void what_clblast_cannot_compile_is_a_failed_build(void)
{
    EXPECT_EQ_INT(clsmem_clblast_fail(CL_BUILD_PROGRAM_FAILURE, "device"), CLSMEM_BUILD_FAILED);
    EXPECT_EQ_STR(clsmem_error_text(),
                  "CLBlast failed on device while enqueueing its routine: CL_BUILD_PROGRAM_FAILURE (-11)");
    EXPECT_EQ_INT(clsmem_clblast_fail(CL_COMPILER_NOT_AVAILABLE, "device"), CLSMEM_BUILD_FAILED);
}

static void a_device_that_fails_clblast_has_failed(void)
{
    EXPECT_EQ_INT(clsmem_clblast_fail(CL_OUT_OF_RESOURCES, "device"), CLSMEM_DEVICE_FAILED);
    EXPECT_EQ_INT(clsmem_clblast_fail(CL_MEM_OBJECT_ALLOCATION_FAILURE, "device"), CLSMEM_DEVICE_FAILED);
    EXPECT_EQ_INT(clsmem_clblast_fail(CL_INVALID_COMMAND_QUEUE, "device"), CLSMEM_DEVICE_FAILED);
}

/* A real call: no routine takes an empty matrix. */
static void a_call_that_clblast_refuses_does_not_fail_the_device(void)
{
    const struct clsmem_blas_call call = { .routine = CLSMEM_BLAS_GEMM, .in = { 0, 1 }, .out = 2 };
    const cl_mem buffers[3] = { NULL };

    if (!clsmem_clblast_available() || !session_shared())
        return;
    EXPECT_EQ_INT(clsmem_clblast_enqueue(&session_shared()->device, &call, CLSMEM_F32, buffers), CLSMEM_SKIPPED);
    EXPECT_EQ_STR(clsmem_error_text(), "CLBlast refuses: CLBlastInvalidDimension (-1017)");
}

CU_TestInfo wrong_tests[] = {
    TEST(a_right_kernel_passes_in_every_layout),
    TEST(a_missing_barrier_is_found),
    TEST(a_pad_off_by_one_is_found),
    TEST(a_pad_off_by_one_that_still_holds_a_row_passes),
    TEST(one_unwritten_element_is_found_by_its_poison),
    TEST(a_write_outside_a_buffer_is_found_on_either_side),
    TEST(a_kernel_that_writes_its_input_is_found),
    TEST(a_write_before_an_input_is_found),
    TEST(a_kernel_that_writes_its_input_spoils_no_other_row),
    TEST(all_bits_of_a_sum_are_within_its_bound),
    TEST(a_result_just_beyond_its_error_bound_is_found),
    TEST(lattice_data_tolerate_nothing),
    TEST(a_kernel_that_does_not_build_is_a_row_with_its_log),
    TEST(a_kernel_without_a_file_is_a_row_that_names_it),
    TEST(a_file_without_the_entry_point_is_at_fault_itself),
    TEST(a_kernel_that_cannot_be_enqueued_is_named),
    TEST(what_clblast_refuses_is_skipped),
    TEST(what_clblast_cannot_compile_is_a_failed_build),
    TEST(a_device_that_fails_clblast_has_failed),
    TEST(a_call_that_clblast_refuses_does_not_fail_the_device),
    CU_TEST_INFO_NULL,
};
