/* Which devices a selection means: pure text work on a list, without a driver. */
#include "clsmem/device.h"

#include <assert.h>
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define ITEM_BYTES CLSMEM_NAME_BYTES /* a longer item fits no name */

/* The selection so far. */
struct selection {
    const struct clsmem_device_list *list;
    size_t *chosen; /* places in list->devices */
    size_t count;
};

/* "there are 2 devices, 0 to 1": what an index can be. */
struct range_text {
    char text[96];
};

static struct range_text range_of(size_t count, const char *noun, const char *prefix)
{
    struct range_text range;

    if (count == 0)
        (void)snprintf(range.text, sizeof range.text, "there is no %s", noun);
    else if (count == 1)
        (void)snprintf(range.text, sizeof range.text, "the only %s is %s0", noun, prefix);
    else
        (void)snprintf(range.text, sizeof range.text, "there are %zu %ss, %s0 to %s%zu", count, noun, prefix, prefix,
                       count - 1);
    return range;
}

static struct range_text range_of_list(const struct clsmem_device_list *list)
{
    return range_of(list->count, "device", "");
}

static bool is_broken(const struct clsmem_device_info *info)
{
    return info->broken[0] != '\0';
}

/* Takes a device unless it is chosen already, so that chosen never outgrows the list. */
static void selection_add(struct selection *selection, size_t place)
{
    for (size_t i = 0; i < selection->count; i++)
        if (selection->chosen[i] == place)
            return;
    selection->chosen[selection->count++] = place;
}

/* Only digits make a number; one too large for size_t becomes SIZE_MAX, which no list reaches. */
static bool number_parse(const char *text, size_t length, size_t *number)
{
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)text[i]))
            return false;

        const size_t digit = (size_t)(text[i] - '0');

        *number = *number > (SIZE_MAX - digit) / 10 ? SIZE_MAX : *number * 10 + digit;
    }
    return length > 0;
}

static enum clsmem_status select_index(struct selection *selection, const char *item, size_t index)
{
    if (index >= selection->list->count)
        return clsmem_fail(CLSMEM_NO_DEVICE, "no device %s: %s", item, range_of_list(selection->list).text);
    assert(selection->list->devices[index].index == index);
    selection_add(selection, index);
    return CLSMEM_OK;
}

/* P:D. Platforms without devices and broken ones count too, as the ICD loader counts them. */
static enum clsmem_status select_pair(struct selection *selection, const char *item, size_t platform, size_t device)
{
    const struct clsmem_device_list *const list = selection->list;
    size_t device_count = 0;
    char prefix[32];

    if (platform >= list->platform_count)
        return clsmem_fail(CLSMEM_NO_DEVICE, "no device %s: %s", item,
                           range_of(list->platform_count, "platform", "").text);
    for (size_t i = 0; i < list->broken_count; i++)
        if (list->broken[i].platform == platform)
            return clsmem_fail(CLSMEM_NO_DEVICE, "no device %s: platform %zu (%s) is broken: %s", item, platform,
                               list->broken[i].name, list->broken[i].reason);
    for (size_t i = 0; i < list->count; i++) {
        if (list->devices[i].platform != platform)
            continue;
        if (list->devices[i].device == device) {
            selection_add(selection, i);
            return CLSMEM_OK;
        }
        device_count++;
    }
    (void)snprintf(prefix, sizeof prefix, "%zu:", platform);
    return clsmem_fail(CLSMEM_NO_DEVICE, "no device %s: on platform %zu, %s", item, platform,
                       range_of(device_count, "device", prefix).text);
}

static enum clsmem_status select_type(struct selection *selection, const char *word, cl_device_type type)
{
    const struct clsmem_device_list *const list = selection->list;
    size_t broken_count = 0, fit_count = 0;

    for (size_t i = 0; i < list->count; i++) {
        if (!(list->devices[i].type & type))
            continue;
        if (is_broken(&list->devices[i])) {
            broken_count++;
            continue;
        }
        selection_add(selection, i);
        fit_count++;
    }
    if (fit_count > 0)
        return CLSMEM_OK;
    if (broken_count > 0)
        return clsmem_fail(CLSMEM_NO_DEVICE, "no device that works fits \"%s\": %zu broken", word, broken_count);
    return clsmem_fail(CLSMEM_NO_DEVICE, "no device fits \"%s\": %s", word, range_of_list(list).text);
}

static bool name_contains(const char *name, const char *part)
{
    const size_t length = strlen(part);

    for (; *name; name++)
        if (strncasecmp(name, part, length) == 0)
            return true;
    return false;
}

