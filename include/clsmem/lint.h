/*
 * clsmem-lint's library: runs an OpenCL C kernel in lock-step on the host, without any OpenCL device, and tells what
 * its memory accesses cost, where its work-items race, and which barriers do not do what they should.
 *
 * A kernel is seen in a *view*: as its source stands, or as the compiler of some hardware widens and moves its
 * accesses; or it comes from the PTX that NVIDIA's driver made.
 */
#ifndef CLSMEM_LINT_H
#define CLSMEM_LINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clsmem/bank.h"
#include "clsmem/status.h"

/* How a kernel is seen. */
struct clsmem_lint_view {
    const char *name;       /* "source", "nvidia", "gfx942", "gfx90a", "gfx1100", "ptx" */
    const char *summary;    /* one line */
    const char *bank_class; /* the class that goes with it unless another is asked for */
};

/* All views, "source" first; "amd" is another name of gfx942. NULL when there is no view of that name. */
const struct clsmem_lint_view *clsmem_lint_views(size_t *count);
const struct clsmem_lint_view *clsmem_lint_view_find(const char *name);

/* Whether kernels can be read from OpenCL C here; where not, only PTX can, and `why` (unless NULL) gets the reason. */
bool clsmem_lint_has_compiler(char *why, size_t why_bytes);

struct clsmem_lint_kernel;

/* Where a kernel comes from. */
struct clsmem_lint_source {
    const char *path;          /* .cl, or .ptx where the view is "ptx" */
    const char *kernel;        /* NULL: the only one in the file */
    const char *build_options; /* as clBuildProgram takes them; NULL: none */
    const struct clsmem_lint_view *view;
};

/*
 * Reads one kernel. CLSMEM_INVALID: no kernel of that name (the text lists those that are there), several and none
 * named, or something that the engine refuses by name (images, printf, a builtin that it lacks).
 * CLSMEM_BUILD_FAILED: the text is clang's. CLSMEM_IO: no such file. CLSMEM_NO_DEVICE: no compiler.
 * The caller releases the kernel; *kernel is NULL after a failure.
 */
enum clsmem_status clsmem_lint_load(const struct clsmem_lint_source *source, struct clsmem_lint_kernel **kernel);
void clsmem_lint_unload(struct clsmem_lint_kernel *kernel);

/* Names of the kernels of a file, in its order; the caller frees each and the list. */
enum clsmem_status clsmem_lint_kernels(const struct clsmem_lint_source *source, char ***names, size_t *count);

/* One launch of it. */
struct clsmem_lint_launch {
    size_t dimensions;          /* 1 to 3 */
    size_t global[3], local[3]; /* work-items; local[0] 0: what the kernel requires, else it is an error */
    size_t offset[3];
    /*
     * Specs of the arguments in their order (README.md, "Arguments"); no spec at all: everything is assumed. A NULL
     * entry is assumed too.
     */
    const char *const *args;
    size_t arg_count;
};

/* Which work-groups are run. */
enum clsmem_lint_groups {
    CLSMEM_LINT_GROUPS_ALL,
    CLSMEM_LINT_GROUPS_SAMPLE, /* the first, the middle and the last */
    CLSMEM_LINT_GROUPS_SOME,   /* `group_count` of them, evenly spread */
};

/* How a kernel is run and looked at. */
struct clsmem_lint_options {
    const struct clsmem_bank_class *bank_class; /* NULL: the view's */
    unsigned lanes; /* of a sub-group; 0: what the class has, or 32 where it has no banks */
    enum clsmem_lint_groups groups;
    uint64_t group_count;
    unsigned threads;         /* 0: one a core */
    double deadline_s;        /* 0: none */
    volatile const int *stop; /* raised from outside: the run ends with CLSMEM_INTERRUPTED; may be NULL */
};

/* A place in the source. `file` is "" where the compiler lost it; line 0 likewise. */
struct clsmem_lint_place {
    const char *file, *function;
    uint32_t line, column;
};

/* A work-item. */
struct clsmem_lint_item {
    uint64_t group[3];
    uint32_t local[3];
    uint32_t lane, sub_group;
};

/* What accesses of one kind cost in banks. */
struct clsmem_lint_cost {
    uint64_t instructions; /* executed with at least one lane */
    uint64_t idle;         /* executed with none: hardware that predicates a short branch counts these too */
    uint64_t lanes;        /* active ones, summed */
    uint64_t passes, ideal;
    uint64_t conflicts; /* as vendors' counters have it: mostly passes - ideal */
};

/* Accesses to global memory. */
struct clsmem_lint_traffic {
    uint64_t requests; /* instructions of a sub-group with at least one lane */
    uint64_t bytes;    /* asked for by lanes */
    uint64_t sectors;  /* of 32 bytes that they touch */
    uint64_t ideal;    /* sectors that the distinct bytes would fill */
};

/* All accesses that stand at one place, are of one kind and width and go to one space. */
struct clsmem_lint_access {
    struct clsmem_lint_place place;
    enum clsmem_bank_op op;
    const char *space;     /* "local", "global", "constant", "private" */
    const char *object;    /* name of the array or argument; "" when there are several */
    unsigned bytes;        /* of one lane, as the program asks */
    unsigned joined_bytes; /* of the widest access that the compiler is expected to make of it; `bytes` where none */
    struct clsmem_lint_cost cost;   /* local memory: each access by itself */
    struct clsmem_lint_cost joined; /* local memory: after joining neighbours. Counted where the first one stands */
    bool is_known;                  /* false: the bank class says nothing of accesses of this kind */
    double worst;                   /* highest degree of one execution */
    unsigned worst_passes, worst_ideal;
    struct clsmem_lint_item worst_item; /* first active lane of it */
    struct clsmem_lint_traffic traffic; /* global memory */
};

