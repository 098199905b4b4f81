/*
 * The figures of a profile as tables. Which ones stand in which table is data; figures that no table knows are listed at
 * the end, so that nothing of a profile goes unseen.
 */
#include <math.h>
#include <string.h>

#include "probe_text.h"

#define LABEL_WIDTH 20
#define CELL_WIDTH 9    /* of a series */
#define COLUMN_WIDTH 14 /* where quantities stand side by side */
#define MOST_COLUMNS 8  /* LABEL_WIDTH + MOST_COLUMNS * CELL_WIDTH <= PROBE_TEXT_COLUMNS */
#define MOST_ROWS 16
#define MOST_CELLS 32
#define BAR_COLUMNS 50
#define WIDE 0.02 /* half-width of the interval over the value, from which on a value is marked */

static double half_width(const struct clsmem_figure *figure)
{
    return figure->value != 0 ? (figure->high - figure->low) / 2 / fabs(figure->value) : 0;
}

/* Four digits, behind a "~" where the interval is wide; "-" for no figure. */
static void cell_text(const struct clsmem_figure *figure, char *text, size_t bytes)
{
    const double value = figure ? figure->value : NAN;
    const int digits = fabs(value) < 9.9995 ? 3 : fabs(value) < 99.995 ? 2 : fabs(value) < 999.95 ? 1 : 0;

    if (!isfinite(value))
        snprintf(text, bytes, "-");
    else if (value == floor(value) && (strcmp(figure->unit, "bytes") == 0 || strcmp(figure->unit, "count") == 0))
        snprintf(text, bytes, "%.0f", value);
    else
        snprintf(text, bytes, "%s%.*f", half_width(figure) > WIDE ? "~" : "", digits, value);
}

static void print_cell(FILE *out, int width, const struct clsmem_figure *figure)
{
    char text[64];

    cell_text(figure, text, sizeof text);
    fprintf(out, "%*s", width, text);
}

/* Cut where a file has a longer one than any of ours. */
static void print_label(FILE *out, const char *label)
{
    fprintf(out, "%-*.*s ", LABEL_WIDTH - 1, LABEL_WIDTH - 1, label);
}

/* The `of`s of a quantity, in the order of the profile. */
static size_t list_rows(const struct clsmem_profile *profile, enum clsmem_probe probe, const char *quantity,
                        const char *rows[MOST_ROWS], size_t count)
{
    for (size_t i = 0; i < profile->figure_count; i++) {
        const struct clsmem_figure *const figure = &profile->figures[i];
        size_t row = 0;

        if (figure->probe != probe || strcmp(figure->quantity, quantity) != 0)
            continue;
        while (row < count && strcmp(rows[row], figure->of) != 0)
            row++;
        if (row == count && count < MOST_ROWS)
            rows[count++] = figure->of;
    }
    return count;
}

/* The `at`s of a quantity, ascending. */
static size_t list_places(const struct clsmem_profile *profile, enum clsmem_probe probe, const char *quantity,
                          unsigned places[MOST_CELLS], size_t count)
{
    for (size_t i = 0; i < profile->figure_count; i++) {
        const struct clsmem_figure *const figure = &profile->figures[i];
        size_t place = 0;

        if (figure->probe != probe || strcmp(figure->quantity, quantity) != 0)
            continue;
        while (place < count && places[place] < figure->at)
            place++;
        if ((place < count && places[place] == figure->at) || count == MOST_CELLS)
            continue;
        memmove(places + place + 1, places + place, (count - place) * sizeof *places);
        places[place] = figure->at;
        count++;
    }
    return count;
}

/* Quantities side by side, a line for each thing that they are of. */
struct columns {
    enum clsmem_probe probe;
    const char *title;
    const char *quantities[4], *heads[4]; /* both end with NULL where they are fewer */
};

