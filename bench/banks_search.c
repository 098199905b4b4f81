/* The search for a layout, and its report. */
#include "banks_tasks.h"

#include <string.h>

#define RANKS 6
#define MOST_COLUMNS 5 /* classes that fit into 120 columns */

static size_t column_count(const struct banks_settings *settings)
{
    return settings->class_count <= MOST_COLUMNS ? settings->class_count : 0;
}

enum clsmem_status banks_search_run(const struct banks_settings *settings, struct clsmem_bank_findings *findings)
{
    struct clsmem_bank_search search = {
        .rows = settings->tile.rows,
        .cols = settings->tile.layout.cols,
        .element_bytes = settings->tile.element_bytes,
        .most_pad = settings->most_pad,
        .demand_count = settings->demand_count,
        .class_count = settings->class_count,
    };

    memcpy(search.demands, settings->demands, sizeof search.demands);
    memcpy(search.classes, settings->classes, sizeof search.classes);
    return clsmem_bank_search_run(&search, findings);
}

static void layout_text(const struct clsmem_bank_candidate *candidate, unsigned element_bytes, char *text,
                        size_t bytes)
{
    const struct clsmem_layout *const layout = &candidate->layout;

    snprintf(text, bytes, "%s", clsmem_layout_word(layout->kind));
    if (layout->kind == CLSMEM_PADDED)
        snprintf(text, bytes, "--pad %zu", layout->pad);
    else if (layout->kind == CLSMEM_SWIZZLED && layout->shift)
        snprintf(text, bytes, "--swizzle %zu:%u", layout->access * element_bytes, layout->shift);
    else if (layout->kind == CLSMEM_SWIZZLED)
        snprintf(text, bytes, "--swizzle %zu", layout->access * element_bytes);
}

static void print_candidate(FILE *out, const struct banks_settings *settings,
                            const struct clsmem_bank_candidate *candidate)
{
    char text[48];
    double sum = 0;

    layout_text(candidate, settings->tile.element_bytes, text, sizeof text);
    fprintf(out, "%-16s %11zu  %-7s", text, candidate->extra_bytes, candidate->aligned ? "yes" : "split");
    for (size_t c = 0; c < settings->class_count; c++)
        sum += candidate->degree[c];
    if (column_count(settings) == 0)
        fprintf(out, " %8.4g", sum / (double)settings->class_count);
    for (size_t c = 0; c < column_count(settings); c++)
        fprintf(out, " %8lu %6.4g", candidate->passes[c], candidate->degree[c]);
    fputc('\n', out);
}

static void print_heading(FILE *out, const struct banks_settings *settings)
{
    fprintf(out, "%-16s %11s  %-7s", "layout", "extra bytes", "aligned");
    if (column_count(settings) == 0) {
        fputs(" mean degree\n", out);
        return;
    }
    for (size_t c = 0; c < column_count(settings); c++)
        fprintf(out, " %15.15s", settings->classes[c]->name);
    fprintf(out, "\n%-16s %11s  %-7s", "", "", "");
    for (size_t c = 0; c < column_count(settings); c++)
        fprintf(out, " %8s %6s", "passes", "degree");
    fputc('\n', out);
}

static void print_best(FILE *out, const struct banks_settings *settings, const struct clsmem_bank_findings *findings,
                       const char *name)
{
    const struct clsmem_bank_candidate *const best = &findings->candidates[0];
    char text[48];

    layout_text(best, settings->tile.element_bytes, text, sizeof text);
    fprintf(out, "best for %s: %s (%zu extra bytes%s)\n", name, text, best->extra_bytes,
            best->aligned ? "" : "; wide accesses are split");
    /* Passes are not all: an access that is split takes more instructions. */
    for (size_t i = 1; !best->aligned && i < findings->count; i++) {
        if (findings->candidates[i].aligned) {
            layout_text(&findings->candidates[i], settings->tile.element_bytes, text, sizeof text);
            fprintf(out, "    and with wide accesses whole: %s (%zu extra bytes)\n", text,
                    findings->candidates[i].extra_bytes);
            break;
        }
    }
}

static void print_demands(FILE *out, const struct banks_settings *settings)
{
    fprintf(out, "%zu x %zu tile of %u-byte elements, walked whole by", settings->tile.rows,
            settings->tile.layout.cols, settings->tile.element_bytes);
    for (size_t i = 0; i < settings->demand_count; i++)
        fprintf(out, "%s %ss of %u bytes along each %s", i ? "," : "", clsmem_bank_op_word(settings->demands[i].op),
                settings->demands[i].bytes, clsmem_bank_walk_word(settings->demands[i].walk));
    fputs("\n\n", out);
}

/* The first ones, the first that keeps wide accesses whole, and the plain tile to compare with. */
static void print_ranking(FILE *out, const struct banks_settings *settings,
                          const struct clsmem_bank_findings *findings)
{
    bool whole_shown = false;
    size_t left_out = 0;

    for (size_t i = 0; i < findings->count; i++) {
        const struct clsmem_bank_candidate *const candidate = &findings->candidates[i];
        const bool first_whole = candidate->aligned && !whole_shown;

        if (i >= RANKS && !first_whole && candidate->layout.kind != CLSMEM_PLAIN) {
            left_out++;
            continue;
        }
        if (left_out > 0)
            fprintf(out, "... %zu more\n", left_out);
        left_out = 0;
        whole_shown |= candidate->aligned;
        print_candidate(out, settings, candidate);
    }
    if (left_out > 0)
        fprintf(out, "... %zu more\n", left_out);
}

void banks_search_print(FILE *out, const struct banks_settings *settings, struct clsmem_bank_findings *findings)
{
    print_demands(out, settings);
    clsmem_bank_findings_sort(findings, CLSMEM_ALL_CLASSES);
    print_heading(out, settings);
    print_ranking(out, settings, findings);
    fputc('\n', out);
    if (settings->class_count > 1)
        print_best(out, settings, findings, "all of them");
    for (size_t c = 0; c < settings->class_count; c++) {
        clsmem_bank_findings_sort(findings, c);
        print_best(out, settings, findings, settings->classes[c]->name);
    }
}
