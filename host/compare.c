/* Result files against each other: which rows are the same one, in lines and columns. */
#include "clsmem/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_parts.h"
#include "jump.h"

#define MOST_SHAPES 1000 /* of a variant that are looked through for one at another shape */

/* A row of any column, on its way to a line. */
struct entry {
    const struct clsmem_results_row *row;
    size_t column;
    size_t family, place; /* order of appearance of its family, and its own */
};

const char *clsmem_change_word(enum clsmem_change change)
{
    static const char *const words[] = {
#define WORD(name, word) word,
        CLSMEM_CHANGES(WORD)
    };

    return words[change];
}

const char *clsmem_obstacle_word(enum clsmem_obstacle obstacle)
{
    static const char *const words[] = { CLSMEM_OBSTACLES(WORD) };

    return words[obstacle];
}

/* Entries that make a line: from `first` to before `end`. */
struct span {
    size_t first, end;
    size_t family, place; /* the least of its entries */
};

/* Rows that are the same one stand together, by columns; the variant's rows at other shapes are their neighbours. */
static int compare_entries(const void *a, const void *b)
{
    const struct entry *const left = a, *const right = b;
    const int order = clsmem_results_row_compare(left->row, right->row);

    return order != 0 ? order : (left->column > right->column) - (left->column < right->column);
}

/* Families in the order of their first rows, then lines in that of theirs. */
static int compare_places(const void *a, const void *b)
{
    const struct span *const left = a, *const right = b;

    if (left->family != right->family)
        return left->family < right->family ? -1 : 1;
    return (left->place > right->place) - (left->place < right->place);
}

static enum clsmem_status make_columns(const struct clsmem_results *files, size_t file_count,
                                       struct clsmem_compare *compare)
{
    size_t count = 0;

    for (size_t i = 0; i < file_count; i++)
        count += files[i].run_count;
    if (count < 2)
        return clsmem_fail(CLSMEM_INVALID, "there is nothing to compare: %zu run%s in %zu file%s", count,
                           count == 1 ? "" : "s", file_count, file_count == 1 ? "" : "s");
    compare->columns = calloc(count, sizeof *compare->columns);
    if (!compare->columns)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for %zu columns", count);
    for (size_t i = 0; i < file_count; i++)
        for (size_t r = 0; r < files[i].run_count; r++)
            compare->columns[compare->column_count++] = (struct clsmem_compare_column){ &files[i], &files[i].runs[r] };
    return CLSMEM_OK;
}

static size_t family_of(const char **families, size_t *count, const char *kernel)
{
    size_t family = 0;

    while (family < *count && strcmp(families[family], kernel) != 0)
        family++;
    if (family == *count)
        families[(*count)++] = kernel;
    return family;
}

/* All rows that are looked at, in the order of columns and rows. The caller frees *entries, also after a failure. */
static enum clsmem_status collect(const struct clsmem_compare *compare, const struct clsmem_compare_options *options,
                                  struct entry **entries, size_t *count)
{
    enum clsmem_status status = CLSMEM_OK;
    const char **families = NULL;
    size_t room = 1, family_count = 0;

    for (size_t c = 0; c < compare->column_count; c++)
        room += compare->columns[c].run->row_count;
    CHECK_ALLOC(*entries, room * sizeof **entries);
    CHECK_ALLOC(families, room * sizeof *families);
    for (size_t c = 0; c < compare->column_count; c++)
        for (size_t r = 0; r < compare->columns[c].run->row_count; r++) {
            const struct clsmem_results_row *const row = &compare->columns[c].run->rows[r];

            if (options->keeps && !options->keeps(options->context, row))
                continue;
            (*entries)[*count] = (struct entry){ row, c, family_of(families, &family_count, row->kernel), *count };
            (*count)++;
        }
out:
    free(families);
    return status;
}

static bool is_same_variant(const struct clsmem_results_row *a, const struct clsmem_results_row *b)
{
    return a->type == b->type && strcmp(a->kernel, b->kernel) == 0 && strcmp(a->variant, b->variant) == 0 &&
           strcmp(a->mode, b->mode) == 0;
}

/* A row of the same variant, in this column, at whatever shape; NULL: none. `entries` are sorted. */
static const struct clsmem_results_row *find_elsewhere(const struct entry *entries, size_t count, size_t at,
                                                       size_t column)
{
    for (size_t i = at; i-- > 0 && at - i < MOST_SHAPES && is_same_variant(entries[i].row, entries[at].row);)
        if (entries[i].column == column)
            return entries[i].row;
    for (size_t i = at + 1; i < count && i - at < MOST_SHAPES && is_same_variant(entries[i].row, entries[at].row); i++)
        if (entries[i].column == column)
            return entries[i].row;
    return NULL;
}

