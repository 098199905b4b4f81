/* What the search says of one operation and width, and how sure that is. */
#include "geometry_infer.h"

#include <math.h>
#include <stdio.h>

#include "geometry_search.h"
#include "jump.h"

/* Of log-likelihood: that much is two rows or more. One gone wild may feign half of it (CLSMEM_FIT_WILD). */
#define ENOUGH 20.0
/* Strangers are unlikely, so that one row is enough against them. */
#define ENOUGH_FOR_STRANGERS 8.0

/* Beside the noise, in parts of the time; and how far above what a fit misses by its noise, known by few rows, may be. */
#define OWN_STEPS 0.03
#define MOST_OVER_NOISE 1.25
#define MOST_WILD 0.06 /* of the rows */
#define FEWEST_ROWS 24
#define LEAST_EFFECT 1.25 /* the dearest over the cheapest, for banks */

/*
 * Times do not depend on the pattern where they spread no further than noise makes them, and a little, and in no case
 * further than this; and where banks explain less of it than that.
 */
#define FLAT_STEPS 0.04
#define FLAT_SPREAD 1.2
#define FLAT_EXPLAINED 0.5

static bool is_no_pair(const struct clsmem_search *search, size_t time)
{
    return search->access->rows[search->times.rows[time]]->pattern != CLSMEM_PATTERN_PAIR;
}

/* Of what patterns cost, without the pairs, of which there are too many. The wildest tenths do not count. */
static double spread_of(const struct clsmem_search *search)
{
    size_t count = 0, at = 0;
    double cheap = 1, dear = 1;

    for (size_t i = 0; i < search->times.count; i++)
        count += is_no_pair(search, i);
    for (size_t i = 0; i < search->times.count; i++) { /* they are sorted */
        if (!is_no_pair(search, i))
            continue;
        cheap = at == count / 10 ? search->times.times[i] : cheap;
        dear = at == count - 1 - count / 10 ? search->times.times[i] : dear;
        at++;
    }
    return dear / cheap;
}

/* As if the pattern did not matter. */
static void rate_flat(const struct clsmem_search *search, double *distance, double *unlikely)
{
    const double middle = search->times.times[search->times.count / 2];

    *distance = *unlikely = 0;
    for (size_t i = 0; i < search->times.count; i++) {
        const double off = fabs(search->times.times[i] / middle - 1), far = off / search->noise;

        *distance += off < 0.6 ? off : 0.6;
        *unlikely += far < CLSMEM_FIT_WILD ? far * far / 2 : CLSMEM_FIT_WILD * CLSMEM_FIT_WILD / 2;
    }
}

void clsmem_geometry_copy_rule(const struct clsmem_bank_rule *from, unsigned lanes, struct clsmem_geometry_rule *rule)
{
    rule->rule = *from;
    rule->rule.ops = 1u << rule->op;
    rule->rule.least_bytes = rule->rule.most_bytes = rule->bytes;
    rule->rule.confidence = 'M';
    rule->groups = clsmem_groups_cut(from->groups, lanes);
    rule->rule.groups = &rule->groups;
    if (from->merged) {
        rule->merged = clsmem_groups_cut(from->merged, lanes);
        rule->rule.merged = &rule->merged;
    }
}

/* By how much the best way of serving may miss: by the noise, and by the small steps that hardware has beside banks. */
static double largest_misfit(const struct clsmem_finding *finding)
{
    /* Small steps are seen by precise clocks only; noise hides them. */
    const double hidden = finding->noise > CLSMEM_SEARCH_LEAST_NOISE ? CLSMEM_SEARCH_LEAST_NOISE / finding->noise : 1;
    const double misfit = hypot(OWN_STEPS * hidden * hidden, MOST_OVER_NOISE * finding->noise);

    return misfit < CLSMEM_FINDING_LARGEST_MISFIT ? misfit : CLSMEM_FINDING_LARGEST_MISFIT;
}

/* How far equal times spread: from the tenth to the nine tenths of them, the tenths that spread_of leaves. */
static double flat_spread(const struct clsmem_finding *finding)
{
    const double spread = 1 + FLAT_STEPS + MOST_OVER_NOISE * 2 * 1.2816 * finding->noise;

    return spread < FLAT_SPREAD ? spread : FLAT_SPREAD;
}

static enum clsmem_finding_state state_of(const struct clsmem_finding *finding)
{
    const struct clsmem_geometry_rule *const rule = finding->rule;

    if (finding->spread <= flat_spread(finding) && finding->explained < FLAT_EXPLAINED)
        return CLSMEM_FINDING_FLAT;
    if (finding->explained < FLAT_EXPLAINED || finding->effect < LEAST_EFFECT ||
        rule->misfit > largest_misfit(finding) || (double)finding->wild > MOST_WILD * (double)rule->rows)
        return CLSMEM_FINDING_UNEXPLAINED;
    if (finding->is_strange)
        return CLSMEM_FINDING_STRANGE;
    return rule->margin < ENOUGH || finding->strangers_are_near ? CLSMEM_FINDING_SEVERAL : CLSMEM_FINDING_KNOWN;
}

