/* The report of `--list`: two lines a device for people, or one JSON object. */
#include "list.h"

#include <string.h>

#include "clsmem/device_json.h"
#include "text.h"

#define COLUMNS 100
#define INDENT 4
#define GAP 2
#define UNITS_COLUMNS 5
#define LOCAL_COLUMNS 34 /* "1000 KiB in global memory (cached)" */

/* The widths of the columns that depend on the devices. */
struct widths {
    int index, pair, type, name;
};

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* A name gets what the other columns leave; a longer one is cut here and stands whole in the JSON. */
static struct widths widths_of(const struct clsmem_device_list *list)
{
    struct widths widths = { 1, 3, 4, 4 };

    for (size_t i = 0; i < list->count; i++) {
        const struct clsmem_device_info *const info = &list->devices[i];

        widths.index = larger(widths.index, snprintf(NULL, 0, "%u", info->index));
        widths.pair = larger(widths.pair, snprintf(NULL, 0, "%u:%u", info->platform, info->device));
        widths.type = larger(widths.type, (int)strlen(clsmem_device_type_word(info->type)));
        widths.name = larger(widths.name, (int)strlen(info->name));
    }

    const int room = COLUMNS - widths.index - widths.pair - widths.type - UNITS_COLUMNS - LOCAL_COLUMNS - 5 * GAP;

    if (widths.name > room)
        widths.name = room;
    return widths;
}

/* 48 KiB, 16 MiB, or the plain number where neither is exact. */
static void size_text(char *text, size_t bytes, size_t size)
{
    const size_t kib = 1024, mib = 1024 * kib;

    if (size >= mib && size % mib == 0)
        (void)snprintf(text, bytes, "%zu MiB", size / mib);
    else if (size % kib == 0)
        (void)snprintf(text, bytes, "%zu KiB", size / kib);
    else
        (void)snprintf(text, bytes, "%zu bytes", size);
}

static void print_row(FILE *out, const struct clsmem_device_info *info, const struct widths *widths)
{
    char pair[32], size[32];

    (void)snprintf(pair, sizeof pair, "%u:%u", info->platform, info->device);
    size_text(size, sizeof size, info->limits.local_bytes);
    fprintf(out, "%*u  %-*s  %-*s  %-*.*s  %*u  %s %s\n", widths->index, info->index, widths->pair, pair, widths->type,
            clsmem_device_type_word(info->type), widths->name, widths->name, info->name, UNITS_COLUMNS,
            info->limits.compute_units, size,
            info->limits.local_is_global ? "in global memory (cached)" : "dedicated");
}

static void print_details(FILE *out, const struct clsmem_device_info *info)
{
    char text[1024], timer[48] = "timer unknown";

    if (info->timer_step_ns > 0)
        (void)snprintf(timer, sizeof timer, "timer %.0f ns", info->timer_step_ns);
    (void)snprintf(text, sizeof text, "%s, driver %s, %s, work-groups to %zu, %s%s%s, %s%s", info->vendor,
                   info->driver, info->c_version, info->limits.max_group_items, timer, info->bus[0] ? ", PCI " : "",
                   info->bus, info->broken[0] ? "BROKEN: " : "works", info->broken);
    fprintf(out, "%*s", INDENT, "");
    print_wrapped(out, INDENT, INDENT, COLUMNS, text);
}

static void print_broken_platform(FILE *out, const struct clsmem_broken_platform *broken)
{
    char text[sizeof broken->reason + 16];

    (void)snprintf(text, sizeof text, "BROKEN: %s", broken->reason);
    fprintf(out, "platform %u, %.80s\n", broken->platform, broken->name);
    fprintf(out, "%*s", INDENT, "");
    print_wrapped(out, INDENT, INDENT, COLUMNS, text);
}

void bench_list_print(FILE *out, const struct clsmem_device_list *list)
{
    const struct widths widths = widths_of(list);

    if (list->count > 0)
        fprintf(out, "%*s  %-*s  %-*s  %-*s  %*s  local memory\n", widths.index, "#", widths.pair, "P:D", widths.type,
                "type", widths.name, "name", UNITS_COLUMNS, "units");
    else if (list->platform_count > 0)
        fprintf(out, "no OpenCL device on %u platform%s\n", list->platform_count,
                list->platform_count == 1 ? "" : "s");
    else
        fputs("no OpenCL platform: install the device's driver, or PoCL to run on the CPU\n", out);
    for (size_t i = 0; i < list->count; i++) {
        print_row(out, &list->devices[i], &widths);
        print_details(out, &list->devices[i]);
    }
    for (size_t i = 0; i < list->broken_count; i++)
        print_broken_platform(out, &list->broken[i]);
}

/* Appends a new reference to an array; false without memory. */
static bool array_add(json_t *array, json_t *value)
{
    return json_array_append_new(array, value) == 0;
}

json_t *bench_list_json(const struct clsmem_device_list *list)
{
    json_t *const devices = json_array(), *const broken = json_array();
    bool complete = devices && broken;

    for (size_t i = 0; complete && i < list->count; i++)
        complete = array_add(devices, clsmem_device_json(&list->devices[i]));
    for (size_t i = 0; complete && i < list->broken_count; i++)
        complete = array_add(broken, json_pack("{s:I, s:s, s:s}", "platform", (json_int_t)list->broken[i].platform,
                                               "name", list->broken[i].name, "reason", list->broken[i].reason));
    if (complete)
        return json_pack("{s:o, s:o}", "devices", devices, "broken_platforms", broken);
    json_decref(devices);
    json_decref(broken);
    return NULL;
}
