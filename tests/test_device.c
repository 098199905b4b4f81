/* The list of devices, an opened one, the trial of one and its JSON; on the device under test. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "clsmem/device.h"
#include "clsmem/device_json.h"
#include "expect.h"
#include "target.h"

static void the_list_numbers_its_devices_flat_and_by_platform(void)
{
    struct clsmem_device_list list;

    EXPECT_EQ_INT(clsmem_device_list(&list), CLSMEM_OK);
    EXPECT(list.count > 0);
    for (size_t i = 0; i < list.count; i++) {
        const struct clsmem_device_info *const info = &list.devices[i];
        const bool continues = i > 0 && list.devices[i - 1].platform == info->platform;

        EXPECT_EQ_SIZE(info->index, i);
        EXPECT(info->platform < list.platform_count);
        EXPECT_EQ_INT(info->device, continues ? list.devices[i - 1].device + 1 : 0);
    }
    clsmem_device_list_release(&list);
    EXPECT_EQ_SIZE(list.count, 0);
    EXPECT(!list.devices);
}

/* What OpenCL 1.2 promises of every device that is no custom device. */
static void a_device_that_works_has_the_limits_of_the_standard(void)
{
    const struct clsmem_device_info *const info = target_device();
    const struct clsmem_limits *const limits = &info->limits;

    EXPECT_EQ_STR(info->broken, "");
    EXPECT(info->name[0] != '\0');
    EXPECT_CONTAINS(info->version, "OpenCL ");
    EXPECT_CONTAINS(info->c_version, "OpenCL C ");
    EXPECT(info->platform_name[0] != '\0');
    EXPECT(info->timer_step_ns >= 0);
    EXPECT(limits->max_group_items >= 1);
    EXPECT(limits->max_items[0] >= 1 && limits->max_items[1] >= 1 && limits->max_items[2] >= 1);
    EXPECT(limits->local_bytes >= (size_t)32 * 1024);
    EXPECT(limits->max_buffer_bytes >= limits->global_bytes / 4 || limits->max_buffer_bytes >= 128u << 20);
    EXPECT(limits->compute_units >= 1);
    EXPECT(limits->vector_f32 >= 1);
    EXPECT(limits->is_cpu == ((info->type & CL_DEVICE_TYPE_CPU) != 0));
}

static void an_opened_device_is_the_one_of_its_queue(void)
{
    const struct clsmem_device_info *const info = target_device();
    struct clsmem_device device;
    cl_device_id id = NULL;
    cl_command_queue_properties properties = 0;

    if (EXPECT_EQ_INT(clsmem_device_open(info, &device), CLSMEM_OK)) {
        EXPECT_EQ_INT(clGetCommandQueueInfo(device.queue, CL_QUEUE_DEVICE, sizeof id, &id, NULL), CL_SUCCESS);
        EXPECT(device.info.device_id == id);
        EXPECT_EQ_INT(clGetCommandQueueInfo(device.queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL),
                      CL_SUCCESS);
        EXPECT_EQ_INT((long long)properties, CL_QUEUE_PROFILING_ENABLE);
        EXPECT_EQ_STR(device.info.name, info->name);
        EXPECT_EQ_INT(device.info.index, info->index);
        EXPECT_EQ_SIZE(device.info.limits.local_bytes, info->limits.local_bytes);
    }
    clsmem_device_close(&device);
    EXPECT(!device.queue && !device.context);
    clsmem_device_close(&device);
    clsmem_device_close(NULL);
}

/* Opening must ask the driver again, not repeat what it was handed. */
static void an_opened_device_is_named_by_its_driver(void)
{
    struct clsmem_device_info renamed = *target_device();
    struct clsmem_device device;

    strcpy(renamed.name, "what was wished for");
    EXPECT_EQ_INT(clsmem_device_open(&renamed, &device), CLSMEM_OK);
    EXPECT_EQ_STR(device.info.name, target_device()->name);
    clsmem_device_close(&device);
}

static void a_broken_device_is_not_opened_and_says_why(void)
{
    struct clsmem_device_info broken = *target_device();
    struct clsmem_device device;

    strcpy(broken.broken, "it caught fire");
    EXPECT_EQ_INT(clsmem_device_open(&broken, &device), CLSMEM_DEVICE_FAILED);
    EXPECT_CONTAINS(clsmem_error_text(), "it caught fire");
    EXPECT(!device.context && !device.queue);
    clsmem_device_close(&device);
}

static void trying_a_device_that_works_leaves_it_whole(void)
{
    struct clsmem_device_info info = *target_device();

    clsmem_device_try(&info);
    EXPECT_EQ_STR(info.broken, "");
}

static void trying_a_broken_device_keeps_its_first_reason(void)
{
    struct clsmem_device_info info = *target_device();

    strcpy(info.broken, "it caught fire");
    clsmem_device_try(&info);
    EXPECT_EQ_STR(info.broken, "it caught fire");
}

/* No loader accepts a device without a handle, so this one cannot be opened. */
static void trying_a_device_that_cannot_be_opened_names_the_call(void)
{
    struct clsmem_device_info info = *target_device();

    info.device_id = NULL;
    clsmem_device_try(&info);
    EXPECT_CONTAINS(info.broken, "clCreateContext failed on ");
    EXPECT_CONTAINS(info.broken, info.name);
}

static void the_json_of_a_device_has_its_facts(void)
{
    struct clsmem_device_info info = *target_device();
    json_t *json = clsmem_device_json(&info);

    if (!EXPECT(json != NULL))
        return;
    EXPECT_EQ_SIZE(json_object_size(json), 27);
    EXPECT_EQ_STR(json_string_value(json_object_get(json, "name")), info.name);
    EXPECT_EQ_INT(json_integer_value(json_object_get(json, "local_memory_bytes")), (long long)info.limits.local_bytes);
    EXPECT_EQ_STR(json_string_value(json_object_get(json, "local_memory_type")),
                  info.limits.local_is_global ? "global" : "local");
    EXPECT_EQ_SIZE(json_array_size(json_object_get(json, "max_work_item_sizes")), 3);
    EXPECT(json_is_true(json_object_get(json, "usable")));
    EXPECT_EQ_STR(json_string_value(json_object_get(json, "reason")), "");
    json_decref(json);

    strcpy(info.broken, "it caught fire");
    json = clsmem_device_json(&info);
    EXPECT(json_is_false(json_object_get(json, "usable")));
    EXPECT_EQ_STR(json_string_value(json_object_get(json, "reason")), "it caught fire");
    json_decref(json);
}

CU_TestInfo device_tests[] = {
    TEST(the_list_numbers_its_devices_flat_and_by_platform),
    TEST(a_device_that_works_has_the_limits_of_the_standard),
    TEST(an_opened_device_is_the_one_of_its_queue),
    TEST(an_opened_device_is_named_by_its_driver),
    TEST(a_broken_device_is_not_opened_and_says_why),
    TEST(trying_a_device_that_works_leaves_it_whole),
    TEST(trying_a_broken_device_keeps_its_first_reason),
    TEST(trying_a_device_that_cannot_be_opened_names_the_call),
    TEST(the_json_of_a_device_has_its_facts),
    CU_TEST_INFO_NULL,
};
