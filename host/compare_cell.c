/* One row against the baseline's: whether they can be compared, and what came out. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare_parts.h"
#include "jump.h"

/* A failure outranks a skip, and the reason names the side. */
static enum clsmem_obstacle look_at_status(const struct clsmem_results_row *base, const struct clsmem_results_row *row,
                                           struct clsmem_compare_cell *cell)
{
    const struct clsmem_results_row *const sides[] = { row, base };
    static const char *const words[] = { "", "baseline " };
    enum clsmem_obstacle obstacle = CLSMEM_OBSTACLE_NONE;

    for (size_t i = 0; i < 2; i++) {
        const bool is_skipped = sides[i]->status == CLSMEM_SKIPPED;

        if (sides[i]->status == CLSMEM_OK || obstacle == CLSMEM_OBSTACLE_FAILED ||
            (obstacle == CLSMEM_OBSTACLE_SKIPPED && is_skipped))
            continue;
        obstacle = is_skipped ? CLSMEM_OBSTACLE_SKIPPED : CLSMEM_OBSTACLE_FAILED;
        snprintf(cell->reason, sizeof cell->reason, "%s%s: %s", words[i], clsmem_status_word(sides[i]->status),
                 sides[i]->reason);
    }
    return obstacle;
}

/* What was measured must be the same thing. */
static enum clsmem_obstacle look_at_problem(const struct clsmem_compare *compare, size_t column,
                                            const struct clsmem_results_row *base,
                                            const struct clsmem_results_row *row, struct clsmem_compare_cell *cell)
{
    if (clsmem_results_shape_compare(row, base) != 0) {
        snprintf(cell->reason, sizeof cell->reason, "here at %s", row->shape);
        return CLSMEM_OBSTACLE_OTHER_SHAPE;
    }

    const size_t base_seed = compare->columns[0].run->seed, seed = compare->columns[column].run->seed;

    if (seed != base_seed) {
        snprintf(cell->reason, sizeof cell->reason, "seed %zu, baseline %zu: other input data", seed, base_seed);
        return CLSMEM_OBSTACLE_OTHER_SEED;
    }
    if (row->alpha != base->alpha || row->beta != base->beta) {
        snprintf(cell->reason, sizeof cell->reason, "alpha %g and beta %g, baseline %g and %g", row->alpha, row->beta,
                 base->alpha, base->beta);
        return CLSMEM_OBSTACLE_OTHER_SCALE;
    }
    if (row->cached != base->cached) {
        snprintf(cell->reason, sizeof cell->reason, "%s working set fits in the cache, %s does not",
                 row->cached ? "this" : "the baseline's", row->cached ? "the baseline's" : "this");
        return CLSMEM_OBSTACLE_OTHER_CACHING;
    }
    return CLSMEM_OBSTACLE_NONE;
}

static bool are_positive(const double *samples, size_t count)
{
    bool positive = samples && count > 0;

    for (size_t i = 0; i < count && positive; i++)
        positive = samples[i] > 0 && isfinite(samples[i]);
    return positive;
}

/* What was measured must be worth a comparison. */
static enum clsmem_obstacle look_at_verdict(const struct clsmem_results_row *base,
                                            const struct clsmem_results_row *row, struct clsmem_compare_cell *cell)
{
    const struct clsmem_results_row *const sides[] = { row, base };
    static const char *const words[] = { "", "baseline: " };

    for (size_t i = 0; i < 2; i++) {
        const struct clsmem_results_time *const time = &sides[i]->time;

        if (time->verdict != CLSMEM_SUSPECT && time->verdict != CLSMEM_TOO_SHORT &&
            are_positive(time->samples_ns, time->count))
            continue;
        snprintf(cell->reason, sizeof cell->reason, "%s%s", words[i],
                 *time->reason ? time->reason : "samples of 0 ns");
        return time->verdict == CLSMEM_SUSPECT ? CLSMEM_OBSTACLE_SUSPECT : CLSMEM_OBSTACLE_TOO_SHORT;
    }
    return CLSMEM_OBSTACLE_NONE;
}

/* By the clock that both were timed by; where there is none, the host's, which times every batch. */
static const double *samples_by(enum clsmem_clock clock, const struct clsmem_results_time *time, size_t *count)
{
    const bool own = time->clock == clock;

    *count = own ? time->count : time->other_count;
    return own ? time->samples_ns : time->other_ns;
}

/* FNV-1a of what the row is matched by, so that a line's numbers do not depend on which others are looked at. */
static uint64_t line_seed(uint64_t seed, const struct clsmem_compare_line *line, size_t column)
{
    const char *const texts[] = { line->kernel, line->variant, line->mode, line->shape };
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ seed;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (const char *at = texts[i];; at++) {
            hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
            if (!*at)
                break;
        }
    return (hash ^ (uint64_t)line->type) * UINT64_C(0x100000001b3) + column;
}

