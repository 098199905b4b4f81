/* A user's own bank class, from JSON. */
#include <stdlib.h>
#include <string.h>

#include "bank_class_bits.h"
#include "bank_class_json.h"
#include "jump.h"

#define MOST_RULES 32
#define TEXT_BYTES 128

/* One block, with the class that others see at its start. */
struct class_file {
    struct clsmem_bank_class bank_class;
    struct clsmem_bank_rule rules[MOST_RULES];
    struct clsmem_lane_groups groups[MOST_RULES][2]; /* of each rule: usual, merged */
    char name[TEXT_BYTES], summary[TEXT_BYTES], source[TEXT_BYTES];
};

/* Where we are in the file, for messages: "my.json: rule 2". */
struct place {
    const char *path;
    size_t rule; /* 1-based; 0: outside the rules */
};

static enum clsmem_status refuse(const struct place *place, const char *what, const char *key)
{
    if (place->rule == 0)
        return clsmem_fail(CLSMEM_INVALID, "%s: \"%s\" %s", place->path, key, what);
    return clsmem_fail(CLSMEM_INVALID, "%s: rule %zu: \"%s\" %s", place->path, place->rule, key, what);
}

/* A misspelt key must not be passed over in silence. */
static enum clsmem_status check_keys(const struct place *place, json_t *object, const char *const *known)
{
    const char *key;
    json_t *value;

    json_object_foreach(object, key, value)
    {
        size_t i = 0;

        while (known[i] && strcmp(known[i], key) != 0)
            i++;
        if (!known[i])
            return refuse(place, "is no key of a bank class", key);
    }
    return CLSMEM_OK;
}

/* A whole number; `missing` 0 means that it must be there. */
static enum clsmem_status read_number(const struct place *place, const json_t *object, const char *key, unsigned least,
                                      unsigned most, unsigned missing, unsigned *number)
{
    const json_t *const value = json_object_get(object, key);

    if (!value && missing) {
        *number = missing;
        return CLSMEM_OK;
    }
    if (!value)
        return refuse(place, "is missing", key);
    if (!json_is_integer(value) || json_integer_value(value) < least || json_integer_value(value) > most) {
        (void)refuse(place, "is no whole number", key);
        return clsmem_fail(CLSMEM_INVALID, "%s from %u to %u", clsmem_error_text(), least, most);
    }
    *number = (unsigned)json_integer_value(value);
    return CLSMEM_OK;
}

static enum clsmem_status read_power(const struct place *place, const json_t *object, const char *key, unsigned least,
                                     unsigned most, unsigned missing, unsigned *number)
{
    const enum clsmem_status status = read_number(place, object, key, least, most, missing, number);

    if (status == CLSMEM_OK && (*number & (*number - 1)) != 0)
        return refuse(place, "is no power of two", key);
    return status;
}

static enum clsmem_status read_text(const struct place *place, const json_t *object, const char *key,
                                    const char *missing, char text[TEXT_BYTES])
{
    const json_t *const value = json_object_get(object, key);
    const char *const words = value ? json_string_value(value) : missing;

    if (!words)
        return refuse(place, value ? "is no text" : "is missing", key);
    if (*words == '\0' || strlen(words) >= TEXT_BYTES)
        return refuse(place, "is empty or too long", key);
    strcpy(text, words);
    return CLSMEM_OK;
}

/* "0-3,20-23": the lanes of one group. */
static enum clsmem_status read_lanes(const struct place *place, const char *key, const char *text, unsigned lanes,
                                     uint64_t *mask)
{
    const char *at = text;

    *mask = 0;
    for (;;) {
        char *end;
        unsigned long first, last;

        if (*at < '0' || *at > '9')
            return refuse(place, "has a group that is no list of lanes such as \"0-3,20-23\"", key);
        first = last = strtoul(at, &end, 10);
        if (*end == '-' && end[1] >= '0' && end[1] <= '9')
            last = strtoul(end + 1, &end, 10);
        if (first > last || last >= lanes)
            return refuse(place, "has a lane that the class lacks", key);
        for (unsigned long lane = first; lane <= last; lane++) {
            if ((*mask >> lane & 1) != 0)
                return refuse(place, "has a lane twice: groups must not overlap", key);
            *mask |= UINT64_C(1) << lane;
        }
        if (*end == '\0')
            return CLSMEM_OK;
        if (*end != ',')
            return refuse(place, "has a group that is no list of lanes such as \"0-3,20-23\"", key);
        at = end + 1;
    }
}

