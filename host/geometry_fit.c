/* How well passes explain times. */
#include <math.h>
#include <stdlib.h>

#include "geometry_model.h"

#define MOST_LEVELS CLSMEM_GEOMETRY_MAX_LEVELS
#define TURNS 2
#define WILD_ONE_IN 16 /* rows that a misfit leaves out */

/* One level of passes: how long the middle one of its rows took, and one in a third of them, since rows go wild upwards. */
struct step {
    double passes, time, weight, low;
};

double clsmem_fit_time(const struct clsmem_fit *fit, unsigned passes)
{
    const double time = fit->base + fit->per_pass * passes;

    return time > fit->floor ? time : fit->floor;
}

/* The levels that have a measured row. Times come sorted, so those of each level are sorted, too. */
static unsigned take_steps(const struct clsmem_levels *levels, const struct clsmem_fit_times *times,
                           struct step steps[MOST_LEVELS])
{
    unsigned total[MOST_LEVELS] = { 0 }, seen[MOST_LEVELS] = { 0 }, used = 0;
    double middle[MOST_LEVELS] = { 0 }, low[MOST_LEVELS] = { 0 };

    for (size_t i = 0; i < times->count; i++)
        total[levels->of_rows[times->rows[i]]]++;
    for (size_t i = 0; i < times->count; i++) {
        const unsigned level = levels->of_rows[times->rows[i]];
        const unsigned at = seen[level]++;

        if (at == (total[level] - 1) / 3)
            low[level] = times->times[i];
        if (at == (total[level] - 1) / 2 || at == total[level] / 2)
            middle[level] += total[level] % 2 ? times->times[i] : times->times[i] / 2;
    }
    for (unsigned level = 0; level < levels->count; level++)
        if (total[level] > 0)
            steps[used++] = (struct step){ levels->passes[level], middle[level],
                                           total[level] / (middle[level] * middle[level]), low[level] };
    return used;
}

struct sums {
    double w, p, pp, t, pt, tt;
};

static void add_step(struct sums *sums, const struct step *step, double sign)
{
    const double w = sign * step->weight;

    sums->w += w;
    sums->p += w * step->passes;
    sums->pp += w * step->passes * step->passes;
    sums->t += w * step->time;
    sums->pt += w * step->passes * step->time;
    sums->tt += w * step->time * step->time;
}

/* The least squares' line; passes never make it shorter, and none costs less than nothing. */
static void line(const struct sums *sums, struct clsmem_fit *fit)
{
    const double variance = sums->pp - sums->p * sums->p / sums->w;

    fit->per_pass = variance > 1e-12 * sums->pp ? (sums->pt - sums->p * sums->t / sums->w) / variance : 0;
    if (fit->per_pass <= 0) {
        fit->per_pass = 0;
        fit->base = sums->t / sums->w;
        return;
    }
    fit->base = (sums->t - fit->per_pass * sums->p) / sums->w;
    if (fit->base < -fit->per_pass / 2) {
        fit->per_pass = (sums->pt - sums->t / 2) / (sums->pp - sums->p + sums->w / 4);
        fit->base = -fit->per_pass / 2;
    }
}

/* The same by the sums, which is quicker, and right unless a level below the floor's end sticks out of it. */
static double squares_by_sums(const struct clsmem_fit *fit, const struct sums *above, const struct sums *below)
{
    const double a = fit->base, b = fit->per_pass, f = fit->floor;

    return above->tt + a * a * above->w + b * b * above->pp + 2 * (a * b * above->p - a * above->t - b * above->pt) +
           below->tt + f * f * below->w - 2 * f * below->t;
}

static double squares(const struct clsmem_fit *fit, const struct step *steps, unsigned count)
{
    double sum = 0;

    for (unsigned i = 0; i < count; i++) {
        const double off = steps[i].time - clsmem_fit_time(fit, (unsigned)steps[i].passes);

        sum += steps[i].weight * off * off;
    }
    return sum;
}

/* Every number of levels below the floor is tried. */
static void fit_steps(const struct step *steps, unsigned count, struct clsmem_fit *best)
{
    struct sums above = { 0 }, below = { 0 };
    double least = HUGE_VAL;

    for (unsigned i = 0; i < count; i++)
        add_step(&below, &steps[i], 1);
    for (unsigned floors = count; floors-- > 0;) {
        struct clsmem_fit fit = { 0 };
        double sum;

        add_step(&above, &steps[floors], 1);
        add_step(&below, &steps[floors], -1);
        line(&above, &fit);
        fit.floor = floors > 0 ? below.t / below.w : 0;
        if (floors == count - 1 && floors > 0) { /* one level above: the flattest line that touches the floor */
            fit.per_pass = (steps[floors].time - fit.floor) / (steps[floors].passes - steps[floors - 1].passes);
            fit.per_pass = fit.per_pass > 0 ? fit.per_pass : 0;
            fit.base = steps[floors].time - fit.per_pass * steps[floors].passes;
        }
        if (squares_by_sums(&fit, &above, &below) >= least)
            continue;
        sum = squares(&fit, steps, count);
        if (sum < least) {
            least = sum;
            *best = fit;
        }
    }
}

