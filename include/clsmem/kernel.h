/*
 * What a kernel family is: data, and plain C functions that compute sizes and right results. A family never acts: it
 * holds no OpenCL object and enqueues nothing, so every plan can be checked without a device. run.c acts.
 */
#ifndef CLSMEM_KERNEL_H
#define CLSMEM_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clsmem/device.h"

#define CLSMEM_MAX_EXTENTS 4
#define CLSMEM_MAX_PARAMS 12
#define CLSMEM_MAX_BUFFERS 6
#define CLSMEM_MAX_PASSES 4
#define CLSMEM_MAX_ARGS 12

/* X(name, OpenCL C word, word in reports, bytes): element types. */
#define CLSMEM_TYPES(X)                                                                                               \
    X(F32, "float", "f32", 4)                                                                                         \
    X(F64, "double", "f64", 8)

enum clsmem_type {
#define CLSMEM_TYPE_ENUM(name, c_word, word, bytes) CLSMEM_##name,
    CLSMEM_TYPES(CLSMEM_TYPE_ENUM)
#undef CLSMEM_TYPE_ENUM
};

size_t clsmem_type_bytes(enum clsmem_type type);
const char *clsmem_type_word(enum clsmem_type type);     /* "f32" */
const char *clsmem_type_c_word(enum clsmem_type type);   /* "float" */
double clsmem_type_least_normal(enum clsmem_type type);  /* the smallest positive number of full precision */
double clsmem_type_unit_roundoff(enum clsmem_type type); /* u: half the distance from 1 to the next number */

/* What is computed. The family names the extents; those that it does not name are 1. */
struct clsmem_problem {
    size_t extent[CLSMEM_MAX_EXTENTS];
    enum clsmem_type type;
    double alpha, beta; /* factors of BLAS-like families; the others ignore them */
};

/* A macro that the kernel sees. */
struct clsmem_param {
    const char *name;
    long value;
};

/* What a variant needs beyond OpenCL C 1.2; a device without it gets a skipped row. */
enum clsmem_need {
    CLSMEM_NEEDS_CPU = 1 << 0,         /* one work-item a work-group: only a CPU runs that at speed */
    CLSMEM_NEEDS_SUBGROUPS = 1 << 1,   /* cl_khr_subgroups */
    CLSMEM_NEEDS_NV_COMPILER = 1 << 2, /* inline PTX */
    CLSMEM_NEEDS_CLBLAST = 1 << 3,     /* the row is CLBlast's own routine, the rival */
};

enum clsmem_role {
    CLSMEM_IN,      /* filled with data before the first launch, never written */
    CLSMEM_OUT,     /* poisoned before each checked launch: every element must be written */
    CLSMEM_IN_OUT,  /* filled with data before each checked launch */
    CLSMEM_SCRATCH, /* poisoned, never checked, guard zones apart */
};

/* An array in global memory. */
struct clsmem_buffer {
    size_t count; /* elements; 0 ends the list */
    enum clsmem_role role;
    enum clsmem_type type;
};

enum clsmem_arg_kind { CLSMEM_ARG_END, CLSMEM_ARG_BUFFER, CLSMEM_ARG_LOCAL, CLSMEM_ARG_UINT, CLSMEM_ARG_REAL };

/* One kernel argument; made by the functions below. */
struct clsmem_arg {
    enum clsmem_arg_kind kind;
    size_t number; /* buffer: its place in the plan; local: bytes; uint: the value */
    double real;   /* real: the value, passed in the problem's type */
};

/* Work-groups, or tiles, that cover an extent. */
static inline size_t clsmem_groups(size_t extent, size_t tile)
{
    return (extent + tile - 1) / tile;
}

static inline struct clsmem_arg clsmem_arg_buffer(unsigned index)
{
    return (struct clsmem_arg){ .kind = CLSMEM_ARG_BUFFER, .number = index };
}

static inline struct clsmem_arg clsmem_arg_local(size_t bytes)
{
    return (struct clsmem_arg){ .kind = CLSMEM_ARG_LOCAL, .number = bytes };
}

static inline struct clsmem_arg clsmem_arg_uint(size_t value)
{
    return (struct clsmem_arg){ .kind = CLSMEM_ARG_UINT, .number = value };
}

static inline struct clsmem_arg clsmem_arg_real(double value)
{
    return (struct clsmem_arg){ .kind = CLSMEM_ARG_REAL, .real = value };
}

/* One launch. */
struct clsmem_pass {
    const char *entry;          /* kernel function; NULL ends the list */
    size_t global[3], local[3]; /* work-items; unused dimensions are 0 */
    struct clsmem_arg args[CLSMEM_MAX_ARGS];
};

/* What run.c allocates, fills, sets and enqueues. Inputs and the output come first, alike for all variants. */
struct clsmem_plan {
    struct clsmem_buffer buffers[CLSMEM_MAX_BUFFERS];
    struct clsmem_pass passes[CLSMEM_MAX_PASSES];
    struct clsmem_param params[CLSMEM_MAX_PARAMS]; /* macros that depend on device or problem, after the variant's */
    size_t local_bytes; /* of one work-group, static arrays and arguments together: the most of any pass */
};

struct clsmem_variant;

