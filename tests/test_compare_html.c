/* The report page: data in a block that no text can leave, and the banks of the classes that it names. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "clsmem/bank_class.h"
#include "compare_html.h"
#include "compare_page.h"
#include "expect.h"

#define OPENING "<script type=\"application/json\" id=\"data\">"
#define CLOSING "</script>"
#define PROFILE_OF_NO_CLASS CLSMEM_TEST_DIR "/profiles/unknown.json"
#define PROFILE_OF_OURS CLSMEM_TEST_DIR "/profiles/figures.json"

static const char *const hostile[] = {
    "</script><img src=x onerror=alert(1)>", "<!--<script>", "]]>", "&lt;&amp;",   "\\u003c/script>",
    "\xe2\x80\xa8 and \xe2\x80\xa9",         "\"}};//",      "\\",  "<!--DATA-->",
};

/* A file of one run on a device of some name and class; no more than the page's C part looks at. */
static json_t *make_results(const char *name, const char *bank_class)
{
    return json_pack("[{s:[{s:{s:s}, s:{s:s}}]}]", "runs", "device", "name", name, "bank_class", "name", bank_class);
}

/* The page as text, which the caller frees. */
static char *print(const struct compare_html *what)
{
    char *text = NULL;
    size_t bytes;
    FILE *const stream = open_memstream(&text, &bytes);

    CU_ASSERT_PTR_NOT_NULL_FATAL(stream);
    EXPECT(compare_html_print(what, stream));
    fclose(stream);
    EXPECT_EQ_SIZE(bytes, strlen(text));
    return text;
}

/* What stands in the data block, cut out of the page as a browser would: up to the first end of a script. */
static char *data_of(char *page)
{
    char *const start = strstr(page, OPENING);
    char *end;

    CU_ASSERT_PTR_NOT_NULL_FATAL(start);
    end = strstr(start, CLOSING);
    CU_ASSERT_PTR_NOT_NULL_FATAL(end);
    *end = 0;
    return start + strlen(OPENING);
}

static void no_text_leaves_the_block_of_data(void)
{
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        json_t *const results = make_results(hostile[i], "none"), *read;
        struct compare_html what = { .results = results, .files = json_pack("[s]", hostile[i]) };
        char *const page = print(&what), *const data = data_of(page);
        const char *name = NULL, *file = NULL;

        for (const char *c = data; *c; c++)
            if (!EXPECT(*c >= ' ' && *c <= '~' && *c != '<' && *c != '>' && *c != '&'))
                break;
        read = json_loads(data, 0, NULL);
        if (EXPECT(read))
            EXPECT_EQ_INT(json_unpack(read, "{s:[{s:[{s:{s:s}}]}], s:[s]}", "results", "runs", "device", "name", &name,
                                      "files", &file),
                          0);
        EXPECT_EQ_STR(name, hostile[i]);
        EXPECT_EQ_STR(file, compare_html_base_name(hostile[i])); /* folders are nobody's business */
        json_decref(read);
        free(page);
        json_decref(what.files);
        json_decref(results);
    }
}

static void all_else_of_the_page_is_the_template(void)
{
    json_t *const results = make_results("device", "none");
    const struct compare_html what = { .results = results };
    char *const page = print(&what);
    const char *const marker = strstr((const char *)compare_page, COMPARE_PAGE_MARKER);
    const size_t before = (size_t)(marker - (const char *)compare_page);
    const size_t behind = compare_page_bytes - before - strlen(COMPARE_PAGE_MARKER);

    EXPECT_EQ_INT(memcmp(page, compare_page, before), 0);
    EXPECT_EQ_STR(page + strlen(page) - behind, marker + strlen(COMPARE_PAGE_MARKER));
    EXPECT(!strstr(marker + 1, COMPARE_PAGE_MARKER));
    EXPECT(!strstr(page, "<!--STYLE-->") && !strstr(page, "<!--SCRIPT-->") && !strstr(page, "<!--CHART-->"));
    free(page);
    json_decref(results);
}

static void numbers_come_out_as_they_went_in(void)
{
    static const char text[] = "[{\"runs\":[],\"a\":0.1,\"b\":123456.789012345,\"c\":9007199254740993,\"d\":1e-300}]";
    json_t *const results = json_loads(text, 0, NULL);
    const struct compare_html what = { .results = results };
    char *const page = print(&what), *const data = data_of(page);

    EXPECT_CONTAINS(data, "\"a\":0.1,\"b\":123456.789012345,\"c\":9007199254740993,\"d\":1e-300}");
    free(page);
    json_decref(results);
}

static void parts_that_are_not_there_are_null(void)
{
    json_t *const results = make_results("device", "none");
    const struct compare_html what = { .results = results };
    char *const page = print(&what), *const data = data_of(page);

    EXPECT_CONTAINS(data, "\"files\":[],\"profiles\":null,\"profile_files\":[],\"comparison\":null,"
                          "\"failures\":null,\"pictures\":[]}");
    free(page);
    json_decref(results);
}

