/* Where profiles are kept for the programs that look for one by themselves. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "clsmem/profile.h"
#include "clsmem/version.h"
#include "jump.h"

#define MOST_NAME 40

/* FNV-1a, the end of the text included: "ab", "c" is not "a", "bc". */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    do {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    } while (*text++);
    return hash;
}

static uint64_t hash_device(const struct clsmem_device_info *info)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    hash = hash_text(hash, info->name);
    hash = hash_text(hash, info->driver);
    hash = hash_text(hash, info->platform_name);
    return hash_text(hash, clsmem_version());
}

/* The name as part of a file's: "NVIDIA H200" is nvidia-h200. */
static void make_plain(const char *name, char plain[MOST_NAME + 1])
{
    size_t used = 0;

    for (; *name && used < MOST_NAME; name++) {
        if (isalnum((unsigned char)*name))
            plain[used++] = (char)tolower((unsigned char)*name);
        else if (used > 0 && plain[used - 1] != '-')
            plain[used++] = '-';
    }
    while (used > 0 && plain[used - 1] == '-')
        used--;
    plain[used] = '\0';
}

bool clsmem_profile_cache_path(const struct clsmem_device_info *info, char *path, size_t path_bytes)
{
    const char *const cache = getenv("XDG_CACHE_HOME"), *const home = getenv("HOME");
    /* The XDG specification: a folder that is not absolute does not count. */
    const bool has_cache = cache && *cache == '/', has_home = home && *home;
    char name[MOST_NAME + 1];
    int length;

    if (!has_cache && !has_home)
        return false;
    make_plain(info->name, name);
    length = snprintf(path, path_bytes, "%s%s/clsmem/profiles/%s-%016" PRIx64 ".json", has_cache ? cache : home,
                      has_cache ? "" : "/.cache", *name ? name : "device", hash_device(info));
    return length >= 0 && (size_t)length < path_bytes;
}

enum clsmem_status clsmem_profile_make_folders(const char *path)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t bytes = strlen(path) + 1;
    char *folder;

    CHECK_ALLOC(folder, bytes);
    memcpy(folder, path, bytes);
    for (char *slash = strchr(folder + (*folder == '/'), '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
            status = clsmem_fail(CLSMEM_IO, "cannot create the folder %s: %s", folder, strerror(errno));
            goto out;
        }
        *slash = '/';
    }
out:
    free(folder);
    return status;
}
