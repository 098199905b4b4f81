/* A run as one block of Markdown for an issue. */
#include "issue.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "clsmem/result.h"
#include "clsmem/version.h"
#include "markdown.h"
#include "printers.h"
#include "text.h"

/* Shares of ISSUE_MOST_BYTES; the rest is for the frame around them. */
#define FACTS_BYTES 6000
#define RUN_BYTES 2000 /* before what Markdown adds */
#define FAILURE_BYTES 18000
#define ROW_BYTES 30000
#define LOG_BYTES 5000
#define FACT_BYTES 600

/* A part that grows to a limit; pieces that do not fit are counted. */
struct part {
    char *text;
    size_t used, most, left_out;
};

struct issue {
    json_t *run; /* what every result file says of host and tool */
    struct part facts, failures, rows;
    struct report report; /* headings of the rows, across parts */
    char *last_log;       /* of the row that failed last: the next one's is often the same */
    size_t ok, skipped, failed;
    bool complete;
};

static bool is_failure(const struct clsmem_result *result)
{
    return result->status != CLSMEM_OK && result->status != CLSMEM_SKIPPED;
}

/* Takes the piece, which may be NULL: no memory. */
static enum clsmem_status add(struct part *part, char *piece, size_t bytes)
{
    enum clsmem_status status = CLSMEM_OK;
    char *grown = NULL;

    if (!piece)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the report");
    if (part->used + bytes > part->most) {
        part->left_out++;
    } else if ((grown = realloc(part->text, part->used + bytes + 1))) {
        part->text = grown;
        memcpy(part->text + part->used, piece, bytes + 1);
        part->used += bytes;
    } else {
        status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the report");
    }
    free(piece);
    return status;
}

/* The same, after what names people and projects has gone. */
static enum clsmem_status add_public(struct part *part, char *piece)
{
    char *shown = NULL;
    size_t bytes = 0;
    FILE *const stream = piece ? open_memstream(&shown, &bytes) : NULL;

    if (stream) {
        issue_print_public(stream, piece, strlen(piece));
        fclose(stream);
    }
    free(piece);
    return add(part, shown, bytes);
}

/* What a result file without runs says: host, environment, command, time. */
static json_t *describe_run(char *const *argv)
{
    struct clsmem_result_file *file = NULL;
    char *text = NULL;
    size_t bytes = 0;
    json_t *run = NULL;
    FILE *const stream = open_memstream(&text, &bytes);

    if (stream && clsmem_result_file_create("clsmem-bench", argv, &file) == CLSMEM_OK &&
        clsmem_result_file_print(file, stream) == CLSMEM_OK)
        run = json_loadb(text, bytes, 0, NULL);
    if (stream)
        fclose(stream);
    clsmem_result_file_release(file);
    free(text);
    return run;
}

enum clsmem_status issue_create(char *const *argv, struct issue **issue)
{
    *issue = calloc(1, sizeof **issue);
    if (*issue)
        (*issue)->run = describe_run(argv);
    if (!*issue || !(*issue)->run) {
        issue_release(*issue);
        *issue = NULL;
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the report");
    }
    (*issue)->facts.most = FACTS_BYTES;
    (*issue)->failures.most = FAILURE_BYTES;
    (*issue)->rows.most = ROW_BYTES;
    return CLSMEM_OK;
}

void issue_release(struct issue *issue)
{
    if (!issue)
        return;
    json_decref(issue->run);
    free(issue->facts.text);
    free(issue->failures.text);
    free(issue->rows.text);
    free(issue->last_log);
    free(issue);
}

/* A line of the table of facts. */
static void print_fact(FILE *out, const char *name, const char *text)
{
    char *shown = NULL;
    size_t bytes = 0;
    FILE *const stream = open_memstream(&shown, &bytes);

    if (!stream)
        return;
    issue_print_public(stream, text, FACT_BYTES);
    fclose(stream);
    fprintf(out, "| %s | ", name);
    markdown_print_text(out, shown);
    fprintf(out, " |\n");
    free(shown);
}

static void print_roofs(FILE *out, const struct clsmem_roofs *roofs)
{
    const struct {
        const char *name, *unit;
        double per_second;
    } all[] = { { "roof, read", "B/s", roofs->read_bytes_per_s },
                { "roof, copy", "B/s", roofs->copy_bytes_per_s },
                { "roof, f32", "FLOP/s", roofs->multiply_add_per_s[CLSMEM_F32] },
                { "roof, f64", "FLOP/s", roofs->multiply_add_per_s[CLSMEM_F64] } };
    char rate[32];

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].per_second > 0) {
            format_rate(all[i].per_second, all[i].unit, rate, sizeof rate);
            print_fact(out, all[i].name, rate);
        }
}