static void make_runs(unsigned run, unsigned lanes, struct clsmem_lane_groups *groups)
{
    groups->count = 0;
    for (unsigned first = 0; first < lanes; first += run)
        groups->lanes[groups->count++] = clsmem_bank_lanes(first + run) & ~clsmem_bank_lanes(first);
}

/* A number: runs of that many lanes; else a list of texts, one a group. */
static enum clsmem_status read_groups(const struct place *place, const json_t *rule, const char *key, unsigned lanes,
                                      struct clsmem_lane_groups *groups)
{
    const json_t *const value = json_object_get(rule, key);
    uint64_t seen = 0;

    if (json_is_integer(value)) {
        if (json_integer_value(value) < 1 || json_integer_value(value) > lanes)
            return refuse(place, "is a run of lanes that the class lacks", key);
        make_runs((unsigned)json_integer_value(value), lanes, groups);
        return CLSMEM_OK;
    }
    if (!json_is_array(value) || json_array_size(value) < 1 || json_array_size(value) > CLSMEM_MAX_LANES)
        return refuse(place, "must be a number of lanes, or a list of groups", key);
    groups->count = (unsigned)json_array_size(value);
    for (unsigned i = 0; i < groups->count; i++) {
        const char *const text = json_string_value(json_array_get(value, i));
        const enum clsmem_status status = read_lanes(place, key, text ? text : "", lanes, &groups->lanes[i]);

        if (status != CLSMEM_OK)
            return status;
        if ((seen & groups->lanes[i]) != 0)
            return refuse(place, "has groups that overlap", key);
        seen |= groups->lanes[i];
    }
    if (seen != clsmem_bank_lanes(lanes))
        return refuse(place, "leaves lanes without a group", key);
    return CLSMEM_OK;
}

static enum clsmem_status read_ops(const struct place *place, const json_t *rule, unsigned *ops)
{
    const json_t *const value = json_object_get(rule, "ops");

    *ops = 0;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const char *const word = json_string_value(json_array_get(value, i));
        const unsigned before = *ops;

        for (enum clsmem_bank_op op = CLSMEM_LOAD; word && op <= CLSMEM_COMPARE; op++)
            *ops |= strcmp(word, clsmem_bank_op_word(op)) == 0 ? 1u << op : 0;
        if (*ops == before)
            return refuse(place, "has something else than \"load\", \"store\", \"atomic\" and its kinds, each once",
                          "ops");
    }
    return *ops ? CLSMEM_OK : refuse(place, "must be a list of \"load\", \"store\", \"atomic\"", "ops");
}

static enum clsmem_status read_share(const struct place *place, const json_t *rule, enum clsmem_bank_share *share)
{
    static const char *const words[] = { "words", "one_word", "nothing" };
    const json_t *const value = json_object_get(rule, "share");
    const char *const text = json_string_value(value);

    *share = CLSMEM_SHARE_WORDS;
    if (!value)
        return CLSMEM_OK;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (text && strcmp(text, words[i]) == 0) {
            *share = (enum clsmem_bank_share)i;
            return CLSMEM_OK;
        }
    }
    return refuse(place, "must be \"words\", \"one_word\" or \"nothing\"", "share");
}

