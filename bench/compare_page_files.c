/* What the report page is made from: the texts of the files that are compared, and profiles. */
#include "compare_html.h"

#include <string.h>

#include "clsmem/profile.h"
#include "clsmem/registry.h"
#include "compare_report.h"

/* Adds what was parsed to the list, and its name to another; NULL: `error` says why there is nothing. */
static enum clsmem_status add_parsed(json_t *file, const json_error_t *error, const char *path, json_t *list,
                                     json_t *names)
{
    if (!file)
        return clsmem_fail(CLSMEM_INVALID, "%s: line %d: %s", path, error->line, error->text);
    if (json_array_append_new(list, file) != 0 || json_array_append_new(names, compare_json_text(path)) != 0)
        return clsmem_fail(CLSMEM_NO_MEMORY, "%s: no memory", path);
    return CLSMEM_OK;
}

static bool is_selected(const json_t *row, const char *kernels)
{
    const char *const kernel = json_string_value(json_object_get(row, "kernel"));
    const char *const variant = json_string_value(json_object_get(row, "variant"));

    return kernel && variant && clsmem_name_selected(kernels, kernel, variant);
}

/* The page shows the rows that the reports beside it compare. */
static enum clsmem_status keep_selected(json_t *results, const char *kernels)
{
    json_t *file, *run;
    size_t i, j, kept = 0;

    json_array_foreach(results, i, file)
    {
        json_array_foreach(json_object_get(file, "runs"), j, run)
        {
            json_t *const rows = json_object_get(run, "rows");

            for (size_t r = json_array_size(rows); r-- > 0;)
                if (!is_selected(json_array_get(rows, r), kernels))
                    json_array_remove(rows, r);
            kept += json_array_size(rows);
        }
    }
    if (kept == 0 && kernels)
        return clsmem_fail(CLSMEM_INVALID, "no row of these files fits %s", kernels);
    return CLSMEM_OK;
}

static bool has_folder(const char *text)
{
    return strchr(text, '/') || strchr(text, '\\');
}

const char *compare_html_base_name(const char *path)
{
    const char *name = path;

    for (const char *at = path; *at; at++)
        if ((*at == '/' || *at == '\\') && at[1])
            name = at + 1;
    return name;
}

/* "--json=/home/me/a.json" as "--json=a.json". */
static json_t *argument_without_folders(const char *argument)
{
    const char *const value = strchr(argument, '=');

    if (value && strcspn(argument, "/\\") > (size_t)(value - argument))
        return json_sprintf("%.*s%s", (int)(value + 1 - argument), argument, compare_html_base_name(value + 1));
    return json_string(compare_html_base_name(argument));
}

/* "probed on X, profile /home/me/x.json" and "chosen by the user: ../x.json": the name of the file is enough. */
static bool leave_out_source(json_t *object, const char *key)
{
    static const char *const marks[] = { ", profile ", "chosen by the user: " };
    const char *const source = json_string_value(json_object_get(object, key));

    for (size_t i = 0; source && i < sizeof marks / sizeof *marks; i++) {
        const char *const mark = strstr(source, marks[i]), *const path = mark ? mark + strlen(marks[i]) : NULL;

        if (path)
            return json_object_set_new(
                       object, key,
                       json_sprintf("%.*s%s", (int)(path - source), source, compare_html_base_name(path))) == 0;
    }
    return true;
}

/*
 * A page is handed around, and where its maker keeps files is nobody's business: of the command's arguments the names of
 * files stay, and variables that hold a path go.
 */
static enum clsmem_status leave_out_folders(json_t *file)
{
    json_t *const runs = json_object_get(file, "runs");
    json_t *const command = json_object_get(file, "command"), *const environment =
                                                                  json_object_get(file, "environment");
    json_t *value;
    const char *name;
    void *next;
    size_t i;

    json_array_foreach(command, i, value)
    {
        const char *const argument = json_string_value(value);

        if (argument && has_folder(argument) &&
            json_array_set_new(command, i, argument_without_folders(argument)) != 0)
            return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for a command");
    }
    json_array_foreach(runs, i, value)
    {
        if (!leave_out_source(json_object_get(value, "bank_class"), "source"))
            return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the source of a bank class");
    }
    json_object_foreach_safe(environment, next, name, value)
    {
        if (json_is_string(value) && has_folder(json_string_value(value)))
            json_object_del(environment, name);
    }
    return CLSMEM_OK;
}

