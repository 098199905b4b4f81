/*
 * The reference cases of our sources: one access each, and the passes that documentation, counters or timing gave.
 * Cases that the sources contest are not here; README.md lists them with what we chose.
 */
#include <CUnit/CUnit.h>

#include "clsmem/bank.h"
#include "expect.h"

#define ALL UINT64_MAX
#define LANES(a, b) (UINT64_C(1) << (a) | UINT64_C(1) << (b))

/* X(class, operation, bytes, active lanes, address of lane l, passes); numbers in comments are the sources' own. */
#define NVIDIA_4_BYTES(X)                                                                                             \
    X(nv_cc5plus, LOAD, 4, ALL, 4 * l, 1)                      /* 1 */                                                \
    X(nv_cc5plus, LOAD, 4, ALL, 8 * l, 2)                      /* 2 */                                                \
    X(nv_cc5plus, LOAD, 4, ALL, 12 * l, 1)                     /* 3 */                                                \
    X(nv_cc5plus, LOAD, 4, ALL, 128 * l, 32)                   /* 4 */                                                \
    X(nv_cc5plus, LOAD, 4, ALL, 132 * l, 1)                    /* 5 */                                                \
    X(nv_cc5plus, LOAD, 4, ALL, 0 * l, 1)                      /* 6 */                                                \
    X(nv_cc5plus, LOAD, 4, ALL, 4 * (l / 2), 1)                /* 7 */                                                \
    X(nv_cc5plus, LOAD, 1, ALL, l, 1)                          /* 8 */                                                \
    X(nv_cc5plus, LOAD, 1, ALL, 32 * l, 8)                     /* 9 */                                                \
    X(nv_cc5plus, LOAD, 2, ALL, 130 * l, 2)                    /* 10 */                                               \
    X(nv_cc5plus, LOAD, 2, ALL, 132 * l, 1)                    /* 11 */                                               \
    X(nv_cc5plus, STORE, 4, ALL, 0 * l, 1)                     /* 12 */                                               \
    X(nv_cc5plus, LOAD, 4, ALL, 4 * (l % 16 * 16 + l / 16), 8) /* 20 */                                               \
    X(nv_cc5plus, LOAD, 4, ALL, 4 * (l % 16 * 17 + l / 16), 2) /* 21 */                                               \
    X(nv_cc5plus, LOAD, 4, ALL, 4 * (l / 16 * 17 + l % 16), 2)                                                        \
    X(nv_cc5plus, LOAD, 4, ALL, 4 * (l % 16 * 18 + l / 16), 1) /* 22 */                                               \
    X(nv_cc5plus, LOAD, 4, ALL, 4 * (l / 16 * 18 + l % 16), 2)                                                        \
    X(nv_cc5plus, LOAD, 4, ALL, 132 * l + 0, 1) /* 29: a misaligned float4 is four loads */                           \
    X(nv_cc5plus, LOAD, 4, ALL, 132 * l + 4, 1)                                                                       \
    X(nv_cc5plus, LOAD, 4, ALL, 132 * l + 8, 1)                                                                       \
    X(nv_cc5plus, LOAD, 4, ALL, 132 * l + 12, 1)                                                                      \
    X(nv_cc5plus, LOAD, 4, ALL, 4 * (l / 4 * 32 + l % 4), 8) /* 30 */                                                 \
    X(nv_cc5plus, LOAD, 4, ALL, 4 * (l / 4 * 33 + l % 4), 4)                                                          \
    X(nv_cc5plus, LOAD, 4, ALL, 4 * (l / 4 * 36 + l % 4), 1)                                                          \
    X(nv_cc5plus, LOAD, 4, ALL, 4 * (l / 4 * 40 + l % 4), 2)                                                          \
    X(nv_cc5plus, LOAD, 4, ALL, 4 * (32 * l + (5 ^ l)), 1)      /* 32 */                                              \
    X(nv_cc5plus, LOAD, 4, ALL, 4 * (32 * l + (5 + l) % 32), 1) /* 33 */

