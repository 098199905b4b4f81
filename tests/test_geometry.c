/* Banks found from what an H200 took for its accesses. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "geometry_trial.h"

#define CYCLES CLSMEM_TEST_DIR "/oracles/nvidia_h200_load_cycles.tsv"
/* What clsmem-probe measured there, as columns: op, bytes, pattern, a, b, cycles, doubt. */
#define TIMINGS CLSMEM_TEST_DIR "/oracles/nvidia_h200_timings.tsv"

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
    char text[2000];
    const struct clsmem_bank_class *const nvidia = clsmem_bank_class_find("nv_cc5plus");

    if (read_cycles(column, &timings) && EXPECT(clsmem_geometry_infer(&timings, &geometry) == CLSMEM_OK)) {
        bool holds = EXPECT_EQ_INT(geometry.verdict, CLSMEM_GEOMETRY_BANKS);

        holds &= EXPECT_EQ_SIZE(trial_known_rules(&geometry), 5);
        holds &= EXPECT_EQ_SIZE(trial_wrong_rules(&timings, &geometry, nvidia), 0);
        holds &= EXPECT(geometry.best_count == 1 && geometry.best[0] == nvidia && geometry.behind > 100);
        holds &= EXPECT_NEAR(trial_rule(&geometry, CLSMEM_LOAD, 4)->per_pass, column == LATENCY ? 2.0 : 1.0, 0.02);
        holds &= EXPECT_CONTAINS(clsmem_geometry_words(&geometry, text, sizeof text), "32 banks of 4 bytes\n");
        holds &= EXPECT_CONTAINS(text, "8-byte loads go in 2 groups of 16 consecutive lanes, in 1 of 32 where pairs");
        holds &= EXPECT_CONTAINS(text, "16-byte loads go in 4 groups of 8 consecutive lanes, in 2 of 16 where pairs");
        if (!holds)
            trial_note(&geometry);
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

/* The table has all patterns of a full run, in the order that they are made in. */
static bool read_timings(struct clsmem_timings *timings)
{
    FILE *const file = fopen(TIMINGS, "r");
    char text[256], op[16], pattern[16];
    size_t count = 0;

    if (!EXPECT(clsmem_timings_make(32, 47 << 10, CLSMEM_TIMING_FULL, timings) == CLSMEM_OK) ||
        !EXPECT(file != NULL) || !EXPECT(fgets(text, sizeof text, file) != NULL))
        return false;
    for (; count < timings->count && fgets(text, sizeof text, file); count++) {
        struct clsmem_timing *const row = &timings->rows[count];
        unsigned bytes, a, b;

        if (!EXPECT_EQ_INT(
                sscanf(text, "%15s %u %15s %u %u %lf %lf", op, &bytes, pattern, &a, &b, &row->time, &row->doubt), 7) ||
            !EXPECT(strcmp(op, clsmem_bank_op_word(row->op)) == 0 && bytes == row->bytes && a == row->a &&
                    b == row->b && strcmp(pattern, clsmem_pattern_word(row->pattern)) == 0))
            break;
    }
    fclose(file);
    return EXPECT_EQ_SIZE(count, timings->count);
}

static void the_h200_is_found_by_our_own_patterns(void)
{
    const struct clsmem_bank_class *const nvidia = clsmem_bank_class_find("nv_cc5plus");
    struct clsmem_timings timings;
    struct clsmem_geometry geometry;

    if (read_timings(&timings) && EXPECT(clsmem_geometry_infer(&timings, &geometry) == CLSMEM_OK)) {
        bool holds = EXPECT_EQ_SIZE(trial_known_rules(&geometry), geometry.rule_count);

        holds &= EXPECT_EQ_SIZE(trial_wrong_rules(&timings, &geometry, nvidia), 0);
        holds &= EXPECT(geometry.best_count == 1 && geometry.best[0] == nvidia && geometry.behind > 500);
        /* Merged loads of one and two passes stand out a little; all else is as the model says. */
        for (size_t i = 0; i < geometry.rule_count; i++)
            holds &= EXPECT_NEAR(geometry.rules[i].per_pass, 1, 0.02) & EXPECT(geometry.rules[i].misfit < 0.01);
        if (!holds)
            trial_note(&geometry);
    }
    clsmem_timings_release(&timings);
}

/* Times of a class that is none of ours, by a model of its own. */
static bool infer_device(const struct clsmem_bank_class *truth, double noise, uint64_t seed,
                         enum clsmem_timing_scale scale, struct clsmem_geometry *geometry,
                         struct clsmem_timings **timings)
{
    const struct trial_device device = trial_device_of(truth, noise, seed);
    struct clsmem_geometry_model *const model = trial_model(truth->lanes, scale, timings);

    if (!EXPECT(model != NULL))
        return false;
    trial_take_times(&device, *timings);
    return EXPECT(clsmem_geometry_model_infer(model, *timings, geometry) == CLSMEM_OK);
}

static const struct clsmem_lane_groups all_32 = { 1, { 0xffffffffu } };
static const struct clsmem_lane_groups halves = { 2, { 0xffffu, 0xffff0000u } };
static const struct clsmem_lane_groups even_odd = { 2, { 0x55555555u, 0xaaaaaaaau } };
/* {0,1,2,3,4, 24,25,26} and so on: no subspace, so pairs alone tell. */
static const struct clsmem_lane_groups odd_ones = { 4, { 0x0700001fu, 0xf80000e0u, 0x0000ff00u, 0x00ff0000u } };

#define WIDE 1u << CLSMEM_LOAD | 1u << CLSMEM_STORE
static const struct clsmem_bank_rule even_odd_rules[] = {
    { WIDE, 1, 4, { 32, 4, 128 }, &all_32, .confidence = 'M' },
    { WIDE, 8, 8, { 32, 4, 128 }, &even_odd, .confidence = 'M' },
    { 1u << CLSMEM_ATOMIC, 4, 4, { 32, 4, 128 }, &all_32, .confidence = 'M' },
};
static const struct clsmem_bank_rule wide_bank_rules[] = {
    { WIDE, 1, 8, { 16, 8, 128 }, &all_32, .confidence = 'M' },
    { WIDE, 16, 16, { 16, 8, 128 }, &halves, .confidence = 'M' },
    { 1u << CLSMEM_ATOMIC, 4, 4, { 16, 8, 128 }, &all_32, .share = CLSMEM_SHARE_NOTHING, .confidence = 'M' },
};
static const struct clsmem_bank_rule odd_one_rules[] = {
    { WIDE, 1, 8, { 32, 4, 128 }, &all_32, .confidence = 'M' },
    { 1u << CLSMEM_LOAD, 16, 16, { 32, 4, 128 }, &odd_ones, .confidence = 'M' },
};

#define STRANGE(name, rules)                                                                                          \
    {                                                                                                                 \
        name, "none of ours", 32, 32, rules, sizeof(rules) / sizeof *(rules), 'M', "made up"                          \
    }
static const struct clsmem_bank_class strangers[] = {
    STRANGE("even_odd", even_odd_rules),
    STRANGE("wide_banks", wide_bank_rules),
};
static const struct clsmem_bank_class odd_one = STRANGE("odd_ones", odd_one_rules);

/* What was found says of every row what the truth says, where it says anything. */
static size_t differences(const struct clsmem_timings *timings, const struct clsmem_bank_class *found,
                          const struct clsmem_bank_class *truth, size_t *spoken)
{
    size_t count = 0;

    *spoken = 0;
    for (size_t i = 0; i < timings->count; i++) {
        const struct clsmem_bank_access access = clsmem_timing_access(timings, &timings->rows[i]);
        const struct clsmem_bank_cost cost = clsmem_bank_cost(found, &access, NULL);

        *spoken += cost.known;
        count += cost.known && cost.passes != clsmem_bank_cost(truth, &access, NULL).passes;
    }
    return count;
}

static void expect_stranger(const struct clsmem_bank_class *truth, enum clsmem_timing_scale scale, uint64_t seed)
{
    struct clsmem_geometry geometry;
    struct clsmem_timings *timings;
    struct clsmem_bank_rule rules[CLSMEM_GEOMETRY_MAX_RULES];
    struct clsmem_bank_class found;
    size_t spoken;
    bool holds;

    if (!infer_device(truth, 0.01, seed, scale, &geometry, &timings))
        return;
    holds = EXPECT_EQ_INT(geometry.verdict, CLSMEM_GEOMETRY_BANKS);
    holds &= EXPECT_EQ_SIZE(geometry.best_count, 0);
    holds &= EXPECT(clsmem_geometry_class(&geometry, "probed", "a device", "timing", rules, &found));
    holds &= EXPECT_EQ_SIZE(found.lanes, 32);
    holds &= EXPECT_EQ_SIZE(differences(timings, &found, truth, &spoken), 0);
    holds &= EXPECT(spoken > timings->count / 4);
    if (!holds) {
        expect_note("%s, seed %u", truth->name, (unsigned)seed);
        trial_note(&geometry);
    }
}

static void an_unknown_device_gets_a_class_of_its_own(void)
{
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        for (uint64_t seed = 0; seed < 12; seed++)
            expect_stranger(&strangers[i], CLSMEM_TIMING_QUICK, seed);
}

/* Pairs tell only without a floor, as even seeds are, and where a pass is much of the time, as with three in four. */
static void groups_that_are_no_subspaces_are_read_from_pairs(void)
{
    size_t found = 0, wrong = 0;

    for (uint64_t seed = 0; seed < 32; seed += 2) {
        struct clsmem_geometry geometry;
        struct clsmem_timings *timings;
        const struct clsmem_geometry_rule *rule;

        if (!infer_device(&odd_one, 0.01, seed, CLSMEM_TIMING_FULL, &geometry, &timings))
            return;
        rule = trial_rule(&geometry, CLSMEM_LOAD, 16);
        found += rule->known && rule->groups.count == 4 && rule->groups.lanes[0] == odd_ones.lanes[0];
        if (trial_wrong_rules(timings, &geometry, &odd_one) + geometry.best_count > 0) {
            expect_note("seed %u", (unsigned)seed);
            trial_note(&geometry);
            wrong++;
        }
    }
    EXPECT_EQ_SIZE(wrong, 0);
    if (!EXPECT(found >= 11))
        expect_note("found in %zu of 16", found);
}

/* nv_cc5plus but for one width, which is that of another class. */
static void one_width_that_is_served_otherwise_is_noticed(void)
{
    const struct clsmem_bank_class *const nvidia = clsmem_bank_class_find("nv_cc5plus");
    static const unsigned widths[] = { 8, 16 };
    const struct clsmem_lane_groups permuted = { 4, { 0x00f0000fu, 0x000f00f0u, 0xf0000f00u, 0x0f00f000u } };
    struct clsmem_bank_rule rules[16];

    for (size_t w = 0; w < 2; w++) {
        struct clsmem_bank_class mutated = *nvidia;
        struct clsmem_geometry geometry;
        struct clsmem_timings *timings;

        memcpy(rules, nvidia->rules, nvidia->rule_count * sizeof *rules);
        for (size_t i = 0; i < nvidia->rule_count; i++)
            if (rules[i].ops == 1u << CLSMEM_STORE && rules[i].least_bytes == widths[w])
                rules[i].groups = &permuted;
        mutated.rules = rules;
        for (uint64_t seed = 0; seed < 8; seed++) {
            if (!infer_device(&mutated, 0.02, seed, CLSMEM_TIMING_QUICK, &geometry, &timings))
                return;
            if (!EXPECT(!trial_is_best(&geometry, nvidia)) |
                !EXPECT_EQ_SIZE(trial_wrong_rules(timings, &geometry, &mutated), 0))
                trial_note(&geometry);
        }
    }
}

static void classes_that_say_the_same_are_alike(void)
{
    struct clsmem_geometry geometry;
    struct clsmem_timings *timings;

    if (!infer_device(clsmem_bank_class_find("cdna3"), 0.01, 4, CLSMEM_TIMING_QUICK, &geometry, &timings))
        return;
    EXPECT_EQ_SIZE(geometry.best_count, 2);
    EXPECT(trial_is_best(&geometry, clsmem_bank_class_find("gcn")));
    EXPECT(trial_is_best(&geometry, clsmem_bank_class_find("cdna3")));
    EXPECT(geometry.runner_up == clsmem_bank_class_find("cdna4") && geometry.behind > 100);
}

static void the_verdict_reads_well(void)
{
    static const struct {
        const char *name, *words;
    } cases[] = {
        { "nv_cc5plus", "32 banks of 4 bytes\n"
                        "equal words are free for loads, stores and increments\n"
                        "equal words take a pass each for atomics\n"
                        "1-, 2- and 4-byte loads, 4-byte stores, atomics and increments go in 1 group of 32 lanes\n"
                        "8-byte loads go in 2 groups of 16 consecutive lanes, in 1 of 32 where pairs of lanes agree\n"
                        "16-byte loads go in 4 groups of 8 consecutive lanes, in 2 of 16 where pairs of lanes agree\n"
                        "8-byte stores go in 2 groups of 16 consecutive lanes\n"
                        "16-byte stores go in 4 groups of 8 consecutive lanes" },
        { "cdna3", "16-byte loads go in 8 groups of 8 lanes (0-3,20-23; 4-7,16-19; 8-11,28-31; 12-15,24-27; the same "
                   "from lane 32 on)\n" },
        { "cdna4", "64 banks of 4 bytes for 8- and 16-byte loads\n" },
        { "nv_cc2", "16-byte loads and stores go in 4 groups of 8 consecutive lanes, 2 at a time with 1 pass more" },
        { "intel_gen9", "equal words take a pass each for stores\nloads and stores go in 1 group of 16 lanes" },
        { "none", "no banks: access cost does not depend on the pattern (within " },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct clsmem_bank_class *const bank_class = clsmem_bank_class_find(cases[i].name);
        const struct trial_device device = trial_device_of(bank_class, 0.005, 0);
        struct clsmem_timings *timings;
        struct clsmem_geometry_model *const model =
            trial_model(bank_class->lanes ? bank_class->lanes : 16, CLSMEM_TIMING_QUICK, &timings);
        struct clsmem_geometry geometry;
        char text[2000], tight[16];

        if (!EXPECT(model != NULL))
            return;
        trial_take_times(&device, timings);
        EXPECT(clsmem_geometry_model_infer(model, timings, &geometry) == CLSMEM_OK);
        EXPECT_CONTAINS(clsmem_geometry_words(&geometry, text, sizeof text), cases[i].words);
        clsmem_geometry_words(&geometry, tight, sizeof tight);
        EXPECT_EQ_SIZE(strlen(tight), sizeof tight - 1);
    }
}

/* Passes where a hash of the address chooses the bank: 32 banks of 4 bytes, all lanes together. */
static unsigned hashed_passes(const struct clsmem_timing *row)
{
    unsigned load[32] = { 0 }, most = 0;

    for (unsigned lane = 0; lane < 32; lane++) {
        const uint32_t word = row->addresses[lane] / 4;
        const unsigned bank = (word ^ word >> 5 ^ word >> 9) % 32;
        bool is_new = true;

        for (unsigned other = 0; other < lane; other++)
            is_new &= row->addresses[other] / 4 != word;
        load[bank] += is_new;
        most = load[bank] > most ? load[bank] : most;
    }
    return most;
}

static void banks_by_a_hash_are_not_taken_for_what_we_know(void)
{
    struct clsmem_timings *timings;
    struct clsmem_geometry_model *const model = trial_model(32, CLSMEM_TIMING_QUICK, &timings);
    struct clsmem_geometry geometry;

    if (!EXPECT(model != NULL))
        return;
    for (size_t i = 0; i < timings->count; i++) {
        struct clsmem_timing *const row = &timings->rows[i];

        row->time = row->bytes == 4 ? hashed_passes(row) * (1 + 0.01 * (double)(i % 3)) : NAN;
    }
    EXPECT(clsmem_geometry_model_infer(model, timings, &geometry) == CLSMEM_OK);
    if (!EXPECT_EQ_INT(geometry.verdict, CLSMEM_GEOMETRY_NOT_SURE) | !EXPECT_EQ_SIZE(trial_known_rules(&geometry), 0) |
        !EXPECT_CONTAINS(trial_rule(&geometry, CLSMEM_LOAD, 4)->reason, "no way of serving explains the times"))
        trial_note(&geometry);
}

/* More than go wild by accident, and too few to make the whole fit a bad one. */
static void one_row_in_twelve_that_is_off_leaves_it_unsure(void)
{
    const struct trial_device device = trial_device_of(clsmem_bank_class_find("nv_cc5plus"), 0.005, 0);
    struct clsmem_timings *timings;
    struct clsmem_geometry_model *const model = trial_model(32, CLSMEM_TIMING_QUICK, &timings);
    struct clsmem_geometry geometry;

    if (!EXPECT(model != NULL))
        return;
    trial_take_times(&device, timings);
    for (size_t i = 0; i < timings->count; i += 12)
        timings->rows[i].time *= 1.2;
    EXPECT(clsmem_geometry_model_infer(model, timings, &geometry) == CLSMEM_OK);
    if (!EXPECT_EQ_INT(geometry.verdict, CLSMEM_GEOMETRY_NOT_SURE) |
        !EXPECT(!trial_rule(&geometry, CLSMEM_LOAD, 4)->known) | !EXPECT_EQ_SIZE(geometry.best_count, 0))
        trial_note(&geometry);
}

/* Loops of two kinds of work-items, in runs: a sub-group that goes through both takes twice as long. */
static void lanes_are_the_shortest_run_that_is_cheap(void)
{
    static const struct clsmem_sub_group_time nvidia[] = { { 1, 200 },  { 2, 201 },  { 4, 199 },  { 8, 202 },
                                                           { 16, 200 }, { 32, 101 }, { 64, 100 }, { 128, 102 } };
    static const struct clsmem_sub_group_time flat[] = { { 1, 100 }, { 2, 101 }, { 4, 100 }, { 8, 99 }, { 16, 100 } };
    static const struct clsmem_sub_group_time odd[] = { { 1, 200 }, { 2, 100 }, { 4, 200 }, { 8, 100 } };
    static const struct clsmem_sub_group_time broken[] = { { 1, 200 }, { 2, NAN }, { 4, 100 }, { 8, 100 } };

    EXPECT_EQ_SIZE(clsmem_geometry_lanes(nvidia, 8), 32);
    EXPECT_EQ_SIZE(clsmem_geometry_lanes(nvidia, 6), 32);
    EXPECT_EQ_SIZE(clsmem_geometry_lanes(nvidia, 5), 0);
    EXPECT_EQ_SIZE(clsmem_geometry_lanes(flat, 5), 0);
    EXPECT_EQ_SIZE(clsmem_geometry_lanes(odd, 4), 0);
    EXPECT_EQ_SIZE(clsmem_geometry_lanes(broken, 4), 4);
    EXPECT_EQ_SIZE(clsmem_geometry_lanes(nvidia, 0), 0);
}

static void without_times_nothing_is_sure(void)
{
    struct clsmem_timings timings;
    struct clsmem_geometry geometry;
    struct clsmem_bank_rule rules[CLSMEM_GEOMETRY_MAX_RULES];
    struct clsmem_bank_class found;

    EXPECT(clsmem_timings_make(8, 16 << 10, CLSMEM_TIMING_QUICK, &timings) == CLSMEM_OK);
    EXPECT(clsmem_geometry_infer(&timings, &geometry) == CLSMEM_OK);
    EXPECT_EQ_INT(geometry.verdict, CLSMEM_GEOMETRY_NOT_SURE);
    EXPECT_CONTAINS(geometry.reason, "too few");
    EXPECT(!clsmem_geometry_class(&geometry, "probed", "a device", "timing", rules, &found));
    timings.count = 0;
    EXPECT(clsmem_geometry_infer(&timings, &geometry) == CLSMEM_OK);
    EXPECT_EQ_INT(geometry.verdict, CLSMEM_GEOMETRY_NOT_SURE);
    clsmem_timings_release(&timings);
}

/* Rows may come from anywhere. Without what is wild in them, the banks are still found. */
static void rows_that_make_no_sense_do_not_count(void)
{
    const struct clsmem_bank_class *const nvidia = clsmem_bank_class_find("nv_cc5plus");
    const struct trial_device device = trial_device_of(nvidia, 0.01, 0);
    struct clsmem_timings timings;
    struct clsmem_geometry geometry;
    bool holds;

    if (!EXPECT(clsmem_timings_make(32, 48 << 10, CLSMEM_TIMING_FULL, &timings) == CLSMEM_OK))
        return;
    trial_take_times(&device, &timings);
    for (size_t i = 0; i < timings.count; i += 9) {
        timings.rows[i].a += 100000000;
        timings.rows[i].b = i % 2 ? 100000000 : timings.rows[i].b;
    }
    for (size_t i = 4; i < timings.count; i += 90) {
        timings.rows[i].bytes = i % 4 ? 3 : 1u << 30;
        timings.rows[i + 1].bytes = 0;
        timings.rows[i + 2].op = (enum clsmem_bank_op)77;
        timings.rows[i + 3].addresses[5] = UINT32_MAX;
    }
    EXPECT(clsmem_geometry_infer(&timings, &geometry) == CLSMEM_OK);
    holds = EXPECT_EQ_INT(geometry.verdict, CLSMEM_GEOMETRY_BANKS) & EXPECT_EQ_SIZE(geometry.rule_count, 10);
    if (!(holds & EXPECT(trial_is_best(&geometry, nvidia))))
        trial_note(&geometry);
    for (unsigned lanes = 0; lanes < 200; lanes++) {
        timings.lanes = lanes;
        if (lanes < 8 || lanes > 64 || (lanes & (lanes - 1)) != 0)
            EXPECT(clsmem_geometry_infer(&timings, &geometry) == CLSMEM_OK &&
                   geometry.verdict == CLSMEM_GEOMETRY_NOT_SURE);
    }
    timings.lanes = 32;
    clsmem_timings_release(&timings);
}

/* Many rows of a made-up kind, cheap and dear ones in two halves. */
static void the_spread_is_that_of_all_rows(void)
{
    enum { ROWS = 3000 };
    struct clsmem_timings timings = { .lanes = 8, .pitch_bytes = 512, .count = ROWS };
    struct clsmem_geometry geometry;

    if (!EXPECT((timings.rows = calloc(ROWS, sizeof *timings.rows)) != NULL))
        return;
    for (size_t i = 0; i < ROWS; i++) {
        struct clsmem_timing *const row = &timings.rows[i];

        *row = (struct clsmem_timing){ .op = CLSMEM_LOAD, .bytes = 4, .pattern = CLSMEM_PATTERN_OTHER };
        row->time = i % 2 ? 30 : 10;
        for (unsigned lane = 0; lane < 8; lane++)
            row->addresses[lane] = lane * 4;
    }
    EXPECT(clsmem_geometry_infer(&timings, &geometry) == CLSMEM_OK);
    EXPECT_NEAR(geometry.spread, 3, 1e-9);
    EXPECT_EQ_INT(geometry.verdict, CLSMEM_GEOMETRY_NOT_SURE);
    clsmem_timings_release(&timings);
}

static void the_models_are_given_back(void)
{
    trial_release_all();
}

CU_TestInfo geometry_tests[] = {
    TEST(the_h200_is_found_by_its_throughput),
    TEST(the_h200_is_found_by_its_latency),
    TEST(the_h200_is_found_by_our_own_patterns),
    TEST(an_unknown_device_gets_a_class_of_its_own),
    TEST(groups_that_are_no_subspaces_are_read_from_pairs),
    TEST(one_width_that_is_served_otherwise_is_noticed),
    TEST(classes_that_say_the_same_are_alike),
    TEST(banks_by_a_hash_are_not_taken_for_what_we_know),
    TEST(one_row_in_twelve_that_is_off_leaves_it_unsure),
    TEST(the_verdict_reads_well),
    TEST(lanes_are_the_shortest_run_that_is_cheap),
    TEST(without_times_nothing_is_sure),
    TEST(rows_that_make_no_sense_do_not_count),
    TEST(the_spread_is_that_of_all_rows),
    TEST(the_models_are_given_back),
    CU_TEST_INFO_NULL,
};
