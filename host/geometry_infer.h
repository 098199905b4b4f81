/* What the times of one operation and width say. */
#ifndef GEOMETRY_INFER_H
#define GEOMETRY_INFER_H

#include "geometry_model.h"

enum clsmem_finding_state {
    CLSMEM_FINDING_FEW,         /* too few rows to tell */
    CLSMEM_FINDING_FLAT,        /* the pattern does not matter */
    CLSMEM_FINDING_UNEXPLAINED, /* it does, but nobody knows how */
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
    double unlikely;      /* minus the log-likelihood of the best way of serving */
    double flat_unlikely; /* of all times being equal */
    struct clsmem_class_finding of_class[CLSMEM_GEOMETRY_MAX_CLASSES];
};

enum clsmem_status clsmem_geometry_find(struct clsmem_geometry_model *model, struct clsmem_access_model *access,
                                        const struct clsmem_timings *timings, struct clsmem_finding *finding);

/* Groups are cut to the lanes; operation and width are those of `rule`. */
void clsmem_geometry_copy_rule(const struct clsmem_bank_rule *from, unsigned lanes, struct clsmem_geometry_rule *rule);

#endif