static void print_device(FILE *out, const struct clsmem_session *session)
{
    const struct clsmem_device_info *const info = &session->device.info;
    const struct clsmem_limits *const limits = &info->limits;
    char text[1024], step[16];

    print_fact(out, "**device**", info->name);
    print_fact(out, "vendor", info->vendor);
    print_fact(out, "driver", info->driver);
    snprintf(text, sizeof text, "%s, %s", info->platform_name, info->platform_version);
    print_fact(out, "platform", text);
    snprintf(text, sizeof text, "%s, %s, %s", clsmem_device_type_word(info->type), info->version, info->c_version);
    print_fact(out, "type", text);
    snprintf(text, sizeof text, "%u compute units, %u MHz, work-groups to %zu, cache %zu KiB, %zu MiB",
             limits->compute_units, info->clock_mhz, limits->max_group_items, limits->cache_bytes / 1024,
             limits->global_bytes / 1048576);
    print_fact(out, "size", text);
    snprintf(text, sizeof text, "%zu bytes a work-group%s", limits->local_bytes,
             limits->local_is_global ? ", in global memory" : "");
    print_fact(out, "local memory", text);
    snprintf(text, sizeof text, "%s (%s)", session->bank_class ? session->bank_class->name : "unknown",
             session->bank_source);
    print_fact(out, "banks", text);
    format_time(session->clock_step_ns, step, sizeof step);
    snprintf(text, sizeof text, "%s, step %s, %s", clsmem_clock_verdict_word(session->clock_verdict), step,
             session->clock_reason);
    print_fact(out, "event clock", text);
    print_roofs(out, &session->roofs);
}

enum clsmem_status issue_device(struct issue *issue, const struct clsmem_session *session)
{
    char *piece = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&piece, &bytes);
    enum clsmem_status status;

    if (stream) {
        print_device(stream, session);
        fclose(stream);
    }
    status = add(&issue->facts, piece, bytes);
    piece = NULL;
    stream = status == CLSMEM_OK ? open_memstream(&piece, &bytes) : NULL;
    if (stream) {
        fprintf(stream, "\n**");
        markdown_print_text(stream, session->device.info.name);
        fprintf(stream, "**\n");
        fclose(stream);
        status = add(&issue->rows, piece, bytes);
    }
    issue->report = (struct report){ 0 };
    return status;
}

/* Tildes, and more of them than any line of the text begins with. */
static void print_fenced(FILE *out, const char *text)
{
    size_t longest = 2;

    for (const char *line = text; line; line = (line = strchr(line, '\n')) ? line + 1 : NULL) {
        const char *const mark = line + strspn(line, " ");

        if (strspn(mark, "~") > longest)
            longest = strspn(mark, "~");
    }
    for (int end = 0; end < 2; end++) {
        for (size_t i = 0; i <= longest; i++)
            fputc('~', out);
        fputc('\n', out);
        if (end == 0) {
            issue_print_public(out, text, LOG_BYTES);
            fputc('\n', out);
        }
    }
}

static void print_failure(FILE *out, const struct clsmem_result *result, const char *last_log)
{
    char *reason = NULL;
    size_t bytes = 0;
    FILE *const stream = open_memstream(&reason, &bytes);
    struct row_text text;

    row_text_make(result, &text);
    fprintf(out, "\n- **%s** %s %s%s%s: %s. ", text.name, text.shape, clsmem_type_word(result->problem.type),
            *row_mode(result) ? " " : "", row_mode(result), clsmem_status_word(result->status));
    if (stream) {
        issue_print_public(stream, result->reason, sizeof result->reason);
        fclose(stream);
        markdown_print_text(out, reason);
        free(reason);
    }
    fputc('\n', out);
    if (result->build_log && last_log && strcmp(result->build_log, last_log) == 0) {
        fprintf(out, "  The compiler's log is the same.\n");
    } else if (result->build_log) {
        fprintf(out, "\nthe compiler's log:\n\n");
        print_fenced(out, result->build_log);
    }
}

static enum clsmem_status add_failure(struct issue *issue, const struct clsmem_result *result)
{
    char *piece = NULL;
    size_t bytes = 0;
    FILE *const stream = open_memstream(&piece, &bytes);

