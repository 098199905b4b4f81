/* Faults that were seen, one entry for a kind and a pair of places. */
#include "worker.h"

#include <stdlib.h>
#include <string.h>

bool lint_fault_again(struct lint_worker *worker, enum clsmem_lint_finding_kind kind, uint32_t site,
                      uint32_t other_site)
{
    for (size_t i = worker->fault_count; i-- > 0;) {
        struct lint_fault *const known = &worker->faults[i];

        if (known->kind == kind && known->site == site && known->other_site == other_site) {
            known->count++;
            return true;
        }
    }
    return false;
}

void lint_fault_add(struct lint_worker *worker, const struct lint_fault *fault)
{
    struct lint_fault *grown;

    if (lint_fault_again(worker, fault->kind, fault->site, fault->other_site))
        return;
    if (worker->fault_count == worker->fault_capacity) {
        const size_t capacity = worker->fault_capacity ? 2 * worker->fault_capacity : 16;

        grown = realloc(worker->faults, capacity * sizeof *grown);
        if (!grown) {
            lint_engine_halt(worker->engine, LINT_HALT_MEMORY, fault->site);
            return;
        }
        worker->faults = grown;
        worker->fault_capacity = capacity;
    }
    worker->faults[worker->fault_count] = *fault;
    worker->faults[worker->fault_count].count = 1;
    worker->faults[worker->fault_count++].first_group = worker->group_number;
}
