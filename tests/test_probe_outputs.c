/* Which profiles are kept for the other programs, and what a user is told of the rest. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "expect.h"
#include "probe_outputs.h"

#define SYNTHETIC CLSMEM_TEST_DIR "/profiles/figures.json"

/* A cache folder that is empty, and the profile of a whole run. */
struct bench {
    char folder[64];
    struct probe_settings settings;
    struct clsmem_profile *profile;
    char where[4096];
};

static void set_up(struct bench *bench)
{
    *bench = (struct bench){ .folder = "/tmp/clsmem-keep-XXXXXX", .profile = calloc(1, sizeof *bench->profile) };
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(bench->folder));
    setenv("XDG_CACHE_HOME", bench->folder, 1);
    EXPECT_EQ_INT(clsmem_profile_read(SYNTHETIC, bench->profile), CLSMEM_OK);
}

static void tear_down(struct bench *bench)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf '%s'", bench->folder);
    EXPECT_EQ_INT(system(command), 0);
    unsetenv("XDG_CACHE_HOME");
    clsmem_profile_release(bench->profile);
    free(bench->profile);
}

static const char *keep(struct bench *bench)
{
    probe_outputs_keep(&bench->settings, bench->profile, bench->where, sizeof bench->where);
    return bench->where;
}

static void a_whole_profile_is_kept_where_the_other_programs_look(void)
{
    struct clsmem_profile *const again = calloc(1, sizeof *again);
    struct clsmem_device_info info = { .name = "Synthetic GPU", .driver = "1.0", .platform_name = "Synthetic" };
    struct bench bench;
    char path[4096], words[sizeof path + 16];

    set_up(&bench);
    EXPECT(clsmem_profile_cache_path(&info, path, sizeof path));
    snprintf(words, sizeof words, "kept as %s", path);
    EXPECT_EQ_STR(keep(&bench), words);
    EXPECT_EQ_INT(clsmem_profile_read(path, again), CLSMEM_OK);
    EXPECT_EQ_SIZE(again->figure_count, bench.profile->figure_count);
    clsmem_profile_release(again);
    free(again);
    tear_down(&bench);
}

static void a_quick_profile_does_not_replace_a_full_one(void)
{
    struct bench bench;

    set_up(&bench);
    bench.profile->quick = true;
    EXPECT_CONTAINS(keep(&bench), "kept as ");
    EXPECT_CONTAINS(keep(&bench), "kept as "); /* but another quick one */
    bench.profile->quick = false;
    EXPECT_CONTAINS(keep(&bench), "kept as ");
    bench.profile->quick = true;
    EXPECT_CONTAINS(keep(&bench), "is from a full run");
    tear_down(&bench);
}

static void a_profile_with_failed_probes_does_not_replace_a_sound_one(void)
{
    struct bench bench;

    set_up(&bench);                            /* its barrier met the deadline, its staging failed */
    EXPECT_CONTAINS(keep(&bench), "kept as "); /* better than none */
    EXPECT_CONTAINS(keep(&bench), "kept as "); /* and than another such */
    bench.profile->probes[CLSMEM_PROBE_BARRIER].end = CLSMEM_PROBE_OK;
    bench.profile->probes[CLSMEM_PROBE_STAGING].end = CLSMEM_PROBE_SKIPPED;
    EXPECT_CONTAINS(keep(&bench), "kept as ");
    bench.profile->probes[CLSMEM_PROBE_BARRIER].end = CLSMEM_PROBE_DEADLINE;
    EXPECT_CONTAINS(keep(&bench), "is from a run in which no probe failed");
    EXPECT_CONTAINS(bench.where, "not kept: ");
    bench.profile->probes[CLSMEM_PROBE_BARRIER].end = CLSMEM_PROBE_FAILED;
    EXPECT_CONTAINS(keep(&bench), "not kept: ");
    bench.profile->probes[CLSMEM_PROBE_BARRIER].end = CLSMEM_PROBE_OK;
    EXPECT_CONTAINS(keep(&bench), "kept as ");
    tear_down(&bench);
}

static void what_says_less_than_a_profile_should_is_not_kept(void)
{
    struct bench bench;

    set_up(&bench);
    bench.settings.has_probes = true;
    EXPECT_EQ_STR(keep(&bench), "not kept: some probes only");
    bench.settings = (struct probe_settings){ .kernel_directory = "/tmp" };
    EXPECT_EQ_STR(keep(&bench), "not kept: it was measured with other kernels");
    bench.settings = (struct probe_settings){ .no_save = true };
    EXPECT_EQ_STR(keep(&bench), "not kept: --no-save");
    bench.settings = (struct probe_settings){ 0 };
    bench.profile->geometry.verdict = CLSMEM_GEOMETRY_NOT_SURE;
    EXPECT_EQ_STR(keep(&bench), "not kept: it says nothing of banks");
    bench.profile->geometry.verdict = CLSMEM_GEOMETRY_NONE;
    bench.profile->has_geometry = false;
    EXPECT_EQ_STR(keep(&bench), "not kept: it says nothing of banks");
    bench.profile->has_geometry = true;
    EXPECT_CONTAINS(keep(&bench), "kept as ");
    tear_down(&bench);
}

static void a_cache_that_cannot_be_written_is_told_and_is_no_failure(void)
{
    struct bench bench;

    set_up(&bench);
    setenv("XDG_CACHE_HOME", "/dev/null", 1);
    EXPECT_CONTAINS(keep(&bench), "not kept: cannot create the folder /dev/null");
    tear_down(&bench);
}

CU_TestInfo probe_outputs_tests[] = {
    TEST(a_whole_profile_is_kept_where_the_other_programs_look),
    TEST(a_quick_profile_does_not_replace_a_full_one),
    TEST(a_profile_with_failed_probes_does_not_replace_a_sound_one),
    TEST(what_says_less_than_a_profile_should_is_not_kept),
    TEST(a_cache_that_cannot_be_written_is_told_and_is_no_failure),
    CU_TEST_INFO_NULL,
};
