/* The report page: the template with the data in a block that no text can leave. */
#include "compare_html.h"

#include <errno.h>
#include <string.h>

#include "compare_page.h"

/* As the result files are written, and enough for every number in them to come out as it went in. */
#define REAL_DIGITS 15

/* Where the data goes, and the first error. */
struct sink {
    FILE *out;
    int error;
};

/*
 * JSON inside HTML: < > & only stand in strings, so they can be escaped wherever they stand; then nothing in the data is
 * a tag, a comment or an entity. Jansson escapes all that is not ASCII, U+2028 and U+2029 among it.
 */
static int put_json(const char *text, size_t bytes, void *data)
{
    struct sink *const sink = data;

    for (size_t i = 0; i < bytes && !sink->error; i++) {
        int end;

        if (text[i] == '<' || text[i] == '>' || text[i] == '&')
            end = fprintf(sink->out, "\\u%04x", (unsigned)text[i]);
        else
            end = putc(text[i], sink->out);
        if (end < 0)
            sink->error = errno ? errno : EIO;
    }
    return sink->error ? -1 : 0;
}

/* Adds a part, or null for what is not there. Takes no reference of the part. */
static bool add(json_t *data, const char *name, json_t *part)
{
    return json_object_set_new(data, name, part ? json_incref(part) : json_null()) == 0;
}

/* Names of files without their folders. */
static bool add_names(json_t *data, const char *name, const json_t *paths)
{
    json_t *const names = json_array();
    size_t i;
    json_t *path;
    bool complete = names != NULL;

    json_array_foreach(paths, i, path) complete =
        complete && json_array_append_new(names, json_string(compare_html_base_name(json_string_value(path)))) == 0;
    return json_object_set_new(data, name, names) == 0 && complete;
}

/* All that the page knows. NULL: no memory. */
static json_t *make_data(const struct compare_html *what)
{
    json_t *const data = json_object(), *const pictures = compare_banks_make(what);
    const bool complete = data && pictures && add(data, "results", what->results) &&
                          add_names(data, "files", what->files) && add(data, "profiles", what->profiles) &&
                          add_names(data, "profile_files", what->profile_files) &&
                          add(data, "comparison", what->comparison) && add(data, "failures", what->failures) &&
                          add(data, "pictures", pictures);

    json_decref(pictures);
    if (complete)
        return data;
    json_decref(data);
    errno = ENOMEM;
    return NULL;
}

bool compare_html_print(const void *html, FILE *out)
{
    const struct compare_html *const what = html;
    const char *const page = (const char *)compare_page, *const marker = strstr(page, COMPARE_PAGE_MARKER);
    const char *const rest = marker + strlen(COMPARE_PAGE_MARKER);
    const size_t before = (size_t)(marker - page), behind = compare_page_bytes - (size_t)(rest - page);
    struct sink sink = { .out = out };
    json_t *const data = make_data(what);
    bool written;

    if (!data)
        return false;
    errno = 0;
    written = fwrite(page, 1, before, out) == before &&
              json_dump_callback(data, put_json, &sink,
                                 JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(REAL_DIGITS)) == 0 &&
              fwrite(rest, 1, behind, out) == behind && fflush(out) == 0;
    json_decref(data);
    if (sink.error)
        errno = sink.error;
    return written;
}
