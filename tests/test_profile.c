/* Profiles: what is written comes back, and figures are known by their names. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/profile.h"
#include "expect.h"
#include "full_profile.h"

#define SAME_TEXT(member) EXPECT_EQ_STR(back.member, profile.member)
#define SAME_WHOLE(member) EXPECT_EQ_SIZE((size_t)back.member, (size_t)profile.member)
#define SAME_REAL(member) EXPECT(back.member == profile.member || (isnan(back.member) && isnan(profile.member)))

static void expect_same_groups(const struct clsmem_lane_groups *one, const struct clsmem_lane_groups *other,
                               unsigned lanes)
{
    const uint64_t all = lanes == 64 ? UINT64_MAX : (UINT64_C(1) << lanes) - 1;
    size_t count = 0;

    if (!EXPECT((one != NULL) == (other != NULL)) || !one)
        return;
    for (unsigned i = 0; i < other->count; i++)
        if ((other->lanes[i] & all) != 0)
            EXPECT(count < one->count && one->lanes[count++] == (other->lanes[i] & all));
    EXPECT_EQ_SIZE(one->count, count);
}

static void expect_same_rules(const struct clsmem_geometry *one, const struct clsmem_geometry *other)
{
    const struct clsmem_geometry back = *one, profile = *other;

    SAME_WHOLE(rule_count);
    for (size_t i = 0; i < profile.rule_count; i++) {
        SAME_WHOLE(rules[i].op);
        SAME_WHOLE(rules[i].bytes);
        SAME_WHOLE(rules[i].known);
        SAME_WHOLE(rules[i].rows);
        SAME_TEXT(rules[i].reason);
        SAME_REAL(rules[i].misfit);
        SAME_REAL(rules[i].runner_up_misfit);
        SAME_REAL(rules[i].margin);
        SAME_REAL(rules[i].floor);
        SAME_REAL(rules[i].base);
        SAME_REAL(rules[i].per_pass);
        SAME_WHOLE(rules[i].rule.geometry.banks);
        SAME_WHOLE(rules[i].rule.geometry.bank_bytes);
        SAME_WHOLE(rules[i].rule.geometry.row_bytes);
        SAME_WHOLE(rules[i].rule.share);
        SAME_WHOLE(rules[i].rule.extra);
        EXPECT((back.rules[i].rule.turns > 1) == (profile.rules[i].rule.turns > 1));
        EXPECT((back.rules[i].rule.joined > 1) == (profile.rules[i].rule.joined > 1));
        expect_same_groups(back.rules[i].rule.groups, profile.rules[i].rule.groups, profile.lanes);
        expect_same_groups(back.rules[i].rule.merged, profile.rules[i].rule.merged, profile.lanes);
    }
}

static void expect_same_geometry(const struct clsmem_geometry *one, const struct clsmem_geometry *other)
{
    const struct clsmem_geometry back = *one, profile = *other;

    SAME_WHOLE(verdict);
    SAME_TEXT(reason);
    SAME_WHOLE(lanes);
    SAME_REAL(spread);
    SAME_WHOLE(best_count);
    for (size_t i = 0; i < profile.best_count; i++)
        EXPECT(back.best[i] == profile.best[i]);
    EXPECT(back.runner_up == profile.runner_up);
    SAME_REAL(best_misfit);
    SAME_REAL(runner_up_misfit);
    SAME_REAL(behind);
    expect_same_rules(one, other);
}

static void expect_same(const struct clsmem_profile *one, const struct clsmem_profile *other)
{
    const struct clsmem_profile back = *one, profile = *other;

    SAME_TEXT(device);
    SAME_TEXT(vendor);
    SAME_TEXT(driver);
    SAME_TEXT(version);
    SAME_TEXT(platform);
    SAME_WHOLE(compute_units);
    SAME_WHOLE(clock_mhz);
    SAME_WHOLE(local_bytes);
    SAME_WHOLE(is_cpu);
    SAME_WHOLE(local_is_global);
    SAME_WHOLE(lanes_said);
    SAME_TEXT(made);
    SAME_TEXT(tool);
    SAME_WHOLE(quick);
    SAME_WHOLE(clock.event);
    SAME_REAL(clock.event_step_ns);
    SAME_TEXT(clock.event_reason);
    SAME_TEXT(clock.counter);
    SAME_REAL(clock.cycles_per_ns);
    for (size_t i = 0; i < CLSMEM_PROBE_COUNT; i++) {
        SAME_WHOLE(probes[i].end);
        SAME_TEXT(probes[i].reason);
        SAME_REAL(probes[i].seconds);
    }
    SAME_WHOLE(figure_count);
    for (size_t i = 0; i < profile.figure_count && i < back.figure_count; i++) {
        SAME_WHOLE(figures[i].probe);
        SAME_TEXT(figures[i].quantity);
        SAME_TEXT(figures[i].of);
        SAME_WHOLE(figures[i].at);
        SAME_TEXT(figures[i].unit);
        SAME_REAL(figures[i].value);
        SAME_REAL(figures[i].low);
        SAME_REAL(figures[i].high);
    }
    SAME_WHOLE(has_geometry);
    expect_same_geometry(&one->geometry, &other->geometry);
}

static void whatever_is_written_is_read_back(void)
{
    static const char *const classes[] = { "nv_cc2", "nv_cc3_4b", "nv_cc5plus", "gcn", "cdna4", "rdna3" };

    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        struct clsmem_profile profile, back;
        char *text, *again;

        full_profile_make(&profile, classes[i]);
        profile.timings.lanes = 32;
        profile.timings.in_cycles = true;
        text = clsmem_profile_text(&profile, true);
        EXPECT(text != NULL && strchr(text, '\n') == NULL);
        if (!EXPECT_EQ_INT(clsmem_profile_parse(text, "text", &back), CLSMEM_OK))
            expect_note("%s: %s", classes[i], clsmem_error_text());
        expect_same(&back, &profile);
        EXPECT_EQ_SIZE(back.timings.count, 0);
        EXPECT_EQ_SIZE(back.timings.lanes, 32);
        EXPECT(back.timings.in_cycles);
        again = clsmem_profile_text(&back, true);
        EXPECT_EQ_STR(again, text);
        free(text);
        free(again);
        clsmem_profile_release(&profile);
        clsmem_profile_release(&back);
    }
}

static void a_device_that_nobody_probed_has_a_profile_too(void)
{
    const struct clsmem_device_info info = full_profile_info();
    struct clsmem_profile profile, back;
    char *text;

    clsmem_profile_begin(&info, &profile);
    text = clsmem_profile_text(&profile, true);
    EXPECT_EQ_INT(clsmem_profile_parse(text, "text", &back), CLSMEM_OK);
    expect_same(&back, &profile);
    EXPECT(!back.has_geometry);
    EXPECT(clsmem_profile_is_of(&back, &info));
    back.vendor[0] = 'X';
    EXPECT(!clsmem_profile_is_of(&back, &info));
    free(text);
    clsmem_profile_release(&profile);
    clsmem_profile_release(&back);
}

static void timings_are_kept_on_demand(void)
{
    struct clsmem_profile profile, back;
    char *text;

    full_profile_make(&profile, "nv_cc5plus");
    full_profile_set_timings(&profile);
    text = clsmem_profile_text(&profile, false);
    EXPECT_EQ_INT(clsmem_profile_parse(text, "text", &back), CLSMEM_OK);
    EXPECT_EQ_SIZE(back.timings.count, 0);
    EXPECT_EQ_SIZE(back.timings.lanes, 8);
    clsmem_profile_release(&back);
    free(text);

    text = clsmem_profile_text(&profile, true);
    if (!EXPECT_EQ_INT(clsmem_profile_parse(text, "text", &back), CLSMEM_OK))
        expect_note("%s", clsmem_error_text());
    SAME_WHOLE(timings.count);
    SAME_WHOLE(timings.pitch_bytes);
    SAME_WHOLE(timings.in_cycles);
    for (size_t i = 0; i < back.timings.count; i++) {
        SAME_WHOLE(timings.rows[i].op);
        SAME_WHOLE(timings.rows[i].bytes);
        SAME_WHOLE(timings.rows[i].pattern);
        SAME_WHOLE(timings.rows[i].a);
        SAME_WHOLE(timings.rows[i].b);
        SAME_REAL(timings.rows[i].time);
        SAME_REAL(timings.rows[i].doubt);
        for (size_t lane = 0; lane < 8; lane++)
            SAME_WHOLE(timings.rows[i].addresses[lane]);
    }
    clsmem_profile_release(&back);
    free(text);
    clsmem_profile_release(&profile);
}

static void where_timings_are_kept_a_file_is_inferred_anew(void)
{
    struct clsmem_profile profile, back;
    char *text, path[] = "/tmp/clsmem-profile-XXXXXX";
    const int descriptor = mkstemp(path);

    full_profile_make(&profile, "nv_cc5plus");
    EXPECT_EQ_INT(clsmem_timings_make(32, 49152, CLSMEM_TIMING_QUICK, &profile.timings), CLSMEM_OK);
    for (size_t i = 0; i < profile.timings.count; i++)
        profile.timings.rows[i].time = 30;
    text = clsmem_profile_text(&profile, true);
    EXPECT_EQ_INT(clsmem_profile_parse(text, "text", &back), CLSMEM_OK);
    EXPECT_EQ_INT(back.geometry.verdict, profile.geometry.verdict);
    clsmem_profile_release(&back);
    free(text);
    /* Whatever the file says of its banks: times that are all the same show none. */
    if (EXPECT(descriptor >= 0) && EXPECT_EQ_INT(clsmem_profile_save(&profile, true, path), CLSMEM_OK)) {
        EXPECT_EQ_INT(clsmem_profile_read(path, &back), CLSMEM_OK);
        EXPECT_EQ_INT(back.geometry.verdict, CLSMEM_GEOMETRY_NONE);
        EXPECT_EQ_SIZE(back.geometry.best_count, 0);
        clsmem_profile_release(&back);
        close(descriptor);
        unlink(path);
    }
    clsmem_profile_release(&profile);
}

