/* The result file: valid after each row, whole or not there, and honest about what is missing. */
#include <CUnit/CUnit.h>

#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clsmem/registry.h"
#include "clsmem/result.h"
#include "expect.h"
#include "jump.h"

static char *const command[] = { "clsmem-bench", "--kernel", "gemm\xff", NULL };

/* A session without a device: the file asks it for facts only. */
static const struct clsmem_session session = {
    .device.info = { .name = "no device", .limits = { .local_bytes = 32768, .local_is_global = true } },
    .options = { .seed = 7 },
    .clock_step_ns = 32,
    .clock_reason = "agrees",
};

/* NULL without one, or the file with one run begun. The caller releases it. */
static struct clsmem_result_file *file_with_a_run(void)
{
    struct clsmem_result_file *file = NULL;

    EXPECT_EQ_INT(clsmem_result_file_create("clsmem-bench", command, &file), CLSMEM_OK);
    if (file)
        EXPECT_EQ_INT(clsmem_result_file_begin_run(file, &session), CLSMEM_OK);
    return file;
}

static double samples_ns[] = { 1000, 1250, 1125 };
static double other_ns[] = { 1100, -1, 1200 };

static struct clsmem_result row(const char *variant)
{
    const struct clsmem_kernel *kernel = clsmem_kernel_find("gemm");

    return (struct clsmem_result){
        .kernel = kernel,
        .variant = clsmem_variant_find(kernel, variant),
        .problem = { .extent = { 3, 5, 7, 1 }, .type = CLSMEM_F64, .alpha = 0.5, .beta = -0.25 },
        .time = { .samples_ns = samples_ns, .other_ns = other_ns, .count = 3, .launches = 4, .median_ns = 1125 },
        .work = { .bytes = 123, .operations = 456 },
        .rate = 0.25,
        .share = NAN,
        .factor = NAN,
        .degree = NAN,
        .check = { .oracle = "reference" },
        .source_hash = UINT64_C(0xfedcba9876543210),
    };
}

static struct clsmem_result skipped_row(void)
{
    struct clsmem_result result = row("blocked");

    result.status = CLSMEM_SKIPPED;
    result.time = (struct clsmem_measurement){ 0 };
    result.rate = NAN;
    snprintf(result.reason, sizeof result.reason, "needs fp64 (cl_khr_fp64)");
    return result;
}

/* The file as it would be read again; NULL, and a failed expectation, when it is no JSON. */
static json_t *parse(const struct clsmem_result_file *file)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&text, &bytes);
    json_error_t error;
    json_t *root = NULL;

    if (EXPECT(stream != NULL) && EXPECT_EQ_INT(clsmem_result_file_print(file, stream), CLSMEM_OK) &&
        EXPECT_EQ_INT(fclose(stream), 0)) {
        root = json_loadb(text, bytes, 0, &error);
        if (!EXPECT(root != NULL))
            expect_note("line %d: %s", error.line, error.text);
        EXPECT(bytes > 0 && text[bytes - 1] == '\n');
    }
    free(text);
    return root;
}

static json_t *rows_of(const json_t *root)
{
    const json_t *runs = json_object_get(root, "runs");

    return json_object_get(json_array_get(runs, json_array_size(runs) - 1), "rows");
}

static const char *string_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static bool is_null(const json_t *object, const char *key)
{
    return json_is_null(json_object_get(object, key)); /* false for a key that is not there */
}

static void a_file_is_valid_before_and_after_each_row(void)
{
    struct clsmem_result_file *file = NULL;
    const struct clsmem_result results[] = { row("naive"), skipped_row(), row("tiled") };
    json_t *root;

    if (!EXPECT_EQ_INT(clsmem_result_file_create("clsmem-bench", command, &file), CLSMEM_OK))
        return;
    root = parse(file);
    EXPECT_EQ_SIZE(json_array_size(json_object_get(root, "runs")), 0);
    json_decref(root);
    EXPECT_EQ_INT(clsmem_result_file_begin_run(file, &session), CLSMEM_OK);
    for (size_t i = 0; i < 3; i++) {
        root = parse(file);
        EXPECT_EQ_SIZE(json_array_size(rows_of(root)), i);
        json_decref(root);
        EXPECT_EQ_INT(clsmem_result_file_add_row(file, &results[i]), CLSMEM_OK);
    }
    root = parse(file);
    EXPECT_EQ_SIZE(json_array_size(rows_of(root)), 3);
    EXPECT_EQ_STR(string_of(json_array_get(rows_of(root), 2), "variant"), "tiled");
    json_decref(root);
    clsmem_result_file_release(file);
}

