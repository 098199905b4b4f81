/* JSON files of anyone's making, read whole. */
#include "json_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "jump.h"

enum clsmem_status clsmem_json_file_parse(const char *text, size_t bytes, const char *name, json_t **root)
{
    json_error_t error;

    *root = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &error);
    if (!*root)
        return clsmem_fail(CLSMEM_INVALID, "%s, line %d: %s", name, error.line, error.text);
    return CLSMEM_OK;
}

/* Until the end, for the size of a pipe shows there alone. One byte is kept for the NUL. */
enum clsmem_status clsmem_json_stream_read(FILE *stream, const char *path, size_t most, const char *what, char **text,
                                           size_t *bytes)
{
    size_t room = 0;

    *text = NULL;
    *bytes = 0;
    while (!feof(stream)) {
        if (room <= *bytes + 1) {
            char *more;

            if (*bytes > most)
                return clsmem_fail(CLSMEM_INVALID, "%s: more than %zu MiB are %s", path, most >> 20, what);
            room = room ? 2 * room : (size_t)1 << 16;
            if (room > most + 2)
                room = most + 2;
            if (!(more = realloc(*text, room)))
                return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for %s", path);
            *text = more;
        }
        *bytes += fread(*text + *bytes, 1, room - 1 - *bytes, stream);
        if (ferror(stream))
            return clsmem_fail(CLSMEM_IO, "cannot read %s: %s", path, strerror(errno));
    }
    (*text)[*bytes] = 0;
    return *bytes > most ? clsmem_fail(CLSMEM_INVALID, "%s: more than %zu MiB are %s", path, most >> 20, what)
                         : CLSMEM_OK;
}

/* Half of an old file and half of a new one may look whole. A file that another was renamed onto is still the old one. */
static bool has_changed(const struct stat *before, const struct stat *after, size_t bytes)
{
    return S_ISREG(before->st_mode) &&
           (before->st_size != after->st_size || (size_t)after->st_size != bytes ||
            before->st_mtim.tv_sec != after->st_mtim.tv_sec || before->st_mtim.tv_nsec != after->st_mtim.tv_nsec);
}

enum clsmem_status clsmem_json_file_read(const char *path, size_t most, const char *what, char **text, size_t *bytes)
{
    enum clsmem_status status = CLSMEM_OK;
    FILE *const stream = fopen(path, "r");
    struct stat before = { 0 }, after = { 0 };

    *text = NULL;
    *bytes = 0;
    if (!stream)
        return clsmem_fail(CLSMEM_IO, "cannot read %s: %s", path, strerror(errno));
    if (fstat(fileno(stream), &before) != 0) {
        status = clsmem_fail(CLSMEM_IO, "cannot read %s: %s", path, strerror(errno));
        goto out;
    }
    CHECK(clsmem_json_stream_read(stream, path, most, what, text, bytes));
    if (fstat(fileno(stream), &after) != 0 || has_changed(&before, &after, *bytes))
        status = clsmem_fail(CLSMEM_INVALID, "%s changed while it was read", path);
out:
    fclose(stream);
    return status;
}
