/* The verdict over all operations and widths, and which of our classes it suits. */
#include "clsmem/geometry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geometry_infer.h"
#include "jump.h"

/* Log-likelihood by which a class may be behind the best ways of serving, all accesses together. */
#define CLASS_MAY_LOSE 40.0
/* Classes that are no further apart cannot be told from each other. */
#define CLASSES_ALIKE 25.0

const char *clsmem_geometry_verdict_word(enum clsmem_geometry_verdict verdict)
{
    static const char *const words[] = {
#define VERDICT_WORD(name, word) word,
        CLSMEM_GEOMETRY_VERDICTS(VERDICT_WORD)
#undef VERDICT_WORD
    };

    return words[verdict];
}

struct class_rating {
    const struct clsmem_bank_class *bank_class;
    bool suits;  /* it has such sub-groups, and speaks of something that was found out */
    double lost; /* behind the best ways of serving, where it speaks */
    double all;  /* and where it does not, as if it said that patterns do not matter */
    double squares, rows;
};

static bool is_explained(const struct clsmem_finding *finding)
{
    return finding->state == CLSMEM_FINDING_KNOWN || finding->state == CLSMEM_FINDING_SEVERAL;
}

/*
 * What a class says of accesses that no rule of ours explains cannot be right, unless it is not far off: wild rows
 * or small steps may have hidden it. Parts of words have so few rows that they are no judges.
 */
static bool is_refuted(const struct clsmem_finding *finding, const struct clsmem_class_finding *its)
{
    if (finding->state == CLSMEM_FINDING_STRANGE)
        return its->speaks;
    return finding->state == CLSMEM_FINDING_UNEXPLAINED && finding->rule->bytes >= 4 && its->speaks &&
           its->misfit > CLSMEM_FINDING_LARGEST_MISFIT;
}

static void rate_class(const struct clsmem_bank_class *bank_class, size_t number, unsigned lanes,
                       const struct clsmem_finding *findings, size_t count, struct class_rating *rating)
{
    bool is_wrong = false;

    *rating = (struct class_rating){ .bank_class = bank_class };
    for (size_t i = 0; i < count; i++) {
        const struct clsmem_class_finding *const its = &findings[i].of_class[number];

        is_wrong |= is_refuted(&findings[i], its);
        if (!is_explained(&findings[i]))
            continue;
        if (!its->speaks) {
            rating->all += findings[i].flat_unlikely - findings[i].unlikely;
            continue;
        }
        rating->suits = true;
        rating->lost += its->unlikely - findings[i].unlikely;
        rating->squares += its->misfit * its->misfit * (double)findings[i].rule->rows;
        rating->rows += (double)findings[i].rule->rows;
    }
    rating->all += rating->lost;
    rating->suits = rating->suits && !is_wrong && clsmem_bank_class_has_banks(bank_class) &&
                    lanes >= bank_class->lanes && lanes <= bank_class->most_lanes;
}

static int compare_ratings(const void *one, const void *other)
{
    const struct class_rating *const a = one, *const b = other;

    if (a->suits != b->suits)
        return a->suits ? -1 : 1;
    if (a->all != b->all)
        return a->all < b->all ? -1 : 1;
    return (a->bank_class > b->bank_class) - (a->bank_class < b->bank_class); /* in the order of the table */
}