static void a_figure_of_the_same_name_is_replaced(void)
{
    const struct clsmem_device_info info = full_profile_info();
    struct clsmem_profile profile;
    struct clsmem_figure figure = full_profile_figures[0];
    const struct clsmem_figure *found;

    clsmem_profile_begin(&info, &profile);
    EXPECT_EQ_INT(clsmem_profile_add(&profile, &figure), CLSMEM_OK);
    figure.value = 29;
    EXPECT_EQ_INT(clsmem_profile_add(&profile, &figure), CLSMEM_OK);
    EXPECT_EQ_SIZE(profile.figure_count, 1);
    found = clsmem_profile_find(&profile, CLSMEM_PROBE_LATENCY, "latency", "load4", 0);
    EXPECT(found != NULL && found->value == 29);

    figure.at = 2;
    EXPECT_EQ_INT(clsmem_profile_add(&profile, &figure), CLSMEM_OK);
    strcpy(figure.of, "load8");
    EXPECT_EQ_INT(clsmem_profile_add(&profile, &figure), CLSMEM_OK);
    strcpy(figure.quantity, "pass");
    EXPECT_EQ_INT(clsmem_profile_add(&profile, &figure), CLSMEM_OK);
    figure.probe = CLSMEM_PROBE_BANDWIDTH;
    EXPECT_EQ_INT(clsmem_profile_add(&profile, &figure), CLSMEM_OK);
    EXPECT_EQ_SIZE(profile.figure_count, 5);
    EXPECT(clsmem_profile_find(&profile, CLSMEM_PROBE_BANDWIDTH, "pass", "load4", 2) == NULL);
    clsmem_profile_release(&profile);
    EXPECT_EQ_SIZE(profile.figure_count, 0);
}

