/*
 * One operation and width: a first look at every way of serving by few rows, then the best of them by all rows. Ways that
 * say the same of all rows count as one.
 */
#include "geometry_infer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jump.h"

#define LOOKED_AT 32 /* kinds of serving that come through the first look */
#define MOST_CANDIDATES 320

/* What times are known to at best: hardware has its own small steps beside the banks. */
#define LEAST_NOISE 0.005

/* Of log-likelihood: that much is two rows or more. One gone wild may feign half of it (CLSMEM_FIT_WILD). */
#define ENOUGH 20.0

#define LARGEST_MISFIT 0.08
#define MOST_WILD 0.06 /* of the rows */
#define FEWEST_ROWS 10
#define LEAST_EFFECT 1.25 /* the dearest over the cheapest, for banks */

/* Times do not depend on the pattern where they spread no further than this, and banks explain less of it than that. */
#define FLAT_SPREAD 1.2
#define FLAT_EXPLAINED 0.5
#define NEARLY_FLAT_SPREAD 1.5
#define NEARLY_FLAT_EXPLAINED 0.25

struct candidate {
    const struct clsmem_serving *serving;
    size_t kind;
    struct clsmem_fit fit;
    double distance;
    struct clsmem_fit_score score;
};

/* All that is at hand while one access is looked at. */
struct search {
    struct clsmem_geometry_model *model;
    struct clsmem_access_model *access;
    struct clsmem_fit_times times, screen; /* all, and those of the screening rows */
    double *of_rows;                       /* the time of each row of the access, NAN without */
    struct candidate *candidates;
    size_t candidate_count;
    size_t of_class[CLSMEM_GEOMETRY_MAX_CLASSES]; /* candidates */
    double noise;
};

static int compare_rows(const void *one, const void *other)
{
    const double *const a = one, *const b = other;

    return (*a > *b) - (*a < *b);
}

static bool is_measured(const struct clsmem_timing *row)
{
    return isfinite(row->time) && row->time > 0;
}

static enum clsmem_status take_times(struct search *search, const struct clsmem_timings *timings)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_access_model *const access = search->access;
    struct {
        double time, doubt;
        size_t row;
    } *sorted = NULL;
    size_t count = 0;

    CHECK_ALLOC(sorted, access->row_count * sizeof *sorted);
    CHECK_ALLOC(search->of_rows, access->row_count * sizeof *search->of_rows);
    CHECK_ALLOC(search->times.rows, access->row_count * sizeof *search->times.rows);
    CHECK_ALLOC(search->times.times, access->row_count * sizeof *search->times.times);
    CHECK_ALLOC(search->times.doubts, access->row_count * sizeof *search->times.doubts);
    CHECK_ALLOC(search->screen.rows, access->row_count * sizeof *search->screen.rows);
    CHECK_ALLOC(search->screen.times, access->row_count * sizeof *search->screen.times);
    for (size_t i = 0; i < access->row_count; i++) {
        const struct clsmem_timing *const row = &timings->rows[access->numbers[i]];

        search->of_rows[i] = is_measured(row) ? row->time : NAN;
        if (is_measured(row)) {
            sorted[count].time = row->time;
            sorted[count].doubt = row->doubt > 0 ? row->doubt / 1.96 : 0;
            sorted[count++].row = i;
        }
    }
    qsort(sorted, count, sizeof *sorted, compare_rows); /* by the time, which stands first */
    for (size_t i = 0; i < count; i++) {
        search->times.times[i] = sorted[i].time;
        search->times.doubts[i] = sorted[i].doubt;
        search->times.rows[i] = sorted[i].row;
        if (sorted[i].row < access->screen_count) {
            search->screen.times[search->screen.count] = sorted[i].time;
            search->screen.rows[search->screen.count++] = sorted[i].row;
        }
    }
    search->times.count = count;
out:
    free(sorted);
    return status;
}

