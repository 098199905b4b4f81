/* The block for an issue: how long it gets, what it shows of the user, and what of the compiler's log. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clsmem/registry.h"
#include "expect.h"
#include "issue.h"

/* The caller frees it. */
static char *public_form(const char *text, size_t most)
{
    char *shown = NULL;
    size_t bytes = 0;
    FILE *const stream = open_memstream(&shown, &bytes);

    issue_print_public(stream, text, most);
    fclose(stream);
    return shown;
}

static void expect_public(const char *text, const char *wanted)
{
    char *const shown = public_form(text, 4096);

    EXPECT_EQ_STR(shown, wanted);
    free(shown);
}

static void folders_of_absolute_paths_are_hidden(void)
{
    expect_public("/home/jane/work/gemm.cl:3:7: error", ".../gemm.cl:3:7: error");
    expect_public("in file \"/home/jane/my work/a.cl\"", "in file \".../my work/a.cl\"");
    expect_public("(/opt/x/y) -I/home/jane -isystem/a/b/c", "(.../y) -I.../jane -isystem.../c");
    expect_public("4.2 GB/s of 8/9 at /tmp", "4.2 GB/s of 8/9 at /tmp");
    expect_public("a // comment, a /= b, x / y", "a // comment, a /= b, x / y");
    expect_public("", "");
}

static void the_home_folder_goes_whole_even_with_blanks(void)
{
    char *const old = getenv("HOME") ? strdup(getenv("HOME")) : NULL;

    setenv("HOME", "/home/Jane Doe", 1);
    expect_public("/home/Jane Doe/secret/a.cl:1", ".../a.cl:1");
    expect_public("cache in /home/Jane Doe", "cache in ...");
    expect_public("/home/Jane Doering/a.cl", ".../Jane Doering/a.cl");
    if (old)
        setenv("HOME", old, 1);
    else
        unsetenv("HOME");
    free(old);
}

static void a_text_is_cut_between_characters_and_says_so(void)
{
    char *const shown = public_form("abc\xC3\xA4"
                                    "def",
                                    4);

    EXPECT_EQ_STR(shown, "abc\n... (5 bytes more)");
    free(shown);
}

/* A row of the first variant of gemm that ended with the status. */
static struct clsmem_result row_of(enum clsmem_status status, char *log)
{
    const struct clsmem_kernel *const kernel = clsmem_kernel_find("gemm");

    return (struct clsmem_result){
        .kernel = kernel,
        .variant = &kernel->variants[0],
        .problem = { .extent = { 64, 64, 64, 1 } },
        .status = status,
        .reason = "does not build in /home/jane/cl/gemm.cl",
        .rate = NAN,
        .share = NAN,
        .factor = NAN,
        .mode_factor = NAN,
        .degree = NAN,
        .build_log = log,
    };
}

static char *block_of(const struct issue *issue)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *const stream = open_memstream(&text, &bytes);

    EXPECT(issue_print(issue, stream));
    fclose(stream);
    return text;
}

static size_t count_of(const char *text, const char *word)
{
    size_t count = 0;

    for (const char *at = text; (at = strstr(at, word)); at += strlen(word))
        count++;
    return count;
}

static void make_issue(struct issue **issue, struct clsmem_session *session)
{
    static char *const argv[] = {
        "clsmem-bench", "--kernel-dir", "/home/jane/cl", "--json=/home/jane/a.json", "--csv", "jane/b.csv", NULL
    };

    *session = (struct clsmem_session){ .bank_source = "profile /home/jane/p.json" };
    strcpy(session->device.info.name, "Wonder <9> | *TM*");
    EXPECT_EQ_INT(issue_create(argv, issue), CLSMEM_OK);
    EXPECT_EQ_INT(issue_device(*issue, session), CLSMEM_OK);
}

static void nothing_of_the_user_is_shown_and_text_stays_text(void)
{
    static char log[] = "/home/jane/cl/gemm.cl:1: error: </details> ~~~~\n~~~~~\n";
    struct clsmem_session session;
    struct issue *issue;
    struct clsmem_result row = row_of(CLSMEM_BUILD_FAILED, log);

    make_issue(&issue, &session);
    EXPECT_EQ_INT(issue_row(issue, &session, &row), CLSMEM_OK);
    issue_complete(issue);

    char *const block = block_of(issue);

    EXPECT(!strstr(block, "jane"));
    EXPECT_CONTAINS(block, "--kernel-dir .../cl");
    EXPECT_CONTAINS(block, "Wonder \\<9> \\| \\*TM\\*");
    EXPECT_CONTAINS(block, "\n~~~~~~\n.../gemm.cl:1: error: </details>");
    EXPECT_CONTAINS(block, "0 right, 0 skipped, 1 not right\n");
    EXPECT_EQ_INT((long long)count_of(block, "<details"), 3);
    free(block);
    issue_release(issue);
}

static void a_log_that_is_the_same_is_shown_once(void)
{
    static char log[] = "error: nonsense\n";
    struct clsmem_session session;
    struct issue *issue;
    struct clsmem_result row = row_of(CLSMEM_BUILD_FAILED, log);

    make_issue(&issue, &session);
    EXPECT_EQ_INT(issue_row(issue, &session, &row), CLSMEM_OK);
    EXPECT_EQ_INT(issue_row(issue, &session, &row), CLSMEM_OK);

    char *const block = block_of(issue);

    EXPECT_EQ_INT((long long)count_of(block, "error: nonsense"), 1);
    EXPECT_CONTAINS(block, "log is the same");
    EXPECT_CONTAINS(block, "the run did not end");
    free(block);
    issue_release(issue);
}

static void however_much_went_wrong_it_fits_and_the_rest_is_counted(void)
{
    const size_t log_bytes = 100000;
    char *const log = malloc(log_bytes + 1);
    struct clsmem_session session;
    struct issue *issue;
    struct clsmem_result failed = row_of(CLSMEM_BUILD_FAILED, log), right = row_of(CLSMEM_OK, NULL);

    make_issue(&issue, &session);
    memset(log, '|', log_bytes);
    log[log_bytes] = 0;
    for (size_t i = 0; i < 300; i++) {
        log[0] = (char)('a' + i % 26); /* another one each time */
        EXPECT_EQ_INT(issue_row(issue, &session, &failed), CLSMEM_OK);
        EXPECT_EQ_INT(issue_row(issue, &session, &right), CLSMEM_OK);
    }

    char *const block = block_of(issue);

    EXPECT(strlen(block) < ISSUE_MOST_BYTES);
    EXPECT(strlen(block) > ISSUE_MOST_BYTES / 2);
    EXPECT_CONTAINS(block, "bytes more)");
    EXPECT_CONTAINS(block, "300 right, 0 skipped, 300 not right");
    EXPECT_CONTAINS(block, "rows are left out here");
    EXPECT_EQ_INT((long long)count_of(block, "<details"), (long long)count_of(block, "</details>"));
    free(block);
    free(log);
    issue_release(issue);
}

CU_TestInfo issue_tests[] = {
    TEST(folders_of_absolute_paths_are_hidden),
    TEST(the_home_folder_goes_whole_even_with_blanks),
    TEST(a_text_is_cut_between_characters_and_says_so),
    TEST(nothing_of_the_user_is_shown_and_text_stays_text),
    TEST(a_log_that_is_the_same_is_shown_once),
    TEST(however_much_went_wrong_it_fits_and_the_rest_is_counted),
    CU_TEST_INFO_NULL,
};
