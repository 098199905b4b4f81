/* Banks found from what an H200 took for its accesses. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "geometry_trial.h"

#define CYCLES CLSMEM_TEST_DIR "/oracles/nvidia_h200_load_cycles.tsv"

/* Which column the time is from. */
enum column { LATENCY = 1, THROUGHPUT = 2 };

/* The file's rows mean nothing to us but their addresses. */
static bool read_cycles(enum column column, struct clsmem_timings *timings)
{
    FILE *const file = fopen(CYCLES, "r");
    char text[4096];

    *timings = (struct clsmem_timings){ .lanes = 32, .pitch_bytes = 512, .in_cycles = true };
    timings->rows = calloc(400, sizeof *timings->rows);
    if (!EXPECT(file != NULL) || !EXPECT(timings->rows != NULL) || !EXPECT(fgets(text, sizeof text, file) != NULL))
        return false;
    while (timings->count < 400 && fgets(text, sizeof text, file)) {
        struct clsmem_timing *const row = &timings->rows[timings->count++];
        double numbers[4];
        char *end = text;

        for (size_t i = 0; i < 4; i++)
            numbers[i] = strtod(end, &end);
        *row = (struct clsmem_timing){
            .op = CLSMEM_LOAD, .bytes = (unsigned)numbers[0], .pattern = CLSMEM_PATTERN_OTHER, .time = numbers[column]
        };
        for (unsigned lane = 0; lane < 32; lane++)
            row->addresses[lane] = (uint32_t)strtoul(end + (lane > 0), &end, 10);
    }
    fclose(file);
    return EXPECT_EQ_SIZE(timings->count, 267);
}

static void expect_h200(enum column column)
{
    struct clsmem_timings timings;
    struct clsmem_geometry geometry;
    const struct clsmem_bank_class *const nvidia = clsmem_bank_class_find("nv_cc5plus");

    if (read_cycles(column, &timings) && EXPECT(clsmem_geometry_infer(&timings, &geometry) == CLSMEM_OK)) {
        trial_note(&geometry);
        EXPECT_EQ_INT(geometry.verdict, CLSMEM_GEOMETRY_BANKS);
        EXPECT_EQ_SIZE(trial_wrong_rules(&timings, &geometry, nvidia), 0);
        EXPECT(geometry.best_count == 1 && geometry.best[0] == nvidia);
    }
    clsmem_timings_release(&timings);
}

static void the_h200_is_found_by_its_throughput(void)
{
    expect_h200(THROUGHPUT);
}

static void the_h200_is_found_by_its_latency(void)
{
    expect_h200(LATENCY);
}

CU_TestInfo geometry_tests[] = {
    TEST(the_h200_is_found_by_its_throughput),
    TEST(the_h200_is_found_by_its_latency),
    CU_TEST_INFO_NULL,
};