static const char *text_of(const json_t *pictures, size_t i, const char *key)
{
    const char *const text = json_string_value(json_object_get(json_array_get(pictures, i), key));

    return text ? text : "";
}

static void each_class_is_drawn_once_in_three_layouts(void)
{
    json_t *const results = make_results("one", "nv_cc5plus"), *const more = make_results("two", "nv_cc5plus");
    const struct compare_html what = { .results = results };
    json_t *pictures;

    json_array_extend(results, more);
    pictures = compare_banks_make(&what);
    EXPECT_EQ_SIZE(json_array_size(pictures), 3);
    EXPECT_EQ_STR(text_of(pictures, 0, "class"), "nv_cc5plus");
    EXPECT_EQ_STR(text_of(pictures, 0, "layout"), "plain");
    EXPECT_CONTAINS(text_of(pictures, 0, "words"), "column of a 32 x 32 tile");
    EXPECT_CONTAINS(text_of(pictures, 0, "svg"), "degree 32");
    EXPECT_EQ_STR(text_of(pictures, 1, "layout"), "padded");
    EXPECT_CONTAINS(text_of(pictures, 1, "svg"), "degree 1<");
    EXPECT_EQ_STR(text_of(pictures, 2, "layout"), "swizzled");
    EXPECT_CONTAINS(text_of(pictures, 2, "svg"), "degree 1<");
    json_decref(pictures);
    json_decref(more);
    json_decref(results);
}

static void every_class_of_ours_that_has_banks_can_be_drawn(void)
{
    size_t count;
    const struct clsmem_bank_class *const classes = clsmem_bank_classes(&count);

    for (size_t i = 0; i < count; i++) {
        json_t *const results = make_results("device", classes[i].name);
        const struct compare_html what = { .results = results };
        json_t *const pictures = compare_banks_make(&what);

        if (!EXPECT_EQ_SIZE(json_array_size(pictures), clsmem_bank_class_has_banks(&classes[i]) ? 3 : 0))
            expect_note("%s", classes[i].name);
        json_decref(pictures);
        json_decref(results);
    }
}

static void classes_that_nobody_knows_are_left_out(void)
{
    static const char *const names[] = { "none", "unknown", "of_my_own", "all", "--help", "nv_cc5plus,cdna3", "" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        json_t *const results = make_results("device", names[i]);
        const struct compare_html what = { .results = results };
        json_t *const pictures = compare_banks_make(&what);

        if (!EXPECT_EQ_SIZE(json_array_size(pictures), 0))
            expect_note("%s", names[i]);
        json_decref(pictures);
        json_decref(results);
    }
}

/* Pictures of the profile in a file, from the class that explains it or from the one in the file. */
static json_t *draw_profile(const char *path)
{
    json_t *const profiles = json_array(), *const files = json_pack("[s]", path);
    const struct compare_html what = { .profiles = profiles, .profile_files = files };
    json_t *pictures;

    EXPECT_EQ_INT(json_array_append_new(profiles, json_load_file(path, 0, NULL)), 0);
    pictures = compare_banks_make(&what);
    json_decref(profiles);
    json_decref(files);
    return pictures;
}

static void a_profile_is_drawn_by_our_class_or_else_by_its_own(void)
{
    json_t *pictures = draw_profile(PROFILE_OF_OURS);

    EXPECT_EQ_SIZE(json_array_size(pictures), 3);
    EXPECT_EQ_STR(text_of(pictures, 0, "class"), "nv_cc5plus");
    json_decref(pictures);
    pictures = draw_profile(PROFILE_OF_NO_CLASS);
    EXPECT_EQ_SIZE(json_array_size(pictures), 3);
    EXPECT_EQ_STR(text_of(pictures, 0, "class"), "probed");
    EXPECT_CONTAINS(text_of(pictures, 0, "words"), "64 x 32 tile");
    json_decref(pictures);
}

static void a_full_disk_is_told(void)
{
    json_t *const results = make_results("device", "none");
    const struct compare_html what = { .results = results };
    FILE *const full = fopen("/dev/full", "w");

    if (full) {
        EXPECT(!compare_html_print(&what, full));
        fclose(full);
    }
    json_decref(results);
}

CU_TestInfo compare_html_tests[] = {
    TEST(no_text_leaves_the_block_of_data),
    TEST(all_else_of_the_page_is_the_template),
    TEST(numbers_come_out_as_they_went_in),
    TEST(parts_that_are_not_there_are_null),
    TEST(each_class_is_drawn_once_in_three_layouts),
    TEST(every_class_of_ours_that_has_banks_can_be_drawn),
    TEST(classes_that_nobody_knows_are_left_out),
    TEST(a_profile_is_drawn_by_our_class_or_else_by_its_own),
    TEST(a_full_disk_is_told),
    CU_TEST_INFO_NULL,
};
