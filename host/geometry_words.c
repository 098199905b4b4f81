/* A geometry in words. Accesses of which the same is to be said stand together. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bank_class_bits.h"
#include "clsmem/geometry.h"

#define EVEN_SPREAD 1.1

struct text {
    char *start;
    size_t used, bytes;
};

static void add(struct text *text, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

static void add(struct text *text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text->start + text->used, text->bytes - text->used, format, arguments);
    va_end(arguments);
    if (length > 0)
        text->used += (size_t)length;
    if (text->used >= text->bytes)
        text->used = text->bytes - 1;
}

/* What comes before element `at` of `count`. */
static const char *joint(size_t at, size_t count)
{
    return at == 0 ? "" : at + 1 == count ? " and " : ", ";
}

/* The widths among the chosen rules, "1-, 2- and 4-byte "; "" for all that the operation has. A bit for each rule. */
static void add_widths(struct text *text, const struct clsmem_geometry *geometry, enum clsmem_bank_op op,
                       unsigned chosen)
{
    size_t count = 0, all = 0, at = 0;

    for (size_t i = 0; i < geometry->rule_count; i++) {
        all += geometry->rules[i].op == op && geometry->rules[i].rows > 0;
        count += geometry->rules[i].op == op && (chosen >> i & 1) != 0;
    }
    for (size_t i = 0; i < geometry->rule_count && count < all; i++) {
        if (geometry->rules[i].op == op && (chosen >> i & 1) != 0) {
            add(text, "%s%u-%s", joint(at, count), geometry->rules[i].bytes, at + 1 == count ? "byte " : "");
            at++;
        }
    }
}

/* "loads, stores and increments", "8-byte loads and stores". */
static void add_subject(struct text *text, const struct clsmem_geometry *geometry, unsigned chosen)
{
    char before[80] = "", widths[80];
    size_t count = 0, at = 0;
    unsigned ops = 0;

    for (size_t i = 0; i < geometry->rule_count; i++)
        if ((chosen >> i & 1) != 0)
            ops |= 1u << geometry->rules[i].op;
    for (unsigned op = CLSMEM_LOAD; op <= CLSMEM_COMPARE; op++)
        count += ops >> op & 1;
    for (unsigned op = CLSMEM_LOAD; op <= CLSMEM_COMPARE; op++) {
        struct text mine = { widths, 0, sizeof widths };

        if ((ops >> op & 1) == 0)
            continue;
        widths[0] = '\0';
        add_widths(&mine, geometry, (enum clsmem_bank_op)op, chosen);
        add(text, "%s%s%ss", joint(at++, count), strcmp(widths, before) == 0 ? "" : widths,
            clsmem_bank_op_word((enum clsmem_bank_op)op));
        memcpy(before, widths, sizeof before);
    }
}

static bool is_run(uint64_t lanes)
{
    const uint64_t run = lanes >> clsmem_bank_log2(lanes);

    return (run & (run + 1)) == 0;
}

/* "0-3,20-23" */
static void add_lanes(struct text *text, uint64_t lanes)
{
    const char *comma = "";

    while (lanes != 0) {
        const unsigned first = clsmem_bank_log2(lanes);
        unsigned last = first;

        while (last + 1 < CLSMEM_MAX_LANES && (lanes >> (last + 1) & 1) != 0)
            last++;
        add(text, first == last ? "%s%u" : last == first + 1 ? "%s%u,%u" : "%s%u-%u", comma, first, last);
        lanes &= ~(clsmem_bank_lanes(last - first + 1) << first);
        comma = ",";
    }
}

/* How many groups come before their repetition 32 lanes later. */
static unsigned distinct_groups(const struct clsmem_lane_groups *groups)
{
    const unsigned half = groups->count / 2;

    for (unsigned i = 0; i < half; i++)
        if (groups->lanes[i] >> 32 != 0 || groups->lanes[i + half] != groups->lanes[i] << 32)
            return groups->count;
    return groups->count > 1 && groups->count % 2 == 0 ? half : groups->count;
}

/* "in 4 groups of 8 consecutive lanes"; `brief`: "in 2 of 16", where other groups were spoken of just before. */
static void add_groups(struct text *text, const struct clsmem_lane_groups *groups, bool brief)
{
    const unsigned size = clsmem_bank_count(groups->lanes[0]), distinct = distinct_groups(groups);
    bool are_runs = true, are_even = true;

    for (unsigned i = 0; i < groups->count; i++) {
        are_runs &= is_run(groups->lanes[i]);
        are_even &= clsmem_bank_count(groups->lanes[i]) == size;
    }
    add(text, "in %u", groups->count);
    if (!brief)
        add(text, groups->count == 1 ? " group" : " groups");
    if (are_even)
        add(text, " of %u", size);
    if (are_even && !brief)
        add(text, are_runs && groups->count > 1 ? " consecutive lanes" : " lanes");
    if (are_runs && are_even)
        return;
    for (unsigned i = 0; i < distinct; i++) {
        add(text, i == 0 ? " (" : "; ");
        add_lanes(text, groups->lanes[i]);
    }
    add(text, distinct < groups->count ? "; the same from lane 32 on)" : ")");
}

