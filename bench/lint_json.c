/* Lint reports as JSON. */
#include "lint_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clsmem/version.h"

#define FORMAT_VERSION 1

bool lint_json_put(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

bool lint_json_append(json_t *array, json_t *value)
{
    return json_array_append_new(array, value) == 0;
}

json_t *lint_json_whole(json_t *value, bool complete)
{
    if (complete)
        return value;
    json_decref(value);
    return NULL;
}

json_t *lint_json_text(const char *text)
{
    json_t *json = json_string(text);
    char *copy;

    if (json)
        return json;
    copy = strdup(text);
    for (char *at = copy; at && *at; at++)
        if ((unsigned char)*at >= 0x80)
            *at = '?';
    json = copy ? json_string(copy) : NULL;
    free(copy);
    return json;
}

static json_t *number(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *sizes_json(size_t count, const size_t *sizes)
{
    json_t *const array = json_array();
    bool complete = array != NULL;

    for (size_t i = 0; i < count; i++)
        complete = complete && lint_json_append(array, number(sizes[i]));
    return lint_json_whole(array, complete);
}

static json_t *cost_json(const struct clsmem_lint_cost *cost)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:f}", "instructions", (json_int_t)cost->instructions, "idle",
                     (json_int_t)cost->idle, "lanes", (json_int_t)cost->lanes, "passes", (json_int_t)cost->passes,
                     "conflict_free", (json_int_t)cost->ideal, "degree", clsmem_lint_degree(cost));
}

static json_t *traffic_json(const struct clsmem_lint_traffic *traffic)
{
    return json_pack("{s:I, s:I, s:I, s:I}", "requests", (json_int_t)traffic->requests, "bytes",
                     (json_int_t)traffic->bytes, "sectors", (json_int_t)traffic->sectors, "ideal_sectors",
                     (json_int_t)traffic->ideal);
}

static json_t *place_json(const struct clsmem_lint_place *place)
{
    return json_pack("{s:o, s:o, s:I, s:I}", "file", lint_json_text(place->file), "function",
                     lint_json_text(place->function), "line", (json_int_t)place->line, "column",
                     (json_int_t)place->column);
}

static json_t *item_json(size_t dimensions, const struct clsmem_lint_item *item)
{
    json_t *const group = json_array(), *const local = json_array();
    bool complete = group && local;

    for (size_t i = 0; complete && i < dimensions; i++)
        complete = lint_json_append(group, number(item->group[i])) && lint_json_append(local, number(item->local[i]));
    if (!complete) {
        json_decref(group);
        json_decref(local);
        return NULL;
    }
    return json_pack("{s:o, s:o, s:i, s:i}", "group", group, "local", local, "sub_group", (int)item->sub_group, "lane",
                     (int)item->lane);
}

static json_t *access_json(const struct clsmem_lint_report *report, const struct clsmem_lint_access *access)
{
    json_t *const json = json_pack("{s:o, s:s, s:s, s:o, s:i}", "place", place_json(&access->place), "op",
                                   clsmem_bank_op_word(access->op), "space", access->space, "object",
                                   lint_json_text(access->object), "bytes", (int)access->bytes);
    bool complete = json != NULL;

    if (complete && strcmp(access->space, "local") == 0)
        complete = lint_json_put(json, "known", json_boolean(access->is_known)) &&
                   lint_json_put(json, "joined_bytes", json_integer(access->joined_bytes)) &&
                   lint_json_put(json, "cost", cost_json(&access->cost)) &&
                   lint_json_put(json, "joined", cost_json(&access->joined)) &&
                   lint_json_put(json, "worst",
                                 json_pack("{s:f, s:i, s:i, s:o}", "degree", access->worst, "passes",
                                           (int)access->worst_passes, "conflict_free", (int)access->worst_ideal,
                                           "item", item_json(report->dimensions, &access->worst_item)));
    if (complete && access->traffic.requests > 0)
        complete = lint_json_put(json, "traffic", traffic_json(&access->traffic));
    return lint_json_whole(json, complete);
}

static json_t *finding_json(const struct lint_settings *settings, const struct clsmem_lint_report *report,
                            const struct clsmem_lint_finding *finding)
{
    json_t *const json =
        json_pack("{s:s, s:b, s:o, s:o, s:I}", "kind", clsmem_lint_finding_word(finding->kind), "error",
                  (int)lint_is_error(settings, finding), "text", lint_json_text(finding->text), "place",
                  place_json(&finding->place), "count", (json_int_t)finding->count);
    bool complete = json != NULL;

    if (complete && finding->other.line > 0)
        complete = lint_json_put(json, "other", place_json(&finding->other));
    if (complete && finding->has_items)
        complete = lint_json_put(json, "item", item_json(report->dimensions, &finding->item));
    if (complete && finding->has_other_item)
        complete = lint_json_put(json, "other_item", item_json(report->dimensions, &finding->other_item));
    return lint_json_whole(json, complete);
}