static void a_file_is_incomplete_until_it_is_said_to_be_complete(void)
{
    struct clsmem_result_file *file = file_with_a_run();
    json_t *root = parse(file);

    EXPECT(json_is_false(json_object_get(root, "complete")));
    json_decref(root);
    clsmem_result_file_complete(file);
    root = parse(file);
    EXPECT(json_is_true(json_object_get(root, "complete")));
    json_decref(root);
    clsmem_result_file_release(file);
}

static void a_row_holds_its_samples_and_its_facts(void)
{
    struct clsmem_result_file *file = file_with_a_run();
    const struct clsmem_result result = row("tiled_padded");

    EXPECT_EQ_INT(clsmem_result_file_add_row(file, &result), CLSMEM_OK);
    json_t *root = parse(file);
    const json_t *json = json_array_get(rows_of(root), 0), *time = json_object_get(json, "time");
    const json_t *shape = json_object_get(json, "shape"), *samples = json_object_get(time, "samples_ns");

    EXPECT_EQ_STR(string_of(json, "kernel"), "gemm");
    EXPECT_EQ_STR(string_of(json, "variant"), "tiled_padded");
    EXPECT_EQ_STR(string_of(json, "type"), "f64");
    EXPECT_EQ_STR(string_of(json, "status"), "ok");
    EXPECT_EQ_STR(string_of(json, "versus"), "tiled_column");
    EXPECT_EQ_STR(string_of(json, "unit"), "GFLOP/s");
    EXPECT_EQ_STR(string_of(json, "source_hash"), "fedcba9876543210");
    EXPECT_EQ_SIZE(json_object_size(shape), 3);
    EXPECT_EQ_INT(json_integer_value(json_object_get(shape, "n")), 5);
    EXPECT_NEAR(json_real_value(json_object_get(json, "beta")), -0.25, 0);
    EXPECT_NEAR(json_real_value(json_object_get(time, "median_ns")), 1125, 0);
    EXPECT_EQ_SIZE(json_array_size(samples), 3);
    EXPECT_NEAR(json_real_value(json_array_get(samples, 1)), 1250, 0);
    json_decref(root);
    clsmem_result_file_release(file);
}

static void what_is_not_known_is_null(void)
{
    struct clsmem_result_file *file = file_with_a_run();
    struct clsmem_result result = row("naive");

    result.check.worst = INFINITY;
    EXPECT_EQ_INT(clsmem_result_file_add_row(file, &result), CLSMEM_OK);
    EXPECT_EQ_INT(clsmem_result_file_set_roofs(file, &(struct clsmem_roofs){ .copy_bytes_per_s = 5e9 }), CLSMEM_OK);
    json_t *root = parse(file);
    const json_t *json = json_array_get(rows_of(root), 0), *run = json_array_get(json_object_get(root, "runs"), 0);
    const json_t *others = json_object_get(json_object_get(json, "time"), "other_clock_ns");
    const json_t *roofs = json_object_get(run, "roofs");

    EXPECT(is_null(json, "share_of_roof") && is_null(json, "factor") && is_null(json, "degree"));
    EXPECT(is_null(json, "versus")); /* the first of its family is compared with none */
    EXPECT(is_null(json, "build_log"));
    EXPECT(is_null(json_object_get(json, "check"), "worst_error_over_bound"));
    EXPECT(json_is_real(json_array_get(others, 0)) && json_is_null(json_array_get(others, 1)));
    EXPECT(is_null(roofs, "read_bytes_per_s") && is_null(roofs, "f64_operations_per_s"));
    EXPECT_NEAR(json_real_value(json_object_get(roofs, "copy_bytes_per_s")), 5e9, 0);
    json_decref(root);
    clsmem_result_file_release(file);
}

static void a_skipped_row_has_a_reason_and_no_time(void)
{
    struct clsmem_result_file *file = file_with_a_run();
    const struct clsmem_result result = skipped_row();

    EXPECT_EQ_INT(clsmem_result_file_add_row(file, &result), CLSMEM_OK);
    json_t *root = parse(file);
    const json_t *json = json_array_get(rows_of(root), 0);

    EXPECT_EQ_STR(string_of(json, "status"), "skipped");
    EXPECT_EQ_STR(string_of(json, "reason"), "needs fp64 (cl_khr_fp64)");
    EXPECT(is_null(json, "time") && is_null(json, "rate"));
    json_decref(root);
    clsmem_result_file_release(file);
}

