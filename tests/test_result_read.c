/* Result files, read back: nothing is lost, and whatever is wrong is refused with its place. */
#include <CUnit/CUnit.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clsmem/registry.h"
#include "clsmem/result.h"
#include "clsmem/result_read.h"
#include "expect.h"

static double samples_ns[] = { 1000, 1250, 1125 };
static double other_ns[] = { 1100, -1, 1200 };

static void add_rows(struct clsmem_result_file *file)
{
    const struct clsmem_kernel *const kernel = clsmem_kernel_find("gemm");
    struct clsmem_result row = {
        .kernel = kernel,
        .variant = clsmem_variant_find(kernel, "tiled_column"),
        .problem = { .extent = { 3, 5, 7, 1 }, .type = CLSMEM_F64, .alpha = 0.5, .beta = -0.25 },
        .time = { .samples_ns = samples_ns,
                  .other_ns = other_ns,
                  .count = 3,
                  .launches = 4,
                  .clock = CLSMEM_CLOCK_EVENT,
                  .verdict = CLSMEM_NOISY,
                  .median_ns = 1125,
                  .low_ns = 1000,
                  .high_ns = 1250,
                  .least_ns = 1000 },
        .work = { .bytes = 123, .operations = 456, .items = 7 },
        .rate = 0.25,
        .share = 0.5,
        .factor = 0.125,
        .mode_factor = NAN,
        .degree = 32,
        .check = { .oracle = "reference", .worst = 0.25, .note = "a note" },
        .local_bytes = 8192,
        .source_hash = UINT64_C(0xfedcba9876543210),
    };

    EXPECT_EQ_INT(clsmem_result_file_add_row(file, &row), CLSMEM_OK);
    row.variant = clsmem_variant_find(kernel, "blocked");
    row.status = CLSMEM_SKIPPED;
    row.time = (struct clsmem_measurement){ 0 };
    row.rate = row.share = row.factor = row.degree = NAN;
    row.check = (struct clsmem_check){ 0 };
    snprintf(row.reason, sizeof row.reason, "needs fp64");
    EXPECT_EQ_INT(clsmem_result_file_add_row(file, &row), CLSMEM_OK);
    EXPECT_EQ_INT(clsmem_result_file_add_conclusion(file, kernel, CLSMEM_F64, "in the end"), CLSMEM_OK);
}

/* What clsmem-bench would write. The caller frees the text; NULL after a failed expectation. */
static char *written(void)
{
    static char *const command[] = { "clsmem-bench", NULL };
    static const struct clsmem_session session = {
        .device.info = { .name = "a device",
                         .driver = "1.2",
                         .limits = { .local_bytes = 32768, .compute_units = 4, .max_items = { 3, 2, 1 } } },
        .options = { .seed = 7 },
        .clock_verdict = CLSMEM_CLOCK_COARSE,
        .clock_step_ns = 1000,
        .clock_reason = "agrees",
    };
    const struct clsmem_roofs roofs = { .copy_bytes_per_s = 2e12 };
    struct clsmem_result_file *file = NULL;
    char *text = NULL;
    size_t bytes = 0;
    FILE *const stream = open_memstream(&text, &bytes);

    if (EXPECT_EQ_INT(clsmem_result_file_create("clsmem-bench", command, &file), CLSMEM_OK) &&
        EXPECT_EQ_INT(clsmem_result_file_begin_run(file, &session), CLSMEM_OK)) {
        EXPECT_EQ_INT(clsmem_result_file_set_roofs(file, &roofs), CLSMEM_OK);
        add_rows(file);
        clsmem_result_file_complete(file);
        EXPECT_EQ_INT(clsmem_result_file_print(file, stream), CLSMEM_OK);
    }
    fclose(stream);
    clsmem_result_file_release(file);
    return text;
}

