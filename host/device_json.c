/* A device as a JSON object. */
#include "clsmem/device_json.h"

/* Each adds one member and returns 0, or -1 without memory. */

static int add_text(json_t *object, const char *key, const char *text)
{
    return json_object_set_new(object, key, json_string(text));
}

static int add_number(json_t *object, const char *key, size_t number)
{
    return json_object_set_new(object, key, json_integer((json_int_t)number));
}

static int add_bool(json_t *object, const char *key, bool value)
{
    return json_object_set_new(object, key, json_boolean(value));
}

static int add_sizes(json_t *object, const char *key, const size_t sizes[3])
{
    json_t *const array = json_array();
    int error = 0;

    for (size_t d = 0; d < 3; d++)
        error |= json_array_append_new(array, json_integer((json_int_t)sizes[d]));
    return json_object_set_new(object, key, array) | error;
}

static int add_identity(json_t *object, const struct clsmem_device_info *info)
{
    int error = 0;

    error |= add_number(object, "index", info->index);
    error |= add_number(object, "platform", info->platform);
    error |= add_number(object, "device", info->device);
    error |= add_text(object, "name", info->name);
    error |= add_text(object, "vendor", info->vendor);
    error |= add_text(object, "driver", info->driver);
    error |= add_text(object, "type", clsmem_device_type_word(info->type));
    error |= add_text(object, "version", info->version);
    error |= add_text(object, "c_version", info->c_version);
    error |= add_text(object, "platform_name", info->platform_name);
    error |= add_text(object, "platform_version", info->platform_version);
    error |= add_text(object, "pci", info->bus);
    return error;
}

static int add_limits(json_t *object, const struct clsmem_limits *limits)
{
    int error = 0;

    error |= add_number(object, "compute_units", limits->compute_units);
    error |= add_number(object, "local_memory_bytes", limits->local_bytes);
    error |= add_text(object, "local_memory_type", limits->local_is_global ? "global" : "local");
    error |= add_number(object, "max_work_group_size", limits->max_group_items);
    error |= add_sizes(object, "max_work_item_sizes", limits->max_items);
    error |= add_number(object, "global_memory_bytes", limits->global_bytes);
    error |= add_number(object, "max_allocation_bytes", limits->max_buffer_bytes);
    error |= add_number(object, "cache_bytes", limits->cache_bytes);
    error |= add_bool(object, "fp64", limits->vector_f64 != 0);
    error |= add_bool(object, "sub_groups", limits->has_subgroups);
    error |= add_bool(object, "atomics_64", limits->has_atomics_64);
    return error;
}

json_t *clsmem_device_json(const struct clsmem_device_info *info)
{
    json_t *const object = json_object();
    int error = 0;

    error |= add_identity(object, info);
    error |= add_limits(object, &info->limits);
    error |= add_number(object, "clock_mhz", info->clock_mhz);
    error |= json_object_set_new(object, "timer_resolution_ns", json_real(info->timer_step_ns));
    error |= add_bool(object, "usable", info->broken[0] == '\0');
    error |= add_text(object, "reason", info->broken);
    if (error) {
        json_decref(object);
        return NULL;
    }
    return object;
}
