/* Files that are replaced: whole, under whatever name, and with nothing of anybody else's harmed. */
#include <CUnit/CUnit.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clsmem/save.h"
#include "expect.h"

#define WRITERS 4
#define ROUNDS 100
#define LONG 20000

/* A folder of our own, which is the current one meanwhile. */
struct place {
    char folder[32];
};

static void set_up(struct place *place)
{
    *place = (struct place){ .folder = "/tmp/clsmem-save-XXXXXX" };
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(place->folder));
    CU_ASSERT_EQUAL_FATAL(chdir(place->folder), 0);
}

static void tear_down(const struct place *place)
{
    char command[64];

    EXPECT_EQ_INT(chdir("/"), 0);
    snprintf(command, sizeof command, "rm -rf '%s'", place->folder);
    EXPECT_EQ_INT(system(command), 0);
}

static bool print_text(const void *what, FILE *stream)
{
    return fputs(what, stream) != EOF && fflush(stream) == 0;
}

static const char *text_of(const char *path)
{
    static char text[2 * LONG];
    FILE *const file = fopen(path, "r");
    size_t length = 0;

    if (file) {
        length = fread(text, 1, sizeof text - 1, file);
        fclose(file);
    }
    text[length] = 0;
    return file ? text : NULL;
}

static size_t count_files(void)
{
    DIR *const folder = opendir(".");
    size_t count = 0;

    for (const struct dirent *entry; folder && (entry = readdir(folder));)
        count += *entry->d_name != '.';
    closedir(folder);
    return count;
}

static unsigned mode_of(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 ? facts.st_mode & 07777 : 0;
}

/* Each writes files of one letter, over and over. */
static void write_letters(char letter)
{
    char text[LONG + 1];

    memset(text, letter, LONG);
    text[LONG] = 0;
    for (int round = 0; round < ROUNDS; round++)
        if (clsmem_save("a", print_text, text) != CLSMEM_OK)
            _exit(1);
    _exit(0);
}

static void writers_at_once_leave_a_whole_file_and_none_beside_it(void)
{
    struct place place;
    const char *text;

    set_up(&place);
    for (int i = 0; i < WRITERS; i++)
        if (fork() == 0)
            write_letters((char)('a' + i));
    for (int i = 0; i < WRITERS; i++) {
        int status = -1;

        wait(&status);
        EXPECT_EQ_INT(status, 0);
    }
    text = text_of("a");
    EXPECT(text != NULL);
    EXPECT_EQ_SIZE(strlen(text), LONG);
    EXPECT_EQ_SIZE(strspn(text, (char[]){ *text, 0 }), LONG);
    EXPECT_EQ_SIZE(count_files(), 1);
    tear_down(&place);
}

static void no_name_beside_a_file_is_taken_from_its_owner(void)
{
    struct place place;

    set_up(&place);
    EXPECT_EQ_INT(clsmem_save("a.part", print_text, "mine"), CLSMEM_OK);
    EXPECT_EQ_INT(clsmem_save("a", print_text, "new"), CLSMEM_OK);
    EXPECT_EQ_STR(text_of("a.part"), "mine");
    EXPECT_EQ_STR(text_of("a"), "new");
    EXPECT_EQ_SIZE(count_files(), 2);
    tear_down(&place);
}

static void a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own(void)
{
    const mode_t mask = umask(027);
    struct place place;

    set_up(&place);
    EXPECT_EQ_INT(clsmem_save("a", print_text, "1"), CLSMEM_OK);
    EXPECT_EQ_INT(mode_of("a"), 0640);
    EXPECT_EQ_INT(chmod("a", 0604), 0);
    EXPECT_EQ_INT(clsmem_save("a", print_text, "2"), CLSMEM_OK);
    EXPECT_EQ_INT(mode_of("a"), 0604);
    EXPECT_EQ_STR(text_of("a"), "2");
    umask(mask);
    tear_down(&place);
}

