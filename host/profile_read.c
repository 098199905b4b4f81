/* A profile from JSON. Whatever it says is held to be wrong until it is seen to be right. */
#include <stdlib.h>
#include <string.h>

#include "bank_class_json.h"
#include "json_file.h"
#include "jump.h"
#include "profile_json.h"

static enum clsmem_status check_format(const struct clsmem_place *place, const json_t *root)
{
    const char *const format = json_string_value(json_object_get(root, "format"));
    const json_t *const version = json_object_get(root, "version");

    if (!format || strcmp(format, PROFILE_FORMAT) != 0)
        return clsmem_place_refuse(place, "format", "is not \"" PROFILE_FORMAT "\": this is no profile");
    if (!json_is_integer(version))
        return clsmem_place_refuse(place, "version", "is missing, or no whole number");
    if (json_integer_value(version) != PROFILE_VERSION)
        return clsmem_fail(CLSMEM_INVALID, "%s: version %" JSON_INTEGER_FORMAT " of profiles is not known: %d is",
                           place->text, json_integer_value(version), PROFILE_VERSION);
    return CLSMEM_OK;
}

static enum clsmem_status read_probes(const struct clsmem_place *root, json_t *object, struct clsmem_profile *profile)
{
    static const struct clsmem_field none[] = { { .key = NULL } };
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_place place = clsmem_place_inside(root, "probes");
    const char *words[CLSMEM_PROBE_COUNT + 1] = { NULL };

    for (enum clsmem_probe probe = 0; probe < CLSMEM_PROBE_COUNT; probe++)
        words[probe] = clsmem_probe_word(probe);
    CHECK(clsmem_fields_read(none, words, &place, object, NULL));
    for (enum clsmem_probe probe = 0; probe < CLSMEM_PROBE_COUNT; probe++) {
        const struct clsmem_place inside = clsmem_place_inside(&place, words[probe]);

        CHECK(clsmem_fields_read(clsmem_profile_state_fields, NULL, &inside, json_object_get(object, words[probe]),
                                 &profile->probes[probe]));
    }
out:
    return status;
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

static enum clsmem_status read_figures(const struct clsmem_place *root, const json_t *list,
                                       struct clsmem_profile *profile)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_place place = clsmem_place_inside(root, "figures");

    CHECK(check_list(root, list, "figures", PROFILE_MOST_FIGURES));
    for (size_t i = 0; i < json_array_size(list); i++) {
        const struct clsmem_place element = clsmem_place_element(&place, i);
        struct clsmem_figure figure = { 0 };

        CHECK(clsmem_fields_read(clsmem_profile_figure_fields, NULL, &element, json_array_get(list, i), &figure));
        if (clsmem_profile_find(profile, figure.probe, figure.quantity, figure.of, figure.at))
            return clsmem_place_refuse(&element, "quantity", "is there twice, of the same and at the same");
        CHECK(clsmem_profile_add(profile, &figure));
    }
out:
    return status;
}

/* A class of ours by its name. */
static enum clsmem_status read_class(const struct clsmem_place *place, const char *key, const json_t *value,
                                     const struct clsmem_bank_class **bank_class)
{
    const char *const name = json_string_value(value);

    *bank_class = name ? clsmem_bank_class_find(name) : NULL;
    return *bank_class ? CLSMEM_OK : clsmem_place_refuse(place, key, "has something else than a class of ours");
}

static enum clsmem_status read_best(const struct clsmem_place *place, const json_t *list, const json_t *runner_up,
                                    struct clsmem_geometry *geometry)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK(check_list(place, list, "best", CLSMEM_GEOMETRY_MAX_ALIKE));
    for (size_t i = 0; i < json_array_size(list); i++)
        CHECK(read_class(place, "best", json_array_get(list, i), &geometry->best[i]));
    geometry->best_count = json_array_size(list);
    if (!json_is_null(runner_up))
        CHECK(read_class(place, "runner_up", runner_up, &geometry->runner_up));
out:
    return status;
}

static enum clsmem_status read_rule(const struct clsmem_place *place, json_t *object, unsigned lanes,
                                    struct clsmem_geometry_rule *rule)
{
    static const char *const others[] = { "serves", NULL };
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_place serves = clsmem_place_inside(place, "serves");

