/* Profiles as files: where they are kept, and which bank class they lead to. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clsmem/profile.h"
#include "expect.h"
#include "full_profile.h"

static char folder[64];

static bool make_folder(void)
{
    strcpy(folder, "/tmp/clsmem-profile-XXXXXX");
    return EXPECT(mkdtemp(folder) != NULL);
}

static void remove_folder(void)
{
    char command[128];

    snprintf(command, sizeof command, "rm -r '%s'", folder);
    EXPECT_EQ_INT(system(command), 0);
}

static void a_file_is_replaced_as_a_whole_and_read_back(void)
{
    struct clsmem_profile profile, back;
    char path[128];

    if (!make_folder())
        return;
    full_profile_make(&profile, "cdna4");
    snprintf(path, sizeof path, "%s/p.json", folder);
    EXPECT_EQ_INT(clsmem_profile_save(&profile, true, path), CLSMEM_OK);
    profile.figures[0].value = 31;
    EXPECT_EQ_INT(clsmem_profile_save(&profile, true, path), CLSMEM_OK);
    EXPECT_EQ_INT(clsmem_profile_read(path, &back), CLSMEM_OK);
    EXPECT_EQ_SIZE(back.figure_count, 2);
    EXPECT(back.figures[0].value == 31);
    clsmem_profile_release(&back);
    strcat(path, ".part");
    EXPECT(access(path, F_OK) != 0);

    EXPECT_EQ_INT(clsmem_profile_save(&profile, true, "/nonexistent/p.json"), CLSMEM_IO);
    EXPECT_CONTAINS(clsmem_error_text(), "/nonexistent/p.json");
    EXPECT_EQ_INT(clsmem_profile_read("/nonexistent/p.json", &back), CLSMEM_IO);
    EXPECT_CONTAINS(clsmem_error_text(), "/nonexistent/p.json");
    clsmem_profile_release(&back);
    EXPECT_EQ_INT(clsmem_profile_read(folder, &back), CLSMEM_IO);
    clsmem_profile_release(&back);
    clsmem_profile_release(&profile);
    remove_folder();
}

/* NULL unsets. */
static void set_environment(const char *cache, const char *home)
{
    cache ? setenv("XDG_CACHE_HOME", cache, 1) : unsetenv("XDG_CACHE_HOME");
    home ? setenv("HOME", home, 1) : unsetenv("HOME");
}

static void look_for_the_cache(void)
{
    struct clsmem_device_info info = full_profile_info();
    char path[512], other[512];

    set_environment("/caches", "/home/me");
    EXPECT(clsmem_profile_cache_path(&info, path, sizeof path));
    EXPECT(strncmp(path, "/caches/clsmem/profiles/wonder-9-tm-", 36) == 0);
    EXPECT_EQ_SIZE(strlen(path), 36 + 16 + strlen(".json"));
    EXPECT(!clsmem_profile_cache_path(&info, other, strlen(path)));
    EXPECT(clsmem_profile_cache_path(&info, other, strlen(path) + 1));
    EXPECT_EQ_STR(other, path);

    strcpy(info.driver, "570.2");
    EXPECT(clsmem_profile_cache_path(&info, other, sizeof other) && strcmp(other, path) != 0);
    info = full_profile_info();
    strcpy(info.platform_name, "Other");
    EXPECT(clsmem_profile_cache_path(&info, other, sizeof other) && strcmp(other, path) != 0);
    info = full_profile_info();
    strcpy(info.name, "Wonder-9 TM"); /* as plain as the first one's */
    EXPECT(clsmem_profile_cache_path(&info, other, sizeof other) && strcmp(other, path) != 0);
    strcpy(info.name, "../../etc");
    EXPECT(clsmem_profile_cache_path(&info, other, sizeof other) && strstr(other, "..") == NULL);
    strcpy(info.name, "");
    EXPECT(clsmem_profile_cache_path(&info, other, sizeof other) && strstr(other, "/device-") != NULL);

    set_environment("not/absolute", "/home/me");
    EXPECT(clsmem_profile_cache_path(&info, path, sizeof path));
    EXPECT(strncmp(path, "/home/me/.cache/clsmem/profiles/", 32) == 0);
    set_environment("", "/home/me");
    EXPECT(clsmem_profile_cache_path(&info, other, sizeof other));
    EXPECT_EQ_STR(other, path);
    set_environment(NULL, "");
    EXPECT(!clsmem_profile_cache_path(&info, path, sizeof path));
    set_environment(NULL, NULL);
    EXPECT(!clsmem_profile_cache_path(&info, path, sizeof path));
}

static char *copy_of(const char *text)
{
    char *const copy = text ? malloc(strlen(text) + 1) : NULL;

    return copy ? strcpy(copy, text) : NULL;
}

static void the_cache_is_found_by_the_environment(void)
{
    char *const cache = copy_of(getenv("XDG_CACHE_HOME")), *const home = copy_of(getenv("HOME"));

    look_for_the_cache();
    set_environment(cache, home);
    free(cache);
    free(home);
}

