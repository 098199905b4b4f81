/* Profiles that are none: every kind of damage is refused, and the text names the place. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "clsmem/profile.h"
#include "expect.h"
#include "full_profile.h"

/* Replaces the first `old` in the text; both may be as long as they like. */
static char *replaced(const char *text, const char *old, const char *new)
{
    const char *const at = strstr(text, old);
    char *const result = malloc(strlen(text) + strlen(new) + 1);

    if (!at || !result) {
        expect_note("not in the text: %s", old);
        EXPECT(at != NULL);
        free(result);
        return NULL;
    }
    sprintf(result, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    return result;
}

static const struct {
    const char *old, *new, *why;
} damages[] = {
    { "\"clsmem profile\"", "\"other\"", "my.json: \"format\" is not \"clsmem profile\"" },
    { "\"version\":1,", "", "my.json: \"version\" is missing" },
    { "\"version\":1", "\"version\":2", "version 2 of profiles is not known" },
    { "\"quick\":true", "\"quick\":1", "my.json: \"quick\" is neither true nor false" },
    { "\"quick\":true", "\"quick\":true,\"quick\":true", "duplicate" },
    { "\"quick\":true", "\"quick\":true,\"slow\":1", "my.json: \"slow\" is no key" },
    { "\"quick\":true,", "", "my.json: \"quick\" is missing" },
    { "\"made\":\"2026-11-30T09:10:35Z\"", "\"made\":\"2026-11-30T09:10:35.000000Z\"", "\"made\" is too long" },
    { "\"made\":\"2026-11-30T09:10:35Z\"", "\"made\":2026", "\"made\" is no text" },
    { "\"compute_units\":132", "\"compute_units\":-1", "my.json: device: \"compute_units\"" },
    { "\"compute_units\":132", "\"compute_units\":4294967296", "my.json: device: \"compute_units\"" },
    { "\"compute_units\":132", "\"compute_units\":1.5", "is no whole number" },
    { "\"event\":\"coarse\"", "\"event\":\"great\"", "my.json: clock: \"event\" is no word" },
    { "\"cycles_per_ns\":1.755", "\"cycles_per_ns\":\"1.755\"", "my.json: clock: \"cycles_per_ns\" is no number" },
    { "\"cycles_per_ns\":1.755", "\"cycles_per_ns\":1e999", "line 1" },
    { "\"barrier\":{", "\"fence\":{", "my.json: probes: \"fence\" is no key" },
    { "\"end\":\"ok\"", "\"end\":\"done\"", "my.json: probes.sub-group: \"end\" is no word" },
    { "\"probes\":{", "\"probes\":[],\"p\":{", "my.json: \"p\" is no key" },
    { "\"at\":256", "\"at\":true", "my.json: figures[1]: \"at\" is no whole number" },
    { "\"figures\":[", "\"figures\":[3,", "my.json: figures[0] is no object" },
    { "\"probe\":\"barrier\",\"quantity\":\"barrier\",\"of\":\"\",\"at\":256",
      "\"probe\":\"latency\",\"quantity\":\"latency\",\"of\":\"load4\",\"at\":0",
      "figures[1]: \"quantity\" is there twice" },
    { "\"verdict\":\"banks\"", "\"verdict\":\"many\"", "my.json: geometry: \"verdict\" is no word" },
    { "\"lanes\":32", "\"lanes\":0", "my.json: geometry: \"lanes\" is no number of lanes" },
    { "\"best\":[\"nv_cc5plus\"]", "\"best\":[\"mine\"]", "\"best\" has something else than a class of ours" },
    { "\"best\":[\"nv_cc5plus\"]", "\"best\":[\"gcn\",\"gcn\",\"gcn\",\"gcn\",\"gcn\"]", "\"best\" is too long" },
    { "\"best\":[\"nv_cc5plus\"]", "\"best\":\"gcn\"", "\"best\" is no list" },
    { "\"runner_up\":\"rdna4\"", "\"runner_up\":4", "\"runner_up\" has something else" },
    { "\"known\":true", "\"known\":false", "my.json: geometry.rules[0]: \"serves\" must be null" },
    { "\"serves\":null", "\"serves\":{}", "rules[3]: \"serves\" must be null" },
    { "\"known\":false", "\"known\":true", "my.json: geometry.rules[3].serves: a rule is a JSON object" },
    { "\"bytes\":4,\"known\"", "\"bytes\":8,\"known\"", "\"serves\" speaks of other accesses" },
    { "\"op\":\"store\"", "\"op\":\"load\"", "\"serves\" speaks of other accesses" },
    { "\"groups\":32", "\"groups\":33", "my.json: geometry.rules[0].serves: \"groups\" is a run of lanes" },
    { "\"name\":\"probed\"", "\"name\":\"gcn\"", "my.json: bank_class: \"name\" is the name of a class of ours" },
    { "\"rows\":null", "\"rows\":null,\"more\":1", "my.json: timings: \"more\" is no key" },
    { "\"rows\":null", "\"rows\":[]", "my.json: timings: \"rows\" is empty" },
    { "\"rows\":null", "\"rows\":7", "my.json: timings: \"rows\" is no list" },
    { "\"in_cycles\":false,\"rows\":null", "\"in_cycles\":false,\"rows\":[{}]", "\"lanes\" is no power of two" },
};

static void a_broken_file_is_refused_with_its_place(void)
{
    struct clsmem_profile profile, back;
    char *text;

    full_profile_make(&profile, "nv_cc5plus");
    text = clsmem_profile_text(&profile, false);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        char *const damaged = replaced(text, damages[i].old, damages[i].new);

        if (damaged && (!EXPECT_EQ_INT(clsmem_profile_parse(damaged, "my.json", &back), CLSMEM_INVALID) |
                        !EXPECT_CONTAINS(clsmem_error_text(), damages[i].why)))
            expect_note("%s instead of %s", damages[i].new, damages[i].old);
        if (damaged)
            clsmem_profile_release(&back);
        free(damaged);
    }
    free(text);
    clsmem_profile_release(&profile);
}