static void say_groups(struct text *text, const struct clsmem_geometry_rule *found)
{
    const struct clsmem_bank_rule *const rule = &found->rule;

    add(text, "go ");
    add_groups(text, &found->groups, false);
    if (rule->joined > 1)
        add(text, ", %u at a time", rule->joined);
    if (rule->extra > 0)
        add(text, " with %u pass%s more", rule->extra, rule->extra > 1 ? "es" : "");
    if (rule->merged) {
        add(text, ", ");
        add_groups(text, &found->merged, true);
        add(text, " where pairs of lanes agree");
    }
}

static void say_banks(struct text *text, const struct clsmem_geometry_rule *found)
{
    const struct clsmem_bank_geometry *const banks = &found->rule.geometry;
    const unsigned words = banks->row_bytes / (banks->banks * banks->bank_bytes);

    add(text, "%u banks of %u bytes", banks->banks, banks->bank_bytes);
    if (words > 1)
        add(text, " that reach %u words of an aligned row of %u bytes at once", words, banks->row_bytes);
}

static void say_sharing(struct text *text, const struct clsmem_geometry_rule *found)
{
    switch (found->rule.share) {
    case CLSMEM_SHARE_WORDS:
        add(text, "equal words are free");
        break;
    case CLSMEM_SHARE_ONE_WORD:
        add(text, "one word a pass is free for all lanes that want it");
        break;
    case CLSMEM_SHARE_NOTHING:
        add(text, "equal words take a pass each");
        break;
    }
}

typedef void say_function(struct text *text, const struct clsmem_geometry_rule *found);

static void say_all(struct text *text, const struct clsmem_geometry *geometry, say_function *say, bool subject_first)
{
    unsigned known = 0, said = 0;

    for (size_t i = 0; i < geometry->rule_count; i++)
        known |= (unsigned)geometry->rules[i].known << i;
    for (size_t i = 0; i < geometry->rule_count; i++) {
        char phrase[1024], other[1024];
        struct text mine = { phrase, 0, sizeof phrase };
        unsigned same = 0;

        if ((known >> i & 1) == 0 || (said >> i & 1) != 0)
            continue;
        say(&mine, &geometry->rules[i]);
        for (size_t j = i; j < geometry->rule_count; j++) {
            struct text its = { other, 0, sizeof other };

            if ((known >> j & 1) != 0) {
                say(&its, &geometry->rules[j]);
                same |= (unsigned)(strcmp(phrase, other) == 0) << j;
            }
        }
        said |= same;
        if (subject_first) {
            add_subject(text, geometry, same);
            add(text, " %s\n", phrase);
        } else {
            add(text, "%s", phrase);
            if (same != known) {
                add(text, " for ");
                add_subject(text, geometry, same);
            }
            add(text, "\n");
        }
    }
}

static void say_unknown(struct text *text, const struct clsmem_geometry *geometry)
{
    for (size_t i = 0; i < geometry->rule_count; i++) {
        if (!geometry->rules[i].known && geometry->rules[i].rows > 0) {
            add(text, "not sure of ");
            add_subject(text, geometry, 1u << i);
            add(text, ": %s\n", geometry->rules[i].reason);
        }
    }
}

/* Where times vary a lot, a reader should not take the pattern for the cause. */
static void say_none(struct text *text, const struct clsmem_geometry *geometry)
{
    const double percent = ceil(100 * (geometry->spread - 1));

    if (geometry->spread <= EVEN_SPREAD)
        add(text, "no banks: access cost does not depend on the pattern (within %.0f %%)\n", percent);
    else
        add(text, "no banks: access cost varies by %.0f %%, but not as banks would have it\n", percent);
}

char *clsmem_geometry_words(const struct clsmem_geometry *geometry, char *buffer, size_t buffer_bytes)
{
    struct text text = { buffer, 0, buffer_bytes };

    if (buffer_bytes == 0)
        return buffer;
    buffer[0] = '\0';
    switch (geometry->verdict) {
    case CLSMEM_GEOMETRY_NONE:
        say_none(&text, geometry);
        break;
    case CLSMEM_GEOMETRY_NOT_SURE:
        add(&text, "not sure: %s\n", geometry->reason);
        break;
    case CLSMEM_GEOMETRY_BANKS:
        say_all(&text, geometry, say_banks, false);
        say_all(&text, geometry, say_sharing, false);
        say_all(&text, geometry, say_groups, true);
        say_unknown(&text, geometry);
        break;
    }
    if (text.used > 0 && buffer[text.used - 1] == '\n')
        buffer[text.used - 1] = '\0';
    return buffer;
}
