/*
 * The table's own noise, in parts of the time: how far apart equal accesses are. Of PAIRs there are many, and any way of
 * serving has few levels of them, so that their spread within these levels hardly depends on what the best one is.
 */
#include <math.h>
#include <stdlib.h>

#include "geometry_infer.h"
#include "geometry_search.h"
#include "jump.h"

#define FEWEST_PAIRS 16
#define PAIRS_ENOUGH 64      /* to speak for their own access; with fewer of them, it is as noisy as the others */
#define NORMAL_MIDDLE 0.6745 /* the middle distance from the mean, in standard deviations */

static bool is_pair(const struct clsmem_search *search, size_t time)
{
    return search->access->rows[search->times.rows[time]]->pattern == CLSMEM_PATTERN_PAIR;
}

/* The middle time of each level's PAIRs; times come sorted. Gives how many PAIRs there are. */
static size_t middles_of_pairs(const struct clsmem_search *search, const struct clsmem_levels *levels,
                               double middles[CLSMEM_GEOMETRY_MAX_LEVELS])
{
    unsigned total[CLSMEM_GEOMETRY_MAX_LEVELS] = { 0 }, seen[CLSMEM_GEOMETRY_MAX_LEVELS] = { 0 };
    size_t count = 0;

    for (size_t i = 0; i < search->times.count; i++) {
        if (is_pair(search, i)) {
            total[levels->of_rows[search->times.rows[i]]]++;
            count++;
        }
    }
    for (size_t i = 0; i < search->times.count; i++) {
        const unsigned level = levels->of_rows[search->times.rows[i]];

        if (is_pair(search, i) && seen[level]++ == total[level] / 2)
            middles[level] = search->times.times[i];
    }
    return count;
}

static enum clsmem_status noise_of_pairs(const struct clsmem_search *search, const struct clsmem_levels *levels,
                                         double *noise, bool *are_enough)
{
    enum clsmem_status status = CLSMEM_OK;
    double middles[CLSMEM_GEOMETRY_MAX_LEVELS], *off = NULL;
    const size_t pairs = middles_of_pairs(search, levels, middles);
    size_t count = 0;

    *noise = NAN;
    if (pairs < FEWEST_PAIRS)
        return CLSMEM_OK;
    CHECK_ALLOC(off, pairs * sizeof *off);
    for (size_t i = 0; i < search->times.count; i++)
        if (is_pair(search, i))
            off[count++] = fabs(search->times.times[i] / middles[levels->of_rows[search->times.rows[i]]] - 1);
    qsort(off, count, sizeof *off, clsmem_fit_compare);
    *noise = off[count / 2] / NORMAL_MIDDLE;
    *are_enough = count >= PAIRS_ENOUGH;
out:
    free(off);
    return status;
}

/* The middle one; NAN where most are not known. */
static enum clsmem_status noise_of_doubts(const struct clsmem_search *search, double *noise)
{
    enum clsmem_status status = CLSMEM_OK;
    double *sorted = NULL;

    CHECK_ALLOC(sorted, (search->times.count + 1) * sizeof *sorted);
    for (size_t i = 0; i < search->times.count; i++)
        sorted[i] = search->times.doubts[i];
    qsort(sorted, search->times.count, sizeof *sorted, clsmem_fit_compare);
    *noise = search->times.count > 0 && sorted[search->times.count / 2] > 0 ? sorted[search->times.count / 2] : NAN;
out:
    free(sorted);
    return status;
}

enum clsmem_status clsmem_noise_find(const struct clsmem_search *search, const struct clsmem_candidate *best,
                                     struct clsmem_finding *finding)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK(noise_of_pairs(search, &best->serving->levels, &finding->noise_of_pairs, &finding->pairs_are_enough));
    CHECK(noise_of_doubts(search, &finding->noise_of_doubts));
out:
    return status;
}

/* Of all accesses that have one. */
static double middle_of_pairs(const struct clsmem_finding *findings, size_t count)
{
    double sorted[CLSMEM_GEOMETRY_MAX_RULES];
    size_t used = 0;

    for (size_t i = 0; i < count; i++)
        if (!isnan(findings[i].noise_of_pairs))
            sorted[used++] = findings[i].noise_of_pairs;
    qsort(sorted, used, sizeof *sorted, clsmem_fit_compare);
    return used > 0 ? sorted[used / 2] : NAN;
}

void clsmem_noise_share(struct clsmem_finding *findings, size_t count)
{
    const double of_others = middle_of_pairs(findings, count);

    for (size_t i = 0; i < count; i++) {
        const double known[] = { findings[i].pairs_are_enough ? findings[i].noise_of_pairs : NAN, of_others,
                                 findings[i].noise_of_doubts };

        findings[i].noise = 0;
        for (size_t k = sizeof known / sizeof *known; k-- > 0;)
            findings[i].noise = isnan(known[k]) ? findings[i].noise : known[k];
    }
}
