/* One operation and width on trial: its times, and the ways of serving that may explain them. */
#ifndef GEOMETRY_SEARCH_H
#define GEOMETRY_SEARCH_H

#include "geometry_model.h"

/* What times are known to at best: hardware has its own small steps beside the banks. */
#define CLSMEM_SEARCH_LEAST_NOISE 0.005

struct clsmem_candidate {
    const struct clsmem_serving *serving;
    size_t kind;
    struct clsmem_fit fit;
    double distance;
    struct clsmem_fit_score score;
};

/* All that is at hand while one access is looked at. */
struct clsmem_search {
    struct clsmem_geometry_model *model;
    struct clsmem_access_model *access;
    struct clsmem_fit_times times, screen; /* all, and those of the screening rows */
    double *of_rows;                       /* the time of each row of the access, NAN without */
    struct clsmem_candidate *candidates;
    size_t candidate_count;
    size_t of_class[CLSMEM_GEOMETRY_MAX_CLASSES]; /* candidates */
    double noise;
    /* Lane groups that the times speak for, and the ways of serving with them. */
    struct clsmem_lane_groups found[3];
    struct clsmem_servings extra;
};

/* Takes the times. The caller releases the search, also after a failure. */
enum clsmem_status clsmem_search_begin(struct clsmem_geometry_model *model, struct clsmem_access_model *access,
                                       const struct clsmem_timings *timings, struct clsmem_search *search);
/* Rates the candidates; there has to be a time. */
enum clsmem_status clsmem_search_run(struct clsmem_search *search);
void clsmem_search_release(struct clsmem_search *search);

/* Of equals, the simplest. With `except`, none that says the same of all rows, and no stranger.
 * NULL: no other. */
const struct clsmem_candidate *clsmem_search_likeliest(const struct clsmem_search *search,
                                                       const struct clsmem_candidate *except);

#endif