static void print_columns(FILE *out, const struct clsmem_profile *profile, const struct columns *table, bool colour)
{
    const char *rows[MOST_ROWS];
    size_t row_count = 0, column_count = 0;
    bool shown[4] = { false };

    for (size_t c = 0; c < 4 && table->quantities[c]; c++) {
        const char *own[MOST_ROWS];

        shown[c] = list_rows(profile, table->probe, table->quantities[c], own, 0) > 0;
        row_count = list_rows(profile, table->probe, table->quantities[c], rows, row_count);
        column_count++;
    }
    if (row_count == 0)
        return;
    probe_heading_print(out, table->title, colour);
    print_label(out, "");
    for (size_t c = 0; c < column_count; c++)
        if (shown[c])
            fprintf(out, "%*s", COLUMN_WIDTH, table->heads[c]);
    fputc('\n', out);
    for (size_t r = 0; r < row_count; r++) {
        print_label(out, rows[r]);
        for (size_t c = 0; c < column_count; c++)
            if (shown[c])
                print_cell(out, COLUMN_WIDTH,
                           clsmem_profile_find(profile, table->probe, table->quantities[c], rows[r], 0));
        fputc('\n', out);
    }
}

/* Quantities by the number that they stand for, a line for each quantity and thing that it is of. */
struct series {
    enum clsmem_probe probe;
    const char *title, *places; /* what the numbers are */
    struct {
        const char *quantity, *label; /* NULL as label: what it is of */
    } lines[2];
    const char *unless;  /* where there are figures of this quantity, the table says nothing new; may be NULL */
    bool powers;         /* only of two: the numbers between them are summed up in a line */
    size_t least_places; /* with fewer the table says nothing that another one does not */
};

static void print_series_part(FILE *out, const struct clsmem_profile *profile, const struct series *table,
                              const unsigned *places, size_t count)
{
    print_label(out, table->places);
    for (size_t p = 0; p < count; p++)
        fprintf(out, "%*u", CELL_WIDTH, places[p]);
    fputc('\n', out);
    for (size_t l = 0; l < 2 && table->lines[l].quantity; l++) {
        const char *rows[MOST_ROWS];
        const size_t row_count = list_rows(profile, table->probe, table->lines[l].quantity, rows, 0);

        for (size_t r = 0; r < row_count; r++) {
            print_label(out, table->lines[l].label ? table->lines[l].label : rows[r]);
            for (size_t p = 0; p < count; p++)
                print_cell(out, CELL_WIDTH,
                           clsmem_profile_find(profile, table->probe, table->lines[l].quantity, rows[r], places[p]));
            fputc('\n', out);
        }
    }
}

static bool is_power(unsigned number)
{
    return (number & (number - 1)) == 0;
}

static size_t keep_powers(unsigned *places, size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        if (is_power(places[i]))
            places[kept++] = places[i];
    return kept;
}

/* What was measured between the powers of two too: what a pass costs at whatever degree. */
static void print_each_degree(FILE *out, const struct clsmem_profile *profile, const char *quantity, const char *unit)
{
    const char *rows[MOST_ROWS];
    const size_t row_count = list_rows(profile, CLSMEM_PROBE_BANDWIDTH, quantity, rows, 0);

    for (size_t r = 0; r < row_count; r++) {
        double least = HUGE_VAL, most = 0;
        unsigned last = 0;
        bool between = false;

        for (size_t i = 0; i < profile->figure_count; i++) {
            const struct clsmem_figure *const figure = &profile->figures[i];

            if (figure->probe != CLSMEM_PROBE_BANDWIDTH || strcmp(figure->quantity, quantity) != 0 ||
                strcmp(figure->of, rows[r]) != 0 || figure->at == 0)
                continue;
            least = fmin(least, figure->value / figure->at);
            most = fmax(most, figure->value / figure->at);
            last = figure->at > last ? figure->at : last;
            between |= !is_power(figure->at);
        }
        if (between)
            fprintf(out, "%s at each degree from 1 to %u: %.3f to %.3f %s a pass\n", rows[r], last, least, most, unit);
    }
}

