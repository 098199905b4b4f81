/*
 * What clsmem-lint predicts of the suite's variants, from a table inside the library: host/predictions.tsv, which
 * `clsmem-lint --suite --predictions FILE` writes, so that a machine without LLVM has it too.
 */
#ifndef CLSMEM_PREDICTION_H
#define CLSMEM_PREDICTION_H

#include <stdbool.h>
#include <stdint.h>

#include "clsmem/bank_class.h"
#include "clsmem/kernel.h"
#include "clsmem/program.h"

/* What clsmem-lint counted of one variant at one shape, as one of its views has it. */
struct clsmem_prediction {
    char view[16];        /* of clsmem-lint: "nvidia" */
    char shape[32];       /* that was run, "128x128x128" */
    double passes, ideal; /* of all local accesses; 0 where there is none */
    double worst;         /* highest degree of one instruction; 0 where there is none */
    char place[64];       /* of it: "gemm.cl:120"; "" where there is none */
    double bytes;         /* of global memory that work-items ask for */
    double sectors;       /* of 32 bytes that they touch, instruction by instruction */
    double operations;    /* floating-point */
};

/* passes / ideal; NAN where there is no local access. */
double clsmem_prediction_degree(const struct clsmem_prediction *prediction);
/* Floating-point operations over bytes that are asked for; NAN without any. */
double clsmem_prediction_intensity(const struct clsmem_prediction *prediction);

/*
 * By the problem's type and mode; its size is the table's own. False where the table has nothing: no such variant, another class than ours, or kernel files that differ from those
 * that were looked at.
 */
bool clsmem_prediction_find(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                            const struct clsmem_problem *problem, const struct clsmem_bank_class *bank_class,
                            const struct clsmem_sources *sources, struct clsmem_prediction *prediction);

#endif
