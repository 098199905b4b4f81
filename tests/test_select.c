/* Which devices a selection means, on lists made by hand. */
#include <CUnit/CUnit.h>

#include "clsmem/device.h"
#include "expect.h"

#define MAX_CHOSEN 8

/* Platform 0 has a CPU and a GPU; platform 1 twins and a broken GPU; platform 2 cannot list its devices. */
static struct clsmem_device_info devices[] = {
    { .index = 0, .platform = 0, .device = 0, .name = "pthread-haswell-AMD EPYC", .type = CL_DEVICE_TYPE_CPU },
    { .index = 1, .platform = 0, .device = 1, .name = "Iris Xe 3x", .type = CL_DEVICE_TYPE_GPU },
    { .index = 2, .platform = 1, .device = 0, .name = "Radeon VII", .type = CL_DEVICE_TYPE_GPU, .bus = "03:00.0" },
    { .index = 3, .platform = 1, .device = 1, .name = "Radeon VII", .type = CL_DEVICE_TYPE_GPU, .bus = "44:00.0" },
    { .index = 4, .platform = 1, .device = 2, .name = "Clover", .type = CL_DEVICE_TYPE_GPU, .broken = "no compiler" },
};

static struct clsmem_broken_platform broken[] = { { .platform = 2, .name = "Dead Vendor", .reason = "no driver" } };

static const struct clsmem_device_list list = { devices, 5, broken, 1, 3 };

static size_t chosen[MAX_CHOSEN];
static size_t chosen_count;

static enum clsmem_status select_in(const struct clsmem_device_list *where, const char *selection)
{
    chosen_count = MAX_CHOSEN; /* so that a count that was not set shows */
    return clsmem_device_select(where, selection, chosen, &chosen_count);
}

static void expect_chosen(const char *selection, size_t count, const size_t *places)
{
    if (!EXPECT_EQ_INT(select_in(&list, selection), CLSMEM_OK) || !EXPECT_EQ_SIZE(chosen_count, count)) {
        expect_note("selection \"%s\": %s", selection, clsmem_error_text());
        return;
    }
    for (size_t i = 0; i < count; i++)
        EXPECT_EQ_SIZE(chosen[i], places[i]);
}

static void expect_refused(const char *selection, enum clsmem_status status, const char *text)
{
    if (!EXPECT_EQ_INT(select_in(&list, selection), status))
        expect_note("selection \"%s\"", selection);
    EXPECT_EQ_SIZE(chosen_count, 0);
    EXPECT_CONTAINS(clsmem_error_text(), text);
}

#define EXPECT_CHOSEN(selection, ...)                                                                                 \
    expect_chosen(selection, sizeof((const size_t[]){ __VA_ARGS__ }) / sizeof(size_t), (const size_t[]){ __VA_ARGS__ })

static void an_index_is_flat_and_counts_from_zero(void)
{
    EXPECT_CHOSEN("0", 0);
    EXPECT_CHOSEN("3", 3);
    EXPECT_CHOSEN("04", 4);
}

static void a_pair_is_platform_and_device(void)
{
    EXPECT_CHOSEN("0:1", 1);
    EXPECT_CHOSEN("1:0", 2);
}

static void a_type_word_means_all_of_the_type_that_work(void)
{
    EXPECT_CHOSEN("cpu", 0);
    EXPECT_CHOSEN("GPU", 1, 2, 3);
    EXPECT_CHOSEN("All", 0, 1, 2, 3);
}

static void part_of_a_name_fits_in_any_case(void)
{
    EXPECT_CHOSEN("epyc", 0);
    EXPECT_CHOSEN("IRIS XE", 1);
    EXPECT_CHOSEN("3x", 1); /* a digit at the start makes no number */
}

static void items_keep_their_order_and_repeats_are_dropped(void)
{
    EXPECT_CHOSEN("3,0", 3, 0);
    EXPECT_CHOSEN(" 1 , 0:1,iris,\t1", 1);
    EXPECT_CHOSEN("2,gpu,all", 2, 1, 3, 0);
}

static void an_index_out_of_range_says_what_there_is(void)
{
    const struct clsmem_device_list one = { devices, 1, NULL, 0, 1 };

    expect_refused("7", CLSMEM_NO_DEVICE, "no device 7: there are 5 devices, 0 to 4");
    expect_refused("5", CLSMEM_NO_DEVICE, "no device 5");
    expect_refused("99999999999999999999", CLSMEM_NO_DEVICE, "no device 99999999999999999999: there are 5");
    expect_refused("0,7", CLSMEM_NO_DEVICE, "no device 7");
    EXPECT_EQ_INT(select_in(&one, "1"), CLSMEM_NO_DEVICE);
    EXPECT_CONTAINS(clsmem_error_text(), "no device 1: the only device is 0");
}

