/* The comparison on the device, and the arrays between guard zones that it reads. */
#include <CUnit/CUnit.h>

#include <math.h>
#include <string.h>

#include "array.h"
#include "clsmem/check.h"
#include "expect.h"
#include "session.h"

/* More elements than the comparison has work-items, and no multiple of them. */
enum { COUNT = 40001 };

static double actual[COUNT], expected[COUNT], tolerance[COUNT];

/* Types that the device has. */
static size_t type_count(const struct clsmem_session *session)
{
    return session->device.info.limits.vector_f64 > 0 ? 3 : 2;
}

static const enum clsmem_type types[] = { CLSMEM_F32, CLSMEM_F16, CLSMEM_F64 };

static void reset_values(void)
{
    for (size_t i = 0; i < COUNT; i++) {
        actual[i] = expected[i] = (double)(i % 1000) - 500;
        tolerance[i] = 0.5;
    }
}

static bool make_array(const struct clsmem_device *device, enum clsmem_type type, const double *values, size_t count,
                       struct clsmem_array *array)
{
    return EXPECT_EQ_INT(clsmem_array_create(device, type, count, array), CLSMEM_OK) &&
           EXPECT_EQ_INT(clsmem_array_write(device, array, values), CLSMEM_OK);
}

/* Compares the first `count` of actual with expected, within tolerance or exactly. */
static struct clsmem_comparison compare(struct clsmem_session *session, enum clsmem_type type, size_t count,
                                        bool exactly)
{
    struct clsmem_comparison comparison = { .wrong = (size_t)-1 };
    struct clsmem_array arrays[3] = { 0 };

    if (make_array(&session->device, type, actual, count, &arrays[0]) &&
        make_array(&session->device, type, expected, count, &arrays[1]) &&
        make_array(&session->device, type, tolerance, count, &arrays[2]))
        EXPECT_EQ_INT(clsmem_checker_compare(session->checker, type, arrays[0].data, arrays[1].data,
                                             exactly ? NULL : arrays[2].data, count, &comparison),
                      CLSMEM_OK);
    for (size_t i = 0; i < 3; i++)
        clsmem_array_release(&arrays[i]);
    return comparison;
}

static void equal_data_have_no_error(void)
{
    struct clsmem_session *session = session_shared();

    for (size_t t = 0; session && t < type_count(session); t++) {
        reset_values();
        actual[7] = 0.0;
        expected[7] = -0.0;
        const struct clsmem_comparison exact = compare(session, types[t], COUNT, true);
        const struct clsmem_comparison bounded = compare(session, types[t], COUNT, false);

        EXPECT_EQ_SIZE(exact.wrong, 0);
        EXPECT_EQ_SIZE(exact.first, COUNT);
        EXPECT_NEAR(exact.worst, 0, 0);
        EXPECT_EQ_SIZE(bounded.wrong, 0);
        EXPECT_NEAR(bounded.worst, 0, 0);
    }
}

/* Wherever it lies: the first, the last, and between them on both sides of the number of work-items. */
static void one_wrong_element_is_found_wherever_it_lies(void)
{
    static const size_t places[] = { 0, 1, 16383, 16384, 32768, COUNT - 1 };
    struct clsmem_session *session = session_shared();

    for (size_t t = 0; session && t < type_count(session); t++) {
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            reset_values();
            actual[places[i]] += 1;
            const struct clsmem_comparison comparison = compare(session, types[t], COUNT, false);

            EXPECT_EQ_SIZE(comparison.wrong, 1);
            EXPECT_EQ_SIZE(comparison.first, places[i]);
            EXPECT_NEAR(comparison.worst, 2, 0);
        }
    }
}

static void an_error_as_large_as_its_tolerance_is_right_and_the_next_larger_is_wrong(void)
{
    struct clsmem_session *session = session_shared();

    for (size_t t = 0; session && t < type_count(session); t++) {
        reset_values();
        expected[10] = expected[20] = 1;
        actual[10] = 1.5;
        actual[20] = 0.5;
        struct clsmem_comparison comparison = compare(session, types[t], COUNT, false);

        EXPECT_EQ_SIZE(comparison.wrong, 0);
        EXPECT_NEAR(comparison.worst, 1, 0);
        actual[10] = 1.5 + 4 * clsmem_type_unit_roundoff(types[t]);
        comparison = compare(session, types[t], COUNT, false);
        EXPECT_EQ_SIZE(comparison.wrong, 1);
        EXPECT_EQ_SIZE(comparison.first, 10);
    }
}

static void without_a_tolerance_the_last_bit_counts(void)
{
    struct clsmem_session *session = session_shared();

    for (size_t t = 0; session && t < type_count(session); t++) {
        reset_values();
        expected[20000] = 1;
        actual[20000] = 1 + 2 * clsmem_type_unit_roundoff(types[t]);
        const struct clsmem_comparison comparison = compare(session, types[t], COUNT, true);

        EXPECT_EQ_SIZE(comparison.wrong, 1);
        EXPECT_EQ_SIZE(comparison.first, 20000);
        EXPECT(isinf(comparison.worst));
    }
}