/* X(name, word, is an error): kinds of findings. The words stand in reports and never change. */
#define CLSMEM_LINT_FINDINGS(X)                                                                                       \
    X(WRITE_WRITE_RACE, "write-write-race", true)                                                                     \
    X(READ_WRITE_RACE, "read-write-race", true)                                                                       \
    X(LOCK_STEP_RACE, "lock-step-race", true)       /* within one sub-group: harmless only in lock-step */            \
    X(SAME_VALUE_RACE, "same-value-race", false)    /* all write what is there already */                             \
    X(DIVERGENT_BARRIER, "divergent-barrier", true) /* some work-items wait, others have left */                      \
    X(DIFFERENT_BARRIERS, "different-barriers", true)                                                                 \
    X(DIVERGENT_SUB_GROUP, "divergent-sub-group", true) /* a sub-group function that not all of it reach */           \
    X(OUT_OF_BOUNDS, "out-of-bounds", true)                                                                           \
    X(NULL_POINTER, "null-pointer", true)                                                                             \
    X(READ_ONLY, "write-to-constant", true)                                                                           \
    X(MISALIGNED, "misaligned", true)                                                                                 \
    X(UNINITIALISED, "uninitialised-read", true)                                                                      \
    X(TRAP, "trap", true)                                                                                             \
    X(REDUNDANT_BARRIER, "redundant-barrier", false)

/* What a finding is about. */
enum clsmem_lint_finding_kind {
#define CLSMEM_LINT_FINDING_ENUM(name, word, is_error) CLSMEM_LINT_##name,
    CLSMEM_LINT_FINDINGS(CLSMEM_LINT_FINDING_ENUM)
#undef CLSMEM_LINT_FINDING_ENUM
        CLSMEM_LINT_FINDING_COUNT
};

/* A kind as it stands in reports (static text), and whether it is a fault or advice. */
const char *clsmem_lint_finding_word(enum clsmem_lint_finding_kind kind);
bool clsmem_lint_finding_is_error(enum clsmem_lint_finding_kind kind);

/* One fault, however often it happened at its place. */
struct clsmem_lint_finding {
    enum clsmem_lint_finding_kind kind;
    struct clsmem_lint_place place, other; /* other.line 0: there is none */
    bool has_items, has_other_item;
    struct clsmem_lint_item item, other_item; /* of the first time, by work-group */
    uint64_t count;
    char text[256]; /* one sentence, without place and items */
};

/* One barrier of the source, over the whole run. */
struct clsmem_lint_barrier {
    struct clsmem_lint_place place;
    uint64_t executions; /* by work-groups */
    bool is_needed;      /* some order between two work-items rests on it alone */
};

/* Floating-point operations of one width, by work-items; a multiply-add is two operations. */
struct clsmem_lint_flops {
    uint64_t multiply_adds, additions, multiplications, others;
};

/* Sums over the whole run. */
struct clsmem_lint_totals {
    struct clsmem_lint_cost local[3];  /* by enum clsmem_bank_op: each access by itself */
    struct clsmem_lint_cost joined[3]; /* after joining */
    struct clsmem_lint_traffic global[3];
    struct clsmem_lint_flops half, single, dbl;
    uint64_t local_bytes;    /* static arrays and arguments of a work-group, as laid out */
    bool is_joining_certain; /* every joined access rests on a declared alignment or changes nothing */
};

/* Owns all it points at, except classes and views; release it. It stays valid after the kernel is unloaded. */
struct clsmem_lint_report {
    char *path, *kernel;
    const struct clsmem_lint_view *view;
    const struct clsmem_bank_class *bank_class;
    unsigned lanes;
    size_t dimensions, global[3], local[3];
    uint64_t group_total, groups_run;
    char **assumptions;
    size_t assumption_count;
    struct clsmem_lint_access *accesses; /* by file, line, column */
    size_t access_count;
    struct clsmem_lint_finding *findings; /* errors first, then by place */
    size_t finding_count;
    struct clsmem_lint_barrier *barriers;
    size_t barrier_count;
    struct clsmem_lint_totals totals;
    double seconds;                  /* of running, without compiling */
    struct clsmem_lint_names *names; /* texts that places and objects point at */
};

/*
 * Runs the launch. CLSMEM_INVALID: sizes that do not fit one another or the kernel, arguments, too much local memory.
 * CLSMEM_INTERRUPTED: stopped, or the deadline passed; the text names the line it was on. Findings are no failure.
 * *report is NULL after a failure.
 */
enum clsmem_status clsmem_lint_run(const struct clsmem_lint_kernel *kernel, const struct clsmem_lint_launch *launch,
                                   const struct clsmem_lint_options *options, struct clsmem_lint_report **report);
void clsmem_lint_report_release(struct clsmem_lint_report *report);

/* passes / ideal; 1 where nothing was executed. */
double clsmem_lint_degree(const struct clsmem_lint_cost *cost);
/* Floating-point operations over the bytes of global memory that work-items ask for; NAN without any. */
double clsmem_lint_intensity(const struct clsmem_lint_totals *totals);

#endif