static void folders_are_made_for_their_owner_alone(void)
{
    struct stat facts;
    char path[128], inside[160];

    if (!make_folder())
        return;
    snprintf(path, sizeof path, "%s/a/b/p.json", folder);
    EXPECT_EQ_INT(clsmem_profile_make_folders(path), CLSMEM_OK);
    EXPECT_EQ_INT(clsmem_profile_make_folders(path), CLSMEM_OK);
    EXPECT(access(path, F_OK) != 0);
    *strrchr(path, '/') = '\0';
    EXPECT(stat(path, &facts) == 0 && S_ISDIR(facts.st_mode) && (facts.st_mode & 077) == 0);
    snprintf(inside, sizeof inside, "%s/file", path);
    fclose(fopen(inside, "w"));
    strcat(inside, "/c/p.json");
    EXPECT_EQ_INT(clsmem_profile_make_folders(inside), CLSMEM_IO);
    EXPECT_CONTAINS(clsmem_error_text(), "/a/b/file/c");
    EXPECT_EQ_INT(clsmem_profile_make_folders("p.json"), CLSMEM_OK);
    remove_folder();
}

static void expect_class(struct clsmem_profile *profile, const char *name, const char *why)
{
    char text[256];
    const struct clsmem_bank_class *const bank_class = clsmem_profile_bank_class(profile, text, sizeof text);

    EXPECT_EQ_STR(bank_class ? bank_class->name : NULL, name);
    EXPECT_EQ_STR(text, why);
}

static void the_class_is_the_one_that_fits_best(void)
{
    struct clsmem_profile profile;

    full_profile_make(&profile, "gcn");
    expect_class(&profile, "gcn", "probed 2026-11-30 on Wonder 9 (TM) (gcn, 412 ahead of rdna4)");
    profile.geometry.runner_up = NULL;
    profile.geometry.best[1] = clsmem_bank_class_find("cdna3");
    profile.geometry.best_count = 2;
    expect_class(&profile, "gcn", "probed 2026-11-30 on Wonder 9 (TM) (gcn or cdna3)");
    /* The name decides between what no time does. */
    profile.is_cpu = profile.local_is_global = false;
    strcpy(profile.vendor, "AMD");
    strcpy(profile.device, "gfx942");
    expect_class(&profile, "cdna3", "probed 2026-11-30 on gfx942 (cdna3 or gcn)");
    strcpy(profile.device, "gfx1100");
    expect_class(&profile, "gcn", "probed 2026-11-30 on gfx1100 (gcn or cdna3)");
    clsmem_profile_release(&profile);
}

static void without_banks_or_certainty_no_banks_are_claimed(void)
{
    struct clsmem_profile profile;

    full_profile_make(&profile, "gcn");
    profile.geometry.verdict = CLSMEM_GEOMETRY_NONE;
    expect_class(&profile, "none", "probed 2026-11-30 on Wonder 9 (TM) (no banks)");
    profile.geometry.verdict = CLSMEM_GEOMETRY_NOT_SURE;
    expect_class(&profile, NULL, "probed 2026-11-30 on Wonder 9 (TM), but not sure: times grow with the passes");
    profile.has_geometry = false;
    profile.probes[CLSMEM_PROBE_BANKS].end = CLSMEM_PROBE_DEADLINE;
    strcpy(profile.probes[CLSMEM_PROBE_BANKS].reason, "30 s");
    expect_class(&profile, NULL, "probed 2026-11-30 on Wonder 9 (TM), but without banks (deadline: 30 s)");
    clsmem_profile_release(&profile);
}

static void an_unknown_device_has_a_class_of_its_own_which_other_programs_read(void)
{
    struct clsmem_profile profile;
    struct clsmem_class_file file;
    char path[128];

    if (!make_folder())
        return;
    full_profile_make(&profile, "nv_cc5plus");
    profile.geometry.best_count = 0;
    expect_class(&profile, "probed", "probed 2026-11-30 on Wonder 9 (TM) (like no class of ours)");
    snprintf(path, sizeof path, "%s/p.json", folder);
    EXPECT_EQ_INT(clsmem_profile_save(&profile, false, path), CLSMEM_OK);
    if (EXPECT_EQ_INT(clsmem_class_file_read(path, &file), CLSMEM_OK)) {
        EXPECT_EQ_STR(file.bank_class->name, "probed");
        EXPECT_EQ_STR(file.bank_class->summary, "Wonder 9 (TM)");
        EXPECT(clsmem_bank_class_rule(file.bank_class, CLSMEM_LOAD, 16)->merged != NULL);
        EXPECT_CONTAINS(file.source, "probed 2026-11-30");
    }
    clsmem_class_file_release(&file);

    profile.geometry.verdict = CLSMEM_GEOMETRY_NOT_SURE;
    EXPECT_EQ_INT(clsmem_profile_save(&profile, false, path), CLSMEM_OK);
    EXPECT_EQ_INT(clsmem_class_file_read(path, &file), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "/p.json: probed 2026-11-30 on Wonder 9 (TM), but not sure");
    clsmem_class_file_release(&file);
    EXPECT_EQ_INT(clsmem_class_file_read("/nonexistent/p.json", &file), CLSMEM_IO);
    clsmem_class_file_release(&file);
    clsmem_profile_release(&profile);
    remove_folder();
}

CU_TestInfo profile_class_tests[] = {
    TEST(a_file_is_replaced_as_a_whole_and_read_back),
    TEST(the_cache_is_found_by_the_environment),
    TEST(folders_are_made_for_their_owner_alone),
    TEST(the_class_is_the_one_that_fits_best),
    TEST(without_banks_or_certainty_no_banks_are_claimed),
    TEST(an_unknown_device_has_a_class_of_its_own_which_other_programs_read),
    CU_TEST_INFO_NULL,
};
