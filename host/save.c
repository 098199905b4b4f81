/* Files that are replaced as a whole. */
#define _XOPEN_SOURCE 700 /* realpath belongs to POSIX since 2008, but glibc shows it only with XSI */

#include "clsmem/save.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif
#define MOST_LINKS 40
#define MOST_TRIES 100
#define NEW_MODE 0666 /* less the umask, as fopen() has it */

bool clsmem_save_is_rewritable(const char *path)
{
    struct stat facts;

    return stat(path, &facts) != 0 || S_ISREG(facts.st_mode);
}

static enum clsmem_status refuse(const char *path, int error)
{
    return clsmem_fail(CLSMEM_IO, "cannot write %s: %s", path, strerror(error));
}

/* The folder's part of a path, up to its last slash; "" where it has none. */
static size_t folder_length(const char *path)
{
    const char *const slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* False with errno where the text does not fit. */
static bool join(char *to, const char *folder, size_t length, const char *name)
{
    if (snprintf(to, PATH_MAX, "%.*s%s", (int)length, folder, name) < PATH_MAX)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* Follows a link by one step; false where it is none, or with errno set where it cannot be followed. */
static bool follow(char *path)
{
    char target[PATH_MAX], next[PATH_MAX];
    const ssize_t length = readlink(path, target, sizeof target - 1);

    errno = 0;
    if (length < 0)
        return false;
    target[length] = 0;
    if (!join(next, path, *target == '/' ? 0 : folder_length(path), target))
        return false;
    memcpy(path, next, sizeof next);
    return true;
}

/* Where a link that leads to nothing leads to; other paths stay. False: errno. */
static bool follow_all(char path[PATH_MAX])
{
    for (int links = 0; links < MOST_LINKS; links++)
        if (!follow(path))
            return errno == 0;
    errno = ELOOP;
    return false;
}

/* The file that a path leads to, though it may not be there yet: its folder's real path and its name. False: errno. */
static bool find_target(const char *path, char target[PATH_MAX])
{
    char folder[PATH_MAX], real[PATH_MAX], name[PATH_MAX];
    size_t length;

    if (realpath(path, target))
        return true;
    if (errno != ENOENT || !join(target, path, strlen(path), "") || !follow_all(target))
        return false;
    length = folder_length(target);
    if (!join(name, target + length, strlen(target + length), "") ||
        !join(folder, length ? target : "./", length ? length : 2, "") || !realpath(folder, real))
        return false;
    errno = EISDIR;
    return *name && join(folder, real, strlen(real), strcmp(real, "/") == 0 ? "" : "/") &&
           join(target, folder, strlen(folder), name);
}

/* Writes to an open file and closes it. Failures name the caller's path, who may never have heard of another one. */
static enum clsmem_status print_to(FILE *stream, const char *path, clsmem_save_print *print, const void *what)
{
    enum clsmem_status status = CLSMEM_OK;

    if (!stream)
        return refuse(path, errno);
    if (!print(what, stream))
        status = refuse(path, errno);
    if (fclose(stream) != 0 && status == CLSMEM_OK)
        status = refuse(path, errno);
    return status;
}

/* A new file, whose name no other process has; NULL where the folder takes none. */
static FILE *open_beside(const char *target, char beside[PATH_MAX])
{
    struct stat facts;
    FILE *stream;
    int file = -1;

    for (int try = 0; file < 0 && try < MOST_TRIES; try++) {
        if (snprintf(beside, PATH_MAX, "%s.%ld-%d.part", target, (long)getpid(), try) >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return NULL;
        }
        file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, NEW_MODE);
        if (file < 0 && errno != EEXIST)
            return NULL;
    }
    if (file < 0)
        return NULL;
    if (stat(target, &facts) == 0)
        (void)!fchmod(file, facts.st_mode & 0777);
    stream = fdopen(file, "w");
    if (!stream) {
        close(file);
        unlink(beside);
    }
    return stream;
}

/* Whether the folder takes no new file, but may well have one that can be written. A full disk is another thing. */
static bool takes_no_other(int error)
{
    return error == EACCES || error == EPERM || error == EROFS || error == ENAMETOOLONG;
}

enum clsmem_status clsmem_save(const char *path, clsmem_save_print *print, const void *what)
{
    char target[PATH_MAX], beside[PATH_MAX];
    enum clsmem_status status;
    FILE *stream;

    if (!clsmem_save_is_rewritable(path))
        return print_to(fopen(path, "w"), path, print, what);
    if (!find_target(path, target))
        return refuse(path, errno);
    stream = open_beside(target, beside);
    if (!stream)
        return takes_no_other(errno) ? print_to(fopen(target, "w"), path, print, what) : refuse(path, errno);
    status = print_to(stream, path, print, what);
    if (status == CLSMEM_OK && rename(beside, target) != 0)
        status = clsmem_fail(CLSMEM_IO, "cannot replace %s: %s", path, strerror(errno));
    if (status != CLSMEM_OK)
        unlink(beside);
    return status;
}

enum clsmem_status clsmem_save_check(const char *path)
{
    char target[PATH_MAX];
    struct stat facts;

    if (stat(path, &facts) == 0 && S_ISDIR(facts.st_mode))
        return refuse(path, EISDIR);
    if (stat(path, &facts) == 0)
        return access(path, W_OK) == 0 ? CLSMEM_OK : refuse(path, errno);
    if (!find_target(path, target))
        return refuse(path, errno);
    target[folder_length(target)] = 0;
    return access(target, W_OK | X_OK) == 0 ? CLSMEM_OK : refuse(path, errno);
}

bool clsmem_save_is_same(const char *path, const char *other)
{
    char target[PATH_MAX], other_target[PATH_MAX];
    struct stat facts, other_facts;

    if (stat(path, &facts) == 0 && stat(other, &other_facts) == 0)
        return facts.st_dev == other_facts.st_dev && facts.st_ino == other_facts.st_ino;
    return find_target(path, target) && find_target(other, other_target) && strcmp(target, other_target) == 0;
}
