/* Source lines by views, side by side, and what the compilers did where a view differs from the source. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lint_text.h"
#include "lint_words.h"

#define NUMBER_WIDTH 7
#define WIDE_CELL 18
#define NARROW_CELL 16 /* where the views are many */
#define MOST_WIDE_CELLS 5
#define LEAST_TEXT 12

/* A source line as each view has it; NULL where no access is left there. */
struct row {
    const char *file;
    uint32_t number;
    const struct lint_line *views[LINT_MOST_VIEWS];
};

struct table {
    FILE *out;
    const struct lint_results *results;
    struct lint_sources *sources;
    bool colour;
    struct lint_lines lines[LINT_MOST_VIEWS];
    struct row *rows;
    size_t row_count;
};

static int by_place(const void *a, const void *b)
{
    const struct row *const one = a, *const two = b;
    const int order = strcmp(one->file, two->file);

    return order != 0 ? order : one->number < two->number ? -1 : one->number > two->number;
}

static uint64_t excess(const struct row *row, bool is_local)
{
    uint64_t most = 0;

    for (size_t v = 0; v < LINT_MOST_VIEWS; v++) {
        const struct lint_line *const line = row->views[v];
        const uint64_t taken = !line ? 0 : is_local ? line->local.passes : line->traffic.sectors;
        const uint64_t ideal = !line ? 0 : is_local ? line->local.ideal : line->traffic.ideal;

        if (taken > ideal && taken - ideal > most)
            most = taken - ideal;
    }
    return most;
}

static int by_excess(const void *a, const void *b, bool is_local)
{
    const uint64_t one = excess(a, is_local), two = excess(b, is_local);

    return one != two ? (one < two ? 1 : -1) : by_place(a, b);
}

static int by_passes(const void *a, const void *b)
{
    return by_excess(a, b, true);
}

static int by_sectors(const void *a, const void *b)
{
    return by_excess(a, b, false);
}

/* One row a line that any view has. */
static enum clsmem_status make_rows(struct table *table)
{
    size_t most = 0, used = 0;

    for (size_t v = 0; v < table->results->count; v++) {
        const enum clsmem_status status = lint_lines_make(table->results->reports[v], &table->lines[v]);

        if (status != CLSMEM_OK)
            return status;
        most += table->lines[v].count;
    }
    table->rows = calloc(most + 1, sizeof *table->rows);
    if (!table->rows)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the table of %zu lines", most);
    for (size_t v = 0; v < table->results->count; v++)
        for (size_t i = 0; i < table->lines[v].count; i++, used++) {
            table->rows[used].file = table->lines[v].list[i].file;
            table->rows[used].number = table->lines[v].list[i].number;
            table->rows[used].views[v] = &table->lines[v].list[i];
        }
    qsort(table->rows, used, sizeof *table->rows, by_place);
    for (size_t i = 0; i < used; i++) {
        struct row *const last = table->row_count > 0 ? &table->rows[table->row_count - 1] : NULL;

        if (!last || by_place(last, &table->rows[i]) != 0) {
            table->rows[table->row_count++] = table->rows[i];
            continue;
        }
        for (size_t v = 0; v < table->results->count; v++)
            if (table->rows[i].views[v])
                last->views[v] = table->rows[i].views[v];
    }
    return CLSMEM_OK;
}

static bool has_local(const struct lint_line *line)
{
    return line && line->local_bytes > 0;
}

static bool has_global(const struct lint_line *line)
{
    return line && line->traffic.requests > 0;
}

static bool is_source(const struct table *table, size_t view)
{
    return !lint_is_compiled(table->results->reports[view]);
}

/*
 * What the source's own view says of the row in the class that `view` has; any class's, where that was not looked at.
 * NULL where there is no such view, or no such access there.
 */