/* [least, most] or one number. */
static enum clsmem_status read_widths(const struct place *place, const json_t *rule, struct clsmem_bank_rule *into)
{
    const json_t *const value = json_object_get(rule, "bytes");
    const json_t *const least = json_is_array(value) ? json_array_get(value, 0) : value;
    const json_t *const most = json_is_array(value) ? json_array_get(value, 1) : value;
    const json_int_t from = json_integer_value(least), to = json_integer_value(most);

    if (!json_is_integer(least) || !json_is_integer(most) || (json_is_array(value) && json_array_size(value) != 2) ||
        from < 1 || to > 16 || from > to)
        return refuse(place, "must be a width from 1 to 16, or [least, most]", "bytes");
    into->least_bytes = (unsigned)from;
    into->most_bytes = (unsigned)to;
    return CLSMEM_OK;
}

/* The banks of a rule, or of the class where `whole` is NULL; a rule's own numbers replace those of the class. */
static enum clsmem_status read_geometry(const struct place *place, const json_t *object,
                                        const struct clsmem_bank_geometry *whole,
                                        struct clsmem_bank_geometry *geometry)
{
    enum clsmem_status status = CLSMEM_OK;
    unsigned row_bytes, usual_row_bytes;

    CHECK(read_power(place, object, "banks", 1, CLSMEM_MAX_BANKS, whole ? whole->banks : 0, &geometry->banks));
    CHECK(read_power(place, object, "bank_bytes", 4, 64, whole ? whole->bank_bytes : 0, &geometry->bank_bytes));
    row_bytes = geometry->banks * geometry->bank_bytes;
    if (row_bytes < 16) {
        status = refuse(place, "times \"bank_bytes\" is less than the 16 bytes of the widest access", "banks");
        goto out;
    }
    /* A rule with other banks keeps how many words of a row the class's banks reach. */
    usual_row_bytes = whole ? row_bytes * (whole->row_bytes / (whole->banks * whole->bank_bytes)) : row_bytes;
    CHECK(read_power(place, object, "row_bytes", row_bytes, 1u << 16, usual_row_bytes, &geometry->row_bytes));
out:
    return status;
}

static enum clsmem_status read_rule(const struct place *place, json_t *object, unsigned lanes,
                                    const struct clsmem_bank_geometry *whole, struct clsmem_bank_rule *rule,
                                    struct clsmem_lane_groups *usual, struct clsmem_lane_groups *merged)
{
    static const char *const keys[] = { "ops",   "bytes", "groups", "merged",     "share",     "joined",
                                        "extra", "turns", "banks",  "bank_bytes", "row_bytes", NULL };
    enum clsmem_status status = CLSMEM_OK;

    if (!json_is_object(object))
        return refuse(place, "must be a list of objects", "rules");
    *rule = (struct clsmem_bank_rule){ 0 };
    CHECK(check_keys(place, object, keys));
    CHECK(read_ops(place, object, &rule->ops));
    CHECK(read_widths(place, object, rule));
    CHECK(read_geometry(place, object, whole, &rule->geometry));
    CHECK(read_groups(place, object, "groups", lanes, usual));
    if (json_object_get(object, "merged"))
        CHECK(read_groups(place, object, "merged", lanes, merged));
    CHECK(read_share(place, object, &rule->share));
    CHECK(read_number(place, object, "joined", 1, CLSMEM_MAX_LANES, 1, &rule->joined));
    if (json_object_get(object, "extra"))
        CHECK(read_number(place, object, "extra", 0, 64, 0, &rule->extra));
    CHECK(read_number(place, object, "turns", 1, 64, 1, &rule->turns));
    rule->groups = usual;
    rule->merged = json_object_get(object, "merged") ? merged : NULL;
    rule->confidence = '-';
out:
    return status;
}

/* A name that --class can take: no comma, no blank, and not the word for every class. */
static bool is_plain_name(const char *name)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";

    return name[strspn(name, allowed)] == '\0' && strcmp(name, "all") != 0;
}