/* With a first look at what most rows of a level keep to, levels whose middle is off lose weight. */
void clsmem_fit_levels(const struct clsmem_levels *levels, const struct clsmem_fit_times *times,
                       struct clsmem_fit *fit)
{
    struct step steps[MOST_LEVELS], lighter[MOST_LEVELS];
    const unsigned count = take_steps(levels, times, steps);

    *fit = (struct clsmem_fit){ 0 };
    if (count == 0)
        return;
    for (unsigned i = 0; i < count; i++) {
        lighter[i] = steps[i];
        lighter[i].time = steps[i].low;
    }
    fit_steps(lighter, count, fit);
    for (unsigned turn = 0; turn < TURNS; turn++) {
        for (unsigned i = 0; i < count; i++) {
            const double off = fabs(steps[i].time / clsmem_fit_time(fit, (unsigned)steps[i].passes) - 1);

            lighter[i].time = steps[i].time;
            lighter[i].weight = steps[i].weight * (off > 0.05 ? 0.05 / off * 0.05 / off : 1);
        }
        fit_steps(lighter, count, fit);
    }
    fit->least = (unsigned)steps[0].passes;
    fit->most = (unsigned)steps[count - 1].passes;
}

/* One over what the fit says of each level. */
static void times_of_levels(const struct clsmem_fit *fit, const struct clsmem_levels *levels, double said[MOST_LEVELS])
{
    for (unsigned i = 0; i < levels->count; i++)
        said[i] = 1 / clsmem_fit_time(fit, levels->passes[i]);
}

double clsmem_fit_distance(const struct clsmem_fit *fit, const struct clsmem_levels *levels,
                           const struct clsmem_fit_times *times)
{
    double said[MOST_LEVELS], sum = 0;

    times_of_levels(fit, levels, said);
    for (size_t i = 0; i < times->count; i++) {
        const double off = fabs(times->times[i] * said[levels->of_rows[times->rows[i]]] - 1);

        sum += off < 0.6 ? off : 0.6;
    }
    return sum;
}

int clsmem_fit_compare(const void *one, const void *other)
{
    const double *const a = one, *const b = other;

    return (*a > *b) - (*a < *b);
}

/* How far the times are from the fit, in parts of it and in order; NULL without memory. The caller frees it. */
static double *sorted_distances(const struct clsmem_fit *fit, const struct clsmem_levels *levels,
                                const struct clsmem_fit_times *times)
{
    double said[MOST_LEVELS];
    double *const off = malloc((times->count + 1) * sizeof *off);

    if (!off)
        return NULL;
    times_of_levels(fit, levels, said);
    for (size_t i = 0; i < times->count; i++)
        off[i] = fabs(times->times[i] * said[levels->of_rows[times->rows[i]]] - 1);
    qsort(off, times->count, sizeof *off, clsmem_fit_compare);
    return off;
}

double clsmem_fit_scale(const struct clsmem_fit *fit, const struct clsmem_levels *levels,
                        const struct clsmem_fit_times *times)
{
    double *const off = sorted_distances(fit, levels, times);
    double middle = HUGE_VAL, most = HUGE_VAL;

    if (off && times->count > 0) {
        middle = off[times->count / 2] / 0.6745;
        most = off[times->count * 9 / 10] / 1.6449;
    }
    free(off);
    return middle > most ? middle : most;
}

double clsmem_fit_misfit(const struct clsmem_fit *fit, const struct clsmem_levels *levels,
                         const struct clsmem_fit_times *times)
{
    double *const off = sorted_distances(fit, levels, times), sum = 0;
    const size_t tame = times->count - (times->count + WILD_ONE_IN - 1) / WILD_ONE_IN;

    if (!off || tame == 0) {
        free(off);
        return HUGE_VAL;
    }
    for (size_t i = 0; i < tame; i++)
        sum += off[i] * off[i];
    free(off);
    return sqrt(sum / (double)tame);
}

void clsmem_fit_rate(const struct clsmem_fit *fit, const struct clsmem_levels *levels,
                     const struct clsmem_fit_times *times, double noise, struct clsmem_fit_score *score)
{
    double said[MOST_LEVELS];

    *score = (struct clsmem_fit_score){ 0 };
    times_of_levels(fit, levels, said);
    for (size_t i = 0; i < times->count; i++) {
        const double deviation = times->doubts[i] > noise ? times->doubts[i] : noise;
        const double off = times->times[i] * said[levels->of_rows[times->rows[i]]] - 1;
        const double far = fabs(off) < CLSMEM_FIT_WILD * deviation ? off / deviation : CLSMEM_FIT_WILD;

        score->wild += far == CLSMEM_FIT_WILD && fabs(off) > CLSMEM_FIT_STEP;
        score->unlikely += far * far / 2;
    }
}
