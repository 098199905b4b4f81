/* Ways of serving, and the passes that each says of each row. */
#include "geometry_model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bank_class_bits.h"
#include "clsmem/bank.h"
#include "jump.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static unsigned passes_of(const struct clsmem_serving *serving, const struct clsmem_timings *timings,
                          const struct clsmem_timing *row)
{
    const struct clsmem_bank_class only = {
        .name = "tried", .lanes = timings->lanes, .rules = &serving->rule, .rule_count = 1
    };
    const struct clsmem_bank_access access = clsmem_timing_access(timings, row);

    if (serving->is_strange)
        return clsmem_stranger_passes(&serving->rule, row);
    return clsmem_bank_cost(&only, &access, NULL).passes;
}

static void levels_release(struct clsmem_levels *levels)
{
    free(levels->passes);
    free(levels->of_rows);
    *levels = (struct clsmem_levels){ 0 };
}

/* Sixteen times the words of a sub-group's largest access. */
#define MOST_PASSES 4096
#define MOST_LEVELS CLSMEM_GEOMETRY_MAX_LEVELS

static enum clsmem_status levels_make(const struct clsmem_serving *serving, const struct clsmem_timings *timings,
                                      const struct clsmem_access_model *access, size_t row_count,
                                      struct clsmem_levels *levels)
{
    enum clsmem_status status = CLSMEM_OK;
    unsigned short level_of[MOST_PASSES] = { 0 };
    unsigned *passes = NULL;

    *levels = (struct clsmem_levels){ .row_count = row_count };
    CHECK_ALLOC(passes, (row_count + 1) * sizeof *passes);
    CHECK_ALLOC(levels->of_rows, row_count + 1);
    for (size_t i = 0; i < row_count; i++) {
        passes[i] = passes_of(serving, timings, access->rows[i]);
        if (passes[i] >= MOST_PASSES) {
            status = clsmem_fail(CLSMEM_INVALID, "an access of %u bytes in %u passes", access->bytes, passes[i]);
            goto out;
        }
        levels->count += level_of[passes[i]] == 0;
        level_of[passes[i]] = 1;
    }
    if (levels->count > MOST_LEVELS) {
        status = clsmem_fail(CLSMEM_INVALID, "accesses of %u bytes in %u ways", access->bytes, levels->count);
        goto out;
    }
    CHECK_ALLOC(levels->passes, (levels->count + 1) * sizeof *levels->passes);
    for (unsigned p = 0, level = 0; p < MOST_PASSES; p++) {
        if (level_of[p] != 0) {
            levels->passes[level] = p;
            level_of[p] = (unsigned short)level++;
        }
    }
    for (size_t i = 0; i < row_count; i++)
        levels->of_rows[i] = (unsigned char)level_of[passes[i]];
out:
    free(passes);
    if (status != CLSMEM_OK)
        levels_release(levels);
    return status;
}

bool clsmem_levels_agree(const struct clsmem_levels *one, const struct clsmem_levels *other)
{
    const unsigned last = one->count - 1;

    if (one->row_count != other->row_count || one->count != other->count ||
        memcmp(one->of_rows, other->of_rows, one->row_count) != 0)
        return false;
    for (unsigned i = 1; i < one->count; i++)
        if ((one->passes[i] - one->passes[0]) * (other->passes[last] - other->passes[0]) !=
            (other->passes[i] - other->passes[0]) * (one->passes[last] - one->passes[0]))
            return false;
    return true;
}

enum clsmem_status clsmem_serving_complete(struct clsmem_serving *serving, const struct clsmem_timings *timings,
                                           const struct clsmem_access_model *access)
{
    if (serving->levels.row_count > 0)
        return CLSMEM_OK;
    return levels_make(serving, timings, access, access->row_count, &serving->levels);
}

/* Room for one more element. */
static enum clsmem_status grow(void **list, size_t count, size_t *capacity, size_t bytes)
{
    const size_t more = *capacity ? 2 * *capacity : 64;
    void *larger;

    if (count < *capacity)
        return CLSMEM_OK;
    if (!(larger = realloc(*list, more * bytes)))
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for %zu bytes", more * bytes);
    *list = larger;
    *capacity = more;
    return CLSMEM_OK;
}