    CHECK(clsmem_fields_read(clsmem_profile_rule_fields, others, place, object, rule));
    if (!rule->known) {
        if (!json_is_null(json_object_get(object, "serves")))
            status = clsmem_place_refuse(place, "serves", "must be null where \"known\" is false");
        goto out;
    }
    CHECK(clsmem_bank_rule_from_json(serves.text, json_object_get(object, "serves"), lanes, &rule->rule, &rule->groups,
                                     &rule->merged));
    rule->rule.confidence = 'M'; /* one measurement */
    if (rule->rule.ops != 1u << rule->op || rule->rule.least_bytes != rule->bytes ||
        rule->rule.most_bytes != rule->bytes)
        status = clsmem_place_refuse(place, "serves", "speaks of other accesses than \"op\" and \"bytes\" do");
out:
    return status;
}

static enum clsmem_status read_geometry(const struct clsmem_place *root, json_t *object,
                                        struct clsmem_profile *profile)
{
    static const char *const others[] = { "best", "runner_up", "rules", NULL };
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_place place = clsmem_place_inside(root, "geometry");
    const struct clsmem_place list_place = clsmem_place_inside(&place, "rules");
    struct clsmem_geometry *const geometry = &profile->geometry;
    const json_t *const rules = json_object_get(object, "rules");

    if (json_is_null(object))
        return CLSMEM_OK;
    CHECK(clsmem_fields_read(clsmem_profile_geometry_fields, others, &place, object, geometry));
    if (geometry->lanes < 1 || geometry->lanes > CLSMEM_MAX_LANES)
        return clsmem_place_refuse(&place, "lanes", "is no number of lanes");
    CHECK(read_best(&place, json_object_get(object, "best"), json_object_get(object, "runner_up"), geometry));
    CHECK(check_list(&place, rules, "rules", CLSMEM_GEOMETRY_MAX_RULES));
    for (size_t i = 0; i < json_array_size(rules); i++) {
        const struct clsmem_place element = clsmem_place_element(&list_place, i);

        CHECK(read_rule(&element, json_array_get(rules, i), geometry->lanes, &geometry->rules[i]));
    }
    geometry->rule_count = json_array_size(rules);
    profile->has_geometry = true;
out:
    return status;
}

/* It follows from the geometry, so it is only looked at: other programs may take it from here. */
static enum clsmem_status check_class(const struct clsmem_place *root, json_t *object)
{
    const struct clsmem_place place = clsmem_place_inside(root, "bank_class");
    struct clsmem_bank_class *bank_class;
    enum clsmem_status status;

    if (json_is_null(object))
        return CLSMEM_OK;
    status = clsmem_bank_class_from_json(place.text, object, &bank_class);
    clsmem_bank_class_free(bank_class);
    return status;
}

/* What bank.h takes for an access, and the lanes and times that an inference can make something of. */
static enum clsmem_status read_addresses(const struct clsmem_place *place, const json_t *list, unsigned lanes,
                                         struct clsmem_timing *row)
{
    const json_int_t align = row->bytes == 12 ? 4 : row->bytes;

    if (align > 16 || align == 0 || (align & (align - 1)) != 0)
        return clsmem_place_refuse(place, "bytes", "is no width of an access");
    if (row->time <= 0 || row->doubt < 0)
        return clsmem_place_refuse(place, row->time <= 0 ? "time" : "doubt", "is too small");
    if (!json_is_array(list) || json_array_size(list) != lanes)
        return clsmem_place_refuse(place, "addresses", "is no list of as many as there are lanes");
    for (unsigned lane = 0; lane < lanes; lane++) {
        const json_t *const value = json_array_get(list, lane);
        const json_int_t address = json_integer_value(value);

        if (!json_is_integer(value) || address < 0 || address > INT32_MAX || address % align != 0)
            return clsmem_place_refuse(place, "addresses", "has something that is no address for this width");
        row->addresses[lane] = (uint32_t)address;
    }
    return CLSMEM_OK;
}

static enum clsmem_status read_rows(const struct clsmem_place *place, const json_t *list,
                                    struct clsmem_timings *timings)
{
    static const char *const others[] = { "addresses", NULL };
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_place list_place = clsmem_place_inside(place, "rows");

