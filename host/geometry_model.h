/*
 * What geometry.c holds times against: for each operation and width of a table of timings all ways of serving that we can
 * think of, and the passes that each says of each row. It depends on the patterns alone, so several tables of times of the
 * same patterns can share one.
 */
#ifndef GEOMETRY_MODEL_H
#define GEOMETRY_MODEL_H

#include "clsmem/geometry.h"

/* Their numbers are kept in bytes. */
#define CLSMEM_GEOMETRY_MAX_LEVELS 256

/* What a way of serving says of some rows: rows of one level need equally many passes. */
struct clsmem_levels {
    size_t row_count;
    unsigned count;
    unsigned *passes;       /* of each level, ascending */
    unsigned char *of_rows; /* the level of each row */
};

/* One way of serving. */
struct clsmem_serving {
    struct clsmem_bank_rule rule; /* speaks of one operation and width */
    bool is_strange;              /* see geometry_stranger.c */
    size_t kind;                  /* of clsmem_servings.kinds */
    struct clsmem_levels levels;  /* of all rows; row_count 0 until somebody asks */
};

/* Ways of serving one operation and width. Those that say the same of the screening rows are of one kind. */
struct clsmem_servings {
    struct clsmem_serving *list; /* the simplest first */
    size_t count, capacity;
    struct clsmem_levels *kinds; /* of the screening rows */
    size_t kind_count, kind_capacity;
};

#define CLSMEM_GEOMETRY_MAX_CLASSES 32
#define CLSMEM_GEOMETRY_NO_SERVING SIZE_MAX

/* One operation and width. */
struct clsmem_access_model {
    enum clsmem_bank_op op;
    unsigned bytes;
    const struct clsmem_timing **rows; /* those that screen out most ways of serving come first */
    size_t *numbers;                   /* of the rows in the table */
    size_t row_count, screen_count;
    struct clsmem_servings servings;
    size_t of_class[CLSMEM_GEOMETRY_MAX_CLASSES]; /* place in the list; NO_SERVING: silent */
};

#define CLSMEM_GEOMETRY_MAX_SETS 20

/* The timings have to outlive the model. */
struct clsmem_geometry_model {
    const struct clsmem_timings *timings;
    struct clsmem_access_model accesses[CLSMEM_GEOMETRY_MAX_RULES];
    size_t access_count;
    struct clsmem_lane_groups sets[CLSMEM_GEOMETRY_MAX_SETS];   /* lane groups to try */
    struct clsmem_lane_groups joined[CLSMEM_GEOMETRY_MAX_SETS]; /* their neighbours */
    size_t set_count;
    uint64_t *subspaces; /* of lane numbers, each as the set of its members; see geometry_groups.c */
    size_t subspace_count;
};

enum clsmem_status clsmem_geometry_model_make(const struct clsmem_timings *timings,
                                              struct clsmem_geometry_model *model);
void clsmem_geometry_model_release(struct clsmem_geometry_model *model);

/* As clsmem_geometry_infer, of timings with the patterns of the model's. */
enum clsmem_status clsmem_geometry_model_infer(struct clsmem_geometry_model *model,
                                               const struct clsmem_timings *timings, struct clsmem_geometry *geometry);

/* Adds every geometry and way of sharing with these groups; merged may be NULL. The groups have to outlive the list. */
enum clsmem_status clsmem_servings_add_all(struct clsmem_servings *servings, const struct clsmem_geometry_model *model,
                                           const struct clsmem_access_model *access,
                                           const struct clsmem_lane_groups *groups,
                                           const struct clsmem_lane_groups *merged);
void clsmem_servings_release(struct clsmem_servings *servings);

/* Banks that bank.h cannot have (geometry_stranger.c); clsmem_bank_cost knows nothing of such rules. */
unsigned clsmem_stranger_passes(const struct clsmem_bank_rule *rule, const struct clsmem_timing *row);
/* Sets the rule's geometry and sharing to those of a stranger for that operation. False: there are no more. */
bool clsmem_stranger_make(size_t number, enum clsmem_bank_op op, struct clsmem_bank_rule *rule);