static void expect_rows(const struct clsmem_results_run *run)
{
    const struct clsmem_results_row *const row = run->rows;

    EXPECT_EQ_STR(row->kernel, "gemm");
    EXPECT_EQ_STR(row->variant, "tiled_column");
    EXPECT_EQ_STR(row->mode, "");
    EXPECT_EQ_STR(row->shape, "3x5x7");
    EXPECT_EQ_SIZE(row->extent_count, 3);
    EXPECT_EQ_INT(row->type, CLSMEM_F64);
    EXPECT_NEAR(row->beta, -0.25, 0);
    EXPECT_EQ_STR(row->versus, "tiled");
    EXPECT_NEAR(row->factor, 0.125, 0);
    EXPECT(isnan(row->mode_factor));
    EXPECT_NEAR(row->degree, 32, 0);
    EXPECT_EQ_SIZE(row->local_bytes, 8192);
    EXPECT_EQ_STR(row->source_hash, "fedcba9876543210");
    EXPECT_EQ_STR(row->check_note, "a note");
    EXPECT_NEAR(row->work_items, 7, 0);
    EXPECT(row->has_time && row->time.clock == CLSMEM_CLOCK_EVENT && row->time.verdict == CLSMEM_NOISY);
    EXPECT_EQ_SIZE(row->time.count, 3);
    EXPECT_NEAR(row->time.samples_ns[1], 1250, 0);
    EXPECT(isnan(row->time.other_ns[1]) && row->time.other_ns[2] == 1200);
    EXPECT_EQ_INT(row[1].status, CLSMEM_SKIPPED);
    EXPECT_EQ_STR(row[1].reason, "needs fp64");
    EXPECT(!row[1].has_time && isnan(row[1].rate) && !row[1].is_predicted);
}

static void what_is_written_is_read_back(void)
{
    char *const text = written();
    struct clsmem_results results;

    if (!text)
        return;
    if (EXPECT_EQ_INT(clsmem_results_parse(text, strlen(text), "my.json", &results), CLSMEM_OK) &&
        EXPECT_EQ_SIZE(results.run_count, 1) && EXPECT_EQ_SIZE(results.runs->row_count, 2)) {
        EXPECT_EQ_STR(results.text, text);
        EXPECT_EQ_STR(results.tool, "clsmem-bench");
        EXPECT(results.complete);
        EXPECT_EQ_STR(results.runs->device.name, "a device");
        EXPECT_EQ_SIZE(results.runs->device.max_work_item_sizes[0], 3);
        EXPECT_EQ_SIZE(results.runs->device.compute_units, 4);
        EXPECT_EQ_INT(results.runs->clock, CLSMEM_CLOCK_COARSE);
        EXPECT_EQ_SIZE(results.runs->seed, 7);
        EXPECT_NEAR(results.runs->copy_bytes_per_s, 2e12, 0);
        EXPECT(isnan(results.runs->read_bytes_per_s));
        EXPECT_EQ_STR(results.runs->conclusions[0].text, "in the end");
        expect_rows(results.runs);
    } else {
        expect_note("%s", clsmem_error_text());
    }
    clsmem_results_release(&results);
    free(text);
}

static void every_file_that_is_kept_is_read(void)
{
    static const char *const names[] = { "nvidia-h200.json", "nvidia-h200-large.json", "pocl-cpu.json" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[1024];
        struct clsmem_results results;

        snprintf(path, sizeof path, "%s/../bench/results/%s", CLSMEM_TEST_DIR, names[i]);
        if (EXPECT_EQ_INT(clsmem_results_read(path, &results), CLSMEM_OK))
            EXPECT(results.runs[0].row_count >= 30);
        else
            expect_note("%s", clsmem_error_text());
        clsmem_results_release(&results);
    }
}