/* Paths, driver texts and compiler logs are bytes; a row must not be lost over one that is no UTF-8. */
static void texts_of_any_bytes_keep_their_row(void)
{
    struct clsmem_result_file *file = file_with_a_run();
    struct clsmem_result result = row("naive");
    char log[] = "error: \xff\xfe here";

    result.status = CLSMEM_BUILD_FAILED;
    result.build_log = log;
    snprintf(result.reason, sizeof result.reason, "cannot read /tmp/\xe4/gemm.cl");
    snprintf(result.check.note, sizeof result.check.note, "cut: \xc3");
    snprintf(result.time.reason, sizeof result.time.reason, "cut: \xc3");
    EXPECT_EQ_INT(clsmem_result_file_add_row(file, &result), CLSMEM_OK);
    json_t *root = parse(file);
    const json_t *json = json_array_get(rows_of(root), 0);

    EXPECT_EQ_STR(string_of(json, "build_log"), "error: ?? here");
    EXPECT_EQ_STR(string_of(json, "reason"), "cannot read /tmp/?/gemm.cl");
    EXPECT_EQ_STR(json_string_value(json_array_get(json_object_get(root, "command"), 2)), "gemm?");
    json_decref(root);
    clsmem_result_file_release(file);
}

static void the_environment_that_changes_results_is_kept(void)
{
    struct clsmem_result_file *file = NULL;

    EXPECT_EQ_INT(setenv("CLSMEM_TEST_OF_RESULTS", "1=2", 1), 0);
    EXPECT_EQ_INT(setenv("SECRET_OF_RESULTS", "x", 1), 0);
    EXPECT_EQ_INT(clsmem_result_file_create("clsmem-bench", command, &file), CLSMEM_OK);
    EXPECT_EQ_INT(unsetenv("CLSMEM_TEST_OF_RESULTS"), 0);
    EXPECT_EQ_INT(unsetenv("SECRET_OF_RESULTS"), 0);
    json_t *root = parse(file);
    const json_t *environment = json_object_get(root, "environment");

    EXPECT_EQ_STR(string_of(environment, "CLSMEM_TEST_OF_RESULTS"), "1=2");
    EXPECT(json_object_get(environment, "SECRET_OF_RESULTS") == NULL);
    json_decref(root);
    clsmem_result_file_release(file);
}

static void rows_belong_to_the_run_begun_last(void)
{
    struct clsmem_result_file *file = file_with_a_run();
    const struct clsmem_result result = row("naive");

    EXPECT_EQ_INT(clsmem_result_file_add_row(file, &result), CLSMEM_OK);
    EXPECT_EQ_INT(clsmem_result_file_begin_run(file, &session), CLSMEM_OK);
    for (size_t i = 0; i < 2; i++)
        EXPECT_EQ_INT(clsmem_result_file_add_row(file, &result), CLSMEM_OK);
    json_t *root = parse(file);
    const json_t *runs = json_object_get(root, "runs");

    EXPECT_EQ_SIZE(json_array_size(runs), 2);
    EXPECT_EQ_SIZE(json_array_size(json_object_get(json_array_get(runs, 0), "rows")), 1);
    EXPECT_EQ_SIZE(json_array_size(json_object_get(json_array_get(runs, 1), "rows")), 2);
    json_decref(root);
    clsmem_result_file_release(file);
}

/* A folder of our own, for one file. */
struct place {
    char folder[32];
    char path[64];
};

static bool place_make(struct place *place)
{
    snprintf(place->folder, sizeof place->folder, "/tmp/clsmem-test-XXXXXX");
    if (!EXPECT(mkdtemp(place->folder) != NULL))
        return false;
    snprintf(place->path, sizeof place->path, "%s/results.json", place->folder);
    return true;
}

/* Only the file itself may be left in the folder. */
static void place_remove(const struct place *place)
{
    unlink(place->path);
    EXPECT_EQ_INT(rmdir(place->folder), 0);
}

static size_t rows_at(const char *path)
{
    json_t *root = json_load_file(path, 0, NULL);
    const size_t count = EXPECT(root != NULL) ? json_array_size(rows_of(root)) : 0;

    json_decref(root);
    return count;
}

static void saving_replaces_the_file_and_leaves_nothing_beside_it(void)
{
    struct clsmem_result_file *file = file_with_a_run();
    const struct clsmem_result result = row("naive");
    struct place place;

    if (place_make(&place)) {
        EXPECT_EQ_INT(clsmem_result_file_save(file, place.path), CLSMEM_OK);
        EXPECT_EQ_SIZE(rows_at(place.path), 0);
        EXPECT_EQ_INT(clsmem_result_file_add_row(file, &result), CLSMEM_OK);
        EXPECT_EQ_INT(clsmem_result_file_save(file, place.path), CLSMEM_OK);
        EXPECT_EQ_SIZE(rows_at(place.path), 1);
        place_remove(&place);
    }
    clsmem_result_file_release(file);
}