static void a_pair_out_of_range_says_what_there_is(void)
{
    expect_refused("3:0", CLSMEM_NO_DEVICE, "no device 3:0: there are 3 platforms, 0 to 2");
    expect_refused("1:3", CLSMEM_NO_DEVICE, "no device 1:3: on platform 1, there are 3 devices, 1:0 to 1:2");
    expect_refused("18446744073709551616:0", CLSMEM_NO_DEVICE, "3 platforms"); /* 2^64 must not wrap to 0 */
}

static void a_pair_on_a_broken_platform_says_why_it_is_broken(void)
{
    expect_refused("2:0", CLSMEM_NO_DEVICE, "platform 2 (Dead Vendor) is broken: no driver");
}

static void a_number_that_is_none_is_invalid(void)
{
    const char *const malformed[] = { "-1", "+1", "1:", ":", ":1", "1:2:3", "1:-1", "-" };

    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++)
        expect_refused(malformed[i], CLSMEM_INVALID, "is no device number");
    expect_refused("1x", CLSMEM_NO_DEVICE, "no device fits \"1x\"");
}

static void an_empty_item_is_invalid(void)
{
    const char *const empty[] = { "", " ", ",", "0,", ",0", "0,,1" };

    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        expect_refused(empty[i], CLSMEM_INVALID, "empty item");
}

static void an_ambiguous_name_lists_its_candidates(void)
{
    expect_refused("radeon", CLSMEM_INVALID, "\"radeon\" fits 2 devices");
    EXPECT_CONTAINS(clsmem_error_text(), "2 (Radeon VII, PCI 03:00.0), 3 (Radeon VII, PCI 44:00.0)");
}

static void a_name_that_fits_nothing_says_what_there_is(void)
{
    char long_item[300] = "";

    expect_refused("quadro", CLSMEM_NO_DEVICE, "no device fits \"quadro\"");
    EXPECT_CONTAINS(clsmem_error_text(), "there are 5 devices, 0 to 4");
    for (size_t i = 0; i + 1 < sizeof long_item; i++)
        long_item[i] = 'x';
    expect_refused(long_item, CLSMEM_NO_DEVICE, "299 characters");
}

static void a_broken_device_is_chosen_by_number_only(void)
{
    EXPECT_CHOSEN("4", 4);
    EXPECT_CHOSEN("1:2", 4);
    expect_refused("clover", CLSMEM_NO_DEVICE, "fits only device 4 (Clover), which is broken: no compiler");
}

static void a_type_with_broken_devices_only_is_not_there(void)
{
    const struct clsmem_device_info dead = { .name = "Dead", .type = CL_DEVICE_TYPE_GPU, .broken = "no compiler" };
    struct clsmem_device_info copy = dead;
    const struct clsmem_device_list one = { &copy, 1, NULL, 0, 1 };

    EXPECT_EQ_INT(select_in(&one, "gpu"), CLSMEM_NO_DEVICE);
    EXPECT_CONTAINS(clsmem_error_text(), "1 broken");
}

static void an_empty_list_has_no_device(void)
{
    const struct clsmem_device_list none = { 0 };
    const char *const selections[] = { "0", "cpu", "all", "epyc" };

    for (size_t i = 0; i < sizeof selections / sizeof *selections; i++) {
        EXPECT_EQ_INT(select_in(&none, selections[i]), CLSMEM_NO_DEVICE);
        EXPECT_CONTAINS(clsmem_error_text(), "there is no device");
    }
    EXPECT_EQ_INT(select_in(&none, "0:0"), CLSMEM_NO_DEVICE);
    EXPECT_CONTAINS(clsmem_error_text(), "there is no platform");
}

CU_TestInfo select_tests[] = {
    TEST(an_index_is_flat_and_counts_from_zero),
    TEST(a_pair_is_platform_and_device),
    TEST(a_type_word_means_all_of_the_type_that_work),
    TEST(part_of_a_name_fits_in_any_case),
    TEST(items_keep_their_order_and_repeats_are_dropped),
    TEST(an_index_out_of_range_says_what_there_is),
    TEST(a_pair_out_of_range_says_what_there_is),
    TEST(a_pair_on_a_broken_platform_says_why_it_is_broken),
    TEST(a_number_that_is_none_is_invalid),
    TEST(an_empty_item_is_invalid),
    TEST(an_ambiguous_name_lists_its_candidates),
    TEST(a_name_that_fits_nothing_says_what_there_is),
    TEST(a_broken_device_is_chosen_by_number_only),
    TEST(a_type_with_broken_devices_only_is_not_there),
    TEST(an_empty_list_has_no_device),
    CU_TEST_INFO_NULL,
};
