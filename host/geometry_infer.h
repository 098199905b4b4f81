/* What the times of one operation and width say. */
#ifndef GEOMETRY_INFER_H
#define GEOMETRY_INFER_H

#include "geometry_model.h"

/* Of what explains times, whatever their noise. */
#define CLSMEM_FINDING_LARGEST_MISFIT 0.08

enum clsmem_finding_state {
    CLSMEM_FINDING_FEW,         /* too few rows to tell */
    CLSMEM_FINDING_FLAT,        /* the pattern does not matter */
    CLSMEM_FINDING_UNEXPLAINED, /* it does, but nobody knows how */
    CLSMEM_FINDING_STRANGE,     /* banks that are none of ours explain the times, and nothing else does */
    CLSMEM_FINDING_SEVERAL,     /* the best way of serving explains the times, but another one does as well */
    CLSMEM_FINDING_KNOWN,
};

struct clsmem_class_finding {
    bool speaks;
    bool is_best; /* says of all rows what the best way of serving says */
    double unlikely, misfit;
};

struct clsmem_finding {
    struct clsmem_geometry_rule *rule; /* where the result goes */
    enum clsmem_finding_state state;
    double spread;
    /* Standard deviations in parts of the time; NAN: not known. The last is what is to be made of them, 0 at worst. */
    double noise_of_pairs, noise_of_doubts, noise;
    bool pairs_are_enough;
    double explained;        /* by the best way of serving, of the variation */
    double effect;           /* its dearest row over its cheapest */
    size_t wild;             /* rows that are far from it */
    bool is_strange;         /* it is far better than any that we would tell anybody of; see geometry_stranger.c */
    bool strangers_are_near; /* such a one is the best, or cannot be told from it */
    double unlikely;         /* minus the log-likelihood of the best way of serving */
    double flat_unlikely;    /* of all times being equal */
    struct clsmem_class_finding of_class[CLSMEM_GEOMETRY_MAX_CLASSES];
};

/* Finds the best way of serving. How good it is follows later: FEW, or not known yet. */
enum clsmem_status clsmem_geometry_find(struct clsmem_geometry_model *model, struct clsmem_access_model *access,
                                        const struct clsmem_timings *timings, struct clsmem_finding *finding);

/* Says how good what was found is, by the noise of all the table. */
void clsmem_geometry_judge(struct clsmem_finding *findings, size_t count);

struct clsmem_search;
struct clsmem_candidate;

/* The noise that this access shows (geometry_noise.c), and then what follows from that of all. */
enum clsmem_status clsmem_noise_find(const struct clsmem_search *search, const struct clsmem_candidate *best,
                                     struct clsmem_finding *finding);
void clsmem_noise_share(struct clsmem_finding *findings, size_t count);

/* Groups are cut to the lanes; operation and width are those of `rule`. */
void clsmem_geometry_copy_rule(const struct clsmem_bank_rule *from, unsigned lanes, struct clsmem_geometry_rule *rule);

#endif