#define NVIDIA_WIDE(X)                                                                                                \
    X(nv_cc5plus, LOAD, 8, ALL, 8 * l, 2)                                                /* 13 */                     \
    X(nv_cc5plus, LOAD, 8, ALL, 8 * (l / 2), 1)                                          /* 14 */                     \
    X(nv_cc5plus, LOAD, 8, 0xffff, 8 * l, 1)                                             /* 15 */                     \
    X(nv_cc5plus, LOAD, 8, 0x17fff, l == 16 ? 8 * 15 : 8 * l, 2)                         /* 16 */                     \
    X(nv_cc5plus, LOAD, 8, ALL, l < 16 ? 8 * (l / 2) : 8 * (4 * (l / 4) + l % 4 % 2), 2) /* 17 */                     \
    X(nv_cc5plus, LOAD, 8, ALL, 8 * (l % 16), 2)                                         /* 18 */                     \
    X(nv_cc5plus, LOAD, 8, ALL, 256 * l, 32)                                             /* 19 */                     \
    X(nv_cc5plus, LOAD, 8, ALL, 264 * l, 2)                                                                           \
    X(nv_cc5plus, LOAD, 16, ALL, 16 * l, 4)                                                /* 23 */                   \
    X(nv_cc5plus, LOAD, 16, ALL, 128 * l, 32)                                              /* 24 */                   \
    X(nv_cc5plus, LOAD, 16, ALL, 0 * l, 2)                                                 /* 25 */                   \
    X(nv_cc5plus, STORE, 16, ALL, 0 * l, 4)                                                /* 26 */                   \
    X(nv_cc5plus, LOAD, 16, ALL, 16 * (l / 16 * 4 + l % 16 / 8 + 8 * (l % 8 / 4)), 4)      /* 27 */                   \
    X(nv_cc5plus, LOAD, 16, LANES(15, 16), 64 + 0 * l, 2)                                  /* 27a */                  \
    X(nv_cc5plus, LOAD, 16, LANES(0, 15), 64 + 0 * l, 1)                                   /* 27b */                  \
    X(nv_cc5plus, LOAD, 16, ALL, 16 * (2 * (l / 8) + l % 8 / 2 % 2), 2)                    /* 27c */                  \
    X(nv_cc5plus, LOAD, 16, ALL, 16 * (2 * (l / 8) + (l < 16 ? l % 8 / 2 % 2 : l % 2)), 4) /* 27d */                  \
    X(nv_cc5plus, LOAD, 16, ALL, 144 * l, 4)                                               /* 28 */                   \
    X(nv_cc5plus, LOAD, 16, ALL, 160 * l, 8)                                                                          \
    X(nv_cc5plus, LOAD, 16, ALL, 128 * l ^ (128 * l >> 3 & 0x70), 4) /* 31 */

/* 35 says "2-way" and no passes: see the_class_of_fermi_is_two_way_at_16_bytes. */
#define NVIDIA_OLD(X)                                                                                                 \
    X(nv_cc2, LOAD, 8, ALL, 8 * l, 2)    /* 34: two half sub-groups, no conflict */                                   \
    X(nv_cc3_4b, LOAD, 4, ALL, 8 * l, 1) /* 36 */                                                                     \
    X(nv_cc3_4b, LOAD, 4, ALL, 16 * l, 2)                                                                             \
    X(nv_cc3_4b, LOAD, 4, ALL, 128 * l, 16)                                                                           \
    X(nv_cc3_8b, LOAD, 8, ALL, 8 * l, 1)  /* 37 */                                                                    \
    X(nv_cc3_8b, LOAD, 4, ALL, 12 * l, 2) /* 38 */                                                                    \
    X(nv_cc3_4b, LOAD, 4, ALL, 12 * l, 1)

