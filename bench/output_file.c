/* Files that reports go to. */
#include "output_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum clsmem_status output_file_check(const char *path)
{
    struct stat facts;
    const bool is_new = stat(path, &facts) != 0;
    FILE *out;

    /* Opening a pipe would wait for its reader. */
    if (!is_new && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode))
        return CLSMEM_OK;
    out = fopen(path, "a");
    if (!out)
        return clsmem_fail(CLSMEM_IO, "cannot write %s: %s", path, strerror(errno));
    fclose(out);
    if (is_new)
        unlink(path);
    return CLSMEM_OK;
}