    if (json_is_null(list))
        return CLSMEM_OK;
    CHECK(check_list(place, list, "rows", PROFILE_MOST_TIMINGS));
    if (json_array_size(list) == 0)
        return clsmem_place_refuse(place, "rows", "is empty: null says that there are none");
    if (timings->lanes < 8 || timings->lanes > CLSMEM_MAX_LANES || (timings->lanes & (timings->lanes - 1)) != 0)
        return clsmem_place_refuse(place, "lanes", "is no power of two from 8 to 64");
    timings->rows = calloc(json_array_size(list), sizeof *timings->rows);
    if (!timings->rows)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for %zu timings", json_array_size(list));
    timings->count = json_array_size(list);
    for (size_t i = 0; i < timings->count; i++) {
        const struct clsmem_place element = clsmem_place_element(&list_place, i);
        json_t *const object = json_array_get(list, i);

        CHECK(clsmem_fields_read(clsmem_profile_timing_fields, others, &element, object, &timings->rows[i]));
        CHECK(read_addresses(&element, json_object_get(object, "addresses"), timings->lanes, &timings->rows[i]));
        if (!clsmem_timing_is_pattern(timings, &timings->rows[i]))
            timings->rows[i].pattern = CLSMEM_PATTERN_OTHER;
    }
out:
    return status;
}

static enum clsmem_status read_timings(const struct clsmem_place *root, json_t *object, struct clsmem_profile *profile)
{
    static const char *const others[] = { "rows", NULL };
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_place place = clsmem_place_inside(root, "timings");

    CHECK(clsmem_fields_read(clsmem_profile_timings_fields, others, &place, object, &profile->timings));
    CHECK(read_rows(&place, json_object_get(object, "rows"), &profile->timings));
out:
    return status;
}

static enum clsmem_status take(json_t *root, const char *name, struct clsmem_profile *profile)
{
    static const char *const others[] = { "format",   "version",    "probes",  "figures",
                                          "geometry", "bank_class", "timings", NULL };
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_place place = clsmem_place_make(name);

    memset(profile, 0, sizeof *profile);
    if (!json_is_object(root))
        return clsmem_fail(CLSMEM_INVALID, "%s: a profile is a JSON object", place.text);
    CHECK(check_format(&place, root));
    CHECK(clsmem_fields_read(clsmem_profile_fields, others, &place, root, profile));
    CHECK(read_probes(&place, json_object_get(root, "probes"), profile));
    CHECK(read_figures(&place, json_object_get(root, "figures"), profile));
    CHECK(read_geometry(&place, json_object_get(root, "geometry"), profile));
    CHECK(check_class(&place, json_object_get(root, "bank_class")));
    CHECK(read_timings(&place, json_object_get(root, "timings"), profile));
out:
    return status;
}

enum clsmem_status clsmem_profile_from_json(json_t *root, const char *name, struct clsmem_profile *profile)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK(take(root, name, profile));
    /* A younger program may see more in the same times. */
    if (profile->timings.count > 0)
        CHECK(clsmem_profile_infer(profile));
out:
    return status;
}

enum clsmem_status clsmem_profile_load_json(const char *path, json_t **root)
{
    enum clsmem_status status = CLSMEM_OK;
    char *text = NULL;
    size_t length = 0;

    *root = NULL;
    CHECK(clsmem_json_file_read(path, PROFILE_MOST_BYTES, "no profile", &text, &length));
    CHECK(clsmem_json_file_parse(text, length, path, root));
out:
    free(text);
    return status;
}

enum clsmem_status clsmem_profile_read(const char *path, struct clsmem_profile *profile)
{
    enum clsmem_status status = CLSMEM_OK;
    json_t *root = NULL;

    memset(profile, 0, sizeof *profile);
    CHECK(clsmem_profile_load_json(path, &root));
    CHECK(clsmem_profile_from_json(root, path, profile));
out:
    json_decref(root);
    return status;
}

enum clsmem_status clsmem_profile_read_stream(FILE *stream, const char *name, struct clsmem_profile *profile)
{
    enum clsmem_status status = CLSMEM_OK;
    json_t *root = NULL;
    char *text = NULL;
    size_t length = 0;

    memset(profile, 0, sizeof *profile);
    CHECK(clsmem_json_stream_read(stream, name, PROFILE_MOST_BYTES, "no profile", &text, &length));
    CHECK(clsmem_json_file_parse(text, length, name, &root));
    CHECK(clsmem_profile_from_json(root, name, profile));
out:
    json_decref(root);
    free(text);
    return status;
}

enum clsmem_status clsmem_profile_parse(const char *text, const char *name, struct clsmem_profile *profile)
{
    enum clsmem_status status = CLSMEM_OK;
    json_t *root = NULL;

    memset(profile, 0, sizeof *profile);
    CHECK(clsmem_json_file_parse(text, strlen(text), name, &root));
    CHECK(take(root, name, profile));
out:
    json_decref(root);
    return status;
}