static const struct {
    const char *old, *new, *why;
} timing_damages[] = {
    { "\"lanes\":8", "\"lanes\":4", "\"lanes\" is no power of two from 8 to 64" },
    { "\"lanes\":8", "\"lanes\":16", "my.json: timings.rows[0]: \"addresses\" is no list of as many" },
    { "\"lanes\":8", "\"lanes\":128", "\"lanes\" is no power of two from 8 to 64" },
    { "\"pattern\":\"runs\"", "\"pattern\":\"walks\"", "my.json: timings.rows[0]: \"pattern\" is no word" },
    { "\"op\":\"compare\"", "\"op\":\"swap\"", "timings.rows[0]: \"op\" is no word" },
    { "\"bytes\":12", "\"bytes\":32", "timings.rows[1]: \"bytes\" is no width" },
    { "\"bytes\":12", "\"bytes\":0", "timings.rows[1]: \"bytes\" is no width" },
    { "\"bytes\":12", "\"bytes\":6", "timings.rows[1]: \"bytes\" is no width" },
    { "[0,12,24", "[0,13,24", "timings.rows[1]: \"addresses\" has something that is no address" },
    { "[0,12,24", "[-4,12,24", "timings.rows[1]: \"addresses\" has something that is no address" },
    { "[0,12,24", "[4294967296,12,24", "timings.rows[1]: \"addresses\" has something that is no address" },
    { "[0,12,24", "[0.0,12,24", "timings.rows[1]: \"addresses\" has something that is no address" },
    { "\"time\":33.5", "\"time\":0", "timings.rows[0]: \"time\" is too small" },
    { "\"doubt\":0.0005", "\"doubt\":-0.0005", "timings.rows[0]: \"doubt\" is too small" },
};

