/* A row of a result file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clsmem/registry.h"
#include "jump.h"
#include "result_read_fields.h"

#define MOST_NAME 63
#define MEDIAN_TOLERANCE 1e-6

bool clsmem_results_is_name(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz", others[] = "abcdefghijklmnopqrstuvwxyz0123456789_";

    return *text && strchr(letters, *text) && strspn(text, others) == strlen(text) && strlen(text) <= MOST_NAME;
}

/* The places of the extents by their names: JSON's keys have no order, so a tool may have sorted them. */
static void sort_extents(const struct clsmem_results_row *row, size_t *places)
{
    for (size_t i = 0; i < row->extent_count; i++) {
        size_t at = i;

        for (; at > 0 && strcmp(row->extent_names[places[at - 1]], row->extent_names[i]) > 0; at--)
            places[at] = places[at - 1];
        places[at] = i;
    }
}

int clsmem_results_shape_compare(const struct clsmem_results_row *a, const struct clsmem_results_row *b)
{
    size_t left[CLSMEM_MAX_EXTENTS] = { 0 }, right[CLSMEM_MAX_EXTENTS] = { 0 };

    if (a->extent_count != b->extent_count)
        return a->extent_count < b->extent_count ? -1 : 1;
    sort_extents(a, left);
    sort_extents(b, right);
    for (size_t i = 0; i < a->extent_count; i++) {
        const int order = strcmp(a->extent_names[left[i]], b->extent_names[right[i]]);
        const size_t x = a->extents[left[i]], y = b->extents[right[i]];

        if (order != 0 || x != y)
            return order != 0 ? order : x < y ? -1 : 1;
    }
    return 0;
}

int clsmem_results_row_compare(const struct clsmem_results_row *a, const struct clsmem_results_row *b)
{
    int order = strcmp(a->kernel, b->kernel);

    if (order == 0)
        order = strcmp(a->variant, b->variant);
    if (order == 0)
        order = strcmp(a->mode, b->mode);
    if (order == 0)
        order = (int)a->type - (int)b->type;
    return order != 0 ? order : clsmem_results_shape_compare(a, b);
}

/* As the family has its extents, whatever order the file has; as in the file where the family is not one of ours. */
static void order_extents(struct clsmem_results_row *row)
{
    const struct clsmem_kernel *const kernel = clsmem_kernel_find(row->kernel);

    for (size_t i = 0; kernel && i < row->extent_count && kernel->extents[i]; i++)
        for (size_t other = i + 1; other < row->extent_count; other++)
            if (strcmp(row->extent_names[other], kernel->extents[i]) == 0) {
                const char *const name = row->extent_names[other];
                const size_t extent = row->extents[other];

                row->extent_names[other] = row->extent_names[i];
                row->extents[other] = row->extents[i];
                row->extent_names[i] = name;
                row->extents[i] = extent;
            }
}

static enum clsmem_status read_shape(const struct clsmem_place *place, const json_t *object,
                                     struct clsmem_results_row *row)
{
    size_t used = 0;
    const char *name;
    json_t *value;

    if (!json_is_object(object) || json_object_size(object) > CLSMEM_MAX_EXTENTS)
        return clsmem_place_refuse(place, "shape", "is no object of up to 4 extents");
    json_object_foreach((json_t *)object, name, value)
    {
        if (!clsmem_results_is_name(name) || !json_is_integer(value) || json_integer_value(value) < 1)
            return clsmem_place_refuse(place, "shape", "has something that is no extent");
        row->extent_names[row->extent_count] = name;
        row->extents[row->extent_count++] = (size_t)json_integer_value(value);
    }
    order_extents(row);
    snprintf(row->shape, sizeof row->shape, "-");
    for (size_t i = 0; i < row->extent_count; i++)
        used +=
            (size_t)snprintf(row->shape + used, sizeof row->shape - used, "%s%zu", used ? "x" : "", row->extents[i]);
    return CLSMEM_OK;
}

/* Null is NAN where there may be none. */
static enum clsmem_status read_numbers(const struct clsmem_place *place, const char *key, const json_t *list,
                                       bool with_nulls, double **numbers, size_t *count)
{
    enum clsmem_status status = CLSMEM_OK;

    if (!json_is_array(list) || json_array_size(list) == 0)
        return clsmem_place_refuse(place, key, "is no list of numbers");
    CHECK_ALLOC(*numbers, json_array_size(list) * sizeof **numbers);
    *count = json_array_size(list);
    for (size_t i = 0; i < *count; i++) {
        const json_t *const value = json_array_get(list, i);

        (*numbers)[i] = json_is_null(value) ? (double)NAN : json_number_value(value);
        if (!(json_is_number(value) && json_number_value(value) >= 0) && !(with_nulls && json_is_null(value)))
            return clsmem_place_refuse(place, key, "has something that is no time");
    }
out:
    return status;
}