#define AMD_CDNA3(X)                                                                                                  \
    X(cdna3, LOAD, 4, ALL, 4 * l, 2) /* 39 */                                                                         \
    X(cdna3, LOAD, 4, ALL, 8 * l, 4)                                                                                  \
    X(cdna3, LOAD, 4, ALL, 16 * l, 8)                                                                                 \
    X(cdna3, LOAD, 4, ALL, 32 * l, 16)                                                                                \
    X(cdna3, LOAD, 4, ALL, 64 * l, 32)                                                                                \
    X(cdna3, LOAD, 4, ALL, 128 * l, 64)                                                                               \
    X(cdna3, LOAD, 4, ALL, 132 * l, 2) /* 40 */                                                                       \
    X(cdna3, LOAD, 8, ALL, 8 * l, 4)   /* 41 */                                                                       \
    X(cdna3, LOAD, 8, ALL, 16 * l, 8)                                                                                 \
    X(cdna3, LOAD, 8, ALL, 32 * l, 16)                                                                                \
    X(cdna3, LOAD, 8, ALL, 64 * l, 32)                                                                                \
    X(cdna3, LOAD, 8, ALL, 128 * l, 64)                                                                               \
    X(cdna3, LOAD, 16, ALL, 16 * l, 8) /* 42 */                                                                       \
    X(cdna3, LOAD, 16, ALL, 32 * l, 16)                                                                               \
    X(cdna3, LOAD, 16, ALL, 64 * l, 32)                                                                               \
    X(cdna3, LOAD, 16, ALL, 128 * l, 64)                                                                              \
    X(cdna3, LOAD, 16, LANES(0, 20), l ? 128 : 0, 2)         /* 43: one group, one conflict */                        \
    X(cdna3, LOAD, 16, LANES(0, 4), l ? 128 : 0, 2)          /* 44: two groups, no conflict */                        \
    X(cdna3, LOAD, 16, ALL, l % 16 * 64 + 16 * (l / 16), 16) /* 45 */                                                 \
    X(cdna3, LOAD, 16, ALL, l % 16 * 128 + 16 * (l / 16), 32)                                                         \
    X(cdna3, LOAD, 16, ALL, l % 16 * 144 + 16 * (l / 16), 16)                                                         \
    X(cdna3, LOAD, 16, ALL, l % 16 * 160 + 16 * (l / 16), 8)                                                          \
    X(cdna3, LOAD, 16, ALL, l % 16 * 272 + 16 * (l / 16), 16)                                                         \
    X(cdna3, LOAD, 16, ALL, l % 16 * 128 + 16 * (l / 16 ^ l % 8), 8)   /* 46 */                                       \
    X(cdna3, STORE, 16, ALL, 16 * l, 8)                                /* 47 */                                       \
    X(cdna3, LOAD, 8, ALL, 8 * (32 * (l % 16) + (l / 16 ^ l % 8)), 8)  /* 48 */                                       \
    X(cdna3, LOAD, 8, ALL, 8 * (32 * (l % 16) + (l / 16 ^ l % 16)), 4) /* 49 */                                       \
    X(cdna3, LOAD, 4, ALL, 4 * (l % 8 * 8 + l / 8), 4)                 /* 50 */                                       \
    X(cdna3, LOAD, 4, ALL, 4 * (l % 8 * 9 + l / 8), 4)                                                                \
    X(cdna3, LOAD, 4, ALL, 4 * (l % 8 * 12 + l / 8), 2)

