/* Bank classes as JSON: what bank_class_file.c reads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bank_class_bits.h"
#include "bank_class_json.h"

#define TEXT_BYTES 128 /* as much as a class file may have */

/* Adds "0-3,20-23" to a list; lanes that the class lacks are left out, and so are groups that have no others. */
static bool add_group(json_t *list, uint64_t lanes)
{
    char text[CLSMEM_MAX_LANES * 4];
    size_t used = 0;

    for (unsigned first = 0; first < CLSMEM_MAX_LANES; first++) {
        unsigned last = first;

        if ((lanes >> first & 1) == 0)
            continue;
        while (last + 1 < CLSMEM_MAX_LANES && (lanes >> (last + 1) & 1) != 0)
            last++;
        used += (size_t)snprintf(text + used, sizeof text - used, used > 0 ? ",%u" : "%u", first);
        if (last > first)
            used += (size_t)snprintf(text + used, sizeof text - used, "-%u", last);
        first = last;
    }
    return used == 0 || json_array_append_new(list, json_string(text)) == 0;
}

/* Lanes of each group where all are runs of as many neighbours, in their order; else 0. */
static unsigned run_of(const struct clsmem_lane_groups *groups, unsigned lanes)
{
    const uint64_t first = groups->count > 0 ? groups->lanes[0] & clsmem_bank_lanes(lanes) : 0;
    unsigned run = 0, next = 0;

    while (run < lanes && (first >> run & 1) != 0)
        run++;
    for (unsigned i = 0; run > 0 && i < groups->count; i++, next += run) {
        const unsigned begin = next < lanes ? next : lanes, end = next + run < lanes ? next + run : lanes;

        if ((groups->lanes[i] & clsmem_bank_lanes(lanes)) != (clsmem_bank_lanes(end) & ~clsmem_bank_lanes(begin)))
            return 0;
    }
    return next >= lanes ? run : 0;
}

static json_t *groups_to_json(const struct clsmem_lane_groups *groups, unsigned lanes)
{
    const unsigned run = run_of(groups, lanes);
    json_t *list;

    if (run > 0)
        return json_integer(run);
    list = json_array();
    for (unsigned i = 0; list && i < groups->count; i++)
        if (!add_group(list, groups->lanes[i] & clsmem_bank_lanes(lanes))) {
            json_decref(list);
            return NULL;
        }
    return list;
}

static json_t *ops_to_json(unsigned ops)
{
    json_t *const list = json_array();

    for (enum clsmem_bank_op op = CLSMEM_LOAD; list && op <= CLSMEM_COMPARE; op++)
        if ((ops >> op & 1) != 0 && json_array_append_new(list, json_string(clsmem_bank_op_word(op))) != 0) {
            json_decref(list);
            return NULL;
        }
    return list;
}

/* Each adds members and returns 0, or -1 without memory. */

static int add_banks(json_t *object, const struct clsmem_bank_geometry *geometry)
{
    return json_object_set_new(object, "banks", json_integer(geometry->banks)) |
           json_object_set_new(object, "bank_bytes", json_integer(geometry->bank_bytes)) |
           json_object_set_new(object, "row_bytes", json_integer(geometry->row_bytes));
}

static int add_share(json_t *object, enum clsmem_bank_share share)
{
    if (share == CLSMEM_SHARE_WORDS)
        return 0;
    return json_object_set_new(object, "share", json_string(share == CLSMEM_SHARE_NOTHING ? "nothing" : "one_word"));
}

static int add_above(json_t *object, const char *key, unsigned number, unsigned usual)
{
    return number > usual ? json_object_set_new(object, key, json_integer(number)) : 0;
}

static bool same_banks(const struct clsmem_bank_geometry *one, const struct clsmem_bank_geometry *other)
{
    return one->banks == other->banks && one->bank_bytes == other->bank_bytes && one->row_bytes == other->row_bytes;
}

json_t *clsmem_bank_rule_to_json(const struct clsmem_bank_rule *rule, unsigned lanes,
                                 const struct clsmem_bank_geometry *whole)
{
    json_t *const object = json_pack("{so s[ii] so}", "ops", ops_to_json(rule->ops), "bytes", (int)rule->least_bytes,
                                     (int)rule->most_bytes, "groups", groups_to_json(rule->groups, lanes));
    int error = object ? 0 : -1;

    if (object && rule->merged)
        error |= json_object_set_new(object, "merged", groups_to_json(rule->merged, lanes));
    if (object && !(whole && same_banks(whole, &rule->geometry)))
        error |= add_banks(object, &rule->geometry);
    if (object) {
        error |= add_share(object, rule->share);
        error |= add_above(object, "joined", rule->joined, 1);
        error |= add_above(object, "extra", rule->extra, 0);
        error |= add_above(object, "turns", rule->turns, 1);
    }
    if (error == 0)
        return object;
    json_decref(object);
    return NULL;
}

static json_t *short_text(const char *text)
{
    char cut[TEXT_BYTES];

    snprintf(cut, sizeof cut, "%s", text);
    for (char *at = cut; *at; at++) /* a cut may go through a character, which would be no text in JSON */
        if ((unsigned char)*at >= 128)
            *at = '?';
    return json_string(cut);
}

json_t *clsmem_bank_class_to_json(const struct clsmem_bank_class *bank_class)
{
    json_t *object, *rules;
    int error = 0;

    if (!clsmem_bank_class_has_banks(bank_class) || bank_class->rule_count == 0)
        return NULL;
    rules = json_array();
    object = json_pack("{ss so so si si}", "name", bank_class->name, "summary", short_text(bank_class->summary),
                       "source", short_text(bank_class->source), "lanes", (int)bank_class->lanes, "most_lanes",
                       (int)bank_class->most_lanes);
    if (!object || !rules || add_banks(object, &bank_class->rules[0].geometry) != 0)
        error = -1;
    for (size_t i = 0; error == 0 && i < bank_class->rule_count; i++)
        error = json_array_append_new(rules, clsmem_bank_rule_to_json(&bank_class->rules[i], bank_class->most_lanes,
                                                                      &bank_class->rules[0].geometry));
    if (error == 0 && json_object_set(object, "rules", rules) == 0) {
        json_decref(rules);
        return object;
    }
    json_decref(rules);
    json_decref(object);
    return NULL;
}

char *clsmem_bank_class_text(const struct clsmem_bank_class *bank_class)
{
    json_t *const object = clsmem_bank_class_to_json(bank_class);
    char *const text = object ? json_dumps(object, JSON_INDENT(1)) : NULL;

    json_decref(object);
    return text;
}