static enum clsmem_status add_serving(struct clsmem_servings *servings, const struct clsmem_timings *timings,
                                      const struct clsmem_access_model *access, const struct clsmem_bank_rule *rule,
                                      bool is_strange)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_serving serving = { .rule = *rule, .is_strange = is_strange };
    struct clsmem_levels levels = { 0 };
    void *list = servings->list, *kinds = servings->kinds;

    serving.rule.ops = 1u << access->op;
    serving.rule.least_bytes = serving.rule.most_bytes = access->bytes;
    CHECK(levels_make(&serving, timings, access, access->screen_count, &levels));
    while (serving.kind < servings->kind_count && !clsmem_levels_agree(&servings->kinds[serving.kind], &levels))
        serving.kind++;
    CHECK(grow(&list, servings->count, &servings->capacity, sizeof *servings->list));
    servings->list = list;
    if (serving.kind == servings->kind_count) {
        CHECK(grow(&kinds, servings->kind_count, &servings->kind_capacity, sizeof *servings->kinds));
        servings->kinds = kinds;
        servings->kinds[servings->kind_count++] = levels;
        levels = (struct clsmem_levels){ 0 };
    }
    servings->list[servings->count++] = serving;
out:
    levels_release(&levels);
    return status;
}

/*
 * What we try is what hardware is known to do, each thing alone: rows of two words a bank, words that not all may share.
 * One word a pass for all is costly to work out, and known of old hardware with usual groups only.
 */
static bool is_likely(const struct clsmem_geometry_model *model, const struct clsmem_access_model *access,
                      const struct clsmem_bank_rule *rule)
{
    const struct clsmem_bank_geometry *const banks = &rule->geometry;
    const bool has_paired_rows = banks->row_bytes > banks->banks * banks->bank_bytes;
    const bool has_usual_groups = rule->groups >= model->sets && rule->groups < model->sets + model->set_count;

    if (has_paired_rows && banks->bank_bytes == 16)
        return false;
    switch (rule->share) {
    case CLSMEM_SHARE_WORDS:
        return true;
    case CLSMEM_SHARE_NOTHING:
        return !has_paired_rows && !rule->merged && banks->bank_bytes <= (access->bytes >= 8 ? 4 : 8);
    case CLSMEM_SHARE_ONE_WORD:
        return !has_paired_rows && !rule->merged && banks->bank_bytes == 4 && access->bytes <= 4 && has_usual_groups;
    }
    return false;
}

enum clsmem_status clsmem_servings_add_all(struct clsmem_servings *servings, const struct clsmem_geometry_model *model,
                                           const struct clsmem_access_model *access,
                                           const struct clsmem_lane_groups *groups,
                                           const struct clsmem_lane_groups *merged)
{
    static const unsigned banks[] = { 32, 16, 64, 8 }, bank_bytes[] = { 4, 8, 16 };
    static const enum clsmem_bank_share shares[] = { CLSMEM_SHARE_WORDS, CLSMEM_SHARE_NOTHING, CLSMEM_SHARE_ONE_WORD };
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_bank_rule rule = { .groups = groups, .merged = merged, .confidence = 'M' };

    for (unsigned words = 1; words <= 2; words++) {
        for (size_t share = 0; share < COUNT(shares); share++) {
            for (size_t i = 0; i < COUNT(banks) * COUNT(bank_bytes); i++) {
                const unsigned count = banks[i % COUNT(banks)], bytes = bank_bytes[i / COUNT(banks)];

                rule.geometry = (struct clsmem_bank_geometry){ count, bytes, count * bytes * words };
                rule.share = shares[share];
                if (is_likely(model, access, &rule))
                    CHECK(add_serving(servings, model->timings, access, &rule, false));
            }
        }
    }
out:
    return status;
}

static enum clsmem_status add_classes(struct clsmem_geometry_model *model, struct clsmem_access_model *access)
{
    enum clsmem_status status = CLSMEM_OK;
    size_t class_count;
    const struct clsmem_bank_class *const classes = clsmem_bank_classes(&class_count);

    assert(class_count <= CLSMEM_GEOMETRY_MAX_CLASSES);
    for (size_t c = 0; c < class_count; c++) {
        const struct clsmem_bank_rule *const rule = clsmem_bank_class_rule(&classes[c], access->op, access->bytes);

        access->of_class[c] = rule ? access->servings.count : CLSMEM_GEOMETRY_NO_SERVING;
        if (rule)
            CHECK(add_serving(&access->servings, model->timings, access, rule, false));
    }
out:
    return status;
}

/* With runs of lanes, as the first sets are. */
#define STRANGE_SETS 4

static enum clsmem_status add_strangers(struct clsmem_geometry_model *model, struct clsmem_access_model *access)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_bank_rule rule = { .confidence = 'M' };

    for (size_t i = 0; i < model->set_count && i < STRANGE_SETS; i++) {
        rule.groups = &model->sets[i];
        for (size_t number = 0; clsmem_stranger_make(number, access->op, &rule); number++)
            CHECK(add_serving(&access->servings, model->timings, access, &rule, true));
    }
out:
    return status;
}