static const struct lint_line *source_line(const struct table *table, const struct row *row, size_t view)
{
    const struct lint_line *line = NULL;

    for (size_t v = 0; v < table->results->count; v++) {
        if (!is_source(table, v))
            continue;
        if (table->results->reports[v]->bank_class == table->results->reports[view]->bank_class)
            return row->views[v];
        line = line ? line : row->views[v];
    }
    return line;
}

/* PTX has lines of its own, which say nothing of those of the source. */
static bool knows_file(const struct table *table, size_t view, const char *file)
{
    for (size_t i = 0; i < table->lines[view].count; i++)
        if (strcmp(table->lines[view].list[i].file, file) == 0)
            return true;
    return false;
}

/* Whether the view's degree is another one than the source's. */
static bool differs(const struct table *table, const struct row *row, size_t view)
{
    const struct lint_line *const source = source_line(table, row, view), *const line = row->views[view];

    if (is_source(table, view) || !has_local(source) || !knows_file(table, view, row->file))
        return false;
    return !has_local(line) || fabs(clsmem_lint_degree(&source->local) - clsmem_lint_degree(&line->local)) > 0.005;
}

static size_t cell_width(const struct table *table)
{
    return table->results->count > MOST_WIDE_CELLS ? NARROW_CELL : WIDE_CELL;
}

/* The last column of a cell is for its mark. */
static void print_cell(const struct table *table, size_t view, const char *text, bool marked)
{
    const bool is_last = view + 1 == table->results->count;

    const int width = (int)cell_width(table) - 3;

    fprintf(table->out, " %s%*.*s%s%s", lint_paint_on(marked ? LINT_PAINT_WARN : LINT_PAINT_NONE, table->colour),
            width, width, text,
            marked    ? " *"
            : is_last ? ""
                      : "  ",
            lint_paint_off(marked && table->colour));
}

/* "4096 (32.00) *" */
static void print_local_cell(const struct table *table, const struct row *row, size_t view)
{
    const struct lint_line *const line = row->views[view];
    struct lint_phrase phrase = { 0 };

    if (has_local(line) && line->local.instructions == 0 && !is_source(table, view))
        lint_say(&phrase, "joined");
    else if (has_local(line))
        lint_say(&phrase, "%llu (%.2f)", (unsigned long long)line->local.passes, clsmem_lint_degree(&line->local));
    else
        lint_say(&phrase, "-");
    print_cell(table, view, phrase.text, differs(table, row, view));
}

/* "512 (87 %)" */
static void print_global_cell(const struct table *table, const struct row *row, size_t view)
{
    const struct lint_line *const line = row->views[view];
    struct lint_phrase phrase = { 0 };

    if (has_global(line))
        lint_say(&phrase, "%llu (%.0f %%)", (unsigned long long)line->traffic.sectors,
                 lint_waste(line->traffic.sectors, line->traffic.ideal));
    else
        lint_say(&phrase, "-");
    print_cell(table, view, phrase.text, false);
}

/* What the compiler did to a marked line, in one clause. */
static void print_reason(const struct table *table, const struct row *row, size_t view)
{
    const struct lint_line *const source = source_line(table, row, view), *const line = row->views[view];
    struct lint_phrase phrase = { 0 };
    char label[64];

    if (!has_local(line))
        lint_say(&phrase, "the compiler leaves no access of local memory on this line");
    else if (line->local.instructions == 0)
        lint_say(&phrase, "the compiler joins it with accesses of other lines");
    else if (line->local_bytes > source->local_bytes)
        lint_say(&phrase, "the compiler widens it: up to %u bytes at a time, not %u", line->local_bytes,
                 source->local_bytes);
    else if (line->local_bytes < source->local_bytes)
        lint_say(&phrase, "the compiler splits it: at most %u bytes at a time, not %u", line->local_bytes,
                 source->local_bytes);
    else if (line->local.instructions != source->local.instructions)
        lint_say(&phrase, "the compiler makes %llu accesses of it, not %llu",
                 (unsigned long long)line->local.instructions, (unsigned long long)source->local.instructions);
    else
        lint_say(&phrase, "other banks, or another order of lanes");
    lint_results_label(table->results, view, label, sizeof label);
    fprintf(table->out, "%*s* %s: %s\n", NUMBER_WIDTH, "", label, phrase.text);
}