/* Saves while no file may grow beyond `bytes`: what a full disk does to a writer. */
static enum clsmem_status save_in_little_room(const struct clsmem_result_file *file, const char *path, rlim_t bytes)
{
    struct rlimit before, little;
    void (*const handler)(int) = signal(SIGXFSZ, SIG_IGN);

    EXPECT_EQ_INT(getrlimit(RLIMIT_FSIZE, &before), 0);
    little = before;
    little.rlim_cur = bytes;
    EXPECT_EQ_INT(setrlimit(RLIMIT_FSIZE, &little), 0);
    const enum clsmem_status status = clsmem_result_file_save(file, path);

    EXPECT_EQ_INT(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    return status;
}

static void a_full_disk_leaves_the_last_good_file(void)
{
    struct clsmem_result_file *file = file_with_a_run();
    const struct clsmem_result result = row("naive");
    struct place place;

    if (place_make(&place)) {
        EXPECT_EQ_INT(clsmem_result_file_add_row(file, &result), CLSMEM_OK);
        EXPECT_EQ_INT(clsmem_result_file_save(file, place.path), CLSMEM_OK);
        EXPECT_EQ_INT(clsmem_result_file_add_row(file, &result), CLSMEM_OK);
        for (rlim_t bytes = 0; bytes < 2000; bytes += 500) {
            EXPECT_EQ_INT(save_in_little_room(file, place.path, bytes), CLSMEM_IO);
            EXPECT_CONTAINS(clsmem_error_text(), "cannot write /tmp/");
            EXPECT_CONTAINS(clsmem_error_text(), "/results.json: ");
            EXPECT_CONTAINS(clsmem_error_text(), "File too large");
        }
        EXPECT_EQ_SIZE(rows_at(place.path), 1);
        place_remove(&place);
    }
    clsmem_result_file_release(file);
}

static void a_folder_that_is_not_there_is_named(void)
{
    struct clsmem_result_file *file = file_with_a_run();

    EXPECT_EQ_INT(clsmem_result_file_save(file, "/nonexistent/results.json"), CLSMEM_IO);
    EXPECT_EQ_STR(clsmem_error_text(), "cannot write /nonexistent/results.json: No such file or directory");
    clsmem_result_file_release(file);
}

/* A link from the place's path to another file in it. */
static bool link_away(const struct place *place, char *target, size_t room)
{
    snprintf(target, room, "%s/target.json", place->folder);
    return EXPECT_EQ_INT(symlink("target.json", place->path), 0);
}

static bool is_link(const char *path)
{
    struct stat facts;

    return lstat(path, &facts) == 0 && S_ISLNK(facts.st_mode);
}

static void a_link_stays_and_its_target_is_replaced(void)
{
    struct clsmem_result_file *file = file_with_a_run();
    const struct clsmem_result result = row("naive");
    struct place place;
    char target[64];

    if (place_make(&place)) {
        if (link_away(&place, target, sizeof target)) {
            EXPECT_EQ_INT(clsmem_result_file_save(file, target), CLSMEM_OK);
            EXPECT_EQ_INT(clsmem_result_file_add_row(file, &result), CLSMEM_OK);
            EXPECT_EQ_INT(clsmem_result_file_save(file, place.path), CLSMEM_OK);
            EXPECT(is_link(place.path));
            EXPECT_EQ_SIZE(rows_at(target), 1);
            EXPECT_EQ_INT(save_in_little_room(file, place.path, 500), CLSMEM_IO);
            EXPECT_CONTAINS(clsmem_error_text(), "/results.json: ");
            EXPECT_EQ_SIZE(rows_at(target), 1);
            unlink(target);
        }
        place_remove(&place);
    }
    clsmem_result_file_release(file);
}

static void a_link_to_a_file_not_there_yet_makes_that_file(void)
{
    struct clsmem_result_file *file = file_with_a_run();
    struct place place;
    char target[64];

    if (place_make(&place)) {
        if (link_away(&place, target, sizeof target)) {
            EXPECT_EQ_INT(clsmem_result_file_save(file, place.path), CLSMEM_OK);
            EXPECT(is_link(place.path));
            EXPECT_EQ_SIZE(rows_at(target), 0);
            unlink(target);
        }
        place_remove(&place);
    }
    clsmem_result_file_release(file);
}

static void only_files_can_be_rewritten(void)
{
    struct place place;

    if (!place_make(&place))
        return;
    EXPECT(clsmem_result_path_is_rewritable(place.path)); /* not there yet: it will be a file */
    EXPECT_EQ_INT(mkfifo(place.path, 0600), 0);
    EXPECT(!clsmem_result_path_is_rewritable(place.path));
    EXPECT(!clsmem_result_path_is_rewritable("/dev/null"));
    EXPECT(!clsmem_result_path_is_rewritable(place.folder));
    place_remove(&place);
}

/* No file may take the place of a pipe: it is written to, and stays what it is. */
static void a_pipe_is_written_to_directly(void)
{
    struct clsmem_result_file *file = file_with_a_run();
    struct place place;
    struct stat facts;
    char byte = '\0';

    if (place_make(&place)) {
        EXPECT_EQ_INT(mkfifo(place.path, 0600), 0);
        const int reader = open(place.path, O_RDONLY | O_NONBLOCK);

        EXPECT_EQ_INT(clsmem_result_file_save(file, place.path), CLSMEM_OK);
        EXPECT(stat(place.path, &facts) == 0 && S_ISFIFO(facts.st_mode));
        EXPECT_EQ_INT(read(reader, &byte, 1), 1);
        EXPECT_EQ_INT(byte, '{');
        close(reader);
        place_remove(&place);
    }
    clsmem_result_file_release(file);
}

/* By a link of our own, so that a library that replaces what it should write to replaces no device. */
static void a_device_without_room_is_reported(void)
{
    struct clsmem_result_file *file = file_with_a_run();
    struct place place;

    if (access("/dev/full", W_OK) == 0 && place_make(&place)) {
        EXPECT_EQ_INT(symlink("/dev/full", place.path), 0);
        EXPECT_EQ_INT(clsmem_result_file_save(file, place.path), CLSMEM_IO);
        EXPECT_CONTAINS(clsmem_error_text(), "No space left on device");

        /* A short file fits the stream's own buffer: only flushing it shows that there is no room. */
        FILE *stream = fopen(place.path, "r+");

        if (EXPECT(stream != NULL)) {
            EXPECT_EQ_INT(clsmem_result_file_print(file, stream), CLSMEM_IO);
            fclose(stream);
        }
        place_remove(&place);
    }
    clsmem_result_file_release(file);
}

static void *no_memory(size_t bytes)
{
    (void)bytes;
    return NULL;
}

static enum clsmem_status allocate_in_vain(void)
{
    enum clsmem_status status = CLSMEM_OK;
    char *pointer;

#define malloc no_memory
    CHECK_ALLOC(pointer, 1234);
#undef malloc
out:
    return status;
}

static void missing_memory_is_told_in_words_of_the_user(void)
{
    EXPECT_EQ_INT(allocate_in_vain(), CLSMEM_NO_MEMORY);
    EXPECT_EQ_STR(clsmem_error_text(), "no memory on the host for 1234 bytes");
}

static void releasing_nothing_does_nothing(void)
{
    struct clsmem_result result = { 0 };

    clsmem_result_file_release(NULL);
    clsmem_result_release(&result);
    EXPECT(result.build_log == NULL && result.time.samples_ns == NULL);
}

CU_TestInfo result_tests[] = {
    TEST(a_file_is_valid_before_and_after_each_row),
    TEST(a_file_is_incomplete_until_it_is_said_to_be_complete),
    TEST(a_row_holds_its_samples_and_its_facts),
    TEST(what_is_not_known_is_null),
    TEST(a_skipped_row_has_a_reason_and_no_time),
    TEST(texts_of_any_bytes_keep_their_row),
    TEST(the_environment_that_changes_results_is_kept),
    TEST(rows_belong_to_the_run_begun_last),
    TEST(saving_replaces_the_file_and_leaves_nothing_beside_it),
    TEST(a_full_disk_leaves_the_last_good_file),
    TEST(a_folder_that_is_not_there_is_named),
    TEST(a_link_stays_and_its_target_is_replaced),
    TEST(a_link_to_a_file_not_there_yet_makes_that_file),
    TEST(only_files_can_be_rewritten),
    TEST(a_pipe_is_written_to_directly),
    TEST(a_device_without_room_is_reported),
    TEST(missing_memory_is_told_in_words_of_the_user),
    TEST(releasing_nothing_does_nothing),
    CU_TEST_INFO_NULL,
};
