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
    if (json_array_append_new(list, file) != 0 || json_array_append_new(names, compare_text_json(path)) != 0)
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

enum clsmem_status compare_html_make(const struct compare_settings *settings, const struct clsmem_results *files,
                                     struct compare_html *html)
{
    enum clsmem_status status = CLSMEM_OK;
    json_error_t error;

    *html = (struct compare_html){ json_array(), json_array(), json_array(), json_array(), NULL };
    for (size_t i = 0; i < settings->file_count && status == CLSMEM_OK; i++)
        status = add_parsed(json_loadb(files[i].text, files[i].text_bytes, 0, &error), &error, files[i].path,
                            html->results, html->files);
    for (size_t i = 0; i < settings->profile_count && status == CLSMEM_OK; i++)
        status = add_profile(settings->profiles[i], html);
    if (status == CLSMEM_OK)
        status = keep_selected(html->results, settings->kernels);
    return status;
}

void compare_html_release(struct compare_html *html)
{
    json_decref(html->results);
    json_decref(html->files);
    json_decref(html->profiles);
    json_decref(html->profile_files);
    json_decref(html->comparison);
    *html = (struct compare_html){ 0 };
}