static void print_series(FILE *out, const struct clsmem_profile *profile, const struct series *table, bool colour)
{
    unsigned places[MOST_CELLS], unless[MOST_CELLS];
    size_t count = 0;

    for (size_t l = 0; l < 2 && table->lines[l].quantity; l++)
        count = list_places(profile, table->probe, table->lines[l].quantity, places, count);
    if (table->powers)
        count = keep_powers(places, count);
    if (count == 0 || count < table->least_places ||
        (table->unless && list_places(profile, table->probe, table->unless, unless, 0) > 0))
        return;
    probe_heading_print(out, table->title, colour);
    for (size_t first = 0; first < count; first += MOST_COLUMNS)
        print_series_part(out, profile, table, places + first,
                          count - first < MOST_COLUMNS ? count - first : MOST_COLUMNS);
    if (table->powers && strcmp(table->lines[0].quantity, "cost") == 0)
        print_each_degree(out, profile, "cost", "cycles");
    if (table->powers && strcmp(table->lines[0].quantity, "cost_ns") == 0)
        print_each_degree(out, profile, "cost_ns", "ns");
}

/* A line with a bar for each stride of a walk through cached memory: what takes the place of banks. */
static void print_walk(FILE *out, const struct clsmem_profile *profile, const char *quantity, bool colour)
{
    unsigned places[MOST_CELLS];
    const size_t count = list_places(profile, CLSMEM_PROBE_CACHE, quantity, places, 0);
    double most = 0;

    if (count == 0)
        return;
    for (size_t i = 0; i < profile->figure_count; i++)
        if (profile->figures[i].probe == CLSMEM_PROBE_CACHE && strcmp(profile->figures[i].quantity, quantity) == 0)
            most = fmax(most, profile->figures[i].value);
    probe_heading_print(out, "A walk through cached memory: ns a load, by the bytes between loads", colour);
    for (size_t p = 0; p < count; p++) {
        const struct clsmem_figure *const figure =
            clsmem_profile_find(profile, CLSMEM_PROBE_CACHE, quantity, "", places[p]);
        const double share = figure && figure->value > 0 ? figure->value / most : 0;

        if (!figure)
            continue;
        fprintf(out, "%-*u", LABEL_WIDTH, places[p]);
        print_cell(out, CELL_WIDTH, figure);
        fprintf(out, "  %.*s\n", (int)lround(share * BAR_COLUMNS),
                "##################################################");
    }
}

static void print_all_series(FILE *out, const struct clsmem_profile *profile, const struct series *tables,
                             size_t count, bool colour)
{
    for (size_t i = 0; i < count; i++)
        print_series(out, profile, &tables[i], colour);
}

static const struct columns latency = { CLSMEM_PROBE_LATENCY,
                                        "Latency of a dependent access, and of each further pass",
                                        { "latency", "latency_ns", "pass", "pass_ns" },
                                        { "cycles", "ns", "cycles a pass", "ns a pass" } };
static const struct columns atomics = { CLSMEM_PROBE_ATOMICS,
                                        "Local atomics: latency of one after the other, and cost of one among many",
                                        { "latency", "latency_ns", "cost", "cost_ns" },
                                        { "cycles", "ns", "cost, cycles", "cost, ns" } };
static const struct columns staging = {
    CLSMEM_PROBE_STAGING, "Global memory to local memory", { "rate", "device_rate" }, { "B/cycle a CU", "GB/s" }
};