/* Replaces the first `old` in the text. The caller frees the result. */
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
    { "\"clsmem-results\"", "\"clsmem profile\"", "my.json: no result file: \"format\" is not" },
    { "\"format_version\": 3", "\"format_version\": 2", "\"format_version\" is 2, but this program reads 3 alone" },
    { "\"format_version\": 3", "\"format_version\": 4", "\"format_version\" is 4, but this program reads 3 alone" },
    { "\"format_version\": 3", "\"format_version\": \"3\"", "\"format_version\" is missing, or no whole number" },
    { "\"complete\": true", "\"complete\": 1", "my.json: \"complete\" is neither true nor false" },
    { "\"complete\": true", "\"complete\": true, \"complete\": true", "my.json, line" },
    { "\"complete\": true", "\"complete\": true, \"surprise\": 1", "my.json: \"surprise\" is no key" },
    { "\"started\"", "\"begun\"", "my.json: \"begun\" is no key" },
    { "\"command\": [", "\"command\": [1,", "my.json: \"command\" has something that is no text" },
    { "\"environment\": {", "\"environment\": {\"a\": 1,", "my.json: \"environment\" has something that is no text" },
    { "\"runs\": [", "\"runs\": [[],", "my.json: runs[0] is no object" },
    { "\"seed\": 7", "\"seed\": -7", "my.json: runs[0]: \"seed\" is no whole number" },
    { "\"seed\": 7", "\"seed\": 7.5", "my.json: runs[0]: \"seed\" is no whole number" },
    { "\"name\": \"a device\"", "\"name\": \"a\\u001b[2J\"", "runs[0].device: \"name\" is not printable ASCII" },
    { "\"type\": \"other\"", "\"type\": \"abacus\"", "my.json: runs[0].device: \"type\" is no word" },
    { "\"verdict\": \"coarse\"", "\"verdict\": \"great\"", "my.json: runs[0].clock: \"verdict\" is no word" },
    { "\"step_ns\": 1000.0", "\"step_ns\": -1.0", "my.json: runs[0].clock: \"step_ns\" is below 0" },
    { "\"kernel\": \"gemm\"", "\"kernel\": \"<script>\"", "my.json: runs[0].rows[0]: \"kernel\" is no name" },
    { "\"variant\": \"tiled_column\"", "\"variant\": \"\"", "my.json: runs[0].rows[0]: \"variant\" is no name" },
    { "\"variant\": \"blocked\"", "\"variant\": \"tiled_column\"",
      "runs[0].rows[1] is there before, as [0]: gemm.tiled_column at 3x5x7" },
    { "\"mode\": null", "\"mode\": \"\"", "my.json: runs[0].rows[0]: \"mode\" is empty" },
    { "\"mode\": null", "\"mode\": 3", "my.json: runs[0].rows[0]: \"mode\" is no text" },
    { "\"m\": 3", "\"m\": 0", "my.json: runs[0].rows[0]: \"shape\" has something that is no extent" },
    { "\"m\": 3", "\"m\": 3, \"a\": 1, \"b\": 2", "my.json: runs[0].rows[0]: \"shape\" is no object of up to 4" },
    { "\"alpha\": 0.5", "\"alpha\": null", "my.json: runs[0].rows[0]: \"alpha\" is no number" },
    { "\"alpha\": 0.5", "\"alpha\": NaN", "my.json, line" },
    { "\"alpha\": 0.5", "\"alpha\": 1e999", "my.json, line" },
    { "\"rate\": 0.25", "\"rate\": -0.25", "my.json: runs[0].rows[0]: \"rate\" is below 0" },
    { "\"unit\": \"GFLOP/s\"", "\"unit\": \"miles\"", "my.json: runs[0].rows[0]: \"unit\" is no word" },
    { "\"status\": \"ok\"", "\"status\": \"fine\"", "my.json: runs[0].rows[0]: \"status\" is no word" },
    { "\"status\": \"ok\"", "\"status\": \"wrong\"", "rows[0]: \"time\" is there in a row that is not ok" },
    { "\"status\": \"skipped\"", "\"status\": \"ok\"", "rows[1]: \"time\" is null in a row that is ok" },
    { "\"reason\": \"needs fp64\"", "\"reason\": \"\"", "rows[1]: \"reason\" does not go with the status" },
    { "\"median_ns\": 1125.0", "\"median_ns\": 2000.0", "rows[0].time: \"median_ns\" lies outside" },
    { "\"median_ns\": 1125.0", "\"median_ns\": 1125.002", "rows[0].time: \"median_ns\" is not the median of" },
    { "\"median_ns\": 1125.0", "\"median_ns\": null", "rows[0].time: \"median_ns\" is no number" },
    { "\"launches\": 4", "\"launches\": 0", "rows[0].time: \"launches\" is 0" },
    { "\"samples_ns\": [", "\"samples_ns\": [null,", "rows[0].time: \"samples_ns\" has something that is no time" },
    { "\"samples_ns\": [", "\"samples_ns\": [-1,", "rows[0].time: \"samples_ns\" has something that is no time" },
    { "\"samples_ns\": [", "\"samples_ns\": [], \"x\": [", "\"x\" is no key" },
    { "\"other_clock_ns\": [", "\"other_clock_ns\": [true,", "\"other_clock_ns\" has something that is no time" },
    { "\"predicted\": null", "\"predicted\": {}", "rows[0].predicted: \"view\" is missing" },
    { "\"fedcba9876543210\"", "\"fedcba987654321\"", "rows[0]: \"source_hash\" is no hash" },
    { "\"text\": \"in the end\"", "\"text\": null", "runs[0].conclusions[0]: \"text\" is no text" },
    { "\"local_bytes\": 8192", "\"local_bytes\": 99999999999999999999", "my.json, line" },
};