static void broken_timings_are_refused_with_their_place(void)
{
    struct clsmem_profile profile = { 0 }, back;
    char *text;

    full_profile_set_timings(&profile);
    text = clsmem_profile_text(&profile, true);
    for (size_t i = 0; i < sizeof timing_damages / sizeof *timing_damages; i++) {
        char *const damaged = replaced(text, timing_damages[i].old, timing_damages[i].new);

        if (damaged && (!EXPECT_EQ_INT(clsmem_profile_parse(damaged, "my.json", &back), CLSMEM_INVALID) |
                        !EXPECT_CONTAINS(clsmem_error_text(), timing_damages[i].why)))
            expect_note("%s instead of %s", timing_damages[i].new, timing_damages[i].old);
        if (damaged)
            clsmem_profile_release(&back);
        free(damaged);
    }
    free(text);
    clsmem_profile_release(&profile);
}

/* Numbers that would lead far beyond what there is of lanes, had they been believed. */
static const struct {
    enum clsmem_pattern pattern;
    unsigned a, b;
    uint32_t address; /* of lane 1, where not 0 */
} wild_rows[] = {
    { CLSMEM_PATTERN_SPLIT, 100000000, 0, 0 },
    { CLSMEM_PATTERN_SPLIT_1, 64, 0, 0 },
    { CLSMEM_PATTERN_SPLIT_2, 0xfffffff8u, 0, 0 },
    { CLSMEM_PATTERN_PAIR, 0, 100000000, 0 },
    { CLSMEM_PATTERN_PAIR, 100000000, 0, 0 },
    { CLSMEM_PATTERN_PAIR, 3, 3, 0 },
    { CLSMEM_PATTERN_RUNS, 0, 4, 0 },
    { CLSMEM_PATTERN_TURNS, 0, 4, 0 },
    { CLSMEM_PATTERN_STRIDE, 4, 0, 2048 },
    { CLSMEM_PATTERN_SPLIT, 1, 0, 64 },
};

static void patterns_that_the_addresses_do_not_have_mean_nothing(void)
{
    const size_t wild_count = sizeof wild_rows / sizeof *wild_rows;
    struct clsmem_profile profile, back;
    char *text;
    size_t others = 0;

    full_profile_make(&profile, "nv_cc5plus");
    if (!EXPECT_EQ_INT(clsmem_timings_make(8, 16 << 10, CLSMEM_TIMING_FULL, &profile.timings), CLSMEM_OK))
        return;
    for (size_t i = 0; i < profile.timings.count; i++)
        profile.timings.rows[i].time = 5 + (double)(i % 3);
    for (size_t w = 0; w < wild_count; w++) {
        struct clsmem_timing *const row = &profile.timings.rows[20 * w];

        row->pattern = wild_rows[w].pattern;
        row->a = wild_rows[w].a;
        row->b = wild_rows[w].b;
        row->addresses[1] = wild_rows[w].address ? wild_rows[w].address : row->addresses[1];
    }
    text = clsmem_profile_text(&profile, true);
    if (!EXPECT_EQ_INT(clsmem_profile_parse(text, "text", &back), CLSMEM_OK))
        expect_note("%s", clsmem_error_text());
    for (size_t i = 0; i < back.timings.count; i++)
        others += back.timings.rows[i].pattern == CLSMEM_PATTERN_OTHER;
    EXPECT_EQ_SIZE(back.timings.count, profile.timings.count);
    EXPECT_EQ_SIZE(others, wild_count);
    free(text);
    clsmem_profile_release(&back);
    clsmem_profile_release(&profile);
}

static void a_file_that_is_too_large_is_not_read_to_its_end(void)
{
    struct clsmem_profile back;

    EXPECT_EQ_INT(clsmem_profile_read("/dev/zero", &back), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "/dev/zero: more than 8 MiB are no profile");
    clsmem_profile_release(&back);
}

CU_TestInfo profile_broken_tests[] = {
    TEST(a_broken_file_is_refused_with_its_place),
    TEST(broken_timings_are_refused_with_their_place),
    TEST(patterns_that_the_addresses_do_not_have_mean_nothing),
    TEST(a_file_that_is_too_large_is_not_read_to_its_end),
    CU_TEST_INFO_NULL,
};
