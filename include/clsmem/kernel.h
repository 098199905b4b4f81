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
#define CLSMEM_MAX_PARAMS 16
#define CLSMEM_MAX_BUFFERS 8
#define CLSMEM_MAX_PASSES 256 /* a sort across work-groups takes a launch for each of its far steps */
#define CLSMEM_MAX_ARGS 12
#define CLSMEM_MAX_SWEEP 64

/* X(name, OpenCL C word, word in reports, bytes): element types; those with a fraction come first. */
#define CLSMEM_TYPES(X)                                                                                               \
    X(F32, "float", "f32", 4)                                                                                         \
    X(F64, "double", "f64", 8)                                                                                        \
    X(F16, "ushort", "f16", 2) /* stored as its bits and computed with as float; see REAL in clsmem.clh */            \
    X(U8, "uchar", "u8", 1)                                                                                           \
    X(I32, "int", "i32", 4)                                                                                           \
    X(U32, "uint", "u32", 4)                                                                                          \
    X(U64, "ulong", "u64", 8)

/* What a family's elements are. */
enum clsmem_type {
#define CLSMEM_TYPE_ENUM(name, c_word, word, bytes) CLSMEM_##name,
    CLSMEM_TYPES(CLSMEM_TYPE_ENUM)
#undef CLSMEM_TYPE_ENUM
        CLSMEM_TYPE_COUNT
};

/* A set of types: CLSMEM_IN_TYPE(F32) | CLSMEM_IN_TYPE(U32). */
#define CLSMEM_IN_TYPE(name) (1u << CLSMEM_##name)

/* What an element takes, its words in reports and in OpenCL C (static texts), and what it computes with. */
size_t clsmem_type_bytes(enum clsmem_type type);
const char *clsmem_type_word(enum clsmem_type type);   /* "f32" */
const char *clsmem_type_c_word(enum clsmem_type type); /* "float" */
bool clsmem_type_is_integer(enum clsmem_type type);
enum clsmem_type clsmem_type_computed(enum clsmem_type type); /* what kernels compute with: F32 for F16, else itself */
double
clsmem_type_least_normal(enum clsmem_type type); /* the smallest positive number of full precision; 0: integer */
double
clsmem_type_unit_roundoff(enum clsmem_type type); /* u: half the distance from 1 to the next number; 0: integer */

/* What is computed. The family names the extents; those that it does not name are 1. */
struct clsmem_problem {
    size_t extent[CLSMEM_MAX_EXTENTS];
    enum clsmem_type type;
    size_t mode;        /* place in the family's modes; 0 where it has none */
    double alpha, beta; /* factors of BLAS-like families; the others ignore them */
};

/* One of the things that a family computes, or one of the kinds of data it computes on: "max", "constant keys". */
struct clsmem_mode {
    const char *name;  /* one word */
    const char *shows; /* one line */
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
    CLSMEM_NEEDS_CLBLAST = 1 << 3,     /* the row is CLBlast's own routine, the rival; its passes run after that */
    CLSMEM_NEEDS_SHUFFLE = 1 << 4,     /* values from lane to lane: cl_khr_subgroups, or NVIDIA's compiler */
    CLSMEM_NEEDS_ATOMICS_64 = 1 << 5,  /* cl_khr_int64_base_atomics */
    CLSMEM_NEEDS_NV_ASYNC =
        1 << 8, /* with NV_COMPILER: compute capability 8.0 or newer, for its copies past registers */
    CLSMEM_NEEDS_NV_BULK = 1 << 6, /* with NV_COMPILER: compute capability 9.0 or newer, for its bulk copies */
    CLSMEM_NEEDS_HOST = 1 << 7,    /* the row is a plain C loop on the host, the rival; with NEEDS_CPU */
};

/* What a launch does with an array. */
enum clsmem_role {
    CLSMEM_IN,      /* filled with data before the first launch, never written */
    CLSMEM_OUT,     /* poisoned before each checked launch: every element must be written */
    CLSMEM_IN_OUT,  /* filled with data before each checked launch */
    CLSMEM_SCRATCH, /* poisoned, never checked, guard zones apart */
    CLSMEM_STATE,   /* zeroed before a row's first launch; each launch leaves in it what the next can begin with */
};

/* An array in global memory. */
struct clsmem_buffer {
    size_t count; /* elements; 0 ends the list */
    enum clsmem_role role;
    enum clsmem_type type;
};

/* What a kernel argument is. */
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

/* Arguments of a pass: a buffer of the plan by its place; bytes of local memory; a whole number; a real one. */
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