static void a_broken_file_is_refused_with_its_place(void)
{
    char *const text = written();
    struct clsmem_results results;

    for (size_t i = 0; text && i < sizeof damages / sizeof *damages; i++) {
        char *const damaged = replaced(text, damages[i].old, damages[i].new);

        if (!damaged)
            continue;
        if (!EXPECT_EQ_INT(clsmem_results_parse(damaged, strlen(damaged), "my.json", &results), CLSMEM_INVALID) |
            !EXPECT_CONTAINS(clsmem_error_text(), damages[i].why))
            expect_note("%s instead of %s", damages[i].new, damages[i].old);
        clsmem_results_release(&results);
        free(damaged);
    }
    free(text);
}

static void extents_stand_as_the_family_has_them_in_whatever_order_they_come(void)
{
    static const char *const steps[][2] = { { "\"k\": 7", "\"x\": 3" },
                                            { "\"m\": 3", "\"k\": 7" },
                                            { "\"x\": 3", "\"m\": 3" } };
    char *const text = written(), *turned = text ? strdup(text) : NULL;
    struct clsmem_results results = { 0 };

    for (size_t i = 0; turned && i < sizeof steps / sizeof *steps; i++) {
        char *const next = replaced(turned, steps[i][0], steps[i][1]);

        free(turned);
        turned = next;
    }
    if (turned && EXPECT_EQ_INT(clsmem_results_parse(turned, strlen(turned), "my.json", &results), CLSMEM_OK)) {
        EXPECT_EQ_STR(results.runs->rows[0].shape, "3x5x7");
        EXPECT_EQ_STR(results.runs->rows[0].extent_names[2], "k");
        EXPECT_EQ_SIZE(results.runs->rows[0].extents[0], 3);
    }
    clsmem_results_release(&results);
    free(turned);
    free(text);
}

static void a_truncated_file_is_refused_wherever_it_ends(void)
{
    char *const text = written();
    struct clsmem_results results;

    for (size_t bytes = 0; text && bytes + 2 < strlen(text); bytes += 13) {
        if (!EXPECT_EQ_INT(clsmem_results_parse(text, bytes, "my.json", &results), CLSMEM_INVALID) |
            !EXPECT_CONTAINS(clsmem_error_text(), "my.json, line"))
            expect_note("%zu bytes", bytes);
        clsmem_results_release(&results);
    }
    free(text);
}

static void a_file_nested_too_deeply_is_refused(void)
{
    const size_t depth = 1000000;
    char *const text = malloc(depth);
    struct clsmem_results results;

    memset(text, '[', depth);
    EXPECT_EQ_INT(clsmem_results_parse(text, depth, "my.json", &results), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "my.json, line 1: maximum parsing depth");
    clsmem_results_release(&results);
    free(text);
}

/* A path of our own; the caller unlinks it. */
static int make_file(char path[static 32])
{
    strcpy(path, "/tmp/clsmem-read-XXXXXX");
    return mkstemp(path);
}

