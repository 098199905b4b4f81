/* Reads tables of measured kernels. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lint_expect.h"

#define TEXTS(X) X(kernel) X(build_options) X(global) X(local) X(arguments) X(ptx)

enum {
#define TEXT_ENUM(name) TEXT_##name,
    TEXTS(TEXT_ENUM)
#undef TEXT_ENUM
        TEXT_COUNT
};

/* Texts first, then counters. */
static const char *const column_names[] = {
#define COLUMN_NAME(name) #name,
    TEXTS(COLUMN_NAME) LINT_COUNTERS(COLUMN_NAME)
#undef COLUMN_NAME
};

#define COLUMN_COUNT (TEXT_COUNT + LINT_COUNTER_COUNT)

struct reader {
    const char *path;
    size_t line, row_count;
    int place[COLUMN_COUNT]; /* in the file; -1: not there */
};

/* Cuts a line into its fields, in place; NULL where the line ends. */
static char *next_field(char **rest)
{
    char *const field = *rest;
    char *const end = field ? strchr(field, '\t') : NULL;

    if (end)
        *end = '\0';
    *rest = end ? end + 1 : NULL;
    return field;
}

static enum clsmem_status read_header(struct reader *reader, char *line)
{
    char *rest = line, *field;

    for (size_t i = 0; i < COLUMN_COUNT; i++)
        reader->place[i] = -1;
    for (int place = 0; (field = next_field(&rest)); place++)
        for (size_t i = 0; i < COLUMN_COUNT; i++)
            if (strcmp(field, column_names[i]) == 0)
                reader->place[i] = place;
    for (size_t i = TEXT_kernel; i <= TEXT_global; i++)
        if (reader->place[i] < 0 && i != TEXT_build_options)
            return clsmem_fail(CLSMEM_INVALID, "%s: the first line names no column \"%s\"", reader->path,
                               column_names[i]);
    return CLSMEM_OK;
}

static enum clsmem_status read_counter(const struct reader *reader, const char *column, const char *field,
                                       uint64_t *number)
{
    char *end;

    errno = 0;
    *number = strtoull(field, &end, 10);
    if (!isdigit((unsigned char)*field) || *end || errno != 0)
        return clsmem_fail(CLSMEM_INVALID, "%s, line %zu: %s is no number: \"%.60s\"", reader->path, reader->line,
                           column, field);
    return CLSMEM_OK;
}

static enum clsmem_status read_row(const struct reader *reader, char *line, struct lint_expect_row *row)
{
    const char **const texts[TEXT_COUNT] = { &row->kernel, &row->build_options, &row->global,
                                             &row->local,  &row->arguments,     &row->ptx };
    char *fields[COLUMN_COUNT] = { NULL }, *rest = line, *field;

    for (int place = 0; (field = next_field(&rest)); place++)
        for (size_t i = 0; i < COLUMN_COUNT; i++)
            if (reader->place[i] == place)
                fields[i] = field;
    *row = (struct lint_expect_row){ .line = reader->line };
    for (size_t i = 0; i < TEXT_COUNT; i++)
        *texts[i] = fields[i] ? fields[i] : "";
    if (!*row->kernel || !*row->global)
        return clsmem_fail(CLSMEM_INVALID, "%s, line %zu: no kernel, or no global size", reader->path, reader->line);
    for (size_t i = 0; i < LINT_COUNTER_COUNT; i++) {
        const char *const text = fields[TEXT_COUNT + i];
        enum clsmem_status status;

        if (!text || !*text)
            continue;
        status = read_counter(reader, column_names[TEXT_COUNT + i], text, &row->measured[i]);
        if (status != CLSMEM_OK)
            return status;
        row->has[i] = true;
    }
    return CLSMEM_OK;
}

enum clsmem_status lint_expect_read(const char *path, bool (*visit)(const struct lint_expect_row *row, void *context),
                                    void *context)
{
    struct reader reader = { .path = path };
    FILE *const file = fopen(path, "r");
    enum clsmem_status status = CLSMEM_OK;
    bool goes_on = true;
    char *line = NULL;
    size_t room = 0;

    if (!file)
        return clsmem_fail(CLSMEM_IO, "cannot read %s: %s", path, strerror(errno));
    errno = 0;
    while (status == CLSMEM_OK && goes_on && getline(&line, &room, file) != -1) {
        struct lint_expect_row row;

        line[strcspn(line, "\r\n")] = '\0';
        reader.line++;
        if (reader.line == 1) {
            status = read_header(&reader, line);
        } else if (*line) {
            status = read_row(&reader, line, &row);
            goes_on = status == CLSMEM_OK && visit(&row, context);
            reader.row_count++;
        }
    }
    if (status == CLSMEM_OK && ferror(file))
        status = clsmem_fail(CLSMEM_IO, "cannot read %s: %s", path, strerror(errno));
    else if (status == CLSMEM_OK && reader.row_count == 0)
        status = clsmem_fail(CLSMEM_INVALID, "%s holds no kernels", path);
    free(line);
    fclose(file);
    return status;
}
