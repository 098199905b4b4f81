/* The figures of a profile as CSV. */
#include "probe_csv.h"

#include <math.h>

#include "csv.h"

void probe_csv_print(FILE *out, const struct clsmem_profile *profile)
{
    fputs("probe,quantity,of,at,unit,value,low,high\n", out);
    for (size_t i = 0; i < profile->figure_count; i++) {
        const struct clsmem_figure *const figure = &profile->figures[i];

        csv_print_field(out, clsmem_probe_word(figure->probe), ',');
        csv_print_field(out, figure->quantity, ',');
        csv_print_field(out, figure->of, ',');
        fprintf(out, "%u,", figure->at);
        csv_print_field(out, figure->unit, ',');
        csv_print_number(out, figure->value, ',');
        csv_print_number(out, figure->low, ',');
        csv_print_number(out, figure->high, '\n');
    }
}
