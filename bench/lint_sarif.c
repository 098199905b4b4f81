/* Lint reports as SARIF 2.1.0: one run, with the results of all views; what two views have in common stands once. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/version.h"
#include "lint_json.h"
#include "lint_rules.h"
#include "lint_words.h"

#define SCHEMA "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
#define DEFAULT_MAX_DEGREE 2.0 /* a conflict that is worse is a warning */
#define NOTED_WASTE 50.0       /* percent of the sectors */
#define FALLBACK_LINE 1        /* where the compiler lost it: code scanning wants some line */
#define URI_ROOM 4096

struct writer {
    const struct lint_settings *settings;
    const struct clsmem_lint_report *report;
    const char *folder; /* the current one; "" where it has no name */
    json_t *results;
    struct lint_sources sources;
    bool names_view; /* several views: each result says which one has it */
};

/* Percent-encodes a path, relative to the current folder where it lies below it. */
static bool make_uri(const char *folder, const char *path, char uri[URI_ROOM])
{
    const size_t length = strlen(folder);
    size_t used;

    if (length > 1 && strncmp(path, folder, length) == 0 && path[length] == '/')
        path += length + 1;
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    used = (size_t)snprintf(uri, URI_ROOM, "%s", path[0] == '/' ? "file://" : "");
    for (; *path && used + 4 < URI_ROOM; path++) {
        const bool plain = (*path >= 'a' && *path <= 'z') || (*path >= 'A' && *path <= 'Z') ||
                           (*path >= '0' && *path <= '9') || strchr("/-._~+,=", *path);

        used += (size_t)snprintf(uri + used, URI_ROOM - used, plain ? "%c" : "%%%02X", (unsigned char)*path);
    }
    return uri[0] != '/' && strncmp(uri, "file:", 5) != 0;
}

static json_t *location_json(const struct writer *writer, const struct clsmem_lint_place *place, const char *text)
{
    const char *const path = *place->file ? place->file : writer->report->path;
    json_t *artifact, *region, *physical, *location;
    char uri[URI_ROOM];
    bool complete;

    artifact = make_uri(writer->folder, path, uri) ? json_pack("{s:s, s:s}", "uri", uri, "uriBaseId", "%SRCROOT%")
                                                   : json_pack("{s:s}", "uri", uri);
    region = json_pack("{s:I}", "startLine", (json_int_t)(place->line > 0 ? place->line : FALLBACK_LINE));
    complete = region && (place->line == 0 || place->column == 0 ||
                          lint_json_put(region, "startColumn", json_integer((json_int_t)place->column)));
    physical = json_pack("{s:o, s:o}", "artifactLocation", artifact, "region", region);
    location = physical ? json_pack("{s:o}", "physicalLocation", physical) : NULL;
    complete = complete && location;
    if (complete && text)
        complete = lint_json_put(location, "message", json_pack("{s:s}", "text", text));
    if (complete && *place->function)
        complete =
            lint_json_put(location, "logicalLocations",
                          json_pack("[{s:o, s:s}]", "name", lint_json_text(place->function), "kind", "function"));
    return lint_json_whole(location, complete);
}

/* FNV-1a. Of the rule, the kernel and the line's text, so that it stays when lines above come and go. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return (hash ^ 0xff) * UINT64_C(0x100000001b3);
}

static size_t find_rule(const char *id)
{
    size_t count, i = 0;
    const struct lint_rule *const rules = lint_rules(&count);

    while (i + 1 < count && strcmp(rules[i].id, id) != 0)
        i++;
    return i;
}

static const char *id_of(const json_t *result)
{
    return json_string_value(json_object_get(result, "ruleId"));
}

/* Whether an earlier view had the same result at the same places. */
static bool is_told(const struct writer *writer, const json_t *result)
{
    size_t i;
    json_t *told;

    json_array_foreach(
        writer->results, i,
        told) if (strcmp(id_of(told), id_of(result)) == 0 &&
                  json_equal(json_object_get(told, "locations"), json_object_get(result, "locations")) &&
                  json_equal(json_object_get(told, "relatedLocations"),
                             json_object_get(result, "relatedLocations"))) return true;
    return false;
}

/* Another result of the same rule on a line of the same text gets another fingerprint. */
static bool add_fingerprint(struct writer *writer, json_t *result, const struct clsmem_lint_place *place)
{
    uint64_t hash = hash_text(UINT64_C(0xcbf29ce484222325), id_of(result));
    char text[40];
    unsigned same = 1;
    size_t i;
    json_t *told;

    hash = hash_text(hash, writer->report->kernel);
    hash = hash_text(hash, lint_sources_line(&writer->sources, place->file, place->line));
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    json_array_foreach(writer->results, i, told)
    {
        const char *const print = json_string_value(
            json_object_get(json_object_get(told, "partialFingerprints"), "primaryLocationLineHash"));

        same += print && strncmp(print, text, strlen(text)) == 0;
    }
    snprintf(text + strlen(text), sizeof text - strlen(text), ":%u", same);
    return lint_json_put(result, "partialFingerprints", json_pack("{s:s}", "primaryLocationLineHash", text));
}

