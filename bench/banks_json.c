/* Costs and maps as JSON. */
#include "banks_json.h"

#include "clsmem/version.h"

static bool put(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

static bool append(json_t *array, json_t *value)
{
    return json_array_append_new(array, value) == 0;
}

/* The owned value where all went well, else NULL. */
static json_t *whole(json_t *value, bool complete)
{
    if (complete)
        return value;
    json_decref(value);
    return NULL;
}

static json_t *lanes_json(uint64_t lanes)
{
    json_t *const array = json_array();
    bool complete = array != NULL;

    for (unsigned lane = 0; lane < CLSMEM_MAX_LANES; lane++)
        if ((lanes >> lane & 1) != 0)
            complete = complete && append(array, json_integer(lane));
    return whole(array, complete);
}

static json_t *services_json(const struct clsmem_bank_map *map)
{
    json_t *const array = json_array();
    bool complete = array != NULL;

    for (size_t i = 0; complete && i < map->count; i++) {
        const struct clsmem_bank_service *const service = &map->services[i];

        complete =
            append(array, json_pack("{s:i, s:i, s:I, s:o}", "pass", (int)service->pass, "bank", (int)service->bank,
                                    "address", (json_int_t)service->address, "lanes", lanes_json(service->lanes)));
    }
    return whole(array, complete);
}

static json_t *addresses_json(const struct banks_case *one)
{
    json_t *const array = json_array();
    bool complete = array != NULL;

    for (unsigned lane = 0; complete && lane < one->access.lanes; lane++)
        complete = append(array, (one->access.active >> lane & 1) != 0 ? json_integer(one->addresses[lane])
                                                                       : json_integer(-1));
    return whole(array, complete);
}

static json_t *case_json(const struct banks_case *one)
{
    const struct clsmem_bank_cost *const cost = &one->cost;
    const struct clsmem_bank_rule *const rule =
        clsmem_bank_class_rule(one->bank_class, one->access.op, one->access.bytes);
    json_t *const json = json_pack("{s:s, s:b, s:o}", "class", one->bank_class->name, "known", (int)cost->known,
                                   "addresses", addresses_json(one));
    bool complete = json != NULL;

    if (!complete || !cost->known)
        return json;
    complete = put(json, "banks", json_integer(rule->geometry.banks)) &&
               put(json, "bank_bytes", json_integer(rule->geometry.bank_bytes)) &&
               put(json, "confidence", json_stringn(&rule->confidence, 1)) &&
               put(json, "merged", json_boolean(cost->merged)) && put(json, "passes", json_integer(cost->passes)) &&
               put(json, "conflict_free", json_integer(cost->ideal)) &&
               put(json, "conflicts", json_integer((json_int_t)cost->passes - (json_int_t)cost->ideal)) &&
               put(json, "degree", json_real(clsmem_bank_degree(cost))) &&
               put(json, "served", services_json(&one->map));
    return whole(json, complete);
}

json_t *banks_json_make(const struct banks_settings *settings, const struct banks_case *cases)
{
    json_t *const list = json_array();
    bool complete = list != NULL;
    char words[512];

    banks_case_words(settings, words, sizeof words);
    for (size_t i = 0; complete && i < settings->class_count; i++)
        complete = append(list, case_json(&cases[i]));
    if (!complete)
        return whole(list, false);
    return json_pack("{s:s, s:s, s:s, s:i, s:o}", "version", CLSMEM_VERSION, "pattern", words, "op",
                     clsmem_bank_op_word(settings->op), "width_bytes", (int)settings->bytes, "classes", list);
}

static json_t *candidate_json(const struct banks_settings *settings, const struct clsmem_bank_candidate *candidate)
{
    const struct clsmem_layout *const layout = &candidate->layout;
    const size_t access = layout->access ? layout->access : 1;
    json_t *const passes = json_object(), *const degrees = json_object();
    bool complete = passes && degrees;

    for (size_t c = 0; complete && c < settings->class_count; c++)
        complete = put(passes, settings->classes[c]->name, json_integer((json_int_t)candidate->passes[c])) &&
                   put(degrees, settings->classes[c]->name, json_real(candidate->degree[c]));
    if (!complete) {
        json_decref(passes);
        json_decref(degrees);
        return NULL;
    }
    return json_pack("{s:s, s:I, s:I, s:i, s:b, s:I, s:o, s:o}", "layout", clsmem_layout_word(layout->kind), "pad",
                     (json_int_t)layout->pad, "swizzle_bytes",
                     (json_int_t)(layout->kind == CLSMEM_SWIZZLED ? access * settings->tile.element_bytes : 0),
                     "shift", (int)layout->shift, "aligned", (int)candidate->aligned, "extra_bytes",
                     (json_int_t)candidate->extra_bytes, "passes", passes, "degree", degrees);
}

json_t *banks_json_search(const struct banks_settings *settings, struct clsmem_bank_findings *findings)
{
    json_t *const list = json_array(), *const best = json_object();
    bool complete = list && best;

    for (size_t c = 0; complete && c < settings->class_count; c++) {
        clsmem_bank_findings_sort(findings, c);
        complete = put(best, settings->classes[c]->name, candidate_json(settings, &findings->candidates[0]));
    }
    clsmem_bank_findings_sort(findings, CLSMEM_ALL_CLASSES);
    for (size_t i = 0; complete && i < findings->count; i++)
        complete = append(list, candidate_json(settings, &findings->candidates[i]));
    if (!complete) {
        json_decref(list);
        json_decref(best);
        return NULL;
    }
    return json_pack("{s:s, s:o, s:o}", "version", CLSMEM_VERSION, "best", best, "ranking", list);
}
