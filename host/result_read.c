/* Result files, read back. Whatever a file says is held to be wrong until it is seen to be right. */
#include "clsmem/result_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_file.h"
#include "jump.h"
#include "result_read_fields.h"

#define FORMAT "clsmem-results"
#define MOST_RUNS 1000
#define MOST_CONCLUSIONS 10000

static enum clsmem_status check_format(const struct clsmem_place *place, const json_t *root)
{
    const char *const format = json_string_value(json_object_get(root, "format"));
    const json_t *const version = json_object_get(root, "format_version");

    if (!json_is_object(root) || !format || strcmp(format, FORMAT) != 0)
        return clsmem_fail(CLSMEM_INVALID, "%s: no result file: \"format\" is not \"" FORMAT "\"", place->text);
    if (!json_is_integer(version))
        return clsmem_place_refuse(place, "format_version", "is missing, or no whole number");
    if (json_integer_value(version) != CLSMEM_RESULTS_VERSION)
        return clsmem_fail(
            CLSMEM_INVALID, "%s: \"format_version\" is %" JSON_INTEGER_FORMAT ", but this program reads %d alone: %s",
            place->text, json_integer_value(version), CLSMEM_RESULTS_VERSION,
            json_integer_value(version) < CLSMEM_RESULTS_VERSION ? "measure again with this version of clsmem-bench"
                                                                 : "a younger clsmem wrote the file");
    return CLSMEM_OK;
}

static enum clsmem_status check_list(const struct clsmem_place *place, const json_t *list, const char *key,
                                     size_t most)
{
    if (!json_is_array(list))
        return clsmem_place_refuse(place, key, "is no list");
    if (json_array_size(list) > most)
        return clsmem_place_refuse(place, key, "is too long");
    return CLSMEM_OK;
}

/* Nobody here needs them, but a file that has them wrong is not one of ours. */
static enum clsmem_status check_surroundings(const struct clsmem_place *place, json_t *root)
{
    json_t *const environment = json_object_get(root, "environment");
    const json_t *const command = json_object_get(root, "command");
    const char *name;
    json_t *value;

    if (!json_is_object(environment))
        return clsmem_place_refuse(place, "environment", "is no object");
    json_object_foreach(environment, name, value)
    {
        if (!json_is_string(value))
            return clsmem_place_refuse(place, "environment", "has something that is no text");
    }
    if (!json_is_array(command) || json_array_size(command) == 0)
        return clsmem_place_refuse(place, "command", "is no list of words");
    for (size_t i = 0; i < json_array_size(command); i++)
        if (!json_is_string(json_array_get(command, i)))
            return clsmem_place_refuse(place, "command", "has something that is no text");
    return CLSMEM_OK;
}

static bool is_printable(const char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            return false;
    return true;
}

static enum clsmem_status check_device_words(const struct clsmem_place *place,
                                             const struct clsmem_results_device *device)
{
    static const char *const types[] = { "CPU", "GPU", "accelerator", "other" };
    const struct {
        const char *key, *text;
    } texts[] = { { "name", device->name },
                  { "vendor", device->vendor },
                  { "driver", device->driver },
                  { "version", device->version },
                  { "c_version", device->c_version },
                  { "platform_name", device->platform_name },
                  { "platform_version", device->platform_version },
                  { "pci", device->pci } };
    bool type_is_known = false;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!is_printable(texts[i].text))
            return clsmem_place_refuse(place, texts[i].key, "is not printable ASCII");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        type_is_known |= strcmp(device->type, types[i]) == 0;
    if (!type_is_known)
        return clsmem_place_refuse(place, "type", "is no word that can stand there");
    if (strcmp(device->local_memory_type, "local") != 0 && strcmp(device->local_memory_type, "global") != 0)
        return clsmem_place_refuse(place, "local_memory_type", "is no word that can stand there");
    return CLSMEM_OK;
}

