/*
 * The search: a first look at every way of serving by few rows, then the best of them by all rows. Ways that say the same
 * of all rows count as one.
 */
#include "geometry_search.h"

#include <math.h>
#include <stdlib.h>

#include "jump.h"

#define LOOKED_AT 32 /* kinds of serving that come through the first look */
#define MOST_CANDIDATES 640

static bool is_measured(const struct clsmem_timing *row)
{
    return isfinite(row->time) && row->time > 0;
}

static enum clsmem_status take_times(struct clsmem_search *search, const struct clsmem_timings *timings)
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
    qsort(sorted, count, sizeof *sorted, clsmem_fit_compare); /* by the time, which stands first */
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
static enum clsmem_status add_candidate(struct clsmem_search *search, struct clsmem_serving *serving, size_t first,
                                        size_t *place)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_candidate *const fresh = &search->candidates[search->candidate_count];

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
    *fresh = (struct clsmem_candidate){ .serving = serving, .kind = serving->kind };
    clsmem_fit_levels(&serving->levels, &search->times, &fresh->fit);
    fresh->distance = clsmem_fit_distance(&fresh->fit, &serving->levels, &search->times);
    search->candidate_count++;
out:
    return status;
}

/* The kinds whose distance is among the least are true. */
static enum clsmem_status look(const struct clsmem_search *search, const struct clsmem_servings *servings,
                               bool *passed)
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
    qsort(sorted, servings->kind_count, sizeof *sorted, clsmem_fit_compare);
    limit = sorted[servings->kind_count > LOOKED_AT ? LOOKED_AT - 1 : servings->kind_count - 1];
    for (size_t i = 0; i < servings->kind_count; i++)
        passed[i] = distances[i] <= limit;
out:
    free(distances);
    free(sorted);
    return status;
}

static enum clsmem_status add_passed(struct clsmem_search *search, struct clsmem_servings *servings)
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

static enum clsmem_status add_classes(struct clsmem_search *search)
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

const struct clsmem_candidate *clsmem_search_likeliest(const struct clsmem_search *search,
                                                       const struct clsmem_candidate *except)
{
    const struct clsmem_candidate *best = NULL;

    for (size_t i = 0; i < search->candidate_count; i++) {
        const struct clsmem_candidate *const candidate = &search->candidates[i];

        if (candidate == except || (except && candidate->serving->is_strange) ||
            (except && clsmem_levels_agree(&candidate->serving->levels, &except->serving->levels)))
            continue;
        if (!best || candidate->score.unlikely < best->score.unlikely - 1e-9)
            best = candidate;
    }
    return best;
}

/* The noise is that of the nearest candidates. */
static void rate_all(struct clsmem_search *search)
{
    double noise = HUGE_VAL, nearest = HUGE_VAL;

    for (size_t i = 0; i < search->candidate_count; i++)
        nearest = search->candidates[i].distance < nearest ? search->candidates[i].distance : nearest;
    for (size_t i = 0; i < search->candidate_count; i++) {
        const struct clsmem_candidate *const candidate = &search->candidates[i];
        double scale = HUGE_VAL;

        if (candidate->distance <= 1.05 * nearest)
            scale = clsmem_fit_scale(&candidate->fit, &candidate->serving->levels, &search->times);
        noise = scale < noise ? scale : noise;
    }
    search->noise = noise > CLSMEM_SEARCH_LEAST_NOISE ? noise : CLSMEM_SEARCH_LEAST_NOISE;
    for (size_t i = 0; i < search->candidate_count; i++) {
        struct clsmem_candidate *const candidate = &search->candidates[i];

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
static enum clsmem_status add_groups_of_times(struct clsmem_search *search)
{
    struct clsmem_servings *const extra = &search->extra;
    struct clsmem_lane_groups *const found = search->found;
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

enum clsmem_status clsmem_search_begin(struct clsmem_geometry_model *model, struct clsmem_access_model *access,
                                       const struct clsmem_timings *timings, struct clsmem_search *search)
{
    *search = (struct clsmem_search){ .model = model, .access = access };
    for (size_t c = 0; c < CLSMEM_GEOMETRY_MAX_CLASSES; c++)
        search->of_class[c] = CLSMEM_GEOMETRY_NO_SERVING;
    return take_times(search, timings);
}

enum clsmem_status clsmem_search_run(struct clsmem_search *search)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK_ALLOC(search->candidates, (MOST_CANDIDATES + 1) * sizeof *search->candidates);
    CHECK(add_classes(search));
    CHECK(add_passed(search, &search->access->servings));
    CHECK(add_groups_of_times(search));
    rate_all(search);
out:
    return status;
}

void clsmem_search_release(struct clsmem_search *search)
{
    free(search->times.rows);
    free(search->times.times);
    free(search->times.doubts);
    free(search->screen.rows);
    free(search->screen.times);
    free(search->of_rows);
    free(search->candidates);
    clsmem_servings_release(&search->extra);
}
