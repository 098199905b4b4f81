/* Tables of quantities side by side. Which ones there are is data. */
#include <string.h>

#include "probe_tables.h"
#include "probe_text.h"

#define COLUMN_WIDTH 14
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Quantities side by side, a line for each thing that they are of. */
struct columns {
    enum clsmem_probe probe;
    const char *title, *short_title;      /* without figures of the last two quantities; NULL: the title stands */
    const char *quantities[4], *heads[4]; /* both end with NULL where they are fewer */
};

static void print_columns(FILE *out, const struct clsmem_profile *profile, const struct columns *table, bool colour)
{
    const char *rows[PROBE_MOST_ROWS];
    size_t row_count = 0, column_count = 0;
    bool shown[4] = { false }, short_title;

    for (size_t c = 0; c < 4 && table->quantities[c]; c++) {
        const char *own[PROBE_MOST_ROWS];

        shown[c] = probe_rows_list(profile, table->probe, table->quantities[c], own, 0) > 0;
        row_count = probe_rows_list(profile, table->probe, table->quantities[c], rows, row_count);
        column_count++;
    }
    if (row_count == 0)
        return;
    short_title = table->short_title && !shown[2] && !shown[3];
    probe_heading_print(out, short_title ? table->short_title : table->title, colour);
    probe_label_print(out, "");
    for (size_t c = 0; c < column_count; c++)
        if (shown[c])
            fprintf(out, "%*s", COLUMN_WIDTH, table->heads[c]);
    fputc('\n', out);
    for (size_t r = 0; r < row_count; r++) {
        probe_label_print(out, rows[r]);
        for (size_t c = 0; c < column_count; c++)
            if (shown[c])
                probe_cell_print(out, COLUMN_WIDTH,
                                 clsmem_profile_find(profile, table->probe, table->quantities[c], rows[r], 0));
        fputc('\n', out);
    }
}

static const struct columns tables[] = { { CLSMEM_PROBE_LATENCY,
                                           "Latency of a dependent access, and of each further pass",
                                           "Latency of a dependent access",
                                           { "latency", "latency_ns", "pass", "pass_ns" },
                                           { "cycles", "ns", "cycles a pass", "ns a pass" } },
                                         { CLSMEM_PROBE_ATOMICS,
                                           "Local atomics: latency of one after the other, and cost of one among many",
                                           "Local atomics: latency of one after the other",
                                           { "latency", "latency_ns", "cost", "cost_ns" },
                                           { "cycles", "ns", "cost, cycles", "cost, ns" } },
                                         { CLSMEM_PROBE_STAGING,
                                           "Global memory to local memory",
                                           NULL,
                                           { "rate", "device_rate" },
                                           { "B/cycle a CU", "GB/s" } } };

bool probe_columns_have(const struct clsmem_figure *figure)
{
    for (size_t t = 0; t < COUNT(tables); t++)
        for (size_t c = 0; c < 4 && tables[t].quantities[c]; c++)
            if (figure->probe == tables[t].probe && figure->at == 0 &&
                strcmp(figure->quantity, tables[t].quantities[c]) == 0)
                return true;
    return false;
}

void probe_columns_print(FILE *out, const struct clsmem_profile *profile, enum clsmem_probe probe, bool colour)
{
    for (size_t t = 0; t < COUNT(tables); t++)
        if (tables[t].probe == probe)
            print_columns(out, profile, &tables[t], colour);
}