static enum clsmem_status read_device(const struct clsmem_place *run_place, json_t *object,
                                      struct clsmem_results_device *device)
{
    static const char *const others[] = { "max_work_item_sizes", NULL };
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_place place = clsmem_place_inside(run_place, "device");
    const json_t *sizes;

    CHECK(clsmem_fields_read(clsmem_results_device_fields, others, &place, object, device));
    CHECK(check_device_words(&place, device));
    sizes = json_object_get(object, "max_work_item_sizes");
    if (!json_is_array(sizes) || json_array_size(sizes) != 3)
        return clsmem_place_refuse(&place, "max_work_item_sizes", "is no list of 3 sizes");
    for (size_t i = 0; i < 3; i++) {
        const json_t *const size = json_array_get(sizes, i);

        if (!json_is_integer(size) || json_integer_value(size) < 0)
            return clsmem_place_refuse(&place, "max_work_item_sizes", "is no list of 3 sizes");
        device->max_work_item_sizes[i] = (size_t)json_integer_value(size);
    }
out:
    return status;
}

/* By what rows are matched by, then by their place in the file. */
static int compare_rows(const void *a, const void *b)
{
    const struct clsmem_results_row *const left = *(const struct clsmem_results_row *const *)a;
    const struct clsmem_results_row *const right = *(const struct clsmem_results_row *const *)b;
    const int order = clsmem_results_row_compare(left, right);

    return order != 0 ? order : (left > right) - (left < right);
}

static enum clsmem_status refuse_twins(const struct clsmem_place *place, const struct clsmem_results_run *run)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_results_row **sorted = NULL;

    if (run->row_count == 0)
        return CLSMEM_OK;
    CHECK_ALLOC(sorted, run->row_count * sizeof *sorted);
    for (size_t i = 0; i < run->row_count; i++)
        sorted[i] = &run->rows[i];
    qsort(sorted, run->row_count, sizeof *sorted, compare_rows);
    for (size_t i = 1; i < run->row_count && status == CLSMEM_OK; i++)
        if (clsmem_results_row_compare(sorted[i - 1], sorted[i]) == 0)
            status = clsmem_fail(CLSMEM_INVALID, "%s[%zu] is there before, as [%zu]: %s.%s at %s", place->text,
                                 (size_t)(sorted[i] - run->rows), (size_t)(sorted[i - 1] - run->rows),
                                 sorted[i]->kernel, sorted[i]->variant, sorted[i]->shape);
out:
    free(sorted);
    return status;
}

/* Zeroed elements; one more than none, since an empty list is no failure. */
static enum clsmem_status make_list(size_t count, size_t bytes, void *list)
{
    void *const elements = calloc(count ? count : 1, bytes);

    memcpy(list, &elements, sizeof elements);
    return elements ? CLSMEM_OK : clsmem_fail(CLSMEM_NO_MEMORY, "no memory for %zu elements", count);
}

static enum clsmem_status read_rows(const struct clsmem_place *run_place, const json_t *list,
                                    struct clsmem_results_run *run)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_place place = clsmem_place_inside(run_place, "rows");

    CHECK(check_list(run_place, list, "rows", CLSMEM_RESULTS_MOST_ROWS));
    CHECK(make_list(json_array_size(list), sizeof *run->rows, &run->rows));
    run->row_count = json_array_size(list);
    for (size_t i = 0; i < run->row_count; i++) {
        const struct clsmem_place element = clsmem_place_element(&place, i);

        CHECK(clsmem_results_row_read(&element, json_array_get(list, i), &run->rows[i]));
    }
    CHECK(refuse_twins(&place, run));
out:
    return status;
}