/* Lists the candidates of an ambiguous name with their indices, as many as fit. */
static enum clsmem_status fail_ambiguous(const struct clsmem_device_list *list, const char *part, size_t fit_count)
{
    char names[768] = "";
    size_t length = 0;

    for (size_t i = 0; i < list->count && length < sizeof names; i++) {
        const struct clsmem_device_info *const info = &list->devices[i];

        if (is_broken(info) || !name_contains(info->name, part))
            continue;
        const int written = snprintf(names + length, sizeof names - length, "%s%u (%s%s%s)", length ? ", " : "",
                                     info->index, info->name, info->bus[0] ? ", PCI " : "", info->bus);
        length += written > 0 ? (size_t)written : 0;
    }
    return clsmem_fail(CLSMEM_INVALID, "\"%s\" fits %zu devices, choose by index: %s", part, fit_count, names);
}

static enum clsmem_status select_name(struct selection *selection, const char *part)
{
    const struct clsmem_device_list *const list = selection->list;
    const struct clsmem_device_info *broken = NULL;
    size_t fit_count = 0, fit = 0;

    for (size_t i = 0; i < list->count; i++) {
        if (!name_contains(list->devices[i].name, part))
            continue;
        if (is_broken(&list->devices[i])) {
            broken = &list->devices[i];
            continue;
        }
        fit = i;
        fit_count++;
    }
    if (fit_count > 1)
        return fail_ambiguous(list, part, fit_count);
    if (fit_count == 1) {
        selection_add(selection, fit);
        return CLSMEM_OK;
    }
    if (broken)
        return clsmem_fail(CLSMEM_NO_DEVICE, "\"%s\" fits only device %u (%s), which is broken: %s", part,
                           broken->index, broken->name, broken->broken);
    return clsmem_fail(CLSMEM_NO_DEVICE, "no device fits \"%s\" as an index, P:D, cpu, gpu, all or part of a name: %s",
                       part, range_of_list(list).text);
}

static enum clsmem_status select_item(struct selection *selection, const char *item)
{
    const char *const colon = strchr(item, ':');
    size_t first, second;

    if (number_parse(item, strlen(item), &first))
        return select_index(selection, item, first);
    if (colon && number_parse(item, (size_t)(colon - item), &first) &&
        number_parse(colon + 1, strlen(colon + 1), &second))
        return select_pair(selection, item, first, second);
    if (strspn(item, "0123456789:+-") == strlen(item))
        return clsmem_fail(CLSMEM_INVALID, "\"%s\" is no device number: an index counts from 0, a pair is P:D", item);
    if (strcasecmp(item, "all") == 0)
        return select_type(selection, "all", CL_DEVICE_TYPE_ALL);
    if (strcasecmp(item, "cpu") == 0)
        return select_type(selection, "cpu", CL_DEVICE_TYPE_CPU);
    if (strcasecmp(item, "gpu") == 0)
        return select_type(selection, "gpu", CL_DEVICE_TYPE_GPU);
    return select_name(selection, item);
}

/* Copies what stands before the comma, without the blanks around it. */
static enum clsmem_status item_copy(const char *from, size_t length, char item[ITEM_BYTES])
{
    while (length > 0 && isspace((unsigned char)*from)) {
        from++;
        length--;
    }
    while (length > 0 && isspace((unsigned char)from[length - 1]))
        length--;
    if (length == 0)
        return clsmem_fail(CLSMEM_INVALID, "an empty item in the device selection");
    if (length >= ITEM_BYTES)
        return clsmem_fail(CLSMEM_NO_DEVICE, "no device fits an item of %zu characters", length);
    memcpy(item, from, length);
    item[length] = '\0';
    return CLSMEM_OK;
}

enum clsmem_status clsmem_device_select(const struct clsmem_device_list *list, const char *selection, size_t *chosen,
                                        size_t *chosen_count)
{
    struct selection so_far = { .list = list, .chosen = chosen };
    char item[ITEM_BYTES];

    *chosen_count = 0;
    for (const char *start = selection, *end;; start = end + 1) {
        end = start + strcspn(start, ",");

        enum clsmem_status status = item_copy(start, (size_t)(end - start), item);

        if (status == CLSMEM_OK)
            status = select_item(&so_far, item);
        if (status != CLSMEM_OK)
            return status;
        if (*end == '\0')
            break;
    }
    *chosen_count = so_far.count;
    return CLSMEM_OK;
}