/* What is shown and what is compared must not contradict each other; files have their numbers with 9 digits. */
static bool is_median(double median, const double *samples, size_t count)
{
    const double expected = clsmem_median(samples, count);

    return fabs(median - expected) <= MEDIAN_TOLERANCE * expected;
}

static enum clsmem_status read_time(const struct clsmem_place *row_place, json_t *object,
                                    struct clsmem_results_row *row)
{
    static const char *const others[] = { "samples_ns", "other_clock_ns", NULL };
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_place place = clsmem_place_inside(row_place, "time");
    struct clsmem_results_time *const time = &row->time;

    if ((row->status == CLSMEM_OK) == json_is_null(object))
        return clsmem_place_refuse(row_place, "time",
                                   json_is_null(object) ? "is null in a row that is ok"
                                                        : "is there in a row that is not ok");
    if ((row->status == CLSMEM_OK) != !*row->reason)
        return clsmem_place_refuse(row_place, "reason", "does not go with the status");
    if (json_is_null(object))
        return CLSMEM_OK;
    CHECK(clsmem_fields_read(clsmem_results_time_fields, others, &place, object, time));
    if (time->launches < 1)
        return clsmem_place_refuse(&place, "launches", "is 0");
    if (!(time->low_ns <= time->median_ns && time->median_ns <= time->high_ns))
        return clsmem_place_refuse(&place, "median_ns", "lies outside of its interval");
    CHECK(read_numbers(&place, "samples_ns", json_object_get(object, "samples_ns"), false, &time->samples_ns,
                       &time->count));
    if (!is_median(time->median_ns, time->samples_ns, time->count))
        return clsmem_place_refuse(&place, "median_ns", "is not the median of \"samples_ns\"");
    CHECK(read_numbers(&place, "other_clock_ns", json_object_get(object, "other_clock_ns"), true, &time->other_ns,
                       &time->other_count));
    row->has_time = true;
out:
    return status;
}

static enum clsmem_status read_prediction(const struct clsmem_place *row_place, json_t *object,
                                          struct clsmem_results_row *row)
{
    const struct clsmem_place place = clsmem_place_inside(row_place, "predicted");

    row->is_predicted = !json_is_null(object);
    return row->is_predicted
               ? clsmem_fields_read(clsmem_results_prediction_fields, NULL, &place, object, &row->prediction)
               : CLSMEM_OK;
}

static enum clsmem_status check_words(const struct clsmem_place *place, const struct clsmem_results_row *row)
{
    static const char *const units[] = {
#define UNIT_WORD(name, word) word,
        CLSMEM_UNITS(UNIT_WORD)
#undef UNIT_WORD
    };
    bool unit_is_known = false;

    if (!clsmem_results_is_name(row->kernel))
        return clsmem_place_refuse(place, "kernel", "is no name");
    if (!clsmem_results_is_name(row->variant))
        return clsmem_place_refuse(place, "variant", "is no name");
    if (*row->mode && !clsmem_results_is_name(row->mode))
        return clsmem_place_refuse(place, "mode", "is no name");
    if (row->versus && !clsmem_results_is_name(row->versus))
        return clsmem_place_refuse(place, "versus", "is no name");
    if (strlen(row->source_hash) != 16 || strspn(row->source_hash, "0123456789abcdef") != 16)
        return clsmem_place_refuse(place, "source_hash", "is no hash of 16 digits");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        unit_is_known |= strcmp(row->unit, units[i]) == 0;
    return unit_is_known ? CLSMEM_OK : clsmem_place_refuse(place, "unit", "is no word that can stand there");
}

enum clsmem_status clsmem_results_row_read(const struct clsmem_place *place, json_t *object,
                                           struct clsmem_results_row *row)
{
    static const char *const others[] = { "shape", "time", "predicted", NULL };
    enum clsmem_status status = CLSMEM_OK;

    CHECK(clsmem_fields_read(clsmem_results_row_fields, others, place, object, row));
    if (row->mode && !*row->mode)
        return clsmem_place_refuse(place, "mode", "is empty: null says that there is none");
    if (!row->mode)
        row->mode = "";
    CHECK(check_words(place, row));
    if (!isfinite(row->alpha) || !isfinite(row->beta))
        return clsmem_place_refuse(place, isfinite(row->alpha) ? "beta" : "alpha", "is no number");
    CHECK(read_shape(place, json_object_get(object, "shape"), row));
    CHECK(read_time(place, json_object_get(object, "time"), row));
    CHECK(read_prediction(place, json_object_get(object, "predicted"), row));
out:
    return status;
}

void clsmem_results_row_release(struct clsmem_results_row *row)
{
    free(row->time.samples_ns);
    free(row->time.other_ns);
}
