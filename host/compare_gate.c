/* The gate: what of a comparison is a regression. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "clsmem/compare.h"

#define ROUNDING 1e-6 /* degrees are kept with 9 digits */

const char *clsmem_gate_word(enum clsmem_gate_end end)
{
    static const char *const words[] = {
#define WORD(name, word) word,
        CLSMEM_GATE_ENDS(WORD)
    };

    return words[end];
}

bool clsmem_gate_end_fails(enum clsmem_gate_end end)
{
    switch (end) {
    case CLSMEM_GATE_PASSED:
    case CLSMEM_GATE_NEW:
    case CLSMEM_GATE_ALLOWED:
    case CLSMEM_GATE_NOT_GATED:
    case CLSMEM_GATE_UNDECIDED:
        return false;
    default:
        return true;
    }
}

static enum clsmem_gate_end judge_missing(const struct clsmem_gate *gate, const struct clsmem_compare_cell *cell,
                                          char *why, size_t why_bytes)
{
    snprintf(why, why_bytes, "%s%s%s", clsmem_obstacle_word(cell->obstacle), *cell->reason ? ": " : "", cell->reason);
    return gate->missing_allowed ? CLSMEM_GATE_ALLOWED : CLSMEM_GATE_MISSING;
}

/* The ratio is a speed: a row at 1 / 1.05 of it takes 5 % longer. */
static enum clsmem_gate_end judge_time(const struct clsmem_gate *gate, const struct clsmem_compare_cell *cell,
                                       char *why, size_t why_bytes)
{
    if (!(1 / cell->high - 1 > gate->above))
        return CLSMEM_GATE_PASSED;
    snprintf(why, why_bytes, "takes %.1f %% longer, for certain %.1f %%: more than %g %%", 100 * (1 / cell->ratio - 1),
             100 * (1 / cell->high - 1), 100 * gate->above);
    return CLSMEM_GATE_SLOWER;
}

/* A line that gets worse while others get better, or that is one of many, hardly moves the degree of them all. */
static enum clsmem_gate_end judge_worst_line(const struct clsmem_results_row *base,
                                             const struct clsmem_results_row *row, char *why, size_t why_bytes)
{
    const struct clsmem_results_prediction *const before = &base->prediction, *const now = &row->prediction;

    if (!base->is_predicted || !row->is_predicted || !(now->worst_degree > before->worst_degree * (1 + ROUNDING)))
        return CLSMEM_GATE_PASSED;
    snprintf(why, why_bytes, "conflict degree of the worst line rose from %.4g to %.4g%s%s", before->worst_degree,
             now->worst_degree, now->worst_place ? ", " : "", now->worst_place ? now->worst_place : "");
    return CLSMEM_GATE_DEGREE;
}

/*
 * Numbers without noise, as far as both runs were predicted for the same banks. Where the baseline has no degree, as on
 * devices without banks, local bytes are what a row passes by.
 */
static enum clsmem_gate_end judge_degree(const struct clsmem_gate *gate, const struct clsmem_compare *compare,
                                         const struct clsmem_compare_cell *base,
                                         const struct clsmem_compare_cell *cell, size_t column, char *why,
                                         size_t why_bytes)
{
    const char *const base_class = compare->columns[0].run->bank_class;
    const char *const bank_class = compare->columns[column].run->bank_class;

    if (cell->row->local_bytes > base->row->local_bytes) {
        snprintf(why, why_bytes, "local memory of a work-group rose from %zu to %zu bytes", base->row->local_bytes,
                 cell->row->local_bytes);
        return CLSMEM_GATE_LOCAL_BYTES;
    }
    if (isnan(base->degree))
        return base->row->local_bytes > 0 ? CLSMEM_GATE_PASSED : CLSMEM_GATE_NOT_GATED;
    if (strcmp(base_class, bank_class) != 0 || isnan(cell->degree)) {
        snprintf(why, why_bytes, "the baseline's degree is predicted for the banks of %s, %s%s", base_class,
                 isnan(cell->degree) ? "and here there is none" : "this one for those of ",
                 isnan(cell->degree) ? "" : bank_class);
        return gate->missing_allowed ? CLSMEM_GATE_ALLOWED : CLSMEM_GATE_MISSING;
    }
    if (cell->degree > base->degree * (1 + ROUNDING)) {
        snprintf(why, why_bytes, "conflict degree rose from %.4g to %.4g", base->degree, cell->degree);
        return CLSMEM_GATE_DEGREE;
    }
    return judge_worst_line(base->row, cell->row, why, why_bytes);
}

/* What keeps two rows from being compared, once both are there. */
static enum clsmem_gate_end judge_obstacle(const struct clsmem_gate *gate, const struct clsmem_compare_cell *cell,
                                           char *why, size_t why_bytes)
{
    switch (cell->obstacle) {
    case CLSMEM_OBSTACLE_NONE:
        return CLSMEM_GATE_PASSED;
    case CLSMEM_OBSTACLE_SUSPECT:
    case CLSMEM_OBSTACLE_TOO_SHORT:
    case CLSMEM_OBSTACLE_NOISY:
        snprintf(why, why_bytes, "%s: %s", clsmem_obstacle_word(cell->obstacle), cell->reason);
        return CLSMEM_GATE_UNDECIDED;
    case CLSMEM_OBSTACLE_FAILED:
        snprintf(why, why_bytes, "%s", cell->reason);
        return CLSMEM_GATE_BROKEN;
    default:
        return judge_missing(gate, cell, why, why_bytes);
    }
}

enum clsmem_gate_end clsmem_gate_judge(const struct clsmem_gate *gate, const struct clsmem_compare *compare,
                                       const struct clsmem_compare_line *line, size_t column, char *why,
                                       size_t why_bytes)
{
    const struct clsmem_compare_cell *const base = &line->cells[0], *const cell = &line->cells[column];
    enum clsmem_gate_end time_end = CLSMEM_GATE_NOT_GATED, degree_end = CLSMEM_GATE_NOT_GATED;

    *why = 0;
    if (!base->row || base->row->status != CLSMEM_OK) {
        const bool is_new = !base->row && cell->row;

        snprintf(why, why_bytes, "%s",
                 is_new       ? clsmem_obstacle_word(CLSMEM_OBSTACLE_NEW)
                 : !base->row ? "in another run alone"
                              : "not ok in the baseline");
        return is_new ? CLSMEM_GATE_NEW : CLSMEM_GATE_NOT_GATED;
    }
    if (!cell->row)
        return judge_missing(gate, cell, why, why_bytes);
    if (gate->of_degree && cell->row->status == CLSMEM_OK && cell->obstacle != CLSMEM_OBSTACLE_OTHER_SHAPE)
        degree_end = judge_degree(gate, compare, base, cell, column, why, why_bytes);
    if (clsmem_gate_end_fails(degree_end))
        return degree_end;
    if (gate->of_time || cell->row->status != CLSMEM_OK || cell->obstacle == CLSMEM_OBSTACLE_OTHER_SHAPE) {
        time_end = judge_obstacle(gate, cell, why, why_bytes);
        if (time_end == CLSMEM_GATE_PASSED && gate->of_time)
            time_end = judge_time(gate, cell, why, why_bytes);
    }
    /* What only one of the two has something to say of is judged by that one. */
    if (time_end == CLSMEM_GATE_ALLOWED && degree_end == CLSMEM_GATE_PASSED)
        *why = 0;
    else if (time_end != CLSMEM_GATE_NOT_GATED)
        return time_end;
    return degree_end;
}
