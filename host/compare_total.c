/* Geometric means of lines: for each family, and over the families. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_parts.h"
#include "jump.h"

/* A geometric mean under way; numbers that do not exist are passed over. */
struct mean {
    double log_sum;
    size_t count;
};

/* The means of a column. */
struct means {
    struct mean ratio, low, high, share, slowdown, share_ratio;
};

static void mean_add(struct mean *mean, double value)
{
    if (!(value > 0) || !isfinite(value))
        return;
    mean->log_sum += log(value);
    mean->count++;
}

static double mean_of(const struct mean *mean)
{
    return mean->count > 0 ? exp(mean->log_sum / (double)mean->count) : (double)NAN;
}

static void means_close(const struct means *means, struct clsmem_compare_total *total)
{
    total->ratio = mean_of(&means->ratio);
    total->low = mean_of(&means->low);
    total->high = mean_of(&means->high);
    total->share = mean_of(&means->share);
    total->slowdown = mean_of(&means->slowdown);
    total->share_ratio = mean_of(&means->share_ratio);
}

static void count_change(enum clsmem_change change, struct clsmem_compare_total *total)
{
    switch (change) {
    case CLSMEM_CHANGE_SAME:
        total->same++;
        break;
    case CLSMEM_CHANGE_FASTER:
        total->faster++;
        break;
    case CLSMEM_CHANGE_SLOWER:
        total->slower++;
        break;
    case CLSMEM_CHANGE_NOT_COMPARABLE:
        total->not_comparable++;
        break;
    }
}

/* Of the lines of one family, which stand together. */
static void sum_family(const struct clsmem_compare_line *lines, size_t count, size_t column,
                       struct clsmem_compare_total *total)
{
    struct means means = { 0 };

    for (size_t i = 0; i < count; i++) {
        const struct clsmem_compare_cell *const cell = &lines[i].cells[column];

        count_change(cell->change, total);
        mean_add(&means.ratio, cell->ratio);
        mean_add(&means.low, cell->low);
        mean_add(&means.high, cell->high);
        mean_add(&means.share, cell->share);
        mean_add(&means.slowdown, cell->slowdown);
        mean_add(&means.share_ratio, cell->share_ratio);
    }
    total->ratio_count = means.ratio.count;
    means_close(&means, total);
}

static void sum_families(const struct clsmem_compare *compare, size_t column, struct clsmem_compare_total *total)
{
    struct means means = { 0 };

    for (size_t i = 0; i < compare->family_count; i++) {
        const struct clsmem_compare_total *const part = &compare->families[i].totals[column];

        total->faster += part->faster;
        total->slower += part->slower;
        total->same += part->same;
        total->not_comparable += part->not_comparable;
        total->ratio_count += part->ratio_count;
        mean_add(&means.ratio, part->ratio);
        mean_add(&means.low, part->low);
        mean_add(&means.high, part->high);
        mean_add(&means.share, part->share);
        mean_add(&means.slowdown, part->slowdown);
        mean_add(&means.share_ratio, part->share_ratio);
    }
    means_close(&means, total);
}

static struct clsmem_compare_total *make_totals(const struct clsmem_compare *compare)
{
    return calloc(compare->column_count, sizeof(struct clsmem_compare_total));
}

enum clsmem_status clsmem_compare_sum_up(struct clsmem_compare *compare)
{
    size_t first = 0;

    compare->families = calloc(compare->line_count + 1, sizeof *compare->families);
    compare->totals = make_totals(compare);
    if (!compare->families || !compare->totals)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for totals");
    for (size_t end = 1; end <= compare->line_count; end++) {
        struct clsmem_compare_family *const family = &compare->families[compare->family_count];

        if (end < compare->line_count && strcmp(compare->lines[end].kernel, compare->lines[first].kernel) == 0)
            continue;
        family->kernel = compare->lines[first].kernel;
        if (!(family->totals = make_totals(compare)))
            return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for totals");
        compare->family_count++;
        for (size_t c = 0; c < compare->column_count; c++)
            sum_family(&compare->lines[first], end - first, c, &family->totals[c]);
        first = end;
    }
    for (size_t c = 0; c < compare->column_count; c++)
        sum_families(compare, c, &compare->totals[c]);
    return CLSMEM_OK;
}