/* A profile that the other programs would not read is refused here too. */
static enum clsmem_status add_profile(const char *path, struct compare_html *html)
{
    struct clsmem_profile profile = { 0 };
    enum clsmem_status status = clsmem_profile_read(path, &profile);
    json_error_t error;

    clsmem_profile_release(&profile);
    if (status == CLSMEM_OK)
        status = add_parsed(json_load_file(path, 0, &error), &error, path, html->profiles, html->profile_files);
    return status;
}

static enum clsmem_status add_failures(const struct compare_report *report, json_t *failures)
{
    const struct clsmem_compare *const compare = report->compare;

    for (size_t i = 0; i < compare->line_count; i++)
        for (size_t c = 1; c < compare->column_count; c++) {
            const struct compare_judgement *const judgement = compare_report_judgement(report, i, c);
            const struct clsmem_compare_line *const line = &compare->lines[i];

            if (!judgement || !clsmem_gate_end_fails(judgement->end))
                continue;
            if (json_array_append_new(failures,
                                      json_pack("{so sI ss so}", "row",
                                                json_sprintf("%s.%s %s", line->kernel, line->variant, line->shape),
                                                "run", (json_int_t)c, "end", clsmem_gate_word(judgement->end),
                                                "reason", compare_json_text(judgement->why))) != 0)
                return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for what the gate says");
        }
    return CLSMEM_OK;
}

/*
 * The page shows all views at once, so devices with sizes of their own are on one line whatever the view; the gate stays
 * that of the report, which counts by its own lines.
 */
static enum clsmem_status add_comparison(const struct compare_settings *settings, const struct clsmem_results *files,
                                         const struct compare_report *report, struct compare_html *html)
{
    const struct clsmem_compare_options options = { .keeps = compare_settings_keep_row,
                                                    .context = settings,
                                                    .any_shape = true };
    struct clsmem_compare compare = { 0 };
    enum clsmem_status status = clsmem_compare_make(files, settings->file_count, &options, &compare);

    if (status == CLSMEM_OK) {
        json_t *const gate = compare_json_gate(report);
        json_t *run;
        size_t i;

        html->comparison = compare_json_make(&(struct compare_report){ .settings = settings, .compare = &compare });
        json_array_foreach(json_object_get(html->comparison, "runs"), i, run)
        {
            const char *const path = json_string_value(json_object_get(run, "file"));

            if (!path || !leave_out_source(run, "bank_source") ||
                json_object_set_new(run, "file", json_string(compare_html_base_name(path))) != 0)
                status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the page's comparison");
        }
        if (json_object_set_new(html->comparison, "gate", gate) != 0)
            status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the page's comparison");
    }
    if (status == CLSMEM_OK)
        status = add_failures(report, html->failures);
    clsmem_compare_release(&compare);
    return status;
}

enum clsmem_status compare_html_make(const struct compare_settings *settings, const struct clsmem_results *files,
                                     const struct compare_report *report, struct compare_html *html)
{
    enum clsmem_status status = CLSMEM_OK;
    json_error_t error;

    *html = (struct compare_html){ json_array(), json_array(), json_array(), json_array(), NULL, json_array() };
    for (size_t i = 0; i < settings->file_count && status == CLSMEM_OK; i++)
        status = add_parsed(json_loadb(files[i].text, files[i].text_bytes, 0, &error), &error, files[i].path,
                            html->results, html->files);
    for (size_t i = 0; i < json_array_size(html->results) && status == CLSMEM_OK; i++)
        status = leave_out_folders(json_array_get(html->results, i));
    for (size_t i = 0; i < settings->profile_count && status == CLSMEM_OK; i++)
        status = add_profile(settings->profiles[i], html);
    if (status == CLSMEM_OK)
        status = keep_selected(html->results, settings->kernels);
    if (status == CLSMEM_OK && report->compare)
        status = add_comparison(settings, files, report, html);
    return status;
}

void compare_html_release(struct compare_html *html)
{
    json_decref(html->results);
    json_decref(html->files);
    json_decref(html->profiles);
    json_decref(html->profile_files);
    json_decref(html->comparison);
    json_decref(html->failures);
    *html = (struct compare_html){ 0 };
}
