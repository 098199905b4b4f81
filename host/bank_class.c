/*
 * The bank classes: one table. Sources:
 * [CUDA] the CUDA programming guide's sections on compute capabilities; [H200] our own counters on 9.0;
 * [AMD] the CDNA and RDNA instruction set guides and the Composable Kernel documentation; [SHARK] nod-ai's
 * empirical-lds; [HIPKITTENS] HazyResearch's phase analysis; [PYHIP] tingqli's timing of pairs of lanes;
 * [INTEL] the OpenCL guides for Intel Processor Graphics; [TRITON-XPU] Intel's Triton backend.
 */
#include "clsmem/bank_class.h"

#include <string.h>

/* Groups for 64 lanes. A smaller sub-group has lanes in the first ones alone; a group without lanes costs nothing. */
#define LOW 0xffffffffu
#define BOTH_HALVES(a) (uint64_t)(a), (uint64_t)(a) << 32

static const struct clsmem_lane_groups runs_32 = { 2, { BOTH_HALVES(LOW) } };
static const struct clsmem_lane_groups runs_16 = {
    4, { 0xffffu, 0xffff0000u, (uint64_t)0xffffu << 32, (uint64_t)0xffff0000u << 32 }
};
static const struct clsmem_lane_groups runs_8 = {
    8,
    { 0xffu, 0xff00u, 0xff0000u, 0xff000000u, (uint64_t)0xffu << 32, (uint64_t)0xff00u << 32,
      (uint64_t)0xff0000u << 32, (uint64_t)0xff000000u << 32 },
};
/* {0-3, 20-23} {4-7, 16-19} {8-11, 28-31} {12-15, 24-27}, and the same 32 lanes later. */
static const struct clsmem_lane_groups permuted_8 = {
    8,
    { 0x00f0000fu, 0x000f00f0u, 0xf0000f00u, 0x0f00f000u, (uint64_t)0x00f0000fu << 32, (uint64_t)0x000f00f0u << 32,
      (uint64_t)0xf0000f00u << 32, (uint64_t)0x0f00f000u << 32 },
};
/* {0-3, 12-15, 20-27} {4-11, 16-19, 28-31}, and the same 32 lanes later. */
static const struct clsmem_lane_groups permuted_16 = {
    4, { 0x0ff0f00fu, 0xf00f0ff0u, (uint64_t)0x0ff0f00fu << 32, (uint64_t)0xf00f0ff0u << 32 }
};

#define LOADS (1u << CLSMEM_LOAD)
#define STORES (1u << CLSMEM_STORE)
#define ATOMICS (1u << CLSMEM_ATOMIC)
#define INCREMENTS (1u << CLSMEM_INCREMENT)
#define EXCHANGES (1u << CLSMEM_EXCHANGE)
#define COMPARES (1u << CLSMEM_COMPARE)

#define BANKS_16x4                                                                                                    \
    {                                                                                                                 \
        16, 4, 64                                                                                                     \
    }
#define BANKS_32x4                                                                                                    \
    {                                                                                                                 \
        32, 4, 128                                                                                                    \
    }
#define BANKS_32x4_PAIRED                                                                                             \
    {                                                                                                                 \
        32, 4, 256                                                                                                    \
    }
#define BANKS_32x8                                                                                                    \
    {                                                                                                                 \
        32, 8, 256                                                                                                    \
    }
#define BANKS_64x4                                                                                                    \
    {                                                                                                                 \
        64, 4, 256                                                                                                    \
    }
#define BANKS_64x8                                                                                                    \
    {                                                                                                                 \
        64, 8, 512                                                                                                    \
    }

static const struct clsmem_bank_rule nv_cc1_rules[] = {
    { LOADS, 1, 16, BANKS_16x4, &runs_16, .share = CLSMEM_SHARE_ONE_WORD, .confidence = 'R' },
    { STORES, 1, 16, BANKS_16x4, &runs_16, .share = CLSMEM_SHARE_NOTHING, .confidence = 'L' },
};

static const struct clsmem_bank_rule nv_cc2_rules[] = {
    { LOADS | STORES, 1, 4, BANKS_32x4, &runs_32, .confidence = 'H' },
    { LOADS | STORES, 8, 8, BANKS_32x4, &runs_16, .confidence = 'H' },
    { LOADS | STORES, 16, 16, BANKS_32x4, &runs_8, .joined = 2, .extra = 1, .confidence = 'H' },
};

static const struct clsmem_bank_rule nv_cc3_4b_rules[] = {
    { LOADS | STORES, 1, 4, BANKS_32x4_PAIRED, &runs_32, .confidence = 'H' },
    { LOADS | STORES, 8, 8, BANKS_32x4_PAIRED, &runs_32, .confidence = 'L' },
    { LOADS | STORES, 16, 16, BANKS_32x4_PAIRED, &runs_16, .confidence = 'L' },
};

static const struct clsmem_bank_rule nv_cc3_8b_rules[] = {
    { LOADS | STORES, 1, 8, BANKS_32x8, &runs_32, .confidence = 'H' },
    { LOADS | STORES, 16, 16, BANKS_32x8, &runs_16, .confidence = 'L' },
};