/* Adds the serving, or finds the candidate that says the same of all rows. */
static enum clsmem_status add_candidate(struct search *search, struct clsmem_serving *serving, size_t first,
                                        size_t *place)
{
    enum clsmem_status status = CLSMEM_OK;
    struct candidate *const fresh = &search->candidates[search->candidate_count];

    CHECK(clsmem_serving_complete(serving, search->model->timings, search->access));
    for (size_t i = first; i < search->candidate_count; i++) {
        if (search->candidates[i].kind == serving->kind &&
            clsmem_levels_agree(&search->candidates[i].serving->levels, &serving->levels)) {
            *place = i;
            return CLSMEM_OK;
        }
    }
    *place = search->candidate_count;
    if (search->candidate_count == MOST_CANDIDATES)
        return CLSMEM_OK;
    *fresh = (struct candidate){ .serving = serving, .kind = serving->kind };
    clsmem_fit_levels(&serving->levels, &search->times, &fresh->fit);
    fresh->distance = clsmem_fit_distance(&fresh->fit, &serving->levels, &search->times);
    search->candidate_count++;
out:
    return status;
}

/* The kinds whose distance is among the least are true. */
static enum clsmem_status look(const struct search *search, const struct clsmem_servings *servings, bool *passed)
{
    enum clsmem_status status = CLSMEM_OK;
    double *distances = NULL, *sorted = NULL, limit;

    CHECK_ALLOC(distances, (servings->kind_count + 1) * sizeof *distances);
    CHECK_ALLOC(sorted, (servings->kind_count + 1) * sizeof *sorted);
    for (size_t i = 0; i < servings->kind_count; i++) {
        struct clsmem_fit fit;

        clsmem_fit_levels(&servings->kinds[i], &search->screen, &fit);
        sorted[i] = distances[i] = clsmem_fit_distance(&fit, &servings->kinds[i], &search->screen);
    }
    qsort(sorted, servings->kind_count, sizeof *sorted, compare_rows);
    limit = sorted[servings->kind_count > LOOKED_AT ? LOOKED_AT - 1 : servings->kind_count - 1];
    for (size_t i = 0; i < servings->kind_count; i++)
        passed[i] = distances[i] <= limit;
out:
    free(distances);
    free(sorted);
    return status;
}

static enum clsmem_status add_passed(struct search *search, struct clsmem_servings *servings)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t first =
        search->candidate_count > 0 && servings != &search->access->servings ? search->candidate_count : 0;
    bool *passed = NULL;
    size_t place;

    CHECK_ALLOC(passed, servings->kind_count + 1);
    CHECK(look(search, servings, passed));
    for (size_t i = 0; i < servings->count; i++)
        if (passed[servings->list[i].kind])
            CHECK(add_candidate(search, &servings->list[i], first, &place));
out:
    free(passed);
    return status;
}

static enum clsmem_status add_classes(struct search *search)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_access_model *const access = search->access;
    size_t class_count;

    clsmem_bank_classes(&class_count);
    for (size_t c = 0; c < class_count; c++) {
        search->of_class[c] = CLSMEM_GEOMETRY_NO_SERVING;
        if (access->of_class[c] != CLSMEM_GEOMETRY_NO_SERVING)
            CHECK(add_candidate(search, &access->servings.list[access->of_class[c]], 0, &search->of_class[c]));
    }
out:
    return status;
}

/* The likeliest; of equals, the simplest. `except` may be NULL. */
static const struct candidate *likeliest(const struct search *search, const struct candidate *except)
{
    const struct candidate *best = NULL;

    for (size_t i = 0; i < search->candidate_count; i++) {
        const struct candidate *const candidate = &search->candidates[i];

        if (candidate == except ||
            (except && clsmem_levels_agree(&candidate->serving->levels, &except->serving->levels)))
            continue;
        if (!best || candidate->score.unlikely < best->score.unlikely - 1e-9)
            best = candidate;
    }
    return best;
}