static void give_reason(struct clsmem_finding *finding)
{
    struct clsmem_geometry_rule *const rule = finding->rule;

    switch (finding->state) {
    case CLSMEM_FINDING_FEW:
        snprintf(rule->reason, sizeof rule->reason, "only %zu rows", rule->rows);
        break;
    case CLSMEM_FINDING_FLAT:
        snprintf(rule->reason, sizeof rule->reason, "time does not depend on the pattern: %.0f %% from cheap to dear",
                 100 * (finding->spread - 1));
        break;
    case CLSMEM_FINDING_UNEXPLAINED:
        snprintf(rule->reason, sizeof rule->reason,
                 "no way of serving explains the times: the best misses by %.1f %%, and %zu of %zu rows by far",
                 100 * rule->misfit, finding->wild, rule->rows);
        break;
    case CLSMEM_FINDING_STRANGE:
        snprintf(rule->reason, sizeof rule->reason,
                 "banks of a kind that we cannot describe explain the times, and no others");
        break;
    case CLSMEM_FINDING_SEVERAL:
        if (finding->strangers_are_near) {
            snprintf(rule->reason, sizeof rule->reason,
                     "banks of a kind that we cannot describe explain the times as well");
            break;
        }
        snprintf(rule->reason, sizeof rule->reason,
                 "several ways of serving explain the times: the second one is only %.1f behind", rule->margin);
        break;
    case CLSMEM_FINDING_KNOWN:
        break;
    }
}

/* How far the best of one kind is behind the best of all. */
static double behind(const struct clsmem_search *search, const struct clsmem_candidate *best, bool strange)
{
    double least = HUGE_VAL;

    for (size_t i = 0; i < search->candidate_count; i++) {
        const struct clsmem_candidate *const candidate = &search->candidates[i];

        if (candidate->serving->is_strange == strange && candidate->score.unlikely - best->score.unlikely < least)
            least = candidate->score.unlikely - best->score.unlikely;
    }
    return least;
}

static enum clsmem_status conclude(const struct clsmem_search *search, struct clsmem_finding *finding)
{
    const struct clsmem_candidate *const best = clsmem_search_likeliest(search, NULL), *const second =
                                                                                           clsmem_search_likeliest(
                                                                                               search, best);
    struct clsmem_geometry_rule *const rule = finding->rule;
    double flat_distance;

    clsmem_geometry_copy_rule(&best->serving->rule, search->model->timings->lanes, rule);
    rule->misfit = clsmem_fit_misfit(&best->fit, &best->serving->levels, &search->times);
    rule->runner_up_misfit = second ? clsmem_fit_misfit(&second->fit, &second->serving->levels, &search->times) : NAN;
    rule->margin = second ? fmax(second->score.unlikely - best->score.unlikely, 0) : HUGE_VAL;
    rule->floor = best->fit.floor;
    rule->base = best->fit.base;
    rule->per_pass = best->fit.per_pass;
    finding->spread = spread_of(search);
    rate_flat(search, &flat_distance, &finding->flat_unlikely);
    /* Times that are equal as far as they are known leave nothing to explain. */
    finding->explained = flat_distance > CLSMEM_SEARCH_LEAST_NOISE * (double)search->times.count
                             ? 1 - best->distance / flat_distance
                             : 0;
    finding->effect = clsmem_fit_time(&best->fit, best->fit.most) / clsmem_fit_time(&best->fit, best->fit.least);
    finding->wild = best->score.wild;
    finding->is_strange = behind(search, best, false) >= ENOUGH;
    finding->strangers_are_near = behind(search, best, true) < ENOUGH_FOR_STRANGERS;
    finding->unlikely = best->score.unlikely;
    for (size_t c = 0; c < CLSMEM_GEOMETRY_MAX_CLASSES; c++) {
        finding->of_class[c] = (struct clsmem_class_finding){ .misfit = NAN };
        if (search->of_class[c] != CLSMEM_GEOMETRY_NO_SERVING) {
            const struct clsmem_candidate *const its = &search->candidates[search->of_class[c]];

            finding->of_class[c] =
                (struct clsmem_class_finding){ true, its == best, its->score.unlikely,
                                               clsmem_fit_misfit(&its->fit, &its->serving->levels, &search->times) };
        }
    }
    finding->state = CLSMEM_FINDING_UNEXPLAINED;
    return clsmem_noise_find(search, best, finding);
}

enum clsmem_status clsmem_geometry_find(struct clsmem_geometry_model *model, struct clsmem_access_model *access,
                                        const struct clsmem_timings *timings, struct clsmem_finding *finding)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_search search;

    *finding->rule = (struct clsmem_geometry_rule){
        .op = access->op, .bytes = access->bytes, .misfit = NAN, .runner_up_misfit = NAN
    };
    finding->state = CLSMEM_FINDING_FEW;
    finding->spread = 1;
    finding->noise_of_pairs = finding->noise_of_doubts = NAN;
    CHECK(clsmem_search_begin(model, access, timings, &search));
    finding->rule->rows = search.times.count;
    if (search.times.count < FEWEST_ROWS)
        goto out;
    CHECK(clsmem_search_run(&search));
    CHECK(conclude(&search, finding));
out:
    clsmem_search_release(&search);
    return status;
}

void clsmem_geometry_judge(struct clsmem_finding *findings, size_t count)
{
    clsmem_noise_share(findings, count);
    for (size_t i = 0; i < count; i++) {
        if (findings[i].state != CLSMEM_FINDING_FEW)
            findings[i].state = state_of(&findings[i]);
        findings[i].rule->known = findings[i].state == CLSMEM_FINDING_KNOWN;
        give_reason(&findings[i]);
    }
}
