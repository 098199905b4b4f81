/* A profile to JSON, by the schema in bench/profile.schema.json. */
#include "profile_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bank_class_json.h"
#include "clsmem/save.h"

/* Each of these gives NULL without memory. json_pack and the functions that set and append fail on a value of NULL. */

static json_t *object_of(const struct clsmem_field *fields, const void *from)
{
    json_t *const object = json_object();

    if (object && clsmem_fields_write(fields, from, object))
        return object;
    json_decref(object);
    return NULL;
}

static bool add(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0; /* frees the value where there is no object */
}

/* Appends to a list that is given up where it cannot grow. */
static json_t *append(json_t *list, json_t *value)
{
    if (list && json_array_append_new(list, value) == 0)
        return list;
    json_decref(list);
    return NULL;
}

static json_t *probes(const struct clsmem_profile *profile)
{
    json_t *const object = json_object();

    for (enum clsmem_probe probe = 0; probe < CLSMEM_PROBE_COUNT; probe++)
        if (!add(object, clsmem_probe_word(probe), object_of(clsmem_profile_state_fields, &profile->probes[probe]))) {
            json_decref(object);
            return NULL;
        }
    return object;
}

static json_t *figures(const struct clsmem_profile *profile)
{
    json_t *list = json_array();

    for (size_t i = 0; list && i < profile->figure_count; i++)
        list = append(list, object_of(clsmem_profile_figure_fields, &profile->figures[i]));
    return list;
}

/* A rule as in a class file, or null where it is not known. It was found from one operation and width, whatever it says. */
static json_t *rule(const struct clsmem_geometry_rule *from, unsigned lanes)
{
    json_t *const object = object_of(clsmem_profile_rule_fields, from);
    struct clsmem_bank_rule serves = from->rule;

    serves.ops = 1u << from->op;
    serves.least_bytes = serves.most_bytes = from->bytes;
    if (add(object, "serves", from->known ? clsmem_bank_rule_to_json(&serves, lanes, NULL) : json_null()))
        return object;
    json_decref(object);
    return NULL;
}

static json_t *rules(const struct clsmem_geometry *geometry)
{
    json_t *list = json_array();

    for (size_t i = 0; list && i < geometry->rule_count; i++)
        list = append(list, rule(&geometry->rules[i], geometry->lanes));
    return list;
}

static json_t *best(const struct clsmem_geometry *geometry)
{
    json_t *list = json_array();

    for (size_t i = 0; list && i < geometry->best_count; i++)
        list = append(list, json_string(geometry->best[i]->name));
    return list;
}

static json_t *geometry(const struct clsmem_profile *profile)
{
    const struct clsmem_geometry *const from = &profile->geometry;
    json_t *object;

    if (!profile->has_geometry)
        return json_null();
    object = object_of(clsmem_profile_geometry_fields, from);
    if (add(object, "best", best(from)) &&
        add(object, "runner_up", from->runner_up ? json_string(from->runner_up->name) : json_null()) &&
        add(object, "rules", rules(from)))
        return object;
    json_decref(object);
    return NULL;
}

/* What --bank-class takes. */
static json_t *own_class(const struct clsmem_profile *profile)
{
    struct clsmem_bank_rule own_rules[CLSMEM_GEOMETRY_MAX_RULES];
    struct clsmem_bank_class bank_class;

    if (!profile->has_geometry ||
        !clsmem_geometry_class(&profile->geometry, "probed", *profile->device ? profile->device : "a device",
                               "clsmem-probe", own_rules, &bank_class))
        return json_null();
    return clsmem_bank_class_to_json(&bank_class);
}

static json_t *timing(const struct clsmem_timing *row, unsigned lanes)
{
    json_t *const object = object_of(clsmem_profile_timing_fields, row);
    json_t *addresses = json_array();

    for (unsigned lane = 0; addresses && lane < lanes; lane++)
        addresses = append(addresses, json_integer(row->addresses[lane]));
    if (add(object, "addresses", addresses))
        return object;
    json_decref(object);
    return NULL;
}

static json_t *timings(const struct clsmem_timings *from, bool with_rows)
{
    json_t *const object = object_of(clsmem_profile_timings_fields, from);
    json_t *rows = with_rows && from->count > 0 ? json_array() : json_null();

    for (size_t i = 0; with_rows && rows && i < from->count; i++)
        rows = append(rows, timing(&from->rows[i], from->lanes));
    if (add(object, "rows", rows))
        return object;
    json_decref(object);
    return NULL;
}

json_t *clsmem_profile_to_json(const struct clsmem_profile *profile, bool with_timings)
{
    json_t *const root = json_pack("{ss si}", "format", PROFILE_FORMAT, "version", PROFILE_VERSION);

    if (root && clsmem_fields_write(clsmem_profile_fields, profile, root) && add(root, "probes", probes(profile)) &&
        add(root, "figures", figures(profile)) && add(root, "geometry", geometry(profile)) &&
        add(root, "bank_class", own_class(profile)) && add(root, "timings", timings(&profile->timings, with_timings)))
        return root;
    json_decref(root);
    return NULL;
}

/* 9 digits keep what a clock can tell. */
#define DIGITS JSON_REAL_PRECISION(9)

static bool print(const void *what, FILE *stream)
{
    return json_dumpf(what, stream, JSON_INDENT(1) | DIGITS) == 0 && fputc('\n', stream) != EOF && fflush(stream) == 0;
}

static enum clsmem_status no_memory(void)
{
    return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the profile");
}

enum clsmem_status clsmem_profile_print(const struct clsmem_profile *profile, bool with_timings, FILE *stream)
{
    json_t *const root = clsmem_profile_to_json(profile, with_timings);
    enum clsmem_status status = CLSMEM_OK;

    if (!root)
        return no_memory();
    if (!print(root, stream))
        status = clsmem_fail(CLSMEM_IO, "cannot write the profile: %s", strerror(errno));
    json_decref(root);
    return status;
}

enum clsmem_status clsmem_profile_save(const struct clsmem_profile *profile, bool with_timings, const char *path)
{
    json_t *const root = clsmem_profile_to_json(profile, with_timings);
    enum clsmem_status status;

    if (!root)
        return no_memory();
    status = clsmem_save(path, print, root);
    json_decref(root);
    return status;
}

char *clsmem_profile_text(const struct clsmem_profile *profile, bool with_timings)
{
    json_t *const root = clsmem_profile_to_json(profile, with_timings);
    char *const text = root ? json_dumps(root, JSON_COMPACT | DIGITS) : NULL;

    json_decref(root);
    return text;
}
