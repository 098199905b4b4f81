/*
 * From timings to banks: a pure function. It holds the times against every way of serving accesses that it can think of
 * (banks, lane groups, sharing, merging), each of which says how many passes a pattern takes; time is to grow with the
 * passes as max(floor, a + b * passes), for hardware may hide the first ones.
 */
#ifndef CLSMEM_GEOMETRY_H
#define CLSMEM_GEOMETRY_H

#include "clsmem/bank_class.h"
#include "clsmem/timing.h"

/* X(name, word) */
#define CLSMEM_GEOMETRY_VERDICTS(X)                                                                                   \
    X(BANKS, "banks")                                                                                                 \
    X(NONE, "none")         /* the pattern does not matter: no banks */                                               \
    X(NOT_SURE, "not-sure") /* it matters, but no way of serving explains how; or several do */

/* Whether times speak of banks at all. */
enum clsmem_geometry_verdict {
#define CLSMEM_GEOMETRY_ENUM(name, word) CLSMEM_GEOMETRY_##name,
    CLSMEM_GEOMETRY_VERDICTS(CLSMEM_GEOMETRY_ENUM)
#undef CLSMEM_GEOMETRY_ENUM
};

/* The verdict as it stands in a profile: static text. */
const char *clsmem_geometry_verdict_word(enum clsmem_geometry_verdict verdict);

/* What was found of one operation and width. */
struct clsmem_geometry_rule {
    enum clsmem_bank_op op;
    unsigned bytes;
    bool known;                   /* false: not sure, and `reason` says why */
    struct clsmem_bank_rule rule; /* its groups and merged are the two below; not so after a copy */
    struct clsmem_lane_groups groups, merged;
    double misfit; /* root of the mean square of (time - what the rule says) / time, the wildest rows cut off */
    double runner_up_misfit; /* of the best rule that says something else of some pattern; NAN without one */
    double margin;           /* log-likelihood of the rule over that of the runner-up, at the noise of the table */
    double floor, base, per_pass; /* time = max(floor, base + per_pass * passes), in the timings' unit */
    size_t rows;                  /* that it was found from */
    char reason[160];
};

#define CLSMEM_GEOMETRY_MAX_RULES 16
#define CLSMEM_GEOMETRY_MAX_ALIKE 4

/* What the times say of a device's banks. */
struct clsmem_geometry {
    enum clsmem_geometry_verdict verdict;
    char reason[256]; /* of the verdict, one line */
    unsigned lanes;
    double spread; /* of 4-byte loads without pairs: the dearest pattern over the cheapest, less a tenth of each */
    struct clsmem_geometry_rule rules[CLSMEM_GEOMETRY_MAX_RULES]; /* in the order of timings_make */
    size_t rule_count;
    /*
     * Of our classes: the one that fits best, those that cannot be told from it, and the next one. Empty without banks.
     * What a class says nothing of counts as if it said that the pattern does not matter.
     */
    const struct clsmem_bank_class *best[CLSMEM_GEOMETRY_MAX_ALIKE];
    size_t best_count;                         /* 0: none of ours fits the times */
    const struct clsmem_bank_class *runner_up; /* NULL: no other has as many lanes */
    double best_misfit, runner_up_misfit;      /* as of rules, over all accesses that the class speaks of */
    double behind; /* log-likelihood of the best, or where none fits of the rules found, over the runner-up */
};

/*
 * `geometry` keeps no pointer into the timings. Rows without a time do not count, nor do those that are no accesses of
 * bank.h, nor patterns that rows do not have. The result is NOT_SURE rather than wrong. CLSMEM_NO_MEMORY, or
 * CLSMEM_INVALID where an access takes more passes than any way of serving is known to.
 */
enum clsmem_status clsmem_geometry_infer(const struct clsmem_timings *timings, struct clsmem_geometry *geometry);

/*
 * What was found, as a bank class: `rules` has room for CLSMEM_GEOMETRY_MAX_RULES and, with `geometry`, has to outlive
 * the class, as have the texts. False where there are no banks, or nothing is known of 4-byte loads.
 */
bool clsmem_geometry_class(const struct clsmem_geometry *geometry, const char *name, const char *summary,
                           const char *source, struct clsmem_bank_rule *rules, struct clsmem_bank_class *bank_class);

/*
 * The verdict in words, one fact a line: "32 banks of 4 bytes", "equal words are free", "16-byte loads go in 4 groups of 8
 * consecutive lanes, in 2 of 16 where pairs agree". Returns `text`.
 */
char *clsmem_geometry_words(const struct clsmem_geometry *geometry, char *text, size_t text_bytes);

/* Times of a loop that work-items enter in runs of 1, 2, 4, ... neighbours, while others run its twin. */
struct clsmem_sub_group_time {
    unsigned run; /* work-items */
    double time;
};

/*
 * Lanes of a sub-group: the shortest run that costs as little as the longest, where shorter ones cost more since a
 * sub-group goes through both loops. 0: cannot be told.
 */
unsigned clsmem_geometry_lanes(const struct clsmem_sub_group_time *times, size_t count);

#endif