    if (stream) {
        print_failure(stream, result, issue->last_log);
        fclose(stream);
    }
    free(issue->last_log);
    issue->last_log = result->build_log ? strdup(result->build_log) : NULL; /* without memory it is shown again */
    return add(&issue->failures, piece, bytes);
}

enum clsmem_status issue_row(struct issue *issue, const struct clsmem_session *session,
                             const struct clsmem_result *result)
{
    const struct report before = issue->report;
    const size_t left_out = issue->rows.left_out;
    char *piece = NULL;
    size_t bytes = 0;
    enum clsmem_status status;

    *(result->status == CLSMEM_OK        ? &issue->ok
      : result->status == CLSMEM_SKIPPED ? &issue->skipped
                                         : &issue->failed) += 1;
    issue->report.out = open_memstream(&piece, &bytes);
    if (issue->report.out) {
        markdown_printer.row(&issue->report, session, result);
        fclose(issue->report.out);
    }
    status = add_public(&issue->rows, piece);
    if (issue->rows.left_out > left_out)
        issue->report = before; /* a row that is not there has brought no heading either */
    return status == CLSMEM_OK && is_failure(result) ? add_failure(issue, result) : status;
}

enum clsmem_status issue_conclusion(struct issue *issue, const char *text)
{
    char *piece = NULL;
    size_t bytes = 0;
    FILE *const stream = open_memstream(&piece, &bytes);

    if (stream) {
        fputc('\n', stream);
        markdown_print_text(stream, text);
        fputc('\n', stream);
        fclose(stream);
    }
    return add(&issue->rows, piece, bytes);
}

void issue_complete(struct issue *issue)
{
    issue->complete = true;
}

static const char *word_of(const json_t *object, const char *key)
{
    const char *const word = json_string_value(json_object_get(object, key));

    return word ? word : "";
}

/* A folder of the user's is nobody's business, and neither is where the program lies. */
static void print_command(FILE *out, const json_t *command)
{
    char text[FACT_BYTES] = "";
    size_t i;
    json_t *word;

    json_array_foreach(command, i, word)
    {
        const char *const value = json_string_value(word) ? json_string_value(word) : "";
        const char *const slash = strrchr(value, '/');
        const size_t used = strlen(text);

        snprintf(text + used, sizeof text - used, "%s%s%s", i ? " " : "", slash && i ? ".../" : "",
                 slash ? slash + 1 : value);
    }
    print_fact(out, "command", text);
}

static void print_run(FILE *out, const json_t *run)
{
    const json_t *const host = json_object_get(run, "host");
    json_t *environment = json_object_get(run, "environment");
    const char *name;
    json_t *value;
    char text[FACT_BYTES];
    size_t bytes = 0;

    print_command(out, json_object_get(run, "command"));
    print_fact(out, "started", word_of(run, "started"));
    snprintf(text, sizeof text, "%s %s, %s", word_of(host, "system"), word_of(host, "release"),
             word_of(host, "machine"));
    print_fact(out, "host", text);
    json_object_foreach(environment, name, value)
    {
        bytes += strlen(name) + strlen(json_string_value(value)) + 8;
        if (bytes > RUN_BYTES) {
            fprintf(out, "| ... | more variables |\n");
            break;
        }
        print_fact(out, name, json_string_value(value));
    }
}

static void print_part(FILE *out, const struct part *part, const char *what)
{
    if (part->text)
        fwrite(part->text, 1, part->used, out);
    if (part->left_out > 0)
        fprintf(out, "\n%zu %s left out here: `--json` has all.\n", part->left_out, what);
}

bool issue_print(const void *of, FILE *stream)
{
    const struct issue *const issue = of;

    fprintf(stream, "### clsmem-bench %s (%s): %zu right, %zu skipped, %zu not right%s\n\n", CLSMEM_VERSION,
            clsmem_version_commit(), issue->ok, issue->skipped, issue->failed,
            issue->complete ? "" : "; the run did not end");
    fprintf(stream, "<details><summary>Device, driver, host</summary>\n\n| | |\n| --- | --- |\n");
    print_part(stream, &issue->facts, "devices");
    print_run(stream, issue->run);
    fprintf(stream, "\n</details>\n");
    if (issue->failures.text || issue->failures.left_out) {
        fprintf(stream, "\n<details open><summary>What is not right</summary>\n");
        print_part(stream, &issue->failures, "rows are");
        fprintf(stream, "\n</details>\n");
    }
    fprintf(stream, "\n<details><summary>Rows</summary>\n");
    print_part(stream, &issue->rows, "rows are");
    fprintf(stream, "\n</details>\n");
    return fflush(stream) == 0 && !ferror(stream);
}