static enum clsmem_status read_conclusions(const struct clsmem_place *run_place, const json_t *list,
                                           struct clsmem_results_run *run)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_place place = clsmem_place_inside(run_place, "conclusions");

    CHECK(check_list(run_place, list, "conclusions", MOST_CONCLUSIONS));
    CHECK(make_list(json_array_size(list), sizeof *run->conclusions, &run->conclusions));
    run->conclusion_count = json_array_size(list);
    for (size_t i = 0; i < run->conclusion_count; i++) {
        const struct clsmem_place element = clsmem_place_element(&place, i);

        CHECK(clsmem_fields_read(clsmem_results_conclusion_fields, NULL, &element, json_array_get(list, i),
                                 &run->conclusions[i]));
        if (!clsmem_results_is_name(run->conclusions[i].kernel))
            return clsmem_place_refuse(&element, "kernel", "is no name");
    }
out:
    return status;
}

static enum clsmem_status read_run(const struct clsmem_place *place, json_t *object, struct clsmem_results_run *run)
{
    static const char *const others[] = { "device", "rows", "conclusions", NULL };
    enum clsmem_status status = CLSMEM_OK;

    CHECK(clsmem_fields_read(clsmem_results_run_fields, others, place, object, run));
    CHECK(read_device(place, json_object_get(object, "device"), &run->device));
    CHECK(read_rows(place, json_object_get(object, "rows"), run));
    CHECK(read_conclusions(place, json_object_get(object, "conclusions"), run));
out:
    return status;
}

static enum clsmem_status read_tree(json_t *root, const char *name, struct clsmem_results *results)
{
    static const char *const others[] = { "format", "format_version", "environment", "command", "runs", NULL };
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_place place = clsmem_place_make(name);
    const struct clsmem_place list_place = clsmem_place_inside(&place, "runs");
    const json_t *list;

    CHECK(check_format(&place, root));
    CHECK(clsmem_fields_read(clsmem_results_fields, others, &place, root, results));
    CHECK(check_surroundings(&place, root));
    list = json_object_get(root, "runs");
    CHECK(check_list(&place, list, "runs", MOST_RUNS));
    CHECK(make_list(json_array_size(list), sizeof *results->runs, &results->runs));
    results->run_count = json_array_size(list);
    for (size_t i = 0; i < results->run_count; i++) {
        const struct clsmem_place element = clsmem_place_element(&list_place, i);

        CHECK(read_run(&element, json_array_get(list, i), &results->runs[i]));
    }
out:
    return status;
}

/* Takes over results->text. */
static enum clsmem_status read_text(const char *name, struct clsmem_results *results)
{
    enum clsmem_status status = CLSMEM_OK;
    json_t *root = NULL;

    results->path = name;
    CHECK(clsmem_json_file_parse(results->text, results->text_bytes, name, &root));
    results->tree = root;
    CHECK(read_tree(root, name, results));
out:
    return status;
}

enum clsmem_status clsmem_results_read(const char *path, struct clsmem_results *results)
{
    enum clsmem_status status = CLSMEM_OK;

    memset(results, 0, sizeof *results);
    CHECK(clsmem_json_file_read(path, CLSMEM_RESULTS_MOST_BYTES, "no result file", &results->text,
                                &results->text_bytes));
    CHECK(read_text(path, results));
out:
    return status;
}

enum clsmem_status clsmem_results_parse(const char *text, size_t bytes, const char *name,
                                        struct clsmem_results *results)
{
    enum clsmem_status status = CLSMEM_OK;

    memset(results, 0, sizeof *results);
    CHECK_ALLOC(results->text, bytes + 1);
    memcpy(results->text, text, bytes);
    results->text[bytes] = 0;
    results->text_bytes = bytes;
    CHECK(read_text(name, results));
out:
    return status;
}

void clsmem_results_release(struct clsmem_results *results)
{
    if (!results)
        return;
    for (size_t i = 0; i < results->run_count; i++) {
        for (size_t r = 0; r < results->runs[i].row_count; r++)
            clsmem_results_row_release(&results->runs[i].rows[r]);
        free(results->runs[i].rows);
        free(results->runs[i].conclusions);
    }
    free(results->runs);
    free(results->text);
    json_decref(results->tree);
    memset(results, 0, sizeof *results);
}
