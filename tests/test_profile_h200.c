/* The profile of an H200 that this project shows around, against what counters and clocks of such a device said. */
#include <CUnit/CUnit.h>

#include "clsmem/profile.h"
#include "expect.h"

#define PROFILE CLSMEM_TEST_DIR "/../bench/profiles/nvidia-h200.json"

static double value_of(const struct clsmem_profile *profile, enum clsmem_probe probe, const char *quantity,
                       const char *of, unsigned at)
{
    const struct clsmem_figure *const figure = clsmem_profile_find(profile, probe, quantity, of, at);

    if (!EXPECT(figure != NULL))
        expect_note("%s %s %u", quantity, of, at);
    return figure ? figure->value : 0;
}

static void read_profile(struct clsmem_profile *profile)
{
    if (!EXPECT_EQ_INT(clsmem_profile_read(PROFILE, profile), CLSMEM_OK))
        expect_note("%s", clsmem_error_text());
}

static void every_probe_ended_well_in_20_seconds(void)
{
    struct clsmem_profile profile;
    double seconds = 0;

    read_profile(&profile);
    for (int i = 0; i < CLSMEM_PROBE_COUNT; i++) {
        EXPECT_EQ_INT(profile.probes[i].end, i == CLSMEM_PROBE_CACHE ? CLSMEM_PROBE_SKIPPED : CLSMEM_PROBE_OK);
        seconds += profile.probes[i].seconds;
    }
    EXPECT(seconds < 20);
    clsmem_profile_release(&profile);
}

static void its_class_is_nv_cc5plus_by_far(void)
{
    struct clsmem_profile profile;

    read_profile(&profile);
    EXPECT_EQ_INT(profile.geometry.verdict, CLSMEM_GEOMETRY_BANKS);
    if (EXPECT_EQ_SIZE(profile.geometry.best_count, 1))
        EXPECT_EQ_STR(profile.geometry.best[0]->name, "nv_cc5plus");
    EXPECT(profile.geometry.behind > 500);
    for (size_t i = 0; i < profile.geometry.rule_count; i++)
        EXPECT(profile.geometry.rules[i].known);
    clsmem_profile_release(&profile);
}

/* Recorded: 28.15 to 28.28 cycles, 2.00 a further pass. */
static void latency_is_the_recorded_one(void)
{
    struct clsmem_profile profile;

    read_profile(&profile);
    EXPECT_NEAR(value_of(&profile, CLSMEM_PROBE_LATENCY, "latency", "load4", 0), 28, 1);
    EXPECT_NEAR(value_of(&profile, CLSMEM_PROBE_LATENCY, "pass", "load4", 0), 2, 0.04);
    EXPECT_NEAR(value_of(&profile, CLSMEM_PROBE_LATENCY, "pass", "atomic_add", 0), 2, 0.04);
    clsmem_profile_release(&profile);
}

static void a_degree_costs_as_many_cycles(void)
{
    struct clsmem_profile profile;

    read_profile(&profile);
    for (unsigned degree = 1; degree <= 32; degree++)
        EXPECT_NEAR(value_of(&profile, CLSMEM_PROBE_BANDWIDTH, "cost", "load4", degree) / degree, 1, 0.02);
    EXPECT(value_of(&profile, CLSMEM_PROBE_BANDWIDTH, "rate", "load16", 1) >= 0.97 * 128);
    clsmem_profile_release(&profile);
}

/* Barriers of one work-group alone, recorded by other means, in cycles. */
static void barriers_cost_what_was_recorded(void)
{
    static const double recorded[] = { 14.27, 16.28, 20.28, 28.30, 44.30, 76.29 };
    struct clsmem_profile profile;

    read_profile(&profile);
    for (unsigned i = 0; i < sizeof recorded / sizeof *recorded; i++)
        EXPECT_NEAR(value_of(&profile, CLSMEM_PROBE_BARRIER, "barrier", "", 32u << i) / recorded[i], 1, 0.05);
    clsmem_profile_release(&profile);
}

/* By the vendor's guides 228 KiB, and 1 KiB that each work-group takes; 128 bytes a block. */
static void capacity_is_that_of_the_vendors_guides(void)
{
    struct clsmem_profile profile;

    read_profile(&profile);
    EXPECT_NEAR(value_of(&profile, CLSMEM_PROBE_CAPACITY, "unit_bytes", "", 0), 228 * 1024, 0);
    EXPECT_NEAR(value_of(&profile, CLSMEM_PROBE_CAPACITY, "block_bytes", "", 0), 128, 0);
    EXPECT_NEAR(value_of(&profile, CLSMEM_PROBE_CAPACITY, "most_groups", "", 0), 32, 0);
    EXPECT_NEAR(value_of(&profile, CLSMEM_PROBE_CAPACITY, "reserved_bytes", "", 0), 1024, 64);
    clsmem_profile_release(&profile);
}

CU_TestInfo profile_h200_tests[] = {
    TEST(every_probe_ended_well_in_20_seconds),
    TEST(its_class_is_nv_cc5plus_by_far),
    TEST(latency_is_the_recorded_one),
    TEST(a_degree_costs_as_many_cycles),
    TEST(barriers_cost_what_was_recorded),
    TEST(capacity_is_that_of_the_vendors_guides),
    CU_TEST_INFO_NULL,
};