/* In the order of the report. */
static const struct series lanes[] = {
    { .probe = CLSMEM_PROBE_SUB_GROUP,
      .title = "Time of two loops, entered by runs of neighbours: a sub-group goes through both",
      .places = "work-items of a run",
      .lines = { { "time", "time" } } },
    { .probe = CLSMEM_PROBE_SUB_GROUP,
      .title = "ns of two loops, entered by runs of neighbours: a sub-group goes through both",
      .places = "work-items of a run",
      .lines = { { "time_ns", "ns" } },
      .unless = "time" },
};
static const struct series latency_at[] = {
    { .probe = CLSMEM_PROBE_LATENCY,
      .title = "Latency in cycles, by degree of conflict",
      .places = "degree",
      .lines = { { "latency_at", NULL } },
      .least_places = 2 },
    { .probe = CLSMEM_PROBE_LATENCY,
      .title = "Latency in ns, by degree of conflict",
      .places = "degree",
      .lines = { { "latency_at_ns", NULL } },
      .unless = "latency_at",
      .least_places = 2 },
};
static const struct series bandwidth[] = {
    { .probe = CLSMEM_PROBE_BANDWIDTH,
      .title = "Cycles of one access of a sub-group on a compute unit, by degree of conflict",
      .places = "degree",
      .lines = { { "cost", NULL } },
      .powers = true },
    { .probe = CLSMEM_PROBE_BANDWIDTH,
      .title = "ns of one access of a sub-group on a compute unit, by degree of conflict",
      .places = "degree",
      .lines = { { "cost_ns", NULL } },
      .unless = "cost",
      .powers = true },
    { .probe = CLSMEM_PROBE_BANDWIDTH,
      .title = "Bytes a cycle of a compute unit",
      .places = "degree",
      .lines = { { "rate", NULL } },
      .powers = true },
    { .probe = CLSMEM_PROBE_BANDWIDTH,
      .title = "GB/s of a compute unit",
      .places = "degree",
      .lines = { { "unit_rate", NULL } },
      .unless = "rate",
      .powers = true },
    { .probe = CLSMEM_PROBE_BANDWIDTH,
      .title = "GB/s of the device",
      .places = "degree",
      .lines = { { "device_rate", NULL } },
      .powers = true },
};
static const struct series barrier[] = {
    { .probe = CLSMEM_PROBE_BARRIER,
      .title = "A barrier, by the work-items of a work-group",
      .places = "work-items",
      .lines = { { "barrier", "cycles" }, { "barrier_ns", "ns" } } },
};
static const struct series capacity[] = {
    { .probe = CLSMEM_PROBE_CAPACITY,
      .title = "Most local memory of a work-group, by the work-groups that run on a compute unit",
      .places = "work-groups",
      .lines = { { "most_bytes", "bytes" } } },
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct {
    const struct series *tables;
    size_t count;
} all_series[] = { { lanes, COUNT(lanes) },
                   { latency_at, COUNT(latency_at) },
                   { bandwidth, COUNT(bandwidth) },
                   { barrier, COUNT(barrier) },
                   { capacity, COUNT(capacity) } };

/* Figures with words of their own, a line each. */
static const struct {
    enum clsmem_probe probe;
    const char *quantity, *of, *words;
} singles[] = {
    { CLSMEM_PROBE_SUB_GROUP, "lanes", "measured", "lanes of a sub-group, measured" },
    { CLSMEM_PROBE_SUB_GROUP, "lanes", "said", "lanes of a sub-group, by the driver" },
    { CLSMEM_PROBE_CAPACITY, "unit_bytes", "", "local memory of a compute unit, bytes" },
    { CLSMEM_PROBE_CAPACITY, "block_bytes", "", "handed out in blocks of, bytes" },
    { CLSMEM_PROBE_CAPACITY, "reserved_bytes", "", "taken by each work-group beside its own, bytes" },
    { CLSMEM_PROBE_CAPACITY, "most_groups", "", "most work-groups on a compute unit" },
    { CLSMEM_PROBE_CLOCK, "clock", "", "clock while measuring, GHz" },
};

#define SINGLE_WIDTH 50
#define SINGLE_MOST 84

static void print_single(FILE *out, const char *words, const struct clsmem_figure *figure)
{
    char text[64];

    cell_text(figure, text, sizeof text);
    fprintf(out, "%-*.*s %10s\n", SINGLE_WIDTH, SINGLE_MOST, words, text);
}

static void print_singles(FILE *out, const struct clsmem_profile *profile, enum clsmem_probe probe)
{
    for (size_t i = 0; i < COUNT(singles); i++) {
        const struct clsmem_figure *const figure =
            clsmem_profile_find(profile, singles[i].probe, singles[i].quantity, singles[i].of, 0);

        if (singles[i].probe == probe && figure)
            print_single(out, singles[i].words, figure);
    }
}

static bool series_have(const struct clsmem_figure *figure)
{
    for (size_t s = 0; s < COUNT(all_series); s++)
        for (size_t t = 0; t < all_series[s].count; t++)
            for (size_t l = 0; l < 2 && all_series[s].tables[t].lines[l].quantity; l++)
                if (figure->probe == all_series[s].tables[t].probe &&
                    strcmp(figure->quantity, all_series[s].tables[t].lines[l].quantity) == 0)
                    return true;
    return false;
}

/* Whether one of the tables above shows the figure. */
static bool has_place(const struct clsmem_figure *figure)
{
    static const struct columns *const columns[] = { &latency, &atomics, &staging };
    bool found =
        series_have(figure) ||
        (figure->probe == CLSMEM_PROBE_BANKS && strcmp(figure->quantity, "stride") == 0) || /* the curve shows it */
        (figure->probe == CLSMEM_PROBE_CACHE && !*figure->of &&
         (strcmp(figure->quantity, "walk") == 0 || strcmp(figure->quantity, "walk_ns") == 0));

    for (size_t t = 0; t < COUNT(columns); t++)
        for (size_t c = 0; c < 4 && columns[t]->quantities[c]; c++)
            found |= figure->probe == columns[t]->probe && figure->at == 0 &&
                     strcmp(figure->quantity, columns[t]->quantities[c]) == 0;
    for (size_t i = 0; i < COUNT(singles); i++)
        found |= figure->probe == singles[i].probe && figure->at == 0 &&
                 strcmp(figure->quantity, singles[i].quantity) == 0 && strcmp(figure->of, singles[i].of) == 0;
    return found;
}

static void print_others(FILE *out, const struct clsmem_profile *profile, bool colour)
{
    bool any = false;

    for (size_t i = 0; i < profile->figure_count; i++) {
        const struct clsmem_figure *const figure = &profile->figures[i];
        char words[128];

        if (has_place(figure))
            continue;
        if (!any)
            probe_heading_print(out, "Further figures", colour);
        any = true;
        snprintf(words, sizeof words, "%s %s%s%s", clsmem_probe_word(figure->probe), figure->quantity,
                 *figure->of ? " of " : "", figure->of);
        if (figure->at)
            snprintf(words + strlen(words), sizeof words - strlen(words), " at %u", figure->at);
        snprintf(words + strlen(words), sizeof words - strlen(words), ", %s", figure->unit);
        print_single(out, words, figure);
    }
}

static bool any_wide(const struct clsmem_profile *profile)
{
    for (size_t i = 0; i < profile->figure_count; i++)
        if (half_width(&profile->figures[i]) > WIDE)
            return true;
    return false;
}

void probe_tables_print(FILE *out, const struct clsmem_profile *profile, bool colour)
{
    print_all_series(out, profile, lanes, COUNT(lanes), colour);
    print_singles(out, profile, CLSMEM_PROBE_SUB_GROUP);
    print_columns(out, profile, &latency, colour);
    print_all_series(out, profile, latency_at, COUNT(latency_at), colour);
    print_all_series(out, profile, bandwidth, COUNT(bandwidth), colour);
    print_columns(out, profile, &atomics, colour);
    print_all_series(out, profile, barrier, COUNT(barrier), colour);
    print_columns(out, profile, &staging, colour);
    print_all_series(out, profile, capacity, COUNT(capacity), colour);
    print_singles(out, profile, CLSMEM_PROBE_CAPACITY);
    print_walk(out, profile, "walk", colour);
    print_walk(out, profile, "walk_ns", colour);
    print_others(out, profile, colour);
    if (any_wide(profile))
        fprintf(out, "\n~ the 95 %% interval is wider than %.0f %% to either side\n", 100 * WIDE);
}