static const struct clsmem_bank_rule nv_cc5plus_rules[] = {
    { LOADS | STORES, 1, 4, BANKS_32x4, &runs_32, .confidence = 'H' },
    { LOADS, 8, 8, BANKS_32x4, &runs_16, .merged = &runs_32, .confidence = 'H' },
    { STORES, 8, 8, BANKS_32x4, &runs_16, .confidence = 'M' },
    { LOADS, 16, 16, BANKS_32x4, &runs_8, .merged = &runs_16, .confidence = 'H' },
    { STORES, 16, 16, BANKS_32x4, &runs_8, .confidence = 'M' },
    { ATOMICS, 4, 4, BANKS_32x4, &runs_32, .share = CLSMEM_SHARE_NOTHING, .confidence = 'M' },
    { INCREMENTS, 4, 4, BANKS_32x4, &runs_32, .confidence = 'M' },
    { COMPARES, 4, 4, BANKS_32x4, &runs_32, .share = CLSMEM_SHARE_NOTHING, .turns = 2, .confidence = 'M' },
    /* Other atomics of 8 bytes are loops that hardware may send round again without cause. */
    { EXCHANGES, 8, 8, BANKS_32x4, &runs_16, .share = CLSMEM_SHARE_NOTHING, .confidence = 'M' },
};

/* gcn and cdna3 differ only in how well their rules are known. */
#define GCN_RULES(confidence_letter)                                                                                  \
    { LOADS | STORES, 1, 4, BANKS_32x4, &runs_32, .confidence = (confidence_letter) },                                \
        { LOADS | STORES, 8, 8, BANKS_32x4, &runs_16, .confidence = (confidence_letter) },                            \
        { LOADS, 16, 16, BANKS_32x4, &permuted_8, .confidence = (confidence_letter) },                                \
        { STORES, 16, 16, BANKS_32x4, &runs_8, .confidence = (confidence_letter) },                                   \
    {                                                                                                                 \
        ATOMICS, 4, 4, BANKS_32x4, &runs_32, .share = CLSMEM_SHARE_NOTHING, .confidence = 'M'                         \
    }

static const struct clsmem_bank_rule gcn_rules[] = { GCN_RULES('M') };
static const struct clsmem_bank_rule cdna3_rules[] = { GCN_RULES('H') };

/* Loads of 4 bytes are contested: the other claim is one group of 64 lanes over 64 banks (README.md). */
static const struct clsmem_bank_rule cdna4_rules[] = {
    { LOADS, 1, 4, BANKS_32x4, &runs_32, .confidence = 'L' },
    { LOADS, 8, 8, BANKS_64x4, &runs_32, .confidence = 'H' },
    { LOADS, 12, 12, BANKS_32x4, &permuted_8, .confidence = 'M' },
    { LOADS, 16, 16, BANKS_64x4, &permuted_16, .confidence = 'H' },
    { STORES, 1, 4, BANKS_32x4, &runs_32, .confidence = 'L' },
    { STORES, 8, 8, BANKS_32x4, &runs_16, .confidence = 'M' },
    { STORES, 16, 16, BANKS_32x4, &runs_8, .confidence = 'L' },
    { ATOMICS, 4, 4, BANKS_32x4, &runs_32, .share = CLSMEM_SHARE_NOTHING, .confidence = 'L' },
};

static const struct clsmem_bank_rule rdna3_rules[] = {
    { LOADS | STORES, 1, 4, BANKS_32x4, &runs_32, .confidence = 'M' },
    { LOADS, 8, 8, BANKS_32x4, &runs_16, .confidence = 'M' },
    { STORES, 8, 8, BANKS_32x4, &runs_16, .confidence = 'L' },
    { LOADS, 16, 16, BANKS_32x4, &permuted_8, .confidence = 'M' },
    { STORES, 16, 16, BANKS_32x4, &runs_8, .confidence = 'L' },
    { ATOMICS, 4, 4, BANKS_32x4, &runs_32, .share = CLSMEM_SHARE_NOTHING, .confidence = 'L' },
};

static const struct clsmem_bank_rule rdna4_rules[] = {
    { LOADS | STORES, 1, 4, BANKS_32x4, &runs_32, .confidence = 'M' },
    { LOADS, 8, 8, BANKS_32x4, &runs_16, .confidence = 'M' },
    { STORES, 8, 8, BANKS_32x4, &runs_16, .confidence = 'L' },
    { LOADS, 16, 16, BANKS_32x4, &runs_8, .confidence = 'M' },
    { STORES, 16, 16, BANKS_32x4, &runs_8, .confidence = 'L' },
    { ATOMICS, 4, 4, BANKS_32x4, &runs_32, .share = CLSMEM_SHARE_NOTHING, .confidence = 'L' },
};

/* Of 8 and 16 bytes a lane Intel says nothing: how a message is split is not published. */
static const struct clsmem_bank_rule intel_gen9_rules[] = {
    { LOADS, 1, 4, BANKS_16x4, &runs_16, .confidence = 'H' },
    { STORES, 1, 4, BANKS_16x4, &runs_16, .share = CLSMEM_SHARE_NOTHING, .confidence = 'H' },
};

