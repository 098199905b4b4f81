/* An array in global memory between two guard zones, so that a store beside it is noticed. */
#ifndef CLSMEM_ARRAY_H
#define CLSMEM_ARRAY_H

#include "clsmem/device.h"
#include "clsmem/kernel.h"
#include "clsmem/plan.h"

struct clsmem_array {
    cl_mem whole; /* guard, data, guard */
    cl_mem data;  /* the part that kernels get */
    enum clsmem_type type;
    size_t count; /* elements of data */
};

/* The caller releases the array, also after a failure. */
enum clsmem_status clsmem_array_create(const struct clsmem_device *device, enum clsmem_type type, size_t count,
                                       struct clsmem_array *array);
void clsmem_array_release(struct clsmem_array *array);

/*
 * What a buffer of this role begins with: zeros as CLSMEM_STATE, else poison, every byte 0xff: NaN as float and as
 * double, so an element that nobody writes equals nothing.
 */
enum clsmem_status clsmem_array_begin(const struct clsmem_device *device, enum clsmem_role role,
                                      const struct clsmem_array *array);

/* Whole contents, as doubles on the host. */
enum clsmem_status clsmem_array_write(const struct clsmem_device *device, const struct clsmem_array *array,
                                      const double *values);
enum clsmem_status clsmem_array_read(const struct clsmem_device *device, const struct clsmem_array *array,
                                     double *values);

/* The same contents as another array of the same type and count. */
enum clsmem_status clsmem_array_copy(const struct clsmem_device *device, const struct clsmem_array *from,
                                     const struct clsmem_array *to);

/* CLSMEM_WRONG, with a text that says where, when a guard zone has been written. */
enum clsmem_status clsmem_array_check_guards(const struct clsmem_device *device, const struct clsmem_array *array);

#endif
