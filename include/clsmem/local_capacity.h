/* How much local memory one compute unit of a device has, and how it hands it out to work-groups. */
#ifndef CLSMEM_LOCAL_CAPACITY_H
#define CLSMEM_LOCAL_CAPACITY_H

#include <stddef.h>

/* OpenCL has no query for any of it: the vendors' manuals do. All 0 where it is not known. */
struct clsmem_local_capacity {
    size_t unit_bytes;     /* of a compute unit */
    size_t block_bytes;    /* a work-group gets a multiple of it */
    size_t reserved_bytes; /* that each work-group takes beside its own */
    size_t most_groups;    /* on a compute unit, whatever they need */
};

/* By NVIDIA's compute capability, or by AMD's gfx version; 0.0 for the other. */
struct clsmem_local_capacity clsmem_local_capacity_of(unsigned nv_major, unsigned nv_minor, unsigned gfx_major,
                                                      unsigned gfx_minor);

/* Work-groups of so many bytes each that fit one compute unit; 0 where the capacity is not known. */
size_t clsmem_local_capacity_groups(const struct clsmem_local_capacity *capacity, size_t bytes);

/* The most bytes of which so many work-groups still fit, in whole blocks; 0 where it is not known, or they never do. */
size_t clsmem_local_capacity_bytes(const struct clsmem_local_capacity *capacity, size_t groups);

/* So many work-groups of `bytes` each were seen on one compute unit at once, and with a step of bytes more no longer. */
struct clsmem_local_capacity_step {
    size_t groups;
    size_t bytes;
};

/*
 * What explains all steps; step_bytes is how closely they were found. The least that a work-group takes beside its own
 * goes before the largest block, and this before the roundest unit. All 0 where nothing does, or no step says anything.
 * Leave out steps that ended since one work-group cannot have more. most_groups is passed on.
 */
struct clsmem_local_capacity clsmem_local_capacity_fit(const struct clsmem_local_capacity_step *steps, size_t count,
                                                       size_t step_bytes, size_t most_groups);

#endif