/* What the loop of a host variant gets: its share of the work is part `part` of `parts`, all of one phase at a time. */
struct clsmem_host_part {
    const struct clsmem_problem *problem;
    void *const *buffers; /* the plan's, in the host's memory */
    unsigned phase, part, parts;
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
 * Fills *plan, which is zeroed, for any problem with extents >= 1 that the family accepts, on any device. A variant that
 * needs CLBlast or the host has buffers, and no pass of its own.
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
    unsigned types;     /* set of CLSMEM_IN_TYPE; 0: all of the family's */
    struct clsmem_param params[CLSMEM_MAX_PARAMS];     /* up to the first without a name */
    clsmem_plan_function *plan;                        /* NULL: the family's */
    void (*host)(const struct clsmem_host_part *part); /* of a variant that needs the host */
    unsigned host_phases;                              /* phase n + 1 begins when all parts of n have ended; 0: one */
};

/* Value of a parameter that the variant is known to have. */
long clsmem_param(const struct clsmem_variant *variant, const char *name);
/* The same with a default for variants that do not name it. */
long clsmem_param_or(const struct clsmem_variant *variant, const char *name, long otherwise);

/* What one execution of the whole plan has to do at the least; rates and shares of the roof come from it. */
struct clsmem_work {
    double bytes;      /* of global memory, read and written */
    double operations; /* floating-point; a multiply-add is two */
    double items;      /* what the family counts by its unit: keys, barriers */
};

/* Which of the device's measured limits bounds the family; `work` over that limit is the least time. */
enum clsmem_roof { CLSMEM_ROOF_NONE, CLSMEM_ROOF_READ, CLSMEM_ROOF_COPY, CLSMEM_ROOF_MULTIPLY_ADD };

/* X(name, word): what a family's rate is in; G is 10^9. */
#define CLSMEM_UNITS(X)                                                                                               \
    X(NONE, "")                                                                                                       \
    X(GB_PER_S, "GB/s")                                                                                               \
    X(GFLOP_PER_S, "GFLOP/s")                                                                                         \
    X(GKEY_PER_S, "Gkey/s")                                                                                           \
    X(NS, "ns") /* for one of work.items: here less is better */

/* What a family's rate is in. */
enum clsmem_unit {
#define CLSMEM_UNIT_ENUM(name, word) CLSMEM_UNIT_##name,
    CLSMEM_UNITS(CLSMEM_UNIT_ENUM)
#undef CLSMEM_UNIT_ENUM
};

/* The unit in reports, such as "GB/s": static text. */
const char *clsmem_unit_word(enum clsmem_unit unit);

/* Routines of CLBlast that check results and serve as rivals. */
enum clsmem_blas_routine {
    CLSMEM_BLAS_NONE, /* CLBlast lacks this case of the family: its row is skipped */
    CLSMEM_BLAS_GEMM,
    CLSMEM_BLAS_OMATCOPY,
    CLSMEM_BLAS_SUM,      /* of in[0], k elements */
    CLSMEM_BLAS_DOT,      /* of in[0] and in[1] */
    CLSMEM_BLAS_IMAX,     /* place of the greatest element of in[0], as a uint */
    CLSMEM_BLAS_GEMV,     /* out = alpha A in[1] + beta out, A = in[0] */
    CLSMEM_BLAS_CONVGEMM, /* correlation of in[0], m x n, with in[1], k x k; borders are zero, the output m x n */
};

/* A call of one of them, as data. Matrices are row-major; buffers by their place in the plan. */
struct clsmem_blas_call {
    enum clsmem_blas_routine routine;
    size_t m, n, k;      /* gemm: C is m x n; omatcopy, gemv: the input is m x n */
    size_t pitch;        /* gemv: elements from one row to the next */
    bool transposes;     /* gemv: A's transpose is meant */
    unsigned in[2], out; /* in[1] where the routine has two inputs */
    double alpha, beta;
};

/* How large a problem is benchmarked. */
enum clsmem_scale { CLSMEM_QUICK, CLSMEM_NORMAL, CLSMEM_FULL, CLSMEM_SCALE_COUNT };

/* The problems that a family is benchmarked at. */
struct clsmem_sizes {
    size_t cpu[CLSMEM_SCALE_COUNT][CLSMEM_MAX_EXTENTS];
    size_t gpu[CLSMEM_SCALE_COUNT][CLSMEM_MAX_EXTENTS];
};

/* A row as its family looks back on it. */
struct clsmem_outcome {
    const struct clsmem_variant *variant;
    struct clsmem_problem problem;
    double median_ns;
    double rate; /* in the family's unit */
};

