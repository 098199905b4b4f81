/* How long the variants of the family in hand took, for rows that are compared with them. */
#include "history.h"

#include <math.h>
#include <stdlib.h>

#include "clsmem/plan.h"
#include "jump.h"

struct clsmem_history {
    const struct clsmem_kernel *kernel;
    struct clsmem_problem problem;
    struct clsmem_row_time times[]; /* of each mode's variants in turn */
};

static bool is_of(const struct clsmem_history *history, const struct clsmem_kernel *kernel,
                  const struct clsmem_problem *problem)
{
    struct clsmem_problem in_same_mode = *problem;

    if (!history || history->kernel != kernel)
        return false;
    in_same_mode.mode = history->problem.mode;
    return clsmem_problem_equal(&history->problem, &in_same_mode);
}

enum clsmem_status clsmem_history_turn_to(struct clsmem_history **history, const struct clsmem_kernel *kernel,
                                          const struct clsmem_problem *problem)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t modes = kernel->mode_count > 0 ? kernel->mode_count : 1;
    const size_t count = modes * kernel->variant_count;

    if (is_of(*history, kernel, problem))
        return CLSMEM_OK;
    clsmem_history_release(*history);
    CHECK_ALLOC(*history, sizeof **history + count * sizeof(*history)->times[0]);
    (*history)->kernel = kernel;
    (*history)->problem = *problem;
    for (size_t i = 0; i < count; i++)
        (*history)->times[i] = (struct clsmem_row_time){ CLSMEM_CLOCK_EVENT, NAN, NAN };
out:
    return status;
}

void clsmem_history_release(struct clsmem_history *history)
{
    free(history);
}

struct clsmem_row_time *clsmem_history_at(struct clsmem_history *history, size_t mode,
                                          const struct clsmem_variant *variant)
{
    const struct clsmem_kernel *const kernel = history->kernel;

    return &history->times[mode * kernel->variant_count + (size_t)(variant - kernel->variants)];
}