/* One result; `other` may be NULL. */
static bool add_result(struct writer *writer, const char *id, const char *level, struct lint_phrase *message,
                       const struct clsmem_lint_place *place, const struct clsmem_lint_place *other)
{
    json_t *result;
    bool complete;

    if (writer->names_view)
        lint_say(message, " (view %s)", writer->report->view->name);
    result = json_pack("{s:s, s:I, s:s, s:{s:o}, s:[o]}", "ruleId", id, "ruleIndex", (json_int_t)find_rule(id),
                       "level", level, "message", "text", lint_json_text(message->text), "locations",
                       location_json(writer, place, NULL));
    complete = result != NULL;
    if (complete && other && other->line > 0)
        complete = lint_json_put(result, "relatedLocations",
                                 json_pack("[o]", location_json(writer, other, "the other place")));
    if (complete && is_told(writer, result)) {
        json_decref(result);
        return true;
    }
    complete = complete && add_fingerprint(writer, result, place);
    if (!complete) {
        json_decref(result);
        return false;
    }
    return lint_json_append(writer->results, result);
}

static bool add_findings(struct writer *writer)
{
    const struct clsmem_lint_report *const report = writer->report;
    bool complete = true;

    for (size_t i = 0; complete && i < report->finding_count; i++) {
        const struct clsmem_lint_finding *const finding = &report->findings[i];
        struct lint_phrase message = { 0 };

        lint_say(&message, "Kernel %s: %s; ", report->kernel, finding->text);
        lint_say_count(&message, finding->count, "time", "times");
        if (finding->has_items) {
            lint_say(&message, ", first by ");
            lint_say_items(&message, report->dimensions, finding);
        }
        complete = add_result(writer, clsmem_lint_finding_word(finding->kind),
                              lint_is_error(writer->settings, finding) ? "error" : "note", &message, &finding->place,
                              &finding->other);
    }
    return complete;
}

static void say_access(struct lint_phrase *message, const struct clsmem_lint_report *report,
                       const struct clsmem_lint_access *access)
{
    lint_say(message, "Kernel %s: %s of ", report->kernel, clsmem_bank_op_word(access->op));
    lint_say_count(message, access->bytes, "byte", "bytes");
    if (*access->object)
        lint_say(message, " at %.80s", access->object);
}

static bool add_conflict(struct writer *writer, const struct clsmem_lint_access *access)
{
    const double limit = writer->settings->max_degree > 0 ? writer->settings->max_degree : DEFAULT_MAX_DEGREE;
    const double degree = lint_judged_degree(writer->report, access);
    const struct clsmem_lint_cost *const cost = lint_predicted(writer->report, &access->cost, &access->joined);
    struct lint_phrase message = { 0 };

    if (degree <= limit)
        return true;
    say_access(&message, writer->report, access);
    lint_say(&message, " takes %llu passes of the banks of %s where %llu suffice, in ",
             (unsigned long long)cost->passes, writer->report->bank_class->name, (unsigned long long)cost->ideal);
    lint_say_count(&message, cost->instructions, "execution", "executions");
    lint_say(&message, ": a conflict of degree %.2f, at worst %.4g", clsmem_lint_degree(cost), degree);
    return add_result(writer, LINT_RULE_CONFLICT, "warning", &message, &access->place, NULL);
}

static bool add_waste(struct writer *writer, const struct clsmem_lint_access *access)
{
    const struct clsmem_lint_traffic *const traffic = &access->traffic;
    struct lint_phrase message = { 0 };

    if (lint_waste(traffic->sectors, traffic->ideal) <= NOTED_WASTE)
        return true;
    say_access(&message, writer->report, access);
    lint_say(&message, " touches %llu sectors of 32 bytes where %llu suffice", (unsigned long long)traffic->sectors,
             (unsigned long long)traffic->ideal);
    return add_result(writer, LINT_RULE_SECTORS, "note", &message, &access->place, NULL);
}

static json_t *rule_json(const struct lint_rule *rule)
{
    return json_pack("{s:s, s:{s:s}, s:{s:s}, s:{s:s}, s:{s:s}}", "id", rule->id, "shortDescription", "text",
                     rule->name, "fullDescription", "text", rule->help, "help", "text", rule->help,
                     "defaultConfiguration", "level", rule->level);
}

static json_t *rules_json(void)
{
    size_t count;
    const struct lint_rule *const rules = lint_rules(&count);
    json_t *const array = json_array();
    bool complete = array != NULL;

    for (size_t i = 0; complete && i < count; i++)
        complete = lint_json_append(array, rule_json(&rules[i]));
    return lint_json_whole(array, complete);
}

static bool add_report(struct writer *writer)
{
    bool complete = add_findings(writer);

    for (size_t i = 0; complete && i < writer->report->access_count; i++) {
        const struct clsmem_lint_access *const access = &writer->report->accesses[i];

        complete = strcmp(access->space, "local") == 0 ? add_conflict(writer, access) : add_waste(writer, access);
    }
    return complete;
}

json_t *lint_sarif_make(const struct lint_settings *settings, const struct lint_results *results)
{
    char folder[URI_ROOM] = "";
    struct writer writer = {
        .settings = settings, .folder = folder, .results = json_array(), .names_view = results->count > 1
    };
    bool complete = writer.results != NULL;

    if (!getcwd(folder, sizeof folder))
        folder[0] = '\0';
    for (size_t v = 0; complete && v < results->count; v++) {
        writer.report = results->reports[v];
        complete = add_report(&writer);
    }
    lint_sources_release(&writer.sources);
    if (!complete)
        return lint_json_whole(writer.results, false);
    return json_pack("{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:s, s:o}]}", "$schema", SCHEMA, "version", "2.1.0",
                     "runs", "tool", "driver", "name", "clsmem-lint", "version", CLSMEM_VERSION, "rules", rules_json(),
                     "columnKind", "utf16CodeUnits", "results", writer.results);
}
