/* Plans: made from a family's data, and held against a device's limits before anything is allocated or built. */
#ifndef CLSMEM_PLAN_H
#define CLSMEM_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "clsmem/kernel.h"

/* The largest extent: kernels count in 32-bit integers and may look one tile beyond it. */
#define CLSMEM_MAX_EXTENT (((size_t)1 << 31) - 4096)

/* Bytes of each guard zone before and behind a buffer: more than a row of most matrices, and aligned for any device. */
#define CLSMEM_GUARD_BYTES ((size_t)1 << 16)

/* How many extents the family names. */
size_t clsmem_kernel_extent_count(const struct clsmem_kernel *kernel);

/* Whether the family has elements of a type; and the type that it takes when none is chosen. */
bool clsmem_kernel_has_type(const struct clsmem_kernel *kernel, enum clsmem_type type);
enum clsmem_type clsmem_kernel_type(const struct clsmem_kernel *kernel);

/* The same extents, type, mode and factors. */
bool clsmem_problem_equal(const struct clsmem_problem *a, const struct clsmem_problem *b);

/*
 * Whether the extents lie in 1..CLSMEM_MAX_EXTENT, the family has the type, and it accepts the problem; where not,
 * `reason` says what is wrong.
 */
bool clsmem_problem_makes_sense(const struct clsmem_kernel *kernel, const struct clsmem_problem *problem, char *reason,
                                size_t reason_bytes);

/* The variant's plan for a problem that makes sense. */
void clsmem_plan_make(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                      const struct clsmem_problem *problem, const struct clsmem_limits *limits,
                      struct clsmem_plan *plan);

/* A plan's lists end at their first empty entry: how many there are, and how many dimensions an ND-range has. */
size_t clsmem_plan_buffer_count(const struct clsmem_plan *plan);
size_t clsmem_plan_pass_count(const struct clsmem_plan *plan);
size_t clsmem_pass_arg_count(const struct clsmem_pass *pass);
size_t clsmem_pass_dimensions(const struct clsmem_pass *pass);

/* Place of the one buffer that is checked. */
size_t clsmem_plan_output(const struct clsmem_plan *plan);
size_t clsmem_buffer_bytes(const struct clsmem_buffer *buffer);

/*
 * Device memory of one row: the plan's buffers, and what checking adds (two sets of inputs, of expected outputs, and
 * their tolerances).
 */
double clsmem_plan_device_bytes(const struct clsmem_kernel *kernel, const struct clsmem_plan *plan);

/*
 * Whether the device's limits allow the plan; where not, `reason` says which limit, what is needed and what there is.
 */
bool clsmem_plan_fits(const struct clsmem_kernel *kernel, const struct clsmem_plan *plan,
                      const struct clsmem_limits *limits, char *reason, size_t reason_bytes);

/* Whether the device has what the variant and the problem need; where not, `reason` says what is missing. */
bool clsmem_variant_applies(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                            const struct clsmem_problem *problem, const struct clsmem_limits *limits, char *reason,
                            size_t reason_bytes);

#endif
