/* Costs as a table, a column a class, and the map of lanes by banks. */
#include "banks_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CLASSES_A_TABLE 7 /* 120 columns */
#define LABEL_WIDTH 14
#define COLUMN_WIDTH 14

/* Passes by one character: 1 to 9, a to z, A to Z. */
static const char pass_marks[] = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

static char pass_mark(unsigned pass)
{
    return pass < sizeof pass_marks - 1 ? pass_marks[pass] : '*';
}

static void print_label(FILE *out, const char *label)
{
    fprintf(out, "%-*s", LABEL_WIDTH, label);
}

/* The numbers of one class; "-" for what is not known. */
enum { ROW_LANES, ROW_PASSES, ROW_IDEAL, ROW_DEGREE, ROW_CONFLICTS, ROW_MERGED, ROW_CONFIDENCE, ROW_COUNT };

static const char *const row_labels[] = { "active lanes", "passes", "conflict-free", "degree",
                                          "conflicts",    "merged", "confidence" };

static unsigned count_lanes(uint64_t lanes)
{
    unsigned count = 0;

    for (; lanes; lanes &= lanes - 1)
        count++;
    return count;
}

static void row_text(const struct banks_case *one, int row, char *text, size_t bytes)
{
    const struct clsmem_bank_cost *const cost = &one->cost;
    const struct clsmem_bank_rule *const rule =
        clsmem_bank_class_rule(one->bank_class, one->access.op, one->access.bytes);

    snprintf(text, bytes, "-");
    if (row == ROW_LANES)
        snprintf(text, bytes, "%u of %u", count_lanes(one->access.active), one->access.lanes);
    if (!cost->known)
        return;
    if (row == ROW_PASSES)
        snprintf(text, bytes, "%u", cost->passes);
    else if (row == ROW_IDEAL)
        snprintf(text, bytes, "%u", cost->ideal);
    else if (row == ROW_DEGREE)
        snprintf(text, bytes, "%.4g", clsmem_bank_degree(cost));
    else if (row == ROW_CONFLICTS)
        snprintf(text, bytes, "%u", cost->passes - cost->ideal);
    else if (row == ROW_MERGED && rule->merged)
        snprintf(text, bytes, "%s", cost->merged ? "yes" : "no");
    else if (row == ROW_CONFIDENCE)
        snprintf(text, bytes, "%c", rule->confidence);
}

static void print_costs(FILE *out, const struct banks_case *cases, size_t count)
{
    print_label(out, "class");
    for (size_t i = 0; i < count; i++)
        fprintf(out, " %*.*s", COLUMN_WIDTH, COLUMN_WIDTH, cases[i].bank_class->name);
    fputc('\n', out);
    for (int row = 0; row < ROW_COUNT; row++) {
        bool any = row != ROW_MERGED;

        for (size_t i = 0; i < count; i++)
            any |= cases[i].cost.merged;
        if (!any)
            continue;
        print_label(out, row_labels[row]);
        for (size_t i = 0; i < count; i++) {
            char text[32];

            row_text(&cases[i], row, text, sizeof text);
            fprintf(out, " %*s", COLUMN_WIDTH, text);
        }
        fputc('\n', out);
    }
}

/* The first passes have colours that differ; later ones take them again. */
static void print_mark(FILE *out, unsigned pass, bool colour)
{
    static const unsigned colours[] = { 42, 43, 44, 45, 46, 41 };

    if (colour)
        fprintf(out, "\033[30;%um%c\033[0m", colours[pass % (sizeof colours / sizeof *colours)], pass_mark(pass));
    else
        fputc(pass_mark(pass), out);
}

static void print_map_line(FILE *out, const struct banks_case *one, unsigned lane, unsigned banks, bool colour)
{
    unsigned pass[CLSMEM_MAX_BANKS];

    for (unsigned bank = 0; bank < banks; bank++)
        pass[bank] = UINT32_MAX;
    for (size_t i = 0; i < one->map.count; i++)
        if ((one->map.services[i].lanes >> lane & 1) != 0)
            pass[one->map.services[i].bank] = one->map.services[i].pass;
    fprintf(out, "%4u ", lane);
    for (unsigned bank = 0; bank < banks; bank++) {
        if (bank % 8 == 0)
            fputc(' ', out);
        if (pass[bank] == UINT32_MAX)
            fputc('.', out);
        else
            print_mark(out, pass[bank], colour);
    }
    if ((one->access.active >> lane & 1) != 0)
        fprintf(out, "  %6lu\n", (unsigned long)one->addresses[lane]);
    else
        fputs("  inactive\n", out);
}

static void print_map(FILE *out, const struct banks_case *one, bool colour)
{
    const struct clsmem_bank_rule *const rule =
        clsmem_bank_class_rule(one->bank_class, one->access.op, one->access.bytes);
    const unsigned banks = rule->geometry.banks;

    fprintf(out, "\n%s: lanes by banks; the mark is the pass that serves the word (1 to 9, then a to z)\n",
            one->bank_class->name);
    fputs("lane ", out);
    for (unsigned bank = 0; bank < banks; bank += 8)
        fprintf(out, " %-*u", banks - bank < 8 ? (int)(banks - bank) : 8, bank);
    fputs("  address\n", out);
    for (unsigned lane = 0; lane < one->access.lanes; lane++)
        print_map_line(out, one, lane, banks, colour);
}

void banks_text_print(FILE *out, const struct banks_settings *settings, const struct banks_case *cases, bool colour)
{
    char words[512];

    banks_case_words(settings, words, sizeof words);
    fprintf(out, "%s\n\n", words);
    for (size_t first = 0; first < settings->class_count; first += CLASSES_A_TABLE) {
        const size_t left = settings->class_count - first;

        if (first > 0)
            fputc('\n', out);
        print_costs(out, &cases[first], left < CLASSES_A_TABLE ? left : CLASSES_A_TABLE);
    }
    for (size_t i = 0; i < settings->class_count; i++) {
        if (cases[i].cost.known)
            print_map(out, &cases[i], colour);
        else if (clsmem_bank_class_has_banks(cases[i].bank_class))
            fprintf(out, "\n%s: nothing is known of a %s of %u bytes\n", cases[i].bank_class->name,
                    clsmem_bank_op_word(settings->op), settings->bytes);
        else
            fprintf(out, "\n%s: no banks: local memory is cached memory\n", cases[i].bank_class->name);
    }
}