static void a_huge_file_is_refused(void)
{
    char path[32];
    const int file = make_file(path);
    struct clsmem_results results;

    /* A hole, so that the disk need not have room. */
    if (EXPECT(file >= 0) && EXPECT_EQ_INT(ftruncate(file, (off_t)CLSMEM_RESULTS_MOST_BYTES + 1), 0)) {
        EXPECT_EQ_INT(clsmem_results_read(path, &results), CLSMEM_INVALID);
        EXPECT_CONTAINS(clsmem_error_text(), "more than 256 MiB are no result file");
        EXPECT_CONTAINS(clsmem_error_text(), path);
        clsmem_results_release(&results);
    }
    close(file);
    unlink(path);
}

static void a_path_without_a_file_is_named(void)
{
    struct clsmem_results results;

    EXPECT_EQ_INT(clsmem_results_read("/nowhere/at.json", &results), CLSMEM_IO);
    EXPECT_CONTAINS(clsmem_error_text(), "cannot read /nowhere/at.json: No such file");
    clsmem_results_release(&results);
    EXPECT_EQ_INT(clsmem_results_read("/tmp", &results), CLSMEM_IO);
    EXPECT_CONTAINS(clsmem_error_text(), "cannot read /tmp: Is a directory");
    clsmem_results_release(&results);
}

#define PATIENCE_NS 30e9 /* until the writer's turn comes, on a machine that does other work too */

struct writer {
    int file;
    size_t bytes;
    volatile bool stop;
};

/* Blanks behind a JSON text change nothing in what it says: they come and go. */
static void *write_blanks(void *context)
{
    struct writer *const writer = context;

    while (!writer->stop && pwrite(writer->file, "\n\n\n\n", 1 + (size_t)rand() % 4, (off_t)writer->bytes) > 0 &&
           ftruncate(writer->file, (off_t)writer->bytes) == 0)
        ;
    return NULL;
}

static void a_file_that_changes_while_it_is_read_is_refused(void)
{
    char path[32], *const text = written();
    struct writer writer = { .file = make_file(path) };
    const double begin = clsmem_host_ns();
    bool was_refused = false;
    pthread_t thread;

    if (!text || !EXPECT(writer.file >= 0))
        return;
    writer.bytes = strlen(text);
    EXPECT(write(writer.file, text, writer.bytes) == (ssize_t)writer.bytes);
    if (EXPECT_EQ_INT(pthread_create(&thread, NULL, write_blanks, &writer), 0)) {
        while (!was_refused && clsmem_host_ns() - begin < PATIENCE_NS) {
            struct clsmem_results results;

            was_refused = clsmem_results_read(path, &results) == CLSMEM_INVALID &&
                          strstr(clsmem_error_text(), "changed while it was read");
            clsmem_results_release(&results);
        }
        writer.stop = true;
        pthread_join(thread, NULL);
    }
    EXPECT(was_refused);
    close(writer.file);
    unlink(path);
    free(text);
}

static void *write_pipe(void *context)
{
    char **const words = context; /* path and text */
    FILE *const pipe = fopen(words[0], "w");

    if (pipe) {
        fputs(words[1], pipe);
        fclose(pipe);
    }
    return NULL;
}

static void a_pipe_is_read(void)
{
    char path[32], *const text = written();
    char *words[] = { path, text };
    struct clsmem_results results;
    pthread_t thread;

    close(make_file(path));
    unlink(path);
    if (text && EXPECT_EQ_INT(mkfifo(path, 0600), 0) &&
        EXPECT_EQ_INT(pthread_create(&thread, NULL, write_pipe, words), 0)) {
        EXPECT_EQ_INT(clsmem_results_read(path, &results), CLSMEM_OK);
        clsmem_results_release(&results);
        pthread_join(thread, NULL);
    }
    unlink(path);
    free(text);
}

CU_TestInfo result_read_tests[] = {
    TEST(what_is_written_is_read_back),
    TEST(every_file_that_is_kept_is_read),
    TEST(a_broken_file_is_refused_with_its_place),
    TEST(extents_stand_as_the_family_has_them_in_whatever_order_they_come),
    TEST(a_truncated_file_is_refused_wherever_it_ends),
    TEST(a_file_nested_too_deeply_is_refused),
    TEST(a_huge_file_is_refused),
    TEST(a_path_without_a_file_is_named),
    TEST(a_file_that_changes_while_it_is_read_is_refused),
    TEST(a_pipe_is_read),
    CU_TEST_INFO_NULL,
};
