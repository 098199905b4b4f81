/* The text of source lines, from files that are read once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lint_lines.h"

#define MOST_FILE_BYTES ((size_t)64 << 20)

struct lint_source_text {
    char *path;
    char **lines; /* cut out of `text` */
    size_t line_count;
    char *text; /* NULL: it cannot be read */
};

static char *read_text(const char *path)
{
    FILE *const file = fopen(path, "rb");
    size_t room = 1 << 16, used = 0, got;
    char *text = file ? malloc(room) : NULL;

    while (text && (got = fread(text + used, 1, room - used - 1, file)) > 0) {
        used += got;
        if (used + 1 < room)
            continue;

        char *const larger = room < MOST_FILE_BYTES ? realloc(text, room *= 2) : NULL;

        if (!larger)
            free(text);
        text = larger;
    }
    if (text)
        text[used] = '\0';
    if (file)
        fclose(file);
    return text;
}

/* What would move a terminal's cursor becomes a blank. */
static void clean(char *line)
{
    for (char *at = line; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = ' ';
}

static void cut_lines(struct lint_source_text *source)
{
    size_t count = 1;

    for (const char *at = source->text; (at = strchr(at, '\n')); at++)
        count++;
    source->lines = malloc(count * sizeof *source->lines);
    if (!source->lines)
        return;
    for (char *line = source->text, *end; line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        clean(line);
        line += strspn(line, " ");
        for (size_t length = strlen(line); length > 0 && line[length - 1] == ' '; length--)
            line[length - 1] = '\0';
        source->lines[source->line_count++] = line;
    }
}

static struct lint_source_text *source_of(struct lint_sources *sources, const char *file)
{
    for (size_t i = 0; i < sources->count; i++)
        if (strcmp(sources->list[i].path, file) == 0)
            return &sources->list[i];

    struct lint_source_text *const longer = realloc(sources->list, (sources->count + 1) * sizeof *sources->list);
    char *const path = strdup(file);

    if (longer)
        sources->list = longer;
    if (!longer || !path) {
        free(path);
        return NULL;
    }
    longer[sources->count] = (struct lint_source_text){ .path = path, .text = read_text(file) };
    if (longer[sources->count].text)
        cut_lines(&longer[sources->count]);
    return &longer[sources->count++];
}

const char *lint_sources_line(struct lint_sources *sources, const char *file, uint32_t line)
{
    const struct lint_source_text *const source = *file && line > 0 ? source_of(sources, file) : NULL;

    return source && line <= source->line_count ? source->lines[line - 1] : "";
}

void lint_sources_release(struct lint_sources *sources)
{
    for (size_t i = 0; i < sources->count; i++) {
        free(sources->list[i].path);
        free(sources->list[i].lines);
        free(sources->list[i].text);
    }
    free(sources->list);
    *sources = (struct lint_sources){ 0 };
}