static enum clsmem_status compare_times(const struct clsmem_compare_options *options,
                                        const struct clsmem_compare_line *line, size_t column,
                                        struct clsmem_compare_cell *cell)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_results_time *const base = &line->cells[0].row->time, *const time = &cell->row->time;
    const enum clsmem_clock clock = base->clock == time->clock ? base->clock : CLSMEM_CLOCK_HOST;
    size_t base_count, count;
    const double *const base_samples = samples_by(clock, base, &base_count);
    const double *const samples = samples_by(clock, time, &count);

    if (!are_positive(base_samples, base_count) || !are_positive(samples, count)) {
        snprintf(cell->reason, sizeof cell->reason, "timed by different clocks, and not all by the host's");
        cell->obstacle = CLSMEM_OBSTACLE_TOO_SHORT;
        return CLSMEM_OK;
    }
    CHECK(clsmem_compare_ratio(base_samples, base_count, samples, count, line_seed(options->seed, line, column),
                               options->draws, &cell->ratio, &cell->low, &cell->high));
    cell->change = cell->low > 1 ? CLSMEM_CHANGE_FASTER : cell->high < 1 ? CLSMEM_CHANGE_SLOWER : CLSMEM_CHANGE_SAME;
    if (cell->change == CLSMEM_CHANGE_SAME &&
        fmax(cell->high / cell->ratio, cell->ratio / cell->low) - 1 > CLSMEM_COMPARE_BLURRED) {
        cell->change = CLSMEM_CHANGE_NOT_COMPARABLE;
        cell->obstacle = CLSMEM_OBSTACLE_NOISY;
        snprintf(cell->reason, sizeof cell->reason, "anything from %.2f to %.2f times the speed", cell->low,
                 cell->high);
    }
out:
    return status;
}

/* Numbers that a column has without a baseline. A time that is not to be trusted makes none. */
static void fill_own(struct clsmem_compare_cell *cell)
{
    const struct clsmem_results_row *const row = cell->row;
    const bool is_trusted =
        row && row->has_time && row->time.verdict != CLSMEM_SUSPECT && row->time.verdict != CLSMEM_TOO_SHORT;

    cell->share = is_trusted && row->share > 0 ? row->share : (double)NAN;
    cell->slowdown = is_trusted && row->factor > 0 ? 1 / row->factor : (double)NAN;
    cell->degree = row ? row->degree : (double)NAN;
}

/* Slowdowns are of one kind where both are against the same variant: a build without CLBlast takes another one. */
static double slowdown_ratio(const struct clsmem_compare_cell *base, const struct clsmem_compare_cell *cell)
{
    const char *const one = base->row ? base->row->versus : NULL, *const other = cell->row ? cell->row->versus : NULL;

    return one && other && strcmp(one, other) == 0 ? cell->slowdown / base->slowdown : (double)NAN;
}

static enum clsmem_obstacle look_who_is_there(const struct clsmem_compare_line *line,
                                              const struct clsmem_results_row *elsewhere,
                                              struct clsmem_compare_cell *cell)
{
    const bool in_base = line->cells[0].row, here = cell->row;

    if (in_base == here)
        return here ? CLSMEM_OBSTACLE_NONE : CLSMEM_OBSTACLE_MISSING;
    if (elsewhere) {
        snprintf(cell->reason, sizeof cell->reason, "%s at %s", in_base ? "here" : "in the baseline",
                 elsewhere->shape);
        return CLSMEM_OBSTACLE_OTHER_SHAPE;
    }
    return in_base ? CLSMEM_OBSTACLE_MISSING : CLSMEM_OBSTACLE_NEW;
}

static void fill_baseline(struct clsmem_compare_cell *cell)
{
    cell->change = CLSMEM_CHANGE_NOT_COMPARABLE;
    if (!cell->row) {
        cell->obstacle = CLSMEM_OBSTACLE_MISSING;
    } else if (!cell->row->has_time) {
        cell->obstacle = cell->row->status == CLSMEM_SKIPPED ? CLSMEM_OBSTACLE_SKIPPED : CLSMEM_OBSTACLE_FAILED;
        snprintf(cell->reason, sizeof cell->reason, "%s: %s", clsmem_status_word(cell->row->status),
                 cell->row->reason);
    } else {
        cell->change = CLSMEM_CHANGE_SAME;
        cell->ratio = cell->low = cell->high = 1;
    }
}

enum clsmem_status clsmem_compare_fill_cell(const struct clsmem_compare *compare,
                                            const struct clsmem_compare_options *options,
                                            const struct clsmem_compare_line *line, size_t column,
                                            const struct clsmem_results_row *elsewhere)
{
    struct clsmem_compare_cell *const cell = &line->cells[column];
    const struct clsmem_results_row *const base = line->cells[0].row;

    cell->ratio = cell->low = cell->high = NAN;
    fill_own(cell);
    cell->share_ratio = cell->share / line->cells[0].share;
    cell->slowdown_ratio = slowdown_ratio(&line->cells[0], cell);
    if (column == 0) {
        fill_baseline(cell);
        return CLSMEM_OK;
    }
    cell->change = CLSMEM_CHANGE_NOT_COMPARABLE;
    cell->other_source = base && cell->row && strcmp(cell->row->source_hash, base->source_hash) != 0;
    cell->obstacle = look_who_is_there(line, elsewhere, cell);
    if (cell->obstacle != CLSMEM_OBSTACLE_NONE)
        return CLSMEM_OK;
    cell->obstacle = look_at_status(base, cell->row, cell);
    if (cell->obstacle == CLSMEM_OBSTACLE_NONE)
        cell->obstacle = look_at_problem(compare, column, base, cell->row, cell);
    if (cell->obstacle == CLSMEM_OBSTACLE_NONE)
        cell->obstacle = look_at_verdict(base, cell->row, cell);
    return cell->obstacle == CLSMEM_OBSTACLE_NONE ? compare_times(options, line, column, cell) : CLSMEM_OK;
}