/* Times that no banks explain: each takes what a generator says. */
static void where_local_memory_is_global_memory_what_nothing_explains_is_no_banks(void)
{
    uint32_t state = 1;
    struct clsmem_profile profile;

    full_profile_make(&profile, "nv_cc5plus");
    EXPECT_EQ_INT(clsmem_timings_make(32, 49152, CLSMEM_TIMING_QUICK, &profile.timings), CLSMEM_OK);
    for (size_t i = 0; i < profile.timings.count; i++) {
        state = state * 1664525u + 1013904223u;
        profile.timings.rows[i].time = 10 + (state >> 16) % 10;
    }
    profile.local_is_global = false;
    EXPECT_EQ_INT(clsmem_profile_infer(&profile), CLSMEM_OK);
    EXPECT_EQ_INT(profile.geometry.verdict, CLSMEM_GEOMETRY_NOT_SURE);
    profile.local_is_global = true;
    EXPECT_EQ_INT(clsmem_profile_infer(&profile), CLSMEM_OK);
    EXPECT_EQ_INT(profile.geometry.verdict, CLSMEM_GEOMETRY_NONE);
    EXPECT_CONTAINS(profile.geometry.reason, "the driver says");
    clsmem_profile_release(&profile);
}

CU_TestInfo profile_tests[] = {
    TEST(whatever_is_written_is_read_back),
    TEST(a_device_that_nobody_probed_has_a_profile_too),
    TEST(timings_are_kept_on_demand),
    TEST(where_local_memory_is_global_memory_what_nothing_explains_is_no_banks),
    TEST(where_timings_are_kept_a_file_is_inferred_anew),
    TEST(a_figure_of_the_same_name_is_replaced),
    CU_TEST_INFO_NULL,
};