static void a_link_to_nothing_is_checked_and_followed_and_stays(void)
{
    struct place place;
    struct stat facts;

    set_up(&place);
    EXPECT_EQ_INT(mkdir("sub", 0777), 0);
    EXPECT_EQ_INT(symlink("sub/further", "link"), 0);
    EXPECT_EQ_INT(symlink("target", "sub/further"), 0);
    EXPECT_EQ_INT(clsmem_save_check("link"), CLSMEM_OK);
    EXPECT_EQ_SIZE(count_files(), 2);
    EXPECT(text_of("sub/target") == NULL);
    EXPECT_EQ_INT(clsmem_save("link", print_text, "text"), CLSMEM_OK);
    EXPECT_EQ_INT(lstat("link", &facts), 0);
    EXPECT(S_ISLNK(facts.st_mode));
    EXPECT_EQ_STR(text_of("sub/target"), "text");
    EXPECT_EQ_INT(symlink("loop", "loop"), 0);
    EXPECT_EQ_INT(clsmem_save_check("loop"), CLSMEM_IO);
    EXPECT_EQ_INT(symlink("nowhere/x", "lost"), 0);
    EXPECT_EQ_INT(clsmem_save_check("lost"), CLSMEM_IO);
    EXPECT_EQ_STR(clsmem_error_text(), "cannot write lost: No such file or directory");
    tear_down(&place);
}

static void a_check_creates_nothing_and_says_what_is_wrong(void)
{
    struct place place;

    set_up(&place);
    EXPECT_EQ_INT(clsmem_save_check("a"), CLSMEM_OK);
    EXPECT_EQ_INT(clsmem_save_check("./a"), CLSMEM_OK);
    EXPECT_EQ_INT(clsmem_save_check("/dev/null"), CLSMEM_OK);
    EXPECT_EQ_INT(clsmem_save_check("nowhere/a"), CLSMEM_IO);
    EXPECT_EQ_STR(clsmem_error_text(), "cannot write nowhere/a: No such file or directory");
    EXPECT_EQ_INT(clsmem_save_check("."), CLSMEM_IO);
    EXPECT_EQ_STR(clsmem_error_text(), "cannot write .: Is a directory");
    EXPECT_EQ_INT(clsmem_save_check("a/"), CLSMEM_IO);
    EXPECT_EQ_SIZE(count_files(), 0);
    if (getuid() != 0) {
        EXPECT_EQ_INT(clsmem_save("a", print_text, "1"), CLSMEM_OK);
        EXPECT_EQ_INT(chmod(".", 0555), 0);
        EXPECT_EQ_INT(clsmem_save_check("b"), CLSMEM_IO);
        EXPECT_EQ_INT(clsmem_save_check("a"), CLSMEM_OK);
        EXPECT_EQ_INT(clsmem_save("a", print_text, "2"), CLSMEM_OK);
        EXPECT_EQ_STR(text_of("a"), "2");
        EXPECT_EQ_INT(chmod("a", 0444), 0);
        EXPECT_EQ_INT(clsmem_save_check("a"), CLSMEM_IO);
        EXPECT_EQ_INT(chmod(".", 0755), 0);
    }
    tear_down(&place);
}

static void a_file_is_the_same_by_all_its_names(void)
{
    struct place place;
    char whole[64];

    set_up(&place);
    snprintf(whole, sizeof whole, "%s/a", place.folder);
    EXPECT_EQ_INT(mkdir("sub", 0777), 0);
    EXPECT_EQ_INT(symlink("a", "link"), 0);
    /* Before it is there, and when it is. */
    for (int there = 0; there < 2; there++) {
        EXPECT(clsmem_save_is_same("a", "a"));
        EXPECT(clsmem_save_is_same("a", "./a"));
        EXPECT(clsmem_save_is_same("sub/../a", "a"));
        EXPECT(clsmem_save_is_same(whole, "a"));
        EXPECT(clsmem_save_is_same("link", "a"));
        EXPECT(!clsmem_save_is_same("a", "b"));
        EXPECT(!clsmem_save_is_same("a", "sub/a"));
        EXPECT(!clsmem_save_is_same("nowhere/a", "elsewhere/a"));
        EXPECT_EQ_INT(clsmem_save("a", print_text, "1"), CLSMEM_OK);
    }
    EXPECT_EQ_INT(link("a", "hard"), 0);
    EXPECT(clsmem_save_is_same("a", "hard"));
    tear_down(&place);
}

CU_TestInfo save_tests[] = {
    TEST(writers_at_once_leave_a_whole_file_and_none_beside_it),
    TEST(no_name_beside_a_file_is_taken_from_its_owner),
    TEST(a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own),
    TEST(a_link_to_nothing_is_checked_and_followed_and_stays),
    TEST(a_check_creates_nothing_and_says_what_is_wrong),
    TEST(a_file_is_the_same_by_all_its_names),
    CU_TEST_INFO_NULL,
};
