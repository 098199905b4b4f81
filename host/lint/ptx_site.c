/* Where PTX stands in the source: by its ".loc" lines, or, without them, the place in the PTX itself. */
#include <stdlib.h>
#include <string.h>

#include "ptx_translate.h"

static uint32_t file_number(struct ptx_translator *t, uint32_t number)
{
    uint32_t file;
    char *path = NULL;

    for (size_t i = 0; i < t->module->file_count && !path; i++)
        if (t->module->files[i].number == number)
            path = strndup(t->module->files[i].path.text, t->module->files[i].path.length);
    file = lint_program_file(t->program, path ? path : "");
    free(path);
    return file;
}

/* A place as a name in the map: three numbers that stand next to one another in struct ptx_loc. */
static struct ptx_span place_key(const uint32_t *file)
{
    return (struct ptx_span){ (const char *)file, 3 * sizeof *file };
}

/* The place of a call is one that an earlier ".loc" told, perhaps itself in an inlined function. */
static uint32_t call_site(struct ptx_translator *t, const struct ptx_loc *loc)
{
    uint32_t site;

    if (lint_ptx_get(&t->loc_sites, t->frame->call_site, place_key(&loc->at_file), &site))
        return site;
    return lint_program_site(t->program, &(struct lint_site){ .file = file_number(t, loc->at_file),
                                                              .line = loc->at_line,
                                                              .column = loc->at_column,
                                                              .function = t->frame->function_number,
                                                              .inlined_at = t->frame->call_site });
}

static uint32_t loc_site(struct ptx_translator *t, const struct ptx_loc *loc)
{
    const char *const function =
        loc->function.text ? lint_ptx_string(t->module, loc->function, loc->function_offset) : NULL;
    const struct lint_site site = {
        .file = file_number(t, loc->file),
        .line = loc->line,
        .column = loc->column,
        .function = function ? lint_program_function(t->program, function) : t->frame->function_number,
        .inlined_at = loc->is_inlined ? call_site(t, loc) : t->frame->call_site,
    };
    const uint32_t number = lint_program_site(t->program, &site);

    if (!lint_ptx_put(&t->loc_sites, t->frame->call_site, place_key(&loc->file), number))
        lint_ptx_no_memory(t);
    return number;
}

uint32_t lint_ptx_site(struct ptx_translator *t)
{
    const struct ptx_statement *const statement = t->statement;

    if (statement->loc == LINT_NONE)
        return lint_program_site(t->program,
                                 &(struct lint_site){ .file = lint_program_file(t->program, t->module->path),
                                                      .line = statement->line,
                                                      .column = statement->column,
                                                      .function = t->frame->function_number,
                                                      .inlined_at = t->frame->call_site });
    if (t->last_frame != t->frame || t->last_loc != statement->loc) {
        t->last_frame = t->frame;
        t->last_loc = statement->loc;
        t->last_site = loc_site(t, &t->module->locs[statement->loc]);
    }
    return t->last_site;
}