/* The noise is that of the nearest candidates. */
static void rate_all(struct search *search)
{
    double noise = HUGE_VAL, nearest = HUGE_VAL;

    for (size_t i = 0; i < search->candidate_count; i++)
        nearest = search->candidates[i].distance < nearest ? search->candidates[i].distance : nearest;
    for (size_t i = 0; i < search->candidate_count; i++) {
        const struct candidate *const candidate = &search->candidates[i];
        double scale = HUGE_VAL;

        if (candidate->distance <= 1.05 * nearest)
            scale = clsmem_fit_scale(&candidate->fit, &candidate->serving->levels, &search->times);
        noise = scale < noise ? scale : noise;
    }
    search->noise = noise > LEAST_NOISE ? noise : LEAST_NOISE;
    for (size_t i = 0; i < search->candidate_count; i++) {
        struct candidate *const candidate = &search->candidates[i];

        clsmem_fit_rate(&candidate->fit, &candidate->serving->levels, &search->times, search->noise,
                        &candidate->score);
    }
}

static bool is_usual(const struct clsmem_geometry_model *model, const struct clsmem_lane_groups *groups, size_t *place)
{
    for (*place = 0; *place < model->set_count; ++*place)
        if (clsmem_groups_equal(&model->sets[*place], groups))
            return true;
    return false;
}

/* Lane groups that the times themselves speak for, where they are none of the usual ones. */
static enum clsmem_status add_groups_of_times(struct search *search, struct clsmem_servings *extra,
                                              struct clsmem_lane_groups found[3])
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_geometry_model *const model = search->model;
    struct clsmem_access_model *const access = search->access;
    const bool has_splits = clsmem_groups_of_splits(model, access, search->of_rows, CLSMEM_PATTERN_SPLIT, &found[0]);
    const bool has_merging =
        has_splits && access->op == CLSMEM_LOAD && access->bytes >= 8 &&
        clsmem_groups_of_splits(model, access, search->of_rows, CLSMEM_PATTERN_SPLIT_1, &found[1]) &&
        found[1].count < found[0].count;
    const bool has_pairs = clsmem_groups_of_pairs(model, access, search->of_rows, &found[2]) &&
                           !(has_splits && clsmem_groups_equal(&found[0], &found[2]));
    size_t place;
    const bool is_known = has_splits && is_usual(model, &found[0], &place);

    if (has_splits && !is_known)
        CHECK(clsmem_servings_add_all(extra, model, access, &found[0], NULL));
    if (has_merging && (!is_known || !clsmem_groups_equal(&model->joined[place], &found[1])))
        CHECK(clsmem_servings_add_all(extra, model, access, &found[0], &found[1]));
    if (has_pairs && !is_usual(model, &found[2], &place))
        CHECK(clsmem_servings_add_all(extra, model, access, &found[2], NULL));
    if (extra->count > 0)
        CHECK(add_passed(search, extra));
out:
    return status;
}

/* Of what patterns cost, without the pairs, of which there are too many. The wildest tenths do not count. */
static double spread_of(const struct search *search)
{
    double sorted[1024];
    size_t count = 0;

    for (size_t i = 0; i < search->times.count && count < sizeof sorted / sizeof *sorted; i++)
        if (search->access->rows[search->times.rows[i]]->pattern != CLSMEM_PATTERN_PAIR)
            sorted[count++] = search->times.times[i];
    return count ? sorted[count - 1 - count / 10] / sorted[count / 10] : 1;
}

/* As if the pattern did not matter. */
static void rate_flat(const struct search *search, double *distance, double *unlikely)
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

static enum clsmem_finding_state state_of(const struct search *search, const struct candidate *best,
                                          double flat_distance, struct clsmem_finding *finding)
{
    const struct clsmem_geometry_rule *const rule = finding->rule;
    const double effect = clsmem_fit_time(&best->fit, best->fit.most) / clsmem_fit_time(&best->fit, best->fit.least);
    const double explained = 1 - best->distance / flat_distance;

    if ((finding->spread <= FLAT_SPREAD && explained < FLAT_EXPLAINED) ||
        (finding->spread <= NEARLY_FLAT_SPREAD && explained < NEARLY_FLAT_EXPLAINED))
        return CLSMEM_FINDING_FLAT;
    if (explained < FLAT_EXPLAINED || effect < LEAST_EFFECT || rule->misfit > LARGEST_MISFIT ||
        (double)best->score.wild > MOST_WILD * (double)search->times.count)
        return CLSMEM_FINDING_UNEXPLAINED;
    return rule->margin < ENOUGH ? CLSMEM_FINDING_SEVERAL : CLSMEM_FINDING_KNOWN;
}

