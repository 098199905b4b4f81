/* The cells of tables: one figure each, and which ones stand in a table. */
#include <math.h>
#include <string.h>

#include "probe_tables.h"

/* Of the interval, over the value; NAN where an end of it is not known. */
static double half_width(const struct clsmem_figure *figure)
{
    const double width = (figure->high - figure->low) / 2;

    if (!isfinite(width))
        return (double)NAN;
    return figure->value != 0 ? width / fabs(figure->value) : 0;
}

/* A whole number is counted, not measured. */
static bool is_counted(const struct clsmem_figure *figure)
{
    return figure->value == floor(figure->value) &&
           (strcmp(figure->unit, "bytes") == 0 || strcmp(figure->unit, "count") == 0);
}

bool probe_cell_is_wide(const struct clsmem_figure *figure)
{
    /* Not ">": an interval that is not known is none that is narrow. */
    return isfinite(figure->value) && !is_counted(figure) && !(half_width(figure) <= PROBE_WIDE);
}

void probe_cell_text(const struct clsmem_figure *figure, char *text, size_t bytes)
{
    const double value = figure ? figure->value : NAN;
    const int digits = fabs(value) < 9.9995 ? 3 : fabs(value) < 99.995 ? 2 : fabs(value) < 999.95 ? 1 : 0;

    if (!isfinite(value))
        snprintf(text, bytes, "-");
    else if (is_counted(figure))
        snprintf(text, bytes, "%.0f", value);
    else
        snprintf(text, bytes, "%s%.*f", probe_cell_is_wide(figure) ? "~" : "", digits, value);
}

void probe_cell_print(FILE *out, int width, const struct clsmem_figure *figure)
{
    char text[64];

    probe_cell_text(figure, text, sizeof text);
    fprintf(out, "%*s", width, text);
}

void probe_label_print(FILE *out, const char *label)
{
    fprintf(out, "%-*.*s ", PROBE_LABEL_WIDTH - 1, PROBE_LABEL_WIDTH - 1, label);
}

size_t probe_rows_list(const struct clsmem_profile *profile, enum clsmem_probe probe, const char *quantity,
                       const char *rows[PROBE_MOST_ROWS], size_t count)
{
    for (size_t i = 0; i < profile->figure_count; i++) {
        const struct clsmem_figure *const figure = &profile->figures[i];
        size_t row = 0;

        if (figure->probe != probe || strcmp(figure->quantity, quantity) != 0)
            continue;
        while (row < count && strcmp(rows[row], figure->of) != 0)
            row++;
        if (row == count && count < PROBE_MOST_ROWS)
            rows[count++] = figure->of;
    }
    return count;
}

size_t probe_places_list(const struct clsmem_profile *profile, enum clsmem_probe probe, const char *quantity,
                         unsigned places[PROBE_MOST_CELLS], size_t count)
{
    for (size_t i = 0; i < profile->figure_count; i++) {
        const struct clsmem_figure *const figure = &profile->figures[i];
        size_t place = 0;

        if (figure->probe != probe || strcmp(figure->quantity, quantity) != 0)
            continue;
        while (place < count && places[place] < figure->at)
            place++;
        if ((place < count && places[place] == figure->at) || count == PROBE_MOST_CELLS)
            continue;
        memmove(places + place + 1, places + place, (count - place) * sizeof *places);
        places[place] = figure->at;
        count++;
    }
    return count;
}