static void choose_classes(const struct clsmem_finding *findings, size_t count, struct clsmem_geometry *geometry)
{
    struct class_rating ratings[CLSMEM_GEOMETRY_MAX_CLASSES];
    size_t class_count, first = 0, next;
    const struct clsmem_bank_class *const classes = clsmem_bank_classes(&class_count);

    for (size_t c = 0; c < class_count; c++)
        rate_class(&classes[c], c, geometry->lanes, findings, count, &ratings[c]);
    qsort(ratings, class_count, sizeof *ratings, compare_ratings);
    while (first < class_count && ratings[first].suits && ratings[first].lost > CLASS_MAY_LOSE)
        first++;
    if (first == class_count || !ratings[first].suits)
        first = 0;
    for (next = first;
         next < class_count && ratings[next].suits && ratings[next].lost <= CLASS_MAY_LOSE &&
         ratings[next].all - ratings[first].all <= CLASSES_ALIKE && geometry->best_count < CLSMEM_GEOMETRY_MAX_ALIKE;
         next++)
        geometry->best[geometry->best_count++] = ratings[next].bank_class;
    if (geometry->best_count > 0)
        geometry->best_misfit = sqrt(ratings[first].squares / ratings[first].rows);
    if (next < class_count && ratings[next].suits) {
        geometry->runner_up = ratings[next].bank_class;
        geometry->runner_up_misfit = sqrt(ratings[next].squares / ratings[next].rows);
        geometry->behind = ratings[next].all - (geometry->best_count > 0 ? ratings[first].all : 0);
    }
}

/* Where several rules say the same, the one that is in the class's words. */
static void speak_like(const struct clsmem_bank_class *bank_class, const struct clsmem_finding *findings, size_t count,
                       unsigned lanes)
{
    size_t class_count;
    const size_t number = (size_t)(bank_class - clsmem_bank_classes(&class_count));

    for (size_t i = 0; i < count; i++) {
        struct clsmem_geometry_rule *const rule = findings[i].rule;

        if (findings[i].of_class[number].is_best)
            clsmem_geometry_copy_rule(clsmem_bank_class_rule(bank_class, rule->op, rule->bytes), lanes, rule);
    }
}

/* Loads of 4 bytes decide; where they were not measured, the first access that was. */
static const struct clsmem_finding *deciding(const struct clsmem_finding *findings, size_t count)
{
    const struct clsmem_finding *first = NULL;

    for (size_t i = 0; i < count; i++) {
        if (findings[i].state == CLSMEM_FINDING_FEW)
            continue;
        if (findings[i].rule->op == CLSMEM_LOAD && findings[i].rule->bytes == 4)
            return &findings[i];
        first = first ? first : &findings[i];
    }
    return first;
}

static bool some_are_known(const struct clsmem_geometry *geometry)
{
    for (size_t i = 0; i < geometry->rule_count; i++)
        if (geometry->rules[i].known)
            return true;
    return false;
}

/*
 * Where the deciding access has several explanations, a class has to be what others speak for: most of those that were
 * measured, and two at least.
 */
static bool others_speak_for_it(const struct clsmem_finding *findings, size_t count)
{
    size_t known = 0, measured = 0;

    for (size_t i = 0; i < count; i++) {
        known += findings[i].state == CLSMEM_FINDING_KNOWN;
        measured += findings[i].state != CLSMEM_FINDING_FEW;
    }
    return known >= 2 && 2 * known >= measured;
}

static void decide(const struct clsmem_finding *findings, size_t count, struct clsmem_geometry *geometry)
{
    const struct clsmem_finding *const first = deciding(findings, count);

    geometry->verdict = CLSMEM_GEOMETRY_NOT_SURE;
    geometry->spread = first ? first->spread : 1;
    if (!first) {
        snprintf(geometry->reason, sizeof geometry->reason, "too few patterns were measured");
        return;
    }
    if (first->state == CLSMEM_FINDING_FLAT && some_are_known(geometry)) {
        snprintf(geometry->reason, sizeof geometry->reason, "%u-byte %ss do not depend on the pattern, but others do",
                 first->rule->bytes, clsmem_bank_op_word(first->rule->op));
        return;
    }
    if (first->state == CLSMEM_FINDING_FLAT) {
        geometry->verdict = CLSMEM_GEOMETRY_NONE;
        snprintf(geometry->reason, sizeof geometry->reason, "%s", first->rule->reason);
        return;
    }
    if (first->state == CLSMEM_FINDING_KNOWN ||
        (first->state == CLSMEM_FINDING_SEVERAL && !first->strangers_are_near && others_speak_for_it(findings, count)))
        choose_classes(findings, count, geometry);
    if (geometry->best_count > 0)
        speak_like(geometry->best[0], findings, count, geometry->lanes);
    if (first->state == CLSMEM_FINDING_KNOWN || geometry->best_count > 0) {
        geometry->verdict = CLSMEM_GEOMETRY_BANKS;
        snprintf(geometry->reason, sizeof geometry->reason, "banks explain the times within %.1f %%",
                 100 * first->rule->misfit);
        return;
    }
    geometry->runner_up = NULL;
    snprintf(geometry->reason, sizeof geometry->reason, "%u-byte %ss: %s", first->rule->bytes,
             clsmem_bank_op_word(first->rule->op), first->rule->reason);
}