static void give_reason(const struct search *search, const struct candidate *best, struct clsmem_finding *finding)
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
                 100 * rule->misfit, best->score.wild, search->times.count);
        break;
    case CLSMEM_FINDING_SEVERAL:
        snprintf(rule->reason, sizeof rule->reason,
                 "several ways of serving explain the times: the second one is only %.1f behind", rule->margin);
        break;
    case CLSMEM_FINDING_KNOWN:
        break;
    }
}

static void conclude(const struct search *search, struct clsmem_finding *finding)
{
    const struct candidate *const best = likeliest(search, NULL), *const second = likeliest(search, best);
    struct clsmem_geometry_rule *const rule = finding->rule;
    double flat_distance;

    clsmem_geometry_copy_rule(&best->serving->rule, search->model->timings->lanes, rule);
    rule->misfit = clsmem_fit_misfit(&best->fit, &best->serving->levels, &search->times);
    rule->runner_up_misfit = second ? clsmem_fit_misfit(&second->fit, &second->serving->levels, &search->times) : NAN;
    rule->margin = second ? second->score.unlikely - best->score.unlikely : HUGE_VAL;
    rule->floor = best->fit.floor;
    rule->base = best->fit.base;
    rule->per_pass = best->fit.per_pass;
    finding->spread = spread_of(search);
    rate_flat(search, &flat_distance, &finding->flat_unlikely);
    finding->unlikely = best->score.unlikely;
    for (size_t c = 0; c < CLSMEM_GEOMETRY_MAX_CLASSES; c++) {
        finding->of_class[c] = (struct clsmem_class_finding){ .misfit = NAN };
        if (search->of_class[c] != CLSMEM_GEOMETRY_NO_SERVING) {
            const struct candidate *const its = &search->candidates[search->of_class[c]];

            finding->of_class[c] =
                (struct clsmem_class_finding){ true, its == best, its->score.unlikely,
                                               clsmem_fit_misfit(&its->fit, &its->serving->levels, &search->times) };
        }
    }
    finding->state = state_of(search, best, flat_distance, finding);
    rule->known = finding->state == CLSMEM_FINDING_KNOWN;
    give_reason(search, best, finding);
}

static void search_release(struct search *search)
{
    free(search->times.rows);
    free(search->times.times);
    free(search->times.doubts);
    free(search->screen.rows);
    free(search->screen.times);
    free(search->of_rows);
    free(search->candidates);
}

enum clsmem_status clsmem_geometry_find(struct clsmem_geometry_model *model, struct clsmem_access_model *access,
                                        const struct clsmem_timings *timings, struct clsmem_finding *finding)
{
    enum clsmem_status status = CLSMEM_OK;
    struct search search = { .model = model, .access = access };
    struct clsmem_servings extra = { 0 };
    struct clsmem_lane_groups found[3];

    for (size_t c = 0; c < CLSMEM_GEOMETRY_MAX_CLASSES; c++)
        search.of_class[c] = CLSMEM_GEOMETRY_NO_SERVING;
    *finding->rule = (struct clsmem_geometry_rule){
        .op = access->op, .bytes = access->bytes, .misfit = NAN, .runner_up_misfit = NAN
    };
    CHECK(take_times(&search, timings));
    finding->rule->rows = search.times.count;
    finding->state = CLSMEM_FINDING_FEW;
    finding->spread = 1;
    if (search.times.count < FEWEST_ROWS) {
        give_reason(&search, NULL, finding);
        goto out;
    }
    CHECK_ALLOC(search.candidates, (MOST_CANDIDATES + 1) * sizeof *search.candidates);
    CHECK(add_classes(&search));
    CHECK(add_passed(&search, &access->servings));
    CHECK(add_groups_of_times(&search, &extra, found));
    rate_all(&search);
    conclude(&search, finding);
out:
    search_release(&search);
    clsmem_servings_release(&extra);
    return status;
}