/*
 * Fills *plan, which is zeroed, for any problem with extents >= 1 on any device. A variant that needs CLBlast has
 * buffers and no pass.
 */
typedef void clsmem_plan_function(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                                  const struct clsmem_limits *limits, struct clsmem_plan *plan);

/* A named point in a family's parameter space. */
struct clsmem_variant {
    const char *name;
    const char *shows;  /* one line: what there is to learn from it */
    const char *entry;  /* kernel function; NULL: the family's name */
    const char *versus; /* variant of the same family that it is compared with; NULL: the family's first */
    unsigned needs;     /* enum clsmem_need, or-ed */
    struct clsmem_param params[CLSMEM_MAX_PARAMS]; /* up to the first without a name */
    clsmem_plan_function *plan;                    /* NULL: the family's */
};

/* Value of a parameter that the variant is known to have. */
long clsmem_param(const struct clsmem_variant *variant, const char *name);
/* The same with a default for variants that do not name it. */
long clsmem_param_or(const struct clsmem_variant *variant, const char *name, long otherwise);

/* What one execution of the whole plan has to do at the least; rates and shares of the roof come from it. */
struct clsmem_work {
    double bytes;      /* of global memory, read and written */
    double operations; /* floating-point; a multiply-add is two */
};

/* Which of the device's measured limits bounds the family; `work` over that limit is the least time. */
enum clsmem_roof { CLSMEM_ROOF_NONE, CLSMEM_ROOF_READ, CLSMEM_ROOF_COPY, CLSMEM_ROOF_MULTIPLY_ADD };

/* X(name, word): what a family's rate is in; G is 10^9. */
#define CLSMEM_UNITS(X)                                                                                               \
    X(NONE, "")                                                                                                       \
    X(GB_PER_S, "GB/s")                                                                                               \
    X(GFLOP_PER_S, "GFLOP/s")

enum clsmem_unit {
#define CLSMEM_UNIT_ENUM(name, word) CLSMEM_UNIT_##name,
    CLSMEM_UNITS(CLSMEM_UNIT_ENUM)
#undef CLSMEM_UNIT_ENUM
};

const char *clsmem_unit_word(enum clsmem_unit unit);

/* Routines of CLBlast that check results and serve as rivals. */
enum clsmem_blas_routine { CLSMEM_BLAS_NONE, CLSMEM_BLAS_GEMM, CLSMEM_BLAS_OMATCOPY };

/* A call of one of them, as data. Matrices are row-major and dense; buffers by their place in the plan. */
struct clsmem_blas_call {
    enum clsmem_blas_routine routine;
    size_t m, n, k;      /* gemm: C is m x n; omatcopy: the input is m x n and is transposed */
    unsigned in[2], out; /* omatcopy uses in[0] */
    double alpha, beta;
};

enum clsmem_scale { CLSMEM_QUICK, CLSMEM_NORMAL, CLSMEM_FULL, CLSMEM_SCALE_COUNT };

/* The problems that a family is benchmarked at. */
struct clsmem_sizes {
    size_t cpu[CLSMEM_SCALE_COUNT][CLSMEM_MAX_EXTENTS];
    size_t gpu[CLSMEM_SCALE_COUNT][CLSMEM_MAX_EXTENTS];
};

struct clsmem_kernel {
    const char *name;    /* stem of cl/<name>.cl and of the descriptor's file */
    const char *summary; /* one line */
    int order;           /* place in listings: lower first, then by name. Negative for what others are measured by */
    const char *extents[CLSMEM_MAX_EXTENTS]; /* names, up to the first NULL */
    const struct clsmem_variant *variants;
    size_t variant_count;

    enum clsmem_unit unit;
    enum clsmem_roof roof;
    struct clsmem_sizes sizes;
    size_t streams; /* > 0: extent[0] grows until streams x extent[0] elements are four times the cache */

    clsmem_plan_function *plan; /* of the variants that have none of their own */
    struct clsmem_work (*work)(const struct clsmem_problem *problem);

    /*
     * The right output in double. in[i] holds buffer i of the plan as doubles (NULL for an OUT or SCRATCH buffer);
     * `expected` has as many elements as the output.
     */
    void (*reference)(const struct clsmem_problem *problem, const double *const in[], double *expected);
    /*
     * For families that round: sum of the absolute values of all terms of each output, or an upper bound of it.
     * A result may differ from the exact one by roundings x u x magnitude. NULL: results must be equal bit by bit.
     */
    void (*magnitude)(const struct clsmem_problem *problem, const double *const in[], double *magnitude);
    /* Number of roundings on the longest path from the inputs to an output. NULL with magnitude. */
    double (*roundings)(const struct clsmem_problem *problem);
    /*
     * Where the reference costs far more than the check may (a cubic loop): CLSMEM_OK when `output` is right and
     * CLSMEM_WRONG when not, by a random probe whose cost is that of reading the data. Inputs are lattice data, so all
     * of its sums are exact. NULL for families whose reference is cheap.
     */
    enum clsmem_status (*confirm)(const struct clsmem_problem *problem, const double *const in[],
                                  const double *output);
    /* CLBlast's way to compute the same. NULL where it has none. */
    void (*blas)(const struct clsmem_problem *problem, struct clsmem_blas_call *call);
};

#endif