enum clsmem_status clsmem_geometry_model_infer(struct clsmem_geometry_model *model,
                                               const struct clsmem_timings *timings, struct clsmem_geometry *geometry)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_finding *findings = NULL;

    *geometry = (struct clsmem_geometry){
        .lanes = timings->lanes, .rule_count = model->access_count, .best_misfit = NAN, .runner_up_misfit = NAN
    };
    CHECK_ALLOC(findings, (model->access_count + 1) * sizeof *findings);
    for (size_t i = 0; i < model->access_count; i++) {
        findings[i] = (struct clsmem_finding){ .rule = &geometry->rules[i] };
        CHECK(clsmem_geometry_find(model, &model->accesses[i], timings, &findings[i]));
    }
    clsmem_geometry_judge(findings, model->access_count);
    decide(findings, model->access_count, geometry);
out:
    free(findings);
    return status;
}

enum clsmem_status clsmem_geometry_infer(const struct clsmem_timings *timings, struct clsmem_geometry *geometry)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_geometry_model model;

    CHECK(clsmem_geometry_model_make(timings, &model));
    status = clsmem_geometry_model_infer(&model, timings, geometry);
    clsmem_geometry_model_release(&model);
out:
    return status;
}

bool clsmem_geometry_class(const struct clsmem_geometry *geometry, const char *name, const char *summary,
                           const char *source, struct clsmem_bank_rule *rules, struct clsmem_bank_class *bank_class)
{
    size_t count = 0;
    bool has_loads = false;

    for (size_t i = 0; i < geometry->rule_count && geometry->verdict == CLSMEM_GEOMETRY_BANKS; i++) {
        const struct clsmem_geometry_rule *const found = &geometry->rules[i];

        if (!found->known)
            continue;
        has_loads |= found->op == CLSMEM_LOAD && found->bytes == 4;
        rules[count] = found->rule;
        rules[count].groups = &found->groups;
        rules[count].merged = found->rule.merged ? &found->merged : NULL;
        count++;
    }
    *bank_class = (struct clsmem_bank_class){
        .name = name,
        .summary = summary,
        .lanes = geometry->lanes,
        .most_lanes = geometry->lanes,
        .rules = rules,
        .rule_count = count,
        .confidence = 'M',
        .source = source,
    };
    return has_loads;
}

#define SAME_TIME 1.1

unsigned clsmem_geometry_lanes(const struct clsmem_sub_group_time *times, size_t count)
{
    size_t longest = 0, shortest = 0;

    if (count < 2)
        return 0;
    for (size_t i = 0; i < count; i++) {
        longest = times[i].run > times[longest].run ? i : longest;
        shortest = times[i].run < times[shortest].run ? i : shortest;
    }
    if (!(times[longest].time > 0) || !(times[shortest].time > times[longest].time * 1.3))
        return 0;

    const double limit = times[longest].time * SAME_TIME;
    unsigned lanes = 0;

    for (size_t i = 0; i < count; i++)
        if (times[i].time <= limit && (lanes == 0 || times[i].run < lanes))
            lanes = times[i].run;
    for (size_t i = 0; i < count; i++)
        if (times[i].run > lanes && !(times[i].time <= limit))
            return 0; /* cheap, then dear again: these are no sub-groups */
    return lanes;
}