/* Of wide loads alone we know hardware that looks whether pairs agree. */
static enum clsmem_status add_servings(struct clsmem_geometry_model *model, struct clsmem_access_model *access)
{
    enum clsmem_status status = CLSMEM_OK;
    const bool may_merge = access->op == CLSMEM_LOAD && access->bytes >= 8;

    CHECK(add_classes(model, access));
    for (size_t i = 0; i < model->set_count; i++)
        CHECK(clsmem_servings_add_all(&access->servings, model, access, &model->sets[i], NULL));
    for (size_t i = 0; i < model->set_count && may_merge; i++)
        if (model->sets[i].count > 1)
            CHECK(clsmem_servings_add_all(&access->servings, model, access, &model->sets[i], &model->joined[i]));
    CHECK(add_strangers(model, access));
out:
    return status;
}

/* Pairs are many, and tell little of banks: those of lane 0 are enough to begin with. */
static bool is_screening(const struct clsmem_timing *row)
{
    return row->pattern != CLSMEM_PATTERN_PAIR || row->a == 0;
}

/* What bank.h takes for an access. Anything else counts as not measured. */
static bool is_access(const struct clsmem_timings *timings, const struct clsmem_timing *row)
{
    const unsigned align = row->bytes == 12 ? 4 : row->bytes;

    if ((unsigned)row->op > CLSMEM_COMPARE || align == 0 || align > 16 || !clsmem_bank_is_power(align))
        return false;
    for (unsigned lane = 0; lane < timings->lanes; lane++)
        if (row->addresses[lane] % align != 0)
            return false;
    return true;
}

static enum clsmem_status take_rows(struct clsmem_geometry_model *model, struct clsmem_access_model *access)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_timings *const timings = model->timings;

    CHECK_ALLOC(access->rows, timings->count * sizeof *access->rows);
    CHECK_ALLOC(access->numbers, timings->count * sizeof *access->numbers);
    for (unsigned turn = 0; turn < 2; turn++) {
        for (size_t i = 0; i < timings->count; i++) {
            const struct clsmem_timing *const row = &timings->rows[i];

            if (row->op == access->op && row->bytes == access->bytes && is_screening(row) == (turn == 0) &&
                is_access(timings, row)) {
                access->numbers[access->row_count] = i;
                access->rows[access->row_count++] = row;
            }
        }
        if (turn == 0)
            access->screen_count = access->row_count;
    }
out:
    return status;
}

static bool has_access(const struct clsmem_geometry_model *model, const struct clsmem_timing *row)
{
    for (size_t i = 0; i < model->access_count; i++)
        if (model->accesses[i].op == row->op && model->accesses[i].bytes == row->bytes)
            return true;
    return false;
}

enum clsmem_status clsmem_geometry_model_make(const struct clsmem_timings *timings,
                                              struct clsmem_geometry_model *model)
{
    enum clsmem_status status = CLSMEM_OK;

    *model = (struct clsmem_geometry_model){ .timings = timings };
    if (timings->lanes < 8 || timings->lanes > CLSMEM_MAX_LANES || !clsmem_bank_is_power(timings->lanes))
        return CLSMEM_OK; /* no pattern of ours has so many, so nothing can be told */
    clsmem_groups_usual(model, timings->lanes);
    for (size_t i = 0; i < model->set_count; i++)
        clsmem_groups_join(&model->sets[i], &model->joined[i]);
    CHECK(clsmem_groups_subspaces(model, timings->lanes));
    for (size_t i = 0; i < timings->count; i++) {
        if (!is_access(timings, &timings->rows[i]) || has_access(model, &timings->rows[i]) ||
            model->access_count == CLSMEM_GEOMETRY_MAX_RULES)
            continue;
        struct clsmem_access_model *const access = &model->accesses[model->access_count++];

        access->op = timings->rows[i].op;
        access->bytes = timings->rows[i].bytes;
        CHECK(take_rows(model, access));
        CHECK(add_servings(model, access));
    }
out:
    if (status != CLSMEM_OK)
        clsmem_geometry_model_release(model);
    return status;
}

void clsmem_servings_release(struct clsmem_servings *servings)
{
    for (size_t i = 0; i < servings->count; i++)
        levels_release(&servings->list[i].levels);
    for (size_t i = 0; i < servings->kind_count; i++)
        levels_release(&servings->kinds[i]);
    free(servings->list);
    free(servings->kinds);
    *servings = (struct clsmem_servings){ 0 };
}

void clsmem_geometry_model_release(struct clsmem_geometry_model *model)
{
    for (size_t i = 0; i < model->access_count; i++) {
        clsmem_servings_release(&model->accesses[i].servings);
        free(model->accesses[i].rows);
        free(model->accesses[i].numbers);
    }
    free(model->subspaces);
    *model = (struct clsmem_geometry_model){ 0 };
}
