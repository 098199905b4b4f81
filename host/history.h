/* How long the variants of the family in hand took, for rows that are compared with them. */
#ifndef CLSMEM_HISTORY_H
#define CLSMEM_HISTORY_H

#include "clsmem/kernel.h"
#include "clsmem/measure.h"

struct clsmem_row_time {
    enum clsmem_clock clock;   /* of median_ns */
    double median_ns, host_ns; /* NAN before it was timed */
};

/* Of one family at one problem, in each of its modes. */
struct clsmem_history;

/* Makes *history (NULL at first) one of this family and problem; it stays as it is where it is that already. */
enum clsmem_status clsmem_history_turn_to(struct clsmem_history **history, const struct clsmem_kernel *kernel,
                                          const struct clsmem_problem *problem);
void clsmem_history_release(struct clsmem_history *history);

struct clsmem_row_time *clsmem_history_at(struct clsmem_history *history, size_t mode,
                                          const struct clsmem_variant *variant);

#endif
