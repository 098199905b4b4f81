/* Comparing a result on the device with what is expected. */
#ifndef CLSMEM_CHECK_H
#define CLSMEM_CHECK_H

#include "clsmem/device.h"
#include "clsmem/kernel.h"

struct clsmem_checker;

/* How far actual results are from those expected. */
struct clsmem_comparison {
    size_t wrong; /* elements whose error is beyond the tolerance, or that are NaN */
    size_t first; /* place of the first of them; the element count when there is none */
    double worst; /* largest error over tolerance; infinite for NaN, or for an error where none is tolerated */
};

/* The caller releases the checker, also after a failure. */
enum clsmem_status clsmem_checker_create(const struct clsmem_device *device, struct clsmem_checker **checker);
void clsmem_checker_release(struct clsmem_checker *checker);

/*
 * Compares `count` elements of actual with expected; tolerance holds the largest allowed error of each, or is NULL:
 * then the elements must be equal. Buffers hold `type`. The first comparison in a type builds its kernel and proves that
 * it finds planted errors and accepts equal data: CLSMEM_DEVICE_FAILED when it does not.
 */
enum clsmem_status clsmem_checker_compare(struct clsmem_checker *checker, enum clsmem_type type, cl_mem actual,
                                          cl_mem expected, cl_mem tolerance, size_t count,
                                          struct clsmem_comparison *comparison);

#endif
