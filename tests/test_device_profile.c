/* Which profile a device's bank class is taken from: what the user says, then --profile, then the one that was kept. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device_profile.h"
#include "expect.h"
#include "full_profile.h"

/* A cache folder of our own, with stderr in a file beside it. */
struct place {
    char folder[64], path[512], errors[128];
    char cache[512]; /* XDG_CACHE_HOME before; "": none */
    int stderr_before;
    struct clsmem_device_info info;
};

static bool begin(struct place *place)
{
    const char *const cache = getenv("XDG_CACHE_HOME");

    *place = (struct place){ .info = full_profile_info() };
    snprintf(place->cache, sizeof place->cache, "%s", cache ? cache : "");
    strcpy(place->folder, "/tmp/clsmem-cache-XXXXXX");
    if (!EXPECT(mkdtemp(place->folder) != NULL))
        return false;
    setenv("XDG_CACHE_HOME", place->folder, 1);
    snprintf(place->errors, sizeof place->errors, "%s/stderr", place->folder);
    place->stderr_before = dup(STDERR_FILENO);
    EXPECT(freopen(place->errors, "w", stderr) != NULL);
    EXPECT(clsmem_profile_cache_path(&place->info, place->path, sizeof place->path));
    return EXPECT_EQ_INT(clsmem_profile_make_folders(place->path), CLSMEM_OK);
}

/* What was written to stderr, which is stderr again. */
static void end(struct place *place, char *said, size_t bytes)
{
    char command[128];
    FILE *file;

    fflush(stderr);
    dup2(place->stderr_before, STDERR_FILENO);
    close(place->stderr_before);
    file = fopen(place->errors, "r");
    said[file ? fread(said, 1, bytes - 1, file) : 0] = '\0';
    if (file)
        fclose(file);
    snprintf(command, sizeof command, "rm -r '%s'", place->folder);
    EXPECT_EQ_INT(system(command), 0);
    if (*place->cache)
        setenv("XDG_CACHE_HOME", place->cache, 1);
    else
        unsetenv("XDG_CACHE_HOME");
}

static void keep(const struct place *place, const char *class_name, const char *vendor,
                 enum clsmem_geometry_verdict verdict)
{
    struct clsmem_profile profile;

    full_profile_make(&profile, class_name);
    profile.geometry.verdict = verdict;
    strcpy(profile.vendor, vendor);
    EXPECT_EQ_INT(clsmem_profile_save(&profile, false, place->path), CLSMEM_OK);
    clsmem_profile_release(&profile);
}

static void expect_choice(const struct place *place, const struct settings *settings, const char *name,
                          const char *source)
{
    struct clsmem_run_options options = settings->run;
    struct device_profile profile;

    device_profile_choose(settings, &place->info, &profile, &options);
    EXPECT_EQ_STR(options.bank_class ? options.bank_class->name : NULL, name);
    if (source)
        EXPECT_CONTAINS(options.bank_source, source);
    else
        EXPECT(options.bank_source == NULL);
    device_profile_release(&profile);
}

static void the_users_word_is_above_a_profile_and_that_above_the_kept_one(void)
{
    struct clsmem_profile given;
    struct settings settings = { 0 };
    struct place place;
    char said[1024];

    if (!begin(&place))
        return;
    expect_choice(&place, &settings, NULL, NULL);
    keep(&place, "gcn", place.info.vendor, CLSMEM_GEOMETRY_BANKS);
    expect_choice(&place, &settings, "gcn",
                  "probed 2026-11-30 on Wonder 9 (TM) (gcn, 412 ahead of rdna4), profile /tmp");
    expect_choice(&place, &settings, "gcn", strrchr(place.path, '/'));

    full_profile_make(&given, "cdna4");
    settings.profile = &given;
    settings.profile_path = "given.json";
    expect_choice(&place, &settings, "cdna4", ", profile given.json");
    settings.run.bank_class = clsmem_bank_class_find("rdna3");
    expect_choice(&place, &settings, "rdna3", NULL);
    clsmem_profile_release(&given);
    end(&place, said, sizeof said);
    EXPECT_EQ_STR(said, "");
}

static void a_profile_that_is_not_sure_leaves_it_to_the_next(void)
{
    struct clsmem_profile given;
    struct settings settings = { .profile = &given, .profile_path = "given.json" };
    struct place place;
    char said[1024];

    if (!begin(&place))
        return;
    full_profile_make(&given, "cdna4");
    given.geometry.verdict = CLSMEM_GEOMETRY_NOT_SURE;
    keep(&place, "gcn", place.info.vendor, CLSMEM_GEOMETRY_BANKS);
    expect_choice(&place, &settings, "gcn", "profile /tmp");
    keep(&place, "gcn", place.info.vendor, CLSMEM_GEOMETRY_NOT_SURE);
    expect_choice(&place, &settings, NULL, NULL);
    clsmem_profile_release(&given);
    end(&place, said, sizeof said);
    EXPECT_CONTAINS(said, "clsmem-bench: given.json says nothing of banks: probed");
    EXPECT_CONTAINS(said, ".json says nothing of banks: probed 2026-11-30 on Wonder 9 (TM), but not sure");
}

static void a_kept_profile_that_is_broken_is_a_warning(void)
{
    struct settings settings = { 0 };
    struct place place;
    char said[1024];
    FILE *file;

    if (!begin(&place))
        return;
    keep(&place, "gcn", "Others", CLSMEM_GEOMETRY_BANKS);
    expect_choice(&place, &settings, NULL, NULL);
    file = fopen(place.path, "w");
    fputs("{", file);
    fclose(file);
    expect_choice(&place, &settings, NULL, NULL);
    end(&place, said, sizeof said);
    EXPECT_CONTAINS(said, "is of Wonder 9 (TM) (Others), not of Wonder 9 (TM) (");
    EXPECT_CONTAINS(said, "the profile that is kept of this device does not count: /tmp/clsmem-cache-");
    EXPECT_CONTAINS(said, ", line 1: ");
}

static void a_profile_of_another_device_is_refused(void)
{
    struct clsmem_profile given;
    struct settings settings = { 0 };
    struct clsmem_device_info info = full_profile_info();

    EXPECT_EQ_INT(device_profile_check(&settings, &info), CLSMEM_OK);
    full_profile_make(&given, "cdna4");
    settings.profile = &given;
    settings.profile_path = "given.json";
    EXPECT_EQ_INT(device_profile_check(&settings, &info), CLSMEM_OK);
    strcpy(info.driver, "another one");
    EXPECT_EQ_INT(device_profile_check(&settings, &info), CLSMEM_OK);
    strcpy(info.name, "Wonder 8");
    EXPECT_EQ_INT(device_profile_check(&settings, &info), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "given.json is of Wonder 9 (TM) (Makers, Inc.), but device 0 is Wonder 8");
    clsmem_profile_release(&given);
}

CU_TestInfo device_profile_tests[] = {
    TEST(the_users_word_is_above_a_profile_and_that_above_the_kept_one),
    TEST(a_profile_that_is_not_sure_leaves_it_to_the_next),
    TEST(a_kept_profile_that_is_broken_is_a_warning),
    TEST(a_profile_of_another_device_is_refused),
    CU_TEST_INFO_NULL,
};