static void what_is_not_a_number_is_wrong_on_either_side(void)
{
    struct clsmem_session *session = session_shared();

    for (size_t t = 0; session && t < type_count(session); t++) {
        reset_values();
        actual[5] = NAN;
        expected[6] = NAN;
        actual[7] = expected[7] = NAN;
        tolerance[8] = NAN;
        actual[9] = INFINITY;
        const struct clsmem_comparison comparison = compare(session, types[t], COUNT, false);

        EXPECT_EQ_SIZE(comparison.wrong, 5);
        EXPECT_EQ_SIZE(comparison.first, 5);
        EXPECT(isinf(comparison.worst));
    }
}

static void one_element_is_compared_and_nothing_behind_it(void)
{
    struct clsmem_session *session = session_shared();

    if (!session)
        return;
    reset_values();
    actual[1] = NAN;
    EXPECT_EQ_SIZE(compare(session, CLSMEM_F32, 1, true).wrong, 0);
    actual[0] += 1;
    EXPECT_EQ_SIZE(compare(session, CLSMEM_F32, 1, true).wrong, 1);
}

static void arrays_return_what_was_written(void)
{
    struct clsmem_session *session = session_shared();
    struct clsmem_array array = { 0 }, copy = { 0 };
    static double back[COUNT];

    for (size_t t = 0; session && t < type_count(session); t++) {
        reset_values();
        if (make_array(&session->device, types[t], actual, COUNT, &array) &&
            EXPECT_EQ_INT(clsmem_array_create(&session->device, types[t], COUNT, &copy), CLSMEM_OK)) {
            EXPECT_EQ_INT(clsmem_array_copy(&session->device, &array, &copy), CLSMEM_OK);
            EXPECT_EQ_INT(clsmem_array_read(&session->device, &copy, back), CLSMEM_OK);
            EXPECT_EQ_INT(memcmp(back, actual, sizeof back), 0);
            EXPECT_EQ_INT(clsmem_array_check_guards(&session->device, &copy), CLSMEM_OK);
        }
        clsmem_array_release(&array);
        clsmem_array_release(&copy);
    }
    clsmem_array_release(&array);
}

static void a_poisoned_array_holds_no_number_and_keeps_its_guards(void)
{
    struct clsmem_session *session = session_shared();
    struct clsmem_array array = { 0 };
    size_t numbers = 0;

    for (size_t t = 0; session && t < type_count(session); t++) {
        reset_values();
        if (make_array(&session->device, types[t], actual, COUNT, &array)) {
            EXPECT_EQ_INT(clsmem_array_begin(&session->device, CLSMEM_OUT, &array), CLSMEM_OK);
            EXPECT_EQ_INT(clsmem_array_read(&session->device, &array, actual), CLSMEM_OK);
            for (size_t i = 0; i < COUNT; i++)
                numbers += isnan(actual[i]) ? 0 : 1;
            EXPECT_EQ_SIZE(numbers, 0);
            EXPECT_EQ_INT(clsmem_array_check_guards(&session->device, &array), CLSMEM_OK);
        }
        clsmem_array_release(&array);
    }
}

/* Writes one byte at `offset` of the whole buffer and expects the guards to say where; NULL: to stay silent. */
static void expect_guard(const struct clsmem_device *device, size_t count, size_t offset, const char *where)
{
    struct clsmem_array array = { 0 };
    const unsigned char byte = 0x77;

    if (EXPECT_EQ_INT(clsmem_array_create(device, CLSMEM_F32, count, &array), CLSMEM_OK) &&
        EXPECT_EQ_INT(clEnqueueWriteBuffer(device->queue, array.whole, CL_TRUE, offset, 1, &byte, 0, NULL, NULL),
                      CL_SUCCESS)) {
        const enum clsmem_status status = clsmem_array_check_guards(device, &array);

        if (EXPECT_EQ_INT(status, where ? CLSMEM_WRONG : CLSMEM_OK) && where)
            EXPECT_CONTAINS(clsmem_error_text(), where);
    }
    clsmem_array_release(&array);
}

static void a_byte_written_into_a_guard_zone_is_noticed(void)
{
    const struct clsmem_session *session = session_shared();
    const size_t guard = CLSMEM_GUARD_BYTES, bytes = 101 * sizeof(float);

    if (!session)
        return;
    expect_guard(&session->device, 101, guard, NULL);
    expect_guard(&session->device, 101, guard + bytes - 1, NULL);
    expect_guard(&session->device, 101, guard - 1, "about 4 bytes before it");
    expect_guard(&session->device, 101, 0, "about 65536 bytes before it");
    expect_guard(&session->device, 101, guard + bytes, "about 0 bytes behind it");
    expect_guard(&session->device, 101, 2 * guard + bytes - 1, "about 65532 bytes behind it");
}

CU_TestInfo check_tests[] = {
    TEST(equal_data_have_no_error),
    TEST(one_wrong_element_is_found_wherever_it_lies),
    TEST(an_error_as_large_as_its_tolerance_is_right_and_the_next_larger_is_wrong),
    TEST(without_a_tolerance_the_last_bit_counts),
    TEST(what_is_not_a_number_is_wrong_on_either_side),
    TEST(one_element_is_compared_and_nothing_behind_it),
    TEST(arrays_return_what_was_written),
    TEST(a_poisoned_array_holds_no_number_and_keeps_its_guards),
    TEST(a_byte_written_into_a_guard_zone_is_noticed),
    CU_TEST_INFO_NULL,
};
