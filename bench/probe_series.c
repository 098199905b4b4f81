/* Tables of figures by a number: the degree of a conflict, work-items, work-groups. Which ones there are is data. */
#include <math.h>
#include <string.h>

#include "probe_tables.h"
#include "probe_text.h"

#define MOST_COLUMNS 8 /* PROBE_LABEL_WIDTH + MOST_COLUMNS * PROBE_CELL_WIDTH <= PROBE_TEXT_COLUMNS */
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Quantities by the number that they stand for, a line for each quantity and thing that it is of. */
struct series {
    enum clsmem_probe probe;
    const char *title, *places; /* what the numbers are */
    bool has_unit;              /* the unit of the figures stands behind the title */
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
    probe_label_print(out, table->places);
    for (size_t p = 0; p < count; p++)
        fprintf(out, "%*u", PROBE_CELL_WIDTH, places[p]);
    fputc('\n', out);
    for (size_t l = 0; l < 2 && table->lines[l].quantity; l++) {
        const char *rows[PROBE_MOST_ROWS];
        const size_t row_count = probe_rows_list(profile, table->probe, table->lines[l].quantity, rows, 0);

        for (size_t r = 0; r < row_count; r++) {
            probe_label_print(out, table->lines[l].label ? table->lines[l].label : rows[r]);
            for (size_t p = 0; p < count; p++)
                probe_cell_print(
                    out, PROBE_CELL_WIDTH,
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
    const char *rows[PROBE_MOST_ROWS];
    const size_t row_count = probe_rows_list(profile, CLSMEM_PROBE_BANDWIDTH, quantity, rows, 0);

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

/* Which unit it is may depend on the device: it is that of the first figure. */
static void print_title(FILE *out, const struct clsmem_profile *profile, const struct series *table, bool colour)
{
    char title[PROBE_TEXT_COLUMNS + 1];
    const char *unit = "";

    for (size_t i = profile->figure_count; table->has_unit && i-- > 0;)
        if (profile->figures[i].probe == table->probe &&
            strcmp(profile->figures[i].quantity, table->lines[0].quantity) == 0)
            unit = profile->figures[i].unit;
    snprintf(title, sizeof title, "%s%s%s", table->title, *unit ? ", in " : "", unit);
    probe_heading_print(out, title, colour);
}

static void print_series(FILE *out, const struct clsmem_profile *profile, const struct series *table, bool colour)
{
    unsigned places[PROBE_MOST_CELLS], unless[PROBE_MOST_CELLS];
    size_t count = 0;

    for (size_t l = 0; l < 2 && table->lines[l].quantity; l++)
        count = probe_places_list(profile, table->probe, table->lines[l].quantity, places, count);
    if (table->powers)
        count = keep_powers(places, count);
    if (count == 0 || count < table->least_places ||
        (table->unless && probe_places_list(profile, table->probe, table->unless, unless, 0) > 0))
        return;
    print_title(out, profile, table, colour);
    for (size_t first = 0; first < count; first += MOST_COLUMNS)
        print_series_part(out, profile, table, places + first,
                          count - first < MOST_COLUMNS ? count - first : MOST_COLUMNS);
    if (table->powers && strcmp(table->lines[0].quantity, "cost") == 0)
        print_each_degree(out, profile, "cost", "cycles");
    if (table->powers && strcmp(table->lines[0].quantity, "cost_ns") == 0)
        print_each_degree(out, profile, "cost_ns", "ns");
}

/* In the order of the report. */
static const struct series tables[] = {
    { .probe = CLSMEM_PROBE_SUB_GROUP,
      .title = "Two loops that runs of neighbours enter: a sub-group with both goes through both",
      .has_unit = true,
      .places = "work-items of a run",
      .lines = { { "time", "time" } } },
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
    { .probe = CLSMEM_PROBE_BARRIER,
      .title = "A barrier, by the work-items of a work-group",
      .places = "work-items",
      .lines = { { "barrier", "cycles" }, { "barrier_ns", "ns" } } },
    { .probe = CLSMEM_PROBE_CAPACITY,
      .title = "Most local memory of a work-group, by the work-groups that run on a compute unit",
      .places = "work-groups",
      .lines = { { "most_bytes", "bytes" } } },
};

bool probe_series_have(const struct clsmem_figure *figure)
{
    for (size_t t = 0; t < COUNT(tables); t++)
        for (size_t l = 0; l < 2 && tables[t].lines[l].quantity; l++)
            if (figure->probe == tables[t].probe && strcmp(figure->quantity, tables[t].lines[l].quantity) == 0)
                return true;
    return false;
}

void probe_series_print(FILE *out, const struct clsmem_profile *profile, enum clsmem_probe probe, bool colour)
{
    for (size_t t = 0; t < COUNT(tables); t++)
        if (tables[t].probe == probe)
            print_series(out, profile, &tables[t], colour);
}