#define AMD_OTHERS(X)                                                                                                 \
    X(cdna4, LOAD, 8, ALL, 8 * l, 2) /* 51 */                                                                         \
    X(cdna4, LOAD, 8, ALL, 16 * l, 4)                                                                                 \
    X(cdna4, LOAD, 8, ALL, 32 * l, 8)                                                                                 \
    X(cdna4, LOAD, 8, ALL, 64 * l, 16)                                                                                \
    X(cdna4, LOAD, 8, ALL, 128 * l, 32)                                                                               \
    X(cdna4, LOAD, 8, ALL, 256 * l, 64)                                                                               \
    X(cdna4, LOAD, 16, ALL, 16 * l, 4) /* 52 */                                                                       \
    X(cdna4, LOAD, 16, ALL, 256 * l, 64)                                                                              \
    X(cdna4, LOAD, 16, ALL, l % 16 * 128 + 16 * (l / 16), 16) /* 53 */                                                \
    X(cdna4, LOAD, 16, ALL, l % 16 * 144 + 16 * (l / 16), 8)                                                          \
    X(cdna4, LOAD, 16, ALL, l % 16 * 160 + 16 * (l / 16), 4)                                                          \
    X(cdna4, LOAD, 16, ALL, l % 16 * 256 + 16 * (l / 16), 32)                                                         \
    X(cdna4, LOAD, 12, ALL, 16 * l, 8) /* 54 */                                                                       \
    X(cdna4, STORE, 8, ALL, 8 * l, 4)  /* 55 */                                                                       \
    X(cdna4, STORE, 8, ALL, 128 * l, 64)                                                                              \
    X(rdna3, LOAD, 4, ALL, 4 * l, 1) /* 57 */                                                                         \
    X(rdna3, LOAD, 4, ALL, 8 * l, 2)                                                                                  \
    X(rdna3, LOAD, 4, ALL, 16 * l, 4)                                                                                 \
    X(rdna3, LOAD, 4, ALL, 32 * l, 8)                                                                                 \
    X(rdna3, LOAD, 4, ALL, 64 * l, 16)                                                                                \
    X(rdna3, LOAD, 4, ALL, 128 * l, 32)                                                                               \
    X(rdna3, LOAD, 16, ALL, l % 16 * 144 + 16 * (l / 16), 8) /* 58 */                                                 \
    X(rdna4, LOAD, 16, ALL, l % 16 * 144 + 16 * (l / 16), 4)                                                          \
    X(rdna3, LOAD, 16, ALL, l % 16 * 160 + 16 * (l / 16), 4) /* 59 */                                                 \
    X(rdna4, LOAD, 16, ALL, l % 16 * 160 + 16 * (l / 16), 8)                                                          \
    X(rdna3, LOAD, 4, ALL, 4 * (l / 16 * 256 + l % 16), 2) /* 60 */                                                   \
    X(rdna3, LOAD, 4, ALL, 4 * (l / 16 * 260 + l % 16), 2)                                                            \
    X(rdna3, LOAD, 4, ALL, 4 * (l / 16 * 264 + l % 16), 2)                                                            \
    X(rdna3, LOAD, 4, ALL, 4 * (l / 16 * 272 + l % 16), 1)

/* 63 is the one computed on a contested geometry, which is the one that the class has. */
#define INTEL(X)                                                                                                      \
    X(intel_gen9, LOAD, 4, ALL, 4 * l, 1) /* 61 */                                                                    \
    X(intel_gen9, LOAD, 4, ALL, 64 * l, 16)                                                                           \
    X(intel_gen9, LOAD, 4, ALL, 68 * l, 1)                                                                            \
    X(intel_gen9, STORE, 4, ALL, 0 * l, 16)    /* 62 */                                                               \
    X(intel_xe_hpc, LOAD, 4, ALL, 512 * l, 32) /* 63 */                                                               \
    X(intel_xe_hpc, LOAD, 4, ALL, 520 * l, 1)

static unsigned passes_of(const char *name, struct clsmem_bank_access access, const uint32_t *addresses)
{
    const struct clsmem_bank_class *const bank_class = clsmem_bank_class_find(name);

    if (!EXPECT(bank_class != NULL))
        return 0;
    access.lanes = bank_class->lanes;
    access.addresses = addresses;
    if (!EXPECT_EQ_INT(clsmem_bank_check(bank_class, &access), CLSMEM_OK))
        expect_note("%s", clsmem_error_text());
    return clsmem_bank_cost(bank_class, &access, NULL).passes;
}