static enum clsmem_status read_class(const char *path, json_t *root, struct class_file *file)
{
    static const char *const keys[] = { "name",  "summary",    "source",    "lanes", "most_lanes",
                                        "banks", "bank_bytes", "row_bytes", "rules", NULL };
    enum clsmem_status status = CLSMEM_OK;
    struct place place = { path, 0 };
    struct clsmem_bank_geometry geometry;
    json_t *const rules = json_object_get(root, "rules");

    if (!json_is_object(root))
        return clsmem_fail(CLSMEM_INVALID, "%s: a bank class is a JSON object", path);
    CHECK(check_keys(&place, root, keys));
    CHECK(read_text(&place, root, "name", NULL, file->name));
    if (!is_plain_name(file->name)) {
        status = refuse(&place, "is not made of letters, digits, '_', '.' and '-', or is \"all\"", "name");
        goto out;
    }
    CHECK(read_text(&place, root, "summary", "a class of your own", file->summary));
    CHECK(read_text(&place, root, "source", path, file->source));
    CHECK(read_number(&place, root, "lanes", 1, CLSMEM_MAX_LANES, 0, &file->bank_class.lanes));
    CHECK(read_number(&place, root, "most_lanes", file->bank_class.lanes, CLSMEM_MAX_LANES, file->bank_class.lanes,
                      &file->bank_class.most_lanes));
    CHECK(read_geometry(&place, root, NULL, &geometry));
    if (!json_is_array(rules) || json_array_size(rules) < 1 || json_array_size(rules) > MOST_RULES) {
        status = refuse(&place, "must be a list of 1 to 32 rules", "rules");
        goto out;
    }
    for (place.rule = 1; place.rule <= json_array_size(rules); place.rule++)
        CHECK(read_rule(&place, json_array_get(rules, place.rule - 1), file->bank_class.most_lanes, &geometry,
                        &file->rules[place.rule - 1], &file->groups[place.rule - 1][0],
                        &file->groups[place.rule - 1][1]));
    file->bank_class.name = file->name;
    file->bank_class.summary = file->summary;
    file->bank_class.source = file->source;
    file->bank_class.rules = file->rules;
    file->bank_class.rule_count = json_array_size(rules);
    file->bank_class.confidence = '-';
    if (clsmem_bank_class_find(file->name))
        status = refuse(&(struct place){ path, 0 }, "is the name of a class of ours: choose another", "name");
out:
    return status;
}

enum clsmem_status clsmem_bank_rule_from_json(const char *path, json_t *object, unsigned lanes,
                                              struct clsmem_bank_rule *rule, struct clsmem_lane_groups *usual,
                                              struct clsmem_lane_groups *merged)
{
    const struct place place = { path, 0 };

    if (!json_is_object(object))
        return clsmem_fail(CLSMEM_INVALID, "%s: a rule is a JSON object", path);
    return read_rule(&place, object, lanes, NULL, rule, usual, merged);
}

enum clsmem_status clsmem_bank_class_from_json(const char *path, json_t *root, struct clsmem_bank_class **bank_class)
{
    enum clsmem_status status = CLSMEM_OK;
    struct class_file *file = NULL;

    *bank_class = NULL;
    CHECK_ALLOC(file, sizeof *file);
    memset(file, 0, sizeof *file);
    CHECK(read_class(path, root, file));
    *bank_class = &file->bank_class;
    file = NULL;
out:
    free(file);
    return status;
}

enum clsmem_status clsmem_bank_class_read(const char *path, struct clsmem_bank_class **bank_class)
{
    enum clsmem_status status;
    json_error_t error;
    json_t *const root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);

    *bank_class = NULL;
    if (!root)
        return error.line < 0 ? clsmem_fail(CLSMEM_IO, "cannot read the class file: %s", error.text)
                              : clsmem_fail(CLSMEM_INVALID, "%s, line %d: %s", path, error.line, error.text);
    status = clsmem_bank_class_from_json(path, root, bank_class);
    json_decref(root);
    return status;
}

void clsmem_bank_class_free(struct clsmem_bank_class *bank_class)
{
    free(bank_class); /* the class is the first member of its block */
}