static size_t text_width(const struct table *table)
{
    const size_t cells = table->results->count * cell_width(table);

    return cells + NUMBER_WIDTH + LEAST_TEXT < LINT_COLUMNS ? LINT_COLUMNS - cells - NUMBER_WIDTH : LEAST_TEXT;
}

static void print_head(const struct table *table, const char *what)
{
    const int width = (int)text_width(table);

    fprintf(table->out, "%s%*s  %-*.*s%s", lint_paint_on(LINT_PAINT_BOLD, table->colour), NUMBER_WIDTH - 2, "line",
            width, width, what, lint_paint_off(table->colour));
    for (size_t v = 0; v < table->results->count; v++) {
        char label[64];

        lint_results_label(table->results, v, label, sizeof label);
        print_cell(table, v, label, false);
    }
    fputc('\n', table->out);
}

static void print_label(const struct table *table, const struct row *row)
{
    const size_t width = text_width(table);
    const char *const text =
        row->number > 0 ? lint_sources_line(table->sources, row->file, row->number) : LINT_LOST_LINE;
    size_t used;

    if (row->number > 0)
        fprintf(table->out, "%*u  ", NUMBER_WIDTH - 2, (unsigned)row->number);
    else
        fprintf(table->out, "%*s  ", NUMBER_WIDTH - 2, "-");
    used = lint_print_clipped(table->out, text, width);
    fprintf(table->out, "%*s", (int)(width - used), "");
}

/* Lines whose file the compiler lost belong to any. */
static bool has_one_file(const struct table *table)
{
    const char *only = "";

    for (size_t i = 0; i < table->row_count; i++) {
        if (*only && *table->rows[i].file && strcmp(only, table->rows[i].file) != 0)
            return false;
        only = *only ? only : table->rows[i].file;
    }
    return true;
}

static void print_part(struct table *table, const char *what, bool one_file, bool (*has)(const struct lint_line *line),
                       void (*print)(const struct table *table, const struct row *row, size_t view))
{
    const char *last_file = "";
    bool begun = false;

    for (size_t i = 0; i < table->row_count; i++) {
        const struct row *const row = &table->rows[i];
        bool any = false;

        for (size_t v = 0; v < table->results->count; v++)
            any |= has(row->views[v]);
        if (!any)
            continue;
        if (!begun)
            print_head(table, what);
        begun = true;
        if (!one_file && strcmp(last_file, row->file) != 0)
            fprintf(table->out, "%s:\n", *row->file ? row->file : "(no file)");
        last_file = row->file;
        print_label(table, row);
        for (size_t v = 0; v < table->results->count; v++)
            print(table, row, v);
        fputc('\n', table->out);
        for (size_t v = 0; has == has_local && v < table->results->count; v++)
            if (differs(table, row, v))
                print_reason(table, row, v);
    }
    if (begun)
        fputc('\n', table->out);
}

enum clsmem_status lint_table_print(FILE *out, const struct lint_results *results, struct lint_sources *sources,
                                    bool colour)
{
    struct table table = { .out = out, .results = results, .sources = sources, .colour = colour };
    enum clsmem_status status = make_rows(&table);

    if (status == CLSMEM_OK) {
        const bool one_file = has_one_file(&table);

        qsort(table.rows, table.row_count, sizeof *table.rows, by_passes);
        print_part(&table, "local passes (degree)", one_file, has_local, print_local_cell);
        qsort(table.rows, table.row_count, sizeof *table.rows, by_sectors);
        print_part(&table, "sectors (in vain)", one_file, has_global, print_global_cell);
    }
    for (size_t v = 0; v < results->count; v++)
        lint_lines_release(&table.lines[v]);
    free(table.rows);
    return status;
}