static json_t *flops_json(const struct clsmem_lint_flops *flops)
{
    return json_pack("{s:I, s:I, s:I, s:I}", "multiply_adds", (json_int_t)flops->multiply_adds, "additions",
                     (json_int_t)flops->additions, "multiplications", (json_int_t)flops->multiplications, "others",
                     (json_int_t)flops->others);
}

/* One object with a key for each operation. */
static json_t *costs_json(const struct clsmem_lint_cost *costs)
{
    return json_pack("{s:o, s:o, s:o}", "load", cost_json(&costs[CLSMEM_LOAD]), "store",
                     cost_json(&costs[CLSMEM_STORE]), "atomic", cost_json(&costs[CLSMEM_ATOMIC]));
}

static json_t *totals_json(const struct clsmem_lint_totals *totals)
{
    const double intensity = clsmem_lint_intensity(totals);
    json_t *const global =
        json_pack("{s:o, s:o, s:o}", "load", traffic_json(&totals->global[CLSMEM_LOAD]), "store",
                  traffic_json(&totals->global[CLSMEM_STORE]), "atomic", traffic_json(&totals->global[CLSMEM_ATOMIC]));
    json_t *const flops = json_pack("{s:o, s:o, s:o}", "half", flops_json(&totals->half), "single",
                                    flops_json(&totals->single), "double", flops_json(&totals->dbl));

    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:I, s:b}", "local", costs_json(totals->local), "joined",
                     costs_json(totals->joined), "global", global, "operations", flops, "intensity",
                     isfinite(intensity) ? json_real(intensity) : json_null(), "local_bytes",
                     (json_int_t)totals->local_bytes, "joining_certain", (int)totals->is_joining_certain);
}

static json_t *barriers_json(const struct clsmem_lint_report *report)
{
    json_t *const array = json_array();
    bool complete = array != NULL;

    for (size_t i = 0; complete && i < report->barrier_count; i++) {
        const struct clsmem_lint_barrier *const barrier = &report->barriers[i];

        complete =
            lint_json_append(array, json_pack("{s:o, s:I, s:b}", "place", place_json(&barrier->place), "executions",
                                              (json_int_t)barrier->executions, "needed", (int)barrier->is_needed));
    }
    return lint_json_whole(array, complete);
}

static json_t *lists_json(const struct lint_settings *settings, const struct clsmem_lint_report *report)
{
    json_t *const assumptions = json_array(), *const accesses = json_array(), *const findings = json_array();
    bool complete = assumptions && accesses && findings;

    for (size_t i = 0; complete && i < report->assumption_count; i++)
        complete = lint_json_append(assumptions, lint_json_text(report->assumptions[i]));
    for (size_t i = 0; complete && i < report->finding_count; i++)
        complete = lint_json_append(findings, finding_json(settings, report, &report->findings[i]));
    for (size_t i = 0; complete && i < report->access_count; i++)
        complete = lint_json_append(accesses, access_json(report, &report->accesses[i]));
    if (!complete) {
        json_decref(assumptions);
        json_decref(accesses);
        json_decref(findings);
        return NULL;
    }
    return json_pack("{s:o, s:o, s:o, s:o}", "assumptions", assumptions, "findings", findings, "accesses", accesses,
                     "barriers", barriers_json(report));
}

static json_t *report_json(const struct lint_settings *settings, const struct clsmem_lint_report *report)
{
    json_t *const json = lists_json(settings, report);
    const bool complete = json && lint_json_put(json, "path", lint_json_text(report->path)) &&
                          lint_json_put(json, "kernel", lint_json_text(report->kernel)) &&
                          lint_json_put(json, "view", lint_json_text(report->view->name)) &&
                          lint_json_put(json, "class", lint_json_text(report->bank_class->name)) &&
                          lint_json_put(json, "lanes", json_integer(report->lanes)) &&
                          lint_json_put(json, "global", sizes_json(report->dimensions, report->global)) &&
                          lint_json_put(json, "local", sizes_json(report->dimensions, report->local)) &&
                          lint_json_put(json, "groups", number(report->group_total)) &&
                          lint_json_put(json, "groups_run", number(report->groups_run)) &&
                          lint_json_put(json, "seconds", json_real(report->seconds)) &&
                          lint_json_put(json, "totals", totals_json(&report->totals));

    return lint_json_whole(json, complete);
}

json_t *lint_json_make(const struct lint_settings *settings, const struct lint_results *results)
{
    json_t *const list = json_array();
    bool complete = list != NULL;

    for (size_t i = 0; complete && i < results->count; i++)
        complete = lint_json_append(list, report_json(settings, results->reports[i]));
    if (!complete)
        return lint_json_whole(list, false);
    return json_pack("{s:i, s:s, s:b, s:o}", "format_version", FORMAT_VERSION, "version", CLSMEM_VERSION, "right",
                     lint_verdict(settings, results) == EXIT_RIGHT, "reports", list);
}
