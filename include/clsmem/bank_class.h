/*
 * Bank classes: how one kind of hardware serves a local-memory access of a sub-group. Everything is data: the banks,
 * which lanes are looked at together for each operation and width, and what lanes in the same word cost.
 */
#ifndef CLSMEM_BANK_CLASS_H
#define CLSMEM_BANK_CLASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clsmem/status.h"

#define CLSMEM_MAX_LANES 64
#define CLSMEM_MAX_BANKS 64

/* X(name, word). The last three are atomics that some classes serve in another way; else they are as any atomic. */
#define CLSMEM_BANK_OPS(X)                                                                                            \
    X(LOAD, "load")                                                                                                   \
    X(STORE, "store")                                                                                                 \
    X(ATOMIC, "atomic")       /* a read-modify-write of 4 or 8 bytes */                                               \
    X(INCREMENT, "increment") /* adds the constant 1, and nobody uses the result */                                   \
    X(EXCHANGE, "exchange")                                                                                           \
    X(COMPARE, "compare") /* compares and exchanges */

/* What the lanes of an access do. */
enum clsmem_bank_op {
#define CLSMEM_BANK_OP_ENUM(name, word) CLSMEM_##name,
    CLSMEM_BANK_OPS(CLSMEM_BANK_OP_ENUM)
#undef CLSMEM_BANK_OP_ENUM
};

/* The banks. All numbers are powers of two. */
struct clsmem_bank_geometry {
    unsigned banks;
    unsigned bank_bytes; /* one word of one bank */
    /*
     * Bytes that all banks together deliver at once when the addresses suit: banks * bank_bytes, or a multiple of it
     * where a bank reaches several words of one aligned row in the same pass (Kepler's 4-byte mode).
     */
    unsigned row_bytes;
};

/* Lanes that are looked at together, as masks; the groups of a rule are disjoint and hold every lane. */
struct clsmem_lane_groups {
    unsigned count;
    uint64_t lanes[CLSMEM_MAX_LANES];
};

/* What lanes of one group that touch the same word of a bank cost. */
enum clsmem_bank_share {
    CLSMEM_SHARE_WORDS,    /* nothing: a word goes to all of them in one pass */
    CLSMEM_SHARE_ONE_WORD, /* one word a pass goes to all who want it; any other word serves one lane a pass */
    CLSMEM_SHARE_NOTHING,  /* a pass each */
};

/* How accesses of some operations and widths are served. */
struct clsmem_bank_rule {
    unsigned ops;                     /* bits 1 << enum clsmem_bank_op */
    unsigned least_bytes, most_bytes; /* widths; 12 is one only where both are 12 */
    struct clsmem_bank_geometry geometry;
    const struct clsmem_lane_groups *groups;
    /*
     * Groups that serve instead when the pairs agree: every active lane l has the address of lane l^1 where that one
     * is active, or the same holds for every l with l^2. NULL: pairs change nothing.
     */
    const struct clsmem_lane_groups *merged;
    enum clsmem_bank_share share;
    /*
     * Fermi's rule for 16 bytes. `joined` groups in a row form one request, which takes as long as its slowest group
     * and `extra` passes more. 0 joined counts as 1: every group is a request of its own.
     */
    unsigned joined, extra;
    unsigned turns;  /* each pass takes so many; the vendor's counter of conflicts counts them once. 0 counts as 1 */
    char confidence; /* H vendor text or two measurements, M one of these, L inferred, R recalled */
};

/* How a line of hardware serves local memory, as far as it is known. */
struct clsmem_bank_class {
    const char *name;
    const char *summary; /* which hardware */
    unsigned lanes;      /* the usual sub-group; 0: no banks at all, local memory is cached memory */
    unsigned most_lanes;
    const struct clsmem_bank_rule *rules; /* what no rule speaks of is unknown */
    size_t rule_count;
    char confidence;    /* of the class as a whole, letters as above */
    const char *source; /* where the rules come from */
};

/* Every class of ours, in the order of reports. */
const struct clsmem_bank_class *clsmem_bank_classes(size_t *count);

/* NULL when no class has that name. */
const struct clsmem_bank_class *clsmem_bank_class_find(const char *name);

/* The rule for an operation and a width; NULL: unknown, or no such access. */
const struct clsmem_bank_rule *clsmem_bank_class_rule(const struct clsmem_bank_class *bank_class,
                                                      enum clsmem_bank_op op, unsigned bytes);

/* False: local memory is cached memory, and no access has a cost. */
bool clsmem_bank_class_has_banks(const struct clsmem_bank_class *bank_class);

/* The operation's word in reports and files: "load". */
const char *clsmem_bank_op_word(enum clsmem_bank_op op);

/*
 * A class from a JSON file; README.md, "A class of your own", has the form. CLSMEM_IO: the file cannot be read;
 * CLSMEM_INVALID: what it says makes no sense, and the text names the place.
 * The caller frees the class with clsmem_bank_class_free; *bank_class is NULL after a failure.
 */
enum clsmem_status clsmem_bank_class_read(const char *path, struct clsmem_bank_class **bank_class);
void clsmem_bank_class_free(struct clsmem_bank_class *bank_class);

/*
 * The class as the text of such a file, which reads back to the same costs (texts cut at 127 bytes); names of our own
 * classes are refused there. The caller frees it. NULL without memory, or where the class has no banks.
 */
char *clsmem_bank_class_text(const struct clsmem_bank_class *bank_class);

/* What is known of a device, as its driver's queries give it. Zero and NULL: not known. */
struct clsmem_bank_clues {
    bool is_cpu;                   /* CL_DEVICE_TYPE_CPU */
    bool local_is_global;          /* CL_DEVICE_LOCAL_MEM_TYPE is CL_GLOBAL */
    const char *vendor;            /* CL_DEVICE_VENDOR */
    const char *name;              /* CL_DEVICE_NAME: AMD's own driver says "gfx942:sramecc+:xnack-" */
    unsigned nv_major, nv_minor;   /* CL_DEVICE_COMPUTE_CAPABILITY_{MAJOR,MINOR}_NV, 0x4000 and 0x4001 */
    unsigned gfx_major, gfx_minor; /* CL_DEVICE_GFXIP_{MAJOR,MINOR}_AMD, 0x404A and 0x404B */
};

/*
 * The class of a device, or NULL: unknown. `why` gets one line for reports, also for NULL. AMD's query for the number
 * of banks is no clue: it answers 32 for every device.
 */
const struct clsmem_bank_class *clsmem_bank_class_guess(const struct clsmem_bank_clues *clues, char *why,
                                                        size_t why_bytes);

#endif
