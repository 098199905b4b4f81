/* Files that are replaced as a whole. */
#define _XOPEN_SOURCE 700 /* realpath belongs to POSIX since 2008, but glibc shows it only with XSI */

#include "clsmem/save.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jump.h"

bool clsmem_save_is_rewritable(const char *path)
{
    struct stat facts;

    return stat(path, &facts) != 0 || S_ISREG(facts.st_mode);
}

/* Failures name the caller's path: `place`, where the bytes go, may be a file that the caller never heard of. */
static enum clsmem_status print_to(const char *place, const char *path, clsmem_save_print *print, const void *what)
{
    FILE *stream = fopen(place, "w");
    enum clsmem_status status = CLSMEM_OK;

    if (!stream)
        return clsmem_fail(CLSMEM_IO, "cannot write %s: %s", path, strerror(errno));
    if (!print(what, stream))
        status = clsmem_fail(CLSMEM_IO, "cannot write %s: %s", path, strerror(errno));
    if (fclose(stream) != 0 && status == CLSMEM_OK)
        status = clsmem_fail(CLSMEM_IO, "cannot write %s: %s", path, strerror(errno));
    return status;
}

/* `target` is the path with its links followed: a rename onto a link would replace the link. */
static enum clsmem_status replace(const char *target, const char *path, clsmem_save_print *print, const void *what)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t room = strlen(target) + sizeof ".part";
    char *beside = NULL;

    CHECK_ALLOC(beside, room);
    snprintf(beside, room, "%s.part", target);
    status = print_to(beside, path, print, what);
    if (status == CLSMEM_OK && rename(beside, target) != 0)
        status = clsmem_fail(CLSMEM_IO, "cannot replace %s: %s", path, strerror(errno));
    if (status != CLSMEM_OK)
        unlink(beside);
out:
    free(beside);
    return status;
}

enum clsmem_status clsmem_save(const char *path, clsmem_save_print *print, const void *what)
{
    char *const target = realpath(path, NULL);
    struct stat facts;
    enum clsmem_status status;

    /* A link to a file that is not there yet has no target to write beside, and none that could be lost. */
    if (!clsmem_save_is_rewritable(path) || (!target && lstat(path, &facts) == 0))
        status = print_to(path, path, print, what);
    else
        status = replace(target ? target : path, path, print, what);
    free(target);
    return status;
}
