/* The list of classes. */
#include "banks_tasks.h"

#include <string.h>

#include "text.h"

#define WIDTH 118
#define INDENT 4

/* Consecutive lanes as one number, others as their lists: "8" or "{0-3 20-23} ...". */
static void groups_text(const struct clsmem_lane_groups *groups, unsigned lanes, char *text, size_t bytes)
{
    const uint64_t all = lanes >= 64 ? UINT64_MAX : (UINT64_C(1) << lanes) - 1;
    const uint64_t first = groups->lanes[0] & all;
    unsigned size = 0, used = 0;

    for (uint64_t left = first; left; left &= left - 1)
        size++;
    for (unsigned i = 0; i < groups->count; i++)
        used += (groups->lanes[i] & all) != 0;
    snprintf(text, bytes, "%u x %u%s", used, size, (first & (first + 1)) == 0 ? "" : " permuted");
}

static void rule_text(const struct clsmem_bank_rule *rule, unsigned lanes, char *text, size_t bytes)
{
    static const char *const shares[] = { "", ", one word a pass is shared", ", equal words are not shared" };
    char ops[32] = "", widths[24], groups[48], merged[64] = "", merged_groups[32];

    for (enum clsmem_bank_op op = CLSMEM_LOAD; op <= CLSMEM_ATOMIC; op++)
        if ((rule->ops & 1u << op) != 0)
            snprintf(ops + strlen(ops), sizeof ops - strlen(ops), "%s%s", *ops ? ", " : "", clsmem_bank_op_word(op));
    if (rule->least_bytes == rule->most_bytes)
        snprintf(widths, sizeof widths, "%u", rule->least_bytes);
    else
        snprintf(widths, sizeof widths, "%u to %u", rule->least_bytes, rule->most_bytes);
    groups_text(rule->groups, lanes, groups, sizeof groups);
    if (rule->merged) {
        groups_text(rule->merged, lanes, merged_groups, sizeof merged_groups);
        snprintf(merged, sizeof merged, ", or %s where pairs agree", merged_groups);
    }
    snprintf(text, bytes, "%s of %s bytes: %s lanes%s, %u banks of %u bytes%s%s%s [%c]", ops, widths, groups, merged,
             rule->geometry.banks, rule->geometry.bank_bytes,
             rule->geometry.row_bytes > rule->geometry.banks * rule->geometry.bank_bytes ? " in paired rows" : "",
             shares[rule->share], rule->extra ? ", and a pass more for every two groups" : "", rule->confidence);
}

static void print_class(FILE *out, const struct clsmem_bank_class *bank_class)
{
    char text[512];

    if (bank_class->lanes == bank_class->most_lanes)
        snprintf(text, sizeof text, "%s [%c] %s; sub-groups of %u", bank_class->name, bank_class->confidence,
                 bank_class->summary, bank_class->lanes);
    else if (bank_class->lanes)
        snprintf(text, sizeof text, "%s [%c] %s; sub-groups of %u, up to %u", bank_class->name, bank_class->confidence,
                 bank_class->summary, bank_class->lanes, bank_class->most_lanes);
    else
        snprintf(text, sizeof text, "%s [%c] %s", bank_class->name, bank_class->confidence, bank_class->summary);
    print_wrapped(out, 0, INDENT, WIDTH, text);
    for (size_t i = 0; i < bank_class->rule_count; i++) {
        rule_text(&bank_class->rules[i], bank_class->most_lanes, text, sizeof text);
        fprintf(out, "%*s", INDENT, "");
        print_wrapped(out, INDENT, INDENT + 4, WIDTH, text);
    }
    snprintf(text, sizeof text, "from %s", bank_class->source);
    fprintf(out, "%*s", INDENT, "");
    print_wrapped(out, INDENT, INDENT + 4, WIDTH, text);
}

void banks_classes_print(FILE *out, const struct banks_settings *settings)
{
    size_t count;
    const struct clsmem_bank_class *const classes = clsmem_bank_classes(&count);

    fputs("confidence: H vendor text or two measurements, M one of these, L inferred, R recalled\n\n", out);
    for (size_t i = 0; i < count; i++)
        print_class(out, &classes[i]);
    if (settings->own_class && clsmem_bank_class_find(settings->own_class->name) != settings->own_class)
        print_class(out, settings->own_class);
}