static const struct clsmem_bank_rule intel_xe_hpc_rules[] = {
    { LOADS, 1, 4, BANKS_64x8, &runs_32, .confidence = 'L' },
    { STORES, 1, 4, BANKS_64x8, &runs_32, .share = CLSMEM_SHARE_NOTHING, .confidence = 'L' },
};

#define RULES(table) table, sizeof(table) / sizeof *(table)

static const struct clsmem_bank_class classes[] = {
    { "none", "CPUs, Arm Mali: local memory is ordinary cached memory", 0, CLSMEM_MAX_LANES, NULL, 0, 'H',
      "CL_DEVICE_LOCAL_MEM_TYPE; Arm's OpenCL guide; PoCL's and Intel's CPU documentation" },
    { "nv_cc1", "NVIDIA Tesla, compute capability 1.x", 32, 32, RULES(nv_cc1_rules), 'R',
      "[CUDA] 1.x as recalled; later editions' contrast text" },
    { "nv_cc2", "NVIDIA Fermi, 2.x", 32, 32, RULES(nv_cc2_rules), 'H', "[CUDA] F.4.3" },
    { "nv_cc3_4b", "NVIDIA Kepler, 3.x, banks in 4-byte mode (the default)", 32, 32, RULES(nv_cc3_4b_rules), 'H',
      "[CUDA] F.5.3.2; wide accesses inferred" },
    { "nv_cc3_8b", "NVIDIA Kepler, 3.x, banks in 8-byte mode", 32, 32, RULES(nv_cc3_8b_rules), 'H',
      "[CUDA] F.5.3; 16 bytes inferred" },
    { "nv_cc5plus", "NVIDIA Maxwell to Blackwell, 5.0 to 12.x", 32, 32, RULES(nv_cc5plus_rules), 'H',
      "[CUDA]; [H200] 636 accesses counted, all equal" },
    { "gcn", "AMD GCN and CDNA 1-2, gfx6 to gfx90a", 64, 64, RULES(gcn_rules), 'M',
      "[AMD]; lane groups as on gfx942" },
    { "cdna3", "AMD CDNA 3, gfx940 to gfx942", 64, 64, RULES(cdna3_rules), 'H',
      "[AMD] [SHARK] [PYHIP] counters and timing" },
    { "cdna4", "AMD CDNA 4, gfx950", 64, 64, RULES(cdna4_rules), 'M',
      "[SHARK] [HIPKITTENS] for 8 and 16 bytes; 4-byte loads contested" },
    { "rdna3", "AMD RDNA 3, gfx11", 32, 32, RULES(rdna3_rules), 'M',
      "[AMD] [SHARK] loads timed on gfx1100; stores assumed" },
    { "rdna4", "AMD RDNA 4, gfx1200 and gfx1201", 32, 32, RULES(rdna4_rules), 'M',
      "[AMD] [SHARK] loads timed on gfx1201; stores assumed" },
    { "intel_gen9", "Intel Gen9 to Xe-HPG", 16, 32, RULES(intel_gen9_rules), 'M',
      "[INTEL] banks and stores; 16 lanes at a time recalled" },
    { "intel_xe_hpc", "Intel Xe-HPC (Ponte Vecchio)", 32, 32, RULES(intel_xe_hpc_rules), 'L',
      "[TRITON-XPU] 64 banks of 8 bytes, contested" },
};

const struct clsmem_bank_class *clsmem_bank_classes(size_t *count)
{
    *count = sizeof classes / sizeof *classes;
    return classes;
}

const struct clsmem_bank_class *clsmem_bank_class_find(const char *name)
{
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strcmp(classes[i].name, name) == 0)
            return &classes[i];
    return NULL;
}

static const struct clsmem_bank_rule *own_rule(const struct clsmem_bank_class *bank_class, enum clsmem_bank_op op,
                                               unsigned bytes)
{
    for (size_t i = 0; i < bank_class->rule_count; i++) {
        const struct clsmem_bank_rule *const rule = &bank_class->rules[i];

        /* A range of widths is one of powers of two. */
        if ((rule->ops & 1u << op) != 0 && bytes >= rule->least_bytes && bytes <= rule->most_bytes &&
            (bytes != 12 || rule->least_bytes == 12))
            return rule;
    }
    return NULL;
}

const struct clsmem_bank_rule *clsmem_bank_class_rule(const struct clsmem_bank_class *bank_class,
                                                      enum clsmem_bank_op op, unsigned bytes)
{
    const struct clsmem_bank_rule *const rule = own_rule(bank_class, op, bytes);

    return rule || op <= CLSMEM_ATOMIC ? rule : own_rule(bank_class, CLSMEM_ATOMIC, bytes);
}

bool clsmem_bank_class_has_banks(const struct clsmem_bank_class *bank_class)
{
    return bank_class->lanes > 0;
}

const char *clsmem_bank_op_word(enum clsmem_bank_op op)
{
    static const char *const words[] = {
#define OP_WORD(name, word) word,
        CLSMEM_BANK_OPS(OP_WORD)
#undef OP_WORD
    };

    return words[op];
}