#define EXPECT_CASE(name, operation, width, mask, address, expected)                                                  \
    do {                                                                                                              \
        const struct clsmem_bank_access access = { CLSMEM_##operation, .bytes = (width), .active = (mask) };          \
        uint32_t addresses[CLSMEM_MAX_LANES];                                                                         \
        for (uint32_t l = 0; l < CLSMEM_MAX_LANES; l++)                                                               \
            addresses[l] = (address);                                                                                 \
        if (!EXPECT_EQ_INT(passes_of(#name, access, addresses), expected))                                            \
            expect_note("%s, %s of %d bytes, lane l at %s", #name, #operation, width, #address);                      \
    } while (0);

static void cases_of_nvidia_up_to_4_bytes_cost_what_the_sources_say(void)
{
    NVIDIA_4_BYTES(EXPECT_CASE)
}

static void wide_cases_of_nvidia_cost_what_the_sources_say(void)
{
    NVIDIA_WIDE(EXPECT_CASE)
}

static void cases_of_older_nvidia_classes_cost_what_the_sources_say(void)
{
    NVIDIA_OLD(EXPECT_CASE)
}

static void cases_of_cdna3_cost_what_the_sources_say(void)
{
    AMD_CDNA3(EXPECT_CASE)
}

static void cases_of_cdna4_and_rdna_cost_what_the_sources_say(void)
{
    AMD_OTHERS(EXPECT_CASE)
}

static void cases_of_intel_cost_what_the_sources_say(void)
{
    INTEL(EXPECT_CASE)
}

static double degree_of(const char *name, enum clsmem_bank_op op, unsigned bytes, uint64_t active, uint32_t stride)
{
    const struct clsmem_bank_class *const bank_class = clsmem_bank_class_find(name);
    uint32_t addresses[CLSMEM_MAX_LANES];
    const struct clsmem_bank_access access = { op, bytes, bank_class->lanes, active, addresses };

    for (uint32_t l = 0; l < CLSMEM_MAX_LANES; l++)
        addresses[l] = stride * l;

    const struct clsmem_bank_cost cost = clsmem_bank_cost(bank_class, &access, NULL);

    return clsmem_bank_degree(&cost);
}

static void the_class_of_fermi_is_two_way_at_16_bytes(void)
{
    EXPECT_NEAR(degree_of("nv_cc2", CLSMEM_LOAD, 16, ALL, 16), 2, 0); /* 35 */
    EXPECT_NEAR(degree_of("nv_cc2", CLSMEM_LOAD, 16, ALL, 32), 3, 0); /* one more than a quarter's two-way */
    EXPECT_NEAR(degree_of("nv_cc2", CLSMEM_LOAD, 8, ALL, 8), 1, 0);   /* 34 */
}

static void the_class_of_tesla_is_two_way_at_8_bytes_and_four_way_at_16(void)
{
    EXPECT_NEAR(degree_of("nv_cc1", CLSMEM_LOAD, 4, ALL, 4), 1, 0);
    EXPECT_NEAR(degree_of("nv_cc1", CLSMEM_LOAD, 8, ALL, 8), 2, 0);
    EXPECT_NEAR(degree_of("nv_cc1", CLSMEM_LOAD, 16, ALL, 16), 4, 0);
    EXPECT_NEAR(degree_of("nv_cc1", CLSMEM_LOAD, 4, ALL, 0), 1, 0); /* one word may go to all */
    EXPECT_NEAR(degree_of("nv_cc1", CLSMEM_LOAD, 1, ALL, 1), 4, 0); /* but several words may not: char[t] */
    EXPECT_NEAR(degree_of("nv_cc1", CLSMEM_STORE, 4, ALL, 0), 16, 0);
}

/* 64: nothing to predict, and no number that looks like a prediction. */
static void without_banks_there_is_no_cost(void)
{
    EXPECT(degree_of("none", CLSMEM_LOAD, 4, ALL, 4) != degree_of("none", CLSMEM_LOAD, 4, ALL, 4)); /* NAN */
}

CU_TestInfo bank_reference_tests[] = {
    TEST(cases_of_nvidia_up_to_4_bytes_cost_what_the_sources_say),
    TEST(wide_cases_of_nvidia_cost_what_the_sources_say),
    TEST(cases_of_older_nvidia_classes_cost_what_the_sources_say),
    TEST(cases_of_cdna3_cost_what_the_sources_say),
    TEST(cases_of_cdna4_and_rdna_cost_what_the_sources_say),
    TEST(cases_of_intel_cost_what_the_sources_say),
    TEST(the_class_of_fermi_is_two_way_at_16_bytes),
    TEST(the_class_of_tesla_is_two_way_at_8_bytes_and_four_way_at_16),
    TEST(without_banks_there_is_no_cost),
    CU_TEST_INFO_NULL,
};