/* Fills serving->levels. */
enum clsmem_status clsmem_serving_complete(struct clsmem_serving *serving, const struct clsmem_timings *timings,
                                           const struct clsmem_access_model *access);

/* Whether times cannot tell them apart: the passes of the one are those of the other by a factor and a summand. */
bool clsmem_levels_agree(const struct clsmem_levels *one, const struct clsmem_levels *other);

/* Lane groups (geometry_groups.c). */

/* The sets that every model tries: runs, and those of our classes, cut to the lanes. */
void clsmem_groups_usual(struct clsmem_geometry_model *model, unsigned lanes);
/* Neighbouring groups joined; false where there is but one. */
bool clsmem_groups_join(const struct clsmem_lane_groups *groups, struct clsmem_lane_groups *joined);
/* Without lanes that the sub-group does not have. */
struct clsmem_lane_groups clsmem_groups_cut(const struct clsmem_lane_groups *groups, unsigned lanes);
bool clsmem_groups_equal(const struct clsmem_lane_groups *one, const struct clsmem_lane_groups *other);
enum clsmem_status clsmem_groups_subspaces(struct clsmem_geometry_model *model, unsigned lanes);
/* The groups that the model's SPLITs of that kind speak for; times are in the order of the access's rows. */
bool clsmem_groups_of_splits(const struct clsmem_geometry_model *model, const struct clsmem_access_model *access,
                             const double *times, enum clsmem_pattern pattern, struct clsmem_lane_groups *groups);
/* Those that PAIRs speak for. False where these do not fall apart into cheap and dear ones. */
bool clsmem_groups_of_pairs(const struct clsmem_geometry_model *model, const struct clsmem_access_model *access,
                            const double *times, struct clsmem_lane_groups *groups);

/* Times against passes (geometry_fit.c). */

/* Times of an access's rows that were measured, the shortest first. */
struct clsmem_fit_times {
    size_t count;
    size_t *rows; /* of the access */
    double *times;
    double *doubts; /* one standard deviation, as a part of the time */
};

/* For qsort, of numbers or of what begins with one. */
int clsmem_fit_compare(const void *one, const void *other);

/* time = max(floor, base + per_pass * passes) */
struct clsmem_fit {
    double floor, base, per_pass;
    unsigned least, most; /* passes among the measured rows */
};

/*
 * The times' rows have to be rows of the levels. Levels of few rows may be wild: those that are off lose weight, and all
 * is done again.
 */
void clsmem_fit_levels(const struct clsmem_levels *levels, const struct clsmem_fit_times *times,
                       struct clsmem_fit *fit);
double clsmem_fit_time(const struct clsmem_fit *fit, unsigned passes);
/* The sum of the distances of times and fit, as parts of the times; the wildest cut off. For a first look. */
double clsmem_fit_distance(const struct clsmem_fit *fit, const struct clsmem_levels *levels,
                           const struct clsmem_fit_times *times);
/* What a normal distribution's standard deviation would be, by the middle distance and by that of nine rows in ten. */
double clsmem_fit_scale(const struct clsmem_fit *fit, const struct clsmem_levels *levels,
                        const struct clsmem_fit_times *times);

/* As of clsmem_geometry_rule. */
double clsmem_fit_misfit(const struct clsmem_fit *fit, const struct clsmem_levels *levels,
                         const struct clsmem_fit_times *times);

/* A wild row counts as much as one so many standard deviations away. */
#define CLSMEM_FIT_WILD 5.0
/* Hardware has small steps beside its banks, which precise clocks show: a row that is off by so little is not wild. */
#define CLSMEM_FIT_STEP 0.05

struct clsmem_fit_score {
    double unlikely; /* minus the log-likelihood at that noise, but for a summand that all fits share */
    size_t wild;     /* rows */
};

void clsmem_fit_rate(const struct clsmem_fit *fit, const struct clsmem_levels *levels,
                     const struct clsmem_fit_times *times, double noise, struct clsmem_fit_score *score);

#endif