static enum clsmem_status make_line(struct clsmem_compare *compare, const struct clsmem_compare_options *options,
                                    const struct entry *entries, size_t count, const struct span *span,
                                    struct clsmem_compare_line *line)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_results_row *row = NULL;

    line->cells = calloc(compare->column_count, sizeof *line->cells);
    if (!line->cells)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for %zu cells", compare->column_count);
    for (size_t i = span->first; i < span->end; i++)
        line->cells[entries[i].column].row = entries[i].row;
    for (size_t c = 0; !row; c++)
        row = line->cells[c].row;
    line->kernel = row->kernel;
    line->variant = row->variant;
    line->mode = row->mode;
    line->shape = row->shape;
    line->type = row->type;
    line->versus = row->versus;
    for (size_t c = 0; c < compare->column_count; c++) {
        const struct clsmem_results_row *elsewhere = NULL;

        if (c > 0 && !line->cells[0].row != !line->cells[c].row)
            elsewhere = find_elsewhere(entries, count, span->first, line->cells[0].row ? c : 0);
        CHECK(clsmem_compare_fill_cell(compare, options, line, c, elsewhere));
    }
out:
    return status;
}

/* The end of the entries that are the same row; with any shape, those of the same variant where no run has it twice. */
static size_t find_end(const struct entry *entries, size_t count, size_t first, bool any_shape, size_t *seen)
{
    size_t end = first;

    if (any_shape && (first == 0 || !is_same_variant(entries[first - 1].row, entries[first].row))) {
        bool is_single = true;

        /* `seen` has for each column the entry, counted from 1, that was seen there last. */
        for (; end < count && is_same_variant(entries[end].row, entries[first].row); end++) {
            is_single &= seen[entries[end].column] <= first;
            seen[entries[end].column] = end + 1;
        }
        if (is_single)
            return end;
    }
    for (end = first; end < count && clsmem_results_row_compare(entries[end].row, entries[first].row) == 0; end++)
        ;
    return end;
}

/* Spans of sorted entries, in the order in which their lines are to stand. */
static enum clsmem_status make_spans(const struct entry *entries, size_t count, size_t column_count, bool any_shape,
                                     struct span *spans, size_t *span_count)
{
    size_t *const seen = calloc(column_count, sizeof *seen);

    if (!seen)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for %zu columns", column_count);
    for (size_t first = 0; first < count;) {
        struct span *const span = &spans[(*span_count)++];

        *span = (struct span){ first, find_end(entries, count, first, any_shape, seen), entries[first].family,
                               entries[first].place };
        for (size_t i = first; i < span->end; i++)
            if (entries[i].place < span->place)
                span->place = entries[i].place;
        first = span->end;
    }
    free(seen);
    qsort(spans, *span_count, sizeof *spans, compare_places);
    return CLSMEM_OK;
}

static enum clsmem_status make_lines(struct clsmem_compare *compare, const struct clsmem_compare_options *options,
                                     struct entry *entries, size_t count)
{
    enum clsmem_status status = CLSMEM_OK;
    struct span *spans = NULL;
    size_t line_count = 0;

    qsort(entries, count, sizeof *entries, compare_entries);
    CHECK_ALLOC(spans, (count + 1) * sizeof *spans);
    CHECK(make_spans(entries, count, compare->column_count, options->any_shape, spans, &line_count));
    compare->lines = calloc(line_count + 1, sizeof *compare->lines);
    if (!compare->lines) {
        status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory for %zu lines", line_count);
        goto out;
    }
    compare->line_count = line_count;
    for (size_t i = 0; i < line_count; i++)
        CHECK(make_line(compare, options, entries, count, &spans[i], &compare->lines[i]));
out:
    free(spans);
    return status;
}

enum clsmem_status clsmem_compare_make(const struct clsmem_results *files, size_t file_count,
                                       const struct clsmem_compare_options *options, struct clsmem_compare *compare)
{
    static const struct clsmem_compare_options defaults = { .keeps = NULL };
    enum clsmem_status status = CLSMEM_OK;
    struct entry *entries = NULL;
    size_t count = 0;

    memset(compare, 0, sizeof *compare);
    CHECK(make_columns(files, file_count, compare));
    CHECK(collect(compare, options ? options : &defaults, &entries, &count));
    CHECK(make_lines(compare, options ? options : &defaults, entries, count));
    CHECK(clsmem_compare_sum_up(compare));
out:
    free(entries);
    return status;
}

void clsmem_compare_release(struct clsmem_compare *compare)
{
    if (!compare)
        return;
    for (size_t i = 0; i < compare->line_count; i++)
        free(compare->lines[i].cells);
    for (size_t i = 0; i < compare->family_count; i++)
        free(compare->families[i].totals);
    free(compare->columns);
    free(compare->lines);
    free(compare->families);
    free(compare->totals);
    memset(compare, 0, sizeof *compare);
}

const struct clsmem_compare_line *clsmem_compare_find(const struct clsmem_compare *compare, const char *kernel,
                                                      const char *variant, const char *shape, enum clsmem_type type,
                                                      const char *mode)
{
    for (size_t i = 0; i < compare->line_count; i++) {
        const struct clsmem_compare_line *const line = &compare->lines[i];

        if (line->type == type && strcmp(line->kernel, kernel) == 0 && strcmp(line->variant, variant) == 0 &&
            strcmp(line->shape, shape) == 0 && strcmp(line->mode, mode) == 0)
            return line;
    }
    return NULL;
}
