/* Pictures of the banks for the report page: a column of a tile, plain, padded and swizzled. */
#include <stdlib.h>
#include <string.h>

#include "banks_case.h"
#include "banks_svg.h"
#include "clsmem/bank_class.h"
#include "compare_html.h"

/* Beyond so many classes a page is no comparison any more. */
#define MOST_PICTURES 24
#define MOST_ARGUMENTS 16

/* A layout of the tile, as the command line of clsmem-banks has it. */
static const struct {
    const char *name, *option, *value;
} layouts[] = {
    { "plain", NULL, NULL },
    { "padded", "--pad", "1" },
    { "swizzled", "--swizzle", "4" },
};

/* The picture as text, which the caller frees; NULL: no memory. `words` gets what is drawn. */
static char *draw(const struct banks_settings *settings, char *words, size_t words_bytes)
{
    struct banks_case one;
    char *text = NULL;
    size_t bytes = 0;
    FILE *stream;

    if (settings->class_count != 1 || banks_cases_make(settings, &one) != EXIT_RIGHT)
        return NULL;
    stream = open_memstream(&text, &bytes);
    if (!stream)
        return NULL;
    banks_svg_print(stream, settings, &one);
    if (fclose(stream) != 0) {
        free(text);
        return NULL;
    }
    banks_case_words(settings, words, words_bytes);
    return text;
}

/* `profile`: the file that has the class; NULL: the class is one of ours. */
static bool add_picture(json_t *pictures, const struct clsmem_bank_class *ours, const char *profile, unsigned lanes,
                        size_t layout)
{
    char tile[32], words[512] = "";
    char *arguments[MOST_ARGUMENTS] = { "clsmem-banks", "--tile", tile, "--column", "--panels", "1" };
    int count = 6;
    struct banks_settings settings;
    bool added = true;

    snprintf(tile, sizeof tile, "%ux32", lanes);
    arguments[count++] = profile ? "--profile" : "--class";
    arguments[count++] = (char *)(profile ? profile : ours->name);
    if (layouts[layout].option) {
        arguments[count++] = (char *)layouts[layout].option;
        arguments[count++] = (char *)layouts[layout].value;
    }
    if (banks_settings_parse(count, arguments, &settings) == CLSMEM_OK) {
        char *const svg = draw(&settings, words, sizeof words);

        if (svg)
            added = json_array_append_new(pictures,
                                          json_pack("{s:s, s:s, s:s, s:s}", "class", settings.classes[0]->name,
                                                    "layout", layouts[layout].name, "words", words, "svg", svg)) == 0;
        free(svg);
    }
    banks_settings_release(&settings);
    return added;
}

static bool is_drawn(const json_t *pictures, const char *name)
{
    size_t i;
    json_t *picture;

    json_array_foreach(pictures, i, picture)
    {
        const char *const drawn = json_string_value(json_object_get(picture, "class"));

        if (drawn && strcmp(drawn, name) == 0)
            return true;
    }
    return json_array_size(pictures) >= MOST_PICTURES;
}

static bool add_class(json_t *pictures, const char *name)
{
    const struct clsmem_bank_class *const ours = name ? clsmem_bank_class_find(name) : NULL;

    if (!ours || !clsmem_bank_class_has_banks(ours) || is_drawn(pictures, name))
        return true;
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (!add_picture(pictures, ours, NULL, ours->lanes, i))
            return false;
    return true;
}

/* A profile is drawn by the class of ours that explains it; else by its own, which stands in its file. */
static bool add_profile(json_t *pictures, const json_t *profile, const char *file)
{
    const json_t *const best = json_object_get(json_object_get(profile, "geometry"), "best");
    const json_int_t lanes = json_integer_value(json_object_get(json_object_get(profile, "bank_class"), "lanes"));

    if (json_array_size(best) > 0)
        return add_class(pictures, json_string_value(json_array_get(best, 0)));
    if (!file || lanes < 1 || lanes > CLSMEM_MAX_LANES || is_drawn(pictures, "probed"))
        return true;
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (!add_picture(pictures, NULL, file, (unsigned)lanes, i))
            return false;
    return true;
}

json_t *compare_banks_make(const struct compare_html *what)
{
    json_t *const pictures = json_array();
    json_t *file, *run, *profile;
    size_t i, j;
    bool complete = pictures != NULL;

    json_array_foreach(what->results, i, file) json_array_foreach(json_object_get(file, "runs"), j, run) complete =
        complete &&
        add_class(pictures, json_string_value(json_object_get(json_object_get(run, "bank_class"), "name")));
    json_array_foreach(what->profiles, i, profile) complete =
        complete && add_profile(pictures, profile, json_string_value(json_array_get(what->profile_files, i)));
    if (complete)
        return pictures;
    json_decref(pictures);
    return NULL;
}