/* The descriptor of a kernel family: what it needs, its variants, and how results are checked. */
struct clsmem_kernel {
    const char *name;    /* stem of cl/<name>.cl and of the descriptor's file */
    const char *summary; /* one line */
    const char *lesson;  /* paragraphs: what to look at in the rows, which idea it is the seed of, sources */
    int order;           /* place in listings: lower first, then by name. Negative for what others are measured by */
    const char *extents[CLSMEM_MAX_EXTENTS]; /* names, up to the first NULL */
    unsigned types;                          /* set of CLSMEM_IN_TYPE; 0: F32 and F64 */
    const struct clsmem_mode *modes;         /* NULL: there is one thing that it does */
    size_t mode_count;
    size_t quick_modes;  /* how many of them a quick run looks at; 0: the first */
    bool compares_modes; /* rows say how much slower the same variant is than in the first mode */
    const struct clsmem_variant *variants;
    size_t variant_count;

    enum clsmem_unit unit;
    enum clsmem_roof roof;
    struct clsmem_sizes sizes;
    size_t streams; /* > 0: extent[0] grows until streams x extent[0] elements are four times the cache */
    const size_t (*test_shapes)[CLSMEM_MAX_EXTENTS]; /* up to one of zeros; NULL: some that suit any family */
    size_t
        small[CLSMEM_MAX_EXTENTS]; /* a problem that an interpreter runs in a moment; zeros: chosen by the extents */
    /*
     * The last extent counts repeats inside the kernel, and a row's time is that of twice as many less that of as many,
     * so that launching and all else that is done once falls out.
     */
    bool is_slope;
    /* Values of extent[0] that a run goes through, in rising order; returns how many. NULL: that of `sizes` alone. */
    size_t (*sweep)(const struct clsmem_limits *limits, enum clsmem_scale scale, size_t values[CLSMEM_MAX_SWEEP]);

    /* Whether the extents fit each other and the mode; where not, `reason` says what is asked for. NULL: any do. */
    bool (*accepts)(const struct clsmem_problem *problem, char *reason, size_t reason_bytes);
    clsmem_plan_function *plan; /* of the variants that have none of their own */
    struct clsmem_work (*work)(const struct clsmem_problem *problem);

    /*
     * Makes of random values those that the problem wants: keys in a range, keys of a distribution. Values come in
     * [-0.5, 0.5), or as multiples of 1/16 there, for types with a fraction, and over the whole range of an integer type.
     * They must be exact in the buffer's type. NULL: as they come.
     */
    void (*data)(const struct clsmem_problem *problem, unsigned buffer, double *values, size_t count);
    /*
     * The right output in double. in[i] holds buffer i of the plan as doubles (NULL for an OUT, SCRATCH or STATE buffer);
     * `expected` has as many elements as the output.
     */
    void (*reference)(const struct clsmem_problem *problem, const double *const in[], double *expected);
    /*
     * For families that round: sum of the absolute values of all terms of each output, or an upper bound of it.
     * A result may differ from the exact one by roundings x u x magnitude. NULL: results must be equal bit by bit.
     */
    void (*magnitude)(const struct clsmem_problem *problem, const double *const in[], double *magnitude);
    /* Number of roundings on the longest path from the inputs to an output; 0: this problem does not round. */
    double (*roundings)(const struct clsmem_problem *problem);
    bool
        rounds_always; /* also on lattice data, since it multiplies by roots or angles: there is no exact comparison */
    /*
     * Where the reference costs far more than the check may (a cubic loop): CLSMEM_OK when `output` is right and
     * CLSMEM_WRONG when not, by a random probe whose cost is that of reading the data. Inputs are lattice data, so all
     * of its sums are exact, or any data for families that round always. NULL for families whose reference is cheap.
     */
    enum clsmem_status (*confirm)(const struct clsmem_problem *problem, const double *const in[],
                                  const double *output);
    /* CLBlast's way to compute the same. NULL where it has none. */
    void (*blas)(const struct clsmem_problem *problem, struct clsmem_blas_call *call);
    /*
     * What the rows of one type say together, one line or several: where a curve steps, what overlaps. "" when too few
     * rows ran. NULL: nothing. A pure function, tested with made-up rows.
     */
    void (*conclude)(const struct clsmem_limits *limits, const struct clsmem_outcome *rows, size_t count, char *text,
                     size_t text_bytes);
};

/* Whether results of this problem are compared within a bound, and not bit by bit. */
bool clsmem_kernel_rounds(const struct clsmem_kernel *kernel, const struct clsmem_problem *problem);

#endif
