/* What is right: inputs and expected outputs of one problem, on the device, with the tolerance of each element. */
#ifndef CLSMEM_ORACLE_H
#define CLSMEM_ORACLE_H

#include "array.h"
#include "clsmem/check.h"
#include "clsmem/kernel.h"
#include "clsmem/program.h"
#include "fill.h"

/* One set of inputs. */
struct clsmem_dataset {
    enum clsmem_data data;
    struct clsmem_problem problem; /* on lattice data the factors are rounded to eighths, so that nothing rounds */
    struct clsmem_array inputs[CLSMEM_MAX_BUFFERS];
    struct clsmem_array expected;
    struct clsmem_array tolerance; /* count 0: results must be equal */
};

struct clsmem_oracle {
    const struct clsmem_kernel *kernel;
    struct clsmem_problem problem;
    uint64_t seed;
    struct clsmem_dataset datasets[2]; /* lattice then uniform, or uniform alone for families that do not round */
    size_t dataset_count;
    char name[48];  /* what the expected outputs rest on: "reference+clblast", "clblast+freivalds", ... */
    char note[160]; /* a disagreement between them, and which side is suspect; "" otherwise */
};

/*
 * Small problems: the double reference, with which CLBlast must agree. Problems whose reference is too costly: CLBlast,
 * or without it the library's own first variant of the family, confirmed on lattice data by the family's random probe.
 * CLSMEM_WRONG when nothing could be confirmed. The caller releases the oracle.
 */
enum clsmem_status clsmem_oracle_create(const struct clsmem_device *device, struct clsmem_checker *checker,
                                        uint64_t seed, const struct clsmem_kernel *kernel,
                                        const struct clsmem_problem *problem, struct clsmem_oracle **oracle);
/* Makes all inputs and their guard zones anew, after a kernel that may have written to them. */
enum clsmem_status clsmem_oracle_refill(const struct clsmem_device *device, struct clsmem_oracle *oracle);
void clsmem_oracle_release(struct clsmem_oracle *oracle);

#endif
