/* Reads files of counted accesses. */
#include "clsmem/bank_oracle.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jump.h"

#define COLUMNS(X) X(op) X(width_bytes) X(wavefronts) X(conflicts) X(lane_byte_addresses) X(pattern)

enum {
#define COLUMN_ENUM(name) COLUMN_##name,
    COLUMNS(COLUMN_ENUM)
#undef COLUMN_ENUM
        COLUMN_COUNT
};

static const char *const column_names[] = {
#define COLUMN_NAME(name) #name,
    COLUMNS(COLUMN_NAME)
#undef COLUMN_NAME
};

struct reader {
    const char *path;
    const struct clsmem_bank_class *bank_class;
    size_t line;
    int place[COLUMN_COUNT]; /* in the file; -1: not there */
    struct clsmem_bank_oracle_row row;
};

static enum clsmem_status refuse(const struct reader *reader, const char *what, const char *text)
{
    return clsmem_fail(CLSMEM_INVALID, "%s, line %zu: %s: \"%.60s\"", reader->path, reader->line, what, text);
}

/* Cuts a line into its fields, in place; NULL where the line ends. */
static char *next_field(char **rest)
{
    char *const field = *rest;

    if (!field)
        return NULL;

    char *const end = strchr(field, '\t');

    *rest = end ? end + 1 : NULL;
    if (end)
        *end = '\0';
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
    for (size_t i = 0; i < COLUMN_COUNT; i++)
        if (reader->place[i] < 0 && i != COLUMN_conflicts && i != COLUMN_pattern)
            return refuse(reader, "the first line names no such column", column_names[i]);
    return CLSMEM_OK;
}

static bool read_number(const char *text, long long least, long long most, long long *number)
{
    char *end;

    if (!isdigit((unsigned char)*text) && *text != '-')
        return false;
    errno = 0;
    *number = strtoll(text, &end, 10);
    return end != text && *end == '\0' && errno == 0 && *number >= least && *number <= most;
}

static enum clsmem_status read_op(const struct reader *reader, const char *text, enum clsmem_bank_op *op)
{
    static const enum clsmem_bank_op ops[] = { CLSMEM_LOAD, CLSMEM_STORE, CLSMEM_ATOMIC };

    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (strcmp(text, clsmem_bank_op_word(ops[i])) == 0) {
            *op = ops[i];
            return CLSMEM_OK;
        }
    }
    *op = CLSMEM_ATOMIC;
    return strcmp(text, "atomic_add") == 0 ? CLSMEM_OK : refuse(reader, "no operation", text);
}

static enum clsmem_status read_addresses(struct reader *reader, char *text)
{
    struct clsmem_bank_oracle_row *const row = &reader->row;
    unsigned lane = 0;

    row->access.active = 0;
    for (char *item = text, *end; item; item = end ? end + 1 : NULL, lane++) {
        long long address;

        end = strchr(item, ',');
        if (end)
            *end = '\0';
        if (lane == CLSMEM_MAX_LANES)
            return refuse(reader, "more than 64 lanes", item);
        if (!read_number(item, -1, UINT32_MAX, &address))
            return refuse(reader, "no address", item);
        row->addresses[lane] = address < 0 ? 0 : (uint32_t)address;
        row->access.active |= (uint64_t)(address >= 0) << lane;
    }
    row->access.lanes = lane;
    row->access.addresses = row->addresses;
    return CLSMEM_OK;
}

static enum clsmem_status read_row(struct reader *reader, char *line)
{
    struct clsmem_bank_oracle_row *const row = &reader->row;
    char *fields[COLUMN_COUNT] = { NULL }, *rest = line, *field;
    long long bytes, passes, conflicts;
    enum clsmem_status status = CLSMEM_OK;

    for (int place = 0; (field = next_field(&rest)); place++)
        for (size_t i = 0; i < COLUMN_COUNT; i++)
            if (reader->place[i] == place)
                fields[i] = field;
    for (size_t i = 0; i < COLUMN_COUNT; i++)
        if (reader->place[i] >= 0 && !fields[i])
            return refuse(reader, "no field for the column", column_names[i]);
    row->line = reader->line;
    CHECK(read_op(reader, fields[COLUMN_op], &row->access.op));
    if (!read_number(fields[COLUMN_width_bytes], 1, 16, &bytes))
        return refuse(reader, "no width", fields[COLUMN_width_bytes]);
    if (!read_number(fields[COLUMN_wavefronts], 0, INT32_MAX, &passes))
        return refuse(reader, "no number of passes", fields[COLUMN_wavefronts]);
    row->has_conflicts = fields[COLUMN_conflicts] != NULL;
    if (row->has_conflicts && !read_number(fields[COLUMN_conflicts], 0, INT32_MAX, &conflicts))
        return refuse(reader, "no number of conflicts", fields[COLUMN_conflicts]);
    row->access.bytes = (unsigned)bytes;
    row->passes = (unsigned)passes;
    row->conflicts = row->has_conflicts ? (unsigned)conflicts : 0;
    snprintf(row->pattern, sizeof row->pattern, "%s", fields[COLUMN_pattern] ? fields[COLUMN_pattern] : "");
    CHECK(read_addresses(reader, fields[COLUMN_lane_byte_addresses]));
    if (clsmem_bank_check(reader->bank_class, &row->access) != CLSMEM_OK)
        status = clsmem_fail(CLSMEM_INVALID, "%s, line %zu: %s", reader->path, reader->line, clsmem_error_text());
out:
    return status;
}

enum clsmem_status clsmem_bank_oracle_read(const char *path, const struct clsmem_bank_class *bank_class,
                                           void (*visit)(const struct clsmem_bank_oracle_row *row, void *context),
                                           void *context)
{
    enum clsmem_status status = CLSMEM_OK;
    struct reader reader = { .path = path, .bank_class = bank_class };
    FILE *const file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0, row_count = 0;

    if (!file)
        return clsmem_fail(CLSMEM_IO, "cannot read %s: %s", path, strerror(errno));
    errno = 0;
    while (getline(&line, &room, file) != -1) {
        line[strcspn(line, "\r\n")] = '\0';
        reader.line++;
        if (reader.line == 1) {
            CHECK(read_header(&reader, line));
        } else if (*line) {
            CHECK(read_row(&reader, line));
            visit(&reader.row, context);
            row_count++;
        }
    }
    if (ferror(file))
        status = clsmem_fail(CLSMEM_IO, "cannot read %s: %s", path, strerror(errno));
    else if (row_count == 0)
        status = clsmem_fail(CLSMEM_INVALID, "%s holds no accesses", path);
out:
    free(line);
    fclose(file);
    return status;
}

bool clsmem_bank_oracle_agrees(const struct clsmem_bank_oracle_row *row, const struct clsmem_bank_cost *cost)
{
    return cost->known && cost->passes == row->passes &&
           (!row->has_conflicts || cost->passes - cost->ideal == row->conflicts);
}
